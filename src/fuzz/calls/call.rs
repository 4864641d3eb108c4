//! The calls of a trace, and their text form.

use crate::formula::{Lit, Var};
use crate::io::{InputError, display};
use std::collections::BTreeSet;
use std::fmt;
use std::slice;

/// The words of the calls that set callbacks.
pub(super) const LEARN: &str = "learn";
pub(super) const TERMINATE: &str = "terminate";
const AFTER: &str = "after";
const OFF: &str = "off";

/// A call that changes a solver or lets it solve.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// `ipasir_add` of each literal of a clause, and of the 0 that ends it.
    Add(Vec<Lit>),
    /// `ipasir_assume`.
    Assume(Lit),
    /// `ipasir_solve`, with `ipasir_val` or `ipasir_failed` afterwards.
    Solve,
    /// `ipasir_set_learn` with a callback that gets clauses of at most this number of literals, or
    /// without a callback.
    Learn(Option<u32>),
    /// `ipasir_set_terminate` with a callback that in each call of `ipasir_solve` returns 0 this
    /// number of times and then 1, or without a callback.
    Terminate(Option<u32>),
}

impl Call {
    /// Returns the literals.
    pub fn lits(&self) -> &[Lit] {
        match self {
            Call::Add(clause) => clause,
            Call::Assume(lit) => slice::from_ref(lit),
            Call::Solve | Call::Learn(_) | Call::Terminate(_) => &[],
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Call::Add(clause) => {
                f.write_str("add ")?;
                for lit in clause {
                    write!(f, "{lit} ")?;
                }
                f.write_str("0")
            }
            Call::Assume(lit) => write!(f, "assume {lit}"),
            Call::Solve => f.write_str("solve"),
            Call::Learn(Some(most)) => write!(f, "{LEARN} {most}"),
            Call::Learn(None) => write!(f, "{LEARN} {OFF}"),
            Call::Terminate(Some(zeros)) => write!(f, "{TERMINATE} {AFTER} {zeros}"),
            Call::Terminate(None) => write!(f, "{TERMINATE} {OFF}"),
        }
    }
}

/// The calls between `ipasir_init` and `ipasir_release`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    calls: Vec<Call>,
}

impl Trace {
    /// Returns the trace of these calls.
    pub fn new(calls: Vec<Call>) -> Trace {
        Trace { calls }
    }

    /// Returns the calls in their order.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// Returns the variables that occur, in increasing order.
    pub fn variables(&self) -> BTreeSet<Var> {
        let lits = self.calls.iter().flat_map(Call::lits);
        lits.map(|lit| lit.var()).collect()
    }

    /// Reads the text form, a call in each line: `add` with the literals of a clause and 0, `assume`
    /// with a literal, `solve`, `learn` with the largest number of literals or `off`, and `terminate`
    /// with `after` and a number of calls or with `off`. Empty lines, and lines that begin with `#`,
    /// are passed over. `name` is that of the input, for errors.
    ///
    /// # Errors
    /// If a line is no such call: with line, column, and what was expected.
    pub fn read(text: &str, name: &str) -> Result<Trace, InputError> {
        let mut calls = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim_start().starts_with('#') {
                continue;
            }
            let error = |(at, message): (usize, String)| {
                let column = line[..at].chars().count() as u64 + 1;
                InputError::at(name, number, column, message)
            };
            calls.extend(call(line).map_err(error)?);
        }
        Ok(Trace { calls })
    }
}

/// The text form.
impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.calls.iter().try_for_each(|call| writeln!(f, "{call}"))
    }
}

