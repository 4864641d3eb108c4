//! Rules for two cells: a digit of one cell that no digit of the other fits.
//!
//! Digits that a placed digit excludes are removed when it is placed, so this is about
//! pairs of which no cell is filled: in r1c1 < r1c2, r1c1 is not 9.

use super::marks::bits;
use super::{Deduction, Marks, Why};
use crate::check::Premise;

/// Finds a digit that has no partner under a rule for two cells.
pub(crate) fn pair(marks: &Marks) -> Option<Deduction> {
    let board = marks.board();
    for cell in marks.open_cells() {
        for relation in board.relations(cell) {
            let others = marks.digits(relation.other);
            let has_none = |&digit: &usize| others & !relation.excluded[digit] == 0;
            let removed: Vec<usize> = bits(marks.digits(cell)).filter(has_none).collect();
            if !removed.is_empty() {
                let premises = vec![
                    Premise::Pair(relation.pair),
                    Premise::Cell(board.cell(relation.other)),
                ];
                let why = Why::Relation {
                    pair: relation.pair,
                    other: board.cell(relation.other),
                    left: marks.in_cell(board.cell(relation.other)).collect(),
                };
                let pattern = [cell, relation.other];
                let removed = removed.into_iter().map(|digit| (cell, digit));
                return Some(Deduction::remove(board, removed, premises, &pattern, why));
            }
        }
    }
    None
}
