//! Exact covers: a problem in Knuth's text form, and its solutions.
//!
//! The first line names the items: the primary ones, and after a `|` the secondary ones.
//! `2:3|a` is a primary item `a` with bounds. Each further line is an option: its items, of
//! which a secondary one may have a colour, `b:red`. Its cost, `|5`, is ignored. A line that is
//! blank or begins with `|` is a comment. A byte order mark at the start is skipped.

use super::Fault;
use super::text::{malformed, parse, shown, wrong};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::vec::Vec;

/// An option: its items, with the colours that it gives to them.
pub(super) type Choice<'a> = BTreeMap<&'a [u8], Option<&'a [u8]>>;

/// An exact-cover problem. Items are given by their names.
#[derive(Clone, Debug)]
pub struct Problem<'a> {
    /// The bounds of each primary item, `None` for a secondary one.
    pub(super) items: BTreeMap<&'a [u8], Option<(usize, usize)>>,
    pub(super) options: Vec<Choice<'a>>,
}

/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns the lines of a text that are not blank, with their offsets. A byte order mark at the
/// start of the text is no part of the first line.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let lines = text.split(|&byte| byte == b'\n').scan(0, |next, line| {
        let offset = *next;
        *next += line.len() + 1;
        let bare = line.strip_prefix(MARK).filter(|_| offset == 0);
        Some((offset, bare.unwrap_or(line)))
    });
    lines.filter(|(_, line)| !line.trim_ascii().is_empty())
}

/// Returns the words of a line.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = line.split(|byte| b" \t\r".contains(byte));
    words.filter(|word| !word.is_empty())
}

/// Parses a number: digits and nothing else.
pub(super) fn number(word: &[u8]) -> Option<usize> {
    parse(word).filter(|_| word.iter().all(u8::is_ascii_digit))
}

/// Splits a word at its first `mark`.
fn split_once(word: &[u8], mark: u8) -> Option<(&[u8], &[u8])> {
    let place = word.iter().position(|&byte| byte == mark)?;
    Some((&word[..place], &word[place + 1..]))
}

/// Reads a problem.
///
/// # Errors
/// If the text has another form, or an option has an item that the first line does not name.
pub fn exact_cover(text: &[u8]) -> Result<Problem<'_>, Fault> {
    let mut lines = lines(text).filter(|(_, line)| !line.trim_ascii().starts_with(b"|"));
    let Some((start, line)) = lines.next() else {
        return malformed(text.len(), "expected a line of item names");
    };
    let mut items = BTreeMap::new();
    let mut is_primary = true;
    for word in words(line) {
        if word == b"|" && is_primary {
            is_primary = false;
            continue;
        }
        let (bounds, name) = split_once(word, b'|').unwrap_or((b"1", word));
        let (low, high) = split_once(bounds, b':').unwrap_or((bounds, bounds));
        let bounds = match (is_primary, number(low), number(high)) {
            (true, Some(low), Some(high)) if low <= high && high > 0 => Some((low, high)),
            (false, ..) if name == word => None,
            _ => return malformed(start, format!("the bounds of {} are wrong", shown(word))),
        };
        let is_name = !name.is_empty() && !name.iter().any(|byte| b"|:".contains(byte));
        if !is_name || items.insert(name, bounds).is_some() {
            let message = format!("{} is not a name, or occurs twice", shown(word));
            return malformed(start, message);
        }
    }
    let mut options = Vec::new();
    for (start, line) in lines {
        let option = choice(start, line)?;
        let is_item = |(name, color): (&&[u8], &Option<&[u8]>)| {
            items
                .get(name)
                .is_some_and(|bounds| bounds.is_none() || color.is_none())
        };
        if !option.iter().all(is_item) {
            let message = "the option has no such item, or a primary one with a colour";
            return malformed(start, message);
        }
        options.push(option);
    }
    Ok(Problem { items, options })
}

/// Reads an option.
fn choice(start: usize, line: &[u8]) -> Result<Choice<'_>, Fault> {
    let mut option = Choice::new();
    let is_cost = |word: &&[u8]| word.strip_prefix(b"|").and_then(number).is_some();
    for word in words(line).filter(|word| !is_cost(word)) {
        let split = split_once(word, b':').map(|(name, color)| (name, Some(color)));
        let (name, color) = split.unwrap_or((word, None));
        let is_color =
            |color: &[u8]| !color.is_empty() && !color.iter().any(|byte| b"|:".contains(byte));
        if !color.is_none_or(is_color) || option.insert(name, color).is_some() {
            let word = shown(word);
            return malformed(start, format!("{word} lacks its colour, or occurs twice"));
        }
    }
    Ok(option)
}

/// Checks solutions of an exact-cover problem: each primary item is in one option (or in a
/// number of options between its bounds), each secondary item is in at most one option, or
/// in several that all give it the same colour, and no option is chosen twice.
///
/// The solutions have the form in which `sudosat cover` prints them: a line `solution 1` before
/// each, then a line for each option, with its number from 1, a colon, and its items.
///
/// # Errors
/// If the text has another form, has no solution, or has one that is wrong.
pub fn cover(problem: &Problem<'_>, solutions: &[u8]) -> Result<(), Fault> {
    // The place of the solution that is being read, and its options.
    let mut current: Option<(usize, BTreeSet<usize>)> = None;
    for (start, line) in lines(solutions) {
        if words(line).next() == Some(b"solution") {
            if let Some((place, chosen)) = current.replace((start, BTreeSet::new())) {
                check(problem, &chosen, place)?;
            }
            continue;
        }
        let Some((_, chosen)) = &mut current else {
            return malformed(start, "expected a line \"solution 1\"");
        };
        let Some((place, text)) = split_once(line, b':') else {
            return malformed(start, "expected the number of an option, and a colon");
        };
        let index = number(place.trim_ascii()).unwrap_or(0).wrapping_sub(1);
        if problem.options.get(index) != Some(&choice(start, text)?) {
            return wrong(start, "the problem has no such option under this number");
        }
        if !chosen.insert(index) {
            return wrong(start, "the option is chosen twice");
        }
    }
    match current {
        Some((place, chosen)) => check(problem, &chosen, place),
        None => wrong(0, "there is no solution"),
    }
}

/// Checks one solution.
fn check(problem: &Problem<'_>, chosen: &BTreeSet<usize>, place: usize) -> Result<(), Fault> {
    for (name, bounds) in &problem.items {
        let options = chosen.iter().map(|&index| &problem.options[index]);
        let colors = options.filter_map(|option| option.get(name).copied());
        let colors: Vec<Option<&[u8]>> = colors.collect();
        let is_right = match *bounds {
            Some((low, high)) => (low..=high).contains(&colors.len()),
            None => colors
                .windows(2)
                .all(|pair| pair[0].is_some() && pair[0] == pair[1]),
        };
        if !is_right {
            let (name, count) = (shown(name), colors.len());
            let message = format!("{name} is in {count} options, or has several colours");
            return wrong(place, message);
        }
    }
    Ok(())
}
