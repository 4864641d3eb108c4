//! Sequences of calls of the incremental interface IPASIR, for one solver object.
//!
//! A [`Trace`] has the calls that change the solver or let it solve, and a text form with one call
//! in each line. Where it is played, values and failed assumptions are asked for after each
//! answer: see [`Library`].

mod call;
mod callbacks;
mod library;
mod log;
mod random;
mod verdict;

pub use call::{Call, Trace};
pub use callbacks::{Callbacks, Event};
pub use library::Library;
pub use log::{Incremental, play, read_request};
pub use random::trace;
pub use verdict::{Played, Remark};
