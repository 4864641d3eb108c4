//! What the items and options of an exact-cover problem are called.

use super::names;
use crate::cover::{ExactCover, OptionId};
use crate::encode::{self, Constraint};
use crate::sudoku::Rules;

/// The names of a problem's items and options, by their places from 0.
#[derive(Clone, Debug)]
pub struct Labels {
    items: Vec<String>,
    /// What covering an item means, where there are words for it.
    words: Vec<String>,
    options: Vec<String>,
    /// How many items make a block, where the items come in blocks.
    block: Option<usize>,
}

impl Labels {
    /// For the problem that a puzzle of this order became: options are named
    /// as candidates, and the items are four blocks.
    pub fn of_puzzle(problem: &ExactCover, rules: &Rules) -> Labels {
        let size = rules.size();
        let options = problem.options().map(|option| {
            match encode::candidate_of_option(problem, option, size) {
                Some(candidate) => candidate.to_string(),
                None => problem.text(option),
            }
        });
        Labels {
            items: item_names(problem),
            words: Constraint::all(rules).map(names::constraint).collect(),
            options: options.collect(),
            block: Some(size.num_cells()),
        }
    }

    /// For any problem, with these names of its options.
    ///
    /// # Panics
    /// If there are fewer names than options.
    pub fn named(problem: &ExactCover, options: Vec<String>) -> Labels {
        assert!(options.len() >= problem.num_options());
        Labels {
            items: item_names(problem),
            words: Vec::new(),
            options,
            block: None,
        }
    }

    /// An item's name.
    pub fn item(&self, item: usize) -> &str {
        &self.items[item]
    }

    /// An item's name, and what it means: `R1#4 (row 1 needs a 4)`.
    pub fn item_in_words(&self, item: usize) -> String {
        match self.words.get(item) {
            Some(words) => format!("{} ({words})", self.item(item)),
            None => self.item(item).to_string(),
        }
    }

    /// An option's name.
    pub fn option(&self, option: usize) -> &str {
        &self.options[option]
    }

    /// The names of an option's items.
    pub fn items_of<'a>(
        &'a self,
        problem: &'a ExactCover,
        option: usize,
    ) -> impl Iterator<Item = &'a str> {
        let items = problem.option(OptionId::new(option)).iter();
        items.map(|item| self.item(item.index()))
    }

    /// Which block an item is in, from 0.
    pub fn block(&self, item: usize) -> usize {
        self.block.map_or(0, |size| item / size)
    }
}

fn item_names(problem: &ExactCover) -> Vec<String> {
    let names = problem.items().map(|item| problem.name(item).to_string());
    names.collect()
}
