//! The rules for several cells as a whole ([`Table`]), in clauses.
//!
//! A cage without repeats, and a row or column seen from outside, are written by the sets of digits that have
//! the sum, if there are few (see the module `digit_sets`). Any other table is read by an automaton, cell after cell. Its state
//! is what matters of the digits read: the running number of a cage or an arrow (see the module
//! `running`); for a mark, the state of its machine. Only states from which the rule can still be obeyed are kept. Each state after a cell other than
//! the last has an auxiliary variable. Of the states s before a cell and t after
//! it, and the variable x of a digit in the cell, the clauses say:
//!
//! - x is false, if no state allows the digit;
//! - s ∧ x → t, if t is the state after s and the digit; ¬s ∨ ¬x, if none is;
//! - t ∧ x → one of the states s from which the digit leads to t.
//!
//! The first two lines make the formula right. The third repeats it backwards,
//! so that unit propagation goes from the last cells to the first, too.
//!
//! A digit never leads from a greater number to a smaller one than it leads from a
//! smaller one, so both kinds of clauses come from one pass over the states; steps of a
//! machine are sorted first.

use super::digit_sets::DigitSets;
use super::running::Layer;
use super::states::States;
use crate::formula::{ClauseSink, Lit, Var};
use crate::sudoku::rules::{Marked, Shape, Table, TableKind};
use itertools::{Either, Itertools as _};
use std::convert::Infallible;
use std::sync::Arc;

/// Largest number of states that a state is linked with: a clause of more is of little use.
const MAX_LINKS: usize = 9;

/// A digit's value that a cell may have, with its literal; `None` if it is
/// certain, as in a cell with a clue.
pub(super) type Choice = (usize, Option<Lit>);

/// A table in clauses.
#[derive(Clone, Debug)]
pub(super) enum TableClauses {
    /// The sets of digits of a cage without repeats, or of a row or column seen from outside.
    Sets(DigitSets),
    /// An automaton that reads the cells.
    Automaton(Automaton),
}

impl TableClauses {
    /// Returns the clauses of a table in a grid with `side` digits, whose rows and columns are
    /// houses. `values` returns the digits that the cell at a place of the table may hold.
    ///
    /// `watch` is called at least once for each cell of an automaton, with the number of ranges of
    /// states that are about to be made.
    ///
    /// # Errors
    /// Those of `watch`.
    pub(super) fn new<E>(
        table: &Table,
        side: usize,
        values: impl Fn(usize) -> Layer,
        watch: &mut dyn FnMut(u64) -> Result<(), E>,
    ) -> Result<TableClauses, E> {
        let is_seen = |marked: &&Arc<Marked>| marked.mark.rule.shape == Shape::Outside;
        if let Some(marked) = table.marked.as_ref().filter(is_seen) {
            if let Some(sets) = DigitSets::of_line(&marked.machine, side, &values) {
                return Ok(TableClauses::Sets(sets));
            }
            if let Some(machine) = marked.machine.line() {
                let states = States::Machine(Arc::clone(machine));
                return Ok(TableClauses::Automaton(Automaton {
                    layers: states.layers(&values, watch)?,
                    states,
                    line: (0..table.cells.len()).map(values).collect(),
                }));
            }
        }
        TableClauses::alone(table, side, values, watch)
    }

    /// As [`TableClauses::new`], for clauses that are correct even if the houses of the cells are
    /// not stated.
    pub(super) fn alone<E>(
        table: &Table,
        side: usize,
        values: impl Fn(usize) -> Layer,
        watch: &mut dyn FnMut(u64) -> Result<(), E>,
    ) -> Result<TableClauses, E> {
        if let TableKind::Cage {
            sum,
            distinct: true,
        } = table.kind
            && let Some(sets) = DigitSets::of_cage(table.cells.len(), sum.into(), side, &values)
        {
            return Ok(TableClauses::Sets(sets));
        }
        let states = States::new(table, side);
        Ok(TableClauses::Automaton(Automaton {
            layers: states.layers(values, watch)?,
            states,
            line: Vec::new(),
        }))
    }

    /// Returns the number of auxiliary variables.
    pub(super) fn num_aux(&self) -> u64 {
        match self {
            TableClauses::Sets(sets) => sets.num_aux(),
            TableClauses::Automaton(automaton) => automaton.num_aux(),
        }
    }

    /// Returns the numbers of clauses and literals that [`TableClauses::write`] writes
    /// if each cell may hold `values` and no digit is certain. It writes no more otherwise.
    pub(super) fn num_clauses_and_lits(&self, values: impl Fn(usize) -> Layer) -> (u64, u64) {
        match self {
            TableClauses::Sets(sets) => sets.num_clauses_and_lits(values),
            TableClauses::Automaton(automaton) => automaton.num_clauses_and_lits(values),
        }
    }

