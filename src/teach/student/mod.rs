//! Students' work: a formula or an answer, compared with the reduction.
//!
//! | module | idea |
//! |---|---|
//! | [`formula`] | which clauses a formula has, lacks and adds, and whether that matters |
//! | [`answer`] | the faults of a model |
//! | [`grade`] | whether a formula states exactly the rules, and the mistake if not |
//! | [`numbering`] | the numbering of the variables |

pub mod answer;
pub mod formula;
pub mod grade;
pub mod numbering;
