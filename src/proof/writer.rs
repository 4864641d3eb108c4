//! The common part of the writers of clausal proofs: steps in text or in
//! binary, a buffer, and a stored error.

use super::binary::{push_lit, push_signed};
use crate::formula::Lit;
use crate::io::{Decimal, copy_of};
use std::io::{self, BufWriter, Write};

/// Assembles steps and writes them. After an error nothing more is written.
#[derive(Debug)]
pub(super) struct Pen<W: Write> {
    output: BufWriter<W>,
    binary: bool,
    /// The current step.
    step: Vec<u8>,
    failure: Option<io::Error>,
}

impl<W: Write> Pen<W> {
    pub(super) fn new(output: W, binary: bool) -> Pen<W> {
        Pen {
            output: BufWriter::with_capacity(1 << 16, output),
            binary,
            step: Vec::new(),
            failure: None,
        }
    }

    pub(super) fn is_binary(&self) -> bool {
        self.binary
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.step.extend_from_slice(bytes);
    }

    /// Appends a signed number.
    #[inline]
    pub(super) fn number(&mut self, number: i64) {
        if self.binary {
            push_signed(&mut self.step, number);
        } else {
            let mut decimal = Decimal::default();
            self.bytes(decimal.of(number));
            self.step.push(b' ');
        }
    }

    #[inline]
    pub(super) fn lit(&mut self, lit: Lit) {
        if self.binary {
            push_lit(&mut self.step, lit);
        } else {
            self.number(i64::from(lit.to_dimacs()));
        }
    }

    /// Appends the 0 that ends a list within a step.
    pub(super) fn end_list(&mut self) {
        let end: &[u8] = if self.binary { b"\0" } else { b"0 " };
        self.bytes(end);
    }

    /// Appends the 0 that ends a step, and writes the step.
    pub(super) fn end_step(&mut self) {
        let end: &[u8] = if self.binary { b"\0" } else { b"0\n" };
        self.bytes(end);
        if self.failure.is_none() {
            self.failure = self.output.write_all(&self.step).err();
        }
        self.step.clear();
    }

    /// Records an error that is not an error of the output.
    pub(super) fn fail(&mut self, message: String) {
        self.failure
            .get_or_insert_with(|| io::Error::other(message));
    }

    /// Writes the buffered data and returns the first error that occurred.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        if self.failure.is_none() {
            self.failure = self.output.flush().err();
        }
        match &self.failure {
            None => Ok(()),
            // Later calls return the same error, because the proof stays
            // incomplete.
            Some(error) => Err(copy_of(error)),
        }
    }

    /// Writes the buffered data and returns the output, or the first error.
    pub(super) fn into_inner(mut self) -> io::Result<W> {
        self.flush()?;
        self.output
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
    }
}
