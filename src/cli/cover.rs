//! `sudosat cover`: exact cover.

pub(super) mod certificate;
mod cheapest;
mod checkpoint;
mod diagram;
mod drawing;
mod output;
mod proof;
mod pulse;

use super::alarm::Alarm;
use super::choices;
use super::content::{self, Content, Hints, Opened};
use super::context::Context;
use super::encoding::at_most_ones;
use super::exit::Exit;
use super::overrun::Watch;
use super::puzzles::{self, ReadingArguments};
use super::quiet::Quiet;
use super::relaxed::Relaxed;
use super::{interrupt, last_resort, limits, out, report};
use anyhow::{Context as _, bail};
use drawing::DrawingArguments;
pub(super) use drawing::print_problems;
use output::{Output, Style};
use pulse::Pulse;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use sudosat::budget::{Budget, Stop};
use sudosat::cover::problems::Instance;
use sudosat::cover::{self, Choice, ExactCover, Gauge, Method, Natural, OptionId};
use sudosat::encode::{self, AtMostOne};
use sudosat::engine::{
    self, CoverError, CoverSearch, ENGINES, End, EngineError, Evidence, Kind, Limit, Outcome, Steps,
};
use sudosat::formula::Cnf;
use sudosat::io::{InputError, Source, counted, display};

/// Number of odd lines of an input that are reported one by one.
const WARNINGS: u64 = 5;

/// Solve exact-cover problems: find solutions, list or count them
///
/// A solution chooses options so that every primary item is covered once and
/// the others at most once. Prints the first solution, or `no solution`, or
/// `unknown` if the engine found no answer; notes go to standard
/// error. Every solution is checked before it is printed. When `cdcl` answers
/// that there is no solution, or no other, this is proved and the proof is
/// checked.
#[derive(clap::Args)]
#[command(after_long_help = FORMS)]
pub(super) struct Arguments {
    /// The problem: a file, or `-` for standard input; in Knuth's text form, as
    /// a matrix or table of 0s and 1s, as sets, or in miniexact's form of numbers;
    /// standard input if nothing is named
    file: Option<String>,

    #[command(flatten)]
    drawing: DrawingArguments,

    /// The form of the file [default: recognised by its first lines]
    #[arg(long, value_enum, conflicts_with_all = ["problem", "puzzle"])]
    form: Option<Form>,

    #[command(flatten)]
    relaxed: Relaxed,

