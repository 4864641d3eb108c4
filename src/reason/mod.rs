//! Answers to the questions that people ask about a puzzle.

pub mod hint;
#[cfg(feature = "engines")]
pub mod rate;
