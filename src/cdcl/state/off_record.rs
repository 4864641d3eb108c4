//! Work off the record: propagation that must not influence the search.
//!
//! Schedules depend on the ticks and decisions of the search, and decisions on
//! saved phases. A technique that propagates assignments of its own saves these
//! values before and restores them afterwards.

use crate::cdcl::Solver;

/// The values that work off the record must not change.
pub(in crate::cdcl) struct Record {
    ticks: u64,
    decisions: u64,
    last_decisions: u64,
    phases: Vec<i8>,
}

impl Solver {
    /// Returns the present record. Call it before work off the record.
    pub(in crate::cdcl) fn record(&self) -> Record {
        Record {
            ticks: self.stats.ticks,
            decisions: self.stats.decisions,
            last_decisions: self.limits.last_decisions,
            phases: self.phases.keep(),
        }
    }

    /// Restores the record at level 0, and returns the number of ticks since it
    /// was taken.
    pub(in crate::cdcl) fn restore_record(&mut self, record: Record) -> u64 {
        let ticks = self.stats.ticks - record.ticks;
        self.stats.ticks = record.ticks;
        self.stats.decisions = record.decisions;
        self.limits.last_decisions = record.last_decisions;
        self.phases.restore(&record.phases);
        ticks
    }
}