    /// The engine that searches: `auto` (the fastest that fits), `dlx` (Knuth's dancing
    /// links), `sparse` (sparse sets, Knuth's ssxcc), `bits` (sets of options, up
    /// to 32767), `planes` (sets of items, up to 384 with 16 options each, 2048 in all),
    /// `count` (a diagram of all solutions), `frontier` (counts item by item), `restarts`
    /// (random ones, up to the first solution), `matrix` (Algorithm X on a
    /// matrix, as taught), or a SAT solver on the reduction to SAT: `cdcl`,
    /// `splr`, `dpll`, an installed one as `kissat`, or `'cmd:PROGRAM … {cnf} …'`
    #[arg(long, visible_alias = "engines", value_name = "NAME", default_value = "auto",
          value_parser = choices::cover_engines(), hide_possible_values = true)]
    engine: String,

    /// Find up to N solutions
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,

    /// Find all solutions
    #[arg(short, long, conflicts_with = "count")]
    all: bool,

    /// Print the number of solutions, not the solutions: `at least N` if the search ended, at its
    /// limit or because it gave up, before it had found all, `unknown` if it gave up before the first
    #[arg(long)]
    count_only: bool,

    /// Find the cheapest solution, or with -n the N cheapest, and print the cost of each. `cost`
    /// adds up the costs of a solution's options (`|5` in Knuth's text form), `options` counts
    /// its options. Engines: auto and dlx
    #[arg(long, value_enum, value_name = "WHAT",
          conflicts_with_all = ["all", "count_only", "sample", "zdd", "choice", "seed", "write"])]
    minimize: Option<Cost>,

    /// Print N random solutions, each with the same probability; --seed repeats
    /// them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..),
          conflicts_with_all = ["all", "count", "choice", "count_only"])]
    sample: Option<u64>,

    /// Write the diagram of all solutions for Graphviz (DOT) to a new file or `-`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "count", "choice", "count_only"])]
    zdd: Option<String>,

    /// The item that the search branches on: any of these for `dlx` and `matrix`,
    /// `smallest` or `random-smallest` for `sparse` and `restarts`, only `smallest`
    /// for `bits`, `planes`, `count` and `frontier` [default: smallest, or random-smallest with --seed]
    #[arg(long, value_enum)]
    choice: Option<Rule>,

    /// List a solution as programs of courses print it: the rows in the order in which dancing
    /// links choose them, each from the column that it was chosen for; columns as the
    /// problem names them, those of a puzzle's cells last. Engines: auto (which is dlx here),
    /// dlx and matrix
    #[arg(long, conflicts_with_all = ["choice", "seed", "jobs", "count_only", "sample", "zdd",
        "minimize", "json", "picture", "write", "certificate", "checkpoint"])]
    as_taught: bool,

    /// The seed of random choices
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// Number of threads; the solutions are the same, in an order that varies. Engine auto
    /// first tries to count all on one thread, for a short time
    #[arg(short, long, value_name = "N", default_value_t = 1, conflicts_with_all = ["sample", "zdd"],
        value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,

    /// Keep the counts of finished parts of the search in FILE; if it exists, count only the
    /// other parts. With --all --count-only, and an engine that takes --jobs: auto searches
    /// then, without frontier and diagram
    #[arg(long, value_name = "FILE", requires_all = ["all", "count_only"],
          conflicts_with_all = ["count", "sample", "zdd", "minimize", "write", "picture"])]
    checkpoint: Option<String>,

    /// Also write a certificate of the number of solutions to a new file, which `verify` checks
    /// from the problem alone: it has each state of a search, and so its size grows with the work
    /// of the count (docs/COVER.md)
    #[arg(long, value_name = "FILE", requires = "all",
          conflicts_with_all = ["count", "sample", "zdd", "minimize", "write"])]
    certificate: Option<String>,

    /// Write a proof to this file if there is no solution, found by `cdcl`: VeriPB's if the name ends in
    /// `.pbp`, LRAT if it ends in `.lrat`, else DRAT. What it starts from is written beside it: the
    /// problem as inequalities to FILE.opb for `.pbp`, its formula to FILE.cnf otherwise. `verify`
    /// checks a proof from the problem itself. If there is a solution it is printed, no proof is
    /// written, and the exit code is 1
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["all", "count", "count_only", "minimize", "sample", "zdd", "choice", "as_taught",
              "seed", "jobs", "write", "certificate", "checkpoint", "at_most_one"])]
    proof: Option<String>,

    /// Encoding, for SAT solvers, of items that are covered at most once
    /// [default: pairwise]
    #[arg(long, value_name = "WAY", value_parser = at_most_ones())]
    at_most_one: Option<AtMostOne>,

    /// Time limit, including reading the input, in seconds or as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = limits::seconds)]
    time_limit: Option<Duration>,

    /// Print one JSON object (docs/JSON.md)
    #[arg(long)]
    json: bool,

    /// Print the engine's steps and seconds on standard error
    #[arg(long)]
    stats: bool,

    #[command(flatten)]
    quiet: Quiet,
}

/// The forms, for `--help`.
const FORMS: &str = "\
Knuth's text form: a line with the names of the items (primary ones, then after a | those that \
may stay uncovered); then a line for each option with the names of its items. \
A line that starts with | is a comment. \
An item after the | may get a colour in an option (x:red): options go together that give it the \
same one. A primary item may have bounds in the first line: 2:3|a is covered two or three times, \
2|a twice. A cost |5 at the end of an option is for --minimize cost.

  a b c | x
  a x
  b c
  b x
  c

The matrix: a line of 0s and 1s for each option, with or without blanks between. A table may also name its columns in the first line and its rows at their beginning, may leave out all 0s below such names, and may be written with brackets, commas, tabs, bars (Markdown) or & (LaTeX).

