//! `sudosat show`: puzzles as they are understood, and in other forms.

use super::context::Context;
use super::distinct::{Distinct, canonical_form};
use super::exit::Exit;
use super::format::Format;
use super::headings::Headings;
use super::interrupt::{on_ctrl_c, report_interrupt};
use super::json;
use super::one_by_one::{InPlace, OneByOne};
use super::out::{self, Stdout};
use super::puzzles::PuzzleArguments;
use super::quiet::Quiet;
use itertools::Itertools as _;
use std::io::{self, Write};
use sudosat::io::{InputError, counted, display};
use sudosat::sudoku::print::{self, Lines};
use sudosat::sudoku::rules::{Regions, Spec};
use sudosat::sudoku::text::Entry;
use sudosat::sudoku::{Candidates, Digit, Puzzle, Symbols};

/// Show how puzzles are understood, or convert them
///
/// For each puzzle: the form it was found in, its size, its rules, its symbols,
/// how many clues and candidates there are, and the grid.
#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzles: PuzzleArguments,

    /// Print the puzzles in this form and nothing else; `plain`, `line`, `sdk`,
    /// `boxed` and `unicode` hold the clues alone
    #[arg(long, alias = "format", value_name = "FORM")]
    to: Option<Format>,

    /// Leave out puzzles that are the same as one before them up to symmetry: digits
    /// renamed, bands, stacks, and rows and columns within them permuted, rows and
    /// columns exchanged. For rules of boxes alone, up to 9×9
    #[arg(long)]
    distinct: bool,

    /// Show the canonical form instead: of all puzzles that are the same up to
    /// symmetry the first in the order of the text, with blank cells before 1. For
    /// rules of boxes alone, up to 9×9
    #[arg(long)]
    canonical: bool,

    /// Print one JSON object for each puzzle instead: docs/JSON.md
    #[arg(long, conflicts_with = "to")]
    json: bool,

    #[command(flatten)]
    quiet: Quiet,
}

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let interrupt = on_ctrl_c();
    let mut out = out::stdout();
    let mut noted = false;
    let mut distinct = Distinct::new()?;
    let headings = match arguments.to {
        Some(format) if !arguments.json => Headings::new(format),
        _ => Headings::none(),
    };
    let entries = arguments.puzzles.entries(context, &interrupt);
    let mut puzzles = OneByOne::new(entries, &interrupt, headings)
        .with(InPlace::of(arguments.json, arguments.to));
    while let Some(mut entry) = puzzles.next(&mut out)? {
        if arguments.distinct || arguments.canonical {
            let form = match canonical_form(&entry) {
                Ok(form) => form,
                Err(error) => {
                    puzzles.refuse(&mut out, &error)?;
                    continue;
                }
            };
            if arguments.distinct
                && let Some(first) = distinct.add(&form, &entry.name)?
            {
                out.flush()?;
                let (name, first) = (display(&entry.name), display(&first));
                let note = format!("{name}: left out, the same as {first}");
                arguments.quiet.note(&note);
                continue;
            }
            if arguments.canonical {
                entry.puzzle = form;
            }
        }
        if arguments.json {
            json::line(&mut out, &Shown::new(&entry))?;
            continue;
        }
        let Some(format) = arguments.to else {
            puzzles.begin(&mut out, "\n", &entry.name)?;
            show(&mut out, &entry)?;
            continue;
        };
        let mut text = Vec::new();
        if let Err(error) = format.write(&mut text, &entry.puzzle) {
            // Nothing else fails in memory: the form does not hold this puzzle.
            let error = InputError::whole(&entry.name, error.to_string());
            puzzles.refuse(&mut out, &error)?;
            continue;
        }
        puzzles.begin(&mut out, format.between(), &entry.name)?;
        out.write_all(&text)?;
        let name = display(&entry.name);
        noted = noted || format.note_loss(&entry.puzzle, &name, arguments.quiet);
    }
    out.flush()?;
    if puzzles.is_interrupted() {
        report_interrupt();
        return Ok(Exit::GaveUp);
    }
    Ok(puzzles.exit())
}

