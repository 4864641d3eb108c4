//! Enumerating models.
//!
//! Each model found is excluded by a clause over the chosen variables. So every
//! assignment of these variables that can be extended to a model is found once.

use crate::budget::Budget;
use crate::cdcl::Solver;
use crate::cdcl::Verdict;
use crate::formula::{Lit, Var};
use std::fmt;
use std::io;

/// An iterator over models, made by [`Solver::models`].
pub struct Models<'a> {
    solver: &'a mut Solver,
    over: Vec<Var>,
    budget: Budget,
    end: Option<Verdict>,
}

impl fmt::Debug for Models<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Models")
            .field("over", &self.over)
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}

impl Solver {
    /// Returns an iterator over the assignments of `over` that can be extended
    /// to a model, each once, as literals in the order of `over`.
    ///
    /// The clauses that exclude the assignments found stay in the solver. The
    /// step limit of the budget applies to each single search; its time limit
    /// and its interrupt apply to the whole enumeration.
    ///
    /// ```
    /// use sudosat::budget::Budget;
    /// use sudosat::cdcl::{Solver, Verdict};
    /// use sudosat::formula::{Cnf, Var};
    ///
    /// let cnf: Cnf = [&[1, 2][..], &[-2, 3]].into_iter().collect();
    /// let mut solver = Solver::default();
    /// solver.add_cnf(&cnf);
    /// let mut models = solver.models(&[Var::new(0), Var::new(1)], &Budget::unlimited());
    /// assert_eq!(models.by_ref().count(), 3);
    /// assert_eq!(models.end(), Some(Verdict::Unsat)); // these are all
    /// ```
    pub fn models(&mut self, over: &[Var], budget: &Budget) -> Models<'_> {
        Models {
            solver: self,
            over: over.to_vec(),
            budget: budget.clone(),
            end: None,
        }
    }
}

impl Models<'_> {
    /// Returns why the iterator ended: `Unsat` if all were found. `None` while
    /// there may be more, and after an error.
    pub fn end(&self) -> Option<Verdict> {
        self.end
    }
}

impl Iterator for Models<'_> {
    type Item = io::Result<Vec<Lit>>;

    fn next(&mut self) -> Option<io::Result<Vec<Lit>>> {
        if self.end.is_some() {
            return None;
        }
        match self.solver.solve(&self.budget) {
            Ok(Verdict::Sat) => {}
            Ok(end) => {
                self.end = Some(end);
                return None;
            }
            Err(error) => return Some(Err(error)),
        }
        let solver = &mut *self.solver;
        let true_one = |var: &Var| var.lit(solver.value(var.positive()) == Some(true));
        let lits: Vec<Lit> = self.over.iter().map(true_one).collect();
        let differs: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        solver.add_clause(&differs);
        Some(Ok(lits))
    }
}
