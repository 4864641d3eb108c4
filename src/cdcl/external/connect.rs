//! Connecting a propagator, and choosing the variables that it observes.

use super::connection::{CALLER, Connection};
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
        self.connections[CALLER] = Connection::new(Box::new(propagator));
    }

    /// Returns `true` if a propagator is connected.
    pub fn has_propagator(&self) -> bool {
        self.connections[CALLER].is_on()
    }

    /// Returns `true` if a propagator is connected, or one of constraints is there.
    pub(in crate::cdcl) fn is_connected(&self) -> bool {
        self.connections.iter().any(Connection::is_on)
    }

    /// Returns `true` if a propagator observes the variable.
    pub(in crate::cdcl) fn is_observed(&self, var: Var) -> bool {
        self.connections.iter().any(|it| it.observes(var))
    }

    /// Disconnects the propagator and returns it. Its variables are no longer
    /// observed, and its clauses stay. Returns `None`, and disconnects nothing, if there is no
    /// propagator of this type.
    ///
    /// If it is connected again, all assignments are reported again from the beginning.
    pub fn disconnect<P: Propagator>(&mut self) -> Option<P> {
        let connection = &mut self.connections[CALLER];
        connection.get().filter(|it| it.is::<P>())?;
        let propagator: Box<dyn Any> = connection.take()?;
        propagator.downcast().ok().map(|it| *it)
    }

    /// Returns the propagator, to be read or changed between two calls, if there is one of
    /// this type.
    pub fn propagator_mut<P: Propagator>(&mut self) -> Option<&mut P> {
        self.connections[CALLER].get_mut()?.downcast_mut()
    }

    /// Lets the propagator observe these variables, too, which may be new ones. Assignments of
    /// other variables are not reported to it. Discards the current model.
    ///
    /// # Panics
    /// If no propagator is connected.
    pub fn observe(&mut self, vars: &[Var]) {
        assert!(self.has_propagator(), "no propagator is connected");
        self.reopen();
        let lits: Vec<Lit> = vars.iter().map(|var| var.positive()).collect();
        // If memory runs out, no later call gives an answer.
        let _ = self.observe_mentioned(CALLER, &lits);
    }

    /// Ends the observation of a variable, which then may be eliminated.
    pub fn unobserve(&mut self, var: Var) {
        self.connections[CALLER].unobserve(var);
    }

    /// Lets the propagator in this place observe the variables of these literals. Returns to level 0
    /// if one is not observed yet.
    /// Returns `false` if the tables do not fit into memory.
    #[must_use]
    pub(super) fn observe_mentioned(&mut self, place: usize, lits: &[Lit]) -> bool {
        let connection = &self.connections[place];
        if lits.iter().all(|lit| connection.observes(lit.var())) {
            return true;
        }
        self.return_to_root();
        let num_vars = lits.iter().map(|lit| lit.var().index() + 1).max();
        if !self.grow(num_vars.unwrap_or(0)) {
            return false;
        }
        self.restore_mentioned(lits);
        for lit in lits {
            self.connections[place].observe(lit.var(), &self.trail);
        }
        true
    }
}
