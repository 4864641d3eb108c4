//! Knuth's text form of exact cover, as his DLX programs read it.
//!
//! ```text
//! | Cover a, b and c; x and y at most once
//! a b c | x y
//! a x
//! b x
//! b y
//! c y
//! c
//! ```
//!
//! - Blanks and tabs separate; a line that is empty, or whose first character
//!   that is no blank is `|`, is a comment.
//! - The first other line names the items: the primary ones, and after a
//!   separate `|` the secondary ones, if there are any.
//! - Each further line is an option: the names of its items, each once.
//! - A name is any text without blanks, `:` and `|`, of at most
//!   [`MAX_NAME`] bytes. (Knuth's own programs take fewer: 8 characters at
//!   first, 32 in later versions.) Numbers, letters and signs are all alike:
//!   `0`, `R1#4` and `♛` are names.
//! - `item:color` in an option belongs to the larger problem of his `dlx2`. It
//!   is refused until this crate solves that problem.
//!
//! The example has the solutions {a x, b y, c} and no other: with `b x` the
//! item `x` would be covered twice, and so would `y` with `b y` and `c y`.
//!
//! An option without a primary item is in no solution. Like Knuth's programs,
//! [`read`] says so, and keeps it, so that options are numbered as the lines
//! are.

use super::problem::{BuildError, Builder, ExactCover, MAX_NAME};
use super::scan::{Scanner, is_blank};
use crate::io::InputError;
use std::io::{self, BufRead, Write};

/// Reads a problem. `name` is the input's in errors; `warn` is told what is
/// odd but no error.
pub fn read(
    input: impl BufRead,
    name: &str,
    mut warn: impl FnMut(InputError),
) -> Result<ExactCover, InputError> {
    let mut reader = Reader {
        scanner: Scanner::new(input, name)?,
        builder: ExactCover::builder(),
        word: Vec::new(),
    };
    if !reader.find_line()? {
        let message = "found the end of the input, expected a line of item names";
        return Err(reader.scanner.error(reader.scanner.place(), message));
    }
    reader.items()?;
    while reader.find_line()? {
        reader.option(&mut warn)?;
    }
    Ok(reader.builder.build())
}

/// Writes a problem; [`read`] gives it back.
///
/// An option without items has no text in this form: it becomes an empty line,
/// which is none.
pub fn write(problem: &ExactCover, mut output: impl Write) -> io::Result<()> {
    let mut separator = "";
    for item in problem.items() {
        if item.index() == problem.num_primary() {
            write!(output, "{separator}|")?;
            separator = " ";
        }
        write!(output, "{separator}{}", problem.name(item))?;
        separator = " ";
    }
    writeln!(output)?;
    for option in problem.options() {
        let mut separator = "";
        for &item in problem.option(option) {
            write!(output, "{separator}{}", problem.name(item))?;
            separator = " ";
        }
        writeln!(output)?;
    }
    Ok(())
}

/// What stands between blanks.
enum Word {
    /// A `|` by itself.
    Bar,
    /// The name of an item, in [`Reader::word`].
    Name,
}

struct Reader<'a, R> {
    scanner: Scanner<'a, R>,
    builder: Builder,
    /// The word read last.
    word: Vec<u8>,
}

impl<R: BufRead> Reader<'_, R> {
    /// Passes comments and empty lines; whether another line follows.
    fn find_line(&mut self) -> Result<bool, InputError> {
        while let Some(byte) = self.scanner.peek()? {
            match byte {
                b'|' => self.scanner.pass_line()?,
                b'\n' => self.scanner.pass(byte),
                _ if is_blank(byte) => self.scanner.pass(byte),
                _ => return Ok(true),
            }
        }
        Ok(false)
    }

    /// The line of item names.
    fn items(&mut self) -> Result<(), InputError> {
        let mut primary = true;
        while let Some((place, word)) = self.next_word()? {
            match word {
                Word::Bar if primary => primary = false,
                Word::Bar => {
                    let message = "found a second '|', expected the name of an item";
                    return Err(self.scanner.error(place, message));
                }
                Word::Name => {
                    let name = self.name(place, "expected the name of an item")?;
                    let added = if primary {
                        self.builder.primary(&name)
                    } else {
                        self.builder.secondary(&name)
                    };
                    added.map_err(|error| self.scanner.error(place, error.to_string()))?;
                }
            }
        }
        Ok(())
    }

    /// The line of an option.
    fn option(&mut self, warn: &mut impl FnMut(InputError)) -> Result<(), InputError> {
        let start = self.scanner.place();
        let mut primary = false;
        self.builder
            .start_option()
            .map_err(|error| self.scanner.error(start, error.to_string()))?;
        while let Some((place, word)) = self.next_word()? {
            if let Word::Bar = word {
                let message = "found '|' in an option, expected the name of an item";
                return Err(self.scanner.error(place, message));
            }
            let name = self.name(place, "expected the name of an item")?;
            let Some(item) = self.builder.item(&name) else {
                let error = BuildError::Unknown { name };
                return Err(self.scanner.error(place, error.to_string()));
            };
            primary |= self.builder.is_primary(item);
            self.builder
                .extend_option(item)
                .map_err(|error| self.scanner.error(place, error.to_string()))?;
        }
        self.builder.end_option();
        if !primary {
            let message = "this option has no primary item, so no solution has it";
            warn(self.scanner.error(start, message));
        }
        Ok(())
    }

    /// The next word of the line, and where it starts.
    fn next_word(&mut self) -> Result<Option<((u64, u64), Word)>, InputError> {
        while let Some(byte) = self.scanner.peek()?.filter(|&byte| is_blank(byte)) {
            self.scanner.pass(byte);
        }
        let place = self.scanner.place();
        self.word.clear();
        while let Some(byte) = self.scanner.peek()? {
            if is_blank(byte) || byte == b'\n' {
                break;
            }
            if self.word.len() > MAX_NAME {
                let message =
                    format!("found a longer word, expected a name of at most {MAX_NAME} bytes");
                return Err(self.scanner.error(place, message));
            }
            self.word.push(byte);
            self.scanner.pass(byte);
        }
        Ok(match self.word.as_slice() {
            [] => None,
            b"|" => Some((place, Word::Bar)),
            _ => Some((place, Word::Name)),
        })
    }

    /// The word read last, as a name.
    fn name(&self, place: (u64, u64), expected: &str) -> Result<String, InputError> {
        let Ok(word) = str::from_utf8(&self.word) else {
            let message = format!("found bytes that are no UTF-8, {expected}");
            return Err(self.scanner.error(place, message));
        };
        let refused = word
            .char_indices()
            .find(|(_, c)| c.is_whitespace() || c.is_control() || matches!(c, ':' | '|'));
        let Some((at, character)) = refused else {
            return Ok(word.to_owned());
        };
        let place = (place.0, place.1 + word[..at].chars().count() as u64);
        let message = match character {
            ':' => "found ':', but items with colours are not supported yet".to_owned(),
            '|' => format!("found '|' within a word, {expected}, or '|' between blanks"),
            other => format!("found '{}', {expected}", other.escape_debug()),
        };
        Err(self.scanner.error(place, message))
    }
}
