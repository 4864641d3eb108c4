//! Clauses in groups, each of which can be left out of a search.
//!
//! A group has a selector: a variable that is assumed to be true in a search in which
//! the clauses of the group hold. Each of its clauses has the negated selector as a
//! further literal. Groups without a selector hold in every search.

use crate::budget::{Budget, Stop};
use crate::cdcl::{Config, Solver, Verdict};
use crate::formula::{ClauseSink, Lit, Var};
use rustc_hash::FxHashMap;
use std::convert::Infallible;
use std::fmt;

/// Limit on the conflicts of a search with selectors, where there is another way
/// without them. Measured on puzzles by rules for pairs: searches that take more take
/// far longer with selectors.
pub(super) const CONFLICTS: u64 = 300;

/// Clauses in groups, in one incremental solver.
pub struct Groups {
    solver: Solver,
    num_vars: usize,
    /// For each group its selector, unless the group holds in every search.
    selectors: Vec<Option<Lit>>,
    by_selector: FxHashMap<Lit, usize>,
}

impl fmt::Debug for Groups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Groups")
            .field("num_vars", &self.num_vars)
            .field("selectors", &self.selectors)
            .finish_non_exhaustive()
    }
}

impl Groups {
    /// Creates the groups of a formula whose first `num_vars` variables are the
    /// caller's. Later variables are selectors and auxiliary variables.
    pub fn new(num_vars: usize) -> Groups {
        // Structure for counting would have to be found behind selectors.
        let config = Config {
            counting: false,
            ..Config::default()
        };
        let mut solver = Solver::new(config);
        solver.reserve_vars(num_vars);
        Groups {
            solver,
            num_vars,
            selectors: Vec::new(),
            by_selector: FxHashMap::default(),
        }
    }

    /// Returns the number of groups.
    pub fn len(&self) -> usize {
        self.selectors.len()
    }

    /// Returns `true` if there is no group.
    pub fn is_empty(&self) -> bool {
        self.selectors.is_empty()
    }

    /// Adds a group and returns the receiver of its clauses. Groups are numbered
    /// from 0 in the order of these calls.
    pub fn add(&mut self) -> Sink<'_> {
        let var = self.new_vars(1);
        let selector = Var::new(var).positive();
        // A search that is not asked for the group leaves it out.
        self.solver.phase(!selector);
        self.by_selector.insert(selector, self.selectors.len());
        self.selectors.push(Some(selector));
        Sink {
            groups: self,
            selector: Some(selector),
        }
    }

    /// Adds a group that holds in every search, and returns the receiver of its
    /// clauses. It is numbered like the others.
    pub fn add_fixed(&mut self) -> Sink<'_> {
        self.selectors.push(None);
        self.fixed()
    }

    /// Returns a receiver of clauses that belong to no group and hold in every search.
    pub fn fixed(&mut self) -> Sink<'_> {
        Sink {
            groups: self,
            selector: None,
        }
    }

    /// Returns the selector of a group, unless the group holds in every search.
    pub fn selector(&self, group: usize) -> Option<Lit> {
        self.selectors[group]
    }

    /// Searches for a model in which these groups hold and the literals `given` are
    /// true. Returns `None` if there is one ([`Groups::is_true`]); otherwise those of
    /// the groups, in the same order, that the refutation used.
    ///
    /// # Errors
    /// If the budget ends first; its steps are the conflicts of this search.
    pub fn solve(
        &mut self,
        groups: &[usize],
        given: &[Lit],
        budget: &Budget,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let selectors = groups.iter().filter_map(|&group| self.selectors[group]);
        let assumptions: Vec<Lit> = given.iter().copied().chain(selectors).collect();
        if self.is_possible(&assumptions, budget)? {
            return Ok(None);
        }
        let is_used = |group: &&usize| {
            self.selectors[**group].is_some_and(|selector| self.solver.failed(selector))
        };
        Ok(Some(groups.iter().filter(is_used).copied().collect()))
    }

    /// Returns `true` if there is a model in which these literals are true.
    ///
    /// # Errors
    /// If the budget ends first.
    pub fn is_possible(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<bool, Stop> {
        // The clock is read here too, because a short search may not read it.
        if let Some(stop) = budget.exhausted(0) {
            return Err(stop);
        }
        // Without an observer there is nobody to report an error.
        let verdict = self.solver.solve_with(assumptions, budget);
        match verdict.expect("no observer can fail") {
            Verdict::Sat => Ok(true),
            Verdict::Unsat => Ok(false),
            Verdict::Unknown(stop) => Err(stop),
        }
    }

    /// Returns `true` if the literal is true in the model that was found last.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.solver.value(lit) == Some(true)
    }

    /// Returns `true` if the last refutation used this assumption.
    pub fn has_failed(&self, assumption: Lit) -> bool {
        self.solver.failed(assumption)
    }

    /// Returns `true` if the selector of a group is true in the model that was found
    /// last.
    pub(super) fn is_on(&self, group: usize) -> bool {
        self.selectors[group].is_none_or(|selector| self.is_true(selector))
    }

    /// Lets the next search first try the value of the literal's variable that makes
    /// the literal true.
    pub fn prefer(&mut self, lit: Lit) {
        self.solver.phase(lit);
    }

    /// Adds `count` new variables and returns the index of the first.
    pub fn new_vars(&mut self, count: usize) -> usize {
        let first = self.num_vars;
        self.num_vars += count;
        self.solver.reserve_vars(self.num_vars);
        first
    }
}

/// The receiver of the clauses of a group.
pub struct Sink<'a> {
    groups: &'a mut Groups,
    selector: Option<Lit>,
}

impl fmt::Debug for Sink<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sink")
            .field("selector", &self.selector)
            .finish_non_exhaustive()
    }
}

impl Sink<'_> {
    /// Adds `count` new variables and returns the index of the first.
    pub fn new_vars(&mut self, count: usize) -> usize {
        self.groups.new_vars(count)
    }

    /// Adds a clause.
    pub fn add(&mut self, lits: &[Lit]) {
        match self.selector {
            None => self.groups.solver.add_clause(lits),
            Some(selector) => {
                let mut clause = lits.to_vec();
                clause.push(!selector);
                self.groups.solver.add_clause(&clause);
            }
        }
    }

    /// Adds the constraint that at most one of the literals is true.
    ///
    /// The solver's at-most-one constraints hold in every search. So in a group with
    /// a selector each literal has a copy that it implies if the group holds, and at
    /// most one of the copies is true.
    pub fn add_at_most_one(&mut self, lits: &[Lit]) {
        if self.selector.is_none() {
            return self.groups.solver.add_at_most_one(lits);
        }
        if let [first, second] = *lits {
            return self.add(&[!first, !second]);
        }
        let first = self.new_vars(lits.len());
        let copies: Vec<Lit> = (first..first + lits.len())
            .map(|var| Var::new(var).positive())
            .collect();
        for (&lit, &copy) in lits.iter().zip(&copies) {
            self.groups.solver.phase(!copy);
            self.add(&[!lit, copy]);
        }
        self.groups.solver.add_at_most_one(&copies);
    }
}

impl ClauseSink for Sink<'_> {
    type Error = Infallible;

    fn clause(&mut self, lits: &[Lit]) -> Result<(), Infallible> {
        self.add(lits);
        Ok(())
    }

    fn no_two(&mut self, lits: &[Lit]) -> Result<(), Infallible> {
        self.add_at_most_one(lits);
        Ok(())
    }
}
