//! `sudosat explain`: the reduction and a run, step by step.

mod html;
mod lesson;
mod replay;

use super::alarm::Alarm;
use super::choices;
use super::content::{self, Content, Hints, Opened};
use super::context::Context;
use super::encoding::EncodingArguments;
use super::exit::Exit;
use super::inputs::Inputs;
use super::limits;
use super::out::CheckedStdout;
use super::overrun::Watch;
use super::puzzles::PuzzleArguments;
use super::quiet::Quiet;
use super::relaxed::Relaxed;
use super::report;
use anstream::AutoStream;
use anyhow::Context as _;
use clap::ValueEnum;
use clap::builder::TypedValueParser;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;
use sudosat::budget::{Interrupt, Stop};
use sudosat::cover::problems::{PROBLEMS, Problem};
use sudosat::cover::{self, ExactCover};
use sudosat::encode;
use sudosat::formula::Cnf;
use sudosat::io::{InputError, Source, counted, display};
use sudosat::sudoku::{Digit, Puzzle, print};
use sudosat::teach::course::LESSONS;
use sudosat::teach::engine::{CoverEngine, CoverForm, Engine};
use sudosat::teach::extent;
use sudosat::teach::figure::{self, Form, Subject, draw, frames};
use sudosat::teach::labels::Labels;
use sudosat::teach::story::{self, MAX_ORDER};
use sudosat::teach::trace::{Event, Trace};
use sudosat::teach::{SharedOutput, Unit, Window, formula, json, reduction};

/// Show the reduction and a run, step by step
///
/// For a puzzle by any rules: the clause families with formula, count and an
/// example in Sudoku's words and in DIMACS; the same puzzle as exact cover; and a run of an
/// engine on it, with names instead of numbers. Without `-e` it is the lecture's
/// formula; clauses have the numbers that `encode --clause-order lecture` gives them.
/// For a problem of exact cover: its matrix and a run. For any other formula:
/// its clauses by length and a run.
#[derive(clap::Args)]
#[command(override_usage = "sudosat explain [OPTIONS] [PUZZLE]...
       sudosat explain [OPTIONS] <--cnf FILE|--cover FILE|--problem NAME|--replay FILE>
       sudosat explain --lesson N --html FILE [--to FORM|--live]
       sudosat explain --lesson N --to beamer|gift")]
