//! Cells by their names: `r1c2`, `B3`, or a row and a column; and grids that are a list of
//! such cells with their digits, as `r1c1=5 r1c4=3`.

use super::description::words;
use crate::sudoku::{Cell, Size};

/// The name of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    row: usize,
    col: usize,
    /// The number of the first row and column, if the name fixes it.
    base: Option<usize>,
    /// Set if the row is a letter.
    is_letter: bool,
}

impl Named {
    /// Returns the name of two numbers, which count from 0 or from 1.
    pub(super) fn numbers(row: u64, col: u64) -> Named {
        let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        Named {
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
pub(super) fn name(text: &str) -> Option<Named> {
    let text = text.trim();
    if let Some(cell) = words::cell(text) {
        return Some(Named {
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
        return Some(Named {
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
    Some(Named::numbers(number(row)?, number(col)?))
}

/// Returns the number of the first row and column, 0 or 1, if the names of cells of a
/// grid with this number of rows leave no other.
///
/// # Errors
/// If both are possible, or none, or if letters may be columns.
pub(super) fn base(named: &[Named], side: usize) -> Result<usize, String> {
    let ascend = |key: &dyn Fn(&Named) -> (usize, usize)| {
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
pub(super) fn side(named: &[Named], stated: &[usize]) -> Result<usize, String> {
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
