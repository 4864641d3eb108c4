//! Restarts: return to a lower decision level and keep all learned clauses.
//!
//! In focused mode the search restarts when the recently learned clauses have
//! more glue than the average (Audemard and Simon, "Refining Restarts
//! Strategies for SAT and UNSAT", CP 2012), with exponential averages as in
//! Biere and Fröhlich, "Evaluating CDCL Restart Schemes", POS 2015. In stable
//! mode it restarts by reluctant doubling (`state::reluctant`).
//!
//! Decisions that would be repeated at once are kept (van der Tak, Ramos,
//! Heule, "Reusing the Assignment Trail in CDCL Solvers", JSAT 2011).

use crate::cdcl::Solver;
use crate::cdcl::api::setting::Decision;
use crate::formula::Var;

/// A focused restart is due if the recent average glue exceeds the long-term
/// average times this factor. CaDiCaL has the same margin of 10 %.
const MARGIN: f64 = 1.1;

impl Solver {
    /// Returns `true` if a restart is due.
    pub(in crate::cdcl) fn restarting(&self) -> bool {
        let Some(_) = self.config.restart_interval else {
            return false;
        };
        if self.trail.level() <= self.assumptions.len() {
            return false;
        }
        let limits = &self.limits;
        if self.is_stable() {
            limits.reluctant.is_over()
        } else {
            limits.restart.is_due(self.stats.conflicts)
                && limits.fast_glue.value() > MARGIN * limits.slow_glue.value()
        }
    }

    /// Restarts, and sets the next time in focused mode, or the next wait in stable
    /// mode.
    pub(in crate::cdcl) fn restart(&mut self) {
        self.stats.restarts += 1;
        let level = self.reusable_level();
        self.backtrack(level);
        if let Some(observer) = self.tracer.steps() {
            observer.restarted(level);
        }
        if self.is_stable() {
            self.limits.reluctant.advance();
        } else {
            self.limits.restart.postpone(self.stats.conflicts, 1.0);
        }
    }

    /// Returns the last level up to which all decisions precede the next
    /// decision in the current order, so that a restart can keep them.
    fn reusable_level(&mut self) -> usize {
        let assumed = self.assumptions.len();
        if self.config.decision == Decision::LowestIndex {
            return assumed;
        }
        let Some(next) = self.next_by_activity() else {
            return assumed;
        };
        let mut level = assumed;
        while level < self.trail.level() {
            let decision = self.trail.lits()[self.trail.start(level + 1)].var();
            if !self.is_more_active(decision, next) {
                break;
            }
            level += 1;
        }
        level
    }

    fn is_more_active(&self, var: Var, other: Var) -> bool {
        if self.is_stable() {
            self.scores.score(var) > self.scores.score(other)
        } else {
            self.queue.stamp(var) > self.queue.stamp(other)
        }
    }
}
