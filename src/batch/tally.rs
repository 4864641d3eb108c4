//! The sums over many finished puzzles.

use super::record::{Finding, Record};
use super::times::Times;
use crate::engine::compare::Judgement;
use std::borrow::Cow;
use std::time::Duration;

/// The sums over many records. Their size does not depend on the number of records.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Tally {
    /// Number of puzzles.
    pub puzzles: u64,
    /// Number of puzzles on which engines agreed.
    pub agreed: u64,
    /// Number of puzzles that were compared and not cross-checked; of puzzles that
    /// one engine was asked about, those whose answer was not verified.
    pub not_cross_checked: u64,
    /// Number of puzzles on which an engine failed.
    pub failed: u64,
    /// Number of puzzles on which engines disagreed.
    pub disagreed: u64,
    /// Number of puzzles with one solution and no more.
    pub unique: u64,
    /// Number of puzzles with several solutions.
    pub several: u64,
    /// Number of puzzles with one solution, and perhaps more.
    pub solved: u64,
    /// Number of those in `solved` of which a second solution is known to exist.
    pub ambiguous: u64,
    /// Number of those in `solved` of which it is not known if there is a second solution.
    pub open: u64,
    /// Number of puzzles without clues that are not known to have one solution.
    pub without_clues: u64,
    /// Number of puzzles without a solution.
    pub unsolvable: u64,
    /// Number of puzzles of which nothing was found out, though no engine failed.
    pub unknown: u64,
    /// Times of the puzzles that at least one engine did not fail on.
    pub times: Times,
    /// By engine, in the order in which they are asked.
    pub engines: Vec<EngineTally>,
}

/// The sums of one engine over many puzzles.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct EngineTally {
    /// The engine.
    pub name: String,
    /// Puzzles on which it gave the full answer.
    pub answered: u64,
    /// Puzzles on which it gave up, with or without a solution.
    pub gave_up: u64,
    /// Puzzles on which it failed.
    pub failed: u64,
    /// Its time on all of them.
    pub time: Duration,
    /// Its steps on all of them, by name.
    pub steps: Vec<(Cow<'static, str>, u64)>,
}

impl Tally {
    /// Returns the time of all engines on all puzzles together.
    pub fn time(&self) -> Duration {
        let times = self.engines.iter().map(|engine| engine.time);
        times.fold(Duration::ZERO, Duration::saturating_add)
    }

    /// Adds a puzzle.
    pub fn add(&mut self, record: &Record) {
        self.puzzles += 1;
        let finding = record.finding();
        let is_unverified = record.engines.iter().any(|answer| answer.is_unverified());
        match record.judgement {
            Some(Judgement::Agreed) => self.agreed += 1,
            Some(Judgement::NotCrossChecked) => self.not_cross_checked += 1,
            Some(Judgement::Failed) => self.failed += 1,
            Some(Judgement::Disagreed) => self.disagreed += 1,
            None if finding == Finding::Failed => self.failed += 1,
            None if is_unverified => self.not_cross_checked += 1,
            None => {}
        }
        self.without_clues += u64::from(record.lacks_clues());
        if finding == Finding::Solved {
            self.ambiguous += u64::from(record.is_only == Some(false));
            self.open += u64::from(record.is_only.is_none());
        }
        match finding {
            Finding::Unique => self.unique += 1,
            Finding::Several => self.several += 1,
            Finding::Solved => self.solved += 1,
            Finding::Unsolvable => self.unsolvable += 1,
            Finding::Unknown => self.unknown += 1,
            Finding::Failed => {}
        }
        // The time until a failure is not known.
        if record.engines.iter().any(|answer| answer.error.is_none()) {
            self.times.add(record.seconds());
        }
        for (index, answer) in record.engines.iter().enumerate() {
            let engine = self.engine(index, &answer.engine);
            if answer.error.is_some() {
                engine.failed += 1;
                continue;
            }
            if answer.gave_up.is_some() || answer.answer == "unknown" {
                engine.gave_up += 1;
            } else {
                engine.answered += 1;
            }
            let time = Duration::try_from_secs_f64(answer.seconds).unwrap_or_default();
            engine.time = engine.time.saturating_add(time);
            for (name, count) in &answer.steps {
                match engine.steps.iter_mut().find(|(other, _)| other == name) {
                    Some((_, sum)) => *sum = sum.saturating_add(*count),
                    None => engine.steps.push((name.clone(), *count)),
                }
            }
        }
    }

    /// Adds a puzzle with exactly one solution, verified, that these engines found in these times.
    /// Several engines agreed.
    pub fn add_unique(&mut self, answers: &[(&str, Duration)]) {
        self.unique += 1;
        self.add_answers(answers);
    }

    /// Adds a puzzle of which this engine found a solution in this time. `is_only` says if it is known
    /// to be the only one.
    pub fn add_solved(&mut self, engine: &str, time: Duration, is_only: bool) {
        self.solved += 1;
        self.open += u64::from(!is_only);
        self.add_answers(&[(engine, time)]);
    }

    /// Adds a puzzle that these engines solved in these times. Several engines agreed.
    fn add_answers(&mut self, answers: &[(&str, Duration)]) {
        self.puzzles += 1;
        self.agreed += u64::from(answers.len() > 1);
        let times = answers.iter().map(|(_, time)| time.as_secs_f64());
        self.times.add(times.sum());
        for (index, &(name, time)) in answers.iter().enumerate() {
            let engine = self.engine(index, name);
            engine.answered += 1;
            engine.time = engine.time.saturating_add(time);
        }
    }

    /// Returns the sums of the engine that is asked as this one, counted from 0.
    fn engine(&mut self, index: usize, name: &str) -> &mut EngineTally {
        if index == self.engines.len() {
            self.engines.push(EngineTally {
                name: name.to_owned(),
                ..EngineTally::default()
            });
        }
        &mut self.engines[index]
    }
}
