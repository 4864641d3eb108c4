//! The totals of the ratings of many puzzles.

use super::hardest;
use crate::cli::corpus::summary::{listed, rate, time};
use std::time::Duration;
use sudosat::io::counted;
use sudosat::reason::hint::TECHNIQUES;
use sudosat::reason::rate::{Class, NoRating, Rating};

/// The totals so far.
#[derive(Default)]
pub(super) struct Totals {
    puzzles: u64,
    not_rated: u64,
    classes: [u64; 3],
    /// For each technique its steps, the puzzles that need it, and those of which it is
    /// the hardest.
    techniques: Vec<[u64; 3]>,
    search: u64,
}

impl Totals {
    /// Returns the number of puzzles.
    pub(super) fn puzzles(&self) -> u64 {
        self.puzzles
    }

    /// Adds a puzzle.
    pub(super) fn add(&mut self, rating: &Result<Rating, NoRating>) {
        self.puzzles += 1;
        let Ok(rating) = rating else {
            self.not_rated += 1;
            return;
        };
        self.classes[match rating.class {
            Class::Singles => 0,
            Class::FailedLiterals => 1,
            Class::Search => 2,
        }] += 1;
        self.search += u64::from(!rating.is_solved);
        for (technique, count) in &rating.steps {
            self.techniques.resize(TECHNIQUES.len(), [0; 3]);
            let row = &mut self.techniques[technique.index()];
            row[0] += count;
            row[1] += 1;
            row[2] += u64::from(technique.name == hardest(rating));
        }
    }

    /// Returns the totals in lines, with a table of the techniques. `is_early` is set if an
    /// interrupt ended the run.
    pub(super) fn in_words(&self, elapsed: Duration, is_early: bool) -> String {
        let early = if is_early {
            " before the interrupt"
        } else {
            ""
        };
        let [singles, failed, search] = self.classes;
        let classes = listed(&[
            (singles, "solved by singles"),
            (failed, "by failed literals"),
            (search, "need search"),
            (self.not_rated, "not rated"),
        ]);
        let mut text = format!(
            "{} in {}{early}, {} a second: {classes}\n{:<18} {:>9} {:>9} {:>9}",
            counted(self.puzzles, "puzzle"),
            time(elapsed.as_secs_f64()),
            rate(self.puzzles, elapsed),
            "technique",
            "steps",
            "puzzles",
            "hardest"
        );
        for (technique, &[steps, puzzles, hardest]) in TECHNIQUES.iter().zip(&self.techniques) {
            if steps > 0 {
                let name = technique.name;
                text += &format!("\n{name:<18} {steps:>9} {puzzles:>9} {hardest:>9}");
            }
        }
        if self.search > 0 {
            text += &format!(
                "\n{:<18} {:>9} {:>9} {:>9}",
                "search", "", self.search, self.search
            );
        }
        text
    }
}
