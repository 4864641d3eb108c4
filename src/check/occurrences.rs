//! The clauses of each literal. RAT lemmas need them, so they are kept from the
//! first such lemma on.

use crate::formula::Lit;

/// For each literal, the clauses that have it, by the checker's own handle.
#[derive(Clone, Debug, Default)]
pub(super) struct Occurrences<C> {
    /// By literal code.
    lists: Vec<Vec<C>>,
}

impl<C: Copy + PartialEq> Occurrences<C> {
    /// Notes a clause.
    pub(super) fn add(&mut self, clause: C, lits: &[Lit]) {
        for lit in lits {
            if self.lists.len() <= lit.code() {
                self.lists.resize_with(lit.code() + 1, Vec::new);
            }
            self.lists[lit.code()].push(clause);
        }
    }

    /// Forgets a clause.
    pub(super) fn remove(&mut self, clause: C, lits: &[Lit]) {
        for lit in lits {
            let list = &mut self.lists[lit.code()];
            if let Some(place) = list.iter().position(|&other| other == clause) {
                list.swap_remove(place);
            }
        }
    }

    /// Returns the clauses that hold the literal.
    pub(super) fn of(&self, lit: Lit) -> &[C] {
        self.lists.get(lit.code()).map_or(&[], Vec::as_slice)
    }
}
