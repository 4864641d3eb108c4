//! Why a literal is true, and what is in conflict.

use super::clauses::ClauseRef;
use crate::formula::Lit;

/// Why a literal is true, in 32 bits.
///
/// A binary clause is its other literal, with the top bit set: analysis need
/// not touch the clause. Literal codes and clause references both fit into
/// 31 bits, and no literal has the code 2³¹ − 1.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::cdcl) struct Reason(u32);

/// A [`Reason`] unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cdcl) enum Antecedent {
    /// Decided, assumed, or fixed at level 0.
    None,
    /// The other literal of a binary clause, which is false.
    Binary(Lit),
    /// A clause of three or more literals, the others of which are false.
    Long(ClauseRef),
}

/// A clause of which every literal is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cdcl) enum Conflict {
    Binary(Lit, Lit),
    Long(ClauseRef),
}

const BINARY: u32 = 1 << 31;

impl Reason {
    pub const NONE: Reason = Reason(u32::MAX);

    #[inline]
    pub fn binary(other: Lit) -> Reason {
        Reason(BINARY | other.code() as u32)
    }

    #[inline]
    pub fn long(clause: ClauseRef) -> Reason {
        Reason(clause.word())
    }

    #[inline]
    pub fn antecedent(self) -> Antecedent {
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
