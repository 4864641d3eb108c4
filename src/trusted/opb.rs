//! The inequalities that a VeriPB proof starts from: the clauses of a formula, or constraints in OPB.
//!
//! OPB is the format of the pseudo-Boolean competitions: each constraint is
//! `COEFFICIENT LITERAL … >= DEGREE ;` on a line of its own, or has `=`, which is two inequalities, ≥ and then
//! ≤. Lines that begin with `*` are comments. Objectives and products are refused.

use super::inequality::Inequality;
use super::text::malformed;
use super::veripb::{TOO_LARGE, Tokens};
use super::{Fault, Formula};
use alloc::vec::Vec;

/// The inequalities that a VeriPB proof starts from.
#[derive(Clone, Debug)]
pub struct Premises(pub(super) Vec<Inequality>);

impl From<&Formula> for Premises {
    fn from(formula: &Formula) -> Premises {
        let clauses = formula.clauses.iter();
        Premises(clauses.map(|clause| Inequality::clause(clause)).collect())
    }
}

/// Reads constraints in OPB.
///
/// # Errors
/// If the text is anything else, or numbers reach 2¹⁰⁰.
pub fn opb(text: &[u8]) -> Result<Premises, Fault> {
    let mut tokens = Tokens::new(text, b'*');
    let mut premises = Vec::new();
    loop {
        tokens.skip_space();
        let start = tokens.0.at;
        if tokens.0.peek().is_none() {
            return Ok(Premises(premises));
        }
        let (inequality, relation) = tokens.constraint(&[&b">="[..], b"="])?;
        tokens.semicolon()?;
        if tokens.0.bytes[start..tokens.0.at].contains(&b'\n') {
            return malformed(start, "expected `;` on the same line");
        }
        tokens.0.skip_blanks();
        if !tokens.0.at_line_end() {
            return tokens.0.unexpected(tokens.0.at, "the end of the line");
        }
        // ∑ c·l ≤ d is the negation of ∑ c·l ≥ d, lowered by one.
        let opposite = inequality.negated().plus_constant(-1);
        premises.push(inequality);
        match opposite {
            Some(opposite) if relation == b"=" => premises.push(opposite),
            None => return malformed(start, TOO_LARGE),
            Some(_) => {}
        }
    }
}
