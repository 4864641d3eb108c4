//! Deviations from DIMACS that other solvers accept.

use crate::io::{InputError, counted};

/// How a formula is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// Everything that is not plainly correct is refused.
    #[default]
    Strict,
    /// What other solvers accept is accepted, if it has one meaning: see
    /// [the module](super).
    Relaxed,
}

/// A deviation that is accepted, in the order in which a file has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deviation {
    /// A byte order mark of UTF-8.
    Mark,
    NoHeader,
    /// A literal over the header's number of variables.
    Variable,
    /// A comment after a word in the same line.
    Comment,
    /// A number after a plus sign.
    Plus,
    /// More clauses than the header declares.
    MoreClauses,
    FewerClauses,
    /// A last clause without its 0.
    NoZero,
}

/// The deviations of one formula: each with the place where it is first, and how often it occurs.
#[derive(Debug, Default)]
pub(super) struct Deviations(Vec<(Deviation, InputError, u64)>);

/// What the deviations are compared with.
pub(super) struct Counts {
    pub(super) variables: usize,
    pub(super) clauses: usize,
    /// The header's numbers.
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
                    "accepted {} over the {declared_variables} that the header declares{first}; \
                     the formula has {variables}",
                    counted(times, "variable")
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
