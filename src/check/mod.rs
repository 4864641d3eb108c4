//! Short, obvious checks that share no code with what they check.
//!
//! Nothing here knows an encoder, a solver or an engine: each check is written
//! from the definition of what it checks, so that a mistake would have to be
//! made twice, in two ways, to go unseen.
//!
//! | what is checked | against |
//! |---|---|
//! | [`grid`] | the rules of Sudoku and the puzzle's clues |
//! | [`line()`] | the rules of 9×9 Sudoku and the cells on a puzzle's line |
//! | [`tokens`] | the cells of the puzzle as they stood in the input |
//! | [`Places`] | the rules of 9×9 Sudoku, for each step of a search while it runs |
//! | [`cover`] | the definition of an exact cover |
//! | [`step`] | the facts that a step of reasoning names |
//! | [`model`] | every clause of a formula |
//! | [`lecture`] | the five clause families of the lecture, by their meaning |
//! | [`drat`] | the definition of a DRAT proof, step by step |
//! | [`lrat`] | the definition of an LRAT proof, hint by hint |
//! | [`Auditor`] | the same, for each step of a solver as it takes it |
//! | [`PbpChecker`] | the rules of cutting planes, step by step |
//! | [`Base`] | what a checked derivation says of a formula, for many formulas that have its clauses |

mod assignment;
mod auditor;
mod base;
mod cover;
mod drat;
mod grid;
mod lecture;
mod line;
mod lrat;
mod message;
mod model;
mod numbering;
mod occurrences;
mod pbp;
mod places;
mod proof_fault;
mod step;
mod tokens;

pub use auditor::Auditor;
pub use base::{Base, BaseFault};
pub use cover::{CoverFault, cover};
pub use drat::{DratChecker, DratStats, drat};
pub use grid::{GridFault, grid};
pub use lecture::{LectureFault, lecture};
pub use line::line;
pub use lrat::{LratChecker, LratStats, lrat};
pub use model::{ModelFault, model};
pub use pbp::{PbpChecker, PbpFault, PbpStats};
pub use places::{Places, PlacesFault};
pub use proof_fault::ProofFault;
pub use step::{Condition, Content, Line, Premise, StepFault, clash_lines, step};
pub use tokens::{TokenFault, tokens};
