//! Answers to questions that people ask about a puzzle.
//!
//! | file | what it holds |
//! |---|---|
//! | `statements` | a puzzle as statements that a person would make: clues and rules, each with words |
//! | `groups` | clauses in groups, each of which can be left out of a search |
//! | `minimal` | minimal and smallest unsatisfiable sets of groups |
//! | `corrections` | minimal correction sets: groups without which the others are satisfiable |
//! | `propagation` | what follows by single steps, with reasons |
//! | `combinations` | the digits that the combinations of a cage or an arrow have |
//! | `lists` | lists in words |
//! | `plain` | statements as a formula without selectors, for searches that take long |
//! | `explanation` | why statements clash, or why a cell has its digit: a minimal set, and steps |
//! | `explainer` | the search for explanations |
//! | `joint` | combinations of a few cells by several rules at once |
//! | `solutions` | searches for solutions of a puzzle |
//! | `verify` | checks of answers about a puzzle |
//! | `backbone` | the candidates of all solutions, and the cells with the same digit in each |
//! | `why/` | the answers to `sudosat why` |
//! | `hint/` | pencil marks, and the techniques that people solve puzzles with |
//! | `rate/` | how hard a puzzle is |
//!
//! `groups`, `minimal` and `corrections` know clauses alone, and no Sudoku.

mod backbone;
mod combinations;
pub mod corrections;
mod explainer;
pub mod explanation;
pub mod groups;
pub mod hint;
mod joint;
pub mod lists;
pub mod minimal;
mod plain;
pub mod propagation;
pub mod rate;
mod solutions;
pub mod statements;
mod verify;
pub mod why;

pub use backbone::Backbone;
pub use explainer::Explainer;
pub use explanation::{Explanation, Goal};
pub use groups::{Groups, Sink};
pub use minimal::Core;
pub use propagation::Propagation;
pub use statements::{Statement, Statements};
