//! Triominoes: a board filled with pieces of three squares, corners and bars.
//!
//! The course's four triominoes on a board of 3×4, each once and not turned,
//! are `triominoes-3x4`.

use super::shape::{Turn, orientations, shape};
use super::tiling::tiling;
use super::{Board, Family, Instance, ProblemError};

pub(super) const FAMILY: Family = Family {
    name: "triominoes",
    arguments: "[6x9][,corners][,bars]",
    title: "a board filled with triominoes: corners, bars, or both",
    build: |arguments| {
        let board = arguments.rectangle()?;
        let kinds = match (arguments.flag("corners"), arguments.flag("bars")) {
            (true, false) => Triominoes::Corners,
            (false, true) => Triominoes::Bars,
            (true, true) | (false, false) => Triominoes::Both,
        };
        arguments.end()?;
        triominoes(&board.unwrap_or_else(|| Board::rectangle(6, 9)), kinds)
    },
};

/// Which triominoes there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Triominoes {
    /// The bent one.
    Corners,
    /// The straight one.
    Bars,
    /// Both.
    Both,
}

/// The triomino tilings of a board.
///
/// # Errors
/// If it would be too large.
pub fn triominoes(board: &Board, kinds: Triominoes) -> Result<Instance, ProblemError> {
    let drawings: &[&str] = match kinds {
        Triominoes::Corners => &["##/#."],
        Triominoes::Bars => &["###"],
        Triominoes::Both => &["##/#.", "###"],
    };
    let turned = |drawing: &&str| orientations(&shape(drawing), &Turn::flat());
    tiling("triominoes", board, drawings.iter().flat_map(turned))
}
