//! The remaining part of an exact-cover problem while items are covered.

use crate::cover::{ExactCover, Item};
use std::sync::Arc;

/// The uncovered items, and the options without covered items.
///
/// Follows the events of a search: the state depends only on the covered items,
/// whichever algorithm covers them.
#[derive(Clone, Debug)]
pub struct Remaining {
    problem: Arc<ExactCover>,
    covered: Vec<bool>,
    /// For each item, the options that contain it.
    options: Vec<Vec<usize>>,
}

impl Remaining {
    /// Creates the initial state, in which nothing is covered.
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

    /// Returns the whole problem.
    pub fn problem(&self) -> &ExactCover {
        &self.problem
    }

    /// Covers an item, and returns the options that are removed with it.
    pub fn cover(&mut self, item: usize) -> Vec<usize> {
        let going = self.options_of(item);
        self.covered[item] = true;
        going
    }

    /// Uncovers an item, and returns the options that are restored with it.
    pub fn uncover(&mut self, item: usize) -> Vec<usize> {
        self.covered[item] = false;
        self.options_of(item)
    }

    /// Returns the uncovered items.
    pub fn items(&self) -> Vec<usize> {
        let items = 0..self.problem.num_items();
        items.filter(|&item| !self.covered[item]).collect()
    }

    /// Returns the remaining options that a search may choose.
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
