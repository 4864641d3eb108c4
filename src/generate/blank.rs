//! Our solver with the formula of a blank grid, which finds full grids under assumptions.

use crate::budget::{Budget, Stop};
use crate::cdcl::{Config, Solver, Verdict};
use crate::encode::{self, Residual};
use crate::engine::formulas::{residual_within, solver_of};
use crate::formula::{Lit, Var};
use crate::sudoku::{Candidate, Grid, Puzzle, Rules, Size};
use std::sync::Arc;

/// Our solver with the formula of the blank grid of some rules.
#[derive(Debug)]
pub(super) struct BlankGrid {
    size: Size,
    residual: Residual,
    /// By [`Candidate::index`]: the candidate's literal, if the rules leave it.
    lits: Vec<Option<Lit>>,
    solver: Solver,
}

impl BlankGrid {
    /// Makes the formula.
    ///
    /// # Errors
    /// If the budget ends before.
    pub(super) fn new(
        rules: &Arc<Rules>,
        config: Config,
        budget: &Budget,
    ) -> Result<BlankGrid, Stop> {
        let blank = Puzzle::new(Arc::clone(rules));
        let residual = residual_within(&blank, budget)?;
        let size = rules.size();
        let mut lits = vec![None; size.num_candidates()];
        for var in (0..residual.num_vars()).map(Var::new) {
            if let Some(candidate) = residual.candidate(var) {
                lits[candidate.index(size)] = Some(var.positive());
            }
        }
        Ok(BlankGrid {
            size,
            solver: solver_of(&residual, config, budget)?,
            residual,
            lits,
        })
    }

    /// Returns the literal of a candidate, if the rules leave it.
    pub(super) fn lit(&self, candidate: Candidate) -> Option<Lit> {
        self.lits[candidate.index(self.size)]
    }

    /// Adds the clause against a grid.
    pub(super) fn exclude(&mut self, grid: &Grid) {
        self.solver.add_clause(&self.residual.not_again(grid));
    }

    /// Returns a full grid under these assumptions; `None` if there is none.
    ///
    /// # Errors
    /// If the budget ends, whose steps are conflicts.
    pub(super) fn find(
        &mut self,
        assumptions: &[Lit],
        budget: &Budget,
    ) -> Result<Option<Grid>, Stop> {
        // Only an observer could fail, and there is none.
        let verdict = self.solver.solve_with(assumptions, budget);
        match verdict.unwrap_or(Verdict::Unknown(Stop::Declined)) {
            Verdict::Unsat => Ok(None),
            Verdict::Unknown(stop) => Err(stop),
            Verdict::Sat => {
                let model = self.solver.model().ok_or(Stop::Declined)?;
                let model = self.residual.model(model.lits());
                let grid = encode::decode(self.size, model.lits());
                grid.map(Some).map_err(|_| Stop::Declined)
            }
        }
    }
}
