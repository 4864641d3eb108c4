//! Certificates of the number of solutions of an exact-cover problem.
//!
//! ```text
//! cover-count 1 9f86d081884c7d659a2feaa0c55ad015
//! 1 a 1:2 5:3
//! 2 b 2.
//! 3 b 2. 3:4
//! 4 c 4.
//! count 3
//! ```
//!
//! Each line between the first and the last is a node of a search: its number, the item that it
//! branches on, and an edge for each option of the item that still fits, in the order of the
//! problem. `1:2` chooses option 1 and leads to node 2; `2.` completes a solution; `5!b` leads to
//! no solution, because too few options of `b` are left. An option is left out of the branches
//! after its own. An item that has been covered often enough and may be covered once more, which
//! only one with bounds can be, has an edge 0 at the end, which covers it no more.
//!
//! Node 1 has the whole problem. A node may be reached by several edges if what is left of the
//! problem is the same after each. All lines that lead to a node stand before its own, and a node
//! gets the next number where it is first named. So there are no cycles, and the number of paths
//! to a node is known at its line. The number of paths to a `.` is the number of solutions.

use super::Fault;
use super::cover::{Choice, Problem, number};
use super::text::{Text, poll, shown, wrong};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// A set of numbers below a limit, as bits.
#[derive(Clone, PartialEq)]
struct Set(Vec<u64>);

impl Set {
    fn has(&self, member: usize) -> bool {
        self.0[member / 64] >> (member % 64) & 1 == 1
    }

    fn remove(&mut self, member: usize) {
        self.0[member / 64] &= !(1 << (member % 64));
    }
}

/// A natural number to base 10¹⁸, the lowest digit first.
#[derive(Clone)]
struct Natural(Vec<u64>);

impl Natural {
    fn add(&mut self, other: &Natural) {
        const BASE: u64 = 1_000_000_000_000_000_000;
        let mut carry = 0;
        for place in 0.. {
            let digit = other.0.get(place);
            if digit.is_none() && carry == 0 {
                break;
            }
            if place == self.0.len() {
                self.0.push(0);
            }
            let sum = self.0[place] + digit.unwrap_or(&0) + carry;
            (self.0[place], carry) = (sum % BASE, sum / BASE);
        }
    }

    fn text(&self) -> String {
        let digits = self.0.iter().rev().map(|digit| format!("{digit:018}"));
        let digits: String = digits.collect();
        match digits.trim_start_matches('0') {
            "" => "0".into(),
            digits => digits.into(),
        }
    }
}

/// An item with the options that contain it, by the colours that they give to it.
#[derive(Default)]
struct Item<'a> {
    low: usize,
    /// A member of a state for each time that the item can be covered. A secondary item has none.
    uses: Range<usize>,
    /// Members of a state as words, by their places.
    options: BTreeMap<Option<&'a [u8]>, BTreeMap<usize, u64>>,
}

impl Item<'_> {
    /// Returns how many times the item can still be covered.
    fn left(&self, state: &Set) -> usize {
        self.uses.clone().filter(|&one| state.has(one)).count()
    }

    /// Returns how many times the item must still be covered.
    fn need(&self, state: &Set) -> usize {
        self.low.saturating_sub(self.uses.len() - self.left(state))
    }

    /// Returns the options with the item that fit.
    fn fitting(&self, state: &Set) -> BTreeSet<usize> {
        let words = self.options.values().flatten();
        let words = words.filter(|&(&place, word)| word & state.0[place] != 0);
        let options = words.flat_map(|(&place, word)| {
            let range = 64 * place..64 * place + 64;
            range.filter(move |option| (word & state.0[place]) >> (option % 64) & 1 == 1)
        });
        options.collect()
    }
}

/// A check under way. A state, what is left of the problem, is the set of the options that fit
/// and of the uses of the primary items that are left.
struct Checker<'a> {
    options: &'a [Choice<'a>],
    items: BTreeMap<&'a [u8], Item<'a>>,
    /// The items that must be covered.
    needed: Vec<&'a [u8]>,
    /// The nodes that were named and whose lines are still to come, with their numbers of paths.
    open: BTreeMap<usize, (Set, Natural)>,
    /// The number of nodes that were named.
    named: usize,
    solutions: Natural,
    stop: &'a dyn Fn() -> bool,
}

/// Checks a certificate of the number of solutions, and returns the number. Calls `stop` at each
/// edge, which returns `true` to stop the check.
///
/// # Errors
/// If the certificate has another form, or does not fit the problem.
pub fn count(
    problem: &Problem<'_>,
    certificate: &[u8],
    stop: &dyn Fn() -> bool,
) -> Result<String, Fault> {
    let mut checker = Checker::new(problem, stop);
    let mut text = Text::new(certificate);
    for word in [&b"cover-count"[..], b"1"] {
        let start = text.at;
        if text.word() != word {
            return text.unexpected(start, "the first line \"cover-count 1\" and a checksum");
        }
        text.skip_blanks();
    }
    text.word();
    loop {
        text.skip_blanks();
        if !text.at_line_end() {
            return text.unexpected(text.at, "the end of the line");
        }
        text.skip_space();
        let start = text.at;
        if text.word() == b"count" {
            break;
        }
        text.at = start;
        checker.node(&mut text)?;
    }
    text.skip_blanks();
    let start = text.at;
    let (found, solutions) = (text.word(), checker.solutions.text());
    if let Some(node) = checker.open.keys().next() {
        return wrong(start, format!("expected the line of node {node} before"));
    }
    if found != solutions.as_bytes() {
        let found = shown(found);
        return wrong(start, format!("found {found}, expected {solutions}"));
    }
    text.skip_space();
    match text.peek() {
        None => Ok(solutions),
        Some(_) => text.unexpected(text.at, "the end of the file"),
    }
}

