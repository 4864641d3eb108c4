//! Combinations of digits of some cells by several constraints at once: a cage or a line, and
//! the houses and rules for two cells among its cells.
//!
//! As in `combinations`, the cells are gone through one by one, forwards and backwards, keeping
//! the states that can be reached. A state is what each sum or machine has read so far, and the
//! digits that are left in the cells that follow.

mod search;

pub(super) use search::Need;

use crate::sudoku::rules::{Machine, Pair, Table, TableKind};
use crate::sudoku::{Cell, Rules};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Largest number of states between two cells. Chosen by hand, to bound the time of a step.
const MOST_STATES: usize = 8_000;

/// Some cells, and constraints on their digits. Sets of digits are bits, so there are at most 64.
#[derive(Clone, Debug)]
pub(super) struct Joint {
    cells: Vec<Cell>,
    side: usize,
    readings: Vec<Reading>,
    /// For each cell, later cell and digit of the first, the digits that the later one loses.
    excluded: Vec<u64>,
}

/// A constraint on the digits as a whole.
#[derive(Clone, Debug)]
enum Reading {
    /// The digits, each times the factor of its cell, have this sum.
    Sum { factors: Vec<i64>, total: i64 },
    /// The digits of the cells at these places, in this order, are accepted by the machine.
    Machine {
        machine: Arc<Machine>,
        places: Vec<usize>,
        /// Set if the places are ascending.
        is_in_order: bool,
    },
}

/// By reading its state, and then for each cell that follows the digits that are left.
type State = Box<[u64]>;

impl Joint {
    /// Creates the joint of these cells, which differ, without constraints.
    pub(super) fn new(cells: &[Cell], side: usize) -> Joint {
        Joint {
            cells: cells.to_vec(),
            side,
            readings: Vec::new(),
            excluded: vec![0; cells.len() * cells.len() * side],
        }
    }

    /// Returns the place of a cell.
    fn place(&self, cell: Cell) -> Option<usize> {
        self.cells.iter().position(|&own| own == cell)
    }

    /// Adds that the digits of those of the joint's cells that are among these differ.
    pub(super) fn add_house(&mut self, cells: &[Cell]) {
        let places: Vec<usize> = cells.iter().filter_map(|&cell| self.place(cell)).collect();
        for &first in &places {
            for &second in places.iter().filter(|&&second| second > first) {
                for digit in 0..self.side {
                    self.exclude(first, second, digit, 1 << digit);
                }
            }
        }
    }

    /// Adds a rule for two cells, if both are among the joint's.
    pub(super) fn add_pair(&mut self, pair: &Pair) {
        let [Some(a), Some(b)] = pair.cells.map(|cell| self.place(cell)) else {
            return;
        };
        for digit in 0..self.side {
            let allows = |other: usize| match a < b {
                true => pair.allows(digit + 1, other + 1),
                false => pair.allows(other + 1, digit + 1),
            };
            let gone = (0..self.side).filter(|&other| !allows(other));
            let gone = gone.fold(0, |set, other| set | 1 << other);
            self.exclude(a.min(b), a.max(b), digit, gone);
        }
    }

    fn exclude(&mut self, first: usize, second: usize, digit: usize, gone: u64) {
        self.excluded[(first * self.cells.len() + second) * self.side + digit] |= gone;
    }

    /// Adds that the digits of the cells, each times its factor, have this sum.
    pub(super) fn add_sum(&mut self, factors: Vec<i64>, total: i64) {
        self.readings.push(Reading::Sum { factors, total });
    }

    /// Adds a table, if all its cells are among the joint's.
    pub(super) fn add_table(&mut self, table: &Table) {
        let places: Option<Vec<usize>> = { table.cells.iter() }
            .map(|&cell| self.place(cell))
            .collect();
        let Some(places) = places else {
            return;
        };
        let mut factors = vec![0; self.cells.len()];
        match table.kind {
            TableKind::Cage { sum, distinct } => {
                places.iter().for_each(|&place| factors[place] = 1);
                self.add_sum(factors, i64::from(sum));
                if distinct {
                    self.add_house(&table.cells);
                }
            }
            TableKind::Arrow { bulb } => {
                let units = (0..bulb).rev().map(|power| 10_i64.pow(power as u32));
                let own = units.chain(std::iter::repeat(-1));
                places
                    .iter()
                    .zip(own)
                    .for_each(|(&place, unit)| factors[place] = unit);
                self.add_sum(factors, 0);
            }
            TableKind::Marked(_) => self.readings.push(Reading::Machine {
                machine: Arc::clone(table.machine()),
                is_in_order: places.is_sorted(),
                places,
            }),
        }
    }

