//! `sudosat rate`: how hard puzzles are.

mod csv;
mod totals;

use super::context::Context;
use super::corpus::Bar;
use super::exit::Exit;
use super::inputs::Inputs;
use super::interrupt::{on_ctrl_c, report_interrupt};
use super::jobs::Jobs;
use super::limits;
use super::out;
use super::overrun::Watch;
use super::puzzles::PuzzleArguments;
use super::quiet::Quiet;
use anyhow::Context as _;
use csv::Csv;
use itertools::Itertools as _;
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use sudosat::batch::ordered;
use sudosat::budget::{Budget, Stop};
use sudosat::engine::memory::Reservation;
use sudosat::io::{InputError, counted_plural, display};
use sudosat::reason::hint::MAX_SIDE;
use sudosat::reason::rate::{self, MAX_BACKDOOR, NoRating, Rater, Rating};
use sudosat::sudoku::text::Entry;
use totals::Totals;

/// Rate how hard puzzles are, for people and for solvers
///
/// For each puzzle a line: its score (the sum of the costs of the steps that `sudosat
/// hint --all` takes), the hardest technique, the propagation that solves it, the guesses
/// of a simple search, the smallest backdoor, the conflicts of `cdcl`, the nodes of
/// `dlx`, and the number of steps of each technique. docs/HINTS.md defines them.
///
/// A puzzle that does not have exactly one solution has no rating. After several puzzles,
/// standard error has the totals.
#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzles: PuzzleArguments,

    /// Time limit for each puzzle, in seconds or as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = limits::seconds)]
    time_limit: Option<Duration>,

    #[command(flatten)]
    jobs: Jobs,

    /// Print one JSON object for each puzzle (docs/JSON.md)
    #[arg(long)]
    json: bool,

    /// Write a table with a line for each puzzle to a file, as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Replace the file of --csv if it exists
    #[arg(short, long, requires = "csv")]
    force: bool,

    #[command(flatten)]
    quiet: Quiet,
}

/// A puzzle with its rating.
struct Rated {
    entry: Entry,
    rating: Result<Rating, NoRating>,
}