#[command(group(clap::ArgGroup::new("what").args(["puzzles", "cnf", "cover", "problem", "replay", "lesson"])))]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzles: PuzzleArguments,

    /// Explain a formula in DIMACS, a file or `-`: its clauses and a run of cdcl or dpll
    #[arg(long, value_name = "FILE", conflicts_with_all = OF_ENCODINGS)]
    cnf: Option<String>,

    #[command(flatten)]
    relaxed: Relaxed,

    /// Explain a problem of exact cover: a file in Knuth's form or a 0/1 matrix,
    /// or `-`
    #[arg(long, value_name = "FILE", conflicts_with_all = OF_PUZZLES)]
    cover: Option<String>,

    /// Explain a built-in problem of exact cover
    #[arg(long, value_name = "NAME", value_parser = problems(),
          conflicts_with_all = OF_PUZZLES)]
    problem: Option<&'static Problem>,

    /// Check a trace that `--json` printed, a file or `-`: recompute every step;
    /// the exit code is 1 if one is wrong
    #[arg(long, value_name = "FILE", conflicts_with_all = OF_RUNS)]
    replay: Option<String>,

    /// Write a lesson of docs/teaching/ with the run that it is about, as one HTML file:
    /// 1 backtracking, 2 SAT, 3 pigeonholes, 4 exact cover, 5 proofs, 6 counting
    #[arg(long, value_name = "N", conflicts_with_all = OF_LESSONS,
          value_parser = clap::value_parser!(u8).range(1..=LESSONS.len() as i64))]
    lesson: Option<u8>,

    /// The form of the lesson
    #[arg(long, aliases = ["as", "format"], value_name = "FORM", default_value = "page")]
    to: Material,

    /// The engine whose run is shown [default: cdcl for a puzzle, dlx for a problem]
    #[arg(long, visible_alias = "engines", value_name = "NAME", value_parser = engines())]
    engine: Option<Engine>,

    /// Seed of the random choice among items with equally few options, for `dlx` and `matrix`
    /// [default: the leftmost]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    #[command(flatten)]
    encoding: EncodingArguments,

    /// Show steps A to B of the run, or step N, and nothing else [default: all up to step
    /// 2000]; in a figure N is the state after step N, and A..B is an animation (SVG),
    /// overlays for beamer (LaTeX), or one graph or table after the other
    #[arg(long, value_name = "N|A..B")]
    steps: Option<Window>,

    /// Show conflicts A to B of the run, or conflict N, and nothing else, each with the
    /// steps before it and the backtracking after it; for engines other than cdcl and
    /// dpll, dead ends. A figure shows the conflicts alone
    #[arg(long, value_name = "N|A..B", conflicts_with = "steps",
          value_parser = |text: &str| Unit::Conflicts.window(text))]
    conflicts: Option<Window>,

    /// List every clause, in words and in DIMACS
    #[arg(long, conflicts_with_all = ["steps", "conflicts", "json"])]
    formula: bool,

    /// Print the trace as JSON, one object a puzzle (docs/TRACE.md)
    #[arg(long)]
    json: bool,

    /// Write one HTML file that shows all of it step by step, without network
    /// access (up to 16×16, with --live up to 9×9); `--engine` chooses the tab that opens (`dpll` adds one), `--steps 1..B`
    /// the last step of the runs. The steps of `hint` have a tab, too
    #[arg(long, value_name = "FILE", conflicts_with_all = ["formula", "json"])]
    html: Option<PathBuf>,

    /// Make the page interactive: it contains this program's library as
    /// WebAssembly and explains puzzles that are typed in, with their rules. The first
    /// puzzle must be at most 9×9
    #[arg(long, requires = "html")]
    live: bool,

    /// Replace the HTML file if it exists
    #[arg(short, long, requires = "html")]
    force: bool,

    /// Print a figure as SVG instead
    #[arg(long, value_name = "FIGURE", group = "drawn", conflicts_with_all = NOT_DRAWN,
          value_parser = choices::named(FIGURES))]
    svg: Option<Subject>,

    /// Print a figure for Graphviz instead
    #[arg(long, value_name = "FIGURE", group = "drawn", conflicts_with_all = NOT_DRAWN,
          value_parser = choices::named(FIGURES))]
    dot: Option<Subject>,

    /// Print a figure for LaTeX instead: a `tikzpicture`, at most as wide as the line
    #[arg(long, value_name = "FIGURE", group = "drawn", conflicts_with_all = NOT_DRAWN,
          value_parser = choices::named(FIGURES))]
    tikz: Option<Subject>,

    /// Print a figure as text instead, for a terminal
    #[arg(long, value_name = "FIGURE", group = "drawn", conflicts_with_all = NOT_DRAWN,
          value_parser = choices::named(FIGURES))]
    text: Option<Subject>,

    /// Time limit, including reading the input, in seconds or as 500ms, 10s, 2m, 1h; a file is
    /// written only if it is complete by then
    #[arg(long, value_name = "TIME", value_parser = limits::seconds)]
    time_limit: Option<Duration>,

    #[command(flatten)]
    quiet: Quiet,
}

/// The forms of a lesson.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Material {
    /// The text beside the run
    Page,
    /// Slides, with the rest of the text as notes; they print as well
    Slides,
    /// The text without answers, with room to write, to print
    Handout,
    /// The answers alone, to print
    Answers,
    /// The slides in LaTeX, for beamer and lualatex; to standard output, without --html
    Beamer,
    /// The questions that the page asks before steps, with their answers, for Moodle; to standard
    /// output, without --html
    Gift,
}

/// Options that do not apply to a given formula.
const OF_ENCODINGS: [&str; 5] = [
    "symbols",
    "rules",
    "ignore_unknown_rules",
    "encoding",
    "at_most_one",
];

/// Options that apply to puzzles only.
const OF_PUZZLES: [&str; 6] = [
    "symbols",
    "rules",
    "ignore_unknown_rules",
    "encoding",
    "at_most_one",
    "formula",
];

/// Options that do not apply to a lesson, whose text leads to steps of one run.
const OF_LESSONS: [&str; 15] = [
    "json",
    "formula",
    "svg",
    "dot",
    "tikz",
    "text",
    "symbols",
    "rules",
    "ignore_unknown_rules",
    "encoding",
    "at_most_one",
    "engine",
    "seed",
    "steps",
    "conflicts",
];

