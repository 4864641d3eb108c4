//! Combinations of cages, arrows and marks: digits that no combination has.

use super::marks::bits;
use super::{Deduction, Marks, Why};
use crate::check::Premise;
use crate::reason::combinations::possible;
use fixedbitset::FixedBitSet;

/// Finds a digit that no combination of a cage or arrow has.
pub(crate) fn table(marks: &Marks) -> Option<Deduction> {
    let board = marks.board();
    let size = board.rules().size();
    for (index, table) in board.rules().tables().iter().enumerate() {
        let cells: Vec<usize> = table.cells.iter().map(|cell| cell.index(size)).collect();
        if cells.iter().all(|&cell| marks.is_placed(cell)) {
            continue;
        }
        let left = |&cell: &usize| {
            let mut left = FixedBitSet::with_capacity(board.side());
            left.extend(bits(marks.digits(cell)));
            left
        };
        let left: Vec<FixedBitSet> = cells.iter().map(left).collect();
        let Some(possible) = possible(table, &left) else {
            continue;
        };
        let removed: Vec<(usize, usize)> = { cells.iter().zip(left.iter().zip(&possible)) }
            .flat_map(|(&cell, (left, possible))| left.difference(possible).map(move |d| (cell, d)))
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
