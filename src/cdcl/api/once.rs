//! Solving by a solver that is not used again.

use super::solve::Verdict;
use crate::budget::Budget;
use crate::cdcl::Solver;
use std::io;
use std::ops::Deref;

/// A solver that has answered its only question. Everything can be read, and no clause can be
/// added.
#[derive(Debug)]
pub struct Solved(Solver);

impl Deref for Solved {
    type Target = Solver;

    fn deref(&self) -> &Solver {
        &self.0
    }
}

impl Solver {
    /// Looks for a model, as [`solve`](Solver::solve) does, and takes the solver, so that no clause
    /// and no assumption can follow. Then constraints may be used that exclude models, as long as
    /// one is left: [symmetries](crate::cdcl::Config::symmetry_start) are broken. Takes the
    /// observer away when the answer is found.
    ///
    /// ```
    /// use sudosat::prelude::*;
    ///
    /// // Three pigeons in two holes, of which each takes two pigeons.
    /// let cnf: Cnf = [&[1, 2][..], &[3, 4], &[5, 6], &[-1, -3, -5], &[-2, -4, -6]].into_iter().collect();
    /// let mut solver = Solver::default();
    /// solver.add_cnf(&cnf);
    /// let (verdict, solved) = solver.solve_once(&Budget::unlimited())?;
    /// assert_eq!(verdict, Verdict::Sat);
    /// assert!(solved.model().is_some());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`Solver::solve`].
    pub fn solve_once(mut self, budget: &Budget) -> io::Result<(Verdict, Solved)> {
        self.keep_for_symmetry();
        let verdict = self.solve(budget)?;
        self.symmetry = None;
        drop(self.take_observer());
        Ok((verdict, Solved(self)))
    }
}
