//! The reasons why rules make no sense.

use crate::io::counted;
use crate::sudoku::{Cell, Size};

/// The reason why what a setter states makes no sense as rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// The number of cells of a box is not the number of digits.
    #[error("boxes of {rows}×{cols} have {} cells, expected {side} in a grid of {side}×{side}", rows * cols)]
    Boxes {
        /// Rows of cells of a box.
        rows: usize,
        /// Columns of cells of a box.
        cols: usize,
        /// Number of digits.
        side: usize,
    },
    /// The number of entries of the map of regions is not the number of cells.
    #[error("found {found} cells in the map of the regions, expected {expected}")]
    Map {
        /// Number of cells of the map.
        found: usize,
        /// Number of cells of the grid.
        expected: usize,
    },
    /// The number of cells of a region is not the number of digits.
    #[error("region {region} (at {first}) has {found} cells, expected {expected}")]
    Region {
        /// Number of the region, from 1 in the order of first cells.
        region: usize,
        /// Its first cell.
        first: Cell,
        /// Number of its cells.
        found: usize,
        /// Number of digits.
        expected: usize,
    },
    /// There are more regions than digits.
    #[error("found one more region at {cell}, expected {most} regions")]
    Regions {
        /// The first cell of a region too many.
        cell: Cell,
        /// Number of digits.
        most: usize,
    },
    /// The bulb of an arrow has more cells than a sum can have digits.
    #[error("{rule}: found {found} cells in the bulb, expected at most {most}")]
    Bulb {
        /// The arrow.
        rule: String,
        /// Number of cells of the bulb.
        found: usize,
        /// Largest number that makes sense.
        most: usize,
    },
    /// Several grids have boxes, or no regions.
    #[error("several grids have boxes or no boxes, and no regions of any form")]
    Jigsaws,
    /// There are windows only between n×n boxes, from 2×2 on.
    #[error("windoku needs boxes of n×n cells, n ≥ 2")]
    Windows,
    /// Disjoint groups need boxes.
    #[error("disjoint-groups needs boxes")]
    Groups,
    /// A rule names a cell that the grid does not have.
    #[error("{rule}: found the cell {cell} in a grid of {size}")]
    Outside {
        /// The rule.
        rule: String,
        /// The cell.
        cell: Cell,
        /// The size of the grid.
        size: Size,
    },
    /// A rule names a cell twice.
    #[error("{rule}: found the cell {cell} twice")]
    Twice {
        /// The rule.
        rule: String,
        /// The cell.
        cell: Cell,
    },
    /// A rule has too few cells.
    #[error("{rule}: found {}, expected at least {least}", counted(*found, "cell"))]
    TooFew {
        /// The rule.
        rule: String,
        /// Number of its cells.
        found: usize,
        /// The smallest allowed number.
        least: usize,
    },
    /// A house has more cells than there are digits.
    #[error("{rule}: found {found} cells, and {side} digits cannot fill them without a repeat")]
    TooMany {
        /// The rule.
        rule: String,
        /// Number of its cells.
        found: usize,
        /// Number of digits.
        side: usize,
    },
    /// A mark has other cells than the rule is for.
    #[error("{rule}: found {found}, expected {expected}")]
    Shape {
        /// The rule.
        rule: String,
        /// The cells in words.
        found: String,
        /// What its cells should be.
        expected: &'static str,
    },
    /// A mark of a rule can't be turned into constraints.
    #[error("{rule}: {message}")]
    Mark {
        /// The rule.
        rule: String,
        /// The reason.
        message: String,
    },
    /// No digits have this sum, difference or ratio.
    #[error("{rule}: {found} is out of reach, expected {}", range(*least, *most))]
    Number {
        /// The rule.
        rule: String,
        /// The number.
        found: u32,
        /// Smallest number that is possible.
        least: u32,
        /// Largest number that is possible.
        most: u32,
    },
}

impl RulesError {
    /// Returns the kind and the number of the statement that the error is about, such as
    /// `cage 2`; `None` if it is about no statement of a list.
    #[cfg(feature = "json")]
    pub(crate) fn statement(&self) -> Option<String> {
        let (RulesError::Bulb { rule, .. }
        | RulesError::Outside { rule, .. }
        | RulesError::Twice { rule, .. }
        | RulesError::TooFew { rule, .. }
        | RulesError::TooMany { rule, .. }
        | RulesError::Shape { rule, .. }
        | RulesError::Mark { rule, .. }
        | RulesError::Number { rule, .. }) = self
        else {
            return None;
        };
        // The rest names sums and cells.
        let mut words = rule.split(' ');
        Some(format!("{} {}", words.next()?, words.next()?))
    }
}

/// Returns the numbers that are possible, in words.
fn range(least: u32, most: u32) -> String {
    match least == most {
        true => least.to_string(),
        false => format!("{least} to {most}"),
    }
}
