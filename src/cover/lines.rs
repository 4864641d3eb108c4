//! Lines and comments, which the text forms have in common.
//!
//! Lines are not read as a whole, because the first line of an order-20 Sudoku
//! has 640 000 items.

use crate::io::{InputError, Scanner};
use std::io::Read;

/// Creates a scanner at the start of an input, after its byte-order mark, if
/// any.
pub(super) fn scanner<R: Read>(input: R, name: &str) -> Result<Scanner<R>, InputError> {
    let mut scanner = Scanner::new(input, name);
    if scanner.peek_many(3)? == b"\xEF\xBB\xBF" {
        for _ in 0..3 {
            scanner.bump();
        }
    }
    Ok(scanner)
}

/// Skips empty lines and comments (lines whose first non-blank character is
/// `|`) and the blanks of the next line. Returns `true` if there is a next
/// line.
pub(super) fn find_line<R: Read>(scanner: &mut Scanner<R>) -> Result<bool, InputError> {
    loop {
        match scanner.skip_space()? {
            Some(b'|') => scanner.skip_line()?,
            next => return Ok(next.is_some()),
        }
    }
}
