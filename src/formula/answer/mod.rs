//! What SAT solvers print, read and written.
//!
//! These dialects are read, and told apart by their words:
//!
//! - the SAT competition's: a line `s SATISFIABLE`, `s UNSATISFIABLE` or
//!   `s UNKNOWN`, lines `v` with the model's literals and a final 0, in either
//!   order, and comments `c`. Without the `s` line, `v` lines that end in a 0
//!   say that the formula is satisfiable;
//! - minisat's on standard output: a line `SATISFIABLE`, `UNSATISFIABLE` or
//!   `INDETERMINATE` among lines of free text, without a model;
//! - minisat's result file: `SAT` and the literals up to a 0, or `UNSAT`, or
//!   `INDET`;
//! - glucose's result file: the literals up to a 0 and nothing else;
//! - SMT solvers': `sat`, `unsat` or `unknown`, perhaps with the literals on the
//!   lines that follow, with or without a 0;
//! - a list, as Python prints one: `[1, -2, 3]` (PySAT, pycosat),
//!   `(None, True, False)` with one entry for each variable from 0 on
//!   (pycryptosat), or `[k!1 = True, k!2 = False]` (z3). It may go over several
//!   lines, and `True` may stand in front. `False None` says that there is none.
//!
//! Upper and lower case do not matter in a status. Other lines are passed over.
//! A status counts only if it is the whole line. Output that contradicts itself
//! is refused: two statuses, a model beside `UNSATISFIABLE`, a literal and its
//! negation, anything after the model's end. So is a word, or a variable that
//! the formula does not have, among the literals; and a model that is cut off.

mod list;
mod literals;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::{read, read_if_any};
pub use write::{write_model, write_status};

use super::Lit;
use std::fmt;

/// What a solver says of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is a model.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// The solver gave up.
    Unknown,
}

/// The competition's word.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Satisfiable => "SATISFIABLE",
            Status::Unsatisfiable => "UNSATISFIABLE",
            Status::Unknown => "UNKNOWN",
        })
    }
}

/// A solver's answer, as it was printed. Nothing of it is checked against a
/// formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The verdict.
    pub status: Status,
    /// The true literals in the order in which they came, none twice, no two
    /// of one variable. Variables may be missing.
    pub lits: Vec<Lit>,
    /// Set if literals were given at all, even if only the final 0. minisat says
    /// `SATISFIABLE` on standard output and gives the model elsewhere.
    pub has_model: bool,
    /// Set if the end of the model was there: its final 0, the list's bracket, or
    /// after `sat` the end of the line.
    pub complete: bool,
}