/// Options that do not apply to a given trace.
const OF_RUNS: [&str; 19] = [
    "symbols",
    "rules",
    "ignore_unknown_rules",
    "encoding",
    "at_most_one",
    "formula",
    "engine",
    "seed",
    "steps",
    "conflicts",
    "json",
    "html",
    "svg",
    "dot",
    "tikz",
    "text",
    "cnf",
    "cover",
    "problem",
];

impl Arguments {
    /// Returns the part of the run that is shown, if not all of it.
    fn window(&self) -> Option<Window> {
        self.steps.or(self.conflicts)
    }

    /// Gives the engine its seed, if there is one.
    fn seed_engine(&mut self) -> anyhow::Result<()> {
        if self.seed.is_some() {
            let usual = self.is_cover().then_some(Engine::Cover(CoverEngine::DLX));
            let engine = self
                .engine
                .or(usual)
                .map(|engine| engine.with_seed(self.seed));
            self.engine = engine.filter(|engine| engine.seed().is_some());
            anyhow::ensure!(
                self.engine.is_some(),
                "--seed is for the engines that choose an item: add --engine dlx or --engine matrix"
            );
        }
        Ok(())
    }

    /// Returns the figure asked for, and its form.
    fn drawn(&self) -> Option<(Subject, Form)> {
        let forms = [
            (self.svg, Form::Svg),
            (self.dot, Form::Dot),
            (self.tikz, Form::Tikz),
            (self.text, Form::Text),
        ];
        let asked = |(figure, form): (Option<Subject>, Form)| Some((figure?, form));
        forms.into_iter().find_map(asked)
    }
}

impl Arguments {
    /// Returns the part of a run that a figure is drawn from: from the first step on, and
    /// for the growth of a conflict's graph up to that conflict.
    fn drawn_from(&self) -> Window {
        let is_conflict = self
            .drawn()
            .is_some_and(|(figure, _)| figure == Subject::Conflict);
        let more = match (self.steps, is_conflict) {
            (Some(steps), true) => steps.unit().cap(),
            _ => 0,
        };
        self.window()
            .map_or(Window::default(), |window| window.from_start(more))
    }
}

/// Largest number of a step or conflict that a figure shows: a million steps of backtracking take
/// 80 MB.
const FIGURE_STEPS: u64 = 1_000_000;

/// Options that do not apply to figures.
const NOT_DRAWN: [&str; 3] = ["json", "formula", "html"];

/// The figures that can be drawn.
const FIGURES: [(&str, Subject, &str); 10] = [
    (
        "grid",
        Subject::Grid,
        "The puzzle, or with `--steps` the grid as it fills",
    ),
    (
        "solution",
        Subject::Solution,
        "Its solution, or that of a problem whose items r1c1, r1c2, … are the squares of a board",
    ),
    (
        "matrix",
        Subject::Matrix,
        "The exact-cover matrix with its sums: the rows of a solution or, with `--steps`, those \
         taken; of a puzzle also those of clues and those that clues rule out. A large one as dots",
    ),
    (
        "conflict",
        Subject::Conflict,
        "The implication graph of a conflict: the first, or `--conflicts N`; with `--steps` as it \
         grows",
    ),
    (
        "tree",
        Subject::Tree,
        "The search tree of backtracking, or of `--engine dpll`, `dlx` or `matrix`",
    ),
    (
        "links",
        Subject::Links,
        "The four pointers of each node of dancing links, for a small problem; with `--steps` as \
         they change, a frame for each pointer",
    ),
    (
        "hook",
        Subject::Hook,
        "Hooking y right of x: the ring of headers of a small problem, after each assignment",
    ),
    (
        "splice",
        Subject::Splice,
        "Taking x out of its list and putting it back: the ring of headers of a small problem, \
         after each assignment",
    ),
    (
        "resolution",
        Subject::Resolution,
        "The resolutions from a conflict to the learned clause: the first, or `--conflicts N`",
    ),
    (
        "pigeonholes",
        Subject::Pigeonholes,
        "The numbers that a house needs, and the cells where they can go: the house with the \
         fewest cells for its numbers",
    ),
];

/// Returns the name of a figure, as the user types it.
fn name_of(figure: Subject) -> &'static str {
    let mut figures = FIGURES.into_iter();
    let found = figures.find(|(_, other, _)| *other == figure);
    found.map_or("", |(name, ..)| name)
}

