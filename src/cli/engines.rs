//! Engines by name, and their answers as text and as JSON: shared by `solve` and
//! `check`.

use serde::ser::{Serialize, Serializer};
use sudosat::engine::external::PROGRAMS;
use sudosat::engine::{ENGINES, End, EngineError, Evidence, Outcome, Steps, Verdict};
use sudosat::sudoku::Grid;

/// The table of engines, for `--help`.
pub fn help() -> String {
    let mut text = String::from("Engines:\n");
    let width = ENGINES
        .iter()
        .map(|entry| entry.name.len())
        .max()
        .unwrap_or(0);
    for entry in ENGINES {
        text += &format!("  {:width$}  {}\n", entry.name, entry.about);
    }
    let programs: Vec<&str> = PROGRAMS.iter().map(|program| program.name).collect();
    text += &format!(
        "  {}\n  {:width$}  these programs, if they are on the PATH\n",
        programs.join(", "),
        ""
    );
    text += &format!(
        "  'cmd:PROGRAM … {{cnf}} …'\n  {:width$}  any other SAT solver; its answer is read from the file {{out}}, if\n  \
         {:width$}  named (as minisat writes it), else from its output; it writes a\n  \
         {:width$}  DRAT proof to {{proof}}\n",
        "", "", ""
    );
    text
}

/// An engine's answer as a JSON object, all but the solutions themselves.
/// `docs/JSON.md` describes it.
#[derive(serde::Serialize)]
pub struct AnswerJson<'a> {
    engine: &'a str,
    answer: &'static str,
    count: u128,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clashes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gave_up: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    share_done: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    steps: StepsJson<'a>,
    seconds: f64,
}

struct StepsJson<'a>(Option<&'a Steps>);

impl Serialize for StepsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.into_iter().flat_map(Steps::iter))
    }
}

impl<'a> AnswerJson<'a> {
    /// The answer, or the failure, of an engine.
    pub fn new(engine: &'a str, result: Result<&'a Outcome, &EngineError>) -> AnswerJson<'a> {
        let outcome = match result {
            Ok(outcome) => outcome,
            Err(error) => {
                return AnswerJson {
                    engine,
                    answer: "failed",
                    count: 0,
                    complete: false,
                    evidence: None,
                    clashes: Vec::new(),
                    gave_up: None,
                    share_done: None,
                    error: Some(error.to_string()),
                    steps: StepsJson(None),
                    seconds: 0.0,
                };
            }
        };
        let evidence = match &outcome.end {
            End::Exhausted(evidence) => Some(evidence),
            End::Enough | End::GaveUp(_) => None,
        };
        AnswerJson {
            engine,
            answer: match outcome.verdict() {
                Verdict::Solved => "solved",
                Verdict::Unsolvable => "no solution",
                Verdict::GaveUp(_) => "unknown",
            },
            count: outcome.total.unwrap_or(outcome.count.into()),
            complete: outcome.is_complete(),
            evidence: evidence.map(Evidence::to_string),
            clashes: match evidence {
                Some(Evidence::Clash(clashes)) => clashes.iter().map(ToString::to_string).collect(),
                _ => Vec::new(),
            },
            gave_up: match &outcome.end {
                End::GaveUp(stop) => Some(stop.to_string()),
                End::Enough | End::Exhausted(_) => None,
            },
            share_done: outcome.share,
            error: None,
            steps: StepsJson(Some(&outcome.steps)),
            seconds: outcome.time.as_secs_f64(),
        }
    }
}

/// A grid's rows, as JSON has them.
pub fn rows(grid: &Grid) -> Vec<Vec<usize>> {
    grid.digits()
        .chunks(grid.size().side())
        .map(|row| row.iter().map(|digit| digit.value()).collect())
        .collect()
}
