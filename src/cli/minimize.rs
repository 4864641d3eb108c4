//! `sudosat minimize`: drop clues that a puzzle does not need.

use super::context::Context;
use super::exit::Exit;
use super::format::Format;
use super::headings::Headings;
use super::interrupt::{on_ctrl_c, report_interrupt};
use super::json;
use super::limits::seconds;
use super::one_by_one::{InPlace, OneByOne};
use super::out;
use super::overrun::Watch;
use super::puzzles::PuzzleArguments;
use super::quiet::Quiet;
use super::report;
use std::io::{self, Write};
use std::time::Duration;
use sudosat::budget::Budget;
use sudosat::engine::BySat;
use sudosat::generate::{self, Minimized, NotMinimized};
use sudosat::io::{counted, display};
use sudosat::sudoku::Cell;

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
    #[arg(long, conflicts_with_all = ["tries", "seed", "to"])]
    check: bool,

    /// Seed of the random orders
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,

    /// Time limit for each puzzle, in seconds or as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = seconds)]
    time_limit: Option<Duration>,

    /// Form in which puzzles are printed [default: plain, or rules if the grid has
    /// rules that the plain form does not hold]
    #[arg(long, alias = "format", value_name = "FORM")]
    to: Option<Format>,

    /// Print one JSON object for each puzzle instead: docs/JSON.md
    #[arg(long, conflicts_with = "to")]
    json: bool,

    #[command(flatten)]
    quiet: Quiet,
}

/// A puzzle's JSON object.
#[derive(serde::Serialize)]
struct Json<'a, T> {
    puzzle: &'a str,
    #[serde(flatten)]
    answer: T,
}

/// The answer where a limit or an interrupt came first.
#[derive(serde::Serialize)]
struct GaveUp<'a> {
    gave_up: &'a str,
}

impl Arguments {
    /// Reports why the puzzle of this name has no minimal one, and prints the word that stands in
    /// its place where each puzzle is a line.
    fn no_answer(&self, out: &mut impl Write, name: &str, word: &str, why: &str) -> io::Result<()> {
        out.flush()?;
        report::note(&format!("{name}: {why}"));
        match self.to {
            _ if self.json => Ok(()),
            _ if self.check => writeln!(out, "{name}: {word}"),
            Some(format) if format.is_line() => format.write_word(out, word),
            _ => Ok(()),
        }
    }
}

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let interrupt = on_ctrl_c();
    let engine = BySat::cdcl();
    let unlimited = Budget::unlimited().with_interrupt(interrupt.clone());
    let mut out = out::stdout();
    let mut exit = Exit::Done;
    let headings = match (arguments.json || arguments.check, arguments.to) {
        (true, _) => Headings::none(),
        (false, format) => Headings::new(format.unwrap_or(Format::Plain)),
    };
    let entries = arguments.puzzles.entries(context, &interrupt);
    let mut puzzles = OneByOne::new(entries, &interrupt, headings).with(
        match arguments.check && !arguments.json {
            true => InPlace::Named,
            false => InPlace::of(arguments.json, arguments.to),
        },
    );
    while let Some(entry) = puzzles.next(&mut out)? {
        let watch = Watch::of_puzzle(arguments.time_limit);
        let budget = match arguments.time_limit {
            Some(limit) => unlimited.clone().with_time(limit),
            None => unlimited.clone(),
        };
        let name = display(&entry.name);
        let puzzle = &entry.puzzle;
        let answer = match arguments.check {
            true => generate::needless_clues(&engine, puzzle, &budget),
            false => generate::minimize(&engine, puzzle, arguments.tries, arguments.seed, &budget),
        };
        drop(watch);
        let answer = match answer {
            Ok(answer) => answer,
            Err(NotMinimized::Stopped(stop)) => {
                exit = exit.worst(Exit::GaveUp);
                let gave_up = stop.to_string();
                let why = format!("gave up: {gave_up}");
                arguments.no_answer(&mut out, &name, "unknown", &why)?;
                if arguments.json {
                    let answer = GaveUp { gave_up: &gave_up };
                    let puzzle = &entry.name;
                    json::line(&mut out, &Json { puzzle, answer })?;
                }
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let is_no = match &answer {
            Minimized::NoSolution | Minimized::Several => true,
            Minimized::Needless(cells) => !cells.is_empty(),
            Minimized::Minimal(_) => false,
        };
        if is_no {
            exit = exit.worst(Exit::No);
        }
        if arguments.json {
            let json = Json {
                puzzle: &entry.name,
                answer: answer.to_json(puzzle),
            };
            json::line(&mut out, &json)?;
            continue;
        }
        let clues = counted(puzzle.num_clues(), "clue");
        match answer {
            Minimized::NoSolution | Minimized::Several => {
                let word = match answer {
                    Minimized::NoSolution => "no solution",
                    _ => "several solutions",
                };
                let why = format!("{word}, so no clue is dropped");
                arguments.no_answer(&mut out, &name, word, &why)?;
            }
            Minimized::Needless(cells) if cells.is_empty() => {
                writeln!(out, "{name}: minimal, {clues}")?;
            }
            Minimized::Needless(cells) => {
                let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
                let cells = cells.join(", ");
                writeln!(out, "{name}: not minimal, {clues}; not needed: {cells}")?;
            }
            Minimized::Minimal(minimal) => {
                let left = minimal.num_clues();
                arguments
                    .quiet
                    .note(&format!("{name}: {clues}, {left} are left"));
                let format = arguments.to.unwrap_or(match Format::Plain.loses(&minimal) {
                    None => Format::Plain,
                    Some(_) => Format::Rules,
                });
                puzzles.begin(&mut out, format.between(), &entry.name)?;
                format.write(&mut out, &minimal)?;
                format.note_loss(&minimal, &name, arguments.quiet);
            }
        }
    }
    out.flush()?;
    if puzzles.is_interrupted() {
        report_interrupt();
    }
    Ok(exit.worst(puzzles.exit()))
}
