//! The one face of all searches for exact covers.

use super::OptionId;
use crate::budget::{Budget, Stop};

/// What a search has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Solutions found.
    pub solutions: u64,
    /// Nodes of the search tree: the root and every option tried.
    pub nodes: u64,
    /// Elements that left a list, or a set, while items were covered.
    pub updates: u64,
}

/// A search for the solutions of one problem, one after the other.
///
/// It can be stopped at any solution, or when its budget ends, and goes on
/// later where it was.
pub trait Search: Send {
    /// Goes on to the next solution: whether there was one. After the last it
    /// says no, as often as asked.
    ///
    /// The budget's steps are nodes, counted from the start of the search.
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop>;

    /// The number of all solutions, if the search has a quicker way to it than
    /// one solution after the other; and then it may need that way for it.
    fn total(&mut self, _budget: &Budget) -> Result<Option<u128>, Stop> {
        Ok(None)
    }

    /// The options of the solution that [`advance`](Search::advance) came to,
    /// in the order in which they were chosen.
    fn solution(&mut self) -> &[OptionId];

    /// What the search has done so far.
    fn stats(&self) -> Stats;

    /// How much of the tree is done, from 0 to 1: an estimate, which takes all
    /// options of a node for subtrees of the same size.
    fn progress(&self) -> f64;

    /// What it took, each with its name: nodes first.
    fn steps(&self) -> Vec<(&'static str, u64)> {
        let stats = self.stats();
        vec![("nodes", stats.nodes), ("updates", stats.updates)]
    }

    /// Goes on to the next solution and lists it; `None` when there is no
    /// further one.
    fn next_solution(&mut self, budget: &Budget) -> Result<Option<&[OptionId]>, Stop> {
        Ok(match self.advance(budget)? {
            true => Some(self.solution()),
            false => None,
        })
    }
}

/// The share of the tree done when the search is at option `place` of `size`
/// at each level, from 0: Knuth's estimate.
///
/// Without levels the search has not begun.
pub(super) fn share_done(levels: impl Iterator<Item = (u64, u64)>) -> f64 {
    let mut levels = levels.peekable();
    if levels.peek().is_none() {
        return 0.0;
    }
    let (mut done, mut part) = (0.0, 1.0);
    for (place, size) in levels {
        part /= size.max(1) as f64;
        done += place as f64 * part;
    }
    done + part / 2.0
}
