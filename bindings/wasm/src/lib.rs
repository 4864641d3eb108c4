//! sudosat as WebAssembly: one buffer and three functions, and no imports.
//!
//! The caller requests a buffer of a length ([`room`]), writes its request there in
//! UTF-8, calls [`call`], which returns the length of the answer, and reads the answer
//! from [`room`] of that length. Requests and answers are JSON.
//!
//! The package translates requests to calls of the crate and back, and contains no
//! algorithm. It is built in three ways:
//!
//! | features | answers |
//! |---|---|
//! | none | the live page: `sudosat::teach::page::live` |
//! | `functions` | the npm package in `npm/`: [`functions`] |
//! | `player` | the playground, which needs few of these functions |

#![allow(unsafe_code)] // exported names are unsafe attributes

#[cfg(feature = "player")]
mod functions;

#[cfg(feature = "player")]
use functions::answer;
#[cfg(not(feature = "player"))]
use sudosat::teach::page::live::answer;

use std::sync::{Mutex, MutexGuard, PoisonError};

static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn buffer() -> MutexGuard<'static, Vec<u8>> {
    BUFFER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Resizes the buffer to `length` bytes and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *const u8 {
    let mut buffer = buffer();
    buffer.resize(length, 0);
    buffer.as_mut_ptr()
}

/// Answers the request in the buffer, writes the answer there, and returns its
/// length.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    let mut buffer = buffer();
    let answer = answer(&String::from_utf8_lossy(&buffer));
    *buffer = answer.into_bytes();
    buffer.len()
}

/// Frees the buffer's memory.
#[unsafe(no_mangle)]
pub extern "C" fn free() {
    *buffer() = Vec::new();
}
