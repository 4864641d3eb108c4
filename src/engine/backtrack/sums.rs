//! Whether a cage or an arrow can still be met when some of its cells are filled.

use crate::sudoku::rules::{Table, TableKind};

/// Returns `true` if the filled cells of a table rule it out: if the least or
/// the largest number that the open cells can make is too large or too small.
/// When all cells are filled, [`Table::allows`] decides.
///
/// `values` are the digits of the cells in the table's order, 0 for an open
/// cell; `side` is the largest digit.
pub(crate) fn is_broken(table: &Table, values: &[usize], side: usize) -> bool {
    if !values.contains(&0) {
        return !table.allows(values);
    }
    match table.kind {
        TableKind::Cage { sum, distinct } => {
            let [least, most] = match distinct {
                true => sum_of_different(values, side),
                false => sum_of_any(values, side),
            };
            !(least..=most).contains(&(sum as usize))
        }
        TableKind::Arrow { bulb } => {
            let (bulb, shaft) = values.split_at(bulb);
            let number = |open: usize| {
                let digits = bulb.iter();
                digits.fold(0, |number, &value| {
                    10 * number + if value > 0 { value } else { open }
                })
            };
            let [least, most] = sum_of_any(shaft, side);
            number(1) > most || number(side) < least
        }
    }
}

/// The least and the largest sum of cells that may repeat digits.
fn sum_of_any(values: &[usize], side: usize) -> [usize; 2] {
    let sum: usize = values.iter().sum();
    let open = values.iter().filter(|&&value| value == 0).count();
    [sum + open, sum + open * side]
}

/// The least and the largest sum of cells with different digits: the open ones
/// take the smallest or the largest digits that are left.
fn sum_of_different(values: &[usize], side: usize) -> [usize; 2] {
    let sum: usize = values.iter().sum();
    let open = values.iter().filter(|&&value| value == 0).count();
    let is_left = |value: &usize| !values.contains(value);
    let least: usize = (1..=side).filter(is_left).take(open).sum();
    let most: usize = (1..=side).rev().filter(is_left).take(open).sum();
    [sum + least, sum + most]
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
            let table = Table {
                kind,
                number: 0,
                cells: (0..count).map(|col| Cell::new(0, col)).collect(),
            };
            let mut values: Vec<usize> = (0..count).map(|_| random.usize(0..=side)).collect();
            let is_met = can_be_met(&table, &mut values, side);
            assert!(
                !(is_met && is_broken(&table, &values, side)),
                "{table:?} {values:?}"
            );
            if !values.contains(&0) {
                assert_eq!(is_met, !is_broken(&table, &values, side));
            }
            broken += usize::from(is_broken(&table, &values, side));
        }
        assert!(broken > 1_000, "{broken}");
    }
}