Sets: A = {1, 4, 7}, with or without names, in lines or as one family {{c, e, f}, {a, d, g}}; with backslashes and dollars of LaTeX, or as sets, lists and dictionaries of Python. U, X, Ω, Universe or Grundmenge is the universe, the set of all items.

miniexact's form: `p xcc`, the numbers of primary and secondary items; then options as \
numbers of items, each option ended by 0. A negative number is the colour of the item before it.

With --form cnf, a formula in DIMACS becomes an exact cover that has as many solutions as the \
formula has models (as the documentation of the module encode::cnf_cover explains); a solution is printed as a model.";

/// [`cover::Form`] by its names on the command line.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// Knuth's: a line of items, then a line for each option
    Knuth,
    /// Rows of 0s and 1s
    Matrix,
    /// miniexact's: `p xcc`, then options of numbers that end with 0
    Xcc,
    /// A table of 0s and 1s with names of rows or columns, brackets, commas or bars
    Table,
    /// Sets: `A = {1, 4, 7}`
    Sets,
    /// A formula in DIMACS, turned into an exact cover
    Cnf,
}

/// The cost that `--minimize` makes least.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Cost {
    /// The sum of the costs of the options
    Cost,
    /// The number of options
    Options,
}

/// The problem that was read.
struct Reading {
    instance: Instance,
    /// The formula that the problem comes from.
    formula: Option<Cnf>,
}

/// [`Choice`] by its names on the command line.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Rule {
    /// The item with the fewest options left, the first such
    Smallest,
    /// As smallest, but items whose names begin with # before all others, as
    /// long as those have more than one option
    Sharp,
    /// The first item
    First,
    /// An item with the fewest options left, a random such
    RandomSmallest,
    /// A random item
    Random,
}

pub(super) fn run(mut arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    arguments.refuse_idle()?;
    if arguments.proof.is_some() {
        arguments.engine = "cdcl".to_owned();
    }
    if arguments.drawing.problem.as_deref() == Some("help") {
        print_problems()?;
        return Ok(Exit::Done);
    }
    pulse::signal();
    let interrupt = interrupt::on_ctrl_c();
    let budget = limits::budget(arguments.time_limit, &interrupt);
    // Ends the wait for an input. The search asks the budget instead.
    let watch = Watch::of(arguments.time_limit);
    let alarm = Alarm::after(arguments.time_limit, &interrupt)
        .context("the clock of --time-limit can't be started")?;
    let read = arguments.read(context, &budget);
    let rang = alarm.stop();
    let Reading { instance, formula } = match read {
        _ if rang => return arguments.unread(Stop::Time),
        Err(_) if interrupt.is_raised() => return arguments.unread(Stop::Interrupted),
        read => read?,
    };
    last_resort::searching();
    let instance = match arguments.as_taught {
        true => arguments.taught(instance.problem())?.into(),
        false => instance,
    };
    let problem = instance.problem();
    arguments
        .drawing
        .refuse_large(&instance, arguments.name())?;
    if let Some(file) = &arguments.drawing.write {
        arguments.drawing.write(problem, arguments.name(), file)?;
        return Ok(Exit::Done);
    }
    if arguments.wants_diagram() {
        let outcome = arguments.by_diagram(&instance, &budget)?;
        arguments.tell(problem, Ok(&outcome));
        return Ok(exit(&outcome));
    }
    if let Some(cost) = arguments.minimize {
        let outcome = arguments.by_cost(cost, &instance, formula.as_ref(), &budget)?;
        return Ok(exit(&outcome));
    }
    if arguments.proof.is_some() {
        return arguments.by_proof(&instance, formula.as_ref(), &budget, watch);
    }
    let target = arguments.begin_certificate(problem)?;
    let mut output = Output::new(&instance, formula.as_ref(), arguments.style());
    let mut result = arguments.solve(problem, &budget, &mut output)?;
    let certified = match target {
        Some(target) => arguments.certify(target, problem, &mut result, &mut output, &budget),
        None => Ok(()),
    };
    drop(watch);
    output.end(&arguments.engine, result.as_ref())?;
    arguments.tell(problem, result.as_ref());
    if let (2.., Ok(Some(method))) = (context.verbose, result.as_ref().map(|o| o.method)) {
        note(&format!(
            "{}: answered by {method}",
            display(arguments.name())
        ));
    }
    certified?;
    Ok(match result.as_ref().map_or(Exit::No, exit) {
        Exit::Done if arguments.certificate.is_some() && output.certificate.is_none() => {
            Exit::GaveUp
        }
        exit => exit,
    })
}

