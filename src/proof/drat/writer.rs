//! A writer of DRAT proofs.

use super::super::writer::StepWriter;
use crate::formula::Lit;
use crate::proof::{Conclusion, Counting, Id, Observer};
use std::io::{self, Write};

/// An observer that writes the clauses a solver derives and deletes as a proof.
///
/// It has its own buffer. An error of the output can't be reported to the
/// solver when it happens. It is kept, no more steps are written, and
/// [`Observer::conclude`] returns it. A proof is complete only after that call.
///
/// ```
/// use sudosat::formula::Lit;
/// use sudosat::proof::{drat, Id, Observer};
///
/// let mut writer = drat::Writer::text(Vec::new());
/// writer.derived(Id::NONE, &[Lit::from_dimacs(1).unwrap()], &[]);
/// writer.derived(Id::NONE, &[], &[]);
/// assert_eq!(writer.into_inner()?, b"1 0\n0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<W: Write> {
    steps: StepWriter<W>,
    /// Index at which new variables may start.
    extending: Option<usize>,
}

impl<W: Write> Writer<W> {
    /// Creates a writer of the text format.
    pub fn text(output: W) -> Writer<W> {
        Writer::new(StepWriter::new(output, false))
    }

    /// Creates a writer of the binary format.
    pub fn binary(output: W) -> Writer<W> {
        Writer::new(StepWriter::new(output, true))
    }

    fn new(steps: StepWriter<W>) -> Writer<W> {
        Writer {
            steps,
            extending: None,
        }
    }

    /// Returns the writer with counting allowed: the solver may use new
    /// variables from index `num_vars` on.
    #[must_use]
    pub fn extending(mut self, num_vars: usize) -> Writer<W> {
        self.extending = Some(num_vars);
        self
    }

    /// Writes the buffered data and returns the output.
    ///
    /// # Errors
    /// The first error of the output, also from an earlier step.
    pub fn into_inner(self) -> io::Result<W> {
        self.steps.output.into_inner()
    }

    fn write(&mut self, deletes: bool, clause: &[Lit]) {
        let steps = &mut self.steps;
        steps.bytes(match (steps.is_binary(), deletes) {
            (true, true) => b"d",
            (true, false) => b"a",
            (false, true) => b"d ",
            (false, false) => b"",
        });
        steps.lits(clause);
        steps.end_step();
    }
}

impl<W: Write + Send> Observer for Writer<W> {
    fn derived(&mut self, _: Id, clause: &[Lit], _: &[Id]) {
        self.write(false, clause);
    }

    fn deleted(&mut self, _: Id, clause: &[Lit]) {
        self.write(true, clause);
    }

    fn counting(&self) -> Counting {
        self.extending.map_or(Counting::No, Counting::Extending)
    }

    fn conclude(&mut self, _conclusion: Conclusion) -> io::Result<()> {
        self.steps.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Var;
    use crate::formula::lits;

    fn example<W: Write + Send>(mut writer: Writer<W>) -> io::Result<W> {
        writer.derived(Id::NONE, &lits(&[1]), &[]);
        writer.deleted(Id::NONE, &lits(&[1, 2]));
        writer.derived(Id::NONE, &[], &[]);
        writer.conclude(Conclusion::Unsatisfiable)?;
        writer.into_inner()
    }

    #[test]
    fn the_examples_of_the_formats_are_written() {
        let text = example(Writer::text(Vec::new())).unwrap();
        assert_eq!(text, b"1 0\nd 1 2 0\n0\n");
        let binary = example(Writer::binary(Vec::new())).unwrap();
        assert_eq!(binary, b"a\x02\0d\x02\x04\0a\0");
    }

    #[test]
    fn binary_literals_are_twice_their_number_plus_the_sign() {
        let mut writer = Writer::binary(Vec::new());
        writer.derived(
            Id::NONE,
            &lits(&[-1, 63, -63, 64, -8193, Var::LIMIT as i32]),
            &[],
        );
        assert_eq!(
            writer.into_inner().unwrap(),
            b"a\x03\x7e\x7f\x80\x01\x83\x80\x01\xfe\xff\xff\xff\x07\0"
        );
    }

    /// Accepts some bytes, then fails on every write.
    struct Full(usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0 == 0 {
                return Err(io::Error::from(io::ErrorKind::StorageFull));
            }
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn no_error_is_lost_wherever_the_disk_is_full() {
        for room in 0..14 {
            let error = example(Writer::text(Full(room))).err().unwrap();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{room}");
        }
        assert!(example(Writer::text(Full(14))).is_ok());

        // The error occurs after the buffer is full, and again at each later
        // conclusion.
        let mut writer = Writer::binary(Full(100_000));
        for _ in 0..100_000 {
            writer.derived(Id::NONE, &lits(&[1]), &[]);
        }
        for _ in 0..2 {
            let error = writer.conclude(Conclusion::Unknown).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        }
        assert!(writer.into_inner().is_err());
    }
}
