//! MacMahon's squares: the 24 squares whose sides have three colours fill a rectangle, sides that
//! meet have the same colour, and the rectangle's border is of one colour.
//!
//! Items are the cells `0.0` and the squares, named by the colours of their sides from the top
//! clockwise (`abac`; turns count as the same). The sides between cells, `h1.0` above and `v0.1`
//! to the left of a cell, are secondary items, whose colours must agree. For 4×6 there are 106 624 solutions,
//! 13 328 up to the four symmetries of the rectangle and the exchange of the other two colours
//! (Knuth, The Art of Computer Programming 7.2.2.1).

use super::draft::Draft;
use super::{Board, Family, Instance, ProblemError, macmahon_triangles};
use crate::cover::picture::{Canvas, Hues, Walls};
use std::collections::BTreeSet;

/// The colours of the sides; the border has the first.
const COLORS: [&str; 3] = ["a", "b", "c"];

pub(super) const FAMILY: Family = Family {
    name: "macmahon",
    arguments: "[4x6] or macmahon:triangles",
    title: "the 24 squares with sides of three colours, equal where they meet, or the 24 triangles \
            of four colours in a hexagon; the border is of one",
    build: |arguments| {
        if arguments.flag("triangles") {
            arguments.end()?;
            return macmahon_triangles();
        }
        let board = arguments.rectangle()?;
        arguments.end()?;
        macmahon(&board.unwrap_or_else(|| Board::rectangle(4, 6)))
    },
};

/// The colours of a square's sides: top, right, bottom, left.
type Sides = [usize; 4];

fn turns(sides: Sides) -> BTreeSet<Sides> {
    (0..4)
        .map(|turn| [0, 1, 2, 3].map(|side| sides[(side + turn) % 4]))
        .collect()
}

/// Returns the problem of MacMahon's squares on a full rectangle. One without 24 cells has no
/// solution.
///
/// # Errors
/// If the problem would be too large.
pub fn macmahon(board: &Board) -> Result<Instance, ProblemError> {
    let (rows, cols) = (board.rows(), board.cols());
    let mut canvas = Canvas::new(
        format!("MacMahon's squares in {rows}×{cols}"),
        Walls::Pieces,
        Hues::None,
    );
    canvas.panel(board.panel());
    let mut draft = Draft::new(canvas);
    let all = itertools::iproduct!(0..3, 0..3, 0..3, 0..3).map(|(a, b, c, d)| [a, b, c, d]);
    let squares: BTreeSet<Sides> = all
        .filter_map(|sides| turns(sides).first().copied())
        .collect();
    let name = |sides: Sides| sides.map(|color| COLORS[color]).concat();
    let cells = draft.primaries(board.names())?;
    let pieces = draft.primaries(squares.iter().map(|&square| name(square)))?;
    let mut between = |letter: char, rows: usize, cols: usize| {
        let names =
            itertools::iproduct!(0..rows, 0..cols).map(|(row, col)| format!("{letter}{row}.{col}"));
        names
            .map(|name| draft.secondary(&name))
            .collect::<Result<Vec<_>, _>>()
    };
    // Those of the border stay unused.
    let (across, along) = (between('h', rows + 1, cols)?, between('v', rows, cols + 1)?);
    let mut colors = Vec::with_capacity(3);
    for color in COLORS {
        colors.push(draft.color(color)?);
    }
    for (&square, &piece) in squares.iter().zip(&pieces) {
        for sides in turns(square) {
            let mark = draft.canvas.mark(&name(sides), 0);
            for (row, col) in itertools::iproduct!(0..rows, 0..cols) {
                let borders = [row == 0, col + 1 == cols, row + 1 == rows, col == 0];
                let items = [
                    across[row * cols + col],
                    along[row * (cols + 1) + col + 1],
                    across[(row + 1) * cols + col],
                    along[row * (cols + 1) + col],
                ];
                if (0..4).any(|side| borders[side] && sides[side] != 0) {
                    continue;
                }
                let inner = (0..4).filter(|&side| !borders[side]);
                let inner = inner.map(|side| (items[side], Some(colors[sides[side]])));
                let own = [(cells[row * cols + col], None), (piece, None)];
                draft.colored(own.into_iter().chain(inner), [(row * cols + col, mark)])?;
            }
        }
    }
    Ok(draft.finish())
}
