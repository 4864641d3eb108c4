//! The text of a line, split into fields, words and drawn lines.

use super::chars::{is_bar, is_gap};

/// The text of a line without quote marks and comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body<'a> {
    /// Without blanks around it.
    pub text: &'a str,
    /// Its column, from 1, in characters.
    pub column: usize,
    /// With the blanks around it.
    pub full: &'a str,
    /// The column of `full`.
    pub full_column: usize,
}

/// The text of a cell and its column.
pub(super) type Token<'a> = (usize, &'a str);

/// Returns the parts of a text between separators, each with its column.
pub(super) fn parts(
    text: &str,
    column: usize,
    is_separator: impl Fn(char) -> bool,
) -> Vec<Token<'_>> {
    let mut parts = Vec::new();
    let mut start = (column, 0);
    let ends = text.char_indices().map(|(at, c)| (at, Some(c)));
    for (place, (at, c)) in ends.chain([(text.len(), None)]).enumerate() {
        if c.is_some_and(|c| !is_separator(c)) {
            continue;
        }
        parts.push((start.0, &text[start.1..at]));
        start = (column + place + 1, at + c.map_or(0, char::len_utf8));
    }
    parts
}

/// Returns the words of a text, each with its column.
pub(super) fn words(text: &str, column: usize) -> Vec<Token<'_>> {
    let mut words = parts(text, column, is_gap);
    words.retain(|(_, word)| !word.is_empty());
    words
}

/// Returns a part of a text without blanks around it.
pub(super) fn trimmed(column: usize, part: &str) -> Token<'_> {
    let left = part.trim_start_matches(is_gap);
    (
        column + part.len() - left.len(),
        left.trim_end_matches(is_gap),
    )
}

/// Returns a field without quotes around it.
pub(super) fn unquoted((column, field): Token<'_>) -> Token<'_> {
    for quote in ['"', '\''] {
        let inner = field
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner {
            return trimmed(column + 1, inner);
        }
    }
    (column, field)
}

/// Returns, for a drawn line, `true` if it may also be a row of blank cells; `None` for
/// any other line.
pub(super) fn drawn_line(text: &str) -> Option<bool> {
    let is_line = |c: char| matches!(c, '=' | '─' | '━' | '═' | '╌' | '╍' | '┄' | '┅' | '┈' | '┉');
    let drawn = |c: char| matches!(c, '-' | '=' | '+' | '*' | '_' | '\u{2500}'..='\u{257f}');
    let corner = |c: char| matches!(c, '.' | ':' | '\'' | '`' | ',');
    if text.chars().all(|c| drawn(c) || is_bar(c) || is_gap(c)) {
        let is_blank = |c: char| matches!(c, '-' | '*' | '_');
        let has_line = text.contains(is_line);
        let or_row = !has_line && text.chars().all(|c| is_blank(c) || is_bar(c) || is_gap(c));
        // A row of stars alone is one of blank cells.
        let is_rule = has_line || text.contains('-') || text.contains("__");
        return (is_rule && text.contains(|c| !is_bar(c) && !is_gap(c))).then_some(or_row);
    }
    // Frames with points and colons at the corners, and Markdown's.
    let is_frame = (text.contains("---") || text.contains(":-") || text.contains("-:"))
        && text.starts_with(|c| corner(c) || is_bar(c) || c == '+')
        && text.ends_with(|c| corner(c) || is_bar(c) || c == '+')
        && text
            .chars()
            .all(|c| drawn(c) || is_bar(c) || is_gap(c) || corner(c))
        && !text.contains("..");
    is_frame.then_some(false)
}

/// Returns `true` if a word is one of a list of words between blanks.
pub(super) fn is_one_of(word: &str, list: &str) -> bool {
    list.split_whitespace().any(|known| known == word)
}
