//! The puzzle: a grid of any order, its cells, houses and candidates.
//!
//! Order n means n²×n² cells, boxes of n×n, and the digits 1…n². Rows,
//! columns and digits are numbered from 0 inside the crate and from 1 wherever
//! a person reads them: `r1c2=3` is [`Candidate`] (0, 1, 2).

mod candidates;
pub mod generate;
mod grid;
mod place;
pub mod print;
mod puzzle;
pub mod text;

pub use candidates::Candidates;
pub use grid::Grid;
pub use place::{Candidate, Cell, Digit, House, Order};
pub use puzzle::{Clash, Puzzle};
