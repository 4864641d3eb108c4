//! Answers in one call, by our solver and without limits: [`Puzzle::solve`], [`Puzzle::solutions`],
//! [`Cnf::solve`]. Exact covers have [`ExactCover::solutions`](crate::cover::ExactCover::solutions).

use super::{BySat, Cdcl, End, EngineError, Limit, Proof, Request, SatEngine, SatResult, solve};
use crate::budget::{Budget, Stop};
use crate::check;
use crate::formula::{Cnf, Model};
use crate::sudoku::{Grid, Puzzle};
use thiserror::Error;

/// A reason why a call without limits has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// The search gave up, for instance because the memory ended.
    #[error("the search gave up: {0}")]
    GaveUp(Stop),
    /// The solver failed, or its answer is wrong.
    #[error(transparent)]
    Failed(#[from] EngineError),
}

impl Puzzle {
    /// Returns a solution, or `None` if there is none. The grid is checked against the clues and the
    /// rules. That there is none is confirmed by checked steps, a checked proof or a second search
    /// where one of them ends soon.
    ///
    /// The search has no limits, so it may take very long for grids over 25×25.
    /// [`engine::solve`](solve()) takes limits, and any engine.
    ///
    /// ```
    /// use sudosat::prelude::*;
    ///
    /// let puzzle: Puzzle = "1... ..3. .4.. ...2".parse()?;
    /// let grid = puzzle.solve()?.expect("it has a solution");
    /// assert_eq!(grid.to_string(), "1324\n4231\n2413\n3142\n");
    /// let impossible: Puzzle = "12.. ...3 .... ..4.".parse()?;
    /// assert_eq!(impossible.solve()?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the search gives up or fails, which says nothing about the puzzle.
    pub fn solve(&self) -> Result<Option<Grid>, NoAnswer> {
        Ok(self.solutions(1)?.pop())
    }

    /// Returns different solutions, at most `most`, each checked. If they are fewer, there are no
    /// more, which is confirmed as by [`Puzzle::solve`].
    ///
    /// ```
    /// use sudosat::prelude::*;
    ///
    /// let puzzle: Puzzle = "1... ..3. .4.. ...2".parse()?;
    /// let has_one_solution = puzzle.solutions(2)?.len() == 1;
    /// assert!(has_one_solution);
    /// assert_eq!(Puzzle::from_values(&[0; 16]).solutions(1000)?.len(), 288);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Puzzle::solve`].
    pub fn solutions(&self, most: usize) -> Result<Vec<Grid>, NoAnswer> {
        if most == 0 {
            return Ok(Vec::new());
        }
        let mut request = Request::new(Limit::count(most as u64));
        request.proof = Proof::Confirmed;
        let (outcome, grids) = solve(&BySat::cdcl(), self, &request, &Budget::unlimited())?;
        match outcome.end {
            End::GaveUp(stop) => Err(NoAnswer::GaveUp(stop)),
            End::Exhausted(_) | End::Enough => Ok(grids),
        }
    }
}

impl Cnf {
    /// Returns a model, checked against every clause, or `None` if there is none.
    ///
    /// The search has no limits, and makes no proof. A [`Solver`](crate::cdcl::Solver) takes limits,
    /// assumptions and further clauses, and reports its steps to a writer of proofs.
    ///
    /// ```
    /// use sudosat::prelude::*;
    ///
    /// let cnf: Cnf = "p cnf 2 2\n 1 2 0\n -1 0".parse()?;
    /// let model = cnf.solve()?.expect("it has a model");
    /// assert_eq!(model.lits().map(Lit::to_dimacs).collect::<Vec<_>>(), [-1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the search gives up or fails, which says nothing about the formula.
    pub fn solve(&self) -> Result<Option<Model>, NoAnswer> {
        match Cdcl.start(self, false)?.solve(&Budget::unlimited())? {
            SatResult::Sat(lits) => {
                let model = check::model(self, &lits);
                Ok(Some(
                    model.map_err(|fault| EngineError::lied(Cdcl.name(), fault))?,
                ))
            }
            SatResult::Unsat => Ok(None),
            SatResult::Unknown(stop) => Err(NoAnswer::GaveUp(stop)),
        }
    }
}
