//! The connection to a propagator: what it observes, and what it was told.

use super::propagator::{Lemma, Propagator};
use crate::cdcl::state::reason::Antecedent;
use crate::cdcl::state::trail::Trail;
use crate::formula::{Lit, Model, Var};
use std::any::Any;

/// Largest number of true literals that `Propagator::propagate` may return one
/// after the other. Chosen by hand: far more than a queue with repetitions contains, and
/// few enough to be noticed within seconds.
const MOST_TRUE: usize = 1 << 20;

/// Number of propagators that a solver can have, and their places.
pub(in crate::cdcl) const NUM_CONNECTIONS: usize = 3;
/// The places of the propagators of constraints, which are consulted first. Proofs can take sums as
/// part of the formula, but not exclusive ors.
pub(super) const SUMS: usize = 0;
pub(super) const PARITIES: usize = 1;
/// The place of the caller's propagator.
pub(super) const CALLER: usize = 2;

/// A propagator, if there is one, and the state needed to report to it.
#[derive(Default)]
pub(in crate::cdcl) struct Connection {
    propagator: Option<Box<dyn Propagator>>,
    /// For each variable, whether it is observed. May be shorter than the
    /// number of variables.
    observed: Vec<bool>,
    /// Number of literals of the trail that were reported, or are not observed.
    num_reported: usize,
    /// Number of levels that were reported and not undone since.
    levels: usize,
    /// The level to which levels that were reported were undone, if that was
    /// not reported yet.
    undone: Option<usize>,
    /// Literals of level 0 that were assigned before they were observed, to be
    /// reported next.
    late: Vec<Lit>,
    /// The model that was rejected, until a clause excludes it.
    rejected: Option<Model>,
    /// Buffer for the literals of a report.
    lits: Vec<Lit>,
}

