//! `sudosat decode`: a SAT solver's output back to a grid.

mod read;

use super::Context;
use super::encoding::NumberingArgument;
use super::exit::Exit;
use super::format::Format;
use super::interrupt::on_ctrl_c;
use super::out;
use super::puzzles::PuzzleArguments;
use anyhow::{Context as _, bail};
use read::Reading;
use std::io::Write;
use sudosat::budget::Interrupt;
use sudosat::check;
use sudosat::formula::answer::{self, Status};
use sudosat::formula::{Lit, Var};
use sudosat::io::{Source, display};
use sudosat::sudoku::text::{Entry, Stated};
use sudosat::sudoku::{Clash, Grid, Puzzle, Size};

/// Read a SAT solver's answer back as a checked grid
///
/// OUTPUT is what a solver printed for a formula of `encode`, or the result file
/// of minisat: a file or `-`. The grid is checked against the rules, and with
/// PUZZLE against its clues, before it is printed; auxiliary variables are
/// passed over.
#[derive(clap::Args)]
#[command(
    override_usage = "sudosat decode [OPTIONS] [PUZZLE] <OUTPUT>",
    after_long_help = NOTES
)]
pub struct Arguments {
    /// The puzzle (a file, `FILE:LINE`, `-`, or the puzzle itself), if given,
    /// and the solver's output (a file or `-`)
    #[arg(value_names = ["PUZZLE", "OUTPUT"], num_args = 1..=2, required = true)]
    inputs: Vec<String>,

    /// The symbols of the puzzle: a range (`1-G`, `0-F`, `A-P`), or all symbols in
    /// the order of digits
    #[arg(long, value_name = "SYMBOLS")]
    symbols: Option<Stated>,

    /// The order n of the n²×n² grid, if there is no PUZZLE to tell it
    #[arg(long, value_name = "N", value_parser = order)]
    order: Option<Size>,

    /// The numbers of variables, as they were for `encode`
    #[arg(long, value_name = "NAME", default_value = "consecutive")]
    numbering: NumberingArgument,

    /// How to print the grid
    #[arg(long, value_name = "FORM", default_value = "plain")]
    format: Format,
}

const NOTES: &str = "\
Exit codes: 0 a checked grid, or `no solution` where the solver says so (no proof is asked \
for here; `sudosat verify` checks one); 1 the answer is refused: it holds no model, or the \
model is no solution, and which rule it breaks is said; 2 bad usage or bad input; 3 the \
solver gave up.

Without PUZZLE and --order, n is the largest for which the model is a right grid, among \
those whose formulas can have as many variables.";

fn order(text: &str) -> Result<Size, String> {
    let n = text.parse().ok().and_then(Size::of_order);
    n.ok_or_else(|| format!("expected a number from 1 to {}", Size::MAX_ORDER))
}

pub fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let interrupt = on_ctrl_c();
    let (entry, output) = match &arguments.inputs[..] {
        [output] => (None, output),
        [puzzle, output] => {
            if puzzle == "-" && output == "-" {
                bail!("PUZZLE and OUTPUT can't both be standard input");
            }
            let entry = arguments.puzzle(puzzle, context, &interrupt)?;
            (Some(entry), output)
        }
        _ => bail!("expected PUZZLE and OUTPUT"),
    };
    let puzzle = entry.as_ref().map(|entry| &entry.puzzle);
    if let (Some(puzzle), Some(size)) = (puzzle, arguments.order)
        && puzzle.size() != size
    {
        bail!("the puzzle is {}, not {size}", puzzle.size());
    }

    let name = match output.as_str() {
        "-" => "standard input".to_owned(),
        file => display(file).into_owned(),
    };
    let source = Source::open_with(output, &interrupt)?;
    let answer = answer::read(source, output, Var::LIMIT)?;
    match answer.status {
        Status::Unknown => {
            crate::cli::report::note(&format!("{name}: the solver gave up"));
            Ok(Exit::GaveUp)
        }
        Status::Unsatisfiable => {
            let clashes = puzzle.into_iter().flat_map(Puzzle::clashes);
            no_solution(&name, clashes)?;
            Ok(Exit::Done)
        }
        Status::Satisfiable if !answer.has_model => {
            refuse(
                &name,
                "it says satisfiable, and no model follows (minisat writes \
                 the model to its second file)",
            );
            Ok(Exit::No)
        }
        Status::Satisfiable => match arguments.grid(puzzle, &answer.lits) {
            Ok(grid) => {
                if let Some(entry) = &entry
                    && let Err(fault) = check::tokens(&entry.tokens, entry.puzzle.symbols(), &grid)
                {
                    refuse(&name, &fault.to_string());
                    return Ok(Exit::No);
                }
                let mut out = out::stdout();
                let blank = Puzzle::empty(grid.size());
                let puzzle = puzzle.unwrap_or(&blank);
                arguments.format.write(&mut out, &puzzle.answer(&grid))?;
                out.flush()?;
                Ok(Exit::Done)
            }
            Err(reason) => {
                refuse(&name, &reason);
                Ok(Exit::No)
            }
        },
    }
}

/// Says why an answer isn't accepted.
fn refuse(name: &str, reason: &str) {
    crate::cli::report::note(&format!("{name}: refused: {reason}"));
}

/// Passes on that there is no solution.
fn no_solution(name: &str, mut clashes: impl Iterator<Item = Clash>) -> anyhow::Result<()> {
    let mut out = out::stdout();
    writeln!(out, "no solution")?;
    out.flush()?;
    match clashes.next() {
        Some(clash) => crate::cli::report::note(&format!("{name}: as must be: {clash}")),
        None => {
            crate::cli::report::note(&format!("{name}: the solver says so; no proof was checked"))
        }
    }
    Ok(())
}

impl Arguments {
    /// The one puzzle that an argument names.
    fn puzzle(
        &self,
        argument: &str,
        context: Context,
        interrupt: &Interrupt,
    ) -> anyhow::Result<Entry> {
        let arguments = PuzzleArguments::one(argument.to_owned(), self.symbols.clone());
        let mut entries = arguments.entries(context, interrupt);
        let entry = entries.next().context("no puzzle")??;
        match entries.next() {
            None => Ok(entry),
            Some(Err(error)) => Err(error.into()),
            Some(Ok(_)) => {
                let name = display(&entry.name).into_owned();
                bail!("there is more than one puzzle; name one by its line: {name}")
            }
        }
    }

    /// The grid that a model says, or why it is none.
    fn grid(&self, puzzle: Option<&Puzzle>, lits: &[Lit]) -> Result<Grid, String> {
        let reading = Reading {
            lits,
            numbering: self.numbering.into(),
        };
        match (puzzle, self.order) {
            (Some(puzzle), _) => reading.solution(puzzle),
            (None, Some(size)) => reading.solution(&Puzzle::empty(size)),
            (None, None) => reading.of_any_order(),
        }
    }
}
