//! The variables that took part in a conflict become more active.

use super::Solver;
use super::mode::Mode;

impl Solver {
    /// Bumps the variables that analysis has seen, in the way of the mode.
    pub(super) fn bump(&mut self) {
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
}
