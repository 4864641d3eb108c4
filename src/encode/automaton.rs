//! The rules for several cells as a whole ([`Table`]), in clauses.
//!
//! An automaton reads the cells of a table one after another. Its state is what
//! matters of the digits read: their sum or, for a cage without repeats, their
//! set; for an arrow the number in the bulb and then what of it is left. Only
//! states from which the rule can still be fulfilled are kept. Each state after
//! a cell other than the last has an auxiliary variable. Of the states s before
//! a cell and t after it, and the variable x of a digit in the cell, the clauses
//! say:
//!
//! - x is false, if no state allows the digit;
//! - s ∧ x → t, if t is the state after s and the digit; ¬s ∨ ¬x, if none is;
//! - t ∧ x → one of the states s from which the digit leads to t.
//!
//! The first two lines make the formula right. The third repeats it backwards,
//! so that unit propagation goes from the last cells to the first, too.

use crate::formula::{ClauseSink, Lit, Var};
use crate::sudoku::rules::{Table, TableKind};
use rustc_hash::FxHashSet;

/// A digit's value that a cell may have, with its literal; `None` if it is
/// certain, as in a cell with a clue.
pub(super) type Choice = (usize, Option<Lit>);

/// What matters of the digits read, as a number; in what way, [`Reading`] says.
type State = u64;

/// At most this many states stand for sets of digits; above it, sums do.
const MAX_SETS: usize = 256;

/// An automaton that accepts the digits that a table allows.
#[derive(Clone, Debug)]
pub(super) struct Automaton {
    reading: Reading,
    /// For each cell what it may hold, by value.
    choices: Vec<Vec<Choice>>,
    /// The states before each cell, ascending, and that after the last.
    states: Vec<Vec<State>>,
}

/// What a state stands for.
#[derive(Clone, Copy, Debug)]
struct Reading {
    how: How,
    /// The highest digit.
    side: u64,
    /// Number of cells.
    cells: usize,
}

#[derive(Clone, Copy, Debug)]
enum How {
    /// The set of the digits, which all differ: a bit for each, from 1.
    Set { sum: u64 },
    /// The sum of the digits.
    Sum { sum: u64 },
    /// The number in the bulb as far as it is read; from the shaft on, what is
    /// left of it.
    Arrow { bulb: usize },
}

impl Automaton {
    /// The automaton of a table in a grid with this many digits, whose cells
    /// have these choices.
    pub fn new(table: &Table, side: usize, choices: Vec<Vec<Choice>>) -> Automaton {
        let cells = table.cells.len();
        let reading = |how| Reading {
            how,
            side: side as u64,
            cells,
        };
        let sum = match table.kind {
            TableKind::Arrow { bulb } => {
                let reading = reading(How::Arrow { bulb });
                let states = reading.states(&choices, usize::MAX).unwrap_or_default();
                return Automaton {
                    reading,
                    choices,
                    states,
                };
            }
            TableKind::Cage { sum, .. } => u64::from(sum),
        };
        let is_distinct = matches!(table.kind, TableKind::Cage { distinct: true, .. });
        // A bit for each digit and one more.
        let has_sets = is_distinct && side < State::BITS as usize;
        let sets = has_sets.then(|| reading(How::Set { sum }));
        let by_sets = sets.and_then(|reading| Some((reading, reading.states(&choices, MAX_SETS)?)));
        let (reading, states) = by_sets.unwrap_or_else(|| {
            let reading = reading(How::Sum { sum });
            (
                reading,
                reading.states(&choices, usize::MAX).unwrap_or_default(),
            )
        });
        Automaton {
            reading,
            choices,
            states,
        }
    }

    /// Number of auxiliary variables: the states between two cells.
    pub fn num_aux(&self) -> usize {
        let between = &self.states[1..self.choices.len()];
        between.iter().map(Vec::len).sum()
    }

    /// Numbers of clauses and literals that [`Automaton::write`] writes.
    pub fn num_clauses_and_lits(&self) -> (u64, u64) {
        let mut count = Count::default();
        let Ok(()) = self.write(0, &mut count);
        (count.clauses, count.lits)
    }

