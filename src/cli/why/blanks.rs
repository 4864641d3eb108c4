//! A blank cell too few or too many in a pasted grid: where it may be.
//!
//! One row of the grid is a cell shorter or longer than the others, or the line of the
//! whole grid is. A blank is put in, or left out, at each place in turn, and the places
//! are named that leave exactly one solution.

use super::only_solution;
use std::fmt;
use std::ops::Range;
use sudosat::budget::Budget;
use sudosat::reason::lists::one_of;
use sudosat::sudoku::Cell;
use sudosat::sudoku::text::Options;

/// The way in which the cells of a line are separated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Fields between marks. A field may be empty.
    Fields(char),
    /// Words, with bars between boxes.
    Words,
    /// Single characters, with gaps or bars between boxes.
    Chars,
}

/// A row of the grid, or the line of the whole grid: the places of its cells in the text,
/// in bytes.
type Row = Vec<Range<usize>>;

/// A place among the cells as they are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    At(Cell),
    /// Behind the last cell of a row, or of the grid.
    After(Cell),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::At(cell) => write!(f, "{cell}"),
            Place::After(cell) => write!(f, "after {cell}"),
        }
    }
}

/// Returns a sentence with the places where a blank may be missing or too much in the
/// text of a puzzle; `None` if there are none.
pub(super) fn suggestion(text: &str, options: &Options, budget: &Budget) -> Option<String> {
    let marks = [',', ';', '\t'].map(Style::Fields);
    let styles = marks.into_iter().chain([Style::Words, Style::Chars]);
    let damage = styles
        .filter_map(|style| Damage::find(text, style))
        .next()?;
    let mut puzzles = Vec::new();
    let mut places: Vec<Place> = Vec::new();
    for (place, repaired) in damage.repairs(text) {
        // Along a run of blanks, each place gives the same puzzle.
        if let Some(puzzle) = super::only_puzzle(&repaired, options)
            && !puzzles.contains(&puzzle)
        {
            if only_solution(&puzzle, budget) && !places.contains(&place) {
                places.push(place);
            }
            puzzles.push(puzzle);
        }
    }
    let is_at = matches!(places.first()?, Place::At(_));
    let places = format!("{}{}", if is_at { "at " } else { "" }, one_of(places));
    Some(match damage.is_missing {
        true => format!("With a blank put in {places} there is exactly one solution."),
        false => format!("Without the blank {places} there is exactly one solution."),
    })
}

/// A row that has a cell too few or too many.
struct Damage {
    style: Style,
    row: Row,
    /// The first cell of the row as a number; the cells of the grid are numbered from 0.
    first: usize,
    /// The number of cells that the row should have.
    whole: usize,
    side: usize,
    is_missing: bool,
    /// The text of a blank cell.
    blank: String,
}

impl Damage {
    /// Finds the only row with a cell too few or too many.
    fn find(text: &str, style: Style) -> Option<Damage> {
        let mut rows = rows(text, style);
        let (wrong, whole, side) = match &rows[..] {
            [line] => {
                let cells = line.len();
                let side = (2..=cells).find(|side| (side * side).abs_diff(cells) <= 1)?;
                (0, side * side, side)
            }
            rows => {
                let side = rows.len();
                let mut wrong = (0..side).filter(|&row| rows[row].len() != side);
                let (Some(row), None) = (wrong.next(), wrong.next()) else {
                    return None;
                };
                (row, side, side)
            }
        };
        let cells = rows.iter().flatten();
        let blanks = cells.map(|cell| &text[cell.clone()]);
        let blanks = blanks.filter(|cell| matches!(*cell, "" | "." | "_" | "*" | "?" | "-" | "·"));
        let blank = blanks.min().unwrap_or("0").to_owned();
        let row = rows.swap_remove(wrong);
        (row.len().abs_diff(whole) == 1).then_some(Damage {
            style,
            first: wrong * side,
            whole,
            side,
            is_missing: row.len() < whole,
            row,
            blank,
        })
    }

