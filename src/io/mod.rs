//! Bytes in and out: reading files and pipes with their compression, writing
//! files whole or not at all, and errors that point into a file.

mod display;
mod error;
#[cfg(not(target_family = "wasm"))]
mod pipe;
mod scanner;
#[cfg_attr(target_family = "wasm", path = "no_files.rs")]
mod source;
#[cfg(not(target_family = "wasm"))]
mod target;
#[cfg(not(target_family = "wasm"))]
mod unpack;

pub use display::{counted, counted_plural, display, display_bytes};
pub(crate) use error::copy_of;
pub use error::{InputError, OutputError, is_closed_stdout, unwritable};
pub use scanner::{Place, Scanner};
pub use source::{Source, read_to_limit};
#[cfg(not(target_family = "wasm"))]
pub use target::{Overwrite, Target, free_space, names_stdout};
