//! The next step of a puzzle, or all steps, each checked, and compared with the solution
//! where there is only one.

use super::{Ladder, MAX_SIDE, Marks, Next, Step, check, words};
use crate::budget::{Budget, Stop};
use crate::check::StepFault;
use crate::engine::{self, End, Engine, EngineError, Limit, Request};
use crate::sudoku::{Candidate, Grid, Puzzle};
use thiserror::Error;

/// Number of conflicts in the search for the solutions, against which steps are
/// compared.
const CONFLICTS: u64 = 100_000;

/// Options of [`hints`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Take all steps, until the puzzle is solved or no technique applies.
    pub all: bool,
    /// Leave out techniques that assume that the puzzle has only one solution; they are
    /// used only if a search has confirmed this.
    pub no_uniqueness: bool,
}

/// The steps of a puzzle, and how they end.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Hints {
    /// The steps, each with the marks before it.
    pub steps: Vec<(Marks, Step)>,
    /// The marks after the last step.
    pub after: Marks,
    /// The end of the steps.
    pub end: Ends,
    /// The solutions of the puzzle.
    pub known: Known,
}

/// The end of the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Only one step was asked for.
    Open,
    /// Every cell is filled.
    Solved,
    /// There is no solution.
    Impossible,
    /// No technique applies.
    Stuck,
    /// The budget ended first.
    Stopped(Stop),
}

/// Result of a search, with a limit on conflicts, for up to two solutions of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// There is no solution, for this reason.
    None(Cause),
    /// There is one.
    One(Grid),
    /// There are several.
    Several,
    /// It was not decided.
    Undecided,
}

/// The reason why a puzzle has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The clues have none, by the rules.
    Clues,
    /// The clues have exactly one, and the pencil marks lack these candidates of it.
    Missing(Vec<Candidate>),
    /// The clues have several, and the pencil marks rule out all of them.
    Marks,
    /// It was not decided if the clues have one without the pencil marks.
    Unknown,
}

/// A reason why there are no hints.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NoHints {
    /// The puzzle is too large for pencil marks.
    #[error("hints go up to {MAX_SIDE}×{MAX_SIDE}")]
    TooLarge,
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A step was refused by its check: a mistake in this program.
    #[error("a step was refused by its check: {fault}: {words}")]
    Wrong {
        /// The reason why it was refused.
        fault: StepFault,
        /// The step in words.
        words: String,
    },
}

/// Finds the next step of a puzzle, or all steps. Each is checked. Half of the budget's time
/// is for `engine`, which searches for two solutions.
///
/// ```
/// use sudosat::budget::Budget;
/// use sudosat::engine::BySat;
/// use sudosat::reason::hint::{self, Ends, Options};
/// use sudosat::sudoku::Puzzle;
///
/// let puzzle: Puzzle = "1... ..3. .4.. ...2".parse()?;
/// let options = Options { all: true, ..Options::default() };
/// let hints = hint::hints(&BySat::cdcl(), &puzzle, options, &Budget::unlimited())?;
/// assert_eq!((hints.end, hints.steps.len()), (Ends::Solved, 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the puzzle is too large, the engine fails, or a step is refused. If the budget ends,
/// the steps end with [`Ends::Stopped`].
pub fn hints(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    options: Options,
    budget: &Budget,
) -> Result<Hints, NoHints> {
    let ladder = Ladder::new(puzzle).ok_or(NoHints::TooLarge)?;
    let known = known(engine, puzzle, &budget.half())?;
    let solution = match &known {
        Known::One(grid) => Some(grid),
        _ => None,
    };
    let mut ladder = ladder.assuming_unique(solution.is_some() && !options.no_uniqueness);
    let mut steps = Vec::new();
    let end = loop {
        if matches!(known, Known::None(_)) {
            break Ends::Impossible;
        }
        let is_done = !options.all && !steps.is_empty();
        let next = match ladder.next_within(budget) {
            Ok(next) => next,
            Err(_) if is_done => break Ends::Open,
            Err(stop) => break Ends::Stopped(stop),
        };
        match next {
            Next::Step(_) if is_done => break Ends::Open,
            Next::Solved => break Ends::Solved,
            Next::Broken | Next::Contradiction(_) => break Ends::Impossible,
            Next::Stuck => break Ends::Stuck,
            Next::Step(step) => {
                check(&step, ladder.marks(), solution).map_err(|fault| NoHints::Wrong {
                    fault,
                    words: words(&step, puzzle.rules(), puzzle.symbols()),
                })?;
                let before = ladder.marks().clone();
                ladder.take(&step);
                steps.push((before, *step));
            }
        }
    };
    Ok(Hints {
        steps,
        after: ladder.marks().clone(),
        end,
        known,
    })
}

/// Searches for two solutions.
fn known(engine: &dyn Engine, puzzle: &Puzzle, budget: &Budget) -> Result<Known, EngineError> {
    let budget = budget.clone().with_steps(CONFLICTS);
    let solutions = |puzzle: &Puzzle| -> Result<Option<Vec<Grid>>, EngineError> {
        let request = Request::new(Limit::UNIQUE);
        let (outcome, grids) = engine::solve(engine, puzzle, &request, &budget)?;
        // The search ends at the second solution.
        let is_known = !matches!(outcome.end, End::GaveUp(_));
        Ok(is_known.then_some(grids))
    };
    let Some(mut grids) = solutions(puzzle)? else {
        return Ok(Known::Undecided);
    };
    if let Some(grid) = grids.pop() {
        return Ok(match grids.is_empty() {
            true => Known::One(grid),
            false => Known::Several,
        });
    }
    let unmarked = puzzle.without_marks();
    if puzzle.excluded() == unmarked.excluded() {
        return Ok(Known::None(Cause::Clues));
    }
    let is_missing = |candidate: &Candidate| puzzle.excluded().contains(candidate);
    Ok(Known::None(match solutions(&unmarked)?.as_deref() {
        None => Cause::Unknown,
        Some([]) => Cause::Clues,
        Some([grid]) => Cause::Missing(grid.candidates().filter(is_missing).collect()),
        Some(_) => Cause::Marks,
    }))
}
