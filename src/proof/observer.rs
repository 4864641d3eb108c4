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

/// The number that a solver gives a clause, for an observer that wants hints.
///
/// The clauses of the formula are numbered by themselves, 1, 2, … in the order
/// in which they are told, and so are the derived ones: the two kinds come
/// mixed, but a proof file has all clauses of the formula first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(u64);

impl Id {
    /// No clause: what a solver has where nobody wants hints.
    pub const NONE: Id = Id(0);

    /// The formula's clause with this number, from 1.
    pub fn original(number: u64) -> Id {
        Id(number << 1)
    }

    /// The derived clause with this number, from 1.
    pub fn derived(number: u64) -> Id {
        Id(number << 1 | 1)
    }

    /// Whether the clause is one of the formula.
    pub fn is_original(self) -> bool {
        self.0 & 1 == 0
    }

    /// The clause's number in a proof of a formula with so many clauses.
    pub fn in_file(self, num_originals: u64) -> u64 {
        let number = self.0 >> 1;
        match self.is_original() {
            true => number,
            false => num_originals + number,
        }
    }

    /// As two words.
    pub(crate) fn words(self) -> [u32; 2] {
        [self.0 as u32, (self.0 >> 32) as u32]
    }

    pub(crate) fn from_words([low, high]: [u32; 2]) -> Id {
        Id(u64::from(low) | u64::from(high) << 32)
    }
}

/// A change of the clauses, told with numbers.
#[derive(Clone, Copy, Debug)]
pub enum Numbered<'a> {
    /// As [`Observer::original`].
    Original {
        /// The clause's number.
        id: Id,
        /// The clause.
        clause: &'a [Lit],
    },
    /// As [`Observer::derived`].
    Derived {
        /// The clause's number.
        id: Id,
        /// The clause.
        clause: &'a [Lit],
        /// Clauses that are present. When all literals of `clause` are assumed
        /// false, each in turn makes a literal true, and the last is false.
        hints: &'a [Id],
    },
    /// As [`Observer::defined`].
    Defined {
        /// The clause's number.
        id: Id,
        /// The clause.
        clause: &'a [Lit],
        /// The clauses with the opposite of its first literal.
        against: &'a [Id],
    },
    /// As [`Observer::deleted`].
    Deleted {
        /// The clause's number.
        id: Id,
        /// The clause.
        clause: &'a [Lit],
    },
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
    /// groups that an earlier count proved or that [were shrunk](Observer::shrunk).
    pub groups: &'a [&'a [Lit]],
    /// Literals of the clauses that are a group of their own.
    pub singles: &'a [Lit],
    /// Literals of the clauses that unit propagation makes false.
    pub outside: &'a [Lit],
    /// Members of the groups that are in none of the clauses.
    pub rest: &'a [Lit],
}

/// How an observer can account for [counts](Count).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Not at all.
    No,
    /// They are told by [`Observer::counted`].
    Natively,
    /// They are proved by clauses with new variables, told by
    /// [`Observer::defined`] and [`Observer::derived`]. The new variables
    /// start at this index; no clause of the formula may come to it.
    Extending(usize),
}

/// Watches a SAT solver. Every method but [`Observer::conclude`] does nothing
/// unless overridden.
#[allow(unused_variables)] // the names of the parameters are the documentation
pub trait Observer: Send {
    /// Whether the steps of the search are wanted too.
    fn wants_steps(&self) -> bool {
        false
    }

    /// Whether clauses are to be told with numbers, and derived ones with the
    /// clauses that they follow from. If so, [`Observer::numbered`] takes the
    /// place of `original`, `derived` and `deleted`.
    fn wants_hints(&self) -> bool {
        false
    }

    /// A change of the clauses, for an observer that wants hints.
    fn numbered(&mut self, change: &Numbered) {}

    /// A clause of the formula, as the caller gave it.
    fn original(&mut self, clause: &[Lit]) {}

    /// A clause that follows from those present by reverse unit propagation.
    fn derived(&mut self, clause: &[Lit]) {}

    /// A clause that says what a new variable means, that of its first
    /// literal. It follows from nothing, but is harmless (RAT): each clause
    /// with the opposite literal clashes with it on another one, too.
    fn defined(&mut self, clause: &[Lit]) {
        self.derived(clause);
    }

    /// How the observer can account for counts. A solver that is watched by
    /// one that can't does not count.
    fn counting(&self) -> Counting {
        Counting::No
    }

    /// The solver adds a block up, and the observer counts
    /// [natively](Counting::Natively). With more clauses than groups that refutes
    /// the formula. With as many, at most one literal of each clause is true,
    /// at least one of each group, and none of the rest: what of that the
    /// solver uses it tells by [`Observer::derived`].
    fn counted(&mut self, count: &Count) {}

    /// A group, a clique or one that a count proved, is used without some of its
    /// members from now on. At most one of the others is true all the same.
    fn shrunk(&mut self, group: &[Lit], smaller: &[Lit]) {}

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
