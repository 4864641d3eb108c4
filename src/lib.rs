//! Sudoku of any order, reduced to SAT and to exact cover, solved, and every
//! answer checked.
//!
//! A puzzle:
//!
//! ```
//! use sudosat::prelude::*;
//!
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let grid = puzzle.solve()?.expect("it has a solution");
//! assert_eq!(grid.digit(Cell::new(0, 2)).value(), 4);
//! assert_eq!(puzzle.solutions(2)?.len(), 1, "it is the only one");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A formula:
//!
//! ```
//! use sudosat::prelude::*;
//!
//! let cnf: Cnf = "p cnf 2 2\n 1 2 0\n -1 0".parse()?;
//! let model = cnf.solve()?.expect("it has a model");
//! assert!(model.value(Var::new(1)), "the second variable is true");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An exact cover, in Knuth's text form:
//!
//! ```
//! use sudosat::prelude::*;
//!
//! let cover: ExactCover = "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g".parse()?;
//! let solution = cover.solutions().next().expect("it has a solution")?;
//! let mut options: Vec<String> = solution.iter().map(|&option| cover.text(option)).collect();
//! options.sort();
//! assert_eq!(options, ["a d", "b g", "c e f"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! These calls have no limits. [`engine::solve`], [`cdcl::Solver`] and the searches of [`cover`] take a
//! [`budget`] and choices.
//!
//! The modules are the stages of a pipeline, in its order:
//!
//! ```text
//! puzzle → encoding → formula → engine → model → grid → check
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`budget`] | limits on a search: time, steps, an interrupt |
//! | [`io`] | reading and writing: streams, compression, files written whole, errors that point into a file |
//! | [`sudoku`] | the puzzle: size, rules, cells, houses, candidates, text formats |
//! | [`formula`] | the language of SAT: literals, formulas, models, DIMACS |
//! | [`cover`] | exact cover: items and options, and searches such as dancing links |
//! | [`encode`] | the reductions of puzzles to formulas and exact covers, and back |
//! | [`proof`] | the steps that a solver reports, and the proof formats |
//! | [`cdcl`] | our SAT solver |
//! | [`check`] | checks of grids, models and proofs, which share no code with what they check |
//! | [`trusted`] | a second reader and checker of each format, in at most 2 000 lines that use no other module |
//! | [`engine`] | one interface for all solvers |
//! | [`generate`] | puzzles of any rules from full grids, and fewer clues of given ones |
//! | [`reason`] | answers to questions that people ask about a puzzle: why, hints, ratings |
#![cfg_attr(
    feature = "teach",
    doc = "| [`teach`] | traces of a run, its steps in words, figures, pages and lessons |"
)]
//! | `ipasir`, `rustsat` | our solver for C, and for the crate rustsat; features of these names |
#![cfg_attr(
    feature = "engines",
    doc = "| [`programs`] | outside programs, run under limits |\n\
           | [`batch`] | many puzzles: in parallel, in order, with totals |\n\
           | [`fuzz`] | random formulas against any SAT solver, and the smallest one with the same fault |"
)]
//!
//! [`prelude`] has the names that most programs need.

// Used by `trusted`, which needs no standard library.
extern crate alloc;

#[cfg(feature = "engines")]
pub mod batch;
pub mod budget;
pub mod cdcl;
pub mod check;
pub mod cover;
pub mod encode;
pub mod engine;
pub mod formula;
#[cfg(feature = "engines")]
pub mod fuzz;
pub mod generate;
pub mod io;
#[cfg(feature = "ipasir")]
pub mod ipasir;
mod prefetch;
#[cfg(feature = "engines")]
pub mod programs;
pub mod proof;
pub mod reason;
#[cfg(feature = "rustsat")]
pub mod rustsat;
pub mod sudoku;
#[cfg(feature = "teach")]
pub mod teach;
pub mod trusted;

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
    pub use crate::sudoku::{Candidate, Cell, Digit, Grid, Puzzle, Rules, Size};
}

/// The examples of the document are tests.
#[cfg(all(doctest, feature = "cli"))]
#[doc = include_str!("../docs/LIBRARY.md")]
mod library {}
