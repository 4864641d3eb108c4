//! The lines of journals and shards.

use super::Asked;
use crate::batch::record::{AnswerRecord, Record, as_map};
use crate::check;
use crate::cover::Natural;
use crate::engine::Evidence;
use crate::engine::compare::Judgement;
use crate::io::display;
use crate::sudoku::text::Entry;
use crate::sudoku::{Digit, Grid, Puzzle, Symbols};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher24;
use std::borrow::Cow;
use std::fmt;
use std::io::Write as _;

/// A line after the header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Line {
    /// A finished puzzle.
    Finished(Box<Finished>),
    /// An input that could not be read. Only shards have such lines.
    Refused {
        /// The error, in words.
        refused: String,
    },
    /// The last line of a group, with the hash of its puzzles, to tell other puzzles from damaged
    /// lines.
    Group {
        /// The 64-bit SipHash of the names, the puzzles, and what the input says of them.
        puzzles: String,
    },
    /// The worker that writes a shard.
    Worker {
        /// Its job, machine and process.
        worker: Worker,
    },
    /// A cube that is refuted. Only shards of cubes have such lines.
    Cube {
        /// Number of the cube, from 1.
        cube: u64,
        /// The 128-bit SipHash of the part of a proof that refutes it.
        hash: String,
    },
    /// The last line of a shard.
    End {
        /// The shard, as `I/K`.
        shard: String,
        /// Number of its inputs.
        inputs: u64,
        /// Number of bytes of all inputs, those of other shards included.
        bytes: u64,
        /// Number of puzzles on which an engine reached a limit.
        gave_up: u64,
        /// The time limit in seconds with which such puzzles were repeated, if they were.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        again: Option<f64>,
    },
}

/// A process that writes a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worker {
    /// The scheduler's name of its job, if one has started it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job: Option<String>,
    /// Name of its machine.
    pub machine: String,
    /// Number of the process.
    pub process: u32,
}

/// The line of a finished puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finished {
    /// Name of the puzzle: `INPUT:LINE`. A group of a shard identifies its puzzles together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    /// Hash of the puzzle and of what the input says of its solutions, to tell another puzzle
    /// from a damaged line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    /// Result of the quick search for a second solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    is_only: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    judgement: Option<Judgement>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// In the order in which the engines were asked.
    answers: Vec<Answer>,
    /// The solution that was printed: for each cell without a clue, by rows, the character that is
    /// as far behind `0` as its digit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
}

/// The answer of an engine: the fields of [`AnswerRecord`] that the others do not give.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    pub(super) count: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) evidence: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) gave_up: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) share_done: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
    pub(super) steps: Steps,
    pub(super) seconds: f64,
}

impl Answer {
    fn new(answer: &AnswerRecord) -> Answer {
        Answer {
            count: answer.count.as_ref().map_or(0, Natural::saturated),
            evidence: answer.evidence.as_deref().map(str::to_owned),
            gave_up: answer.gave_up.clone(),
            share_done: answer.share_done,
            error: answer.error.clone(),
            steps: Steps::Named(answer.steps.clone()),
            seconds: answer.seconds,
        }
    }

    /// Returns the whole answer of this engine about a puzzle.
    pub(super) fn record(self, engine: &str, puzzle: &Puzzle) -> AnswerRecord {
        let complete = self.evidence.is_some();
        let clash = Evidence::Clash(Vec::new()).text();
        let clashes = match self.evidence == Some(clash.into_owned()) {
            true => puzzle.clashes(),
            false => Vec::new(),
        };
        let answer = match (&self.error, self.count, complete) {
            (Some(_), ..) => "failed",
            (None, 1.., _) => "solved",
            (None, 0, true) => "no solution",
            (None, 0, false) => "unknown",
        };
        // A failure has no count; one that is stored shows that the line is wrong.
        let is_known = answer == "no solution" || self.count > 0;
        AnswerRecord {
            method: None,
            engine: engine.to_owned(),
            answer: Cow::Borrowed(answer),
            count: is_known.then_some(self.count.into()),
            at_least: None,
            complete,
            evidence: self.evidence.map(Cow::Owned),
            clashes: clashes.iter().map(ToString::to_string).collect(),
            gave_up: self.gave_up,
            share_done: self.share_done,
            error: self.error,
            steps: self.steps.into_named(),
            seconds: self.seconds,
        }
    }
}

