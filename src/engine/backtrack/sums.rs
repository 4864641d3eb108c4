//! Cages, arrows and marks of which some cells are filled: the sums and states still possible.

use crate::sudoku::Size;
use crate::sudoku::rules::{Machine, Table, TableKind};
use fixedbitset::FixedBitSet;

/// Number of words of a set with a bit for each digit of the largest grid.
const WORDS: usize = Size::MAX_ORDER * Size::MAX_ORDER / 64 + 1;

/// Returns `true` if the filled cells of a table rule it out: if the least or
/// the largest number that the open cells can make is too large or too small.
/// When all cells are filled, that is exactly [`Table::allows`].
///
/// `values` are the digits of the cells in the table's order, 0 for an open
/// cell; `side` is the largest digit. For cages and arrows nothing is allocated, as
/// backtracking asks for each digit that it tries; for a mark, a set of states for each cell.
pub(crate) fn is_broken(
    table: &Table,
    values: impl Iterator<Item = usize> + Clone,
    side: usize,
) -> bool {
    match table.kind {
        TableKind::Cage { sum, distinct } => {
            let range = match distinct {
                true => sum_of_different(values, side),
                false => Some(sum_of_any(values, side)),
            };
            range.is_none_or(|[least, most]| !(least..=most).contains(&(sum as usize)))
        }
        TableKind::Arrow { bulb } => {
            let number = |open: usize| {
                let digits = values.clone().take(bulb);
                digits.fold(0, |number, value| {
                    10 * number + if value > 0 { value } else { open }
                })
            };
            let [least, most] = sum_of_any(values.clone().skip(bulb), side);
            number(1) > most || number(side) < least
        }
        TableKind::Marked(_) => !has_way(table.machine(), values),
    }
}

/// Returns `true` if the machine accepts the values with some digits in the open cells.
fn has_way(machine: &Machine, values: impl Iterator<Item = usize>) -> bool {
    let mut reached = FixedBitSet::with_capacity(1);
    reached.insert(0);
    for (place, value) in values.enumerate() {
        let choices = match value {
            0 => 1..=machine.side(),
            _ => value..=value,
        };
        let mut after = FixedBitSet::with_capacity(machine.num_states(place + 1));
        for state in reached.ones() {
            let next = choices.clone();
            let next = next.filter_map(|value| machine.next(place, state as u32, value));
            after.extend(next.map(|next| next as usize));
        }
        if after.is_clear() {
            return false;
        }
        reached = after;
    }
    true
}

/// Returns the least and the largest sum of cells that may repeat digits.
fn sum_of_any(values: impl Iterator<Item = usize>, side: usize) -> [usize; 2] {
    values.fold([0, 0], |[least, most], value| match value {
        0 => [least + 1, most + side],
        _ => [least + value, most + value],
    })
}

/// Returns the least and the largest sum of cells with different digits: the open
/// ones take the smallest or the largest digits that are left. `None` if two
/// cells have the same digit.
fn sum_of_different(values: impl Iterator<Item = usize>, side: usize) -> Option<[usize; 2]> {
    let mut held = [0_u64; WORDS];
    let (mut sum, mut open) = (0, 0);
    for value in values {
        let (word, bit) = (&mut held[value / 64], 1 << (value % 64));
        match value {
            0 => open += 1,
            _ if *word & bit != 0 => return None,
            _ => {
                *word |= bit;
                sum += value;
            }
        }
    }
    let is_left = |value: &usize| held[value / 64] >> (value % 64) & 1 == 0;
    let least: usize = (1..=side).filter(is_left).take(open).sum();
    let most: usize = (1..=side).rev().filter(is_left).take(open).sum();
    Some([sum + least, sum + most])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Cell;

    /// Returns `true` if some filling of the open cells obeys the table.
    fn can_be_met(table: &Table, values: &mut Vec<usize>, side: usize) -> bool {
        match values.iter().position(|&value| value == 0) {
            None => table.allows(values),
            Some(place) => {
                let is_met = (1..=side).any(|value| {
                    values[place] = value;
                    can_be_met(table, values, side)
                });
                values[place] = 0;
                is_met
            }
        }
    }

    #[test]
    fn what_can_be_met_is_never_broken() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut broken = 0;
        for _ in 0..4_000 {
            let (side, count) = (random.usize(2..6), random.usize(1..5));
            let kind = match random.u8(0..3) {
                0 if count > 1 => TableKind::Arrow {
                    bulb: random.usize(1..count),
                },
                kind => TableKind::Cage {
                    sum: random.u32(1..20),
                    distinct: kind == 1 && count <= side,
                },
            };
            if random.u8(0..4) == 0 {
                let share = random.usize(0..5);
                let machine = Machine::random(count, side, share, &mut random);
                let table = Table::of_machine(machine);
                let mut values: Vec<usize> = (0..count).map(|_| random.usize(0..=side)).collect();
                let is_met = can_be_met(&table, &mut values, side);
                assert_eq!(is_met, !is_broken(&table, values.iter().copied(), side));
                continue;
            }
            let table = Table {
                kind,
                number: 0,
                cells: (0..count).map(|col| Cell::new(0, col)).collect(),
                marked: None,
            };
            let mut values: Vec<usize> = (0..count).map(|_| random.usize(0..=side)).collect();
            let is_met = can_be_met(&table, &mut values, side);
            assert!(
                !(is_met && is_broken(&table, values.iter().copied(), side)),
                "{table:?} {values:?}"
            );
            if !values.contains(&0) {
                assert_eq!(is_met, !is_broken(&table, values.iter().copied(), side));
            }
            broken += usize::from(is_broken(&table, values.iter().copied(), side));
        }
        assert!(broken > 1_000, "{broken}");
    }
}
