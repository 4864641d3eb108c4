//! `check --student`, `check --student-answer`: a student's formula or answer
//! held against the reduction.

mod answer;
mod formula;

pub(crate) use answer::answer_of_grid;

use super::super::content::{self, Content, Opened};
use super::super::encoding::EncodingArguments;
use super::super::exit::Exit;
use super::super::out;
use super::super::puzzles;
use anyhow::bail;
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use sudosat::budget::{Budget, Interrupt};
use sudosat::encode::{Encoding, Numbering};
use sudosat::io::{InputError, Source, display};
use sudosat::sudoku::Puzzle;
use sudosat::sudoku::text::Entry;

/// Options that check a student's work instead of engines.
#[derive(clap::Args)]
pub(crate) struct StudentArguments {
    /// Compare a student's formula for PUZZLE with the reduction (`-e lecture` by
    /// default): clauses by family, the first missing or wrong one in words, and
    /// whether it has the same solutions. The variables may also be numbered 111
    /// to 999
    #[arg(long, value_name = "FILE.cnf", conflicts_with_all = ENGINES)]
    student: Option<String>,

    /// Check a student's answer (a SAT solver's output) against the rules of PUZZLE,
    /// and name a rule that it breaks
    #[arg(long, value_name = "FILE", conflicts_with_all = ENGINES, conflicts_with = "student")]
    student_answer: Option<String>,
}

/// Options about engines, which do not apply to students' work.
const ENGINES: [&str; 5] = ["engines", "jobs", "keep", "seed", "stats"];

impl StudentArguments {
    /// Returns `true` if a student's work is to be checked.
    pub(crate) fn is_given(&self) -> bool {
        self.student.is_some() || self.student_answer.is_some()
    }

    /// Returns the error of arguments in the wrong order: the student's file holds a
    /// puzzle, and the one that `error` is about does not.
    fn swapped(&self, error: &InputError) -> Option<InputError> {
        let (option, file) = match (&self.student, &self.student_answer) {
            (Some(file), _) => ("--student", file),
            (None, file) => ("--student-answer", file.as_ref()?),
        };
        if !Path::new(file).is_file() || !Path::new(&error.name).is_file() {
            return None;
        }
        let Opened { prefix, .. } = content::peek(Source::open(file).ok()?).ok()?;
        (Content::of(&prefix) == Some(Content::Puzzle)).then(|| {
            let (name, puzzle) = (display(&error.name), display(file));
            let message = format!(
                "this is no Sudoku, but {puzzle} is one: `sudosat check {option} {name} {puzzle}`"
            );
            InputError::whole(error.name.clone(), message)
        })
    }

    /// Checks it; the puzzle is the only one of its entries.
    pub(crate) fn run(
        &self,
        entries: impl Iterator<Item = Result<Entry, InputError>>,
        encoding: &EncodingArguments,
        time_limit: Duration,
        as_json: bool,
        interrupt: &Interrupt,
    ) -> anyhow::Result<Exit> {
        let entries =
            entries.map(|entry| entry.map_err(|error| self.swapped(&error).unwrap_or(error)));
        let entry = puzzles::only(entries)?;
        let encoding = encoding.for_rules(entry.puzzle.rules())?;
        if Encoding::by_name(encoding.name) != Some(encoding) {
            bail!("formulas are compared with at-most-ones said pairwise");
        }
        let task = Task {
            as_json,
            puzzle: entry.puzzle,
            name: entry.name,
            encoding,
            budget: Budget::unlimited()
                .with_time(time_limit)
                .with_interrupt(interrupt.clone()),
            interrupt,
        };
        let mut out = out::stdout();
        let exit = match (&self.student, &self.student_answer) {
            (Some(file), _) => task.formula(file, &mut out)?,
            (None, Some(file)) => task.answer(file, &mut out)?,
            (None, None) => bail!("no student's work is named"),
        };
        out.flush()?;
        Ok(exit)
    }
}

/// The puzzle that a student worked on.
pub(crate) struct Task<'a> {
    pub as_json: bool,
    pub puzzle: Puzzle,
    pub name: String,
    pub encoding: Encoding,
    pub budget: Budget,
    pub interrupt: &'a Interrupt,
}

fn numbered(numbering: Numbering) -> &'static str {
    match numbering {
        Numbering::Consecutive => "without gaps",
        Numbering::Rcv => "by row, column, value",
    }
}
