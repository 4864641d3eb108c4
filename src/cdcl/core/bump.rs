//! Bumping: raises the activity of the variables that took part in a conflict.
//!
//! The variables that imply the literals of the learned clause are bumped too,
//! though they took no part: they are likely to be in the next learned clause
//! (Liang, Ganesh, Poupart, Czarnecki, "Learning Rate Based Branching Heuristic
//! for SAT Solvers", SAT 2016). If there are too many of them, none is bumped,
//! and they are not looked for during the next conflicts.
//!
//! In focused mode this is done only while decisions imply several literals each.
//! The queue does not measure how often a variable is met: where a decision implies
//! one to four literals, as in pebbling, stone and ordering formulas, the reasons of
//! a literal are decisions and their neighbours, and with these at the front of the
//! queue such formulas took two to ten times as long.

use super::mode::Mode;
use crate::cdcl::Solver;
use crate::formula::Var;

/// At most this many reason variables are bumped for each variable that took
/// part in the conflict. The same limit as CaDiCaL's (`bumpreasonlimit`): a larger number
/// bumps more variables that have little to do with the conflict.
const MOST: usize = 10;
/// Reason variables are not bumped while there are more decisions per conflict
/// than this: most literals are then decisions or near them. The same limit as Kissat's
/// (`bumpreasonsrate`).
const MOST_DECISIONS: f64 = 10.0;

/// In focused mode, reason variables are bumped only if a decision level has at least
/// this many literals on average. Where bumping them does harm the average was between
/// 1 and 5, where it helps between 6 and 200.
const LEAST_LITERALS_PER_LEVEL: f64 = 5.0;

impl Solver {
    /// Bumps the variables that analysis has seen, in the order of the current
    /// mode.
    pub(in crate::cdcl) fn bump(&mut self) {
        if self.config.bump_reasons {
            self.update_literals_per_level();
            self.mark_reasons();
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
                // Bump in the order of the last bumps, so that the relative
                // order stays.
                let stamped = analysis.seen.iter();
                let stamped = stamped.map(|&var| (queue.stamp(var), var.index()));
                analysis.keyed.extend(stamped);
                analysis.keyed.sort_unstable_by_key(|&(stamp, _)| stamp);
                for (_, index) in analysis.keyed.drain(..) {
                    queue.bump(Var::new(index));
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

    /// Updates the average number of literals on a decision level, in focused mode.
    fn update_literals_per_level(&mut self) {
        if !self.is_stable() {
            let literals = self.trail.lits().len() - self.trail.start(1);
            let average = literals as f64 / self.trail.level() as f64;
            self.limits.literals_per_level.update(average);
        }
    }

    /// Marks as seen the variables of the reasons of the clause's literals; in stable
    /// mode also those of the reasons of these.
    fn mark_reasons(&mut self) {
        let is_stable = self.is_stable();
        let limits = &mut self.limits;
        if limits.decision_rate.value() > MOST_DECISIONS
            || !is_stable && limits.literals_per_level.value() < LEAST_LITERALS_PER_LEVEL
        {
            return;
        }
        if limits.bump_reasons_wait > 0 {
            limits.bump_reasons_wait -= 1;
            return;
        }
        let took_part = self.analysis.seen.len();
        let most = took_part * (1 + MOST);
        for index in 0..self.analysis.clause.len() {
            self.mark_reason(self.analysis.clause[index].var());
        }
        if is_stable {
            let direct = self.analysis.seen.len();
            for index in took_part..direct.min(most) {
                self.mark_reason(self.analysis.seen[index]);
            }
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

    /// Marks the variables in the reason of `var` as seen.
    fn mark_reason(&mut self, var: Var) {
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
