//! A streaming reader of proofs, in text or in binary.
//!
//! The steps of a format are defined by an implementation of [`Coded`], and the two
//! codings by implementations of [`Source`]. Common to all formats: the first bytes show
//! whether the proof is in text or in binary, and nothing follows an error.

use super::binary::Bytes;
use super::format;
use crate::formula::{Lit, Var};
use crate::io::{InputError, Scanner};
use std::io::Read;
use std::marker::PhantomData;

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

/// An iterator over the steps of a proof that is being read.
#[derive(Debug)]
pub struct StepReader<R, S> {
    input: Input<R>,
    ended: bool,
    steps: PhantomData<S>,
}

#[derive(Debug)]
enum Input<R> {
    Text(Scanner<R>),
    Binary(Bytes<R>),
}

impl<R: Read, S> StepReader<R, S> {
    pub(super) fn new(input: R, name: &str) -> Result<StepReader<R, S>, InputError> {
        let mut scanner = Scanner::new(input, name);
        let input = if format::is_binary(scanner.peek_many(format::PREFIX)?) {
            Input::Binary(Bytes::new(scanner, name))
        } else {
            Input::Text(scanner)
        };
        Ok(StepReader {
            input,
            ended: false,
            steps: PhantomData,
        })
    }
}

impl<R, S> StepReader<R, S> {
    /// Returns `true` if the proof is in binary.
    pub fn is_binary(&self) -> bool {
        matches!(self.input, Input::Binary(_))
    }
}

impl<R: Read, S: Coded> Iterator for StepReader<R, S> {
    type Item = Result<S, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let step = match &mut self.input {
            Input::Text(scanner) => S::read(scanner),
            Input::Binary(bytes) => S::read(bytes),
        };
        self.ended = !matches!(step, Ok(Some(_)));
        step.transpose()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::proof::{Step, lrat};
    use proptest::prelude::*;
    use std::fmt::Display;

    /// Reads a proof, and returns its steps as text, followed by the error if there is one.
    pub(in crate::proof) fn steps_of<S: Coded + Display>(bytes: &[u8]) -> Vec<String> {
        StepReader::<_, S>::new(bytes, "p")
            .unwrap()
            .map(|step| step.map_or_else(|error| error.to_string(), |step| step.to_string()))
            .collect()
    }

    fn ends_with_the_first_error<S: Coded>(bytes: &[u8]) -> bool {
        let mut steps = StepReader::<_, S>::new(bytes, "p").unwrap();
        steps.by_ref().all(|step| step.is_ok()) || steps.next().is_none()
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(
            bytes in prop::collection::vec(
                prop_oneof![any::<u8>(), prop::sample::select(&b"ad 01-\n\0\x02"[..])],
                0..40,
            ),
        ) {
            prop_assert!(ends_with_the_first_error::<Step>(&bytes));
            prop_assert!(ends_with_the_first_error::<lrat::Step>(&bytes));
        }
    }
}
