//! The record of a finished puzzle: its answers and times.

use crate::cover::{Method, Natural};
use crate::engine::compare::{Comparison, Judgement};
use crate::engine::{End, EngineError, Evidence, Outcome, Solvability};
use crate::sudoku::text::Entry;
use serde::Serialize;
use serde::ser::Serializer;
use std::borrow::Cow;
use std::fmt;

/// A finished puzzle. `docs/JSON.md` describes its fields as JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// Name of the puzzle: `INPUT:LINE`.
    pub puzzle: String,
    /// The order n, for plain Sudoku.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<usize>,
    /// Number of rows, columns and digits of a grid.
    pub size: usize,
    /// Number of grids, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grids: Option<usize>,
    /// Number of clues.
    pub clues: usize,
    /// Number of different solutions found.
    pub solutions: u64,
    /// Set if an engine answered that there are no more.
    pub complete: bool,
    /// Set if the only solution found is the only one there is, by a quick search after that of
    /// the engine; `None` if there was none, or it did not decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_only: Option<bool>,
    /// Result of the comparison, if engines were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
    /// Sentences on what is wrong or missing in the comparison, or that a stored answer was
    /// not verified again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The answers, in the order in which the engines were asked.
    pub engines: Vec<AnswerRecord>,
}

/// The number of a puzzle's solutions, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// One solution and no more.
    Unique,
    /// More than one solution.
    Several,
    /// One solution was found; a second one was not searched for, or the search for
    /// it gave up.
    Solved,
    /// No solution.
    Unsolvable,
    /// The engines gave up before a solution.
    Unknown,
    /// Every engine failed.
    Failed,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Finding::Unique => "one solution",
            Finding::Several => "several solutions",
            Finding::Solved => "solved",
            Finding::Unsolvable => "no solution",
            Finding::Unknown => "unknown",
            Finding::Failed => "failed",
        })
    }
}

impl Record {
    /// Returns the record of a puzzle that one engine was asked about.
    pub fn of_answer(entry: &Entry, answer: AnswerRecord) -> Record {
        Record::of_answers(entry, vec![answer], None, Vec::new())
    }

    /// Returns the record of a comparison.
    pub fn of_comparison(entry: &Entry, comparison: &Comparison) -> Record {
        let answers = comparison.answers.iter().map(|answer| {
            let result = answer.result.as_ref().map(|(outcome, _)| outcome);
            AnswerRecord::new(&answer.engine, result)
        });
        let (judgement, notes) = (Some(comparison.judgement), comparison.notes.clone());
        Record::of_answers(entry, answers.collect(), judgement, notes)
    }

    /// Returns the record of these answers: the most solutions that one of them has.
    pub(super) fn of_answers(
        entry: &Entry,
        answers: Vec<AnswerRecord>,
        judgement: Option<Judgement>,
        notes: Vec<String>,
    ) -> Record {
        let most = answers
            .iter()
            .filter_map(|answer| answer.count.as_ref())
            .max();
        let size = entry.puzzle.size();
        Record {
            puzzle: entry.name.clone(),
            order: entry.puzzle.rules().order(),
            size: size.side(),
            grids: (!size.is_one_grid()).then(|| size.starts().len()),
            clues: entry.puzzle.num_clues(),
            solutions: most.map_or(0, Natural::saturated),
            complete: answers.iter().any(|answer| answer.complete),
            is_only: None,
            judgement,
            notes,
            engines: answers,
        }
    }

    /// Returns what is known of the solutions.
    pub fn finding(&self) -> Finding {
        match (self.solutions, self.complete) {
            (0, true) => Finding::Unsolvable,
            (1, true) => Finding::Unique,
            (2.., _) => Finding::Several,
            (1, false) => Finding::Solved,
            (0, false) if self.engines.iter().all(|answer| answer.error.is_some()) => {
                Finding::Failed
            }
            (0, false) => Finding::Unknown,
        }
    }

    /// Returns `true` if the puzzle has exactly one solution, `false` if it has several or
    /// none, and `None` if this is not known.
    pub fn is_unique(&self) -> Option<bool> {
        match self.finding() {
            Finding::Unique => Some(true),
            Finding::Several | Finding::Unsolvable => Some(false),
            Finding::Solved => self.is_only,
            Finding::Unknown | Finding::Failed => None,
        }
    }

