//! The targets of `cargo fuzz`. The tests of the crate play them, too, on stable Rust.

mod targets;

pub use targets::*;
