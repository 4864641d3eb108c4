//! Answers to the questions that people ask about a puzzle.

pub mod hint;
//
// pub mod rate;
