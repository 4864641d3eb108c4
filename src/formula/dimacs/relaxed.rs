//! Deviations from DIMACS that other solvers accept.

use crate::io::{InputError, counted};

/// The deviations from DIMACS that the reader accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// Refuses every deviation but the `%` at the end of SATLIB's files.
    #[default]
    Strict,
    /// Accepts the deviations that other solvers accept and that have one meaning: see
    /// [the module](super).
    Relaxed,
}

/// A deviation that is accepted, in the order in which a file has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deviation {
    /// A byte order mark of UTF-8.
    Mark,
    /// No header before the first clause.
    NoHeader,
    /// A literal over the header's number of variables.
    Variable,
    /// A comment after a word in the same line.
    Comment,
    /// A number after a plus sign.
    Plus,
    /// More clauses than the header declares.
    MoreClauses,
    /// Fewer clauses than the header declares.
    FewerClauses,
    /// A last clause without its 0.
    NoZero,
}

/// The deviations of one formula: each with the place where it is first, and how often it occurs.
#[derive(Debug, Default)]
pub(super) struct Deviations(Vec<(Deviation, InputError, u64)>);

/// The numbers that the warnings about deviations name.
pub(super) struct Counts {
    /// Number of variables of the formula, those that only the header declares included.
    pub(super) variables: usize,
    /// Number of clauses that were read.
    pub(super) clauses: usize,
    /// Numbers of variables and clauses that the header declares.
    pub(super) declared: (usize, u64),
}

impl Deviations {
    /// Counts a deviation. `place` returns its place, and is called for the first one of a kind.
    pub(super) fn add(&mut self, deviation: Deviation, place: impl FnOnce() -> InputError) {
        match self.0.iter_mut().find(|(kind, ..)| *kind == deviation) {
            Some((.., times)) => *times += 1,
            None => self.0.push((deviation, place(), 1)),
        }
    }

    /// Passes one warning for each kind to `warn`.
    pub(super) fn report(self, counts: &Counts, warn: &mut dyn FnMut(InputError)) {
        let variables = counted(counts.variables, "variable");
        let clauses = counted(counts.clauses, "clause");
        let (declared_variables, declared_clauses) = counts.declared;
        for (deviation, mut error, times) in self.0 {
            let first = match times {
                1 => "",
                _ => ", here first",
            };
            let times = usize::try_from(times).unwrap_or(usize::MAX);
            error.message = match deviation {
                Deviation::Mark => "accepted a byte order mark, which is ignored".to_owned(),
                Deviation::NoHeader => {
                    format!("accepted a formula without a header; it has {variables} and {clauses}")
                }
                Deviation::Variable => format!(
                    "accepted a variable over the {declared_variables} that the header declares; \
                     the formula has {variables}"
                ),
                Deviation::Comment => {
                    let comments = counted(times, "comment");
                    format!("accepted {comments} in a line with literals{first}")
                }
                Deviation::Plus => {
                    let numbers = counted(times, "number");
                    format!("accepted {numbers} with a plus sign{first}")
                }
                Deviation::MoreClauses => {
                    format!("accepted {clauses}, more than the {declared_clauses} of the header")
                }
                Deviation::FewerClauses => format!(
                    "accepted {clauses}, fewer than the {declared_clauses} of the header; \
                     is the file cut off?"
                ),
                Deviation::NoZero => {
                    "accepted a last clause without its 0; is the file cut off?".to_owned()
                }
            };
            warn(error);
        }
    }
}
