//! Hints as JSON.

use super::{Ends, Hints, Known, Step, Stuck, words};
use crate::check::Premise;
use crate::sudoku::{Candidate, Cell, Digit, Puzzle};
use itertools::Itertools as _;
use serde::Serialize;

/// The hints of a puzzle.
#[derive(Serialize)]
struct Whole {
    size: usize,
    clues: usize,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    gave_up: Option<String>,
    /// Set if the puzzle has exactly one solution.
    unique: bool,
    solutions: &'static str,
    steps: Vec<OneStep>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stuck: Option<NextCell>,
    grid: Puzzle,
}

/// The cell to go on with where no technique applies.
#[derive(Serialize)]
struct NextCell {
    cell: Cell,
    digits: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digit: Option<usize>,
    words: String,
}

/// A step.
#[derive(Serialize)]
struct OneStep {
    technique: &'static str,
    cost: u32,
    assumes_unique: bool,
    words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    placement: Option<Candidate>,
    eliminations: Vec<Candidate>,
    cells: Vec<Cell>,
    houses: Vec<String>,
}

impl Hints {
    /// Returns the hints of `puzzle` as an object with the fields of `sudosat hint --json`,
    /// which docs/JSON.md describes, except for `puzzle`.
    pub fn to_json(&self, puzzle: &Puzzle) -> impl Serialize + use<> {
        Whole {
            size: puzzle.size().side(),
            clues: puzzle.num_clues(),
            state: match self.end {
                Ends::Open => "open",
                Ends::Solved => "solved",
                Ends::Impossible => "no solution",
                Ends::Stuck => "needs search",
                Ends::Stopped(_) => "stopped",
            },
            gave_up: match self.end {
                Ends::Stopped(stop) => Some(stop.to_string()),
                _ => None,
            },
            unique: matches!(self.known, Known::One(_)),
            solutions: match self.known {
                Known::None(_) => "none",
                Known::One(_) => "one",
                Known::Several => "several",
                Known::Undecided => "unknown",
            },
            steps: self
                .steps
                .iter()
                .map(|(_, step)| one(step, puzzle))
                .collect(),
            stuck: self.stuck(puzzle).map(NextCell::from),
            grid: self.after.to_puzzle(puzzle),
        }
    }
}

impl From<Stuck> for NextCell {
    fn from(stuck: Stuck) -> NextCell {
        NextCell {
            cell: stuck.cell,
            digits: stuck.digits.into_iter().map(Digit::value).collect(),
            digit: stuck.digit.map(Digit::value),
            words: stuck.words,
        }
    }
}

fn one(step: &Step, puzzle: &Puzzle) -> OneStep {
    let deduction = &step.deduction;
    let houses = deduction
        .premises
        .iter()
        .filter_map(|premise| match premise {
            Premise::House(house) | Premise::Sum(house) => Some(house.to_string()),
            _ => None,
        });
    OneStep {
        technique: step.technique.name,
        cost: step.technique.cost,
        assumes_unique: step.technique.assumes_unique,
        words: words(step, puzzle.rules(), puzzle.symbols()),
        placement: deduction.placement,
        eliminations: deduction.eliminations.clone(),
        cells: deduction.cells.clone(),
        houses: houses.unique().collect(),
    }
}
