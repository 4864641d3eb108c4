//! Taking clues away.

use crate::sudoku::{Grid, Puzzle};
use fastrand::Rng;

/// The grid with this many of its digits left as clues, any of them; all if
/// the grid has no more. There may be other solutions.
pub fn with_clues(grid: &Grid, clues: usize, rng: &mut Rng) -> Puzzle {
    let order = grid.order();
    let mut cells: Vec<_> = order.cells().collect();
    rng.shuffle(&mut cells);
    let mut puzzle = Puzzle::empty(order);
    for &cell in cells.iter().take(clues) {
        puzzle.set_clue(cell, Some(grid.digit(cell)));
    }
    puzzle
}

/// A puzzle with this many clues and no solution but the grid, or `None` if
/// the order in which clues were tried didn't lead to one.
///
/// `is_only` says whether the grid, which is a solution, is the only one.
///
/// # Errors
/// Those of `is_only`.
pub fn unique_with_clues<E>(
    grid: &Grid,
    clues: usize,
    rng: &mut Rng,
    is_only: impl FnMut(&Puzzle, &Grid) -> Result<bool, E>,
) -> Result<Option<Puzzle>, E> {
    let puzzle = dig(grid, clues, rng, is_only)?;
    Ok((puzzle.num_clues() <= clues).then_some(puzzle))
}

/// A puzzle with no solution but the grid, of which no clue can be spared.
///
/// # Errors
/// Those of `is_only`, which is as in [`unique_with_clues`].
pub fn minimal<E>(
    grid: &Grid,
    rng: &mut Rng,
    is_only: impl FnMut(&Puzzle, &Grid) -> Result<bool, E>,
) -> Result<Puzzle, E> {
    dig(grid, 0, rng, is_only)
}

/// Takes clues away in random order as long as the grid is the only solution
/// and more than `clues` are left.
///
/// A clue that can't be spared can't be spared later either, as later there
/// are fewer clues: so each is tried once. Clues are tried many at a time, and
/// if they can't go together, in halves; the outcome is that of trying them one
/// by one.
fn dig<E>(
    grid: &Grid,
    clues: usize,
    rng: &mut Rng,
    mut is_only: impl FnMut(&Puzzle, &Grid) -> Result<bool, E>,
) -> Result<Puzzle, E> {
    let order = grid.order();
    let mut untried: Vec<_> = order.cells().collect();
    rng.shuffle(&mut untried);
    let mut puzzle = Puzzle::empty(order);
    for cell in order.cells() {
        puzzle.set_clue(cell, Some(grid.digit(cell)));
    }
    let mut left = untried.len();
    // How many to try at a time.
    let mut stride = left.div_ceil(4);
    while left > clues && !untried.is_empty() {
        let count = stride.min(left - clues).min(untried.len());
        let rest = untried.len() - count;
        for &cell in &untried[rest..] {
            puzzle.set_clue(cell, None);
        }
        if is_only(&puzzle, grid)? {
            left -= count;
            untried.truncate(rest);
            stride *= 2;
            continue;
        }
        for &cell in &untried[rest..] {
            puzzle.set_clue(cell, Some(grid.digit(cell)));
        }
        if count == 1 {
            untried.pop();
        }
        stride = (count / 2).max(1);
    }
    Ok(puzzle)
}
