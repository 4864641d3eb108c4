//! Switching between focused and stable mode.
//!
//! Refutations need frequent restarts and a focus on the last conflicts; models
//! need a search that stays in one region (Oh, "Between SAT and UNSAT: The
//! Fundamental Difference in CDCL SAT", SAT 2015). So the two modes alternate,
//! in phases of quadratically growing length, measured in ticks. The first
//! phase is focused and lasts a number of conflicts; the ticks it takes are the
//! unit of the other phases.
//!
//! In a formula of exact covers, like that of a large Sudoku, stable phases are
//! [`STABLE_SHARE`] times as long: most such formulas have a model, and a focused
//! phase leaves the region that the stable one before it has reached.

use crate::cdcl::Solver;
use crate::cdcl::api::setting::Modes;

/// Factor of the length of stable phases in formulas of exact covers. Of 1, 3, 16 and 64,
/// the one with the fewest conflicts on 36×36 grids with 50 and 54 % holes
/// (`docs/EXPERIMENTS.md`).
const STABLE_SHARE: u64 = 16;
/// Least average number of at-most-one groups, and of other clauses, that contain a
/// variable in a formula of exact covers. A candidate of a Sudoku is in four of each, for
/// its cell, row, column and box; but small groups are turned into binary clauses.
const COVERS: usize = 3;

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
        // Focused and stable phase number i last i² units each.
        let round = self.stats.mode_switches.div_ceil(2);
        let mut length = self.limits.mode_unit.saturating_mul(round * round);
        self.limits.mode = match self.limits.mode {
            Mode::Focused => Mode::Stable,
            Mode::Stable => Mode::Focused,
        };
        if self.is_stable() && self.is_of_exact_covers() {
            length = length.saturating_mul(STABLE_SHARE);
        }
        self.limits.mode_end = Some(self.stats.ticks.saturating_add(length));
        self.return_to_root();
        self.phases.reset_target();
    }

    /// Returns `true` if the variables are on average in [`COVERS`] at-most-one groups, and
    /// in as many other irredundant clauses.
    fn is_of_exact_covers(&self) -> bool {
        let open = self.trail.num_vars() - self.trail.num_fixed();
        let least = COVERS * open;
        let clauses = self.clauses.refs();
        let irredundant = clauses.filter(|&clause| !self.clauses.is_learned(clause));
        self.at_most_ones.num_members() >= least
            && irredundant
                .map(|clause| self.clauses.size(clause))
                .sum::<usize>()
                >= least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::formula::{Lit, Var};

    /// Returns a solver with an exactly-one constraint for each cell, row, column and box of
    /// a blank 9×9 Sudoku, or without those of rows and boxes.
    fn blank(is_sudoku: bool) -> Solver {
        let mut solver = Solver::default();
        let mut families: Vec<fn([usize; 3]) -> usize> =
            vec![|[row, col, _]| 9 * row + col, |[_, col, digit]| {
                9 * col + digit
            }];
        if is_sudoku {
            families.push(|[row, _, digit]| 9 * row + digit);
            families.push(|[row, col, digit]| 9 * (row / 3 * 3 + col / 3) + digit);
        }
        for group_of in families {
            let mut groups = vec![Vec::<Lit>::new(); 81];
            for index in 0..729 {
                let group = group_of([index / 81, index / 9 % 9, index % 9]);
                groups[group].push(Var::new(index).positive());
            }
            for group in groups {
                solver.add_clause(&group);
                solver.add_at_most_one(&group);
            }
        }
        solver.solve(&Budget::unlimited().with_steps(0)).unwrap();
        solver
    }

    #[test]
    fn stable_phases_are_longer_in_formulas_of_exact_covers() {
        for (is_sudoku, share) in [(true, STABLE_SHARE), (false, 1)] {
            let mut solver = blank(is_sudoku);
            assert_eq!(solver.is_of_exact_covers(), is_sudoku);
            for round in [1, 2] {
                // The unit is set by the first switch.
                for share in [share, 1] {
                    solver.switch();
                    let unit = solver.limits.mode_unit;
                    let length = solver.limits.mode_end.unwrap() - solver.stats.ticks;
                    assert_eq!(length, unit * round * round * share);
                }
            }
        }
    }
}