    /// Writes the clauses. `choices` returns what the cell at a place may hold:
    /// values that the clauses were made with. Auxiliary variables are the
    /// [`TableClauses::num_aux`] from index `aux` on. Within a clause, literals ascend
    /// if `aux` is above those of the choices.
    ///
    /// # Errors
    /// The sink's.
    ///
    /// # Panics
    /// If an auxiliary variable would be over [`Var::LIMIT`].
    pub(super) fn write<S: ClauseSink>(
        &self,
        choices: impl Fn(usize) -> Vec<Choice>,
        aux: usize,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        match self {
            TableClauses::Sets(sets) => sets.write(choices, aux, sink),
            TableClauses::Automaton(automaton) => automaton.write(choices, aux, sink),
        }
    }
}

/// Returns the numbers of clauses and literals that `write` writes if the cells may hold `values`.
pub(super) fn counted(
    values: impl Fn(usize) -> Layer,
    write: impl FnOnce(&dyn Fn(usize) -> Vec<Choice>, &mut Count) -> Result<(), Infallible>,
) -> (u64, u64) {
    let mut count = Count(0, 0);
    let any = Some(Var::new(0).positive());
    let choices = |place| values(place).iter().map(|v| (v as usize, any)).collect();
    let Ok(()) = write(&choices, &mut count);
    (count.0, count.1)
}

/// Counts clauses and literals.
pub(super) struct Count(u64, u64);

impl ClauseSink for Count {
    type Error = Infallible;

    fn clause(&mut self, lits: &[Lit]) -> Result<(), Infallible> {
        self.0 += 1;
        self.1 += lits.len() as u64;
        Ok(())
    }
}

/// An automaton that accepts the digits that a table allows.
#[derive(Clone, Debug)]
pub(super) struct Automaton {
    states: States,
    /// The states before each cell and after the last.
    layers: Vec<Layer>,
    /// The digits that each cell of a row or column seen from outside may hold; empty for any other
    /// table.
    line: Vec<Layer>,
}

impl Automaton {
    /// Returns the number of auxiliary variables: the states between two cells.
    fn num_aux(&self) -> u64 {
        let between = &self.layers[1..self.num_cells()];
        between.iter().map(Layer::len).sum()
    }

    /// Returns what [`TableClauses::num_clauses_and_lits`] does. The clauses are counted
    /// without looking at each state, in time linear in the number of cells and
    /// values.
    fn num_clauses_and_lits(&self, values: impl Fn(usize) -> Layer) -> (u64, u64) {
        if !self.line.is_empty() {
            return counted(values, |choices, sink| self.write(choices, 1, sink));
        }
        let (mut clauses, mut lits) = (0_u64, 0_u64);
        for place in 0..self.num_cells() {
            let [from, to] = [place, place + 1].map(|layer| self.layers[layer].len());
            // A state before the first cell and one after the last have no literal.
            let [before, after] = [place > 0, place + 1 < self.num_cells()].map(u64::from);
            for value in values(place).iter() {
                let steps = self.count_steps(place, value);
                if steps == 0 {
                    (clauses, lits) = (clauses.saturating_add(1), lits.saturating_add(1));
                    continue;
                }
                let forwards = [
                    ((from - steps), 1 + before),
                    (steps * after, 1 + before + after),
                ];
                // The states before the first cell are no literals of clauses backwards.
                let backwards = match place {
                    0 => [(to - 1, 1 + after), (0, 0)],
                    _ => [(to, 1 + after), (0, 0)],
                };
                for (count, length) in forwards.into_iter().chain(backwards) {
                    clauses = clauses.saturating_add(count);
                    lits = lits.saturating_add(count.saturating_mul(length));
                }
                lits = lits.saturating_add(steps * before);
            }
        }
        (clauses, lits)
    }

    /// Writes the clauses, as [`TableClauses::write`].
    fn write<S: ClauseSink>(
        &self,
        choices: impl Fn(usize) -> Vec<Choice>,
        aux: usize,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let last = self.num_cells() - 1;
        // The first variable of the states before the cell and after it.
        let (mut before, mut after) = (aux, aux);
        for place in 0..=last {
            for (value, lit) in choices(place) {
                let out = lit.map(|lit| !lit);
                if self.count_steps(place, value as u64) == 0 {
                    sink.clause(out.as_slice())?;
                    continue;
                }
                let digit = (place, value as u64, out);
                self.write_forwards(digit, [before, after], sink)?;
                self.write_backwards(digit, [before, after], sink)?;
            }
            if !self.line.is_empty() {
                self.write_links(place, &choices(place), [before, after], sink)?;
            }
            if place > 0 {
                before = after;
            }
            if place < last {
                after += self.layers[place + 1].len() as usize;
            }
        }
        Ok(())
    }

