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
            telling,
            ..
        } = self;
        while let Some(lit) = trail.pop_above(level) {
            let var = lit.var();
            phases.save(var, lit.is_positive());
            queue.reopen(var);
            scores.insert(var);
            *lowest_open = var.index().min(*lowest_open);
        }
        telling.told = telling.told.min(trail.len());
    }

    /// Undoes every assignment above level 0 and reports this as a backjump.
    pub(in crate::cdcl) fn return_to_root(&mut self) {
        let from = self.trail.level();
        if from > 0 {
            self.backtrack(0);
            self.telling.backjumped(from, 0);
        }
    }
}
