//! `explain --html`: one puzzle or problem as a page.

use super::super::exit::Exit;
use super::super::hint;
use super::super::out;
use super::super::puzzles::input_of;
use super::{Arguments, cover_engine, read_cover, read_formula, whole};
use crate::cli::context::Context;
use anyhow::Context as _;
use std::path::Path;
use sudosat::budget::Interrupt;
use sudosat::teach::page::{Lesson, MOST, check_showable};

/// Writes the page to `file`.
pub(super) fn write(
    file: &Path,
    arguments: &Arguments,
    context: Context,
    interrupt: &Interrupt,
) -> anyhow::Result<Exit> {
    let window = whole(arguments.conflicts.or(arguments.steps))?;
    let opens = arguments.engine;
    let (lesson, input) = match (arguments.cnf.is_some(), arguments.is_cover()) {
        (false, false) => {
            let Some(entry) = arguments.puzzles.shown_on_page(context, interrupt)? else {
                return Ok(Exit::BadInput);
            };
            let encoding = arguments.encoding.for_rules(entry.puzzle.rules())?;
            check_showable(&entry.puzzle, &encoding, false).map_err(|reason| {
                anyhow::anyhow!("{reason}; `explain` without --html tells the same in text")
            })?;
            if arguments.live {
                check_showable(&entry.puzzle, &encoding, true)
                    .map_err(|reason| anyhow::anyhow!("with --live, {reason}; leave --live out"))?;
            }
            let mut lesson = Lesson::of_puzzle(&entry.puzzle, &encoding, opens, window)?;
            if let Some(steps) = hint::page::steps_of(&entry)? {
                lesson = lesson.with_steps(steps);
            }
            (lesson, input_of(&entry).to_owned())
        }
        (true, _) => {
            let formula = read_formula(arguments, interrupt)?.context("expected --cnf FILE")?;
            let found = formula.num_vars();
            anyhow::ensure!(
                found <= MOST,
                "a page shows formulas up to {MOST} variables, found {found}"
            );
            let input = arguments.cnf.clone().unwrap_or_default();
            (Lesson::of_formula(&formula, opens, window)?, input)
        }
        (false, true) => {
            let engine = cover_engine(arguments)?;
            let (problem, labels) = read_cover(arguments, interrupt)?;
            let lesson = Lesson::of_problem(&problem, &labels, engine, window)?;
            (lesson, arguments.cover.clone().unwrap_or_default())
        }
    };
    let mut target = out::create(file, arguments.force, &[input])?;
    lesson.write(&mut target, arguments.live, "")?;
    target.commit().map_err(out::explained)?;
    Ok(Exit::Done)
}
