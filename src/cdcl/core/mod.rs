//! Conflict-driven clause learning itself: propagate, learn from a conflict, decide.
//!
//! `search` has the loop. Everything else is a step of the loop that every formula
//! needs; techniques that can be left out are in [`inprocess`](super::inprocess).
//!
//! | file | what it holds |
//! |---|---|
//! | `search` | the loop |
//! | `propagate` | unit propagation |
//! | `decide` | the next decision: an assumption, or the most active variable |
//! | `learn` | from a conflict to a learned clause and a backjump |
//! | `analyze` | the first unique implication point of a conflict |
//! | `analysis` | the working memory of conflict analysis |
//! | `minimize` | removal of implied literals from a learned clause |
//! | `shrink` | replacement of the literals of a level by one that implies them |
//! | `bump` | activity of the variables that took part in a conflict |
//! | `explain` | the clauses from which a derived one follows, for proofs with hints |
//! | `assign` | making a literal true by a decision or a unit clause |
//! | `backtrack` | undoing assignments |
//! | `attach` | storing a clause with its watches, and removing it |
//! | `restart` | restarts, and when they are due |
//! | `mode` | focused and stable mode |
//! | `rephase` | resetting the saved phases |

pub(super) mod analysis;
mod analyze;
mod assign;
mod attach;
mod backtrack;
mod bump;
mod decide;
mod explain;
mod learn;
mod minimize;
pub(super) mod mode;
mod propagate;
mod rephase;
mod restart;
mod search;
mod shrink;
