//! The observer of a SAT solver.
//!
//! Proof writers, proof checkers and trace recorders are observers. A solver
//! has at most one, which it calls for each clause that a proof gains or loses. A
//! clause may leave the solver and stay in the proof: clauses of eliminated
//! variables, and binary clauses that an at-most-one group replaces. The solver
//! reports the steps of the search itself (decisions, implications, conflicts)
//! only to an observer that [wants them](Observer::wants_steps), so that a
//! proof costs no more than its clauses. All literals are those of the caller.

use super::lex_leader::LexLeader;
use super::parity::Sums;
use crate::formula::{Lit, Var};
use std::io;

/// The result of a call of `solve`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// A model was found.
    Satisfiable,
    /// The empty clause was derived, or was added.
    Unsatisfiable,
    /// The assumptions can't all be true. The clause of the negated core was
    /// derived, unless it is a unit clause or a tautology.
    UnsatisfiableUnderAssumptions,
    /// The solver stopped without an answer.
    Unknown,
}

/// The number that a solver gives to a clause, for an observer that wants
/// hints.
///
/// The clauses of the formula are numbered 1, 2, … in the order in which they
/// are reported, and the derived clauses are numbered separately in the same
/// way. The two kinds may alternate, but in a proof file the clauses of the
/// formula come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(u64);

impl Id {
    /// No clause. A solver uses it if no observer wants hints.
    pub const NONE: Id = Id(0);

    /// Returns the id of the formula's clause with this number, from 1.
    pub fn original(number: u64) -> Id {
        Id(number << 1)
    }

    /// Returns the id of the derived clause with this number, from 1.
    pub fn derived(number: u64) -> Id {
        Id(number << 1 | 1)
    }

    /// Returns `true` if the clause belongs to the formula.
    #[inline]
    pub fn is_original(self) -> bool {
        self.0 & 1 == 0
    }

    /// Returns the clause's number in a proof file, for a formula of
    /// `num_originals` clauses.
    #[inline]
    pub fn in_file(self, num_originals: u64) -> u64 {
        let number = self.0 >> 1;
        match self.is_original() {
            true => number,
            false => num_originals + number,
        }
    }

    /// Returns the id as two words.
    pub(crate) fn words(self) -> [u32; 2] {
        [self.0 as u32, (self.0 >> 32) as u32]
    }

    #[inline]
    pub(crate) fn from_words([low, high]: [u32; 2]) -> Id {
        Id(u64::from(low) | u64::from(high) << 32)
    }
}

/// A counting argument: disjoint clauses, each of which needs a true literal,
/// and at most as many disjoint groups, each of which has at most one.
///
/// Every literal of a clause is in exactly one of the groups, `singles`, or
/// `outside`.
#[derive(Clone, Copy, Debug)]
pub struct Count<'a> {
    /// The clauses, which are present as original or derived ones.
    pub clauses: &'a [&'a [Lit]],
    /// The groups, sorted. Each is a clique of binary clauses that are present,
    /// or a group that an earlier count proved or that [was
    /// shrunk](Observer::shrunk).
    pub groups: &'a [&'a [Lit]],
    /// Literals of the clauses that are a group of their own.
    pub singles: &'a [Lit],
    /// Literals of the clauses that unit propagation makes false.
    pub outside: &'a [Lit],
    /// Members of the groups that are in none of the clauses.
    pub rest: &'a [Lit],
}

/// The ability of an observer to account for [counts](Count) and for [sums of
/// parities](Sums).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// It can't.
    No,
    /// Counts are reported by [`Observer::counted`], and sums by
    /// [`Observer::summed`].
    Natively,
    /// Both are proved by clauses with new variables, reported by
    /// [`Observer::defined`] and [`Observer::derived`]. The new variables start
    /// at this index, which no variable of the formula may reach.
    Extending(usize),
}

/// Observes a SAT solver. Every method except [`Observer::conclude`] does
/// nothing unless overridden.
#[allow(unused_variables)] // the names of the parameters are the documentation
pub trait Observer: Send {
    /// Returns `true` if the observer wants the steps of the search too.
    fn wants_steps(&self) -> bool {
        false
    }

    /// Returns `true` if the observer wants the ids of clauses, and the clauses
    /// that derived clauses follow from. Otherwise every id is [`Id::NONE`], and
    /// there are no hints.
    fn wants_hints(&self) -> bool {
        false
    }

    /// Returns `true` if the caller has stated the at-most-one groups of the
    /// formula to the observer. Then the solver takes such groups as they are,
    /// and does not report the clauses that they stand for. Not possible for an
    /// observer that wants hints.
    fn has_groups(&self) -> bool {
        false
    }

