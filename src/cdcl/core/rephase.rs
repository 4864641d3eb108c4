//! Rephasing: resets the saved phases, so that the search leaves the region it
//! is in.
//!
//! Follows Biere and Fleury, "Chasing Target Phases" (POS 2020): from time to
//! time all saved phases become the initial ones, their opposite, or those of
//! the largest assignment without conflict; after that,
//! `inprocess::walk` improves them by local search. The interval
//! grows linearly.

use crate::budget::Budget;
use crate::cdcl::Solver;

impl Solver {
    /// Returns `true` if a reset of the saved phases is due.
    pub(in crate::cdcl) fn rephasing(&self) -> bool {
        self.limits.rephase.is_due(self.stats.conflicts)
    }

    /// Resets the saved phases to the initial, inverted or best ones, or by local search,
    /// in turn, and schedules the next reset.
    pub(in crate::cdcl) fn rephase(&mut self, budget: &Budget) {
        self.return_to_root();
        let done = self.stats.rephasings;
        match done {
            0 => self.phases.reset_to_first(),
            1 => self.phases.reset_to_inverted(),
            _ => match done % 6 {
                2 | 5 => self.phases.reset_to_best(),
                3 | 0 if self.config.walk => self.walk(budget),
                3 | 0 => {}
                4 => self.phases.reset_to_first(),
                _ => self.phases.reset_to_inverted(),
            },
        }
        self.phases.reset_target();
        self.stats.rephasings += 1;
        let growth = (self.stats.rephasings + 1) as f64;
        self.limits.rephase.postpone(self.stats.conflicts, growth);
    }
}
