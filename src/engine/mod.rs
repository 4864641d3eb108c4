//! Common interfaces of all solvers.
//!
//! An [`Engine`] solves puzzles, a [`SatEngine`] solves formulas, and [`BySat`]
//! makes an engine for puzzles of any for formulas. [`run`] guards a search: it reports clues
//! that clash before the search, checks every solution, and states the evidence for the
//! answer ([`Evidence`]). [`is_only_solution`] decides uniqueness. These need no features.
#![cfg_attr(
    feature = "engines",
    doc = "

With the feature `engines`, [`ENGINES`] lists the engines and [`by_name`] finds one; `splr`
and [outside programs](external) are among them. [`CoverSearch`] solves exact covers with any
engine that can, [`compare`] compares the answers of several engines."
)]

pub mod backtrack;
mod bands;
mod by_cover;
mod by_grid;
mod by_sat;
mod cdcl;
mod checked;
#[cfg(feature = "engines")]
mod claim;
#[cfg(feature = "engines")]
pub mod compare;
mod confirm;
#[cfg(feature = "engines")]
mod cover_proof;
#[cfg(feature = "engines")]
mod cover_search;
pub mod cubes;
mod direct;
pub mod domains;
pub mod dpll;
mod error;
#[cfg(feature = "engines")]
pub mod external;
pub(crate) mod formulas;
mod limited_text;
pub(crate) mod masks;
pub mod memory;
mod outcome;
pub(crate) mod pool;
#[cfg(feature = "engines")]
mod preprocess;
mod puzzle_engine;
mod refutation;
mod request;
mod run;
mod sat_engine;
#[cfg(feature = "engines")]
mod splr;
mod steps;
#[cfg(feature = "engines")]
mod table;
pub(crate) mod uniqueness;
mod widened;

pub use by_cover::ByCover;
pub use by_grid::{ByDomains, ByGrid};
pub use by_sat::{BySat, Lemmas};
pub use cdcl::Cdcl;
pub use checked::CheckedOrCdcl;
#[cfg(feature = "engines")]
pub use claim::{Claim, confirming_engine};
pub use confirm::confirm;
#[cfg(feature = "engines")]
pub use cover_proof::{CoverAnswer, CoverProofFormat, prove_no_cover};
#[cfg(feature = "engines")]
pub use cover_search::{CoverError, CoverSearch, diagram_limits};
pub use direct::NoAnswer;
pub use error::EngineError;
pub use outcome::{End, Evidence, Outcome, Solvability};
#[cfg(feature = "engines")]
pub use preprocess::{PreprocessError, preprocess};
pub use puzzle_engine::{Engine, Kind, SearchReport};
pub use refutation::{Certificate, Refutation};
pub use request::{Glance, Limit, Proof, ProofFormat, Request, default_encoding};
pub use run::{run, solve};
pub use sat_engine::{Embedding, SatEngine, SatResult, SatSolver};
pub use steps::Steps;
#[cfg(feature = "engines")]
pub use table::{ENGINES, Entry, by_name, lineage_for, sat_by_name};
pub use uniqueness::{Undecided, is_only_by_glance, is_only_solution};
