//! The output of `check --json`, as `docs/JSON.md` describes it.

use crate::cli::engines::AnswerJson;
use std::collections::BTreeMap;
use std::time::Duration;
use sudosat::batch::Tally;
use sudosat::engine::compare::Comparison;
use sudosat::sudoku::text::Entry;

/// A puzzle's line of `--json`.
#[derive(serde::Serialize)]
struct Line<'a> {
    puzzle: &'a str,
    /// n, for plain Sudoku.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<usize>,
    size: usize,
    clues: usize,
    solutions: u64,
    complete: bool,
    judgement: String,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
    engines: Vec<AnswerJson<'a>>,
}

/// A puzzle's line.
pub fn puzzle(entry: &Entry, comparison: &Comparison) -> serde_json::Result<String> {
    let known = comparison.known();
    serde_json::to_string(&Line {
        puzzle: &entry.name,
        order: entry.puzzle.rules().order(),
        size: entry.puzzle.size().side(),
        clues: entry.puzzle.num_clues(),
        solutions: known.solutions,
        complete: known.complete,
        judgement: comparison.judgement.to_string().to_lowercase(),
        notes: &comparison.notes,
        engines: comparison
            .answers
            .iter()
            .map(|answer| {
                let result = answer.result.as_ref().map(|(outcome, _)| outcome);
                AnswerJson::new(&answer.engine, result)
            })
            .collect(),
    })
}

/// The last line of `--json`.
#[derive(serde::Serialize)]
struct SummaryLine<'a> {
    summary: Summary<'a>,
}

#[derive(serde::Serialize)]
struct Summary<'a> {
    puzzles: u64,
    agreed: u64,
    not_cross_checked: u64,
    failed: u64,
    disagreed: u64,
    unique: u64,
    several: u64,
    unsolvable: u64,
    bad_inputs: u64,
    interrupted: bool,
    seconds: f64,
    engines: Vec<EngineSums<'a>>,
}

#[derive(serde::Serialize)]
struct EngineSums<'a> {
    engine: &'a str,
    answered: u64,
    gave_up: u64,
    failed: u64,
    seconds: f64,
    steps: BTreeMap<&'static str, u64>,
}

/// The last line.
pub fn sums(
    tally: &Tally,
    bad_inputs: u64,
    interrupted: bool,
    elapsed: Duration,
) -> serde_json::Result<String> {
    let summary = Summary {
        puzzles: tally.puzzles,
        agreed: tally.agreed,
        not_cross_checked: tally.not_cross_checked,
        failed: tally.failed,
        disagreed: tally.disagreed,
        unique: tally.unique,
        several: tally.several,
        unsolvable: tally.unsolvable,
        bad_inputs,
        interrupted,
        seconds: elapsed.as_secs_f64(),
        engines: tally
            .engines
            .iter()
            .map(|engine| EngineSums {
                engine: &engine.name,
                answered: engine.answered,
                gave_up: engine.gave_up,
                failed: engine.failed,
                seconds: engine.time.as_secs_f64(),
                steps: engine.steps.iter().copied().collect(),
            })
            .collect(),
    };
    serde_json::to_string(&SummaryLine { summary })
}
