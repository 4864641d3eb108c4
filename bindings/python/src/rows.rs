//! Rows of digits from Python's lists.

use crate::values::{Int, iterate, shown_with_type};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyString};
use sudosat::sudoku::{Cell, Digit, Size};

/// A grid of N rows of N cells, each a digit from 1 or a blank.
pub(crate) struct Rows {
    pub(crate) size: Size,
    /// By cell in reading order; `None` for a blank.
    pub(crate) digits: Vec<Option<Digit>>,
}

impl Rows {
    /// Reads an iterable of rows, each an iterable of digits with `None` or 0 for a blank.
    /// An exception that an iterable raises is returned unchanged.
    pub(crate) fn read(rows: &Bound<'_, PyAny>) -> PyResult<Rows> {
        let iterator = members(rows)?.ok_or_else(|| {
            let found = shown_with_type(rows);
            PyTypeError::new_err(format!(
                "found {found}, expected a text or rows of digits with None or 0 for a blank"
            ))
        })?;
        let most = Size::MAX.side() + 1;
        let mut cells = Vec::new();
        for row in iterator.take(most) {
            let row = row?;
            let members = members(&row)?.ok_or_else(|| {
                let found = shown_with_type(&row);
                PyTypeError::new_err(format!(
                    "row {}: found {found}, expected a list of digits with None or 0 for a blank",
                    cells.len() + 1
                ))
            })?;
            cells.push(members.take(most).collect::<PyResult<Vec<_>>>()?);
        }
        let size = size_of(&cells)?;
        let digits = size.cells().zip(cells.iter().flatten());
        let digits = digits.map(|(cell, value)| digit(value, cell, size));
        let digits = digits.collect::<PyResult<_>>()?;
        Ok(Rows { size, digits })
    }
}

/// Returns an iterator over the members of a list or another iterable, or `None` for other
/// values. Texts are no lists here.
fn members<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyIterator>>> {
    match value.is_instance_of::<PyString>() || value.is_instance_of::<PyBytes>() {
        true => Ok(None),
        false => iterate(value),
    }
}

/// Returns the size of the grid that has these rows.
fn size_of<T>(rows: &[Vec<T>]) -> PyResult<Size> {
    let side = rows.len();
    let expected = format!(
        "expected N rows of N cells, N from 1 to {}",
        Size::MAX.side()
    );
    let size = Size::new(side).ok_or_else(|| {
        let found = if side == 0 { "no" } else { "too many" };
        PyValueError::new_err(format!("found {found} rows, {expected}"))
    })?;
    match rows.iter().position(|row| row.len() != side) {
        None => Ok(size),
        Some(row) => Err(PyValueError::new_err(format!(
            "found {side} rows, but row {} has length {}, {expected}",
            row + 1,
            rows[row].len()
        ))),
    }
}

/// Returns the digit of a cell.
fn digit(value: &Bound<'_, PyAny>, cell: Cell, size: Size) -> PyResult<Option<Digit>> {
    if value.is_none() {
        return Ok(None);
    }
    let message = |found: &str| {
        let side = size.side();
        format!(
            "{cell}: found {found}, expected a digit from 1 to {side}, or None or 0 for a blank"
        )
    };
    let Some(number) = Int::of(value)? else {
        return Err(PyTypeError::new_err(message(&shown_with_type(value))));
    };
    if number.value() == Some(0) {
        return Ok(None);
    }
    let digit = number
        .size()
        .and_then(|value| Digit::from_value(value, size));
    let outside = || PyValueError::new_err(message(&number.to_string()));
    digit.ok_or_else(outside).map(Some)
}
