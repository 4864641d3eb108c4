//! Proofs: what a solver reports, and the proof formats.
//!
//! A solver reports its work to an [`Observer`]. A [`Recorder`] keeps a proof
//! in memory, a [`drat::Writer`] writes it, and [`Shared`] lets the caller
//! access either while a solver owns it. [`crate::check`] decides whether a
//! proof is correct.

mod binary;
mod coding;
pub mod drat;
pub(crate) mod fingerprint;
pub mod format;
pub(crate) mod lemmas;
mod lex_leader;
pub mod lrat;
mod observer;
pub(crate) mod parity;
pub mod pbp;
pub(crate) mod pigeonhole;
mod reader;
mod recorder;
mod renamed;
mod shared;
mod step;
mod text;
mod under_cube;
mod writer;

pub use lex_leader::LexLeader;
pub use observer::{Conclusion, Count, Counting, Id, Observer};
pub use parity::{Parity, Sum, Sums};
pub use reader::StepReader;
pub use recorder::Recorder;
pub use renamed::{Given, Renamed};
pub use shared::Shared;
pub use step::Step;
pub use under_cube::UnderCube;