    /// Returns the digits of each cell that the constraints allow with these digits left; all
    /// sets are empty if they can't all hold. Machines that read the cells in another order are
    /// left out. `None` if there are too many combinations.
    pub(super) fn possible(&self, left: &[u64]) -> Option<Vec<u64>> {
        let readings = self.readings.len();
        let start = std::iter::repeat_n(0, readings).chain(left.iter().copied());
        let mut layers: Vec<FxHashSet<State>> = vec![FxHashSet::from_iter([start.collect()])];
        for place in 0..left.len() {
            let mut next = FxHashSet::default();
            for state in &layers[place] {
                let digits = super::hint::bits(state[readings]);
                next.extend(digits.filter_map(|digit| self.step(place, state, digit)));
                if next.len() > MOST_STATES {
                    return None;
                }
            }
            layers.push(next);
        }
        let mut possible = vec![0; left.len()];
        let mut reached = layers.pop()?;
        for place in (0..left.len()).rev() {
            let mut before = FxHashSet::default();
            for state in layers.pop()? {
                let mut is_kept = false;
                for digit in super::hint::bits(state[readings]) {
                    let next = self.step(place, &state, digit);
                    if next.is_some_and(|next| reached.contains(&next)) {
                        possible[place] |= 1 << digit;
                        is_kept = true;
                    }
                }
                if is_kept {
                    before.insert(state);
                }
            }
            reached = before;
        }
        Some(possible)
    }

    /// Returns `true` if no digits obey the constraints; `None` if there are too many
    /// combinations.
    pub(super) fn is_empty(&self) -> Option<bool> {
        let all = u64::MAX >> (64 - self.side);
        let possible = self.possible(&vec![all; self.cells.len()])?;
        Some(possible.contains(&0))
    }

    /// Returns the state that a digit in the cell at a place leads to, if any.
    fn step(&self, place: usize, state: &[u64], digit: usize) -> Option<State> {
        let readings = self.readings.len();
        let (cells, side) = (self.cells.len(), self.side);
        let mut next = Vec::with_capacity(state.len() - 1);
        next.extend_from_slice(&state[..readings]);
        for (later, &left) in (place + 1..).zip(&state[readings + 1..]) {
            let left = left & !self.excluded[(place * cells + later) * side + digit];
            if left == 0 {
                return None;
            }
            next.push(left);
        }
        for (at, reading) in self.readings.iter().enumerate() {
            match reading {
                Reading::Sum { factors, total } => {
                    let sum = state[at] as i64 + factors[place] * (digit as i64 + 1);
                    let mut bounds = [*total - sum; 2];
                    for (factor, &left) in factors[place + 1..].iter().zip(&next[readings..]) {
                        let least = i64::from(left.trailing_zeros()) + 1;
                        let most = 64 - i64::from(left.leading_zeros());
                        let ends = [factor * least, factor * most];
                        bounds[0] -= ends[0].max(ends[1]);
                        bounds[1] -= ends[0].min(ends[1]);
                    }
                    if bounds[0] > 0 || bounds[1] < 0 {
                        return None;
                    }
                    next[at] = sum as u64;
                }
                Reading::Machine {
                    machine,
                    places,
                    is_in_order,
                } => {
                    if *is_in_order && let Ok(own) = places.binary_search(&place) {
                        let after = machine.next(own, state[at] as u32, digit + 1)?;
                        next[at] = u64::from(after);
                    }
                }
            }
        }
        Some(next.into_boxed_slice())
    }
}

