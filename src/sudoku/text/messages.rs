//! The words of the reader's errors: what was found, shown so that it can be seen.

use super::chars;
use crate::io::InputError;

/// What is wrong with a line: the column, and a message.
pub(super) type Fault = (usize, String);

/// The symbols for a blank cell, as errors name them.
pub(super) const BLANKS: &str = "a blank (. 0 _ - * ?)";

/// Returns a character as an error shows it: `'x'`, `'·' (U+00B7)`, or `U+200B` if it
/// can't be seen.
pub(super) fn character(c: char) -> String {
    let code = u32::from(c);
    match c {
        ' ' => "a blank".to_owned(),
        '\t' => "a tab".to_owned(),
        '!'..='~' => format!("'{c}'"),
        _ if c.escape_debug().len() == 1 && !c.is_whitespace() => {
            format!("'{c}' (U+{code:04X})")
        }
        _ => format!("U+{code:04X}"),
    }
}

/// Returns a word as an error shows it: shortened, with what can't be seen escaped.
pub(super) fn word(text: &str) -> String {
    let mut chars = text.chars();
    if let (Some(only), None) = (chars.next(), chars.next()) {
        return character(only);
    }
    const SHOWN: usize = 24;
    let mut shown = String::from("'");
    for c in text.chars().take(SHOWN) {
        match c {
            ' '..='~' => shown.push(c),
            _ if c.escape_debug().len() == 1 && !c.is_whitespace() => shown.push(c),
            _ => shown.push_str(&format!("U+{:04X}", u32::from(c))),
        }
    }
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown.push('\'');
    shown
}

/// Returns a blank as an error shows it; an empty field has no text.
pub(super) fn blank(token: &str) -> String {
    match token {
        "" => "empty cells".to_owned(),
        _ => word(token),
    }
}

/// Returns the line and column, from 1, of a byte of a text.
pub(super) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (
        before.matches('\n').count() + 1,
        before[start..].chars().count() + 1,
    )
}

/// Returns a text that is shortened if it is long.
pub(super) fn shortened(text: &str) -> String {
    // Largest number of characters shown. Chosen by hand.
    const SHOWN: usize = 40;
    let mut shown: String = text.chars().take(SHOWN).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// Returns the usual meaning of a character that is not a cell, as the end of an error
/// message.
fn hint(c: char) -> &'static str {
    match c {
        '"' | '\'' => "; quotes are no part of a cell",
        '\\' => "; a written \\n is no line break",
        '<' => "; HTML is not read",
        '-' => "; '-' alone is a blank",
        '\u{ff10}'..='\u{ff19}' => "; this is a full-width digit, write 1 to 9",
        _ if c.is_numeric() => "; write digits as 1 to 9",
        _ => "",
    }
}

/// Returns the message for a text that can't stand in a cell.
pub(super) fn no_cell(text: &str) -> String {
    let strange = |c: &char| !c.is_ascii_alphanumeric() && (!chars::is_blank(*c) || *c == '-');
    let hint = text.chars().find(strange).map_or("", hint);
    format!("found {}, expected a digit or {BLANKS}{hint}", word(text))
}

/// Returns an error at a place, with the line's text where it can be shown.
pub(super) fn error_at(
    name: &str,
    line: u64,
    column: usize,
    text: &str,
    message: impl Into<String>,
) -> InputError {
    const SHOWN: usize = 1000;
    let visible = |c: char| c == '\t' || (c.escape_debug().len() == 1 && !c.is_control());
    let mut error = InputError::at(name, line, column as u64, message);
    if text.len() <= SHOWN && text.chars().all(|c| visible(c) || c == '\'' || c == '"') {
        error.excerpt = Some(text.replace('\t', " "));
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_shown_by_its_code() {
        assert_eq!(character('x'), "'x'");
        assert_eq!(character('\u{200b}'), "U+200B");
        assert_eq!(character('\u{a0}'), "U+00A0");
        assert_eq!(character('·'), "'·' (U+00B7)");
        assert_eq!(character('\u{1b}'), "U+001B");
        assert_eq!(word("a\u{200b}b"), "'aU+200Bb'");
        assert_eq!(word("\u{feff}"), "U+FEFF");
    }
}
