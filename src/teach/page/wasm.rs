//! The live page's engine as WebAssembly: one buffer, three functions.
//!
//! The page asks for room ([`room`]), writes its request there in UTF-8, calls
//! [`call`], and reads as many bytes as that says at [`room`] of that length.

use super::live;
use std::sync::{Mutex, MutexGuard, PoisonError};

static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn buffer() -> MutexGuard<'static, Vec<u8>> {
    BUFFER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the buffer so long, and says where it is.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *const u8 {
    let mut buffer = buffer();
    buffer.resize(length, 0);
    buffer.as_mut_ptr()
}

/// Answers the request in the buffer; says how long the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    let mut buffer = buffer();
    let answer = live::answer(&String::from_utf8_lossy(&buffer));
    *buffer = answer.into_bytes();
    buffer.len()
}

/// Gives the buffer's memory back.
#[unsafe(no_mangle)]
pub extern "C" fn free() {
    *buffer() = Vec::new();
}
