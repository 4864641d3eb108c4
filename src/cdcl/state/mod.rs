//! The state of the search: the data structures that techniques share.
//!
//! Each file is a data structure used by many techniques. No file of this
//! folder runs a step of the search.
//!
//! | file | what it holds |
//! |---|---|
//! | `trail` | the assignment: which literals are true, in which order, at which decision level |
//! | `positions` | a set of trail positions, the highest taken first |
//! | `reason` | the reason of a true literal, and the clause in conflict |
//! | `clauses` | the clause arena |
//! | `watches` | for each literal, the clauses that watch it |
//! | `at_most_one` | groups of literals of which at most one is true |
//! | `queue` | the next decision in focused mode: a move-to-front queue |
//! | `scores` | the next decision in stable mode: a heap of scores |
//! | `phases` | the value that a decision gives to a variable |
//! | `eliminated` | eliminated variables, and how they get their values in a model |
//! | `lists` | lists of lists in one buffer |
//! | `ids` | the ids by which an observer knows clauses |
//! | `schedule` | the next run of a technique in conflicts, and its share of the ticks |
//! | `effort` | the limit on what one run of a technique may cost; what else ends work |
//! | `off_record` | propagation that must not influence schedules and decisions |
//! | `ema` | exponential moving averages |
//! | `reluctant` | reluctant doubling, which spaces the restarts of stable mode |
//! | `invariants` | the conditions that hold between two steps of the search, checked by tests |

pub(super) mod at_most_one;
pub(super) mod clauses;
pub(super) mod effort;
pub(super) mod eliminated;
pub(super) mod ema;
pub(super) mod ids;
mod invariants;
pub(super) mod lists;
mod off_record;
pub(super) mod phases;
pub(super) mod positions;
pub(super) mod queue;
pub(super) mod reason;
pub(super) mod reluctant;
pub(super) mod schedule;
pub(super) mod scores;
pub(super) mod trail;
pub(super) mod watches;
