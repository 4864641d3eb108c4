//! Generating puzzles of any rules from full grids.
//!
//! A puzzle starts as a full grid ([`full_grid`], or [`random_grid`] for rules
//! beyond boxes). Then clues are
//! removed: any of them ([`with_clues`]), or only while the grid stays the only
//! solution ([`unique_with_clues`], [`minimal`]), one by one or in
//! symmetric groups ([`Symmetry`]). A pencilmark puzzle starts with every candidate
//! excluded but the grid's, and candidates are given back ([`unique_with_marks`],
//! [`minimal_marks`]). To these functions the caller passes one
//! that tests if the grid is the only solution, such as
//! [`is_only_solution`](crate::engine::is_only_solution). [`minimize`] removes the clues that a
//! given puzzle does not need.
//!
//! The same seed gives the same puzzle if that test returns the same
//! answers.
//!
//! # How random
//!
//! [`full_grid`] can return every full grid up to 9×9, but not with equal probability
//! ([`UniformGrids`] draws uniformly, up to 6×6).
//! Larger grids begin as one pattern. It is shuffled by the symmetries of
//! Sudoku grids (digits, rows within bands, bands, columns within stacks,
//! stacks, and transposition if boxes are square or there are none), and then
//! changed many times by exchanging two digits in a part of the grid. It is not
//! known whether every grid can be reached in this way, nor with which
//! probability. That is good enough for puzzles, but not for statistics on
//! Sudoku grids.
//!
//! # Other grids and puzzles
//!
//! [`layout`] invents cages, arrows and marks that a full grid obeys, [`regions`] maps of regions
//! (jigsaw).
//!
//! [`random_grid`] draws a full grid by any rules, [`UniformGrids`] draws small ones uniformly,
//! [`PencilmarkUniqueness`] decides the uniqueness of pencilmark puzzles, [`planted`] makes puzzles
//! without a solution, [`HardnessWalk`] puzzles that failed literals do not solve.

mod blank;
mod dig;
mod full;
mod hardness_walk;
mod layout;
mod minimize;
mod pencilmark_uniqueness;
mod planted;
mod random_grid;
mod regions;
mod symmetry;
mod uniform_grids;

pub use dig::{
    max_excluded, minimal, minimal_marks, unique_with_clues, unique_with_marks, with_clues,
};
pub use full::full_grid;
pub use hardness_walk::HardnessWalk;
pub use layout::{Kind, layout};
pub use minimize::{Minimized, NotMinimized, minimize, needless_clues};
pub use pencilmark_uniqueness::PencilmarkUniqueness;
pub use planted::planted;
pub use random_grid::{NoGrid, random_grid};
pub use regions::regions;
pub use symmetry::Symmetry;
pub use uniform_grids::UniformGrids;
