//! Text of unknown origin inside XML.

use std::fmt::{Display, Formatter, Result, Write};

/// A text that is written so that it can stand between two tags: the characters that
/// XML gives a meaning are escaped, and those that XML can't contain are replaced.
pub struct XmlText<'a>(pub &'a str);

impl Display for XmlText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}'),
            c if c.is_control() => f.write_char('\u{fffd}'),
            c => f.write_char(c),
        })
    }
}
