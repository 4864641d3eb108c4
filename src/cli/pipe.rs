//! `sudosat pipe`: a puzzle to a SAT solver and its answer back, in one command.

use super::context::Context;
use super::decode::{Form, Question};
use super::encode;
use super::encoding::EncodingArguments;
use super::exit::Exit;
use super::format::Format;
use super::interrupt::{on_ctrl_c, or_interrupted};
use super::limits::{self, seconds};
use super::puzzles::{self, ReadingArguments};
use super::quiet::Quiet;
use super::report;
use anyhow::{Context as _, bail};
use std::time::{Duration, Instant};
use sudosat::budget::Interrupt;
use sudosat::encode::{Layout, cnf, size};
use sudosat::engine::external::External;
use sudosat::engine::{SatEngine, memory};
use sudosat::io::{counted, display};

/// Give a puzzle to any SAT solver and read its answer back
///
/// The same as `encode`, the solver and `decode` in a row: the formula of PUZZLE
/// goes to the solver, and the grid is printed after the model was checked against
/// every clause and the grid against the puzzle.
///
/// In the solver's arguments, `{cnf}` stands for the formula's file, and `{out}`
/// for the file to which the solver writes its answer. Without them, minisat,
/// glucose, kissat, cadical, picosat and cryptominisat5 get the arguments they
/// need, and any other program gets the formula on standard input.
#[derive(clap::Args)]
#[command(
    override_usage = "sudosat pipe [OPTIONS] <PUZZLE> -- <SOLVER> [ARGUMENTS]...",
    after_long_help = NOTES
)]
pub(super) struct Arguments {
    /// The puzzle: a file, `FILE:LINE`, `-`, or the puzzle itself
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// The solver and its arguments
    #[arg(last = true, required = true, value_name = "SOLVER")]
    command: Vec<String>,

    #[command(flatten)]
    reading: ReadingArguments,

    #[command(flatten)]
    encoding: EncodingArguments,

    /// Time limit of the solver, in seconds or as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = seconds)]
    time_limit: Option<Duration>,

    /// Form in which the grid is printed
    #[arg(long, alias = "format", value_name = "FORM", default_value = "plain")]
    to: Format,

    /// Print one JSON object (docs/JSON.md)
    #[arg(long, conflicts_with = "to")]
    json: bool,

    #[command(flatten)]
    quiet: Quiet,
}

const NOTES: &str = "\
Exit codes: 0 a checked grid, or `no solution`; 1 the answer is refused, or the solver failed; \
2 bad usage or bad input, or there is no such program; 3 the solver gave up or ran out of time.

`no solution` is confirmed as in `solve`: a second search, for exact covers, is made. If it \
finds a solution, the answer is refused; if it finds no answer soon, standard error says \
\"not verified\".

Examples:
  sudosat pipe puzzles/lecture-9x9.txt -- kissat -q
  sudosat pipe -e extended puzzle.txt -- minisat
  sudosat pipe puzzle.txt -- my-solver --input {cnf} --model {out}
  sudosat pipe puzzle.txt -- python3 my_solver.py";

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let interrupt = on_ctrl_c();
    or_interrupted(ask(&arguments, context, &interrupt), &interrupt)
}

/// Asks the solver, and judges its answer.
fn ask(arguments: &Arguments, context: Context, interrupt: &Interrupt) -> anyhow::Result<Exit> {
    let solver = External::by_words(&arguments.command)?;
    solver.find()?;
    let entry = puzzles::single(&arguments.puzzle, &arguments.reading, context, interrupt)?;
    let name = display(&entry.name).into_owned();
    let encoding = arguments.encoding.for_rules(entry.puzzle.rules())?;
    let layout = Layout::default();
    let formula_size = size(&entry.puzzle, &encoding, layout);
    formula_size.fits().with_context(|| name.clone())?;
    // One copy to ask about, one to check against.
    if formula_size.memory().saturating_mul(2) > memory::total() {
        bail!(
            "{name}: the formula has {} and does not fit into memory; write it with \
             `encode` and run the solver on the file",
            counted(formula_size.clauses, "clause")
        );
    }
    if !arguments.quiet.is_set() {
        encode::warn(&entry.puzzle, &name, &encoding, layout, &mut false);
    }

    let formula = cnf(&entry.puzzle, &encoding);
    let budget = limits::budget(arguments.time_limit, interrupt);
    let start = Instant::now();
    let answer = solver.ask(&formula, &budget);
    let solver = SatEngine::name(&solver);
    if context.verbose > 0 {
        let seconds = start.elapsed().as_secs_f64();
        let (vars, clauses) = (formula_size.vars, formula_size.clauses);
        let (vars, clauses) = (counted(vars, "variable"), counted(clauses, "clause"));
        report::note(&format!(
            "{name}: {solver}: {vars}, {clauses}: {seconds:.3} s"
        ));
    }
    let form = Form::of(arguments.to, arguments.json);
    match answer {
        Ok(Ok(answer)) => {
            let question = Question {
                puzzle: Some(entry.puzzle),
                tokens: Some(entry.tokens),
                formula: Some(formula),
                quiet: arguments.quiet,
                ..Question::default()
            };
            let asked = format!("{name}: {solver}");
            question.judge(&asked, answer, form, &budget)
        }
        Ok(Err(stop)) => {
            report::note(&format!("{name}: {solver}: stopped: {stop}"));
            form.print_reason("unknown", &stop.to_string())?;
            Ok(Exit::GaveUp)
        }
        Err(error) if error.is_permanent() => Err(error.into()),
        Err(error) => {
            report::note(&format!("{name}: {error}"));
            form.print_reason("failed", &error.to_string())?;
            Ok(Exit::No)
        }
    }
}
