//! One face for all solvers.
//!
//! Two faces, in fact: an [`Engine`] solves puzzles, a [`SatEngine`] solves
//! formulas.

pub mod backtrack;
mod error;
mod face;
mod grids;
mod outcome;
mod session;
pub mod splr;

pub use error::EngineError;
pub use face::{Engine, Kind, Search, run, solve};
pub use grids::Backtracking;
pub use outcome::{End, Evidence, Limit, Outcome, Proof, Refutation, Request, Steps, Verdict};
pub use session::{SatEngine, SatResult, SatSolver};