    /// Writes the clauses that lead from the states before a cell, by a digit, to those after
    /// it. `out` is false where the digit is in the cell; `None` if that is certain.
    fn write_forwards<S: ClauseSink>(
        &self,
        (place, value, out): (usize, u64, Option<Lit>),
        first_vars: [usize; 2],
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let mut clause: Vec<Lit> = Vec::new();
        for (state, next) in (0..).zip(self.steps(place, value)) {
            if next.is_some() && place + 1 == self.num_cells() {
                continue;
            }
            clause.clear();
            clause.extend(out);
            clause.extend(self.var_of(place, state, first_vars[0]).map(Var::negative));
            let after = next.and_then(|next| self.var_of(place + 1, next, first_vars[1]));
            clause.extend(after.map(Var::positive));
            sink.clause(&clause)?;
        }
        Ok(())
    }

    /// Writes the clauses of the states after a cell, each with those that the digit leads
    /// from to it.
    fn write_backwards<S: ClauseSink>(
        &self,
        (place, value, out): (usize, u64, Option<Lit>),
        first_vars: [usize; 2],
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let mut clause: Vec<Lit> = Vec::new();
        let steps = (0..).zip(self.steps(place, value));
        let steps = steps.filter_map(|(state, next)| Some((state, next?)));
        let steps = match self.states {
            States::Machine(_) => {
                Either::Left(steps.sorted_unstable_by_key(|&(state, next)| (next, state)))
            }
            States::Numbers(_) => Either::Right(steps),
        };
        let mut steps = steps.peekable();
        for next in 0..self.layers[place + 1].len() {
            clause.clear();
            clause.extend(out);
            let mut is_certain = false;
            while let Some((state, _)) = steps.next_if(|&(_, reached)| reached == next) {
                match self.var_of(place, state, first_vars[0]) {
                    Some(var) => clause.push(var.positive()),
                    None => is_certain = true,
                }
            }
            clause.extend(
                self.var_of(place + 1, next, first_vars[1])
                    .map(Var::negative),
            );
            if !is_certain {
                sink.clause(&clause)?;
            }
        }
        Ok(())
    }

    /// Writes for each state before a cell and for each after it which digits there may be in the
    /// cell, and which states on its other side, if they are few by all digits that the cell may hold. Unit
    /// propagation derives these clauses from the others, but not all that follows by them.
    fn write_links<S: ClauseSink>(
        &self,
        place: usize,
        choices: &[Choice],
        first_vars: [usize; 2],
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let [before, after] = [0, 1].map(|side| {
            let layer = place + side;
            let states = 0..self.layers[layer].len();
            let vars = states.map(move |state| self.var_of(layer, state, first_vars[side]));
            vars.collect::<Vec<_>>()
        });
        // By state: the states on the other side by all digits and by the choices, and the choices.
        let mut onwards = vec![(Vec::new(), Vec::new(), Vec::new()); before.len()];
        let mut back = vec![(Vec::new(), Vec::new(), Vec::new()); after.len()];
        for value in self.line[place].iter() {
            let choice = choices.iter().find(|choice| choice.0 as u64 == value);
            for (state, next) in self.steps(place, value).enumerate() {
                let Some(next) = next else { continue };
                let (other, own) = (after[next as usize], before[state]);
                for (links, var) in [
                    (&mut onwards[state], other),
                    (&mut back[next as usize], own),
                ] {
                    links.0.push(var);
                    links.1.extend(choice.map(|_| var));
                    links.2.extend(choice);
                }
            }
        }
        let states = before
            .into_iter()
            .zip(onwards)
            .chain(after.into_iter().zip(back));
        for (state, (mut all, mut others, mut digits)) in states {
            let Some(state) = state else { continue };
            all.sort_unstable();
            all.dedup();
            others.sort_unstable();
            others.dedup();
            let of_states: Option<Vec<Lit>> =
                others.iter().map(|var| Some((*var)?.positive())).collect();
            // Each digit once, whatever its literal is.
            digits.sort_unstable();
            digits.dedup();
            let of_digits: Option<Vec<Lit>> = digits.iter().map(|&(_, lit)| lit).collect();
            let are_few = [all.len() <= MAX_LINKS, digits.len() < choices.len()];
            for (lits, _) in [of_states, of_digits]
                .into_iter()
                .zip(are_few)
                .filter(|(_, few)| *few)
            {
                let Some(mut lits) = lits else { continue };
                lits.push(state.negative());
                lits.sort_unstable();
                sink.clause(&lits)?;
            }
        }
        Ok(())
    }

