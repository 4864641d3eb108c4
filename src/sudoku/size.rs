//! The size of a grid.

use super::{Candidate, Cell, Digit};
use std::fmt;

/// The size N of a grid: N rows, N columns and the digits 1…N.
///
/// A plain Sudoku of order n has N = n². Shown as `9×9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(u16);

impl Size {
    /// The largest order of a plain Sudoku: n⁶ variables must fit the numbers
    /// of DIMACS solvers, and kissat's end at 2³⁰ − 1 = 32⁶ − 1.
    pub const MAX_ORDER: usize = 31;

    /// The largest size: that of the largest order.
    pub const MAX: Size = Size((Size::MAX_ORDER * Size::MAX_ORDER) as u16);

    /// Returns the size with this many rows, from 1 to [`Size::MAX`].
    pub fn new(side: usize) -> Option<Size> {
        (1..=usize::from(Size::MAX.0))
            .contains(&side)
            .then_some(Size(side as u16))
    }

    /// Returns the size n² of a plain Sudoku of order n, for n from 1 to
    /// [`Size::MAX_ORDER`].
    pub fn of_order(n: usize) -> Option<Size> {
        (1..=Size::MAX_ORDER)
            .contains(&n)
            .then(|| Size((n * n) as u16))
    }

    /// Returns the order n of a plain Sudoku of this size, if the size is a square n².
    pub fn order(self) -> Option<usize> {
        let n = self.side().isqrt();
        (n * n == self.side()).then_some(n)
    }

    /// Returns N, the number of rows, of columns and of digits.
    #[inline]
    pub fn side(self) -> usize {
        usize::from(self.0)
    }

    /// Returns N², the number of cells.
    #[inline]
    pub fn num_cells(self) -> usize {
        self.side() * self.side()
    }

    /// Returns N³, the number of candidates.
    #[inline]
    pub fn num_candidates(self) -> usize {
        self.num_cells() * self.side()
    }

    /// Returns the cells in reading order.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone {
        (0..self.num_cells()).map(move |index| self.cell(index))
    }

    /// Returns the cell at this place in reading order.
    #[inline]
    pub fn cell(self, index: usize) -> Cell {
        Cell::new(index / self.side(), index % self.side())
    }

    /// Returns `true` if the grid has this cell.
    pub fn has(self, cell: Cell) -> bool {
        cell.row() < self.side() && cell.col() < self.side()
    }

    /// Returns the digits in ascending order.
    pub fn digits(self) -> impl DoubleEndedIterator<Item = Digit> + ExactSizeIterator + Clone {
        (0..self.side()).map(Digit::from_index)
    }

    /// Returns the candidate at this place, by cell in reading order and then digit.
    #[inline]
    pub fn candidate(self, index: usize) -> Candidate {
        Candidate {
            cell: self.cell(index / self.side()),
            digit: Digit::from_index(index % self.side()),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.0, self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_the_root_of_its_side() {
        assert_eq!(Size::of_order(0), None);
        assert_eq!(Size::of_order(32), None);
        assert_eq!(Size::new(16), Size::of_order(4));
        assert_eq!(Size::new(16).unwrap().order(), Some(4));
        assert_eq!(Size::new(6).unwrap().order(), None);
        for side in [0, 962, 1024, usize::MAX] {
            assert_eq!(Size::new(side), None, "{side}");
        }
    }

    #[test]
    fn places_and_indices_are_a_bijection() {
        let size = Size::new(6).unwrap();
        for (index, cell) in size.cells().enumerate() {
            assert_eq!(cell.index(size), index);
        }
        for index in 0..size.num_candidates() {
            assert_eq!(size.candidate(index).index(size), index);
        }
    }
}
