//! The talk with the process that plays a trace: what it gets, and what it writes.
//!
//! It gets the library's name in a line, and the trace. It writes a line `CALL -> VALUE` when a
//! call has returned, so that the end of an unfinished log names the call that did not. Calls
//! without a value have 0 there, and `init` has 0 for a null pointer and 1 otherwise; those that
//! set a callback have 0 if the library lacks the function. What the callbacks were given is in lines of
//! their own ([`Event`]), before that of the call during which they were called.

use super::call::{Call, Trace};
use super::callbacks::Event;
use crate::formula::{Lit, Var};
use crate::io::InputError;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::{self, Write};

/// A solver object behind IPASIR, by the names of its functions.
pub trait Incremental {
    /// Adds a literal to the clause, or with 0 the clause.
    fn add(&mut self, lit_or_zero: i32);
    /// Assumes a literal for the next call of [`Incremental::solve`].
    fn assume(&mut self, lit: i32);
    /// Solves: 10 for satisfiable, 20 for unsatisfiable, 0 for no answer.
    fn solve(&mut self) -> i32;
    /// Returns the value of a literal.
    fn val(&mut self, lit: i32) -> i32;
    /// Returns 1 if the assumption is part of the reason for 20.
    fn failed(&mut self, lit: i32) -> i32;
    /// Sets the callback that ends [`Incremental::solve`], as [`Call::Terminate`] says. Returns
    /// `false` if the solver has no such function.
    fn set_terminate(&mut self, zeros: Option<u32>) -> bool;
    /// Sets the callback that gets learned clauses, as [`Call::Learn`] says. Returns `false` if the
    /// solver has no such function.
    fn set_learn(&mut self, max_length: Option<u32>) -> bool;
}

/// The first word of the line with the library's name.
const LIBRARY: &str = "library ";

/// The mark between a call and its value.
const ARROW: &str = " -> ";

/// Returns the input of the process that plays a trace.
pub(super) fn request(library: &OsStr, trace: &Trace) -> Vec<u8> {
    let name = library.as_encoded_bytes();
    let text = trace.to_string();
    [LIBRARY.as_bytes(), name, b"\n", text.as_bytes()].concat()
}

/// Reads the input of the process that plays a trace: the bytes of the library's name, and the
/// trace.
///
/// # Errors
/// If it is no such input.
pub fn read_request(input: &[u8]) -> Result<(&[u8], Trace), InputError> {
    let whole = |message: &str| InputError::whole("-", message);
    let rest = input.strip_prefix(LIBRARY.as_bytes());
    let rest = rest.ok_or_else(|| whole("expected the name of a library"))?;
    let end = rest.iter().position(|&byte| byte == b'\n');
    let (name, text) = rest.split_at(end.ok_or_else(|| whole("expected a trace"))?);
    let text = str::from_utf8(text).map_err(|_| whole("expected UTF-8"))?;
    Ok((name, Trace::read(text, "-")?))
}

/// The functions that are asked for all literals after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Query {
    Val,
    Failed,
}

impl Query {
    /// Returns the function that may be asked after this status.
    pub(super) fn after(status: i32) -> Option<Query> {
        match status {
            10 => Some(Query::Val),
            20 => Some(Query::Failed),
            _ => None,
        }
    }

    /// Returns the call for a literal, as it stands in the log.
    pub(super) fn call(self, lit: Lit) -> String {
        match self {
            Query::Val => format!("val {lit}"),
            Query::Failed => format!("failed {lit}"),
        }
    }
}

/// Returns both literals of each variable.
pub(super) fn lits(vars: &BTreeSet<Var>) -> impl Iterator<Item = Lit> {
    vars.iter().flat_map(|var| [var.positive(), var.negative()])
}

