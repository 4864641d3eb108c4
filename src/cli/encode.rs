//! `sudosat encode`: puzzles to DIMACS.

mod formula_file;
pub(super) mod preprocess;
mod stats;
mod write;

use super::beside::Beside;
use super::choices;
use super::context::Context;
use super::encoding::{EncodingArguments, numberings};
use super::exit::Exit;
use super::inputs::Inputs;
use super::interrupt::{on_ctrl_c, or_interrupted};
use super::json;
use super::limits::{self, seconds};
use super::out;
use super::overrun::Watch;
use super::puzzles::PuzzleArguments;
use super::quiet::Quiet;
use super::report;
use anyhow::{Context as _, bail};
use clap::builder::TypedValueParser;
use formula_file::{FormulaFile, Origin};
use stats::Statistics;
use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use sudosat::budget::Interrupt;
use sudosat::encode::{ClauseOrder, Encoding, Layout, Numbering, Part, size};
use sudosat::io::{InputError, counted, display, names_stdout};
use sudosat::sudoku::Puzzle;
use sudosat::sudoku::text::Entry;

/// Write a puzzle's reduction to SAT as DIMACS
///
/// Each puzzle is written to `cnf-out/NAME.cnf` (`NAME-LINE.cnf` if its file has
/// several); `-o` names another file, and `-o -` is standard output. Without `-e`
/// it is the lecture's formula; for rules that the lecture has no clauses for
/// (cages, anti-knight, …) that of `extended`. The variables of r1c1=1, r1c1=2, …
/// are 1, 2, …; auxiliary variables come after them. The header's counts are exact.
///
/// The commands that solve the formula and decode the answer are printed on
/// standard error.
#[derive(clap::Args)]
#[command(after_long_help = NOTES)]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzles: PuzzleArguments,

    /// Write to this file (compressed if it ends in .gz, .xz or .bz2), or `-` for
    /// standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace the file of -o if it exists, and in cnf-out/ a formula of another puzzle (those of
    /// the same puzzle or file are always replaced), and write a formula even if it is
    /// longer than the disk has room for
    #[arg(short, long)]
    force: bool,

    #[command(flatten)]
    encoding: EncodingArguments,

    /// The order of the clauses; those of the clues come last
    #[arg(long, value_name = "NAME", default_value = "cells", value_parser = clause_orders())]
    clause_order: ClauseOrder,

    /// The order n of a grid is what `--order` means elsewhere.
    #[arg(long, hide = true, value_parser = |_: &str| -> Result<String, &str> {
        Err("the order of the clauses is chosen by --clause-order cells or --clause-order lecture")
    })]
    order: Option<String>,

    /// The numbering of the variables
    #[arg(long, value_name = "NAME", default_value = "consecutive", value_parser = numberings())]
    numbering: Numbering,

    /// Write a comment with the name of each variable: `c varname 1 r1c1=1`
    #[arg(long, conflicts_with = "clues_only")]
    names: bool,

    /// Write the rules without the clues: the blank grid's formula
    #[arg(long)]
    rules_only: bool,

    /// Write the clues alone, as unit clauses without comments and header
    #[arg(long, conflicts_with = "rules_only")]
    clues_only: bool,

    /// Write the formula as our solver's preprocessing leaves it, over the same
    /// variables, and to FILE.pbp a proof that its clauses follow
    ///
    /// Hidden at-most-one constraints are stated, and known values are unit clauses,
    /// so that other solvers can solve it. `sudosat verify --derives` checks the
    /// proof.
    #[arg(long, conflicts_with_all = [
        "clause_order", "numbering", "names", "rules_only", "clues_only", "stats", "json",
    ])]
    preprocess: bool,

    /// Time limit of --preprocess for each puzzle, in seconds or as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = seconds, requires = "preprocess")]
    time_limit: Option<Duration>,

    /// Print the number of clauses and literals of each family; a formula is
    /// written only with `-o`
    #[arg(long)]
    stats: bool,

    /// Print what was written as one JSON object for each puzzle: file, variables, clauses of each
    /// family (docs/JSON.md); with --stats and without -o, nothing is written
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    quiet: Quiet,
}

const NOTES: &str = "\
The lecture's formula has 4n⁴ + (n⁸−n⁶)/2 + clues clauses for an n²×n² grid. From 16×16 \
up SAT solvers may run for hours on it; with `-e extended` they solve the same puzzle in about \
a second.

The output of `--clues-only` can be appended to a file of rules (`--rules-only`), whose header \
counts its own clauses only. The header for both together is printed on standard error.";

