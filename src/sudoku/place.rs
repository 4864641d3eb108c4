//! Types for places in a grid: cell, digit, house, candidate.

use super::Size;
use std::fmt;

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

/// A set of cells that holds no digit twice, by name; numbered from 0, shown
/// from 1 as `row 1`. [`super::Rules`] says which houses a puzzle has, and which
/// cells they have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum House {
    /// A row, from the top.
    Row(usize),
    /// A column, from the left.
    Col(usize),
    /// A box of r×c cells, in reading order.
    Box(usize),
    /// A region of a jigsaw, in the order of their first cells.
    Region(usize),
    /// A diagonal: 0 falls from r1c1, 1 rises to the last cell of row 1.
    Diagonal(usize),
    /// A window of Windoku, in reading order.
    Window(usize),
    /// The cells at one place of their boxes, places in reading order.
    Group(usize),
    /// Another set of cells, in the order in which the rules name them.
    Extra(usize),
    /// A cage without repeated digits, in the order in which the rules name them.
    Cage(usize),
}

impl House {
    /// Returns the kind of house.
    pub fn kind(self) -> HouseKind {
        match self {
            House::Row(_) => HouseKind::Row,
            House::Col(_) => HouseKind::Col,
            House::Box(_) => HouseKind::Box,
            House::Region(_) => HouseKind::Region,
            House::Diagonal(_) => HouseKind::Diagonal,
            House::Window(_) => HouseKind::Window,
            House::Group(_) => HouseKind::Group,
            House::Extra(_) => HouseKind::Extra,
            House::Cage(_) => HouseKind::Cage,
        }
    }

    /// Returns the house's number among those of its kind, from 0.
    pub fn number(self) -> usize {
        let (House::Row(number)
        | House::Col(number)
        | House::Box(number)
        | House::Region(number)
        | House::Diagonal(number)
        | House::Window(number)
        | House::Group(number)
        | House::Extra(number)
        | House::Cage(number)) = self;
        number
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind().noun(), self.number() + 1)
    }
}

/// The kinds of houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HouseKind {
    /// Rows.
    Row,
    /// Columns.
    Col,
    /// Boxes of r×c cells.
    Box,
    /// Regions of a jigsaw.
    Region,
    /// Diagonals.
    Diagonal,
    /// Windows of Windoku.
    Window,
    /// Disjoint groups: the cells at one place of their boxes.
    Group,
    /// Other sets of cells.
    Extra,
    /// Cages without repeated digits.
    Cage,
}

impl HouseKind {
    /// All kinds, in the order in which rules list their houses.
    pub const ALL: [HouseKind; 9] = [
        HouseKind::Row,
        HouseKind::Col,
        HouseKind::Box,
        HouseKind::Region,
        HouseKind::Diagonal,
        HouseKind::Window,
        HouseKind::Group,
        HouseKind::Extra,
        HouseKind::Cage,
    ];

    /// Returns the word for one house of this kind.
    pub fn noun(self) -> &'static str {
        match self {
            HouseKind::Row => "row",
            HouseKind::Col => "column",
            HouseKind::Box => "box",
            HouseKind::Region => "region",
            HouseKind::Diagonal => "diagonal",
            HouseKind::Window => "window",
            HouseKind::Group => "disjoint group",
            HouseKind::Extra => "extra house",
            HouseKind::Cage => "cage",
        }
    }

    /// Returns the letter that names of exact-cover items begin with.
    pub fn letter(self) -> char {
        match self {
            HouseKind::Row => 'R',
            HouseKind::Col => 'C',
            HouseKind::Box => 'B',
            HouseKind::Region => 'J',
            HouseKind::Diagonal => 'D',
            HouseKind::Window => 'W',
            HouseKind::Group => 'G',
            HouseKind::Extra => 'E',
            HouseKind::Cage => 'K',
        }
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
    fn people_count_from_one() {
        let size = Size::of_order(3).unwrap();
        let candidate = size.candidate(0);
        assert_eq!(candidate.to_string(), "r1c1=1");
        assert_eq!(size.cell(80).to_string(), "r9c9");
        assert_eq!(House::Col(2).to_string(), "column 3");
        assert_eq!(House::Group(0).to_string(), "disjoint group 1");
    }
}