/// Returns `true` if a figure is drawn from steps of a run, which `--steps` and `--conflicts`
/// choose.
fn has_steps(figure: Subject) -> bool {
    !matches!(
        figure,
        Subject::Solution | Subject::Hook | Subject::Splice | Subject::Pigeonholes
    )
}

/// Returns the parser of an engine that can be watched.
fn engines() -> impl TypedValueParser<Value = Engine> {
    choices::named(Engine::ALL.map(|engine| {
        let about = match engine {
            Engine::Cdcl => "Conflict-driven clause learning, in its plainest form",
            Engine::Dpll => "Unit propagation and backtracking, without learning",
            Engine::Cover(engine) => match engine.form {
                CoverForm::Links => "Dancing links",
                CoverForm::Matrix => "Algorithm X on a matrix, printed at each step if it is small",
            },
            Engine::Backtrack => "Cell after cell, as a tree by indentation",
        };
        (engine.name(), engine, about)
    }))
}

/// Returns the parser of a built-in problem of exact cover.
fn problems() -> impl TypedValueParser<Value = &'static Problem> {
    choices::named(
        PROBLEMS
            .iter()
            .map(|problem| (problem.name, problem, problem.title)),
    )
}

pub(super) fn run(mut arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let context = Context {
        hints: Hints::Explain,
        ..context
    };
    if let (Some((figure, _)), Some(window)) = (arguments.drawn(), arguments.window())
        && !has_steps(figure)
    {
        anyhow::bail!(
            "{} drawn whole, so --{} does not apply; --svg grid takes it",
            match figure {
                Subject::Solution => "the solution is",
                Subject::Hook => "hooking is",
                Subject::Splice => "a splice is",
                _ => "the pigeonholes are",
            },
            window.unit().name()
        );
    }
    if let (Some(_), Some(window)) = (arguments.drawn(), arguments.window())
        && window.last() > FIGURE_STEPS
    {
        anyhow::bail!(
            "found --{} {window}, expected at most {FIGURE_STEPS} for a figure, which keeps all \
             steps before it; without a figure, `explain` prints later steps as text",
            window.unit().name()
        );
    }
    if arguments.relaxed.is_set() && arguments.cnf.is_none() {
        anyhow::bail!("--relaxed is for a formula: add --cnf FILE");
    }
    if arguments.lesson.is_none() && arguments.to != Material::Page {
        anyhow::bail!("--to is for a lesson: add --lesson N");
    }
    arguments.seed_engine()?;
    // Ctrl-C ends the program: there is nothing that it would have to save.
    let interrupt = Interrupt::new();
    let alarm = Alarm::after(arguments.time_limit, &interrupt)
        .context("the clock of --time-limit can't be started")?;
    let _watch = Watch::of(arguments.time_limit);
    match explain(&arguments, context, &interrupt) {
        Err(_) if alarm.rang() => {
            report::note(&format!("gave up: {}", Stop::Time));
            Ok(Exit::GaveUp)
        }
        explained => explained,
    }
}

/// Explains what the arguments name. Reading and printing end with an error when `interrupt` is
/// raised.
fn explain(arguments: &Arguments, context: Context, interrupt: &Interrupt) -> anyhow::Result<Exit> {
    if let Some(number) = arguments.lesson {
        return lesson::write(number, arguments);
    }
    if let Some(file) = &arguments.html {
        return html::write(file, arguments, context, interrupt);
    }
    let choice = AutoStream::choice(&io::stdout());
    // The buffer is below: a write that a signal interrupts is repeated there, and not
    // with text that was already written.
    let out: Box<dyn Write + Send> = Box::new(BufWriter::new(Stopped {
        out: CheckedStdout(io::stdout()),
        interrupt: interrupt.clone(),
    }));
    let mut out = SharedOutput::new(AutoStream::new(out, choice));
    let exit = if arguments.replay.is_some() {
        replay::run(arguments, interrupt, &mut out)?
    } else if arguments.cnf.is_some() {
        explain_formula(arguments, interrupt, &mut out)?
    } else if arguments.is_cover() {
        explain_cover(arguments, interrupt, &mut out)?
    } else {
        explain_puzzles(arguments, context, interrupt, &mut out)?
    };
    out.flush()?;
    Ok(exit)
}

/// A writer that fails when the interrupt is raised.
struct Stopped<W> {
    out: W,
    interrupt: Interrupt,
}

