//! Queens that dominate a board: each square has a queen or is attacked by one.
//!
//! The item `queens` is covered exactly as often as there are queens, each square `0.0` at least
//! once. An option is a queen in a square, with all squares that it attacks. The least numbers of
//! queens for boards of side 1 to 8 are 1, 1, 1, 2, 3, 3, 4, 5, and there are 1, 4, 1, 12, 186, 4,
//! 86, 4860 ways to place them (OEIS A075458, A002564).

use super::draft::Draft;
use super::queens::chessboard;
use super::{Board, Family, Instance, ProblemError};
use crate::cover::Bounds;

/// Greatest side of the board: the options have then 16 609 002 items, and
/// [`MAX_ENTRIES`](super::MAX_ENTRIES) are allowed.
const LARGEST: usize = 171;

pub(super) const FAMILY: Family = Family {
    name: "domination",
    arguments: "N,QUEENS",
    title: "queens on a board of N×N such that each square has a queen or is attacked by one",
    build: |arguments| {
        let n = arguments.number(1..=LARGEST)?;
        let queens = arguments.number(1..=n * n)?;
        arguments.end()?;
        domination(n, queens)
    },
};

/// Returns the problem of placing this number of queens on an n×n board such that they dominate
/// it.
///
/// # Errors
/// If n or the number of queens is 0, or the problem would be too large.
pub fn domination(n: usize, queens: usize) -> Result<Instance, ProblemError> {
    let Some(high) = u32::try_from(queens).ok().filter(|&high| high > 0) else {
        return Err(ProblemError::TooLarge);
    };
    if n == 0 || n > LARGEST {
        return Err(ProblemError::TooLarge);
    }
    let mut canvas = chessboard(format!("{queens} queens that dominate"), n);
    let queen = canvas.mark("Q", 0);
    let mut draft = Draft::new(canvas);
    let all = draft.bounded("queens", Bounds { low: high, high })?;
    let board = Board::rectangle(n, n);
    let squares = board
        .names()
        .map(|name| draft.bounded(&name, Bounds { low: 1, high }));
    let squares = squares.collect::<Result<Vec<_>, _>>()?;
    for (row, col) in itertools::iproduct!(0..n, 0..n) {
        let reached = itertools::iproduct!(0..n, 0..n).filter(|&(other, across)| {
            let (down, right) = (row.abs_diff(other), col.abs_diff(across));
            down == 0 || right == 0 || down == right
        });
        let reached = reached.map(|(other, across)| squares[other * n + across]);
        draft.option(
            std::iter::once(all).chain(reached),
            [(row * n + col, queen)],
        )?;
    }
    Ok(draft.finish())
}