    /// Writes the clauses. Auxiliary variables are the [`Automaton::num_aux`]
    /// from index `aux` on. Within a clause, literals ascend if `aux` is above
    /// those of the choices.
    ///
    /// # Errors
    /// The sink's.
    ///
    /// # Panics
    /// If an auxiliary variable would be over [`Var::LIMIT`].
    pub fn write<S: ClauseSink>(&self, aux: usize, sink: &mut S) -> Result<(), S::Error> {
        let mut clause: Vec<Lit> = Vec::new();
        let last = self.choices.len() - 1;
        // The first variable of the states before the cell and after it. The
        // state before the first cell and that after the last are certain and
        // have none.
        let (mut before, mut after) = (aux, aux);
        for (place, choices) in self.choices.iter().enumerate() {
            let [from, to] = [&self.states[place], &self.states[place + 1]];
            let state_before = |state: usize| (place > 0).then(|| Var::new(before + state));
            let state_after = |state: usize| (place < last).then(|| Var::new(after + state));
            for &(value, lit) in choices {
                // For each state before the cell that after it.
                let steps: Vec<Option<usize>> = from
                    .iter()
                    .map(|&state| {
                        let next = self.reading.next(place, state, value as u64)?;
                        to.binary_search(&next).ok()
                    })
                    .collect();
                if steps.iter().all(Option::is_none) {
                    clause.clear();
                    clause.extend(lit.map(|lit| !lit));
                    sink.clause(&clause)?;
                    continue;
                }
                for (state, &next) in steps.iter().enumerate() {
                    if next.is_some() && place == last {
                        continue;
                    }
                    clause.clear();
                    clause.extend(lit.map(|lit| !lit));
                    clause.extend(state_before(state).map(Var::negative));
                    clause.extend(next.and_then(state_after).map(Var::positive));
                    sink.clause(&clause)?;
                }
                if place == 0 {
                    for next in (0..to.len()).filter(|&next| steps[0] != Some(next)) {
                        clause.clear();
                        clause.extend(lit.map(|lit| !lit));
                        clause.extend(state_after(next).map(Var::negative));
                        sink.clause(&clause)?;
                    }
                    continue;
                }
                // For each state after the cell those before it that lead there.
                let mut leading: Vec<Vec<usize>> = vec![Vec::new(); to.len()];
                for (state, next) in steps.iter().enumerate() {
                    if let Some(next) = *next {
                        leading[next].push(state);
                    }
                }
                for (next, leading) in leading.into_iter().enumerate() {
                    clause.clear();
                    clause.extend(lit.map(|lit| !lit));
                    let leading = leading.into_iter();
                    clause.extend(leading.filter_map(state_before).map(Var::positive));
                    clause.extend(state_after(next).map(Var::negative));
                    sink.clause(&clause)?;
                }
            }
            if place > 0 {
                before = after;
            }
            after += if place < last { to.len() } else { 0 };
        }
        Ok(())
    }
}

impl Reading {
    /// The state before the first cell.
    const START: State = 0;

    /// The state after the last cell.
    const END: State = 0;

    /// The states before each cell and after the last which some digits lead to
    /// and from which some digits lead to the end; or `None` if there are more
    /// than `most`.
    fn states(self, choices: &[Vec<Choice>], most: usize) -> Option<Vec<Vec<State>>> {
        let mut states = vec![vec![Reading::START]];
        let mut count = 0;
        for (place, choices) in choices.iter().enumerate() {
            let mut after: FxHashSet<State> = FxHashSet::default();
            for &state in &states[place] {
                let values = choices.iter().map(|&(value, _)| value as u64);
                after.extend(values.filter_map(|value| self.next(place, state, value)));
            }
            let mut after: Vec<State> = after.into_iter().collect();
            after.sort_unstable();
            count += after.len();
            if count > most {
                return None;
            }
            states.push(after);
        }
        for place in (1..self.cells).rev() {
            let [from, to] = &mut states[place..place + 2] else {
                unreachable!("two layers");
            };
            from.retain(|&state| {
                choices[place].iter().any(|&(value, _)| {
                    let next = self.next(place, state, value as u64);
                    next.is_some_and(|next| to.binary_search(&next).is_ok())
                })
            });
        }
        Some(states)
    }