/// Returns the exit code for an outcome.
fn exit(outcome: &Outcome) -> Exit {
    match outcome.end {
        End::GaveUp(_) => Exit::GaveUp,
        End::Exhausted(_) | End::Enough => Exit::Done,
    }
}

/// Prints a note on standard error. If that is closed, the note is lost.
fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

impl Arguments {
    /// Refuses what would do nothing.
    fn refuse_idle(&self) -> anyhow::Result<()> {
        let sure = matches!(
            self.choice,
            Some(Rule::Smallest | Rule::Sharp | Rule::First)
        );
        if self.seed.is_some() && sure {
            bail!("--seed needs --choice random-smallest or --choice random");
        }
        if self.relaxed.is_set() && self.form != Some(Form::Cnf) {
            bail!("--relaxed is for a formula: add --form cnf");
        }
        let kind = ENGINES.iter().find(|entry| entry.name == self.engine);
        if kind.is_some_and(|entry| entry.kind == Kind::Grid) {
            bail!("{} works on Sudoku grids, not on exact covers", self.engine);
        }
        if self.wants_diagram() && !matches!(self.engine.as_str(), "auto" | "count") {
            bail!("--sample and --zdd need the engine count");
        }
        if self.minimize.is_some() && !matches!(self.engine.as_str(), "auto" | "dlx") {
            bail!(
                "--minimize is for auto and dlx; {} finds no least cost",
                self.engine
            );
        }
        if self.as_taught && !matches!(self.engine.as_str(), "auto" | "dlx" | "matrix") {
            bail!("--as-taught is for auto, dlx and matrix, which choose as it is taught");
        }
        if self.minimize.is_some() && self.jobs > 1 {
            bail!("--minimize searches with one thread: leave out --jobs");
        }
        if self.zdd.is_some() && self.sample.is_none() && (self.json || self.seed.is_some()) {
            bail!("--zdd lists no solutions; --json and --seed need --sample");
        }
        if self.sample.is_some() && self.zdd.as_deref() == Some("-") {
            bail!("--sample and --zdd - can't both have standard output");
        }
        if self.proof.is_some() && !matches!(self.engine.as_str(), "auto" | "cdcl") {
            bail!("--proof is for auto and cdcl, which writes it");
        }
        let formula = self.asks_a_solver();
        if formula && (self.choice.is_some() || self.seed.is_some()) {
            bail!("--choice and --seed are for the engines of exact cover");
        }
        let alone = formula || matches!(self.engine.as_str(), "count" | "frontier" | "restarts");
        if alone && (self.jobs > 1 || self.checkpoint.is_some()) {
            bail!("--jobs and --checkpoint are for auto, dlx, sparse, bits, planes and matrix");
        }
        if !formula && self.at_most_one.is_some() {
            bail!("--at-most-one is for engines that get a formula");
        }
        let wanted = self.count.or(self.sample);
        if formula && self.certificate.is_some() {
            bail!("--certificate is for the engines of exact cover");
        }
        self.refuse_same_outputs()?;
        let several = self.all || wanted.is_some_and(|count| count > 1);
        self.drawing.refuse_clashes(several, self.json)
    }

    /// Refuses two outputs that would be one file.
    fn refuse_same_outputs(&self) -> anyhow::Result<()> {
        let picture = self.drawing.first_picture();
        let premises = self.premises();
        let outputs = [
            (self.proof.as_deref(), "--proof"),
            (premises.as_deref(), "what --proof starts from"),
            (self.certificate.as_deref(), "--certificate"),
            (self.checkpoint.as_deref(), "--checkpoint"),
            (self.zdd.as_deref(), "--zdd"),
            (picture.as_deref(), "--picture"),
        ];
        let outputs = outputs
            .iter()
            .filter_map(|&(file, option)| Some((Path::new(file?), option)));
        out::refuse_same(&outputs.collect::<Vec<_>>())
    }

