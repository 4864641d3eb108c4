//! Solves a puzzle with any engine: clues that clash are found before the search, each solution
//! is checked, and the evidence for "no more" is what was asked for.

use super::confirm::confirm;
use super::uniqueness::is_only_by_glance;
use super::{End, Engine, EngineError, Evidence, Glance, Outcome, Proof, Request, Steps};
use crate::budget::{Budget, Stop, Stopwatch};
use crate::check;
use crate::sudoku::{Clash, Grid, Puzzle};
use std::ops::ControlFlow;

/// Solves a puzzle: passes at most `request.limit` solutions to `found`, each checked
/// against the rules and the clues, until `found` breaks off.
///
/// Clues that clash are found before any search.
///
/// # Errors
/// If the engine fails, or a solution or proof of it is wrong.
pub fn run(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    request: &Request,
    budget: &Budget,
    found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> Result<Outcome, EngineError> {
    let start = Stopwatch::start();
    let clashes = puzzle.clashes();
    if !clashes.is_empty() {
        let mut outcome = of_clashes(engine, puzzle, clashes, request, budget)?;
        outcome.time = start.elapsed();
        return Ok(outcome);
    }
    let (mut outcome, solutions) = search(engine, puzzle, request, budget, found)?;
    if request.proof >= Proof::Confirmed {
        back(engine, puzzle, &solutions, request, budget, &mut outcome)?;
    }
    outcome.time = start.elapsed();
    if request.glance != Glance::No
        && let (End::Enough, 1, [grid], None) =
            (&outcome.end, outcome.count, &*solutions, outcome.is_only)
    {
        outcome.is_only = is_only_by_glance(puzzle, grid, request.glance, budget);
    }
    Ok(outcome)
}

/// Returns the outcome for a puzzle whose clues clash, with a proof if one is asked for.
fn of_clashes(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    clashes: Vec<Clash>,
    request: &Request,
    budget: &Budget,
) -> Result<Outcome, EngineError> {
    let end = End::Exhausted(Evidence::Clash(clashes));
    let mut outcome = Outcome::new(0, end.clone(), Steps::default());
    if request.proof >= Proof::Required {
        outcome.refutation = engine.prove(puzzle, &[], request, budget)?;
        check_proof(engine, &mut outcome, budget)?;
        // That clues clash is the plainer reason.
        outcome.end = end;
    }
    Ok(outcome)
}

/// Searches, and checks each solution. Returns those that a proof made afterwards excludes, or
/// that a glance searches for another one of.
fn search(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    request: &Request,
    budget: &Budget,
    found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> Result<(Outcome, Vec<Grid>), EngineError> {
    let (mut count, mut fault, mut solutions) = (0, None, Vec::new());
    let glances = request.glance != Glance::No;
    let proves = request.proof >= Proof::Confirmed && engine.kind().takes_formula();
    let report = engine.search(puzzle, request, budget, &mut |grid| {
        if let Err(wrong) = check::grid(puzzle, &grid) {
            fault = Some(wrong);
            return ControlFlow::Break(());
        }
        count += 1;
        let flow = found(&grid);
        if proves || glances && count == 1 {
            solutions.push(grid);
        }
        match flow {
            ControlFlow::Continue(()) if request.limit.is_reached(count) => ControlFlow::Break(()),
            flow => flow,
        }
    })?;
    if let Some(wrong) = fault {
        return Err(EngineError::lied(engine.name(), wrong));
    }
    let mut outcome = Outcome::new(count, report.end, report.steps);
    outcome.refutation = report.refutation;
    outcome.lemmas = report.lemmas;
    outcome.is_only = report.is_only;
    Ok((outcome, solutions))
}

/// Backs the claim that there are no more solutions: by a proof, or by a second search.
fn back(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    solutions: &[Grid],
    request: &Request,
    budget: &Budget,
    outcome: &mut Outcome,
) -> Result<(), EngineError> {
    let has_proof = |outcome: &Outcome| outcome.lemmas.is_some() || outcome.refutation.is_some();
    if request.proof == Proof::Confirmed && !has_proof(outcome) {
        confirm_word(engine, puzzle, solutions, budget, outcome)?;
    }
    if is_word(outcome) && !has_proof(outcome) {
        outcome.refutation = engine.prove(puzzle, solutions, request, budget)?;
    }
    check_proof(engine, outcome, budget)?;
    if is_word(outcome) && outcome.lemmas.take().is_some() {
        // The budget ended, or there was no base for the lemmas to continue.
        outcome.refutation = engine.prove(puzzle, solutions, request, budget)?;
        check_proof(engine, outcome, budget)?;
    }
    if request.proof >= Proof::Required {
        // An engine that writes no proofs has no evidence but this second search.
        confirm_word(engine, puzzle, solutions, budget, outcome)?;
    }
    // The answer of an uninterrupted run would be confirmed.
    if is_word(outcome) && budget.interrupt().is_raised() {
        outcome.end = End::GaveUp(Stop::Interrupted);
    }
    Ok(())
}

/// Returns `true` if only the engine's word stands for the claim that there are no more
/// solutions.
fn is_word(outcome: &Outcome) -> bool {
    outcome.end == End::Exhausted(Evidence::Word)
}

/// Confirms a claim for which there is only the engine's word, if a second search can.
///
/// # Errors
/// If the second search finds other solutions.
fn confirm_word(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    solutions: &[Grid],
    budget: &Budget,
    outcome: &mut Outcome,
) -> Result<(), EngineError> {
    if is_word(outcome)
        && let Some(second) = confirm(engine.name(), puzzle, solutions, budget)?
    {
        outcome.end = End::Exhausted(Evidence::Agreed(second));
    }
    Ok(())
}

/// Checks the proof that an engine gave, if it gave one.
fn check_proof(
    engine: &dyn Engine,
    outcome: &mut Outcome,
    budget: &Budget,
) -> Result<(), EngineError> {
    let checked = outcome.check_proof(budget);
    checked.map_err(|wrong| {
        EngineError::lied(engine.name(), format_args!("its proof is refused: {wrong}"))
    })
}

/// Solves a puzzle like [`run`], and collects the solutions.
///
/// ```
/// use std::time::Duration;
/// use sudosat::engine::{self, BySat, Limit, Proof, Request};
/// use sudosat::prelude::*;
///
/// let puzzle: Puzzle = "1... ..3. .4.. ...2".parse()?;
/// let mut request = Request::new(Limit::UNIQUE);
/// request.proof = Proof::Required;
/// let budget = Budget::unlimited().with_time(Duration::from_secs(10));
/// let (outcome, grids) = engine::solve(&BySat::cdcl(), &puzzle, &request, &budget)?;
/// assert_eq!((grids.len(), outcome.is_complete()), (1, true));
/// println!("one solution: {:?} after {:?}", outcome.end, outcome.time);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`run`].
pub fn solve(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    request: &Request,
    budget: &Budget,
) -> Result<(Outcome, Vec<Grid>), EngineError> {
    let mut grids = Vec::new();
    let outcome = run(engine, puzzle, request, budget, &mut |grid| {
        grids.push(grid.clone());
        ControlFlow::Continue(())
    })?;
    Ok((outcome, grids))
}
