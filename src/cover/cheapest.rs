//! The solutions of least cost.

use super::dlx::Multi;
use super::search::{Search, SearchStats};
use super::{ExactCover, OptionId};
use crate::budget::{Budget, Stop};
use std::collections::BinaryHeap;

/// Largest size of all solutions that are kept, in units of an option (4 bytes), to bound
/// memory at half a gigabyte. Chosen by hand.
const MAX_KEPT: usize = 1 << 27;

/// Size of a solution without its options, in the same unit.
const PER_SOLUTION: usize = 16;

/// A search for the cheapest solutions by branch and bound: [dancing links](super::dlx)
/// that look only for solutions cheaper than those found before.
///
/// It supports colours and bounds. The cost of a solution is the sum of the costs of its
/// options.
///
/// ```
/// use sudosat::budget::Budget;
/// use sudosat::cover::{Cheapest, knuth};
///
/// let text = "a b c\na b |7\nc |1\na |2\nb c |4\nb |3\n";
/// let problem = knuth::read(text.as_bytes(), "text", |_| ())?;
/// let mut search = Cheapest::new(&problem, 2);
/// assert_eq!(search.run(&Budget::unlimited()), Ok(()));
/// let costs: Vec<u64> = search.into_solutions().iter().map(|(cost, _)| *cost).collect();
/// assert_eq!(costs, [6, 6]);
/// # Ok::<(), sudosat::io::InputError>(())
/// ```
#[derive(Debug)]
pub struct Cheapest<'a> {
    problem: &'a ExactCover,
    search: Multi,
    /// Number of solutions to find.
    wanted: usize,
    /// The cheapest solutions so far, each with its cost and the number of solutions found
    /// before; the most expensive one, of several the latest, is on top.
    best: BinaryHeap<(u64, u64, Vec<OptionId>)>,
    /// Size of these solutions in units of an option.
    kept: usize,
}

impl<'a> Cheapest<'a> {
    /// Creates a search for the `wanted` cheapest solutions, which has not begun. Of
    /// solutions of the same cost, those found first are preferred.
    ///
    /// # Panics
    /// If `wanted` is 0.
    pub fn new(problem: &'a ExactCover, wanted: usize) -> Cheapest<'a> {
        assert!(wanted > 0, "at least one solution is wanted");
        Cheapest {
            problem,
            search: Multi::by_cost(problem),
            wanted,
            best: BinaryHeap::new(),
            kept: 0,
        }
    }

    /// Searches until every other solution is known to cost at least as much as each of
    /// those found. The budget's steps are nodes, counted from the start of the search.
    ///
    /// # Errors
    /// If the budget or the memory ends. Then there may be cheaper solutions. The search
    /// can be continued, except after [`Stop::Memory`].
    pub fn run(&mut self, budget: &Budget) -> Result<(), Stop> {
        while self.search.advance(budget)? {
            let options = self.search.solution();
            let cost = options.iter().map(|&option| self.problem.cost(option));
            let cost = cost.sum();
            let is_full = self.best.len() == self.wanted;
            // The search knows only a lower bound of the cost.
            if is_full && self.best.peek().is_some_and(|&(most, ..)| most <= cost) {
                continue;
            }
            let size = options.len() + PER_SOLUTION;
            if self.kept + size > MAX_KEPT {
                return Err(Stop::Memory);
            }
            self.kept += size;
            let options = options.to_vec();
            self.best
                .push((cost, self.search.stats().solutions, options));
            if is_full && let Some((.., dropped)) = self.best.pop() {
                self.kept -= dropped.len() + PER_SOLUTION;
            }
            if self.best.len() == self.wanted
                && let Some(&(most, ..)) = self.best.peek()
            {
                self.search.seek_below(most);
            }
        }
        Ok(())
    }

    /// Returns the cheapest solutions found, each with its cost, the cheapest first. There
    /// are fewer than wanted if the search found no more.
    pub fn into_solutions(self) -> Vec<(u64, Vec<OptionId>)> {
        let sorted = self.best.into_sorted_vec().into_iter();
        sorted.map(|(cost, _, options)| (cost, options)).collect()
    }

    /// Returns the counters of the search. Its solutions are those that were among the
    /// cheapest when they were found.
    pub fn stats(&self) -> SearchStats {
        self.search.stats()
    }

    /// Returns the estimated share (0 to 1) of the search tree that is done.
    pub fn progress(&self) -> f64 {
        self.search.progress()
    }
}