/// Returns the parser of an order of clauses.
fn clause_orders() -> impl TypedValueParser<Value = ClauseOrder> {
    choices::named([
        (
            "cells",
            ClauseOrder::Cells,
            "For each cell its clauses; then for each value those of rows, columns, boxes",
        ),
        (
            "lecture",
            ClauseOrder::Lecture,
            "Family after family, (i) to (v)",
        ),
    ])
}

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let to_stdout = arguments.output.as_deref().is_some_and(names_stdout);
    if (arguments.stats || arguments.json) && to_stdout {
        let option = if arguments.stats { "--stats" } else { "--json" };
        bail!("{option} and -o - would both use standard output; name a file with -o");
    }
    let interrupt = on_ctrl_c();
    or_interrupted(all(&arguments, context, &interrupt), &interrupt)
}

/// Encodes every puzzle.
fn all(arguments: &Arguments, context: Context, interrupt: &Interrupt) -> anyhow::Result<Exit> {
    let mut entries = entries(arguments, context, interrupt)?.peekable();
    let mut origin = Origin::default();
    let mut state = RunState::default();
    let mut beside = Beside::default();
    let mut inputs = Inputs::default();
    while let Some(entry) = entries.next() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) if interrupt.is_raised() => return Err(error.into()),
            Err(error) => {
                inputs.add_error(&error);
                if arguments.json {
                    let mut out = out::stdout();
                    json::refused(&mut out, &error)?;
                    out.flush()?;
                }
                continue;
            }
        };
        if arguments.output.is_some() {
            match entries.peek() {
                None => {}
                Some(Ok(next)) => bail!(
                    "-o takes one puzzle, found another at {}; FILE:LINE names one",
                    display(&next.name)
                ),
                Some(Err(error)) => return Err(error.clone().into()),
            }
        }
        beside.note(&entry, arguments.quiet);
        let next = entries.peek().and_then(|next| next.as_ref().ok());
        let picked = arguments.puzzles.pick(&entry.name);
        origin.advance(&entry, next, picked);
        one(arguments, &entry, &origin, &mut state, interrupt)?;
        inputs.add_puzzle();
        if interrupt.is_raised() {
            break;
        }
    }
    inputs.finish();
    Ok(match (inputs.has_errors(), state.gave_up) {
        (true, _) => Exit::BadInput,
        (false, true) => Exit::GaveUp,
        (false, false) => Exit::Done,
    })
}

/// Returns the puzzles. Those of several inputs are all read before the first formula
/// is written, so that two which belong into one file are refused early.
fn entries(
    arguments: &Arguments,
    context: Context,
    interrupt: &Interrupt,
) -> anyhow::Result<Box<dyn Iterator<Item = Result<Entry, InputError>>>> {
    let entries = arguments.puzzles.entries(context, interrupt);
    if !arguments.puzzles.are_several_inputs() || arguments.output.is_some() || arguments.stats {
        return Ok(Box::new(entries));
    }
    let entries: Vec<_> = entries.collect();
    let mut origin = Origin::default();
    let mut owners: HashMap<PathBuf, &Entry> = HashMap::new();
    for (index, entry) in entries.iter().enumerate() {
        let Ok(entry) = entry else { continue };
        let next = entries.get(index + 1).and_then(|next| next.as_ref().ok());
        origin.advance(entry, next, arguments.puzzles.pick(&entry.name));
        let file = arguments.formula_file(&origin);
        if let Some(owner) = owners.insert(file.file(), entry) {
            bail!(
                "{} and {} would both be written to {}; name a file for one of them with -o",
                display(&owner.name),
                display(&entry.name),
                display(&file.path.to_string_lossy())
            );
        }
    }
    Ok(Box::new(entries.into_iter()))
}

/// The state of a run: notes printed once, formulas written, the exit code.
#[derive(Default)]
struct RunState {
    /// Set if the note on hard formulas was printed.
    warned: bool,
    /// Set if the next commands were printed.
    next: bool,
    /// The formulas written so far.
    written: HashSet<PathBuf>,
    /// Set if a time limit or an interrupt ended the preprocessing of a puzzle.
    gave_up: bool,
}

