//! Sudoku as exact cover, and the way back.
//!
//! The 4n⁴ constraints become items, all primary, named `R1C2` (a number in
//! this cell), `R1#4` (a 4 in row 1), `C2#4`, `B1#4`. The n⁶ candidates become
//! options of four items each; those that clues or exclusions rule out are left
//! out. A solution takes n⁴ options, one for each cell.

use super::{Constraint, DecodeError};
use crate::cover::{BuildError, ExactCover, MAX_SIZE, OptionId};
use crate::sudoku::{Candidate, Candidates, Cell, Digit, Grid, Puzzle, Size};

/// The puzzle as an exact-cover problem: options by cell in reading order and
/// then by number, items as in [`Constraint::all`].
///
/// Two clues that can't both stand rule each other out, which leaves their
/// items without option: the problem then has no solution, as it should.
///
/// # Errors
/// If it is too large for an [`ExactCover`]: the blank grid is from order 28 on.
pub fn cover(puzzle: &Puzzle) -> Result<ExactCover, BuildError> {
    let problem = cover_while(puzzle, &mut || true)?;
    Ok(problem.expect("nobody breaks off"))
}

/// [`cover`], as long as `go_on` says so: it is asked now and then, as a large
/// problem takes a while. None if it says no.
///
/// # Errors
/// As [`cover`].
pub fn cover_while(
    puzzle: &Puzzle,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<ExactCover>, BuildError> {
    /// How many items or options are made between two questions.
    const SOME: usize = 1 << 14;
    let rules = puzzle.rules();
    let candidates = Candidates::new(puzzle);
    // Each option counts with its items. Known before gigabytes are taken.
    let num_items = Constraint::count(rules);
    let per_candidate = num_items.div_ceil(rules.size().num_cells());
    if num_items + (1 + per_candidate) * candidates.len() > MAX_SIZE {
        return Err(BuildError::TooLarge);
    }
    let mut builder = ExactCover::builder();
    let mut items = Vec::with_capacity(num_items);
    for (number, constraint) in Constraint::all(rules).enumerate() {
        if number % SOME == 0 && !go_on() {
            return Ok(None);
        }
        items.push(builder.primary(&constraint.to_string())?);
    }
    for (number, candidate) in candidates.iter().enumerate() {
        if number % SOME == 0 && !go_on() {
            return Ok(None);
        }
        builder.option(Constraint::of(candidate, rules).map(|constraint| items[constraint]))?;
    }
    Ok(Some(builder.build()))
}

/// The candidate that an option of [`cover`] stands for, read from the names of
/// its items: `R1C2` says where, `R1#4` what.
///
/// None if the option is no candidate's.
pub fn candidate_of_option(
    problem: &ExactCover,
    option: OptionId,
    size: Size,
) -> Option<Candidate> {
    let (mut cell, mut digit) = (None, None);
    for &item in problem.option(option) {
        let name = problem.name(item);
        if let Some((_, number)) = name.split_once('#') {
            digit = Some(Digit::from_value(number.parse().ok()?, size)?);
        } else if let Some((row, col)) = name.strip_prefix('R').and_then(|r| r.split_once('C')) {
            let (row, col): (usize, usize) = (row.parse().ok()?, col.parse().ok()?);
            let side = 1..=size.side();
            if !side.contains(&row) || !side.contains(&col) {
                return None;
            }
            cell = Some(Cell::new(row - 1, col - 1));
        }
    }
    Some(Candidate::new(cell?, digit?))
}

/// The grid that a solution of [`cover`] says.
///
/// As with [`super::decode`], that each cell holds one number is certain then,
/// and no more. Options that are no candidate's say nothing.
///
/// # Errors
/// The first cell, in reading order, that holds no number or two.
pub fn grid_from_options(
    problem: &ExactCover,
    size: Size,
    options: &[OptionId],
) -> Result<Grid, DecodeError> {
    let candidates = options
        .iter()
        .filter_map(|&option| candidate_of_option(problem, option, size));
    super::decode::grid_from_candidates(size, candidates)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cover::dlx::{Choice, Dlx};

    fn solutions(puzzle: &Puzzle) -> Vec<Grid> {
        let problem = cover(puzzle).unwrap();
        let mut dlx = Dlx::new(&problem, Choice::Smallest);
        let mut grids = Vec::new();
        while let Some(options) = dlx.next_solution(&Budget::unlimited()).unwrap() {
            grids.push(grid_from_options(&problem, puzzle.size(), options).unwrap());
        }
        grids
    }

    #[test]
    fn items_and_options_are_those_of_the_rules() {
        for n in 1..=3 {
            let size = Size::of_order(n).unwrap();
            let problem = cover(&Puzzle::empty(size)).unwrap();
            assert_eq!(problem.num_items(), 4 * size.num_cells());
            assert_eq!(problem.num_primary(), problem.num_items());
            assert_eq!(problem.num_options(), size.num_candidates());
            for option in problem.options() {
                let candidate = candidate_of_option(&problem, option, size);
                assert_eq!(candidate, Some(size.candidate(option.index())));
            }
        }
        let problem = cover(&Puzzle::empty(Size::of_order(2).unwrap())).unwrap();
        assert_eq!(problem.text(OptionId::new(7)), "R1C2 R1#4 C2#4 B1#4");
    }

    #[test]
    fn solutions_are_the_grids() {
        let size = Size::of_order(2).unwrap();
        let found = solutions(&Puzzle::empty(size));
        let distinct: std::collections::BTreeSet<&Grid> = found.iter().collect();
        assert_eq!((found.len(), distinct.len()), (288, 288));
        let mut puzzle = Puzzle::from_values(&[1, 0, 0, 0, 0, 0, 4, 0, 0, 2, 0, 0, 0, 0, 0, 3]);
        let [grid] = &solutions(&puzzle)[..] else {
            panic!("one solution");
        };
        let chosen = grid.candidates().nth(1).unwrap();
        puzzle.exclude(chosen);
        assert!(
            solutions(&puzzle).is_empty(),
            "its only solution is excluded"
        );
    }

    #[test]
    fn what_is_too_large_is_refused_at_once() {
        let blank = Puzzle::empty(Size::of_order(28).unwrap());
        assert_eq!(cover(&blank), Err(BuildError::TooLarge));
    }

    #[test]
    fn a_clash_of_clues_has_no_solution() {
        for [first, second] in [[0, 1], [0, 12], [0, 5]] {
            let mut values = [0; 16];
            (values[first], values[second]) = (3, 3);
            assert!(solutions(&Puzzle::from_values(&values)).is_empty());
        }
        let mut puzzle = Puzzle::from_values(&[1]);
        puzzle.exclude(puzzle.size().candidate(0));
        assert!(solutions(&puzzle).is_empty(), "an excluded clue");
    }
}
