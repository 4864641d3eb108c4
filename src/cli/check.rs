//! `sudosat check`: the cross-check of several engines.

mod distinct;
mod json;
mod lines;
mod table;

use super::beside::Beside;
use super::choices;
use super::context::Context;
use super::corpus::shards::Part;
use super::corpus::{self, Bar, Corpus, CorpusArguments, Reading};
use super::encoding::EncodingArguments;
use super::engines;
use super::exit::Exit;
use super::interrupt::on_ctrl_c;
use super::jobs::Jobs;
use super::limits;
use super::out::Stdout;
use super::puzzles::{Progress, PuzzleArguments};
use super::quiet::Quiet;
use super::report;
use anyhow::{Context as _, bail};
use clap::ArgGroup;
use itertools::Itertools as _;
use lines::{Outcome, Task};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use sudosat::batch::journal::{Asked, Header, Taken};
use sudosat::batch::{HandOn, Record, keep, ordered_in_batches};
use sudosat::budget::{Interrupt, Stop};
use sudosat::encode::Encoding;
use sudosat::engine::compare::{Comparison, Judgement, Terms, compare};
use sudosat::engine::memory::Reservation;
use sudosat::engine::{self, Engine, Limit, Request, default_encoding};
use sudosat::io::{InputError, display};
use sudosat::sudoku::text::Entry;
use sudosat::sudoku::{Puzzle, Rules};
use table::Table;

/// Solve puzzles with several engines and compare their answers
///
/// Each engine searches for two solutions of each puzzle, or for the number of
/// solutions that the input states. Every solution is checked as a grid and, where that
/// is not too large, as an exact cover, every model against its clauses and the lecture's
/// formula. The claim that there are no more solutions must be proved, or found by an
/// exhausted search and by another engine; otherwise the puzzle is listed as "not
/// cross-checked". `dlx`, `planes`, `cover`, `matrix`, and `second` where it is one of them, search
/// the same exact cover, so their agreement says nothing about the reduction.
///
/// By default these are `cdcl` and `second`, the fastest two that share no code but the
/// reading of puzzles and what follows from their rules. `second` is `domains` (backtracking
/// with constraint propagation) for rules of more than houses and up to 64 digits, `planes` for
/// rows, columns and boxes up to 9×9, and `dlx` (dancing links) for others; --engines cdcl,dlx
/// asks dancing links about every puzzle. `splr`, another SAT solver of this program, takes far
/// longer for small puzzles.
///
/// If engines disagree or one fails, the puzzle, its formula, the answers and the
/// proofs are kept in a folder, and the exit code is 1.
///
/// The table fits 80 columns: with many engines, first the steps, then the
/// beginnings of names, then the times are left out; --json prints all.
///
/// `cdcl` gets the lecture's formula, reduced to what the clues leave open. Other
/// SAT engines get the encoding `extended` above 4×4, because the lecture's is
/// too hard for them from 16×16 up; `extended` contains every clause of the
/// lecture's. `-e NAME` gives them the encoding named. Models are checked against
/// the lecture's formula in any case.
#[derive(clap::Args)]
#[command(
    after_long_help = engines::help(),
    group = ArgGroup::new("written").args(["csv", "report"]).multiple(true)
)]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzles: PuzzleArguments,

    /// The engines, separated by commas or in several options; `--help` lists them
    #[arg(
        long = "engines",
        visible_alias = "engine",
        value_name = "NAMES",
        default_value = "cdcl,second",
        value_parser = choices::engines(),
        hide_possible_values = true
    )]
    engines: Vec<String>,

    #[command(flatten)]
    encoding: EncodingArguments,

    /// Time limit for each engine and puzzle, in seconds or as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = limits::seconds, default_value = "10")]
    time_limit: Duration,

    #[command(flatten)]
    jobs: Jobs,

    /// Folder for the puzzles on which engines disagree
    #[arg(long, value_name = "DIR", default_value = "sudosat-disagreements")]
    keep: PathBuf,

    /// Seed of the random choice among equally good items, for `dlx` and `matrix`
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// Print one JSON object for each puzzle, and one for the totals (docs/JSON.md)
    #[arg(long)]
    json: bool,

    /// Print also the sum of each engine's steps on all puzzles
    #[arg(long)]
    stats: bool,

    /// Solve nothing, but name the puzzles that are the same as one before them up to
    /// symmetry: digits renamed, bands, stacks, and rows and columns within them
    /// permuted, rows and columns exchanged. The exit code is 1 if there are any;
    /// `show --distinct` prints the others. For rules of boxes alone, up to 9×9
    #[arg(long, conflicts_with_all = distinct::ENGINES)]
    distinct: bool,

    /// List every puzzle, even if there are more than 60 and all engines agree
    #[arg(long)]
    all_rows: bool,

    #[command(flatten)]
    corpus: CorpusArguments,

    /// Replace the files of --csv and --report if they exist
    #[arg(short, long, requires = "written")]
    force: bool,

    #[command(flatten)]
    quiet: Quiet,

    /// The former option for students' work, which `grade` judges
    #[arg(long, alias = "student-answer", value_name = "FILE", hide = true)]
    student: Option<String>,
}

