//! Where things are: order, cell, digit, house, candidate.

use std::fmt;

/// The order n of a Sudoku: boxes of n×n cells, a grid of n²×n².
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Order(u8);

impl Order {
    /// The largest order: n⁶ candidates must fit the numbers of DIMACS
    /// solvers, and kissat's end at 2³⁰ − 1 = 32⁶ − 1.
    pub const MAX: Order = Order(31);

    /// The order n, from 1 to [`Order::MAX`].
    pub fn new(n: usize) -> Option<Order> {
        (1..=usize::from(Order::MAX.0))
            .contains(&n)
            .then_some(Order(n as u8))
    }

    /// The order of a grid with `side` rows: the root of `side`, if there is one.
    pub fn from_side(side: usize) -> Option<Order> {
        let n = side.isqrt();
        if n * n == side { Order::new(n) } else { None }
    }

    /// n, the side of a box.
    #[inline]
    pub fn n(self) -> usize {
        usize::from(self.0)
    }

    /// n², the side of the grid and the number of digits.
    #[inline]
    pub fn side(self) -> usize {
        self.n() * self.n()
    }

    /// n⁴, the number of cells.
    #[inline]
    pub fn num_cells(self) -> usize {
        self.side() * self.side()
    }

    /// n⁶, the number of candidates.
    #[inline]
    pub fn num_candidates(self) -> usize {
        self.num_cells() * self.side()
    }

    /// The cells in reading order.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone {
        (0..self.num_cells()).map(move |index| self.cell(index))
    }

    /// The cell at this place in reading order.
    #[inline]
    pub fn cell(self, index: usize) -> Cell {
        Cell::new(index / self.side(), index % self.side())
    }

    /// The digits in ascending order.
    pub fn digits(self) -> impl DoubleEndedIterator<Item = Digit> + ExactSizeIterator + Clone {
        (0..self.side()).map(Digit::from_index)
    }

    /// The rows, then the columns, then the boxes.
    pub fn houses(self) -> impl Iterator<Item = House> + Clone {
        let rows = (0..self.side()).map(House::Row);
        let cols = (0..self.side()).map(House::Col);
        let boxes = (0..self.side()).map(House::Box);
        rows.chain(cols).chain(boxes)
    }

    /// The candidate at this place, by cell in reading order and then digit.
    #[inline]
    pub fn candidate(self, index: usize) -> Candidate {
        Candidate {
            cell: self.cell(index / self.side()),
            digit: Digit::from_index(index % self.side()),
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A cell by row and column, from 0. Shown as `r1c2`, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    row: u16,
    col: u16,
}

impl Cell {
    /// The cell in this row and column, from 0.
    #[inline]
    pub fn new(row: usize, col: usize) -> Cell {
        Cell {
            row: row as u16,
            col: col as u16,
        }
    }

    /// The row, from 0.
    #[inline]
    pub fn row(self) -> usize {
        usize::from(self.row)
    }

    /// The column, from 0.
    #[inline]
    pub fn col(self) -> usize {
        usize::from(self.col)
    }

    /// The box, from 0, in reading order.
    #[inline]
    pub fn box_index(self, order: Order) -> usize {
        self.row() / order.n() * order.n() + self.col() / order.n()
    }

    /// The cell's place in reading order, from 0.
    #[inline]
    pub fn index(self, order: Order) -> usize {
        self.row() * order.side() + self.col()
    }

    /// The cell's row, column and box.
    pub fn houses(self, order: Order) -> [House; 3] {
        [
            House::Row(self.row()),
            House::Col(self.col()),
            House::Box(self.box_index(order)),
        ]
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

/// A digit, 1…n². Beyond 9 it is still called so.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(u16);

impl Digit {
    /// The digit with this index, from 0: index 0 is the digit 1.
    #[inline]
    pub fn from_index(index: usize) -> Digit {
        Digit(index as u16)
    }

    /// The digit with this value, from 1, if the order has it.
    pub fn from_value(value: usize, order: Order) -> Option<Digit> {
        (1..=order.side())
            .contains(&value)
            .then(|| Digit::from_index(value - 1))
    }

    /// The index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The value, from 1.
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

/// A row, column or box, from 0. Shown as `row 1`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum House {
    /// A row, from the top.
    Row(usize),
    /// A column, from the left.
    Col(usize),
    /// A box, in reading order.
    Box(usize),
}

impl House {
    /// The house's cells in reading order.
    pub fn cells(self, order: Order) -> impl ExactSizeIterator<Item = Cell> + Clone {
        (0..order.side()).map(move |place| self.cell(place, order))
    }

    /// The house's cell at this place in reading order, from 0.
    #[inline]
    pub fn cell(self, place: usize, order: Order) -> Cell {
        let n = order.n();
        match self {
            House::Row(row) => Cell::new(row, place),
            House::Col(col) => Cell::new(place, col),
            House::Box(index) => Cell::new(index / n * n + place / n, index % n * n + place % n),
        }
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            House::Row(row) => write!(f, "row {}", row + 1),
            House::Col(col) => write!(f, "column {}", col + 1),
            House::Box(index) => write!(f, "box {}", index + 1),
        }
    }
}

/// A digit in a cell: what a SAT variable and an exact-cover option both
/// stand for. Shown as `r1c2=3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// Where.
    pub cell: Cell,
    /// What.
    pub digit: Digit,
}

impl Candidate {
    /// This digit in this cell.
    pub fn new(cell: Cell, digit: Digit) -> Candidate {
        Candidate { cell, digit }
    }

    /// The candidate's place, from 0, by cell in reading order and then digit.
    #[inline]
    pub fn index(self, order: Order) -> usize {
        self.cell.index(order) * order.side() + self.digit.index()
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
        assert_eq!(Order::new(0), None);
        assert_eq!(Order::new(32), None);
        assert_eq!(Order::from_side(16), Order::new(4));
        for side in [0, 2, 6, 12, 1024, usize::MAX] {
            assert_eq!(Order::from_side(side), None, "{side}");
        }
    }

    #[test]
    fn places_and_indices_are_a_bijection() {
        let order = Order::new(3).unwrap();
        for (index, cell) in order.cells().enumerate() {
            assert_eq!(cell.index(order), index);
        }
        for index in 0..order.num_candidates() {
            assert_eq!(order.candidate(index).index(order), index);
        }
    }

    #[test]
    fn every_cell_is_in_its_three_houses_and_in_no_other() {
        let order = Order::new(3).unwrap();
        for house in order.houses() {
            for cell in order.cells() {
                let inside = house.cells(order).any(|other| other == cell);
                assert_eq!(
                    inside,
                    cell.houses(order).contains(&house),
                    "{cell} {house}"
                );
            }
        }
    }

    #[test]
    fn people_count_from_one() {
        let order = Order::new(3).unwrap();
        let candidate = order.candidate(0);
        assert_eq!(candidate.to_string(), "r1c1=1");
        assert_eq!(House::Box(8).cell(8, order).to_string(), "r9c9");
        assert_eq!(House::Col(2).to_string(), "column 3");
    }
}
