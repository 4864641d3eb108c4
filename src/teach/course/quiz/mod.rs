//! The questions that a lesson asks before a step, each with its answers.
//!
//! On the page `page/js/predict.js` asks the same, with the same choices and reasons; there any
//! object of the page can be an answer, too. `tests/page/quiz.mjs` compares them.

mod cover;
mod formula;
mod grid;

use super::{Lesson, trace};
use crate::teach::engine::{CoverEngine, Engine};
use crate::teach::examples::{Object, Subject};
use itertools::Itertools;
use std::io;

/// A question about the next step of a run.
pub(super) struct Question {
    /// The state before the step in sentences, so that the question can be answered without the page.
    pub state: String,
    pub text: String,
    pub answers: Vec<Answer>,
}

/// A choice of a question.
pub(super) struct Answer {
    pub text: String,
    pub verdict: Verdict,
}

/// The judgement of an answer.
pub(super) enum Verdict {
    /// It is right, for this reason: sentences.
    Right(String),
    /// It is wrong, for this reason: the part of a sentence after "No:".
    Wrong(String),
}

/// Returns the question of a step's address, or `None` if the address asks nothing.
///
/// # Errors
/// If there is no such subject, step or question.
pub(super) fn question(lesson: &Lesson, address: &str) -> io::Result<Option<Question>> {
    let (place, words) = address.split_once('?').unwrap_or((address, ""));
    let word = |name: &str| words.split('&').find_map(|word| word.strip_prefix(name));
    let Some(asked) = word("ask=") else {
        return Ok(None);
    };
    let subject = match word("example=") {
        Some(name) => Subject::by_name(name)?.0,
        None => lesson.subject,
    };
    let unknown = || io::Error::other(format!("no such question: {address}"));
    let (tab, step) = place.split_once('/').ok_or_else(unknown)?;
    let step: usize = step.parse().map_err(io::Error::other)?;
    let engine = match tab {
        "cdcl" => Engine::Cdcl,
        "cover" => Engine::Cover(CoverEngine::DLX),
        "backtracking" => Engine::Backtrack,
        _ => return Err(unknown()),
    };
    let object = subject.object()?;
    let trace = trace(&object, engine)?;
    let run = { trace.runs.first() }.filter(|run| step < run.events.len());
    let run = run.ok_or_else(unknown)?;
    let found = match (engine, object) {
        (Engine::Cdcl, _) => formula::question(asked, &trace, &run.events, step),
        (Engine::Cover(_), _) => cover::question(asked, &trace, &run.events, step),
        (Engine::Backtrack, Object::Puzzle(puzzle)) if asked == "number" => {
            grid::number(puzzle, &run.events, step)
        }
        _ => None,
    };
    found.map(Some).ok_or_else(unknown)
}

/// Returns a list in the order of a hash of the places and a seed, which is the same on the page.
fn mixed<T>(list: Vec<T>, seed: usize) -> Vec<T> {
    let hash = |place: usize, factor: u32| (place as u32).wrapping_mul(factor);
    let seed = hash(seed + 7, 40_503);
    let key = |place: usize| ((hash(place + 1, 2_654_435_761) ^ seed) >> 4) & 0xffff;
    let list = list.into_iter().enumerate();
    let list = list.sorted_by_key(|(place, _)| key(*place));
    list.map(|(_, one)| one).collect()
}
