//! Names for counts, and hints.

use crate::proof::Id;
use crate::proof::lemmas::Term;

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

/// A list of hints. Tautologies have no id and are left out.
pub(super) struct Hints(pub Vec<Id>);

impl Hints {
    pub(super) fn of(ids: &[Id]) -> Hints {
        Hints(ids.iter().copied().filter(|&id| id != Id::NONE).collect())
    }
}
