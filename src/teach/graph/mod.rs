//! The implication graph of a conflict, and its layout.
//!
//! | module | idea |
//! |---|---|
//! | [`implications`] | the literals that a conflict depends on |
//! | [`layers`] | any layered graph, laid out on whole numbers |

pub mod implications;
pub mod layers;

pub use implications::Implications;
