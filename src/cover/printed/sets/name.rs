//! Names of sets and of elements, with markup.

use crate::cover::printed::page::Cursor;
use crate::cover::printed::{AROUND_NAMES, is_among};
use crate::io::InputError;

/// A name with its offset.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) offset: usize,
    pub(super) text: String,
}

impl Cursor<'_> {
    /// Reads a name.
    pub(super) fn name(&mut self, expected: &str) -> Result<Name, InputError> {
        let offset = self.offset;
        let mut text = String::new();
        if let Some(quote @ ('"' | '\'')) = self.peek() {
            let end = self.rest()[1..]
                .find(quote)
                .ok_or_else(|| self.unexpected(expected))?;
            text += &self.rest()[1..=end];
            self.offset += end + 2;
        } else {
            while let Some(part) = self.part(text.is_empty())? {
                text += &part;
            }
        }
        match text.is_empty() {
            true => Err(self.page.unexpected(offset, expected)),
            false => Ok(Name { offset, text }),
        }
    }

    /// Reads a part of a name: markup with its content, a pair of parentheses, an index, or a
    /// character.
    fn part(&mut self, is_first: bool) -> Result<Option<String>, InputError> {
        let rest = self.rest();
        let Some(c) = rest.chars().next() else {
            return Ok(None);
        };
        if self.dots() > 0 {
            return Ok(None);
        }
        let enclosed = |open: usize, close: char| {
            let end = rest[open..].find(close).map(|end| open + end);
            let end = end.filter(|&end| !rest[..end].contains('\n'));
            end.ok_or_else(|| self.unexpected(&format!("a name that ends with \"{close}\"")))
        };
        let (inside, length) = match c {
            '\\' => {
                let word: String = rest[1..]
                    .chars()
                    .take_while(char::is_ascii_alphabetic)
                    .collect();
                let after = 1 + word.len();
                let is_math = is_among(&word, " left right quad qquad coloneqq");
                match is_among(&word, AROUND_NAMES) && rest[after..].starts_with('{') {
                    true => {
                        let end = enclosed(after, '}')?;
                        (rest[after + 1..end].to_owned(), end + 1)
                    }
                    false if is_math || word.ends_with("dots") => return Ok(None),
                    false => (rest[..after].to_owned(), after),
                }
            }
            '(' => {
                let end = enclosed(0, ')')?;
                (rest[..=end].split_whitespace().collect(), end + 1)
            }
            '_' | '^' if rest[1..].starts_with('{') => {
                let end = enclosed(1, '}')?;
                (format!("{c}{}", &rest[2..end]), end + 1)
            }
            '\'' if is_first => return Ok(None),
            c if c.is_whitespace() || ",;{}[]=:$\"`&|)~".contains(c) => return Ok(None),
            '*' if rest.starts_with("**") => return Ok(None),
            '.' if is_end(&rest[1..]) => return Ok(None),
            c => (c.to_string(), c.len_utf8()),
        };
        self.offset += length;
        Ok(Some(inside))
    }
}

/// Returns `true` if a text begins with a blank or ends.
fn is_end(text: &str) -> bool {
    text.chars().next().is_none_or(char::is_whitespace)
}
