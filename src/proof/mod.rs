//! Evidence: what a solver reports while it works, and the proof formats.

mod observer;

pub use observer::{Conclusion, Observer};
