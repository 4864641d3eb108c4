//! Minimal correction sets: clues, or pencil marks of cells, without which a puzzle has a solution.

use super::NoAnswer;
use crate::budget::{Budget, Stop};
use crate::engine;
use crate::formula::Lit;
use crate::reason::corrections::End;
use crate::reason::groups::Groups;
use crate::reason::solutions::grid_of;
use crate::reason::statements::Statements;
use crate::reason::verify::{self, Wrong};
use crate::sudoku::{Candidate, Cell, Grid, Puzzle};

/// A minimal set of clues, or of pencil marks, without which there is a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Correction {
    /// The clues, in reading order.
    pub clues: Vec<Candidate>,
    /// The candidates of `solution` that the pencil marks lack, in reading order.
    pub missing: Vec<Candidate>,
    /// Set if no set of fewer cells is enough.
    pub is_smallest: bool,
    /// Set if there is exactly one solution without them; `None` if this was not
    /// decided.
    pub is_unique: Option<bool>,
    /// A solution without them.
    pub solution: Grid,
}

/// Largest number of clues of the correction sets that are listed by size.
const MOST: usize = 5;

/// Limit on the conflicts of a search for a correction set.
const CONFLICTS: u64 = 20_000;

/// Largest number of sets of a size that are compared, to list those first that leave
/// exactly one solution: with two wrong clues there are some dozens of sets.
const COMPARED: usize = 100;

/// Limit on the conflicts of a search for a second solution, in such a comparison.
const COMPARING_CONFLICTS: u64 = 2_000;

impl Correction {
    /// Returns the cells of the clues or marks, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let candidates = self.clues.iter().chain(&self.missing);
        candidates.map(|candidate| candidate.cell)
    }

    /// Returns the correction of the clues, or marks, of these cells, checked: `solution` is a
    /// solution without them. `without` returns the puzzle without those of some cells.
    pub(super) fn checked(
        without: &dyn Fn(&[Cell]) -> Puzzle,
        cells: &[Cell],
        solution: Grid,
        is_smallest: bool,
        budget: &Budget,
    ) -> Result<Correction, NoAnswer> {
        let (puzzle, fewer) = (without(&[]), without(cells));
        verify::correction(without, cells, &solution, budget)?;
        let is_left_out = |cell: &Cell| puzzle.clue(*cell) != fewer.clue(*cell);
        let (clues, marks): (Vec<Cell>, Vec<Cell>) =
            cells.iter().partition(|cell| is_left_out(cell));
        let missing = |cell| Candidate::new(cell, solution.digit(cell));
        let clue = |cell| Some(Candidate::new(cell, puzzle.clue(cell)?));
        Ok(Correction {
            clues: clues.into_iter().filter_map(clue).collect(),
            missing: marks.into_iter().map(missing).collect(),
            is_smallest,
            is_unique: engine::is_only_solution(&fewer, &solution, budget).ok(),
            solution,
        })
    }
}

/// Clues, or the pencil marks of cells, of which some are left out.
pub(super) struct Removable<'a> {
    pub statements: &'a Statements,
    pub groups: &'a mut Groups,
    /// For each of them its group, its cell, and the literal that is assumed where it is kept.
    pub members: Vec<(usize, Cell, Lit)>,
    /// Returns the puzzle without those of some cells.
    pub without: &'a dyn Fn(&[Cell]) -> Puzzle,
}

impl Removable<'_> {
    /// Finds minimal sets of them without which there is a solution: at most `limit` sets, or a
    /// larger one if no set is of at most [`MOST`] cells. They are smallest first, then those that leave
    /// exactly one solution, then in reading order.
    pub(super) fn corrections(
        &mut self,
        limit: usize,
        budget: &Budget,
    ) -> Result<(Vec<Correction>, End), NoAnswer> {
        let all: Vec<usize> = self.members.iter().map(|&(group, ..)| group).collect();
        let limited = budget.clone().with_steps(CONFLICTS);
        let found = self
            .groups
            .corrections(&all, &[], MOST, limit, COMPARED, &limited);
        let (mut sets, mut end) = (found.sets, found.end);
        if sets.len() > limit {
            sets = self.first(sets, limit, budget);
            if !matches!(end, End::Stopped(_)) {
                end = End::More;
            }
        }
        let least = sets.first().map(Vec::len);
        if sets.is_empty() {
            // One that is minimal, but perhaps not smallest.
            let kept = self.groups.maximal(&all, &[], Vec::new(), &limited)?;
            let left_out = all.into_iter().zip(kept).filter(|(_, is_kept)| !is_kept);
            sets.push(left_out.map(|(group, _)| group).collect());
        }
        let mut corrections = Vec::new();
        for set in sets {
            let solution = self.solution_without(&set, budget)?;
            let solution = solution.ok_or(Wrong::NotRefuted)?;
            let (cells, is_smallest) = (self.cells(&set), least == Some(set.len()));
            let without = self.without;
            corrections.push(Correction::checked(
                without,
                &cells,
                solution,
                is_smallest,
                budget,
            )?);
        }
        corrections.sort_by_key(|correction| {
            let cells: Vec<Cell> = correction.cells().collect();
            let is_unique = correction.is_unique == Some(true);
            (cells.len(), !is_unique, cells)
        });
        Ok((corrections, end))
    }

    /// Returns `limit` of the sets, those that come first in the order of the corrections.
    fn first(&mut self, sets: Vec<Vec<usize>>, limit: usize, budget: &Budget) -> Vec<Vec<usize>> {
        let limited = budget.clone().with_steps(COMPARING_CONFLICTS);
        let mut is_unique = |set: &[usize]| {
            let Ok(Some(grid)) = self.solution_without(set, &limited) else {
                return false;
            };
            let fewer = (self.without)(&self.cells(set));
            engine::is_only_solution(&fewer, &grid, &limited).unwrap_or(false)
        };
        let sets = sets.into_iter();
        let mut sets: Vec<_> = sets.map(|set| (set.len(), !is_unique(&set), set)).collect();
        sets.sort_unstable();
        sets.truncate(limit);
        sets.into_iter().map(|(_, _, set)| set).collect()
    }

    /// Returns a solution without the clues or marks of some groups, if there is one.
    fn solution_without(&mut self, set: &[usize], budget: &Budget) -> Result<Option<Grid>, Stop> {
        let kept = self
            .members
            .iter()
            .filter(|(group, ..)| !set.contains(group));
        let kept: Vec<Lit> = kept.map(|&(.., lit)| lit).collect();
        let is_possible = self.groups.is_possible(&kept, budget)?;
        Ok(grid_of(self.groups, self.statements).filter(|_| is_possible))
    }

    fn cells(&self, set: &[usize]) -> Vec<Cell> {
        let members = self.members.iter();
        let members = members.filter(|(group, ..)| set.contains(group));
        members.map(|&(_, cell, _)| cell).collect()
    }
}
