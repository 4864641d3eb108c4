//! The rules of a puzzle as constraints on the digits left in its cells, and their propagation.

use super::automaton::Automaton;
use super::digits;
use super::house::{MOST_OPEN, filter_house};
use crate::budget::{Budget, Stop};
use crate::sudoku::rules::Relation;
use crate::sudoku::{Cell, Rules};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Largest number of steps of all automata together: 256 megabytes.
const MOST_STEPS: usize = 1 << 26;

/// For each digit of one cell of a pair, the digits of the other cell that it allows; and the same
/// from the other cell on.
type Allowed = [Vec<u64>; 2];

/// The constraints, and those of them that are due.
#[derive(Debug)]
pub(super) struct Network {
    /// Those that take little time first.
    constraints: Vec<Constraint>,
    /// For each cell, by index, its constraints.
    of_cell: Vec<Vec<usize>>,
    /// The constraints with a cell that has lost a digit since they were applied.
    due: FixedBitSet,
    /// For each constraint, one more than the number of times that no digits obeyed it.
    failures: Vec<u64>,
    /// Number of constraints applied.
    pub(super) applied: u64,
}

#[derive(Debug)]
enum Constraint {
    /// No digit is twice in these cells, and each is there once if `is_full`.
    House { cells: Vec<usize>, is_full: bool },
    /// Two cells stand in a relation.
    Pair {
        cells: [usize; 2],
        allowed: Rc<Allowed>,
    },
    /// An automaton accepts the digits of its cells.
    Automaton(Automaton),
}

/// No digits obey the constraints.
#[derive(Debug)]
pub(super) struct Failure;

impl Network {
    /// Returns the constraints of some rules, all of them due, and removes digits from the domains.
    ///
    /// # Errors
    /// If the budget ends, or automata get too large.
    pub(super) fn new(
        rules: &Rules,
        domains: &mut [u64],
        budget: &Budget,
    ) -> Result<Network, Stop> {
        let (size, side) = (rules.size(), rules.size().side());
        let indices = |cells: &[Cell]| cells.iter().map(|cell| cell.index(size)).collect();
        let mut network = Network {
            constraints: Vec::new(),
            of_cell: vec![Vec::new(); size.num_cells()],
            due: FixedBitSet::new(),
            failures: Vec::new(),
            applied: 0,
        };
        for house in 0..rules.houses().len() {
            network.add(Constraint::House {
                cells: indices(rules.cells(house)),
                is_full: rules.is_full(house),
            });
        }
        let mut relations: FxHashMap<Relation, Rc<Allowed>> = FxHashMap::default();
        let mut of_cells: FxHashMap<[usize; 2], Vec<u64>> = FxHashMap::default();
        for pair in rules.pairs() {
            let relation = pair.relation;
            let allowed = relations.entry(relation);
            let allowed = allowed.or_insert_with(|| Rc::new(allowed_by(relation)));
            let cells = pair.cells.map(|cell| cell.index(size));
            for (way, cells) in [cells, [cells[1], cells[0]]].into_iter().enumerate() {
                let excluded = of_cells.entry(cells).or_insert_with(|| vec![0; side]);
                let digits = excluded.iter_mut().zip(&allowed[way]);
                digits.for_each(|(excluded, allowed)| *excluded |= !allowed);
            }
            let allowed = Rc::clone(allowed);
            network.add(Constraint::Pair { cells, allowed });
        }
        if network.propagate(domains).is_err() {
            // The search propagates again, and fails at its first node.
            network.due.insert_range(..);
            return Ok(network);
        }
        let excludes = |one: usize, other: usize| {
            let mut houses = rules.houses_of_place(one).iter();
            let is_house = houses.any(|house| rules.houses_of_place(other).contains(house));
            let mut excluded = of_cells.get(&[one, other]).cloned();
            if is_house {
                let excluded = excluded.get_or_insert_with(|| vec![0; side]);
                (0..side).for_each(|digit| excluded[digit] |= 1 << digit);
            }
            excluded
        };
        // Beside tables, small houses with pairs among their cells.
        let has_pair = |house: &usize| {
            let cells: Vec<usize> = indices(rules.cells(*house));
            let mut pairs = itertools::iproduct!(&cells, &cells);
            cells.len() <= MOST_OPEN && pairs.any(|(&a, &b)| of_cells.contains_key(&[a, b]))
        };
        let houses = (0..rules.houses().len()).filter(has_pair);
        let houses = houses.map(|house| (None, rules.cells(house)));
        let tables = rules
            .tables()
            .iter()
            .map(|table| (Some(table), &table.cells[..]));
        let mut automata = Vec::new();
        let mut room = MOST_STEPS;
        for (table, cells) in houses.chain(tables) {
            // The limit on steps counts nodes of the search, which has not begun.
            match budget.exhausted(0) {
                None | Some(Stop::Steps) => {}
                Some(stop) => return Err(stop),
            }
            match Automaton::new(table, indices(cells), domains, side, &excludes) {
                Some(automaton) => {
                    let left = room.checked_sub(automaton.num_steps());
                    room = left.ok_or(Stop::Memory)?;
                    automata.push(automaton);
                }
                None if table.is_none() => {}
                None => return Err(Stop::Memory),
            }
        }
        automata.sort_by_key(Automaton::num_steps);
        let automata = automata.into_iter().map(Constraint::Automaton);
        automata.for_each(|automaton| network.add(automaton));
        Ok(network)
    }

