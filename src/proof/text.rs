//! The common part of the text proof formats: one step per line, comments, and
//! literals.

use crate::formula::{Lit, Var};
use crate::io::{InputError, Scanner};
use std::io::Read;

/// Largest number of literals or hints in a step. Chosen by hand to bound
/// memory: proofs of solvers do not come near it.
pub(super) const LONGEST: usize = 1 << 26;

/// Description of a list's element or end, for messages.
pub(super) const LITERAL: &str = "a literal, or 0 at the end of the clause";

/// Skips blank lines and comments. Returns `true` if a step follows.
pub(super) fn find_step<R: Read>(scanner: &mut Scanner<R>) -> Result<bool, InputError> {
    loop {
        match scanner.skip_space()? {
            None => return Ok(false),
            Some(b'c') => scanner.skip_line()?,
            Some(_) => return Ok(true),
        }
    }
}

/// Skips the mark of a deletion. Returns `true` if it was present.
pub(super) fn deletes<R: Read>(scanner: &mut Scanner<R>) -> Result<bool, InputError> {
    let place = scanner.place();
    if scanner.peek()? != Some(b'd') {
        return Ok(false);
    }
    scanner.bump();
    if scanner.at_token_end()? {
        Ok(true)
    } else {
        Err(scanner.unexpected(place, "\"d\" and a blank, or a number"))
    }
}

/// Reads numbers up to a 0, and returns the results of `keep` for each number
/// but the 0.
pub(super) fn list<R: Read, T>(
    scanner: &mut Scanner<R>,
    expected: &str,
    mut keep: impl FnMut(i64) -> Result<T, String>,
) -> Result<Vec<T>, InputError> {
    let mut kept = Vec::new();
    loop {
        scanner.skip_blanks()?;
        let place = scanner.place();
        let number = scanner.integer(expected)?;
        if number == 0 {
            return Ok(kept);
        }
        if kept.len() == LONGEST {
            return Err(scanner.error(place, too_long()));
        }
        kept.push(keep(number).map_err(|message| scanner.error(place, message))?);
    }
}

/// Returns the literal with this DIMACS number.
pub(super) fn lit(number: i64) -> Result<Lit, String> {
    i32::try_from(number)
        .ok()
        .and_then(Lit::from_dimacs)
        .ok_or_else(|| over_limit(number))
}

/// Skips the end of the line, which must come here.
pub(super) fn end_step<R: Read>(
    scanner: &mut Scanner<R>,
    expected: &str,
) -> Result<(), InputError> {
    scanner.skip_blanks()?;
    let place = scanner.place();
    if !scanner.at_line_end()? {
        return Err(scanner.unexpected(place, expected));
    }
    Ok(())
}

/// Returns the error message for a variable over the limit.
pub(super) fn over_limit(number: i64) -> String {
    format!(
        "found the literal {number}, expected one of at most {} variables",
        Var::LIMIT
    )
}

/// Returns the error message for a step with too many numbers.
pub(super) fn too_long() -> String {
    format!("found more than {LONGEST} numbers in a step, expected its end")
}
