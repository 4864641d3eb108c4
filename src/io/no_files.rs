//! WebAssembly in a page has no files and no standard input.

use super::display;
use super::error::InputError;
use std::io::{self, Read};

/// An input. There is none here.
pub enum Source {}

impl Source {
    /// Opens nothing.
    ///
    /// # Errors
    /// Always.
    pub fn open(name: &str) -> Result<Source, InputError> {
        let name = display(name).into_owned();
        Err(InputError::whole(name, "there are no files in a page"))
    }
}

impl Read for Source {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        match *self {}
    }
}

/// Reads to the end of nothing.
///
/// # Errors
/// None, for there is no source.
pub fn read_to_limit(input: &mut Source, _: &str, _: u64) -> Result<Vec<u8>, InputError> {
    match *input {}
}