/// Returns the houses with at least two of these cells, by index; of those with the same of them
/// one alone, and none whose share of the cells another house has as well.
pub(super) fn houses_among(rules: &Rules, cells: &[Cell]) -> Vec<usize> {
    let share = |house: usize| -> Vec<Cell> {
        let own = rules.cells(house);
        cells
            .iter()
            .copied()
            .filter(|cell| own.contains(cell))
            .collect()
    };
    let mut houses: Vec<usize> = { cells.iter() }
        .flat_map(|&cell| rules.houses_of(cell).iter().map(|&house| house as usize))
        .collect();
    houses.sort_unstable();
    houses.dedup();
    let shares: Vec<(usize, Vec<Cell>)> = houses.into_iter().map(|h| (h, share(h))).collect();
    let is_part = |place: usize| {
        let own = &shares[place].1;
        shares.iter().enumerate().any(|(at, (_, other))| {
            let is_within = own.iter().all(|cell| other.contains(cell));
            at != place && is_within && (other.len() > own.len() || at < place)
        })
    };
    let kept = (0..shares.len()).filter(|&place| shares[place].1.len() > 1 && !is_part(place));
    kept.map(|place| shares[place].0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::rules::Spec;
    use crate::sudoku::rules::{Arrow, Cage};
    use crate::sudoku::{Size, rules};
    use itertools::Itertools as _;

    /// Random cages, arrows, dots, machines and sums in a row of four cells against all rows of
    /// digits.
    #[test]
    fn what_is_possible_is_what_some_row_of_digits_has() {
        let side = 4;
        let size = Size::new(side).unwrap();
        let cells: Vec<Cell> = (0..4).map(|col| Cell::new(0, col)).collect();
        let mut random = fastrand::Rng::with_seed(45);
        for _ in 0..2_000 {
            let mut spec = Spec::latin(size);
            if random.bool() {
                let mut cage = cells.clone();
                random.shuffle(&mut cage);
                cage.truncate(random.usize(2..=3));
                let repeats = random.bool();
                let sum = Some(random.u32(6..=7));
                let cells = cage;
                spec.cages = vec![Cage {
                    cells,
                    sum,
                    repeats,
                }];
            }
            if random.bool() {
                let mut all = cells.clone();
                random.shuffle(&mut all);
                all.truncate(random.usize(3..=4));
                let shaft = all.split_off(random.usize(1..=2));
                spec.arrows = vec![Arrow { bulb: all, shaft }];
            }
            if random.bool() {
                let cells = [cells[random.usize(0..2)], cells[2]];
                spec.mark("difference", &[random.u32(1..=2)], &cells);
            }
            let rules = Rules::new(spec).unwrap();
            let mut tables = rules.tables().to_vec();
            if random.bool() {
                tables.push(rules::Table::of_machine(Machine::random(
                    3,
                    side,
                    2,
                    &mut random,
                )));
            }
            let house = random.bool().then_some(&cells[..random.usize(2..=4)]);
            let factors: Vec<i64> = (0..4).map(|_| random.i64(-1..=1)).collect();
            let sum = random.bool().then_some((factors, random.i64(0..=3)));
            let left: Vec<u64> = (0..4)
                .map(|_| random.u64(1..16) | random.u64(1..16))
                .collect();

            let mut joint = Joint::new(&cells, side);
            tables.iter().for_each(|table| joint.add_table(table));
            rules.pairs().iter().for_each(|pair| joint.add_pair(pair));
            house.iter().for_each(|house| joint.add_house(house));
            if let Some((factors, total)) = &sum {
                joint.add_sum(factors.clone(), *total);
            }

            let need = Need {
                digit: random.usize(0..4),
                places: random.u64(1..16),
            };
            let (mut expected, mut with_need) = (vec![0; 4], vec![0; 4]);
            for row in (0..4).map(|_| 1..=side).multi_cartesian_product() {
                let of = |cell: &Cell| row[cell.col()];
                let own = |cells: &[Cell]| cells.iter().map(of).collect::<Vec<usize>>();
                let holds = row
                    .iter()
                    .zip(&left)
                    .all(|(value, left)| left >> (value - 1) & 1 == 1)
                    && tables.iter().all(|table| table.allows(&own(&table.cells)))
                    && rules.pairs().iter().all(|pair| {
                        let [a, b] = pair.cells;
                        pair.allows(of(&a), of(&b))
                    })
                    && house.is_none_or(|house| own(house).iter().all_unique())
                    && sum.as_ref().is_none_or(|(factors, total)| {
                        let parts = row.iter().zip(factors);
                        parts
                            .map(|(&value, factor)| value as i64 * factor)
                            .sum::<i64>()
                            == *total
                    });
                let has_needed =
                    super::super::hint::bits(need.places).any(|at| row[at] == need.digit + 1);
                let sets = [
                    (holds, &mut expected),
                    (holds && has_needed, &mut with_need),
                ];
                for (_, sets) in sets.into_iter().filter(|(holds, _)| *holds) {
                    let both = row.iter().zip(sets);
                    both.for_each(|(value, set)| *set |= 1 << (value - 1));
                }
            }
            assert_eq!(
                joint.possible(&left),
                Some(expected),
                "{rules:?} {house:?} {sum:?}"
            );
            let (needs, steps) = ([need], &mut 10_000);
            assert_eq!(joint.supported(&left, &needs, steps), with_need);
            let has_none = joint.has_none(&left, &needs, steps);
            assert_eq!(has_none, Some(with_need.contains(&0)));
            assert_eq!(joint.has_none(&left, &needs, &mut 0), None);
        }
    }
}
