//! Occurrence lists of all irredundant clauses, for techniques that work on the
//! whole formula and not only on watched literals.

use crate::cdcl::state::clauses::{ClauseRef, Clauses};
use crate::formula::Lit;

/// A clause with its signature: a bit for each of its variables. Several
/// variables share a bit.
#[derive(Clone, Copy)]
pub(in crate::cdcl) struct Occurrence {
    pub clause: ClauseRef,
    pub signature: u32,
}

/// For each literal, the irredundant clauses that contain it. May contain
/// garbage.
pub(in crate::cdcl) struct Occurrences {
    lists: Vec<Vec<Occurrence>>,
    /// Clauses to be tried as subsuming clauses, the next one last.
    pub untried: Vec<ClauseRef>,
}

impl Occurrences {
    /// Returns the occurrence lists of the arena's clauses. `untried` gets the
    /// clauses that were never tried, the short ones to be tried first.
    pub(crate) fn new(clauses: &Clauses, num_vars: usize) -> Occurrences {
        // Allocate exactly: growing lists would take up to twice the memory.
        let mut counts = vec![0_u32; 2 * num_vars];
        for clause in clauses.refs() {
            if !clauses.is_learned(clause) {
                for lit in clauses.lits(clause) {
                    counts[lit.code()] += 1;
                }
            }
        }
        let lists = counts
            .iter()
            .map(|&count| Vec::with_capacity(count as usize));
        let mut occurrences = Occurrences {
            lists: lists.collect(),
            untried: Vec::new(),
        };
        for clause in clauses.refs() {
            if !clauses.is_learned(clause) {
                occurrences.push(clause, clauses);
            }
        }
        let untried = &mut occurrences.untried;
        untried.retain(|&clause| !clauses.is_matched(clause));
        untried.sort_by_key(|&clause| std::cmp::Reverse(clauses.size(clause)));
        occurrences
    }

    /// Adds a clause, which becomes untried.
    pub(crate) fn push(&mut self, clause: ClauseRef, clauses: &Clauses) {
        let signature = signature(clauses.lits(clause));
        for lit in clauses.lits(clause) {
            let list = &mut self.lists[lit.code()];
            if list.len() == list.capacity() {
                // Most lists grow by little, so do not double them.
                list.reserve_exact(list.len() / 4 + 2);
            }
            list.push(Occurrence { clause, signature });
        }
        self.untried.push(clause);
    }

    pub(crate) fn of(&self, lit: Lit) -> &[Occurrence] {
        &self.lists[lit.code()]
    }

    /// Frees the list of a literal that is in no clause any more.
    pub(crate) fn free(&mut self, lit: Lit) {
        self.lists[lit.code()] = Vec::new();
    }

    /// Removes garbage from the literal's list.
    pub(crate) fn clean(&mut self, lit: Lit, clauses: &Clauses) {
        self.lists[lit.code()].retain(|occurrence| !clauses.is_garbage(occurrence.clause));
    }
}

/// Returns a signature with a bit for each variable. A clause has all bits of
/// each clause that subsumes it.
pub(in crate::cdcl) fn signature(lits: impl Iterator<Item = Lit>) -> u32 {
    lits.fold(0, |bits, lit| {
        // Fibonacci hashing, so that neighbouring variables get different bits.
        bits | 1 << ((lit.var().index() as u32).wrapping_mul(0x9e37_79b9) >> 27)
    })
}
