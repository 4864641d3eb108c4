//! Solving by a solver that is not used again.

use super::solve::Verdict;
use crate::budget::Budget;
use crate::cdcl::{Solver, Stats};
use crate::formula::Model;
use std::io;
use std::time::Duration;

/// Result of [`Solver::solve_once`]. The solver can't be read any more, because its fixed literals
/// and learned clauses may follow only from the constraints that exclude models.
#[derive(Debug)]
pub struct Solved {
    /// The verdict.
    pub verdict: Verdict,
    /// A model, if the verdict is [`Verdict::Sat`].
    pub model: Option<Model>,
    /// The counters at the end.
    pub stats: Stats,
    /// Time of the search for counting structure.
    pub counting_time: Duration,
}

impl Solver {
    /// Looks for a model, as [`solve`](Solver::solve) does, and takes the solver, so that no clause
    /// and no assumption can follow. Then constraints may be used that exclude models, as long as
    /// one is left: [symmetries](crate::cdcl::Config::symmetry_start) are broken. The observer is
    /// dropped before this returns.
    ///
    /// ```
    /// use sudosat::prelude::*;
    ///
    /// // Three pigeons in two holes, of which each takes two pigeons.
    /// let cnf: Cnf = [&[1, 2][..], &[3, 4], &[5, 6], &[-1, -3, -5], &[-2, -4, -6]].into_iter().collect();
    /// let mut solver = Solver::default();
    /// solver.add_cnf(&cnf);
    /// let solved = solver.solve_once(&Budget::unlimited())?;
    /// assert_eq!(solved.verdict, Verdict::Sat);
    /// assert!(solved.model.is_some());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`Solver::solve`].
    pub fn solve_once(mut self, budget: &Budget) -> io::Result<Solved> {
        self.keep_for_symmetry();
        let verdict = self.solve(budget)?;
        Ok(Solved {
            verdict,
            model: self.model(),
            stats: self.stats().clone(),
            counting_time: self.counting_time(),
        })
    }
}
