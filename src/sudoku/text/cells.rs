//! The cells of a row: how they are parted, and what each of them says.

use super::detect::Body;
use super::say;
use crate::sudoku::Size;

/// What a cell's text says, before it is known which digits the symbols mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Raw {
    /// `.` `_` `*` `?` or an empty field.
    Blank,
    /// `0`: a blank, or a clue where the symbols start at 0.
    Zero,
    /// `1` to `9`.
    Digit(u8),
    /// An ASCII letter, as written.
    Letter(u8),
    /// A number of more than one figure, more than 0.
    Number(u16),
}

/// What parts the cells of a row. It is the same in all rows of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    /// Nothing.
    None,
    /// Blanks, between groups of n cells.
    Groups,
    /// Blanks (or tabs, if no cell is empty).
    Blanks,
    /// The lines of boxes, and blanks.
    Bars,
    Comma,
    Semicolon,
    Tab,
}

impl Separator {
    pub fn name(self) -> &'static str {
        match self {
            Separator::None => "symbols without separators",
            Separator::Groups => "groups of symbols parted by blanks",
            Separator::Blanks => "cells parted by blanks",
            Separator::Bars => "boxes drawn with lines",
            Separator::Comma => "cells parted by commas",
            Separator::Semicolon => "cells parted by semicolons",
            Separator::Tab => "cells parted by tabs",
        }
    }
}

/// The cells of a line.
#[derive(Debug)]
pub(super) struct Row {
    pub separator: Separator,
    /// Whether each cell has separators around it: then it may be a number.
    pub parted: bool,
    pub cells: Vec<Raw>,
    /// By cell: its column in the line, from 1, in characters.
    pub columns: Vec<u32>,
}

/// A message and the column it is about.
pub(super) type Fault = (usize, String);

/// No line has more cells: the grid of the largest order.
fn most_cells() -> usize {
    Size::MAX.num_cells()
}

pub(super) fn is_gap(c: char) -> bool {
    c == ' ' || c == '\t'
}

/// A vertical line between boxes.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏')
}

/// Reads a line's cells.
pub(super) fn row(body: &Body) -> Result<Row, Fault> {
    if body.text.contains(is_bar) {
        return boxed(body);
    }
    for (mark, separator) in [
        (',', Separator::Comma),
        (';', Separator::Semicolon),
        ('\t', Separator::Tab),
    ] {
        let is_table = mark != '\t' || !body.text.contains(' ');
        if body.text.contains(mark) && is_table {
            let (text, column) = match separator {
                // An empty field at an end of the line is a cell.
                Separator::Tab => (body.full, 1),
                _ => (body.text, body.column),
            };
            return fields(text, column, mark, separator);
        }
    }
    let tokens = split(body.text, body.column, is_gap, Empty::Dropped)?;
    match grouping(tokens.len(), tokens.iter().map(|token| token.1)) {
        Some(separator) => in_groups(&tokens, separator),
        None => one_each(&tokens, Separator::Blanks),
    }
}

/// Whether these words are rows of symbols: one word, or m words of m symbols.
fn grouping<'a>(count: usize, mut words: impl Iterator<Item = &'a str>) -> Option<Separator> {
    match count {
        1 => Some(Separator::None),
        _ if words.all(|word| word.chars().count() == count) => Some(Separator::Groups),
        _ => None,
    }
}

/// A row of boxes drawn with lines.
fn boxed(body: &Body) -> Result<Row, Fault> {
    let segments = split(body.text, body.column, is_bar, Empty::Kept)?;
    let last = segments.len() - 1;
    let mut tokens = Vec::new();
    let mut single = 0;
    for (index, &(column, segment)) in segments.iter().enumerate() {
        let words = split(segment, column, is_gap, Empty::Dropped)?;
        if words.is_empty() && index > 0 && index < last {
            let expected = "expected the cells of a box, with . for a blank cell";
            return Err((
                column,
                format!("found nothing between two bars, {expected}"),
            ));
        }
        single += usize::from(words.len() == 1);
        tokens.extend(words);
    }
    // Boxes without blanks in them: one word each, as long as there are words.
    let separated = single == tokens.len();
    match grouping(tokens.len(), tokens.iter().map(|token| token.1)) {
        Some(_) if separated => in_groups(&tokens, Separator::Bars),
        _ => one_each(&tokens, Separator::Bars),
    }
}

