//! `sudosat explain`: the reduction and a run, step by step.

mod html;
mod lesson;
mod replay;

use super::Context;
use super::content::{self, Content, Hints, Opened};
use super::encoding::EncodingArguments;
use super::exit::Exit;
use super::inputs::Inputs;
use super::limits;
use super::out::Named;
use super::puzzles::PuzzleArguments;
use super::quiet::Quiet;
use super::relaxed::Relaxed;
use super::report;
use anstream::AutoStream;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use sudosat::budget::Interrupt;
use sudosat::cover::problems::{PROBLEMS, Problem};
use sudosat::cover::{self, ExactCover};
use sudosat::encode;
use sudosat::formula::Cnf;
use sudosat::io::{InputError, Source, counted, display};
use sudosat::sudoku::{Digit, Puzzle, print};
use sudosat::teach::course::LESSONS;
use sudosat::teach::figure::{self, Form, Subject, subject};
use sudosat::teach::labels::Labels;
use sudosat::teach::runs::CoverEngine;
use sudosat::teach::story::{self, MAX_ORDER, Telling};
use sudosat::teach::trace::{Event, Trace};
use sudosat::teach::{Paper, Unit, Window, formula, json, reduction};

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
       sudosat explain --lesson N --html FILE [--as FORM|--live]
       sudosat explain --lesson N --as beamer")]
#[command(group(clap::ArgGroup::new("what").args(["puzzles", "cnf", "cover", "problem", "replay", "lesson"])))]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzles: PuzzleArguments,

    /// Explain a formula in DIMACS, a file or `-`: its clauses and a run of cdcl
    #[arg(long, value_name = "FILE", conflicts_with_all = OF_ENCODINGS)]
    cnf: Option<String>,

    #[command(flatten)]
    relaxed: Relaxed,

    /// Explain a problem of exact cover: a file in Knuth's form or a 0/1 matrix,
    /// or `-`
    #[arg(long, value_name = "FILE", conflicts_with_all = OF_PUZZLES)]
    cover: Option<String>,

    /// Explain a built-in problem of exact cover
    #[arg(long, value_name = "NAME", value_parser = problem_names(),
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
    #[arg(long = "as", value_name = "FORM", default_value = "page")]
    material: Material,

    /// The engine whose run is shown [default: cdcl for a puzzle, dlx for a problem]
    #[arg(long, visible_alias = "engines", value_name = "NAME")]
    engine: Option<Engine>,

    #[command(flatten)]
    encoding: EncodingArguments,

    /// Show steps A to B of the run, and nothing else [default: all up to step 2000]
    #[arg(long, value_name = "A..B")]
    steps: Option<Window>,

    /// Show conflicts A to B of the run and nothing else, each with the steps before
    /// it and the backtracking after it; for engines other than cdcl, dead ends
    #[arg(long, value_name = "A..B", conflicts_with = "steps",
          value_parser = |text: &str| Unit::Conflicts.window(text))]
    conflicts: Option<Window>,

    /// List every clause, in words and in DIMACS
    #[arg(long, conflicts_with_all = ["steps", "conflicts", "json"])]
    formula: bool,

    /// Print the trace as JSON, one object a puzzle (docs/TRACE.md)
    #[arg(long)]
    json: bool,

    /// Write one HTML file that shows all of it step by step, without network
    /// access (up to 16×16, with --live up to 9×9, without rules about pairs of cells and sums); `--engine` chooses the tab that opens, `--steps 1..B`
    /// the last step of the runs
    #[arg(long, value_name = "FILE", conflicts_with_all = ["formula", "json"])]
    html: Option<PathBuf>,

    /// Make the page interactive: it contains this program's library as
    /// WebAssembly and explains puzzles that are typed in. The first puzzle must be
    /// at most 9×9 and have the usual rules
    #[arg(long, requires = "html")]
    live: bool,

    /// Replace the HTML file if it exists
    #[arg(short, long, requires = "html")]
    force: bool,

    /// Print a figure as SVG instead
    #[arg(long, value_name = "FIGURE", group = "drawn", conflicts_with_all = NOT_DRAWN)]
    svg: Option<Figure>,

    /// Print a figure for Graphviz instead
    #[arg(long, value_name = "FIGURE", group = "drawn", conflicts_with_all = NOT_DRAWN)]
    dot: Option<Figure>,

    /// Print a figure for LaTeX instead: a `tikzpicture`
    #[arg(long, value_name = "FIGURE", group = "drawn", conflicts_with_all = NOT_DRAWN)]
    tikz: Option<Figure>,

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
const OF_LESSONS: [&str; 13] = [
    "json",
    "formula",
    "svg",
    "dot",
    "tikz",
    "symbols",
    "rules",
    "ignore_unknown_rules",
    "encoding",
    "at_most_one",
    "engine",
    "steps",
    "conflicts",
];