/// A puzzle and the comparison of its answers.
enum Checked {
    /// A comparison of this run.
    Now(Entry, Comparison),
    /// The answers of an earlier run, verified again where that is cheap.
    Past(Entry, Box<Taken>),
}

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    if let Some(file) = &arguments.student {
        let puzzle = arguments.puzzles.given();
        bail!(
            "students' work is checked by another command: `sudosat grade {} {}`",
            display(&puzzle),
            display(file)
        );
    }
    if arguments.distinct {
        let interrupt = on_ctrl_c();
        let entries = arguments.puzzles.entries(context, &interrupt);
        return distinct::run(entries, arguments.json, &interrupt);
    }
    cross_check(arguments, context)
}

/// Solves the puzzles with all engines, and compares the answers.
fn cross_check(mut arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let engines = arguments.engines()?;
    let mut notes = EncodingNotes::new(&arguments, &engines);
    let interrupt = on_ctrl_c();
    let start = Instant::now();
    let names: Vec<String> = engines
        .iter()
        .map(|engine| engine.name().to_owned())
        .collect();
    let header = arguments.header();
    let (corpus, reading) =
        arguments
            .corpus
            .open(arguments.force, &arguments.puzzles, &header, &names)?;
    let arguments = Arc::new(arguments);
    let mut bar = Bar::new(arguments.quiet.is_set(), arguments.puzzles.num_bytes());
    let mut beside = Beside::default();
    let out = arguments.corpus.stdout();
    let mut report = Report::new(out, names, arguments.all_rows, corpus);
    let asked = Asked::check(&engines);
    if let Reading::Merged(complete) = reading {
        let entries = {
            let (arguments, interrupt) = (Arc::clone(&arguments), interrupt.clone());
            move |progress: &Progress| {
                let entries = arguments
                    .puzzles
                    .entries_with(context, &interrupt, progress);
                suitable(entries, Arc::clone(&arguments))
            }
        };
        let jobs = arguments.jobs.begin();
        let merged = corpus::merged(complete, entries, asked, jobs, &interrupt);
        for group in merged.context(Stop::NoThread)? {
            if interrupt.is_raised() {
                break;
            }
            for item in group.items? {
                bar.suspend(|| match item {
                    Ok((entry, taken)) => {
                        beside.note(&entry, arguments.quiet);
                        report.add(&arguments, Checked::Past(entry, Box::new(taken)))
                    }
                    Err(error) => report.add_error(&arguments, &error),
                })?;
            }
            bar.advance(group.position);
        }
        bar.finish();
        return report.finish(&arguments, start.elapsed(), &interrupt);
    }
    let takes_lines = arguments.may_take_lines(&engines, &reading, context);
    let tasks = {
        let (arguments, interrupt) = (Arc::clone(&arguments), interrupt.clone());
        move |hand_on: &HandOn| -> Box<dyn Iterator<Item = Task>> {
            let progress = Progress::with(hand_on);
            if takes_lines {
                let items = arguments.puzzles.items_with(context, &interrupt, &progress);
                return Box::new(lines::tasks(items, progress.consumed));
            }
            let entries = reading.entries(&arguments.puzzles, context, &interrupt, &progress);
            let entries = suitable(entries, Arc::clone(&arguments));
            let tasks = corpus::tasks(entries, reading, asked, progress.consumed, interrupt);
            Box::new(tasks.map(Task::One))
        }
    };
    let results = check_all(&arguments, engines, tasks, &interrupt).context(Stop::NoThread)?;
    for result in results {
        bar.advance(result.position);
        for outcome in result.outcomes {
            let checked = match outcome {
                Outcome::Agreed(times) => {
                    report.add_agreed(times);
                    continue;
                }
                Outcome::Alone(checked) => match *checked {
                    Ok(checked) => checked,
                    Err(_) if interrupt.is_raised() => continue,
                    Err(error) if result.is_fatal => return Err(error.into()),
                    Err(error) => {
                        bar.suspend(|| report.add_error(&arguments, &error))?;
                        continue;
                    }
                },
            };
            let (Checked::Now(entry, _) | Checked::Past(entry, _)) = &checked;
            bar.suspend(|| beside.note(entry, arguments.quiet));
            if let Checked::Now(entry, _) = &checked
                && let Some(note) = notes.about(&entry.puzzle)
            {
                bar.suspend(|| report::note(&note));
            }
            bar.suspend(|| report.add(&arguments, checked))?;
        }
    }
    bar.finish();
    report.finish(&arguments, start.elapsed(), &interrupt)
}

