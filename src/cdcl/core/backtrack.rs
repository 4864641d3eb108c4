//! Undoing assignments.

use crate::cdcl::Solver;

impl Solver {
    /// Undoes every assignment above `level`. Watches need no repair (see
    /// [`crate::cdcl::state::watches`]).
    pub(in crate::cdcl) fn backtrack(&mut self, level: usize) {
        let Solver {
            trail,
            queue,
            scores,
            phases,
            lowest_open,
            ..
        } = self;
        while let Some(lit) = trail.pop_above(level) {
            let var = lit.var();
            phases.save(var, lit.is_positive());
            queue.reopen(var);
            scores.insert(var);
            *lowest_open = var.index().min(*lowest_open);
        }
        self.note_backtrack(level);
    }

    /// Corrects the records of what the observer and the propagators were told.
    fn note_backtrack(&mut self, level: usize) {
        self.tracer.num_reported = self.tracer.num_reported.min(self.trail.len());
        for connection in &mut self.connections {
            connection.backtracked(level, &self.trail);
        }
    }

    /// Undoes every assignment above `level` and reports this as a backjump, if
    /// `level` is not the current level.
    pub(in crate::cdcl) fn backjump(&mut self, level: usize) {
        let from = self.trail.level();
        if from > level {
            self.backtrack(level);
            self.tracer.backjumped(from, level);
        }
    }

    /// Undoes every assignment above level 0 and reports this as a backjump.
    pub(in crate::cdcl) fn return_to_root(&mut self) {
        self.backjump(0);
    }
}
