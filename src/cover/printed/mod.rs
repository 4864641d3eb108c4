//! Exact covers as lectures and programs print them: [tables](table) of 0s and 1s with
//! names of rows and columns, and families of [sets].
//!
//! Markup around names is read: Markdown, LaTeX, Python. Any other text is refused with its
//! place. Lines that start with `|` are comments in a family of sets, as in
//! [Knuth's form](super::knuth), but rows of a table in Markdown.

pub mod sets;
pub mod table;

use super::BuildError;
use crate::io::{InputError, display_bytes, one_for_one, utf8};
use std::io::Read;

/// Greatest length of a text in bytes: it is held in memory. Chosen by hand, far beyond
/// anything that is printed.
const LONGEST: u64 = 1 << 26;

/// Greatest number of bytes of a token or a line in a message.
const SHOWN: (usize, usize) = (32, 160);

/// Markup of LaTeX that encloses a name.
const AROUND_NAMES: [&str; 12] = [
    "mathcal",
    "mathrm",
    "mathbf",
    "mathit",
    "mathsf",
    "mathtt",
    "text",
    "textbf",
    "textit",
    "texttt",
    "emph",
    "operatorname",
];

/// Reads a whole text.
fn text_of(input: impl Read, name: &str) -> Result<String, InputError> {
    let mut bytes = Vec::new();
    input
        .take(LONGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| InputError::unreadable(name, &error))?;
    if bytes.len() as u64 > LONGEST {
        let message = format!("the text is longer than {LONGEST} bytes");
        return Err(InputError::whole(name, message));
    }
    Ok(utf8(name, &bytes)?.to_owned())
}

/// A text whose places are known.
struct Page<'a> {
    name: &'a str,
    text: &'a str,
    /// Offset of each line.
    lines: Vec<usize>,
}

impl<'a> Page<'a> {
    fn new(name: &'a str, text: &'a str) -> Page<'a> {
        let ends = text.match_indices('\n').map(|(end, _)| end + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Page { name, text, lines }
    }

    /// Returns the offset at which the text begins, after its byte-order mark, if any.
    fn start(&self) -> usize {
        match self.text.starts_with('\u{feff}') {
            true => '\u{feff}'.len_utf8(),
            false => 0,
        }
    }

    /// Returns an error at an offset.
    fn error(&self, offset: usize, message: impl Into<String>) -> InputError {
        let number = self.lines.partition_point(|&start| start <= offset);
        let start = self.lines[number - 1];
        let column = self.text[start..offset].chars().count() as u64 + 1;
        let line = self.text[start..].lines().next().unwrap_or_default();
        let error = InputError::at(self.name, number as u64, column, message);
        match offset - start < SHOWN.1 - SHOWN.0 {
            true => error.with_excerpt(one_for_one(shortened(line, SHOWN.1).as_bytes())),
            false => error,
        }
    }

    /// Returns the error for a text at an offset that is not what was `expected`.
    fn unexpected(&self, offset: usize, expected: &str) -> InputError {
        let rest = &self.text[offset..];
        let word = rest.split(char::is_whitespace).next().unwrap_or_default();
        let found = match word {
            "" if rest.is_empty() => "the end of the file".to_owned(),
            "" => "the end of the line".to_owned(),
            word => {
                let shown = shortened(word, SHOWN.0);
                let more = if shown.len() < word.len() { "…" } else { "" };
                format!("\"{}{more}\"", display_bytes(shown.as_bytes()))
            }
        };
        self.error(offset, format!("found {found}, expected {expected}"))
    }

    fn refused(&self, offset: usize, error: &BuildError) -> InputError {
        self.error(offset, error.to_string())
    }
}

/// Returns the beginning of a text, of at most this number of bytes.
fn shortened(text: &str, most: usize) -> &str {
    let ends = (0..=most.min(text.len())).rev();
    let end = ends.into_iter().find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}

#[cfg(test)]
mod tests;
