//! Formulas in DIMACS: `p cnf VARIABLES CLAUSES`, then each clause as its literals and
//! a 0. A line that begins with `c` is a comment. Files of SATLIB end with the lines `%` and `0`.

use super::Fault;
use super::text::{Text, malformed};
use alloc::format;
use alloc::vec::Vec;

/// A formula in conjunctive normal form. A literal is a DIMACS number: −3 is the
/// negation of variable 3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    pub(super) num_vars: i32,
    /// The clauses in the order of the text, their literals as they are written.
    pub(super) clauses: Vec<Vec<i32>>,
}

impl Formula {
    /// Returns the number of variables that the header declares, and the clauses.
    pub fn parts(&self) -> (i32, &[Vec<i32>]) {
        (self.num_vars, &self.clauses)
    }
}

/// Reads a formula. The header must declare the number of clauses that follow; no variable
/// may be larger than the declared number. Other extensions of DIMACS are refused.
///
/// # Errors
/// If the text is anything else.
pub fn dimacs(text: &[u8]) -> Result<Formula, Fault> {
    let mut text = Text::new(text);
    skip_to_token(&mut text);
    for part in [&b"p"[..], b"cnf"] {
        let start = text.at;
        if text.word() != part {
            return text.unexpected(start, "the header \"p cnf VARIABLES CLAUSES\"");
        }
        text.skip_blanks();
    }
    let start = text.at;
    let num_vars = text.literal("the number of variables")?;
    text.skip_blanks();
    let num_clauses = text.number("the number of clauses")?;
    text.skip_blanks();
    if num_vars < 0 || num_clauses < 0 {
        return text.unexpected(start, "numbers from 0");
    }
    if !text.at_line_end() {
        return text.unexpected(text.at, "the end of the header's line");
    }
    let mut clauses = Vec::new();
    let mut clause = Vec::new();
    loop {
        skip_to_token(&mut text);
        let start = text.at;
        if clause.is_empty() && (text.peek().is_none() || is_satlib_end(&text)) {
            break;
        }
        match text.literal("a literal, or the 0 that ends the clause")? {
            0 => clauses.push(core::mem::take(&mut clause)),
            lit if lit.abs() > num_vars => {
                let message = format!("found {lit}, but the header declares {num_vars} variables");
                return malformed(start, message);
            }
            lit => clause.push(lit),
        }
    }
    if clauses.len() as i64 != num_clauses {
        let found = clauses.len();
        let message = format!("found {found} clauses, but the header declares {num_clauses}");
        return malformed(text.at, message);
    }
    Ok(Formula { num_vars, clauses })
}

/// Returns `true` if only `%` on a new line, and perhaps a `0`, follow.
fn is_satlib_end(text: &Text<'_>) -> bool {
    let mut text = Text { ..*text };
    let is_mark = text.is_first_in_line() && text.word() == b"%";
    text.skip_space();
    let is_end = is_mark && matches!(text.word(), b"" | b"0");
    text.skip_space();
    is_end && text.peek().is_none()
}

/// Skips white space and comments.
fn skip_to_token(text: &mut Text<'_>) {
    text.skip_space();
    while text.peek() == Some(b'c') && text.is_first_in_line() {
        text.skip_line();
        text.skip_space();
    }
}
