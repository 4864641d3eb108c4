//! Work off the record: propagation for other ends than a model.
//!
//! Schedules go by ticks and decisions of the search, and decisions by saved
//! phases. A technique that propagates assignments of its own takes them before,
//! and puts them back afterwards.

use crate::cdcl::Solver;

/// The state that work off the record must not change.
pub(in crate::cdcl) struct Record {
    ticks: u64,
    decisions: u64,
    phases: Vec<i8>,
}

impl Solver {
    /// Returns the record as it is now, before work off the record.
    pub(in crate::cdcl) fn record(&self) -> Record {
        Record {
            ticks: self.stats.ticks,
            decisions: self.stats.decisions,
            phases: self.phases.keep(),
        }
    }

    /// Puts the record back, at level 0, and returns the ticks since it was taken.
    pub(in crate::cdcl) fn restore_record(&mut self, record: Record) -> u64 {
        let ticks = self.stats.ticks - record.ticks;
        self.stats.ticks = record.ticks;
        self.stats.decisions = record.decisions;
        self.phases.restore(record.phases);
        ticks
    }
}
