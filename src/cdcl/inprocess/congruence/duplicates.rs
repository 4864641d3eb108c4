//! Removing repeated clauses.
//!
//! When the output of a gate is substituted by that of an equal gate, the clauses of both
//! become the same. Sorting all clauses by a hash of their literals brings these together.

use crate::cdcl::Solver;
use crate::cdcl::state::clauses::ClauseRef;
use crate::cdcl::state::effort::Effort;
use crate::formula::Lit;
use crate::proof::fingerprint::mix;
use rustc_hash::FxHashSet;

impl Solver {
    /// Removes irredundant clauses that repeat another one.
    pub(super) fn remove_duplicates(&mut self, effort: &mut Effort) {
        let mut hashes: Vec<u64> = Vec::new();
        for clause in self.clauses.refs() {
            if !self.clauses.is_learned(clause) {
                hashes.push(u64::from(self.hash_of(clause)) << 32 | u64::from(clause.word()));
            }
        }
        effort.spend(self.clauses.num_words() / 16 + hashes.len() / 2);
        hashes.sort_unstable();
        let mut removed = 0;
        let mut known: FxHashSet<Vec<Lit>> = FxHashSet::default();
        for same in hashes.chunk_by(|a, b| a >> 32 == b >> 32) {
            if same.len() == 1 {
                continue;
            }
            known.clear();
            for &hash in same {
                let clause = ClauseRef::from_word(hash as u32);
                let mut lits: Vec<Lit> = self.clauses.lits(clause).collect();
                lits.sort_unstable();
                if !known.insert(lits) {
                    self.stats.subsumed += 1;
                    self.remove_clause(clause);
                    removed += 1;
                }
            }
        }
        if removed > 0 {
            self.collect();
        }
    }

    /// Returns a hash of the clause that does not depend on the order of its literals.
    fn hash_of(&self, clause: ClauseRef) -> u32 {
        let lits = self.clauses.lits(clause);
        let hashes = lits.map(|lit| mix(lit.code() as u64));
        (hashes.fold(0, u64::wrapping_add) >> 32) as u32
    }
}
