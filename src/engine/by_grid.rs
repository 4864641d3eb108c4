//! The searches on the grid as engines for puzzles: backtracking, without and with constraint
//! propagation.

use super::backtrack::{Backtrack, Next};
use super::domains::Domains;
use super::{End, Engine, EngineError, Evidence, Kind, Request, SearchReport, Steps};
use crate::budget::{Budget, Stop};
use crate::sudoku::{Grid, Puzzle};
use std::ops::ControlFlow;

/// The lecture's backtracking, or with the fewest digits first.
#[derive(Clone, Copy, Debug)]
pub struct ByGrid {
    name: &'static str,
    next: Next,
}

impl ByGrid {
    /// The lecture's procedure.
    pub const BACKTRACK: ByGrid = ByGrid {
        name: "backtrack",
        next: Next::Reading,
    };
    /// The same, a cell with the fewest digits left first.
    pub const BACKTRACK_FEWEST: ByGrid = ByGrid {
        name: "backtrack-fewest",
        next: Next::Fewest,
    };
}

impl Engine for ByGrid {
    fn name(&self) -> &str {
        self.name
    }

    fn kind(&self) -> Kind {
        Kind::Grid
    }

    /// Returns the same name for both: they differ only in the order of cells, so neither
    /// confirms the other.
    fn lineage(&self) -> &str {
        ByGrid::BACKTRACK.name
    }

    fn search(
        &self,
        puzzle: &Puzzle,
        _request: &Request,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<SearchReport, EngineError> {
        let mut search = match Backtrack::new(puzzle, self.next) {
            Ok(search) => search,
            Err(clashes) => {
                let end = End::Exhausted(Evidence::Clash(clashes));
                return Ok(SearchReport::new(end, Steps::default()));
            }
        };
        let end = search_on(|| search.next_solution(budget, &mut ()), found);
        let stats = search.stats();
        let steps = Steps::new([
            ("placements", stats.placements),
            ("rejections", stats.rejections),
            ("undos", stats.undos),
        ]);
        Ok(SearchReport::new(end, steps))
    }
}

/// Backtracking with constraint propagation.
#[derive(Clone, Copy, Debug)]
pub struct ByDomains;

impl ByDomains {
    /// The engine's name.
    pub const NAME: &str = "domains";
}

impl Engine for ByDomains {
    fn name(&self) -> &str {
        ByDomains::NAME
    }

    fn kind(&self) -> Kind {
        Kind::Grid
    }

    fn search(
        &self,
        puzzle: &Puzzle,
        _request: &Request,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<SearchReport, EngineError> {
        let mut search = match Domains::new(puzzle, budget) {
            Ok(search) => search,
            Err(stop) => return Ok(SearchReport::gave_up(stop)),
        };
        let end = search_on(|| search.next_solution(budget), found);
        Ok(SearchReport::new(end, Steps::new(search.steps())))
    }
}

/// Hands solutions to `found` until it breaks off, there are no more, or the search gives up.
fn search_on(
    mut next_solution: impl FnMut() -> Result<Option<Grid>, Stop>,
    found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
) -> End {
    loop {
        match next_solution() {
            Ok(Some(grid)) => {
                if found(grid).is_break() {
                    return End::Enough;
                }
            }
            Ok(None) => return End::Exhausted(Evidence::Search),
            Err(stop) => return End::GaveUp(stop),
        }
    }
}
