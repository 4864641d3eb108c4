//! Cells by their names: `r1c2`, `B3`, or a row and a column; and grids that are a list of
//! such cells with their digits, as `r1c1=5 r1c4=3`.

use super::chars::is_gap;
use super::description::words;
use super::messages::{self, Fault};
use crate::sudoku::{Cell, Size};

/// The name of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellName {
    row: usize,
    col: usize,
    /// The number of the first row and column, if the name fixes it.
    base: Option<usize>,
    /// Set if the row is a letter.
    is_letter: bool,
}

impl CellName {
    /// Returns the name of two numbers, which count from 0 or from 1.
    pub(super) fn numbers(row: u64, col: u64) -> CellName {
        let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        CellName {
            row: number(row),
            col: number(col),
            base: None,
            is_letter: false,
        }
    }

    /// Returns the cell with this name in a grid, `None` if it is outside.
    pub(super) fn cell(self, base: usize, size: Size) -> Option<Cell> {
        let (row, col) = (self.row.checked_sub(base)?, self.col.checked_sub(base)?);
        (row.max(col) < size.side()).then(|| Cell::new(row, col))
    }
}

/// Returns the cell of a name: `r1c2` or `R1C2`, `B3` with the row as a letter, or two
/// numbers with a comma between them.
pub(super) fn name(text: &str) -> Option<CellName> {
    let text = text.trim();
    if let Some(cell) = words::cell(text) {
        return Some(CellName {
            row: cell.row() + 1,
            col: cell.col() + 1,
            base: Some(1),
            is_letter: false,
        });
    }
    let number = |text: &str| -> Option<u64> {
        let text = text.trim();
        let is_number = (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| text.parse().ok())?
    };
    if let Some(letter @ (b'A'..=b'Z' | b'a'..=b'z')) = text.bytes().next() {
        let col = number(&text[1..])?;
        return Some(CellName {
            row: usize::from(letter.to_ascii_uppercase() - b'A') + 1,
            col: usize::try_from(col).ok()?,
            base: Some(1),
            is_letter: true,
        });
    }
    let inner = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    let (row, col) = inner.unwrap_or(text).split_once([',', '_', '-', ':'])?;
    Some(CellName::numbers(number(row)?, number(col)?))
}

/// Returns the number of the first row and column, 0 or 1, if the names of cells of a
/// grid with this number of rows leave no other.
///
/// # Errors
/// If both are possible, or none, or if letters may be columns.
pub(super) fn base(named: &[CellName], side: usize) -> Result<usize, String> {
    let ascend = |key: &dyn Fn(&CellName) -> (usize, usize)| {
        named.windows(2).all(|pair| key(&pair[0]) <= key(&pair[1]))
    };
    let has_letters = named.iter().any(|named| named.is_letter);
    let by_cols = ascend(&|named| (named.col, named.row));
    if has_letters && by_cols && !ascend(&|named| (named.row, named.col)) {
        return Err(
            "found cells as A1, B1, C1 in this order: their letters may be columns, expected \
             letters for rows, or names as r1c2"
                .to_owned(),
        );
    }
    if let Some(base) = named.iter().find_map(|named| named.base) {
        return Ok(base);
    }
    let numbers = || named.iter().flat_map(|named| [named.row, named.col]);
    let (least, most) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
    match (least == 0, most >= side) {
        (true, false) => Ok(0),
        (false, true) => Ok(1),
        (true, true) => Err(format!(
            "found rows and columns from 0 to {most}, expected 0 to {} or 1 to {side}",
            side - 1
        )),
        (false, false) => Err(format!(
            "found rows and columns from {least} to {most}, which may count from 0 or from 1; \
             expected names as r1c2"
        )),
    }
}

/// Returns the number of rows of the grid that has these cells. `stated` are the numbers
/// of rows that it may have, as far as they are stated.
pub(super) fn side(named: &[CellName], stated: &[usize]) -> Result<usize, String> {
    let numbers = || named.iter().flat_map(|named| [named.row, named.col]);
    let is_fixed = named.iter().any(|named| named.base.is_some());
    let from_zero = !is_fixed && numbers().any(|number| number == 0);
    let most = numbers().max().unwrap_or(0) + usize::from(from_zero);
    if let Some(&side) = stated.iter().find(|&&side| side >= most) {
        return Ok(side);
    }
    if let Some(side) = stated.first() {
        return Err(format!("found a cell in row or column {most} of {side}"));
    }
    // All cells are there, or the last row or column of the usual size is.
    if most == 9 || most * most == named.len() {
        return Ok(most);
    }
    Err(format!(
        "found cells up to row or column {most} and no size, expected a size, or a cell in r9 or c9 of a 9×9 grid"
    ))
}

/// A cell with its digit.
pub(super) struct Clue<'a> {
    pub name: CellName,
    pub column: usize,
    pub token: &'a str,
    pub token_column: usize,
}

/// Returns `true` for a line that begins with a cell and its digit.
pub(super) fn begins(line: &str) -> bool {
    let body = without_label(line).1;
    let (name, rest) = first_name(body);
    let rest = rest.trim_start();
    // Letters and numbers may be cells of a row.
    let is_certain = words::cell(name).is_some();
    is_certain && rest.starts_with(['=', ':']) || named_by_letter(name) && rest.starts_with('=')
}

fn named_by_letter(text: &str) -> bool {
    name(text).is_some_and(|name| name.is_letter)
}

/// Returns the characters before a line's first cell, and the rest of the line.
fn without_label(line: &str) -> (usize, &str) {
    let body = line.trim_start();
    let is_label = |label: &&&str| {
        let start = body.get(..label.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(label))
    };
    let label = ["givens:", "clues:"].iter().find(is_label);
    let body = label.map_or(body, |label| body[label.len()..].trim_start());
    (line[..line.len() - body.len()].chars().count(), body)
}

/// Returns the name that a text begins with, and the rest.
fn first_name(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric());
    text.split_at(end.unwrap_or(text.len()))
}

/// Returns the cells of a line, each with its digit.
pub(super) fn clues(line: &str) -> Result<Vec<Clue<'_>>, Fault> {
    let (before, body) = without_label(line);
    let mut clues = Vec::new();
    let mut rest = body;
    let column = |rest: &str| before + body[..body.len() - rest.len()].chars().count() + 1;
    loop {
        rest = rest.trim_start_matches(|c: char| is_gap(c) || matches!(c, ',' | ';'));
        if rest.is_empty() {
            return Ok(clues);
        }
        let start = rest;
        let (word, after) = first_name(rest);
        let after = after.trim_start();
        let expected = |rest: &str| {
            let word = rest.split(is_gap).next().unwrap_or_default();
            let found = messages::word(word);
            (
                column(rest),
                format!("found {found}, expected a cell and its digit, as r1c2=3"),
            )
        };
        let name = name(word).ok_or_else(|| expected(start))?;
        let after = after
            .strip_prefix(['=', ':'])
            .ok_or_else(|| expected(start))?;
        let after = after.trim_start_matches(is_gap);
        let is_end = |c: char| is_gap(c) || matches!(c, ',' | ';');
        let (token, next) = after.split_at(after.find(is_end).unwrap_or(after.len()));
        if token.is_empty() {
            return Err(expected(start));
        }
        clues.push(Clue {
            name,
            column: column(start),
            token,
            token_column: column(after),
        });
        rest = next;
    }
}
