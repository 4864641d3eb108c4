//! Seeing: a run, step by step, in words.
//!
//! Every engine reports its steps to some watcher. A [`Recorder`] makes them
//! [`trace::Event`]s, one language for all engines, and hands those that the
//! [`Window`] shows to a [`Listener`]: one that tells them in words, or one that
//! collects them for the JSON.
//!
//! | module | idea |
//! |---|---|
//! | [`reduction`], [`cover_view`] | the two reductions of a puzzle, told |
//! | [`trace`], [`json`] | the events, and the JSON they make |
//! | [`rules`] | a puzzle's rules in that JSON |
//! | [`graph`] | the implication graph of a conflict, laid out |
//! | [`figure`] | figures for slides, drawn from a trace |
//! | [`replay`] | traces checked, step by step |
//! | [`runs`] | engines run while somebody listens |
//! | [`cdcl`], [`covers`], [`tree`] | their steps in words |
//! | [`page`] | one HTML file that shows all of it |
//! | [`story`] | the whole explanation of a puzzle or of an exact-cover problem |
//! | [`formula`] | that of a formula that comes from anywhere |
//! | [`student`] | students' formulas and answers held against the reduction |
//! | [`names`], [`labels`] | what clauses, items and options are called |

pub mod cdcl;
pub mod cover_view;
pub mod covers;
pub mod figure;
pub mod formula;
pub mod graph;
mod ink;
pub mod json;
pub mod labels;
pub mod names;
pub mod page;
mod paper;
mod recorder;
pub mod reduction;
pub mod remaining;
pub mod replay;
pub mod rules;
pub mod runs;
mod spread;
pub mod story;
pub mod student;
mod table;
pub mod trace;
pub mod tree;
mod window;

pub use paper::Paper;
pub use recorder::{Listener, Recorded, Recorder};
pub use window::{Unit, Window};

/// `1 option`, `2 options`.
fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
