//! Families of sets.
//!
//! ```text
//! X = {1, …, 7}
//! A = {1, 4, 7}
//! B = {1, 4}
//! ```
//!
//! - A set is an option, its elements are primary items. It may have a name, before `=` or
//!   `:`. Elements are separated by commas; `1, …, 7`, `a..g` and `x1, …, x4` list all between.
//! - Sets stand in lines, are separated by commas, or are the elements of one family:
//!   `F = {{c, e, f}, {a, d, g}}`. A family's name is not kept.
//! - A set with the name `U` or `X` is the universe, whose elements are the items, in its order.
//!   Without a universe the items are the elements of all sets, in alphabetical order, numbers
//!   by value.
//! - A set whose elements are the names of all others, `S = {A, B}`, lists them and is no
//!   option.
//! - Braces may have the backslash of LaTeX; `$`, spacing, `\left`, `\item`, `\begin{…}` and
//!   markup of names are skipped. Bullets and numbers of lists in Markdown are too.
//!   Sets, frozen sets, lists and dictionaries of Python are read:
//!   `{'A': [1, 4, 7], 'B': {1, 4}}`.
//! - Lines that start with `|` are comments. Any other text is refused.

use super::{AROUND_NAMES, Page, text_of};
use crate::cover::{Builder, ExactCover};
use crate::io::InputError;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::Read;

/// Greatest number of elements that dots stand for, to bound memory. Chosen by hand.
const LONGEST_RANGE: u64 = 1 << 20;

/// Reads a family of sets. `name` is the input's name in errors. `warn` receives findings
/// that are suspicious but no errors.
///
/// # Errors
/// If reading fails or the text is not in this form, with line and column.
pub fn read(
    input: impl Read,
    name: &str,
    warn: impl FnMut(InputError),
) -> Result<ExactCover, InputError> {
    parse(&text_of(input, name)?, name, warn)
}

/// Reads a family of sets from a text.
pub(crate) fn parse(
    text: &str,
    name: &str,
    warn: impl FnMut(InputError),
) -> Result<ExactCover, InputError> {
    let page = Page::new(name, text);
    let mut parser = Parser {
        at: page.start(),
        page: &page,
        sets: Vec::new(),
    };
    parser.statements()?;
    Family::of(&page, parser.sets)?.problem(&page, warn)
}

/// A name with its offset.
#[derive(Clone, Debug)]
struct Name {
    offset: usize,
    text: String,
}

/// A set as it is printed.
#[derive(Debug)]
struct Set {
    offset: usize,
    label: Option<Name>,
    elements: Vec<Name>,
    /// Set if it follows another set after a comma.
    continues: bool,
}

struct Parser<'p, 'a> {
    page: &'p Page<'a>,
    at: usize,
    sets: Vec<Set>,
}

const SET: &str = "a set, as {1, 4, 7} or A = {1, 4, 7}";

impl Parser<'_, '_> {
    fn rest(&self) -> &str {
        &self.page.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Passes a text, if it is next.
    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    /// Passes the first of some texts that is next.
    fn eat_any(&mut self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.eat(text))
    }

    fn unexpected(&self, expected: &str) -> InputError {
        self.page.unexpected(self.at, expected)
    }

    /// Returns `true` if only blanks are before the place in its line.
    fn begins_line(&self) -> bool {
        let before = &self.page.text[..self.at];
        let line = before.rsplit('\n').next().unwrap_or_default();
        line.chars().all(|c| c.is_whitespace() || c == '\u{feff}')
    }

    /// Passes blanks, comments and markup without meaning.
    fn skip(&mut self) {
        const MARKUP: [&str; 20] = [
            "$", "**", "`", "&", "~", "\\\\", "\\,", "\\;", "\\:", "\\!", "\\ ", "\\(", "\\)",
            "\\[", "\\]", "\\left", "\\right", "\\qquad", "\\quad", "\\item",
        ];
        loop {
            let before = self.at;
            self.at += self.rest().len() - self.rest().trim_start().len();
            if self.rest().starts_with('|') && self.begins_line() {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            }
            let environment = ["\\begin{", "\\end{"]
                .iter()
                .find(|e| self.rest().starts_with(**e));
            if environment.is_some()
                && let Some(end) = self.rest().find('}')
            {
                self.at += end + 1;
            }
            self.eat_any(&MARKUP);
            if self.at == before {
                return;
            }
        }
    }