/// Encodes one puzzle, as the arguments say.
fn one(
    arguments: &Arguments,
    entry: &Entry,
    origin: &Origin,
    state: &mut RunState,
    interrupt: &Interrupt,
) -> anyhow::Result<()> {
    let name = display(&entry.name).into_owned();
    let rules = entry.puzzle.rules();
    let encoding = arguments.encoding.for_rules(rules);
    let encoding = encoding.with_context(|| name.clone())?;
    let layout = arguments.layout();
    if arguments.encoding.named().is_none()
        && let Err(error) = Encoding::LECTURE.expresses(rules)
    {
        arguments.quiet.note(&format!(
            "note: {name}: encoded as 'extended', because the lecture has no family for {}",
            error.rules.join(", ")
        ));
    }
    let formula_size = size(&entry.puzzle, &encoding, layout);
    let table = Statistics::new(entry, &encoding, layout);
    let is_written = !arguments.stats || arguments.output.is_some();
    if arguments.stats && !arguments.json {
        table.print()?;
    }
    if !is_written {
        return match arguments.json {
            true => Ok(table.print_json(None)?),
            false => Ok(()),
        };
    }
    formula_size.fits().with_context(|| name.clone())?;
    if !arguments.preprocess && !arguments.quiet.is_set() {
        warn(&entry.puzzle, &name, &encoding, layout, &mut state.warned);
    }

    let file = arguments.formula_file(origin);
    if arguments.output.is_none() && !state.written.insert(file.file()) {
        let path = file.path.display();
        bail!("{name}: {path} was written for another puzzle; name a file with -o");
    }
    if arguments.preprocess {
        let watch = Watch::of_puzzle(arguments.time_limit);
        let budget = limits::budget(arguments.time_limit, interrupt);
        let end = preprocess::write(entry, &encoding, &file, arguments.quiet, &budget, watch)?;
        state.gave_up |= end == Exit::GaveUp;
        return Ok(());
    }
    write_formula(arguments, entry, &encoding, &table, &file, state, interrupt)
}

/// Writes the formula of one puzzle to its file, and prints what was written.
fn write_formula(
    arguments: &Arguments,
    entry: &Entry,
    encoding: &Encoding,
    table: &Statistics,
    file: &FormulaFile,
    state: &mut RunState,
    interrupt: &Interrupt,
) -> anyhow::Result<()> {
    let layout = arguments.layout();
    let job = write::Job {
        entry,
        encoding,
        layout,
        names: arguments.names,
        quiet: arguments.quiet,
    };
    let bytes = job.write(file, arguments.force, interrupt)?;
    if file.is_stdout() {
        return Ok(());
    }
    let path = file.path.display().to_string();
    if arguments.json {
        table.print_json(Some((&path, bytes)))?;
    }
    arguments.quiet.note(&format!(
        "{}: {}, {}, {}",
        display(&path),
        counted(table.variables, "variable"),
        counted(table.clauses, "clause"),
        counted(bytes, "byte")
    ));
    // A device can't be read back.
    if !arguments.quiet.is_set() && file.path.is_file() && !std::mem::replace(&mut state.next, true)
    {
        formula_file::print_next_commands(file, entry, encoding, layout);
    }
    Ok(())
}

/// Prints the notes that come before the formula: that it is hard, or
/// unsatisfiable. The note on hard formulas sets `warned` and is not repeated.
pub(super) fn warn(
    puzzle: &Puzzle,
    name: &str,
    encoding: &Encoding,
    layout: Layout,
    warned: &mut bool,
) {
    let side = puzzle.size().side();
    let lecture = Encoding::LECTURE.with_at_most_one(encoding.at_most_one);
    if side >= 16 && *encoding == lecture && layout.part != Part::Clues && !*warned {
        *warned = true;
        report::note(&format!(
            "note: the lecture's formula of a {side}×{side} grid may take SAT solvers hours: \
             that a number is not twice in a row is only implied; `-e extended` states it"
        ));
    }
    if layout.part == Part::Rules {
        return;
    }
    let clashes = puzzle.clashes();
    for clash in clashes.iter().take(report::MOST_CLASHES) {
        report::note(&format!("note: {name}: {clash}"));
    }
    if let more @ 1.. = clashes.len().saturating_sub(report::MOST_CLASHES) {
        report::note(&format!("note: {name}: and {more} more such clashes"));
    }
    if !clashes.is_empty() {
        report::note(&format!("note: {name}: so the formula is unsatisfiable"));
    }
}

impl Arguments {
    /// Returns the file for the formula of the current puzzle.
    fn formula_file(&self, origin: &Origin) -> FormulaFile {
        match &self.output {
            Some(path) => FormulaFile::named(path, self.force),
            None => {
                // Only an encoding that was asked for is part of the name.
                let encoding = self.encoding.or(Encoding::LECTURE);
                FormulaFile::default_for(
                    origin,
                    &encoding,
                    self.layout(),
                    self.preprocess,
                    self.force,
                )
            }
        }
    }

    fn layout(&self) -> Layout {
        Layout {
            order: self.clause_order,
            numbering: self.numbering,
            part: match (self.rules_only, self.clues_only) {
                (true, _) => Part::Rules,
                (_, true) => Part::Clues,
                _ => Part::Whole,
            },
        }
    }
}
