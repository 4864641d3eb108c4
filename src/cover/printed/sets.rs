//! Families of sets.
//!
//! ```text
//! X = {1, …, 7}
//! A = {1, 4, 7}
//! B = {1, 4}
//! ```
//!
//! - A set is an option, its elements are primary items. It may have a name: before `=` or
//!   `:`, in `\item[A]`, or the number of an item of a list. Elements are separated by commas;
//!   `1, …, 7`, `a..g` and `x1, …, x4` list all between. `1-4` is refused, unless it is quoted.
//! - Sets stand in lines, are separated by commas, or are the elements of one family:
//!   `F = {{c, e, f}, {a, d, g}}`. A family's name is not kept.
//! - A set with the name `U`, `X`, `Ω`, `universe` or `Grundmenge` is the universe, whose
//!   elements are the items, in its order. Without a universe the items are the elements of all
//!   sets, in alphabetical order, numbers by value. Then a set that holds all others, and
//!   elements that are names of sets, are refused, for they have two readings.
//! - A set whose elements are the names of all others, `S = {A, B}`, lists them and is no
//!   option.
//! - Braces may have the backslash of LaTeX; `$`, spacing, `\left`, `\item`, `\begin{…}` and
//!   markup of names are skipped. Bullets of lists in Markdown are too, and numbers before names.
//!   Sets, frozen sets, lists and dictionaries of Python are read:
//!   `{'A': [1, 4, 7], 'B': {1, 4}}`.
//! - The minus sign, typographic quotes and full-width characters count as those of ASCII.
//!   Invisible characters are refused.
//! - Lines that start with `|` are comments, unless they look like a table's. Any other text is
//!   refused.

use super::{AROUND_NAMES, Page, text_of};
use crate::cover::{Builder, ExactCover};
use crate::io::InputError;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::Read;

/// Greatest number of elements that all dots of a text stand for, to bound memory. Chosen by
/// hand.
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
    let text = folded(&Page::new(name, text))?;
    let page = Page::new(name, &text);
    let mut parser = Parser {
        at: page.start(),
        page: &page,
        sets: Vec::new(),
        family: None,
        filled: 0,
    };
    parser.statements()?;
    Family::of(&page, parser.sets)?.problem(&page, warn)
}

/// Returns the text with characters that look like those of ASCII replaced by these, one for
/// one so that columns stay.
fn folded(page: &Page<'_>) -> Result<String, InputError> {
    let is_invisible = |c| {
        matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
    };
    let mut characters = page.text.char_indices();
    if let Some((at, c)) = characters.find(|&(at, c)| at >= page.start() && is_invisible(c)) {
        let message = format!(
            "found U+{:04X}, expected no invisible character",
            u32::from(c)
        );
        return Err(page.error(at, message));
    }
    let fold = |c| match c {
        '−' | '‐' | '‑' => '-',
        '“' | '”' | '„' => '"',
        '‘' | '’' | '′' => '\'',
        '、' => ',',
        '！'..='～' => char::from((u32::from(c) - u32::from('！')) as u8 + b'!'),
        c => c,
    };
    Ok(page.text.chars().map(fold).collect())
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
    /// Set if it is an element of a family in braces.
    in_family: bool,
}

impl Set {
    /// Returns the name, unless it is a number: that could be an element too.
    fn name(&self) -> Option<&str> {
        let name = &*self.label.as_ref()?.text;
        (!name.bytes().all(|byte| byte.is_ascii_digit())).then_some(name)
    }
}

struct Parser<'p, 'a> {
    page: &'p Page<'a>,
    at: usize,
    sets: Vec<Set>,
    /// Offset of the family in braces, if there was one.
    family: Option<usize>,
    /// Number of elements that dots stood for.
    filled: u64,
}

/// Environments of LaTeX whose name an argument in braces follows.
const WITH_ARGUMENT: [&str; 5] = ["multicols", "multicols*", "array", "alignat", "alignat*"];

