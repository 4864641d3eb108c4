//! `sudosat minimize`: drop clues that a puzzle does not need.

use super::context::Context;
use super::exit::Exit;
use super::format::Format;
use super::headings::Headings;
use super::interrupt::{on_ctrl_c, report_interrupt};
use super::json;
use super::limits::{self, seconds};
use super::one_by_one::{InPlace, OneByOne};
use super::out::{self, Stdout};
use super::overrun::Watch;
use super::puzzles::PuzzleArguments;
use super::quiet::Quiet;
use super::report;
use itertools::Itertools as _;
use std::io::{self, Write};
use std::time::Duration;
use sudosat::budget::Stop;
use sudosat::engine::BySat;
use sudosat::generate::{self, Minimized, NotMinimized};
use sudosat::io::{InputError, counted, display};
use sudosat::sudoku::text::Entry;

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

impl Arguments {
    /// Reports why the puzzle of this name has no minimal one, and prints the word that stands in
    /// its place where each puzzle is a line.
    fn no_answer(&self, out: &mut Stdout, name: &str, word: &str, why: &str) -> io::Result<()> {
        out.flush()?;
        report::note(&format!("{name}: {why}"));
        match self.to {
            _ if self.json => Ok(()),
            _ if self.check => writeln!(out, "{name}: {word}"),
            Some(format) if format.is_line() => format.write_word(out, word),
            _ => Ok(()),
        }
    }

    /// Reports that a puzzle has not one solution, so that no clue is dropped.
    fn undropped(&self, out: &mut Stdout, name: &str, word: &str) -> io::Result<()> {
        self.no_answer(out, name, word, &format!("{word}, so no clue is dropped"))
    }
}

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let interrupt = on_ctrl_c();
    let engine = BySat::cdcl();
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
        let budget = limits::budget(arguments.time_limit, &interrupt);
        let (puzzle, tries, seed) = (&entry.puzzle, arguments.tries, arguments.seed);
        let answer = match arguments.check {
            true => generate::needless_clues(&engine, puzzle, &budget),
            false => generate::minimize(&engine, puzzle, tries, seed, &budget),
        };
        drop(watch);
        exit = exit.worst(match answer {
            Ok(answer) => arguments.print(&entry, answer, &mut puzzles, &mut out)?,
            Err(NotMinimized::Stopped(stop)) => arguments.give_up(&entry, stop, &mut out)?,
            Err(error) => return Err(error.into()),
        });
    }
    out.flush()?;
    if puzzles.is_interrupted() {
        report_interrupt();
    }
    Ok(exit.worst(puzzles.exit()))
}

impl Arguments {
    /// Prints the answer for a puzzle.
    fn print(
        &self,
        entry: &Entry,
        answer: Minimized,
        puzzles: &mut OneByOne<impl Iterator<Item = Result<Entry, InputError>>>,
        out: &mut Stdout,
    ) -> anyhow::Result<Exit> {
        let exit = match &answer {
            Minimized::NoSolution | Minimized::Several => Exit::No,
            Minimized::Needless(cells) if !cells.is_empty() => Exit::No,
            Minimized::Needless(_) | Minimized::Minimal(_) => Exit::Done,
        };
        if self.json {
            json::answer(out, &entry.name, answer.to_json(&entry.puzzle))?;
            return Ok(exit);
        }
        let name = display(&entry.name);
        let clues = counted(entry.puzzle.num_clues(), "clue");
        match answer {
            Minimized::NoSolution => self.undropped(out, &name, "no solution")?,
            Minimized::Several => self.undropped(out, &name, "several solutions")?,
            Minimized::Needless(cells) if cells.is_empty() => {
                writeln!(out, "{name}: minimal, {clues}")?;
            }
            Minimized::Needless(cells) => {
                let cells = cells.iter().format(", ");
                writeln!(out, "{name}: not minimal, {clues}; not needed: {cells}")?;
            }
            Minimized::Minimal(minimal) => {
                let left = minimal.num_clues();
                self.quiet
                    .note(&format!("{name}: {clues}, {left} are left"));
                let format = self.to.unwrap_or_else(|| Format::keeping(&minimal));
                puzzles.begin(out, format.between(), &entry.name)?;
                format.write(out, &minimal)?;
                format.note_loss(&minimal, &name, self.quiet);
            }
        }
        Ok(exit)
    }

    /// Reports that a limit or an interrupt came before the answer.
    fn give_up(&self, entry: &Entry, stop: Stop, out: &mut Stdout) -> anyhow::Result<Exit> {
        let name = display(&entry.name);
        self.no_answer(out, &name, "unknown", &format!("gave up: {stop}"))?;
        if self.json {
            let answer = serde_json::json!({ "gave_up": stop.to_string() });
            json::answer(out, &entry.name, answer)?;
        }
        Ok(Exit::GaveUp)
    }
}
