//! Random restarts for a quick first solution.
//!
//! A search that makes a wrong choice near its root may not recover for a very
//! long time, although most other choices lead to a solution soon: the running
//! time is heavy-tailed (Gomes, Selman, Crato and Kautz, 2000). So three searches
//! take turns: the one that fits the problem; dancing links, which try the options of an
//! item in another order; and a search that breaks its ties at random
//! and restarts again and again, each time with a larger limit. The first
//! solution of any is returned. After that the first of them continues
//! alone and skips the solution that was already returned.

use super::dlx::Dlx;
use super::search::{Search, SearchStats};
use super::sparse::Sparse;
use super::{Choice, ExactCover, Method, Natural, OptionId, Unfit};
use crate::budget::{Budget, Stop};

/// Node limit of the first turns. Chosen by hand: easy problems need no restarts.
const PATIENCE: u64 = 2_000;
/// Growth of the limit at each restart in percent: 115 is 15 % more. Chosen by
/// hand.
const GROWTH: u64 = 115;

/// A search that takes turns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Racer {
    /// The one that continues after the first solution.
    Sure,
    Links,
    Random,
}

/// A search with random restarts until its first solution.
pub(super) struct Restarts {
    problem: ExactCover,
    sure: Box<dyn Search>,
    /// The others, from their first turn until a solution is found.
    links: Option<Dlx>,
    random: Option<Sparse>,
    seed: u64,
    /// The search whose turn it is; after the first solution, the one that found it.
    on_turn: Racer,
    /// Number of nodes left of this turn, and those of the next turns.
    left: u64,
    patience: u64,
    /// Sorted options of the first solution, if the sure search did not find it, until it
    /// does.
    early: Option<Vec<OptionId>>,
    /// Number of nodes of the others, after they were dropped: the first solution is known, or
    /// that there is none.
    spent: Option<u64>,
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
            problem: problem.clone(),
            sure,
            links: None,
            random: None,
            seed,
            on_turn: Racer::Sure,
            left: PATIENCE,
            patience: PATIENCE,
            early: None,
            spent: None,
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
            let problem = &self.problem;
            let search: &mut dyn Search = match self.on_turn {
                Racer::Sure => &mut *self.sure,
                Racer::Links => self
                    .links
                    .get_or_insert_with(|| Dlx::new(problem, Choice::Smallest)),
                Racer::Random => self
                    .random
                    .get_or_insert_with(|| Sparse::new(problem).with_seed(self.seed)),
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

    /// Gives the turn to the next search. The random one starts anew after its turn.
    fn change_turns(&mut self) {
        self.on_turn = match self.on_turn {
            Racer::Sure => Racer::Links,
            Racer::Links => Racer::Random,
            Racer::Random => {
                if let Some(search) = &mut self.random {
                    search.restart();
                }
                self.patience = self.patience * GROWTH / 100;
                Racer::Sure
            }
        };
        self.left = self.patience;
    }

    /// Returns the number of nodes of the searches besides the sure one.
    fn beside(&self) -> u64 {
        let links = self.links.as_ref().map_or(0, |search| search.stats().nodes);
        let random = self.random.as_ref();
        let random = random.map_or(0, |search| search.stats().nodes);
        self.spent.unwrap_or(links + random)
    }

    /// Ends the other searches. If one of them has `found` the solution, that is remembered, to
    /// skip it later.
    fn end_first(&mut self, found: bool) {
        if found && self.on_turn != Racer::Sure {
            let mut early = self.solution.clone();
            early.sort_unstable();
            self.early = Some(early);
        }
        self.spent = Some(self.beside());
        (self.links, self.random) = (None, None);
    }
}

impl Search for Restarts {
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        let Some(spent) = self.spent else {
            let found = self.first(budget)?;
            self.solutions += u64::from(found);
            return Ok(found);
        };
        let found = if self.solutions == 0 {
            false // one of the searches exhausted the tree
        } else {
            loop {
                let steps = budget.steps().map(|steps| steps.saturating_sub(spent));
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
        let sure = self.sure.stats();
        SearchStats {
            solutions: self.solutions,
            nodes: sure.nodes + self.beside(),
            updates: sure.updates,
        }
    }

    /// Returns the method that found the last solution.
    fn method(&self) -> Option<Method> {
        match self.on_turn {
            Racer::Links if self.solutions <= 1 => Some(Method::Dlx),
            Racer::Random if self.solutions <= 1 => Some(Method::Restarts),
            _ => self.sure.method(),
        }
    }

    fn progress(&self) -> f64 {
        match (self.spent.is_some(), self.solutions) {
            (true, 0) => 1.0,
            _ => self.sure.progress(),
        }
    }
}