/// The notes that engines get another encoding than the lecture's, each printed once.
struct EncodingNotes {
    /// Names of the engines that get another encoding from order 3 on; empty if that was told.
    reencoded: String,
    /// Names of the engines that get a formula; empty if it was told that the lecture's has no family
    /// for some rules.
    with_formula: String,
}

impl EncodingNotes {
    fn new(arguments: &Arguments, engines: &[Box<dyn Engine>]) -> EncodingNotes {
        let is_wanted = arguments.encoding.named().is_none() && !arguments.quiet.is_set();
        let names = |is_meant: &dyn Fn(&dyn Engine) -> bool| {
            let engines = engines.iter().map(|engine| &**engine);
            let meant = engines.filter(|&engine| is_wanted && is_meant(engine));
            meant.map(Engine::name).join(", ")
        };
        let rules = Rules::plain(3).expect("there is an order 3");
        let is_extended = |engine: &dyn Engine| {
            let encoding = engine.encoding(&Request::new(Limit::UNIQUE), &rules);
            encoding.is_some_and(|encoding| encoding != Encoding::LECTURE)
        };
        EncodingNotes {
            reencoded: names(&is_extended),
            with_formula: names(&|engine| engine.kind().takes_formula()),
        }
    }

    /// Returns the note that is due with this puzzle, if there is one.
    fn about(&mut self, puzzle: &Puzzle) -> Option<String> {
        let take = |names: &mut String| (!names.is_empty()).then(|| std::mem::take(names));
        if let Err(lack) = Encoding::LECTURE.expresses(puzzle.rules()) {
            let engines = take(&mut self.with_formula)?;
            let rules = lack.rules.join(", ");
            return Some(format!(
                "note: {engines}: encoding 'extended', because the lecture's has no family for \
                 the rules ({rules})"
            ));
        }
        if puzzle.size().side() <= 4 {
            return None;
        }
        let engines = take(&mut self.reencoded)?;
        Some(format!(
            "note: {engines} gets the encoding extended above 4×4; use -e lecture for the \
             lecture's own"
        ))
    }
}

/// Replaces puzzles that the encoding asked for has no clauses for by errors.
fn suitable(
    entries: impl Iterator<Item = Result<Entry, InputError>>,
    arguments: Arc<Arguments>,
) -> impl Iterator<Item = Result<Entry, InputError>> {
    entries.map(move |entry| {
        let entry = entry?;
        let suits = arguments.encoding.check(entry.puzzle.rules());
        suits.map_err(|error| InputError::whole(&*entry.name, error.to_string()))?;
        Ok(entry)
    })
}

/// The result of a task.
struct Checking {
    outcomes: Vec<Outcome>,
    /// As in [`corpus::Task`].
    is_fatal: bool,
    /// As in [`corpus::Task`].
    position: u64,
}

