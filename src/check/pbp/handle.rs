//! Handles: the numbers by which the checker of VeriPB proofs finds an inequality, of one
//! range for clauses and another for the others.

/// The place of an inequality in [`Propagation`](super::propagation::Propagation),
/// until it is [tidied](super::propagation::Propagation::tidy).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Handle(u32);

/// A [`Handle`], unpacked.
pub(super) enum Kind {
    /// Offset of a clause.
    Clause(u32),
    /// Index of another inequality.
    Linear(u32),
}

impl Handle {
    /// Bit of a handle whose inequality is no clause.
    const TAG: u32 = 1 << 31;
    /// Bound on the words of all clauses.
    pub(super) const CLAUSES: usize = Handle::TAG as usize;
    /// Bound on the number of other inequalities.
    pub(super) const LINEAR: usize = Handle::TAG as usize - 2;
    /// No inequality.
    pub(super) const NONE: Handle = Handle(u32::MAX);

    pub(super) fn of_clause(offset: u32) -> Handle {
        Handle(offset)
    }

    pub(super) fn of_linear(index: u32) -> Handle {
        Handle(index | Handle::TAG)
    }

    pub(super) fn kind(self) -> Kind {
        match self.0 & Handle::TAG == 0 {
            true => Kind::Clause(self.0),
            false => Kind::Linear(self.0 & !Handle::TAG),
        }
    }
}
