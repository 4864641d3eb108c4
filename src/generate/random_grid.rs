//! A full grid at random, by any rules.

use super::blank::BlankGrid;
use crate::budget::{Budget, Stop};
use crate::cdcl::Config;
use crate::check::{self, GridFault};
use crate::formula::Lit;
use crate::sudoku::{Candidate, Cell, Digit, Grid, Puzzle, Rules};
use fastrand::Rng;
use std::sync::Arc;
use thiserror::Error;

/// Number of conflicts after which the search for a first grid is given up.
const CONFLICTS: u64 = 1_000_000;

/// Number of conflicts after which another digit is drawn for a cell.
const CONFLICTS_OF_DIGIT: u64 = 100;

/// Largest size of which every cell is drawn: each takes a run of the solver.
const ALL_DRAWN: usize = 9;

/// Number of cells for each row that are drawn in larger grids. The solver fills the
/// others.
const DRAWN: usize = 4;

/// A reason why there is no grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoGrid {
    /// The rules contradict each other.
    #[error("no grid obeys these rules")]
    Impossible,
    /// The search ended before a grid was found.
    #[error("{0}")]
    Stopped(Stop),
    /// The solver's grid breaks a rule: a mistake in this program.
    #[error("internal fault: the grid that was found breaks a rule: {0}")]
    Wrong(GridFault),
}

