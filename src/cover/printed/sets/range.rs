//! Dots that stand for elements between two others.

use super::name::Name;
use crate::cover::printed::is_among;
use crate::cover::printed::page::{Cursor, Page};
use crate::io::InputError;
use itertools::Itertools;

/// Greatest number of elements that all dots of a text stand for, to bound memory. Chosen by
/// hand.
const LONGEST_RANGE: u64 = 1 << 20;

impl Cursor<'_> {
    /// Returns the length in bytes of the dots that are next, 0 if there are none.
    pub(super) fn dots(&self) -> usize {
        const SIGNS: [&str; 5] = ["…", "⋯", "‥", "...", ".."];
        const MACROS: &str = "ldots dots cdots hdots dotsc dotsb dotsm dotso textellipsis";
        let rest = self.rest();
        let Some(word) = rest.strip_prefix('\\') else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            return sign.map_or(0, |sign| sign.len());
        };
        let after = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let word = &word[..word.len() - after.len()];
        if is_among(word, MACROS) {
            1 + word.len()
        } else {
            0
        }
    }
}

/// Adds the elements from the last one to this one, for which dots at an offset stand. `filled`
/// counts them.
pub(super) fn fill(
    page: &Page<'_>,
    elements: &mut Vec<Name>,
    last: Name,
    dots: usize,
    filled: &mut u64,
) -> Result<(), InputError> {
    let unknown = || page.unexpected(dots, "an element: the dots stand for nothing known");
    let mut before = elements.iter().rev().map(|name| numbered(&name.text));
    let (Some(Some((series, first))), Some((other, end))) = (before.next(), numbered(&last.text))
    else {
        return Err(unknown());
    };
    let follows = before
        .next()
        .flatten()
        .is_none_or(|(other, number)| other != series || number.checked_add(1) == Some(first));
    if series != other || first >= end || !follows {
        return Err(unknown());
    }
    *filled = filled.saturating_add(end - first);
    if *filled > LONGEST_RANGE {
        let message = format!("the dots stand for more than {LONGEST_RANGE} elements");
        return Err(page.error(dots, message));
    }
    let between = (first + 1..end).map(|number| Name {
        offset: dots,
        text: match series {
            (_, Kind::Number) => format!("{}{number}", series.0),
            _ => char::from(number as u8).to_string(),
        },
    });
    let between: Vec<Name> = between.collect();
    elements.extend(between.into_iter().chain([last]));
    Ok(())
}

/// The kind of the two ends of dots, and of all elements between them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Small,
    Capital,
}

/// Returns a name as a text, what is counted, and a number: `x12` is (`x`, number) and 12. A
/// single letter is its code.
fn numbered(name: &str) -> Option<((&str, Kind), u64)> {
    if let [letter] = name.as_bytes() {
        match letter {
            b'a'..=b'z' => return Some((("", Kind::Small), (*letter).into())),
            b'A'..=b'Z' => return Some((("", Kind::Capital), (*letter).into())),
            _ => {}
        }
    }
    let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &name[prefix.len()..];
    let is_plain = digits.len() == 1 || !digits.starts_with('0');
    let number = digits.parse().ok().filter(|_| is_plain)?;
    Some(((prefix, Kind::Number), number))
}

/// Returns `true` if a name may be a range, as `1-4` or `a–g`.
pub(super) fn is_range(name: &str) -> bool {
    let dashes = ['-', '–', '—'];
    let Some((first, last)) = name.split_once(dashes) else {
        return false;
    };
    let series = |end| numbered(end).map(|(series, _)| series);
    let first = series(first);
    first.is_some() && first == series(last.trim_start_matches(dashes))
}

/// Returns the key for the alphabetical order in which numbers count by their value: texts
/// and numbers in turn, the other component empty.
pub(super) fn natural(name: &str) -> Vec<(String, u64)> {
    let parts = name.chars().chunk_by(char::is_ascii_digit);
    let key = parts.into_iter().map(|(is_number, part)| {
        let part: String = part.collect();
        match is_number {
            true => (String::new(), part.parse().unwrap_or(u64::MAX)),
            false => (part, 0),
        }
    });
    key.collect()
}
