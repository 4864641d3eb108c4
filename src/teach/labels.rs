//! The names of items and options of an exact-cover problem.

use super::names;
use crate::cover::{ExactCover, OptionId};
use crate::encode::{self, Constraint};
use crate::sudoku::{Candidate, Digit, HouseKind, Rules};
use rustc_hash::FxHashMap;

/// The names of a problem's items and options, by their indices from 0.
#[derive(Clone, Debug)]
pub struct Labels {
    items: Vec<String>,
    /// The meaning of each item in words; empty where there are none.
    words: Vec<String>,
    options: Vec<String>,
    /// The block of each item, if the items come in blocks.
    blocks: Vec<usize>,
}

impl Labels {
    /// Creates the names for any problem: the names of its options, or their numbers
    /// from 1.
    pub fn of_problem(problem: &ExactCover) -> Labels {
        let name = |option: OptionId| match problem.label(option) {
            Some(label) => label.to_string(),
            None => (option.index() + 1).to_string(),
        };
        let names = problem.options().map(name).collect();
        Labels::named(problem, names)
    }

    /// Creates the names for the exact-cover problem of a puzzle with these
    /// rules: options are named as candidates, and each kind of items is a
    /// block.
    pub fn of_puzzle(problem: &ExactCover, rules: &Rules) -> Labels {
        let size = rules.size();
        let options = problem.options().map(|option| {
            match encode::candidate_of_option(problem, option, size) {
                Some(candidate) => candidate.to_string(),
                None => problem.text(option),
            }
        });
        let known = Constraint::all(rules).map(|one| (one.to_string(), one));
        let known: FxHashMap<String, Constraint> = known.collect();
        let constraints = problem.items().map(|item| known.get(problem.name(item)));
        let kinds = constraints.map(|constraint| match constraint {
            Some(Constraint::Cell(_)) => Kind::Cell,
            Some(Constraint::House(house, _)) => Kind::House(house.kind()),
            None => Kind::Other,
        });
        let mut block = 0;
        let mut last = None;
        let blocks = kinds.map(|kind| {
            block += usize::from(last.is_some_and(|last| last != kind));
            last = Some(kind);
            block
        });
        let words = problem.items().map(|item| {
            let name = problem.name(item);
            match known.get(name) {
                Some(&constraint) => names::constraint(rules, constraint),
                None => item_of_rule(name, rules).unwrap_or_default(),
            }
        });
        Labels {
            items: item_names(problem),
            blocks: blocks.collect(),
            words: words.collect(),
            options: options.collect(),
        }
    }

    /// Creates the names for any problem, with these names of its options.
    ///
    /// # Panics
    /// If there are fewer names than options.
    pub fn named(problem: &ExactCover, options: Vec<String>) -> Labels {
        assert!(options.len() >= problem.num_options());
        Labels {
            items: item_names(problem),
            words: Vec::new(),
            options,
            blocks: Vec::new(),
        }
    }

    /// Returns an item's name.
    pub fn item(&self, item: usize) -> &str {
        &self.items[item]
    }

    /// Returns an item's name with its meaning: `R1#4 (row 1 needs a 4)`.
    pub fn item_in_words(&self, item: usize) -> String {
        match self.words.get(item) {
            Some(words) if !words.is_empty() => format!("{} ({words})", self.item(item)),
            _ => self.item(item).to_string(),
        }
    }

    /// Returns an option's name.
    pub fn option(&self, option: usize) -> &str {
        &self.options[option]
    }

    /// Returns the names of an option's items.
    pub fn items_of<'a>(
        &'a self,
        problem: &'a ExactCover,
        option: usize,
    ) -> impl Iterator<Item = &'a str> {
        let items = problem.option(OptionId::new(option)).iter();
        items.map(|item| self.item(item.index()))
    }

    /// Returns the index of an item's block, from 0.
    pub fn block(&self, item: usize) -> usize {
        self.blocks.get(item).copied().unwrap_or(0)
    }
}

/// The kinds of items; each makes a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Cell,
    House(HouseKind),
    Other,
}

/// Returns the meaning of an item for a pair rule or a sum, read from the name
/// that [`encode::cover`] gave it.
fn item_of_rule(name: &str, rules: &Rules) -> Option<String> {
    if let Some((pair, digit)) = name.strip_prefix('P').and_then(|rest| rest.split_once('=')) {
        let number: usize = pair.parse().ok()?;
        let pair = rules.pairs().get(number.checked_sub(1)?)?;
        let digit = Digit::from_value(digit.parse().ok()?, rules.size())?;
        let candidate = Candidate::new(pair.cells[0], digit);
        let (relation, other) = (pair.to_string(), pair.cells[1]);
        return Some(format!(
            "{relation}: {candidate} or what it forbids in {other}"
        ));
    }
    let letter = name.chars().next()?;
    let table = rules.tables().iter().find(|table| {
        let own = table.kind.letter();
        let rest = name.strip_prefix(&format!("{own}{}", table.number + 1));
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit());
        own == letter && rest.is_some_and(ends)
    })?;
    Some(table.to_string())
}

fn item_names(problem: &ExactCover) -> Vec<String> {
    let names = problem.items().map(|item| problem.name(item).to_string());
    names.collect()
}
