//! Text as words and numbers, and the faults found in it.

use super::{Fault, Kind};
use alloc::format;
use alloc::string::String;

/// Largest number of bytes of a word in a message.
const SHOWN: usize = 32;

/// A text and a position in it.
pub(super) struct Text<'a> {
    pub bytes: &'a [u8],
    /// The number of bytes before the position.
    pub at: usize,
    /// The bytes that end a word.
    pub ends: &'static [u8],
}

impl<'a> Text<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Text<'a> {
        let ends = b" \t\r\n";
        Text { bytes, at: 0, ends }
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// Returns the next byte, or `None` at the end.
    pub(super) fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    /// Returns `true` if a line feed, also after a carriage return, or the end comes next.
    pub(super) fn at_line_end(&self) -> bool {
        let rest = self.rest();
        rest.is_empty() || rest.starts_with(b"\n") || rest.starts_with(b"\r\n") || rest == b"\r"
    }

    /// Skips spaces, tabs, and the carriage return of a line end.
    pub(super) fn skip_blanks(&mut self) {
        while match self.peek() {
            Some(b' ' | b'\t') => true,
            Some(b'\r') => self.at_line_end(),
            _ => false,
        } {
            self.at += 1;
        }
    }

    /// Skips blanks and line ends.
    pub(super) fn skip_space(&mut self) {
        self.skip_blanks();
        while self.peek() == Some(b'\n') {
            self.at += 1;
            self.skip_blanks();
        }
    }

    /// Skips the rest of the line, up to its line feed.
    pub(super) fn skip_line(&mut self) {
        let rest = self.rest();
        let length = rest.iter().position(|&byte| byte == b'\n');
        self.at += length.unwrap_or(rest.len());
    }

    /// Returns `true` if only blanks precede the position in its line.
    pub(super) fn is_first_in_line(&self) -> bool {
        let mut before = self.bytes[..self.at].iter().rev();
        let last = before.find(|byte| !b" \t\r".contains(byte));
        last.is_none_or(|&byte| byte == b'\n')
    }

    /// Reads the bytes up to the end of a word, which may be none.
    pub(super) fn word(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|byte| self.ends.contains(byte));
        let word = &rest[..length.unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// Reads a decimal number: digits, perhaps after a minus sign. `-0` is none.
    pub(super) fn number(&mut self, expected: &str) -> Result<i64, Fault> {
        let start = self.at;
        let word = self.word();
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        let is_decimal = digits.iter().all(u8::is_ascii_digit);
        match parse::<i64>(word).filter(|_| is_decimal) {
            Some(number) if number != 0 || digits == word => Ok(number),
            _ => self.unexpected(start, expected),
        }
    }

    /// Reads a DIMACS literal, or 0.
    pub(super) fn literal(&mut self, expected: &str) -> Result<i32, Fault> {
        let start = self.at;
        match literal(self.number(expected)?) {
            Some(lit) => Ok(lit),
            None => self.unexpected(start, expected),
        }
    }

    /// Returns the fault of an input that has something else than expected at an offset.
    pub(super) fn unexpected<T>(&self, offset: usize, expected: &str) -> Result<T, Fault> {
        let word = Text {
            at: offset,
            ..*self
        }
        .word();
        let found = match self.bytes.get(offset) {
            None => String::from("the end of the file"),
            Some(b'\n' | b'\r') => String::from("the end of the line"),
            Some(byte) if word.is_empty() => shown(&[*byte]),
            Some(_) => shown(word),
        };
        malformed(offset, format!("found {found}, expected {expected}"))
    }
}

/// Returns the literal of a number, or 0. The opposite of −2³¹ has no 32 bits.
pub(super) fn literal(number: i64) -> Option<i32> {
    i32::try_from(number).ok().filter(|&lit| lit != i32::MIN)
}

/// Parses ASCII text.
pub(super) fn parse<T: core::str::FromStr>(word: &[u8]) -> Option<T> {
    core::str::from_utf8(word).ok()?.parse().ok()
}

/// Returns a word as a message shows it.
pub(super) fn shown(word: &[u8]) -> String {
    let word = String::from_utf8_lossy(&word[..word.len().min(SHOWN)]);
    format!("\"{}\"", word.escape_debug())
}

pub(super) fn malformed<T>(offset: usize, message: impl Into<String>) -> Result<T, Fault> {
    fault(Kind::Malformed, offset, message.into())
}

pub(super) fn wrong<T>(offset: usize, message: impl Into<String>) -> Result<T, Fault> {
    fault(Kind::Wrong, offset, message.into())
}

fn fault<T>(kind: Kind, offset: usize, message: String) -> Result<T, Fault> {
    Err(Fault {
        kind,
        offset,
        message,
    })
}

/// Calls the caller's `stop`, which returns `true` to stop the check.
pub(super) fn poll(stop: &dyn Fn() -> bool, offset: usize) -> Result<(), Fault> {
    match stop() {
        true => fault(Kind::Stopped, offset, "the check was stopped".into()),
        false => Ok(()),
    }
}