impl<'a> Checker<'a> {
    fn new(problem: &'a Problem<'a>, stop: &'a dyn Fn() -> bool) -> Checker<'a> {
        let mut items: BTreeMap<&[u8], Item<'_>> = BTreeMap::new();
        for (index, option) in problem.options.iter().enumerate() {
            for (name, color) in option {
                let item = items.entry(name).or_default();
                let words = item.options.entry(*color).or_default();
                *words.entry(index / 64).or_default() |= 1 << (index % 64);
                item.uses.end += 1;
            }
        }
        let mut size = 64 * problem.options.len().div_ceil(64);
        for (name, bounds) in &problem.items {
            let item = items.entry(name).or_default();
            let (low, high) = bounds.unwrap_or((0, 0));
            // An item can't be covered more often than it has options.
            let high = high.min(item.uses.end);
            (item.low, item.uses) = (low, size..size + high);
            size += high;
        }
        let mut whole = Set(vec![u64::MAX; size.div_ceil(64)]); // all uses
        whole.0[..problem.options.len().div_ceil(64)].fill(0);
        for item in items.values().filter(|item| !item.uses.is_empty()) {
            // No solution has an option without a primary item.
            let words = item.options.values().flatten();
            words.for_each(|(&place, word)| whole.0[place] |= word);
        }
        let needed = items.iter().filter(|(_, item)| item.low > 0);
        Checker {
            options: &problem.options,
            needed: needed.map(|(name, _)| *name).collect(),
            items,
            open: BTreeMap::from([(1, (whole, Natural(vec![1])))]),
            named: 1,
            solutions: Natural(vec![]),
            stop,
        }
    }

    /// Reads the line of a node and checks its edges.
    fn node(&mut self, text: &mut Text<'_>) -> Result<(), Fault> {
        let start = text.at;
        let Some(node) = number(text.word()) else {
            return text.unexpected(start, "the number of a node, or \"count\"");
        };
        let Some((mut state, paths)) = self.open.remove(&node) else {
            let message = format!("found {node}, expected a node that lines before lead to");
            return wrong(start, message);
        };
        text.skip_blanks();
        let start = text.at;
        let Some(item) = self.items.get(text.word()) else {
            return text.unexpected(start, "an item");
        };
        let (fitting, uses) = (item.fitting(&state), item.uses.clone());
        let may_end = item.need(&state) == 0;
        for option in fitting {
            let mut next = state.clone();
            self.choose(option, &mut next);
            state.remove(option);
            self.edge(text, option + 1, next, &paths)?;
        }
        if may_end {
            uses.for_each(|one| state.remove(one));
            self.edge(text, 0, state, &paths)?;
        }
        Ok(())
    }

    /// Chooses an option: removes what no longer fits.
    fn choose(&self, option: usize, state: &mut Set) {
        for (name, color) in &self.options[option] {
            let item = &self.items[name];
            if let Some(one) = item.uses.clone().find(|&one| state.has(one)) {
                state.remove(one);
            }
            let has_uses = item.left(state) > 0;
            let stays = |shade: &_| has_uses || color.is_some() && color == shade;
            let others = item.options.iter().filter(|(shade, _)| !stays(shade));
            for (&place, word) in others.flat_map(|(_, words)| words) {
                state.0[place] &= !word;
            }
        }
        state.remove(option);
    }

    /// Reads an edge that must be the one of this option, and checks what it says of the state
    /// that it leads to.
    fn edge(
        &mut self,
        text: &mut Text<'_>,
        option: usize,
        state: Set,
        paths: &Natural,
    ) -> Result<(), Fault> {
        poll(self.stop, text.at)?;
        text.skip_blanks();
        let start = text.at;
        let word = text.word();
        let length = word.iter().position(|byte| !byte.is_ascii_digit());
        let (found, target) = word.split_at(length.unwrap_or(word.len()));
        if found.is_empty() || number(found) != Some(option) {
            return text.unexpected(start, &format!("an edge for option {option}"));
        }
        let is_right = match target {
            [b'.'] => {
                self.solutions.add(paths);
                let mut items = self.needed.iter().map(|name| &self.items[name]);
                let words = &state.0[..self.options.len().div_ceil(64)];
                words.iter().all(|&word| word == 0) && items.all(|item| item.need(&state) == 0)
            }
            [b'!', name @ ..] => {
                let item = self.items.get(name);
                item.is_some_and(|item| item.need(&state) > item.fitting(&state).len())
            }
            [b':', node @ ..] => match number(node) {
                Some(node) if node == self.named + 1 => {
                    self.named = node;
                    self.open.insert(node, (state, paths.clone()));
                    true
                }
                node => match node.and_then(|node| self.open.get_mut(&node)) {
                    Some((known, sum)) if *known == state => {
                        sum.add(paths);
                        true
                    }
                    _ => false,
                },
            },
            _ => return text.unexpected(start, "a number and \":NODE\", \"!ITEM\" or \".\""),
        };
        match is_right {
            true => Ok(()),
            false => wrong(start, refusal(word, target)),
        }
    }
}

/// Returns the message for an edge that does not lead where it says.
fn refusal(word: &[u8], target: &[u8]) -> String {
    let word = shown(word);
    match target {
        [b'.'] => format!("found {word}, but the options so far are no solution"),
        [b'!', ..] => format!("found {word}, but enough options of this item are left"),
        _ => format!(
            "found {word}, expected the next new node, or a node not yet expanded with the same \
             state"
        ),
    }
}
