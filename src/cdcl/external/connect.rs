//! Connecting a propagator, and choosing the variables that it observes.

use super::connection::Connection;
use super::propagator::Propagator;
use crate::cdcl::Solver;
use crate::formula::{Lit, Var};
use std::any::Any;

impl Solver {
    /// Connects a propagator, which takes part in every later `solve`, until it is
    /// [disconnected](Self::disconnect). It observes no variables yet: see
    /// [`observe`](Self::observe). Discards the current model.
    ///
    /// With a propagator:
    ///
    /// - [`models`](Self::models) lists the models that it accepts. Assumptions, cores, budgets
    ///   and limits work as always.
    /// - Lucky guesses are switched off. Other techniques keep the observed variables.
    /// - [`propagate_under`](Self::propagate_under) finds also what it implies.
    ///   [`preprocess`](Self::preprocess) does not
    ///   consult it; the clauses that it added until then belong to the formula. A
    ///   [portfolio](crate::cdcl::portfolio) refuses it.
    /// - A proof is one of the formula with the clauses of the propagator, which are
    ///   reported as clauses of the formula
    ///   ([`Observer::original`](crate::proof::Observer::original)).
    ///
    /// ```
    /// use sudosat::budget::Budget;
    /// use sudosat::cdcl::{Lemma, Propagator, Solver, Verdict};
    /// use sudosat::formula::{Lit, Model, Var};
    ///
    /// /// An odd number of the variables is true.
    /// struct Odd {
    ///     vars: Vec<Var>,
    ///     excluded: Option<Vec<Lit>>,
    ///     rejections: usize,
    /// }
    ///
    /// impl Propagator for Odd {
    ///     fn accepts(&mut self, model: &Model) -> bool {
    ///         let count = self.vars.iter().filter(|&&var| model.value(var)).count();
    ///         if count % 2 == 0 {
    ///             let differs = self.vars.iter().map(|&var| var.lit(!model.value(var)));
    ///             self.excluded = Some(differs.collect());
    ///             self.rejections += 1;
    ///         }
    ///         count % 2 == 1
    ///     }
    ///
    ///     fn clause(&mut self) -> Option<Lemma> {
    ///         self.excluded.take().map(Lemma::Kept)
    ///     }
    /// }
    ///
    /// let vars: Vec<Var> = (0..3).map(Var::new).collect();
    /// let mut solver = Solver::default();
    /// solver.connect(Odd { vars: vars.clone(), excluded: None, rejections: 0 });
    /// solver.observe(&vars);
    /// let budget = Budget::unlimited();
    /// assert_eq!(solver.models(&vars, &budget).count(), 4);
    /// let odd: Odd = solver.disconnect().expect("it is connected");
    /// assert_eq!(odd.rejections, 4);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Panics
    /// If there [is](Self::has_propagator) a propagator already.
    pub fn connect<P: Propagator>(&mut self, propagator: P) {
        assert!(!self.has_propagator(), "a propagator is connected already");
        self.reopen();
        self.connection = Connection::new(Box::new(propagator));
    }

    /// Returns `true` if a propagator is connected, also that of
    /// [`add_at_most`](Self::add_at_most) and [`add_parity`](Self::add_parity).
    pub fn has_propagator(&self) -> bool {
        self.connection.is_on()
    }

    /// Disconnects the propagator and returns it. Its variables are no longer
    /// observed, and its clauses stay. Returns `None`, and disconnects nothing, if there is no
    /// propagator of this type.
    ///
    /// If it is connected again, all assignments are reported again from the beginning.
    pub fn disconnect<P: Propagator>(&mut self) -> Option<P> {
        self.connection.get().filter(|it| it.is::<P>())?;
        let propagator: Box<dyn Any> = self.connection.take()?;
        propagator.downcast().ok().map(|it| *it)
    }

    /// Returns the propagator, to be read or changed between two calls, if there is one of
    /// this type.
    pub fn propagator_mut<P: Propagator>(&mut self) -> Option<&mut P> {
        self.connection.get_mut()?.downcast_mut()
    }

    /// Lets the propagator observe these variables, too, which may be new ones. Assignments of
    /// other variables are not reported to it. Discards the current model.
    ///
    /// # Panics
    /// If no propagator is connected.
    pub fn observe(&mut self, vars: &[Var]) {
        assert!(self.connection.is_on(), "no propagator is connected");
        self.reopen();
        let lits: Vec<Lit> = vars.iter().map(|var| var.positive()).collect();
        // If memory runs out, no later call gives an answer.
        let _ = self.observe_mentioned(&lits);
    }

    /// Ends the observation of a variable, which then may be eliminated.
    pub fn unobserve(&mut self, var: Var) {
        self.connection.unobserve(var);
    }

    /// Observes the variables of these literals. Returns to level 0 if one is not observed yet.
    /// Returns `false` if the tables do not fit into memory.
    #[must_use]
    pub(super) fn observe_mentioned(&mut self, lits: &[Lit]) -> bool {
        if lits.iter().all(|lit| self.connection.observes(lit.var())) {
            return true;
        }
        self.return_to_root();
        let num_vars = lits.iter().map(|lit| lit.var().index() + 1).max();
        if !self.grow(num_vars.unwrap_or(0)) {
            return false;
        }
        self.restore_mentioned(lits);
        for lit in lits {
            self.connection.observe(lit.var(), &self.trail);
        }
        true
    }
}