impl<W: Write> Write for Stopped<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.interrupt.is_raised() {
            true => Err(io::Error::other(Stop::Interrupted)),
            false => self.out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Arguments {
    /// Returns `true` if an exact-cover problem is to be explained.
    fn is_cover(&self) -> bool {
        self.cover.is_some() || self.problem.is_some()
    }
}

fn explain_puzzles(
    arguments: &Arguments,
    context: Context,
    interrupt: &Interrupt,
    out: &mut SharedOutput,
) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::default();
    let mut has_printed = false;
    let mut entries = arguments.puzzles.entries(context, interrupt).peekable();
    while let Some(entry) = entries.next() {
        match entry {
            Ok(entry) => {
                if arguments.drawn().is_some()
                    && let Some(Ok(next)) = entries.peek()
                {
                    let next = display(&next.name);
                    anyhow::bail!(
                        "a figure is drawn of one puzzle, found another at {next}; FILE:LINE names one"
                    );
                }
                if has_printed && !arguments.json {
                    writeln!(out)?;
                }
                let is_text = !arguments.json && arguments.drawn().is_none();
                let is_read = is_text && io::stdout().is_terminal();
                if is_read && (has_printed || entries.peek().is_some()) {
                    writeln!(out, "# {}", display(&entry.name))?;
                }
                explain_puzzle(&entry.puzzle, arguments, out)?;
                inputs.add_puzzle();
                has_printed = true;
            }
            Err(error) if interrupt.is_raised() => return Err(error.into()),
            Err(error) => {
                out.flush()?;
                inputs.add_error(&error);
            }
        }
    }
    out.flush()?;
    inputs.finish();
    Ok(match inputs.has_errors() {
        true => Exit::BadInput,
        false => Exit::Done,
    })
}

fn explain_puzzle(
    puzzle: &Puzzle,
    arguments: &Arguments,
    out: &mut SharedOutput,
) -> anyhow::Result<()> {
    let encoding = arguments.encoding.for_rules(puzzle.rules())?;
    let drawn = arguments.drawn();
    let usual = drawn.map_or(Engine::Cdcl, |(figure, _)| figure.engine());
    let engine = arguments.engine.unwrap_or(usual);
    if arguments.json || drawn.is_some() {
        extent::check(puzzle.rules(), MAX_ORDER, "traces and figures are made")
            .map_err(anyhow::Error::msg)?;
    }
    let has_sums = !puzzle.rules().tables().is_empty();
    if has_sums
        && matches!(
            drawn,
            Some((
                Subject::Matrix | Subject::Links | Subject::Hook | Subject::Splice,
                _
            ))
        )
    {
        anyhow::bail!("{}", json::COLOURS);
    }
    // The engine of a figure that needs no run of it.
    let engine = match (engine, has_sums, arguments.engine) {
        (Engine::Cover(_), true, Some(_)) => anyhow::bail!("{}", json::COLOURS),
        (Engine::Cover(_), true, None) => Engine::Cdcl,
        _ => engine,
    };
    if drawn.is_some() {
        let trace = json::puzzle(puzzle, &encoding, &[engine], arguments.drawn_from())?;
        return draw(out, arguments, &trace, Some(puzzle));
    }
    if arguments.json {
        let window = whole(arguments.window())?;
        return write_trace(out, &json::puzzle(puzzle, &encoding, &[engine], window)?);
    }
    encode::size(puzzle, &encoding, reduction::LAYOUT).fits()?;
    let options = story::Options {
        engine,
        encoding,
        window: arguments.window(),
        formula: arguments.formula,
    };
    Ok(story::puzzle(out, puzzle, &options)?)
}

/// Reads the formula that is named, if one is; it takes the engines `cdcl` and `dpll`.
fn read_formula(arguments: &Arguments, interrupt: &Interrupt) -> anyhow::Result<Option<Cnf>> {
    let Some(file) = &arguments.cnf else {
        return Ok(None);
    };
    if !matches!(arguments.engine, None | Some(Engine::Cdcl | Engine::Dpll)) {
        anyhow::bail!("a formula takes --engine cdcl or dpll");
    }
    let warn = &mut |odd| warn(arguments.quiet, &odd);
    let formula = arguments
        .relaxed
        .read(file, Hints::Explain, interrupt, warn)?;
    Ok(Some(formula))
}

/// Prints a warning about an input, unless notes are not wanted.
fn warn(quiet: Quiet, warning: &InputError) {
    if !quiet.is_set() {
        report::warning(warning);
    }
}

