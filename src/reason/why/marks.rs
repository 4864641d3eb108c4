//! Pencil marks that leave no solution: the digits that they lack.

use super::no_solution::{COMPARED, Correction, keep_first};
use super::several::grid_of;
use super::{NoAnswer, verify};
use crate::budget::Budget;
use crate::engine;
use crate::reason::corrections::End;
use crate::reason::statements::Statements;
use crate::sudoku::{Candidate, Cell, Grid, Puzzle};
use itertools::Itertools as _;

/// The pencil marks of a puzzle whose clues have a solution without them.
pub(super) struct UserMarks {
    /// The puzzle without the marks.
    unmarked: Puzzle,
    /// The candidates that the marks exclude, by cell.
    excluded: Vec<(Cell, Vec<Candidate>)>,
    /// A solution of the puzzle without the marks.
    solution: Grid,
}

impl UserMarks {
    /// Returns the marks of a puzzle. `unmarked` is the puzzle without them, and has
    /// the solution.
    pub(super) fn new(puzzle: &Puzzle, unmarked: Puzzle, solution: Grid) -> UserMarks {
        let excluded = puzzle.excluded().iter().copied();
        let by_marks =
            excluded.filter(|candidate| unmarked.excluded().binary_search(candidate).is_err());
        let by_cell = by_marks.chunk_by(|candidate| candidate.cell);
        let excluded = by_cell.into_iter();
        let excluded = excluded.map(|(cell, group)| (cell, group.collect()));
        UserMarks {
            excluded: excluded.collect(),
            unmarked,
            solution,
        }
    }

    /// Returns the puzzle with the marks of all cells but these.
    fn without(&self, cells: &[Cell]) -> Puzzle {
        let mut puzzle = self.unmarked.clone();
        let kept = self.excluded.iter();
        let kept = kept.filter(|(cell, _)| !cells.contains(cell));
        puzzle.exclude_all(kept.flat_map(|(_, excluded)| excluded.iter().copied()));
        puzzle
    }

    /// Finds minimal sets of cells without whose marks the puzzle has a solution: at
    /// most `limit` sets, of at most `most` cells each, or a larger one if no set is so
    /// small. The steps of `limited` limit each search.
    pub(super) fn corrections(
        &self,
        puzzle: &Puzzle,
        most: usize,
        limit: usize,
        limited: &Budget,
        budget: &Budget,
    ) -> Result<(Vec<Correction>, End), NoAnswer> {
        if engine::is_only_solution(&self.unmarked, &self.solution, budget)? {
            let is_excluded =
                |candidate: &Candidate| puzzle.excluded().binary_search(candidate).is_ok();
            let missing = self.solution.candidates().filter(is_excluded);
            let cells: Vec<Cell> = missing.map(|candidate| candidate.cell).collect();
            let correction = self.correction(&cells, self.solution.clone(), true, budget)?;
            return Ok((vec![correction], End::Complete));
        }
        let statements = Statements::new(&self.unmarked);
        let mut groups = statements.groups(|_| true, budget)?;
        let first = groups.len();
        for (_, excluded) in &self.excluded {
            let mut sink = groups.add();
            excluded
                .iter()
                .for_each(|&candidate| sink.add(&[!statements.lit(candidate)]));
        }
        let all: Vec<usize> = (first..groups.len()).collect();
        let cells_of = |set: &[usize]| -> Vec<Cell> {
            let cells = set.iter().map(|&group| self.excluded[group - first].0);
            cells.collect()
        };
        let mut found = groups.corrections(&all, &[], most, limit, COMPARED, limited);
        keep_first(&mut found, limit, budget, |set, limited| {
            let others = all.iter().copied().filter(|group| !set.contains(group));
            let others: Vec<usize> = others.collect();
            groups
                .solve(&others, &[], limited)
                .ok()?
                .is_none()
                .then_some(())?;
            let grid = grid_of(&groups, &statements)?;
            Some((self.without(&cells_of(set)), grid))
        });
        let mut sets = found.sets;
        let least = sets.first().map(Vec::len);
        if sets.is_empty() {
            let kept = groups.maximal(&all, &[], Vec::new(), limited)?;
            let left_out = all
                .iter()
                .copied()
                .zip(kept)
                .filter(|(_, is_kept)| !is_kept);
            sets.push(left_out.map(|(group, _)| group).collect());
        }
        let mut corrections = Vec::new();
        for set in sets {
            let others = all.iter().copied().filter(|group| !set.contains(group));
            let others: Vec<usize> = others.collect();
            let is_refuted = groups.solve(&others, &[], budget)?.is_some();
            let solution = grid_of(&groups, &statements).filter(|_| !is_refuted);
            let Some(solution) = solution else {
                return Err(verify::Wrong::NotRefuted.into());
            };
            let cells = cells_of(&set);
            let is_smallest = least == Some(cells.len());
            corrections.push(self.correction(&cells, solution, is_smallest, budget)?);
        }
        Ok((corrections, found.end))
    }

    /// Returns the correction of the marks of these cells, checked.
    fn correction(
        &self,
        cells: &[Cell],
        solution: Grid,
        is_smallest: bool,
        budget: &Budget,
    ) -> Result<Correction, NoAnswer> {
        let without = |cells: &[Cell]| self.without(cells);
        verify::correction(without, cells, &solution, budget)?;
        let is_unique = engine::is_only_solution(&without(cells), &solution, budget);
        let digits = cells
            .iter()
            .map(|&cell| Candidate::new(cell, solution.digit(cell)));
        Ok(Correction {
            clues: Vec::new(),
            missing: digits.collect(),
            is_smallest,
            is_unique: is_unique.ok(),
            solution,
        })
    }
}
