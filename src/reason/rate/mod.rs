//! Rates how hard a puzzle is: for a person, by the techniques of [`super::hint`], and
//! for solvers, by propagation and search.
//!
//! The classes are those of Lynce and Ouaknine ("Sudoku as a SAT Problem", 2006): puzzles
//! that unit propagation solves, those that failed literals solve as well (Simonis, "Sudoku
//! as a Constraint Problem", 2005, calls it shaving), and those that need search.

#[cfg(feature = "json")]
mod json;
mod propagation;
mod search;

use super::hint::{Ladder, Marks, Next, TECHNIQUES, Technique, agrees};
use crate::budget::{Budget, Stop};
use crate::engine::{self, ByCover, BySat, End, Engine, EngineError, Limit, Request};
use crate::sudoku::{Grid, Puzzle};
#[cfg(feature = "json")]
pub use json::to_json;
use propagation::Propagation;
use std::fmt;
use thiserror::Error;

/// The cost of a search where no technique applies, for each binary digit of its number of
/// guesses.
const COST_OF_SEARCH: u64 = 2000;

/// A puzzle's rating.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rating {
    /// The sum of the costs of the ladder's steps. Where the ladder gets stuck, 2000 is added
    /// for each binary digit of the number of guesses: 2000 for one guess, 4000 for two or
    /// three, and so on.
    pub score: u64,
    /// The hardest technique of the ladder; `None` if there is no cell to fill.
    pub hardest: Option<&'static Technique>,
    /// The techniques used, the easiest first, each with its number of steps.
    pub steps: Vec<(&'static Technique, u64)>,
    /// Set if the ladder fills every cell.
    pub is_solved: bool,
    /// The easiest method that solves the puzzle: propagation, failed literals, or
    /// search.
    pub class: Class,
    /// Number of rounds of propagation, in each of which all singles that are there are
    /// placed at once, until there are no more.
    pub rounds: u64,
    /// Number of digits tried by a search that propagates singles, takes the cell with
    /// the fewest digits first and tries them in ascending order, until it finds the
    /// solution.
    pub guesses: u64,
    /// Least number of cells that, filled from the solution, let singles solve the puzzle.
    /// `None` if it is more than [`MAX_BACKDOOR`], or if there are too many sets of cells
    /// to try.
    pub backdoor: Option<u64>,
    /// Conflicts of our CDCL until it had shown that there is one solution.
    pub conflicts: u64,
    /// Nodes of the search of dancing links for all solutions.
    pub nodes: u64,
}

/// The largest backdoor that is looked for.
pub const MAX_BACKDOOR: u64 = 2;

/// The propagation that solves a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Singles solve it: unit propagation.
    Singles,
    /// Singles solve it if each candidate that leads to a contradiction by singles is
    /// removed: failed literals.
    FailedLiterals,
    /// Neither does.
    Search,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::Singles => "singles",
            Class::FailedLiterals => "failed literals",
            Class::Search => "search",
        })
    }
}

/// A reason why a puzzle has no rating.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NoRating {
    /// The puzzle is too large for pencil marks.
    #[error("ratings go up to 64×64")]
    TooLarge,
    /// There is no solution.
    #[error("no solution")]
    NoSolution,
    /// There is more than one solution.
    #[error("several solutions")]
    Several,
    /// The search ended without an answer.
    #[error("{0}")]
    Stopped(Stop),
    /// An engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A step of the ladder contradicts the solution: a mistake in this program.
    #[error("internal fault: a step of the technique {technique} is wrong: {fault}")]
    Wrong {
        /// The name of the technique.
        technique: &'static str,
        /// The mistake.
        fault: crate::check::StepFault,
    },
}

/// Rates puzzles.
pub struct Rater {
    cdcl: BySat,
    dlx: ByCover,
}

impl fmt::Debug for Rater {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rater").finish_non_exhaustive()
    }
}

impl Default for Rater {
    fn default() -> Rater {
        Rater::new()
    }
}

impl Rater {
    /// Creates a rater with the two solvers whose conflicts and nodes are counted.
    pub fn new() -> Rater {
        Rater {
            cdcl: BySat::cdcl(),
            dlx: ByCover::dlx(),
        }
    }

