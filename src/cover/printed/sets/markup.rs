//! Markup without meaning around sets, and the bullets of lists.

use super::name::Name;
use crate::cover::printed::page::Cursor;
use crate::io::InputError;

/// The begin of an item of a list in LaTeX that has a name.
pub(super) const ITEM: &str = "\\item[";

impl Cursor<'_> {
    /// Returns `true` if only blanks are before the place in its line.
    fn begins_line(&self) -> bool {
        let before = &self.page.text[..self.offset];
        let line = before.rsplit('\n').next().unwrap_or_default();
        line.trim().is_empty()
    }

    /// Passes blanks, comments and markup without meaning.
    pub(super) fn skip(&mut self) -> Result<(), InputError> {
        const MARKUP: [&str; 19] = [
            "$", "**", "`", "&", "~", "\\,", "\\;", "\\:", "\\!", "\\ ", "\\(", "\\)", "\\[",
            "\\]", "\\left", "\\right", "\\qquad", "\\quad", "\\item",
        ];
        loop {
            let before = self.offset;
            self.skip_blanks();
            if self.rest().starts_with('|') && self.begins_line() {
                let line = self.rest().lines().next().unwrap_or_default();
                if line[1..].contains(['|', '{', '}']) {
                    return Err(self.unexpected(
                        "a set, or a comment without another \"|\" or braces; --form table reads \
                         a table",
                    ));
                }
                self.offset += line.len();
            }
            self.environment();
            if self.eat("\\\\") {
                self.skip_length();
            } else if !self.rest().starts_with(ITEM) {
                self.eat_any(&MARKUP);
            }
            if self.offset == before {
                return Ok(());
            }
        }
    }

    /// Passes the bullet or the number of an item of a list. Returns the number.
    pub(super) fn bullet(&mut self) -> Result<Option<Name>, InputError> {
        let (offset, rest) = (self.offset, self.rest());
        let after_number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = &rest[..rest.len() - after_number.len()];
        let bullet = match number {
            "" => rest.strip_prefix(['-', '*', '+', '•', '–']),
            _ => after_number.strip_prefix(['.', ')']),
        };
        if let Some(after) = bullet.filter(|after| after.starts_with(char::is_whitespace))
            && self.begins_line()
        {
            let text = number.to_owned();
            self.offset += rest.len() - after.len();
            self.skip()?;
            return Ok((!text.is_empty()).then_some(Name { offset, text }));
        }
        Ok(None)
    }

    /// Returns `true` if a set is next, without a name.
    pub(super) fn at_set(&self) -> bool {
        let mut starts = "{ \\{ [ \\emptyset \\varnothing ∅ set( frozenset(".split(' ');
        starts.any(|start| self.rest().starts_with(start))
    }
}
