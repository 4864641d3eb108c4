//! Drops clues that a puzzle does not need.

use super::dig;
use crate::budget::{Budget, Stop};
use crate::engine::{
    End, Engine, EngineError, Limit, Proof, Request, Undecided, is_only_solution, solve,
};
use crate::sudoku::{Cell, Grid, Puzzle};
use fastrand::Rng;
use thiserror::Error;

/// The clues that a puzzle needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Minimized {
    /// The puzzle has no solution.
    NoSolution,
    /// The puzzle has several solutions, so no clue can be dropped.
    Several,
    /// The clues that can be dropped, each alone; answer of [`needless_clues`].
    Needless(Vec<Cell>),
    /// The puzzle without needless clues; answer of [`minimize`].
    Minimal(Puzzle),
}

/// A reason why it is not known which clues are needed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NotMinimized {
    /// The budget ended first.
    #[error("{0}")]
    Stopped(Stop),
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// It was not decided if a solution is the only one.
    #[error(transparent)]
    Undecided(Undecided),
}

impl From<Undecided> for NotMinimized {
    fn from(undecided: Undecided) -> NotMinimized {
        match undecided {
            Undecided::Stopped(stop) => NotMinimized::Stopped(stop),
            other => NotMinimized::Undecided(other),
        }
    }
}

/// Removes clues in random order as long as one solution remains, so that none of the clues
/// of the result can be dropped. Of `tries` orders, at least 1, the result with the fewest
/// clues is returned; the orders have the seeds `seed`, `seed + 1`, and so on. `engine`
/// searches for two solutions of the puzzle.
///
/// ```
/// use sudosat::budget::Budget;
/// use sudosat::engine::BySat;
/// use sudosat::generate::{Minimized, minimize};
/// use sudosat::sudoku::Puzzle;
///
/// // The digit 1 of row 1 follows from the other three.
/// let puzzle: Puzzle = "1234 ..1. .1.. 2...".parse()?;
/// let answer = minimize(&BySat::cdcl(), &puzzle, 1, 0, &Budget::unlimited())?;
/// assert!(matches!(answer, Minimized::Minimal(minimal) if minimal.num_clues() < 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the engine fails, or the budget ends.
pub fn minimize(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    tries: u64,
    seed: u64,
    budget: &Budget,
) -> Result<Minimized, NotMinimized> {
    let grid = match only_solution(engine, puzzle, budget)? {
        Ok(grid) => grid,
        Err(answer) => return Ok(answer),
    };
    let minimal = |seed: u64| {
        let is_only = |puzzle: &Puzzle, grid: &Grid| is_only_solution(puzzle, grid, budget);
        dig::minimal_within(puzzle, &grid, &mut Rng::with_seed(seed), is_only)
    };
    let mut best = minimal(seed)?;
    for number in 1..tries {
        let next = minimal(seed.wrapping_add(number))?;
        if next.num_clues() < best.num_clues() {
            best = next;
        }
    }
    Ok(Minimized::Minimal(best))
}

/// Finds the clues of which any single one can be dropped; a puzzle without any is minimal.
/// `engine` searches for two solutions of the puzzle.
///
/// # Errors
/// If the engine fails, or the budget ends.
pub fn needless_clues(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    budget: &Budget,
) -> Result<Minimized, NotMinimized> {
    let grid = match only_solution(engine, puzzle, budget)? {
        Ok(grid) => grid,
        Err(answer) => return Ok(answer),
    };
    let mut needless = Vec::new();
    let mut without = puzzle.clone();
    for clue in puzzle.clues() {
        without.set_clue(clue.cell, None);
        if is_only_solution(&without, &grid, budget)? {
            needless.push(clue.cell);
        }
        without.set_clue(clue.cell, Some(clue.digit));
    }
    Ok(Minimized::Needless(needless))
}

/// Returns the only solution, or the answer for a puzzle that has none or several.
fn only_solution(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    budget: &Budget,
) -> Result<Result<Grid, Minimized>, NotMinimized> {
    let request = Request {
        proof: Proof::Confirmed,
        ..Request::new(Limit::UNIQUE)
    };
    let (outcome, mut grids) = solve(engine, puzzle, &request, budget)?;
    if let End::GaveUp(stop) = outcome.end {
        return Err(NotMinimized::Stopped(stop));
    }
    Ok(match (grids.pop(), grids.is_empty()) {
        (None, _) => Err(Minimized::NoSolution),
        (Some(grid), true) => Ok(grid),
        (Some(_), false) => Err(Minimized::Several),
    })
}

#[cfg(feature = "json")]
mod json {
    use super::Minimized;
    use crate::sudoku::{Cell, Puzzle};
    use serde::Serialize;

    /// The answer for a puzzle.
    #[derive(Serialize)]
    struct Whole {
        /// `none`, `several` or `one`.
        solutions: &'static str,
        clues: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        minimal: Option<bool>,
        /// The clues that can be dropped, each alone, as `r1c2`.
        #[serde(skip_serializing_if = "Option::is_none")]
        needless: Option<Vec<String>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        left: Option<usize>,
        #[serde(skip_serializing_if = "Option::is_none")]
        grid: Option<Puzzle>,
    }

    impl Minimized {
        /// Returns the answer for `puzzle` as an object with the fields of `sudosat minimize
        /// --json`, which docs/JSON.md describes, except for `puzzle`.
        pub fn to_json(&self, puzzle: &Puzzle) -> impl Serialize + use<> {
            let mut whole = Whole {
                solutions: "one",
                clues: puzzle.num_clues(),
                minimal: None,
                needless: None,
                left: None,
                grid: None,
            };
            match self {
                Minimized::NoSolution => whole.solutions = "none",
                Minimized::Several => whole.solutions = "several",
                Minimized::Needless(cells) => {
                    whole.minimal = Some(cells.is_empty());
                    whole.needless = Some(cells.iter().map(Cell::to_string).collect());
                }
                Minimized::Minimal(minimal) => {
                    whole.left = Some(minimal.num_clues());
                    whole.grid = Some(minimal.clone());
                }
            }
            whole
        }
    }
}
