//! Whom to ask when a literal becomes false.
//!
//! Every clause is watched by its first two literals (Moskewicz, Madigan,
//! Zhao, Zhang, Malik, "Chaff", DAC 2001): as long as neither is false, the
//! clause can neither be in conflict nor imply anything, and backtracking
//! never has to touch a watch. The invariant after propagation: if a watched
//! literal is false, then the other watched literal, or the watch's blocking
//! literal, is true and was so at no higher level.
//!
//! A watch carries a *blocking literal* of the clause (Sörensson and Eén,
//! MiniSat 2.1, 2008): while it is true the clause need not be looked at. In
//! a binary clause it is the other literal, and the clause is never looked
//! at.

use super::clauses::ClauseRef;
use crate::formula::Lit;

/// An entry of a watch list: eight bytes.
#[derive(Clone, Copy)]
pub(in crate::cdcl) struct Watch {
    blit: Lit,
    /// The clause; the top bit tells that it is binary.
    tagged: u32,
}

const BINARY: u32 = 1 << 31;

impl Watch {
    pub fn new(blit: Lit, clause: ClauseRef, binary: bool) -> Watch {
        Watch {
            blit,
            tagged: clause.word() | if binary { BINARY } else { 0 },
        }
    }

    #[inline]
    pub fn blit(self) -> Lit {
        self.blit
    }

    #[inline]
    pub fn with_blit(self, blit: Lit) -> Watch {
        Watch { blit, ..self }
    }

    #[inline]
    pub fn is_binary(self) -> bool {
        self.tagged & BINARY != 0
    }

    #[inline]
    pub fn clause(self) -> ClauseRef {
        ClauseRef::from_word(self.tagged & !BINARY)
    }
}

/// For each literal the clauses that watch it.
#[derive(Default)]
pub(in crate::cdcl) struct Watches {
    lists: Vec<Vec<Watch>>,
}

impl Watches {
    pub fn grow(&mut self, num_vars: usize) {
        self.lists.resize_with(2 * num_vars, Vec::new);
    }

    /// Watches a new clause, whose first two literals are these.
    pub fn add(&mut self, first: Lit, second: Lit, clause: ClauseRef, binary: bool) {
        self.push(first, Watch::new(second, clause, binary));
        self.push(second, Watch::new(first, clause, binary));
    }

    #[inline]
    pub fn push(&mut self, lit: Lit, watch: Watch) {
        self.lists[lit.code()].push(watch);
    }

    pub fn list(&self, lit: Lit) -> &[Watch] {
        &self.lists[lit.code()]
    }

    /// Keeps these watches of all lists.
    pub fn retain(&mut self, is_kept: impl Fn(&Watch) -> bool) {
        for list in &mut self.lists {
            list.retain(&is_kept);
        }
    }

    /// Empties a list, all of whose clauses are garbage.
    pub fn clear(&mut self, lit: Lit) {
        self.lists[lit.code()] = Vec::new();
    }

    /// Takes a list out, to be walked while others grow. Must be
    /// [put back](Watches::put).
    #[inline]
    pub fn take(&mut self, lit: Lit) -> Vec<Watch> {
        std::mem::take(&mut self.lists[lit.code()])
    }

    #[inline]
    pub fn put(&mut self, lit: Lit, list: Vec<Watch>) {
        debug_assert!(self.lists[lit.code()].is_empty());
        self.lists[lit.code()] = list;
    }
}
