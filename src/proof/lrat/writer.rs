//! A writer of LRAT proofs.

use super::super::writer::StepWriter;
use crate::formula::Lit;
use crate::proof::{Conclusion, Counting, Id, Observer};
use std::io::{self, Write};

/// An observer that writes the clauses a solver derives and deletes as a proof,
/// with the solver's hints.
///
/// The clauses of the formula have the first ids, so their number must be known
/// in advance. If there were more or fewer, [`Observer::conclude`] returns an
/// error. Errors are kept as by [`drat::Writer`](crate::proof::drat::Writer).
#[derive(Debug)]
pub struct Writer<W: Write> {
    steps: StepWriter<W>,
    /// Number of clauses of the formula.
    num_clauses: u64,
    /// Number of clauses of the formula that were reported so far.
    num_originals: u64,
    /// Id of the last lemma.
    last: u64,
    /// Ids of deleted clauses, to be written in one step before the next lemma.
    deleted: Vec<u64>,
    /// Index at which new variables may start.
    extending: Option<usize>,
}

impl<W: Write> Writer<W> {
    /// Creates a writer of the text format, for a formula of `num_clauses`
    /// clauses.
    pub fn text(output: W, num_clauses: usize) -> Writer<W> {
        Writer::new(StepWriter::new(output, false), num_clauses)
    }

    /// Creates a writer of the binary format, for a formula of `num_clauses`
    /// clauses.
    pub fn binary(output: W, num_clauses: usize) -> Writer<W> {
        Writer::new(StepWriter::new(output, true), num_clauses)
    }

    fn new(steps: StepWriter<W>, num_clauses: usize) -> Writer<W> {
        Writer {
            steps,
            num_clauses: num_clauses as u64,
            num_originals: 0,
            last: num_clauses as u64,
            deleted: Vec::new(),
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
    pub fn into_inner(mut self) -> io::Result<W> {
        self.write_deletions();
        self.steps.output.into_inner()
    }

    /// Writes a lemma up to its hints.
    fn begin_lemma(&mut self, id: Id, clause: &[Lit]) {
        self.write_deletions();
        self.last = id.in_file(self.num_clauses);
        if self.steps.is_binary() {
            self.steps.bytes(b"a");
        }
        self.steps.id(self.last);
        self.steps.lits(clause);
        self.steps.end_list();
    }

    fn write_deletions(&mut self) {
        if self.deleted.is_empty() {
            return;
        }
        if self.steps.is_binary() {
            self.steps.bytes(b"d");
        } else {
            // By convention a deletion has the id of the lemma before it.
            self.steps.id(self.last);
            self.steps.bytes(b"d ");
        }
        self.steps.ids(self.deleted.drain(..));
        self.steps.end_step();
    }
}

impl<W: Write + Send> Observer for Writer<W> {
    fn wants_hints(&self) -> bool {
        true
    }

    fn counting(&self) -> Counting {
        self.extending.map_or(Counting::No, Counting::Extending)
    }

    fn original(&mut self, _: Id, _: &[Lit]) {
        self.num_originals += 1;
    }

    fn derived(&mut self, id: Id, clause: &[Lit], hints: &[Id]) {
        self.begin_lemma(id, clause);
        let num_clauses = self.num_clauses;
        let hints = hints.iter().map(|hint| hint.in_file(num_clauses));
        self.steps.ids(hints);
        self.steps.end_step();
    }

    fn defined(&mut self, id: Id, clause: &[Lit], against: &[Id]) {
        self.begin_lemma(id, clause);
        let num_clauses = self.num_clauses;
        let against = against.iter().map(|id| -(id.in_file(num_clauses) as i64));
        self.steps.numbers(against);
        self.steps.end_step();
    }

    fn deleted(&mut self, id: Id, _: &[Lit]) {
        self.deleted.push(id.in_file(self.num_clauses));
    }

    fn conclude(&mut self, _conclusion: Conclusion) -> io::Result<()> {
        if self.num_originals != self.num_clauses {
            self.steps.output.fail(format!(
                "an LRAT proof of {} clauses was given {}",
                self.num_clauses, self.num_originals
            ));
        }
        self.write_deletions();
        self.steps.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::lits;
    use crate::proof::lrat::Step;

    fn example<W: Write + Send>(mut writer: Writer<W>) -> io::Result<W> {
        let formula = [[1, 2], [1, -2], [-1, 2], [-1, -2]];
        for (number, clause) in (1..).zip(formula) {
            writer.original(Id::original(number), &lits(&clause));
        }
        let original = Id::original;
        writer.derived(Id::derived(1), &lits(&[1]), &[original(1), original(2)]);
        for (number, clause) in [(1, [1, 2]), (2, [1, -2])] {
            writer.deleted(original(number), &lits(&clause));
        }
        writer.derived(
            Id::derived(2),
            &[],
            &[Id::derived(1), original(3), original(4)],
        );
        writer.conclude(Conclusion::Unsatisfiable)?;
        writer.into_inner()
    }

    #[test]
    fn the_examples_of_the_format_are_written() {
        let text = example(Writer::text(Vec::new(), 4)).unwrap();
        assert_eq!(text, b"5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n");
        let binary = example(Writer::binary(Vec::new(), 4)).unwrap();
        assert_eq!(
            binary,
            b"a\x0a\x02\0\x02\x04\0d\x02\x04\0a\x0c\0\x0a\x06\x08\0"
        );
    }

    #[test]
    fn steps_longer_than_the_buffer_are_written_whole() {
        for len in 300..900 {
            let hints: Vec<Id> = (1..=len).map(Id::derived).collect();
            let step = Step::Add {
                id: len + 1,
                lits: lits(&[1, -2]),
                hints: (1..=len as i64).collect(),
            };
            let written = |mut writer: Writer<Vec<u8>>| {
                writer.derived(Id::derived(len + 1), &lits(&[1, -2]), &hints);
                writer.into_inner().unwrap()
            };
            let text = written(Writer::text(Vec::new(), 0));
            assert_eq!(text, format!("{step}\n").as_bytes());
            let mut binary = Vec::new();
            step.write_binary(&mut binary);
            assert_eq!(written(Writer::binary(Vec::new(), 0)), binary);
        }
    }

    #[test]
    fn a_formula_of_another_size_is_an_error() {
        let error = example(Writer::text(Vec::new(), 5)).unwrap_err();
        assert_eq!(error.to_string(), "an LRAT proof of 5 clauses was given 4");
    }
}