    /// Rates a puzzle that has one solution. Each step of the ladder is compared with
    /// the solution.
    ///
    /// ```
    /// use sudosat::prelude::*;
    /// use sudosat::reason::rate::{Class, Rater};
    ///
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let rating = Rater::new().rate(&line.parse()?, &Budget::unlimited())?;
    /// assert_eq!(rating.hardest.map(|technique| technique.name), Some("hidden single"));
    /// assert_eq!(rating.class, Class::Singles);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the puzzle has not exactly one solution, is too large, or the budget ends.
    pub fn rate(&self, puzzle: &Puzzle, budget: &Budget) -> Result<Rating, NoRating> {
        let start = Marks::new(puzzle).ok_or(NoRating::TooLarge)?;
        let (grid, conflicts) = only_solution(&self.cdcl, puzzle, budget)?;
        let (again, nodes) = only_solution(&self.dlx, puzzle, budget)?;
        debug_assert_eq!(grid, again);
        let (counts, is_solved) = climbed(&start, &grid, None, budget)?;
        let steps = TECHNIQUES
            .iter()
            .zip(counts)
            .filter(|(_, count)| *count > 0);
        let steps: Vec<(&Technique, u64)> = steps.collect();
        let mut propagation = Propagation::default();
        let mut settled = start;
        propagation.settle(&mut settled);
        let by_singles = settled.is_complete();
        let guesses = match by_singles {
            true => 0,
            false => search::guesses(&settled, budget).map_err(NoRating::Stopped)?,
        };
        let score = steps
            .iter()
            .map(|(technique, count)| u64::from(technique.cost) * count);
        let score = score.sum::<u64>()
            + match is_solved {
                true => 0,
                false => COST_OF_SEARCH * u64::from(guesses.max(1).ilog2() + 1),
            };
        Ok(Rating {
            score,
            hardest: steps.last().map(|(technique, _)| *technique),
            steps,
            is_solved,
            class: class(&settled),
            rounds: propagation.rounds,
            guesses,
            backdoor: search::backdoor(&settled, &grid, budget).map_err(NoRating::Stopped)?,
            conflicts,
            nodes,
        })
    }
}

/// Number of steps of each technique, by its place in the table.
type Counts = [u64; TECHNIQUES.len()];

/// Takes the steps of the ladder, each compared with the solution. Returns their numbers,
/// and `true` if they fill every cell. With a `hardest` technique the ladder ends before a
/// step that is harder.
fn climbed(
    start: &Marks,
    solution: &Grid,
    hardest: Option<&Technique>,
    budget: &Budget,
) -> Result<(Counts, bool), NoRating> {
    let mut counts = [0; TECHNIQUES.len()];
    let most = hardest.map_or(TECHNIQUES.len(), Technique::index);
    let mut ladder = Ladder::of(start.clone()).assuming_unique(true);
    loop {
        match ladder.next_within(budget).map_err(NoRating::Stopped)? {
            Next::Step(step) => {
                let (technique, index) = (step.technique.name, step.technique.index());
                agrees(&step.deduction, solution)
                    .map_err(|fault| NoRating::Wrong { technique, fault })?;
                if index > most {
                    return Ok((counts, false));
                }
                counts[index] += 1;
                ladder.take(&step);
            }
            Next::Solved => return Ok((counts, true)),
            Next::Stuck | Next::Broken | Next::Contradiction(_) => return Ok((counts, false)),
        }
    }
}

/// Returns the class of marks in which all singles are filled in.
fn class(settled: &Marks) -> Class {
    if settled.is_complete() {
        Class::Singles
    } else if propagation::is_solved_by_failed_literals(settled) {
        Class::FailedLiterals
    } else {
        Class::Search
    }
}

/// Returns the class of a puzzle that has one solution, `None` if it is too large.
pub fn class_of(puzzle: &Puzzle) -> Option<Class> {
    let mut settled = Marks::new(puzzle)?;
    Propagation::default().settle(&mut settled);
    Some(class(&settled))
}

/// Returns the hardest technique of the ladder's steps for a puzzle that has this
/// solution alone. Returns `None` if the ladder does not fill every cell, or not without
/// a technique harder than `most`.
///
/// # Errors
/// If the puzzle is too large, or the budget ends.
pub fn hardest_technique(
    puzzle: &Puzzle,
    solution: &Grid,
    most: Option<&Technique>,
    budget: &Budget,
) -> Result<Option<&'static Technique>, NoRating> {
    let start = Marks::new(puzzle).ok_or(NoRating::TooLarge)?;
    let (counts, is_solved) = climbed(&start, solution, most, budget)?;
    let mut used = TECHNIQUES.iter().zip(counts).rev();
    let hardest = used.find(|(_, count)| *count > 0);
    Ok(hardest
        .filter(|_| is_solved)
        .map(|(technique, _)| technique))
}

/// Returns the only solution, and the number of steps that it took the engine to know it.
fn only_solution(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    budget: &Budget,
) -> Result<(Grid, u64), NoRating> {
    let request = Request::new(Limit::UNIQUE);
    let (outcome, mut grids) = engine::solve(engine, puzzle, &request, budget)?;
    match (outcome.end, grids.len()) {
        (End::GaveUp(stop), ..=1) => Err(NoRating::Stopped(stop)),
        (_, 0) => Err(NoRating::NoSolution),
        (_, 1) => {
            let steps = outcome.steps.main().map_or(0, |(_, steps)| steps);
            Ok((grids.swap_remove(0), steps))
        }
        _ => Err(NoRating::Several),
    }
}
