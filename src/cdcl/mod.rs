//! Our SAT solver: conflict-driven clause learning.
//!
//! One [`Solver`] owns about two dozen data structures, its parts. Techniques
//! are `impl Solver` blocks, one technique in a file, and each file names the
//! source of its technique. `techniques.rs` is the table of all techniques, with
//! their settings and counters. Start reading there or at `core/search.rs`. Each
//! folder's `mod.rs` lists its files.
//!
//! | folder | what it holds |
//! |---|---|
//! | `solver.rs` | the parts of a solver |
//! | `techniques.rs` | the table of techniques; `technique.rs` is what a row makes |
//! | `state/` | the parts that techniques share: trail, clauses, watches, scores, … |
//! | `core/` | the loop, propagation, conflict analysis, decisions, restarts |
//! | `inprocess/` | techniques that change the clauses between two decisions |
//! | [`counting/`](counting) | finding at-most-one groups and pigeonholes, and using them |
//! | `choices/` | finding options to choose from groups, and a local search for models of them |
//! | `parity/` | finding exclusive ors, and what sums of them imply |
//! | `symmetry/` | finding symmetries of the clauses, and constraints that break them |
//! | `external/` | a propagator outside the clauses: IPASIR-UP |
//! | `api/` | what a caller sees: clauses, settings, answers, observers, limits |
//!
//! ```
//! use sudosat::budget::Budget;
//! use sudosat::cdcl::{Solver, Verdict};
//! use sudosat::formula::Cnf;
//!
//! // Three friends: of any two at least one comes, but not all three come.
//! let cnf: Cnf = [&[1, 2][..], &[2, 3], &[3, 1], &[-1, -2, -3]].into_iter().collect();
//! let mut solver = Solver::default();
//! solver.add_cnf(&cnf);
//! let mut guests = Vec::new();
//! while solver.solve(&Budget::unlimited())? == Verdict::Sat {
//!     let model = solver.model().expect("there is a model");
//!     guests.push(model.lits().filter(|lit| lit.is_positive()).count());
//!     // Exclude this model: at least one literal must differ.
//!     let differs: Vec<_> = model.lits().map(|lit| !lit).collect();
//!     solver.add_clause(&differs);
//! }
//! assert_eq!(guests, [2, 2, 2]);
//! # Ok::<(), std::io::Error>(())
//! ```

#![forbid(unsafe_code)]

mod api;
mod choices;
mod core;
pub mod counting;
mod external;
mod inprocess;
mod parity;
mod solver;
mod state;
mod symmetry;
mod technique;
mod techniques;

pub use api::implied::Implied;
pub use api::limits::CallLimits;
pub use api::models::Models;
pub use api::once::Solved;
pub use api::portfolio;
pub use api::progress::{Event, Progress};
pub use api::setting::{Decision, Modes, Setting, Values};
#[cfg(feature = "ipasir")]
pub(crate) use api::sharing::Sharing;
pub use api::solve::Verdict;
pub use external::propagator::{Lemma, Propagator};
pub use solver::Solver;
pub use technique::Technique;
pub use techniques::{Config, Stats};
