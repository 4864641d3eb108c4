//! Many puzzles: a stream of them over all cores, in order, in bounded memory;
//! the sums; and what is kept of a disagreement.

mod keep;
mod ordered;
mod tally;

pub use keep::keep;
pub use ordered::{Ordered, ordered};
pub use tally::{EngineTally, Tally};