/// Returns the results, in the order of the puzzles.
fn check_all<I: Iterator<Item = Task>>(
    arguments: &Arc<Arguments>,
    engines: Vec<Box<dyn Engine>>,
    tasks: impl FnOnce(&HandOn) -> I + Send + 'static,
    interrupt: &Interrupt,
) -> io::Result<impl Iterator<Item = Checking>> {
    let jobs = arguments.jobs.begin();
    let check = {
        let (arguments, interrupt) = (Arc::clone(arguments), interrupt.clone());
        move |engines: &[Box<dyn Engine>], entry: Entry| {
            let terms = Terms {
                request: Request {
                    encoding: arguments.encoding.named(),
                    at_most_one: arguments.encoding.at_most_one(),
                    seed: arguments.seed,
                    ..Request::new(Limit::UNIQUE)
                },
                time_limit: Some(arguments.time_limit),
                interrupt: interrupt.clone(),
            };
            let mut comparison = compare(engines, &entry.puzzle, entry.expected.as_ref(), &terms);
            check_tokens(&entry, &mut comparison);
            Checked::Now(entry, comparison)
        }
    };
    let interrupted = interrupt.clone();
    let work = move |(_memory, task): (Option<Reservation>, Task)| {
        let task = match task {
            Task::One(task) => task,
            Task::Many { run, position } => {
                let both = [&*engines[0], &*engines[1]];
                let alone = |entry| check(&engines, entry);
                return Checking {
                    outcomes: lines::compared(both, &run, &interrupted, alone),
                    is_fatal: false,
                    position,
                };
            }
        };
        let is_past = task.past.is_some();
        let checked = task.entry.and_then(|entry| match task.past {
            Some(taken) => {
                let taken = taken.verify(&entry, &interrupted)?;
                Ok(Checked::Past(entry, Box::new(taken)))
            }
            None => Ok(check(&engines, entry)),
        });
        Checking {
            is_fatal: task.is_fatal || is_past && checked.is_err(),
            outcomes: vec![Outcome::Alone(Box::new(checked))],
            position: task.position,
        }
    };
    let with_memory = {
        let jobs = arguments.jobs;
        move |task: Task, hand_on: &HandOn| {
            let entry = match &task {
                Task::One(task) => task.entry.as_ref().ok(),
                Task::Many { .. } => None,
            };
            let memory = entry.map(|entry| jobs.reserve(&entry.puzzle, hand_on));
            (memory, task)
        }
    };
    let tasks = move |hand_on: &HandOn| {
        let tasks = tasks(hand_on);
        let hand_on = Rc::clone(hand_on);
        tasks.map(move |task| with_memory(task, &hand_on))
    };
    ordered_in_batches(tasks, jobs, interrupt, work)
}

/// Holds the solutions against the cells of the puzzle as they stood in the input.
fn check_tokens(entry: &Entry, comparison: &mut Comparison) {
    let answers = comparison.answers.iter();
    let grids = answers.filter_map(|answer| Some(&answer.result.as_ref().ok()?.1));
    let symbols = entry.puzzle.symbols();
    // Most engines find the same grid.
    let different = grids.flatten().dedup();
    let fault =
        { different }.find_map(|grid| sudosat::check::tokens(&entry.tokens, symbols, grid).err());
    if let Some(fault) = fault {
        comparison.judgement = Judgement::Disagreed;
        comparison.notes.push(fault.to_string());
    }
}

/// The report, printed while the results come in and at the end.
struct Report {
    out: Stdout,
    table: Table,
    corpus: Corpus,
    bad_inputs: u64,
    interrupted: bool,
}

impl Report {
    fn new(out: Stdout, engines: Vec<String>, all_rows: bool, corpus: Corpus) -> Report {
        Report {
            out,
            table: Table::new(engines, all_rows),
            corpus,
            bad_inputs: 0,
            interrupted: false,
        }
    }

    fn add(&mut self, arguments: &Arguments, checked: Checked) -> anyhow::Result<()> {
        match checked {
            Checked::Past(entry, taken) => {
                self.print(arguments, &taken.record)?;
                self.corpus.add_past(&entry, &taken)
            }
            Checked::Now(_, comparison)
                if comparison.was_interrupted() && comparison.judgement < Judgement::Disagreed =>
            {
                // What an interrupt cut short is not worth telling.
                self.interrupted = true;
                self.corpus.end_journal();
                Ok(())
            }
            Checked::Now(entry, comparison) => {
                if comparison.judgement >= Judgement::Failed {
                    keep_failure(arguments, &entry, &comparison);
                }
                let record = Record::of_comparison(&entry, &comparison);
                self.print(arguments, &record)?;
                self.corpus.add(&entry, &record, None)
            }
        }
    }

    /// Adds a puzzle on which the two engines agreed in these times, and which has no row.
    fn add_agreed(&mut self, times: [Duration; 2]) {
        self.table.hide();
        let names = self.table.engines().iter().map(String::as_str);
        let answers: Vec<(&str, Duration)> = names.zip(times).collect();
        self.corpus.tally.add_unique(&answers);
    }

    fn print(&mut self, arguments: &Arguments, record: &Record) -> anyhow::Result<()> {
        if arguments.json {
            super::json::line(&mut self.out, record)?;
            self.out.flush()?;
        } else {
            self.table.add(record, &mut self.out)?;
        }
        Ok(())
    }

