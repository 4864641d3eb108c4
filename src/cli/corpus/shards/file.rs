//! The file of a shard while it is written.

use super::claim::{Begun, Claim, beats, is_at};
use super::{COMPLETE, FAILED, Job, Shard, hash_of_file, name_of, proof_of_cube};
use anyhow::{Context as _, bail};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use sudosat::batch::Record;
use sudosat::batch::journal::{Chain, Line, Worker, Writer};
use sudosat::io::{InputError, host, sync_directory, unwritable};
use sudosat::sudoku::Grid;
use sudosat::sudoku::text::Entry;

/// Time after which the finished puzzles of a shard are written, so that another worker can go on
/// behind them.
const KEEP: Duration = Duration::from_secs(5);

/// Returns `true` if a file could not be read at all, rather than a puzzle in it. On
/// another machine, or at another time, it may be there.
fn is_of_whole_input(error: &InputError) -> bool {
    let line = error.name.rsplit_once(':').map(|(_, line)| line);
    error.line.is_none() && line.is_none_or(|line| line.parse::<u64>().is_err())
}

/// Returns this process as a worker.
fn this_worker() -> Worker {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let array = variable("SLURM_ARRAY_JOB_ID").zip(variable("SLURM_ARRAY_TASK_ID"));
    let tasks = variable("HQ_JOB_ID").zip(variable("HQ_TASK_ID"));
    let job = array.map(|(job, task)| format!("{job}_{task}"));
    let job = job.or(variable("SLURM_JOB_ID"));
    let job = job.or(tasks.map(|(job, task)| format!("{job}@{task}")));
    let job = job.map(|job| match variable("SLURMD_NODENAME") {
        Some(node) => format!("{job} on {node}"),
        None => job,
    });
    Worker {
        job,
        machine: host().to_owned(),
        process: std::process::id(),
    }
}

/// A shard that is being written.
pub(crate) struct ShardFile {
    lines: Writer<BufWriter<File>>,
    shard: Shard,
    folder: PathBuf,
    /// The name of the file until it is complete.
    part: PathBuf,
    bytes: u64,
    again: Option<Duration>,
    /// Number of inputs that were answered or could not be read.
    inputs: u64,
    /// Number of puzzles on which an engine gave up.
    gave_up: u64,
    /// Set if a file could not be read at all.
    is_lacking: bool,
    /// Number of the inputs of the shard, set when they have come to their end.
    end: Arc<OnceLock<u64>>,
    /// The time when lines were last written.
    written: Instant,
    /// Ends the signs of life when it is dropped.
    _beats: Sender<()>,
}

impl ShardFile {
    /// Begins the file of a job. Returns it with the answers that the shard has already.
    pub(crate) fn begin(job: Job) -> anyhow::Result<(ShardFile, Begun)> {
        let Claim { file, path, begun } = job.claim;
        let beats = beats(file.try_clone()?);
        let mut file = ShardFile {
            lines: Writer::new(BufWriter::new(file), Chain::default()),
            shard: job.shard,
            folder: job.folder,
            part: path,
            bytes: job.bytes,
            again: job.again,
            inputs: 0,
            gave_up: 0,
            is_lacking: false,
            end: Arc::default(),
            written: Instant::now(),
            _beats: beats,
        };
        let begin = file.lines.write(&job.header).and_then(|()| {
            let worker = this_worker();
            file.lines.write(&Line::Worker { worker })?;
            file.lines.output().flush()
        });
        begin.map_err(|error| file.unwritable(error))?;
        Ok((file, begun))
    }

    /// Returns the error of a write to the file.
    fn unwritable(&self, error: io::Error) -> io::Error {
        let name = self.shard.path(&self.folder, COMPLETE);
        unwritable(&name.to_string_lossy(), error)
    }

    /// Returns the cell in which the reader of the inputs sets their number.
    pub(in crate::cli::corpus) fn end(&self) -> Arc<OnceLock<u64>> {
        Arc::clone(&self.end)
    }

