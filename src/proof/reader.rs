//! A streaming reader of proofs, in text or in binary.
//!
//! The format of a step is defined by an implementation of [`Coded`]. Common to
//! all formats: the first bytes show whether the proof is in text or in binary,
//! and nothing follows an error.

use super::binary::Bytes;
use super::format;
use crate::io::{InputError, Scanner};
use std::io::Read;
use std::marker::PhantomData;

/// A step of a proof format that has a text and a binary coding.
///
/// Each function reads one step, or returns `None` at the end of the proof.
pub trait Coded: Sized {
    fn from_text<R: Read>(scanner: &mut Scanner<R>) -> Result<Option<Self>, InputError>;
    fn from_binary<R: Read>(bytes: &mut Bytes<R>) -> Result<Option<Self>, InputError>;
}

/// An iterator over the steps of a proof that is being read.
#[derive(Debug)]
pub struct StepReader<R, S> {
    source: Source<R>,
    ended: bool,
    steps: PhantomData<S>,
}

#[derive(Debug)]
enum Source<R> {
    Text(Scanner<R>),
    Binary(Bytes<R>),
}

impl<R: Read, S> StepReader<R, S> {
    pub(super) fn new(input: R, name: &str) -> Result<StepReader<R, S>, InputError> {
        let mut scanner = Scanner::new(input, name);
        let source = if format::is_binary(scanner.peek_many(format::PREFIX)?) {
            Source::Binary(Bytes::new(scanner, name))
        } else {
            Source::Text(scanner)
        };
        Ok(StepReader {
            source,
            ended: false,
            steps: PhantomData,
        })
    }
}

impl<R, S> StepReader<R, S> {
    /// Returns `true` if the proof is in binary.
    pub fn is_binary(&self) -> bool {
        matches!(self.source, Source::Binary(_))
    }
}

impl<R: Read, S: Coded> Iterator for StepReader<R, S> {
    type Item = Result<S, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let step = match &mut self.source {
            Source::Text(scanner) => S::from_text(scanner),
            Source::Binary(bytes) => S::from_binary(bytes),
        };
        self.ended = !matches!(step, Ok(Some(_)));
        step.transpose()
    }
}
