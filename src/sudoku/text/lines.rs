//! Lines out of bytes: ends of lines, UTF-8, and what is no text at all.

use super::run::{LineCells, bare_lines};
use super::utf16::Decoded;
use super::{Options, annotations, messages, normalize, one_line};
use crate::io::InputError;
use std::collections::VecDeque;
use std::io::{BufRead, ErrorKind};
use std::sync::Arc;

/// The longest line, in bytes: a grid of the largest order as JSON fits.
pub(super) const LONGEST: usize = 8 << 20;

/// A line with more control characters than this is no text.
const MOST_CONTROLS: usize = 3;

/// A line without its end. The only control characters in it are tabs.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// From 1.
    pub number: u64,
    pub text: String,
}

/// The lines of an input, with a look ahead.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    input: Decoded<'a>,
    name: Arc<str>,
    /// Lines that were looked at and not yet taken, and the fault of the one after
    /// them.
    ahead: VecDeque<Line>,
    fault: Option<InputError>,
    /// The rest of the rows of the last line.
    rows: VecDeque<Line>,
    /// Number of lines that were read.
    number: u64,
    /// The last line ended in CR: a LF that follows belongs to it.
    after_cr: bool,
    at_end: bool,
    /// Set if a line was refused for its control characters.
    has_control: bool,
    /// Number of bytes that were taken of the input.
    offset: u64,
    /// Number and first byte of the lines that were read and not yet passed, if they are kept.
    starts: Option<VecDeque<(u64, u64)>>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(input: Box<dyn BufRead + 'a>, name: &str) -> Lines<'a> {
        Lines {
            input: Decoded::new(input),
            name: name.into(),
            ahead: VecDeque::new(),
            fault: None,
            rows: VecDeque::new(),
            number: 0,
            after_cr: false,
            at_end: false,
            has_control: false,
            offset: 0,
            starts: None,
        }
    }

    /// Begins with a line of this number instead of 1.
    pub(super) fn begin_at(&mut self, line: u64) {
        self.number = line - 1;
    }

    /// Keeps the places of lines for [`Lines::start_of`].
    pub(super) fn keep_starts(&mut self) {
        self.starts = Some(VecDeque::new());
    }

    /// Returns the first byte of a line that was looked at. Must be called in the order of lines,
    /// and not for a line that was taken.
    pub(super) fn start_of(&mut self, number: u64) -> Option<u64> {
        let starts = self.starts.as_mut()?;
        while starts.front().is_some_and(|start| start.0 < number) {
            starts.pop_front();
        }
        let start = starts.front().filter(|start| start.0 == number);
        start.map(|start| start.1)
    }

    /// Returns `true` if the input is UTF-16, whose bytes are not those of its text.
    pub(super) fn is_utf16(&self) -> bool {
        self.input.is_utf16()
    }

    /// Returns `true` if no part of the last line is left.
    pub(super) fn is_between(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the input's name.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the input's name, to be kept.
    pub(super) fn shared_name(&self) -> Arc<str> {
        Arc::clone(&self.name)
    }

    /// Returns the number of the last line that was taken.
    pub(super) fn last_taken(&self) -> u64 {
        match self.ahead.front() {
            Some(line) => line.number.saturating_sub(1),
            None => self.number,
        }
    }

    /// Returns `true` if a line was refused for its control characters since the last
    /// call.
    pub(super) fn took_control(&mut self) -> bool {
        self.fault.is_none() && std::mem::take(&mut self.has_control)
    }

    /// Returns the number of the last line that was read, be it taken or looked at.
    pub(super) fn last_read(&self) -> u64 {
        self.number
    }

    /// Takes the next line.
    pub(super) fn next(&mut self) -> Result<Option<Line>, InputError> {
        match (self.ahead.pop_front(), self.fault.take()) {
            (Some(line), fault) => {
                self.fault = fault;
                Ok(Some(line))
            }
            (None, Some(fault)) => Err(fault),
            (None, None) => self.read(),
        }
    }

    /// Looks at the line `distance` after the next one. A fault is returned where it
    /// is the next line's; further ahead there is no line.
    pub(super) fn peek(&mut self, distance: usize) -> Result<Option<&Line>, InputError> {
        while self.ahead.len() <= distance && self.fault.is_none() {
            match self.read() {
                Ok(Some(line)) => self.ahead.push_back(line),
                Ok(None) => return Ok(None),
                Err(fault) => self.fault = Some(fault),
            }
        }
        if self.ahead.is_empty()
            && let Some(fault) = self.fault.take()
        {
            return Err(fault);
        }
        Ok(self.ahead.get(distance))
    }

    /// Gives lines back that were taken, to be taken again.
    pub(super) fn give_back(&mut self, lines: Vec<Line>) {
        for line in lines.into_iter().rev() {
            self.ahead.push_front(line);
        }
    }

    /// Takes the next lines of plain 9×9 puzzles that are in memory, but for the last of them
    /// ([`bare_lines`]). Returns the number of the first, and the cells; no lines if some were
    /// looked at already, or their places are kept.
    pub(super) fn take_bare(&mut self) -> (u64, Vec<LineCells>) {
        let first = self.number + 1;
        let is_fresh = self.ahead.is_empty() && self.fault.is_none() && self.rows.is_empty();
        if !is_fresh || self.at_end || self.starts.is_some() {
            return (first, Vec::new());
        }
        let text = match self.input.fill_buf() {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::Interrupted => return (first, Vec::new()),
            Err(error) => {
                // It may not come again.
                self.at_end = true;
                self.fault = Some(InputError::unreadable(&*self.name, &error));
                return (first, Vec::new());
            }
        };
        let skipped = usize::from(self.after_cr && text.starts_with(b"\n"));
        let (lines, length) = bare_lines(&text[skipped..]);
        if lines.is_empty() {
            return (first, lines);
        }
        let length = skipped + length;
        self.after_cr = false;
        self.input.consume(length);
        self.offset += length as u64;
        self.number += lines.len() as u64;
        (first, lines)
    }

    /// Reads a line.
    fn read(&mut self) -> Result<Option<Line>, InputError> {
        if let Some(row) = self.rows.pop_front() {
            return Ok(Some(row));
        }
        if self.at_end {
            return Ok(None);
        }
        self.number += 1;
        let (mut bytes, ended) = self.read_bytes()?;
        if self.number == 1 && bytes.starts_with("\u{feff}".as_bytes()) {
            bytes.drain(..3);
        }
        if bytes.is_empty() && !ended {
            self.number -= 1;
            return Ok(None);
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(self.rows(without_code_tags(normalize::plain(text))))),
            Err(error) => Err(self.not_utf8(error.as_bytes(), error.utf8_error().valid_up_to())),
        }
    }

    /// Reads the bytes of a line, and whether it is ended. After what is no text at all the
    /// input is at its end; a few control characters are a fault of their line alone.
    fn read_bytes(&mut self) -> Result<(Vec<u8>, bool), InputError> {
        let mut bytes = Vec::new();
        let mut ended = false;
        // The first control character of the line, and how many there are.
        let mut controls: Option<InputError> = None;
        let mut num_controls = 0;
        let mut is_start = true;
        while !ended {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.at_end = true;
                    return Err(InputError::unreadable(&*self.name, &error));
                }
            };
            if chunk.is_empty() {
                self.at_end = true;
                break;
            }
            if std::mem::take(&mut self.after_cr) && chunk[0] == b'\n' {
                self.input.consume(1);
                self.offset += 1;
                continue;
            }
            if std::mem::take(&mut is_start)
                && let Some(starts) = &mut self.starts
            {
                starts.push_back((self.number, self.offset));
            }
            let is_control = |&byte: &u8| (byte < b' ' && byte != b'\t') || byte == 0x7f;
            let length = chunk.iter().position(is_control).unwrap_or(chunk.len());
            let control = chunk.get(length).copied();
            bytes.extend_from_slice(&chunk[..length]);
            if bytes.len() > LONGEST {
                self.at_end = true;
                return Err(self.too_long());
            }
            match control {
                None => {}
                Some(end @ (b'\n' | b'\r')) => {
                    ended = true;
                    self.after_cr = end == b'\r';
                }
                Some(control) => {
                    num_controls += 1;
                    let fault = controls.take();
                    controls = Some(fault.unwrap_or_else(|| self.not_text(&bytes, control)));
                    bytes.push(b' ');
                    if num_controls > MOST_CONTROLS {
                        self.at_end = true;
                        break;
                    }
                }
            }
            let length = length + usize::from(control.is_some());
            self.input.consume(length);
            self.offset += length as u64;
        }
        self.has_control |= controls.is_some();
        controls.map_or(Ok((bytes, ended)), Err)
    }

    /// Returns a line, or the first of the rows that `<br>` parts in it; the others come
    /// next.
    fn rows(&mut self, text: String) -> Line {
        let rows = rows(&text);
        let mut lines = rows.into_iter().map(|text| Line {
            number: self.number,
            text,
        });
        let first = lines.next();
        let rest: Vec<Line> = lines.collect();
        for line in rest.into_iter().rev() {
            self.rows.push_front(line);
        }
        first.unwrap_or(Line {
            number: self.number,
            text,
        })
    }

    fn too_long(&self) -> InputError {
        let mut error = InputError::whole(
            &*self.name,
            format!(
                "found a line of more than {LONGEST} bytes, expected a puzzle of order {} at most",
                crate::sudoku::Size::MAX_ORDER
            ),
        );
        error.line = Some(self.number);
        error
    }

    /// Returns the error at the first byte of a line that isn't UTF-8.
    fn not_utf8(&self, bytes: &[u8], place: usize) -> InputError {
        let before = String::from_utf8_lossy(&bytes[..place]);
        let column = before.chars().count() + 1;
        let byte = bytes.get(place).copied().unwrap_or_default();
        let found = format!("found the byte 0x{byte:02X}, expected UTF-8");
        InputError::at(&*self.name, self.number, column as u64, found)
    }

    /// Returns the error for a control character after these bytes of its line.
    fn not_text(&self, bytes: &[u8], control: u8) -> InputError {
        match std::str::from_utf8(bytes) {
            Err(error) => self.not_utf8(bytes, error.valid_up_to()),
            Ok(before) => InputError::at(
                &*self.name,
                self.number,
                before.chars().count() as u64 + 1,
                format!(
                    "found {}, expected text: a control character is no part of a puzzle",
                    messages::character(char::from(control))
                ),
            ),
        }
    }
}

