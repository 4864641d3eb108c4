//! A formula to its file: comments, names, header, clauses.

use super::formula_file::FormulaFile;
use crate::cli::puzzles::input_of;
use crate::cli::quiet::Quiet;
use crate::cli::{out, report};
use anyhow::{Context as _, bail};
use indicatif::{HumanBytes, ProgressBar, ProgressFinish, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use sudosat::budget::Interrupt;
use sudosat::encode::{Encoding, Layout, Length, Part, comments, formula, length, size};
use sudosat::formula::dimacs::Writer;
use sudosat::formula::{ClauseSink, Lit};
use sudosat::io::{Target, counted, display, free_space};
use sudosat::sudoku::text::Entry;

/// A formula to write.
pub(super) struct Job<'a> {
    pub entry: &'a Entry,
    pub encoding: &'a Encoding,
    pub layout: Layout,
    /// Set if a comment names each candidate's variable.
    pub names: bool,
    pub quiet: Quiet,
}

/// Formulas of at least this many bytes are announced before they are written.
const HUGE: u64 = 100_000_000;

/// Number of bytes between two updates of the progress bar.
const STEP: u64 = 1 << 20;

impl Job<'_> {
    /// Writes it and returns how many bytes the file has. What the disk has no
    /// room for is only written with `force`.
    pub(super) fn write(
        &self,
        file: &FormulaFile,
        force: bool,
        interrupt: &Interrupt,
    ) -> anyhow::Result<u64> {
        file.prepare()?;
        self.refuse_other(file)?;
        let mut out = Watched {
            target: out::create(&file.path, file.replace, &[input_of(self.entry)])?,
            interrupt,
            bytes: 0,
            progress: self.announce(file, force)?,
        };
        if self.layout.part == Part::Clues {
            let mut lines = Lines(&mut out);
            formula(&self.entry.puzzle, self.encoding, self.layout, &mut lines)?;
        } else {
            out = self.dimacs(out)?;
        }
        let bytes = out.bytes;
        out.target.commit().map_err(out::explained)?;
        let on_disk = std::fs::metadata(&file.path).ok();
        Ok(on_disk
            .filter(|data| data.is_file() && !file.is_stdout())
            .map_or(bytes, |data| data.len()))
    }

    /// Refuses to replace the formula of another puzzle in the folder for formulas.
    fn refuse_other(&self, file: &FormulaFile) -> anyhow::Result<()> {
        let Entry { puzzle, name, .. } = self.entry;
        if self.layout.part != Part::Clues {
            let comments = comments(puzzle, name, self.encoding, self.layout);
            return file.refuse_other(self.entry, &comments);
        }
        let mut lines = Vec::new();
        formula(puzzle, self.encoding, self.layout, &mut Lines(&mut lines))?;
        file.refuse_other_lines(&lines)
    }

    /// Prints the size of a large formula if notes are wanted, and refuses one that the
    /// disk has no room for. Returns the bar that shows the progress.
    fn announce(&self, file: &FormulaFile, force: bool) -> anyhow::Result<ProgressBar> {
        let name = file.path.to_string_lossy();
        let name = display(&name);
        let length = self.length()?;
        let bytes = format!(
            "{}{} ({})",
            if length.is_exact { "" } else { "at most " },
            counted(length.bytes, "byte"),
            HumanBytes(length.bytes)
        );
        let packed = file
            .path
            .extension()
            .is_some_and(|ending| ending == "gz" || ending == "xz" || ending == "bz2");
        // How short it gets by compression is not known.
        let free = free_space(&file.path).filter(|_| !packed && !force);
        if let Some(free) = free.filter(|&free| free < length.bytes) {
            bail!(
                "{name}: the formula takes {bytes}, and the disk has room for {free} ({}); \
                 `--force` writes it all the same",
                HumanBytes(free)
            );
        }
        if length.bytes < HUGE || self.quiet.is_set() {
            return Ok(ProgressBar::hidden());
        }
        let clauses = size(&self.entry.puzzle, self.encoding, self.layout).clauses;
        report::note(&format!(
            "{}: writing {}, {bytes}{}",
            if file.is_stdout() {
                "standard output".into()
            } else {
                name
            },
            counted(clauses, "clause"),
            if packed { " before compression" } else { "" }
        ));
        // The bar must not stand between the clauses.
        if file.is_stdout() && io::stdout().is_terminal() {
            return Ok(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(length.bytes).with_finish(ProgressFinish::AndClear);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {bytes}, {percent} %, {eta}") {
            bar.set_style(style);
        }
        Ok(bar)
    }

    /// Returns the length of the whole text.
    fn length(&self) -> anyhow::Result<Length> {
        let mut length = length(&self.entry.puzzle, self.encoding, self.layout);
        if self.layout.part != Part::Clues {
            let mut head = Counter(0);
            self.head(&mut Writer::new(&mut head))?;
            length.bytes += head.0;
        }
        Ok(length)
    }

    fn dimacs<W: Write>(&self, out: W) -> anyhow::Result<W> {
        let mut writer = Writer::new(out);
        self.head(&mut writer)?;
        formula(&self.entry.puzzle, self.encoding, self.layout, &mut writer)?;
        Ok(writer.finish()?)
    }

    /// Writes comments, names and the header.
    fn head<W: Write>(&self, writer: &mut Writer<W>) -> anyhow::Result<()> {
        let Entry { puzzle, name, .. } = self.entry;
        let formula = size(puzzle, self.encoding, self.layout);
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
        let vars = usize::try_from(formula.vars).context("too many variables")?;
        writer.header(vars, formula.clauses)?;
        Ok(())
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

/// Counts bytes.
struct Counter(u64);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An output that counts its bytes, and fails once the interrupt is raised.
struct Watched<'a> {
    target: Target,
    interrupt: &'a Interrupt,
    bytes: u64,
    progress: ProgressBar,
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.interrupt.is_raised() {
            return Err(io::Error::other("interrupted"));
        }
        let written = self.target.write(bytes)?;
        let before = self.bytes;
        self.bytes += written as u64;
        // Clauses are written one by one: too often for the bar.
        if before / STEP != self.bytes / STEP {
            self.progress.set_position(self.bytes);
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.target.flush()
    }
}
