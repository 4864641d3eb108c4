//! `sudosat minimize`: drop clues that a puzzle does not need.

use super::Context;
use super::exit::Exit;
use super::format::Format;
use super::headings::Headings;
use super::interrupt::{on_ctrl_c, report_interrupt};
use super::limits::seconds;
use super::one_by_one::OneByOne;
use super::out;
use super::puzzles::PuzzleArguments;
use super::quiet::Quiet;
use super::report;
use fastrand::Rng;
use std::io::Write;
use std::time::Duration;
use sudosat::budget::Budget;
use sudosat::engine::{self, End, Limit, Proof, Request, Undecided, is_only_solution};
use sudosat::io::{counted, display};
use sudosat::sudoku::{Cell, Grid, Puzzle, generate};

/// Drop clues that a puzzle does not need
///
/// Clues are removed in random order as long as one solution remains. None of the
/// clues of the result can be dropped: it is minimal. Other orders may leave fewer
/// clues; --tries prints the result with the fewest. A puzzle with still fewer clues
/// may exist.
#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzles: PuzzleArguments,

    /// Number of random orders; the result with the fewest clues is printed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    tries: u64,

    /// Say if the puzzle is minimal, and name the clues of which any single one could be
    /// dropped; nothing is removed
    #[arg(long, conflicts_with_all = ["tries", "seed", "format"])]
    check: bool,

    /// Seed of the random orders
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,

    /// Time limit for each puzzle, in seconds or as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = seconds)]
    time_limit: Option<Duration>,

    /// Form in which puzzles are printed [default: plain, or rules if the grid has
    /// rules that the plain form does not hold]
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Print one JSON object for each puzzle instead: docs/JSON.md
    #[arg(long, conflicts_with = "format")]
    json: bool,

    #[command(flatten)]
    quiet: Quiet,
}

/// The answer for a puzzle.
enum Answer {
    /// It has no solution.
    NoSolution,
    /// It has several solutions: every clue is needed, and more.
    Several,
    /// The clues that can be dropped, each alone.
    Needless(Vec<Cell>),
    /// The puzzle without needless clues.
    Minimal(Puzzle),
}

/// A puzzle's JSON object.
#[derive(serde::Serialize)]
struct Told<'a> {
    puzzle: &'a str,
    /// `none`, `several` or `one`.
    solutions: &'a str,
    clues: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<bool>,
    /// The clues that can be dropped, each alone, as `r1c2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    needless: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<&'a Puzzle>,
}

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let interrupt = on_ctrl_c();
    let unlimited = Budget::unlimited().with_interrupt(interrupt.clone());
    let mut out = out::stdout();
    let mut exit = Exit::Done;
    let headings = match (arguments.json || arguments.check, arguments.format) {
        (true, _) => Headings::none(),
        (false, format) => Headings::new(format.unwrap_or(Format::Plain)),
    };
    let entries = arguments.puzzles.entries(context, &interrupt);
    let mut puzzles = OneByOne::new(entries, &interrupt, headings);
    while let Some(entry) = puzzles.next(&mut out)? {
        let budget = match arguments.time_limit {
            Some(limit) => unlimited.clone().with_time(limit),
            None => unlimited.clone(),
        };
        let name = display(&entry.name);
        let puzzle = &entry.puzzle;
        let answer = match answer(&arguments, puzzle, &budget) {
            Ok(answer) => answer,
            Err(error) => {
                out.flush()?;
                match error.downcast_ref() {
                    Some(Undecided::Stopped(stop)) => {
                        report::note(&format!("{name}: gave up: {stop}"));
                    }
                    _ => return Err(error),
                }
                exit = exit.worst(Exit::GaveUp);
                continue;
            }
        };
        let is_no = match &answer {
            Answer::NoSolution | Answer::Several => true,
            Answer::Needless(cells) => !cells.is_empty(),
            Answer::Minimal(_) => false,
        };
        if is_no {
            exit = exit.worst(Exit::No);
        }
        if arguments.json {
            let told = told(&entry.name, puzzle, &answer);
            writeln!(out, "{}", serde_json::to_string(&told)?)?;
            continue;
        }
        let clues = counted(puzzle.num_clues(), "clue");
        match answer {
            Answer::NoSolution => {
                out.flush()?;
                report::note(&format!("{name}: no solution, so no clue is dropped"));
            }
            Answer::Several => {
                out.flush()?;
                report::note(&format!("{name}: several solutions, so no clue is dropped"));
            }
            Answer::Needless(cells) if cells.is_empty() => {
                writeln!(out, "{name}: minimal, {clues}")?;
            }
            Answer::Needless(cells) => {
                let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
                let cells = cells.join(", ");
                writeln!(out, "{name}: not minimal, {clues}; not needed: {cells}")?;
            }
            Answer::Minimal(minimal) => {
                let left = minimal.num_clues();
                arguments
                    .quiet
                    .note(&format!("{name}: {clues}, {left} are left"));
                let format = arguments
                    .format
                    .unwrap_or(match Format::Plain.loses(&minimal) {
                        None => Format::Plain,
                        Some(_) => Format::Rules,
                    });
                puzzles.begin(&mut out, format.between(), &entry.name)?;
                format.write(&mut out, &minimal)?;
                format.note_loss(&minimal, &name, "--format", arguments.quiet);
            }
        }
    }
    out.flush()?;
    if puzzles.is_interrupted() {
        report_interrupt();
    }
    Ok(exit.worst(puzzles.exit()))
}