/// Plays a trace on a new solver, and writes each call to the log when it has returned. After 10
/// the value of each literal is asked for, after 20 whether it failed: of all variables so far.
/// `init` returns the solver, or `None` for a null pointer, and `release` gets it in the end. The
/// callbacks write their events to the same log themselves, each in a line.
///
/// # Errors
/// If the log can't be written.
pub fn play<S: Incremental>(
    trace: &Trace,
    signature: &str,
    init: impl FnOnce() -> Option<S>,
    release: impl FnOnce(S),
    log: &mut impl Write,
) -> io::Result<()> {
    let signature: String = signature.split_whitespace().collect::<Vec<_>>().join(" ");
    log.write_all(format!("{signature}\n").as_bytes())?;
    // In one piece, as the next call may end the process.
    let mut note = |call: &str, value: i32| {
        let line = format!("{call}{ARROW}{value}\n");
        log.write_all(line.as_bytes())
    };
    let solver = init();
    note("init", i32::from(solver.is_some()))?;
    let Some(mut solver) = solver else {
        return Ok(());
    };
    let mut vars = BTreeSet::new();
    for call in trace.calls() {
        vars.extend(call.lits().iter().map(|lit| lit.var()));
        let value = match call {
            Call::Add(clause) => {
                clause.iter().for_each(|lit| solver.add(lit.to_dimacs()));
                solver.add(0);
                0
            }
            Call::Assume(lit) => {
                solver.assume(lit.to_dimacs());
                0
            }
            Call::Solve => solver.solve(),
            Call::Learn(most) => solver.set_learn(*most).into(),
            Call::Terminate(zeros) => solver.set_terminate(*zeros).into(),
        };
        note(&call.to_string(), value)?;
        let query = match call {
            Call::Solve => Query::after(value),
            _ => None,
        };
        let Some(query) = query else {
            continue;
        };
        for lit in lits(&vars) {
            let number = lit.to_dimacs();
            let value = match query {
                Query::Val => solver.val(number),
                Query::Failed => solver.failed(number),
            };
            note(&query.call(lit), value)?;
        }
    }
    release(solver);
    note("release", 0)
}

/// A log that is read.
pub(super) struct Log<'a> {
    rest: &'a str,
}

/// A log that goes on in another way than by the call that should come.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// It ends before that call.
    Ends,
    /// It has this line instead.
    Other(String),
}

impl<'a> Log<'a> {
    /// Returns the log after its first line, and the library's signature. `None` if it has no
    /// first line.
    pub(super) fn new(text: &'a str) -> Option<(&'a str, Log<'a>)> {
        let (signature, rest) = text.split_once('\n')?;
        Some((signature, Log { rest }))
    }

    /// Returns the event that comes before the next call, if there is one.
    pub(super) fn event(&mut self) -> Option<Event> {
        let (line, rest) = self.rest.split_once('\n')?;
        let event = Event::read(line)?;
        self.rest = rest;
        Some(event)
    }

    /// Returns the value of the next call, which should be this one.
    pub(super) fn value(&mut self, call: &str) -> Result<i32, Broken> {
        let (line, rest) = self.rest.split_once('\n').ok_or(Broken::Ends)?;
        let value = line.strip_prefix(call);
        let value = value.and_then(|rest| rest.strip_prefix(ARROW)?.parse().ok());
        self.rest = rest;
        value.ok_or_else(|| Broken::Other(line.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_reads_back() {
        let trace = Trace::read("add 1 0\nsolve\n", "-").unwrap();
        let bytes = request(OsStr::new("./a b.so"), &trace);
        assert_eq!(read_request(&bytes), Ok((&b"./a b.so"[..], trace)));
        for bad in ["", "library x", "library x\nnonsense\n", "add 1 0\n"] {
            assert!(read_request(bad.as_bytes()).is_err());
        }
    }

    #[test]
    fn a_log_that_ends_names_no_further_call() {
        let text = "s\ninit -> 1\nlearned 1 -2 0\nsolve -> 10\nval 1 -> ";
        let (signature, mut log) = Log::new(text).unwrap();
        assert_eq!((signature, log.value("init")), ("s", Ok(1)));
        assert_eq!(log.event(), Some(Event::Learned(vec![1, -2])));
        assert_eq!(log.event(), None);
        assert_eq!(
            log.value("assume 1"),
            Err(Broken::Other("solve -> 10".into()))
        );
        assert_eq!(log.value("val 1"), Err(Broken::Ends));
        assert!(Log::new("").is_none());
    }
}
