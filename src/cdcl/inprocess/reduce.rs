//! Reduction: deletes learned clauses.
//!
//! Most learned clauses are never used again, and all of them slow propagation
//! down. The clauses to keep are chosen by glue (Audemard and Simon,
//! "Predicting Learnt Clauses Quality in Modern SAT Solvers", IJCAI 2009), in
//! three tiers (Oh, SAT 2015): the first tier stays as long as its clauses are
//! used at all, the second if they were used recently, and of the others the
//! worse part is deleted. Binary clauses and reasons are always kept.

use crate::cdcl::Config;
use crate::cdcl::Solver;
use crate::cdcl::state::clauses::{ClauseRef, MAX_USED};

/// The part of the candidates that is deleted, as numerator and denominator.
/// Three quarters, as CaDiCaL's `reducetarget` of 75 %.
const FRACTION: (usize, usize) = (3, 4);

impl Solver {
    /// Returns `true` if a reduction is due.
    pub(in crate::cdcl) fn reducing(&self) -> bool {
        self.limits.reduce.is_due(self.stats.conflicts)
    }

    /// Deletes the worse part of the learned clauses that may be deleted, and sets the
    /// next time.
    pub(in crate::cdcl) fn reduce(&mut self) {
        self.stats.reductions += 1;
        let mut candidates = self.reduction_candidates();
        // Worst first: by glue, then by size; of equals the older first.
        let clauses = &self.clauses;
        candidates.sort_unstable_by_key(|&clause| {
            let key = (clauses.glue(clause), clauses.size(clause));
            (std::cmp::Reverse(key), clause)
        });
        candidates.truncate(candidates.len() * FRACTION.0 / FRACTION.1);
        for &clause in &candidates {
            self.remove_clause(clause);
        }
        self.stats.reduced += candidates.len() as u64;
        let mut learned = std::mem::take(&mut self.clauses.learned);
        learned
            .retain(|&clause| !self.clauses.is_garbage(clause) && self.clauses.is_learned(clause));
        self.clauses.learned = learned;

        let conflicts = self.stats.conflicts;
        let growth = (conflicts as f64).sqrt().floor() + 1.0;
        self.limits.reduce.postpone(conflicts, growth);
    }

    /// Returns the learned clauses that may be deleted, and lowers the `used`
    /// counts of all.
    fn reduction_candidates(&mut self) -> Vec<ClauseRef> {
        let mut reasons: Vec<ClauseRef> = self.trail.reasons().collect();
        reasons.sort_unstable();
        let Config { tier1, tier2, .. } = self.config;
        let clauses = &mut self.clauses;
        let mut candidates = Vec::new();
        for index in 0..clauses.learned.len() {
            let clause = clauses.learned[index];
            if clauses.is_garbage(clause)
                || !clauses.is_learned(clause)
                || clauses.size(clause) == 2
            {
                continue;
            }
            let used = clauses.used(clause);
            clauses.set_used(clause, used.saturating_sub(1));
            let glue = clauses.glue(clause);
            let is_kept = glue <= tier1 && used > 0 || glue <= tier2 && used + 1 >= MAX_USED;
            if !is_kept && reasons.binary_search(&clause).is_err() {
                candidates.push(clause);
            }
        }
        candidates
    }
}
