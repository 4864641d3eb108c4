//! The part of a puzzle's formula that its clues leave open, made within limits on memory and
//! time, and our solver with this formula.

use super::memory;
use crate::budget::{Budget, Stop};
use crate::cdcl::{Config, Solver};
use crate::encode::{Encoding, Residual};
use crate::sudoku::Puzzle;

/// Estimated memory for a formula as a multiple of the memory of its clauses: the
/// solver's copy has watches, and with a proof there is a second copy.
pub(super) const COPIES: u64 = 4;

/// Returns what the clues leave of a puzzle's formula, unless its cages and arrows
/// have clauses that do not fit into memory, or the budget ends before.
pub(super) fn residual_within(puzzle: &Puzzle, budget: &Budget) -> Result<Residual, Stop> {
    let limit = memory::total() / COPIES;
    Residual::within(puzzle, &mut |size| {
        if size.fits().is_err() || size.memory() > limit {
            return Err(Stop::Memory);
        }
        ended(budget)
    })
}

/// Returns our solver with the formula of what a puzzle's clues leave open.
pub(super) fn solver_of(residual: &Residual, config: Config) -> Solver {
    let mut solver = Solver::new(config);
    solver.reserve_vars(residual.num_vars());
    let Ok(()) = residual.formula(&Encoding::EXTENDED, &mut solver);
    solver
}

/// Checks the clock and the interrupt. Clauses are no steps of a search.
pub(super) fn ended(budget: &Budget) -> Result<(), Stop> {
    match budget.exhausted(0) {
        None | Some(Stop::Steps) => Ok(()),
        Some(stop) => Err(stop),
    }
}