    /// Returns `true` if a SAT solver searches, on the reduction.
    fn asks_a_solver(&self) -> bool {
        Method::by_name(&self.engine).is_none()
    }

    fn style(&self) -> Style {
        match (self.json, self.count_only) {
            (false, false) if self.drawing.takes_stdout() => Style::Silent,
            (false, false) if self.as_taught => Style::Taught,
            (false, false) if self.drawing.list => Style::Listed,
            (false, false) => Style::Drawn,
            (false, true) => Style::Counted,
            (true, false) => Style::Json,
            (true, true) => Style::CountedJson,
        }
    }

    /// Prints what is odd about the input, unless notes are not wanted.
    fn warn(&self, warning: &InputError) {
        if !self.quiet.is_set() {
            report::warning(warning);
        }
    }

    /// Prints the answer if reading the problem was stopped.
    fn unread(&self, stop: Stop) -> anyhow::Result<Exit> {
        if self.drawing.write.is_none() && self.zdd.is_none() {
            let empty = ExactCover::builder().build().into();
            let mut output = Output::new(&empty, None, self.style());
            output.begin(self.name())?;
            output.end(&self.engine, Ok(&gave_up(stop)))?;
        }
        if !self.quiet.is_set() {
            let name = display(self.name());
            note(&format!("{name}: gave up: {stop} while reading"));
        }
        Ok(Exit::GaveUp)
    }

    /// Returns the problem's name in messages.
    fn name(&self) -> &str {
        let name = self.drawing.name().or(self.file.as_deref());
        name.unwrap_or("-")
    }

    /// Reads the problem, and how its solutions are drawn.
    fn read(&self, context: Context, budget: &Budget) -> anyhow::Result<Reading> {
        if let Some(text) = &self.drawing.problem {
            let instance = self.drawing.instance(text)?;
            return Ok(Reading {
                instance,
                formula: None,
            });
        }
        if let Some(puzzle) = &self.drawing.puzzle {
            let reading = ReadingArguments::default();
            let entry = puzzles::single(puzzle, &reading, context, budget.interrupt())?;
            return Ok(Reading {
                instance: encode::instance(&entry.puzzle)?,
                formula: None,
            });
        }
        if self.file.is_none() && io::stdin().is_terminal() {
            bail!(
                "standard input is a terminal, expected an exact-cover problem: name a file, or \
                 --problem NAME; `--problem help` lists those"
            );
        }
        if self.form == Some(Form::Cnf) {
            let warn = &mut |warning| self.warn(&warning);
            let (name, interrupt) = (self.name(), budget.interrupt());
            let cnf = self.relaxed.read(name, Hints::Usual, interrupt, warn)?;
            return Ok(Reading {
                instance: encode::cnf_to_cover(&cnf)?.into(),
                formula: Some(cnf),
            });
        }
        Ok(Reading {
            instance: self.read_cover(context, budget)?.into(),
            formula: None,
        })
    }

    /// Returns the problem with its columns as they are taught.
    fn taught(&self, problem: &ExactCover) -> anyhow::Result<ExactCover> {
        if problem.has_bounds() || problem.has_colors() {
            bail!("--as-taught is for problems without colours and bounds");
        }
        let is_cell =
            |name: &str| name.starts_with('R') && name.contains('C') && !name.contains('#');
        let is_last = |name: &str| self.drawing.puzzle.is_some() && is_cell(name);
        Ok(cover::taught::in_columns(problem, is_last)?)
    }

