//! Common interfaces of all solvers.
//!
//! An [`Engine`] solves puzzles, a [`SatEngine`] solves formulas, and [`BySat`]
//! makes an engine for puzzles of any for formulas. [`run`] guards a search: it reports clues
//! that clash before the search, checks every solution, and states the evidence for the
//! answer ([`Evidence`]). [`is_only_solution`] decides uniqueness, [`minimize`] drops clues
//! that a puzzle does not need. These need no features.
#![cfg_attr(
    feature = "engines",
    doc = "

With the feature `engines`, [`ENGINES`] lists the engines and [`by_name`] finds one; `splr`
and [outside programs](external) are among them. [`CoverSearch`] solves exact covers with any
engine that can, [`compare`] compares the answers of several engines. [`random_grid`] draws a
full grid by any rules, [`UniformGrids`] draws small ones uniformly, [`ByMarks`] decides the
uniqueness of pencilmark puzzles, [`planted`] makes puzzles without a solution,
[`Walk`] puzzles that failed literals do not solve."
)]

pub mod backtrack;
mod bands;
mod by_cover;
mod by_grid;
#[cfg(feature = "engines")]
mod by_marks;
mod by_sat;
mod cdcl;
#[cfg(feature = "engines")]
mod claim;
#[cfg(feature = "engines")]
pub mod compare;
#[cfg(feature = "engines")]
mod cover_search;
pub mod dpll;
mod error;
#[cfg(feature = "engines")]
pub mod external;
mod face;
mod lemmas;
mod masks;
pub mod memory;
mod minimize;
mod outcome;
mod part;
#[cfg(feature = "engines")]
mod planted;
mod pool;
mod premises;
#[cfg(feature = "engines")]
mod preprocess;
#[cfg(feature = "engines")]
mod random_grid;
mod residual;
mod session;
#[cfg(feature = "engines")]
mod splr;
mod steps;
#[cfg(feature = "engines")]
mod table;
#[cfg(feature = "engines")]
mod uniform_grids;
mod uniqueness;
#[cfg(feature = "engines")]
mod walk;

pub use by_cover::ByCover;
pub use by_grid::ByGrid;
#[cfg(feature = "engines")]
pub use by_marks::ByMarks;
pub use by_sat::BySat;
pub use cdcl::Cdcl;
#[cfg(feature = "engines")]
pub use claim::{Claim, confirming_engine};
#[cfg(feature = "engines")]
pub use cover_search::{CoverError, CoverSearch, diagram_limits};
pub use error::EngineError;
pub use face::{Engine, Kind, SearchReport, confirm, run, solve};
pub use lemmas::Lemmas;
pub use minimize::{Minimized, NotMinimized, minimize, needless_clues};
pub use outcome::{
    Certificate, End, Evidence, Glance, Limit, Outcome, Proof, ProofFormat, Refutation, Request,
    Solvability, default_encoding,
};
pub use part::Part;
#[cfg(feature = "engines")]
pub use planted::planted;
#[cfg(feature = "engines")]
pub use preprocess::{PreprocessError, preprocess};
#[cfg(feature = "engines")]
pub use random_grid::{NoGrid, random_grid};
pub use session::{SatEngine, SatResult, SatSolver};
pub use steps::Steps;
#[cfg(feature = "engines")]
pub use table::{ENGINES, Entry, by_name, sat_by_name};
#[cfg(feature = "engines")]
pub use uniform_grids::UniformGrids;
pub use uniqueness::{Undecided, is_only_by_glance, is_only_solution};
#[cfg(feature = "engines")]
pub use walk::Walk;
