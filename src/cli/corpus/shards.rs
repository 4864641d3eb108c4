//! Shards: a run over many puzzles in parts, which may be made on several machines.
//!
//! Shard i of k is a range of the inputs' bytes (`plan.rs`). Its file has the header of a journal,
//! the worker that made it, groups of lines of its puzzles, and a last line with their number. It
//! gets its name when it is complete. Until then it is a *part*: the part is what tells other
//! workers that the shard is taken, and from it another worker goes on if its own has died.
//!
//! | file | what |
//! |---|---|
//! | `plan-of-K.json` | where each shard begins |
//! | `shard-I-of-K.jsonl` | a complete shard |
//! | `shard-I-of-K.part` | one that a worker makes, or has left |
//! | `shard-I-of-K.failed` | the error of a worker that failed on it |
//! | `N.lrat` | where the inputs are cubes, the part of a proof that refutes cube N |
//! | `model.txt` | a model that was found under a cube, after which no other is searched |
//!
//! A worker has died if its file has no lock any more, which workers of the same machine see, or if
//! it gave no sign of life for [`SILENCE`]. Two workers that make the same shard do no harm.

use super::journal::{Lock, expect_header, lock};
use crate::cli::puzzles::Place;
use anyhow::{Context as _, bail};
use siphasher::sip128::{Hasher128, SipHasher24};
use std::collections::VecDeque;
use std::fmt;
use std::fs::{self, File};
use std::hash::Hasher as _;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};
use sudosat::batch::Record;
use sudosat::batch::journal::{
    Asked, Chain, Group, Header, Line, Reader, Source, Taken, Worker, Writer,
};
use sudosat::io::{InputError, display, host, sync_directory, unwritable};
use sudosat::sudoku::Grid;
use sudosat::sudoku::text::Entry;

/// Time without a sign of life after which a worker of another machine has died.
pub(crate) const SILENCE: Duration = Duration::from_secs(60);

/// Time between two signs of life of a worker.
const BEAT: Duration = Duration::from_secs(10);

/// Time after which the finished puzzles of a shard are written, so that another worker can go on
/// behind them.
const KEEP: Duration = Duration::from_secs(5);

/// A puzzle, or the error in its place.
pub(super) type Input = Result<Entry, InputError>;

/// Largest number of shards, a limit on the memory of a plan. Chosen by hand.
pub(crate) const MOST_SHARDS: usize = 10_000_000;

/// One of `count` parts of the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Number of the part, less than `count`.
    pub index: usize,
    /// Number of parts, at most [`MOST_SHARDS`].
    pub count: usize,
}

impl Shard {
    /// Returns the path of a file of the shard.
    fn path(self, folder: &Path, ending: &str) -> PathBuf {
        folder.join(format!("shard-{}-of-{}.{ending}", self.index, self.count))
    }

    /// Returns the name of the shard's file for messages.
    fn name(self, folder: &Path) -> String {
        name_of(&self.path(folder, COMPLETE))
    }

    /// Writes why a worker fails on the shard.
    pub(crate) fn fail(self, folder: &Path, reason: &str) {
        // It is only told by `status`.
        let _ = fs::write(self.path(folder, FAILED), reason);
    }

    /// Returns `true` if the shard was completed after this time.
    pub(crate) fn is_newer(self, folder: &Path, time: SystemTime) -> bool {
        let data = fs::metadata(self.path(folder, COMPLETE));
        data.and_then(|data| data.modified())
            .is_ok_and(|made| made > time)
    }

    /// Returns the cubes of the shard, of `all`.
    pub(crate) fn cubes(self, all: usize) -> Range<usize> {
        let first = |index: usize| (all as u128 * index as u128 / self.count as u128) as usize;
        first(self.index)..first(self.index + 1)
    }

    /// Returns why a worker failed on the shard, if one did.
    pub(crate) fn failure(self, folder: &Path) -> Option<String> {
        let reason = fs::read(self.path(folder, FAILED)).ok()?;
        Some(String::from_utf8_lossy(&reason).trim().to_owned())
    }
}

/// Endings of the names of the files.
const COMPLETE: &str = "jsonl";
const PART: &str = "part";
const FAILED: &str = "failed";

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/');
        let numbers =
            numbers.and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((index, count)) if index < count && count <= MOST_SHARDS => {
                Ok(Shard { index, count })
            }
            _ => Err(format!(
                "expected I/K with I from 0 to K-1, such as 0/12, and K at most {MOST_SHARDS}"
            )),
        }
    }
}