/// The texts that may separate a set from the next one, if that has no name.
const SEPARATORS: [&str; 7] = [",", ";", ".", "\n", "\\\\", "quad", "\\item"];

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
    fn skip(&mut self) -> Result<(), InputError> {
        const MARKUP: [&str; 19] = [
            "$", "**", "`", "&", "~", "\\,", "\\;", "\\:", "\\!", "\\ ", "\\(", "\\)", "\\[",
            "\\]", "\\left", "\\right", "\\qquad", "\\quad", "\\item",
        ];
        loop {
            let before = self.at;
            self.at += self.rest().len() - self.rest().trim_start().len();
            if self.rest().starts_with('|') && self.begins_line() {
                let line = self.rest().lines().next().unwrap_or_default();
                if line[1..].contains(['|', '{', '}']) {
                    return Err(self.unexpected(
                        "a set, or a comment without another \"|\" or braces; --form table reads \
                         a table",
                    ));
                }
                self.at += line.len();
            }
            self.skip_environment();
            if self.eat("\\\\") {
                self.skip_length();
            } else if !self.rest().starts_with(ITEM) {
                self.eat_any(&MARKUP);
            }
            if self.at == before {
                return Ok(());
            }
        }
    }

    /// Passes the begin or the end of an environment, with its arguments.
    fn skip_environment(&mut self) {
        let Some(name) = self
            .rest()
            .strip_prefix("\\begin{")
            .or_else(|| self.rest().strip_prefix("\\end{"))
        else {
            return;
        };
        let begins = self.rest().starts_with("\\begin");
        let Some(end) = name.find('}') else {
            return;
        };
        let has_argument = begins && WITH_ARGUMENT.contains(&&name[..end]);
        self.at += self.rest().len() - name.len() + end + 1;
        for (open, close, may_follow) in [('[', ']', begins), ('{', '}', has_argument)] {
            let line = self.rest().lines().next().unwrap_or_default();
            if may_follow
                && line.starts_with(open)
                && let Some(end) = line.find(close)
            {
                self.at += end + 1;
            }
        }
    }

    /// Passes the length after the end of a line of LaTeX, as `[2pt]`.
    fn skip_length(&mut self) {
        const UNITS: [&str; 6] = ["pt", "em", "ex", "cm", "mm", "in"];
        let length = self.rest().strip_prefix('[');
        let length = length.and_then(|rest| Some(&rest[..rest.find(']')?]));
        if let Some(length) = length
            && let Some(number) = UNITS.iter().find_map(|unit| length.strip_suffix(unit))
            && number.trim_end().parse::<f64>().is_ok()
        {
            self.at += length.len() + 2;
        }
    }

    /// Passes the bullet or the number of an item of a list. Returns the number.
    fn bullet(&mut self) -> Result<Option<Name>, InputError> {
        let (offset, rest) = (self.at, self.rest());
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
            self.at += rest.len() - after.len();
            self.skip()?;
            return Ok((!text.is_empty()).then_some(Name { offset, text }));
        }
        Ok(None)
    }

    /// Reads the whole text.
    fn statements(&mut self) -> Result<(), InputError> {
        let mut continues = false;
        let mut end = 0;
        loop {
            self.skip()?;
            let number = self.bullet()?;
            if self.peek().is_none() {
                return match self.sets.is_empty() {
                    true => Err(self.unexpected(SET)),
                    false => Ok(()),
                };
            }
            let label = match self.at_set() {
                true => number,
                false => Some(self.label(SET)?),
            };
            let between = &self.page.text[end..self.at];
            let is_separated = SEPARATORS.iter().any(|mark| between.contains(mark));
            if end > 0 && label.is_none() && !is_separated {
                return Err(self.unexpected("\",\" or a new line before another set"));
            }
            self.value(label, continues, true)?;
            end = self.at;
            self.skip()?;
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

    /// Reads a name and the sign after it. The name may be in the brackets of `\item`.
    fn label(&mut self, expected: &str) -> Result<Name, InputError> {
        let in_item = self.eat(ITEM);
        if in_item {
            self.skip()?;
        }
        let name = self.name(expected)?;
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

    /// Reads a set, or a family of sets if `may_nest`.
    fn value(
        &mut self,
        label: Option<Name>,
        continues: bool,
        may_nest: bool,
    ) -> Result<(), InputError> {
        let offset = label.as_ref().map_or(self.at, |label| label.offset);
        let call = self.eat_any(&["frozenset(", "set("]);
        self.skip()?;
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
        if call {
            self.skip()?;
            if !self.eat(")") {
                return Err(self.unexpected("\")\""));
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
            return Err(self.page.error(offset, message));
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
            self.skip()?;
            if self.eat(close) {
                break;
            }
            let place = self.at;
            if dots.is_none() && !elements.is_empty() && self.dots() > 0 {
                dots = Some(place);
                self.at += self.dots();
                self.skip()?;
                self.eat(",");
                continue;
            }
            if may_nest && elements.is_empty() && self.at_set() {
                is_family = true;
                self.value(None, true, false)?;
            } else {
                let element = self.name("an element, or the end of the set")?;
                self.skip()?;
                if may_nest && elements.is_empty() && (is_family || self.peek() == Some(':')) {
                    self.at = element.offset;
                    is_family = true;
                    let label = self.label("a name with a set, as 'A': {1, 4}")?;
                    self.value(Some(label), true, false)?;
                } else {
                    if is_range(&element.text) && !self.page.text[place..].starts_with(['"', '\''])
                    {
                        let message = "an element: 1, …, 4 for all from 1 to 4, or a name in \
                                       quotes, as '1-4'";
                        return Err(self.page.unexpected(place, message));
                    }
                    match dots.take() {
                        Some(dots) => self.fill(elements, element, dots)?,
                        None => elements.push(element),
                    }
                }
            }
            self.skip()?;
            let ends = self.rest().starts_with(close) || !is_family && self.dots() > 0;
            if !self.eat(",") && !ends {
                return Err(self.unexpected(&format!("\",\" or \"{close}\"")));
            }
        }
        match dots {
            Some(dots) => Err(self.page.unexpected(dots, "an element after the dots")),
            None => Ok(is_family),
        }
    }

    /// Returns the length in bytes of the dots that are next, 0 if there are none.
    fn dots(&self) -> usize {
        const SIGNS: [&str; 5] = ["…", "⋯", "‥", "...", ".."];
        const MACROS: [&str; 9] = [
            "ldots",
            "dots",
            "cdots",
            "hdots",
            "dotsc",
            "dotsb",
            "dotsm",
            "dotso",
            "textellipsis",
        ];
        let rest = self.rest();
        if let Some(word) = rest.strip_prefix('\\') {
            let after = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            let word = &word[..word.len() - after.len()];
            return if MACROS.contains(&word) {
                1 + word.len()
            } else {
                0
            };
        }
        let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
        sign.map_or(0, |sign| sign.len())
    }

    /// Adds the elements from the last one to this one.
    fn fill(
        &mut self,
        elements: &mut Vec<Name>,
        last: Name,
        dots: usize,
    ) -> Result<(), InputError> {
        let unknown = "an element: the dots stand for nothing known";
        let unknown = || self.page.unexpected(dots, unknown);
        let first = elements.last().and_then(|name| numbered(&name.text));
        let (Some((series, first)), Some((other, end))) = (first, numbered(&last.text)) else {
            return Err(unknown());
        };
        let before = elements.iter().rev().nth(1);
        let follows = before
            .and_then(|name| numbered(&name.text))
            .is_none_or(|(other, number)| other != series || number.checked_add(1) == Some(first));
        if series != other || first >= end || !follows {
            return Err(unknown());
        }
        self.filled = self.filled.saturating_add(end - first);
        if self.filled > LONGEST_RANGE {
            let message = format!("the dots stand for more than {LONGEST_RANGE} elements");
            return Err(self.page.error(dots, message));
        }
        let between = (first + 1..end).map(|number| Name {
            offset: dots,
            text: match series {
                (_, Kind::Number) => format!("{}{number}", series.0),
                _ => char::from(number as u8).to_string(),
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
                let is_math = matches!(
                    &*word,
                    "" | "left" | "right" | "quad" | "qquad" | "coloneqq"
                );
                match AROUND_NAMES.contains(&&*word) && rest[after..].starts_with('{') {
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
        self.at += length;
        Ok(Some(inside))
    }
}

/// The begin of an item of a list in LaTeX that has a name.
const ITEM: &str = "\\item[";

/// Returns `true` if a text begins with a blank or ends.
fn is_end(text: &str) -> bool {
    text.chars().next().is_none_or(char::is_whitespace)
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
fn is_range(name: &str) -> bool {
    let dashes = ['-', '–', '—'];
    let Some((first, last)) = name.split_once(dashes) else {
        return false;
    };
    let series = |end| numbered(end).map(|(series, _)| series);
    let first = series(first);
    first.is_some() && first == series(last.trim_start_matches(dashes))
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
        let universe = take_universe(page, &mut sets)?;
        let names: HashSet<String> = sets
            .iter()
            .filter_map(Set::name)
            .map(str::to_owned)
            .collect();
        let may_list = |set: &Set| {
            let first = set.elements.first();
            set.elements.len() + 1 == sets.len()
                && first.is_some_and(|name| names.contains(&name.text))
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
        if sets.iter().any(|set| set.in_family)
            && let Some(set) = sets.iter().find(|set| !set.in_family)
        {
            let message = "this set is outside the family, expected one family";
            return Err(page.error(set.offset, message));
        }
        if sets.iter().any(|set| set.label.is_some())
            && let Some(set) = sets.iter().find(|set| set.label.is_none())
        {
            let message = "this set has no name, but others have one: expected NAME = {…}";
            return Err(page.error(set.offset, message));
        }
        let family = Family { universe, sets };
        match family.second_reading(&names) {
            Some((offset, message)) if family.universe.is_none() => {
                Err(page.error(offset, message))
            }
            _ => Ok(family),
        }
    }

    /// Returns the place of what may be read in another way if there is no universe, and a
    /// message. `names` are those of all sets.
    fn second_reading(&self, names: &HashSet<String>) -> Option<(usize, &'static str)> {
        let all = || self.sets.iter().flat_map(|set| &set.elements);
        if let Some(name) = all().find(|name| names.contains(&name.text)) {
            let message = "this is the name of a set: expected an element. If it is an element \
                           too, add the universe, U = {…}";
            return Some((name.offset, message));
        }
        let number = all().map(|name| &name.text).collect::<HashSet<_>>().len();
        let mut full = self.sets.iter().filter(|set| set.elements.len() == number);
        let (first, second) = (full.next()?, full.next());
        let is_element = first.in_family && first.label.is_none();
        if second.is_some() || self.sets.len() == 1 || is_element {
            return None;
        }
        let message = "this may be the universe or one of the sets: give it the name U if it is \
                       the universe, otherwise add the universe, U = {…}";
        Some((first.offset, message))
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
            Some(universe) => universe.elements.iter().collect::<Vec<&Name>>(),
            None => {
                let names = self.sets.iter().flat_map(|set| &set.elements);
                let mut seen = HashSet::new();
                let mut names: Vec<&Name> = names.filter(|name| seen.insert(&name.text)).collect();
                names.sort_by_cached_key(|name| natural(&name.text));
                names
            }
        };
        if all.is_empty() {
            return Err(page.error(
                self.sets[0].offset,
                "found no element in any set, expected one",
            ));
        }
        for name in all {
            let added = builder.primary(&name.text);
            added.map_err(|error| page.refused(name.offset, &error))?;
        }
        Ok(())
    }
}

/// Takes the universe out of the sets, if it is among them.
fn take_universe(page: &Page<'_>, sets: &mut Vec<Set>) -> Result<Option<Set>, InputError> {
    let names: HashSet<&str> = sets.iter().filter_map(Set::name).collect();
    let is_universe = |set: &Set| match set.name() {
        // The letters of sets that are named in alphabetical order.
        Some("U") => !names.contains("T"),
        Some("X") => !names.contains("W"),
        Some("Ω" | "\\Omega") => true,
        Some(name) => ["universe", "grundmenge"]
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known)),
        None => false,
    };
    let mut places = (0..sets.len()).filter(|&place| is_universe(&sets[place]));
    let (first, second) = (places.next(), places.next());
    if let Some(second) = second {
        let message = "found a second universe, expected one: give this set another name";
        return Err(page.error(sets[second].offset, message));
    }
    let universe = first.map(|place| sets.remove(place));
    match &universe {
        Some(universe) if sets.is_empty() => {
            let message = "found a universe alone, expected sets of its elements";
            Err(page.error(universe.offset, message))
        }
        _ => Ok(universe),
    }
}

/// Returns `true` if the elements of a set are the names of all other sets, and no element of
/// these is.
fn lists_all(set: &Set, sets: &[Set]) -> bool {
    let others = || sets.iter().filter(|other| other.offset != set.offset);
    let own: BTreeSet<&str> = set.elements.iter().map(|name| &*name.text).collect();
    let names: Option<BTreeSet<&str>> = others().map(Set::name).collect();
    let is_free = || {
        others()
            .flat_map(|set| &set.elements)
            .all(|name| !own.contains(&*name.text))
    };
    sets.len() > 2 && names.is_some_and(|names| names == own) && is_free()
}
