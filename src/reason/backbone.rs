//! The backbone of a puzzle: the cells that have the same digit in every solution, and
//! with it all candidates that some solution has.
//!
//! Each solution that is found shows candidates that are possible, and the search
//! prefers candidates that none has shown yet. A candidate that no search finds is
//! ruled out. Solutions are checked, and so is each step of each refutation.

use super::solutions::{Solutions, fits};
use super::statements::Statements;
use super::verify::{self, NoAnswer};
use crate::budget::{Budget, Stop};
use crate::formula::Var;
use crate::sudoku::{Candidate, Cell, Digit, Grid, Puzzle, Size};
use fixedbitset::FixedBitSet;

/// Largest number of solutions that are kept.
const SOLUTIONS: usize = 4;

/// For each candidate, whether some solution has it, none has it, or this is not decided.
#[derive(Clone, Debug)]
pub struct Backbone {
    size: Size,
    /// The candidates that a solution has, by index.
    possible: FixedBitSet,
    /// The candidates that no solution has, by index.
    ruled_out: FixedBitSet,
    /// At most four of the solutions; empty if there is none.
    pub solutions: Vec<Grid>,
    /// The reason why the search ended before every candidate was decided, if it did.
    pub stop: Option<Stop>,
}

impl Backbone {
    /// Finds the candidates of all solutions of a puzzle, as far as the budget allows.
    ///
    /// ```
    /// use sudosat::budget::Budget;
    /// use sudosat::reason::Backbone;
    /// use sudosat::sudoku::{Cell, Puzzle};
    ///
    /// let puzzle = Puzzle::from_values(&[1, 2, 0, 0, 3, 4, 0, 0, 2, 1, 0, 0, 0, 3, 0, 0]);
    /// let backbone = Backbone::find(&puzzle, &Budget::unlimited())?;
    /// let digit = backbone.digit(Cell::new(3, 0));
    /// assert_eq!(digit.map(|digit| digit.value()), Some(4));
    /// assert_eq!(backbone.possible(Cell::new(0, 2)).count(), 2);
    /// # Ok::<(), sudosat::reason::why::NoAnswer>(())
    /// ```
    ///
    /// # Errors
    /// If the budget ends before it is known that there is a solution or none, if the
    /// formula does not fit into memory, or if an answer fails its check.
    pub fn find(puzzle: &Puzzle, budget: &Budget) -> Result<Backbone, NoAnswer> {
        if !fits(puzzle) {
            return Err(Stop::Memory.into());
        }
        let statements = Statements::new(puzzle);
        let mut solutions = Solutions::new(&statements, budget)?;
        let mut backbone = Backbone::unknown(puzzle.size());
        match solutions.solution(budget)? {
            Some(grid) => backbone.add(&statements, grid)?,
            None => {
                verify::no_solution(&statements, budget)?;
                backbone.ruled_out.insert_range(..);
                return Ok(backbone);
            }
        }
        backbone.complete(&statements, &mut solutions, budget)?;
        Ok(backbone)
    }

    /// Finds the candidates of all solutions of a puzzle that is known to have one.
    pub(super) fn of_solvable(
        statements: &Statements,
        solutions: &mut Solutions,
        budget: &Budget,
    ) -> Result<Backbone, NoAnswer> {
        let mut backbone = Backbone::unknown(statements.size());
        backbone.complete(statements, solutions, budget)?;
        Ok(backbone)
    }

    /// Returns a backbone of which nothing is known.
    fn unknown(size: Size) -> Backbone {
        Backbone {
            size,
            possible: FixedBitSet::with_capacity(size.num_candidates()),
            ruled_out: FixedBitSet::with_capacity(size.num_candidates()),
            solutions: Vec::new(),
            stop: None,
        }
    }

    /// Checks a solution, and takes its candidates down as possible.
    fn add(&mut self, statements: &Statements, grid: Grid) -> Result<(), NoAnswer> {
        verify::solution(statements.puzzle(), &grid)?;
        let size = self.size;
        self.possible
            .extend(grid.candidates().map(|held| held.index(size)));
        if self.solutions.len() < SOLUTIONS {
            self.solutions.push(grid);
        }
        Ok(())
    }

    /// Finds out for each candidate if a solution has it, or sets the reason why the search
    /// ended before.
    fn complete(
        &mut self,
        statements: &Statements,
        solutions: &mut Solutions,
        budget: &Budget,
    ) -> Result<(), NoAnswer> {
        let mut refuter = verify::Refuter::new(statements, budget)?;
        for index in 0..self.size.num_candidates() {
            if self.possible.contains(index) {
                continue;
            }
            // Each solution should show many new candidates.
            for other in self.possible.zeroes() {
                solutions.groups.prefer(Var::new(other).positive());
            }
            let candidate = self.size.candidate(index);
            let decided = match solutions.solution_having(candidate, budget) {
                Ok(Some(grid)) => self.add(statements, grid),
                Ok(None) => refuter
                    .impossible(candidate, budget)
                    .map(|()| self.ruled_out.insert(index)),
                Err(stop) => Err(stop.into()),
            };
            if let Err(stop) = NoAnswer::unless_stopped(decided)? {
                self.stop = Some(stop);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Returns `true` if the puzzle has a solution.
    pub fn has_solution(&self) -> bool {
        !self.solutions.is_empty()
    }

    /// Returns the digits that solutions have in a cell, as far as they are known,
    /// ascending.
    pub fn possible(&self, cell: Cell) -> impl Iterator<Item = Digit> + '_ {
        let is_possible = move |&digit: &Digit| self.possible.contains(self.index(cell, digit));
        self.size.digits().filter(is_possible)
    }

    /// Returns the digits of a cell of which it is not known if a solution has them,
    /// ascending. There are none unless the search ended early.
    pub fn undecided(&self, cell: Cell) -> impl Iterator<Item = Digit> + '_ {
        let is_open = move |&digit: &Digit| {
            let index = self.index(cell, digit);
            !self.possible.contains(index) && !self.ruled_out.contains(index)
        };
        self.size.digits().filter(is_open)
    }

    /// Returns the digit that every solution has in a cell, if it is known that there
    /// is one.
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        let mut possible = self.possible(cell);
        let digit = possible.next()?;
        let is_only = possible.next().is_none() && self.undecided(cell).next().is_none();
        is_only.then_some(digit)
    }

    fn index(&self, cell: Cell, digit: Digit) -> usize {
        Candidate::new(cell, digit).index(self.size)
    }
}