    /// Reads an exact-cover problem from the file.
    fn read_cover(&self, context: Context, budget: &Budget) -> anyhow::Result<ExactCover> {
        let source = Source::open_with(self.name(), budget.interrupt())?;
        let Opened { prefix, input } = content::peek(source.at_most(limits::input()))?;
        let form = match self.form {
            None | Some(Form::Cnf) => None,
            Some(Form::Knuth) => Some(cover::Form::Knuth),
            Some(Form::Matrix) => Some(cover::Form::ZeroOne),
            Some(Form::Xcc) => Some(cover::Form::Xcc),
            Some(Form::Table) => Some(cover::Form::Table),
            Some(Form::Sets) => Some(cover::Form::Sets),
        };
        let mut warnings = 0;
        let (problem, form) = cover::read(input, self.name(), form, |warning| {
            warnings += 1;
            if warnings <= WARNINGS {
                self.warn(&warning);
            }
        })
        .map_err(|error| content::explained(error, &prefix, Content::Cover, Hints::Usual))?;
        if warnings > WARNINGS && !self.quiet.is_set() {
            let more = warnings - WARNINGS;
            note(&format!(
                "warning: {} like these",
                counted(more, "more line")
            ));
        }
        if context.verbose > 0 {
            note(&format!("{}: {form}", display(self.name())));
        }
        Ok(problem)
    }

    /// Creates the engine, searches, and prints what is found.
    ///
    /// The outer error is one of this program, or says that the engine is not
    /// available.
    fn solve(
        &self,
        problem: &ExactCover,
        budget: &Budget,
        output: &mut Output<'_>,
    ) -> anyhow::Result<Result<Outcome, EngineError>> {
        if let (Some(file), Some(method)) = (&self.checkpoint, Method::by_name(&self.engine)) {
            let outcome = self.by_pieces(file, method, problem, budget)?;
            output.begin(self.name())?;
            return Ok(Ok(outcome));
        }
        let search = match self.search(problem) {
            Err(CoverError::Unfit(unfit)) => return Err(unfit.into()),
            Err(CoverError::Failed(error)) if error.is_permanent() => return Err(error.into()),
            Err(CoverError::Failed(error)) => Err(Err(error)),
            Err(CoverError::Stopped(stop)) => {
                let advice = "the formula would be too large; another --at-most-one may make it \
                              smaller";
                self.quiet.note(advice);
                Err(Ok(gave_up(stop)))
            }
            Ok(search) => Ok(search),
        };
        output.begin(self.name())?;
        let search = match search {
            Ok(search) => search,
            Err(result) => return Ok(result),
        };
        let gauge = Arc::new(Gauge::default());
        let search = search.with_gauge(gauge.clone());
        let _pulse = self.pulse(gauge);
        let limit = match self.count {
            Some(count) => Limit::count(count),
            None if self.all => Limit::ALL,
            None => Limit::FIRST,
        };
        if self.count_only {
            return Ok(search.count(limit, budget));
        }
        let mut printed = Ok(());
        let mut found = |options: &[OptionId]| {
            printed = output.solution(options, &self.drawing, self.name(), self.quiet);
            match printed {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        };
        let result = search.run(limit, budget, &mut found);
        printed?;
        Ok(result)
    }

    /// Starts to show the state of the search.
    fn pulse(&self, gauge: Arc<Gauge>) -> Pulse {
        let is_free = self.count_only || !io::stdout().is_terminal();
        Pulse::start(
            gauge,
            is_free && !self.quiet.is_set(),
            display(self.name()).to_string(),
        )
    }

    /// Returns the rule by which the search chooses items.
    fn rule(&self) -> Choice {
        let seed = self.seed.unwrap_or(0);
        match (self.choice, self.seed) {
            (Some(Rule::Smallest), _) | (None, None) => Choice::Smallest,
            (Some(Rule::Sharp), _) => Choice::Sharp,
            (Some(Rule::First), _) => Choice::First,
            (Some(Rule::RandomSmallest), _) | (None, Some(_)) => Choice::RandomSmallest { seed },
            (Some(Rule::Random), _) => Choice::Random { seed },
        }
    }

    fn search<'a>(&self, problem: &'a ExactCover) -> Result<CoverSearch<'a>, CoverError> {
        let rule = self.rule();
        let first = !self.all && self.count.is_none() && self.jobs == 1 && !problem.has_bounds();
        match Method::by_name(&self.engine) {
            Some(Method::Auto) if self.as_taught => {
                CoverSearch::by_method(problem, Method::Dlx, rule)
            }
            // The tree of the first solution may be deep.
            Some(Method::Auto) if first && rule == Choice::Smallest => {
                CoverSearch::by_method(problem, Method::Restarts, rule)
            }
            Some(method) => {
                Ok(CoverSearch::by_method(problem, method, rule)?.with_jobs(self.jobs.into()))
            }
            None => {
                let name = &self.engine;
                let engine = engine::sat_by_name(name).map_err(with_methods)?;
                CoverSearch::by_sat(problem, &*engine, self.at_most_one.unwrap_or_default())
            }
        }
    }

    /// Prints on standard error what the solutions do not show.
    fn tell(&self, problem: &ExactCover, result: Result<&Outcome, &EngineError>) {
        let name = display(self.name());
        let outcome = match result {
            Ok(outcome) => outcome,
            Err(error) => return note(&format!("{name}: {error}")),
        };
        if self.quiet.is_set() {
            return;
        }
        let counts = self.all || self.count.is_some() || self.count_only;
        let found = solutions(&outcome.number());
        let text = match (&outcome.end, outcome.count) {
            (End::Exhausted(evidence), 0) => Some(format!("no solution: {}", because(evidence))),
            (End::Exhausted(evidence), _) => {
                let text = format!("{found} and no more: {}", because(evidence));
                (counts || self.stats).then_some(text)
            }
            (End::Enough, _) => counts.then(|| format!("{found}; there may be more")),
            (End::GaveUp(stop), 0) => Some(format!("gave up: {stop}")),
            (End::GaveUp(stop), _) => Some(format!("{found}, then gave up: {stop}")),
        };
        self.print_notes(problem, outcome, text);
    }

    /// Prints a note on the end of a search, the share of the tree that was done, and the
    /// steps if they are wanted.
    fn print_notes(&self, problem: &ExactCover, outcome: &Outcome, text: Option<String>) {
        let name = display(self.name());
        let text = match (text, outcome.share) {
            (Some(text), Some(share)) => {
                let done = match pulse::percent(share) {
                    least if share < 0.000_01 => least,
                    percent => format!("about {percent}"),
                };
                Some(format!(
                    "{text}; estimated as if all branches were of the same size, {done} % of the \
                     tree is done"
                ))
            }
            (text, _) => text,
        };
        if let Some(text) = text {
            note(&format!("{name}: {text}"));
        }
        if self.stats {
            note(&format!(
                "{name}: {}, {} of them primary; {} with {} in all",
                counted(problem.num_items(), "item"),
                problem.num_primary(),
                counted(problem.num_options(), "option"),
                counted(problem.num_entries(), "item")
            ));
            let steps = &outcome.steps;
            let engine = match outcome.method {
                Some(method) => format!("{}: {method}", self.engine),
                None => self.engine.clone(),
            };
            let comma = if steps.main().is_some() { ", " } else { "" };
            let seconds = outcome.time.as_secs_f64();
            note(&format!("{name}: {engine}: {steps}{comma}{seconds:.6} s"));
        }
    }
}

