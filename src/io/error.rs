//! What is wrong with an input, and where.

use std::fmt;

/// An error in a file that was read: where, what was found, what was expected.
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
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The line's text, shortened, where it helps; `column` counts in it.
    pub excerpt: Option<String>,
}

impl InputError {
    /// An error of the file as a whole: it can't be opened, is empty, is damaged.
    pub fn whole(name: impl Into<String>, message: impl Into<String>) -> InputError {
        InputError {
            name: name.into(),
            line: None,
            column: None,
            message: message.into(),
            excerpt: None,
        }
    }

    /// An error at a line and column, both from 1.
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
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name.escape_debug())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(column) = self.column {
            write!(f, ":{column}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for InputError {}
