//! The variables that took part in a conflict become more active.
//!
//! So do those that imply the literals of the learned clause, though they took
//! no part: they are likely to be in the next one (Liang, Ganesh, Poupart,
//! Czarnecki, "Learning Rate Based Branching Heuristic for SAT Solvers", SAT
//! 2016). If there are too many of them, none is bumped, and none is looked
//! for in the next conflicts. Only in stable mode: the queue of focused mode has
//! no measure of how often a variable is met, and with reasons in its front
//! formulas of pebbling and of stones took two and ten times as long.

use super::mode::Mode;
use crate::cdcl::Solver;
use crate::formula::Var;

/// How many variables may be added for each that took part.
const MOST: usize = 10;
/// With more decisions a conflict than this, reasons say little.
const MOST_DECISIONS: f64 = 100.0;

impl Solver {
    /// Bumps the variables that analysis has seen, in the way of the mode.
    pub(in crate::cdcl) fn bump(&mut self) {
        if self.config.bump_reasons && self.is_stable() {
            self.see_reasons();
        }
        let Solver {
            analysis,
            queue,
            scores,
            limits,
            ..
        } = self;
        match limits.mode {
            Mode::Focused => {
                // In the order of their last bumps, so that relative order stays.
                analysis.seen.sort_unstable_by_key(|&var| queue.stamp(var));
                for &var in &analysis.seen {
                    queue.bump(var);
                }
            }
            Mode::Stable => {
                for &var in &analysis.seen {
                    scores.bump(var);
                }
                scores.decay();
            }
        }
    }

    /// Adds what implies the literals of the clause to what was seen: their
    /// reasons, and the reasons of these.
    fn see_reasons(&mut self) {
        let limits = &mut self.limits;
        if limits.decision_rate.value() > MOST_DECISIONS {
            return;
        }
        if limits.bump_reasons_wait > 0 {
            limits.bump_reasons_wait -= 1;
            return;
        }
        let took_part = self.analysis.seen.len();
        let most = took_part * (1 + MOST);
        for index in 0..self.analysis.clause.len() {
            self.see_reason(self.analysis.clause[index].var());
        }
        let direct = self.analysis.seen.len();
        for index in took_part..direct.min(most) {
            self.see_reason(self.analysis.seen[index]);
        }
        let limits = &mut self.limits;
        if self.analysis.seen.len() > most {
            for var in self.analysis.seen.drain(took_part..) {
                self.trail.record_mut(var).marks = 0;
            }
            limits.bump_reasons_pause += 1;
        } else {
            limits.bump_reasons_pause /= 2;
        }
        limits.bump_reasons_wait = limits.bump_reasons_pause;
    }

    /// Adds the variables of the variable's reason to what was seen.
    fn see_reason(&mut self, var: Var) {
        let Solver {
            analysis,
            trail,
            clauses,
            ..
        } = self;
        for lit in trail.antecedent(var).lits(clauses) {
            analysis.mark(lit.var(), trail);
        }
    }
}