    fn add_error(&mut self, arguments: &Arguments, error: &InputError) -> anyhow::Result<()> {
        report::input(error);
        if arguments.json {
            super::json::refused(&mut self.out, error)?;
        }
        self.bad_inputs += 1;
        self.corpus.add_error(error)
    }

    fn finish(
        mut self,
        arguments: &Arguments,
        elapsed: Duration,
        interrupt: &Interrupt,
    ) -> anyhow::Result<Exit> {
        self.interrupted |= interrupt.is_raised();
        let corpus = &self.corpus;
        if arguments.json {
            let sums = json::sums(corpus, self.bad_inputs, self.interrupted, elapsed)?;
            writeln!(self.out, "{sums}")?;
        } else {
            self.table.finish(&mut self.out)?;
            table::totals(
                corpus,
                self.bad_inputs,
                self.interrupted,
                arguments.stats,
                elapsed,
                &mut self.out,
            )?;
        }
        self.out.flush()?;
        let tally = &corpus.tally;
        let exit = if tally.disagreed + tally.failed > 0 {
            Exit::No
        } else if self.bad_inputs > 0 {
            Exit::BadInput
        } else if tally.not_cross_checked > 0 || self.interrupted {
            Exit::GaveUp
        } else {
            Exit::Done
        };
        self.corpus.finish(arguments.quiet, exit)
    }
}

/// Keeps a puzzle on which engines disagree or one failed, and prints where.
fn keep_failure(arguments: &Arguments, entry: &Entry, comparison: &Comparison) {
    let encoding = arguments
        .encoding
        .or(default_encoding(entry.puzzle.rules()));
    let kept = keep(
        &arguments.keep,
        &entry.name,
        &entry.puzzle,
        &encoding,
        comparison,
    );
    let kept = match kept {
        Ok(folder) => format!("kept in {}", display(&folder.to_string_lossy())),
        Err(error) => format!("it can't be kept: {error}"),
    };
    let (name, judgement) = (display(&entry.name), comparison.judgement);
    report::note(&format!("{name}: {judgement}; {kept}"));
}

impl Arguments {
    /// Refuses options and inputs that do not go with shards in this folder.
    pub(super) fn refuse_in_part(&self, folder: &Path) -> anyhow::Result<()> {
        let refused = [
            ("--distinct", self.distinct),
            ("--student", self.student.is_some()),
        ];
        engines::refuse_unknown(self.names())?;
        self.corpus.refuse_in_part(folder, &refused, &self.puzzles)
    }

    /// Gives a part of a run to these arguments.
    pub(super) fn in_part(mut self, part: Part) -> Self {
        if let Some(limit) = part.repeats() {
            self.time_limit = limit;
        }
        self.corpus.begin_part(part, &mut self.jobs);
        self
    }

    /// Returns the arguments that name the puzzles.
    pub(super) fn puzzles(&self) -> &PuzzleArguments {
        &self.puzzles
    }

    /// Returns the header of a journal: the options that answers depend on.
    pub(super) fn header(&self) -> Header {
        let encoding = self.encoding.named();
        Header::new(
            "check",
            [
                ("--engines", Some(self.names().join(","))),
                (
                    "--encoding",
                    encoding.map(|encoding| encoding.name.to_owned()),
                ),
                (
                    "--at-most-one",
                    Some(self.encoding.at_most_one().name().to_owned()),
                ),
                ("--time-limit", Some(format!("{:?}", self.time_limit))),
                ("--seed", self.seed.map(|seed| seed.to_string())),
            ],
        )
    }

    /// Returns the engines that are compared.
    fn engines(&self) -> anyhow::Result<Vec<Box<dyn Engine>>> {
        let names = self.names();
        let engines: Vec<Box<dyn Engine>> = names
            .iter()
            .map(|name| engine::by_name(name))
            .collect::<Result<_, _>>()?;
        if engines.is_empty() {
            bail!("--engines names no engine; expected names as in --engines cdcl,dlx");
        }
        if let Some(name) = names.into_iter().duplicates().next() {
            bail!(
                "the engine {} is named twice: it can't check itself",
                display(name)
            );
        }
        Ok(engines)
    }

    /// Returns the engines' names. A `cmd:` engine is an argument of its own, as its
    /// command may hold commas.
    fn names(&self) -> Vec<&str> {
        self.engines
            .iter()
            .flat_map(|argument| match argument.starts_with("cmd:") {
                true => vec![argument.as_str()],
                false => argument.split(',').collect(),
            })
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect()
    }
}
