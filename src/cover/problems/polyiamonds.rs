//! All polyiamonds of one size (shapes of n equal triangles), each used once, in a
//! parallelogram.
//!
//! A triangle is three integers whose sum is 1 or 2, according to the way in which it points. Then
//! neighbours differ by 1 in one of them, and the symmetries of the plane exchange them or
//! subtract all from 1. Items are the pieces `1`, `2`, … and the triangles `0.0`, by the row of the
//! parallelogram and the place in it. The twelve
//! hexiamonds fill the rhombus of 6×6 in 156 ways up to its four symmetries (P. J. Torbijn,
//! Journal of Recreational Mathematics 2, 1969).

use super::draft::Draft;
use super::shape::{Cell, Shape};
use super::{Board, Family, Instance, ProblemError};
use crate::cover::picture::{Canvas, Hues, Panel, Square, Tiles, Walls};
use itertools::Itertools;
use std::collections::{BTreeSet, HashMap};

/// Greatest number of triangles of a piece. Chosen by hand: there are 160 pieces of nine.
const LARGEST: usize = 9;

pub(super) const FAMILY: Family = Family {
    name: "polyiamonds",
    arguments: "[6x6][,size=6]",
    title: "all shapes of n equal triangles, each once, in a parallelogram",
    build: |arguments| {
        let size = match arguments.value("size") {
            None => 6,
            Some(word) => match word.parse() {
                Ok(size @ 1..=LARGEST) => size,
                _ => return Err(arguments.error(format!("expected a size from 1 to {LARGEST}"))),
            },
        };
        let board = arguments.rectangle()?;
        arguments.end()?;
        polyiamonds(&board.unwrap_or_else(|| Board::rectangle(6, 6)), size)
    },
};

/// Returns the triangles moved so that the least values of the first two coordinates are 0.
fn normal(cells: impl IntoIterator<Item = Cell>) -> Shape {
    let mut cells: Shape = cells.into_iter().collect();
    let [down, right] = [0, 1].map(|axis| cells.iter().map(|cell| cell[axis]).min().unwrap_or(0));
    for [a, b, c] in &mut cells {
        (*a, *b, *c) = (*a - down, *b - right, *c + down + right);
    }
    cells.sort_unstable();
    cells
}

/// Returns the different orientations of a shape, in order.
fn orientations(shape: &[Cell]) -> BTreeSet<Shape> {
    let turned = itertools::iproduct!((0..3).permutations(3), [false, true]);
    let turned = turned.map(|(axes, inverted)| {
        normal(shape.iter().map(|cell| {
            [0, 1, 2].map(|axis| match inverted {
                true => 1 - cell[axes[axis]],
                false => cell[axes[axis]],
            })
        }))
    });
    turned.collect()
}

/// Returns all polyiamonds of this size, each in its first orientation.
fn pieces(size: usize) -> BTreeSet<Shape> {
    let mut pieces = BTreeSet::from([vec![[0, 0, 1]]]);
    for _ in 1..size {
        let grown = pieces.iter().flat_map(|piece| {
            let around = itertools::iproduct!(piece, 0..3).map(|(&cell, axis)| {
                let mut next = cell;
                next[axis] += if cell.iter().sum::<i32>() == 1 { 1 } else { -1 };
                next
            });
            let new = around.filter(|cell| !piece.contains(cell));
            let grown = new.map(|cell| piece.iter().copied().chain([cell]));
            grown
                .filter_map(|cells| orientations(&normal(cells)).pop_first())
                .collect::<Vec<_>>()
        });
        pieces = grown.collect();
    }
    pieces
}

/// Returns the problem of filling a parallelogram, of these rows and columns of pairs of
/// triangles, with all polyiamonds of a size, each once.
///
/// # Errors
/// If the size is not from 1 to 9, or the problem would be too large.
pub fn polyiamonds(board: &Board, size: usize) -> Result<Instance, ProblemError> {
    if !(1..=LARGEST).contains(&size) {
        return Err(ProblemError::TooLarge);
    }
    let (rows, cols) = (board.rows(), 2 * board.cols());
    let title = format!("polyiamonds of {size} triangles in {rows}×{}", board.cols());
    let mut canvas = Canvas::new(title, Walls::Pieces, Hues::Marks);
    // Each row begins a triangle further left, so that neighbours are above each other.
    let wide = cols + rows - 1;
    let place = |row: usize, col: usize| row * wide + rows - 1 - row + col;
    let mut panel = Panel {
        squares: vec![None; rows * wide],
        tiles: Tiles::Triangles { up: rows % 2 == 1 },
        ..Panel::rectangle(0, wide)
    };
    for (row, col) in itertools::iproduct!(0..rows, 0..cols) {
        panel.squares[place(row, col)] = Some(Square::default());
    }
    canvas.panel(panel);
    let mut draft = Draft::new(canvas);
    let shapes = pieces(size);
    let items = draft.primaries((1..=shapes.len()).map(|piece| piece.to_string()))?;
    let places: Vec<(usize, usize)> = itertools::iproduct!(0..rows, 0..cols).collect();
    let cells = draft.primaries(places.iter().map(|(row, col)| format!("{row}.{col}")))?;
    let cell = |&(row, col): &(usize, usize)| {
        let (a, b) = (row as i32, (col / 2) as i32);
        [a, b, 1 + (col % 2) as i32 - a - b]
    };
    let numbers: HashMap<Cell, usize> = places.iter().map(cell).zip(0..).collect();
    for (number, (shape, &item)) in shapes.iter().zip(&items).enumerate() {
        let mark = draft.canvas.mark(&(number + 1).to_string(), number);
        for shape in orientations(shape) {
            for (down, right) in itertools::iproduct!(0..rows as i32, 0..board.cols() as i32) {
                let moved = shape
                    .iter()
                    .map(|[a, b, c]| [a + down, b + right, c - down - right]);
                let Some(triangles) = moved
                    .map(|cell| numbers.get(&cell).copied())
                    .collect::<Option<Vec<_>>>()
                else {
                    continue;
                };
                let covered = triangles.iter().map(|&cell| cells[cell]);
                let ink = triangles
                    .iter()
                    .map(|&cell| (place(cell / cols, cell % cols), mark));
                draft.option(std::iter::once(item).chain(covered), ink)?;
            }
        }
    }
    Ok(draft.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OEIS A000577.
    #[test]
    fn there_are_as_many_pieces_as_known() {
        let numbers: Vec<usize> = (1..=8).map(|size| pieces(size).len()).collect();
        assert_eq!(numbers, [1, 1, 1, 3, 4, 12, 24, 66]);
    }
}
