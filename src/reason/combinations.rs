//! The digits that the combinations of a cage, an arrow or a mark have in each of its cells.
//!
//! The combinations are gone through cell by cell, forwards and backwards, keeping for each cell
//! the states that can be reached.

use crate::sudoku::rules::{Table, TableKind};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

/// By place in a table, the indices of the digits that are left, or are possible.
pub(super) type Domains = Vec<FixedBitSet>;

/// Largest number of states between two cells of a table. With more, nothing is ruled
/// out. Chosen by hand, to bound the time of a step.
const MOST_STATES: usize = 20_000;

/// Returns the digits of each cell that the table allows with some digits left in the
/// others; `None` if there are too many combinations.
pub(super) fn possible(table: &Table, left: &[FixedBitSet]) -> Option<Domains> {
    /// The sum so far, and the set of digits used where they differ; or the state of a machine.
    type State = (i64, u128);
    let (end, bulb, distinct) = match table.kind {
        TableKind::Cage { sum, distinct } => (i64::from(sum), 0, distinct),
        TableKind::Arrow { bulb } => (0, bulb, false),
        // The last layer of a machine has the state 0 alone.
        TableKind::Marked(_) => (0, 0, false),
    };
    let machine = table.marked.as_ref().map(|marked| &marked.machine);
    let distinct = distinct && left.iter().all(|digits| digits.len() <= 128);
    let step = |place: usize, (sum, used): State, digit: usize| -> Option<State> {
        if let Some(machine) = machine {
            let next = machine.next(place, sum as u32, digit + 1)?;
            return Some((i64::from(next), 0));
        }
        let value = digit as i64 + 1;
        if place < bulb {
            let unit = 10_i64.pow((bulb - 1 - place) as u32);
            return Some((sum - value * unit, used));
        }
        let sum = sum + value;
        let bit = if distinct { 1 << digit } else { 0 };
        (sum <= end && used & bit == 0).then_some((sum, used | bit))
    };
    let mut layers: Vec<FxHashSet<State>> = vec![FxHashSet::from_iter([(0, 0)])];
    for (place, digits) in left.iter().enumerate() {
        let mut next = FxHashSet::default();
        for &state in &layers[place] {
            next.extend(digits.ones().filter_map(|digit| step(place, state, digit)));
            if next.len() > MOST_STATES {
                return None;
            }
        }
        layers.push(next);
    }
    let mut reached = layers.pop()?;
    reached.retain(|&(sum, _)| sum == end);
    let mut possible: Domains = left
        .iter()
        .map(|digits| FixedBitSet::with_capacity(digits.len()))
        .collect();
    for (place, digits) in left.iter().enumerate().rev() {
        let mut before = FxHashSet::default();
        for &state in &layers[place] {
            for digit in digits.ones() {
                if step(place, state, digit).is_some_and(|next| reached.contains(&next)) {
                    possible[place].insert(digit);
                    before.insert(state);
                }
            }
        }
        reached = before;
    }
    Some(possible)
}
