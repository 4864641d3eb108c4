//! Puzzles of any order, made from full grids.
//!
//! A puzzle starts as a full grid ([`full_grid`]) from which clues are taken
//! away: any of them ([`with_clues`]), or only as long as the grid stays the
//! one solution ([`unique_with_clues`], [`minimal`]). Whether it does is for a
//! function to say that the caller passes in: this module knows no solver.
//!
//! The same seed gives the same puzzle, if that function gives the same answers.

mod dig;
mod full;

pub use dig::{minimal, unique_with_clues, with_clues};
pub use full::full_grid;
