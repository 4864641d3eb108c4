//! The size of a grid, its cells and digits, and the candidates: a digit in a cell.

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

/// A cell by row and column, from 0. Shown as `r1c2`, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    row: u16,
    col: u16,
}

impl Cell {
    /// Returns the cell in this row and column, from 0.
    #[inline]
    pub fn new(row: usize, col: usize) -> Cell {
        Cell {
            row: row as u16,
            col: col as u16,
        }
    }

    /// Returns the row, from 0.
    #[inline]
    pub fn row(self) -> usize {
        usize::from(self.row)
    }

    /// Returns the column, from 0.
    #[inline]
    pub fn col(self) -> usize {
        usize::from(self.col)
    }

    /// Returns the cell's place in reading order, from 0.
    #[inline]
    pub fn index(self, size: Size) -> usize {
        self.row() * size.side() + self.col()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.col + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A digit, 1…N. Beyond 9 it is still called so.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(u16);

impl Digit {
    /// Returns the digit with this index, from 0: index 0 is the digit 1.
    #[inline]
    pub fn from_index(index: usize) -> Digit {
        Digit(index as u16)
    }

    /// Returns the digit with this value, from 1, if the size has it.
    pub fn from_value(value: usize, size: Size) -> Option<Digit> {
        (1..=size.side())
            .contains(&value)
            .then(|| Digit::from_index(value - 1))
    }

    /// Returns the index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the value, from 1.
    #[inline]
    pub fn value(self) -> usize {
        self.index() + 1
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A digit in a cell: what a SAT variable and an exact-cover option both
/// stand for. Shown as `r1c2=3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit in the cell.
    pub digit: Digit,
}

impl Candidate {
    /// Creates the candidate of this digit in this cell.
    pub fn new(cell: Cell, digit: Digit) -> Candidate {
        Candidate { cell, digit }
    }

    /// Returns the candidate's place, from 0, by cell in reading order and then digit.
    #[inline]
    pub fn index(self, size: Size) -> usize {
        self.cell.index(size) * size.side() + self.digit.index()
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, self.digit)
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
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

    #[test]
    fn people_count_from_one() {
        let size = Size::of_order(3).unwrap();
        let candidate = size.candidate(0);
        assert_eq!(candidate.to_string(), "r1c1=1");
        assert_eq!(size.cell(80).to_string(), "r9c9");
    }
}