/// The part that a run has in the work on many puzzles.
pub(crate) enum Part {
    /// It answers the puzzles of a shard.
    Work(Box<Job>),
    /// It takes the answers from complete shards.
    Merge(Complete),
}

impl Part {
    /// Returns the time limit of puzzles that are repeated.
    pub(crate) fn repeats(&self) -> Option<Duration> {
        match self {
            Part::Work(job) => job.again,
            Part::Merge(_) => None,
        }
    }
}

/// The work on a shard.
pub(crate) struct Job {
    /// The shard.
    pub shard: Shard,
    /// The folder of the shards.
    pub folder: PathBuf,
    /// The header of their files.
    pub header: Header,
    /// Where the shard begins, and where the next one does.
    pub range: (Place, Place),
    /// Number of bytes of all inputs.
    pub bytes: u64,
    /// Time limit with which puzzles are repeated on which an engine gave up.
    pub again: Option<Duration>,
    /// Its file, which is taken by the run.
    pub claim: Claim,
}

/// Returns `true` if a file could not be read at all, rather than a puzzle in it. On
/// another machine, or at another time, it may be there.
fn is_of_whole_input(error: &InputError) -> bool {
    let line = error.name.rsplit_once(':').map(|(_, line)| line);
    error.line.is_none() && line.is_none_or(|line| line.parse::<u64>().is_err())
}

