//! Searches for solutions of a puzzle, with its own clues or with others.

use super::groups::Groups;
use super::statements::{Statement, Statements, chosen};
use super::verify::{self, NoAnswer};
use crate::budget::{Budget, Stop};
use crate::encode::{self, Encoding, Layout};
use crate::engine::memory;
use crate::formula::{Lit, Var};
use crate::sudoku::{Candidate, Cell, Digit, Grid, Puzzle};

/// About how many times the memory of its clauses a formula takes: there are up to
/// four solvers of it, which also watch its clauses.
const COPIES: u64 = 10;

/// Returns `true` if the formula of the puzzle fits into memory, some copies of it
/// included.
pub(super) fn fits(puzzle: &Puzzle) -> bool {
    let size = encode::size(puzzle, &Encoding::EXTENDED, Layout::default());
    size.fits().is_ok() && size.memory().saturating_mul(COPIES) <= memory::total()
}

/// Finds solutions of a puzzle: a formula whose rules hold in every search.
pub(super) struct Solutions<'a> {
    statements: &'a Statements,
    /// The statements as groups; those of the clues can be left out.
    pub(super) groups: Groups,
    /// The literals of the clues.
    clues: Vec<Lit>,
}

impl<'a> Solutions<'a> {
    pub(super) fn new(statements: &'a Statements, budget: &Budget) -> Result<Solutions<'a>, Stop> {
        let is_rule = |statement: Statement| !matches!(statement, Statement::Clue(_));
        let clues = statements.puzzle().clues();
        Ok(Solutions {
            statements,
            groups: statements.groups(is_rule, budget)?,
            clues: clues.map(|clue| statements.lit(clue)).collect(),
        })
    }

    /// Returns a solution, if there is one.
    pub(super) fn solution(&mut self, budget: &Budget) -> Result<Option<Grid>, Stop> {
        let clues = self.clues.clone();
        self.solution_with(&clues, budget)
    }

    /// Returns a grid that obeys the rules and these literals, if there is one.
    pub(super) fn solution_with(
        &mut self,
        lits: &[Lit],
        budget: &Budget,
    ) -> Result<Option<Grid>, Stop> {
        match self.groups.is_possible(lits, budget)? {
            true => Ok(grid_of(&self.groups, self.statements)),
            false => Ok(None),
        }
    }

    /// Returns a solution with this candidate, if there is one.
    pub(super) fn solution_having(
        &mut self,
        candidate: Candidate,
        budget: &Budget,
    ) -> Result<Option<Grid>, Stop> {
        let mut lits = self.clues.clone();
        lits.push(self.statements.lit(candidate));
        self.solution_with(&lits, budget)
    }

    /// Returns the only grid that obeys the rules and these literals, if there is
    /// exactly one.
    pub(super) fn only_solution(
        &mut self,
        lits: &[Lit],
        budget: &Budget,
    ) -> Result<Option<Grid>, Stop> {
        let Some(grid) = self.solution_with(lits, budget)? else {
            return Ok(None);
        };
        // The clause holds only if its last literal is assumed to be false.
        let switch = Var::new(self.groups.new_vars(1)).positive();
        let mut differs: Vec<Lit> = grid
            .candidates()
            .map(|held| !self.statements.lit(held))
            .collect();
        differs.push(switch);
        self.groups.fixed().add(&differs);
        let mut lits = lits.to_vec();
        lits.push(!switch);
        let is_other = self.groups.is_possible(&lits, budget);
        self.groups.fixed().add(&[switch]);
        Ok((!is_other?).then_some(grid))
    }

    /// Returns the digits that solutions have in a cell, ascending, each solution and
    /// each missing digit checked.
    pub(super) fn digits(&mut self, cell: Cell, budget: &Budget) -> Result<Vec<Digit>, NoAnswer> {
        let mut possible = Vec::new();
        let mut ruled_out = Vec::new();
        for digit in self.statements.size().digits() {
            let candidate = Candidate::new(cell, digit);
            match self.solution_having(candidate, budget)? {
                None => ruled_out.push(candidate),
                Some(grid) => {
                    verify::solution(self.statements.puzzle(), &grid)?;
                    possible.push(digit);
                }
            }
        }
        verify::impossible(self.statements, ruled_out, budget)?;
        Ok(possible)
    }
}

/// Returns the model found last as a grid, if each cell has a digit.
pub(super) fn grid_of(groups: &Groups, statements: &Statements) -> Option<Grid> {
    let size = statements.size();
    let chosen = chosen(groups, size);
    let digit = |cell: usize| {
        let mut digits =
            (0..size.side()).filter(|digit| chosen.contains(cell * size.side() + digit));
        digits.next().map(Digit::from_index)
    };
    let digits: Option<Vec<Digit>> = (0..size.num_cells()).map(digit).collect();
    Some(Grid::new(size, digits?))
}
