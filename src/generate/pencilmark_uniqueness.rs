//! Decides if a grid is the only solution of pencilmark puzzles made from it.
//!
//! Near the point where a second solution appears, such puzzles are much harder than
//! puzzles of clues, and hundreds of them are asked about for one grid. They differ only
//! in the candidates that they exclude. So one solver has the formula of the blank grid,
//! without the grid itself, and each excluded candidate is an assumption: what the solver
//! learns holds for all of them. Solutions that it finds are kept, because most of them
//! are solutions of the next puzzle, too.

use super::blank::BlankGrid;
use crate::budget::{Budget, Stop};
use crate::cdcl::Config;
use crate::engine::Undecided;
use crate::formula::Lit;
use crate::sudoku::{Candidate, Grid, Puzzle, Rules, Size};
use fixedbitset::FixedBitSet;
use std::sync::Arc;

/// Decides if a grid is the only solution of pencilmark puzzles.
#[derive(Debug)]
pub struct PencilmarkUniqueness {
    size: Size,
    /// The formula of the blank grid, without the grid itself.
    blank: BlankGrid,
    /// The candidates of each other grid that was found, without those that it shares
    /// with the grid.
    others: Vec<Vec<Candidate>>,
    grid: Grid,
}

impl PencilmarkUniqueness {
    /// Returns what decides about puzzles by these rules that the grid is a solution of.
    ///
    /// # Errors
    /// If the budget ends while the formula is made.
    pub fn new(
        rules: &Arc<Rules>,
        grid: &Grid,
        budget: &Budget,
    ) -> Result<PencilmarkUniqueness, Undecided> {
        let blank = BlankGrid::new(rules, Config::default(), budget);
        let mut blank = blank.map_err(Undecided::Stopped)?;
        blank.exclude(grid);
        Ok(PencilmarkUniqueness {
            size: rules.size(),
            blank,
            others: Vec::new(),
            grid: grid.clone(),
        })
    }

    /// Returns `true` if the grid is the only solution of a puzzle without clues that
    /// excludes none of its candidates. With a limit of steps in the budget, which counts
    /// conflicts, the answer is `false` if the solver takes more of them to decide.
    ///
    /// # Errors
    /// If the time ends or the interrupt is raised.
    pub fn is_only(&mut self, puzzle: &Puzzle, budget: &Budget) -> Result<bool, Undecided> {
        let mut excluded = FixedBitSet::with_capacity(self.size.num_candidates());
        excluded.extend(puzzle.excluded().iter().map(|mark| mark.index(self.size)));
        let is_left = |candidate: &Candidate| !excluded.contains(candidate.index(self.size));
        if self.others.iter().any(|other| other.iter().all(is_left)) {
            return Ok(false);
        }
        let assumptions: Vec<Lit> = excluded
            .ones()
            .filter_map(|index| self.blank.lit(self.size.candidate(index)))
            .map(|lit| !lit)
            .collect();
        match self.blank.find(&assumptions, budget) {
            Ok(None) => Ok(true),
            Ok(Some(other)) => {
                let is_own = |one: &Candidate| self.grid.digit(one.cell) != one.digit;
                self.others
                    .push(other.candidates().filter(is_own).collect());
                Ok(false)
            }
            Err(Stop::Steps) => Ok(false),
            Err(stop) => Err(Undecided::Stopped(stop)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::is_only_solution;
    use crate::generate;
    use crate::sudoku::Cell;
    use crate::sudoku::rules::{Parity, Spec};
    use fastrand::Rng;

    /// Each answer is that of searches which begin anew.
    #[test]
    fn it_agrees_with_searches_of_single_puzzles() {
        let parities = vec![(Cell::new(0, 0), Parity::Even)];
        let mut anti_knight = Spec::boxes(2, 2).unwrap();
        anti_knight.mark("anti-knight", &[], &[]);
        let specs = [
            Spec::boxes(2, 2).unwrap(),
            Spec::boxes(2, 3).unwrap(),
            anti_knight,
            Spec {
                parities,
                ..Spec::boxes(2, 2).unwrap()
            },
        ];
        let budget = Budget::unlimited();
        for spec in specs {
            let rules = Arc::new(Rules::new(spec).unwrap());
            for seed in 0..10 {
                let mut rng = Rng::with_seed(seed);
                let grid = crate::generate::random_grid(&rules, &mut rng, &budget).unwrap();
                let mut uniqueness = PencilmarkUniqueness::new(&rules, &grid, &budget).unwrap();
                let mut counts = [0; 2];
                let puzzle = generate::minimal_marks(&rules, &grid, &mut rng, |puzzle, grid| {
                    let is_only = uniqueness.is_only(puzzle, &budget)?;
                    assert_eq!(is_only, is_only_solution(puzzle, grid, &budget)?);
                    counts[usize::from(is_only)] += 1;
                    Ok::<bool, Undecided>(is_only)
                });
                assert!(is_only_solution(&puzzle.unwrap(), &grid, &budget).unwrap());
                assert!(counts[0] > 0 && counts[1] > 0, "{counts:?}");
            }
        }
    }
}
