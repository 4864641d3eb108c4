//! Houses: sets of cells that hold no digit twice, by name.

use std::fmt;

/// A set of cells that holds no digit twice, by name; numbered from 0, shown
/// from 1 as `row 1`, of several grids as `row 1 of grid 2`. [`super::Rules`] says which houses
/// a puzzle has, and which cells they have.
///
/// ```
/// use sudosat::sudoku::{House, HouseKind};
///
/// assert_eq!(House::new(HouseKind::Box, 3).to_string(), "box 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House {
    kind: HouseKind,
    /// Which of several grids it is in, from 0; `None` of one grid, and for houses that the
    /// setter names by their cells.
    grid: Option<u16>,
    number: u32,
}

impl House {
    /// Returns the house of one grid with this number among those of its kind, from 0.
    pub fn new(kind: HouseKind, number: usize) -> House {
        House {
            kind,
            grid: None,
            number: number as u32,
        }
    }

    /// Returns the same house of one of several grids, numbered from 0.
    #[must_use]
    pub fn of_grid(self, grid: usize) -> House {
        House {
            grid: Some(grid as u16),
            ..self
        }
    }

    /// Returns the kind of house.
    pub fn kind(self) -> HouseKind {
        self.kind
    }

    /// Returns which of several grids the house is in, from 0.
    pub fn grid(self) -> Option<usize> {
        self.grid.map(usize::from)
    }

    /// Returns the house's number among those of its kind, and of its grid, from 0.
    pub fn number(self) -> usize {
        self.number as usize
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind().noun(), self.number() + 1)?;
        match self.grid {
            None => Ok(()),
            Some(grid) => write!(f, " of grid {}", grid + 1),
        }
    }
}

/// The kinds of houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HouseKind {
    /// Rows, from the top.
    Row,
    /// Columns, from the left.
    Col,
    /// Boxes of r×c cells, in reading order.
    Box,
    /// Regions of a jigsaw, in the order of their first cells.
    Region,
    /// Diagonals: 0 falls from the first cell, the next rises to the last cell of the first row.
    Diagonal,
    /// Windows of Windoku, in reading order.
    Window,
    /// Disjoint groups: the cells at one place of their boxes, places in reading order.
    Group,
    /// Other sets of cells, in the order in which the rules name them.
    Extra,
    /// Cages without repeated digits, in the order in which the rules name them.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_are_counted_from_one() {
        let column = House::new(HouseKind::Col, 2);
        assert_eq!(column.to_string(), "column 3");
        assert_eq!(column.of_grid(1).to_string(), "column 3 of grid 2");
        let group = House::new(HouseKind::Group, 0);
        assert_eq!(group.to_string(), "disjoint group 1");
    }
}
