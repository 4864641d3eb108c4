//! Maps: a grid of clues, regions or cages, drawn row by row.

use super::words::{self, Fault, Place, Word};
use crate::io::counted;
use crate::sudoku::Size;
use crate::sudoku::print::GAP;
use crate::sudoku::text::chars::{self, is_bar};
use crate::sudoku::text::messages;
use crate::sudoku::text::split::drawn_line;

/// A map: for each cell of the grid, in reading order, its text and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Map {
    pub size: Size,
    pub cells: Vec<(String, Place)>,
}

/// A line of a map: its index, its text without comment, and the column where
/// that begins.
pub(super) type Line<'a> = (usize, &'a str, usize);

/// Reads a map of these lines. Of several grids it has a sign or a word for each place of the
/// board, [`GAP`] or a blank where there is no grid.
/// All of them are its rows, except with
/// `has_tail`: then it has as many rows as its first one has cells. Returns the
/// map and the number of lines that it takes.
///
/// A row is a word of one sign a cell, in groups or not, or one word a cell;
/// the lines of boxes are passed over. A map may also stand on a single line:
/// row by row, or all cells in one word, or a word a cell.
pub(super) fn read(
    keyword: Place,
    lines: &[Line<'_>],
    known: Option<Size>,
    has_tail: bool,
) -> Result<(Map, usize), Fault> {
    let is_row = |text: &str| drawn_line(text.trim()) != Some(false);
    let rows = (1..).zip(lines).filter(|(_, (_, text, _))| is_row(text));
    let rows: Vec<Row<'_>> = rows
        .filter_map(|(count, line)| Row::new(count, *line))
        .collect();
    let Some(first) = rows.first() else {
        return Err((keyword, "found no map after this word, expected one".into()));
    };
    let one = known.filter(|size| !size.is_one_grid());
    if let Some(size) = one {
        let on_one_line = first.words_as_rows(size);
        let is_tail = has_tail && rows.len() > size.rows();
        let rows = match &on_one_line {
            Some(words) => &words[..],
            None if is_tail => &rows[..size.rows()],
            None => &rows[..],
        };
        return of_board(size, rows, first.place);
    }
    if rows.len() == 1
        && let Some(cells) = on_one_line(&first.words)
    {
        let size = size_of(cells.len().isqrt(), first.place)?;
        let index = first.place.0;
        let cells = cells
            .into_iter()
            .map(|(text, column)| (text, (index, column)));
        let cells = cells.collect();
        return Ok((Map { size, cells }, first.count));
    }
    let side = match (known, has_tail) {
        (Some(size), _) => size.side(),
        (None, true) => signs(&first.words, None).len(),
        (None, false) => rows.len(),
    };
    let size = size_of(side, first.place)?;
    let wrong_number = |place| {
        let found = rows.len();
        Err((place, format!("found {found} rows, expected {side}")))
    };
    if rows.len() < side {
        return wrong_number(first.place);
    }
    let mut cells = Vec::with_capacity(size.num_cells());
    for (number, row) in (1..).zip(&rows[..side]) {
        let of_row = row.cells(side);
        if of_row.len() != side {
            let found = of_row.len();
            let message = format!("found {found} cells in row {number}, expected {side}");
            return Err((row.place, message));
        }
        let index = row.place.0;
        cells.extend(
            of_row
                .into_iter()
                .map(|(text, column)| (text, (index, column))),
        );
    }
    match rows.get(side) {
        Some(row) if !has_tail => wrong_number(row.place),
        _ => Ok((Map { size, cells }, rows[side - 1].count)),
    }
}

/// Reads the map of several grids.
fn of_board(size: Size, rows: &[Row<'_>], place: Place) -> Result<(Map, usize), Fault> {
    if rows.len() != size.rows() {
        let (found, expected) = (counted(rows.len(), "row"), size.rows());
        let message = format!("found {found}, expected {expected} for {size}");
        return Err((place, message));
    }
    let mut cells = Vec::with_capacity(size.num_cells());
    for (number, row) in rows.iter().enumerate() {
        let of_row = row.cells(size.cols());
        if of_row.len() != size.cols() {
            let (found, expected) = (of_row.len(), size.cols());
            let message = format!(
                "found {found} cells in row {}, expected {expected}",
                number + 1
            );
            return Err((row.place, message));
        }
        for (cell, (text, column)) in size.row(number).zip(of_row) {
            let place = (row.place.0, column);
            match cell {
                Some(_) => cells.push((text, place)),
                None if is_gap(&text) => {}
                None => {
                    let found = messages::word(&text);
                    let message =
                        format!("found {found} outside of the grids, expected '{GAP}' or a blank");
                    return Err((place, message));
                }
            }
        }
    }
    let taken = rows.last().map_or(0, |row| row.count);
    Ok((Map { size, cells }, taken))
}

/// Returns `true` if a text stands where there is no grid.
fn is_gap(text: &str) -> bool {
    let mut chars = text.chars();
    let sign = chars.next();
    chars.next().is_none() && sign.is_some_and(|c| c == GAP || c == '0' || chars::is_blank(c))
}

/// A row of a map.
struct Row<'a> {
    /// Number of lines up to this row.
    count: usize,
    place: Place,
    words: Vec<Word<'a>>,
    /// Set if each word is a cell.
    is_fields: bool,
}

impl<'a> Row<'a> {
    fn new(count: usize, (index, text, column): Line<'a>) -> Option<Row<'a>> {
        let (words, is_fields) = row_words(text, column);
        Some(Row {
            count,
            place: (index, words.first()?.column),
            words,
            is_fields,
        })
    }

    /// Returns the rows of a board on this line, if each word is one of them.
    fn words_as_rows(&self, size: Size) -> Option<Vec<Row<'a>>> {
        let is_row = |word: &Word| word.text.chars().count() == size.cols();
        let are_rows = self.words.len() == size.rows() && self.words.iter().all(is_row);
        let row = |word: &Word<'a>| Row {
            count: self.count,
            place: (self.place.0, word.column),
            words: vec![*word],
            is_fields: false,
        };
        are_rows.then(|| self.words.iter().map(row).collect())
    }

    fn cells(&self, side: usize) -> Vec<(String, usize)> {
        let count = if self.is_fields {
            self.words.len()
        } else {
            side
        };
        signs(&self.words, Some(count))
    }
}

