//! Teaching: runs shown step by step, in words and figures.
//!
//! Every engine reports its steps to an observer. A [`Recorder`] turns them
//! into [`trace::Event`]s, which are common to all engines, and passes those in
//! the [`Window`] to a [`Listener`]: one writes them in words, another collects
//! them for the JSON.
//!
//! | module | idea |
//! |---|---|
//! | [`reduction`], [`cover_reduction`] | the two reductions of a puzzle in words |
//! | [`trace`], [`json`] | the events, and the JSON they make |
//! | [`rules`] | a puzzle's rules in that JSON |
//! | [`graph`] | the implication graph of a conflict, laid out |
//! | [`figure`] | figures for slides, drawn from a trace |
//! | [`links`] | the pointers of dancing links, and how they change |
//! | [`replay`] | checking traces, step by step |
//! | [`algorithm`] | the engines' algorithms as text, and the line at which each step stands |
//! | [`extent`] | the largest puzzles that are shown |
//! | [`engine`], [`runs`] | the engines that are shown, and running them with a listener |
//! | [`cdcl`], [`cover_steps`], [`tree`] | their steps in words |
//! | [`solving`] | the steps of `hint` and of `why`, with their evidence, as runs on a page |
//! | [`page`] | one HTML file that shows all of it |
//! | `examples` | the puzzles, formulas and problems that lessons and live pages show |
//! | [`course`] | the lessons of `docs/teaching/`, on such a page |
//! | [`story`] | the whole explanation of a puzzle or of an exact-cover problem |
//! | [`formula`] | the explanation of any formula |
//! | [`student`] | comparing students' formulas and answers with the reduction |
//! | `math` | formulas in MathML |
//! | [`names`], [`labels`] | the names of clauses, items and options |

pub mod algorithm;
pub mod cdcl;
pub mod course;
pub mod cover_reduction;
pub mod cover_steps;
pub mod engine;
mod examples;
pub mod extent;
pub mod figure;
pub mod formula;
pub mod graph;
pub mod json;
pub mod labels;
pub mod links;
mod math;
pub mod names;
mod output;
pub mod page;
mod recorder;
pub mod reduction;
pub mod remaining;
pub mod replay;
pub mod rules;
pub mod runs;
pub mod solving;
pub mod story;
pub mod student;
mod style;
mod table;
pub mod trace;
pub mod tree;
mod tree_sizes;
mod watches;
mod window;

pub use output::SharedOutput;
pub use recorder::{Listener, Recorded, Recorder};
pub use window::{Unit, Window};

/// Returns a number with its noun: `1 option`, `2 options`.
fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
