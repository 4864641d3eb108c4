//! A rule for several cells as an automaton, and the digits that it leaves in each cell.

use super::digits;
use crate::sudoku::rules::{Machine, Table, TableKind};
use fixedbitset::FixedBitSet;

/// Largest number of states of an automaton that also says which digits its cells exclude from
/// each other. Chosen on the puzzles of `tests/published`: sums seen from outside have 500 states,
/// and with 4 000 an automaton is made in some milliseconds.
const MOST_STATES: usize = 4_000;

/// Largest number of states of an automaton that says only what its table says.
const MOST_OF_TABLE: usize = 1 << 20;

/// Largest number of cells of an automaton that also says which digits they exclude from each other:
/// the exclusions of all pairs of cells are kept while it is made.
const MOST_CELLS: usize = 100;

/// An automaton that reads the digits of some cells, one after another.
#[derive(Debug)]
pub(super) struct Automaton {
    /// The cells, by index, in the order in which they are read.
    pub(super) cells: Vec<usize>,
    machine: Machine,
    /// For each place, the states that the digits of the cells before it reach; the last entry is for
    /// the end.
    states: Vec<Vec<u32>>,
    /// The same states as sets; after [`Automaton::filter`] those from which the end is reached.
    alive: Vec<FixedBitSet>,
}

/// What an automaton for a table remembers of the digits that it has read.
enum Memory<'a> {
    /// What is left of the sum of a cage, or of the number in the bulb of an arrow, whose first
    /// `bulb` cells append their digits to it.
    Rest { bulb: usize, start: u64 },
    /// The state of the machine of a mark.
    State(&'a Machine),
    /// Nothing, because there is no table.
    Nothing,
}

impl Automaton {
    /// Returns the automaton of cells that obey a table, if there is one, and exclude digits from
    /// each other.
    ///
    /// `domains` are the digits left in each cell of the grid. `excludes` returns for two cells, by
    /// index, and each digit of the first, the digits that it excludes from the second, if there are
    /// any. If the automaton gets too large by that, it says only what the table says. `None` if
    /// there is no table, or it is too large in any case.
    pub(super) fn new(
        table: Option<&Table>,
        cells: Vec<usize>,
        domains: &[u64],
        side: usize,
        excludes: &dyn Fn(usize, usize) -> Option<Vec<u64>>,
    ) -> Option<Automaton> {
        let (count, memory) = (cells.len(), Memory::of(table));
        let with_exclusions = || {
            let behind = |place: usize| {
                let others = place + 1..count;
                let excluded = |other: usize| Some((other, excludes(cells[place], cells[other])?));
                others.filter_map(excluded).collect::<Vec<_>>()
            };
            let excluded: Vec<_> = (0..count).map(behind).collect();
            let left = cells.iter().map(|&cell| domains[cell]).collect();
            // A state is the memory and the digits left in the cells that are still to be read.
            let step = |place: usize, (number, left): &(u64, Vec<u64>), value: usize| {
                if left[0] >> (value - 1) & 1 == 0 {
                    return None;
                }
                let number = memory.next(*number, place, value, count, side)?;
                let mut left = left[1..].to_vec();
                for (other, masks) in &excluded[place] {
                    left[other - place - 1] &= !masks[value - 1];
                }
                (!left.contains(&0)).then_some((number, left))
            };
            let start = (memory.start(), left);
            Machine::build(count, side, start, step, |_| true, MOST_STATES).ok()
        };
        let of_table = || {
            table?;
            let step = |place: usize, number: &u64, value: usize| {
                memory.next(*number, place, value, count, side)
            };
            Machine::build(count, side, memory.start(), step, |_| true, MOST_OF_TABLE).ok()
        };
        let machine = match count <= MOST_CELLS {
            true => with_exclusions().or_else(of_table)?,
            false => of_table()?,
        };
        let layers = 0..=count;
        let alive = |layer| FixedBitSet::with_capacity(machine.num_states(layer));
        Some(Automaton {
            states: vec![Vec::new(); count + 1],
            alive: layers.map(alive).collect(),
            cells,
            machine,
        })
    }

    /// Returns the number of steps of the automaton: states times digits.
    pub(super) fn num_steps(&self) -> usize {
        self.machine.num_steps()
    }