/// Steps of a search.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Steps {
    /// With their names.
    Named(Vec<(Cow<'static, str>, u64)>),
    /// With the names of the engine's last ones in the group.
    Same(Vec<u64>),
}

impl Steps {
    fn into_named(self) -> Vec<(Cow<'static, str>, u64)> {
        match self {
            Steps::Named(steps) => steps,
            Steps::Same(_) => Vec::new(),
        }
    }

    fn named(&self) -> &[(Cow<'static, str>, u64)] {
        match self {
            Steps::Named(steps) => steps,
            Steps::Same(_) => &[],
        }
    }
}

impl Serialize for Steps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Steps::Named(steps) => as_map(steps, serializer),
            Steps::Same(counts) => counts.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Steps {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Steps, D::Error> {
        struct Counts;

        impl<'de> Visitor<'de> for Counts {
            type Value = Steps;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("counts by name, or counts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Steps, A::Error> {
                let mut steps = Vec::new();
                while let Some((name, count)) = map.next_entry::<String, u64>()? {
                    steps.push((Cow::Owned(name), count));
                }
                Ok(Steps::Named(steps))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Steps, A::Error> {
                let mut counts = Vec::new();
                while let Some(count) = seq.next_element()? {
                    counts.push(count);
                }
                Ok(Steps::Same(counts))
            }
        }

        deserializer.deserialize_any(Counts)
    }
}

/// The names of the last steps of each engine in a group.
#[derive(Debug, Default)]
pub(super) struct Names(Vec<Vec<Cow<'static, str>>>);

impl Names {
    /// Leaves out the names of steps that are the same as before.
    pub(super) fn leave_out(&mut self, line: &mut Finished) {
        self.0.resize(line.answers.len(), Vec::new());
        for (answer, last) in line.answers.iter_mut().zip(&mut self.0) {
            let steps = answer.steps.named();
            let names = steps.iter().map(|step| &step.0);
            if names.clone().eq(last.iter()) && !steps.is_empty() {
                let counts = steps.iter().map(|step| step.1);
                answer.steps = Steps::Same(counts.collect());
            } else if !steps.is_empty() {
                *last = names.cloned().collect();
            }
        }
    }

    /// Adds the names that were left out.
    ///
    /// # Errors
    /// If the number of counts differs from the number of names.
    pub(super) fn add(&mut self, line: &mut Finished) -> Result<(), String> {
        self.0.resize(line.answers.len(), Vec::new());
        for (answer, last) in line.answers.iter_mut().zip(&mut self.0) {
            match &answer.steps {
                Steps::Named(steps) if steps.is_empty() => {}
                Steps::Named(steps) => *last = steps.iter().map(|step| step.0.clone()).collect(),
                Steps::Same(counts) if counts.len() == last.len() => {
                    let named = last.iter().cloned().zip(counts.iter().copied());
                    answer.steps = Steps::Named(named.collect());
                }
                Steps::Same(counts) => {
                    let (found, expected) = (counts.len(), last.len());
                    return Err(format!("steps: found {found}, expected {expected}"));
                }
            }
        }
        Ok(())
    }
}

impl Finished {
    /// Returns the line of a puzzle in a journal, with the solution that was printed.
    pub fn new(entry: &Entry, record: &Record, solution: Option<&Grid>) -> Finished {
        let mut identity = Identity::default();
        identity.add(entry);
        Finished {
            puzzle: Some(entry.name.clone()),
            hash: Some(identity.hash()),
            ..Finished::in_group(entry, record, solution)
        }
    }

    /// Returns the line of a puzzle in a group of a shard.
    pub(super) fn in_group(entry: &Entry, record: &Record, solution: Option<&Grid>) -> Finished {
        Finished {
            puzzle: None,
            hash: None,
            is_only: record.is_only,
            judgement: record.judgement,
            notes: record.notes.clone(),
            answers: record.engines.iter().map(Answer::new).collect(),
            solution: solution.map(|grid| text(&entry.puzzle, grid)),
        }
    }

    /// Returns the name of the puzzle, to be shown.
    pub fn name(&self) -> Cow<'_, str> {
        display(self.puzzle.as_deref().unwrap_or_default())
    }

    /// Returns `true` if an engine reached a limit before its answer.
    pub(super) fn has_given_up(&self) -> bool {
        self.answers.iter().any(|answer| answer.gave_up.is_some())
    }

    /// Checks that the line of a journal is of this puzzle.
    pub(super) fn check_puzzle(&self, entry: &Entry) -> Result<(), String> {
        let (found, name) = (self.name(), display(&entry.name));
        if found != name {
            return Err(format!(
                "found the answer of {found}, the input has {name} in its place"
            ));
        }
        let mut identity = Identity::default();
        identity.add(entry);
        match self.hash.as_ref() == Some(&identity.hash()) {
            true => Ok(()),
            false => Err(format!("{name} is another puzzle now")),
        }
    }

    /// Returns the record and the solution of the puzzle, which the line is of.
    pub(super) fn open(
        self,
        entry: &Entry,
        asked: &Asked,
    ) -> Result<(Record, Option<Grid>), String> {
        let solution = self.solution.as_deref().map(|text| grid(entry, text));
        let solution = solution.transpose()?;
        let (found, expected) = (self.answers.len(), asked.names().len());
        if found != expected {
            return Err(format!("found {found} answers, expected {expected}"));
        }
        if self
            .answers
            .iter()
            .any(|answer| matches!(answer.steps, Steps::Same(_)))
        {
            return Err("found steps without names".to_owned());
        }
        let answers = self.answers.into_iter().zip(asked.names());
        let answers = answers.map(|(answer, engine)| answer.record(engine, &entry.puzzle));
        let mut record = Record::of_answers(entry, answers.collect(), self.judgement, self.notes);
        record.is_only = self.is_only;
        asked.check_record(entry, &record, solution.as_ref())?;
        Ok((record, solution))
    }
}

/// Returns the digits of a solution in the cells without a clue.
fn text(puzzle: &Puzzle, grid: &Grid) -> String {
    let size = puzzle.size();
    let cells = size.cells().zip(grid.digits());
    let open = cells.filter(|(cell, _)| puzzle.clue(*cell).is_none());
    let chars = open.map(|(_, digit)| char::from_u32(u32::from('0') + digit.value() as u32));
    chars.map(|c| c.unwrap_or('0')).collect()
}

/// Returns the grid that these digits fill up the puzzle to, if it is a solution.
fn grid(entry: &Entry, text: &str) -> Result<Grid, String> {
    let (puzzle, size) = (&entry.puzzle, entry.puzzle.size());
    let mut values = text
        .chars()
        .map(|c| u32::from(c).checked_sub(u32::from('0')));
    let mut digit = |cell| match puzzle.clue(cell) {
        Some(clue) => Some(clue),
        None => {
            let value = values.next()?? as usize;
            (1..=size.side())
                .contains(&value)
                .then(|| Digit::from_index(value - 1))
        }
    };
    let digits: Option<Vec<Digit>> = size.cells().map(&mut digit).collect();
    let digits = digits.filter(|_| values.next().is_none());
    let no_grid = || "its solution is no grid of the puzzle's size".to_owned();
    let grid = Grid::new(size, digits.ok_or_else(no_grid)?);
    check::grid(puzzle, &grid)
        .map_err(|fault| format!("its solution is none of the puzzle: {fault}"))?;
    check::tokens(&entry.tokens, puzzle.symbols(), &grid)
        .map_err(|fault| format!("its solution is none of the puzzle: {fault}"))?;
    Ok(grid)
}

/// The bytes that identify puzzles: their names, rules, symbols, cells, and the solutions that the
/// input states.
#[derive(Debug, Default)]
pub(super) struct Identity(Vec<u8>);

impl Identity {
    /// Adds a puzzle.
    pub(super) fn add(&mut self, entry: &Entry) {
        let (puzzle, text) = (&entry.puzzle, &mut self.0);
        text.extend(entry.name.as_bytes());
        text.push(0);
        for cell in puzzle.size().cells() {
            let value = puzzle.clue(cell).map_or(0, |clue| clue.value() as u16);
            text.extend(value.to_le_bytes());
        }
        let plain = puzzle.rules().order();
        // Writing to memory does not fail.
        let _ = match plain {
            Some(order) => write!(text, "{order}"),
            None => write!(text, "{:?}", puzzle.rules().spec()),
        };
        match puzzle.symbols() {
            Symbols::Numbers { first } => text.extend(first.to_le_bytes()),
            Symbols::Chars(chars) => chars
                .iter()
                .for_each(|&c| text.extend(u32::from(c).to_le_bytes())),
        }
        if !puzzle.excluded().is_empty() || entry.expected.is_some() {
            let _ = write!(text, "{:?}{:?}", puzzle.excluded(), entry.expected);
        }
    }

    /// Returns the 64-bit SipHash of the puzzles.
    pub(super) fn hash(&self) -> String {
        format!("{:016x}", SipHasher24::new().hash(&self.0))
    }
}
