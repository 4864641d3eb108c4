//! Maps: a grid of clues, regions or cages, drawn row by row.

use super::words::{self, Fault, Place, Word};
use crate::sudoku::Size;
use crate::sudoku::text::chars::is_bar;
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

/// Reads a map of these lines. All of them are its rows, except with
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
    let rows: Vec<(usize, Place, Vec<Word<'_>>, bool)> = lines
        .iter()
        .enumerate()
        .filter(|(_, (_, text, _))| drawn_line(text.trim()) != Some(false))
        .filter_map(|(count, &(index, text, column))| {
            let (words, is_fields) = row_words(text, column);
            let first = words.first()?;
            Some((count + 1, (index, first.column), words, is_fields))
        })
        .collect();
    let Some((first, place)) = rows.first().map(|(_, place, words, _)| (words, *place)) else {
        return Err((keyword, "found no map after this word, expected one".into()));
    };
    if let [(taken, (index, _), words, _)] = &rows[..]
        && let Some(cells) = on_one_line(words)
    {
        let side = cells.len().isqrt();
        let size = Size::new(side).ok_or_else(|| too_large(place, side))?;
        let cells = cells.into_iter();
        let cells = cells.map(|(text, column)| (text, (*index, column)));
        return Ok((
            Map {
                size,
                cells: cells.collect(),
            },
            *taken,
        ));
    }
    let side = match (known, has_tail) {
        (Some(size), _) => size.side(),
        (None, true) => signs(first, None).len(),
        (None, false) => rows.len(),
    };
    let size = Size::new(side).ok_or_else(|| too_large(place, side))?;
    if rows.len() < side {
        let found = rows.len();
        return Err((place, format!("found {found} rows, expected {side}")));
    }
    let mut cells = Vec::with_capacity(size.num_cells());
    let mut taken = 0;
    for (number, (count, (index, column), words, is_fields)) in rows.iter().take(side).enumerate() {
        let row = match is_fields {
            true => signs(words, Some(words.len())),
            false => signs(words, Some(side)),
        };
        if row.len() != side {
            let message = format!(
                "found {} cells in row {}, expected {side}",
                row.len(),
                number + 1
            );
            return Err(((*index, *column), message));
        }
        cells.extend(row.into_iter().map(|(text, at)| (text, (*index, at))));
        taken = *count;
    }
    if let Some((_, place, ..)) = rows.get(side).filter(|_| !has_tail) {
        let found = rows.len();
        return Err((*place, format!("found {found} rows, expected {side}")));
    }
    Ok((Map { size, cells }, taken))
}

fn too_large(place: Place, side: usize) -> Fault {
    let largest = Size::MAX.side();
    let message = format!("found {side} rows, expected 1 to {largest}");
    (place, message)
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