/// Looks which clues the puzzle needs.
fn answer(arguments: &Arguments, puzzle: &Puzzle, budget: &Budget) -> anyhow::Result<Answer> {
    let engine = engine::by_name("cdcl")?;
    let two = Request {
        proof: Proof::Confirmed,
        ..Request::new(Limit::UNIQUE)
    };
    let (outcome, solutions) = engine::solve(&*engine, puzzle, &two, budget)?;
    if let End::GaveUp(stop) = outcome.end {
        return Err(Undecided::Stopped(stop).into());
    }
    let grid = match &solutions[..] {
        [] => return Ok(Answer::NoSolution),
        [grid] => grid,
        _ => return Ok(Answer::Several),
    };
    let is_only = |puzzle: &Puzzle, grid: &Grid| is_only_solution(puzzle, grid, budget);
    if arguments.check {
        let mut needless = Vec::new();
        let mut without = puzzle.clone();
        for cell in puzzle.size().cells() {
            if let Some(digit) = puzzle.clue(cell) {
                without.set_clue(cell, None);
                if is_only(&without, grid)? {
                    needless.push(cell);
                }
                without.set_clue(cell, Some(digit));
            }
        }
        return Ok(Answer::Needless(needless));
    }
    let mut best: Option<Puzzle> = None;
    for number in 0..arguments.tries {
        let mut rng = Rng::with_seed(arguments.seed.wrapping_add(number));
        let minimal = generate::minimized(puzzle, grid, &mut rng, is_only)?;
        if best
            .as_ref()
            .is_none_or(|best| minimal.num_clues() < best.num_clues())
        {
            best = Some(minimal);
        }
    }
    Ok(best.map_or(Answer::Several, Answer::Minimal))
}

/// Returns the JSON object of an answer.
fn told<'a>(name: &'a str, puzzle: &Puzzle, answer: &'a Answer) -> Told<'a> {
    let mut told = Told {
        puzzle: name,
        solutions: "one",
        clues: puzzle.num_clues(),
        minimal: None,
        needless: None,
        left: None,
        grid: None,
    };
    match answer {
        Answer::NoSolution => told.solutions = "none",
        Answer::Several => told.solutions = "several",
        Answer::Needless(cells) => {
            told.minimal = Some(cells.is_empty());
            told.needless = Some(cells.iter().map(Cell::to_string).collect());
        }
        Answer::Minimal(minimal) => {
            told.left = Some(minimal.num_clues());
            told.grid = Some(minimal);
        }
    }
    told
}
