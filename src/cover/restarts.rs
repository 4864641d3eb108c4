//! Random restarts for a quick first solution.
//!
//! A search that makes a wrong choice near its root may not recover for a very
//! long time, although most other choices lead to a solution soon: the running
//! time is heavy-tailed (Gomes, Selman, Crato and Kautz, 2000). So two searches
//! take turns: a complete search, and a search that breaks its ties at random
//! and restarts again and again, each time with a larger limit. The first
//! solution of either is returned. After that the complete search continues
//! alone and skips the solution that was already returned.

use super::search::{Search, SearchStats};
use super::sparse::Sparse;
use super::{ExactCover, Method, Natural, OptionId, Unfit};
use crate::budget::{Budget, Stop};

/// Number of nodes that the complete search gets before the random one starts.
/// Chosen by hand: easy problems need no restarts.
const HEAD_START: u64 = 10_000;

/// Node limit of the first random search. Chosen by hand.
const PATIENCE: u64 = 2_000;
/// Growth of the limit at each restart in percent: 115 is 15 % more. Chosen by
/// hand.
const GROWTH: u64 = 115;

/// A search with random restarts until its first solution.
pub(super) struct Restarts {
    sure: Box<dyn Search>,
    /// The random search, until a solution is found.
    random: Option<Sparse>,
    /// Set while it is the random search's turn.
    is_random: bool,
    /// Number of nodes of each search's present turn, and those left of the one that runs.
    turn: u64,
    left: u64,
    /// Number of nodes of the next turns.
    patience: u64,
    /// Sorted options of the random search's solution, until the complete
    /// search finds it too.
    early: Option<Vec<OptionId>>,
    /// Set if the random search found the first solution, or that there is none.
    random_won: bool,
    /// Number of nodes of the random search, after it was dropped.
    spent: u64,
    solutions: u64,
    solution: Vec<OptionId>,
}

impl Restarts {
    /// Creates a search, which has not begun: `sure`, with restarts beside it.
    ///
    /// # Errors
    /// If the problem has bounds.
    pub(super) fn new(
        problem: &ExactCover,
        sure: Box<dyn Search>,
        seed: u64,
    ) -> Result<Restarts, Unfit> {
        if problem.has_bounds() {
            return Err(Unfit::Bounds("restarts".to_owned()));
        }
        Ok(Restarts {
            sure,
            random: Some(Sparse::new(problem).with_seed(seed)),
            is_random: false,
            turn: HEAD_START,
            left: HEAD_START,
            patience: PATIENCE,
            early: None,
            random_won: false,
            spent: 0,
            solutions: 0,
            solution: Vec::new(),
        })
    }

    /// Continues to the first solution. Returns `true` if there is one.
    ///
    /// A turn that the budget cuts short is continued by the next call.
    fn first(&mut self, budget: &Budget) -> Result<bool, Stop> {
        loop {
            let done = self.stats().nodes;
            if let Some(stop) = budget.exhausted(done) {
                return Err(stop);
            }
            let steps = budget.steps().map_or(u64::MAX, |steps| steps - done);
            let search: &mut dyn Search = match &mut self.random {
                Some(random) if self.is_random => random,
                _ => &mut *self.sure,
            };
            let begun = search.stats().nodes;
            let end = begun.saturating_add(self.left.min(steps));
            let result = search.advance(&budget.clone().with_steps(end));
            self.left = self.left.saturating_sub(search.stats().nodes - begun);
            match result {
                Ok(found) => {
                    self.solution = search.solution().to_vec();
                    self.end_first(found);
                    return Ok(found);
                }
                Err(Stop::Steps) if self.left == 0 => self.change_turns(),
                // The budget has ended, as the loop begins by finding out.
                Err(Stop::Steps) => {}
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Gives the turn to the other search. The random one starts anew after its turn.
    fn change_turns(&mut self) {
        if self.is_random {
            if let Some(search) = &mut self.random {
                search.restart();
            }
            self.turn = self.patience;
            self.patience = self.patience * GROWTH / 100;
        }
        self.is_random = !self.is_random && self.random.is_some();
        self.left = self.turn;
    }

    /// Ends the random search. If it has `found` the solution, that is remembered, to skip it
    /// later.
    fn end_first(&mut self, found: bool) {
        self.random_won = self.is_random;
        if found && self.is_random {
            let mut early = self.solution.clone();
            early.sort_unstable();
            self.early = Some(early);
        }
        if let Some(search) = self.random.take() {
            self.spent = search.stats().nodes;
        }
    }
}

impl Search for Restarts {
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        let found = if self.random.is_some() {
            self.first(budget)?
        } else if self.solutions == 0 {
            false // the random search exhausted the tree
        } else {
            loop {
                let steps = budget.steps().map(|steps| steps.saturating_sub(self.spent));
                let budget = match steps {
                    Some(steps) => &budget.clone().with_steps(steps),
                    None => budget,
                };
                if !self.sure.advance(budget)? {
                    break false;
                }
                self.solution = self.sure.solution().to_vec();
                let mut options = self.solution.clone();
                options.sort_unstable();
                if self.early.as_ref() != Some(&options) {
                    break true;
                }
                self.early = None;
            }
        };
        self.solutions += u64::from(found);
        Ok(found)
    }

    fn total(&mut self, budget: &Budget) -> Result<Option<Natural>, Stop> {
        self.sure.total(budget)
    }

    fn solution(&mut self) -> &[OptionId] {
        &self.solution
    }

    fn stats(&self) -> SearchStats {
        let random = self.random.as_ref().map(|search| search.stats().nodes);
        let sure = self.sure.stats();
        SearchStats {
            solutions: self.solutions,
            nodes: sure.nodes + random.unwrap_or(self.spent),
            updates: sure.updates,
        }
    }

    /// Returns the method that found the last solution.
    fn method(&self) -> Option<Method> {
        match self.solutions {
            ..=1 if self.random_won => Some(Method::Restarts),
            _ => self.sure.method(),
        }
    }

    fn progress(&self) -> f64 {
        match (self.random.is_none(), self.solutions) {
            (true, 0) => 1.0,
            _ => self.sure.progress(),
        }
    }
}
