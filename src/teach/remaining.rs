//! What is left of an exact-cover problem while items are covered.

use crate::cover::{ExactCover, Item};
use std::sync::Arc;

/// The items not covered, and the options of which no item is.
///
/// Replays what a search reports: the state follows from the covered items
/// alone, whichever algorithm covers them.
#[derive(Clone, Debug)]
pub struct Remaining {
    problem: Arc<ExactCover>,
    covered: Vec<bool>,
    /// For each item, the options that have it.
    options: Vec<Vec<usize>>,
}

impl Remaining {
    /// Everything is left.
    pub fn new(problem: Arc<ExactCover>) -> Remaining {
        let mut options = vec![Vec::new(); problem.num_items()];
        for option in problem.options() {
            for item in problem.option(option) {
                options[item.index()].push(option.index());
            }
        }
        Remaining {
            covered: vec![false; problem.num_items()],
            options,
            problem,
        }
    }

    /// The problem.
    pub fn problem(&self) -> &ExactCover {
        &self.problem
    }

    /// Covers an item; the options that go with it.
    pub fn cover(&mut self, item: usize) -> Vec<usize> {
        let going = self.options_of(item);
        self.covered[item] = true;
        going
    }

    /// Uncovers an item; the options that come back with it.
    pub fn uncover(&mut self, item: usize) -> Vec<usize> {
        self.covered[item] = false;
        self.options_of(item)
    }

    /// The items left.
    pub fn items(&self) -> Vec<usize> {
        let items = 0..self.problem.num_items();
        items.filter(|&item| !self.covered[item]).collect()
    }

    /// The options left that a search may take.
    pub fn options(&self) -> Vec<usize> {
        let options = self.problem.options();
        let left = options.filter(|&option| {
            self.problem.may_be_chosen(option) && self.is_open(self.problem.option(option))
        });
        left.map(|option| option.index()).collect()
    }

    fn options_of(&self, item: usize) -> Vec<usize> {
        let options = self.options[item].iter().copied();
        let open = options.filter(|&option| {
            self.is_open(self.problem.option(crate::cover::OptionId::new(option)))
        });
        open.collect()
    }

    fn is_open(&self, items: &[Item]) -> bool {
        items.iter().all(|item| !self.covered[item.index()])
    }
}
