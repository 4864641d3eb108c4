//! What the two text forms have in common: lines, and which of them count.
//!
//! Lines are not read whole: an order-20 Sudoku has 640 000 items in its first.

use crate::io::{InputError, Scanner};
use std::io::Read;

/// A scanner at the start of an input; a byte-order mark there is passed.
pub(super) fn scanner<R: Read>(input: R, name: &str) -> Result<Scanner<R>, InputError> {
    let mut scanner = Scanner::new(input, name);
    if scanner.peek_many(3)? == b"\xEF\xBB\xBF" {
        for _ in 0..3 {
            scanner.bump();
        }
    }
    Ok(scanner)
}

/// Passes empty lines and comments, whose first character that is no blank is
/// `|`; whether another line follows. Its leading blanks are passed too.
pub(super) fn find_line<R: Read>(scanner: &mut Scanner<R>) -> Result<bool, InputError> {
    loop {
        match scanner.skip_space()? {
            Some(b'|') => scanner.skip_line()?,
            next => return Ok(next.is_some()),
        }
    }
}
