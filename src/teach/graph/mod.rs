//! The implication graph of a conflict, and where to draw it.
//!
//! | module | idea |
//! |---|---|
//! | [`implications`] | which literals a conflict comes from |
//! | [`layers`] | any layered graph, laid out on whole numbers |

pub mod implications;
pub mod layers;

pub use implications::Implications;
