//! The rules of a puzzle as its setter states them.

use super::{Mark, RuleId};
use crate::sudoku::{Cell, Size};
use std::fmt;

/// The rules of a puzzle as its setter states them. [`super::Rules`] derives the houses,
/// pairs and tables from it; the checks of [`crate::check`] go by it alone.
///
/// ```
/// use sudosat::prelude::*;
/// use sudosat::sudoku::rules::{Cage, Spec};
///
/// // A 4×4 killer of one cage: two cells with the sum 3.
/// let mut spec = Spec::boxes(2, 2).unwrap();
/// let cells = vec![Cell::new(0, 0), Cell::new(0, 1)];
/// spec.cages.push(Cage { cells, sum: Some(3), repeats: false });
/// let puzzle = Puzzle::new(Rules::new(spec)?.into());
/// let grid = puzzle.solve()?.ok_or("it has a solution")?;
/// assert!(grid.digit(Cell::new(0, 0)).value() <= 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    /// The size of the grid.
    pub size: Size,
    /// The regions, beside rows and columns.
    pub regions: Regions,
    /// The diagonals which hold each digit once: the one that falls from r1c1,
    /// and the one that rises to the last cell of row 1.
    pub diagonals: [bool; 2],
    /// The windows between n×n boxes hold each digit once (Windoku).
    pub windows: bool,
    /// The cells at the same place of all boxes hold each digit once.
    pub disjoint_groups: bool,
    /// Further sets of cells that hold no digit twice.
    pub extra: Vec<Vec<Cell>>,
    /// Killer cages.
    pub cages: Vec<Cage>,
    /// Cells that hold an even or an odd digit.
    pub parities: Vec<(Cell, Parity)>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
    /// Marks of rules of the table of rules, or of the setter's own.
    pub marks: Vec<Mark>,
}

/// The regions of a grid, beside rows and columns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Regions {
    /// No regions: a Latin square.
    None,
    /// Boxes of this many rows and columns of cells.
    Boxes {
        /// Rows of cells of a box.
        rows: usize,
        /// Columns of cells of a box.
        cols: usize,
    },
    /// Regions of any form: for each cell in reading order its region. Regions
    /// are numbered from 0 in the order of their first cells.
    Map(Vec<u16>),
}

impl Regions {
    /// Returns the map of regions with these names, by cell in reading order.
    pub(crate) fn named<T: PartialEq>(names: impl IntoIterator<Item = T>) -> Vec<u16> {
        let mut known: Vec<T> = Vec::new();
        let number = |name: T| {
            let place = known.iter().position(|other| *other == name);
            place.unwrap_or_else(|| {
                known.push(name);
                known.len() - 1
            }) as u16
        };
        names.into_iter().map(number).collect()
    }
}

/// A killer cage: cells with a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cage {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The sum of their digits, if the cage has one.
    pub sum: Option<u32>,
    /// Set if a digit may stand in the cage more than once.
    pub repeats: bool,
}

/// An arrow: the digits along the shaft add up to the number in the bulb.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// The cells of the bulb; several are read as one decimal number, first
    /// cell first.
    pub bulb: Vec<Cell>,
    /// The cells of the shaft.
    pub shaft: Vec<Cell>,
}

/// The remainder of a cell's digit divided by two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Parity {
    /// No remainder.
    Even,
    /// A remainder of 1.
    Odd,
}

impl fmt::Display for Parity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Parity::Even => "even",
            Parity::Odd => "odd",
        })
    }
}

impl Spec {
    /// Returns a Latin square of this size: rows and columns and no other rule.
    pub fn latin(size: Size) -> Spec {
        Spec {
            size,
            regions: Regions::None,
            diagonals: [false; 2],
            windows: false,
            disjoint_groups: false,
            extra: Vec::new(),
            cages: Vec::new(),
            parities: Vec::new(),
            arrows: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Returns the rules of rows, columns and boxes of `rows` × `cols` cells; the size
    /// of the grid is their product.
    ///
    /// `None` if the product is 0 or larger than [`Size::MAX`].
    pub fn boxes(rows: usize, cols: usize) -> Option<Spec> {
        let size = Size::new(rows.checked_mul(cols)?)?;
        Some(Spec {
            regions: Regions::Boxes { rows, cols },
            ..Spec::latin(size)
        })
    }

    /// Adds a mark of a rule of the table of rules.
    ///
    /// # Panics
    /// If the table has no rule of this name.
    pub fn mark(&mut self, rule: &str, numbers: &[u32], cells: &[Cell]) {
        let known = RuleId::by_name(rule);
        self.marks.push(Mark {
            rule: known.unwrap_or_else(|| panic!("found '{rule}', expected a rule of the table")),
            cells: cells.to_vec(),
            numbers: numbers.to_vec(),
        });
    }

    /// Returns the marks of the rules of the table of rules with these names.
    pub fn marks_of(&self, rules: &[&str]) -> impl Iterator<Item = &Mark> {
        let marks = self.marks.iter();
        marks.filter(|mark| !mark.rule.is_own && rules.contains(&&mark.rule.name[..]))
    }

    /// Returns the rules that a grid of this size has where no others are stated: boxes
    /// as square as possible, wider than high (2×3 in a 6×6 grid). `None` for a prime
    /// size, which has no boxes; 1×1 has one.
    pub fn usual(size: Size) -> Option<Spec> {
        let side = size.side();
        let rows = (1..=side.isqrt())
            .rev()
            .find(|&rows| side.is_multiple_of(rows))?;
        let cols = side / rows;
        (rows > 1 || side == 1).then(|| Spec {
            regions: Regions::Boxes { rows, cols },
            ..Spec::latin(size)
        })
    }
}
