//! The cell to try digits in where no technique applies.

use super::{Ends, Hints, Known};
use crate::sudoku::{Cell, Digit, Puzzle};
use itertools::Itertools as _;

/// The cell to go on with after the last step, where no technique applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The open cell with the fewest digits left.
    pub cell: Cell,
    /// The digits that are left there.
    pub digits: Vec<Digit>,
    /// The digit there in the solution, if exactly one is known to exist.
    pub digit: Option<Digit>,
    /// The same in sentences, without the digit of the solution.
    pub words: String,
}

impl Hints {
    /// Returns the cell to try digits in, if no technique applies.
    pub fn stuck(&self, puzzle: &Puzzle) -> Option<Stuck> {
        if self.end != Ends::Stuck {
            return None;
        }
        let marks = &self.after;
        let open = puzzle.size().cells();
        let open = open.filter(|&cell| marks.placed(cell).is_none());
        let cell = open.min_by_key(|&cell| marks.in_cell(cell).count())?;
        let digits: Vec<Digit> = marks.in_cell(cell).collect();
        let symbols = digits.iter().map(|&digit| puzzle.symbols().of(digit));
        let next = match self.known {
            Known::Several => "The puzzle has several solutions, so no steps lead to all digits.",
            Known::Undecided => {
                "From here the puzzle needs a search by trying digits. It is not known if it has \
                 exactly one solution: the search gave up."
            }
            Known::One(_) | Known::None(_) => {
                "From here the puzzle needs a search by trying digits."
            }
        };
        let words = format!(
            "{next} {cell} has the fewest digits: {}.",
            symbols.format(", ")
        );
        let digit = match &self.known {
            Known::One(grid) => Some(grid.digit(cell)),
            _ => None,
        };
        Some(Stuck {
            cell,
            digits,
            digit,
            words,
        })
    }
}
