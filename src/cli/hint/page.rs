//! `--html`: all steps of a puzzle as a page; and the tab of these steps on the page of
//! `explain`.

use super::{Arguments, Ends, Hints, Known, ends, hints, too_large};
use crate::cli::context::Context;
use crate::cli::exit::Exit;
use crate::cli::interrupt::on_ctrl_c;
use crate::cli::overrun::Watch;
use crate::cli::puzzles::input_of;
use crate::cli::{limits, out, report};
use std::path::Path;
use std::time::Duration;
use sudosat::budget::Budget;
use sudosat::io::display;
use sudosat::reason::hint;
use sudosat::sudoku::text::Entry;
use sudosat::sudoku::{Puzzle, Symbols};
use sudosat::teach::page::Lesson;
use sudosat::teach::solving;

/// Time limit for finding the steps of `hint` that a page of `explain` shows in a tab.
const ON_THE_SIDE: Duration = Duration::from_secs(10);

/// Writes the page to `file`.
pub(super) fn write(file: &Path, arguments: &Arguments, context: Context) -> anyhow::Result<Exit> {
    let interrupt = on_ctrl_c();
    let Some(entry) = arguments.puzzles.shown_on_page(context, &interrupt)? else {
        return Ok(Exit::BadInput);
    };
    // A file that is not to be replaced is refused before the search.
    let mut target = out::create(file, arguments.force, &[input_of(&entry)])?;
    let watch = Watch::of(arguments.time_limit);
    let budget = limits::budget(arguments.time_limit, &interrupt);
    let Some(hints) = hints(&entry, arguments.options(), &budget)? else {
        report::input(&too_large(&entry));
        return Ok(Exit::BadInput);
    };
    let run = run(&entry.puzzle, &hints)?;
    drop(watch);
    Lesson::of_steps(&entry.puzzle, run).write(&mut target, false, "")?;
    target.commit().map_err(out::explained)?;
    let Ends::Stopped(stop) = hints.end else {
        return Ok(Exit::Done);
    };
    report::note(&format!("{}: gave up: {stop}", display(&entry.name)));
    Ok(Exit::GaveUp)
}

/// Returns the steps for the page of `explain`; `None` if there is none.
pub(in crate::cli) fn steps_of(entry: &Entry) -> anyhow::Result<Option<solving::Run>> {
    let budget = Budget::unlimited().with_time(ON_THE_SIDE);
    let options = hint::Options {
        all: true,
        ..hint::Options::default()
    };
    match hints(entry, options, &budget)? {
        Some(hints) if !hints.steps.is_empty() => Ok(Some(run(&entry.puzzle, &hints)?)),
        _ => Ok(None),
    }
}

fn run(puzzle: &Puzzle, hints: &Hints) -> anyhow::Result<solving::Run> {
    let numbered = puzzle.clone().with_symbols(Symbols::NUMBERS);
    let end = ends(&numbered, hints).join(" ");
    let solution = match &hints.known {
        Known::One(grid) => Some(grid),
        _ => None,
    };
    let run = solving::hints(&numbered, &hints.steps, &hints.after, solution, &end);
    run.map_err(|fault| anyhow::anyhow!("internal fault: a step was refused: {fault}"))
}
