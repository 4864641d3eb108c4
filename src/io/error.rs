//! Errors of inputs, with their place, and of outputs.

use super::display;
use std::fmt;
use std::io;

/// An error in an input: its place, what was found and what was expected.
///
/// Its text is `NAME:LINE:COLUMN: found …, expected …`, free of control
/// characters whatever the input held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The file as the user named it; `-` is standard input.
    pub name: String,
    /// The line, from 1, where the error has a place.
    pub line: Option<u64>,
    /// The column, from 1, in characters, where the error has a place in a line.
    pub column: Option<u64>,
    /// The error in one sentence without a full stop.
    pub message: String,
    /// The line's text, shortened, where it helps; `column` counts in it.
    pub excerpt: Option<String>,
}

impl InputError {
    /// Returns an error of the file as a whole: it can't be opened, is empty, is
    /// damaged.
    pub fn whole(name: impl Into<String>, message: impl Into<String>) -> InputError {
        InputError {
            name: name.into(),
            line: None,
            column: None,
            message: message.into(),
            excerpt: None,
        }
    }

    /// Returns an error at a line and column, both from 1.
    pub fn at(
        name: impl Into<String>,
        line: u64,
        column: u64,
        message: impl Into<String>,
    ) -> InputError {
        InputError {
            line: Some(line),
            column: Some(column),
            ..InputError::whole(name, message)
        }
    }

    /// Returns a failure to open or read the file, in words.
    pub fn unreadable(name: impl Into<String>, error: &io::Error) -> InputError {
        let message = match error.kind() {
            io::ErrorKind::NotFound => "no such file".to_string(),
            io::ErrorKind::PermissionDenied => "no permission to read it".to_string(),
            io::ErrorKind::IsADirectory => "it is a directory, expected a file".to_string(),
            _ if error.raw_os_error().is_some() => format!("can't be read: {error}"),
            _ => error.to_string(),
        };
        InputError::whole(name, message)
    }

    /// Returns the input and the line, `INPUT:LINE`, or the input alone.
    pub fn place(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.name),
            None => self.name.clone(),
        }
    }

    /// Returns the same error with the text of the line, which `column` counts in.
    #[must_use]
    pub fn with_excerpt(mut self, excerpt: impl Into<String>) -> InputError {
        self.excerpt = Some(excerpt.into());
        self
    }
}

/// Returns bytes as text.
///
/// # Errors
/// If they are not UTF-8, with the place of the first byte that is not.
pub fn utf8<'a>(name: &str, bytes: &'a [u8]) -> Result<&'a str, InputError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let line = before.matches('\n').count() as u64 + 1;
        let column = before
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .chars()
            .count() as u64
            + 1;
        InputError::at(
            name,
            line,
            column,
            "found a byte that is not UTF-8, expected text in UTF-8",
        )
    })
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name == "-" {
            f.write_str("standard input")?;
        } else {
            f.write_str(&display(&self.name))?;
        }
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(column) = self.column {
            write!(f, ":{column}")?;
        }
        write!(f, ": {}", display(&self.message))
    }
}

impl std::error::Error for InputError {}

/// A file that can't be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// There is a file of that name, and it is not to be overwritten.
    #[error("{}: the file exists and is not overwritten", display(.name))]
    Exists {
        /// The file as the user named it.
        name: String,
    },
    /// The name can't be a file's.
    #[error("{}: {reason}", display(.name))]
    Unusable {
        /// The file as the user named it.
        name: String,
        /// The reason.
        reason: &'static str,
    },
    /// The file is written and has its name, but its folder could not be put on the
    /// disk.
    #[error(
        "{}: the file is complete, but its folder can't be put on the disk, so a crash \
         of the machine may lose it: {error}",
        display(.name)
    )]
    NotLasting {
        /// The file as the user named it.
        name: String,
        /// The reason.
        error: io::Error,
    },
    /// Writing failed. The error's own text names the file.
    #[error(transparent)]
    Failed(#[from] io::Error),
}

/// A failed write: the output's name and the cause. [`unwritable`] returns it as
/// the inner error.
#[derive(Debug, thiserror::Error)]
#[error("{}: can't be written: {error}", if .name == "-" { "standard output" } else { .name })]
struct Unwritable {
    name: String,
    error: io::Error,
}

/// Returns the same error with the name of the output that could not be
/// written; `-` is standard output. [`io::ErrorKind::Interrupted`] is returned
/// unchanged, because a writer repeats a write that fails so.
#[cold]
pub fn unwritable(name: &str, error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::Interrupted {
        return error;
    }
    let name = name.to_owned();
    io::Error::new(error.kind(), Unwritable { name, error })
}

/// Returns a copy of a write's error, for a writer that keeps its first error
/// and reports it again.
pub(crate) fn copy_of(error: &io::Error) -> io::Error {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
    match (error.raw_os_error(), inner) {
        (Some(code), _) => io::Error::from_raw_os_error(code),
        (None, Some(Unwritable { name, error })) => unwritable(name, copy_of(error)),
        (None, None) => io::Error::new(error.kind(), error.to_string()),
    }
}

/// Returns `true` if the error is that the reader of standard output has closed
/// the pipe. A closed pipe of any other output is `false`.
pub fn is_closed_stdout(error: &io::Error) -> bool {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
    error.kind() == io::ErrorKind::BrokenPipe
        && inner.is_some_and(|Unwritable { name, .. }| name == "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_where_and_shows_no_control_characters() {
        let error = InputError::at("a\nb", 3, 7, "found \"\x1b[2J\"");
        assert_eq!(error.to_string(), "a\\nb:3:7: found \"\\u{1b}[2J\"");
        assert_eq!(InputError::whole("-", "x").to_string(), "standard input: x");
    }

    #[test]
    fn only_standard_output_can_be_closed_by_its_reader() {
        let closed = |name| unwritable(name, io::ErrorKind::BrokenPipe.into());
        assert!(is_closed_stdout(&closed("-")));
        assert!(is_closed_stdout(&copy_of(&closed("-"))));
        assert!(!is_closed_stdout(&closed("f")));
        assert!(!is_closed_stdout(&io::ErrorKind::BrokenPipe.into()));
        let full = unwritable("-", io::ErrorKind::StorageFull.into());
        assert!(!is_closed_stdout(&full));
        assert_eq!(
            full.to_string(),
            "standard output: can't be written: no storage space"
        );
        assert!(closed("f").to_string().starts_with("f: can't be written: "));
    }
}
