//! Exact cover: choose options so that every item is covered exactly once.
//!
//! An [`ExactCover`] has *items* and *options*; an option is a set of items. A
//! solution is a set of options that contains every primary item exactly once,
//! and every secondary item at most once or any number of times with a single
//! colour. In the older terms of rows and columns: choose rows of a 0/1 matrix
//! so that each primary column has exactly one 1.
//!
//! | module | idea |
//! |---|---|
//! | [`problem`](ExactCover) | the instance: items with names, options, and how to build one |
//! | [`knuth`] | Knuth's text form, read and written |
//! | [`zero_one`], [`xcc`] | the matrix and miniexact's numbers, read and written |
//! | [`printed`] | tables and families of sets as lectures print them, read |
//! | [`form`](Form) | which of these a text is |
//! | [`problems`] | built-in problems: queens, pentominoes, the courses' |
//! | [`picture`] | solutions drawn in a terminal and as SVG |
//! | [`choice`](Choice) | the rules by which a search chooses the item to branch on |
//! | [`method`](Method) | the searches by name, and which fits a problem |
//! | [`search`](Search) | the common interface of all searches |
//! | [`gauge`](Gauge) | the state of a running search, for other threads |
//! | [`taught`] | solutions in the order in which programs of courses print them |
//! | [`watcher`](Watcher) | the observer of a search's steps |
//! | [`dlx`] | Knuth's dancing links, also with bounds |
//! | [`cheapest`](Cheapest) | the solutions of least cost |
//! | [`sparse`] | sparse sets in place of links |
//! | [`bits`] | sets of options as bits, also with bounds |
//! | [`planes`] | sets of items as bits |
//! | `restarts` | a first solution by random restarts |
//! | [`zdd`] | all solutions at once: counting, random solutions |
//! | [`frontier`] | counting item by item, with the states of one item in memory |
//! | [`certificate`] | the number of all solutions, to be checked by another program |
//! | `parts` | problems that fall into several, each searched alone |
//! | `race` | several methods by turns, for a count |
//! | [`Natural`] | numbers of any size |
//! | [`parallel`] | one problem searched by several threads |
//! | [`matrix`] | Algorithm X on a dense matrix, as taught |
//!
//! ```
//! use sudosat::budget::Budget;
//! use sudosat::cover::{ExactCover, Search, dlx::{Choice, Dlx}};
//!
//! let mut builder = ExactCover::builder();
//! for name in ["a", "b", "c", "d"] {
//!     builder.primary(name)?;
//! }
//! builder.option_named(["a", "b"])?;
//! builder.option_named(["b", "c"])?;
//! builder.option_named(["c", "d"])?;
//! let problem = builder.build();
//!
//! let mut dlx = Dlx::new(&problem, Choice::Smallest);
//! let solution = dlx.next_solution(&Budget::unlimited()).unwrap().unwrap();
//! let names: Vec<String> = solution.iter().map(|&option| problem.text(option)).collect();
//! assert_eq!(names, ["a b", "c d"]);
//! # Ok::<(), sudosat::cover::BuildError>(())
//! ```

pub mod bits;
mod builder;
pub mod certificate;
mod cheapest;
mod choice;
pub mod dlx;
mod form;
pub mod frontier;
mod gauge;
pub mod knuth;
mod lines;
pub mod matrix;
mod method;
mod natural;
#[cfg(not(target_family = "wasm"))]
pub mod parallel;
mod parts;
pub mod picture;
pub mod planes;
pub mod printed;
mod problem;
pub mod problems;
mod race;
mod restarts;
mod search;
pub mod sparse;
pub mod taught;
#[cfg(test)]
mod tests;
mod watcher;
pub mod xcc;
pub mod zdd;
pub mod zero_one;

pub use builder::{BuildError, Builder};
pub use cheapest::Cheapest;
pub use choice::Choice;
pub use form::{Form, read};
pub use gauge::{Figures, Gauge};
pub use method::{Method, Unfit};
pub use natural::Natural;
pub use problem::{Bounds, Color, ExactCover, Item, MAX_COST, MAX_NAME, MAX_SIZE, OptionId};
pub use search::{Search, SearchStats, Solutions, solutions};
pub use watcher::Watcher;
