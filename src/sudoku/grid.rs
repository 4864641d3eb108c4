//! A full grid.

use super::{Candidate, Cell, Digit, Size};

/// A digit in every cell. Whether it obeys the rules is for
/// [`crate::check`] to say.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid {
    size: Size,
    /// By cell in reading order.
    digits: Vec<Digit>,
}

impl Grid {
    /// Returns the grid with these digits, by cell in reading order.
    ///
    /// # Panics
    /// If there is not one digit a cell.
    pub fn new(size: Size, digits: Vec<Digit>) -> Grid {
        assert_eq!(digits.len(), size.num_cells());
        Grid { size, digits }
    }

    /// Returns the size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the digit in a cell.
    #[inline]
    pub fn digit(&self, cell: Cell) -> Digit {
        self.digits[cell.index(self.size)]
    }

    /// Returns the digits by cell in reading order.
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// Returns the candidates that the grid chooses, in reading order.
    pub fn candidates(&self) -> impl ExactSizeIterator<Item = Candidate> + Clone + '_ {
        let cells = self.size.cells().zip(&self.digits);
        cells.map(|(cell, &digit)| Candidate::new(cell, digit))
    }
}
