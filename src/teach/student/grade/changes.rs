//! Variables that stand for no candidate, because too few change with them.
//!
//! Two correct grids differ in at least eight candidates: where one differs, another one
//! differs in its cell, in its row and in its column. So if two assignments satisfy clauses from which
//! the rules follow, none of the variables in which they differ stands for a candidate, or at least
//! that many do. First a grid is compared with an assignment that breaks a rule by one candidate more
//! or less. Then two numbers are exchanged in four cells of a grid, which changes eight variables, of
//! which one is known to stand for no candidate.

use super::judge::{self, Gap};
use super::reference::Reference;
use crate::budget::Budget;
use crate::cdcl::{Solver, Verdict};
use crate::encode;
use crate::formula::{Lit, Var};
use crate::sudoku::{Candidate, Cell};
use itertools::Itertools as _;
use rustc_hash::FxHashSet;
use std::io;

/// Least number of candidates in which two correct grids differ.
const DISTANCE: usize = 8;
/// Largest number of changes that are tried. Chosen by hand to bound the time.
const TRIED: usize = 2_000;
/// Largest number of literals of a rule that are tried first. Chosen by hand to bound the time.
const ASKED: usize = 4;

/// Returns `true` if fewer of the `usable` variables can stand for candidates than there are
/// candidates. The gaps are those of the clauses if each candidate has the variable of
/// [`encode::var`].
///
/// # Errors
/// None: our solver has no observer that could fail.
pub fn leave_too_few(
    reference: &Reference,
    clauses: &[Vec<Lit>],
    usable: FxHashSet<Var>,
    gaps: &[Gap],
    budget: &Budget,
) -> io::Result<bool> {
    let solvers = [(); 2].map(|()| judge::solver(reference, clauses, budget));
    let [Ok(mut grids), Ok(solver)] = solvers else {
        return Ok(false);
    };
    for clause in &reference.clauses {
        grids.add_clause(clause);
    }
    let candidates = reference.size().num_candidates();
    let is_unusable = |var: &Var| !usable.contains(var);
    let mut changes = Changes {
        reference,
        grids,
        solver,
        queue: (0..candidates).map(Var::new).filter(is_unusable).collect(),
        usable,
        tried: 0,
        budget,
    };
    for rule in gaps.iter().map(|gap| &gap.clause) {
        for &lit in rule.iter().take(ASKED) {
            let only = rule
                .iter()
                .map(|&other| if other == lit { lit } else { !other });
            changes.try_one(&only.collect::<Vec<Lit>>(), &[lit.var()])?;
        }
    }
    while let Some(var) = changes.queue.pop() {
        for exchange in exchanges(reference, var) {
            if changes.usable.len() < candidates {
                return Ok(true);
            }
            if changes.tried >= TRIED || budget.exhausted(0).is_some() {
                return Ok(false);
            }
            let changed = exchange.map(Lit::var);
            if changed.iter().any(|var| changes.usable.contains(var)) {
                changes.try_one(&exchange, &changed)?;
            }
        }
    }
    Ok(changes.usable.len() < candidates)
}

struct Changes<'a> {
    reference: &'a Reference<'a>,
    /// The clauses and the rules.
    grids: Solver,
    /// The clauses.
    solver: Solver,
    /// Variables that may stand for candidates.
    usable: FxHashSet<Var>,
    /// Those of the other variables that have a number of a candidate and were not looked at.
    queue: Vec<Var>,
    tried: usize,
    budget: &'a Budget,
}

impl Changes<'_> {
    /// Compares a correct grid in which these literals are true with an assignment in which these
    /// candidates, and no others, have other values, if both satisfy the clauses.
    fn try_one(&mut self, before: &[Lit], changed: &[Var]) -> io::Result<()> {
        self.tried += 1;
        if self.grids.solve_with(before, self.budget)? != Verdict::Sat {
            return Ok(());
        }
        let is_true = |solver: &Solver, var: Var| solver.value(var.positive()) == Some(true);
        let candidates = (0..self.reference.size().num_candidates()).map(Var::new);
        let after =
            candidates.map(|var| var.lit(is_true(&self.grids, var) != changed.contains(&var)));
        let after: Vec<Lit> = after.collect();
        if self.solver.solve_with(&after, self.budget)? != Verdict::Sat {
            return Ok(());
        }
        let differ = self.usable.iter().copied();
        let differ = differ.filter(|&var| is_true(&self.grids, var) != is_true(&self.solver, var));
        let differ: Vec<Var> = differ.sorted().collect();
        if differ.len() < DISTANCE {
            for var in differ {
                self.usable.remove(&var);
                if var.index() < after.len() {
                    self.queue.push(var);
                }
            }
        }
        Ok(())
    }
}

/// Returns exchanges of two numbers in two rows and two columns, in which this variable changes: the
/// literals that change, as they are before.
fn exchanges(reference: &Reference, var: Var) -> impl Iterator<Item = [Lit; 8]> {
    let (rules, size) = (reference.rules(), reference.size());
    let Candidate { cell, digit } = size.candidate(var.index());
    let houses = move |cells: &[Cell]| {
        let houses = cells.iter().flat_map(|&cell| rules.houses_of(cell));
        houses.sorted().collect::<Vec<_>>()
    };
    let rectangle = move |opposite: Cell| {
        let corners = [(cell.row(), opposite.col()), (opposite.row(), cell.col())];
        let [first, second] = corners.map(|(row, col)| Cell::new(row, col));
        [cell, opposite, first, second]
    };
    let rectangles = size.cells().map(rectangle).filter(move |cells| {
        cells.iter().all_unique()
            && cells.iter().all(|&cell| size.has(cell))
            && houses(&cells[..2]) == houses(&cells[2..])
    });
    let digits = size.digits().filter(move |&other| other != digit);
    rectangles
        .cartesian_product(digits)
        .map(move |(cells, other)| {
            std::array::from_fn(|at| {
                let (cell, is_diagonal) = (cells[at % 4], at % 4 < 2);
                let (digit, is_before) = if at < 4 {
                    (digit, is_diagonal)
                } else {
                    (other, !is_diagonal)
                };
                encode::var(Candidate::new(cell, digit), size).lit(is_before)
            })
        })
}
