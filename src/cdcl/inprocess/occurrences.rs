//! In which clauses a literal occurs, for techniques that look at the formula
//! as a whole: all irredundant clauses, not only the watched ones.

use crate::cdcl::state::clauses::{ClauseRef, Clauses};
use crate::formula::Lit;

/// A clause, and a bit for each of its variables, some bits shared.
#[derive(Clone, Copy)]
pub(in crate::cdcl) struct Occurrence {
    pub clause: ClauseRef,
    pub signature: u32,
}

/// By literal the irredundant clauses that have it, some garbage among them.
pub(in crate::cdcl) struct Occurrences {
    lists: Vec<Vec<Occurrence>>,
    /// The clauses that may subsume others and were not tried, the next one
    /// last.
    pub untried: Vec<ClauseRef>,
}

impl Occurrences {
    /// The clauses of the arena. Untried are those that never were, the short
    /// ones first.
    pub fn new(clauses: &Clauses, num_vars: usize) -> Occurrences {
        // Lists that grow would take up to twice the room.
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

    /// Takes a clause in, which is untried.
    pub fn push(&mut self, clause: ClauseRef, clauses: &Clauses) {
        let signature = signature(clauses.lits(clause));
        for lit in clauses.lits(clause) {
            let list = &mut self.lists[lit.code()];
            if list.len() == list.capacity() {
                // Most lists grow a little: not by as much again.
                list.reserve_exact(list.len() / 4 + 2);
            }
            list.push(Occurrence { clause, signature });
        }
        self.untried.push(clause);
    }

    pub fn of(&self, lit: Lit) -> &[Occurrence] {
        &self.lists[lit.code()]
    }

    /// Gives back the room of a literal that is in no clause any more.
    pub fn free(&mut self, lit: Lit) {
        self.lists[lit.code()] = Vec::new();
    }

    /// Forgets the garbage among the literal's clauses.
    pub fn clean(&mut self, lit: Lit, clauses: &Clauses) {
        self.lists[lit.code()].retain(|place| !clauses.is_garbage(place.clause));
    }
}

/// A bit for each variable: a clause has all bits of the clauses it subsumes.
pub(in crate::cdcl) fn signature(lits: impl Iterator<Item = Lit>) -> u32 {
    lits.fold(0, |bits, lit| {
        // Fibonacci hashing: neighbours get different bits.
        bits | 1 << ((lit.var().index() as u32).wrapping_mul(0x9e37_79b9) >> 27)
    })
}
