//! Checking traces: everything is recomputed from the definitions.
//!
//! The searches and the recorder are not used, except for the sums that the open
//! cells of a cage or an arrow can still make. The parts that do not depend on a run
//! are recomputed from the puzzle and compared, and so are the coordinates of
//! graphs; each step must be one that the algorithm may take at this point. An engine is free in the order in
//! which it implies literals and covers an option's items, and in which of
//! several clauses implies a literal.
//!
//! | module | idea |
//! |---|---|
//! | `cdcl`, `cover`, `backtrack` | the three kinds of runs; `cdcl` also those of DPLL |
//! | `graph` | the graph of a conflict |

mod backtrack;
mod cdcl;
mod cover;
mod graph;

use super::algorithm;
use super::engine::Engine;
use super::extent;
use super::json;
use super::story::MAX_ORDER;
use super::trace::{CnfPart, CoverPart, Event, PuzzlePart, Run, SCHEMA, Trace};
use super::window::Window;
use crate::encode::{AtMostOne, ENCODINGS, Encoding};
use crate::sudoku::{Digit, Puzzle};
use std::collections::BTreeSet;
use thiserror::Error;

/// A result whose error is the reason why a step or a part is refused.
type Result<T> = std::result::Result<T, String>;

/// The reason why a trace is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// A part that does not depend on a run is wrong.
    #[error("{0}")]
    Part(String),
    /// A step of a run is wrong.
    #[error("the run of {engine}, step {step}: {why}")]
    Step {
        /// Name of the engine.
        engine: String,
        /// The number of the step, from 1.
        step: usize,
        /// The expectation that the step does not meet.
        why: String,
    },
    /// A run as a whole is wrong.
    #[error("the run of {engine}: {why}")]
    Run {
        /// Name of the engine.
        engine: String,
        /// The expectation that the run does not meet.
        why: String,
    },
}

fn expect(holds: bool, what: &str) -> Result<()> {
    if holds {
        Ok(())
    } else {
        Err(format!("expected {what}"))
    }
}

/// Checks a whole trace.
///
/// # Errors
/// The first fault.
pub fn trace(trace: &Trace) -> std::result::Result<(), Refused> {
    parts(trace).map_err(Refused::Part)?;
    runs(trace)
}

/// Checks the runs of a trace, assuming that its other parts are right.
///
/// # Errors
/// The first wrong step.
pub fn runs(trace: &Trace) -> std::result::Result<(), Refused> {
    for run in &trace.runs {
        one_run(trace, run)?;
    }
    expect(!trace.runs.is_empty(), "a run").map_err(Refused::Part)?;
    solution(trace).map_err(Refused::Part)
}

/// Checks that the stated solution was found by a run, and that none is stated
/// if no run found one.
fn solution(trace: &Trace) -> Result<()> {
    let ends = trace.runs.iter().filter_map(|run| run.events.last());
    let mut grids = ends.filter_map(|event| match event {
        Event::Solution { grid, .. } => Some(grid),
        _ => None,
    });
    match trace.puzzle.as_ref().map(|puzzle| &puzzle.solution) {
        None => Ok(()),
        Some(None) => expect(grids.next().is_none(), "the solution that a run found"),
        Some(Some(told)) => expect(grids.any(|grid| grid == told), "a run's solution"),
    }
}

/// Checks the parts that all runs share.
fn parts(trace: &Trace) -> Result<()> {
    expect(trace.schema == SCHEMA, &format!("schema {SCHEMA:?}"))?;
    let Some(part) = &trace.puzzle else {
        return match &trace.cnf {
            Some(cnf) => formula_is_sound(cnf, &trace.cover),
            None => cover_is_sound(&trace.cover),
        };
    };
    let puzzle = puzzle_of(part)?;
    let cnf = trace.cnf.as_ref().ok_or("expected a formula")?;
    let encoding = encoding_named(&cnf.encoding).ok_or("expected a known encoding")?;
    let again = json::puzzle(&puzzle, &encoding, &[], Window::default());
    let again = again.map_err(|error| error.to_string())?;
    let excluded = again.puzzle.as_ref().map(|puzzle| &puzzle.excluded);
    expect(excluded == Some(&part.excluded), "the excluded in order")?;
    expect(again.cnf.as_ref() == Some(cnf), "the puzzle's own formula")?;
    expect(again.cover == trace.cover, "the puzzle's own exact cover")
}

/// Returns the puzzle of a trace, which may be hostile input.
fn puzzle_of(part: &PuzzlePart) -> Result<Puzzle> {
    let rules = part.rules()?;
    let size = rules.size();
    let is_known = extent::check(&rules, MAX_ORDER, "").is_ok();
    expect(is_known, "a size that traces are made of")?;
    expect(
        part.givens.len() == size.num_cells(),
        "a digit or 0 for each cell",
    )?;
    let mut puzzle = Puzzle::new(rules);
    for (cell, &value) in size.cells().zip(&part.givens) {
        let digit = Digit::from_value(value, size);
        expect(value == 0 || digit.is_some(), "digits of the grid's size")?;
        puzzle.set_clue(cell, digit);
    }
    for &var in &part.excluded {
        let index = usize::try_from(var).ok().and_then(|var| var.checked_sub(1));
        let index = index.filter(|&index| index < size.num_candidates());
        puzzle.exclude(size.candidate(index.ok_or("expected variables of candidates")?));
    }
    Ok(puzzle)
}

fn encoding_named(name: &str) -> Option<Encoding> {
    let mut all = ENCODINGS.into_iter().flat_map(|encoding| {
        AtMostOne::ALL.map(|at_most_one| encoding.with_at_most_one(at_most_one))
    });
    all.find(|encoding| encoding.to_string() == name)
}

