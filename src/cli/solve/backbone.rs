//! `solve --backbone`: the candidates of all solutions as pencil marks, and with them
//! the cells that have the same digit in every solution.

use super::Arguments;
use crate::cli::context::Context;
use crate::cli::exit::Exit;
use crate::cli::format::Format;
use crate::cli::headings::Headings;
use crate::cli::interrupt::{on_ctrl_c, report_interrupt};
use crate::cli::json;
use crate::cli::limits;
use crate::cli::one_by_one::{InPlace, OneByOne};
use crate::cli::out;
use crate::cli::overrun::Watch;
use crate::cli::report;
use itertools::Itertools as _;
use std::fmt::Display;
use std::io::Write;
use std::time::Instant;
use sudosat::budget::Stop;
use sudosat::check;
use sudosat::io::{InputError, counted, display};
use sudosat::reason::Backbone;
use sudosat::reason::why::NoAnswer;
use sudosat::sudoku::print::{Lines, drawn};
use sudosat::sudoku::text::Entry;
use sudosat::sudoku::{Cell, Digit, Puzzle};

/// Options about the search for single solutions, which do not apply.
pub(super) const OTHERS: [&str; 16] = [
    "engine",
    "encoding",
    "at_most_one",
    "count",
    "all",
    "unique",
    "prove",
    "proof",
    "force",
    "jobs",
    "seed",
    "to",
    "stats",
    "csv",
    "report",
    "resume",
];

/// A puzzle's JSON object.
#[derive(serde::Serialize)]
struct Line<'a> {
    puzzle: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<usize>,
    size: usize,
    clues: usize,
    /// `solved`, `no solution` or `unknown`, as of an engine.
    answer: &'a str,
    /// Rows of digits, `None` in cells that differ or are not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    backbone: Option<json::Rows<Option<usize>>>,
    /// Rows of cells with the digits that solutions have in them.
    #[serde(skip_serializing_if = "Option::is_none")]
    possible: Option<json::Rows<Vec<usize>>>,
    /// Rows of cells with the digits that are not decided, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    undecided: Option<json::Rows<Vec<usize>>>,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    gave_up: Option<String>,
    seconds: f64,
}

/// Prints the candidates of all solutions of each puzzle.
pub(super) fn run(arguments: &Arguments, context: Context) -> anyhow::Result<Exit> {
    let interrupt = on_ctrl_c();
    let mut out = out::stdout();
    let mut exit = Exit::Done;
    let headings = match arguments.json {
        true => Headings::none(),
        false => Headings::new(Format::Unicode),
    };
    let entries = arguments.puzzles.entries(context, &interrupt);
    let mut puzzles =
        OneByOne::new(entries, &interrupt, headings).with(InPlace::of(arguments.json, None));
    while let Some(entry) = puzzles.next(&mut out)? {
        let watch = Watch::of_puzzle(arguments.time_limit);
        let budget = limits::budget(arguments.time_limit, &interrupt);
        let start = Instant::now();
        let found = match Backbone::find(&entry.puzzle, &budget) {
            Ok(backbone) => Ok(backbone),
            Err(NoAnswer::Stopped(stop)) => Err(stop),
            Err(error) => return Err(error.into()),
        };
        drop(watch);
        if let Ok(backbone) = &found {
            check_tokens(&entry, backbone)?;
        }
        let stop = match &found {
            Ok(backbone) => backbone.stop,
            Err(stop) => Some(*stop),
        };
        if stop.is_some() {
            exit = exit.worst(Exit::GaveUp);
        }
        if arguments.json {
            let line = line(&entry, &found, stop, start.elapsed().as_secs_f64());
            json::line(&mut out, &line)?;
            out.flush()?;
            continue;
        }
        puzzles.begin(&mut out, "\n", &entry.name)?;
        match &found {
            Ok(backbone) if backbone.has_solution() => {
                write!(out, "{}", drawing(&entry.puzzle, backbone))?;
            }
            Ok(_) => writeln!(out, "no solution")?,
            Err(_) => writeln!(out, "unknown")?,
        }
        out.flush()?;
        let note = format!("{}: {}", display(&entry.name), words(&entry.puzzle, &found));
        match stop {
            Some(_) => report::note(&note),
            None => arguments.quiet.note(&note),
        }
    }
    puzzles.inputs().finish();
    if puzzles.is_interrupted() {
        report_interrupt();
    }
    Ok(exit.worst(puzzles.exit()))
}

