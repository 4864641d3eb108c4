//! Common interfaces of all solvers.
//!
//! An [`Engine`] solves puzzles, a [`SatEngine`] solves formulas, and [`BySat`]
//! makes an engine for puzzles of any for formulas. [`CoverSearch`] solves exact
//! covers with any engine that can. [`ENGINES`] lists the engines, [`by_name`] finds
//! one. [`run`] guards a search: it reports clues that clash before the search,
//! checks every solution, and states the evidence for the answer ([`Evidence`]).
//! [`compare`] compares the answers of several engines. [`random_grid`] draws a full
//! grid by any rules, [`UniformGrids`] draws small ones uniformly, [`is_only_solution`] decides uniqueness, [`ByMarks`] that of pencilmark puzzles, [`planted`] makes
//! puzzles without a solution.

pub mod backtrack;
mod by_cover;
mod by_grid;
mod by_marks;
mod by_sat;
mod cdcl;
pub mod compare;
mod cover_search;
pub mod dpll;
mod error;
pub mod external;
mod face;
mod masks;
pub mod memory;
mod outcome;
mod part;
mod planted;
mod pool;
mod premises;
mod preprocess;
mod random_grid;
mod residual;
mod session;
mod splr;
mod steps;
mod table;
mod uniform_grids;
mod uniqueness;

pub use by_cover::ByCover;
pub use by_grid::ByGrid;
pub use by_marks::ByMarks;
pub use by_sat::BySat;
pub use cdcl::Cdcl;
pub use cover_search::{CoverError, CoverSearch, diagram_limits};
pub use error::EngineError;
pub use face::{Engine, Kind, SearchReport, run, solve};
pub use outcome::{
    Certificate, End, Evidence, Limit, Outcome, Proof, ProofFormat, Refutation, Request,
    Solvability, default_encoding,
};
pub use part::Part;
pub use planted::planted;
pub use preprocess::{PreprocessError, preprocess};
pub use random_grid::{NoGrid, random_grid};
pub use session::{SatEngine, SatResult, SatSolver};
pub use steps::Steps;
pub use table::{ENGINES, Entry, by_name, sat_by_name};
pub use uniform_grids::UniformGrids;
pub use uniqueness::{Undecided, is_only_solution};