/// Returns a number of solutions in words.
fn solutions(count: &Natural) -> String {
    match count.to_u64() {
        Some(0) => "no solution".to_owned(),
        Some(1) => "one solution".to_owned(),
        _ => format!("{count} solutions"),
    }
}

/// Adds the names of the searches to the error for an unknown engine.
fn with_methods(error: EngineError) -> EngineError {
    match error {
        EngineError::Unknown { name, known } => {
            let methods = Method::ALL.map(Method::name).join(", ");
            let known = format!("{methods}, {known}");
            EngineError::Unknown { name, known }
        }
        other => other,
    }
}

/// The reason why there are no more solutions if a search has ended.
const ALL_TRIED: &str = "every possibility was tried";

/// Returns the reason why there are no more solutions, as the end of a sentence.
fn because(evidence: &Evidence) -> &'static str {
    match evidence {
        Evidence::Search | Evidence::Checked(_) => ALL_TRIED,
        Evidence::Proof => "the proof was checked",
        Evidence::Agreed(_) => "another engine agrees",
        Evidence::Word | Evidence::Clash(_) => "the solver's word alone, not verified",
    }
}

/// Returns the outcome if there was no search, for this reason.
fn gave_up(stop: Stop) -> Outcome {
    Outcome::new(0, End::GaveUp(stop), Steps::default())
}