    /// Returns the repaired texts, each with the place of the blank.
    fn repairs(&self, text: &str) -> Vec<(Place, String)> {
        let cells = &self.row;
        let mut repairs = Vec::new();
        let mut replace = |place: usize, range: Range<usize>, by: &str| {
            let mut repaired = text.to_owned();
            repaired.replace_range(range, by);
            repairs.push((self.place(place), repaired));
        };
        let gap = match self.style {
            Style::Fields(mark) => mark.to_string(),
            Style::Words => " ".to_owned(),
            Style::Chars => String::new(),
        };
        if !self.is_missing {
            for (place, cell) in cells.iter().enumerate() {
                if text[cell.clone()] == self.blank {
                    // With the mark or the gap on one side.
                    let is_gap = text[cell.end..].starts_with(&gap);
                    let end = cell.end + if is_gap { gap.len() } else { 0 };
                    let is_last = place + 1 == cells.len();
                    let is_before = is_last && text[..cell.start].ends_with(&gap);
                    let start = cell.start - if is_before { gap.len() } else { 0 };
                    let end = if is_before { cell.end } else { end };
                    replace(place, start..end, "");
                }
            }
            return repairs;
        }
        for place in 0..=cells.len() {
            // Between two cells there may be a bar: the blank is on either side of it.
            if let Some(cell) = place.checked_sub(1).map(|before| &cells[before]) {
                replace(place, cell.end..cell.end, &format!("{gap}{}", self.blank));
            }
            if let Some(cell) = cells.get(place) {
                let by = format!("{}{gap}", self.blank);
                replace(place, cell.start..cell.start, &by);
            }
        }
        repairs
    }

    /// Returns the place of a cell of the row.
    fn place(&self, place: usize) -> Place {
        let cell = |index: usize| Cell::new(index / self.side, index % self.side);
        match place < self.whole {
            true => Place::At(cell(self.first + place)),
            false => Place::After(cell(self.first + self.whole - 1)),
        }
    }
}

/// Returns the rows of the only grid of a text: of a description those after `clues`,
/// otherwise all lines but comments and those drawn between boxes.
fn rows(text: &str, style: Style) -> Vec<Row> {
    let mut lines: Vec<(usize, &str)> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let is_row = |line: &str| !line.is_empty() && !line.starts_with(['#', '[']);
        match line.trim() {
            "clues" => lines.clear(),
            trimmed if is_row(trimmed) && !is_drawn(trimmed) => lines.push((start, line)),
            _ => {}
        }
        start += line.len();
    }
    let lines = lines.into_iter();
    lines
        .map(|(start, line)| cells(line.trim_end_matches(['\n', '\r']), start, style))
        .collect()
}

/// Returns `true` for a line that is drawn between boxes.
fn is_drawn(line: &str) -> bool {
    let is_box = |c: char| matches!(c, '+' | '=' | '\u{2500}'..='\u{257f}');
    line.contains(is_box) && line.chars().all(|c| is_box(c) || "-| \t".contains(c))
}

/// Returns the places of the cells of a line that begins at `start`.
fn cells(line: &str, start: usize, style: Style) -> Row {
    let is_bar = |c: char| matches!(c, '|' | '¦' | '\u{2500}'..='\u{257f}');
    let is_between = |c: char| match style {
        Style::Fields(mark) => c == mark,
        Style::Words | Style::Chars => c.is_whitespace() || is_bar(c),
    };
    let place = |part: &str| {
        let begin = start + (part.as_ptr() as usize - line.as_ptr() as usize);
        begin..begin + part.len()
    };
    let parts = line.split(is_between);
    match style {
        Style::Fields(_) => parts.map(place).collect(),
        Style::Words => parts.filter(|part| !part.is_empty()).map(place).collect(),
        Style::Chars => {
            let characters = line.char_indices().filter(|&(_, c)| !is_between(c));
            characters
                .map(|(at, c)| start + at..start + at + c.len_utf8())
                .collect()
        }
    }
}
