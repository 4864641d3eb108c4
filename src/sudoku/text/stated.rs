//! Symbols that the user states.

use super::{chars, messages};
use crate::sudoku::Size;
use std::str::FromStr;
use std::sync::Arc;

/// The symbols of a grid where the user states them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stated {
    /// The first is `1`: 1–9 and then A, B, …, or decimal numbers from 1. A `0`
    /// is a blank.
    FromOne,
    /// The first is `0`: 0–9 and then A, B, …, or decimal numbers from 0.
    FromZero,
    /// Letters from `A`. A `0` is a blank.
    Letters,
    /// These, in the order of digits.
    Chars(Arc<[char]>),
}

impl Stated {
    /// Returns the range of symbols for a grid of this size, as `1-G`.
    pub(super) fn shown(&self, size: Size) -> String {
        let side = size.side();
        let figure = |index: usize| match index {
            0..=9 => index.to_string(),
            10..=35 => char::from(b'A' + (index - 10) as u8).to_string(),
            _ => index.to_string(),
        };
        match self {
            Stated::FromOne => format!("1-{}", figure(side)),
            Stated::FromZero => format!("0-{}", figure(side - 1)),
            Stated::Letters => format!("A-{}", figure(side + 9)),
            Stated::Chars(chars) => chars.iter().collect(),
        }
    }
}

/// A range as `1-G`, `0-F` or `A-P`, of which only the start counts, or the
/// symbols themselves.
impl FromStr for Stated {
    type Err = String;

    fn from_str(text: &str) -> Result<Stated, String> {
        let chars: Vec<char> = text.chars().collect();
        if let [first, '-' | '–', last, ..] = chars[..]
            && last.is_alphanumeric()
            && (chars.len() == 3 || chars[2..].iter().all(char::is_ascii_digit))
        {
            return match first {
                '1' => Ok(Stated::FromOne),
                '0' => Ok(Stated::FromZero),
                'A' | 'a' => Ok(Stated::Letters),
                _ => Err("expected a range that starts with 1, 0 or A".to_owned()),
            };
        }
        let mut folded: Vec<String> = chars.iter().map(|c| c.to_uppercase().to_string()).collect();
        folded.sort_unstable();
        folded.dedup();
        if chars.is_empty() || folded.len() < chars.len() {
            return Err(
                "expected a range as 1-G, 0-F or A-P, or all symbols, each once".to_owned(),
            );
        }
        match chars
            .iter()
            .find(|c| c.is_whitespace() || c.is_control() || chars::is_blank(**c))
        {
            Some(&c) => Err(format!(
                "{} is a blank, expected symbols",
                messages::character(c)
            )),
            None => Ok(Stated::Chars(chars.into())),
        }
    }
}
