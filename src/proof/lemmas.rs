//! Clauses over new variables: what proofs by extension in DRAT and LRAT use.

use super::Id;
use crate::formula::Lit;
use std::ops::Not;

/// A receiver of clauses that follow by unit propagation.
pub(crate) trait Derive {
    fn derive(&mut self, clause: &[Lit], hints: &[Id]) -> Id;
}

/// A receiver of the steps of a proof.
pub(crate) trait Lemmas: Derive {
    /// Returns a literal of a variable that occurs nowhere.
    fn fresh(&mut self) -> Lit;
    /// Adds a clause that defines a fresh variable, that of its first literal.
    /// `against` are the clauses so far that contain the opposite of the first
    /// literal.
    fn define(&mut self, clause: &[Lit], against: &[Id]) -> Id;
    /// Deletes a clause that is no longer needed.
    fn delete(&mut self, clause: &[Lit], id: Id);
}

/// A literal or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    True,
    False,
    Is(Lit),
}

impl Term {
    pub(super) fn constant(value: bool) -> Term {
        match value {
            true => Term::True,
            false => Term::False,
        }
    }
}

impl Not for Term {
    type Output = Term;

    fn not(self) -> Term {
        match self {
            Term::True => Term::False,
            Term::False => Term::True,
            Term::Is(lit) => Term::Is(!lit),
        }
    }
}

/// Returns the clause over these terms, or `None` if it is a tautology.
pub(super) fn clause(terms: &[Term]) -> Option<Vec<Lit>> {
    let mut lits = Vec::with_capacity(terms.len());
    for &term in terms {
        match term {
            Term::True => return None,
            Term::False => {}
            Term::Is(lit) if lits.contains(&!lit) => return None,
            Term::Is(lit) if lits.contains(&lit) => {}
            Term::Is(lit) => lits.push(lit),
        }
    }
    Some(lits)
}
