//! Sudoku of any order, reduced to SAT and to exact cover, solved, and every
//! answer checked.
//!
//! The modules are the stations of one pipeline, in its order:
//!
//! ```text
//! puzzle → encoding → formula → engine → model → grid → check
//! ```
//!
//! | module | station |
//! |---|---|
//! | [`budget`] | how long a search may go on |
//! | [`io`] | bytes in and out: streams, compression, atomic files, errors that point into a file |
//! | [`sudoku`] | the puzzle: order, cells, houses, candidates, text formats |
//! | [`formula`] | the language of SAT: literals, formulas, models, DIMACS |
//! | [`cover`] | exact cover: items and options, dancing links, Algorithm X on a matrix |
//! | [`encode`] | the reductions, and every way back |
//! | [`proof`] | evidence: what a solver reports, and the proof formats |
//! | [`cdcl`] | our solver |
//! | [`check`] | trust: short checks that share no code with what they check |
//! | [`engine`] | one face for all solvers |
//! | [`reason`] | answers to questions that people ask about a puzzle: why, hints, ratings |
//! | [`teach`] | seeing: every step in words |
//! | `ipasir`, `rustsat` | our solver for C, and for the crate rustsat; features of these names |
//! | [`batch`] | many puzzles: corpora, parallel runs, reports |
//!
//! [`prelude`] has the names that most programs need.

#[cfg(feature = "engines")]
pub mod batch;
pub mod budget;
pub mod cdcl;
pub mod check;
pub mod cover;
pub mod encode;
#[cfg_attr(not(feature = "engines"), path = "engine/small.rs")]
pub mod engine;
pub mod formula;
pub mod io;
#[cfg(feature = "ipasir")]
pub mod ipasir;
pub mod proof;
pub mod reason;
#[cfg(feature = "rustsat")]
pub mod rustsat;
pub mod sudoku;
#[cfg(feature = "teach")]
pub mod teach;

/// The names that most programs need, to be imported all at once.
///
/// ```
/// use sudosat::prelude::*;
///
/// let puzzle: Puzzle = "1... ..3. .4.. ...2".parse().unwrap();
/// let mut solver = Solver::default();
/// solver.add_cnf(&encode::cnf(&puzzle, &Encoding::EXTENDED));
/// assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
/// ```
pub mod prelude {
    pub use crate::budget::{Budget, Interrupt, Stop};
    pub use crate::cdcl::{Config, Solver, Verdict};
    pub use crate::check;
    pub use crate::cover::dlx::{Choice, Dlx};
    pub use crate::cover::{self, ExactCover, Search};
    pub use crate::encode::{self, Encoding};
    pub use crate::formula::{Cnf, Lit, Model, Var};
    pub use crate::sudoku::{Grid, Puzzle};
}

/// The examples of the document are tests.
#[cfg(all(doctest, feature = "cli"))]
#[doc = include_str!("../docs/LIBRARY.md")]
mod library {}
