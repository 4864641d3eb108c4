//! Reading tokens and keeping the place, for formats made of numbers.
//!
//! The scanner hands out single bytes of a large buffer; the place costs one
//! addition a line. Some bytes before the position stay in the buffer, so that
//! an error can show the token and the line it is about.

use super::display::one_for_one;
use super::{InputError, display_bytes};
use std::fmt;
use std::io::{self, BufRead, Read};

/// Number of bytes read at once.
const BLOCK: usize = 256 << 10;
/// Number of bytes reserved for input already read, so that messages can show the line; at
/// least half of it is kept. Chosen by hand: several times what a message shows.
const HISTORY: usize = 1 << 10;
/// Longest part of a token that a message shows, in bytes.
const TOKEN_SHOWN: usize = 32;
/// Longest part of a line that a message shows, in bytes.
const LINE_SHOWN: usize = 160;

/// The place where a token begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    line: u64,
    /// The offset of the line's first byte.
    line_start: u64,
    /// The offset of the token's first byte.
    offset: u64,
}

impl Place {
    /// Returns the line, from 1.
    pub fn line(self) -> u64 {
        self.line
    }
}

/// A reader of bytes and numbers that knows its line and column.
pub struct Scanner<R> {
    input: R,
    name: String,
    buffer: Vec<u8>,
    /// The next byte is `buffer[position]`; the bytes before `end` are valid.
    position: usize,
    end: usize,
    /// The offset of `buffer[0]` in the input.
    base: u64,
    line: u64,
    line_start: u64,
    ended: bool,
}

impl<R> fmt::Debug for Scanner<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scanner")
            .field("name", &self.name)
            .field("line", &self.line)
            .finish_non_exhaustive()
    }
}

impl<R: Read> Scanner<R> {
    /// Creates a scanner at the beginning of `input`, which messages call `name`.
    pub fn new(input: R, name: &str) -> Scanner<R> {
        Scanner {
            input,
            name: name.to_string(),
            buffer: vec![0; HISTORY + BLOCK],
            position: 0,
            end: 0,
            base: 0,
            line: 1,
            line_start: 0,
            ended: false,
        }
    }

    /// Returns the next byte, if there is one; the position stays.
    ///
    /// # Errors
    /// If reading fails.
    #[inline]
    pub fn peek(&mut self) -> Result<Option<u8>, InputError> {
        if self.position == self.end {
            self.fill()?;
            if self.position == self.end {
                return Ok(None);
            }
        }
        Ok(Some(self.buffer[self.position]))
    }

    /// Passes the byte that [`Scanner::peek`] showed.
    #[inline]
    pub fn bump(&mut self) {
        debug_assert!(self.position < self.end);
        if self.buffer[self.position] == b'\n' {
            self.line += 1;
            self.line_start = self.base + self.position as u64 + 1;
        }
        self.position += 1;
    }

    /// Returns the next `length` bytes, or fewer if the input ends before; the position
    /// stays.
    ///
    /// # Errors
    /// If reading fails.
    pub fn peek_many(&mut self, length: usize) -> Result<&[u8], InputError> {
        debug_assert!(length <= HISTORY / 2);
        while self.end - self.position < length && !self.ended {
            self.fill()?;
        }
        let end = self.end.min(self.position + length);
        Ok(&self.buffer[self.position..end])
    }

    /// Passes spaces and tabs, and a carriage return that ends a line; shows
    /// the byte after them.
    ///
    /// # Errors
    /// If reading fails.
    #[inline]
    pub fn skip_blanks(&mut self) -> Result<Option<u8>, InputError> {
        loop {
            match self.peek()? {
                Some(b' ' | b'\t') => self.bump(),
                Some(b'\r') if self.at_line_end()? => self.bump(),
                next => return Ok(next),
            }
        }
    }

    /// Passes spaces, tabs and line ends; shows the byte after them.
    ///
    /// # Errors
    /// If reading fails.
    #[inline]
    pub fn skip_space(&mut self) -> Result<Option<u8>, InputError> {
        loop {
            match self.skip_blanks()? {
                Some(b'\n') => self.bump(),
                next => return Ok(next),
            }
        }
    }

