//! The cells of a puzzle as they stood in the input.

use std::ops::Range;

/// The text of each cell of a puzzle as it stood in the input, in reading order.
///
/// Kept beside the puzzle so that an answer can be held against what was
/// written, whatever the reader made of it ([`crate::check::tokens`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// The tokens one behind the other.
    text: String,
    /// The end of each token in `text`; empty if each token is one character.
    ends: Vec<u32>,
    kind: TokenKind,
    stated: bool,
}

/// The kind of a puzzle's tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TokenKind {
    /// A symbol or a blank.
    #[default]
    Cells,
    /// The candidates of a cell, with or without blanks for the others.
    Candidates,
}

impl Tokens {
    /// Creates tokens of one character each.
    pub(super) fn chars(text: String) -> Tokens {
        Tokens {
            text,
            ..Tokens::default()
        }
    }

    /// Creates tokens of any length.
    pub(crate) fn words<'a>(words: impl IntoIterator<Item = &'a str>) -> Tokens {
        let mut tokens = Tokens::default();
        let mut are_chars = true;
        for word in words {
            tokens.text.push_str(word);
            tokens.ends.push(tokens.text.len() as u32);
            are_chars &= word.chars().count() == 1;
        }
        if are_chars {
            tokens.ends = Vec::new();
        }
        tokens
    }

    pub(crate) fn of_kind(self, kind: TokenKind) -> Tokens {
        Tokens { kind, ..self }
    }

    pub(super) fn stated(self, stated: bool) -> Tokens {
        Tokens { stated, ..self }
    }

    /// Returns the tokens in reading order.
    pub fn iter(&self) -> impl Iterator<Item = &str> + Clone + '_ {
        let mut at = 0;
        let mut place = 0;
        std::iter::from_fn(move || {
            let rest = self.text.get(at..).unwrap_or_default();
            let range: Range<usize> = if self.ends.is_empty() {
                at..at + rest.chars().next()?.len_utf8()
            } else {
                at..*self.ends.get(place)? as usize
            };
            place += 1;
            at = range.end;
            self.text.get(range)
        })
    }

    /// Returns the number of tokens.
    pub fn len(&self) -> usize {
        match self.ends.len() {
            // Most texts are ASCII, which is found faster than counted.
            0 if self.text.is_ascii() => self.text.len(),
            0 => self.text.chars().count(),
            ends => ends,
        }
    }

    /// Returns the tokens as a text of one character each, if they are.
    pub fn as_chars(&self) -> Option<&str> {
        self.ends.is_empty().then_some(&self.text)
    }

    /// Returns `true` if there is no token.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the kind of the tokens.
    pub fn kind(&self) -> TokenKind {
        self.kind
    }

    /// Returns `true` if the user stated the symbols: then `0` may be a blank
    /// beside another blank.
    pub fn symbols_are_stated(&self) -> bool {
        self.stated
    }
}
