//! Generating puzzles of any rules from full grids.
//!
//! A puzzle starts as a full grid ([`full_grid`], or `engine::random_grid` for rules
//! beyond boxes). Then clues are
//! removed: any of them ([`with_clues`]), or only while the grid stays the only
//! solution ([`unique_with_clues`], [`minimal`], [`minimized`]), one by one or in
//! symmetric groups ([`Symmetry`]). A pencilmark puzzle starts with every candidate
//! excluded but the grid's, and candidates are given back ([`unique_with_marks`],
//! [`minimal_marks`]). The caller passes a function
//! that tests if the grid is the only solution, so this module needs no solver.
//!
//! The same seed gives the same puzzle if that function returns the same
//! answers.
//!
//! # How random
//!
//! [`full_grid`] can return every full grid up to 9×9, but not with equal probability
//! (`engine::UniformGrids` draws uniformly, up to 6×6).
//! Larger grids begin as one pattern. It is shuffled by the symmetries of
//! Sudoku grids (digits, rows within bands, bands, columns within stacks,
//! stacks, and transposition if boxes are square or there are none), and then
//! changed many times by exchanging two digits in a part of the grid. It is not
//! known whether every grid can be reached in this way, nor with which
//! probability. That is good enough for puzzles, but not for statistics on
//! Sudoku grids.

mod dig;
mod full;
mod symmetry;

pub use dig::{
    max_excluded, minimal, minimal_marks, minimized, unique_with_clues, unique_with_marks,
    with_clues,
};
pub use full::full_grid;
pub use symmetry::Symmetry;
