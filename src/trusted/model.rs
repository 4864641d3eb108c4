//! Models: literals that make each clause true.

use super::text::{Text, wrong};
use super::{Fault, Formula};
use alloc::collections::BTreeSet;
use alloc::format;

/// Checks that an answer makes every clause true, whatever the values of the variables
/// that it leaves out.
///
/// The answer has the form of the SAT competition: a line `s SATISFIABLE`, the literals
/// in lines that begin with `v`, up to a 0, and comments that begin with `c`. The status
/// and each `v` may be missing, and the first line may be minisat's `SAT`.
///
/// # Errors
/// If the text has another form or states another status, if a literal is none of the
/// formula's variables or contradicts another one, or if a clause has no true literal.
pub fn model(formula: &Formula, answer: &[u8]) -> Result<(), Fault> {
    const EXPECTED: &str = "a line \"s SATISFIABLE\", a literal of the model, or its final 0";
    let mut text = Text::new(answer);
    let mut lits = BTreeSet::new();
    let (mut is_given, mut is_ended) = (false, false);
    loop {
        text.skip_space();
        let start = text.at;
        match text.peek() {
            None => break,
            Some(b'c' | b's' | b'v' | b'S' | b'U') if text.is_first_in_line() => {
                match text.word() {
                    [b'c', ..] => text.skip_line(),
                    b"v" => is_given = true,
                    b"SAT" => {}
                    b"UNSAT" => return wrong(start, "the answer is not SATISFIABLE"),
                    b"s" => {
                        text.skip_blanks();
                        match text.word() {
                            b"SATISFIABLE" => {}
                            b"UNSATISFIABLE" | b"UNKNOWN" => {
                                return wrong(start, "the answer is not SATISFIABLE");
                            }
                            _ => return text.unexpected(start, EXPECTED),
                        }
                    }
                    _ => return text.unexpected(start, EXPECTED),
                }
                continue;
            }
            Some(_) => {}
        }
        let lit = text.literal(EXPECTED)?;
        if is_ended {
            return text.unexpected(start, "nothing after the model's final 0");
        }
        (is_given, is_ended) = (true, lit == 0);
        if lit.abs() > formula.num_vars {
            let expected = format!("a literal of the formula's {} variables", formula.num_vars);
            return text.unexpected(start, &expected);
        }
        if lit != 0 && lits.contains(&-lit) {
            return text.unexpected(start, &format!("no contradiction to {}", -lit));
        }
        if lit != 0 {
            lits.insert(lit);
        }
    }
    if !is_given {
        return wrong(text.at, "the answer has no model");
    }
    for (clause, number) in formula.clauses.iter().zip(1..) {
        if !clause.iter().any(|lit| lits.contains(lit)) {
            return wrong(text.at, format!("no literal of clause {number} is true"));
        }
    }
    Ok(())
}
