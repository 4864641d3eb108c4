//! `sudosat why`: why a puzzle has no solution, which clue is wrong, why a cell has
//! its digit, and what is open.

mod blanks;
mod numbers;
mod page;
mod text;

use super::context::Context;
use super::exit::Exit;
use super::headings::Headings;
use super::interrupt::{on_ctrl_c, report_interrupt};
use super::limits;
use super::one_by_one::{InPlace, OneByOne};
use super::out::{self, Stdout};
use super::overrun::Watch;
use super::puzzles::{self, Copied, PuzzleArguments, ReadingArguments};
use super::quiet::Quiet;
use super::report;
use serde_json::Value;
use std::borrow::Cow;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use sudosat::budget::{Budget, Interrupt};
use sudosat::engine::{self, End, Limit, Request};
use sudosat::io::{InputError, display};
use sudosat::reason::why::words::Words;
use sudosat::reason::why::{self, Asked, NoAnswer, Options, Question, Why};
use sudosat::reason::{Explanation, Statements};
use sudosat::sudoku::rules::{Regions, Spec};
use sudosat::sudoku::text as puzzle_text;
use sudosat::sudoku::text::Entry;
use sudosat::sudoku::{Puzzle, Rules};

/// Explain why a puzzle has no solution, which clue is wrong, or why a cell has its digit
///
/// For a puzzle without solution: a set of clues and rules that contradict each other,
/// none of which can be left out, with the steps that show it; the changes that leave
/// one solution, such as corrections of typing mistakes; and the smallest sets of clues
/// that have to be removed, or the digits that the pencil marks lack.
///
/// For a cell: the clues and rules that force its digit, or rule the given digit out.
///
/// For a puzzle with several solutions: the cells that differ, and clues to add that
/// leave one solution.
///
/// Everything is checked before it is printed. A second solver, each of whose steps is
/// checked, confirms that the set is contradictory. For each clue and rule of the set,
/// a grid that obeys all others shows that it is needed. Solutions are checked against
/// the rules.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A puzzle: a file, `-` for standard input, a folder, `FILE:LINE` for the
    /// puzzle that begins on this line, or the puzzle itself as one argument;
    /// standard input if nothing is named
    #[arg(value_name = "PUZZLE", default_value = "-", hide_default_value = true,
          value_hint = clap::ValueHint::AnyPath)]
    puzzle: String,

    /// The cell to explain, as r3c5 or 3,5; with a digit, as r3c5=7 or r3c5!=7, why the
    /// cell is this digit, or is not
    #[arg(value_name = "CELL[=DIGIT]", value_parser = str::parse::<Asked>)]
    cell: Option<Asked>,

    #[command(flatten)]
    reading: ReadingArguments,

    /// Search for a set with the fewest clues and rules, instead of one with few steps;
    /// this may take long; if it is interrupted, the best set found so far is printed with
    /// a note (exit code 3)
    #[arg(long)]
    smallest: bool,

    /// Largest number of sets of clues, and of changes, to list
    #[arg(long, alias = "count", short_alias = 'n', value_name = "N",
          value_parser = limits::at_least_one, default_value = "10")]
    limit: NonZeroUsize,

    /// Time limit for each puzzle, in seconds or as 500ms, 10s, 2m, 1h; what was found
    /// until then is printed
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = limits::seconds)]
    time_limit: Option<Duration>,

    /// Write one HTML file that shows the steps of the answer one by one, each with the
    /// grid and the check of it; it needs no network
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    html: Option<PathBuf>,

    /// Replace the HTML file if it exists
    #[arg(short, long, requires = "html")]
    force: bool,

    /// Print one JSON object for each puzzle (docs/JSON.md)
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    quiet: Quiet,
}

impl Arguments {
    /// Returns the question about a puzzle, if a cell is named.
    fn question(&self, entry: &Entry) -> Result<Option<Question>, InputError> {
        let question = self.cell.as_ref().map(|asked| asked.about(&entry.puzzle));
        let question = question.transpose();
        question.map_err(|error| InputError::whole(&entry.name, error.to_string()))
    }

    fn options(&self) -> Options {
        Options {
            smallest: self.smallest,
            limit: self.limit.get(),
        }
    }

    /// Explains a puzzle. Returns the exit code.
    fn explain(
        &self,
        entry: &Entry,
        question: Option<Question>,
        interrupt: &Interrupt,
        puzzles: &mut OneByOne<impl Iterator<Item = Result<Entry, InputError>>>,
        out: &mut Stdout,
    ) -> anyhow::Result<Exit> {
        let (puzzle, name) = (&entry.puzzle, name_of(&entry.name));
        let watch = Watch::of_puzzle(self.time_limit);
        let budget = limits::budget(self.time_limit, interrupt);
        let statements = Statements::new(puzzle);
        let words = Words::new(&statements);
        // Clues that clash by themselves are named before any search, where it is clear
        // that the rules do not clash without them.
        let is_early = !self.json && !self.smallest && have_solution(puzzle.rules());
        let clash = Explanation::of_clues(&puzzle.without_marks()).filter(|_| is_early);
        if let Some(clash) = &clash {
            puzzles.begin(out, "\n", &entry.name)?;
            text::clash(out, &name, &words, &[], clash)?;
            out.flush()?;
        }
        let answer = why::why(puzzle, question, self.options(), &budget);
        drop(watch);
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                out.flush()?;
                let exit = report_no_answer(&name, &error);
                if self.json {
                    json(out, &entry.name, error.to_json())?;
                }
                return Ok(exit);
            }
        };
        if let Some(remark) = text::not_smallest(&answer).filter(|_| self.smallest) {
            out.flush()?;
            report::note(&format!("{name}: {remark}"));
        }
        match &answer {
            answer if self.json => json(out, &entry.name, answer.to_json(&statements))?,
            Why::NoSolution(answer) if clash.is_some() => text::repairs(out, &words, answer)?,
            answer => {
                puzzles.begin(out, "\n", &entry.name)?;
                text::write(out, &name, &words, question, answer)?;
            }
        }
        Ok(exit_of(&answer))
    }

    /// Returns a sentence with a repair of an unreadable puzzle; `None` if none is found.
    fn suggestion(&self, copied: &Copied, error: &InputError, budget: &Budget) -> Option<String> {
        let text = match self.puzzle.as_str() {
            "-" => copied.text()?,
            file if Path::new(file).is_file() => {
                let is_short = std::fs::metadata(file).ok()?.len() <= LONGEST as u64;
                is_short.then(|| std::fs::read_to_string(file).ok())??
            }
            text => text.to_owned(),
        };
        if text.len() > LONGEST {
            return None;
        }
        let options = self.reading.options().ok()?;
        blanks::suggestion(&text, &options, budget)
            .or_else(|| numbers::suggestion(&text, error, &options, budget))
    }
}