/// Refuses standard input, which each shard would have to read, and inputs that the
/// folder of the shards is in.
pub(crate) fn refuse_inputs(folder: &Path, inputs: &[&str]) -> anyhow::Result<()> {
    if inputs.is_empty() || inputs.contains(&"-") {
        bail!("each shard reads the puzzles, so standard input can't be their input; name files");
    }
    // A folder that is not there yet will be in the first one above it that is.
    let of = |path: &Path| match path.as_os_str().is_empty() {
        true => fs::canonicalize("."),
        false => fs::canonicalize(path),
    };
    let Some(folder) = folder.ancestors().find_map(|path| of(path).ok()) else {
        return Ok(());
    };
    for input in inputs {
        if fs::canonicalize(input).is_ok_and(|input| folder.starts_with(input)) {
            bail!(
                "{}: the folder of the shards is in it, and would be read as puzzles",
                display(input)
            );
        }
    }
    Ok(())
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

/// The file of a shard that this process makes.
pub(crate) struct Claim {
    file: File,
    path: PathBuf,
    begun: Begun,
}

/// The state of the file of a shard that is not complete.
pub(crate) enum PartState {
    /// There is none.
    Missing,
    /// A worker makes it.
    Alive(Option<Worker>),
    /// The worker has died.
    Dead {
        /// The worker, if its line was written.
        worker: Option<Worker>,
        /// Time since it last wrote to the file.
        silence: Duration,
        /// The unfinished shard, open for reading.
        file: File,
    },
}

impl PartState {
    /// Looks at the part of a shard.
    pub(crate) fn of(shard: Shard, folder: &Path) -> io::Result<PartState> {
        let path = shard.path(folder, PART);
        // NFS locks no file that is open for reading alone, but who looks may have no right to write.
        let opened = File::options().read(true).write(true).open(&path);
        let mut file = match opened.or_else(|_| File::open(&path)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(PartState::Missing),
            Err(error) => return Err(error),
        };
        let silence = silence(&file, folder)?;
        let mut lines = Reader::new(BufReader::new(&file), Source::Part, String::new());
        let worker = lines.header().ok().and_then(|_| lines.line().ok()?);
        let worker = match worker {
            Some(Line::Worker { worker }) => Some(worker),
            _ => None,
        };
        let is_here = worker
            .as_ref()
            .is_some_and(|worker| worker.machine == host());
        let lock = match is_here {
            true => lock(&file),
            false => Lock::Unknown,
        };
        let is_alive = match lock {
            Lock::Locked => true,
            Lock::Free => false,
            Lock::Unknown => silence < SILENCE,
        };
        if is_alive {
            return Ok(PartState::Alive(worker));
        }
        file.rewind()?;
        Ok(PartState::Dead {
            worker,
            silence,
            file,
        })
    }
}

/// Returns the time since a file was written to.
fn silence(file: &File, folder: &Path) -> io::Result<Duration> {
    let written = file.metadata()?.modified()?;
    Ok(now(folder).duration_since(written).unwrap_or_default())
}

/// Returns the time by the clock of the folder's file system.
pub(crate) fn now(folder: &Path) -> SystemTime {
    let now = tempfile::tempfile_in(folder).and_then(|now| now.metadata()?.modified());
    now.unwrap_or_else(|_| SystemTime::now())
}

impl Claim {
    /// Takes a shard that no other worker makes. Answers are taken over from what a worker has left
    /// that has died, or from the shard itself if puzzles of it are to be repeated. Returns `None`
    /// if another worker makes it.
    ///
    /// # Errors
    /// If the folder can't be read or written.
    pub(crate) fn of(
        shard: Shard,
        folder: &Path,
        header: &Header,
        again: Option<Duration>,
    ) -> anyhow::Result<Option<Claim>> {
        let path = shard.path(folder, PART);
        let name = display(&path.to_string_lossy()).into_owned();
        let mut left = None;
        // Other workers may be as quick.
        for _ in 0..3 {
            let mut options = File::options();
            match options.read(true).write(true).create_new(true).open(&path) {
                Ok(file) => {
                    lock(&file);
                    let begun = match again {
                        Some(_) => File::open(shard.path(folder, COMPLETE)).ok(),
                        None => left,
                    };
                    let begun = Begun::new(begun, header, again.is_some());
                    return Ok(Some(Claim { file, path, begun }));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error).context(name),
            }
            match PartState::of(shard, folder).with_context(|| name.clone())? {
                PartState::Missing => {}
                PartState::Alive(_) => return Ok(None),
                PartState::Dead { file, .. } => {
                    // What is left is read, but has no name any more. By now the name may be that of
                    // another worker's file.
                    if is_at(&file, &path) {
                        let _ = fs::remove_file(&path);
                    }
                    left = Some(file);
                }
            }
        }
        Ok(None)
    }
}

/// The answers that a worker has left, or those of a shard of which puzzles are repeated.
pub(crate) struct Begun {
    lines: Option<Reader<BufReader<File>>>,
    ready: VecDeque<(Input, Option<Taken>)>,
    /// Set if puzzles are answered anew on which an engine gave up.
    repeats: bool,
}

impl Begun {
    fn new(file: Option<File>, header: &Header, repeats: bool) -> Begun {
        let open = |file| {
            let mut lines = Reader::new(BufReader::new(file), Source::Part, "part".to_owned());
            let found = lines.header().ok()?;
            let worker = lines.line().ok()?;
            let is_begun = found == *header && matches!(worker, Some(Line::Worker { .. }));
            is_begun.then_some(lines)
        };
        Begun {
            lines: file.and_then(open),
            ready: VecDeque::new(),
            repeats,
        }
    }

    /// Returns the next input of the shard, with its answer if it is there.
    pub(super) fn next(
        &mut self,
        entries: &mut impl Iterator<Item = Input>,
        asked: &Asked,
    ) -> Option<(Input, Option<Taken>)> {
        if self.ready.is_empty()
            && let Some(group) = self.lines.as_mut().and_then(|lines| lines.group().ok()?)
        {
            self.ready = self.of_group(&group, entries, asked);
        }
        self.ready
            .pop_front()
            .or_else(|| Some((entries.next()?, None)))
    }

    /// Returns the inputs of a group. If its answers are not theirs, they and the later ones are
    /// answered anew.
    fn of_group(
        &mut self,
        group: &Group,
        entries: &mut impl Iterator<Item = Input>,
        asked: &Asked,
    ) -> VecDeque<(Input, Option<Taken>)> {
        let entries: Vec<_> = entries.take(group.num_inputs()).collect();
        if entries.len() == group.num_inputs()
            && let Ok(taken) = group.take(entries.clone(), asked)
        {
            let repeats = self.repeats;
            let taken = taken.into_iter().map(|item| match item {
                Ok((entry, taken)) if repeats && taken.has_given_up => (Ok(entry), None),
                Ok((entry, taken)) => (Ok(entry), Some(taken)),
                Err(error) => (Err(error), None),
            });
            return taken.collect();
        }
        self.lines = None;
        entries.into_iter().map(|entry| (entry, None)).collect()
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
    pub(super) fn end(&self) -> Arc<OnceLock<u64>> {
        Arc::clone(&self.end)
    }

    /// Writes the line of a finished puzzle.
    pub(super) fn add(
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
    pub(super) fn add_error(&mut self, error: &InputError) -> anyhow::Result<()> {
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

/// Returns `true` if a path leads to this open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |data: fs::Metadata| (data.dev(), data.ino());
    let (open, found) = (file.metadata().map(id), fs::metadata(path).map(id));
    matches!((open, found), (Ok(open), Ok(found)) if open == found)
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Gives signs of life, as the time at which the file was last written to, until the sender is
/// dropped.
fn beats(file: File) -> Sender<()> {
    let (stop, stopped) = channel();
    // Without the thread the shard may be made twice.
    let _ = thread::Builder::new().spawn(move || {
        while stopped.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
            touch(&file);
        }
    });
    stop
}

/// Sets the time at which a file was last written to, by the clock of its file system.
#[cfg(unix)]
fn touch(file: &File) {
    use rustix::fs::{Timespec, Timestamps, UTIME_NOW, futimens};
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: UTIME_NOW,
    };
    let _ = futimens(
        file,
        &Timestamps {
            last_access: now,
            last_modification: now,
        },
    );
}

#[cfg(not(unix))]
fn touch(file: &File) {
    let _ = file.set_modified(SystemTime::now());
}

/// The state of a shard's file.
pub(crate) enum State {
    /// There is none.
    Missing,
    /// It was cut off, or is another shard; the reason.
    Incomplete(String),
    /// A line is not as it was written; its place and what is wrong.
    Damaged(InputError),
    /// All is there.
    Complete(End),
}

/// The end of a complete shard.
#[derive(Clone, Debug)]
pub(crate) struct End {
    /// Number of its inputs.
    pub inputs: u64,
    /// Number of bytes of all inputs.
    pub bytes: u64,
    /// Number of puzzles on which an engine gave up.
    pub gave_up: u64,
    /// Time limit in seconds with which such puzzles were repeated.
    pub again: Option<f64>,
    /// The worker that made it.
    pub worker: Option<Worker>,
}

impl State {
    /// Reads the file of a shard, and compares its seals and its header, if one is given.
    ///
    /// # Errors
    /// If it is no regular file, can't be opened, or is of a run with another header.
    pub(crate) fn of(
        shard: Shard,
        folder: &Path,
        header: Option<&Header>,
    ) -> anyhow::Result<State> {
        let (path, name) = (shard.path(folder, COMPLETE), shard.name(folder));
        // Opening a pipe would wait for its writer, and a device keeps no shard.
        match fs::metadata(&path) {
            Ok(data) if data.is_file() => {}
            Ok(_) => bail!("{name}: expected a regular file for the shard; remove what is there"),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(State::Missing),
            Err(error) => return Err(error).context(name),
        }
        let mut file = File::open(path).with_context(|| name.clone())?;
        let incomplete = "its file is not complete";
        if !ends_with_a_line(&mut file).with_context(|| name.clone())? {
            return Ok(State::Incomplete(incomplete.to_owned()));
        }
        let input = BufReader::with_capacity(256 << 10, file);
        let mut lines = Reader::new(input, Source::Shard, name.clone());
        let found = match lines.header() {
            Ok(found) => found,
            Err(error) => return Ok(State::Damaged(error)),
        };
        if let Some(difference) = header.and_then(|header| found.difference(header)) {
            bail!("{name}: it is of another run: {difference}");
        }
        let (mut last, mut worker, mut num_inputs) = (None, None, 0);
        loop {
            let group = match lines.group() {
                Ok(Some(group)) => group,
                Ok(None) => break,
                Err(error) => return Ok(State::Damaged(error)),
            };
            num_inputs += group.num_inputs() as u64;
            match group.check() {
                Ok(Line::Worker { worker: found }) => worker = Some(found),
                Ok(Line::Cube { cube, hash }) => {
                    num_inputs += 1;
                    if let Some(state) = state_of_cube(folder, cube, &hash)? {
                        return Ok(state);
                    }
                }
                Ok(line) => last = Some(line),
                Err(error) => return Ok(State::Damaged(error)),
            }
        }
        Ok(match last {
            Some(Line::End { shard: found, .. }) if found != shard.to_string() => {
                State::Incomplete(format!("{incomplete}: it is that of shard {found}"))
            }
            Some(Line::End { inputs, .. }) if inputs != num_inputs => State::Incomplete(format!(
                "{incomplete}: it has {num_inputs} of {inputs} inputs"
            )),
            Some(Line::End {
                inputs,
                bytes,
                gave_up,
                again,
                ..
            }) => State::Complete(End {
                inputs,
                bytes,
                gave_up,
                again,
                worker,
            }),
            _ => State::Incomplete(incomplete.to_owned()),
        })
    }
}

/// Returns what is wrong with the part of a proof that belongs to a line of a shard, if anything is.
fn state_of_cube(folder: &Path, cube: u64, hash: &str) -> anyhow::Result<Option<State>> {
    let index = usize::try_from(cube.saturating_sub(1)).unwrap_or(usize::MAX);
    let path = proof_of_cube(folder, index);
    match hash_of_file(&path) {
        Ok(found) if found == hash => Ok(None),
        Ok(_) => {
            let why = "it is not the part that was written";
            let error = InputError::whole(path.to_string_lossy(), why);
            Ok(Some(State::Damaged(error)))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let why = format!("the proof of cube {cube} is not there");
            Ok(Some(State::Incomplete(why)))
        }
        Err(error) => Err(error).with_context(|| name_of(&path)),
    }
}

/// Returns the file with the proof of the cube with this index.
pub(crate) fn proof_of_cube(folder: &Path, index: usize) -> PathBuf {
    folder.join(format!("{}.lrat", index as u128 + 1))
}

/// Returns the 128-bit SipHash of the bytes of a regular file.
pub(crate) fn hash_of_file(path: &Path) -> io::Result<String> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("expected a regular file"));
    }
    let (mut file, mut hasher) = (File::open(path)?, SipHasher24::new());
    let mut bytes = vec![0; 64 << 10];
    loop {
        match file.read(&mut bytes)? {
            0 => return Ok(format!("{:032x}", hasher.finish128().as_u128())),
            length => hasher.write(&bytes[..length]),
        }
    }
}

