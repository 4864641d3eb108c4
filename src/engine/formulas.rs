//! The formulas of puzzles, made within limits on memory and time: the whole one, and what the
//! clues leave of it; and our solver with the latter.

use super::memory;
use crate::budget::{Budget, Stop};
use crate::cdcl::{Config, Solver};
use crate::encode::{self, Encoding, Layout, Residual};
use crate::formula::{ClauseSink, Cnf, Lit};
use crate::sudoku::Puzzle;
use std::convert::Infallible;

/// Estimated memory for a formula as a multiple of the memory of its clauses: the
/// solver's copy has watches, and with a proof there is a second copy.
const COPIES: u64 = 4;

/// Returns `true` if the puzzle's whole formula is not too large.
pub(super) fn fits(puzzle: &Puzzle, encoding: &Encoding) -> bool {
    let size = encode::size(puzzle, encoding, Layout::default());
    size.fits().is_ok() && size.memory().saturating_mul(COPIES) <= memory::total()
}

/// Returns the puzzle's whole formula, unless it is too large or the budget ends before.
pub(super) fn whole_within(
    puzzle: &Puzzle,
    encoding: &Encoding,
    budget: &Budget,
) -> Result<Cnf, Stop> {
    if !fits(puzzle, encoding) {
        return Err(Stop::Memory);
    }
    let size = encode::size(puzzle, encoding, Layout::default());
    let mut formula = Cnf::new(size.vars as usize);
    let mut sink = Watched::new(&mut formula, budget);
    encode::formula(puzzle, encoding, Layout::default(), &mut sink)?;
    Ok(formula)
}

/// Returns what the clues leave of a puzzle's formula, unless its cages, arrows and
/// marks have clauses that do not fit into memory, or the budget ends before.
pub(crate) fn residual_within(puzzle: &Puzzle, budget: &Budget) -> Result<Residual, Stop> {
    residual(puzzle, false, budget)
}

/// As [`residual_within`]; with `for_proof` as [`Residual::within`] makes it for a proof.
pub(super) fn residual(
    puzzle: &Puzzle,
    for_proof: bool,
    budget: &Budget,
) -> Result<Residual, Stop> {
    let limit = memory::total() / COPIES;
    Residual::within(puzzle, for_proof, &mut |size| {
        if size.fits().is_err() || size.memory() > limit {
            return Err(Stop::Memory);
        }
        ended(budget)
    })
}

/// Returns our solver with the formula of what a puzzle's clues leave open.
///
/// # Errors
/// If the time of the budget or an interrupt ends the writing.
pub(crate) fn solver_of(
    residual: &Residual,
    config: Config,
    budget: &Budget,
) -> Result<Solver, Stop> {
    let mut solver = Solver::new(config);
    solver.reserve_vars(residual.num_vars());
    let mut watched = Watched::new(&mut solver, budget);
    residual.formula(&Encoding::EXTENDED, &mut watched)?;
    Ok(solver)
}

/// Checks the clock and the interrupt. Clauses are no steps of a search.
pub(super) fn ended(budget: &Budget) -> Result<(), Stop> {
    match budget.exhausted(0) {
        None | Some(Stop::Steps) => Ok(()),
        Some(stop) => Err(stop),
    }
}

/// A sink that passes all to another one, and checks the budget after every `GLANCE` literals.
pub(super) struct Watched<'a, T: ?Sized> {
    sink: &'a mut T,
    budget: &'a Budget,
    /// Number of literals since the last check of the budget.
    taken: usize,
}

impl<'a, T: ClauseSink<Error = Infallible> + ?Sized> Watched<'a, T> {
    /// Returns a sink that passes all to this one.
    pub(super) fn new(sink: &'a mut T, budget: &'a Budget) -> Self {
        Watched {
            sink,
            budget,
            taken: 0,
        }
    }

    fn look(&mut self, size: usize) -> Result<(), Stop> {
        /// Number of literals between two checks of the budget: some milliseconds.
        const GLANCE: usize = 1 << 17;
        self.taken += size;
        if self.taken < GLANCE {
            return Ok(());
        }
        self.taken = 0;
        ended(self.budget)
    }
}

impl<T: ClauseSink<Error = Infallible> + ?Sized> ClauseSink for Watched<'_, T> {
    type Error = Stop;

    fn clause(&mut self, lits: &[Lit]) -> Result<(), Stop> {
        let Ok(()) = self.sink.clause(lits);
        self.look(lits.len())
    }

    fn no_two(&mut self, lits: &[Lit]) -> Result<(), Stop> {
        let Ok(()) = self.sink.no_two(lits);
        // Written as clauses, the group is one for each pair of its literals: at most this many.
        self.look(lits.len() * lits.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Interrupt;
    use crate::sudoku::rules::{Cage, Spec};
    use crate::sudoku::{Rules, Size};

    #[test]
    fn an_interrupt_ends_the_writing_of_the_formula() {
        let puzzle = Puzzle::empty(Size::of_order(5).unwrap());
        let interrupt = Interrupt::new();
        let budget = Budget::unlimited().with_interrupt(interrupt.clone());
        let residual = residual_within(&puzzle, &budget).unwrap();
        assert!(solver_of(&residual, Config::default(), &budget).is_ok());
        interrupt.raise();
        let stopped = solver_of(&residual, Config::default(), &budget);
        assert_eq!(stopped.err(), Some(Stop::Interrupted));
    }

    #[test]
    fn making_the_automaton_of_a_cage_ends_with_the_budget() {
        let mut spec = Spec::boxes(10, 10).unwrap();
        spec.cages.push(Cage {
            cells: spec.size.cells().take(300).collect(),
            sum: Some(15_000),
            repeats: true,
        });
        let puzzle = Puzzle::new(Rules::new(spec).unwrap().into());
        let interrupt = Interrupt::new();
        interrupt.raise();
        let budget = Budget::unlimited().with_interrupt(interrupt);
        let stopped = residual_within(&puzzle, &budget).err();
        assert_eq!(stopped, Some(Stop::Interrupted));
    }
}