    /// Skips the rest of the line, of any bytes, and its end.
    ///
    /// # Errors
    /// If reading fails.
    pub fn skip_line(&mut self) -> Result<(), InputError> {
        self.skip_line_within(usize::MAX).map(|_| ())
    }

    /// Skips the line as [`Scanner::skip_line`] does, if it ends within about `limit`
    /// bytes, and returns `true` if it does.
    ///
    /// # Errors
    /// If reading fails.
    pub fn skip_line_within(&mut self, limit: usize) -> Result<bool, InputError> {
        let mut passed = 0;
        while passed <= limit && self.peek()?.is_some() {
            let mut rest = &self.buffer[self.position..self.end];
            // Reading from memory can't fail.
            let length = rest.skip_until(b'\n').unwrap_or(rest.len());
            self.position += length;
            passed += length;
            if self.buffer[self.position - 1] == b'\n' {
                self.line += 1;
                self.line_start = self.base + self.position as u64;
                return Ok(true);
            }
        }
        Ok(passed <= limit)
    }

    /// Returns `true` if the line ends here: at a line feed, a carriage return before one
    /// or before the end of the input, or the end of the input itself.
    ///
    /// # Errors
    /// If reading fails.
    pub fn at_line_end(&mut self) -> Result<bool, InputError> {
        Ok(match self.peek()? {
            None | Some(b'\n') => true,
            Some(b'\r') => {
                if self.position + 1 == self.end {
                    self.fill()?;
                }
                matches!(
                    self.buffer[self.position + 1..self.end].first(),
                    None | Some(b'\n')
                )
            }
            Some(_) => false,
        })
    }

    /// Returns `true` if a token ends here: at a space, a tab or a line end.
    ///
    /// # Errors
    /// If reading fails.
    #[inline]
    pub fn at_token_end(&mut self) -> Result<bool, InputError> {
        match self.peek()? {
            None | Some(b' ' | b'\t' | b'\n') => Ok(true),
            Some(b'\r') => self.at_line_end(),
            Some(_) => Ok(false),
        }
    }

    /// Reads a decimal number, `-` allowed in front, that ends as a token does.
    /// `expected` names in the error message what should have been there.
    ///
    /// # Errors
    /// If there is something else, `-0`, or a number beyond 64 bits.
    #[inline]
    pub fn integer(&mut self, expected: &str) -> Result<i64, InputError> {
        self.integer_before(b"", expected)
    }

    /// Reads an integer as [`Scanner::integer`] does, after which one of the bytes
    /// `stops` may follow directly.
    ///
    /// # Errors
    /// As for [`Scanner::integer`].
    #[inline]
    pub fn integer_before(&mut self, stops: &[u8], expected: &str) -> Result<i64, InputError> {
        let place = self.place();
        let negative = self.peek()? == Some(b'-');
        if negative {
            self.bump();
        }
        let mut value: i64 = 0;
        let mut digits = false;
        while self.peek()?.is_some() {
            let length = self.digits(&mut value);
            let Some(length) = length else {
                return Err(self.unexpected(place, expected));
            };
            digits |= length > 0;
            if self.position < self.end {
                break;
            }
        }
        let ends = self.at_token_end()? || self.peek()?.is_some_and(|byte| stops.contains(&byte));
        if !digits || (negative && value == 0) || !ends {
            let stray = digits && self.peek()? == Some(b'\r');
            let place = if stray { self.place() } else { place };
            return Err(self.unexpected(place, expected));
        }
        Ok(if negative { -value } else { value })
    }

    /// Passes the digits that are in the buffer, appends them to `value` and says
    /// how many there were, unless the value would pass 64 bits.
    #[inline]
    fn digits(&mut self, value: &mut i64) -> Option<usize> {
        let bytes = &self.buffer[self.position..self.end];
        let mut length = 0;
        for byte in bytes {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            *value = value.checked_mul(10)?.checked_add(i64::from(digit))?;
            length += 1;
        }
        self.position += length;
        Some(length)
    }

    /// Reads a word: the bytes up to the end of the token, at most `limit`.
    ///
    /// # Errors
    /// If it is longer.
    pub fn word(&mut self, limit: usize, expected: &str) -> Result<Vec<u8>, InputError> {
        let mut word = Vec::new();
        self.word_into(&mut word, limit, expected)?;
        Ok(word)
    }

