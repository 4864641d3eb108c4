//! Bytes in and out: reading files and pipes with their compression, writing
//! files whole or not at all, and errors that point into a file.

mod error;

pub use error::InputError;
