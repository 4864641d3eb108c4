//! Classes of characters: blanks between words, lines of boxes, blank cells, symbols.

/// Returns `true` for the blanks between words: a space or a tab.
pub(super) fn is_gap(c: char) -> bool {
    c == ' ' || c == '\t'
}

/// Returns `true` for a vertical line between boxes.
pub(super) fn is_bar(c: char) -> bool {
    matches!(
        c,
        '|' | '¦' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏'
    )
}

/// Returns `true` if a character can be the symbol of a digit: it is no blank, no
/// white space and no control character.
pub(super) fn is_symbol(c: char) -> bool {
    !is_blank(c) && !c.is_whitespace() && !c.is_control()
}

/// Returns `true` if this character is a blank cell in every grid; `0` is one in most.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, '.' | '_' | '*' | '?' | '-' | '·')
}

/// Returns `true` if this character is the blank where a grid has no other: it
/// can be seen, and is no letter, digit, quote, bracket or separator.
pub(super) fn is_sign(c: char) -> bool {
    let is_mark = r#""'\<>[]{}(),;:`|"#.contains(c);
    let is_seen = c.escape_debug().len() == 1 && !c.is_whitespace() && !c.is_control();
    let is_combining = matches!(u32::from(c), 0x300..=0x36f | 0x20d0..=0x20ff | 0xfe00..=0xfe0f | 0x200b..=0x200f | 0x2060..=0x206f | 0xfff0..=0xffff);
    !is_mark && is_seen && !is_combining && !c.is_alphanumeric() && !c.is_numeric()
}
