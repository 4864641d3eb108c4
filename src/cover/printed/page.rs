//! A printed text whose places are known, and what tables and sets have in common of LaTeX.

use super::is_among;
use crate::cover::BuildError;
use crate::io::{InputError, display_bytes, one_for_one, utf8};
use std::io::Read;

/// Greatest length of a text in bytes: it is held in memory. Chosen by hand, far beyond
/// anything that is printed.
const LONGEST: u64 = 1 << 26;

/// Greatest number of bytes of a token or a line in a message.
const SHOWN: (usize, usize) = (32, 160);

/// Environments of LaTeX whose name an argument in braces follows.
const WITH_ARGUMENT: &str = "multicols multicols* array tabular alignat alignat*";

/// A text whose places are known.
pub(super) struct Page<'a> {
    name: &'a str,
    pub(super) text: String,
    /// Offset of each line.
    pub(super) lines: Vec<usize>,
}

impl<'a> Page<'a> {
    /// Reads a whole text. Characters that look like those of ASCII are replaced by these, one for
    /// one so that columns stay.
    pub(super) fn read(input: impl Read, name: &'a str) -> Result<Page<'a>, InputError> {
        let mut bytes = Vec::new();
        input
            .take(LONGEST + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| InputError::unreadable(name, &error))?;
        if bytes.len() as u64 > LONGEST {
            let message = format!("the text is longer than {LONGEST} bytes");
            return Err(InputError::whole(name, message));
        }
        let text = utf8(name, &bytes)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let page = Page::new(name, text.to_owned());
        if let Some((at, c)) = text.char_indices().find(|&(_, c)| is_invisible(c)) {
            let found = u32::from(c);
            let message = format!("found U+{found:04X}, expected no invisible character");
            return Err(page.error(at, message));
        }
        Ok(Page::new(name, text.chars().map(folded).collect()))
    }

    fn new(name: &'a str, text: String) -> Page<'a> {
        let ends = text.match_indices('\n').map(|(end, _)| end + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Page { name, text, lines }
    }

    /// Returns the place at which the text begins.
    pub(super) fn start(&self) -> Cursor<'_> {
        Cursor {
            page: self,
            offset: 0,
        }
    }

    /// Returns an error at an offset.
    pub(super) fn error(&self, offset: usize, message: impl Into<String>) -> InputError {
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
    pub(super) fn unexpected(&self, offset: usize, expected: &str) -> InputError {
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

    pub(super) fn refused(&self, offset: usize, error: &BuildError) -> InputError {
        self.error(offset, error.to_string())
    }
}

/// A place in a page.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'p> {
    pub(super) page: &'p Page<'p>,
    pub(super) offset: usize,
}

impl<'p> Cursor<'p> {
    pub(super) fn rest(&self) -> &'p str {
        &self.page.text[self.offset..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Passes a text, if it is next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        self.offset += if found { text.len() } else { 0 };
        found
    }

    /// Passes the first of some texts that is next.
    pub(super) fn eat_any(&mut self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.eat(text))
    }

    /// Passes blanks and ends of lines.
    pub(super) fn skip_blanks(&mut self) {
        self.offset += self.rest().len() - self.rest().trim_start().len();
    }

    /// Passes all up to this text and the text itself, if it is in the line.
    pub(in crate::cover::printed) fn skip_past(&mut self, text: &str) {
        let line = self.rest().lines().next().unwrap_or_default();
        self.offset += line.find(text).map_or(0, |end| end + text.len());
    }

    pub(super) fn unexpected(&self, expected: &str) -> InputError {
        self.page.unexpected(self.offset, expected)
    }

    /// Passes the begin or the end of an environment of LaTeX, with its arguments. Returns its
    /// name.
    pub(super) fn environment(&mut self) -> Option<&'p str> {
        let begin = self.rest().strip_prefix("\\begin{");
        let (name, after) = begin
            .or_else(|| self.rest().strip_prefix("\\end{"))?
            .split_once('}')?;
        self.offset += self.rest().len() - after.len();
        if begin.is_some() && after.starts_with('[') {
            self.skip_past("]");
        }
        if begin.is_some() && is_among(name, WITH_ARGUMENT) && self.rest().starts_with('{') {
            self.skip_past("}");
        }
        Some(name)
    }

    /// Passes the length after the end of a line of LaTeX, as `[2pt]`.
    pub(super) fn skip_length(&mut self) {
        const UNITS: [&str; 6] = ["pt", "em", "ex", "cm", "mm", "in"];
        let length = self.rest().strip_prefix('[');
        let length = length.and_then(|rest| Some(rest.split_once(']')?.0));
        if let Some(length) = length
            && let Some(number) = UNITS.iter().find_map(|unit| length.strip_suffix(unit))
            && number.trim_end().parse::<f64>().is_ok()
        {
            self.offset += length.len() + 2;
        }
    }
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Returns the character of ASCII that a character looks like, or else the character.
fn folded(c: char) -> char {
    match c {
        '−' | '‐' | '‑' => '-',
        '“' | '”' | '„' => '"',
        '‘' | '’' | '′' => '\'',
        '、' => ',',
        '！'..='～' => char::from((u32::from(c) - u32::from('！')) as u8 + b'!'),
        c => c,
    }
}

/// Returns the beginning of a text, of at most this number of bytes.
fn shortened(text: &str, most: usize) -> &str {
    let mut ends = (0..=most.min(text.len())).rev();
    let end = ends.find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}
