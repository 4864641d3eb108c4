//! The second search that confirms what an engine claims: by exact cover, which shares no code
//! with SAT solvers and masks.

use super::{ByCover, End, Engine, EngineError, Limit, Request};
use crate::budget::Budget;
use crate::check;
use crate::sudoku::{Grid, Puzzle, Rules};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;

/// Returns the engine that confirms the answers of others about puzzles with these rules.
pub(super) fn second_engine(rules: &Rules) -> &'static ByCover {
    static PLANES: ByCover = ByCover::planes();
    static LINKS: ByCover = ByCover::dlx();
    match ByCover::are_planes_for(rules) {
        true => &PLANES,
        false => &LINKS,
    }
}

/// Confirms the claim of `engine` that these are all solutions, by a second search, for exact
/// covers. Returns the name of the second engine; `None` if it found no answer within a few
/// thousand nodes, or within the budget.
///
/// # Errors
/// If the second search finds other solutions.
pub fn confirm(
    engine: &str,
    puzzle: &Puzzle,
    solutions: &[Grid],
    budget: &Budget,
) -> Result<Option<&'static str>, EngineError> {
    /// Nodes of the second search beside one for each cell and solution. The
    /// hardest 9×9 puzzles published take some thousands; larger grids that take
    /// more are confirmed by a proof sooner.
    const NODES: u64 = 20_000;
    let second = second_engine(puzzle.rules());
    let own = (solutions.len() as u64 + 1).saturating_mul(puzzle.size().num_cells() as u64);
    let budget = budget.clone().with_steps(own.saturating_add(NODES));
    let request = Request::new(Limit::ALL);
    let mut missing: FxHashSet<&Grid> = solutions.iter().collect();
    let mut other = None;
    let search = second.search(puzzle, &request, &budget, &mut |grid| {
        if missing.remove(&grid) {
            return ControlFlow::Continue(());
        }
        other = Some(grid);
        ControlFlow::Break(())
    })?;
    let lied = |engine: &str, reason: &str| Err(EngineError::lied(engine, reason));
    match other {
        Some(grid) if solutions.contains(&grid) => {
            return lied(second.name(), "it found a solution twice");
        }
        Some(grid) if check::grid(puzzle, &grid).is_err() => {
            return lied(second.name(), "it found a grid that is no solution");
        }
        Some(_) if solutions.is_empty() => return lied(engine, "there is a solution"),
        Some(_) => return lied(engine, "there is a further solution"),
        None => {}
    }
    match search.end {
        End::Exhausted(_) if missing.is_empty() => Ok(Some(second.method_name())),
        End::Exhausted(_) => lied(second.name(), "it did not find every solution"),
        End::Enough | End::GaveUp(_) => Ok(None),
    }
}