/// Returns the name of a file for messages.
fn name_of(path: &Path) -> String {
    display(&path.to_string_lossy()).into_owned()
}

/// Returns the states of all `count` shards, in their order. They are read in parallel.
pub(crate) fn states(
    count: usize,
    folder: &Path,
    header: Option<&Header>,
) -> impl Iterator<Item = anyhow::Result<State>> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::with_capacity(count));
    let read = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return;
            }
            let state = State::of(Shard { index, count }, folder, header);
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.push((index, state));
        }
    };
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        for _ in 1..threads.min(count) {
            // Without them this thread reads all.
            let _ = thread::Builder::new().spawn_scoped(scope, read);
        }
        read();
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, state)| state)
}

/// Returns `true` if the last line of a file has its line end. Goes back to the beginning.
fn ends_with_a_line(file: &mut File) -> io::Result<bool> {
    let mut last = [0];
    if file.metadata()?.len() > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
        file.rewind()?;
    }
    Ok(last == *b"\n")
}

/// Returns what to do with shards that are not those of the inputs.
fn remedy(folder: &Path) -> String {
    let folder = folder.to_string_lossy();
    format!("remove {} to make all shards anew", display(&folder))
}

/// Shards of which each was read and found complete.
pub(crate) struct Complete {
    folder: PathBuf,
    /// Number of shards.
    count: usize,
    /// The header of their files.
    header: Header,
    /// Set if only totals are printed.
    pub totals: bool,
}

