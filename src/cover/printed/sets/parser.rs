//! The sets of a text, one after another or in a family.

use super::markup::ITEM;
use super::name::Name;
use super::range::{fill, is_range};
use crate::cover::printed::is_among;
use crate::cover::printed::page::{Cursor, Page};
use crate::io::InputError;

/// A set as it is printed.
#[derive(Debug)]
pub(super) struct Set {
    pub(super) offset: usize,
    pub(super) label: Option<Name>,
    pub(super) elements: Vec<Name>,
    /// Set if it follows another set after a comma.
    pub(super) continues: bool,
    /// Set if it is an element of a family in braces.
    pub(super) in_family: bool,
}

impl Set {
    /// Returns the name, unless it is a number: that could be an element too.
    pub(super) fn name(&self) -> Option<&str> {
        let name = &*self.label.as_ref()?.text;
        (!name.bytes().all(|byte| byte.is_ascii_digit())).then_some(name)
    }
}

/// The texts that may separate a set from the next one, if that has no name.
const SEPARATORS: [&str; 7] = [",", ";", ".", "\n", "\\\\", "quad", "\\item"];

/// Words that begin a sentence with a colon rather than name a set.
const SENTENCE: &str = "note notes remark hint example examples solution solutions answer answers \
                        result results output input given where find thus proof exercise \
                        lösung hinweis beispiel antwort gegeben aufgabe ergebnis";

const SET: &str = "a set, as {1, 4, 7} or A = {1, 4, 7}";

/// Reads all sets of a page.
pub(super) fn sets(page: &Page<'_>) -> Result<Vec<Set>, InputError> {
    let mut parser = Parser {
        at: page.start(),
        sets: Vec::new(),
        family: None,
        filled: 0,
    };
    parser.statements()?;
    Ok(parser.sets)
}

struct Parser<'p> {
    at: Cursor<'p>,
    sets: Vec<Set>,
    /// Offset of the family in braces, if there was one.
    family: Option<usize>,
    /// Number of elements that dots stood for.
    filled: u64,
}

impl Parser<'_> {
    /// Reads the whole text.
    fn statements(&mut self) -> Result<(), InputError> {
        let mut continues = false;
        let mut end = 0;
        loop {
            self.at.skip()?;
            let number = self.at.bullet()?;
            if self.at.peek().is_none() {
                return match self.sets.is_empty() {
                    true => Err(self.at.unexpected(SET)),
                    false => Ok(()),
                };
            }
            let label = match self.at.at_set() {
                true => number,
                false => Some(self.at.label(SET)?),
            };
            let between = &self.at.page.text[end..self.at.offset];
            let is_separated = SEPARATORS.iter().any(|mark| between.contains(mark));
            if end > 0 && label.is_none() && !is_separated {
                return Err(self.at.unexpected("\",\" or a new line before another set"));
            }
            self.value(label, continues, true)?;
            end = self.at.offset;
            self.at.skip()?;
            continues = self.at.eat(",");
            if !continues {
                self.at.eat_any(&[";", "."]);
            }
        }
    }

    /// Reads a set, or a family of sets if `may_nest`.
    fn value(
        &mut self,
        label: Option<Name>,
        continues: bool,
        may_nest: bool,
    ) -> Result<(), InputError> {
        let offset = label.as_ref().map_or(self.at.offset, |label| label.offset);
        let call = self.at.eat_any(&["frozenset(", "set("]);
        self.at.skip()?;
        let mut elements = Vec::new();
        let mut is_family = false;
        let is_empty = self.at.eat_any(&["\\emptyset", "\\varnothing", "∅"])
            || call && self.at.peek() == Some(')');
        if !is_empty {
            let close = match self.at.peek() {
                Some('[') => "]",
                Some('\\') => "\\}",
                _ => "}",
            };
            if !self.at.eat_any(&["{", "\\{", "["]) {
                return Err(self.at.unexpected("a set in braces, as {1, 4, 7}"));
            }
            is_family = self.elements(close, may_nest, &mut elements)?;
        }
        if call {
            self.at.skip()?;
            if !self.at.eat(")") {
                return Err(self.at.unexpected("\")\""));
            }
        }
        if !is_family {
            self.sets.push(Set {
                offset,
                label,
                elements,
                continues,
                in_family: !may_nest,
            });
        } else if self.family.replace(offset).is_some() {
            let message = "found a second family, expected one";
            return Err(self.at.page.error(offset, message));
        }
        Ok(())
    }

    /// Reads the elements up to the closing brace. Returns `true` if they are sets.
    fn elements(
        &mut self,
        close: &str,
        may_nest: bool,
        elements: &mut Vec<Name>,
    ) -> Result<bool, InputError> {
        let mut is_family = false;
        let mut dots = None;
        loop {
            self.at.skip()?;
            if self.at.eat(close) {
                break;
            }
            let place = self.at.offset;
            if dots.is_none() && !elements.is_empty() && self.at.dots() > 0 {
                dots = Some(place);
                self.at.offset += self.at.dots();
                self.at.skip()?;
                self.at.eat(",");
                continue;
            }
            if may_nest && elements.is_empty() && self.at.at_set() {
                is_family = true;
                self.value(None, true, false)?;
            } else {
                let element = self.at.name("an element, or the end of the set")?;
                self.at.skip()?;
                if may_nest && elements.is_empty() && (is_family || self.at.peek() == Some(':')) {
                    self.at.offset = element.offset;
                    is_family = true;
                    let label = self.at.label("a name with a set, as 'A': {1, 4}")?;
                    self.value(Some(label), true, false)?;
                } else {
                    if is_range(&element.text)
                        && !self.at.page.text[place..].starts_with(['"', '\''])
                    {
                        let message = "an element: 1, …, 4 for all from 1 to 4, or a name in \
                                       quotes, as '1-4'";
                        return Err(self.at.page.unexpected(place, message));
                    }
                    match dots.take() {
                        Some(dots) => {
                            fill(self.at.page, elements, element, dots, &mut self.filled)?
                        }
                        None => elements.push(element),
                    }
                }
            }
            self.at.skip()?;
            let ends = self.at.rest().starts_with(close) || !is_family && self.at.dots() > 0;
            if !self.at.eat(",") && !ends {
                return Err(self.at.unexpected(&format!("\",\" or \"{close}\"")));
            }
        }
        match dots {
            Some(dots) => Err(self.at.page.unexpected(dots, "an element after the dots")),
            None => Ok(is_family),
        }
    }
}

impl Cursor<'_> {
    /// Reads a name and the sign after it. The name may be in the brackets of `\item`.
    fn label(&mut self, expected: &str) -> Result<Name, InputError> {
        let in_item = self.eat(ITEM);
        if in_item {
            self.skip()?;
        }
        let is_quoted = matches!(self.peek(), Some('"' | '\''));
        let name = self.name(expected)?;
        if !is_quoted && is_among(&name.text.to_lowercase(), SENTENCE) {
            let expected = "the name of a set: put it in quotes if this is one";
            return Err(self.page.unexpected(name.offset, expected));
        }
        self.skip()?;
        if in_item {
            self.eat(":");
            if !self.eat("]") {
                return Err(self.unexpected("\"]\" after a name"));
            }
            self.skip()?;
        }
        if !self.eat_any(&["\\coloneqq", ":=", "=", ":"]) && !in_item {
            return Err(self.page.unexpected(name.offset, expected));
        }
        self.skip()?;
        match self.at_set() {
            true => Ok(name),
            false => Err(self.unexpected("a set in braces, as {1, 4, 7}")),
        }
    }
}
