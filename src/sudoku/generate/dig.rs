//! Removing clues from full grids.

use super::Symmetry;
use crate::sudoku::{Cell, Grid, Puzzle, Rules};
use fastrand::Rng;
use std::sync::Arc;

/// Returns the grid with `clues` random digits left as clues in a pattern of this
/// symmetry, or with all if it has no more. There are fewer where no pattern of the
/// symmetry has as many ([`Symmetry::allows`]). The puzzle may have other solutions.
///
/// Here and below the grid must satisfy the rules.
pub fn with_clues(
    rules: &Arc<Rules>,
    grid: &Grid,
    clues: usize,
    symmetry: Symmetry,
    rng: &mut Rng,
) -> Puzzle {
    /// Groups of different sizes may be taken so that the rest does not fit.
    const TRIES: usize = 100;
    let clues = clues.min(grid.size().num_cells());
    let mut groups = symmetry.groups(grid.size());
    let mut puzzle = Puzzle::new(Arc::clone(rules));
    for _ in 0..TRIES {
        rng.shuffle(&mut groups);
        puzzle = Puzzle::new(Arc::clone(rules));
        let mut left = clues;
        for group in &groups {
            if group.len() <= left {
                left -= group.len();
                for &cell in group {
                    puzzle.set_clue(cell, Some(grid.digit(cell)));
                }
            }
        }
        if left == 0 {
            break;
        }
    }
    puzzle
}

/// Returns a puzzle with `clues` clues in a pattern of this symmetry whose only
/// solution is the grid, or `None` if the random order in which clues were removed
/// did not lead to one.
///
/// `is_only` returns whether the grid, which is a solution, is the only one.
///
/// # Errors
/// The errors of `is_only`.
pub fn unique_with_clues<E>(
    rules: &Arc<Rules>,
    grid: &Grid,
    clues: usize,
    symmetry: Symmetry,
    rng: &mut Rng,
    is_only: impl FnMut(&Puzzle, &Grid) -> Result<bool, E>,
) -> Result<Option<Puzzle>, E> {
    let mut puzzle = full(rules, grid);
    let groups = symmetry.groups(grid.size());
    dig(&mut puzzle, grid, groups, clues, rng, is_only)?;
    Ok((puzzle.num_clues() <= clues).then_some(puzzle))
}

/// Returns a puzzle whose only solution is the grid, with a pattern of this symmetry,
/// and from which nothing can be removed without losing one of the two.
///
/// # Errors
/// The errors of `is_only`, which is as in [`unique_with_clues`].
pub fn minimal<E>(
    rules: &Arc<Rules>,
    grid: &Grid,
    symmetry: Symmetry,
    rng: &mut Rng,
    is_only: impl FnMut(&Puzzle, &Grid) -> Result<bool, E>,
) -> Result<Puzzle, E> {
    let mut puzzle = full(rules, grid);
    let groups = symmetry.groups(grid.size());
    dig(&mut puzzle, grid, groups, 0, rng, is_only)?;
    Ok(puzzle)
}

/// Removes clues of a puzzle whose only solution is the grid, in random order, until
/// no clue can be removed without a second solution.
///
/// # Errors
/// The errors of `is_only`, which is as in [`unique_with_clues`].
pub fn minimized<E>(
    puzzle: &Puzzle,
    grid: &Grid,
    rng: &mut Rng,
    is_only: impl FnMut(&Puzzle, &Grid) -> Result<bool, E>,
) -> Result<Puzzle, E> {
    let clues = puzzle.size().cells();
    let groups = clues
        .filter(|&cell| puzzle.clue(cell).is_some())
        .map(|cell| vec![cell])
        .collect();
    let mut puzzle = puzzle.clone();
    dig(&mut puzzle, grid, groups, 0, rng, is_only)?;
    Ok(puzzle)
}

/// Returns the grid with all its digits as clues.
fn full(rules: &Arc<Rules>, grid: &Grid) -> Puzzle {
    let mut puzzle = Puzzle::new(Arc::clone(rules));
    for cell in grid.size().cells() {
        puzzle.set_clue(cell, Some(grid.digit(cell)));
    }
    puzzle
}

