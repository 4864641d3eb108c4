//! The output of `check --json`, as `docs/JSON.md` describes it.

use crate::cli::corpus::Corpus;
use std::collections::BTreeMap;
use std::time::Duration;

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
    /// Seconds of the run, or where it merges shards those of all engines together.
    seconds: f64,
    /// Seconds that merging took.
    #[serde(skip_serializing_if = "Option::is_none")]
    merge_seconds: Option<f64>,
    /// Seconds for a puzzle, of all engines together.
    median: Option<f64>,
    p99: Option<f64>,
    engines: Vec<EngineSums<'a>>,
}

#[derive(serde::Serialize)]
struct EngineSums<'a> {
    engine: &'a str,
    answered: u64,
    gave_up: u64,
    failed: u64,
    seconds: f64,
    steps: BTreeMap<&'a str, u64>,
}

/// Returns the object with the totals, which is the last line of the output.
pub(super) fn sums(
    corpus: &Corpus,
    bad_inputs: u64,
    interrupted: bool,
    elapsed: Duration,
) -> serde_json::Result<String> {
    let tally = &corpus.tally;
    let elapsed = elapsed.as_secs_f64();
    let (seconds, merge_seconds) = match corpus.is_merge {
        true => (tally.time().as_secs_f64(), Some(elapsed)),
        false => (elapsed, None),
    };
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
        seconds,
        merge_seconds,
        median: tally.times.quantile(0.5),
        p99: tally.times.quantile(0.99),
        engines: tally
            .engines
            .iter()
            .map(|engine| EngineSums {
                engine: &engine.name,
                answered: engine.answered,
                gave_up: engine.gave_up,
                failed: engine.failed,
                seconds: engine.time.as_secs_f64(),
                steps: engine
                    .steps
                    .iter()
                    .map(|(name, count)| (&**name, *count))
                    .collect(),
            })
            .collect(),
    };
    crate::cli::json::text(&SummaryLine { summary })
}