impl Complete {
    /// Returns all `count` shards of a folder. `bytes` has for each of them the number of bytes of all
    /// inputs, as it has seen them.
    ///
    /// # Errors
    /// If the numbers differ.
    pub(crate) fn new(
        folder: PathBuf,
        bytes: &[u64],
        header: Header,
        totals: bool,
    ) -> anyhow::Result<Complete> {
        let first = bytes.first().copied().unwrap_or(0);
        let count = bytes.len();
        if let Some(index) = bytes.iter().position(|&bytes| bytes != first) {
            bail!(
                "{}: it was made of inputs of {} bytes, the shards before it of {first} bytes; {}",
                Shard { index, count }.name(&folder),
                bytes[index],
                remedy(&folder)
            );
        }
        Ok(Complete {
            folder,
            count,
            header,
            totals,
        })
    }

    /// Returns the folder of the shards.
    pub(crate) fn folder(self) -> PathBuf {
        self.folder
    }

    /// Returns the answers of these puzzles, group by group.
    pub(super) fn groups<I>(self, entries: I) -> Groups<I> {
        Groups {
            entries,
            complete: self,
            next: 0,
            lines: None,
            has_ended: false,
        }
    }
}

/// The groups of all shards, one after the other, each with the inputs that it belongs to.
pub(super) struct Groups<I> {
    entries: I,
    complete: Complete,
    /// Number of the next shard to open.
    next: usize,
    lines: Option<Reader<BufReader<File>>>,
    has_ended: bool,
}

