//! Puzzles by any rules, made from full grids.
//!
//! A puzzle starts as a full grid ([`full_grid`], or
//! [`crate::engine::random_grid`] for rules beyond boxes) from which clues are
//! taken away: any of them ([`with_clues`]), or only as long as the grid stays
//! the one solution ([`unique_with_clues`], [`minimal`]). Whether it does is for a
//! function to say that the caller passes in: this module knows no solver.
//!
//! The same seed gives the same puzzle, if that function gives the same answers.
//!
//! # How random
//!
//! Up to 9×9 every full grid can come out, but not each as often as the others.
//! Larger grids begin as one pattern, which is then shuffled by all that maps
//! Sudoku grids to Sudoku grids (digits, rows within bands, bands, columns
//! within stacks, stacks, and transposition unless boxes are wider than high or
//! higher than wide) and changed by exchanging two digits in part of the grid,
//! many times. Whether every grid can be reached so is not known, and how often
//! each comes out isn't either: good enough for puzzles, not for statistics on
//! Sudoku grids.

mod dig;
mod full;

pub use dig::{minimal, unique_with_clues, with_clues};
pub use full::full_grid;
