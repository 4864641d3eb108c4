//! A formula of chosen statements without selectors, and the statements that a
//! refutation of it uses.
//!
//! Selectors lengthen the clauses that a solver learns. A search that takes many
//! conflicts is easier without them.

use super::statements::{Statement, Statements};
use crate::budget::{Budget, Stop};
use crate::cdcl::{Config, Solver, Verdict};
use crate::encode;
use crate::formula::{ClauseSink, Lit};
use crate::proof::{Conclusion, Id, Observer, Shared};
use crate::sudoku::{Candidate, Cell};
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};
use std::io;

/// Returns a solver of some statements, by their indices, with at-most-ones as pairs.
/// `next` is called with each index before the clauses of the statement are added.
///
/// # Errors
/// If the budget ends before all clauses are added.
pub(super) fn solver(
    statements: &Statements,
    members: &[usize],
    observer: Option<Box<dyn Observer>>,
    budget: &Budget,
    mut next: impl FnMut(usize),
) -> Result<Solver, Stop> {
    // A refutation by counting would not show the statements that it uses.
    let mut solver = Solver::new(Config {
        counting: false,
        ..Config::default()
    });
    if let Some(observer) = observer {
        solver = solver.with_observer(observer);
    }
    let (size, rules) = (statements.size(), statements.rules());
    solver.reserve_vars(size.num_candidates());
    let mut aux = size.num_candidates();
    let of_cell = |cell: Cell| statements.lits(Statement::Filled(cell));
    // Cells of no statement would take a clause for each pair of their digits in vain.
    for (place, index) in touched(statements, members).ones().enumerate() {
        budget.check_at(place)?;
        let Ok(()) = solver.no_two(&of_cell(size.cell(index)));
    }
    for (place, &member) in members.iter().enumerate() {
        budget.check_at(place)?;
        next(member);
        for &cell in statements.filled_by(statements.list()[member]) {
            solver.add_clause(&of_cell(cell));
        }
        let lits = statements.lits(statements.list()[member]);
        match statements.list()[member] {
            Statement::Clue(_) | Statement::Filled(_) | Statement::Has(..) => {
                solver.add_clause(&lits);
            }
            Statement::Marks(_) => lits.iter().for_each(|&lit| solver.add_clause(&[lit])),
            Statement::Once(..) => {
                let Ok(()) = solver.no_two(&lits);
            }
            Statement::Pair(index) => {
                let pair = statements.pair(index);
                let [a, b] = pair.cells;
                for first in size.digits() {
                    for second in size.digits() {
                        if !pair.allows(first.value(), second.value()) {
                            let both = [Candidate::new(a, first), Candidate::new(b, second)];
                            let lits = both.map(|candidate| !statements.lit(candidate));
                            solver.add_clause(&lits);
                        }
                    }
                }
            }
            Statement::Table(index) => {
                let table = statements.table(index);
                let Ok(()) = encode::table(table, rules, &mut solver, |_, count| {
                    aux += count;
                    aux - count
                });
            }
        }
    }
    Ok(solver)
}

/// Returns the cells of some statements, by their indices.
fn touched(statements: &Statements, members: &[usize]) -> FixedBitSet {
    let size = statements.size();
    let mut touched = FixedBitSet::with_capacity(size.num_cells());
    for &member in members {
        let cells = statements.cells(statements.list()[member]).into_iter();
        touched.extend(cells.map(|cell| cell.index(size)));
    }
    touched
}

/// Returns the statements, in the same order, that a refutation of these uses where
/// the literals `given` are true; `None` if they can hold together.
pub(super) fn refute(
    statements: &Statements,
    members: &[usize],
    given: &[Lit],
    budget: &Budget,
) -> Result<Option<Vec<usize>>, Stop> {
    let tracker = Shared::new(Tracker::default());
    let observer = Box::new(tracker.clone());
    let mut solver = solver(statements, members, Some(observer), budget, |member| {
        tracker.with(|tracker| tracker.owner = Some(member));
    })?;
    tracker.with(|tracker| tracker.owner = None);
    for &lit in given {
        solver.add_clause(&[lit]);
    }
    match solver.solve(budget).expect("the tracker reports no error") {
        Verdict::Unknown(stop) => Err(stop),
        Verdict::Sat => Ok(None),
        Verdict::Unsat => {
            let used = tracker.with(|tracker| tracker.used());
            Ok(Some(
                members
                    .iter()
                    .copied()
                    .filter(|member| used.contains(member))
                    .collect(),
            ))
        }
    }
}

/// Returns the candidates of a model of some statements, by their indices, in the cells
/// of these statements, where the literals `given` are true; `None` if there is none.
pub(super) fn model(
    statements: &Statements,
    members: &[usize],
    given: &[Lit],
    budget: &Budget,
) -> Result<Option<FixedBitSet>, Stop> {
    let mut solver = solver(statements, members, None, budget, |_| {})?;
    match solver
        .solve_with(given, budget)
        .expect("no observer can fail")
    {
        Verdict::Unknown(stop) => Err(stop),
        Verdict::Unsat => Ok(None),
        Verdict::Sat => {
            let size = statements.size();
            let mut chosen = FixedBitSet::with_capacity(size.num_candidates());
            let candidates = (0..size.num_candidates()).map(|index| size.candidate(index));
            let touched = touched(statements, members);
            let is_true = |&candidate: &Candidate| {
                let lit = statements.lit(candidate);
                let is_free = !touched.contains(candidate.cell.index(size));
                match is_free {
                    true => given.contains(&lit),
                    false => solver.value(lit) == Some(true),
                }
            };
            chosen.extend(
                candidates
                    .filter(is_true)
                    .map(|candidate| candidate.index(size)),
            );
            Ok(Some(chosen))
        }
    }
}

/// An observer that keeps for each clause the clauses that it follows from.
#[derive(Default)]
struct Tracker {
    /// The statement whose clauses are being added.
    owner: Option<usize>,
    owners: FxHashMap<Id, usize>,
    hints: FxHashMap<Id, Vec<Id>>,
    /// The empty clause.
    empty: Option<Id>,
}

impl Tracker {
    /// Returns the statements with a clause that the empty clause follows from.
    fn used(&self) -> FxHashSet<usize> {
        let mut used = FxHashSet::default();
        let mut seen: FxHashSet<Id> = self.empty.into_iter().collect();
        let mut open: Vec<Id> = self.empty.into_iter().collect();
        while let Some(id) = open.pop() {
            used.extend(self.owners.get(&id).copied());
            let hints = self.hints.get(&id).into_iter().flatten();
            open.extend(hints.copied().filter(|&hint| seen.insert(hint)));
        }
        used
    }
}

impl Observer for Tracker {
    fn wants_hints(&self) -> bool {
        true
    }

    fn original(&mut self, id: Id, clause: &[Lit]) {
        if let Some(owner) = self.owner {
            self.owners.insert(id, owner);
        }
        if clause.is_empty() && self.empty.is_none() {
            self.empty = Some(id);
        }
    }

    fn derived(&mut self, id: Id, clause: &[Lit], hints: &[Id]) {
        self.hints.insert(id, hints.to_vec());
        if clause.is_empty() && self.empty.is_none() {
            self.empty = Some(id);
        }
    }

    // What defines a variable follows from no statement.
    fn defined(&mut self, _: Id, _: &[Lit], _: &[Id]) {}

    fn conclude(&mut self, _: Conclusion) -> io::Result<()> {
        Ok(())
    }
}
