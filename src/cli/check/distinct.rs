//! `check --distinct`: which puzzles are the same up to symmetry.

use crate::cli::distinct::{Distinct, canonical_form};
use crate::cli::exit::Exit;
use crate::cli::headings::Headings;
use crate::cli::one_by_one::{InPlace, OneByOne};
use crate::cli::out;
use std::io::Write;
use sudosat::budget::Interrupt;
use sudosat::io::{InputError, counted, display};
use sudosat::sudoku::print;
use sudosat::sudoku::text::Entry;

/// Options about engines, which do not apply to the comparison of puzzles.
pub(super) const ENGINES: [&str; 11] = [
    "engines",
    "keep",
    "seed",
    "stats",
    "all_rows",
    "csv",
    "report",
    "resume",
    "jobs",
    "time_limit",
    "student",
];

/// A puzzle's JSON object.
#[derive(serde::Serialize)]
struct Line<'a> {
    puzzle: &'a str,
    /// The first puzzle that is the same, `None` if there is none before this one.
    same_as: Option<&'a str>,
    canonical: &'a str,
}

/// The last JSON object.
#[derive(serde::Serialize)]
struct Last {
    summary: Summary,
}

#[derive(serde::Serialize)]
struct Summary {
    puzzles: u64,
    distinct: u64,
    bad_inputs: u64,
    interrupted: bool,
}

/// Compares the puzzles by their canonical forms. The exit code is 1 if two of them are
/// the same.
pub(super) fn run(
    entries: impl Iterator<Item = Result<Entry, InputError>>,
    json: bool,
    interrupt: &Interrupt,
) -> anyhow::Result<Exit> {
    let mut out = out::stdout();
    let mut distinct = Distinct::new()?;
    let mut puzzles =
        OneByOne::new(entries, interrupt, Headings::none()).with(InPlace::of(json, None));
    while let Some(entry) = puzzles.next(&mut out)? {
        let form = match canonical_form(&entry) {
            Ok(form) => form,
            Err(error) => {
                puzzles.refuse(&mut out, &error)?;
                continue;
            }
        };
        let same_as = distinct.add(&form, &entry.name)?;
        if json {
            let line = Line {
                puzzle: &entry.name,
                same_as: same_as.as_deref(),
                canonical: &print::line(&form).to_string(),
            };
            crate::cli::json::line(&mut out, &line)?;
        } else if let Some(first) = &same_as {
            writeln!(
                out,
                "{}: the same as {}",
                display(&entry.name),
                display(first)
            )?;
        }
    }
    let inputs = puzzles.inputs();
    let summary = Summary {
        puzzles: inputs.read(),
        distinct: distinct.len(),
        bad_inputs: inputs.refused(),
        interrupted: interrupt.is_raised(),
    };
    let exits = [
        (summary.distinct < summary.puzzles, Exit::No),
        (inputs.has_errors(), Exit::BadInput),
        (summary.interrupted, Exit::GaveUp),
    ];
    match json {
        true => crate::cli::json::line(&mut out, &Last { summary })?,
        false => writeln!(out, "{}", summary.in_words())?,
    }
    out.flush()?;
    inputs.finish();
    let exit = exits.into_iter().find(|(applies, _)| *applies);
    Ok(exit.map_or(Exit::Done, |(_, exit)| exit))
}

impl Summary {
    fn in_words(&self) -> String {
        let puzzles = counted(self.puzzles, "puzzle");
        let early = match self.interrupted {
            true => " before the interrupt",
            false => "",
        };
        format!(
            "{puzzles}{early}: {} different up to symmetry",
            self.distinct
        )
    }
}
