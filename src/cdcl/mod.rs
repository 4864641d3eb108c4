//! Our SAT solver: conflict-driven clause learning.
//!
//! One [`Solver`] owns about a dozen parts, each in its own file. *Nouns* know
//! only themselves; *verbs* are `impl Solver` blocks, one technique a file,
//! and each says where the technique comes from. Start at `search`.
//!
//! | nouns | |
//! |---|---|
//! | `solver` | the parts, and what a caller may ask |
//! | `trail`, `reason` | what is true now, in which order, and why |
//! | `clauses` | the clause arena |
//! | `watches` | whom to ask when a literal becomes false |
//! | `at_most_one` | groups of which one literal at most is true |
//! | `queue`, `scores` | what to decide next: move-to-front queue, heap of scores |
//! | `phases` | which way to decide |
//! | `analysis` | scratch of one conflict |
//! | `eliminated` | variables that went, and how they get their values |
//! | `occurrences` | which clauses have a literal, watched or not |
//! | `implications` | what literals imply by binary clauses, and which are equivalent |
//! | `limits`, `ema`, `reluctant` | when to do what next |
//! | `config`, `setting`, `stats` | what the caller chose, by name too; what was counted |
//! | `blocks` | pigeonholes whose proof is told when it is used |
//! | `progress` | whoever waits for the search |
//! | `caps` | limits that hold for every call |
//! | `effort` | what a technique beside the search may still cost |
//! | `telling`, `ids` | the observer: proofs and traces; the numbers of clauses |
//!
//! | verbs | |
//! |---|---|
//! | `add` | take clauses in |
//! | `search` | the loop |
//! | `propagate` | unit propagation |
//! | `learn`, `analyze`, `minimize`, `shrink`, `bump` | learn from a conflict |
//! | `explain` | from which clauses a derived one follows |
//! | `count`, `recount` | find at-most-one groups and pigeonholes: see [`counting`] |
//! | `preprocess` | what follows without a guess, as a formula again |
//! | `models`, `implied` | one model after the other; propagation alone |
//! | `sharing`, [`portfolio`] | several searches that share what they learn |
//! | `decide`, `assume` | guess; assumptions and their core |
//! | `backtrack`, `restart` | undo |
//! | `lucky` | try a few assignments before the search |
//! | `mode`, `rephase` | change the manner of the search |
//! | `walk` | local search for phases |
//! | `reduce`, `simplify`, `collect` | keep the clauses few and close together |
//! | `vivify` | shorten clauses by propagation |
//! | `eliminate`, `gates` | replace a variable's clauses by their resolvents |
//! | `substitute` | put one of equivalent literals in the place of the others |
//! | `probe` | find literals that can't be true |
//! | `subsume` | remove what other clauses make superfluous |
//! | `invariants` | what must hold in between, as code |
//!
//! ```
//! use sudosat::budget::Budget;
//! use sudosat::cdcl::{Solver, Verdict};
//! use sudosat::formula::Cnf;
//!
//! // Of any two of three friends one comes, but not all three come.
//! let cnf: Cnf = [&[1, 2][..], &[2, 3], &[3, 1], &[-1, -2, -3]].into_iter().collect();
//! let mut solver = Solver::default();
//! solver.add_cnf(&cnf);
//! let mut guests = Vec::new();
//! while solver.solve(&Budget::unlimited())? == Verdict::Sat {
//!     let model = solver.model().expect("there is a model");
//!     guests.push(model.lits().filter(|lit| lit.is_positive()).count());
//!     // Not this one again: at least one literal must differ.
//!     let differs: Vec<_> = model.lits().map(|lit| !lit).collect();
//!     solver.add_clause(&differs);
//! }
//! assert_eq!(guests, [2, 2, 2]);
//! # Ok::<(), std::io::Error>(())
//! ```

#![forbid(unsafe_code)]

mod add;
mod analysis;
mod analyze;
mod assume;
mod at_most_one;
mod backtrack;
mod blocks;
mod bump;
mod caps;
mod clauses;
mod collect;
mod config;
mod count;
pub mod counting;
mod decide;
mod effort;
mod eliminate;
mod eliminated;
mod ema;
mod explain;
mod gates;
mod ids;
mod implications;
mod implied;
mod invariants;
mod learn;
mod limits;
mod lucky;
mod minimize;
mod mode;
mod models;
mod occurrences;
mod phases;
pub mod portfolio;
mod preprocess;
mod probe;
mod progress;
mod propagate;
mod queue;
mod reason;
mod recount;
mod reduce;
mod reluctant;
mod rephase;
mod restart;
mod scores;
mod search;
mod setting;
mod sharing;
mod shrink;
mod simplify;
mod solver;
mod stats;
mod substitute;
mod subsume;
mod telling;
mod trail;
mod vivify;
mod walk;
mod watches;

pub use caps::Caps;
pub use config::{Config, Decision, Modes};
pub use implied::Implied;
pub use models::Models;
pub use progress::{Event, Progress};
pub use setting::{Setting, Values};
#[cfg(feature = "ipasir")]
pub(crate) use sharing::Sharing;
pub use solver::{Solver, Verdict};
pub use stats::Stats;
