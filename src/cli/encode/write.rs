//! A formula to its file: comments, names, header, clauses.

use super::place::Place;
use crate::cli::out;
use crate::cli::puzzles::input_of;
use anyhow::Context as _;
use std::io::{self, Write};
use sudosat::budget::Interrupt;
use sudosat::encode::{Encoding, Layout, Part, comments, formula, size};
use sudosat::formula::dimacs::Writer;
use sudosat::formula::{ClauseSink, Lit};
use sudosat::io::Target;
use sudosat::sudoku::text::Entry;

/// What is to be written.
pub struct Job<'a> {
    pub entry: &'a Entry,
    pub encoding: &'a Encoding,
    pub layout: Layout,
    /// Whether a comment names each candidate's variable.
    pub names: bool,
}

impl Job<'_> {
    /// Writes it and tells how many bytes the file has.
    pub fn write(&self, place: &Place, interrupt: &Interrupt) -> anyhow::Result<u64> {
        place.prepare()?;
        let mut out = Watched {
            target: out::create(&place.path, place.replace, &[input_of(self.entry)])?,
            interrupt,
            bytes: 0,
        };
        if self.layout.part == Part::Clues {
            let mut lines = Lines(&mut out);
            formula(&self.entry.puzzle, self.encoding, self.layout, &mut lines)?;
        } else {
            out = self.dimacs(out)?;
        }
        let bytes = out.bytes;
        out.target.commit().map_err(out::explained)?;
        let on_disk = std::fs::metadata(&place.path).ok();
        Ok(on_disk
            .filter(|data| data.is_file() && !place.is_stdout())
            .map_or(bytes, |data| data.len()))
    }

    fn dimacs<W: Write>(&self, out: W) -> anyhow::Result<W> {
        let Entry { puzzle, name, .. } = self.entry;
        let told = size(puzzle, self.encoding, self.layout);
        let mut writer = Writer::new(out);
        for comment in comments(puzzle, name, self.encoding, self.layout) {
            writer.comment(&comment)?;
        }
        if self.names {
            let size = puzzle.size();
            for index in 0..size.num_candidates() {
                let candidate = size.candidate(index);
                let var = self.layout.numbering.var(candidate, size);
                writer.comment(&format!("varname {} {candidate}", var.to_dimacs()))?;
            }
        }
        let vars = usize::try_from(told.vars).context("too many variables")?;
        writer.header(vars, told.clauses)?;
        formula(puzzle, self.encoding, self.layout, &mut writer)?;
        Ok(writer.finish()?)
    }
}

/// Clauses as lines, without a header.
struct Lines<W>(W);

impl<W: Write> ClauseSink for Lines<W> {
    type Error = io::Error;

    fn clause(&mut self, lits: &[Lit]) -> io::Result<()> {
        for lit in lits {
            write!(self.0, "{lit} ")?;
        }
        self.0.write_all(b"0\n")
    }
}

/// An output that counts, and fails once the user wants no more of it.
struct Watched<'a> {
    target: Target,
    interrupt: &'a Interrupt,
    bytes: u64,
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.interrupt.is_raised() {
            return Err(io::Error::other("interrupted"));
        }
        let written = self.target.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.target.flush()
    }
}
