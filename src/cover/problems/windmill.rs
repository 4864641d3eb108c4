//! Windmill dominoes: a domino of two large squares, and above it one of two small squares, turned
//! by an eighth.
//!
//! The side of a small square is half the diagonal of a large one, so a small square lies above
//! halves of two neighbouring large ones. Counted in half sides, the centre of a large square has
//! two odd coordinates, and that of a small one has one. At least one small square of a piece
//! touches its large domino. There are ten pieces, which may be turned but not reflected.
//!
//! Items are the pieces `0` to `9`, the large squares `0.0`, and the centres `s1.2` of the small
//! squares inside the rectangle, which are secondary. The ten fill 2×10 in 288 ways and 4×5 in
//! 501 484 (Knuth, The Art of Computer Programming 7.2.2.1, exercise 305).

use super::draft::Draft;
use super::{Board, Family, Instance, ProblemError};
use crate::cover::picture::{Canvas, Hues, Panel, Square, Walls};
use std::collections::BTreeSet;

pub(super) const FAMILY: Family = Family {
    name: "windmill",
    arguments: "[4x5]",
    title: "the ten windmill dominoes: large ones fill a rectangle, small ones above don't overlap",
    build: |arguments| {
        let board = arguments.rectangle()?;
        arguments.end()?;
        windmill(&board.unwrap_or_else(|| Board::rectangle(4, 5)))
    },
};

/// Row and column of a centre in half sides of the large squares.
type Centre = [i32; 2];

/// A piece, moved so that the least coordinates of its large squares are 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    large: [Centre; 2],
    small: [Centre; 2],
}

impl Piece {
    fn new(large: [Centre; 2], small: [Centre; 2]) -> Piece {
        let least = [0, 1].map(|axis| large[0][axis].min(large[1][axis]));
        let moved = |squares: [Centre; 2]| {
            let mut squares = squares.map(|[row, col]| [row - least[0] + 1, col - least[1] + 1]);
            squares.sort_unstable();
            squares
        };
        Piece {
            large: moved(large),
            small: moved(small),
        }
    }

    /// Returns the piece in its four directions, the same ones once.
    fn turns(self) -> BTreeSet<Piece> {
        let turned = |piece: &Piece| {
            let turn = |[row, col]: Centre| [col, -row];
            Some(Piece::new(piece.large.map(turn), piece.small.map(turn)))
        };
        std::iter::successors(Some(self), turned).take(4).collect()
    }
}

/// Returns the ten pieces, each in its first direction.
fn pieces() -> BTreeSet<Piece> {
    const AROUND: [Centre; 4] = [[-1, 0], [0, -1], [0, 1], [1, 0]];
    const BESIDE: [Centre; 4] = [[-1, -1], [-1, 1], [1, -1], [1, 1]];
    let plus = |one: Centre, other: Centre| [one[0] + other[0], one[1] + other[1]];
    let large = [[1, 1], [1, 3]];
    let glued = itertools::iproduct!(large, AROUND, BESIDE).map(|(square, side, corner)| {
        let touching = plus(square, side);
        Piece::new(large, [touching, plus(touching, corner)])
    });
    glued
        .filter_map(|piece| piece.turns().pop_first())
        .collect()
}

/// Returns the problem of filling a full rectangle with the ten windmill dominoes, each used once,
/// such that their small squares are inside too and do not overlap. One without 20 squares has no
/// solution.
///
/// # Errors
/// If the problem would be too large.
pub fn windmill(board: &Board) -> Result<Instance, ProblemError> {
    let (rows, cols) = (board.rows(), board.cols());
    let title = format!("windmill dominoes in {rows}×{cols}");
    let mut canvas = Canvas::new(title, Walls::Pieces, Hues::Marks);
    canvas.panel(Panel {
        title: "large".to_owned(),
        ..board.panel()
    });
    // A place for each centre inside the rectangle.
    let (high, wide) = (2 * rows - 1, 2 * cols - 1);
    let is_small = |place: usize| (place / wide + place % wide) % 2 == 1;
    let squares = (0..high * wide).map(|place| is_small(place).then(Square::default));
    canvas.panel(Panel {
        title: "small".to_owned(),
        squares: squares.collect(),
        ..Panel::rectangle(0, wide)
    });
    let mut draft = Draft::new(canvas);
    let shapes = pieces();
    let names = draft.primaries((0..shapes.len()).map(|piece| piece.to_string()))?;
    let large = draft.primaries(board.names())?;
    let mut small = Vec::with_capacity(high * wide);
    for place in 0..high * wide {
        let name = format!("s{}.{}", place / wide + 1, place % wide + 1);
        small.push(match is_small(place) {
            true => Some(draft.secondary(&name)?),
            false => None,
        });
    }
    let place = |[row, col]: Centre| {
        let row = usize::try_from(row - 1).ok()?;
        let col = usize::try_from(col - 1).ok()?;
        (row < high && col < wide).then_some(row * wide + col)
    };
    for (number, (&shape, &name)) in shapes.iter().zip(&names).enumerate() {
        let mark = draft.canvas.mark(&number.to_string(), number);
        let moved = itertools::iproduct!(shape.turns(), 0..rows as i32, 0..cols as i32);
        for (piece, down, right) in moved {
            let moved = |[row, col]: Centre| place([row + 2 * down, col + 2 * right]);
            let (below, above) = (piece.large.map(moved), piece.small.map(moved));
            let ([Some(a), Some(b)], [Some(c), Some(d)]) = (below, above) else {
                continue;
            };
            let below = [a, b].map(|place| place / wide / 2 * cols + place % wide / 2);
            let items = [name, large[below[0]], large[below[1]]];
            let items = items
                .into_iter()
                .chain([c, d].into_iter().filter_map(|place| small[place]));
            let ink = [below[0], below[1], rows * cols + c, rows * cols + d];
            draft.option(items, ink.map(|square| (square, mark)))?;
        }
    }
    Ok(draft.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The four directions of a piece that Knuth lists.
    #[test]
    fn there_are_ten_pieces() {
        assert_eq!(pieces().len(), 10);
        let piece = Piece::new([[1, 3], [1, 5]], [[1, 2], [2, 3]]);
        let turns = [
            Piece::new([[3, 3], [5, 3]], [[2, 3], [3, 2]]),
            Piece::new([[3, 3], [3, 1]], [[3, 4], [2, 3]]),
            Piece::new([[3, 1], [1, 1]], [[4, 1], [3, 2]]),
        ];
        assert_eq!(piece.turns(), turns.into_iter().chain([piece]).collect());
    }
}
