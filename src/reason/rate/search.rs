//! Guesses of a simple search, and backdoors.

use super::super::hint::{Marks, bits};
use super::MAX_BACKDOOR;
use super::propagation::Propagation;
use crate::budget::{Budget, Stop};
use crate::sudoku::Grid;

/// Largest number of sets of cells that are tried for a backdoor.
const MOST_SETS: usize = 10_000;

/// Returns the number of digits that a search tries in marks without a single until it
/// finds a solution, or all digits if there is none.
pub(super) fn guesses(marks: &Marks, budget: &Budget) -> Result<u64, Stop> {
    let mut count = 0;
    search(marks, budget, &mut count)?;
    Ok(count)
}

/// Returns `true` if there is a solution.
fn search(marks: &Marks, budget: &Budget, count: &mut u64) -> Result<bool, Stop> {
    let Some(cell) = marks.open_cells().min_by_key(|&cell| marks.count(cell)) else {
        return Ok(true);
    };
    for digit in bits(marks.digits(cell)) {
        *count += 1;
        if let Some(stop) = budget.exhausted(*count) {
            return Err(stop);
        }
        let mut next = marks.clone();
        next.place_at(cell, digit);
        if Propagation::default().settle(&mut next) && search(&next, budget, count)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the least number of cells that, filled from the solution, let singles solve
/// marks without a single.
pub(super) fn backdoor(
    marks: &Marks,
    solution: &Grid,
    budget: &Budget,
) -> Result<Option<u64>, Stop> {
    let cells: Vec<usize> = marks.open_cells().collect();
    let mut sets = MOST_SETS;
    for size in 0..=MAX_BACKDOOR {
        match fills(marks, &cells, size, solution, &mut sets, budget)? {
            Some(true) => return Ok(Some(size)),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    Ok(None)
}

/// Returns `true` if some `size` of the cells, filled from the solution, let singles solve
/// the marks; `None` if there are too many sets.
fn fills(
    marks: &Marks,
    cells: &[usize],
    size: u64,
    solution: &Grid,
    sets: &mut usize,
    budget: &Budget,
) -> Result<Option<bool>, Stop> {
    if marks.is_complete() {
        return Ok(Some(true));
    }
    if size == 0 {
        return Ok(Some(false));
    }
    for (place, &cell) in cells
        .iter()
        .enumerate()
        .filter(|(_, cell)| !marks.is_placed(**cell))
    {
        let Some(left) = sets.checked_sub(1) else {
            return Ok(None);
        };
        *sets = left;
        if let Some(stop) = budget.exhausted(0) {
            return Err(stop);
        }
        let mut filled = marks.clone();
        filled.place_at(cell, solution.digits()[cell].index());
        Propagation::default().settle(&mut filled);
        match fills(
            &filled,
            &cells[place + 1..],
            size - 1,
            solution,
            sets,
            budget,
        )? {
            Some(false) => {}
            decided => return Ok(decided),
        }
    }
    Ok(Some(false))
}