    /// Returns `true` for a puzzle without clues that is not known to have one solution, as
    /// one with cages may.
    pub fn lacks_clues(&self) -> bool {
        self.clues == 0 && self.is_unique() != Some(true)
    }

    /// Returns the time of all engines together, in seconds.
    pub fn seconds(&self) -> f64 {
        self.engines.iter().map(|answer| answer.seconds).sum()
    }
}

/// The answer or the failure of an engine, without the solutions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnswerRecord {
    /// The engine's name.
    pub engine: String,
    /// The method that answered, if the engine chose one of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<&'static str>,
    /// `solved`, `no solution`, `unknown` or `failed`.
    pub answer: Cow<'static, str>,
    /// Number of solutions found; `None` if the engine failed or ended its search before the
    /// first one, or if all were to be counted and it did not.
    pub count: Option<Natural>,
    /// Number of solutions counted before the engine gave up, if all were to be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<Natural>,
    /// Set if the engine answers that there are no more.
    pub complete: bool,
    /// The evidence for that, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Cow<'static, str>>,
    /// Clues that clash, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clashes: Vec<String>,
    /// The reason why the engine gave up, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<String>,
    /// Estimated share of the search tree that was done, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share_done: Option<f64>,
    /// The failure, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Steps of the search by name; the first stands for the effort as a whole.
    #[serde(serialize_with = "as_map")]
    pub steps: Vec<(Cow<'static, str>, u64)>,
    /// Time in seconds, translation and checks included.
    pub seconds: f64,
}

impl AnswerRecord {
    /// Returns the record of an engine's answer or failure.
    pub fn new(engine: &str, result: Result<&Outcome, &EngineError>) -> AnswerRecord {
        match result {
            Ok(outcome) => AnswerRecord::of_outcome(engine, outcome),
            Err(error) => AnswerRecord::failed(engine, error.to_string()),
        }
    }

    /// Returns the record of an engine's failure.
    pub fn failed(engine: &str, error: String) -> AnswerRecord {
        AnswerRecord {
            engine: engine.to_owned(),
            method: None,
            answer: Cow::Borrowed("failed"),
            count: None,
            at_least: None,
            complete: false,
            evidence: None,
            clashes: Vec::new(),
            gave_up: None,
            share_done: None,
            error: Some(error),
            steps: Vec::new(),
            seconds: 0.0,
        }
    }

    fn of_outcome(engine: &str, outcome: &Outcome) -> AnswerRecord {
        let evidence = match &outcome.end {
            End::Exhausted(evidence) => Some(evidence),
            End::Enough | End::GaveUp(_) => None,
        };
        let steps = outcome.steps.iter();
        AnswerRecord {
            engine: engine.to_owned(),
            method: outcome.method.map(Method::name),
            answer: Cow::Borrowed(match outcome.solvability() {
                Solvability::Solved => "solved",
                Solvability::Unsolvable => "no solution",
                Solvability::GaveUp(_) => "unknown",
            }),
            count: match outcome.solvability() {
                Solvability::GaveUp(_) => None,
                _ => Some(outcome.number()),
            },
            at_least: None,
            complete: outcome.is_complete(),
            evidence: evidence.map(Evidence::text),
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
            steps: steps
                .map(|(name, count)| (Cow::Borrowed(name), count))
                .collect(),
            seconds: outcome.time.as_secs_f64(),
        }
    }

    /// Returns the record of a count of all solutions. Where the engine gave up, their number is
    /// unknown.
    pub fn of_count(engine: &str, result: Result<&Outcome, &EngineError>) -> AnswerRecord {
        let mut record = AnswerRecord::new(engine, result);
        if record.gave_up.is_some() {
            record.answer = Cow::Borrowed("unknown");
            record.at_least = record.count.take();
        }
        record
    }

    /// Returns `true` if the engine answers that there are no more solutions, and
    /// this was not verified.
    pub fn is_unverified(&self) -> bool {
        self.evidence == Some(Evidence::Word.text())
    }
}

/// Writes named counts as a map, in their order.
pub(super) fn as_map<S: Serializer>(
    steps: &[(Cow<'static, str>, u64)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(steps.iter().map(|(name, count)| (name, count)))
}