    /// Returns for each cell the digits that stand there in some row of digits of the `domains`
    /// that the automaton accepts.
    pub(super) fn filter(&mut self, domains: &[u64]) -> Vec<u64> {
        let Automaton {
            cells,
            machine,
            states,
            alive,
        } = self;
        states[0] = vec![0; machine.num_states(0)];
        for (place, &cell) in cells.iter().enumerate() {
            let (before, after) = states.split_at_mut(place + 1);
            let (before, after) = (&before[place], &mut after[0]);
            let is_reached = &mut alive[place + 1];
            after.clear();
            is_reached.clear();
            for &state in before {
                let next = digits(domains[cell]).filter_map(|d| machine.next(place, state, d + 1));
                after.extend(next.filter(|&next| !is_reached.put(next as usize)));
            }
        }
        let mut left = vec![0; cells.len()];
        for (place, &cell) in cells.iter().enumerate().rev() {
            let (before, after) = alive.split_at_mut(place + 1);
            let (before, after) = (&mut before[place], &after[0]);
            for &state in &states[place] {
                let is_left = |&digit: &usize| {
                    let next = machine.next(place, state, digit + 1);
                    next.is_some_and(|next| after.contains(next as usize))
                };
                let digits = digits(domains[cell]).filter(is_left);
                let digits = digits.fold(0, |set, digit| set | 1 << digit);
                before.set(state as usize, digits != 0);
                left[place] |= digits;
            }
        }
        left
    }
}

impl Memory<'_> {
    fn of(table: Option<&Table>) -> Memory<'_> {
        let Some(table) = table else {
            return Memory::Nothing;
        };
        match table.kind {
            TableKind::Cage { sum, .. } => Memory::Rest {
                bulb: 0,
                start: sum.into(),
            },
            TableKind::Arrow { bulb } => Memory::Rest { bulb, start: 0 },
            TableKind::Marked(_) => Memory::State(table.machine()),
        }
    }

    /// Returns what is remembered before the first cell, as a number.
    fn start(&self) -> u64 {
        match *self {
            Memory::Rest { start, .. } => start,
            Memory::State(_) | Memory::Nothing => 0,
        }
    }

    /// Returns what is remembered after the digit `value` in the cell at a place, out of `count`
    /// cells; `None` if no digits of the cells behind it obey the table.
    fn next(
        &self,
        number: u64,
        place: usize,
        value: usize,
        count: usize,
        side: usize,
    ) -> Option<u64> {
        match *self {
            Memory::Nothing => Some(0),
            Memory::State(machine) => machine.next(place, number as u32, value).map(u64::from),
            Memory::Rest { bulb, .. } => {
                let rest = match place < bulb {
                    true => 10 * number + value as u64,
                    false => number.checked_sub(value as u64)?,
                };
                let behind = (count - bulb.max(place + 1)) as u64;
                let least = if place + 1 < bulb { 0 } else { behind };
                let is_possible = (least..=behind * side as u64).contains(&rest);
                is_possible.then_some(rest)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Cell;
    use itertools::Itertools as _;

    /// Against all rows of digits, tried one after another.
    #[test]
    fn the_digits_left_are_those_of_accepted_rows() {
        let mut random = fastrand::Rng::with_seed(6);
        for _ in 0..400 {
            let (side, count) = (random.usize(2..6), random.usize(1..5));
            let kind = match random.u8(0..2) {
                0 if count > 1 => TableKind::Arrow {
                    bulb: random.usize(1..count),
                },
                _ => TableKind::Cage {
                    sum: random.u32(1..20),
                    distinct: false,
                },
            };
            let table = match random.bool() {
                true => Table::of_machine(Machine::random(count, side, 2, &mut random)),
                false => Table {
                    kind,
                    number: 0,
                    cells: (0..count).map(|col| Cell::new(0, col)).collect(),
                    marked: None,
                },
            };
            let domains: Vec<u64> = (0..count).map(|_| random.u64(1..1 << side)).collect();
            // Cells with an even distance differ.
            let differ = |one: usize, other: usize| (one + other).is_multiple_of(2);
            let masks: Vec<u64> = (0..side).map(|digit| 1 << digit).collect();
            let excludes = |one, other| differ(one, other).then(|| masks.clone());
            let cells = (0..count).collect();
            let full = vec![u64::MAX >> (64 - side); count];
            let made = Automaton::new(Some(&table), cells, &full, side, &excludes);
            let found = made.unwrap().filter(&domains);

            let mut expected = vec![0; count];
            let rows = (0..count).map(|_| 1..=side).multi_cartesian_product();
            for row in rows {
                let mut pairs = (0..count).array_combinations();
                let is_apart =
                    |[one, other]: [usize; 2]| !differ(one, other) || row[one] != row[other];
                let mut places = row.iter().zip(&domains);
                let is_row =
                    pairs.all(is_apart) && places.all(|(value, set)| set >> (value - 1) & 1 == 1);
                if is_row && table.allows(&row) {
                    let places = expected.iter_mut().zip(&row);
                    places.for_each(|(set, value)| *set |= 1 << (value - 1));
                }
            }
            assert_eq!(found, expected, "{table:?} {domains:?}");
        }
    }
}
