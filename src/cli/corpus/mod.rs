//! Runs of `solve` and `check` over many puzzles: totals, a bar, a table of all puzzles,
//! a page, and a journal to go on from. Their memory does not grow with the number of
//! puzzles.

mod bar;
mod csv;
mod journal;
mod page;
pub(super) mod summary;
mod tasks;

pub(super) use bar::Bar;
pub(super) use csv::quoted;
pub(super) use journal::{Header, Line};
pub(super) use tasks::{Task, tasks};

use super::out;
use super::puzzles::PuzzleArguments;
use super::quiet::Quiet;
use anyhow::bail;
use csv::Csv;
use journal::{Journal, Past};
use page::Page;
use std::path::{Path, PathBuf};
use sudosat::batch::{Record, Tally};
use sudosat::io::{InputError, counted, display};
use sudosat::sudoku::Grid;
use sudosat::sudoku::text::Entry;

/// Options for many puzzles.
#[derive(clap::Args)]
pub(super) struct CorpusArguments {
    /// Write a table of all puzzles to FILE, as comma-separated values
    /// (docs/CORPUS.md)
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Keep a journal of the finished puzzles; if it exists, continue where it ends
    ///
    /// After a run was stopped or killed, the same command continues it. It takes the
    /// answers of the finished puzzles from JOURNAL, and its output is that of an
    /// uninterrupted run. A journal of other options or other puzzles is refused.
    #[arg(long, value_name = "JOURNAL")]
    resume: Option<PathBuf>,

    /// Write a page to FILE with the totals, plots of the times, and the hardest
    /// puzzles
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

impl CorpusArguments {
    /// Opens the files. `force` replaces the table and the page if they exist.
    ///
    /// # Errors
    /// If a file can't be written, or the journal is of another run.
    pub(super) fn open(
        &self,
        force: bool,
        puzzles: &PuzzleArguments,
        header: &Header,
        engines: &[String],
    ) -> anyhow::Result<(Corpus, Option<Past>)> {
        let inputs = puzzles.inputs();
        for (path, option) in [
            (&self.csv, "--csv"),
            (&self.resume, "--resume"),
            (&self.report, "--report"),
        ] {
            if let Some(path) = path {
                refuse_stdout(path, option)?;
                out::refuse_inputs(path, &inputs)?;
            }
        }
        let (journal, past) = match &self.resume {
            Some(path) => {
                let (journal, past) = Journal::open(path, header, engines.len())?;
                (Some(journal), Some(past))
            }
            None => (None, None),
        };
        let csv = match &self.csv {
            Some(path) => Some(Csv::begin(out::create(path, force, &inputs)?, engines)?),
            None => None,
        };
        let page = match &self.report {
            Some(path) => Some(Page::begin(out::create(path, force, &inputs)?, engines)),
            None => None,
        };
        let corpus = Corpus {
            csv,
            page,
            journal,
            tally: Tally::default(),
            num_past: 0,
        };
        Ok((corpus, past))
    }
}

/// Refuses a file that would mix with the results.
fn refuse_stdout(path: &Path, option: &str) -> anyhow::Result<()> {
    if out::is_stdout(path) {
        let name = path.to_string_lossy();
        bail!(
            "{option} {}: standard output has the answers; name a file",
            display(&name)
        );
    }
    Ok(())
}

/// The finished puzzles of a run.
pub(super) struct Corpus {
    csv: Option<Csv>,
    page: Option<Page>,
    journal: Option<Journal>,
    /// Their totals.
    pub tally: Tally,
    /// Number of them that an earlier run finished.
    pub num_past: u64,
}

impl Corpus {
    /// Adds a puzzle that this run has finished. `solution` is the one printed.
    pub(super) fn add(
        &mut self,
        entry: &Entry,
        record: &Record,
        solution: Option<&Grid>,
    ) -> anyhow::Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.add(&Line::new(entry, record.clone(), solution))?;
        }
        self.count(entry, record)
    }

    /// Adds a puzzle that an earlier run has finished.
    pub(super) fn add_past(&mut self, entry: &Entry, record: &Record) -> anyhow::Result<()> {
        self.num_past += 1;
        self.count(entry, record)
    }

    fn count(&mut self, entry: &Entry, record: &Record) -> anyhow::Result<()> {
        self.tally.add(record);
        if let Some(page) = &mut self.page {
            page.add(entry, record);
        }
        if let Some(csv) = &mut self.csv {
            csv.add(record)?;
        }
        Ok(())
    }

    /// Adds an input that could not be read.
    pub(super) fn add_error(&mut self, error: &InputError) -> anyhow::Result<()> {
        if let Some(csv) = &mut self.csv {
            csv.add_error(error)?;
        }
        if let Some(page) = &mut self.page {
            page.add_error();
        }
        Ok(())
    }

    /// Ends the journal at a puzzle that an interrupt left unfinished: its lines have
    /// no gap.
    pub(super) fn end_journal(&mut self) {
        self.journal = None;
    }

    /// Completes the files, and prints how many puzzles the journal had, unless `quiet`
    /// is set.
    pub(super) fn finish(self, quiet: Quiet) -> anyhow::Result<()> {
        if self.num_past > 0 {
            let puzzles = counted(self.num_past, "puzzle");
            quiet.note(&format!("taken from the journal: {puzzles}"));
        }
        if let Some(csv) = self.csv {
            csv.finish().map_err(out::explained)?;
        }
        if let Some(page) = self.page {
            page.finish(&self.tally).map_err(out::explained)?;
        }
        Ok(())
    }
}
