//! The effort limit of one run of a technique.
//!
//! Effort is measured in ticks, as [`Stats::ticks`](crate::cdcl::Stats::ticks),
//! and in words of the clause arena. The caller's limits count as well: a
//! technique that can take seconds checks the budget while it runs.

use crate::budget::Budget;
use crate::cdcl::Solver;

/// Number of ticks between two checks of the budget. Chosen by hand: larger
/// numbers notice the end of the budget later, smaller ones read the clock more
/// often.
const GLANCE: i64 = 100_000;
/// The arena may grow to at most `MOST_GROWTH` times its size (in 32-bit words)
/// plus `SPARE_WORDS`. Both chosen by hand: they bound memory, and leave small
/// formulas room.
const MOST_GROWTH: usize = 2;
/// See `MOST_GROWTH`.
const SPARE_WORDS: usize = 1 << 20;

/// The remaining effort.
pub(in crate::cdcl) struct Effort<'a> {
    left: i64,
    /// The budget is checked when `left` falls below this value.
    glance: i64,
    /// Largest size of the arena in words.
    words: usize,
    budget: &'a Budget,
}

impl Effort<'_> {
    pub(crate) fn spend(&mut self, ticks: usize) {
        self.left -= ticks as i64;
    }

    pub(crate) fn end(&mut self) {
        self.left = -1;
    }

    /// Returns `true` if no effort was left at the last check.
    pub(crate) fn is_spent(&self) -> bool {
        self.left < 0
    }
}

impl Solver {
    /// Returns an effort of `ticks` from now on.
    pub(in crate::cdcl) fn effort<'a>(&self, ticks: i64, budget: &'a Budget) -> Effort<'a> {
        Effort {
            left: ticks,
            glance: ticks - GLANCE,
            words: MOST_GROWTH * self.clauses.num_words() + SPARE_WORDS,
            budget,
        }
    }

    /// Returns `true` if the technique must end: its effort is spent, the arena
    /// grew too large, or the budget ended.
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
}