/// A puzzle's JSON object.
#[derive(Serialize)]
struct Json<'a, T> {
    puzzle: &'a str,
    #[serde(flatten)]
    rating: T,
}

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let interrupt = on_ctrl_c();
    let rater = Rater::new();
    let mut csv = match &arguments.csv {
        Some(path) => {
            let target = out::create(path, arguments.force, &arguments.puzzles.inputs())?;
            Some(Csv::begin(target)?)
        }
        None => None,
    };
    let mut out = out::stdout();
    let is_hidden = arguments.quiet.is_set() || io::stdout().is_terminal();
    let mut bar = Bar::new(is_hidden, arguments.puzzles.num_bytes());
    let consumed = Arc::new(AtomicU64::new(0));
    let entries = {
        let (puzzles, interrupt) = (arguments.puzzles, interrupt.clone());
        let jobs = arguments.jobs;
        let consumed = Arc::clone(&consumed);
        let with_room = move |entry: Result<Entry, InputError>| {
            let puzzle = entry.as_ref().ok().map(|entry| &entry.puzzle);
            (puzzle.map(|puzzle| jobs.reserve(puzzle)), entry)
        };
        move || {
            puzzles
                .counted_entries(context, &interrupt, &consumed)
                .map(with_room)
        }
    };
    let work = {
        let (limit, interrupt) = (arguments.time_limit, interrupt.clone());
        move |(_memory, entry): (Option<Reservation>, Result<Entry, InputError>)| {
            let entry = entry?;
            let _watch = Watch::of_puzzle(limit);
            let mut budget = Budget::unlimited().with_interrupt(interrupt.clone());
            if let Some(limit) = limit {
                budget = budget.with_time(limit);
            }
            let rating = rater.rate(&entry.puzzle, &budget);
            if let Err(NoRating::TooLarge) = rating {
                let size = entry.puzzle.size();
                let message =
                    format!("found a {size} grid, expected at most {MAX_SIDE}×{MAX_SIDE} to rate");
                return Err(InputError::whole(&entry.name, message));
            }
            Ok(Rated { entry, rating })
        }
    };
    let start = Instant::now();
    let (mut inputs, mut totals) = (Inputs::default(), Totals::default());
    let (mut has_failed, mut gave_up) = (false, false);
    let results =
        ordered(entries, arguments.jobs.begin(), &interrupt, work).context(Stop::NoThread)?;
    for result in results {
        bar.advance(consumed.load(Ordering::Relaxed));
        let rated = match result {
            Ok(rated) => rated,
            Err(_) if interrupt.is_raised() => break,
            Err(error) => {
                out.flush()?;
                bar.suspend(|| inputs.add_error(&error));
                if let Some(csv) = &mut csv {
                    csv.add_error(&error)?;
                }
                match arguments.json {
                    true => super::json::refused(&mut out, &error)?,
                    false => writeln!(out, "{}: not rated: bad input", display(&error.place()))?,
                }
                continue;
            }
        };
        inputs.add_puzzle();
        match &rated.rating {
            Err(NoRating::Stopped(Stop::Interrupted)) => break,
            Err(NoRating::Engine(_) | NoRating::Wrong { .. }) => has_failed = true,
            Err(NoRating::Stopped(_)) => gave_up = true,
            _ => {}
        }
        totals.add(&rated.rating);
        if let Some(csv) = &mut csv {
            csv.add(&rated)?;
        }
        match arguments.json {
            true => super::json::line(&mut out, &json(&rated))?,
            false => writeln!(out, "{}", line(&rated))?,
        }
    }
    out.flush()?;
    bar.finish();
    if let Some(csv) = csv {
        csv.finish().map_err(out::explained)?;
    }
    inputs.finish();
    let has_totals = totals.puzzles() > 1;
    if interrupt.is_raised() && (!has_totals || arguments.quiet.is_set()) {
        report_interrupt();
    }
    if has_totals {
        let totals = totals.in_words(start.elapsed(), interrupt.is_raised());
        arguments.quiet.note(&totals);
    }
    Ok(if has_failed {
        Exit::No
    } else if inputs.has_errors() {
        Exit::BadInput
    } else if gave_up || interrupt.is_raised() {
        Exit::GaveUp
    } else {
        Exit::Done
    })
}

/// Returns the hardest technique of a rating; a search is harder than any.
fn hardest(rating: &Rating) -> &'static str {
    match rating.hardest {
        _ if !rating.is_solved => "search",
        Some(technique) => technique.name,
        None => "nothing to fill",
    }
}

/// Returns the line that is printed for a puzzle.
fn line(rated: &Rated) -> String {
    let name = display(&rated.entry.name);
    let rating = match &rated.rating {
        Ok(rating) => rating,
        Err(why) => return format!("{name}: not rated: {why}"),
    };
    let backdoor = match rating.backdoor {
        Some(size) => size.to_string(),
        None => format!("over {MAX_BACKDOOR}"),
    };
    let steps = rating.steps.iter();
    let steps = steps.map(|(technique, count)| format!("{} {count}", technique.name));
    let steps = match rating.steps.is_empty() {
        true => String::new(),
        false => format!("; {}", steps.format(", ")),
    };
    format!(
        "{name}: score {}, {}; {}, {}, {}, backdoor {backdoor}, {}, {}{steps}",
        rating.score,
        hardest(rating),
        rating.class,
        counted_plural(rating.rounds, "rounds"),
        match rating.guesses {
            1 => "1 guess".to_owned(),
            guesses => format!("{guesses} guesses"),
        },
        counted_plural(rating.conflicts, "conflicts"),
        counted_plural(rating.nodes, "nodes"),
    )
}

fn json(rated: &Rated) -> impl Serialize {
    Json {
        puzzle: &rated.entry.name,
        rating: rate::to_json(&rated.entry.puzzle, &rated.rating),
    }
}