    /// Reads a word as [`Scanner::word`] does, to the end of an empty buffer.
    ///
    /// # Errors
    /// If it is longer.
    pub fn word_into(
        &mut self,
        word: &mut Vec<u8>,
        limit: usize,
        expected: &str,
    ) -> Result<(), InputError> {
        let (place, rest) = (self.place(), &self.buffer[self.position..self.end]);
        let is_end = |&byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let length = rest.iter().position(is_end).unwrap_or(rest.len());
        let length = length.min(limit);
        word.extend_from_slice(&rest[..length]);
        self.position += length;
        // The end of the word, unless that is behind a carriage return or the end of the buffer.
        while !self.at_token_end()? {
            if word.len() == limit {
                return Err(self.unexpected(place, expected));
            }
            word.push(self.buffer[self.position]);
            self.bump();
        }
        Ok(())
    }

    /// Returns the next word of the line if it can be had without reading on: after spaces and
    /// tabs, printable ASCII characters without the bytes `stops`, up to a space or a line feed.
    /// The position is at its beginning then, and behind the blanks if there is no such word.
    #[inline]
    pub fn peek_plain(&mut self, stops: [u8; 2]) -> Option<&str> {
        let rest = &self.buffer[self.position..self.end];
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
        let rest = &rest[blanks.count()..];
        let is_plain = |byte: &u8| byte.is_ascii_graphic() && !stops.contains(byte);
        let length = rest.iter().position(|byte| !is_plain(byte))?;
        if length == 0 || !matches!(rest[length], b' ' | b'\n') {
            return None;
        }
        self.position = self.end - rest.len();
        std::str::from_utf8(&self.buffer[self.position..][..length]).ok()
    }

    /// Passes this number of bytes of the line, which are in the buffer.
    #[inline]
    pub fn pass(&mut self, length: usize) {
        self.position += length;
        debug_assert!(self.position <= self.end);
    }

    /// Passes exactly this word.
    ///
    /// # Errors
    /// If something else stands there.
    pub fn skip_word(&mut self, word: &[u8]) -> Result<(), InputError> {
        if self.peek_many(word.len())? != word {
            let (place, expected) = (self.place(), display_bytes(word));
            return Err(self.unexpected(place, &format!("\"{expected}\"")));
        }
        for _ in word {
            self.bump();
        }
        Ok(())
    }

    /// Returns the place of the next byte.
    #[inline]
    pub fn place(&self) -> Place {
        Place {
            line: self.line,
            line_start: self.line_start,
            offset: self.base + self.position as u64,
        }
    }

    /// Returns the error for a token at `place` that isn't what was `expected`.
    #[cold]
    pub fn unexpected(&mut self, place: Place, expected: &str) -> InputError {
        let found = self.found(place);
        self.error(place, format!("found {found}, expected {expected}"))
    }

    /// Returns the token at `place` in words, for a message of the caller's.
    #[cold]
    pub fn found(&mut self, place: Place) -> String {
        if place.offset == self.base + self.position as u64
            && let Err(error) = self.peek()
        {
            return error.message;
        }
        let Some(rest) = self.kept(place.offset) else {
            return "a long token".to_string();
        };
        let length = rest
            .iter()
            .position(|byte| b" \t\r\n".contains(byte))
            .unwrap_or(rest.len());
        match (length, rest.first()) {
            (0, None) => "the end of the file".to_string(),
            (0, Some(b'\r')) => "a carriage return without a line feed".to_string(),
            (0, Some(_)) => "the end of the line".to_string(),
            (length, _) if length > TOKEN_SHOWN => {
                format!("\"{}…\"", display_bytes(&rest[..TOKEN_SHOWN]))
            }
            (length, _) => format!("\"{}\"", display_bytes(&rest[..length])),
        }
    }