    /// Passes the bullet or the number of an item of a list.
    fn skip_bullet(&mut self) {
        let rest = self.rest();
        let number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let bullet = match rest.len() - number.len() {
            0 => rest.strip_prefix(['-', '*', '+', '•', '–']),
            _ => number.strip_prefix(['.', ')']),
        };
        if let Some(after) = bullet.filter(|after| after.starts_with(char::is_whitespace))
            && self.begins_line()
        {
            self.at += rest.len() - after.len();
            self.skip();
        }
    }

    /// Reads the whole text.
    fn statements(&mut self) -> Result<(), InputError> {
        let mut continues = false;
        loop {
            self.skip();
            self.skip_bullet();
            if self.peek().is_none() {
                return match self.sets.is_empty() {
                    true => Err(self.unexpected(SET)),
                    false => Ok(()),
                };
            }
            let label = match self.at_set() {
                true => None,
                false => Some(self.label(SET)?),
            };
            self.value(label, continues, true)?;
            self.skip();
            continues = self.eat(",");
            if !continues {
                self.eat_any(&[";", "."]);
            }
        }
    }

    /// Returns `true` if a set is next, without a name.
    fn at_set(&self) -> bool {
        const STARTS: [&str; 8] = [
            "{",
            "\\{",
            "[",
            "\\emptyset",
            "\\varnothing",
            "∅",
            "set(",
            "frozenset(",
        ];
        STARTS.iter().any(|start| self.rest().starts_with(start))
    }

    /// Reads a name and the sign after it.
    fn label(&mut self, expected: &str) -> Result<Name, InputError> {
        let name = self.name(expected)?;
        self.skip();
        if !self.eat_any(&["\\coloneqq", ":=", "=", ":"]) {
            return Err(self.page.unexpected(name.offset, expected));
        }
        self.skip();
        match self.at_set() {
            true => Ok(name),
            false => Err(self.unexpected("a set in braces, as {1, 4, 7}")),
        }
    }

    /// Reads a set, or a family of sets if `may_nest`.
    fn value(
        &mut self,
        label: Option<Name>,
        continues: bool,
        may_nest: bool,
    ) -> Result<(), InputError> {
        let offset = label.as_ref().map_or(self.at, |label| label.offset);
        let call = self.eat_any(&["frozenset(", "set("]);
        self.skip();
        let mut elements = Vec::new();
        let mut is_family = false;
        let is_empty =
            self.eat_any(&["\\emptyset", "\\varnothing", "∅"]) || call && self.peek() == Some(')');
        if !is_empty {
            let close = match self.peek() {
                Some('[') => "]",
                Some('\\') => "\\}",
                _ => "}",
            };
            if !self.eat_any(&["{", "\\{", "["]) {
                return Err(self.unexpected("a set in braces, as {1, 4, 7}"));
            }
            is_family = self.elements(close, may_nest, &mut elements)?;
        }
        self.skip();
        if call && !self.eat(")") {
            return Err(self.unexpected("\")\""));
        }
        if !is_family {
            self.sets.push(Set {
                offset,
                label,
                elements,
                continues,
            });
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
            self.skip();
            if self.eat(close) {
                break;
            }
            let place = self.at;
            if dots.is_none() && !elements.is_empty() && self.eat_dots() {
                dots = Some(place);
                self.skip();
                self.eat(",");
                continue;
            }
            if may_nest && elements.is_empty() && self.at_set() {
                is_family = true;
                self.value(None, true, false)?;
            } else {
                let element = self.name("an element, or the end of the set")?;
                self.skip();
                if may_nest && elements.is_empty() && (is_family || self.peek() == Some(':')) {
                    self.at = element.offset;
                    is_family = true;
                    let label = self.label("a name with a set, as 'A': {1, 4}")?;
                    self.value(Some(label), true, false)?;
                } else {
                    match dots.take() {
                        Some(dots) => self.fill(elements, element, dots)?,
                        None => elements.push(element),
                    }
                }
            }
            self.skip();
            let ends = self.rest().starts_with(close) || !is_family && self.at_dots();
            if !self.eat(",") && !ends {
                return Err(self.unexpected(&format!("\",\" or \"{close}\"")));
            }
        }
        match dots {
            Some(dots) => Err(self.page.unexpected(dots, "an element after the dots")),
            None => Ok(is_family),
        }
    }

    fn at_dots(&self) -> bool {
        DOTS.iter().any(|dots| self.rest().starts_with(dots))
    }