    fn add(&mut self, constraint: Constraint) {
        let number = self.constraints.len();
        for &cell in constraint.cells() {
            self.of_cell[cell].push(number);
        }
        self.constraints.push(constraint);
        self.failures.push(1);
        self.due.grow_and_insert(number);
    }

    /// Makes the constraints of a cell due, which has lost digits.
    pub(super) fn touch(&mut self, cell: usize) {
        self.due.extend(self.of_cell[cell].iter().copied());
    }

    /// Returns how often constraints of a cell were not obeyed, and one more for each of them.
    pub(super) fn failures_at(&self, cell: usize) -> u64 {
        let constraints = self.of_cell[cell].iter();
        constraints.map(|&number| self.failures[number]).sum()
    }

    /// Removes digits that constraints rule out, until none is due. Fails if a constraint leaves no
    /// digit in a cell.
    pub(super) fn propagate(&mut self, domains: &mut [u64]) -> Result<(), Failure> {
        while let Some(number) = self.due.minimum() {
            self.due.remove(number);
            self.applied += 1;
            let Network {
                constraints,
                of_cell,
                due,
                ..
            } = self;
            let mut restrict = |domains: &mut [u64], cell: usize, left: u64| {
                let left = domains[cell] & left;
                if left != domains[cell] {
                    domains[cell] = left;
                    due.extend(of_cell[cell].iter().copied());
                }
                left != 0
            };
            let is_obeyed = match &mut constraints[number] {
                Constraint::House { cells, is_full } => {
                    filter_house(cells, *is_full, domains, &mut restrict)
                }
                Constraint::Pair { cells, allowed } => [0, 1].into_iter().all(|way| {
                    let digits = digits(domains[cells[way]]);
                    let left = digits.fold(0, |left, digit| left | allowed[way][digit]);
                    restrict(domains, cells[1 - way], left)
                }),
                Constraint::Automaton(automaton) => {
                    let left = automaton.filter(domains);
                    let mut cells = automaton.cells.iter().zip(left);
                    let is_obeyed = cells.all(|(&cell, left)| restrict(domains, cell, left));
                    // What it removed itself does not make it due: it would remove no more.
                    due.remove(number);
                    is_obeyed
                }
            };
            if !is_obeyed {
                self.failures[number] += 1;
                self.due.clear();
                return Err(Failure);
            }
        }
        Ok(())
    }
}

impl Constraint {
    fn cells(&self) -> &[usize] {
        match self {
            Constraint::House { cells, .. } => cells,
            Constraint::Pair { cells, .. } => cells,
            Constraint::Automaton(automaton) => &automaton.cells,
        }
    }
}

/// Returns the digits that each digit allows in the other cell.
fn allowed_by(relation: Relation) -> Allowed {
    let values = || 1..=relation.side();
    let set = |allows: &dyn Fn(usize) -> bool| {
        let allowed = values().filter(|&value| allows(value));
        allowed.fold(0, |set, value| set | 1 << (value - 1))
    };
    [
        values()
            .map(|one| set(&|other| relation.allows(one, other)))
            .collect(),
        values()
            .map(|one| set(&|other| relation.allows(other, one)))
            .collect(),
    ]
}