/// Returns the error of an input that holds something else than expected: it names
/// the option of `explain` that takes it.
fn explained(error: InputError, prefix: &[u8], expected: Content) -> InputError {
    content::explained(error, prefix, expected, Hints::Explain)
}

fn explain_formula(
    arguments: &Arguments,
    interrupt: &Interrupt,
    out: &mut SharedOutput,
) -> anyhow::Result<Exit> {
    let Some(formula) = read_formula(arguments, interrupt)? else {
        anyhow::bail!("expected --cnf FILE");
    };
    let window = arguments.window();
    let engine = arguments.engine.unwrap_or(Engine::Cdcl);
    match arguments.drawn() {
        Some((Subject::Conflict | Subject::Resolution | Subject::Tree, _)) => {
            let trace = json::formula(&formula, engine, arguments.drawn_from())?;
            draw(out, arguments, &trace, None)?;
        }
        Some((figure, _)) => anyhow::bail!(
            "the figure {} is not drawn of a formula; a formula has the figures conflict, resolution \
             and, with --engine dpll, tree",
            name_of(figure)
        ),
        None if arguments.json => {
            write_trace(out, &json::formula(&formula, engine, whole(window)?)?)?;
        }
        None => formula::write(out, formula, engine, window, arguments.formula)?,
    }
    Ok(Exit::Done)
}

/// Returns the engine whose run on an exact-cover problem is shown.
fn cover_engine(arguments: &Arguments) -> anyhow::Result<CoverEngine> {
    match arguments.engine {
        Some(Engine::Cover(engine)) => Ok(engine),
        None => Ok(CoverEngine::DLX),
        Some(Engine::Cdcl | Engine::Dpll | Engine::Backtrack) => {
            anyhow::bail!("an exact-cover problem takes --engine dlx or matrix")
        }
    }
}

fn explain_cover(
    arguments: &Arguments,
    interrupt: &Interrupt,
    out: &mut SharedOutput,
) -> anyhow::Result<Exit> {
    let engine = cover_engine(arguments)?;
    let (problem, labels) = read_cover(arguments, interrupt)?;
    if problem.has_colors() || problem.has_bounds() {
        anyhow::bail!("explain knows neither colours (item:colour) nor bounds (2:3|item) yet");
    }
    if arguments.drawn().is_some() {
        let trace = json::problem(&problem, &labels, engine, arguments.drawn_from())?;
        draw(out, arguments, &trace, None)?;
    } else if arguments.json {
        let window = whole(arguments.window())?;
        write_trace(out, &json::problem(&problem, &labels, engine, window)?)?;
    } else {
        story::problem(out, problem, labels, engine, arguments.window())?;
    }
    Ok(Exit::Done)
}

/// Reads the problem, and what its options are called.
fn read_cover(
    arguments: &Arguments,
    interrupt: &Interrupt,
) -> anyhow::Result<(ExactCover, Labels)> {
    match (&arguments.cover, arguments.problem) {
        (Some(file), _) => {
            let source = Source::open_with(file, interrupt)?.at_most(limits::input());
            let Opened { prefix, input } = content::peek(source)?;
            let (problem, _) = cover::read(input, file, None, |odd| warn(arguments.quiet, &odd))
                .map_err(|error| explained(error, &prefix, Content::Cover))?;
            let labels = Labels::of_problem(&problem);
            Ok((problem, labels))
        }
        (None, Some(course)) => {
            let problem = course.read();
            let labels = Labels::of_problem(&problem);
            Ok((problem, labels))
        }
        (None, None) => anyhow::bail!("expected a puzzle, --cover FILE or --problem NAME"),
    }
}

/// Checks that a trace begins with the first step, because its reader could not follow
/// it otherwise.
fn whole(window: Option<Window>) -> anyhow::Result<Window> {
    let window = window.unwrap_or_default();
    anyhow::ensure!(
        window.first() == 1,
        "a page or a JSON trace begins with step 1: --{} 1..B",
        window.unit().name()
    );
    Ok(window)
}