    fn eat_dots(&mut self) -> bool {
        self.eat_any(&DOTS)
    }

    /// Adds the elements from the last one to this one.
    fn fill(&self, elements: &mut Vec<Name>, last: Name, dots: usize) -> Result<(), InputError> {
        let first = elements.last().and_then(numbered);
        let before = elements.iter().rev().nth(1);
        let (Some((prefix, first)), Some((other, end))) = (first, numbered(&last)) else {
            return Err(self
                .page
                .unexpected(dots, "an element: the dots stand for nothing known"));
        };
        let step = before
            .and_then(numbered)
            .is_none_or(|(other, number)| other != prefix || number + 1 == first);
        if prefix != other || first >= end || !step {
            return Err(self
                .page
                .unexpected(dots, "an element: the dots stand for nothing known"));
        }
        if end - first > LONGEST_RANGE {
            let message = format!("the dots stand for more than {LONGEST_RANGE} elements");
            return Err(self.page.error(dots, message));
        }
        let is_letter =
            prefix.is_empty() && last.text.starts_with(|c: char| c.is_ascii_alphabetic());
        let between = (first + 1..end).map(|number| Name {
            offset: dots,
            text: match is_letter {
                true => char::from(number as u8).to_string(),
                false => format!("{prefix}{number}"),
            },
        });
        elements.extend(between.collect::<Vec<Name>>());
        elements.push(last);
        Ok(())
    }

    /// Reads a name.
    fn name(&mut self, expected: &str) -> Result<Name, InputError> {
        let offset = self.at;
        let mut text = String::new();
        if let Some(quote @ ('"' | '\'')) = self.peek() {
            let end = self.rest()[1..]
                .find(quote)
                .ok_or_else(|| self.unexpected(expected))?;
            text += &self.rest()[1..=end];
            self.at += end + 2;
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
        if self.at_dots() {
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
                let is_math = matches!(
                    &*word,
                    "" | "left" | "right" | "quad" | "qquad" | "coloneqq"
                );
                match AROUND_NAMES.contains(&&*word) && rest[after..].starts_with('{') {
                    true => {
                        let end = enclosed(after, '}')?;
                        (rest[after + 1..end].to_owned(), end + 1)
                    }
                    false if is_math => return Ok(None),
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
            c if c.is_whitespace() || ",;{}[]=:$\"`&|)".contains(c) => return Ok(None),
            '*' if rest.starts_with("**") => return Ok(None),
            '.' if is_end(&rest[1..]) => return Ok(None),
            c => (c.to_string(), c.len_utf8()),
        };
        self.at += length;
        Ok(Some(inside))
    }
}

/// The signs for elements that are left out.
const DOTS: [&str; 6] = ["…", "...", "..", "\\ldots", "\\dots", "\\cdots"];

/// Returns `true` if a text begins with a blank or ends.
fn is_end(text: &str) -> bool {
    text.chars().next().is_none_or(char::is_whitespace)
}

/// Returns a name as a text and a number: `x12` is (`x`, 12). A single letter is its code.
fn numbered(name: &Name) -> Option<(&str, u64)> {
    let name = &*name.text;
    match name.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => return Some(("", (*letter).into())),
        _ => {}
    }
    let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &name[prefix.len()..];
    let is_plain = digits.len() == 1 || !digits.starts_with('0');
    let number = digits.parse().ok().filter(|_| is_plain)?;
    Some((prefix, number))
}

/// Returns the key for the alphabetical order in which numbers count by their value: texts
/// and numbers in turn.
fn natural(name: &str) -> Vec<(String, u64)> {
    let mut key = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let digits = rest
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(rest.len());
        let (text, after) = rest.split_at(digits);
        let end = after
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(after.len());
        key.push((text.to_owned(), after[..end].parse().unwrap_or(u64::MAX)));
        rest = &after[end..];
    }
    key
}

/// A universe and its sets.
struct Family {
    universe: Option<Set>,
    sets: Vec<Set>,
}

