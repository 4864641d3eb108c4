//! Pencil marks that leave no solution: the digits that they lack.

use super::NoAnswer;
use super::corrections::{Correction, Removable};
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

    /// Finds minimal sets of cells without whose marks the puzzle has a solution, at most `limit`.
    pub(super) fn corrections(
        &self,
        puzzle: &Puzzle,
        limit: usize,
        budget: &Budget,
    ) -> Result<(Vec<Correction>, End), NoAnswer> {
        let without = |cells: &[Cell]| self.without(cells);
        if engine::is_only_solution(&self.unmarked, &self.solution, budget)? {
            let is_excluded =
                |candidate: &Candidate| puzzle.excluded().binary_search(candidate).is_ok();
            let missing = self.solution.candidates().filter(is_excluded);
            let cells: Vec<Cell> = missing.map(|candidate| candidate.cell).collect();
            let solution = self.solution.clone();
            let correction = Correction::checked(&without, &cells, solution, true, budget)?;
            return Ok((vec![correction], End::Complete));
        }
        let statements = Statements::new(&self.unmarked);
        let mut groups = statements.groups(|_| true, budget)?;
        let mut members = Vec::new();
        for (cell, excluded) in &self.excluded {
            let group = groups.len();
            let mut sink = groups.add();
            excluded
                .iter()
                .for_each(|&candidate| sink.add(&[!statements.lit(candidate)]));
            members.extend(groups.selector(group).map(|kept| (group, *cell, kept)));
        }
        let mut removable = Removable {
            statements: &statements,
            groups: &mut groups,
            members,
            without: &without,
        };
        removable.corrections(limit, budget)
    }
}
