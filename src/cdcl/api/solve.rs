//! Solving, and queries about the answer.

use crate::budget::{Budget, Stop};
use crate::cdcl::external::connection::Connection;
use crate::cdcl::{Solver, Stats};
use crate::formula::{Lit, Model, Var};
use crate::proof::Conclusion;
use std::fmt;
use std::io;
use std::time::Duration;

/// The answer of a call of `solve`.
///
/// ```
/// use sudosat::prelude::*;
///
/// let cnf: Cnf = [&[1, 2][..], &[-1]].into_iter().collect();
/// let mut solver = Solver::default();
/// solver.add_cnf(&cnf);
/// match solver.solve(&Budget::unlimited().with_steps(1_000_000))? {
///     Verdict::Sat => println!("{:?}", solver.model()),
///     Verdict::Unsat => println!("no model"),
///     Verdict::Unknown(stop) => println!("unknown: {stop}"),
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The formula is satisfiable, and [`Solver::model`] has a model.
    Sat,
    /// The formula is unsatisfiable; under assumptions, it has no model in
    /// which the [core](Solver::core) is true.
    Unsat,
    /// The search stopped without an answer, for this reason.
    Unknown(Stop),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Sat => f.write_str("satisfiable"),
            Verdict::Unsat => f.write_str("unsatisfiable"),
            Verdict::Unknown(stop) => write!(f, "unknown: {stop}"),
        }
    }
}

impl Solver {
    /// Looks for a model of the clauses.
    ///
    /// The budget's steps are the conflicts of this call. After `Unknown`,
    /// another call continues the search with all learned clauses.
    ///
    /// ```
    /// use sudosat::prelude::*;
    ///
    /// let mut solver = Solver::default();
    /// let (a, b) = (solver.new_var(), solver.new_var());
    /// solver.add_clause(&[a.positive(), b.positive()]);
    /// solver.add_clause(&[a.negative()]);
    /// assert_eq!(solver.solve(&Budget::unlimited())?, Verdict::Sat);
    /// assert_eq!(solver.value(b.positive()), Some(true));
    /// solver.add_clause(&[b.negative()]);
    /// assert_eq!(solver.solve(&Budget::unlimited())?, Verdict::Unsat);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// An error of the observer, for instance a proof that could not be
    /// written. The verdict is lost then.
    pub fn solve(&mut self, budget: &Budget) -> io::Result<Verdict> {
        self.solve_with(&[], budget)
    }

    /// Looks for a model of the clauses in which all assumptions are true.
    ///
    /// ```
    /// use sudosat::prelude::*;
    ///
    /// let mut solver = Solver::default();
    /// let [a, b, c] = [(); 3].map(|()| solver.new_var().positive());
    /// solver.add_clause(&[!a, b]);
    /// // A call holds for its assumptions only; the core has those that conflict.
    /// assert_eq!(solver.solve_with(&[c, a, !b], &Budget::unlimited())?, Verdict::Unsat);
    /// assert_eq!(solver.core(), [a, !b]);
    /// assert!(solver.failed(a) && !solver.failed(c));
    /// assert_eq!(solver.solve(&Budget::unlimited())?, Verdict::Sat);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`Solver::solve`].
    pub fn solve_with(&mut self, assumptions: &[Lit], budget: &Budget) -> io::Result<Verdict> {
        self.begin_call(assumptions, assumptions);
        let verdict = self.search(budget);
        self.core.sort_unstable();
        let conclusion = match verdict {
            Verdict::Sat => Conclusion::Satisfiable,
            Verdict::Unsat if self.unsatisfiable => Conclusion::Unsatisfiable,
            Verdict::Unsat => Conclusion::UnsatisfiableUnderAssumptions,
            Verdict::Unknown(_) => Conclusion::Unknown,
        };
        self.has_model = verdict == Verdict::Sat;
        match self.has_model {
            true => self.complete_model(),
            false => self.return_to_root(),
        }
        self.connections
            .iter_mut()
            .for_each(Connection::notify_backtrack);
        self.tracer.conclude(conclusion)?;
        Ok(verdict)
    }

