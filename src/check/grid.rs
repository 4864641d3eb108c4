//! A grid against the rules and the puzzle.

use crate::sudoku::{Candidate, Cell, Digit, Grid, House, Puzzle, Size};
use std::fmt;

/// What is wrong with a grid, in Sudoku's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridFault {
    /// The grid has another order than the puzzle.
    Size {
        /// The puzzle's.
        puzzle: Size,
        /// The grid's.
        grid: Size,
    },
    /// A cell holds a digit over n².
    Digit(Candidate),
    /// A clue is not in its cell.
    Clue {
        /// The clue.
        clue: Candidate,
        /// What the grid has instead.
        found: Digit,
    },
    /// The grid has a candidate that the puzzle excludes.
    Excluded(Candidate),
    /// A house has a digit twice.
    Twice {
        /// The house.
        house: House,
        /// The digit.
        digit: Digit,
        /// The first two of its cells, in reading order.
        cells: [Cell; 2],
    },
}

impl fmt::Display for GridFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridFault::Size { puzzle, grid } => {
                write!(f, "the puzzle has order {puzzle}, the grid order {grid}")
            }
            GridFault::Digit(found) => write!(
                f,
                "{} holds {}, which is no digit of this order",
                found.cell, found.digit
            ),
            GridFault::Clue { clue, found } => {
                write!(f, "the clue {clue} is not kept: the grid has {found}")
            }
            GridFault::Excluded(candidate) => {
                write!(f, "{candidate} is excluded by the pencilmarks")
            }
            GridFault::Twice {
                house,
                digit,
                cells: [first, second],
            } => write!(f, "{house} has two {digit}s: {first} and {second}"),
        }
    }
}

impl std::error::Error for GridFault {}

/// Whether the grid solves the puzzle: it keeps the clues and exclusions, and
/// no house has a digit twice (so every house has each of its n² digits once).
///
/// Time and memory are linear in the grid.
pub fn grid(puzzle: &Puzzle, grid: &Grid) -> Result<(), GridFault> {
    let size = puzzle.size();
    if grid.size() != size {
        return Err(GridFault::Size {
            puzzle: size,
            grid: grid.size(),
        });
    }
    for found in grid.candidates() {
        if found.digit.value() > size.side() {
            return Err(GridFault::Digit(found));
        }
    }
    for clue in puzzle.clues() {
        let found = grid.digit(clue.cell);
        if found != clue.digit {
            return Err(GridFault::Clue { clue, found });
        }
    }
    for &candidate in puzzle.excluded() {
        if grid.digit(candidate.cell) == candidate.digit {
            return Err(GridFault::Excluded(candidate));
        }
    }
    for (index, &house) in puzzle.rules().houses().iter().enumerate() {
        let mut holder: Vec<Option<Cell>> = vec![None; size.side()];
        for &cell in puzzle.rules().cells(index) {
            let digit = grid.digit(cell);
            if let Some(first) = holder[digit.index()].replace(cell) {
                return Err(GridFault::Twice {
                    house,
                    digit,
                    cells: [first, cell],
                });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A solved 4×4 with these changes, by place in reading order.
    fn grid_with(changes: &[(usize, usize)]) -> Grid {
        let mut values = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        for &(place, value) in changes {
            values[place] = value;
        }
        let digits = values.iter().map(|&value| Digit::from_index(value - 1));
        Grid::new(Size::of_order(2).unwrap(), digits.collect())
    }

    fn told(puzzle: &Puzzle, changed: &[(usize, usize)]) -> String {
        match grid(puzzle, &grid_with(changed)) {
            Ok(()) => "right".to_owned(),
            Err(fault) => fault.to_string(),
        }
    }

    #[test]
    fn every_fault_is_found_and_told() {
        let empty = Puzzle::empty(Size::of_order(2).unwrap());
        assert_eq!(told(&empty, &[]), "right");
        assert_eq!(told(&empty, &[(0, 4)]), "row 1 has two 4s: r1c1 and r1c4");
        // Rows 1 and 2 keep their digits, column 1 does not.
        let swapped = [(4, 2), (7, 3)];
        assert_eq!(told(&empty, &swapped), "column 1 has two 2s: r2c1 and r3c1");
        // Rows 2 and 3 exchanged: rows and columns right, boxes wrong.
        let rows = [2, 1, 4, 3, 3, 4, 1, 2];
        let rows: Vec<(usize, usize)> = (4..).zip(rows).collect();
        assert_eq!(told(&empty, &rows), "box 1 has two 2s: r1c2 and r2c1");
        assert_eq!(
            told(&empty, &[(5, 5)]),
            "r2c2 holds 5, which is no digit of this order"
        );

        let mut puzzle = empty.clone();
        puzzle.set_clue(Cell::new(0, 0), Some(Digit::from_index(2)));
        assert_eq!(
            told(&puzzle, &[]),
            "the clue r1c1=3 is not kept: the grid has 1"
        );
        let mut puzzle = empty;
        puzzle.exclude(Candidate::new(Cell::new(3, 3), Digit::from_index(0)));
        assert_eq!(told(&puzzle, &[]), "r4c4=1 is excluded by the pencilmarks");

        let nine = Puzzle::empty(Size::of_order(3).unwrap());
        assert_eq!(told(&nine, &[]), "the puzzle has order 3, the grid order 2");
    }

    #[test]
    fn of_all_4x4_grids_whose_rows_are_right_288_are_right() {
        // Rows are permutations; the check alone decides. 24⁴ grids.
        let size = Size::of_order(2).unwrap();
        let empty = Puzzle::empty(size);
        let rows: Vec<Vec<Digit>> = (0..256)
            .map(|code| [code >> 6, code >> 4 & 3, code >> 2 & 3, code & 3])
            .filter(|row| (0..4).all(|digit| row.contains(&digit)))
            .map(|row| row.map(Digit::from_index).to_vec())
            .collect();
        let mut right = 0;
        for a in &rows {
            for b in &rows {
                for c in &rows {
                    for d in &rows {
                        let digits = [a, b, c, d].into_iter().flatten().copied().collect();
                        right += usize::from(grid(&empty, &Grid::new(size, digits)).is_ok());
                    }
                }
            }
        }
        assert_eq!(right, 288);
    }
}