/// Options that do not apply to a given trace.
const OF_RUNS: [&str; 17] = [
    "symbols",
    "rules",
    "ignore_unknown_rules",
    "encoding",
    "at_most_one",
    "formula",
    "engine",
    "steps",
    "conflicts",
    "json",
    "html",
    "svg",
    "dot",
    "tikz",
    "cnf",
    "cover",
    "problem",
];

impl Arguments {
    /// Returns the part of the run that is shown, if not all of it.
    fn window(&self) -> Option<Window> {
        self.steps.or(self.conflicts)
    }

    /// Returns the figure asked for, and its form.
    fn drawn(&self) -> Option<(Figure, Form)> {
        let forms = [
            (self.svg, Form::Svg),
            (self.dot, Form::Dot),
            (self.tikz, Form::Tikz),
        ];
        let asked = |(figure, form): (Option<Figure>, Form)| Some((figure?, form));
        forms.into_iter().find_map(asked)
    }
}

/// Options that do not apply to figures.
const NOT_DRAWN: [&str; 3] = ["json", "formula", "html"];

/// The figures that can be drawn.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Figure {
    /// The puzzle
    Grid,
    /// Its solution
    Solution,
    /// The exact-cover matrix, the rows of a solution marked; a large one as dots
    Matrix,
    /// The implication graph of a conflict: the first, or `--conflicts N..`
    Conflict,
    /// The search tree of backtracking, or of `--engine dlx` or `matrix`
    Tree,
    /// The four-way links of dancing links, for a small problem
    Links,
    /// The numbers that a house needs, and the cells where they can go: the house with
    /// the fewest cells for its numbers
    Pigeonholes,
}

/// Engines that can be watched.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Engine {
    /// Conflict-driven clause learning, in its plainest form
    Cdcl,
    /// Dancing links
    Dlx,
    /// Algorithm X on a matrix, printed at each step if it is small
    Matrix,
    /// Cell after cell, as a tree by indentation
    Backtrack,
}

impl Figure {
    fn subject(self) -> Subject {
        match self {
            Figure::Grid => Subject::Grid,
            Figure::Solution => Subject::Solution,
            Figure::Matrix => Subject::Matrix,
            Figure::Conflict => Subject::Conflict,
            Figure::Tree => Subject::Tree,
            Figure::Links => Subject::Links,
            Figure::Pigeonholes => Subject::Pigeonholes,
        }
    }

    /// Returns `true` if the figure is drawn from steps of a run, which `--steps` and
    /// `--conflicts` choose.
    fn has_steps(self) -> bool {
        !matches!(self, Figure::Grid | Figure::Links | Figure::Pigeonholes)
    }
}

impl Engine {
    fn story(self) -> story::Engine {
        match self {
            Engine::Cdcl => story::Engine::Cdcl,
            Engine::Dlx => story::Engine::Cover(CoverEngine::Dlx),
            Engine::Matrix => story::Engine::Cover(CoverEngine::Matrix),
            Engine::Backtrack => story::Engine::Backtrack,
        }
    }
}

