//! Students' work: a formula or an answer, held against the reduction.
//!
//! | module | idea |
//! |---|---|
//! | [`formula`] | which clauses a formula has, lacks and adds, and whether that matters |
//! | [`answer`] | what is wrong with a model |
//! | [`numbering`] | how the variables are numbered |

pub mod answer;
pub mod formula;
pub mod numbering;
