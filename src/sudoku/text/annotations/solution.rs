//! The solution of a puzzle, printed as a second grid.

use crate::sudoku::{Grid, Puzzle};

/// Returns a solution in the digits of its puzzle, or why it is none.
pub(super) fn solution_of(puzzle: &Puzzle, solution: &Puzzle) -> Result<Grid, String> {
    let size = puzzle.size();
    if solution.size() != size {
        let found = solution.size();
        return Err(format!(
            "found a solution of {found}, expected {size} as in its puzzle"
        ));
    }
    let symbol = |of: &Puzzle, digit| of.symbols().of(digit).to_string().to_lowercase();
    let mut digits = Vec::with_capacity(size.num_cells());
    for cell in size.cells() {
        let Some(found) = solution.clue(cell) else {
            return Err(format!(
                "found a blank in {cell} of the solution, expected a digit"
            ));
        };
        let text = symbol(solution, found);
        let digit = size.digits().find(|&digit| symbol(puzzle, digit) == text);
        match (digit, puzzle.clue(cell)) {
            (Some(digit), None) => digits.push(digit),
            (Some(digit), Some(clue)) if digit == clue => digits.push(digit),
            (_, Some(clue)) => {
                let clue = symbol(puzzle, clue);
                return Err(format!(
                    "found '{text}' in {cell} of the solution, expected '{clue}' as in the puzzle above it"
                ));
            }
            (None, None) => {
                return Err(format!(
                    "found '{text}' in {cell} of the solution, expected a symbol of the puzzle"
                ));
            }
        }
    }
    Ok(Grid::new(size, digits))
}
