//! Decisions: which variable is decided next, and with which value.

use crate::cdcl::Solver;
use crate::cdcl::api::setting::Decision;
use crate::formula::{Lit, Var};

/// The result of [`Solver::decide`].
pub(in crate::cdcl) enum Decided {
    /// A decision level was opened.
    Level,
    /// Every variable is assigned: the trail is a model.
    Nothing,
    /// This assumption is false.
    Failed(Lit),
}

impl Solver {
    /// Opens the next decision level: with the next assumption if there is one,
    /// else with the propagator's decision if it makes one, else with an open
    /// variable chosen by the configured order.
    pub(in crate::cdcl) fn decide(&mut self) -> Decided {
        if let Some(&assumption) = self.assumptions.get(self.trail.level()) {
            return match self.trail.value(assumption) {
                0 => {
                    self.assume(assumption);
                    Decided::Level
                }
                1 => {
                    self.trail.open_level(); // so that level i has assumption i
                    Decided::Level
                }
                _ => Decided::Failed(assumption),
            };
        }
        if self.trail.is_total() {
            return Decided::Nothing;
        }
        if let Some(lit) = self.decision_of_propagator() {
            self.assume(lit);
            return Decided::Level;
        }
        let next = match self.config.decision {
            Decision::Activity => self.next_by_activity(),
            Decision::LowestIndex => self.next_by_index(),
        };
        match next {
            Some(var) => {
                self.assume(var.lit(self.phase_of(var)));
                Decided::Level
            }
            None => Decided::Nothing,
        }
    }

    /// Returns the most active open variable, without removing it from its
    /// order.
    pub(in crate::cdcl) fn next_by_activity(&mut self) -> Option<Var> {
        if !self.is_stable() {
            return self.queue.next(&self.trail);
        }
        while let Some(var) = self.scores.peek() {
            if self.trail.is_open(var) {
                return Some(var);
            }
            self.scores.pop();
        }
        None
    }

    fn next_by_index(&mut self) -> Option<Var> {
        let open = (self.lowest_open..self.trail.num_vars())
            .map(Var::new)
            .find(|&var| self.trail.is_open(var) && !self.eliminated.has(var))?;
        self.lowest_open = open.index();
        Some(open)
    }

    fn phase_of(&self, var: Var) -> bool {
        let target = match self.is_stable() {
            true => self.phases.target(var),
            false => None,
        };
        match target {
            Some(phase) => phase,
            None if self.config.phase_saving => self.phases.saved(var),
            None => self.phases.first(var),
        }
    }
}
