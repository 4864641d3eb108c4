//! Limits on the work of one run of a technique, in steps.
//!
//! Three kinds of limits end work in the solver:
//!
//! - a [`Budget`], which a caller gives to one call: time, conflicts, an
//!   interrupt;
//! - [`CallLimits`](crate::cdcl::CallLimits), which a caller sets for all calls. The
//!   watchdog (`api::limits`) checks both, in the loop of the search and within
//!   techniques that can take seconds;
//! - an [`Effort`], for one run of one technique. It often comes from a share of
//!   the search's ticks ([`Share`](super::schedule::Share)). Whoever spends it
//!   also checks the budget now and then.

use crate::budget::Budget;
use crate::cdcl::Solver;

/// Number of steps between two checks of the budget. Chosen by hand: larger
/// numbers notice the end of the budget later, smaller ones read the clock more
/// often.
const GLANCE: u64 = 100_000;
/// The arena may grow to at most `MOST_GROWTH` times its size (in 32-bit words)
/// plus `SPARE_WORDS`. Both chosen by hand: they bound memory, and leave small
/// formulas room.
const MOST_GROWTH: usize = 2;
/// See `MOST_GROWTH`.
const SPARE_WORDS: usize = 1 << 20;

/// A limit on steps, and the steps spent. A step is about one memory access: in
/// techniques that propagate, a tick, as in [`Stats::ticks`](crate::cdcl::Stats).
pub(in crate::cdcl) struct Effort<'a> {
    limit: u64,
    spent: u64,
    /// Number of spent steps at which the budget is checked next.
    glance: u64,
    budget: &'a Budget,
    /// Largest size of the clause arena, in words.
    words: usize,
}

impl<'a> Effort<'a> {
    /// Creates a limit of `limit` steps for work that adds no clauses.
    pub(crate) fn new(limit: u64, budget: &'a Budget) -> Effort<'a> {
        Effort {
            limit,
            spent: 0,
            glance: GLANCE,
            budget,
            words: usize::MAX,
        }
    }

    /// Counts `steps` steps.
    pub(crate) fn spend(&mut self, steps: usize) {
        self.spent = self.spent.saturating_add(steps as u64);
    }

    /// Allows `steps` more steps, unless the run was ended.
    pub(crate) fn extend(&mut self, steps: u64) {
        if self.limit > 0 {
            self.limit = self.limit.saturating_add(steps);
        }
    }

    /// Returns the number of steps that are left.
    pub(crate) fn left(&self) -> u64 {
        self.limit.saturating_sub(self.spent)
    }

    /// Returns the number of steps spent.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }

    /// Returns `true` if the steps are spent, the budget's time is over, or its
    /// interrupt is raised. For work without a solver; techniques ask
    /// [`Solver::must_end`].
    pub(crate) fn is_spent(&mut self) -> bool {
        // The budget's own steps are conflicts, of which there are none here.
        if self.is_check_due() && self.budget.exhausted(0).is_some() {
            self.end();
        }
        self.spent >= self.limit
    }

    /// Returns `true` if the budget must be checked now, and sets the next time.
    fn is_check_due(&mut self) -> bool {
        let is_due = self.spent >= self.glance;
        if is_due {
            self.glance = self.spent.saturating_add(GLANCE);
        }
        is_due
    }

    /// Ends the run.
    pub(crate) fn end(&mut self) {
        self.limit = 0;
    }
}

impl Solver {
    /// Returns an effort of `ticks` from now on, none if the number is negative.
    pub(in crate::cdcl) fn effort<'a>(&self, ticks: i64, budget: &'a Budget) -> Effort<'a> {
        Effort {
            words: MOST_GROWTH * self.clauses.num_words() + SPARE_WORDS,
            ..Effort::new(u64::try_from(ticks).map_or(0, |ticks| ticks + 1), budget)
        }
    }

    /// Returns `true` if the technique must end: its effort is spent, the arena
    /// grew too large, or a limit of the call is reached.
    pub(in crate::cdcl) fn must_end(&mut self, effort: &mut Effort) -> bool {
        if effort.is_check_due() && self.is_over(effort.budget) {
            effort.end();
        }
        if self.clauses.num_words() > effort.words {
            effort.end();
        }
        effort.is_spent()
    }
}