    /// Receives a clause of the formula, as the caller added it, or as a
    /// [propagator](crate::cdcl::Propagator) added it during the search.
    fn original(&mut self, id: Id, clause: &[Lit]) {}

    /// Returns `true` if the observer takes [sums](Observer::sum) as part of the formula. The clauses
    /// that follow from one of them are then [derived](Observer::derived). Otherwise they are reported as
    /// clauses of the formula. Not possible for an observer that wants hints.
    fn takes_sums(&self) -> bool {
        false
    }

    /// Receives a constraint of the formula, if the observer [takes](Observer::takes_sums) such: the
    /// weights of the true literals sum up to at most `bound`.
    fn sum(&mut self, terms: &[(u32, Lit)], bound: i64) {}

    /// Receives a derived clause, which follows from those present by reverse
    /// unit propagation. The hints are clauses that are present: when all
    /// literals of `clause` are assumed false, each in turn makes a literal true,
    /// and the last one has only false literals.
    fn derived(&mut self, id: Id, clause: &[Lit], hints: &[Id]) {}

    /// Receives a clause that defines a new variable, that of its first
    /// literal. It does not follow from the formula but keeps it satisfiable
    /// (RAT): every clause with the opposite literal also contains the negation
    /// of another literal of it. `against` are the clauses with the opposite
    /// literal, if the observer wants hints.
    fn defined(&mut self, id: Id, clause: &[Lit], against: &[Id]) {
        self.derived(id, clause, &[]);
    }

    /// Returns how the observer can account for counts and sums. If it can't, the
    /// solver uses neither.
    fn counting(&self) -> Counting {
        Counting::No
    }

    /// Receives a counting argument that the solver uses, if the observer
    /// counts [natively](Counting::Natively). If there are more clauses than
    /// groups, it refutes the formula. If there are as many, at most one
    /// literal of each clause is true, at least one member of each group, and
    /// no literal of the rest. The solver reports those of these consequences
    /// that it uses by [`Observer::derived`].
    fn counted(&mut self, count: &Count) {}

    /// Receives sums of parities that the solver uses, if the observer counts
    /// [natively](Counting::Natively). The clauses of the totals follow. The
    /// solver reports those that it uses by [`Observer::derived`].
    fn summed(&mut self, sums: &Sums) {}

    /// Returns `true` if the observer can account for [lex-leaders](Observer::led) now. If it
    /// can't, the solver uses none. They do not follow from the formula, but keep it satisfiable.
    fn takes_leaders(&self) -> bool {
        false
    }

    /// Receives the order of variables of all lex-leaders, before the first one.
    fn ordered(&mut self, vars: &[Var]) {}

    /// Receives a lex-leader. Its clauses are present from now on.
    fn led(&mut self, leader: &LexLeader) {}

    /// Receives a group, a clique or one proved by counting, that is used
    /// without some of its members from now on. At most one of the remaining
    /// members is true.
    fn shrunk(&mut self, group: &[Lit], smaller: &[Lit]) {}

    /// Receives a deleted clause, original or derived. Never a unit clause.
    fn deleted(&mut self, id: Id, clause: &[Lit]) {}

    /// Receives a decision, which opens `level` (from 1).
    fn decided(&mut self, lit: Lit, level: usize) {}

    /// Receives an implied literal: `lit` is true because every other literal
    /// of `reason` is false. `lit` is the first literal of `reason`. At level 0
    /// a unit clause is its own reason, and a literal with another reason is
    /// then [derived](Observer::derived) as a unit clause.
    fn implied(&mut self, lit: Lit, reason: &[Lit], level: usize) {}

    /// Receives a conflict: every literal of `clause` is false.
    fn conflict(&mut self, clause: &[Lit], level: usize) {}

    /// Receives a resolution step of conflict analysis: the current clause is
    /// resolved with `reason` upon `pivot`, the first literal of `reason`,
    /// which is true; `resolvent` is the result. It leaves out literals false
    /// at level 0; literals of the current level come first.
    fn resolved(&mut self, pivot: Lit, reason: &[Lit], resolvent: &[Lit]) {}

    /// Receives the learned clause after minimisation removed literals. Its
    /// first literal is the one it will imply. [`Observer::derived`] follows.
    fn minimized(&mut self, clause: &[Lit]) {}

    /// Receives a backjump from one level to a lower one.
    fn backjumped(&mut self, from: usize, to: usize) {}

    /// Receives a restart: everything above `level` is undone.
    fn restarted(&mut self, level: usize) {}

    /// Receives the end of a call of `solve`. A writer must have written
    /// everything on return.
    ///
    /// # Errors
    /// The first error of a writer.
    fn conclude(&mut self, conclusion: Conclusion) -> io::Result<()>;
}