    /// Returns an error at `place` with a message of the caller's.
    #[cold]
    pub fn error(&self, place: Place, message: impl Into<String>) -> InputError {
        let bytes = place.offset - place.line_start;
        let line = self.kept(place.line_start);
        let column = match line.and_then(|line| line.get(..bytes as usize)) {
            Some(before) => String::from_utf8_lossy(before).chars().count() as u64,
            None => bytes,
        };
        let error = InputError::at(self.name.as_str(), place.line, column + 1, message);
        match line {
            Some(line) if bytes < (LINE_SHOWN - TOKEN_SHOWN) as u64 => {
                let end = line.iter().position(|&byte| byte == b'\n');
                let end = end.unwrap_or(line.len()).min(LINE_SHOWN);
                let line = line[..end].strip_suffix(b"\r").unwrap_or(&line[..end]);
                error.with_excerpt(one_for_one(line))
            }
            _ => error,
        }
    }

    /// Returns the buffer from this offset on, if it is still kept.
    fn kept(&self, offset: u64) -> Option<&[u8]> {
        let start = offset.checked_sub(self.base)?;
        self.buffer[..self.end].get(usize::try_from(start).ok()?..)
    }

    /// Reads another block behind what is kept. At the end of the input, does
    /// nothing.
    #[cold]
    fn fill(&mut self) -> Result<(), InputError> {
        if self.ended {
            return Ok(());
        }
        let keep = self.position.saturating_sub(HISTORY / 2);
        self.buffer.copy_within(keep..self.end, 0);
        self.base += keep as u64;
        self.position -= keep;
        self.end -= keep;
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => {
                    self.ended = true;
                    return Ok(());
                }
                Ok(length) => {
                    self.end += length;
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(InputError::unreadable(self.name.as_str(), &error)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte a read, so that every token crosses a border.
    struct Dripping<'a>(&'a [u8]);

    impl Read for Dripping<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let length = self.0.len().min(1);
            out[..length].copy_from_slice(&self.0[..length]);
            self.0 = &self.0[length..];
            Ok(length)
        }
    }

    #[test]
    fn numbers_and_places_do_not_depend_on_block_borders() {
        let text = b"12 -3\r\n  007\t9223372036854775807\nx";
        let mut scanner = Scanner::new(Dripping(text), "t");
        let mut got = Vec::new();
        for _ in 0..4 {
            scanner.skip_space().unwrap();
            got.push(scanner.integer("a number").unwrap());
        }
        assert_eq!(got, [12, -3, 7, i64::MAX]);
        scanner.skip_space().unwrap();
        let error = scanner.integer("a number").unwrap_err();
        assert_eq!(error.to_string(), "t:3:1: found \"x\", expected a number");
        assert_eq!(error.excerpt.as_deref(), Some("x"));
    }

    #[test]
    fn what_is_no_number_is_refused_with_its_place() {
        for (text, found) in [
            ("-", "\"-\""),
            ("--1", "\"--1\""),
            ("+1", "\"+1\""),
            ("-0", "\"-0\""),
            ("1-2", "\"1-2\""),
            ("0x1F", "\"0x1F\""),
            ("9223372036854775808", "\"9223372036854775808\""),
            ("\r1", "a carriage return without a line feed"),
            ("", "the end of the file"),
            ("\n", "the end of the line"),
            ("1\u{a0}2", "\"1\\u{a0}2\""),
        ] {
            let mut scanner = Scanner::new(text.as_bytes(), "t");
            let error = scanner.integer("N").unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("t:1:1: found {found}, expected N"),
                "{text:?}"
            );
        }
    }

    #[test]
    fn the_place_of_an_error_far_in_a_long_line_has_no_excerpt() {
        let mut text = vec![b' '; 3 * BLOCK];
        text.push(b'x');
        let mut scanner = Scanner::new(&text[..], "t");
        scanner.skip_space().unwrap();
        let error = scanner.integer("N").unwrap_err();
        assert_eq!(error.column, Some(3 * BLOCK as u64 + 1));
        assert_eq!(error.excerpt, None);
    }

    #[test]
    fn long_lines_are_skipped_and_counted() {
        let mut text = b"c ".to_vec();
        text.extend(vec![b'0'; 2 * BLOCK]);
        text.extend(b"\nc\n5");
        let mut scanner = Scanner::new(&text[..], "t");
        scanner.skip_line().unwrap();
        scanner.skip_line().unwrap();
        assert_eq!(scanner.place().line(), 3);
        assert_eq!(scanner.integer("N").unwrap(), 5);
        scanner.skip_line().unwrap();
        assert_eq!(scanner.peek().unwrap(), None);
    }
}
