//! Full grids of small sizes, each with the same probability.
//!
//! A diagram of all solutions of the blank grid's exact cover ([`Zdd`]) gives a solution
//! drawn uniformly at random. Where the rules treat all digits alike, renaming the digits
//! of a grid gives N! grids, of which one has 1 2 … N in its first row. Then the diagram
//! contains only such grids, and the digits of the drawn one are renamed at random.

use super::random_grid::NoGrid;
use crate::budget::{Budget, Stop};
use crate::check;
use crate::cover::zdd::{NoZdd, Zdd, ZddLimits};
use crate::cover::{ExactCover, Natural};
use crate::encode;
use crate::sudoku::{Cell, Digit, Grid, Puzzle, Rules, Size};
use fastrand::Rng;
use std::sync::Arc;

/// Largest size for rules that treat all digits alike. The diagram of the Latin squares of
/// 6×6, of which there are more than of grids with any further rule, takes 0.6 s in a build
/// with little optimization. With a fixed first row there are
/// 1 128 960 Latin squares of 6×6, but 12 198 297 600 of 7×7 (OEIS A002860 divided by n!).
const LARGEST: usize = 6;

/// Largest size for other rules: the diagram contains all grids.
const LARGEST_UNLIKE: usize = 4;

/// All full grids by some rules, of which one can be drawn uniformly at random.
#[derive(Debug)]
pub struct UniformGrids {
    blank: Puzzle,
    problem: ExactCover,
    zdd: Zdd,
    /// Set if the first row of all grids in the diagram is 1 2 … N.
    are_renamed: bool,
}

impl UniformGrids {
    /// Returns the grids that obey the rules. Returns `None` if the grids are larger than
    /// 6×6, or larger than 4×4 and the rules do not treat all digits alike, as cages with
    /// sums and even cells don't.
    ///
    /// # Errors
    /// If the time of the budget or an interrupt ends the making of the diagram.
    pub fn new(rules: &Arc<Rules>, budget: &Budget) -> Result<Option<UniformGrids>, Stop> {
        let size = rules.size();
        let are_renamed = treats_digits_alike(rules);
        let largest = match are_renamed {
            true => LARGEST,
            false => LARGEST_UNLIKE,
        };
        if size.side() > largest {
            return Ok(None);
        }
        let blank = Puzzle::new(Arc::clone(rules));
        let mut puzzle = blank.clone();
        if are_renamed {
            for (col, digit) in size.digits().enumerate() {
                puzzle.set_clue(Cell::new(0, col), Some(digit));
            }
        }
        let Ok(problem) = encode::cover(&puzzle) else {
            return Ok(None);
        };
        match Zdd::new(&problem, ZddLimits::DEFAULT, budget) {
            Ok(zdd) => Ok(Some(UniformGrids {
                blank,
                problem,
                zdd,
                are_renamed,
            })),
            Err(NoZdd::Stopped(stop @ (Stop::Time | Stop::Interrupted))) => Err(stop),
            Err(_) => Ok(None),
        }
    }

    /// Returns the number of grids.
    pub fn count(&self) -> Natural {
        let mut count = self.zdd.count();
        if self.are_renamed {
            for name in 1..=self.size().side() as u64 {
                count.multiply(name);
            }
        }
        count
    }

    /// Returns a grid. Each has the same probability.
    ///
    /// # Errors
    /// If no grid obeys the rules.
    pub fn draw(&self, rng: &mut Rng) -> Result<Grid, NoGrid> {
        let options = self.zdd.sample(rng).ok_or(NoGrid::Impossible)?;
        let grid = encode::grid_from_options(&self.problem, self.size(), &options);
        let grid = grid.map_err(|_| NoGrid::Impossible)?;
        let grid = match self.are_renamed {
            true => renamed(&grid, rng),
            false => grid,
        };
        check::grid(&self.blank, &grid).map_err(NoGrid::Wrong)?;
        Ok(grid)
    }

    fn size(&self) -> Size {
        self.blank.size()
    }
}

/// Returns `true` if a grid that obeys the rules still does when its digits are renamed.
fn treats_digits_alike(rules: &Arc<Rules>) -> bool {
    let side = rules.size().side();
    rules.tables().is_empty()
        && Puzzle::new(Arc::clone(rules)).excluded().is_empty()
        && rules.pairs().iter().all(|pair| {
            (1..=side).all(|a| {
                (1..=side).all(|b| {
                    let like = if a == b { (1, 1) } else { (1, 2) };
                    pair.allows(a, b) == pair.allows(like.0, like.1)
                })
            })
        })
}

