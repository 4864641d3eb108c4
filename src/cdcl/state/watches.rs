//! Watch lists: for each literal, the clauses that watch it.
//!
//! Every clause is watched by its first two literals (Moskewicz, Madigan, Zhao,
//! Zhang, Malik, "Chaff", DAC 2001). As long as neither is false, the clause
//! can neither be in conflict nor imply anything, and backtracking never
//! changes a watch. The invariant after propagation: if a watched literal is
//! false, then the other watched literal, or the watch's blocking literal, is
//! true and became true at no higher level.
//!
//! A watch contains a *blocking literal* of the clause (Sörensson and Eén,
//! MiniSat 2.1, 2008): while it is true, the clause need not be read. The
//! blocking literal of a binary clause is the other literal, so the clause is
//! never read.

use super::clauses::ClauseRef;
use crate::formula::Lit;

/// An entry of a watch list, of eight bytes.
#[derive(Clone, Copy)]
pub(in crate::cdcl) struct Watch {
    blit: Lit,
    /// The clause; the top bit is set if it is binary.
    tagged: u32,
}

/// Approximate memory in bytes of a clause's two watches. The capacity of a watch
/// list is taken to be twice its length.
pub(in crate::cdcl) const BYTES_PER_CLAUSE: usize = 2 * 2 * size_of::<Watch>();

/// Flag of a watch of a binary clause: the bit above a clause reference of 31
/// bits.
const BINARY: u32 = 1 << 31;

impl Watch {
    pub(crate) fn new(blit: Lit, clause: ClauseRef, binary: bool) -> Watch {
        Watch {
            blit,
            tagged: clause.word() | if binary { BINARY } else { 0 },
        }
    }

    #[inline]
    pub(crate) fn blit(self) -> Lit {
        self.blit
    }

    #[inline]
    pub(crate) fn with_blit(self, blit: Lit) -> Watch {
        Watch { blit, ..self }
    }

    #[inline]
    pub(crate) fn is_binary(self) -> bool {
        self.tagged & BINARY != 0
    }

    #[inline]
    pub(crate) fn clause(self) -> ClauseRef {
        ClauseRef::from_word(self.tagged & !BINARY)
    }
}

/// For each literal, the clauses that watch it.
#[derive(Default)]
pub(in crate::cdcl) struct Watches {
    lists: Vec<Vec<Watch>>,
}

impl Watches {
    pub(crate) fn grow(&mut self, num_vars: usize) {
        self.lists.resize_with(2 * num_vars, Vec::new);
    }

    /// Adds the two watches of a new clause, whose first two literals are
    /// given.
    pub(crate) fn add(&mut self, first: Lit, second: Lit, clause: ClauseRef, binary: bool) {
        self.push(first, Watch::new(second, clause, binary));
        self.push(second, Watch::new(first, clause, binary));
    }

    #[inline]
    pub(crate) fn push(&mut self, lit: Lit, watch: Watch) {
        self.lists[lit.code()].push(watch);
    }

    pub(crate) fn list(&self, lit: Lit) -> &[Watch] {
        &self.lists[lit.code()]
    }

    /// Removes from all lists the watches for which `is_kept` returns `false`.
    pub(crate) fn retain(&mut self, is_kept: impl Fn(&Watch) -> bool) {
        for list in &mut self.lists {
            list.retain(&is_kept);
        }
    }

    /// Empties a literal's list, all of whose clauses are garbage.
    pub(crate) fn clear(&mut self, lit: Lit) {
        self.lists[lit.code()] = Vec::new();
    }

    /// Takes a list out, so that it can be walked while others grow. It must be
    /// [put back](Watches::put).
    #[inline]
    pub(crate) fn take(&mut self, lit: Lit) -> Vec<Watch> {
        std::mem::take(&mut self.lists[lit.code()])
    }

    #[inline]
    pub(crate) fn put(&mut self, lit: Lit, list: Vec<Watch>) {
        debug_assert!(self.lists[lit.code()].is_empty());
        self.lists[lit.code()] = list;
    }
}
