//! The module `engine` without the feature `engines`: backtracking, and the check that a grid
//! is its puzzle's only solution.

pub mod backtrack;
#[allow(dead_code)] // its solutions are listed with the feature `engines` only
mod masks;
pub mod memory;
mod pool;
mod residual;
mod steps;
mod uniqueness;

pub use steps::Steps;
pub use uniqueness::{Undecided, is_only_solution};
