//! The observer of a backtracking search.

use crate::sudoku::rules::{Pair, Table};
use crate::sudoku::{Candidate, Cell, Digit, Grid, House};
use std::fmt;

/// Receives the steps of [`super::Backtrack`] while it searches. Every method does
/// nothing unless overridden; `()` overrides none.
#[allow(unused_variables)] // the names of the parameters are the documentation
pub trait Watcher {
    /// Returns `true` if [`Watcher::reject`] is to be called. Finding the reason takes
    /// longer than the rejection itself.
    fn wants_reasons(&self) -> bool {
        false
    }

    /// Called before the search tries a digit in a cell.
    fn attempt(&mut self, candidate: Candidate) {}

    /// Called if the digit just tried cannot be placed, with the reason.
    fn reject(&mut self, candidate: Candidate, because: Because) {}

    /// Called after the digit just tried was placed.
    fn place(&mut self, candidate: Candidate) {}

    /// Called after a digit was removed from its cell again.
    fn undo(&mut self, candidate: Candidate) {}

    /// Called if a cell has no digit left to try, before the search returns to the
    /// cell filled before it.
    fn dead_end(&mut self, cell: Cell) {}

    /// Called with each solution.
    fn solution(&mut self, grid: &Grid) {}
}

impl Watcher for () {}

/// A reason why a digit cannot be placed in a cell. Shown as a clause of a
/// sentence, such as `row 1 has a 3 in r1c4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    /// A house of the cell has the digit already.
    Taken {
        /// The house: the row if it has the digit, else the column, else the box.
        house: House,
        /// The digit.
        digit: Digit,
        /// The cell of the house that has the digit.
        by: Cell,
    },
    /// A rule for two cells forbids the digit, given the digit of the other cell.
    Pair {
        /// The rule.
        pair: Pair,
        /// The other cell and its digit.
        by: Candidate,
    },
    /// The digit would make the sum of this cage or arrow impossible.
    Table(Table),
    /// The puzzle excludes the candidate.
    Excluded,
}

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Because::Taken { house, digit, by } => write!(f, "{house} has a {digit} in {by}"),
            Because::Pair { pair, by } => write!(f, "{by}, and the rule is {pair}"),
            Because::Table(table) => write!(f, "it breaks {table}"),
            Because::Excluded => f.write_str("the puzzle excludes it"),
        }
    }
}
