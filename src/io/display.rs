//! Text of unknown origin made fit for a message.
//!
//! Names and file contents may hold escape codes that steer a terminal,
//! characters that turn the direction of writing, and blanks that look like
//! other blanks. All of these are shown by their escape. Escaping twice changes
//! nothing, so a message may be escaped as a whole.

use std::borrow::Cow;
use std::fmt::{Display, Write};

/// Returns the text with everything escaped that isn't plainly visible.
pub fn display(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    push_escaped(&mut out, text);
    Cow::Owned(out)
}

/// Returns JSON in which every character that isn't plainly visible is an escape of four
/// hexadecimal digits, so that its texts are read back as they were.
pub fn escape_json(json: String) -> String {
    if json.chars().all(is_plain) {
        return json;
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if is_plain(c) {
            out.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a String can't fail.
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    out
}

/// Returns bytes like [`display`]; those that are not UTF-8 are shown as `\xff`.
pub fn display_bytes(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        push_escaped(&mut out, chunk.valid());
        for byte in chunk.invalid() {
            // Writing to a String can't fail.
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    out
}

/// Returns the first `most` things of a list and the number of the others, so that a message does
/// not grow with its input: `a, b, and 7 more`.
pub fn first_few<T: Display>(things: &[T], most: usize, separator: &str) -> String {
    let mut shown: Vec<String> = things.iter().take(most).map(T::to_string).collect();
    if let more @ 1.. = things.len().saturating_sub(most) {
        shown.push(format!("and {more} more"));
    }
    shown.join(separator)
}

/// Returns a number and what it counts: `1 clause`, `2 clauses`.
pub fn counted(number: impl Display, thing: &str) -> String {
    let mut text = format!("{number} {thing}");
    if !text.starts_with("1 ") {
        text.push('s');
    }
    text
}

/// Returns a number and the plural noun it counts, in the right number: `1 conflict`,
/// `2 conflicts`. Only the `s` of a first word that ends in it is dropped, so `struck
/// out` and `cells looked at` work, too.
pub fn counted_plural(number: u64, things: &str) -> String {
    let (first, rest) = match things.find(' ') {
        Some(end) => things.split_at(end),
        None => (things, ""),
    };
    match first.strip_suffix('s') {
        Some(thing) if number == 1 => format!("{number} {thing}{rest}"),
        _ => format!("{number} {things}"),
    }
}

/// Returns the bytes as text in which every character that isn't plain is replaced by
/// one that is, so that columns stay where they were.
pub(crate) fn one_for_one(bytes: &[u8]) -> String {
    let picture = |c: char| match c {
        '\t' => ' ',
        '\0'..='\x1f' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        c if is_plain(c) => c,
        _ => '\u{fffd}',
    };
    String::from_utf8_lossy(bytes)
        .chars()
        .map(picture)
        .collect()
}

fn push_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '\0' => out.push_str("\\0"),
            c if is_plain(c) => out.push(c),
            c => out.extend(c.escape_default()),
        }
    }
}

/// Returns `true` if the character is printed as it is.
fn is_plain(c: char) -> bool {
    if c.is_ascii() {
        return matches!(c, ' '..='~');
    }
    let unseen = c.is_control()
        || c.is_whitespace()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
        || matches!(c, '\u{e0000}'..='\u{e0fff}');
    !unseen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_escaped_and_the_rest_is_left() {
        assert_eq!(display("über 'a\\b' \"c\""), "über 'a\\b' \"c\"");
        assert_eq!(display("a\nb\x1b[2J\x07"), "a\\nb\\u{1b}[2J\\u{7}");
        assert_eq!(display("1\u{a0}2\u{202e}"), "1\\u{a0}2\\u{202e}");
        assert_eq!(display("a\u{61c}b\u{180e}"), "a\\u{61c}b\\u{180e}");
        assert_eq!(display_bytes(b"b\xffd\0"), "b\\xffd\\0");
    }

    #[test]
    fn json_is_escaped_so_that_it_is_read_back() {
        let plain = r#"{"a":"ü\n"}"#.to_owned();
        assert_eq!(escape_json(plain.clone()), plain);
        let odd = "[\"\u{202e}\u{9b}\u{e0041}\"]".to_owned();
        let escaped = escape_json(odd);
        assert_eq!(escaped, r#"["\u202e\u009b\udb40\udc41"]"#);
    }

    #[test]
    fn escaping_twice_changes_nothing() {
        let once = display("a\n\\\x1b\u{9b}").into_owned();
        assert_eq!(display(&once), once);
    }

    #[test]
    fn plurals_are_right() {
        assert_eq!(counted(1, "clause"), "1 clause");
        assert_eq!(counted(21, "clause"), "21 clauses");
        assert_eq!(counted_plural(1, "conflicts"), "1 conflict");
        assert_eq!(counted_plural(0, "conflicts"), "0 conflicts");
        assert_eq!(counted_plural(1, "cells looked at"), "1 cell looked at");
        assert_eq!(counted_plural(1, "struck out"), "1 struck out");
    }

    #[test]
    fn pictures_keep_columns() {
        let text = one_for_one(b"a\tb\x1b\0\xffc");
        assert_eq!(text, "a b\u{241b}\u{2400}\u{fffd}c");
    }
}
