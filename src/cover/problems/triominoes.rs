//! Triominoes: a board filled with pieces of three squares, bent or straight.
//!
//! `triominoes-3x4` is the course's problem: four triominoes on a board of 3×4,
//! each used once and not turned.

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

/// The kinds of triominoes to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Triominoes {
    /// The bent triomino.
    Corners,
    /// The straight triomino.
    Bars,
    /// Both kinds.
    Both,
}

/// Returns the problem of tiling a board with triominoes.
///
/// # Errors
/// If the problem would be too large.
pub fn triominoes(board: &Board, kinds: Triominoes) -> Result<Instance, ProblemError> {
    let drawings: &[&str] = match kinds {
        Triominoes::Corners => &["##/#."],
        Triominoes::Bars => &["###"],
        Triominoes::Both => &["##/#.", "###"],
    };
    let turned = |drawing: &&str| orientations(&shape(drawing), &Turn::flat());
    tiling("triominoes", board, drawings.iter().flat_map(turned))
}
