//! `explain --html`: one puzzle or problem as a page.

use super::super::Context;
use super::super::exit::Exit;
use super::super::puzzles::PuzzleArguments;
use super::super::report;
use super::{Arguments, cover_engine, read_cover, read_formula, whole};
use anyhow::Context as _;
use std::path::Path;
use sudosat::encode::Encoding;
use sudosat::io::{OutputError, Overwrite, Target};
use sudosat::sudoku::Puzzle;
use sudosat::teach::page::{Lesson, MAX_ORDER, MOST};

/// Writes the page to `file`.
pub fn write(file: &Path, arguments: &Arguments, context: Context) -> anyhow::Result<Exit> {
    let window = whole(arguments.conflicts.or(arguments.steps))?;
    let lesson = match &arguments.puzzles {
        Some(puzzles) => {
            let Some(puzzle) = only(puzzles, context)? else {
                return Ok(Exit::BadInput);
            };
            let n = puzzle.order().n();
            anyhow::ensure!(
                n <= MAX_ORDER,
                "a page shows puzzles up to n = {MAX_ORDER}, found n = {n}"
            );
            let encoding = arguments.encoding.or(Encoding::LECTURE);
            let opens = arguments.engine.map(|engine| engine.story());
            Lesson::of_puzzle(&puzzle, &encoding, opens, window)?
        }
        None if arguments.cnf.is_some() => {
            let formula = read_formula(arguments)?.context("expected --cnf FILE")?;
            let found = formula.num_vars();
            anyhow::ensure!(
                found <= MOST,
                "a page shows formulas up to {MOST} variables, found {found}"
            );
            Lesson::of_formula(&formula, window)?
        }
        None => {
            let engine = cover_engine(arguments)?;
            let (problem, labels) = read_cover(arguments)?;
            Lesson::of_problem(&problem, &labels, engine, window)?
        }
    };
    let overwrite = match arguments.force {
        true => Overwrite::Always,
        false => Overwrite::Never,
    };
    let explained = |error| match error {
        OutputError::Exists { .. } => anyhow::anyhow!("{error}; --force replaces it"),
        other => other.into(),
    };
    let mut target = Target::create(file, overwrite).map_err(explained)?;
    lesson.write(&mut target, arguments.live)?;
    target.commit().map_err(explained)?;
    Ok(Exit::Done)
}

/// The puzzle, if there is exactly one; an error in it is told here.
fn only(puzzles: &PuzzleArguments, context: Context) -> anyhow::Result<Option<Puzzle>> {
    let mut found = None;
    for entry in puzzles.entries(context, &Default::default()) {
        match entry {
            Ok(entry) if found.is_none() => found = Some(entry.puzzle),
            Ok(entry) => anyhow::bail!(
                "a page shows one puzzle, found another at {}; FILE:LINE names one",
                entry.name
            ),
            Err(error) => {
                report::input(&error);
                return Ok(None);
            }
        }
    }
    anyhow::ensure!(found.is_some(), "a page shows one puzzle, found none");
    Ok(found)
}