/// Compares a solution with the cells of the puzzle as they stood in the input.
fn check_tokens(entry: &Entry, backbone: &Backbone) -> anyhow::Result<()> {
    let symbols = entry.puzzle.symbols();
    for grid in &backbone.solutions {
        check::tokens(&entry.tokens, symbols, grid).map_err(|fault| {
            let message = format!("the answer is refused: {fault}");
            InputError::whole(&*entry.name, message)
        })?;
    }
    Ok(())
}

/// Returns the result in words: the number of cells with the same digit in every
/// solution, and what is not decided.
fn words(puzzle: &Puzzle, found: &Result<Backbone, Stop>) -> String {
    let backbone = match found {
        Ok(backbone) if backbone.has_solution() => backbone,
        Ok(_) => return "no solution: the refutation was checked".to_owned(),
        Err(stop) => return format!("gave up: {stop}"),
    };
    let cells = || puzzle.size().cells();
    let same = cells()
        .filter(|&cell| backbone.digit(cell).is_some() && puzzle.clue(cell).is_none())
        .count();
    let blank = puzzle.size().num_cells() - puzzle.num_clues();
    let same = match (same, same == blank) {
        (_, true) => "every solution has the same digit in each cell: there is one solution".into(),
        (same, false) => format!(
            "{same} of {} without a clue have the same digit in every solution",
            counted(blank, "cell")
        ),
    };
    let undecided: usize = cells().map(|cell| backbone.undecided(cell).count()).sum();
    match backbone.stop {
        None => same,
        Some(stop) => format!(
            "{same}; {} not decided (marked ?): {stop}",
            match undecided {
                1 => "1 candidate is".to_owned(),
                count => format!("{count} candidates are"),
            }
        ),
    }
}

/// Draws the candidates of all solutions. A cell with undecided candidates ends with a
/// question mark.
fn drawing<'a>(puzzle: &'a Puzzle, backbone: &'a Backbone) -> impl Display + 'a {
    let symbols = puzzle.symbols();
    let between = match symbols.are_chars(puzzle.size()) {
        true => "",
        false => ",",
    };
    let text = move |cell: Cell| {
        let mut text = backbone
            .possible(cell)
            .map(|digit| symbols.of(digit).to_string())
            .join(between);
        if backbone.undecided(cell).next().is_some() {
            text.push('?');
        }
        text
    };
    let cells = puzzle.size().cells();
    let width = cells.map(|cell| text(cell).chars().count()).max();
    let width = width.unwrap_or(1);
    drawn(puzzle, Lines::Unicode, width, move |f, cell| {
        write!(f, "{:<width$}", text(cell))
    })
}

/// Returns the JSON object of a puzzle.
fn line<'a>(
    entry: &'a Entry,
    found: &Result<Backbone, Stop>,
    stop: Option<Stop>,
    seconds: f64,
) -> Line<'a> {
    let puzzle = &entry.puzzle;
    let size = puzzle.size();
    let known = found.as_ref().ok().filter(|found| found.has_solution());
    let values = |digits: &mut dyn Iterator<Item = Digit>| digits.map(Digit::value).collect();
    Line {
        puzzle: &entry.name,
        order: puzzle.rules().order(),
        size: size.side(),
        clues: puzzle.num_clues(),
        answer: match (found, known) {
            (Err(_), _) => "unknown",
            (Ok(_), None) => "no solution",
            (Ok(_), Some(_)) => "solved",
        },
        backbone: known.map(|known| json::rows(size, |cell| known.digit(cell).map(Digit::value))),
        possible: known.map(|known| json::rows(size, |cell| values(&mut known.possible(cell)))),
        undecided: known
            .filter(|_| stop.is_some())
            .map(|known| json::rows(size, |cell| values(&mut known.undecided(cell)))),
        complete: stop.is_none(),
        gave_up: stop.map(|stop| stop.to_string()),
        seconds,
    }
}
