//! The way back from a model to a grid.

use super::Numbering;
use crate::formula::Lit;
use crate::sudoku::{Candidate, Cell, Digit, Grid, Size};

/// A reason why true literals are no filled grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// A cell's at-least-one clause is broken.
    #[error("{0} holds no number")]
    Empty(Cell),
    /// A cell's at-most-one is broken.
    #[error("{cell} holds both {first} and {second}")]
    Two {
        /// The cell.
        cell: Cell,
        /// The lower number.
        first: Digit,
        /// The higher number.
        second: Digit,
    },
}

/// Returns the grid of true literals, whose variables are numbered consecutively.
///
/// Negative literals and those of auxiliary variables do not matter. Each cell holds
/// one number then; [`crate::check`] checks the rules.
///
/// ```
/// use sudosat::prelude::*;
///
/// let puzzle: Puzzle = "1... ..3. .4.. ...2".parse()?;
/// let model = encode::cnf(&puzzle, &Encoding::LECTURE).solve()?.ok_or("it has a model")?;
/// let grid = encode::decode(puzzle.size(), &model)?;
/// check::grid(&puzzle, &grid)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first cell, in reading order, that holds no number or two.
pub fn decode(size: Size, lits: impl IntoIterator<Item = Lit>) -> Result<Grid, DecodeError> {
    decode_numbered(size, Numbering::Consecutive, lits)
}

/// Returns the grid of true literals, as [`decode`], for any numbering of variables.
///
/// # Errors
/// The first cell, in reading order, that holds no number or two.
pub fn decode_numbered(
    size: Size,
    numbering: Numbering,
    lits: impl IntoIterator<Item = Lit>,
) -> Result<Grid, DecodeError> {
    let candidates = lits
        .into_iter()
        .filter(|lit| lit.is_positive())
        .filter_map(|lit| numbering.candidate(lit.var(), size));
    grid_from_candidates(size, candidates)
}

/// Returns the grid of these candidates, which may have any order and repetitions.
pub(super) fn grid_from_candidates(
    size: Size,
    candidates: impl IntoIterator<Item = Candidate>,
) -> Result<Grid, DecodeError> {
    let mut digits: Vec<Option<Digit>> = vec![None; size.num_cells()];
    let mut double: Option<(usize, DecodeError)> = None;
    for Candidate { cell, digit } in candidates {
        let place = cell.index(size);
        let Some(earlier) = digits[place].replace(digit) else {
            continue;
        };
        let first_fault = double.is_none_or(|(fault, _)| place < fault);
        if earlier != digit && first_fault {
            let (first, second) = (earlier.min(digit), earlier.max(digit));
            double = Some((
                place,
                DecodeError::Two {
                    cell,
                    first,
                    second,
                },
            ));
        }
    }
    let empty = digits.iter().position(Option::is_none);
    match (empty, double) {
        (Some(place), Some((fault, error))) if fault < place => Err(error),
        (Some(place), _) => Err(DecodeError::Empty(size.cell(place))),
        (None, Some((_, error))) => Err(error),
        (None, None) => Ok(Grid::new(size, digits.into_iter().flatten().collect())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::lits;

    #[test]
    fn one_number_in_each_cell_is_a_grid() {
        let size = Size::of_order(1).unwrap();
        let grid = decode(size, lits(&[1, -2, 3])).unwrap();
        assert_eq!(grid.digits(), [Digit::from_index(0)]);
    }

    #[test]
    fn the_first_faulty_cell_is_named() {
        let size = Size::of_order(2).unwrap();
        let said = |numbers: &[i32]| decode(size, lits(numbers)).unwrap_err().to_string();
        assert_eq!(said(&[]), "r1c1 holds no number");
        assert_eq!(said(&[-1, -2, -3, -4]), "r1c1 holds no number");
        assert_eq!(said(&[4, 2, 2, 5, 6]), "r1c1 holds both 2 and 4");
        assert_eq!(said(&[1, 5, 6]), "r1c2 holds both 1 and 2");
        assert_eq!(said(&[1, 9, 10]), "r1c2 holds no number");
        let mut full: Vec<i32> = (0..16).map(|cell| 4 * cell + 1).collect();
        assert!(decode(size, lits(&full)).is_ok());
        full.push(4 * 15 + 3);
        assert_eq!(said(&full), "r4c4 holds both 1 and 3");
    }
}
