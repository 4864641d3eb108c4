//! `--html`: the steps of an answer as a page.

use super::{Arguments, exit_of, report_no_answer, text};
use crate::cli::context::Context;
use crate::cli::exit::Exit;
use crate::cli::interrupt::on_ctrl_c;
use crate::cli::overrun::Watch;
use crate::cli::puzzles::{PuzzleArguments, input_of};
use crate::cli::{limits, out, report};
use anyhow::bail;
use std::path::Path;
use sudosat::io::display;
use sudosat::reason::why::{self, Why};
use sudosat::reason::{Explanation, Statements};
use sudosat::teach::page::Lesson;
use sudosat::teach::solving;

/// Writes the page to `file`.
pub(super) fn write(file: &Path, arguments: &Arguments, context: Context) -> anyhow::Result<Exit> {
    let interrupt = on_ctrl_c();
    let puzzles = PuzzleArguments::one(arguments.puzzle.clone(), &arguments.reading);
    let Some(entry) = puzzles.shown_on_page(context, &interrupt)? else {
        return Ok(Exit::BadInput);
    };
    let (puzzle, name) = (&entry.puzzle, display(&entry.name));
    let question = match arguments.question(&entry) {
        Ok(question) => question,
        Err(error) => {
            report::input(&error);
            return Ok(Exit::BadInput);
        }
    };
    // A file that is not to be replaced is refused before the search.
    let mut target = out::create(file, arguments.force, &[input_of(&entry)])?;
    let _watch = Watch::of(arguments.time_limit);
    let budget = limits::budget(arguments.time_limit, &interrupt);
    let answer = match why::why(puzzle, question, arguments.options(), &budget) {
        Ok(answer) => answer,
        Err(error) => return Ok(report_no_answer(&name, &error)),
    };
    let run = solving::why(&Statements::new(puzzle), explanation(&answer, &name)?);
    let run = run
        .map_err(|fault| anyhow::anyhow!("internal fault: {name}: a step was refused: {fault}"))?;
    Lesson::of_steps(puzzle, run).write(&mut target, false, "")?;
    target.commit().map_err(out::explained)?;
    if let Some(remark) = text::not_smallest(&answer).filter(|_| arguments.smallest) {
        report::note(&format!("{name}: {remark}"));
    }
    Ok(exit_of(&answer))
}

/// Returns the explanation of an answer that has steps.
fn explanation<'a>(answer: &'a Why, name: &str) -> anyhow::Result<&'a Explanation> {
    let without = "without --html, `why` tells what is open";
    Ok(match answer {
        Why::NoSolution(answer) => &answer.explanation,
        Why::Cell { explanation, .. } | Why::RuledOut { explanation, .. } => explanation,
        Why::OneSolution(_) => bail!(
            "{name}: exactly one solution: name a cell after the puzzle, as in `sudosat why PUZZLE \
             r1c1 --html FILE`"
        ),
        Why::Open(open) => bail!(
            "{name}: several solutions, and {} is not decided, so there are no steps; {without}",
            open.cell
        ),
        Why::Several(_) => {
            bail!("{name}: several solutions, so there are no steps to one; {without}")
        }
    })
}