/// Returns a full grid that obeys the rules.
///
/// The cells are taken in random order. Each gets a digit drawn from those with
/// which our solver still finds a grid. So every grid can come out up to 9×9,
/// unless the solver gives up on a digit that is possible (after 100 conflicts);
/// not each comes out as often as the others. In larger grids the cells that are
/// drawn are four for each row, and the solver fills the others as it likes.
///
/// The same random numbers give the same grid.
///
/// ```
/// use sudosat::generate;
/// use sudosat::prelude::*;
///
/// let rules = Rules::plain(3).unwrap();
/// let mut rng = fastrand::Rng::with_seed(7);
/// let grid = generate::random_grid(&rules, &mut rng, &Budget::unlimited())?;
/// assert!(check::grid(&Puzzle::new(rules), &grid).is_ok());
/// # Ok::<(), generate::NoGrid>(())
/// ```
///
/// # Errors
/// If no grid obeys the rules, or if the budget ends or the search takes too long.
pub fn random_grid(rules: &Arc<Rules>, rng: &mut Rng, budget: &Budget) -> Result<Grid, NoGrid> {
    let config = Config {
        seed: rng.u64(1..),
        ..Config::default()
    };
    let mut blank = BlankGrid::new(rules, config, budget).map_err(NoGrid::Stopped)?;
    let first = blank.find(&[], &budget.clone().with_steps(CONFLICTS));
    let mut grid = first.map_err(NoGrid::Stopped)?.ok_or(NoGrid::Impossible)?;
    // The literals of the digits drawn so far.
    let mut drawn: Vec<Lit> = Vec::new();
    let size = rules.size();
    let mut cells: Vec<Cell> = size.cells().collect();
    rng.shuffle(&mut cells);
    if size.side() > ALL_DRAWN {
        cells.truncate(DRAWN * size.side());
    }
    let mut digits: Vec<Digit> = size.digits().collect();
    for cell in cells {
        rng.shuffle(&mut digits);
        for &digit in &digits {
            let Some(lit) = blank.lit(Candidate::new(cell, digit)) else {
                continue;
            };
            drawn.push(lit);
            if grid.digit(cell) == digit {
                break;
            }
            match blank.find(&drawn, &budget.clone().with_steps(CONFLICTS_OF_DIGIT)) {
                Ok(Some(another)) => {
                    grid = another;
                    break;
                }
                Ok(None) | Err(Stop::Steps) => {
                    drawn.pop();
                }
                Err(stop) => return Err(NoGrid::Stopped(stop)),
            }
        }
    }
    check::grid(&Puzzle::new(Arc::clone(rules)), &grid).map_err(NoGrid::Wrong)?;
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Interrupt;
    use crate::sudoku::Size;
    use crate::sudoku::rules::{Parity, Regions, Spec};
    use std::collections::BTreeSet;

    /// Asserts by definition that no house has a digit twice, and draws a few.
    fn draws(spec: Spec) -> BTreeSet<Grid> {
        let rules = Arc::new(Rules::new(spec).unwrap());
        let draw = |seed| {
            let mut rng = Rng::with_seed(seed);
            let grid = random_grid(&rules, &mut rng, &Budget::unlimited()).unwrap();
            for index in 0..rules.houses().len() {
                let digits = rules.cells(index).iter().map(|&cell| grid.digit(cell));
                let different: BTreeSet<Digit> = digits.collect();
                assert_eq!(different.len(), rules.cells(index).len());
            }
            grid
        };
        assert_eq!(draw(1), draw(1), "a seed repeats");
        (0..10).map(draw).collect()
    }

    #[test]
    fn grids_of_each_house_rule_obey_it_and_differ() {
        let plain = || Spec::boxes(3, 3).unwrap();
        let columns = (0..6).flat_map(|_| 0..6u16).collect();
        for spec in [
            Spec::boxes(2, 3).unwrap(),
            Spec::latin(Size::new(5).unwrap()),
            Spec {
                diagonals: [true; 2],
                ..plain()
            },
            Spec {
                windows: true,
                ..plain()
            },
            Spec {
                disjoint_groups: true,
                ..plain()
            },
            Spec {
                extra: vec![(0..4).map(|place| Cell::new(place, 2 * place)).collect()],
                ..plain()
            },
            Spec {
                regions: Regions::Map(columns),
                ..Spec::latin(Size::new(6).unwrap())
            },
            Spec {
                diagonals: [true; 2],
                ..Spec::boxes(3, 4).unwrap()
            },
        ] {
            assert!(draws(spec.clone()).len() > 5, "{spec:?}");
        }
    }

    #[test]
    fn every_latin_square_of_three_comes_out() {
        let spec = Spec::latin(Size::new(3).unwrap());
        let rules = Arc::new(Rules::new(spec).unwrap());
        let mut rng = Rng::with_seed(5);
        let draw = |_| random_grid(&rules, &mut rng, &Budget::unlimited()).unwrap();
        let grids: BTreeSet<Grid> = (0..300).map(draw).collect();
        assert_eq!(grids.len(), 12);
    }

    #[test]
    fn even_cells_are_even() {
        let even: Vec<Cell> = (0..4).map(|place| Cell::new(place, place)).collect();
        let spec = Spec {
            parities: even.iter().map(|&cell| (cell, Parity::Even)).collect(),
            ..Spec::boxes(3, 3).unwrap()
        };
        for grid in draws(spec) {
            assert!(even.iter().all(|&cell| grid.digit(cell).value() % 2 == 0));
        }
    }

    #[test]
    fn rules_without_a_grid_and_an_interrupt_are_told() {
        // Three cells of a row are even, and there are two even digits.
        let spec = Spec {
            parities: (0..3)
                .map(|col| (Cell::new(0, col), Parity::Even))
                .collect(),
            ..Spec::boxes(2, 2).unwrap()
        };
        let rules = Arc::new(Rules::new(spec).unwrap());
        let mut rng = Rng::with_seed(1);
        let none = random_grid(&rules, &mut rng, &Budget::unlimited());
        assert_eq!(none, Err(NoGrid::Impossible));
        let interrupt = Interrupt::new();
        interrupt.raise();
        let budget = Budget::unlimited().with_interrupt(interrupt);
        let rules = Rules::plain(3).unwrap();
        let stopped = random_grid(&rules, &mut rng, &budget);
        assert_eq!(stopped, Err(NoGrid::Stopped(Stop::Interrupted)));
    }
}
