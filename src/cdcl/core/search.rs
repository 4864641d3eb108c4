//! The loop of the search.

use super::decide::Decided;
use crate::budget::Budget;
use crate::cdcl::Solver;
use crate::cdcl::Verdict;

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

    /// Propagates, and then learns from a conflict, adds a clause of the
    /// propagator, runs the first [technique](crate::cdcl::techniques) that is
    /// due, or decides. Returns the verdict if the search has ended.
    pub(in crate::cdcl) fn step(&mut self, budget: &Budget) -> Option<Verdict> {
        if self.unsatisfiable {
            return Some(Verdict::Unsat);
        } else if self.has_model {
            return Some(Verdict::Sat);
        } else if let Some(stop) = self.stopping(budget) {
            return Some(Verdict::Unknown(stop));
        } else if let Some(conflict) = self.propagate() {
            self.learn_from(conflict);
        } else if !self.consult() && !self.run_due(budget) {
            match self.decide() {
                Decided::Nothing if self.is_accepted() => return Some(Verdict::Sat),
                Decided::Level | Decided::Nothing => {}
                Decided::Failed(assumption) => {
                    self.analyze_final(assumption);
                    return Some(Verdict::Unsat);
                }
            }
        }
        None
    }
}