/// Fields between marks; an empty one is a blank cell.
fn fields(text: &str, column: usize, mark: char, separator: Separator) -> Result<Row, Fault> {
    let mut fields = split(text, column, |c| c == mark, Empty::Kept)?;
    for (column, field) in &mut fields {
        let trimmed = field.trim_start_matches(is_gap);
        *column += field.len() - trimmed.len();
        *field = trimmed.trim_end_matches(is_gap);
    }
    one_each(&fields, separator)
}

fn one_each(tokens: &[(usize, &str)], separator: Separator) -> Result<Row, Fault> {
    let mut row = Row {
        separator,
        parted: true,
        cells: Vec::with_capacity(tokens.len()),
        columns: Vec::with_capacity(tokens.len()),
    };
    for &(column, token) in tokens {
        row.cells
            .push(cell(token).map_err(|message| (column, message))?);
        row.columns.push(column as u32);
    }
    Ok(row)
}

fn in_groups(tokens: &[(usize, &str)], separator: Separator) -> Result<Row, Fault> {
    let mut row = Row {
        separator,
        parted: false,
        cells: Vec::new(),
        columns: Vec::new(),
    };
    for &(column, token) in tokens {
        if token.len() > most_cells() {
            return Err((column, too_many()));
        }
        for (place, c) in token.chars().enumerate() {
            let column = column + place;
            let symbol =
                symbol(c).ok_or_else(|| (column, say::no_cell(c.encode_utf8(&mut [0; 4]))))?;
            row.cells.push(symbol);
            row.columns.push(column as u32);
        }
    }
    Ok(row)
}

/// What a symbol says.
pub(super) fn symbol(c: char) -> Option<Raw> {
    match c {
        '0' => Some(Raw::Zero),
        '1'..='9' => Some(Raw::Digit(c as u8 - b'0')),
        'A'..='Z' | 'a'..='z' => Some(Raw::Letter(c as u8)),
        _ => say::is_blank(c).then_some(Raw::Blank),
    }
}

/// What the text of a cell with separators around it says.
fn cell(text: &str) -> Result<Raw, String> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (None, _) => Ok(Raw::Blank),
        (Some(c), None) => symbol(c).ok_or_else(|| say::no_cell(text)),
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => number(text),
        _ => Err(say::no_cell(text)),
    }
}

/// A decimal number, leading zeros allowed.
fn number(text: &str) -> Result<Raw, String> {
    let largest = Size::MAX.side();
    match text.trim_start_matches('0') {
        "" => Ok(Raw::Zero),
        figures => match figures.parse::<u16>() {
            Ok(value @ 1..=9) => Ok(Raw::Digit(value as u8)),
            Ok(value) if usize::from(value) <= largest => Ok(Raw::Number(value)),
            _ => Err(format!(
                "found {}, expected a digit (at most {largest} in the largest grid) or {}",
                say::word(text),
                say::BLANKS
            )),
        },
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Empty {
    Kept,
    Dropped,
}

fn too_many() -> String {
    format!(
        "found more than {} cells on a line, expected a grid of order {} at most",
        most_cells(),
        Size::MAX_ORDER
    )
}

/// The parts of a text between separators, each with its column, where the
/// text starts at `column`.
fn split(
    text: &str,
    column: usize,
    is_separator: impl Fn(char) -> bool,
    empty: Empty,
) -> Result<Vec<(usize, &str)>, Fault> {
    let mut parts = Vec::new();
    let mut start = (column, 0);
    let ends = text.char_indices().map(|(at, c)| (at, Some(c)));
    for (place, (at, c)) in ends.chain([(text.len(), None)]).enumerate() {
        if c.is_some_and(|c| !is_separator(c)) {
            continue;
        }
        if at > start.1 || empty == Empty::Kept {
            if parts.len() == most_cells() {
                return Err((start.0, too_many()));
            }
            parts.push((start.0, &text[start.1..at]));
        }
        start = (column + place + 1, at + c.map_or(0, char::len_utf8));
    }
    Ok(parts)
}
