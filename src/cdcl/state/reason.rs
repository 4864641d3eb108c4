//! Reasons of true literals, and conflicts.

use super::clauses::{ClauseRef, Clauses};
use crate::formula::Lit;

/// The reason of a true literal, packed into 32 bits.
///
/// A binary clause is stored as its other literal, with the top bit set, so
/// that analysis does not touch the clause. Literal codes and clause references
/// both fit into 31 bits, and no literal has the code 2³¹ − 1.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::cdcl) struct Reason(u32);

/// A [`Reason`], unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cdcl) enum Antecedent {
    /// No reason: the literal was decided, assumed, or fixed at level 0.
    None,
    /// The other literal of a binary clause, which is false.
    Binary(Lit),
    /// A clause of three or more literals, all others of which are false.
    Long(ClauseRef),
}

/// A clause all of whose literals are false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cdcl) enum Conflict {
    Binary(Lit, Lit),
    Long(ClauseRef),
}

impl Antecedent {
    /// Returns literals of the implying clause: for a decision none, for a
    /// binary clause only the other literal, for a longer clause all literals,
    /// including the implied one.
    #[inline]
    pub(crate) fn lits(self, clauses: &Clauses) -> impl Iterator<Item = Lit> {
        let other = match self {
            Antecedent::Binary(other) => Some(other),
            _ => None,
        };
        let long = self.clause().map(|clause| clauses.lits(clause));
        other.into_iter().chain(long.into_iter().flatten())
    }

    /// Returns the clause of three or more literals, if it is one.
    #[inline]
    pub(crate) fn clause(self) -> Option<ClauseRef> {
        match self {
            Antecedent::Long(clause) => Some(clause),
            _ => None,
        }
    }
}

impl Conflict {
    /// Returns the literals of the clause.
    #[inline]
    pub(crate) fn lits(self, clauses: &Clauses) -> impl Iterator<Item = Lit> {
        let pair = match self {
            Conflict::Binary(first, second) => Some([first, second]),
            Conflict::Long(_) => None,
        };
        let long = self.clause().map(|clause| clauses.lits(clause));
        let pair = pair.into_iter().flatten();
        pair.chain(long.into_iter().flatten())
    }

    /// Returns the clause of three or more literals, if it is one.
    #[inline]
    pub(crate) fn clause(self) -> Option<ClauseRef> {
        match self {
            Conflict::Binary(..) => None,
            Conflict::Long(clause) => Some(clause),
        }
    }
}

/// Flag of a binary reason: the bit above a literal code of 31 bits.
const BINARY: u32 = 1 << 31;

impl Reason {
    pub(crate) const NONE: Reason = Reason(u32::MAX);

    #[inline]
    pub(crate) fn binary(other: Lit) -> Reason {
        Reason(BINARY | other.code() as u32)
    }

    #[inline]
    pub(crate) fn long(clause: ClauseRef) -> Reason {
        Reason(clause.word())
    }

    #[inline]
    pub(crate) fn antecedent(self) -> Antecedent {
        if self == Reason::NONE {
            Antecedent::None
        } else if self.0 & BINARY != 0 {
            Antecedent::Binary(Lit::from_code((self.0 ^ BINARY) as usize))
        } else {
            Antecedent::Long(ClauseRef::from_word(self.0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Var;

    #[test]
    fn reasons_unpack_to_what_was_packed() {
        assert_eq!(Reason::NONE.antecedent(), Antecedent::None);
        for lit in [
            Var::new(0).positive(),
            Var::new(Var::LIMIT - 1).positive(),
            Var::new(Var::LIMIT - 1).negative(),
        ] {
            assert_eq!(Reason::binary(lit).antecedent(), Antecedent::Binary(lit));
        }
        for word in [0, 77, (1 << 31) - 1] {
            let clause = ClauseRef::from_word(word);
            assert_eq!(Reason::long(clause).antecedent(), Antecedent::Long(clause));
        }
    }
}