    /// The state after a digit in a cell, if the rule can still be fulfilled.
    fn next(self, place: usize, state: State, value: u64) -> Option<State> {
        let left = (self.cells - place - 1) as u64;
        // What the cells left can add up to.
        let is_possible = |rest: u64| (left..=left * self.side).contains(&rest);
        let next = match self.how {
            How::Set { sum } => {
                let set = state | 1 << value;
                if set == state {
                    return None;
                }
                let members = (1..=self.side).filter(|digit| set >> digit & 1 == 1);
                let rest = sum.checked_sub(members.sum())?;
                let open = (1..=self.side).filter(|digit| set >> digit & 1 == 0);
                let least: u64 = open.clone().take(left as usize).sum();
                let most: u64 = open.rev().take(left as usize).sum();
                (least..=most).contains(&rest).then_some(set)
            }
            How::Sum { sum } => {
                let rest = sum.checked_sub(state + value)?;
                is_possible(rest).then_some(state + value)
            }
            How::Arrow { bulb } => {
                let most = (self.cells - bulb) as u64 * self.side;
                match place < bulb {
                    true => {
                        let number = 10 * state + value;
                        let is_read = place + 1 == bulb;
                        (number <= most && (!is_read || is_possible(number))).then_some(number)
                    }
                    false => {
                        let rest = state.checked_sub(value)?;
                        is_possible(rest).then_some(rest)
                    }
                }
            }
        }?;
        Some(if left == 0 { Reading::END } else { next })
    }
}

/// Counts what passes and keeps nothing.
#[derive(Default)]
struct Count {
    clauses: u64,
    lits: u64,
}

impl ClauseSink for Count {
    type Error = std::convert::Infallible;

    fn clause(&mut self, lits: &[Lit]) -> Result<(), Self::Error> {
        self.clauses += 1;
        self.lits += lits.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cdcl::{Solver, Verdict};
    use crate::formula::Cnf;
    use crate::sudoku::Cell;
    use itertools::Itertools as _;

    fn tables(side: usize) -> Vec<Table> {
        let table = |kind, cells: usize| Table {
            kind,
            number: 0,
            cells: (0..cells).map(|col| Cell::new(0, col)).collect(),
        };
        let mut tables = Vec::new();
        for cells in 1..=4 {
            for sum in cells..=cells * side {
                for distinct in [false, true] {
                    let sum = sum as u32;
                    tables.push(table(TableKind::Cage { sum, distinct }, cells));
                }
            }
            for bulb in 1..cells {
                tables.push(table(TableKind::Arrow { bulb }, cells));
            }
        }
        tables
    }

    fn choices(cells: usize, side: usize) -> Vec<Vec<Choice>> {
        let lit = |cell: usize, value: usize| Var::new(cell * side + value - 1).positive();
        let of_cell = |cell| {
            (1..=side)
                .map(|value| (value, Some(lit(cell, value))))
                .collect()
        };
        (0..cells).map(of_cell).collect()
    }

    #[test]
    fn the_clauses_allow_what_the_table_allows() {
        let side = 5;
        for table in tables(side) {
            let cells = table.cells.len();
            let choices = choices(cells, side);
            let automaton = Automaton::new(&table, side, choices.clone());
            let mut cnf = Cnf::new(cells * side + automaton.num_aux());
            let Ok(()) = automaton.write(cells * side, &mut cnf);
            assert_eq!(cnf.num_vars(), cells * side + automaton.num_aux());
            let told = automaton.num_clauses_and_lits();
            assert_eq!(told, (cnf.num_clauses() as u64, cnf.num_lits() as u64));
            assert!(cnf.clauses().all(|clause| clause.is_sorted()));
            for values in (0..cells).map(|_| 1..=side).multi_cartesian_product() {
                let mut solver = Solver::default();
                solver.add_cnf(&cnf);
                for (choices, &held) in choices.iter().zip(&values) {
                    for &(value, lit) in choices {
                        let lit = lit.expect("no clue");
                        solver.add_clause(&[if value == held { lit } else { !lit }]);
                    }
                }
                let allowed = solver.solve(&Budget::unlimited()).unwrap() == Verdict::Sat;
                assert_eq!(allowed, table.allows(&values), "{table} {values:?}");
            }
        }
    }
}
