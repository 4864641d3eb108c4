//! The cells of a cage, an arrow or a mark, with all rules among them.
//!
//! - *Combinations and houses*: a digit that no combination of the cells has, if cells of a common
//!   house differ and the rules for two of the cells hold.
//! - *Locked by a rule*: every combination has a digit, so a cell that sees all of its cells does
//!   not hold it.

use super::locked::{links, seen_by_all};
use super::{Board, Deduction, Marks, Why};
use crate::check::{self, Premise};
use crate::reason::joint::{Joint, houses_among};
use crate::sudoku::rules::{Mark, Table};
use crate::sudoku::{Cell, Digit, House, Rules};
use fixedbitset::FixedBitSet;
use itertools::Itertools as _;
use rustc_hash::FxHashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Largest number of cells of a unit.
pub(super) const MOST_CELLS: usize = 20;

/// Largest number of pairs of units that are kept.
const MOST_LINKED: usize = 100_000;

/// Largest number of results that are kept for the steps that follow.
const MOST_KNOWN: usize = 20_000;

/// The cells of a cage, an arrow or a mark, with all rules among them.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) by: By,
    pub(super) cells: Vec<usize>,
    /// The constraints, laid out when they are first needed.
    laid: OnceLock<Laid>,
}

/// The constraints of a unit.
#[derive(Debug)]
struct Laid {
    /// The table, or the pairs of the mark; then the houses and further pairs among the cells.
    premises: Vec<Premise>,
    joint: Joint,
}

/// The rule of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// The table with this index.
    Table(usize),
    /// The mark with this index, which is one of pairs.
    Mark(usize),
}

/// The digits that a unit allows for those left, as far as it is known.
pub(super) type Known = Mutex<FxHashMap<(usize, Vec<u64>), Option<Vec<u64>>>>;

impl Unit {
    /// Returns the units of the rules.
    pub(super) fn all(rules: &Rules) -> Vec<Unit> {
        let tables = rules.tables().iter().enumerate();
        let tables = tables.map(|(index, table)| (By::Table(index), table.cells.clone()));
        let in_table = |mark: &Mark| {
            let marked = |table: &Table| table.marked.as_ref().is_some_and(|m| *m.mark == *mark);
            rules.tables().iter().any(marked)
        };
        let marks = rules.spec().marks.iter().enumerate();
        let marks = marks
            .filter(|(_, mark)| mark.cells.len() > 2 && !in_table(mark))
            .map(|(index, mark)| {
                let mut cells = mark.cells.clone();
                if cells.first() == cells.last() {
                    cells.pop();
                }
                (By::Mark(index), cells)
            });
        let few = |(_, cells): &(By, Vec<Cell>)| (2..=MOST_CELLS).contains(&cells.len());
        let size = rules.size();
        let units = tables.chain(marks).filter(few).map(|(by, cells)| Unit {
            by,
            cells: cells.iter().map(|cell| cell.index(size)).collect(),
            laid: OnceLock::new(),
        });
        units.collect()
    }

    /// Returns the pairs of units, by their indices, of which cells are the same or see each other; at
    /// most [`MOST_LINKED`].
    pub(super) fn linked(units: &[Unit], sees: &[FixedBitSet]) -> Vec<[usize; 2]> {
        let own = |unit: &Unit| -> FixedBitSet { unit.cells.iter().copied().collect() };
        let seen = |unit: &Unit| {
            let mut seen = FixedBitSet::with_capacity(sees.len());
            unit.cells
                .iter()
                .for_each(|&cell| seen.union_with(&sees[cell]));
            seen
        };
        let own: Vec<FixedBitSet> = units.iter().map(own).collect();
        let seen: Vec<FixedBitSet> = units.iter().map(seen).collect();
        let is_linked =
            |&[a, b]: &[usize; 2]| !(own[a].is_disjoint(&own[b]) && seen[a].is_disjoint(&own[b]));
        let pairs = (0..units.len()).array_combinations();
        pairs.filter(is_linked).take(MOST_LINKED).collect()
    }

    fn laid(&self, board: &Board) -> &Laid {
        self.laid.get_or_init(|| {
            let cells = board.named(&self.cells);
            let premises = premises(board.rules(), &[self.by], &cells);
            Laid {
                joint: joint(board.rules(), &cells, &premises),
                premises,
            }
        })
    }
}

/// Returns the constraints among some cells: the tables of the rules, and all pairs and houses.
pub(super) fn premises(rules: &Rules, by: &[By], cells: &[Cell]) -> Vec<Premise> {
    let tables = by.iter().filter_map(|by| match *by {
        By::Table(index) => Some(Premise::Table(index)),
        By::Mark(_) => None,
    });
    let mut premises: Vec<Premise> = tables.collect();
    let pairs = rules.pairs().iter().enumerate();
    let pairs = pairs.filter(|(_, pair)| pair.cells.iter().all(|cell| cells.contains(cell)));
    premises.extend(pairs.map(|(index, _)| Premise::Pair(index)));
    let houses = houses_among(rules, cells).into_iter();
    premises.extend(houses.map(|house| Premise::House(rules.houses()[house])));
    premises
}

/// Returns the joint of some cells with these constraints.
pub(super) fn joint(rules: &Rules, cells: &[Cell], premises: &[Premise]) -> Joint {
    let mut joint = Joint::new(cells, rules.size().side());
    for premise in premises {
        match *premise {
            Premise::Table(index) => joint.add_table(&rules.tables()[index]),
            Premise::Pair(index) => joint.add_pair(&rules.pairs()[index]),
            Premise::House(house) => joint.add_house(rules.cells_of(house)),
            _ => {}
        }
    }
    joint
}

