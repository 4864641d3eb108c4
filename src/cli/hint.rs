//! `sudosat hint`: the next step in solving a puzzle, or all steps, with the reasons.

mod drawing;
pub(super) mod page;

use super::context::Context;
use super::exit::Exit;
use super::format::Format;
use super::headings::Headings;
use super::interrupt::{on_ctrl_c, report_interrupt};
use super::json;
use super::limits;
use super::one_by_one::{InPlace, OneByOne};
use super::out::{self, Stdout};
use super::overrun::Watch;
use super::puzzles::PuzzleArguments;
use super::quiet::Quiet;
use super::report;
use super::rule_list;
use itertools::Itertools as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;
use sudosat::budget::Budget;
use sudosat::engine::BySat;
use sudosat::io::{InputError, counted, display, first_few};
use sudosat::reason::hint::{self, Cause, Ends, Hints, Known, Marks, NoHints, Step, TECHNIQUES};
use sudosat::reason::why::words::capital;
use sudosat::sudoku::text::Entry;
use sudosat::sudoku::{Candidate, Puzzle};

/// Show the next step in solving a puzzle, and why it is right
///
/// The step is of the easiest technique that applies; `--help` lists them. It is
/// checked before it is printed: it must follow from the cells, houses and rules that it
/// names, and agree with the solution where there is only one.
///
/// In the grid, [ ] marks the cell that is filled or loses digits, and ( ) the other
/// cells of the pattern. The pencil marks of the input count: forms with candidates are
/// read like any puzzle.
#[derive(clap::Args)]
#[command(after_long_help = techniques())]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzles: PuzzleArguments,

    /// Show all steps, until the puzzle is solved or no technique applies
    #[arg(short, long)]
    all: bool,

    /// Draw the digits that are left in each cell before the step
    #[arg(long, conflicts_with_all = ["json", "to"])]
    pencil: bool,

    /// Leave out techniques that assume that the puzzle has only one solution; they
    /// are used only if a search has confirmed this
    #[arg(long)]
    no_uniqueness: bool,

    /// Print the puzzle after the step in this form and nothing else, so that it can be
    /// read again; `rules`, `json` and `pencilmarks` keep the candidates
    #[arg(long, alias = "format", value_name = "FORM", conflicts_with = "json")]
    to: Option<Format>,

    /// Write one HTML file that shows all steps of a puzzle one by one, each with the
    /// pencil marks, what it uses and changes, and the check of it; it needs no network
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "to", "pencil", "all"])]
    html: Option<PathBuf>,

    /// Replace the HTML file if it exists
    #[arg(short, long, requires = "html")]
    force: bool,

    /// Time limit for each puzzle, in seconds or as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = limits::seconds)]
    time_limit: Option<Duration>,

    /// Print one JSON object for each puzzle (docs/JSON.md)
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    quiet: Quiet,
}

/// Returns the list of techniques for `--help`.
fn techniques() -> String {
    let rows = TECHNIQUES.iter().map(|technique| {
        let note = match technique.assumes_unique {
            true => " (assumes a single solution)",
            false => "",
        };
        format!("  {:<18} {:>4}{note}", technique.name, technique.cost)
    });
    format!(
        "Techniques, the easiest first, with the cost of a step (docs/HINTS.md):\n{}",
        rows.collect::<Vec<_>>().join("\n")
    )
}

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    if let Some(file) = &arguments.html {
        return page::write(file, &arguments, context);
    }
    let interrupt = on_ctrl_c();
    let mut out = out::stdout();
    let headings = match arguments.json {
        true => Headings::none(),
        false => Headings::new(arguments.to.unwrap_or_default()),
    };
    let entries = arguments.puzzles.entries(context, &interrupt);
    let mut puzzles = OneByOne::new(entries, &interrupt, headings)
        .with(InPlace::of(arguments.json, arguments.to));
    let mut exit = Exit::Done;
    while let Some(entry) = puzzles.next(&mut out)? {
        let watch = Watch::of_puzzle(arguments.time_limit);
        let budget = limits::budget(arguments.time_limit, &interrupt);
        let found = hints(&entry, arguments.options(), &budget)?;
        drop(watch);
        let Some(hints) = found else {
            puzzles.refuse(&mut out, &too_large(&entry))?;
            continue;
        };
        if let Ends::Stopped(stop) = hints.end {
            exit = exit.worst(Exit::GaveUp);
            report::note(&format!("{}: gave up: {stop}", display(&entry.name)));
            if hints.steps.is_empty() && !arguments.json {
                if let Some(format) = arguments.to.filter(|format| format.is_line()) {
                    format.write_word(&mut out, "unknown")?;
                }
                continue;
            }
        }
        if arguments.json {
            json::answer(&mut out, &entry.name, hints.to_json(&entry.puzzle))?;
            continue;
        }
        let between = arguments.to.map_or("\n", Format::between);
        puzzles.begin(&mut out, between, &entry.name)?;
        match arguments.to {
            Some(format) => arguments.print_after(&mut out, format, &entry, &hints)?,
            None => arguments.print(&mut out, &entry.puzzle, &hints)?,
        }
    }
    out.flush()?;
    if puzzles.is_interrupted() {
        report_interrupt();
        return Ok(Exit::GaveUp);
    }
    puzzles.inputs().finish();
    Ok(exit.worst(puzzles.exit()))
}

/// Returns the error for a puzzle that is too large for pencil marks.
fn too_large(entry: &Entry) -> InputError {
    let (size, most) = (entry.puzzle.size(), hint::MAX_SIDE);
    let message = format!("found a {size} grid, expected at most {most}×{most} for hints");
    InputError::whole(&entry.name, message)
}

