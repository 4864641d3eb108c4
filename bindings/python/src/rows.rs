//! Grids from Python's lists, and from the arrays and tables of other packages.

use crate::values::{Int, iterate, shown, shown_with_type, type_name};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyString};
use sudosat::sudoku::{Cell, Digit, Size};

/// Types of the values that stand for a missing one in tables and arrays, besides `None` and NaN.
const MISSING: [&str; 3] = ["NAType", "NaTType", "MaskedConstant"];
/// The forms of a grid that are taken, as messages list them.
const GRID: &str = "a text, rows of digits, or a list of all digits, with None or 0 for a blank";

/// A grid as Python gives it: N rows of N cells, or a text.
pub(crate) enum Rows {
    Cells {
        size: Size,
        /// By cell in reading order; `None` for a blank.
        digits: Vec<Option<Digit>>,
    },
    Text(String),
}

impl Rows {
    /// Reads an iterable of rows, each an iterable of digits with `None` or 0 for a blank, or of
    /// all digits row by row, or of texts that are rows. Tables of pandas and others become
    /// arrays first. An exception that an iterable raises is returned unchanged.
    pub(crate) fn read(grid: &Bound<'_, PyAny>) -> PyResult<Rows> {
        let mut items = members(grid)?.ok_or_else(|| {
            let found = shown_with_type(grid);
            PyTypeError::new_err(format!("found {found}, expected {GRID}"))
        })?;
        let most = Size::MAX.side() + 1;
        let Some(first) = items.next().transpose()? else {
            return Err(PyValueError::new_err(format!(
                "found an empty grid, expected {GRID}"
            )));
        };
        let Some(row) = members(&first)? else {
            let rest = items.take(most * most).collect::<PyResult<Vec<_>>>()?;
            return Rows::of_list([vec![first], rest].concat());
        };
        let mut rows = vec![row.take(most).collect::<PyResult<Vec<_>>>()?];
        for row in items.take(most) {
            let row = row?;
            let cells = members(&row)?.ok_or_else(|| {
                let found = shown_with_type(&row);
                PyTypeError::new_err(format!(
                    "row {}: found {found}, expected a list of digits with None or 0 for a blank",
                    rows.len() + 1
                ))
            })?;
            rows.push(cells.take(most).collect::<PyResult<_>>()?);
        }
        Rows::of_cells(size_of(&rows)?, &rows.concat())
    }

    /// Reads a list of all digits, or of rows of text.
    fn of_list(cells: Vec<Bound<'_, PyAny>>) -> PyResult<Rows> {
        let count = cells.len();
        let is_row = |cell: &Bound<'_, PyAny>| {
            let text = cell.cast::<PyString>().ok();
            text.is_some_and(|text| text.len().is_ok_and(|len| len == count))
        };
        if count > 1 && cells.iter().all(is_row) {
            let rows = cells.iter().map(|row| row.extract());
            let rows = rows.collect::<PyResult<Vec<String>>>()?;
            return Ok(Rows::Text(rows.join("\n")));
        }
        let side = count.isqrt();
        let size = Size::new(side).filter(|_| side * side == count);
        let size = size.ok_or_else(|| {
            let most = Size::MAX.side();
            PyValueError::new_err(format!(
                "found a list of {count}, expected N rows of N cells, or N·N cells, N from 1 to \
                 {most}"
            ))
        })?;
        Rows::of_cells(size, &cells)
    }

    fn of_cells(size: Size, cells: &[Bound<'_, PyAny>]) -> PyResult<Rows> {
        let is_text = |cell: &Bound<'_, PyAny>, texts: &[&str]| {
            let text = cell
                .cast::<PyString>()
                .ok()
                .and_then(|text| text.to_cow().ok());
            text.is_some_and(|text| texts.contains(&text.trim()))
        };
        let dot = cells.iter().find(|cell| is_text(cell, &["", "."]));
        let zero = size
            .cells()
            .zip(cells)
            .find(|(_, cell)| is_text(cell, &["0"]));
        if let (Some(dot), Some((cell, _))) = (dot, zero) {
            let dot = shown(dot);
            return Err(PyValueError::new_err(format!(
                "{cell}: found '0' beside {dot}, expected one kind of blank"
            )));
        }
        let digits = size.cells().zip(cells);
        let digits = digits.map(|(cell, value)| digit(value, cell, size));
        let digits = digits.collect::<PyResult<_>>()?;
        Ok(Rows::Cells { size, digits })
    }
}

/// Returns an iterator over the members of a list or another iterable, or `None` for other
/// values. Texts are no lists here, and neither are the numbers of numpy, which have
/// `__getitem__`.
fn members<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyIterator>>> {
    let class = value.get_type();
    let is_text = value.is_instance_of::<PyString>() || value.is_instance_of::<PyBytes>();
    match !is_text && (class.hasattr("__iter__")? || class.hasattr("__len__")?) {
        true => iterate(value),
        false => Ok(None),
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

/// Returns `true` for a complex number of numpy, which as a float loses a part.
fn is_complex(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let kind = match value.getattr_opt("dtype")? {
        Some(of) => of.getattr_opt("kind")?,
        None => None,
    };
    kind.map_or(Ok(false), |kind| kind.eq("c"))
}

/// Returns the digit of a cell: an integer, also as a float or a text.
fn digit(value: &Bound<'_, PyAny>, cell: Cell, size: Size) -> PyResult<Option<Digit>> {
    let class = value.get_type();
    if value.is_none() || MISSING.contains(&type_name(value).as_str()) {
        return Ok(None);
    }
    let message = |found: &str| {
        let side = size.side();
        format!(
            "{cell}: found {found}, expected a digit from 1 to {side}, or None or 0 for a blank"
        )
    };
    let outside = || PyValueError::new_err(message(&shown(value)));
    let number = if members(value)?.is_some() {
        return Err(PyTypeError::new_err(message(&shown_with_type(value))));
    } else if let Some(number) = Int::of(value)? {
        number.value()
    } else if let Ok(text) = value.cast::<PyString>() {
        match text.to_cow()?.trim() {
            "" | "." => return Ok(None),
            text => text.parse().ok(),
        }
    } else if class.hasattr("__float__")?
        && !is_complex(value)?
        && !value.is_instance_of::<PyBytes>()
    {
        let number: f64 = value.extract()?;
        if number.is_nan() {
            return Ok(None);
        }
        (number.fract() == 0.0 && number >= 0.0).then_some(number as u64)
    } else {
        return Err(PyTypeError::new_err(message(&shown_with_type(value))));
    };
    let number = number.and_then(|number| usize::try_from(number).ok());
    match number.ok_or_else(outside)? {
        0 => Ok(None),
        number => Digit::from_value(number, size)
            .ok_or_else(outside)
            .map(Some),
    }
}