/// A puzzle's JSON object.
#[derive(serde::Serialize)]
struct Shown<'a> {
    puzzle: &'a str,
    form: String,
    /// n, for plain Sudoku.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<usize>,
    size: usize,
    rules: Vec<String>,
    /// The lowest of decimal numbers, or one character a digit.
    symbols: String,
    clues: usize,
    excluded: usize,
    candidates: usize,
    grid: &'a Puzzle,
}

impl Shown<'_> {
    fn new(entry: &Entry) -> Shown<'_> {
        let puzzle = &entry.puzzle;
        Shown {
            puzzle: &entry.name,
            form: entry.form.to_string(),
            order: puzzle.rules().order(),
            size: puzzle.size().side(),
            rules: print::statements(puzzle.rules().spec()),
            symbols: symbols(puzzle),
            clues: puzzle.num_clues(),
            excluded: puzzle.excluded().len(),
            candidates: Candidates::new(puzzle).len(),
            grid: puzzle,
        }
    }
}

/// Prints how the puzzle was understood, and draws the grid.
fn show(out: &mut Stdout, entry: &Entry) -> io::Result<()> {
    let puzzle = &entry.puzzle;
    let (rules, spec) = (puzzle.rules(), puzzle.rules().spec());
    writeln!(out, "{}", display(&entry.name))?;
    writeln!(out, "form:       {}", entry.form)?;
    let order = rules.order().map(|n| format!(" (order {n})"));
    let order = order.unwrap_or_default();
    writeln!(out, "size:       {}{order}", puzzle.size())?;
    writeln!(out, "rules:      {}", in_words(spec))?;
    writeln!(out, "symbols:    {}, blank cells as .", symbols(puzzle))?;
    writeln!(out, "clues:      {}", puzzle.num_clues())?;
    let excluded = puzzle.excluded().len();
    let excluded = match excluded {
        0 => String::new(),
        count => format!(" ({count} excluded one by one)"),
    };
    let left = Candidates::new(puzzle).len();
    writeln!(out, "candidates: {left} left{excluded}")?;
    write!(out, "{}", print::boxed(puzzle, Lines::Unicode))?;
    // What is in the drawing is not listed again.
    for statement in print::statements(spec).iter().skip(1) {
        writeln!(out, "{statement}")?;
    }
    Ok(())
}

/// Returns the rules in words, with the number of those that are listed one by one.
fn in_words(spec: &Spec) -> String {
    let mut words = vec![match &spec.regions {
        Regions::None => "no boxes (Latin square)".to_owned(),
        Regions::Boxes { rows, cols } => format!("boxes of {rows}×{cols}"),
        Regions::Map(_) => "regions (jigsaw)".to_owned(),
    }];
    for (stated, word) in [
        (spec.diagonals == [true; 2], "both diagonals"),
        (spec.diagonals == [true, false], "the falling diagonal"),
        (spec.diagonals == [false, true], "the rising diagonal"),
        (spec.windows, "windows (windoku)"),
        (spec.disjoint_groups, "disjoint groups"),
    ] {
        words.extend(stated.then(|| word.to_owned()));
    }
    for (count, thing) in [
        (spec.extra.len(), "extra house"),
        (spec.cages.len(), "cage"),
        (spec.parities.len(), "even or odd cell"),
        (spec.arrows.len(), "arrow"),
    ] {
        words.extend((count > 0).then(|| counted(count, thing)));
    }
    let names = spec.marks.iter().map(|mark| &mark.rule.rule().name);
    words.extend(names.dedup_with_count().map(|(count, name)| match count {
        1 => name.clone(),
        _ => format!("{name} ({count} times)"),
    }));
    words.iter().join(", ")
}

/// Returns the symbols in words: `1 to 9`, or one character a digit.
fn symbols(puzzle: &Puzzle) -> String {
    match puzzle.symbols() {
        Symbols::Chars(chars) => chars.iter().collect(),
        numbers => {
            let last = Digit::from_index(puzzle.size().side() - 1);
            let first = Digit::from_index(0);
            format!("{} to {}", numbers.of(first), numbers.of(last))
        }
    }
}
