//! Queens: n of them on a board of n×n, none attacking another.
//!
//! Each row and each column has one queen: primary items `r0` and `c0`, ordered
//! from the middle outwards, which finds solutions sooner. Each diagonal has at
//! most one: secondary items `a0` (by the sum of row and column) and `b0`.
//! (Knuth, The Art of Computer Programming 7.2.2.1, "Secondary items".)

use super::draft::Draft;
use super::{Family, Instance, MAX_SQUARES, ProblemError};
use crate::cover::picture::{Canvas, Hues, Walls};

pub(super) const FAMILY: Family = Family {
    name: "queens",
    arguments: "N",
    title: "N queens on a board of N×N that don't attack each other",
    build: |arguments| {
        let n = arguments.number(1..=MAX_SQUARES.isqrt())?;
        arguments.end()?;
        queens(n)
    },
};

/// Returns the problem of placing n queens on an n×n board.
///
/// # Errors
/// If n is 0, or the problem would be too large.
pub fn queens(n: usize) -> Result<Instance, ProblemError> {
    if n == 0 || n > MAX_SQUARES.isqrt() {
        return Err(ProblemError::TooLarge);
    }
    let mut canvas = chessboard(format!("{n} queens"), n);
    let queen = canvas.mark("Q", 0);
    let mut draft = Draft::new(canvas);
    let lines = outwards(n);
    let (mut rows, mut cols) = (vec![None; n], vec![None; n]);
    for &line in &lines {
        rows[line] = Some(draft.primary(&format!("r{line}"))?);
        cols[line] = Some(draft.primary(&format!("c{line}"))?);
    }
    let mut diagonals = |letter: char| {
        let names = (0..2 * n - 1).map(|diagonal| format!("{letter}{diagonal}"));
        names
            .map(|name| draft.secondary(&name))
            .collect::<Result<Vec<_>, _>>()
    };
    let (rising, falling) = (diagonals('a')?, diagonals('b')?);
    for (&row, &col) in itertools::iproduct!(&lines, &lines) {
        let diagonals = [rising[row + col], falling[n - 1 + row - col]];
        let lines = rows[row].into_iter().chain(cols[col]);
        draft.option(lines.chain(diagonals), [(row * n + col, queen)])?;
    }
    Ok(draft.finish())
}

/// Returns the picture of an n×n board, with a dot in each square without a queen.
pub(super) fn chessboard(title: String, n: usize) -> Canvas {
    let mut canvas = Canvas::new(title, Walls::Regions, Hues::None);
    canvas.rectangle(n, n);
    for (row, col) in itertools::iproduct!(0..n, 0..n) {
        let square = canvas.square(row * n + col);
        square.shaded = (row + col) % 2 == 1;
        square.text = "·".to_owned();
    }
    canvas
}

/// Returns the lines of a board, from the middle outwards on both sides in
/// turn.
fn outwards(n: usize) -> Vec<usize> {
    let middle = n / 2;
    let pairs = (0..=middle).flat_map(|distance| {
        let after = (distance > 0).then_some(middle + distance);
        [after, middle.checked_sub(distance)]
    });
    pairs.flatten().filter(|&line| line < n).collect()
}