/// Reads the call of a line. An error has the place in the line, in bytes.
fn call(line: &str) -> Result<Option<Call>, (usize, String)> {
    let start = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    let found = |word: Option<&str>, expected: &str| match word {
        Some(word) => (
            start(word),
            format!("found {:?}, expected {expected}", display(word)),
        ),
        None => (
            line.trim_end().len(),
            format!("found the end of the line, expected {expected}"),
        ),
    };
    let literal = |word: Option<&str>, expected: &str| {
        let number = word.and_then(|word| word.parse().ok());
        let lit = number.and_then(Lit::from_dimacs);
        lit.ok_or_else(|| found(word, expected))
    };
    // At most what an `int` of C holds.
    let number = |word: Option<&str>, expected: &str| {
        let number = word.and_then(|word| word.parse::<u32>().ok());
        let number = number.filter(|&number| i32::try_from(number).is_ok());
        number.ok_or_else(|| found(word, expected))
    };
    let mut words = line.split_whitespace();
    let call = match words.next() {
        None => return Ok(None),
        Some("add") => {
            let mut clause = Vec::new();
            loop {
                match words.next() {
                    Some("0") => break Call::Add(clause),
                    word => clause.push(literal(word, "a literal, or 0 as the clause's end")?),
                }
            }
        }
        Some("assume") => Call::Assume(literal(words.next(), "a literal")?),
        Some("solve") => Call::Solve,
        Some(LEARN) => match words.next() {
            Some(OFF) => Call::Learn(None),
            word => Call::Learn(Some(number(word, "a number of literals, or off")?)),
        },
        Some(TERMINATE) => match words.next() {
            Some(OFF) => Call::Terminate(None),
            Some(AFTER) => Call::Terminate(Some(number(words.next(), "a number of calls")?)),
            word => return Err(found(word, "after or off")),
        },
        word => {
            return Err(found(
                word,
                "add, assume, solve, learn, terminate, or # for a comment",
            ));
        }
    };
    match words.next() {
        None => Ok(Some(call)),
        word => Err(found(word, "the end of the line")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_reads_back() {
        let text = "add 1 -2 0\nadd 0\nlearn 3\nassume -3\nterminate after 5\nsolve\n\
                    learn off\nterminate off\n";
        let commented = format!("# a comment\n\n  {text}\t# another\n");
        let trace = Trace::read(&commented, "-").unwrap();
        assert_eq!(trace.to_string(), text);
        assert_eq!(trace.calls().len(), 8);
        let vars: Vec<usize> = trace.variables().iter().map(|var| var.index()).collect();
        assert_eq!(vars, [0, 1, 2]);
        for seed in 0..100 {
            let trace = crate::fuzz::trace(seed);
            assert_eq!(Trace::read(&trace.to_string(), "-"), Ok(trace));
        }
    }

    #[test]
    fn what_is_no_call_is_refused_at_its_place() {
        for (text, told) in [
            (
                "solve\nadd 1 x 0",
                "t:2:7: found \"x\", expected a literal, or 0 as the clause's end",
            ),
            (
                "add 1",
                "t:1:6: found the end of the line, expected a literal, or 0 as the clause's end",
            ),
            ("assume 0", "t:1:8: found \"0\", expected a literal"),
            (
                "assume 2147483648",
                "t:1:8: found \"2147483648\", expected a literal",
            ),
            (
                "solve 1",
                "t:1:7: found \"1\", expected the end of the line",
            ),
            (
                "é assume",
                "t:1:1: found \"é\", expected add, assume, solve, learn, terminate, or # for a comment",
            ),
            (
                "learn -1",
                "t:1:7: found \"-1\", expected a number of literals, or off",
            ),
            (
                "learn 2147483648",
                "t:1:7: found \"2147483648\", expected a number of literals, or off",
            ),
            ("terminate 3", "t:1:11: found \"3\", expected after or off"),
            (
                "terminate after",
                "t:1:16: found the end of the line, expected a number of calls",
            ),
            (
                "add 1 0 2",
                "t:1:9: found \"2\", expected the end of the line",
            ),
        ] {
            let error = Trace::read(text, "t").unwrap_err();
            assert_eq!(error.to_string(), told);
        }
    }
}
