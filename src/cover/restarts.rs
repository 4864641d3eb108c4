//! Random restarts for a quick first solution.
//!
//! A search that makes a wrong choice near its root may not recover for a very
//! long time, although most other choices lead to a solution soon: the running
//! time is heavy-tailed (Gomes, Selman, Crato and Kautz, 2000). So three searches
//! take turns: one that breaks its ties at random and restarts again and again, each time
//! with a larger limit; dancing links, which try the options of an
//! item in another order; and the one that fits the problem. The first
//! solution of any is returned. After that the last of them continues
//! alone and skips the solution that was already returned.
//!
//! Many problems have a solution at the end of almost any path. So the first turn is a short one of sparse
//! sets that break no ties at random; or of links if there are many items, because there a node of sparse
//! sets takes ten times as long. Each search begins at its first turn.

use super::dlx::Dlx;
use super::method::automatic;
use super::search::{Search, SearchStats};
use super::sparse::Sparse;
use super::zdd::ZddLimits;
use super::{Choice, ExactCover, Method, Natural, OptionId, Unfit};
use crate::budget::{Budget, Stop};

/// Node limit of the first turn. Chosen by hand: easy problems need no restarts.
const PATIENCE: u64 = 1_000;
/// The first turn of links, and all of the search that fits the problem, are longer by this
/// factor. Chosen by hand: problems with many symmetries, such as blank grids, need some
/// thousand nodes of links; and the proof that there is no solution takes at most twice as
/// long.
const LINKS: u64 = 10;
const SURE: u64 = 2;
/// Number of primary items from which on links have the first turn. Measured: between 200 queens, for which
/// sparse sets are faster, and a blank 25×25 Sudoku.
const MANY_ITEMS: usize = 1_000;
/// Growth of the limit at each restart in percent: 115 is 15 % more. Chosen by
/// hand.
const GROWTH: u64 = 115;

/// A search that takes turns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Racer {
    Random,
    Links,
    /// The one that continues after the first solution.
    Sure,
}

/// A search with random restarts until its first solution.
pub(super) struct Restarts {
    problem: ExactCover,
    limits: ZddLimits,
    /// The searches, from their first turns on; until a solution is found, except for the sure one.
    random: Option<Sparse>,
    links: Option<Dlx>,
    sure: Option<Box<dyn Search>>,
    seed: u64,
    /// Number of restarts of the random search.
    restarts: u64,
    /// The search whose turn it is; after the first solution, the one that found it.
    on_turn: Racer,
    /// Number of nodes left of this turn, and those of the next turns.
    left: u64,
    patience: u64,
    /// Sorted options of the first solution, if the sure search did not find it, until it
    /// does.
    early: Option<Vec<OptionId>>,
    /// The counters of the others, after they were dropped: the first solution is known, or
    /// that there is none.
    spent: Option<SearchStats>,
    solutions: u64,
    solution: Vec<OptionId>,
}

impl Restarts {
    /// Creates a search, which has not begun. With a seed, its first turn is a random one too.
    ///
    /// # Errors
    /// If the problem has bounds.
    pub(super) fn new(
        problem: &ExactCover,
        limits: ZddLimits,
        seed: Option<u64>,
    ) -> Result<Restarts, Unfit> {
        if problem.has_bounds() {
            return Err(Unfit::Bounds("restarts".to_owned()));
        }
        let (on_turn, left) = match seed {
            None if problem.num_primary() >= MANY_ITEMS => (Racer::Links, LINKS * PATIENCE),
            _ => (Racer::Random, PATIENCE),
        };
        Ok(Restarts {
            problem: problem.clone(),
            limits,
            random: seed.map(|seed| Sparse::new(problem).with_seed(seed)),
            links: None,
            sure: None,
            seed: seed.unwrap_or(0),
            restarts: 0,
            on_turn,
            left,
            patience: PATIENCE,
            early: None,
            spent: None,
            solutions: 0,
            solution: Vec::new(),
        })
    }

    /// Returns the search that continues after the first solution.
    fn sure(&mut self) -> &mut dyn Search {
        let (problem, limits) = (&self.problem, self.limits);
        &mut **self.sure.get_or_insert_with(|| automatic(problem, limits))
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
            let (problem, limits) = (&self.problem, self.limits);
            let search: &mut dyn Search = match self.on_turn {
                Racer::Random => self.random.get_or_insert_with(|| Sparse::new(problem)),
                Racer::Links => self
                    .links
                    .get_or_insert_with(|| Dlx::new(problem, Choice::Smallest)),
                Racer::Sure => &mut **self.sure.get_or_insert_with(|| automatic(problem, limits)),
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
        (self.on_turn, self.left) = match self.on_turn {
            Racer::Random => {
                let mut random = self.random.take();
                random.iter_mut().for_each(Sparse::restart);
                let factor = match self.restarts {
                    0 => {
                        random = random.map(|search| search.with_seed(self.seed));
                        LINKS
                    }
                    _ => 1,
                };
                self.random = random;
                self.restarts += 1;
                (Racer::Links, factor * self.patience)
            }
            Racer::Links => (Racer::Sure, SURE * self.patience),
            Racer::Sure => {
                self.patience = self.patience * GROWTH / 100;
                (Racer::Random, self.patience)
            }
        };
    }

    /// Returns the counters of the searches besides the sure one.
    fn beside(&self) -> SearchStats {
        let links = self.links.as_ref().map(Dlx::stats).unwrap_or_default();
        let random = self.random.as_ref().map(Sparse::stats).unwrap_or_default();
        self.spent.unwrap_or(SearchStats {
            nodes: links.nodes + random.nodes,
            updates: links.updates + random.updates,
            ..links
        })
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
                let steps = budget
                    .steps()
                    .map(|steps| steps.saturating_sub(spent.nodes));
                let budget = match steps {
                    Some(steps) => &budget.clone().with_steps(steps),
                    None => budget,
                };
                if !self.sure().advance(budget)? {
                    break false;
                }
                self.solution = self.sure().solution().to_vec();
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
        self.sure().total(budget)
    }

    fn solution(&mut self) -> &[OptionId] {
        &self.solution
    }

    fn stats(&self) -> SearchStats {
        let sure = self.sure.as_ref().map(|sure| sure.stats());
        let (sure, beside) = (sure.unwrap_or_default(), self.beside());
        SearchStats {
            solutions: self.solutions,
            nodes: sure.nodes + beside.nodes,
            updates: sure.updates + beside.updates,
        }
    }

    /// Returns the method that found the last solution.
    fn method(&self) -> Option<Method> {
        match self.on_turn {
            Racer::Links if self.solutions <= 1 => Some(Method::Dlx),
            Racer::Random if self.solutions <= 1 && self.restarts > 0 => Some(Method::Restarts),
            Racer::Random if self.solutions <= 1 => Some(Method::Sparse),
            _ => self.sure.as_ref()?.method(),
        }
    }

    fn progress(&self) -> f64 {
        match (self.spent.is_some(), self.solutions) {
            (true, 0) => 1.0,
            _ => self.sure.as_ref().map_or(0.0, |sure| sure.progress()),
        }
    }
}