/// Returns the name of a puzzle as errors name it.
fn name_of(entry: &str) -> Cow<'_, str> {
    match entry.strip_prefix("-:") {
        Some(line) => format!("standard input:{line}").into(),
        None => display(entry),
    }
}

/// Returns `true` for rules that have a solution in every size: rows and columns, with or
/// without boxes.
fn have_solution(rules: &Rules) -> bool {
    let spec = rules.spec();
    let bare = Spec {
        regions: spec.regions.clone(),
        ..Spec::latin(spec.size)
    };
    !matches!(spec.regions, Regions::Map(_)) && *spec == bare
}

/// Longest text in bytes of which a repair is searched for: a grid of 25×25 with boxes
/// drawn around its numbers, or a description of that length.
const LONGEST: usize = 4000;

/// Limit on the conflicts of a search for the solutions of a repaired text.
const CONFLICTS: u64 = 20_000;

/// Returns the only puzzle of a text.
fn only_puzzle(text: &str, options: &puzzle_text::Options) -> Option<Puzzle> {
    let mut entries = puzzle_text::read(text.as_bytes(), "", options);
    match (entries.next(), entries.next()) {
        (Some(Ok(entry)), None) => Some(entry.puzzle),
        _ => None,
    }
}

/// Returns `true` if a search shows that the puzzle has exactly one solution.
fn only_solution(puzzle: &Puzzle, budget: &Budget) -> bool {
    let Ok(engine) = engine::by_name("cdcl") else {
        return false;
    };
    let request = Request::new(Limit::UNIQUE);
    let limited = budget.clone().with_steps(CONFLICTS);
    match engine::solve(&*engine, puzzle, &request, &limited) {
        Ok((outcome, grids)) => !matches!(outcome.end, End::GaveUp(_)) && grids.len() == 1,
        Err(_) => false,
    }
}

/// Writes the object of a puzzle: its name among the fields of the answer.
fn json(out: &mut Stdout, name: &str, answer: Value) -> io::Result<()> {
    let mut object = serde_json::Map::new();
    object.insert("puzzle".to_owned(), name.into());
    if let Value::Object(fields) = answer {
        object.extend(fields);
    }
    super::json::line(out, &object)
}

/// Reports that there is no answer. Returns the exit code.
fn report_no_answer(name: &str, error: &NoAnswer) -> Exit {
    let (what, exit) = match error {
        NoAnswer::Stopped(_) => ("unknown", Exit::GaveUp),
        _ => ("no answer", Exit::No),
    };
    report::note(&format!("{name}: {what}: {error}"));
    exit
}

/// Returns the exit code of an answer.
fn exit_of(answer: &Why) -> Exit {
    match text::is_partial(answer) {
        true => Exit::GaveUp,
        false => Exit::Done,
    }
}

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    if arguments.cell.is_none()
        && !Path::new(&arguments.puzzle).exists()
        && arguments.puzzle.parse::<Asked>().is_ok()
    {
        let cell = &arguments.puzzle;
        anyhow::bail!("{cell} is a cell; name the puzzle before it, `-` for standard input");
    }
    if let Some(file) = &arguments.html {
        return page::write(file, &arguments, context);
    }
    let interrupt = on_ctrl_c();
    let mut out = out::stdout();
    let mut exit = Exit::Done;
    let mut has_puzzles = false;
    let copied = Copied::new(LONGEST);
    let reading = &arguments.reading;
    let entries: Box<dyn Iterator<Item = _>> = match arguments.puzzle.as_str() {
        "-" => puzzles::copied_standard_input(reading, context, &interrupt, &copied),
        puzzle => {
            let puzzles = PuzzleArguments::one(puzzle.to_owned(), reading);
            Box::new(puzzles.entries(context, &interrupt))
        }
    };
    let mut puzzles = OneByOne::new(entries, &interrupt, Headings::none())
        .with(InPlace::of(arguments.json, None));
    while let Some(entry) = puzzles.next(&mut out)? {
        has_puzzles = true;
        match arguments.question(&entry) {
            Err(error) => puzzles.refuse(&mut out, &error)?,
            Ok(question) => {
                let end =
                    arguments.explain(&entry, question, &interrupt, &mut puzzles, &mut out)?;
                exit = exit.worst(end);
            }
        }
    }
    out.flush()?;
    if !has_puzzles && let Some(error) = puzzles.first_error() {
        let budget = limits::budget(arguments.time_limit, &interrupt);
        if let Some(sentence) = arguments.suggestion(&copied, error, &budget) {
            report::note(&sentence);
        }
    }
    puzzles.inputs().finish();
    if puzzles.is_interrupted() {
        report_interrupt();
    }
    Ok(exit.worst(puzzles.exit()))
}
