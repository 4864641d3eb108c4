//! `sudosat decode`: a SAT solver's output back to a grid.

mod formula;
mod inputs;
mod question;
mod read;

pub(super) use question::{Form, Question};

use super::content::{self, Content, Hints, Opened};
use super::context::Context;
use super::encoding::numberings;
use super::exit::Exit;
use super::format::Format;
use super::interrupt::{on_ctrl_c, or_interrupted};
use super::puzzles::{self, ReadingArguments};
use super::quiet::Quiet;
use anyhow::bail;
use inputs::{Asked, Input, Inputs};
use sudosat::budget::{Budget, Interrupt};
use sudosat::encode::Numbering;
use sudosat::formula::answer;
use sudosat::io::{InputError, display};
use sudosat::sudoku::Size;

/// Read a SAT solver's answer back as a checked grid
///
/// OUTPUT is what a solver printed for a formula of `encode`, or its result file:
/// a file or `-`. FORMULA is the file that `encode` wrote; the puzzle is in its
/// comments, and the answer is checked against its clauses. With PUZZLE
/// the grid is checked against the puzzle's clues instead, and without either
/// against the rules alone.
///
/// OUTPUT may hold `s SATISFIABLE` and `v` lines, a result file of minisat or
/// glucose, z3's `sat` and model, the object of `sudosat sat --json`, or a list of literals
/// such as that of PySAT.
#[derive(clap::Args)]
#[command(
    override_usage = "sudosat decode [OPTIONS] [PUZZLE|FORMULA] [OUTPUT]",
    after_long_help = NOTES
)]
pub(super) struct Arguments {
    /// The puzzle (a file, `FILE:LINE`, `-`, or the puzzle itself) or the formula
    /// (a file), if given, and the solver's output: a file or `-`, or standard input if it is not named
    #[arg(value_names = ["PUZZLE", "OUTPUT"], num_args = 1..=2, required = true)]
    inputs: Vec<String>,

    #[command(flatten)]
    reading: ReadingArguments,

    /// The order n of the n²×n² grid, if no PUZZLE or FORMULA is given
    #[arg(long, value_name = "N", value_parser = order)]
    order: Option<Size>,

    /// The numbering of the variables that `encode` used [default: that of FORMULA,
    /// else `consecutive`]
    #[arg(long, value_name = "NAME", value_parser = numberings())]
    numbering: Option<Numbering>,

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
Exit codes: 0 a checked grid, or `no solution`; 1 the answer is refused: it holds no model, or \
the model is no solution, and a message names the rule that it breaks, or there is a solution \
although the solver says that there is none; 2 bad usage or bad input; 3 the solver gave up.

`no solution` is confirmed as in `solve`: with PUZZLE or FORMULA a second search, for exact \
covers, is made. Where it finds no answer soon, or without both, standard error says \
\"not verified\"; `sudosat verify` checks a proof.

Variables without a value: with FORMULA, unit propagation adds the values that follow from \
the others, and a note gives their number. Without it they count as false.

Without PUZZLE, FORMULA and --order, n is the largest order for which the model is a correct \
grid, among those whose formulas can have that many variables.

Example:
  sudosat encode puzzles/lecture-9x9.txt -o puzzle.cnf
  minisat puzzle.cnf puzzle.out
  sudosat decode puzzle.cnf puzzle.out";

fn order(text: &str) -> Result<Size, String> {
    let n = text.parse().ok().and_then(Size::of_order);
    n.ok_or_else(|| format!("expected a number from 1 to {}", Size::MAX_ORDER))
}

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let interrupt = on_ctrl_c();
    or_interrupted(decode(&arguments, context, &interrupt), &interrupt)
}

/// Reads the answer, and judges it.
fn decode(arguments: &Arguments, context: Context, interrupt: &Interrupt) -> anyhow::Result<Exit> {
    let quiet = arguments.quiet;
    let Inputs { question, output } = inputs::sort(&arguments.inputs, quiet, interrupt)?;
    let question = arguments.question(question, context, interrupt)?;
    let file = output.name;
    let name = match file {
        "-" => "standard input".to_owned(),
        file => display(file).into_owned(),
    };
    let Opened { prefix, input } = output.open(interrupt)?;
    if prefix.is_empty() {
        let message = "the solver's output is empty: was it stopped?";
        return Err(InputError::whole(file, message).into());
    }
    let answer = answer::read(input, file, question.num_vars()).map_err(|error| {
        match Content::of(&prefix) {
            // A model that contradicts itself may look like a proof.
            Some(Content::Proof) => error,
            _ => content::explained(error, &prefix, Content::Answer, Hints::Usual),
        }
    })?;
    let budget = Budget::unlimited().with_interrupt(interrupt.clone());
    question.judge(
        &name,
        answer,
        Form::of(arguments.to, arguments.json),
        &budget,
    )
}

impl Arguments {
    /// Returns what the solver was asked.
    fn question(
        &self,
        asked: Option<Asked<'_>>,
        context: Context,
        interrupt: &Interrupt,
    ) -> anyhow::Result<Question> {
        let numbering = self.numbering;
        if !matches!(asked, Some(Asked::Puzzle(_))) && self.reading.is_any_given() {
            let why = match asked {
                Some(_) => "the formula has its own",
                None => "name one",
            };
            bail!("--rules, --symbols and --ignore-unknown-rules are for a PUZZLE: {why}");
        }
        let question = match asked {
            None => Question {
                size: self.order,
                numbering: numbering.unwrap_or_default(),
                ..Question::default()
            },
            Some(Asked::Puzzle(Input { name, opened, .. })) => {
                let entry = match opened {
                    Some(opened) => puzzles::single_of(name, opened, &self.reading, context)?,
                    None => puzzles::single(name, &self.reading, context, interrupt)?,
                };
                Question {
                    puzzle: Some(entry.puzzle),
                    tokens: Some(entry.tokens),
                    numbering: numbering.unwrap_or_default(),
                    ..Question::default()
                }
            }
            Some(Asked::Formula(formula)) => {
                let name = formula.name;
                formula::question(name, formula.open(interrupt)?.input, self.quiet)?
            }
        };
        let question = Question {
            quiet: self.quiet,
            ..question
        };
        if let (Some(puzzle), Some(size)) = (&question.puzzle, self.order)
            && puzzle.size() != size
        {
            bail!("the puzzle is {}, and --order says {size}", puzzle.size());
        }
        if let Some(numbering) = numbering
            && numbering != question.numbering
        {
            let (found, asked) = (question.numbering.name(), numbering.name());
            bail!("the formula's variables are numbered `{found}`, not `{asked}`");
        }
        Ok(question)
    }
}