impl Connection {
    pub(crate) fn new(propagator: Box<dyn Propagator>) -> Connection {
        Connection {
            propagator: Some(propagator),
            ..Connection::default()
        }
    }

    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.propagator.is_some()
    }

    /// Returns the propagator, if there is one.
    pub(crate) fn get(&self) -> Option<&dyn Any> {
        Some(self.propagator.as_deref()?)
    }

    /// Returns the propagator, if there is one.
    pub(crate) fn get_mut(&mut self) -> Option<&mut dyn Any> {
        Some(self.propagator.as_deref_mut()?)
    }

    pub(crate) fn take(&mut self) -> Option<Box<dyn Any>> {
        Some(std::mem::take(self).propagator?)
    }

    #[inline]
    pub(crate) fn observes(&self, var: Var) -> bool {
        self.observed.get(var.index()) == Some(&true)
    }

    /// Observes a variable. The trail must be at level 0.
    pub(crate) fn observe(&mut self, var: Var, trail: &Trail) {
        debug_assert!(trail.level() == 0 && self.levels == 0);
        if self.observed.len() <= var.index() {
            self.observed.resize(var.index() + 1, false);
        }
        let was_observed = std::mem::replace(&mut self.observed[var.index()], true);
        if !was_observed && !trail.is_open(var) && trail.position_of(var) < self.num_reported {
            self.late.push(var.lit(trail.is_true(var.positive())));
        }
    }

    pub(crate) fn unobserve(&mut self, var: Var) {
        if let Some(observed) = self.observed.get_mut(var.index()) {
            *observed = false;
        }
        self.late.retain(|lit| lit.var() != var);
    }

    /// Records that all levels above `level` were undone, which left `trail`.
    #[inline]
    pub(crate) fn backtracked(&mut self, level: usize, trail: &Trail) {
        if level < self.levels {
            self.levels = level;
            self.num_reported = self.num_reported.min(trail.len());
            self.undone = Some(level);
        }
    }

    /// Forgets a model that was rejected in a call which has ended.
    pub(crate) fn begin_call(&mut self) {
        self.rejected = None;
    }

    /// Reports what was undone since the last report.
    pub(crate) fn notify_backtrack(&mut self) {
        if let Some(propagator) = &mut self.propagator
            && let Some(level) = self.undone.take()
        {
            propagator.backtracked(level);
        }
    }

    /// Reports all changes of the trail since the last report.
    pub(crate) fn notify(&mut self, trail: &Trail) {
        self.notify_backtrack();
        let Connection {
            propagator: Some(propagator),
            observed,
            num_reported,
            levels,
            late,
            lits,
            ..
        } = self
        else {
            return;
        };
        lits.append(late);
        loop {
            let end = match *levels < trail.level() {
                true => trail.start(*levels + 1),
                false => trail.len(),
            };
            let new = trail.lits()[*num_reported..end].iter().copied();
            lits.extend(new.filter(|lit| observed.get(lit.var().index()) == Some(&true)));
            if !lits.is_empty() {
                propagator.assigned(lits);
                lits.clear();
            }
            *num_reported = end;
            if *levels == trail.level() {
                break;
            }
            *levels += 1;
            propagator.new_level();
            // A level whose assumption was true already has no decision.
            if let Some(&lit) = trail.lits().get(*num_reported)
                && trail.level_of(lit.var()) == *levels
                && trail.antecedent(lit.var()) == Antecedent::None
                && observed.get(lit.var().index()) == Some(&true)
            {
                propagator.decided(lit);
            }
        }
    }

    /// Returns the next clause of the propagator, if it has one: one that excludes the
    /// rejected model, the reason of a literal that it implies, or another one.
    ///
    /// # Panics
    /// If the propagator breaks its contract.
    pub(crate) fn next_lemma(&mut self, trail: &Trail) -> Option<Lemma> {
        if self.rejected.is_some() {
            return Some(self.next_against_model());
        }
        if let Some(lit) = self.implied(trail) {
            return Some(self.reason(lit, trail));
        }
        self.propagator.as_mut()?.clause()
    }

    /// Returns the next clause after a model was rejected.
    fn next_against_model(&mut self) -> Lemma {
        let lemma = self.propagator.as_mut().and_then(|it| it.clause());
        let lemma = lemma
            .expect("the propagator rejected a model, but added no clause that is false in it");
        let is_true =
            |model: &Model, lit: Lit| lit.var().index() < model.num_vars() && model.is_true(lit);
        let lits = lemma.lits();
        self.rejected
            .take_if(|model| !lits.iter().any(|&lit| is_true(model, lit)));
        lemma
    }

    /// Returns the next literal that the propagator implies and that is not true.
    fn implied(&mut self, trail: &Trail) -> Option<Lit> {
        for _ in 0..MOST_TRUE {
            let lit = self.propagator.as_mut()?.propagate()?;
            self.check_observed(lit, "implied");
            if !trail.is_true(lit) {
                return Some(lit);
            }
        }
        panic!("the propagator implied {MOST_TRUE} literals in a row that are true already");
    }

    fn reason(&mut self, lit: Lit, trail: &Trail) -> Lemma {
        let reason = self.propagator.as_mut().map(|it| it.reason(lit));
        let reason = reason.expect("it implied a literal");
        let lits = reason.lits();
        assert!(
            lits.contains(&lit),
            "the propagator's reason of {lit} does not contain it: {lits:?}"
        );
        for &other in lits.iter().filter(|&&other| other != lit) {
            self.check_observed(other, "gave a reason with");
            assert!(
                trail.is_false(other),
                "the propagator's reason of {lit} has the literal {other}, which is not false: {lits:?}"
            );
        }
        reason
    }

    /// Returns the propagator's decision, if it makes one.
    ///
    /// # Panics
    /// If the literal is not observed.
    pub(crate) fn decision(&mut self, trail: &Trail) -> Option<Lit> {
        let lit = self.propagator.as_mut()?.decide()?;
        self.check_observed(lit, "decided");
        trail.is_open(lit.var()).then_some(lit)
    }

    fn check_observed(&self, lit: Lit, what: &str) {
        assert!(
            self.observes(lit.var()),
            "the propagator {what} {lit}, whose variable it does not observe"
        );
    }

    /// Returns `true` if the propagator accepts the model, or if there is none.
    pub(crate) fn accepts(&mut self, model: &Model) -> bool {
        let is_accepted = match &mut self.propagator {
            Some(propagator) => propagator.accepts(model),
            None => true,
        };
        if !is_accepted {
            self.rejected = Some(model.clone());
        }
        is_accepted
    }

    /// Panics unless the reports agree with the trail, and no observed variable
    /// is eliminated.
    pub(crate) fn check_invariants(&self, trail: &Trail, is_eliminated: impl Fn(Var) -> bool) {
        assert!(self.levels <= trail.level() && self.num_reported <= trail.len());
        if self.levels < trail.level() {
            assert!(self.num_reported <= trail.start(self.levels + 1));
        }
        for index in 0..self.observed.len() {
            assert!(!self.observed[index] || !is_eliminated(Var::new(index)));
        }
    }
}
