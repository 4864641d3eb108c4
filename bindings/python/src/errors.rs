//! The exceptions of the module.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use sudosat::engine::EngineError as Failure;
use sudosat::io;

pyo3::create_exception!(
    sudosat,
    InputError,
    PyValueError,
    "A text or file that is not what was expected. `name`, `line` and `column` say where \
     (`None` if the error has no place), `message` says what was found and expected."
);

pyo3::create_exception!(
    sudosat,
    EngineError,
    PyRuntimeError,
    "An engine gave no answer that can be used: it is not installed, failed, or gave a wrong \
     answer."
);

pyo3::create_exception!(
    sudosat,
    WrongAnswer,
    PyValueError,
    "A grid that does not solve the puzzle; the text says which rule or clue it breaks."
);

/// Returns the exception for an error in a text or file.
pub(crate) fn input_error(py: Python<'_>, error: &io::InputError) -> PyErr {
    let exception = InputError::new_err(error.to_string());
    let value = exception.value(py);
    let attributes = value
        .setattr("name", &error.name)
        .and_then(|()| value.setattr("line", error.line))
        .and_then(|()| value.setattr("column", error.column))
        .and_then(|()| value.setattr("message", &error.message));
    match attributes {
        Ok(()) => exception,
        Err(other) => other,
    }
}

/// Returns the exception for an engine that gave no answer: `ValueError` for a request that
/// makes no sense.
pub(crate) fn engine_error(failure: &Failure) -> PyErr {
    match failure {
        Failure::Unknown { .. } | Failure::Command(_) | Failure::Encoding(_) => {
            PyValueError::new_err(failure.to_string())
        }
        _ => EngineError::new_err(failure.to_string()),
    }
}

/// Returns `ValueError` with the text of an error.
pub(crate) fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}