impl Family {
    /// Finds the universe, the list of all sets, and the name of the family.
    fn of(page: &Page<'_>, mut sets: Vec<Set>) -> Result<Family, InputError> {
        let label = |set: &Set| set.label.as_ref().map(|label| label.text.clone());
        let labels: HashSet<String> = sets.iter().filter_map(label).collect();
        let mut universe = None;
        if sets.len() > 1 {
            let is_universe = |set: &Set| matches!(label(set).as_deref(), Some("U" | "X"));
            if let Some(place) = sets.iter().position(is_universe) {
                let before = if label(&sets[place]).as_deref() == Some("U") {
                    "T"
                } else {
                    "W"
                };
                if !labels.contains(before) {
                    universe = Some(sets.remove(place));
                } else if holds_all(&sets[place], &sets) {
                    let message =
                        "this may be the universe or one of the sets: give it another name";
                    return Err(page.error(sets[place].offset, message));
                }
            }
        }
        let may_list = |set: &Set| {
            let first = set.elements.first();
            set.elements.len() + 1 == sets.len()
                && first.is_some_and(|name| labels.contains(&name.text))
        };
        if let Some(list) = sets
            .iter()
            .position(|set| may_list(set) && lists_all(set, &sets))
        {
            sets.remove(list);
        }
        // In `F = {a}, {b}` the name is the family's.
        let is_rest = |set: &Set| set.label.is_none() && set.continues;
        if sets.len() > 1 && sets[1..].iter().all(is_rest) {
            sets[0].label = None;
        }
        if sets.iter().any(|set| set.label.is_some())
            && let Some(set) = sets.iter().find(|set| set.label.is_none())
        {
            let message = "this set has no name, but others have one: expected NAME = {…}";
            return Err(page.error(set.offset, message));
        }
        Ok(Family { universe, sets })
    }

    /// Returns the problem.
    fn problem(
        self,
        page: &Page<'_>,
        mut warn: impl FnMut(InputError),
    ) -> Result<ExactCover, InputError> {
        let mut builder = ExactCover::builder();
        self.add_items(page, &mut builder)?;
        let mut labels: HashMap<&str, usize> = HashMap::new();
        for set in &self.sets {
            let refused = |name: &Name, error| page.refused(name.offset, &error);
            if set.elements.is_empty() {
                let message = "this set is empty, so no solution has it";
                warn(page.error(set.offset, message));
            }
            builder
                .start_option()
                .map_err(|error| page.refused(set.offset, &error))?;
            for name in &set.elements {
                let Some(item) = builder.item(&name.text) else {
                    return Err(page.unexpected(name.offset, "an element of the universe"));
                };
                let added = builder.extend_option(item, None);
                added.map_err(|error| refused(name, error))?;
            }
            builder.end_option();
            if let Some(label) = &set.label {
                if labels.insert(&label.text, label.offset).is_some() {
                    let message = format!("set '{}' is named twice", label.text);
                    return Err(page.error(label.offset, message));
                }
                builder
                    .label(&label.text)
                    .map_err(|error| refused(label, error))?;
            }
        }
        Ok(builder.build())
    }

    /// Adds the items: the universe, or all elements in order.
    fn add_items(&self, page: &Page<'_>, builder: &mut Builder) -> Result<(), InputError> {
        let all = match &self.universe {
            Some(universe) => universe.elements.iter().collect(),
            None => {
                let names = self.sets.iter().flat_map(|set| &set.elements);
                let mut seen = HashSet::new();
                let mut names: Vec<&Name> = names.filter(|name| seen.insert(&name.text)).collect();
                names.sort_by_cached_key(|name| natural(&name.text));
                names
            }
        };
        for name in all {
            let added = builder.primary(&name.text);
            added.map_err(|error| page.refused(name.offset, &error))?;
        }
        Ok(())
    }
}

/// Returns `true` if a set has all elements of all sets.
fn holds_all(set: &Set, sets: &[Set]) -> bool {
    let own: HashSet<&str> = set.elements.iter().map(|name| &*name.text).collect();
    let mut all = sets.iter().flat_map(|set| &set.elements);
    all.all(|name| own.contains(&*name.text))
}

/// Returns `true` if the elements of a set are the names of all other sets, and no element of
/// these is.
fn lists_all(set: &Set, sets: &[Set]) -> bool {
    let others = || sets.iter().filter(|other| other.offset != set.offset);
    let own: BTreeSet<&str> = set.elements.iter().map(|name| &*name.text).collect();
    let names: Option<BTreeSet<&str>> = others()
        .map(|set| Some(&*set.label.as_ref()?.text))
        .collect();
    let is_free = || {
        others()
            .flat_map(|set| &set.elements)
            .all(|name| !own.contains(&*name.text))
    };
    sets.len() > 2 && names.is_some_and(|names| names == own) && is_free()
}
