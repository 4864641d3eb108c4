//! The size of a grid, its cells and digits, and the candidates: a digit in a cell.

use super::overlap::{Board, BoardError, BoardId};
use std::fmt;

/// The size N of a grid: N rows, N columns and the digits 1…N; or several such grids that
/// share the cells where they overlap ([`Size::overlapping`]).
///
/// A plain Sudoku of order n has N = n². Shown as `9×9`, several as `5 grids of 9×9`.
///
/// ```
/// use sudosat::sudoku::{Cell, Size};
///
/// let size = Size::of_order(3).unwrap();
/// assert_eq!((size.to_string(), size.num_cells()), ("9×9".to_owned(), 81));
/// assert!(size.cells().eq((0..9).flat_map(|row| (0..9).map(move |col| Cell::new(row, col)))));
/// // A 6×6 is of no order: 6 is no square.
/// assert_eq!(Size::new(6).unwrap().order(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    side: u16,
    /// Where several grids are; `None` for one.
    board: Option<BoardId>,
}

impl Size {
    /// The largest order of a plain Sudoku: n⁶ variables must fit the numbers
    /// of DIMACS solvers, and kissat's end at 2³⁰ − 1 = 32⁶ − 1.
    pub const MAX_ORDER: usize = 31;

    /// The largest size: that of the largest order.
    pub const MAX: Size = Size {
        side: (Size::MAX_ORDER * Size::MAX_ORDER) as u16,
        board: None,
    };

    /// Returns the size with this many rows, from 1 to [`Size::MAX`].
    pub fn new(side: usize) -> Option<Size> {
        let side = u16::try_from(side).ok()?;
        (1..=Size::MAX.side)
            .contains(&side)
            .then_some(Size { side, board: None })
    }

    /// Returns the size n² of a plain Sudoku of order n, for n from 1 to
    /// [`Size::MAX_ORDER`].
    pub fn of_order(n: usize) -> Option<Size> {
        (1..=Size::MAX_ORDER)
            .contains(&n)
            .then(|| Size::new(n * n))?
    }

    /// Returns the size of several N×N grids whose first cells are these: a Samurai is five grids of 9×9 that begin in r1c1, r1c13, r7c7, r13c1 and
    /// r13c13.
    ///
    /// # Errors
    /// If there are fewer than two grids, two in the same place, none at the border, or if the
    /// board is larger than [`Size::MAX`].
    pub fn overlapping(self, starts: Vec<Cell>) -> Result<Size, BoardError> {
        let board = Some(Board::of(self.side(), starts)?);
        Ok(Size { board, ..self })
    }

    /// Returns the order n of a plain Sudoku of this size, if it is one grid, and N a square n².
    pub fn order(self) -> Option<usize> {
        let n = self.side().isqrt();
        (n * n == self.side() && self.is_one_grid()).then_some(n)
    }

    /// Returns N, the number of digits, and of rows and of columns of a grid.
    #[inline]
    pub fn side(self) -> usize {
        usize::from(self.side)
    }

    /// Returns `true` for one N×N grid, `false` for several.
    #[inline]
    pub fn is_one_grid(self) -> bool {
        self.board.is_none()
    }

    /// Returns the first cell of each grid, in reading order.
    pub fn starts(self) -> &'static [Cell] {
        const FIRST: &[Cell] = &[Cell { row: 0, col: 0 }];
        self.board.map_or(FIRST, |board| &board.board().starts)
    }

    /// Returns the number of rows of all grids together, N for one.
    #[inline]
    pub fn rows(self) -> usize {
        self.board.map_or(self.side(), |board| board.board().rows)
    }

    /// Returns the number of columns of all grids together, N for one.
    #[inline]
    pub fn cols(self) -> usize {
        self.board.map_or(self.side(), |board| board.board().cols)
    }

    /// Returns the number of cells, N² for one grid.
    #[inline]
    pub fn num_cells(self) -> usize {
        match self.board {
            None => self.side() * self.side(),
            Some(board) => board.board().cells.len(),
        }
    }

    /// Returns the number of candidates: N for each cell, N³ for one grid.
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
        match self.board {
            None => Cell::new(index / self.side(), index % self.side()),
            Some(board) => board.board().cells[index],
        }
    }

    /// Returns `true` if the grid, or one of several, has this cell.
    pub fn has(self, cell: Cell) -> bool {
        match self.board {
            None => cell.row() < self.side() && cell.col() < self.side(),
            Some(board) => board.board().index(cell).is_some(),
        }
    }

    /// Returns the row of the board with this number, from 0: a cell for each column, `None`
    /// where there is no grid.
    pub fn row(self, row: usize) -> impl DoubleEndedIterator<Item = Option<Cell>> + Clone {
        let cells = (0..self.cols()).map(move |col| Cell::new(row, col));
        cells.map(move |cell| self.has(cell).then_some(cell))
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
        if !self.is_one_grid() {
            write!(f, "{} grids of ", self.starts().len())?;
        }
        write!(f, "{0}×{0}", self.side)
    }
}

/// A cell by row and column, from 0. Shown as `r1c2`, from 1.
///
/// ```
/// use sudosat::sudoku::Cell;
///
/// let cell = Cell::new(0, 8);
/// assert_eq!(cell.to_string(), "r1c9");
/// ```
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
    ///
    /// # Panics
    /// If it is in none of several grids.
    #[inline]
    pub fn index(self, size: Size) -> usize {
        match size.board {
            None => self.row() * size.side() + self.col(),
            Some(board) => board.board().index(self).expect("a cell of a grid"),
        }
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
///
/// ```
/// use sudosat::sudoku::{Digit, Size};
///
/// let size = Size::of_order(2).unwrap();
/// let four = Digit::from_value(4, size).unwrap();
/// assert_eq!((four.value(), four.index()), (4, 3));
/// assert_eq!(Digit::from_value(5, size), None);
/// ```
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
///
/// ```
/// use sudosat::sudoku::{Candidate, Cell, Digit, Size};
///
/// let size = Size::of_order(3).unwrap();
/// let candidate = Candidate::new(Cell::new(0, 1), Digit::from_value(3, size).unwrap());
/// assert_eq!(candidate.to_string(), "r1c2=3");
/// assert_eq!(size.candidate(candidate.index(size)), candidate);
/// ```
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