    /// Returns the variable of a state of a layer whose first variable is this. The state before
    /// the first cell and that after the last are certain and have none.
    fn var_of(&self, layer: usize, state: u64, first: usize) -> Option<Var> {
        let is_between = layer > 0 && layer < self.num_cells();
        is_between.then(|| Var::new(first + state as usize))
    }

    fn num_cells(&self) -> usize {
        self.layers.len() - 1
    }

    /// Returns for each state before the cell at `place`, ascending, the place of
    /// the state that the digit `value` leads to. These ascend, too, but for a machine.
    fn steps(&self, place: usize, value: u64) -> impl Iterator<Item = Option<u64>> + '_ {
        let to = &self.layers[place + 1];
        let states = self.layers[place].iter();
        states.map(move |state| to.index(self.states.next(place, state, value)?))
    }

    /// Returns the number of states before the cell at `place` from which the digit
    /// `value` leads to a state.
    fn count_steps(&self, place: usize, value: u64) -> u64 {
        let [from, to] = [place, place + 1].map(|layer| &self.layers[layer]);
        self.states.count_steps(place, value, from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cdcl::{Solver, Verdict};
    use crate::formula::Cnf;
    use crate::sudoku::Cell;
    use crate::sudoku::rules::Machine;

    fn tables(side: usize) -> Vec<Table> {
        let table = |kind, cells: usize| Table {
            kind,
            number: 0,
            cells: (0..cells).map(|col| Cell::new(0, col)).collect(),
            marked: None,
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
            let mut random = fastrand::Rng::with_seed(cells as u64);
            let machines = (0..=4).map(|share| Machine::random(cells, side, share, &mut random));
            tables.extend(machines.map(Table::of_machine));
        }
        tables
    }

    fn built(table: &Table, side: usize, values: impl Fn(usize) -> Layer) -> TableClauses {
        let watch = &mut |_| Ok::<(), Infallible>(());
        let Ok(automaton) = TableClauses::new(table, side, values, watch);
        automaton
    }

    #[test]
    fn the_clauses_allow_what_the_table_allows() {
        let side = 5;
        let lit = |cell: usize, value: usize| Var::new(cell * side + value - 1).positive();
        for table in tables(side) {
            let cells = table.cells.len();
            // All digits; then the second cell is a clue, and the last lacks two digits.
            for is_restricted in [false, true] {
                let choices = |place: usize| -> Vec<Choice> {
                    match place {
                        1 if is_restricted => vec![(3, None)],
                        _ => (1..=side)
                            .filter(|value| !is_restricted || place + 1 < cells || *value > 2)
                            .map(|value| (value, Some(lit(place, value))))
                            .collect(),
                    }
                };
                let values =
                    |place| Layer::of(choices(place).iter().map(|&(value, _)| value as u64));
                let automaton = built(&table, side, values);
                let num_vars = cells * side + automaton.num_aux() as usize;
                let mut cnf = Cnf::new(num_vars);
                let Ok(()) = automaton.write(choices, cells * side, &mut cnf);
                assert_eq!(cnf.num_vars(), num_vars);
                let told = automaton.num_clauses_and_lits(values);
                match is_restricted {
                    false => {
                        assert_eq!(told, (cnf.num_clauses() as u64, cnf.num_lits() as u64));
                    }
                    true => assert!(told.0 >= cnf.num_clauses() as u64),
                }
                assert!(cnf.clauses().all(|clause| clause.is_sorted()));
                let held = (0..cells).map(|place| choices(place).into_iter());
                for held in held.multi_cartesian_product() {
                    let mut solver = Solver::default();
                    solver.add_cnf(&cnf);
                    for (place, &(value, _)) in held.iter().enumerate() {
                        for (other, lit) in choices(place) {
                            if let Some(lit) = lit {
                                solver.add_clause(&[if value == other { lit } else { !lit }]);
                            }
                        }
                    }
                    let values: Vec<usize> = held.iter().map(|&(value, _)| value).collect();
                    let allowed = solver.solve(&Budget::unlimited()).unwrap() == Verdict::Sat;
                    assert_eq!(allowed, table.allows(&values), "{table} {values:?}");
                }
            }
        }
    }

    #[test]
    fn the_size_of_a_huge_cage_is_known_without_its_clauses() {
        for (cells, side, sum) in [(300, 100, 15_000), (90_000, 300, 13_000_000)] {
            let table = Table {
                kind: TableKind::Cage {
                    sum,
                    distinct: false,
                },
                number: 0,
                cells: (0..cells)
                    .map(|cell| Cell::new(cell / side, cell % side))
                    .collect(),
                marked: None,
            };
            let values = |_| Layer::union(std::iter::once(1..side as u64 + 1));
            let automaton = built(&table, side, values);
            let (clauses, _) = automaton.num_clauses_and_lits(values);
            assert!(clauses > automaton.num_aux() * side as u64);
        }
    }
}
