//! The trait of propagators, and the clauses that they add.

use crate::formula::{Lit, Model};
use std::any::Any;

/// A constraint that takes part in the search of a
/// [`Solver`](crate::cdcl::Solver) without being clauses: IPASIR-UP (Fazekas,
/// Niemetz, Preiner, Kirchweger, Szeider, Biere, SAT 2023 and JAIR 81, 2024).
///
/// The solver looks for a model of its clauses that the propagator
/// [accepts](Self::accepts). `Unsat` means that there is none, provided that
/// every clause of the propagator, also as a [reason](Self::reason), is true in
/// all the models that it would accept. Only `accepts` has to be written; the other
/// methods let the search find out early what `accepts` would reject.
///
/// The solver calls the methods in this way:
///
/// 1. When its own propagation is complete, it reports the changes since the
///    last report: [`backtracked`](Self::backtracked) at most once, then
///    [`assigned`](Self::assigned), [`new_level`](Self::new_level) and
///    [`decided`](Self::decided) in the order of the trail.
/// 2. It calls [`propagate`](Self::propagate), and when that returns `None`,
///    [`clause`](Self::clause). If one of them returned something, the solver
///    adds the clause, propagates, and starts again with step 1.
/// 3. If some variable is open, it calls [`decide`](Self::decide). If none is,
///    it calls [`accepts`](Self::accepts) with the model.
///
/// Assumptions are the first decisions; their levels are reported, too. There
/// may be levels without an assignment of an observed variable.
///
/// | method | in CaDiCaL's `ExternalPropagator` |
/// |---|---|
/// | `assigned` | `notify_assignment` |
/// | `new_level`, `decided` | `notify_new_decision_level`, `is_decision` |
/// | `backtracked` | `notify_backtrack` |
/// | `propagate`, `reason` | `cb_propagate`, `cb_add_reason_clause_lit` |
/// | `clause` | `cb_has_external_clause`, `cb_add_external_clause_lit` |
/// | `decide` | `cb_decide` |
/// | `accepts` | `cb_check_found_model` |
///
/// # Panics
/// A propagator that breaks its contract makes `solve` panic: a literal whose
/// variable is not observed, from `propagate`, `decide` or in a reason; a reason that
/// does not imply its literal; a rejected model without a clause that is false in
/// it; endlessly many literals from `propagate` that are true already.
#[allow(unused_variables)] // the names of the parameters are the documentation
pub trait Propagator: Any + Send {
    /// Receives the observed literals that have become true, in the order of
    /// the trail, at the current level. Those received at level 0 are fixed:
    /// they are true in every model from now on, and are not undone.
    fn assigned(&mut self, lits: &[Lit]) {}

    /// Receives that a decision level was opened above the current one.
    fn new_level(&mut self) {}

    /// Receives, between `new_level` and `assigned`, that the observed literal is the decision of
    /// the level.
    fn decided(&mut self, lit: Lit) {}

    /// Receives that all levels above `level` were undone, with everything
    /// assigned at them. `level` is less than the current one.
    fn backtracked(&mut self, level: usize) {}

    /// Returns an observed literal that the present assignment implies, or
    /// `None`. A literal that is true already is ignored, and the method is
    /// called again. A false one is a conflict.
    fn propagate(&mut self) -> Option<Lit> {
        None
    }

    /// Returns the clause that implies `lit`, which `propagate` has just
    /// returned. It contains the literal, and all its other literals are false
    /// now. Called at once, before anything else changes, unless `lit` is true.
    ///
    /// # Panics
    /// This default panics. A propagator whose `propagate` returns literals must override it;
    /// for others it is not called.
    fn reason(&mut self, lit: Lit) -> Lemma {
        panic!("the propagator implied {lit}, and has no `reason`")
    }

    /// Returns a clause to add now, or `None`. It may be any clause: a
    /// conflict, unit, satisfied or open under the present assignment, empty, a
    /// tautology, with repeated literals. Variables that are not observed, also new
    /// ones, are observed from then on.
    fn clause(&mut self) -> Option<Lemma> {
        None
    }

    /// Returns an observed literal for the next decision, or `None` to leave
    /// the decision to the solver, as does a literal that is assigned already.
    fn decide(&mut self) -> Option<Lit> {
        None
    }

    /// Returns `true` if the assignment of all variables is a model of this
    /// constraint. It satisfies the solver's clauses. After `false`, [`clause`](Self::clause)
    /// is called until it has returned one that is false in `model`, or one with a new
    /// variable.
    fn accepts(&mut self, model: &Model) -> bool;
}

/// A clause that a [`Propagator`] adds.
///
/// It belongs to the formula for good, also after the propagator was disconnected: all
/// later answers may depend on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lemma {
    /// A clause that the solver keeps, as one of the formula.
    Kept(Vec<Lit>),
    /// A clause that the solver deletes when it is little used, as one that it
    /// learned. The propagator has to be able to find it again.
    Forgettable(Vec<Lit>),
}

impl Lemma {
    /// Returns the literals.
    pub fn lits(&self) -> &[Lit] {
        match self {
            Lemma::Kept(lits) | Lemma::Forgettable(lits) => lits,
        }
    }
}
