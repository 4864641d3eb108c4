//! The arguments of a family, such as `8x8,reduced,square=012/120/201`.

use super::{Board, Family, MAX_SQUARES, ProblemError};
use std::ops::RangeInclusive;

/// The words after the family's name. Each is removed when it is taken.
pub(super) struct Arguments<'a> {
    family: &'static Family,
    words: Vec<&'a str>,
}

impl<'a> Arguments<'a> {
    /// Splits the text at commas. After `file=` the whole rest is the file's
    /// name.
    pub(super) fn new(family: &'static Family, text: &'a str) -> Arguments<'a> {
        let mut words = Vec::new();
        let mut rest = (!text.is_empty()).then_some(text);
        while let Some(text) = rest {
            let word = match text.split_once(',') {
                Some((word, after)) if !text.starts_with("file=") => {
                    rest = Some(after);
                    word
                }
                _ => {
                    rest = None;
                    text
                }
            };
            words.push(word.trim());
        }
        Arguments { family, words }
    }

    /// Returns an error that shows the family's pattern.
    pub(super) fn error(&self, reason: impl Into<String>) -> ProblemError {
        ProblemError::Argument {
            family: self.family,
            reason: reason.into(),
        }
    }

    /// Takes a word such as `reduced`. Returns `true` if it is present.
    pub(super) fn flag(&mut self, name: &str) -> bool {
        let place = self.words.iter().position(|&word| word == name);
        place.map(|place| self.words.remove(place)).is_some()
    }

    /// Takes a word such as `square=012/120/201` and returns its value.
    pub(super) fn value(&mut self, name: &str) -> Option<&'a str> {
        let value = |word: &&'a str| word.strip_prefix(name)?.strip_prefix('=');
        let place = self.words.iter().position(|word| value(word).is_some())?;
        value(&self.words.remove(place))
    }

    /// Takes the first word if it begins like a size: with a digit or a sign.
    fn size(&mut self) -> Option<&'a str> {
        let first = self.words.first()?;
        let is_size = first.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        is_size.then(|| self.words.remove(0))
    }

    /// Takes an optional number.
    pub(super) fn number_or_none(
        &mut self,
        range: RangeInclusive<usize>,
    ) -> Result<Option<usize>, ProblemError> {
        let Some(word) = self.size() else {
            return Ok(None);
        };
        match number(word).filter(|number| range.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(self.unexpected(word, &range)),
        }
    }

    /// Takes a mandatory number.
    pub(super) fn number(&mut self, range: RangeInclusive<usize>) -> Result<usize, ProblemError> {
        let found = match self.words.first() {
            None => "nothing".to_owned(),
            Some(word) => quoted(word),
        };
        let (first, last) = (range.start(), range.end());
        let missing = format!("found {found}, expected a number from {first} to {last}");
        match self.number_or_none(range)? {
            Some(number) => Ok(number),
            None => Err(self.error(missing)),
        }
    }

    fn unexpected(&self, word: &str, range: &RangeInclusive<usize>) -> ProblemError {
        let (first, last) = (range.start(), range.end());
        let word = quoted(word);
        self.error(format!(
            "found {word}, expected a number from {first} to {last}"
        ))
    }

    /// Takes a board `ROWSxCOLS`, or the side of a square board.
    pub(super) fn rectangle(&mut self) -> Result<Option<Board>, ProblemError> {
        let Some(word) = self.size() else {
            return Ok(None);
        };
        let sides = word.split_once(['x', 'X', '×']).unwrap_or((word, word));
        let sides = (number(sides.0), number(sides.1));
        let (Some(rows @ 1..), Some(cols @ 1..)) = sides else {
            let word = quoted(word);
            return Err(self.error(format!(
                "found {word}, expected rows and columns like 6x10, each from 1"
            )));
        };
        match rows.checked_mul(cols) {
            Some(1..=MAX_SQUARES) => Ok(Some(Board::rectangle(rows, cols))),
            _ => Err(ProblemError::TooLarge),
        }
    }

    /// Takes the mandatory side lengths of a box, `LxMxN`.
    pub(super) fn sides(&mut self) -> Result<[usize; 3], ProblemError> {
        let word = self.size().unwrap_or_default();
        super::polycubes::sides_of(word).ok_or_else(|| {
            let word = quoted(word);
            self.error(format!(
                "found {word}, expected a box like 3x4x5 of at most 4096 cubes"
            ))
        })
    }

    /// Returns an error if any word is left.
    pub(super) fn end(&self) -> Result<(), ProblemError> {
        match self.words.first() {
            None => Ok(()),
            Some(word) => {
                let word = quoted(word);
                Err(self.error(format!("found {word}, which means nothing here")))
            }
        }
    }
}

/// Parses a number in plain digits.
fn number(word: &str) -> Option<usize> {
    let plain = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| word.parse().ok()).flatten()
}

/// Returns a word for a message, escaped and shortened.
pub(super) fn quoted(word: &str) -> String {
    let start: String = word.chars().take(32).collect();
    let more = if start.len() < word.len() { "…" } else { "" };
    format!("\"{}{more}\"", start.escape_debug())
}
