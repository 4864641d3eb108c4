//! Dominoes: a board filled with pieces of two squares.

use super::shape::{Turn, orientations, shape};
use super::tiling::tiling;
use super::{Board, Family, Instance, ProblemError};

pub(super) const FAMILY: Family = Family {
    name: "dominoes",
    arguments: "[8x8]",
    title: "a board filled with dominoes",
    build: |arguments| {
        let board = arguments.rectangle()?;
        arguments.end()?;
        dominoes(&board.unwrap_or_else(|| Board::rectangle(8, 8)))
    },
};

/// Returns the problem of tiling a board with dominoes.
///
/// # Errors
/// If the problem would be too large.
pub fn dominoes(board: &Board) -> Result<Instance, ProblemError> {
    tiling("dominoes", board, orientations(&shape("##"), &Turn::flat()))
}