fn problem_names() -> impl TypedValueParser<Value = &'static Problem> {
    let names = PROBLEMS.iter();
    PossibleValuesParser::new(names.map(|p| PossibleValue::new(p.name).help(p.title)))
        .try_map(|name| Problem::by_name(&name).ok_or("no such problem"))
}

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let context = Context {
        hints: Hints::Explain,
        ..context
    };
    if let (Some((figure, _)), Some(window)) = (arguments.drawn(), arguments.window())
        && !figure.has_steps()
    {
        anyhow::bail!(
            "{} drawn without a run, so --{} does not apply",
            match figure {
                Figure::Grid => "the grid is",
                Figure::Pigeonholes => "the pigeonholes are",
                _ => "the figure of the links is",
            },
            window.unit().name()
        );
    }
    if arguments.relaxed.is_set() && arguments.cnf.is_none() {
        anyhow::bail!("--relaxed is for a formula: add --cnf FILE");
    }
    if arguments.lesson.is_none() && arguments.material != Material::Page {
        anyhow::bail!("--as is for a lesson: add --lesson N");
    }
    if let Some(number) = arguments.lesson {
        return lesson::write(number, &arguments);
    }
    if let Some(file) = &arguments.html {
        return html::write(file, &arguments, context);
    }
    let choice = AutoStream::choice(&io::stdout());
    // The buffer is below: a write that a signal interrupts is repeated there, and not
    // with text that was already written.
    let out: Box<dyn Write + Send> = Box::new(BufWriter::new(Named(io::stdout())));
    let mut paper = Paper::new(AutoStream::new(out, choice));
    let exit = if arguments.replay.is_some() {
        replay::run(&arguments, &mut paper)?
    } else if arguments.cnf.is_some() {
        explain_formula(&arguments, &mut paper)?
    } else if arguments.is_cover() {
        explain_cover(&arguments, &mut paper)?
    } else {
        explain_puzzles(&arguments, context, &mut paper)?
    };
    paper.flush()?;
    Ok(exit)
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
    paper: &mut Paper,
) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::default();
    let mut told = false;
    // Ctrl-C ends the program: there is nothing that it would have to save.
    let mut entries = arguments
        .puzzles
        .entries(context, &Default::default())
        .peekable();
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
                if told && !arguments.json {
                    writeln!(paper)?;
                }
                let is_text = !arguments.json && arguments.drawn().is_none();
                let is_read = is_text && io::stdout().is_terminal();
                if is_read && (told || entries.peek().is_some()) {
                    writeln!(paper, "# {}", display(&entry.name))?;
                }
                explain_puzzle(&entry.puzzle, arguments, paper)?;
                inputs.add_puzzle();
                told = true;
            }
            Err(error) => {
                paper.flush()?;
                inputs.add_error(&error);
            }
        }
    }
    paper.flush()?;
    inputs.finish();
    Ok(match inputs.has_errors() {
        true => Exit::BadInput,
        false => Exit::Done,
    })
}

fn explain_puzzle(puzzle: &Puzzle, arguments: &Arguments, paper: &mut Paper) -> anyhow::Result<()> {
    let encoding = arguments.encoding.for_rules(puzzle.rules())?;
    let drawn = arguments.drawn();
    let usual = drawn.map_or(story::Engine::Cdcl, |(figure, _)| figure.subject().engine());
    let engine = arguments.engine.map_or(usual, Engine::story);
    if arguments.json || drawn.is_some() {
        let (side, most) = (puzzle.size().side(), MAX_ORDER * MAX_ORDER);
        match puzzle.rules().order() {
            Some(n) => anyhow::ensure!(
                n <= MAX_ORDER,
                "traces and figures are made up to n = {MAX_ORDER}, found n = {n}"
            ),
            None => anyhow::ensure!(
                side <= most,
                "traces and figures are made up to {most}×{most}, found {side}×{side}"
            ),
        }
    }
    let has_sums = !puzzle.rules().tables().is_empty();
    if has_sums && matches!(drawn, Some((Figure::Matrix | Figure::Links, _))) {
        anyhow::bail!("{}", json::COLOURS);
    }
    // The engine of a figure that needs no run of it.
    let engine = match (engine, has_sums, arguments.engine) {
        (story::Engine::Cover(_), true, Some(_)) => anyhow::bail!("{}", json::COLOURS),
        (story::Engine::Cover(_), true, None) => story::Engine::Cdcl,
        _ => engine,
    };
    if drawn.is_some() {
        let window = arguments.window().unwrap_or_default();
        let trace = json::puzzle(puzzle, &encoding, &[engine], window)?;
        return draw(paper, arguments, &trace, Some(puzzle));
    }
    if arguments.json {
        let window = whole(arguments.window())?;
        return write_trace(paper, &json::puzzle(puzzle, &encoding, &[engine], window)?);
    }
    encode::size(puzzle, &encoding, reduction::LAYOUT).fits()?;
    let telling = Telling {
        engine,
        encoding,
        window: arguments.window(),
        formula: arguments.formula,
    };
    Ok(story::puzzle(paper, puzzle, &telling)?)
}

