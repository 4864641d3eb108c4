//! What a technique beside the search may still cost.
//!
//! In ticks, as [`Stats::ticks`](crate::cdcl::Stats::ticks), and in words of the clause
//! arena. What the caller set counts as well: a technique that can take seconds
//! looks at the budget on its way.

use crate::budget::Budget;
use crate::cdcl::Solver;

/// Ticks between two looks at the budget.
const GLANCE: i64 = 100_000;
/// An arena may grow to so many times its words, and some.
const MOST_GROWTH: usize = 2;
const SPARE_WORDS: usize = 1 << 20;

/// What is left of it.
pub(in crate::cdcl) struct Effort<'a> {
    left: i64,
    /// The budget is looked at when so much is left.
    glance: i64,
    /// The arena may have so many words.
    words: usize,
    budget: &'a Budget,
}

impl Effort<'_> {
    pub fn spend(&mut self, ticks: usize) {
        self.left -= ticks as i64;
    }

    pub fn end(&mut self) {
        self.left = -1;
    }

    /// Whether there is none left, as far as was looked.
    pub fn is_spent(&self) -> bool {
        self.left < 0
    }
}

impl Solver {
    /// So many ticks from now on.
    pub(in crate::cdcl) fn effort<'a>(&self, ticks: i64, budget: &'a Budget) -> Effort<'a> {
        Effort {
            left: ticks,
            glance: ticks - GLANCE,
            words: MOST_GROWTH * self.clauses.num_words() + SPARE_WORDS,
            budget,
        }
    }

    /// Whether the technique must end: its effort is spent, or the arena grew too
    /// large, or the budget ended.
    pub(in crate::cdcl) fn must_end(&mut self, effort: &mut Effort) -> bool {
        if effort.left < effort.glance {
            effort.glance = effort.left - GLANCE;
            if self.is_over(effort.budget) {
                effort.end();
            }
        }
        if self.clauses.num_words() > effort.words {
            effort.end();
        }
        effort.is_spent()
    }

    /// Whether the call must end. Reads the clock.
    pub(in crate::cdcl) fn is_over(&mut self, budget: &Budget) -> bool {
        let conflicts = self.stats.conflicts - self.limits.call_start;
        let bytes = self.bytes();
        budget.exhausted(conflicts).is_some() || self.watchdog.stop(&self.stats, bytes).is_some()
    }
}