    /// Writes the line of a finished puzzle.
    pub(in crate::cli::corpus) fn add(
        &mut self,
        entry: &Entry,
        record: &Record,
        solution: Option<&Grid>,
    ) -> anyhow::Result<()> {
        let has_given_up = record.engines.iter().any(|answer| answer.gave_up.is_some());
        self.gave_up += u64::from(has_given_up);
        let added = self.lines.add(entry, record, solution);
        added
            .and_then(|()| self.keep())
            .map_err(|error| self.unwritable(error).into())
    }

    /// Writes the line of an input that could not be read.
    pub(in crate::cli::corpus) fn add_error(&mut self, error: &InputError) -> anyhow::Result<()> {
        self.is_lacking |= is_of_whole_input(error);
        let added = self.lines.add_refused(error);
        added
            .and_then(|()| self.keep())
            .map_err(|error| self.unwritable(error).into())
    }

    /// Writes the lines of the cubes with these indices, whose parts of a proof are in the folder and
    /// right, and completes the shard. Returns `false` if that failed.
    pub(crate) fn finish_cubes(mut self, cubes: Range<usize>) -> anyhow::Result<bool> {
        self.inputs = cubes.len() as u64;
        self.end.get_or_init(|| cubes.len() as u64);
        for index in cubes {
            let path = proof_of_cube(&self.folder, index);
            let hash = hash_of_file(&path).with_context(|| name_of(&path))?;
            let cube = index as u64 + 1;
            let written = self.lines.write(&Line::Cube { cube, hash });
            written.map_err(|error| self.unwritable(error))?;
        }
        self.finish()
    }

    /// Counts an input, and writes the lines so far if it is time.
    fn keep(&mut self) -> io::Result<()> {
        self.inputs += 1;
        if self.written.elapsed() > KEEP {
            self.lines.end_group()?;
            self.lines.output().flush()?;
            self.written = Instant::now();
        }
        Ok(())
    }

    /// Gives the file its name if all inputs of the shard are in it. Returns `false` if
    /// they are not.
    pub(crate) fn finish(mut self) -> anyhow::Result<bool> {
        if self.is_lacking {
            self.remove();
            bail!("a file could not be read, so the shard is not written");
        }
        if self.end.get() != Some(&self.inputs) {
            let kept = self
                .lines
                .end_group()
                .and_then(|()| self.lines.output().flush());
            kept.map_err(|error| self.unwritable(error))?;
            return Ok(false);
        }
        let complete = self.shard.path(&self.folder, COMPLETE);
        match self.complete(&complete) {
            Ok(true) => {}
            Ok(false) => return Err(TakenOver.into()),
            Err(error) => {
                self.remove();
                return Err(self.unwritable(error).into());
            }
        }
        let _ = fs::remove_file(self.shard.path(&self.folder, FAILED));
        sync_directory(&self.folder).map_err(|error| {
            let why = "the file is complete, but its folder can't be put on the disk";
            self.unwritable(io::Error::new(error.kind(), format!("{why}: {error}")))
        })?;
        Ok(true)
    }

    /// Removes the file, if it still has the name of a part.
    pub(crate) fn remove(&mut self) {
        if is_at(self.lines.output().get_ref(), &self.part) {
            let _ = fs::remove_file(&self.part);
        }
    }

    /// Writes the last line, and gives the file its name when all is on the disk. Returns `false` if
    /// another worker has taken the shard over.
    fn complete(&mut self, path: &Path) -> io::Result<bool> {
        let end = Line::End {
            shard: self.shard.to_string(),
            inputs: self.inputs,
            bytes: self.bytes,
            gave_up: self.gave_up,
            again: self.again.map(|limit| limit.as_secs_f64()),
        };
        self.lines.end_group()?;
        self.lines.write(&end)?;
        self.lines.output().flush()?;
        let file = self.lines.output().get_ref();
        file.sync_all()?;
        if !is_at(file, &self.part) {
            return Ok(false);
        }
        fs::rename(&self.part, path)?;
        let is_own = is_at(file, path);
        if !is_own {
            // It was taken over just now, and the file of the other worker was renamed.
            let _ = fs::rename(path, &self.part);
        }
        Ok(is_own)
    }
}

/// The error of a worker whose shard another worker has taken over.
#[derive(Debug)]
pub(crate) struct TakenOver;

impl fmt::Display for TakenOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("another worker has taken the shard over")
    }
}

impl std::error::Error for TakenOver {}
