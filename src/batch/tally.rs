//! The sums over many comparisons.

use crate::engine::compare::{Comparison, Judgement};
use crate::engine::{End, Verdict};
use std::time::Duration;

/// What many comparisons came to.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Puzzles compared.
    pub puzzles: u64,
    /// By [`Judgement`].
    pub agreed: u64,
    /// By [`Judgement`].
    pub not_cross_checked: u64,
    /// By [`Judgement`].
    pub failed: u64,
    /// By [`Judgement`].
    pub disagreed: u64,
    /// Puzzles with one solution and no more.
    pub unique: u64,
    /// Puzzles with several solutions.
    pub several: u64,
    /// Puzzles without a solution.
    pub unsolvable: u64,
    /// By engine, in the order in which they are asked.
    pub engines: Vec<EngineTally>,
}

/// What one engine did over many puzzles.
#[derive(Clone, Debug, Default)]
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
    pub steps: Vec<(&'static str, u64)>,
}

impl Tally {
    /// Takes one more comparison in.
    pub fn add(&mut self, comparison: &Comparison) {
        self.puzzles += 1;
        match comparison.judgement {
            Judgement::Agreed => self.agreed += 1,
            Judgement::NotCrossChecked => self.not_cross_checked += 1,
            Judgement::Failed => self.failed += 1,
            Judgement::Disagreed => self.disagreed += 1,
        }
        let known = comparison.known();
        match (known.solutions, known.complete) {
            (0, true) => self.unsolvable += 1,
            (1, true) => self.unique += 1,
            (2.., _) => self.several += 1,
            _ => {}
        }
        for (index, answer) in comparison.answers.iter().enumerate() {
            if index == self.engines.len() {
                self.engines.push(EngineTally {
                    name: answer.engine.clone(),
                    ..EngineTally::default()
                });
            }
            let engine = &mut self.engines[index];
            let Ok((outcome, _)) = &answer.result else {
                engine.failed += 1;
                continue;
            };
            match (&outcome.end, outcome.verdict()) {
                (End::GaveUp(_), _) | (_, Verdict::GaveUp(_)) => engine.gave_up += 1,
                _ => engine.answered += 1,
            }
            engine.time += outcome.time;
            for (name, count) in outcome.steps.iter() {
                match engine.steps.iter_mut().find(|(other, _)| *other == name) {
                    Some((_, sum)) => *sum += count,
                    None => engine.steps.push((name, count)),
                }
            }
        }
    }
}
