//! What a SAT solver tells of its work.
//!
//! Proof writers, proof checkers and trace recorders are all observers. A
//! solver has at most one and calls it
//! at every change of its clause database; the steps of the search itself
//! (decisions, implications, conflicts) it tells only an observer that
//! [wants them](Observer::wants_steps), so that a proof costs no more than its
//! clauses. All literals are the caller's.

use crate::formula::Lit;
use std::io;

/// How a call of `solve` ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// A model was found.
    Satisfiable,
    /// The empty clause was derived (or is a clause).
    Unsatisfiable,
    /// The assumptions can't all be true; the clause that says so was derived,
    /// unless it is a unit or a tautology.
    UnsatisfiableUnderAssumptions,
    /// The solver gave up.
    Unknown,
}

/// Watches a SAT solver. Every method but [`Observer::conclude`] does nothing
/// unless overridden.
#[allow(unused_variables)] // the names of the parameters are the documentation
pub trait Observer: Send {
    /// Whether the steps of the search are wanted too.
    fn wants_steps(&self) -> bool {
        false
    }

    /// A clause of the formula, as the caller gave it.
    fn original(&mut self, clause: &[Lit]) {}

    /// A clause that follows from those present by reverse unit propagation.
    fn derived(&mut self, clause: &[Lit]) {}

    /// A clause, original or derived, that is no longer present. Never a unit
    /// clause.
    fn deleted(&mut self, clause: &[Lit]) {}

    /// The search decides a literal and so opens `level` (from 1).
    fn decided(&mut self, lit: Lit, level: usize) {}

    /// `lit` is true because every other literal of `reason` is false; it comes
    /// first. At level 0 a unit clause is its own reason, and a literal with
    /// another reason is then [derived](Observer::derived) as a unit.
    fn implied(&mut self, lit: Lit, reason: &[Lit], level: usize) {}

    /// Every literal of `clause` is false.
    fn conflict(&mut self, clause: &[Lit], level: usize) {}

    /// Conflict analysis resolves the clause it has so far with `reason`, upon
    /// `pivot` (true in `reason`, and its first literal), and now has `resolvent`.
    /// Literals false at level 0 are left out of it; literals of the current
    /// level come first.
    fn resolved(&mut self, pivot: Lit, reason: &[Lit], resolvent: &[Lit]) {}

    /// Minimisation removed literals: the clause to be learned is now this, its
    /// first literal the one it will imply. [`Observer::derived`] follows.
    fn minimized(&mut self, clause: &[Lit]) {}

    /// The search returns from one level to a lower one.
    fn backjumped(&mut self, from: usize, to: usize) {}

    /// The search starts anew from `level`: all above it is undone.
    fn restarted(&mut self, level: usize) {}

    /// A call of `solve` ends. An observer that writes must have written all
    /// by now, and reports the first error it met.
    fn conclude(&mut self, conclusion: Conclusion) -> io::Result<()>;
}