/// Returns the text with a space for each character of the tags that HTML puts around
/// text with fixed line ends.
fn without_code_tags(text: String) -> String {
    if !text.contains('<') {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.as_str();
    // Cleared at a tag without an end: no later tag has one.
    let mut is_closed = true;
    while let Some(start) = rest.find('<') {
        let tag = rest[start + 1..].trim_start_matches('/');
        let name = tag.split(|c: char| !c.is_ascii_alphabetic()).next();
        let is_code = name.is_some_and(|name| {
            ["pre", "code", "tt"]
                .iter()
                .any(|known| name.eq_ignore_ascii_case(known))
        });
        let end = match is_code && is_closed {
            true => rest[start..].find('>'),
            false => None,
        };
        is_closed &= !is_code || end.is_some();
        // What the attributes say must not be lost.
        let end = end.filter(|end| says_nothing(&rest[start + 1..start + end]));
        let length = end.map_or(1, |end| end + 1);
        plain.push_str(&rest[..start]);
        match end {
            Some(_) => plain.extend(rest[start..start + length].chars().map(|_| ' ')),
            None => plain.push('<'),
        }
        rest = &rest[start + length..];
    }
    plain + rest
}

/// Returns `true` if a tag holds no grid and states no rule.
fn says_nothing(tag: &str) -> bool {
    one_line::grid_in(tag, 1, &Options::default()).is_none() && !annotations::states_rule(tag)
}

/// Returns the rows that `<br>` parts in a line of text, each with a space for every
/// other character of the line; nothing for other lines, and for those with other tags than `<p>`
/// and `<div>`.
fn rows(text: &str) -> Vec<String> {
    // Largest number of bytes of such a line: each row takes as many. Chosen by hand.
    const LONGEST_ROWS: usize = 8192;
    if !text.contains('<') || text.len() > LONGEST_ROWS {
        return Vec::new();
    }
    let mut rows = Vec::new();
    let mut row = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        let Some((tag, after)) = after.split_once('>') else {
            return Vec::new();
        };
        row.push_str(before);
        match tag.trim_matches(['/', ' ']).to_ascii_lowercase().as_str() {
            "br" => {
                let width = row.chars().count();
                rows.push(std::mem::replace(&mut row, " ".repeat(width)));
            }
            "p" | "div" => {}
            _ => return Vec::new(),
        }
        row.extend(std::iter::repeat_n(' ', tag.chars().count() + 2));
        rest = after;
    }
    if rows.is_empty() {
        return Vec::new();
    }
    row.push_str(rest);
    let width = row.chars().count();
    rows.push(row);
    rows.retain(|row| !row.trim().is_empty());
    for row in &mut rows {
        row.extend(std::iter::repeat_n(' ', width - row.chars().count()));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor};

    fn all(input: &[u8]) -> Result<Vec<String>, InputError> {
        // A small buffer, so that ends of lines fall between two fillings.
        let input = BufReader::with_capacity(2, Cursor::new(input));
        let mut lines = Lines::new(Box::new(input), "test");
        let mut texts = Vec::new();
        while let Some(line) = lines.next()? {
            assert_eq!(line.number as usize, texts.len() + 1);
            texts.push(line.text);
        }
        Ok(texts)
    }

    #[test]
    fn every_end_of_a_line_is_known() {
        for input in ["a\nb\n\nc", "a\r\nb\r\n\r\nc\r\n", "a\rb\r\rc\r"] {
            assert_eq!(all(input.as_bytes()).unwrap(), ["a", "b", "", "c"]);
        }
        assert_eq!(all(b"").unwrap(), Vec::<String>::new());
        assert_eq!(all(b"\n").unwrap(), [""]);
        assert_eq!(all("\u{feff}a".as_bytes()).unwrap(), ["a"]);
    }

    #[test]
    fn what_is_no_text_is_refused_where_it_stands() {
        let place = |input: &[u8]| {
            let error = all(input).unwrap_err();
            (error.line.unwrap(), error.column.unwrap())
        };
        assert_eq!(place(b"ab\ncd\0"), (2, 3));
        assert_eq!(place(b"caf\xe9\n"), (1, 4));
        assert_eq!(place("é\u{7}".as_bytes()), (1, 2));
        assert_eq!(place(b"\xe9\x07"), (1, 1));
        assert_eq!(all(b"\xff\xfe5\0").unwrap(), ["5"]);
    }

    #[test]
    fn rows_between_br_are_lines() {
        let rows = super::rows("<p>12<br/>34<BR>5</p>");
        let expected = [
            "   12".to_owned(),
            "          34".to_owned(),
            "                5".to_owned(),
        ];
        assert_eq!(rows, expected.map(|row| format!("{row:<21}")));
        assert_eq!(super::rows("<td>5<br></td>"), [""; 0]);
        assert_eq!(super::rows("1 < 2"), [""; 0]);
    }

    #[test]
    fn an_endless_line_is_given_up() {
        let endless = BufReader::new(std::io::repeat(b'.'));
        let error = Lines::new(Box::new(endless), "test").next().unwrap_err();
        assert!(error.message.contains("8388608"), "{error}");
    }

    #[test]
    fn looking_ahead_takes_nothing() {
        let mut lines = Lines::new(Box::new(&b"a\nb\nc\n"[..]), "test");
        assert_eq!(lines.peek(1).unwrap().unwrap().text, "b");
        assert_eq!(lines.next().unwrap().unwrap().text, "a");
        assert_eq!(lines.peek(0).unwrap().unwrap().text, "b");
        assert!(lines.peek(2).unwrap().is_none());
        assert_eq!(lines.next().unwrap().unwrap().number, 2);
    }
}
