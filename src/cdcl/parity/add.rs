//! Runs parity reasoning between restarts, and uses its results.

use super::system::System;
use crate::budget::Budget;
use crate::cdcl::Solver;
use crate::cdcl::state::effort::Effort;
use crate::formula::Lit;
use crate::proof::Id;

/// Least effort of the first round, in ticks, even if the share of the search's ticks
/// is smaller. Chosen by hand: enough for a system of 10 000 random parities of three
/// variables each.
const LEAST_EFFORT: u64 = 20_000_000;
/// Number of newly learned binary clauses that makes another round worth while.
/// Chosen by hand.
const MANY_PAIRS: u64 = 100;

/// Counts that change when there may be more parities, or shorter ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::cdcl) struct News {
    fixed: usize,
    added: u64,
    substituted: u64,
    pairs: u64,
}

impl Solver {
    /// Returns `true` if the formula was not searched for parities yet, has doubled
    /// since, or the next round is due.
    pub(in crate::cdcl) fn summing(&self) -> bool {
        self.config.parity_interval.is_some()
            && (self.limits.added >= self.limits.parity_added
                || self.limits.parity.is_due(self.stats.conflicts))
            && self.tracer.counts()
    }

    /// Finds parities, eliminates variables in them, adds what follows, and sets the
    /// next time.
    pub(in crate::cdcl) fn sum_parities(&mut self, budget: &Budget) {
        self.return_to_root();
        let is_first = self.limits.added >= self.limits.parity_added;
        let growth = (self.stats.parity_rounds + 1) as f64;
        self.limits.parity.postpone(self.stats.conflicts, growth);
        let news = self.parity_news();
        let share = &self.limits.parity_share;
        let effort = share.get(self.stats.ticks, self.config.parity_effort);
        let cost = self.clauses.num_words() as u64 / 16;
        if !is_first && (news == self.limits.parity_news || cost > effort) {
            return;
        }
        self.limits.parity_share.use_up(self.stats.ticks);
        self.limits.parity_added = 2 * self.limits.added + 1;
        self.stats.parity_rounds += 1;
        if self.config.simplify && self.trail.num_fixed() > self.limits.simplified {
            self.simplify();
        }
        // This has no limit of its own beside the budget: it takes about `2 * cost` ticks.
        let Some(parities) = self.find_parities(&mut Effort::new(u64::MAX, budget)) else {
            return;
        };
        self.stats.parities += parities.len() as u64;
        let least = if is_first { LEAST_EFFORT } else { 0 };
        let mut effort = self.effort(effort.max(least) as i64, budget);
        let sums = System::new(&parities).solve(self, &mut effort);
        self.stats.parity_ticks += 2 * cost + effort.spent();
        for (clause, id) in self.prove_sums(&parities, &sums, budget) {
            self.use_clause(&clause, id);
            if self.unsatisfiable {
                return;
            }
        }
        self.limits.parity_news = self.parity_news();
    }

    /// Returns the numbers whose change makes another round worth while.
    fn parity_news(&self) -> News {
        News {
            fixed: self.trail.num_fixed(),
            added: self.limits.added,
            substituted: self.stats.substituted,
            pairs: self.limits.pairs / MANY_PAIRS,
        }
    }

    /// Adds a clause of a sum, all of whose variables are open.
    fn use_clause(&mut self, clause: &[Lit], id: Id) {
        match *clause {
            [] => self.unsatisfiable = true,
            [unit] => {
                self.fix(unit, id);
                self.stats.parity_units += 1;
            }
            _ if self.add_learned(clause, 1, id).is_some() => {
                self.limits.pairs += 1;
                self.stats.parity_pairs += 1;
            }
            _ => {}
        }
    }
}
