//! `--json`: an object for each puzzle, described in docs/JSON.md.

use super::{Ends, Hints, Known};
use crate::cli::out::Stdout;
use itertools::Itertools as _;
use serde::Serialize;
use std::io::Write;
use sudosat::check::Premise;
use sudosat::reason::hint::{self, Step};
use sudosat::sudoku::text::Entry;
use sudosat::sudoku::{Candidate, Cell, Puzzle};

/// A puzzle with its steps.
#[derive(Serialize)]
struct Whole<'a> {
    puzzle: &'a str,
    size: usize,
    clues: usize,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    gave_up: Option<String>,
    /// Set if the puzzle has exactly one solution.
    unique: bool,
    solutions: &'static str,
    steps: Vec<OneStep>,
    grid: Puzzle,
}

/// A step. Rows, columns and digits count from 1.
#[derive(Serialize)]
struct OneStep {
    technique: &'static str,
    cost: u32,
    assumes_unique: bool,
    words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    placement: Option<[usize; 3]>,
    eliminations: Vec<[usize; 3]>,
    cells: Vec<[usize; 2]>,
    houses: Vec<String>,
}

/// Writes the object of a puzzle.
pub(super) fn write(
    out: &mut Stdout,
    entry: &Entry,
    known: &Known,
    hints: &Hints,
) -> anyhow::Result<()> {
    let puzzle = &entry.puzzle;
    let whole = Whole {
        puzzle: &entry.name,
        size: puzzle.size().side(),
        clues: puzzle.num_clues(),
        state: match hints.end {
            Ends::Open => "open",
            Ends::Solved => "solved",
            Ends::Impossible => "no solution",
            Ends::Stuck => "needs search",
            Ends::Stopped(_) => "stopped",
        },
        gave_up: match hints.end {
            Ends::Stopped(stop) => Some(stop.to_string()),
            _ => None,
        },
        unique: matches!(known, Known::One(_)),
        solutions: match known {
            Known::None(_) => "none",
            Known::One(_) => "one",
            Known::Several => "several",
            Known::Undecided => "unknown",
        },
        steps: hints
            .steps
            .iter()
            .map(|(_, step)| one(step, puzzle))
            .collect(),
        grid: hints.after.to_puzzle(puzzle),
    };
    writeln!(out, "{}", serde_json::to_string(&whole)?)?;
    Ok(())
}

fn one(step: &Step, puzzle: &Puzzle) -> OneStep {
    let deduction = &step.deduction;
    let place = |cell: Cell| [cell.row() + 1, cell.col() + 1];
    let triple = |candidate: Candidate| {
        let [row, col] = place(candidate.cell);
        [row, col, candidate.digit.value()]
    };
    let houses = deduction
        .premises
        .iter()
        .filter_map(|premise| match premise {
            Premise::House(house) => Some(house.to_string()),
            _ => None,
        });
    OneStep {
        technique: step.technique.name,
        cost: step.technique.cost,
        assumes_unique: step.technique.assumes_unique,
        words: hint::words(step, puzzle.rules(), puzzle.symbols()),
        placement: deduction.placement.map(triple),
        eliminations: deduction.eliminations.iter().copied().map(triple).collect(),
        cells: deduction.cells.iter().copied().map(place).collect(),
        houses: houses.unique().collect(),
    }
}
