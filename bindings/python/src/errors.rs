//! The exceptions of the module.

use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::io;
use std::path::Path;
use sudosat::engine::EngineError as Failure;
use sudosat::io::{InputError as Fault, OutputError};

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

/// Gives the class `InputError` the attributes of an error without a place, for exceptions
/// that a program creates itself.
pub(crate) fn add_defaults(py: Python<'_>) -> PyResult<()> {
    let class = py.get_type::<InputError>();
    class.setattr("name", "")?;
    class.setattr("line", py.None())?;
    class.setattr("column", py.None())?;
    class.setattr("message", "")
}

/// Returns the exception for an error in a text or file.
pub(crate) fn input_error(py: Python<'_>, fault: &Fault) -> PyErr {
    let fault = Fault {
        message: in_python(&fault.message),
        ..fault.clone()
    };
    let exception = InputError::new_err(fault.to_string());
    let value = exception.value(py);
    let attributes = value
        .setattr("name", &fault.name)
        .and_then(|()| value.setattr("line", fault.line))
        .and_then(|()| value.setattr("column", fault.column))
        .and_then(|()| value.setattr("message", &fault.message));
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
            value_error(failure)
        }
        _ => EngineError::new_err(failure.to_string()),
    }
}

/// Returns `ValueError` with the text of an error.
pub(crate) fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(in_python(&error.to_string()))
}

/// Returns the `OSError` for an error of the system: of the class for its kind, as
/// `FileNotFoundError`, with `errno`, and with `filename` if there is a path.
pub(crate) fn os_error(
    py: Python<'_>,
    error: &io::Error,
    reason: &str,
    path: Option<&Path>,
) -> PyErr {
    let exception = || {
        let number = match error.raw_os_error() {
            Some(number) => number,
            None => py
                .import("errno")?
                .getattr(name_of(error.kind()))?
                .extract()?,
        };
        let path = path.map(Path::as_os_str);
        // The constructor chooses the class by the number.
        py.get_type::<PyOSError>().call1((number, reason, path))
    };
    exception().map_or_else(|other: PyErr| other, PyErr::from_value)
}

/// Returns the `OSError` for a file that can't be opened.
pub(crate) fn unreadable(py: Python<'_>, error: &io::Error, path: &Path) -> PyErr {
    let fault = Fault::unreadable("", error);
    os_error(py, error, &fault.message, Some(path))
}

/// Returns the `OSError` for a file that can't be written.
pub(crate) fn unwritable(py: Python<'_>, error: &OutputError, path: &Path) -> PyErr {
    let text = error.to_string();
    // The exception names the file itself.
    let reason = text.strip_prefix(&format!("{}: ", path.display()));
    let reason = reason.unwrap_or(&text);
    match error {
        OutputError::Exists { .. } => {
            let reason = "the file exists; force=True replaces it";
            os_error(py, &io::ErrorKind::AlreadyExists.into(), reason, Some(path))
        }
        OutputError::Unusable { reason, .. } => {
            let kind = match path.is_dir() {
                true => io::ErrorKind::IsADirectory,
                false => io::ErrorKind::NotFound,
            };
            os_error(py, &kind.into(), reason, Some(path))
        }
        OutputError::Failed(cause) | OutputError::NotLasting { error: cause, .. } => {
            os_error(py, cause, reason, Some(path))
        }
        _ => PyOSError::new_err(text),
    }
}

/// Returns the name in Python's module `errno` for a kind of error.
fn name_of(kind: io::ErrorKind) -> &'static str {
    match kind {
        io::ErrorKind::NotFound => "ENOENT",
        io::ErrorKind::PermissionDenied => "EACCES",
        io::ErrorKind::AlreadyExists => "EEXIST",
        io::ErrorKind::IsADirectory => "EISDIR",
        io::ErrorKind::NotADirectory => "ENOTDIR",
        io::ErrorKind::StorageFull => "ENOSPC",
        io::ErrorKind::QuotaExceeded => "EDQUOT",
        io::ErrorKind::FileTooLarge => "EFBIG",
        io::ErrorKind::ReadOnlyFilesystem => "EROFS",
        io::ErrorKind::InvalidFilename => "ENAMETOOLONG",
        io::ErrorKind::InvalidInput => "EINVAL",
        io::ErrorKind::BrokenPipe => "EPIPE",
        _ => "EIO",
    }
}

/// Returns a message in which the options of the program are arguments of this module:
/// `--symbols 1-G` becomes `symbols="1-G"`.
fn in_python(message: &str) -> String {
    let mut text = message.replace("(-e extended)", "(encode(\"extended\"))");
    // There is no such argument.
    for end in ["drops it", "drops them"] {
        text = text.replace(&format!("; --ignore-unknown-rules {end}"), "");
    }
    for name in ["symbols", "rules"] {
        let option = format!("--{name}");
        let mut parts = text.split(&option);
        let mut translated = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let word = part.strip_prefix(' ').unwrap_or_default();
            let end = word.find(|c: char| !c.is_alphanumeric() && c != '-');
            let word = &word[..end.unwrap_or(word.len())];
            translated += name;
            translated += "=";
            // Only a range of symbols or this rule is a value: other words go on with the
            // sentence.
            match word.contains('-') || word == "latin" {
                true => translated += &format!("\"{word}\"{}", &part[1 + word.len()..]),
                false => translated += part,
            }
        }
        text = translated;
    }
    text
}
