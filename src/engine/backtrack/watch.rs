//! What a backtracking search tells someone who looks on.

use crate::sudoku::rules::{Pair, Table};
use crate::sudoku::{Candidate, Cell, Digit, Grid, House};
use std::fmt;

/// Looks on while [`super::Backtrack`] works. Every method does nothing unless
/// overridden; `()` looks away.
#[allow(unused_variables)] // the names of the parameters are the documentation
pub trait Watcher {
    /// Whether [`Watcher::reject`] is to be called: finding the reason costs
    /// more than the rejection.
    fn wants_reasons(&self) -> bool {
        false
    }

    /// A digit is tried in a cell.
    fn attempt(&mut self, candidate: Candidate) {}

    /// The digit just tried can't be placed.
    fn reject(&mut self, candidate: Candidate, because: Because) {}

    /// The digit just tried is placed.
    fn place(&mut self, candidate: Candidate) {}

    /// A placement is taken back.
    fn undo(&mut self, candidate: Candidate) {}

    /// A cell has no digit left to try; the search returns to the one before.
    fn dead_end(&mut self, cell: Cell) {}

    /// Every cell is filled.
    fn solution(&mut self, grid: &Grid) {}
}

impl Watcher for () {}

/// Why a digit can't be placed in a cell. Shown as a clause of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    /// A house of the cell has the digit already.
    Taken {
        /// The house: the row if it has the digit, else the column, else the box.
        house: House,
        /// The digit.
        digit: Digit,
        /// Where it is.
        by: Cell,
    },
    /// A rule for two cells forbids it beside the digit of the other cell.
    Pair {
        /// The rule.
        pair: Pair,
        /// The other cell and its digit.
        by: Candidate,
    },
    /// The sum of a cage or an arrow could not be met any more.
    Table(Table),
    /// The puzzle excludes it.
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
