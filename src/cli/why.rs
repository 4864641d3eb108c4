//! `sudosat why`: why a puzzle has no solution, which clue is wrong, why a cell has
//! its digit, and what is open.

mod blanks;
mod json;
mod question;
mod text;
mod words;

use super::Context;
use super::exit::Exit;
use super::inputs::Inputs;
use super::interrupt::on_ctrl_c;
use super::limits;
use super::out;
use super::puzzles::{PuzzleArguments, ReadingArguments};
use super::quiet::Quiet;
use super::report;
use question::Asked;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;
use sudosat::budget::{Budget, Interrupt};
use sudosat::io::{InputError, display};
use sudosat::reason::why::{self, Blamed, NoAnswer, Options, Why};
use sudosat::reason::{Explanation, Statements};
use words::Words;

/// Explain why a puzzle has no solution, which clue is wrong, or why a cell has its digit
///
/// For a puzzle without solution: a set of clues and rules that contradict each other,
/// none of which can be left out, with the steps that show it; the changes that leave
/// one solution, such as corrections of typing mistakes; and the smallest sets of clues
/// that have to be removed, or the digits that the pencil marks lack.
///
/// For a cell: the clues and rules that force its digit, or rule the given digit out.
///
/// For a puzzle with several solutions: the cells that differ, and clues to add that
/// leave one solution.
///
/// Everything is checked before it is printed. A second solver, each of whose steps is
/// checked, confirms that the set is contradictory. For each clue and rule of the set,
/// a grid that obeys all others shows that it is needed. Solutions are checked against
/// the rules.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A puzzle: a file, `-` for standard input, a folder, `FILE:LINE` for the
    /// puzzle that begins on this line, or the puzzle itself as one argument;
    /// standard input if nothing is named
    #[arg(value_name = "PUZZLE", default_value = "-", hide_default_value = true,
          value_hint = clap::ValueHint::AnyPath)]
    puzzle: String,

    /// The cell to explain, as r3c5 or 3,5; with a digit, as r3c5=7 or r3c5!=7, why the
    /// cell is this digit, or is not
    #[arg(value_name = "CELL[=DIGIT]", value_parser = question::read)]
    cell: Option<Asked>,

    #[command(flatten)]
    reading: ReadingArguments,

    /// Search for a set with the fewest clues and rules, instead of one with few steps;
    /// this may take long; if it is interrupted, the best set found so far is printed with
    /// a note (exit code 3)
    #[arg(long)]
    smallest: bool,

    /// Largest number of sets of clues, and of changes, to list
    #[arg(long, value_name = "N", value_parser = limits::at_least_one, default_value = "10")]
    limit: NonZeroUsize,

    /// Time limit for each puzzle, in seconds or as 500ms, 10s, 2m, 1h; what was found
    /// until then is printed
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = limits::seconds)]
    time_limit: Option<Duration>,

    /// Print one JSON object for each puzzle (docs/JSON.md)
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    quiet: Quiet,
}

impl Arguments {
    /// Returns the limits on the work for a puzzle, from now on.
    fn budget(&self, interrupt: &Interrupt) -> Budget {
        let budget = Budget::unlimited().with_interrupt(interrupt.clone());
        match self.time_limit {
            Some(limit) => budget.with_time(limit),
            None => budget,
        }
    }
}

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    if arguments.cell.is_none()
        && !Path::new(&arguments.puzzle).exists()
        && question::read(&arguments.puzzle).is_ok()
    {
        let cell = &arguments.puzzle;
        anyhow::bail!("{cell} is a cell; name the puzzle before it, `-` for standard input");
    }
    let interrupt = on_ctrl_c();
    let mut out = out::stdout();
    let mut inputs = Inputs::default();
    let (mut is_first, mut is_wrong, mut gave_up) = (true, false, false);
    let puzzles = PuzzleArguments::one(arguments.puzzle.clone(), &arguments.reading);
    for entry in puzzles.entries(context, &interrupt) {
        if interrupt.is_raised() {
            gave_up = true;
            break;
        }
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                out.flush()?;
                inputs.add_error(&error);
                let budget = arguments.budget(&interrupt);
                let options = arguments.reading.options()?;
                if let Some(place) = blanks::suggestion(&arguments.puzzle, &options, &budget) {
                    report::note(&place);
                }
                continue;
            }
        };
        let puzzle = &entry.puzzle;
        let question = arguments.cell.as_ref().map(|asked| asked.about(puzzle));
        let question = match question.transpose() {
            Ok(question) => question,
            Err(message) => {
                out.flush()?;
                inputs.add_error(&InputError::whole(&entry.name, message));
                continue;
            }
        };
        inputs.add_puzzle();
        let budget = arguments.budget(&interrupt);
        let options = Options {
            smallest: arguments.smallest,
            limit: arguments.limit.get(),
        };
        let name = display(&entry.name);
        let statements = Statements::new(puzzle);
        let words = Words {
            statements: &statements,
        };
        // Clues that clash by themselves are named before any search.
        let clash = Explanation::of_clues(&puzzle.without_marks());
        let clash = clash.filter(|_| !arguments.json && !arguments.smallest);
        if let Some(clash) = &clash {
            write!(out, "{}", if is_first { "" } else { "\n" })?;
            is_first = false;
            text::clash(&mut out, &entry.name, &words, clash)?;
            out.flush()?;
        }
        let answer = match why::why(puzzle, question, options, &budget) {
            Ok(answer) => answer,
            Err(error) => {
                out.flush()?;
                let what = match error {
                    NoAnswer::Stopped(_) => {
                        gave_up = true;
                        "unknown"
                    }
                    _ => {
                        is_wrong = true;
                        "no answer"
                    }
                };
                report::note(&format!("{name}: {what}: {error}"));
                if arguments.json {
                    let object = serde_json::json!({
                        "puzzle": entry.name,
                        "answer": "unknown",
                        "gave_up": error.to_string(),
                    });
                    writeln!(out, "{object}")?;
                }
                continue;
            }
        };
        gave_up |= text::is_partial(&answer);
        if let Some(remark) = text::not_smallest(&answer).filter(|_| arguments.smallest) {
            out.flush()?;
            report::note(&format!("{name}: {remark}"));
        }
        if arguments.json {
            let mut object = serde_json::json!({ "puzzle": entry.name });
            let answer = json::answer(&words, &answer);
            if let (Some(object), serde_json::Value::Object(fields)) =
                (object.as_object_mut(), answer)
            {
                object.extend(fields);
            }
            writeln!(out, "{object}")?;
            continue;
        }
        // Rules that clash without any clue are another explanation.
        if let (Some(_), Why::NoSolution(answer)) = (&clash, &answer)
            && answer.blamed != Blamed::Rules
        {
            text::repairs(&mut out, &words, answer)?;
            continue;
        }
        if !is_first {
            writeln!(out)?;
        }
        is_first = false;
        text::write(&mut out, &entry.name, &words, question, &answer)?;
    }
    out.flush()?;
    inputs.finish();
    Ok(if is_wrong {
        Exit::No
    } else if inputs.has_errors() {
        Exit::BadInput
    } else if gave_up {
        Exit::GaveUp
    } else {
        Exit::Done
    })
}
