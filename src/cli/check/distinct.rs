//! `check --distinct`: which puzzles are the same up to symmetry.

use crate::cli::distinct::Distinct;
use crate::cli::exit::Exit;
use crate::cli::inputs::Inputs;
use crate::cli::out;
use std::io::Write;
use sudosat::budget::Interrupt;
use sudosat::io::{InputError, counted, display};
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
    let mut inputs = Inputs::default();
    let mut distinct = Distinct::default();
    let (mut puzzles, mut bad_inputs) = (0, 0);
    for entry in entries {
        if interrupt.is_raised() {
            break;
        }
        let compared = entry.and_then(|entry| {
            let compared = distinct.add(&entry)?;
            Ok((entry, compared))
        });
        let (entry, compared) = match compared {
            Ok(compared) => compared,
            Err(error) => {
                out.flush()?;
                inputs.add_error(&error);
                bad_inputs += 1;
                continue;
            }
        };
        inputs.add_puzzle();
        puzzles += 1;
        if json {
            let line = Line {
                puzzle: &entry.name,
                same_as: compared.same_as.as_deref(),
                canonical: &compared.canonical,
            };
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
        } else if let Some(first) = &compared.same_as {
            writeln!(
                out,
                "{}: the same as {}",
                display(&entry.name),
                display(first)
            )?;
        }
    }
    let summary = Summary {
        puzzles,
        distinct: distinct.len() as u64,
        bad_inputs,
        interrupted: interrupt.is_raised(),
    };
    let has_doubles = summary.distinct < puzzles;
    match json {
        true => writeln!(out, "{}", serde_json::to_string(&Last { summary })?)?,
        false => writeln!(
            out,
            "{}{}: {} different up to symmetry",
            counted(puzzles, "puzzle"),
            if summary.interrupted {
                " before the interrupt"
            } else {
                ""
            },
            summary.distinct
        )?,
    }
    out.flush()?;
    inputs.finish();
    Ok(if has_doubles {
        Exit::No
    } else if inputs.has_errors() {
        Exit::BadInput
    } else if interrupt.is_raised() {
        Exit::GaveUp
    } else {
        Exit::Done
    })
}
