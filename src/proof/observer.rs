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

/// A pigeonhole argument: disjoint clauses, each of which needs a true literal,
/// over as many disjoint groups, or fewer, of which each has at most one.
///
/// Every literal of a clause is in exactly one group, or single, or outside.
#[derive(Clone, Copy, Debug)]
pub struct Count<'a> {
    /// The clauses, present as original or derived.
    pub clauses: &'a [&'a [Lit]],
    /// The groups, sorted: cliques of binary clauses that are present, or
    /// groups that an earlier count proved.
    pub groups: &'a [&'a [Lit]],
    /// Literals of the clauses that are a group of their own.
    pub singles: &'a [Lit],
    /// Literals of the clauses that unit propagation makes false.
    pub outside: &'a [Lit],
    /// Members of the groups that are in none of the clauses.
    pub rest: &'a [Lit],
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

    /// Whether the observer can account for [counts](Observer::counted). A
    /// solver that is watched by one that can't does not count.
    fn counts(&self) -> bool {
        false
    }

    /// The solver adds a block up. With more clauses than groups that refutes
    /// the formula. With as many, at most one literal of each clause is true,
    /// at least one of each group, and none of the rest: what of that the
    /// solver uses it tells by [`Observer::derived`].
    fn counted(&mut self, count: &Count) {}

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
