//! Switching between focused and stable mode.
//!
//! Refutations need frequent restarts and a focus on the last conflicts; models
//! need a search that stays in one region (Oh, "Between SAT and UNSAT: The
//! Fundamental Difference in CDCL SAT", SAT 2015). So the two modes alternate,
//! in phases of quadratically growing length, measured in ticks. The first
//! phase is focused and lasts a number of conflicts; the ticks it takes are the
//! unit of the other phases.
//!
//! Clauses learned in stable mode mostly have more glue than those of focused
//! mode. Where they have hardly more, as on random 3-SAT and circuits of
//! arithmetic, stable mode mostly needs less work, also without a model; where
//! they have at least four times as much, as on SHA-256 of 17 and 18 steps, it
//! mostly finds models sooner. In both cases it gets more of the ticks
//! (docs/EXPERIMENTS.md, "Shares of the modes by glue" and the section after it).

use crate::cdcl::Solver;
use crate::cdcl::api::setting::Modes;
use crate::cdcl::state::schedule::Share;

/// Stable mode gets its larger share if the average glue of its clauses is at
/// most `HARDLY_MORE` times that of focused mode, or at least `FAR_MORE` times.
/// Chosen by the experiments named above.
const HARDLY_MORE: f64 = 1.35;
const FAR_MORE: f64 = 4.0;

/// The two modes of the search, which differ in decisions and restarts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cdcl) enum Mode {
    /// Decides the variable bumped last; restarts by glue.
    Focused,
    /// Decides the variable with the highest score, in its target phase;
    /// restarts rarely.
    Stable,
}

impl Mode {
    /// Returns the mode in which the search starts.
    pub(crate) fn first(modes: Modes) -> Mode {
        match modes {
            Modes::Alternate | Modes::Focused => Mode::Focused,
            Modes::Stable => Mode::Stable,
        }
    }
}

impl Solver {
    /// Returns `true` if the search is in stable mode.
    pub(in crate::cdcl) fn is_stable(&self) -> bool {
        self.limits.mode == Mode::Stable
    }

    /// Sets the modes of the search, between two calls of `solve`. Leaves the present mode if it is not among them.
    pub(crate) fn set_modes(&mut self, modes: Modes) {
        if modes == Modes::Stable && self.config.modes != Modes::Stable {
            // Local search gets its larger share of all ticks up to now.
            self.limits.choose_share = Share::default();
            self.limits.choose.postpone(self.stats.conflicts, 0.0);
        }
        self.config.modes = modes;
        if modes != Modes::Alternate && self.limits.mode != Mode::first(modes) {
            self.reopen();
            self.switch();
        }
    }

    /// Returns `true` if a switch of the mode is due.
    pub(in crate::cdcl) fn switching(&self) -> bool {
        self.config.modes == Modes::Alternate
            && match self.limits.mode_end {
                None => self.stats.conflicts >= self.config.mode_interval,
                Some(end) => self.stats.ticks >= end,
            }
    }

    /// Changes the mode. Returns to level 0, because the two modes order the
    /// variables differently.
    pub(in crate::cdcl) fn switch(&mut self) {
        self.stats.mode_switches += 1;
        if self.limits.mode_end.is_none() {
            self.limits.mode_unit = self.stats.ticks.max(1);
        }
        self.limits.mode = match self.limits.mode {
            Mode::Focused => Mode::Stable,
            Mode::Stable => Mode::Focused,
        };
        // Focused and stable phase number i last i² units each if their shares are equal. The share
        // is measured at each switch, so the two phases of a number may have shares that differ.
        let round = self.stats.mode_switches.div_ceil(2);
        let length = self.limits.mode_unit.saturating_mul(round * round);
        let length = length.saturating_mul(self.share_of_mode()) / 50;
        self.limits.mode_end = Some(self.stats.ticks.saturating_add(length));
        self.return_to_root();
        self.phases.reset_target();
    }

    /// Returns the percentage of the ticks that the present mode gets: 50 until clauses were
    /// learned in both modes, so for the first stable phase.
    fn share_of_mode(&self) -> u64 {
        let stable = self.limits.stable_glue.value();
        let focused = self.limits.slow_glue.value();
        let is_measured = stable > 0.0 && focused > 0.0;
        let is_larger = stable <= HARDLY_MORE * focused || stable >= FAR_MORE * focused;
        let stable = match is_measured && is_larger {
            true => self.config.stable_share,
            false => 50,
        };
        match self.limits.mode {
            Mode::Stable => stable,
            Mode::Focused => 100 - stable,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cdcl::{Config, Verdict};
    use crate::formula::{Cnf, Var};

    /// Returns the formula that n + 1 pigeons fit into n holes.
    fn pigeons(n: usize) -> Cnf {
        let lit = |pigeon: usize, hole: usize| Var::new(pigeon * n + hole).positive();
        let mut cnf = Cnf::new((n + 1) * n);
        for pigeon in 0..=n {
            let holes: Vec<_> = (0..n).map(|hole| lit(pigeon, hole)).collect();
            cnf.add_clause(&holes);
            for (other, hole) in (0..pigeon).flat_map(|other| (0..n).map(move |hole| (other, hole)))
            {
                cnf.add_clause(&[!lit(pigeon, hole), !lit(other, hole)]);
            }
        }
        cnf
    }

    #[test]
    fn stable_mode_gets_its_share_where_its_clauses_have_hardly_or_far_more_glue() {
        let phases = |focused: Option<f64>, stable: Option<f64>| {
            let mut solver = Solver::new(Config::default());
            solver.stats.ticks = 1000;
            if let Some(glue) = focused {
                solver.limits.slow_glue.update(glue);
            }
            if let Some(glue) = stable {
                solver.limits.stable_glue.update(glue);
            }
            let lengths = [(); 4].map(|()| {
                solver.switch();
                solver.limits.mode_end.map(|end| end - solver.stats.ticks)
            });
            lengths.map(Option::unwrap)
        };
        // Stable, focused, stable, focused.
        let (equal, larger) = ([1000, 1000, 4000, 4000], [1600, 400, 6400, 1600]);
        assert_eq!(phases(Some(10.0), None), equal);
        assert_eq!(phases(None, Some(10.0)), equal);
        assert_eq!(phases(Some(10.0), Some(13.0)), larger);
        assert_eq!(phases(Some(10.0), Some(14.0)), equal);
        assert_eq!(phases(Some(10.0), Some(39.0)), equal);
        assert_eq!(phases(Some(10.0), Some(40.0)), larger);
    }

    #[test]
    fn modes_alternate_only_where_they_may() {
        let mut config = Config::default();
        (config.counting, config.mode_interval) = (false, 1);
        let mut solver = Solver::new(config);
        solver.add_cnf(&pigeons(7));
        let limited = Budget::unlimited().with_steps(100);
        solver.set_modes(Modes::Stable);
        assert!(solver.is_stable());
        let switches = solver.stats.mode_switches;
        assert!(matches!(solver.solve(&limited), Ok(Verdict::Unknown(_))));
        assert!(solver.is_stable() && solver.stats.mode_switches == switches);
        assert!(solver.limits.stable_glue.value() > 0.0);
        solver.set_modes(Modes::Alternate);
        assert!(matches!(
            solver.solve(&Budget::unlimited()),
            Ok(Verdict::Unsat)
        ));
        assert!(solver.stats.mode_switches > switches);
    }
}