/// Reads the formula that is named, if one is; `cdcl` is the only engine for it.
fn read_formula(arguments: &Arguments) -> anyhow::Result<Option<Cnf>> {
    let Some(file) = &arguments.cnf else {
        return Ok(None);
    };
    if !matches!(arguments.engine, None | Some(Engine::Cdcl)) {
        anyhow::bail!("a formula takes --engine cdcl");
    }
    let warn = &mut |odd| warn(arguments.quiet, &odd);
    let interrupt = Interrupt::new();
    let formula = arguments
        .relaxed
        .read(file, Hints::Explain, &interrupt, warn)?;
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

fn explain_formula(arguments: &Arguments, paper: &mut Paper) -> anyhow::Result<Exit> {
    let Some(formula) = read_formula(arguments)? else {
        anyhow::bail!("expected --cnf FILE");
    };
    let window = arguments.window();
    match arguments.drawn() {
        Some((Figure::Conflict, _)) => {
            let trace = json::formula(&formula, window.unwrap_or_default())?;
            draw(paper, arguments, &trace, None)?;
        }
        Some(_) => anyhow::bail!("of a formula a conflict can be drawn, and nothing else"),
        None if arguments.json => {
            write_trace(paper, &json::formula(&formula, whole(window)?)?)?;
        }
        None => formula::tell(paper, formula, window, arguments.formula)?,
    }
    Ok(Exit::Done)
}

/// Returns the engine whose run on an exact-cover problem is shown.
fn cover_engine(arguments: &Arguments) -> anyhow::Result<CoverEngine> {
    match arguments.engine {
        Some(Engine::Matrix) => Ok(CoverEngine::Matrix),
        Some(Engine::Dlx) | None => Ok(CoverEngine::Dlx),
        Some(Engine::Cdcl | Engine::Backtrack) => {
            anyhow::bail!("an exact-cover problem takes --engine dlx or matrix")
        }
    }
}

fn explain_cover(arguments: &Arguments, paper: &mut Paper) -> anyhow::Result<Exit> {
    let engine = cover_engine(arguments)?;
    let (problem, labels) = read_cover(arguments)?;
    if problem.has_colors() || problem.has_bounds() {
        anyhow::bail!("explain knows neither colours (item:colour) nor bounds (2:3|item) yet");
    }
    if arguments.drawn().is_some() {
        let window = arguments.window().unwrap_or_default();
        let trace = json::problem(&problem, &labels, engine, window)?;
        draw(paper, arguments, &trace, None)?;
    } else if arguments.json {
        let window = whole(arguments.window())?;
        write_trace(paper, &json::problem(&problem, &labels, engine, window)?)?;
    } else {
        story::problem(paper, problem, labels, engine, arguments.window())?;
    }
    Ok(Exit::Done)
}

/// Reads the problem, and what its options are called.
fn read_cover(arguments: &Arguments) -> anyhow::Result<(ExactCover, Labels)> {
    match (&arguments.cover, arguments.problem) {
        (Some(file), _) => {
            let source = Source::open(file)?.at_most(limits::input());
            let Opened { prefix, input } = content::peek(source)?;
            let (problem, _) = cover::read(input, file, None, |odd| warn(arguments.quiet, &odd))
                .map_err(|error| explained(error, &prefix, Content::Cover))?;
            let number = |option: cover::OptionId| (option.index() + 1).to_string();
            let labels = Labels::named(&problem, problem.options().map(number).collect());
            Ok((problem, labels))
        }
        (None, Some(course)) => Ok((course.read(), Labels::of_course(course))),
        (None, None) => anyhow::bail!("expected a puzzle, --cover FILE or --problem NAME"),
    }
}

/// Checks that a trace begins with the first step, because its reader could not follow
/// it otherwise.
fn whole(window: Option<Window>) -> anyhow::Result<Window> {
    let window = window.unwrap_or_default();
    anyhow::ensure!(
        window.first() == 1,
        "a JSON trace begins with step 1: --{} 1..B",
        window.unit().name()
    );
    Ok(window)
}

/// Draws the figure asked for, of a trace, which is this puzzle's if there is one.
fn draw(
    paper: &mut Paper,
    arguments: &Arguments,
    trace: &Trace,
    puzzle: Option<&Puzzle>,
) -> anyhow::Result<()> {
    let Some((drawn, form)) = arguments.drawn() else {
        return Ok(());
    };
    if let Some(window) = arguments.window()
        && drawn != Figure::Conflict
    {
        reaches(trace, window)?;
    }
    let Some(puzzle) = puzzle else {
        let figure = subject::draw(drawn.subject(), trace).map_err(anyhow::Error::msg)?;
        return Ok(figure::write(paper, &figure, form)?);
    };
    let figure = subject::draw_of(puzzle, drawn.subject(), trace).map_err(anyhow::Error::msg)?;
    if !matches!(drawn, Figure::Grid | Figure::Solution) {
        return Ok(figure::write(paper, &figure, form)?);
    }
    let spec = puzzle.rules().spec();
    let further = print::sentences(spec);
    let is_drawn = match form {
        Form::Svg => print::is_drawn(spec) || further.is_empty(),
        Form::Dot | Form::Tikz => further.is_empty(),
    };
    if !is_drawn {
        let rules = further.join(" ");
        let form = match form {
            Form::Svg => "",
            Form::Dot | Form::Tikz => "; --svg draws most rules",
        };
        arguments.quiet.note(&format!(
            "warning: the figure does not show all of these rules: {rules}{form}"
        ));
    }
    let excluded = print::undrawn_exclusions(puzzle);
    if excluded > 0 {
        let candidates = counted(excluded, "excluded candidate");
        arguments
            .quiet
            .note(&format!("warning: the figure does not show {candidates}"));
    }
    if further.is_empty() || form != Form::Svg {
        return Ok(figure::write(paper, &figure, form)?);
    }
    let solution = trace
        .puzzle
        .as_ref()
        .and_then(|part| part.solution.as_ref());
    let mut shown = puzzle.clone();
    if let (Figure::Solution, Some(solution)) = (drawn, solution) {
        for (cell, &value) in puzzle.size().cells().zip(solution) {
            shown.set_clue(cell, Digit::from_value(value, puzzle.size()));
        }
    }
    write!(paper, "{}", print::svg(&shown))?;
    Ok(())
}

/// Checks that the run has a part of the window, so that a figure of another part is not
/// taken for it.
fn reaches(trace: &Trace, window: Window) -> anyhow::Result<()> {
    let Some(run) = trace.runs.first() else {
        return Ok(());
    };
    let is_conflict = |event: &&Event| {
        matches!(
            event,
            Event::Conflict { .. } | Event::Deadend { .. } | Event::Stuck { .. }
        )
    };
    let (found, unit) = match window.unit() {
        Unit::Steps => (run.events.len(), "step"),
        Unit::Conflicts => (run.events.iter().filter(is_conflict).count(), "conflict"),
    };
    anyhow::ensure!(
        window.first() <= found as u64,
        "the run has {}, found --{} {window}",
        counted(found, unit),
        window.unit().name()
    );
    Ok(())
}

fn write_trace(paper: &mut Paper, trace: &Trace) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *paper, trace).map_err(io::Error::from)?;
    writeln!(paper)?;
    Ok(())
}
