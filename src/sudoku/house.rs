//! Houses: sets of cells that hold no digit twice, by name.

use std::fmt;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_are_counted_from_one() {
        assert_eq!(House::Col(2).to_string(), "column 3");
        assert_eq!(House::Group(0).to_string(), "disjoint group 1");
    }
}
