//! The puzzle: a grid of any size, its rules, cells, houses and candidates.
//!
//! Size N means N×N cells and the digits 1…N; plain Sudoku of order n has
//! N = n² and boxes of n×n. Several grids of a size may share cells. Rows, columns and digits are numbered from 0 inside
//! the crate and from 1 wherever a person reads them: `r1c2=3` is [`Candidate`]
//! (0, 1, 2). What a filled grid must obey is the puzzle's [`rules`].

mod candidates;
mod canonical;
mod convert;
mod geometry;
mod grid;
mod house;
#[cfg(feature = "json")]
mod lz_string;
mod overlap;
pub mod print;
mod puzzle;
pub mod rules;
#[cfg(feature = "json")]
mod serde;
mod symbols;
pub mod text;

pub use candidates::Candidates;
pub use canonical::{NoCanonicalForm, canonical};
pub use geometry::{Candidate, Cell, Digit, Size};
pub use grid::Grid;
pub use house::{House, HouseKind};
pub use overlap::BoardError;
pub use puzzle::{Clash, Puzzle};
pub use rules::Rules;
pub use symbols::Symbols;