    /// Prepares everything for a search under these assumptions. Restores the
    /// `needed` literals among the eliminated ones.
    pub(in crate::cdcl) fn begin_call(&mut self, assumptions: &[Lit], needed: &[Lit]) {
        self.reopen();
        self.assumptions.clear();
        for &lit in assumptions {
            if self.grow(lit.var().index() + 1) {
                self.assumptions.push(lit);
            }
        }
        self.restore_mentioned(needed);
        self.core.clear();
        self.is_full = false;
        self.watchdog.begin_call(&self.stats);
        self.connections.iter_mut().for_each(Connection::begin_call);
        self.install_added();
    }

    /// Gives the eliminated variables their values in the model.
    fn complete_model(&mut self) {
        let Solver {
            eliminated, trail, ..
        } = self;
        eliminated.extend(|lit| trail.is_true(lit));
    }

    /// Returns the model, if the last call found one and no clause was added
    /// since.
    pub fn model(&self) -> Option<Model> {
        self.has_model.then(|| self.values())
    }

    /// Returns the values of all variables. The trail must be a model, in which
    /// the eliminated variables have their values.
    fn values(&self) -> Model {
        let values = (0..self.num_vars).map(|index| self.is_true_in_model(Var::new(index)));
        Model::new(values.collect())
    }

    /// Returns the model that the trail is.
    pub(in crate::cdcl) fn model_of_trail(&mut self) -> Model {
        self.complete_model();
        self.values()
    }

    /// Returns the literal's value in the [`Solver::model`], if there is one.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.has_model
            .then(|| self.is_true_in_model(lit.var()) == lit.is_positive())
    }

    /// Returns the variable's value in the model. A variable that no clause
    /// mentions gets its first phase.
    fn is_true_in_model(&self, var: Var) -> bool {
        if let Some(value) = self.eliminated.value(var) {
            value
        } else if var.index() < self.trail.num_vars() {
            self.trail.is_true(var.positive())
        } else {
            self.config.first_phase
        }
    }

    /// Returns the literal's value at level 0, which it has in every model.
    /// Returns `None` if it is not known to be fixed.
    ///
    /// ```
    /// use sudosat::prelude::*;
    ///
    /// let mut solver = Solver::default();
    /// let [a, b] = [(); 2].map(|()| solver.new_var().positive());
    /// solver.add_clause(&[a]);
    /// solver.add_clause(&[!a, !b]);
    /// assert_eq!(solver.solve(&Budget::unlimited())?, Verdict::Sat);
    /// assert_eq!((solver.fixed(a), solver.fixed(b)), (Some(true), Some(false)));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn fixed(&self, lit: Lit) -> Option<bool> {
        let var = lit.var();
        if var.index() >= self.trail.num_vars()
            || self.trail.is_open(var)
            || self.trail.level_of(var) > 0
        {
            return None;
        }
        Some(self.trail.is_true(lit))
    }

    /// Returns, after `Unsat`, assumptions that can't all be true, ordered by
    /// their codes. Empty if there is no model without assumptions either.
    pub fn core(&self) -> &[Lit] {
        &self.core
    }

    /// Returns `true` if the assumption is in the [`Solver::core`].
    pub fn failed(&self, assumption: Lit) -> bool {
        self.core.binary_search(&assumption).is_ok()
    }

    /// Sets the saved phase of the literal's variable, so that a decision makes
    /// the literal true until the search changes the phase.
    ///
    /// ```
    /// use sudosat::prelude::*;
    ///
    /// let mut solver = Solver::default();
    /// let [a, b] = [(); 2].map(|()| solver.new_var().positive());
    /// solver.add_clause(&[a, b]);
    /// solver.phase(!a);
    /// solver.phase(b);
    /// assert_eq!(solver.solve(&Budget::unlimited())?, Verdict::Sat);
    /// assert_eq!((solver.value(a), solver.value(b)), (Some(false), Some(true)));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn phase(&mut self, lit: Lit) {
        if self.grow(lit.var().index() + 1) {
            self.phases.save(lit.var(), lit.is_positive());
            // A lucky guess ignores phases, so a caller who sets phases
            // disables it.
            self.limits.guess = u64::MAX;
        }
    }

    /// Returns the time spent finding and using at-most-one groups and what
    /// they imply, over all calls.
    pub fn counting_time(&self) -> Duration {
        self.counting_time
    }

    /// Returns the counters over all calls.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Returns to level 0, ready for new clauses.
    pub(in crate::cdcl) fn reopen(&mut self) {
        self.has_model = false;
        self.return_to_root();
    }
}