/// Draws the figure asked for, of a trace, which is this puzzle's if there is one.
fn draw(
    out: &mut SharedOutput,
    arguments: &Arguments,
    trace: &Trace,
    puzzle: Option<&Puzzle>,
) -> anyhow::Result<()> {
    let Some((drawn, form)) = arguments.drawn() else {
        return Ok(());
    };
    if let Some(window) = arguments.window() {
        let steps = steps_of(trace, window)?;
        let subject = drawn;
        let frames = match (window.is_single(), &steps[..]) {
            (true, &[step]) => frames::after(subject, trace, puzzle, step).map(|frame| vec![frame]),
            _ => frames::of_steps(subject, trace, puzzle, &steps),
        };
        let frames = frames.map_err(anyhow::Error::msg)?;
        if let (Subject::Grid, Some(puzzle)) = (drawn, puzzle) {
            warn_of_rules(arguments, puzzle, false);
        }
        return Ok(figure::write_frames(out, &frames, form)?);
    }
    let Some(puzzle) = puzzle else {
        let figure = draw::of_trace(drawn, trace).map_err(anyhow::Error::msg)?;
        return Ok(figure::write(out, &figure, form)?);
    };
    let frame = draw::of_puzzle(puzzle, drawn, trace).map_err(anyhow::Error::msg)?;
    if !frame.caption.is_empty() {
        return Ok(figure::write_frames(out, &[frame], form)?);
    }
    let figure = frame.figure;
    if !matches!(drawn, Subject::Grid | Subject::Solution) {
        return Ok(figure::write(out, &figure, form)?);
    }
    let has_more = warn_of_rules(arguments, puzzle, form == Form::Svg);
    if !has_more || form != Form::Svg {
        return Ok(figure::write(out, &figure, form)?);
    }
    let solution = trace
        .puzzle
        .as_ref()
        .and_then(|part| part.solution.as_ref());
    let mut shown = puzzle.clone();
    if let (Subject::Solution, Some(solution)) = (drawn, solution) {
        for (cell, &value) in puzzle.size().cells().zip(solution) {
            shown.set_clue(cell, Digit::from_value(value, puzzle.size()));
        }
    }
    write!(out, "{}", print::svg(&shown))?;
    Ok(())
}

/// Warns of rules and exclusions that the figure of a grid does not show, and returns `true`
/// if the puzzle has rules or pencil marks that need a drawing of their own. `draws_rules` is
/// `true` if the form of the figure can draw them.
fn warn_of_rules(arguments: &Arguments, puzzle: &Puzzle, draws_rules: bool) -> bool {
    let spec = puzzle.rules().spec();
    let further = print::sentences(spec);
    let is_drawn = draws_rules && print::is_drawn(spec);
    if !further.is_empty() && !is_drawn {
        let rules = further.join(" ");
        let form = match draws_rules {
            true => "",
            false => "; --svg draws most rules",
        };
        arguments.quiet.note(&format!(
            "warning: the figure does not show all of these rules: {rules}{form}"
        ));
    }
    let excluded = match draws_rules {
        true => print::undrawn_exclusions(puzzle),
        false => print::exclusions(puzzle).count(),
    };
    if excluded > 0 {
        let candidates = counted(excluded, "excluded candidate");
        arguments
            .quiet
            .note(&format!("warning: the figure does not show {candidates}"));
    }
    !further.is_empty() || !print::marked_cells(puzzle).is_empty()
}

/// Returns the steps of the run that a window is about, up to the run's end.
///
/// # Errors
/// If the run does not reach the window, so that a figure of another part is not taken for it.
fn steps_of(trace: &Trace, window: Window) -> anyhow::Result<Vec<usize>> {
    let events = trace.runs.first().map_or(&[][..], |run| &run.events);
    let is_conflict = |event: &Event| {
        matches!(
            event,
            Event::Conflict { .. } | Event::Deadend { .. } | Event::Stuck { .. }
        )
    };
    let all = events.iter().zip(1..);
    let (found, unit): (Vec<usize>, _) = match window.unit() {
        Unit::Steps => (all.map(|(_, step)| step).collect(), "step"),
        Unit::Conflicts => {
            let of_conflicts = all.filter(|(event, _)| is_conflict(event));
            (of_conflicts.map(|(_, step)| step).collect(), "conflict")
        }
    };
    let first = usize::try_from(window.first() - 1).unwrap_or(usize::MAX);
    let last = usize::try_from(window.last())
        .unwrap_or(usize::MAX)
        .min(found.len());
    let wanted = found.get(first..last).filter(|steps| !steps.is_empty());
    let Some(wanted) = wanted else {
        anyhow::bail!(
            "the run has {}, found --{} {window}",
            counted(found.len(), unit),
            window.unit().name()
        );
    };
    Ok(wanted.to_vec())
}

fn write_trace(out: &mut SharedOutput, trace: &Trace) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, trace).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}
