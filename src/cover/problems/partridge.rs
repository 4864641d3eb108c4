//! The partridge puzzle: one square of side 1, two of side 2, …, n of side n fill a square,
//! whose side is 1 + 2 + … + n because 1·1² + 2·2² + … + n·n² is its area.
//!
//! Item `#k` is covered exactly k times, each cell `0.0` once. There is no solution for n from 2
//! to 7; for 8 there are 2 332 up to symmetry, 18 656 in all, found by Bill Cutler. The puzzle is
//! Robert Wainwright's.

use super::draft::Draft;
use super::shape::Space;
use super::{Board, Family, Instance, ProblemError};
use crate::cover::Bounds;
use crate::cover::picture::{Canvas, Hues, Walls};

/// Greatest n: the options have then 15 040 167 items, and [`MAX_ENTRIES`](super::MAX_ENTRIES) are
/// allowed.
const LARGEST: usize = 15;

pub(super) const FAMILY: Family = Family {
    name: "partridge",
    arguments: "N",
    title: "one square of side 1, two of side 2, …, N of side N in a square",
    build: |arguments| {
        let n = arguments.number(1..=LARGEST)?;
        arguments.end()?;
        partridge(n)
    },
};

/// Returns the partridge puzzle of order n.
///
/// # Errors
/// If n is 0, or the problem would be too large.
pub fn partridge(n: usize) -> Result<Instance, ProblemError> {
    if n == 0 || n > LARGEST {
        return Err(ProblemError::TooLarge);
    }
    let side = n * (n + 1) / 2;
    let board = Board::rectangle(side, side);
    let mut canvas = Canvas::new(
        format!("partridge puzzle of order {n}"),
        Walls::Pieces,
        Hues::Marks,
    );
    canvas.panel(board.panel());
    let mut draft = Draft::new(canvas);
    let mut sizes = Vec::with_capacity(n);
    for size in 1..=n as u32 {
        let bounds = Bounds {
            low: size,
            high: size,
        };
        sizes.push(draft.bounded(&format!("#{size}"), bounds)?);
    }
    let cells = draft.primaries(board.names())?;
    let space = Space::new(board.cells());
    for (size, &item) in (1..=n as i32).zip(&sizes) {
        let mark = draft.canvas.mark(&size.to_string(), size as usize - 1);
        let square: Vec<_> = itertools::iproduct!(0..size, 0..size)
            .map(|(y, x)| [0, y, x])
            .collect();
        for place in space.placements(&square) {
            let items = place.iter().map(|&cell| cells[cell]);
            let ink = place.iter().map(|&cell| (cell, mark));
            draft.option(std::iter::once(item).chain(items), ink)?;
        }
    }
    Ok(draft.finish())
}
