//! The facts that a conclusion from a cage or an arrow needs.

use crate::reason::combinations::{Domains, possible};
use crate::sudoku::rules::Table;
use fixedbitset::FixedBitSet;

/// Adds digits back to cells other than `target` while the table still rules out every
/// combination with the digits left of `target`, or every combination if there is no
/// target. Returns the digits that are left then: those still missing are the reason.
/// A cell in `filled` gets all its digits back, or none.
pub(super) fn relaxed(
    table: &Table,
    left: &Domains,
    filled: &FixedBitSet,
    target: Option<usize>,
) -> Domains {
    let is_refuted = |left: &Domains| {
        possible(table, left).is_some_and(|possible| possible.iter().any(FixedBitSet::is_clear))
    };
    let mut left = left.clone();
    for place in (0..left.len()).filter(|&place| Some(place) != target) {
        let before = left[place].clone();
        left[place].insert_range(..);
        if is_refuted(&left) {
            continue;
        }
        left[place] = before.clone();
        if filled.contains(place) {
            continue;
        }
        for digit in 0..before.len() {
            if !before.contains(digit) {
                left[place].insert(digit);
                if !is_refuted(&left) {
                    left[place].remove(digit);
                }
            }
        }
    }
    left
}