impl<I: Iterator<Item = Input>> Groups<I> {
    /// Returns the next group with its inputs; `None` at the end of shards and inputs.
    fn advance(&mut self) -> anyhow::Result<Option<(Group, Vec<Input>)>> {
        loop {
            let Some(lines) = &mut self.lines else {
                let (index, count) = (self.next, self.complete.count);
                if index == count {
                    return self.end().map(|()| None);
                }
                self.lines = Some(self.open(Shard { index, count })?);
                self.next += 1;
                continue;
            };
            let Some(group) = lines.group()? else {
                self.lines = None;
                continue;
            };
            // Its seal is compared where its answers are taken.
            let count = group.num_inputs();
            if count == 0 {
                group.check()?;
                continue;
            }
            let entries: Vec<_> = self.entries.by_ref().take(count).collect();
            if entries.len() < count {
                let found = entries.len();
                return Err(group
                    .error(
                        found,
                        "the shard has answers, and the inputs have ended".to_owned(),
                    )
                    .into());
            }
            return Ok(Some((group, entries)));
        }
    }

    fn open(&self, shard: Shard) -> anyhow::Result<Reader<BufReader<File>>> {
        let folder = &self.complete.folder;
        let name = shard.name(folder);
        let file = File::open(shard.path(folder, COMPLETE)).with_context(|| name.clone())?;
        let input = BufReader::with_capacity(256 << 10, file);
        let mut lines = Reader::new(input, Source::Shard, name.clone());
        expect_header(&mut lines, &name, &self.complete.header)?;
        Ok(lines)
    }

    /// Checks after the last shard that no input is left.
    fn end(&mut self) -> anyhow::Result<()> {
        let Some(entry) = self.entries.next() else {
            return Ok(());
        };
        let name = match entry {
            Ok(entry) => display(&entry.name).into_owned(),
            Err(error) => error.to_string(),
        };
        let folder = &self.complete.folder;
        bail!(
            "{}: the shards have no answer of {name}; {}",
            display(&folder.to_string_lossy()),
            remedy(folder)
        )
    }
}

impl<I: Iterator<Item = Input>> Iterator for Groups<I> {
    type Item = anyhow::Result<(Group, Vec<Input>)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let next = self.advance().transpose();
        self.has_ended = !matches!(next, Some(Ok(_)));
        next
    }
}

/// Refuses options that do not go with `batch`: each has its name, and `true` if it is
/// given.
///
/// # Errors
/// If one is given.
pub(crate) fn refuse_options(options: &[(&str, bool)]) -> anyhow::Result<()> {
    match options.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => bail!("{option} does not go with `batch`"),
        None => Ok(()),
    }
}

/// Makes the folder of shards, if it is not there. Returns the folders that were made, each before
/// the one that it is in.
pub(crate) fn make_folder(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let name = folder.to_string_lossy();
    let missing = folder.ancestors().take_while(|path| !path.exists());
    let made = missing.filter(|path| !path.as_os_str().is_empty());
    let made = made.map(Path::to_owned).collect();
    fs::create_dir_all(folder)
        .with_context(|| format!("{}: the folder can't be made", display(&name)))?;
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_two_numbers() {
        let shard = Shard {
            index: 2,
            count: 12,
        };
        assert_eq!("2/12".parse(), Ok(shard));
        for text in ["12/12", "1", "/3", "-1/3", "0/0", "1/ 3", "", "0/10000001"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