/// Returns the digits that a unit allows with some of them left, kept for the next steps.
fn possible(board: &Board, index: usize, left: &[u64]) -> Option<Vec<u64>> {
    let mut known = board.known().lock().unwrap_or_else(PoisonError::into_inner);
    let key = (index, left.to_vec());
    if let Some(known) = known.get(&key) {
        return known.clone();
    }
    if known.len() >= MOST_KNOWN {
        known.clear();
    }
    let found = board.units()[index].laid(board).joint.possible(left);
    known.insert(key, found.clone());
    found
}

/// Finds a digit that no combination of a cage, arrow or mark has with the rules among its cells.
pub(super) fn combinations(marks: &Marks) -> Option<Deduction> {
    let board = marks.board();
    for (index, unit) in board.units().iter().enumerate() {
        if unit.cells.iter().all(|&cell| marks.is_placed(cell)) {
            continue;
        }
        let left: Vec<u64> = unit.cells.iter().map(|&cell| marks.digits(cell)).collect();
        let Some(possible) = possible(board, index, &left) else {
            continue;
        };
        let removed = removed(&unit.cells, &left, &possible);
        if removed.is_empty() {
            continue;
        }
        let laid = unit.laid(board);
        let premises = needed(board, &unit.cells, &laid.premises, &left, &possible);
        let why = Why::Joint {
            by: stating(board, &premises),
            houses: houses(&premises),
            full: Vec::new(),
        };
        if let Some(found) = checked(marks, &unit.cells, premises, removed, why) {
            return Some(found);
        }
    }
    None
}

/// Finds a digit that every combination of a cage, arrow or mark has, in cells that another cell
/// sees.
pub(super) fn locked(marks: &Marks) -> Option<Deduction> {
    let board = marks.board();
    for (index, unit) in board.units().iter().enumerate() {
        for digit in 0..board.side() {
            let own = unit.cells.iter().copied();
            let holders: Vec<usize> = own.filter(|&cell| marks.has(cell, digit)).collect();
            if holders.len() < 2 || holders.iter().any(|&cell| marks.is_placed(cell)) {
                continue;
            }
            let seen = seen_by_all(marks, &holders, digit);
            if seen.is_empty() {
                continue;
            }
            let left = unit
                .cells
                .iter()
                .map(|&cell| marks.digits(cell) & !(1 << digit));
            let left: Vec<u64> = left.collect();
            let Some(possible) = possible(board, index, &left) else {
                continue;
            };
            if possible.iter().any(|&digits| digits != 0) {
                continue;
            }
            let mut premises = needed(
                board,
                &unit.cells,
                &unit.laid(board).premises,
                &left,
                &possible,
            );
            let why = Why::LockedByRule {
                by: stating(board, &premises),
                houses: houses(&premises),
                digit: Digit::from_index(digit),
                holders: board.named(&holders),
            };
            premises.extend(links(marks, &holders, &seen, digit));
            let removed = seen.into_iter().map(|cell| (cell, digit)).collect();
            if let Some(found) = checked(marks, &unit.cells, premises, removed, why) {
                return Some(found);
            }
        }
    }
    None
}

/// Returns the candidates that are left and not possible.
pub(super) fn removed(cells: &[usize], left: &[u64], possible: &[u64]) -> Vec<(usize, usize)> {
    let cells = cells.iter().zip(left.iter().zip(possible));
    let gone = cells.flat_map(|(&cell, (left, possible))| {
        super::bits(left & !possible).map(move |digit| (cell, digit))
    });
    gone.collect()
}

/// Returns those of the constraints, without each of which less would follow.
fn needed(
    board: &Board,
    cells: &[usize],
    premises: &[Premise],
    left: &[u64],
    possible: &[u64],
) -> Vec<Premise> {
    let rules = board.rules();
    let cells = board.named(cells);
    let mut kept = premises.to_vec();
    for premise in premises.iter().rev() {
        let others: Vec<Premise> = kept.iter().copied().filter(|p| p != premise).collect();
        let found = joint(rules, &cells, &others).possible(left);
        if found.as_deref() == Some(possible) {
            kept = others;
        }
    }
    kept
}

/// Returns the tables and marks that state these premises.
pub(super) fn stating(board: &Board, premises: &[Premise]) -> Vec<By> {
    let by = premises.iter().filter_map(|premise| match *premise {
        Premise::Table(index) => Some(By::Table(index)),
        Premise::Pair(index) => Some(By::Mark(board.rules().mark_of_pair(index))),
        _ => None,
    });
    by.unique().collect()
}

pub(super) fn houses(premises: &[Premise]) -> Vec<House> {
    let houses = premises.iter().filter_map(|premise| match premise {
        Premise::House(house) => Some(*house),
        _ => None,
    });
    houses.collect()
}

/// Returns a deduction if its check has few enough cases.
pub(super) fn checked(
    marks: &Marks,
    cells: &[usize],
    mut premises: Vec<Premise>,
    removed: Vec<(usize, usize)>,
    why: Why,
) -> Option<Deduction> {
    let board = marks.board();
    premises.extend(board.named(cells).into_iter().map(Premise::Cell));
    let found = Deduction::remove(board, removed, premises, cells, why);
    let is_left = |candidate| marks.is_left(candidate);
    let lines = check::step(
        board.rules(),
        &is_left,
        &found.premises,
        None,
        &found.eliminations,
    );
    lines.is_ok().then_some(found)
}
