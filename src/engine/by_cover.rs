//! The exact-cover searches as engines for puzzles.

use super::{End, Engine, EngineError, Evidence, Kind, Request, Search, Steps};
use crate::budget::{Budget, Stop};
use crate::check;
use crate::cover::dlx::{Choice, Dlx};
use crate::cover::matrix::Matrix;
use crate::cover::{ExactCover, OptionId};
use crate::encode;
use crate::sudoku::{Grid, Puzzle};
use std::ops::ControlFlow;

/// An exact-cover search that solves puzzles.
#[derive(Clone, Copy, Debug)]
pub struct ByCover {
    name: &'static str,
    start: fn(&ExactCover, Choice) -> Box<dyn CoverSearch>,
}

impl ByCover {
    /// Dancing links.
    pub const DLX: ByCover = ByCover {
        name: "dlx",
        start: |problem, choice| Box::new(Dlx::new(problem, choice)),
    };
    /// Algorithm X on a dense matrix.
    pub const MATRIX: ByCover = ByCover {
        name: "matrix",
        start: |problem, choice| Box::new(Matrix::new(problem, choice)),
    };
}

/// What both searches can.
trait CoverSearch {
    fn next_solution(&mut self, budget: &Budget) -> Result<Option<&[OptionId]>, Stop>;
    fn steps(&self) -> Steps;
}

impl CoverSearch for Dlx {
    fn next_solution(&mut self, budget: &Budget) -> Result<Option<&[OptionId]>, Stop> {
        self.next_solution(budget)
    }

    fn steps(&self) -> Steps {
        let stats = self.stats();
        Steps::new([("nodes", stats.nodes), ("updates", stats.updates)])
    }
}

impl CoverSearch for Matrix {
    fn next_solution(&mut self, budget: &Budget) -> Result<Option<&[OptionId]>, Stop> {
        self.next_solution(budget)
    }

    fn steps(&self) -> Steps {
        let stats = self.stats();
        Steps::new([
            ("nodes", stats.nodes),
            ("struck out", stats.struck),
            ("cells looked at", stats.cells),
        ])
    }
}

impl Engine for ByCover {
    fn name(&self) -> &str {
        self.name
    }

    fn kind(&self) -> Kind {
        Kind::Cover
    }

    fn search(
        &self,
        puzzle: &Puzzle,
        request: &Request,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<Search, EngineError> {
        let lied = |reason: String| EngineError::Lied {
            engine: self.name.into(),
            reason,
        };
        let choice = match request.seed {
            None => Choice::Smallest,
            Some(seed) => Choice::RandomSmallest { seed },
        };
        // An error means more options than the problem's numbers can count.
        let Ok(problem) = encode::cover(puzzle) else {
            return Ok(Search::gave_up(Stop::Memory));
        };
        let mut search = (self.start)(&problem, choice);
        let end = loop {
            match search.next_solution(budget) {
                Err(stop) => break End::GaveUp(stop),
                Ok(None) => break End::Exhausted(Evidence::Search),
                Ok(Some(options)) => {
                    check::cover(&problem, options).map_err(|fault| lied(fault.to_string()))?;
                    let grid = encode::grid_from_options(&problem, puzzle.order(), options)
                        .map_err(|fault| lied(fault.to_string()))?;
                    if found(grid).is_break() {
                        break End::Enough;
                    }
                }
            }
        };
        Ok(Search {
            end,
            steps: search.steps(),
            refutation: None,
        })
    }
}
