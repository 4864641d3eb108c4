//! Ratings as JSON.

use super::{NoRating, Rating};
use crate::sudoku::Puzzle;
use serde::Serialize;
use std::collections::BTreeMap;

/// A puzzle with its rating.
#[derive(Serialize)]
struct Whole {
    size: usize,
    clues: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    rating: Option<Fields>,
}

#[derive(Serialize)]
struct Fields {
    score: u64,
    hardest: Option<&'static str>,
    solved: bool,
    class: String,
    rounds: u64,
    guesses: u64,
    backdoor: Option<u64>,
    conflicts: u64,
    nodes: u64,
    steps: BTreeMap<&'static str, u64>,
}

/// Returns the rating of `puzzle`, or why it has none, as an object with the fields of
/// `sudosat rate --json`, which docs/JSON.md describes, except for `puzzle`.
pub fn to_json(puzzle: &Puzzle, rating: &Result<Rating, NoRating>) -> impl Serialize + use<> {
    Whole {
        size: puzzle.size().side(),
        clues: puzzle.num_clues(),
        error: rating.as_ref().err().map(ToString::to_string),
        rating: rating.as_ref().ok().map(|rating| Fields {
            score: rating.score,
            hardest: rating.hardest.map(|technique| technique.name),
            solved: rating.is_solved,
            class: rating.class.to_string(),
            rounds: rating.rounds,
            guesses: rating.guesses,
            backdoor: rating.backdoor,
            conflicts: rating.conflicts,
            nodes: rating.nodes,
            steps: rating
                .steps
                .iter()
                .map(|(technique, count)| (technique.name, *count))
                .collect(),
        }),
    }
}
