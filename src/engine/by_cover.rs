//! The exact-cover searches as engines for puzzles.

use super::{End, Engine, EngineError, Evidence, Kind, Request, Search, Steps, memory};
use crate::budget::{Budget, Stop};
use crate::check;
use crate::cover::{Choice, Method, Unfit};
use crate::encode;
use crate::sudoku::{Candidates, Grid, Puzzle};
use std::ops::ControlFlow;

/// About how many bytes an option and an item take, in the problem while it grows
/// and in the search.
const OPTION_BYTES: u64 = 150;
const ITEM_BYTES: u64 = 150;

/// The reason why the matrix does not take some puzzles.
const COLOURS: &str =
    "it cannot take colours in exact covers, which the sums of cages and arrows need";

/// An exact-cover search that solves puzzles.
#[derive(Clone, Copy, Debug)]
pub struct ByCover(Method);

impl ByCover {
    /// Dancing links.
    pub const DLX: ByCover = ByCover(Method::Dlx);
    /// Algorithm X on a dense matrix.
    pub const MATRIX: ByCover = ByCover(Method::Matrix);
}

/// Returns `true` if the problem and its links fit into half of the memory.
fn fits(puzzle: &Puzzle) -> bool {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let items = size.num_cells() + (rules.houses().len() + rules.pairs().len()) * size.side();
    let is_small = |candidates: usize| {
        candidates as u64 * OPTION_BYTES + items as u64 * ITEM_BYTES <= memory::total() / 2
    };
    // Most puzzles need no closer look.
    is_small(size.num_candidates()) || is_small(Candidates::new(puzzle).len())
}

impl Engine for ByCover {
    fn name(&self) -> &str {
        self.0.name()
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
            engine: self.0.name().into(),
            reason,
        };
        let choice = match request.seed {
            None => Choice::Smallest,
            Some(seed) => Choice::RandomSmallest { seed },
        };
        if !fits(puzzle) {
            return Ok(Search::gave_up(Stop::Memory));
        }
        // The steps of the budget are the search's; this is no part of it.
        let mut stop = None;
        let problem = encode::cover_while(puzzle, &mut || {
            stop = budget.exhausted(0).filter(|&stop| stop != Stop::Steps);
            stop.is_none()
        });
        let problem = match problem {
            Ok(Some(problem)) => problem,
            Ok(None) => return Ok(Search::gave_up(stop.unwrap_or(Stop::Interrupted))),
            // More options than the problem's numbers can count.
            Err(_) => return Ok(Search::gave_up(Stop::Memory)),
        };
        let mut search = match self.0.start(&problem, choice) {
            Ok(search) => search,
            Err(Unfit::Colors(_)) => return Ok(Search::gave_up(Stop::Unfit(COLOURS))),
            Err(_) => return Ok(Search::gave_up(Stop::Declined)),
        };
        let end = loop {
            match search.next_solution(budget) {
                Err(stop) => break End::GaveUp(stop),
                Ok(None) => break End::Exhausted(Evidence::Search),
                Ok(Some(options)) => {
                    check::cover(&problem, options).map_err(|fault| lied(fault.to_string()))?;
                    let grid = encode::grid_from_options(&problem, puzzle.size(), options)
                        .map_err(|fault| lied(fault.to_string()))?;
                    if found(grid).is_break() {
                        break End::Enough;
                    }
                }
            }
        };
        Ok(Search {
            end,
            steps: Steps::new(search.steps()),
            refutation: None,
        })
    }
}
