//! Runs of `solve` and `check` over many puzzles: totals, a bar, a table of all puzzles,
//! a page, a journal to go on from, and shards made on several machines. Their memory
//! does not grow with the number of puzzles.

mod bar;
mod csv;
mod journal;
mod merge;
mod page;
pub(super) mod plan;
pub(super) mod shards;
pub(super) mod summary;
mod tasks;

pub(super) use bar::Bar;
pub(super) use csv::quoted;
pub(super) use journal::is_locked;
pub(super) use merge::merged;
pub(super) use tasks::{Reading, Task, tasks};

use super::exit::Exit;
use super::jobs::Jobs;
use super::out::{self, Stdout};
use super::puzzles::PuzzleArguments;
use super::quiet::Quiet;
use super::report;
use anyhow::bail;
use csv::Csv;
use journal::Journal;
use page::Page;
use shards::{Part, ShardFile};
use std::path::{Path, PathBuf};
use sudosat::batch::journal::{Finished, Header, Taken};
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
    /// answers of the finished puzzles from JOURNAL, after checking them, and its output is
    /// that of an uninterrupted run. A journal that is damaged, or of other options or other
    /// puzzles, is refused.
    #[arg(long, value_name = "JOURNAL")]
    resume: Option<PathBuf>,

    /// Write a page to FILE with the totals, plots of the times, and the hardest
    /// puzzles
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// The part of the work that `batch` gives to this run.
    #[arg(skip)]
    part: Option<Part>,

    /// Set if answers go to a shard or come from shards.
    #[arg(skip)]
    is_part: bool,

    /// Set if nothing is written to standard output.
    #[arg(skip)]
    is_silent: bool,
}

impl CorpusArguments {
    /// Opens the files. `force` replaces the table and the page if they exist.
    ///
    /// # Errors
    /// If a file can't be written, or the journal is of another run.
    pub(super) fn open(
        &mut self,
        force: bool,
        puzzles: &PuzzleArguments,
        header: &Header,
        engines: &[String],
    ) -> anyhow::Result<(Corpus, Reading)> {
        let mut corpus = Corpus {
            csv: None,
            page: None,
            journal: None,
            shard: None,
            tally: Tally::default(),
            num_past: 0,
            num_unverified: 0,
            is_merge: matches!(self.part, Some(Part::Merge(..))),
        };
        let complete = match self.part.take() {
            Some(Part::Work(job)) => {
                let range = job.range.clone();
                let (file, begun) = ShardFile::begin(*job)?;
                let end = file.end();
                corpus.shard = Some(file);
                return Ok((corpus, Reading::Shard { range, begun, end }));
            }
            Some(Part::Merge(complete)) => Some(complete),
            None => None,
        };
        let inputs = puzzles.inputs();
        for (path, option) in self.outputs() {
            refuse_stdout(path, option)?;
            out::refuse_inputs(path, &inputs)?;
        }
        out::refuse_same(&self.outputs())?;
        let mut reading = Reading::All;
        if let Some(path) = &self.resume {
            let (journal, past) = Journal::open(path, header)?;
            corpus.journal = Some(journal);
            reading = Reading::Resumed(past);
        }
        if let Some(complete) = complete {
            reading = Reading::Merged(complete);
        }
        if let Some(path) = &self.csv {
            corpus.csv = Some(Csv::begin(out::create(path, force, &inputs)?, engines)?);
        }
        if let Some(path) = &self.report {
            corpus.page = Some(Page::begin(out::create(path, force, &inputs)?, engines));
        }
        Ok((corpus, reading))
    }

    /// Returns the files that are written, and the options that name them.
    pub(super) fn outputs(&self) -> Vec<(&Path, &'static str)> {
        let named = [
            (&self.csv, "--csv"),
            (&self.resume, "--resume"),
            (&self.report, "--report"),
        ];
        let given = named.into_iter().filter_map(|(path, option)| {
            let path = path.as_deref()?;
            Some((path, option))
        });
        given.collect()
    }

    /// Returns `true` if a journal is kept.
    pub(super) fn has_journal(&self) -> bool {
        self.resume.is_some()
    }

    /// Returns `true` if answers are kept in a file.
    pub(super) fn keeps_answers(&self) -> bool {
        self.is_part || !self.outputs().is_empty()
    }