fn size_of(side: usize, place: Place) -> Result<Size, Fault> {
    let largest = Size::MAX.side();
    let message = || format!("found {side} rows, expected 1 to {largest}");
    Size::new(side).ok_or_else(|| (place, message()))
}

/// Returns the words of a row, without bars. Fields between commas may be empty: then
/// they are blank cells, and each word is one.
fn row_words(text: &str, column: usize) -> (Vec<Word<'_>>, bool) {
    if let Some(mark) = [',', ';'].into_iter().find(|&mark| text.contains(mark)) {
        let mut column = column;
        let fields = text.split(mark).map(|field| {
            let at = column + field.chars().take_while(|c| c.is_whitespace()).count();
            column += field.chars().count() + 1;
            let text = match field.trim() {
                "" => ".",
                text => text,
            };
            Word { text, column: at }
        });
        return (fields.collect(), true);
    }
    let is_gap = |c: char| c.is_whitespace() || is_bar(c);
    let mut words = Vec::new();
    let mut place = 0;
    for part in text.split_inclusive(is_gap) {
        let word = part.trim_end_matches(is_gap);
        if !word.is_empty() {
            words.push(Word {
                text: word,
                column: column + place,
            });
        }
        place += part.chars().count();
    }
    (words, false)
}

/// Returns the cells of a row: its words if there are `side` of them, its signs
/// otherwise. If it is not known how many there are, several words are cells.
fn signs(words: &[Word<'_>], side: Option<usize>) -> Vec<(String, usize)> {
    let are_cells = match side {
        Some(side) => words.len() == side,
        None => words.len() > 1,
    };
    if are_cells {
        let cells = words.iter().map(|word| (word.text.to_owned(), word.column));
        return cells.collect();
    }
    let each = words.iter().flat_map(|word| {
        let signs = word.text.chars().enumerate();
        signs.map(|(place, sign)| (sign.to_string(), word.column + place))
    });
    each.collect()
}

/// Returns the cells of a map on one line: N words of N signs, or a word of N² signs,
/// or N² words.
fn on_one_line(words: &[Word<'_>]) -> Option<Vec<(String, usize)>> {
    let is_square = |count: usize| count.isqrt().pow(2) == count;
    let are_rows = words
        .iter()
        .all(|word| word.text.chars().count() == words.len());
    let cells = match words {
        [_] => signs(words, Some(0)),
        _ if are_rows => signs(words, Some(0)),
        _ => signs(words, None),
    };
    is_square(cells.len()).then_some(cells)
}

/// Returns the lines of a statement's map: those up to the next statement.
pub(super) fn lines_of<'a>(lines: &[Line<'a>], start: usize) -> Vec<Line<'a>> {
    let rest = lines.get(start..).unwrap_or_default();
    let is_row = |(_, text, _): &&Line<'_>| !words::is_description(text);
    rest.iter().take_while(is_row).copied().collect()
}
