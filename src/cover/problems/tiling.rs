//! Tilings: boards filled with any number of copies of some shapes.

use super::draft::Draft;
use super::shape::{Shape, Space};
use super::{Board, Instance, ProblemError};
use crate::cover::picture::{Canvas, Hues, Walls};

/// Returns the problem of tiling a board with these shapes, without turning
/// them. Items are the squares `0.0`, by row and column from 0. An option is a
/// shape in a place.
pub(super) fn tiling(
    title: &str,
    board: &Board,
    shapes: impl IntoIterator<Item = Shape>,
) -> Result<Instance, ProblemError> {
    let title = format!("{title} in {}×{}", board.rows(), board.cols());
    let mut canvas = Canvas::new(title, Walls::Pieces, Hues::Neighbours);
    canvas.panel(board.panel());
    let mark = canvas.mark("", 0);
    let mut draft = Draft::new(canvas);
    let space = Space::new(board.cells());
    let squares = draft.primaries(board.names())?;
    let places: Vec<usize> = board.places().collect();
    for shape in shapes {
        for cells in space.placements(&shape) {
            let items = cells.iter().map(|&cell| squares[cell]);
            draft.option(items, cells.iter().map(|&cell| (places[cell], mark)))?;
        }
    }
    Ok(draft.finish())
}
