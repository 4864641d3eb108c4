//! Answers of SAT solvers: reading and writing their output.
//!
//! These dialects are read, and recognised by their words:
//!
//! - the SAT competition's: a line `s SATISFIABLE`, `s UNSATISFIABLE` or `s
//!   UNKNOWN`, lines `v` with the model's literals and a final 0, in either
//!   order, and comments `c`. Without an `s` line, `v` lines that end in a 0
//!   mean that the formula is satisfiable;
//! - minisat's on standard output: a line `SATISFIABLE`, `UNSATISFIABLE` or
//!   `INDETERMINATE` among lines of free text, without a model;
//! - minisat's result file: `SAT` and the literals up to a 0, or `UNSAT`, or
//!   `INDET`;
//! - glucose's result file: the literals up to a 0 and nothing else;
//! - SMT solvers': `sat`, `unsat` or `unknown`, possibly with the literals on
//!   the following lines, with or without a 0;
//! - a list as printed by Python: `[1, -2, 3]` (PySAT, pycosat),
//!   `(None, True, False)` with one entry for each variable from 0 on
//!   (pycryptosat), or `[k!1 = True, k!2 = False]` (z3). It may span several
//!   lines, and `True` may precede it. `False None` means that the formula is
//!   unsatisfiable;
//! - the JSON object of `sudosat sat --json`.
//!
//! Upper and lower case are equivalent in a status. Other lines are ignored. A
//! status counts only if it is the whole line. Contradictory output is refused:
//! two statuses, a model together with `UNSATISFIABLE`, a literal and its
//! negation, anything after the model's end. Also refused are a model with a
//! word or an unknown variable among the literals, and a model that is cut off.

mod list;
mod literals;
mod object;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use object::begins_object;
pub use read::{read, read_if_any};
pub use write::{write_model, write_status};

use super::Lit;
use std::fmt;

/// The status in the text of a solver's answer, as in the line `s SATISFIABLE`. It
/// has no reason for `Unknown`, because the text has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The formula has a model.
    Satisfiable,
    /// The formula has no model.
    Unsatisfiable,
    /// The solver stopped without a result.
    Unknown,
}

impl Status {
    /// Returns the status that a word of the SAT competition stands for, in upper or lower case.
    fn from_word(word: &[u8]) -> Option<Status> {
        match word.to_ascii_uppercase().as_slice() {
            b"SATISFIABLE" => Some(Status::Satisfiable),
            b"UNSATISFIABLE" => Some(Status::Unsatisfiable),
            b"UNKNOWN" | b"INDETERMINATE" | b"TIMEOUT" => Some(Status::Unknown),
            _ => None,
        }
    }
}

/// Writes the status as in the SAT competition.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Satisfiable => "SATISFIABLE",
            Status::Unsatisfiable => "UNSATISFIABLE",
            Status::Unknown => "UNKNOWN",
        })
    }
}

/// A solver's answer as it was printed. It is not checked against a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The status that the text states, or that follows from a complete model.
    pub status: Status,
    /// The true literals in the order of the output, without repetitions and
    /// with at most one of each variable. Variables may be missing.
    pub lits: Vec<Lit>,
    /// Set if literals were given at all, even if only the final 0. minisat
    /// prints `SATISFIABLE` to standard output and writes the model elsewhere.
    pub has_model: bool,
    /// Set if the model's end was found: its final 0, the list's bracket, or
    /// after `sat` the end of the line.
    pub complete: bool,
}
