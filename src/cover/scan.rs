//! Reading text character by character, with the place of each.
//!
//! The text forms of exact cover have no bound on the length of a line (an
//! order-20 Sudoku has 640 000 items in its first), so lines are not read
//! whole.

use crate::io::InputError;
use std::io::BufRead;

/// The bytes of an input, with the place of the next.
pub(super) struct Scanner<'a, R> {
    input: R,
    name: &'a str,
    line: u64,
    column: u64,
}

impl<'a, R: BufRead> Scanner<'a, R> {
    /// A scanner at the start of an input; a byte-order mark there is passed over.
    pub fn new(input: R, name: &'a str) -> Result<Scanner<'a, R>, InputError> {
        let mut scanner = Scanner {
            input,
            name,
            line: 1,
            column: 1,
        };
        for byte in *b"\xEF\xBB\xBF" {
            if scanner.peek()? != Some(byte) {
                break;
            }
            scanner.input.consume(1);
        }
        Ok(scanner)
    }

    /// The next byte, which stays the next.
    #[inline]
    pub fn peek(&mut self) -> Result<Option<u8>, InputError> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let message = format!("can't be read: {error}");
                    return Err(InputError::whole(self.name, message));
                }
            }
        }
    }

    /// Passes the byte that [`Scanner::peek`] showed.
    #[inline]
    pub fn pass(&mut self, byte: u8) {
        self.input.consume(1);
        if byte == b'\n' {
            self.line += 1;
            self.column = 1;
        } else if byte & 0b1100_0000 != 0b1000_0000 {
            // The bytes that continue a UTF-8 character have no column of their own.
            self.column += 1;
        }
    }

    /// Passes the rest of the line; the line break stays.
    fn pass_line(&mut self) -> Result<(), InputError> {
        while let Some(byte) = self.peek()? {
            if byte == b'\n' {
                break;
            }
            self.pass(byte);
        }
        Ok(())
    }

    /// Passes empty lines and comments, whose first character that is no blank
    /// is `|`; whether another line follows. Its leading blanks are passed too.
    pub fn find_line(&mut self) -> Result<bool, InputError> {
        while let Some(byte) = self.peek()? {
            match byte {
                b'|' => self.pass_line()?,
                b'\n' => self.pass(byte),
                _ if is_blank(byte) => self.pass(byte),
                _ => return Ok(true),
            }
        }
        Ok(false)
    }

    /// Reads the next character, and tells it as a message may.
    pub fn character(&mut self) -> Result<String, InputError> {
        let mut bytes = Vec::new();
        while let Some(byte) = self.peek()? {
            bytes.push(byte);
            self.pass(byte);
            match str::from_utf8(&bytes) {
                Ok(text) => return Ok(format!("'{}'", text.escape_debug())),
                Err(error) if error.error_len().is_none() => {} // it goes on
                Err(_) => break,
            }
        }
        Ok("bytes that are no UTF-8".to_owned())
    }

    /// Line and column of the next byte.
    pub fn place(&self) -> (u64, u64) {
        (self.line, self.column)
    }

    /// An error at a place.
    pub fn error(&self, (line, column): (u64, u64), message: impl Into<String>) -> InputError {
        InputError::at(self.name, line, column, message)
    }
}

/// Whether the byte separates names within a line.
#[inline]
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0B | 0x0C)
}