/// Returns a grid with its digits renamed at random.
fn renamed(grid: &Grid, rng: &mut Rng) -> Grid {
    let mut names: Vec<Digit> = grid.size().digits().collect();
    rng.shuffle(&mut names);
    let digits = grid.digits().iter().map(|digit| names[digit.index()]);
    Grid::new(grid.size(), digits.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::rules::{Cage, Parity, Spec};
    use std::collections::BTreeMap;

    fn grids(spec: Spec) -> Option<UniformGrids> {
        UniformGrids::new(&Arc::new(Rules::new(spec).unwrap()), &Budget::unlimited()).unwrap()
    }

    fn latin(side: usize) -> Spec {
        Spec::latin(Size::new(side).unwrap())
    }

    #[test]
    fn an_interrupt_ends_the_making_of_the_diagram() {
        let interrupt = crate::budget::Interrupt::new();
        interrupt.raise();
        let budget = Budget::unlimited().with_interrupt(interrupt);
        let spec = Spec::latin(Size::new(6).unwrap());
        let stopped = UniformGrids::new(&Arc::new(Rules::new(spec).unwrap()), &budget);
        assert_eq!(stopped.err(), Some(Stop::Interrupted));
    }

    #[test]
    fn grids_are_as_many_as_is_known() {
        let boxes = |rows, cols| Spec::boxes(rows, cols).unwrap();
        for (spec, count) in [
            // OEIS A107739, A002860 and A291187.
            (boxes(1, 1), 1),
            (boxes(2, 2), 288),
            (boxes(2, 3), 28_200_960),
            (boxes(3, 2), 28_200_960),
            (latin(2), 2),
            (latin(3), 12),
            (latin(4), 576),
            (latin(5), 161_280),
            (latin(6), 812_851_200),
        ] {
            assert_eq!(
                grids(spec.clone()).unwrap().count(),
                Natural::from(count as u64),
                "{spec:?}"
            );
        }
        assert!(grids(latin(7)).is_none());
    }

    /// Asserts that all grids are drawn equally often, by a χ² test with `count` − 1 degrees
    /// of freedom.
    fn assert_even(grids: &UniformGrids, count: usize) {
        const DRAWS: usize = 200;
        assert_eq!(grids.count(), Natural::from(count as u64));
        let mut rng = Rng::with_seed(1);
        let mut draws: BTreeMap<Grid, usize> = BTreeMap::new();
        for _ in 0..DRAWS * count {
            *draws.entry(grids.draw(&mut rng).unwrap()).or_default() += 1;
        }
        assert_eq!(draws.len(), count);
        let square = |&draws: &usize| draws.abs_diff(DRAWS).pow(2) as f64 / DRAWS as f64;
        let sum: f64 = draws.values().map(square).sum();
        let (mean, deviation) = ((count - 1) as f64, (2.0 * (count - 1) as f64).sqrt());
        let limits = mean - 4.0 * deviation..mean + 4.0 * deviation;
        assert!(limits.contains(&sum), "{sum}, expected {limits:?}");
    }

    #[test]
    fn each_grid_is_drawn_as_often_as_the_others() {
        let plain = || Spec::boxes(2, 2).unwrap();
        assert_even(&grids(plain()).unwrap(), 288);
        assert_even(&grids(latin(4)).unwrap(), 576);
        let diagonals = [true, false];
        assert_even(
            &grids(Spec {
                diagonals,
                ..plain()
            })
            .unwrap(),
            48,
        );
        // Half of the digits are even.
        let parities = vec![(Cell::new(0, 0), Parity::Even)];
        assert_even(
            &grids(Spec {
                parities,
                ..plain()
            })
            .unwrap(),
            144,
        );
        // Of the twelve pairs of different digits, four have the sum 5.
        let cages = vec![Cage {
            cells: vec![Cell::new(0, 0), Cell::new(0, 1)],
            sum: Some(5),
            repeats: false,
        }];
        assert_even(&grids(Spec { cages, ..plain() }).unwrap(), 96);
    }

    #[test]
    fn rules_without_a_grid_are_told() {
        let even = |col| (Cell::new(0, col), Parity::Even);
        let spec = Spec {
            parities: (0..3).map(even).collect(),
            ..Spec::boxes(2, 2).unwrap()
        };
        let none = grids(spec).unwrap();
        assert!(none.count().is_zero());
        assert_eq!(none.draw(&mut Rng::with_seed(1)), Err(NoGrid::Impossible));
    }
}
