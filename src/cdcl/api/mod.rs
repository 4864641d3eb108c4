//! The solver's interface for callers: clauses, settings, answers, observers, limits.
//!
//! The public methods of [`Solver`](super::Solver) are here, except `new`.
//!
//! | file | what it holds |
//! |---|---|
//! | `add` | adding clauses and at-most-one constraints |
//! | `solve` | solving, the model, the core, fixed literals |
//! | `once` | solving by a solver that is not used again |
//! | `assumptions` | which assumptions a refutation needs, and keeping that clause |
//! | `implied` | unit propagation alone, under assumptions |
//! | `models` | one model after the other |
//! | `preprocess` | the formula that is left after simplification |
//! | `cubes` | cutting a formula into cubes by look-ahead |
//! | `portfolio` | several searches at the same time |
//! | `sharing` | exchange of learned clauses between searches |
//! | `config` | the settings for teaching, and techniques switched off |
//! | `setting` | the types of settings, and how their values are written |
//! | `limits` | limits that hold for every call, and the hook that ends a call |
//! | `progress` | reports on the progress of a search |
//! | `tracer` | the observer: proofs and traces |

mod add;
mod assumptions;
mod config;
mod cubes;
pub(super) mod implied;
pub(super) mod limits;
pub(super) mod models;
pub(super) mod once;
pub mod portfolio;
mod preprocess;
pub(super) mod progress;
pub(super) mod setting;
pub(super) mod sharing;
pub(super) mod solve;
pub(super) mod tracer;
