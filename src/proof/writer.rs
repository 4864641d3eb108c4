//! The common parts of the writers of proofs: an output that keeps its first error, and
//! the steps of clausal proofs in text or in binary.

use super::binary::push_signed;
use crate::formula::Lit;
use crate::io::{ROOM, copy_of, put};
use std::io::{self, BufWriter, Write};

/// A buffered output. After an error nothing more is written, and the error stays.
#[derive(Debug)]
pub(super) struct Output<W: Write> {
    buffer: BufWriter<W>,
    failure: Option<io::Error>,
}

impl<W: Write> Output<W> {
    pub(super) fn new(output: W) -> Output<W> {
        Output {
            buffer: BufWriter::with_capacity(1 << 16, output),
            failure: None,
        }
    }

    #[inline]
    pub(super) fn write(&mut self, bytes: &[u8]) {
        if self.failure.is_none() {
            self.failure = self.buffer.write_all(bytes).err();
        }
    }

    /// Records an error that is not an error of the output.
    pub(super) fn fail(&mut self, message: String) {
        self.failure
            .get_or_insert_with(|| io::Error::other(message));
    }

    /// Writes the buffered data and returns the first error that occurred.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        if self.failure.is_none() {
            self.failure = self.buffer.flush().err();
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
        self.buffer
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
    }
}

/// Size of the buffer for numbers in bytes. Chosen by hand: room for some dozen.
const CHUNK: usize = 512;

/// Assembles the steps of a clausal proof and writes them.
#[derive(Debug)]
pub(super) struct StepWriter<W: Write> {
    pub output: Output<W>,
    binary: bool,
    /// The step that is being assembled.
    step: Vec<u8>,
    /// Buffer for numbers, which are written more quickly to a place of a fixed size.
    chunk: [u8; CHUNK],
}

impl<W: Write> StepWriter<W> {
    pub(super) fn new(output: W, binary: bool) -> StepWriter<W> {
        StepWriter {
            output: Output::new(output),
            binary,
            step: Vec::new(),
            chunk: [0; CHUNK],
        }
    }

    pub(super) fn is_binary(&self) -> bool {
        self.binary
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.step.extend_from_slice(bytes);
    }

    /// Appends a signed number.
    pub(super) fn number(&mut self, number: i64) {
        self.numbers(std::iter::once(number));
    }

    /// Appends signed numbers.
    #[inline]
    pub(super) fn numbers(&mut self, numbers: impl Iterator<Item = i64>) {
        if self.binary {
            numbers.for_each(|number| push_signed(&mut self.step, number));
            return;
        }
        let mut end = 0;
        for number in numbers {
            if end > CHUNK - ROOM {
                self.step.extend_from_slice(&self.chunk[..end]);
                end = 0;
            }
            if let Some(text) = self.chunk[end..].first_chunk_mut() {
                end += put(number, text);
            }
        }
        self.step.extend_from_slice(&self.chunk[..end]);
    }

    /// Appends literals.
    #[inline]
    pub(super) fn lits(&mut self, lits: &[Lit]) {
        self.numbers(lits.iter().map(|lit| i64::from(lit.to_dimacs())));
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
        self.output.write(&self.step);
        self.step.clear();
    }
}
