//! Removing clues from full grids, and giving excluded candidates back.

use super::Symmetry;
use crate::sudoku::{Candidate, Cell, Digit, Grid, Puzzle, Rules};
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
    let left = dig(&mut puzzle, grid, groups, clues, rng, is_only)?;
    Ok((left <= clues).then_some(puzzle))
}

/// Returns a puzzle whose only solution is the grid, with a pattern of this symmetry,
/// and from which nothing can be removed without losing one of the two.
///
/// ```
/// use sudosat::engine;
/// use sudosat::generate::{self, Symmetry};
/// use sudosat::prelude::*;
///
/// let (rules, budget) = (Rules::plain(3).unwrap(), Budget::unlimited());
/// let mut rng = fastrand::Rng::with_seed(7);
/// let grid = generate::random_grid(&rules, &mut rng, &budget)?;
/// let is_only = |puzzle: &Puzzle, grid: &Grid| engine::is_only_solution(puzzle, grid, &budget);
/// let puzzle = generate::minimal(&rules, &grid, Symmetry::HalfTurn, &mut rng, is_only)?;
/// assert_eq!(puzzle.solutions(2)?, [grid]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
pub(super) fn minimal_within<E>(
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

/// Returns a pencilmark puzzle whose only solution is the grid and which excludes
/// `excluded` of the candidates that are not the grid's, or `None` if the random order in
/// which candidates were given back did not lead to one. It has no clues, but where only
/// one candidate of a cell is left, it is a clue instead.
///
/// Candidates that the rules exclude, by even and odd cells, do not count.
///
/// # Errors
/// The errors of `is_only`, which is as in [`unique_with_clues`].
pub fn unique_with_marks<E>(
    rules: &Arc<Rules>,
    grid: &Grid,
    excluded: usize,
    rng: &mut Rng,
    is_only: impl FnMut(&Puzzle, &Grid) -> Result<bool, E>,
) -> Result<Option<Puzzle>, E> {
    let (mut puzzle, marks) = all_excluded(rules, grid);
    let left = dig(&mut puzzle, grid, marks, excluded, rng, is_only)?;
    Ok((left <= excluded).then(|| with_single_candidates_as_clues(puzzle)))
}

/// Returns a pencilmark puzzle whose only solution is the grid, and which has a second
/// solution if any excluded candidate is given back. It has no clues, but where only one
/// candidate of a cell is left, it is a clue instead.
///
/// # Errors
/// The errors of `is_only`, which is as in [`unique_with_clues`].
pub fn minimal_marks<E>(
    rules: &Arc<Rules>,
    grid: &Grid,
    rng: &mut Rng,
    is_only: impl FnMut(&Puzzle, &Grid) -> Result<bool, E>,
) -> Result<Puzzle, E> {
    let (mut puzzle, marks) = all_excluded(rules, grid);
    dig(&mut puzzle, grid, marks, 0, rng, is_only)?;
    Ok(with_single_candidates_as_clues(puzzle))
}

/// Returns the number of candidates that [`unique_with_marks`] can exclude at most: for
/// each cell all but one of the digits that the rules leave it.
pub fn max_excluded(rules: &Arc<Rules>) -> usize {
    let size = rules.size();
    let by_rules = Puzzle::new(Arc::clone(rules)).excluded().len();
    (size.num_candidates() - size.num_cells()).saturating_sub(by_rules)
}

/// Returns the puzzle that excludes every candidate but the grid's, and those of them
/// that the rules don't exclude.
fn all_excluded(rules: &Arc<Rules>, grid: &Grid) -> (Puzzle, Vec<Candidate>) {
    let mut puzzle = Puzzle::new(Arc::clone(rules));
    let size = grid.size();
    let candidates = (0..size.num_candidates()).map(|index| size.candidate(index));
    let is_mark = |candidate: &Candidate| {
        grid.digit(candidate.cell) != candidate.digit
            && puzzle.excluded().binary_search(candidate).is_err()
    };
    let marks: Vec<Candidate> = candidates.filter(is_mark).collect();
    puzzle.exclude_all(marks.iter().copied());
    (puzzle, marks)
}

/// Returns the puzzle with a clue in each cell that has one candidate left, as the
/// pencilmark form is read.
fn with_single_candidates_as_clues(puzzle: Puzzle) -> Puzzle {
    let mut changed = puzzle.without_marks();
    let size = puzzle.size();
    let mut excluded = puzzle.excluded().to_vec();
    for of_cell in puzzle.excluded().chunk_by(|a, b| a.cell == b.cell) {
        if of_cell.len() + 1 == size.side() {
            let cell = of_cell[0].cell;
            let is_left = |digit: &Digit| !of_cell.contains(&Candidate::new(cell, *digit));
            changed.set_clue(cell, size.digits().find(is_left));
        }
    }
    excluded.retain(|candidate| changed.clue(candidate.cell).is_none());
    changed.exclude_all(excluded);
    changed
}

/// Returns the grid with all its digits as clues.
fn full(rules: &Arc<Rules>, grid: &Grid) -> Puzzle {
    let mut puzzle = Puzzle::new(Arc::clone(rules));
    for cell in grid.size().cells() {
        puzzle.set_clue(cell, Some(grid.digit(cell)));
    }
    puzzle
}

/// A part of a puzzle that [`dig`] may remove.
trait Part {
    /// Returns the number of clues or excluded candidates.
    fn len(&self) -> usize;
    /// Takes the part out of a puzzle.
    fn remove(&self, puzzle: &mut Puzzle);
    /// Puts it in again. `grid` is the puzzle's solution.
    fn restore(&self, puzzle: &mut Puzzle, grid: &Grid);
}

/// The clues of some cells.
impl Part for Vec<Cell> {
    fn len(&self) -> usize {
        self.len()
    }

    fn remove(&self, puzzle: &mut Puzzle) {
        for &cell in self {
            puzzle.set_clue(cell, None);
        }
    }

    fn restore(&self, puzzle: &mut Puzzle, grid: &Grid) {
        for &cell in self {
            puzzle.set_clue(cell, Some(grid.digit(cell)));
        }
    }
}

/// An excluded candidate.
impl Part for Candidate {
    fn len(&self) -> usize {
        1
    }

    fn remove(&self, puzzle: &mut Puzzle) {
        puzzle.include(*self);
    }

    fn restore(&self, puzzle: &mut Puzzle, _: &Grid) {
        puzzle.exclude(*self);
    }
}

/// Removes parts of a puzzle in random order as long as the grid is the only solution
/// and more than `least` clues or excluded candidates are left. Where a whole part
/// would leave fewer, it stays. Returns the number of those that are left.
///
/// A part that is needed stays needed when others are removed, so each
/// part is tried only once. Many parts are tried at a time and, if they can't
/// all be removed, in halves; the result is the same as if they were tried one
/// by one.
fn dig<P: Part, E>(
    puzzle: &mut Puzzle,
    grid: &Grid,
    mut untried: Vec<P>,
    least: usize,
    rng: &mut Rng,
    mut is_only: impl FnMut(&Puzzle, &Grid) -> Result<bool, E>,
) -> Result<usize, E> {
    rng.shuffle(&mut untried);
    let mut left: usize = untried.iter().map(Part::len).sum();
    // Number of parts to try at a time.
    let mut stride = untried.len().div_ceil(4);
    while left > least && !untried.is_empty() {
        // As many parts from the end as may go.
        let mut size = 0;
        let may_go = |part: &&P| {
            size += part.len();
            size <= left - least
        };
        let count = untried.iter().rev().take(stride).take_while(may_go).count();
        if count == 0 {
            untried.pop();
            continue;
        }
        let rest = untried.len() - count;
        let tried = &untried[rest..];
        tried.iter().for_each(|part| part.remove(puzzle));
        if is_only(puzzle, grid)? {
            left -= tried.iter().map(Part::len).sum::<usize>();
            untried.truncate(rest);
            stride *= 2;
            continue;
        }
        tried.iter().for_each(|part| part.restore(puzzle, grid));
        if count == 1 {
            untried.pop();
        }
        stride = (count / 2).max(1);
    }
    Ok(left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::full_grid;
    use crate::sudoku::Candidates;
    use crate::sudoku::rules::{Parity, Spec};
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
    /// Returns a pencilmark puzzle's excluded candidates, with those that its clues stand
    /// for.
    fn marks(puzzle: &Puzzle) -> Vec<Candidate> {
        let size = puzzle.size();
        let of_clue = |clue: Candidate| {
            let others = size.digits().filter(move |&digit| digit != clue.digit);
            others.map(move |digit| Candidate::new(clue.cell, digit))
        };
        let mut marks = puzzle.excluded().to_vec();
        marks.extend(puzzle.clues().flat_map(of_clue));
        marks
    }

    #[test]
    fn minimal_marks_leave_one_solution_and_each_is_needed() {
        let mut has_clues = false;
        for seed in 0..50 {
            let (grid, mut rng) = grid(seed);
            let Ok(puzzle) = minimal_marks(&rules(), &grid, &mut rng, is_only);
            assert_eq!(count(&mut puzzle.clone()), 1);
            has_clues |= puzzle.num_clues() > 0;
            let marks = marks(&puzzle);
            for &mark in &marks {
                let mut fewer = Puzzle::new(rules());
                fewer.exclude_all(marks.iter().copied().filter(|&other| other != mark));
                assert_eq!(marks.len() - 1, fewer.excluded().len());
                assert!(count(&mut fewer) > 1, "{mark} can be given back");
            }
        }
        assert!(has_clues, "no cell has one candidate left");
    }

    #[test]
    fn the_number_of_excluded_candidates_is_met_or_none_is_given() {
        let (grid, mut rng) = grid(1);
        assert_eq!(max_excluded(&rules()), 48);
        for excluded in (0..=50).step_by(2) {
            let made = unique_with_marks(&rules(), &grid, excluded, &mut rng, is_only);
            let Ok(made) = made;
            match made {
                Some(puzzle) => {
                    assert_eq!(marks(&puzzle).len(), excluded.min(48));
                    assert_eq!(count(&mut puzzle.clone()), 1);
                }
                None => assert!(excluded < 24, "{excluded}"),
            }
        }
    }

    #[test]
    fn what_the_rules_exclude_is_no_mark() {
        let spec = Spec {
            parities: vec![(Cell::new(0, 0), Parity::Even)],
            ..Spec::boxes(2, 2).unwrap()
        };
        let rules = Arc::new(Rules::new(spec).unwrap());
        assert_eq!(max_excluded(&rules), 46);
        let (mut grid, mut rng) = grid(1);
        let mut seed = 1;
        while grid.digit(Cell::new(0, 0)).value() % 2 == 1 {
            seed += 1;
            (grid, rng) = self::grid(seed);
        }
        let Ok(puzzle) = minimal_marks(&rules, &grid, &mut rng, is_only);
        let own = Puzzle::new(Arc::clone(&rules));
        assert!(
            own.excluded()
                .iter()
                .all(|of_rules| puzzle.excluded().contains(of_rules))
        );
        assert_eq!(count(&mut puzzle.clone()), 1);
    }
}