impl Arguments {
    fn options(&self) -> hint::Options {
        hint::Options {
            all: self.all || self.html.is_some(),
            no_uniqueness: self.no_uniqueness,
        }
    }

    /// Prints the puzzle after the step in this form.
    fn print_after(
        &self,
        out: &mut Stdout,
        format: Format,
        entry: &Entry,
        hints: &Hints,
    ) -> io::Result<()> {
        let after = match format {
            Format::Pencilmarks => hints.after.to_marked_puzzle(&entry.puzzle),
            _ => hints.after.to_puzzle(&entry.puzzle),
        };
        format.write(out, &after)?;
        format.note_loss(&after, &display(&entry.name), self.quiet);
        Ok(())
    }

    /// Prints the steps in words, and the grid.
    fn print(&self, out: &mut Stdout, puzzle: &Puzzle, hints: &Hints) -> anyhow::Result<()> {
        let words = |step: &Step| hint::words(step, puzzle.rules(), puzzle.symbols());
        let wanted = match self.all {
            true => &hints.steps[..],
            false => &hints.steps[..hints.steps.len().min(1)],
        };
        let width = wanted.len().to_string().len();
        for (number, (before, step)) in wanted.iter().enumerate() {
            match self.all {
                true => writeln!(out, "{:>width$}. {}", number + 1, words(step))?,
                false => writeln!(out, "{}", words(step))?,
            }
            if !self.all || self.pencil {
                write!(
                    out,
                    "\n{}",
                    drawing::step(puzzle, before, step, self.pencil)
                )?;
                match self.all {
                    true => writeln!(out)?,
                    false => rule_list::write(out, puzzle.rules().spec())?,
                }
            }
        }
        if self.all || wanted.is_empty() {
            for line in ends(puzzle, hints) {
                writeln!(out, "{line}")?;
            }
            write!(
                out,
                "\n{}",
                drawing::grid(puzzle, &hints.after, self.pencil)
            )?;
            rule_list::write(out, puzzle.rules().spec())?;
        }
        Ok(())
    }
}

/// Finds the steps of a puzzle. Returns `None` if it is too large for pencil marks.
fn hints(entry: &Entry, options: hint::Options, budget: &Budget) -> anyhow::Result<Option<Hints>> {
    match hint::hints(&BySat::cdcl(), &entry.puzzle, options, budget) {
        Ok(hints) => Ok(Some(hints)),
        Err(NoHints::TooLarge) => Ok(None),
        Err(wrong @ NoHints::Wrong { .. }) => {
            let name = display(&entry.name);
            anyhow::bail!("internal fault: {name}: {wrong}");
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns sentences about how the steps end.
fn ends(puzzle: &Puzzle, hints: &Hints) -> Vec<String> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for technique in &TECHNIQUES {
        let of = |(_, step): &&(Marks, Step)| step.technique.name == technique.name;
        let count = hints.steps.iter().filter(of).count();
        counts.extend((count > 0).then_some((technique.name, count)));
    }
    let counts = counts.iter().map(|(name, count)| format!("{name} {count}"));
    let steps = match hints.steps.len() {
        0 => String::new(),
        number => format!(
            " after {}: {}",
            counted(number, "step"),
            counts.format(", ")
        ),
    };
    match hints.end {
        Ends::Open => Vec::new(),
        Ends::Stopped(stop) => vec![format!(
            "Stopped{steps}. The rest was not looked at: {stop}."
        )],
        Ends::Solved if hints.steps.is_empty() => vec!["Every cell is filled.".to_owned()],
        Ends::Solved => vec![format!("Solved{steps}.")],
        Ends::Impossible => impossible(puzzle, hints),
        Ends::Stuck => {
            let next = hints
                .stuck(puzzle)
                .map_or(String::new(), |stuck| stuck.words);
            vec![format!("No technique applies{steps}. {next}")]
        }
    }
}

/// Returns sentences about the reason why a puzzle has no solution.
fn impossible(puzzle: &Puzzle, hints: &Hints) -> Vec<String> {
    let clashes = puzzle.clashes();
    if let [first, others @ ..] = &clashes[..] {
        let mut told = vec![format!("No solution: {first}.")];
        let others = others.iter().take(report::MOST_CLASHES - 1);
        told.extend(others.map(|clash| capital(&format!("{clash}."))));
        let more = clashes.len() - told.len();
        told.extend((more > 0).then(|| format!("And {more} more such clashes.")));
        return told;
    }
    let has_marks = puzzle.without_marks().excluded() != puzzle.excluded();
    let found = hints.after.contradiction();
    let found = found.map(|found| hint::impossible(found, puzzle.symbols()));
    vec![match (found, &hints.known) {
        (_, Known::None(Cause::Missing(missing))) => {
            let digit = |c: &Candidate| format!("{} in {}", puzzle.symbols().of(c.digit), c.cell);
            let missing: Vec<String> = missing.iter().map(digit).collect();
            format!(
                "The pencil marks lack {}: with them there is no solution.",
                first_few(&missing, 10, ", ")
            )
        }
        (found, Known::None(Cause::Marks)) => {
            let found = found.map_or(String::new(), |found| format!(": {found}"));
            format!(
                "The pencil marks rule out every solution of the clues{found}. \
                 `sudosat why` names the digits that they lack."
            )
        }
        (Some(found), Known::None(Cause::Unknown)) => {
            format!("No solution with these pencil marks: {found}.")
        }
        (Some(found), known) if !(has_marks && matches!(known, Known::None(Cause::Clues))) => {
            format!("No solution: {found}.")
        }
        (None, Known::None(Cause::Unknown)) => {
            "No solution: the clues, rules and pencil marks clash; `sudosat why` says which."
                .to_owned()
        }
        _ => "No solution: the clues and rules clash; `sudosat why` says which.".to_owned(),
    }]
}