/// Checks a formula that is not a puzzle's: the literals are of its variables,
/// one group has all clauses, and there is no exact-cover problem.
fn formula_is_sound(cnf: &CnfPart, cover: &CoverPart) -> Result<()> {
    let alone = cover.items.is_empty() && cover.options.is_empty();
    expect(alone, "no exact cover without a puzzle")?;
    let known = |lit: &i32| *lit != 0 && lit.unsigned_abs() as usize <= cnf.vars;
    let known = cnf.clauses.iter().flatten().all(known);
    expect(known, "literals of the formula's variables")?;
    let names = (1..=cnf.vars).map(|number| format!("x{number}"));
    expect(names.eq(cnf.names.iter().cloned()), "x1, x2, … as names")?;
    expect(cnf.words.is_empty(), "no words without a puzzle")?;
    let [group] = &cnf.groups[..] else {
        return Err("expected one group".into());
    };
    let all = group.first == 1 && group.count == cnf.clauses.len() as u64;
    expect(all, "a group of all clauses")
}

/// Checks that options name existing items, each once.
fn cover_is_sound(cover: &CoverPart) -> Result<()> {
    for option in &cover.options {
        let mut items = option.items.iter();
        let known = items.all(|&item| item < cover.items.len());
        expect(known, "options of items that are there")?;
        let different: BTreeSet<&usize> = option.items.iter().collect();
        expect(
            different.len() == option.items.len(),
            "no item twice in an option",
        )?;
        expect(option.var.is_none(), "no variables without a puzzle")?;
    }
    Ok(())
}

/// A function that takes a step, or refuses it.
type Step<'a> = Box<dyn FnMut(&Event) -> Result<()> + 'a>;

fn one_run(trace: &Trace, run: &Run) -> std::result::Result<(), Refused> {
    let refused = |why: String| Refused::Run {
        engine: run.engine.clone(),
        why,
    };
    let mut step = stepper(trace, run).map_err(refused)?;
    for (index, event) in run.events.iter().enumerate() {
        let is_last = index + 1 == run.events.len();
        let answers = matches!(event, Event::Solution { .. } | Event::NoSolution);
        let taken = step(event);
        let taken = taken.and_then(|()| expect(is_last || !answers, "nothing behind the answer"));
        taken.map_err(|why| Refused::Step {
            engine: run.engine.clone(),
            step: index + 1,
            why,
        })?;
    }
    ended(trace, run).map_err(refused)?;
    lines(run).map_err(refused)
}

/// Checks the algorithm of a run and where its steps stand in it, if they are told.
fn lines(run: &Run) -> Result<()> {
    let engine = Engine::by_name(&run.engine).ok_or("expected a known engine")?;
    let engine = engine.with_seed(run.seed);
    expect(
        engine.seed() == run.seed,
        "a seed only of an engine for exact covers",
    )?;
    let text = run.algorithm.is_empty() || run.algorithm == algorithm::of(engine);
    expect(text, "the engine's own algorithm")?;
    let letters = run.at.is_empty() || run.at == algorithm::letters(engine, &run.events);
    expect(
        letters,
        "the lines of the algorithm at which the steps stand",
    )
}

fn stepper<'a>(trace: &'a Trace, run: &Run) -> Result<Step<'a>> {
    let side = match &trace.puzzle {
        Some(puzzle) => puzzle.rules()?.size().side(),
        None => 0,
    };
    Ok(match run.engine.as_str() {
        "cdcl" => {
            let cnf = trace.cnf.as_ref().ok_or("expected a formula")?;
            let mut solver = cdcl::Cdcl::new(cnf.clauses.clone(), cnf.vars, side);
            Box::new(move |event| solver.step(event))
        }
        "dpll" => {
            let cnf = trace.cnf.as_ref().ok_or("expected a formula")?;
            let mut search = cdcl::Dpll::new(cnf.clauses.clone(), cnf.vars, side);
            Box::new(move |event| search.step(event))
        }
        "backtrack" => {
            let puzzle = trace.puzzle.as_ref().ok_or("expected a puzzle")?;
            let mut search = backtrack::Backtrack::new(&puzzle_of(puzzle)?);
            Box::new(move |event| search.step(event))
        }
        engine @ ("dlx" | "matrix") => {
            let mut search = cover::Cover::new(&trace.cover, engine == "dlx", run.seed.is_some());
            Box::new(move |event| search.step(event))
        }
        _ => return Err("expected cdcl, dpll, dlx, matrix or backtrack".into()),
    })
}

/// Checks the end of a run: an answer, or the place where it was cut off.
fn ended(trace: &Trace, run: &Run) -> Result<()> {
    let last = run.events.last();
    if let Some(steps) = run.truncated {
        return expect(steps == run.events.len() as u64, "the cap to be the length");
    }
    let answers = matches!(last, Some(Event::Solution { .. } | Event::NoSolution));
    expect(answers, "an answer at the end")?;
    let Some(puzzle) = &trace.puzzle else {
        return Ok(());
    };
    let Some(Event::Solution { grid, options }) = last else {
        return Ok(());
    };
    let side = puzzle.rules()?.size().side();
    expect(grid.iter().all(|&digit| digit <= side), "digits")?;
    let vars = grid.iter().enumerate();
    let vars: BTreeSet<i32> = vars
        .map(|(cell, digit)| (cell * side + digit) as i32)
        .collect();
    let taken = options.iter();
    let taken = taken.filter_map(|&option| trace.cover.options.get(option)?.var);
    let taken: BTreeSet<i32> = taken.collect();
    expect(
        options.is_empty() || taken == vars,
        "the grid of the options",
    )
}
