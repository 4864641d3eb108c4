//! Many puzzles: a stream of them over all cores, in order, in bounded memory;
//! the record of each, their sums and times; the [journal] from which a run goes on; and what
//! is kept of a disagreement.

pub mod journal;
mod keep;
mod ordered;
mod record;
mod tally;
mod times;

pub use keep::keep;
pub use ordered::{HandOn, Ordered, ordered, ordered_in_batches, ordered_within};
pub use record::{AnswerRecord, Finding, Record};
pub use tally::{EngineTally, Tally};
pub use times::Times;
