//! A streaming reader of proofs, in text or in binary.
//!
//! Common to all formats: the first bytes show whether the proof is in text or in
//! binary, and nothing follows an error.

use super::binary::Bytes;
use super::coding::Coded;
use super::format;
use crate::io::{InputError, Scanner};
use std::io::Read;
use std::marker::PhantomData;

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
