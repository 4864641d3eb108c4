//! Students' work: a formula or an answer, right or wrong, and why.
//!
//! | module | idea |
//! |---|---|
//! | [`answer`] | the faults of a model |
//! | [`exercise`] | exercises beyond Sudoku |
//! | [`grade`] | whether a formula states exactly the rules, and the mistake if not |

pub mod answer;
pub mod exercise;
pub mod grade;