    /// Returns standard output, or a writer to nowhere in a run whose answers go to a
    /// shard, or that prints totals alone.
    pub(super) fn stdout(&self) -> Stdout {
        match self.is_silent {
            true => out::nowhere(),
            false => out::stdout(),
        }
    }

    /// Refuses the options of the command that are in `refused` and set, and inputs that shards
    /// in this folder can't read.
    pub(super) fn refuse_in_part(
        &self,
        folder: &Path,
        refused: &[(&str, bool)],
        puzzles: &PuzzleArguments,
    ) -> anyhow::Result<()> {
        let own = [
            ("--resume", self.resume.is_some()),
            ("--strict", puzzles.is_strict()),
        ];
        shards::refuse_options(&[refused, &own].concat())?;
        shards::refuse_inputs(folder, &puzzles.inputs())
    }

    /// Gives a part of a run to these arguments.
    pub(super) fn begin_part(&mut self, part: Part, jobs: &mut Jobs) {
        self.is_silent = match &part {
            Part::Work(_) => {
                // The scheduler runs shards in parallel.
                *jobs = jobs.or_one();
                true
            }
            Part::Merge(complete) => complete.totals,
        };
        self.is_part = true;
        self.part = Some(part);
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
    shard: Option<ShardFile>,
    /// Their totals.
    pub tally: Tally,
    /// Number of them that an earlier run finished.
    pub num_past: u64,
    /// Number of those that were not verified again.
    num_unverified: u64,
    /// Set if their answers come from shards.
    pub is_merge: bool,
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
            journal.write(&Finished::new(entry, record, solution))?;
        }
        if let Some(shard) = &mut self.shard {
            shard.add(entry, record, solution)?;
        }
        self.count(entry, record)
    }

    /// Adds a puzzle that an earlier run has finished.
    pub(super) fn add_past(&mut self, entry: &Entry, taken: &Taken) -> anyhow::Result<()> {
        self.num_past += 1;
        self.num_unverified += u64::from(!taken.is_verified);
        if let Some(journal) = &mut self.journal {
            journal.go_on(taken.chain);
        }
        if let Some(shard) = &mut self.shard {
            shard.add(entry, &taken.record, taken.solution.as_ref())?;
        }
        self.count(entry, &taken.record)
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
        if let Some(shard) = &mut self.shard {
            shard.add_error(error)?;
        }
        Ok(())
    }

    /// Ends the journal at a puzzle that an interrupt left unfinished: its lines have
    /// no gap. A shard without the puzzle is not complete.
    pub(super) fn end_journal(&mut self) {
        self.journal = None;
    }

    /// Returns how many answers an earlier run had, and how many of them were not verified again,
    /// in words.
    fn taken(&self) -> String {
        let whence = match (self.is_merge, &self.shard) {
            (true, _) => "shards",
            (false, Some(_)) => "beginning of the shard",
            (false, None) => "journal",
        };
        let puzzles = counted(self.num_past, "puzzle");
        let unverified = match self.num_unverified {
            0 => String::new(),
            count => format!(", {count} of them not verified again"),
        };
        format!(
            "taken from the {whence}: {puzzles}{unverified}; evidence, steps and times are as stored"
        )
    }

    /// Completes the files, and prints how many puzzles an earlier run had, unless `quiet`
    /// is set. Returns `exit`, which follows from the answers; for a shard `Done` if all its
    /// puzzles are answered, and `GaveUp` otherwise.
    pub(super) fn finish(self, quiet: Quiet, exit: Exit) -> anyhow::Result<Exit> {
        if self.num_past > 0 {
            quiet.note(&self.taken());
        }
        // One that fails does not keep the other back, and both are named.
        let csv = self.csv.map_or(Ok(()), Csv::finish);
        let page = self
            .page
            .map_or(Ok(()), |page| page.finish(&self.tally, self.num_unverified));
        if let (Err(_), Err(error)) = (&csv, &page) {
            report::error(&error.to_string());
        }
        csv.and(page).map_err(out::explained)?;
        match self.shard {
            None => Ok(exit),
            Some(shard) => match shard.finish()? {
                true => Ok(Exit::Done),
                false => Ok(Exit::GaveUp),
            },
        }
    }
}
