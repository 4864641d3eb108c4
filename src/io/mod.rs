//! Bytes in and out: reading files and pipes with their compression, writing
//! files whole or not at all, and errors that point into a file.

mod display;
mod error;
mod pipe;
mod scanner;
mod source;
mod target;
mod unpack;

pub use display::{display, display_bytes};
pub use error::{InputError, OutputError};
pub use scanner::{Place, Scanner};
pub use source::{Source, read_to_limit};
pub use target::{Overwrite, Target};
