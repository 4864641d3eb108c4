//! Values of Python: integers of any size, iterables, and their pictures in messages.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyIterator};
use std::fmt;

/// Number of characters of a value that a message shows.
const SHOWN: usize = 60;

/// Returns the value as Python's `repr` shows it, shortened. A value without a
/// representation is shown as its type.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    let text = value.repr().map(|text| text.to_string());
    let mut text = text.unwrap_or_else(|_| format!("<{}>", type_name(value)));
    if let Some((end, _)) = text.char_indices().nth(SHOWN) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Returns the value as [`shown`], with the name of its type.
pub(crate) fn shown_with_type(value: &Bound<'_, PyAny>) -> String {
    format!("{} of type {}", shown(value), type_name(value))
}

/// Returns the name of the value's type.
pub(crate) fn type_name(value: &Bound<'_, PyAny>) -> String {
    let name = value.get_type().name();
    name.map_or_else(|_| "unknown".to_owned(), |name| name.to_string())
}

/// Returns an iterator over the value, or `None` if the value is not iterable. Tables of pandas and
/// others, which iterate over their labels, become arrays first. An exception that the value's own
/// methods raise is returned unchanged.
pub(crate) fn iterate<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyIterator>>> {
    let array = value.getattr_opt("to_numpy")?;
    let array = array.map(|it| it.call0()).transpose()?;
    let value = array.as_ref().unwrap_or(value);
    let class = value.get_type();
    if class.hasattr("__iter__")? || class.hasattr("__getitem__")? {
        return value.try_iter().map(Some);
    }
    Ok(None)
}

/// Returns the value as an integer of Python, or `None` if it is none. An exception of its
/// own method `__index__` is returned unchanged.
pub(crate) fn integer<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if value.is_instance_of::<PyInt>() {
        return Ok(Some(value.clone()));
    }
    match value.get_type().hasattr("__index__")? {
        true => value.call_method0("__index__").map(Some),
        false => Ok(None),
    }
}

/// An integer of any size, as an argument whose range the function checks.
pub(crate) struct Int {
    /// `None` if the integer is negative or does not fit.
    value: Option<u64>,
    /// The integer in messages.
    text: String,
}

impl Int {
    /// Returns the integer of a value, or `None` if the value is no integer.
    pub(crate) fn of(value: &Bound<'_, PyAny>) -> PyResult<Option<Int>> {
        let integer = integer(value)?;
        Ok(integer.map(|integer| Int {
            value: integer.extract().ok(),
            text: shown(&integer),
        }))
    }

    /// Returns the value, unless it is negative or does not fit.
    pub(crate) fn value(&self) -> Option<u64> {
        self.value
    }

    /// Returns the value as an index or length, unless it is negative or does not fit.
    pub(crate) fn size(&self) -> Option<usize> {
        self.value.and_then(|value| value.try_into().ok())
    }
}

impl From<u64> for Int {
    fn from(value: u64) -> Int {
        let text = value.to_string();
        let value = Some(value);
        Int { value, text }
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Int {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Int> {
        Int::of(&value)?.ok_or_else(|| {
            let found = shown_with_type(&value);
            PyTypeError::new_err(format!("found {found}, expected an integer"))
        })
    }
}
