//! Names for counts, and clauses over them.

use crate::formula::Lit;
use crate::proof::Id;
use std::ops::Not;

/// A literal or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    True,
    False,
    Is(Lit),
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

/// The definition v ↔ a ∨ b ∧ o in clauses. Tautologies have no clause.
#[derive(Clone, Copy)]
pub(super) struct Name {
    pub term: Term,
    /// Ids of the clauses a → v and b ∧ o → v.
    pub up: [Id; 2],
    /// Ids of the clauses v → a ∨ b and v → a ∨ o.
    pub down: [Id; 2],
}

impl Name {
    /// Creates a name for an existing term.
    pub(super) fn alias(term: Term) -> Name {
        Name {
            term,
            up: [Id::NONE; 2],
            down: [Id::NONE; 2],
        }
    }
}

/// Returns the existing term that a ∨ b ∧ o is equivalent to, if there is one.
pub(super) fn simple(a: Term, b: Term, o: Term) -> Option<Term> {
    match (a, b, o) {
        (Term::True, ..) => Some(Term::True),
        (_, Term::False, _) | (_, _, Term::False) => Some(a),
        (Term::False, Term::True, _) => Some(o),
        (Term::False, _, Term::True) => Some(b),
        _ => None,
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

/// A list of hints. Tautologies have no id and are left out.
pub(super) struct Hints(pub Vec<Id>);

impl Hints {
    pub(super) fn of(ids: &[Id]) -> Hints {
        Hints(ids.iter().copied().filter(|&id| id != Id::NONE).collect())
    }
}
