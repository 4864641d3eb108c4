//! `sudosat rate`: how hard puzzles are.

mod csv;
mod totals;

use super::context::Context;
use super::corpus::Bar;
use super::exit::Exit;
use super::inputs::Inputs;
use super::interrupt::{on_ctrl_c, report_interrupt};
use super::jobs::Jobs;
use super::json;
use super::limits;
use super::out::{self, Stdout};
use super::overrun::Watch;
use super::puzzles::{Progress, PuzzleArguments};
use super::quiet::Quiet;
use anyhow::Context as _;
use csv::Csv;
use itertools::Itertools as _;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use sudosat::batch::{HandOn, ordered_in_batches};
use sudosat::budget::{Interrupt, Stop};
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

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let interrupt = on_ctrl_c();
    let start = Instant::now();
    let mut report = Report::begin(&arguments)?;
    let is_hidden = arguments.quiet.is_set() || io::stdout().is_terminal();
    let mut bar = Bar::new(is_hidden, arguments.puzzles.num_bytes());
    let consumed = Arc::new(AtomicU64::new(0));
    for result in rate_all(arguments, context, &consumed, &interrupt)? {
        bar.advance(consumed.load(Ordering::Relaxed));
        match result {
            Ok(rated) if report.add(&rated)? => {}
            Ok(_) => break,
            Err(_) if interrupt.is_raised() => break,
            Err(error) => bar.suspend(|| report.add_error(&error))?,
        }
    }
    bar.finish();
    report.finish(start.elapsed(), interrupt.is_raised())
}

/// Rates the puzzles in parallel. Returns the results in their order. Adds the number of bytes that
/// are read to `consumed`.
fn rate_all(
    arguments: Arguments,
    context: Context,
    consumed: &Arc<AtomicU64>,
    interrupt: &Interrupt,
) -> anyhow::Result<impl Iterator<Item = Result<Rated, InputError>>> {
    let Arguments { puzzles, jobs, .. } = arguments;
    let entries = {
        let (consumed, interrupt) = (Arc::clone(consumed), interrupt.clone());
        let with_room = move |entry: Result<Entry, InputError>, hand_on: &HandOn| {
            let puzzle = entry.as_ref().ok().map(|entry| &entry.puzzle);
            (puzzle.map(|puzzle| jobs.reserve(puzzle, hand_on)), entry)
        };
        move |hand_on: &HandOn| {
            let progress = Progress {
                consumed,
                hand_on: Some(Rc::clone(hand_on)),
            };
            let entries = puzzles.entries_with(context, &interrupt, &progress);
            let hand_on = Rc::clone(hand_on);
            entries.map(move |entry| with_room(entry, &hand_on))
        }
    };
    let work = {
        let (rater, limit, interrupt) = (Rater::new(), arguments.time_limit, interrupt.clone());
        move |(_memory, entry): (Option<Reservation>, Result<Entry, InputError>)| {
            let entry = entry?;
            let _watch = Watch::of_puzzle(limit);
            let rating = rater.rate(&entry.puzzle, &limits::budget(limit, &interrupt));
            if let Err(NoRating::TooLarge) = rating {
                let size = entry.puzzle.size();
                let message =
                    format!("found a {size} grid, expected at most {MAX_SIDE}×{MAX_SIDE} to rate");
                return Err(InputError::whole(&entry.name, message));
            }
            Ok(Rated { entry, rating })
        }
    };
    ordered_in_batches(entries, jobs.begin(), interrupt, work).context(Stop::NoThread)
}

/// The report, printed while the ratings come in and at the end.
struct Report {
    out: Stdout,
    csv: Option<Csv>,
    json: bool,
    quiet: Quiet,
    inputs: Inputs,
    totals: Totals,
    exit: Exit,
}

impl Report {
    fn begin(arguments: &Arguments) -> anyhow::Result<Report> {
        let begin = |path| {
            let inputs = arguments.puzzles.inputs();
            anyhow::Ok(Csv::begin(out::create(path, arguments.force, &inputs)?)?)
        };
        Ok(Report {
            csv: arguments.csv.as_ref().map(begin).transpose()?,
            out: out::stdout(),
            json: arguments.json,
            quiet: arguments.quiet,
            inputs: Inputs::default(),
            totals: Totals::default(),
            exit: Exit::Done,
        })
    }

    /// Prints and counts a rating. Returns `false` if an interrupt cut it short.
    fn add(&mut self, rated: &Rated) -> io::Result<bool> {
        self.inputs.add_puzzle();
        let exit = match &rated.rating {
            Err(NoRating::Stopped(Stop::Interrupted)) => return Ok(false),
            Err(NoRating::Engine(_) | NoRating::Wrong { .. }) => Exit::No,
            Err(NoRating::Stopped(_)) => Exit::GaveUp,
            _ => Exit::Done,
        };
        self.exit = self.exit.worst(exit);
        self.totals.add(&rated.rating);
        if let Some(csv) = &mut self.csv {
            csv.add(rated)?;
        }
        let (name, puzzle) = (&rated.entry.name, &rated.entry.puzzle);
        match self.json {
            true => json::answer(&mut self.out, name, rate::to_json(puzzle, &rated.rating))?,
            false => writeln!(self.out, "{}", line(rated))?,
        }
        Ok(true)
    }

    /// Reports an input that could not be read or rated.
    fn add_error(&mut self, error: &InputError) -> io::Result<()> {
        self.out.flush()?;
        self.inputs.add_error(error);
        self.exit = self.exit.worst(Exit::BadInput);
        if let Some(csv) = &mut self.csv {
            csv.add_error(error)?;
        }
        match self.json {
            true => json::refused(&mut self.out, error),
            false => writeln!(
                self.out,
                "{}: not rated: bad input",
                display(&error.place())
            ),
        }
    }

    fn finish(mut self, time: Duration, was_interrupted: bool) -> anyhow::Result<Exit> {
        self.out.flush()?;
        if let Some(csv) = self.csv {
            csv.finish().map_err(out::explained)?;
        }
        self.inputs.finish();
        let has_totals = self.totals.puzzles() > 1;
        if was_interrupted && (!has_totals || self.quiet.is_set()) {
            report_interrupt();
        }
        if has_totals {
            self.quiet
                .note(&self.totals.in_words(time, was_interrupted));
        }
        Ok(match was_interrupted {
            true => self.exit.worst(Exit::GaveUp),
            false => self.exit,
        })
    }
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
