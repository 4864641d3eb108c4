//! Which clauses a literal is in: needed for RAT, so kept only once a proof
//! has asked for it.

use crate::formula::Lit;

/// For every literal the clauses that hold it, by the checker's own handle.
#[derive(Clone, Debug, Default)]
pub(super) struct Occurrences<C> {
    /// By literal code.
    lists: Vec<Vec<C>>,
}

impl<C: Copy + PartialEq> Occurrences<C> {
    /// Notes a clause.
    pub fn add(&mut self, clause: C, lits: &[Lit]) {
        for lit in lits {
            if self.lists.len() <= lit.code() {
                self.lists.resize_with(lit.code() + 1, Vec::new);
            }
            self.lists[lit.code()].push(clause);
        }
    }

    /// Forgets a clause.
    pub fn remove(&mut self, clause: C, lits: &[Lit]) {
        for lit in lits {
            let list = &mut self.lists[lit.code()];
            if let Some(place) = list.iter().position(|&other| other == clause) {
                list.swap_remove(place);
            }
        }
    }

    /// The clauses that hold the literal.
    pub fn of(&self, lit: Lit) -> &[C] {
        self.lists.get(lit.code()).map_or(&[], Vec::as_slice)
    }
}
