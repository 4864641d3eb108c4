//! Decides if a grid is the only solution of pencilmark puzzles made from it.
//!
//! Near the point where a second solution appears, such puzzles are much harder than
//! puzzles of clues, and hundreds of them are asked about for one grid. They differ only
//! in the candidates that they exclude. So one solver has the formula of the blank grid,
//! without the grid itself, and each excluded candidate is an assumption: what the solver
//! learns holds for all of them. Solutions that it finds are kept, because most of them
//! are solutions of the next puzzle, too.

use super::residual::{residual_within, solver_of};
use super::uniqueness::Undecided;
use crate::budget::{Budget, Stop};
use crate::cdcl::{Config, Solver, Verdict};
use crate::encode::{self, Residual};
use crate::formula::{Lit, Var};
use crate::sudoku::{Candidate, Grid, Puzzle, Rules, Size};
use fixedbitset::FixedBitSet;
use std::sync::Arc;

/// Decides if a grid is the only solution of pencilmark puzzles.
#[derive(Debug)]
pub struct ByMarks {
    size: Size,
    residual: Residual,
    /// By [`Candidate::index`]: the candidate's literal, if the rules leave it.
    lits: Vec<Option<Lit>>,
    solver: Solver,
    /// The candidates of each other grid that was found, without those that it shares
    /// with the grid.
    others: Vec<Vec<Candidate>>,
    grid: Grid,
}

impl ByMarks {
    /// Returns what decides about puzzles by these rules that the grid is a solution of.
    ///
    /// # Errors
    /// If the budget ends while the formula is made.
    pub fn new(rules: &Arc<Rules>, grid: &Grid, budget: &Budget) -> Result<ByMarks, Undecided> {
        let blank = Puzzle::new(Arc::clone(rules));
        let residual = residual_within(&blank, budget).map_err(Undecided::Stopped)?;
        let size = rules.size();
        let mut lits = vec![None; size.num_candidates()];
        for var in (0..residual.num_vars()).map(Var::new) {
            if let Some(candidate) = residual.candidate(var) {
                lits[candidate.index(size)] = Some(var.positive());
            }
        }
        let mut solver =
            solver_of(&residual, Config::default(), budget).map_err(Undecided::Stopped)?;
        solver.add_clause(&residual.not_again(grid));
        Ok(ByMarks {
            size,
            residual,
            lits,
            solver,
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
            .filter_map(|index| self.lits[index].map(|lit| !lit))
            .collect();
        match self.solver.solve_with(&assumptions, budget)? {
            Verdict::Unsat => Ok(true),
            Verdict::Unknown(Stop::Steps) => Ok(false),
            Verdict::Unknown(stop) => Err(Undecided::Stopped(stop)),
            Verdict::Sat => {
                self.keep();
                Ok(false)
            }
        }
    }

    /// Keeps the solution that the solver found.
    fn keep(&mut self) {
        let Some(model) = self.solver.model() else {
            return;
        };
        let model = self.residual.model(model.lits());
        let Ok(other) = encode::decode(self.size, model.lits()) else {
            return;
        };
        let is_own = |candidate: &Candidate| self.grid.digit(candidate.cell) != candidate.digit;
        self.others
            .push(other.candidates().filter(is_own).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::is_only_solution;
    use crate::sudoku::Cell;
    use crate::sudoku::generate;
    use crate::sudoku::rules::{Parity, Spec};
    use fastrand::Rng;

    /// Each answer is that of searches which begin anew.
    #[test]
    fn it_agrees_with_searches_of_single_puzzles() {
        let parities = vec![(Cell::new(0, 0), Parity::Even)];
        let specs = [
            Spec::boxes(2, 2).unwrap(),
            Spec::boxes(2, 3).unwrap(),
            Spec {
                anti_knight: true,
                ..Spec::boxes(2, 2).unwrap()
            },
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
                let grid = crate::engine::random_grid(&rules, &mut rng, &budget).unwrap();
                let mut by_marks = ByMarks::new(&rules, &grid, &budget).unwrap();
                let mut counts = [0; 2];
                let puzzle = generate::minimal_marks(&rules, &grid, &mut rng, |puzzle, grid| {
                    let is_only = by_marks.is_only(puzzle, &budget)?;
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
