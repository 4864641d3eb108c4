//! The live page's engine as WebAssembly: one buffer and three functions.
//!
//! The page requests a buffer of a length ([`room`]), writes its request there
//! in UTF-8, calls [`call`], which returns the length of the answer, and reads
//! the answer from [`room`] of that length.

#![allow(unsafe_code)] // exported names are unsafe attributes

use super::live;
use std::sync::{Mutex, MutexGuard, PoisonError};

static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn buffer() -> MutexGuard<'static, Vec<u8>> {
    BUFFER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Resizes the buffer to `length` bytes and returns its address.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(length: usize) -> *const u8 {
    let mut buffer = buffer();
    buffer.resize(length, 0);
    buffer.as_mut_ptr()
}

/// Answers the request in the buffer, writes the answer there, and returns its
/// length.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn call() -> usize {
    let mut buffer = buffer();
    let answer = live::answer(&String::from_utf8_lossy(&buffer));
    *buffer = answer.into_bytes();
    buffer.len()
}

/// Frees the buffer's memory.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn free() {
    *buffer() = Vec::new();
}
