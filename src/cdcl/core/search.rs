//! The loop of the search.

use super::decide::Decided;
use crate::budget::{Budget, Stop};
use crate::cdcl::Solver;
use crate::cdcl::Verdict;

/// Number of conflicts between two checks of the budget. Chosen by hand, as is
/// `POLL_TICKS`: larger numbers notice the end of the budget later, smaller ones
/// read the clock more often.
const POLL_CONFLICTS: u64 = 256;
/// Number of ticks between two checks of the budget, for formulas with few
/// conflicts.
const POLL_TICKS: u64 = 10_000;

impl Solver {
    /// Searches until there is an answer or the budget ends.
    pub(in crate::cdcl) fn search(&mut self, budget: &Budget) -> Verdict {
        self.report_begin();
        loop {
            if let Some(verdict) = self.step(budget) {
                self.report_work();
                self.report_end(verdict);
                return verdict;
            }
            self.report_work();
        }
    }

    /// Runs the first technique that is due, or decides. Each technique has a
    /// predicate that returns `true` if it is due, and a method that runs it
    /// and sets its next time. Returns the verdict if the search has ended.
    pub(in crate::cdcl) fn step(&mut self, budget: &Budget) -> Option<Verdict> {
        if self.unsatisfiable {
            return Some(Verdict::Unsat);
        } else if let Some(stop) = self.stopping(budget) {
            return Some(Verdict::Unknown(stop));
        } else if let Some(conflict) = self.propagate() {
            self.learn_from(conflict);
        } else if self.sharing() {
            self.share(); // learned clauses with other searches
        } else if self.counting() {
            self.count(budget); // find and use at-most-one groups
        } else if self.recounting() {
            self.recount(budget); // on what became shorter, or is new
        } else if self.simplifying() {
            self.simplify(); // by literals of level 0
        } else if self.restarting() {
            self.restart();
        } else if self.switching() {
            self.switch(); // between focused and stable mode
        } else if self.rephasing() {
            self.rephase(budget); // reset saved phases
        } else if self.substituting() {
            self.substitute(); // equivalent literals by one of them
        } else if self.probing() {
            self.probe(); // find literals that can't be true
        } else if self.eliminating() {
            self.eliminate(budget); // replace variables by resolvents
        } else if self.vivifying() {
            self.vivify(budget); // shorten clauses by propagation
        } else if self.reducing() {
            self.reduce(); // forget learned clauses
        } else if self.collecting() {
            self.collect(); // compact the arena
        } else if self.guessing() {
            if self.guess() {
                return Some(Verdict::Sat); // without a search
            }
        } else {
            match self.decide() {
                Decided::Level => {}
                Decided::Nothing => return Some(Verdict::Sat),
                Decided::Failed(assumption) => {
                    self.blame(assumption);
                    return Some(Verdict::Unsat);
                }
            }
        }
        None
    }

    /// Returns the reason to stop without an answer, if there is one.
    pub(in crate::cdcl) fn stopping(&mut self, budget: &Budget) -> Option<Stop> {
        if self.is_full || self.is_incomplete {
            return Some(Stop::Memory);
        }
        let limits = &mut self.limits;
        let (conflicts, ticks) = (self.stats.conflicts, self.stats.ticks);
        if conflicts < limits.poll_conflicts
            && ticks < limits.poll_ticks
            && !self.watchdog.is_close()
        {
            return None;
        }
        limits.poll_ticks = (ticks + POLL_TICKS).min(self.watchdog.last_tick());
        limits.poll_conflicts = conflicts + POLL_CONFLICTS;
        if let Some(steps) = budget.steps() {
            let end = limits.call_start.saturating_add(steps);
            limits.poll_conflicts = limits.poll_conflicts.min(end);
        }
        let stop = budget.exhausted(conflicts - limits.call_start);
        let bytes = self.bytes();
        stop.or_else(|| self.watchdog.stop(&self.stats, bytes))
    }
}
