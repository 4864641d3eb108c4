//! Annotations: what stands beside a grid. Words and maps that state its rules are applied to
//! it, or it is refused.
//!
//! The reader passes on, in the order of the input, the puzzles that it read and every text
//! that is no part of their cells. A puzzle is held back until the text below it is known: up
//! to the next puzzle, a line `---`, or the end of the input. Text without a blank line
//! between belongs to the puzzle that it touches; text that touches both neighbours, or
//! neither, to both.
//!
//! | file | what it holds |
//! |---|---|
//! | `words` | texts cut into sentences and words |
//! | `vocabulary` | the words by which texts are judged, by language |
//! | `measures` | sizes and ranges of symbols in texts |
//! | `meaning` | what a text means for the rules |
//! | `note` | annotations, and what they state |
//! | `apply` | what becomes of a puzzle by its notes |
//! | `solution` | a solution beside its puzzle |
//! | `queue` | which annotation belongs to which puzzle |

mod apply;
mod meaning;
mod measures;
mod note;
mod queue;
mod solution;
mod vocabulary;
mod words;

#[cfg(feature = "json")]
pub(super) use apply::states_other_rule;
#[cfg(feature = "json")]
pub(super) use meaning::judge_kind;
pub(super) use meaning::{Meaning, is_ordinary, judge, label, names_rule, states_rule};
pub(super) use note::Annotation;
pub(super) use queue::Queue;
pub(super) use vocabulary::{Label, truth};
