//! Names for what is counted, and clauses over them.

use crate::formula::Lit;
use crate::proof::Id;
use std::ops::Not;

/// A literal, or what makes one needless.
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

/// v ↔ a ∨ b ∧ o, in clauses. A clause that holds by its form is none.
#[derive(Clone, Copy)]
pub(super) struct Name {
    pub term: Term,
    /// a → v, and b ∧ o → v.
    pub up: [Id; 2],
    /// v → a ∨ b, and v → a ∨ o.
    pub down: [Id; 2],
}

impl Name {
    /// What has a name already.
    pub fn alias(term: Term) -> Name {
        Name {
            term,
            up: [Id::NONE; 2],
            down: [Id::NONE; 2],
        }
    }
}

/// What a ∨ b ∧ o is without a name of its own, if it is.
pub(super) fn simple(a: Term, b: Term, o: Term) -> Option<Term> {
    match (a, b, o) {
        (Term::True, ..) => Some(Term::True),
        (_, Term::False, _) | (_, _, Term::False) => Some(a),
        (Term::False, Term::True, _) => Some(o),
        (Term::False, _, Term::True) => Some(b),
        _ => None,
    }
}

/// The clause over these terms, unless it holds by its form.
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

/// Hints. What holds by its form has no id and needs none.
pub(super) struct Hints(pub Vec<Id>);

impl Hints {
    pub fn of(ids: &[Id]) -> Hints {
        Hints(ids.iter().copied().filter(|&id| id != Id::NONE).collect())
    }
}
