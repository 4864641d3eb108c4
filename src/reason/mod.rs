//! Answers to questions that people ask about a puzzle.
//!
//! | file | what it holds |
//! |---|---|
//! | `statements` | a puzzle as statements that a person would make: clues and rules, each with words |
//! | `groups` | clauses in groups, each of which can be left out of a search |
//! | `minimal` | minimal and smallest unsatisfiable sets of groups |
//! | `corrections` | minimal correction sets: groups without which the others are satisfiable |
//!
//! `groups`, `minimal` and `corrections` know clauses alone, and no Sudoku.

pub mod corrections;
pub mod groups;
pub mod minimal;
pub mod statements;

pub use groups::{Groups, Sink};
pub use minimal::Core;
pub use statements::{Statement, Statements};