/// Removes groups of clues in random order as long as the grid is the only solution
/// and more than `clues` are left. Where a whole group would leave fewer, it stays.
///
/// A clue that is needed stays needed when other clues are removed, so each
/// group is tried only once. Many groups are tried at a time and, if they can't
/// all be removed, in halves; the result is the same as if they were tried one
/// by one.
fn dig<E>(
    puzzle: &mut Puzzle,
    grid: &Grid,
    mut untried: Vec<Vec<Cell>>,
    clues: usize,
    rng: &mut Rng,
    mut is_only: impl FnMut(&Puzzle, &Grid) -> Result<bool, E>,
) -> Result<(), E> {
    rng.shuffle(&mut untried);
    let mut left = puzzle.num_clues();
    // Number of groups to try at a time.
    let mut stride = untried.len().div_ceil(4);
    while left > clues && !untried.is_empty() {
        // As many groups from the end as may go.
        let mut size = 0;
        let may_go = |group: &&Vec<Cell>| {
            size += group.len();
            size <= left - clues
        };
        let count = untried.iter().rev().take(stride).take_while(may_go).count();
        if count == 0 {
            untried.pop();
            continue;
        }
        let rest = untried.len() - count;
        for &cell in untried[rest..].iter().flatten() {
            puzzle.set_clue(cell, None);
        }
        if is_only(puzzle, grid)? {
            left = puzzle.num_clues();
            untried.truncate(rest);
            stride *= 2;
            continue;
        }
        for &cell in untried[rest..].iter().flatten() {
            puzzle.set_clue(cell, Some(grid.digit(cell)));
        }
        if count == 1 {
            untried.pop();
        }
        stride = (count / 2).max(1);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Candidates;
    use crate::sudoku::generate::full_grid;
    use std::convert::Infallible;

    /// Returns the number of solutions of a 4×4 puzzle, at most two, by brute
    /// force.
    fn count(puzzle: &mut Puzzle) -> usize {
        let candidates = Candidates::new(puzzle);
        let size = puzzle.size();
        let Some(cell) = size.cells().find(|&cell| puzzle.clue(cell).is_none()) else {
            return usize::from(puzzle.clashes().is_empty());
        };
        let mut found = 0;
        for digit in candidates.in_cell(cell) {
            puzzle.set_clue(cell, Some(digit));
            found += count(puzzle);
            puzzle.set_clue(cell, None);
            if found > 1 {
                break;
            }
        }
        found
    }

    fn is_only(puzzle: &Puzzle, _: &Grid) -> Result<bool, Infallible> {
        Ok(count(&mut puzzle.clone()) == 1)
    }

    fn rules() -> Arc<Rules> {
        Rules::plain(2).unwrap()
    }

    fn grid(seed: u64) -> (Grid, Rng) {
        let mut rng = Rng::with_seed(seed);
        (full_grid(&rules(), &mut rng).unwrap(), rng)
    }

    #[test]
    fn minimal_puzzles_have_one_solution_and_need_each_clue() {
        for seed in 0..50 {
            let (grid, mut rng) = grid(seed);
            let Ok(puzzle) = minimal(&rules(), &grid, Symmetry::None, &mut rng, is_only);
            assert!(
                puzzle
                    .clues()
                    .all(|clue| grid.digit(clue.cell) == clue.digit)
            );
            assert_eq!(count(&mut puzzle.clone()), 1);
            assert!(
                (4..=6).contains(&puzzle.num_clues()),
                "{}",
                puzzle.num_clues()
            );
            for clue in puzzle.clues() {
                let mut fewer = puzzle.clone();
                fewer.set_clue(clue.cell, None);
                assert!(count(&mut fewer) > 1, "{clue} can be spared");
            }
        }
    }

    #[test]
    fn trying_many_at_a_time_gives_what_trying_one_by_one_gives() {
        for seed in 0..50 {
            let (grid, rng) = grid(seed);
            let mut one_by_one = Puzzle::empty(grid.size());
            let mut cells: Vec<_> = grid.size().cells().collect();
            for &cell in &cells {
                one_by_one.set_clue(cell, Some(grid.digit(cell)));
            }
            rng.clone().shuffle(&mut cells);
            while let Some(cell) = cells.pop() {
                one_by_one.set_clue(cell, None);
                if count(&mut one_by_one.clone()) > 1 {
                    one_by_one.set_clue(cell, Some(grid.digit(cell)));
                }
            }
            let Ok(puzzle) = minimal(&rules(), &grid, Symmetry::None, &mut rng.clone(), is_only);
            assert_eq!(puzzle, one_by_one);
        }
    }

    #[test]
    fn the_number_of_clues_is_met_or_none_is_given() {
        let (grid, mut rng) = grid(1);
        for clues in 0..=17 {
            let any = with_clues(&rules(), &grid, clues, Symmetry::None, &mut rng);
            assert_eq!(any.num_clues(), clues.min(16));
            let Ok(unique) =
                unique_with_clues(&rules(), &grid, clues, Symmetry::None, &mut rng, is_only);
            match unique {
                Some(puzzle) => {
                    assert_eq!(puzzle.num_clues(), clues.min(16));
                    assert_eq!(count(&mut puzzle.clone()), 1);
                }
                None => assert!(clues < 7, "{clues}"),
            }
        }
    }
}
