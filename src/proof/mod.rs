//! Evidence: what a solver reports, and the proof formats.
//!
//! A solver tells an [`Observer`] of its work. A [`Recorder`] keeps what
//! becomes a proof in memory, a [`drat::Writer`] writes it down, and
//! [`Shared`] lets the caller keep a hand on either while a solver owns it.
//! Whether a proof proves anything is for [`crate::check`] to say.

mod binary;
pub mod drat;
pub(crate) mod fingerprint;
pub mod format;
pub mod lrat;
mod observer;
pub mod pbp;
mod pen;
pub(crate) mod pigeonhole;
mod reader;
mod recorder;
mod shared;
mod step;
mod text;

pub use observer::{Conclusion, Count, Counting, Id, Numbered, Observer};
pub use reader::Reader;
pub use recorder::Recorder;
pub use shared::Shared;
pub use step::Step;
