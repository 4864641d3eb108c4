//! Combinations of cages and arrows: digits that no combination has.
//!
//! The combinations of the digits left are those that [`crate::sudoku::rules::Table`]
//! allows. They are gone through cell by cell, forwards and backwards, keeping for each
//! cell the states that can be reached: the set of digits used in a cage without repeats,
//! the sum of the digits in other cages, and for arrows what is left of the bulb's number.

use super::marks::bits;
use super::{Deduction, Marks, Why};
use crate::check::Premise;
use crate::sudoku::rules::{Table, TableKind};
use rustc_hash::FxHashSet;

/// Largest number of states at a cell; a table with more is passed over.
const MOST_STATES: usize = 20_000;

/// Finds a digit that no combination of a cage or arrow has.
pub(crate) fn table(marks: &Marks) -> Option<Deduction> {
    let board = marks.board();
    let size = board.rules().size();
    for (index, table) in board.rules().tables().iter().enumerate() {
        let cells: Vec<usize> = table.cells.iter().map(|cell| cell.index(size)).collect();
        if cells.iter().all(|&cell| marks.is_placed(cell)) {
            continue;
        }
        let Some(possible) = possible(marks, table, &cells) else {
            continue;
        };
        let removed: Vec<(usize, usize)> = cells
            .iter()
            .zip(possible)
            .flat_map(|(&cell, left)| bits(marks.digits(cell) & !left).map(move |d| (cell, d)))
            .collect();
        if !removed.is_empty() {
            let mut premises = vec![Premise::Table(index)];
            premises.extend(table.cells.iter().copied().map(Premise::Cell));
            let why = Why::Table(index);
            return Some(Deduction::remove(board, removed, premises, &cells, why));
        }
    }
    None
}

/// A state between two cells: a set of digits, a sum, or what is left of a number.
type State = u64;

/// Returns for each cell the digits that a combination has there. Returns `None` if there
/// are too many states.
fn possible(marks: &Marks, table: &Table, cells: &[usize]) -> Option<Vec<u64>> {
    let mut layers: Vec<FxHashSet<State>> = vec![FxHashSet::from_iter([0])];
    for (place, &cell) in cells.iter().enumerate() {
        let mut next = FxHashSet::default();
        for &state in &layers[place] {
            next.extend(bits(marks.digits(cell)).filter_map(|d| step(table, place, state, d)));
        }
        if next.len() > MOST_STATES {
            return None;
        }
        layers.push(next);
    }
    let mut alive: FxHashSet<State> = layers[cells.len()].clone();
    alive.retain(|&state| is_end(table, state));
    let mut possible = vec![0; cells.len()];
    for (place, &cell) in cells.iter().enumerate().rev() {
        let mut before = FxHashSet::default();
        for &state in &layers[place] {
            for digit in bits(marks.digits(cell)) {
                if step(table, place, state, digit).is_some_and(|next| alive.contains(&next)) {
                    before.insert(state);
                    possible[place] |= 1 << digit;
                }
            }
        }
        alive = before;
    }
    Some(possible)
}

/// Returns the state after a digit, if a combination may go on so.
fn step(table: &Table, place: usize, state: State, digit: usize) -> Option<State> {
    let value = digit as u64 + 1;
    match table.kind {
        TableKind::Cage { distinct: true, .. } => {
            (state >> digit & 1 == 0).then_some(state | 1 << digit)
        }
        TableKind::Cage { sum, .. } => Some(state + value).filter(|&sofar| sofar <= u64::from(sum)),
        TableKind::Arrow { bulb } if place < bulb => Some(10 * state + value),
        TableKind::Arrow { .. } => state.checked_sub(value),
    }
}

/// Returns `true` if a combination may end in this state.
fn is_end(table: &Table, state: State) -> bool {
    match table.kind {
        TableKind::Cage {
            sum,
            distinct: true,
        } => bits(state).map(|digit| digit + 1).sum::<usize>() == sum as usize,
        TableKind::Cage { sum, .. } => state == u64::from(sum),
        TableKind::Arrow { .. } => state == 0,
    }
}
