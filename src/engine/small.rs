//! What the module has without the feature `engines`: backtracking, and the decision if a
//! grid is its puzzle's only solution.

pub mod backtrack;
// What it has for lists of solutions is used with the feature only.
#[allow(dead_code)]
mod masks;
pub mod memory;
mod pool;
mod residual;
mod steps;
mod uniqueness;

pub use steps::Steps;
pub use uniqueness::{Undecided, is_only_solution};
