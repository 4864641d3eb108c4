//! The common parts of the writers of proofs: an output that keeps its first error, and
//! the steps of clausal proofs in text or in binary.

use super::binary;
use crate::formula::Lit;
use crate::io::{self as text, ROOM, copy_of};
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

/// Size of the buffer for a step in bytes. Chosen by hand: room for most steps.
const STEP: usize = 2048;

/// Assembles the steps of a clausal proof and writes them.
#[derive(Debug)]
pub(super) struct StepWriter<W: Write> {
    pub output: Output<W>,
    binary: bool,
    /// The step that is being assembled, or the rest of one that is too long. Numbers are
    /// written more quickly to a place of a fixed size than appended to a vector.
    step: [u8; STEP],
    /// Number of bytes of `step` in use.
    end: usize,
}

impl<W: Write> StepWriter<W> {
    pub(super) fn new(output: W, binary: bool) -> StepWriter<W> {
        StepWriter {
            output: Output::new(output),
            binary,
            step: [0; STEP],
            end: 0,
        }
    }

    pub(super) fn is_binary(&self) -> bool {
        self.binary
    }

    /// Appends at most `ROOM` bytes.
    #[inline]
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        if self.end > STEP - ROOM {
            self.write_beginning(self.end);
            self.end = 0;
        }
        self.step[self.end..][..bytes.len()].copy_from_slice(bytes);
        self.end += bytes.len();
    }

    /// Appends an id.
    pub(super) fn id(&mut self, id: u64) {
        self.ids(std::iter::once(id));
    }

    /// Appends ids.
    #[inline]
    pub(super) fn ids(&mut self, ids: impl Iterator<Item = u64>) {
        match self.binary {
            true => self.put_all(ids, binary::put_unsigned),
            false => self.put_all(ids, text::put_unsigned),
        }
    }

    /// Appends signed numbers.
    #[inline]
    pub(super) fn numbers(&mut self, numbers: impl Iterator<Item = i64>) {
        match self.binary {
            true => self.put_all(numbers, binary::put_signed),
            false => self.put_all(numbers, text::put),
        }
    }

    /// Appends numbers, each by `put`, which returns its length.
    #[inline]
    fn put_all<T>(
        &mut self,
        numbers: impl Iterator<Item = T>,
        put: impl Fn(T, &mut [u8; ROOM]) -> usize,
    ) {
        let mut end = self.end;
        for number in numbers {
            if end > STEP - ROOM {
                self.write_beginning(end);
                end = 0;
            }
            if let Some(place) = self.step[end..].first_chunk_mut() {
                end += put(number, place);
            }
        }
        self.end = end;
    }

    /// Writes the beginning of a step that does not fit into the buffer.
    #[cold]
    fn write_beginning(&mut self, end: usize) {
        self.output.write(&self.step[..end]);
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
        self.output.write(&self.step[..self.end]);
        self.end = 0;
    }
}
