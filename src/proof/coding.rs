//! The traits by which one reader serves all proof formats of clauses, in text and in binary.
//!
//! The steps of a format are defined by an implementation of [`Coded`], and the two
//! codings, text and binary, by implementations of [`Source`].

use crate::formula::{Lit, Var};
use crate::io::InputError;

/// Largest number of literals or hints in a step. Chosen by hand to bound
/// memory: proofs of solvers do not come near it.
const LONGEST: usize = 1 << 26;

/// A step of a proof format that has a text and a binary coding.
pub trait Coded: Sized {
    /// Reads a step, or returns `None` at the end of the proof.
    fn read(source: &mut impl Source) -> Result<Option<Self>, InputError>;
}

/// The beginning of a step.
pub struct Head {
    /// Set if the step deletes clauses.
    pub deletes: bool,
    /// The id of the clause that the step adds, from 1. Without meaning if the format has
    /// no ids, or if the step deletes.
    pub id: u64,
}

/// A proof that is being read in one of the codings.
pub trait Source {
    /// The place of a number, for error messages.
    type Place: Copy;

    /// Reads the beginning of a step, or returns `None` at the end of the proof.
    fn begin_step(&mut self, has_id: bool) -> Result<Option<Head>, InputError>;

    /// Reads a number.
    fn number(&mut self, expected: &str) -> Result<(Self::Place, i64), InputError>;

    /// Reads the end of a step, which must come here.
    fn end_step(&mut self, expected: &str) -> Result<(), InputError>;

    /// Returns an error at the place of a number.
    fn error(&self, place: Self::Place, message: String) -> InputError;

    /// Reads numbers up to a 0, and returns the results of `keep` for each number
    /// but the 0.
    fn list<T>(
        &mut self,
        expected: &str,
        mut keep: impl FnMut(i64) -> Result<T, String>,
    ) -> Result<Vec<T>, InputError> {
        let mut kept = Vec::new();
        loop {
            let (place, number) = self.number(expected)?;
            if number == 0 {
                return Ok(kept);
            }
            if kept.len() == LONGEST {
                let message =
                    format!("found more than {LONGEST} numbers in a step, expected its end");
                return Err(self.error(place, message));
            }
            kept.push(keep(number).map_err(|message| self.error(place, message))?);
        }
    }

    /// Reads a clause up to its 0.
    fn clause(&mut self) -> Result<Vec<Lit>, InputError> {
        self.list("a literal, or 0 at the end of the clause", |number| {
            let lit = i32::try_from(number).ok().and_then(Lit::from_dimacs);
            lit.ok_or_else(|| {
                format!(
                    "found the literal {number}, expected one of at most {} variables",
                    Var::LIMIT
                )
            })
        })
    }
}

/// Returns a number as the id of a clause.
pub(super) fn id(number: i64) -> Result<u64, String> {
    let id = u64::try_from(number).ok().filter(|&id| id > 0);
    id.ok_or_else(|| format!("found the id {number}, expected one from 1"))
}
