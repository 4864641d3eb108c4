//! A full grid.

use super::{Candidate, Cell, Digit, Size};

/// A digit in every cell. Whether it obeys the rules is for
/// [`crate::check`] to say.
///
/// ```
/// use sudosat::sudoku::{Cell, Digit, Grid, Size};
///
/// let digits = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
/// let digits = digits.map(|value| Digit::from_index(value - 1));
/// let grid = Grid::new(Size::of_order(2).unwrap(), digits.to_vec());
/// assert_eq!(grid.digit(Cell::new(1, 0)).value(), 3);
/// assert_eq!(grid.to_string(), "1234\n3412\n2143\n4321\n");
/// ```
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
