//! Claims of shards. A worker takes the file of a part and touches it regularly; if it stops,
//! another worker continues the part.
//!
//! A worker has died if its file has no lock any more, which workers of the same machine see, or if
//! it gave no sign of life for [`SILENCE`]. Two workers that make the same shard do no harm.

use super::{COMPLETE, Input, PART, Shard};
use crate::cli::corpus::journal::{Lock, lock};
use anyhow::Context as _;
use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufReader, Seek};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, SystemTime};
use sudosat::batch::journal::{Asked, Group, Header, Line, Reader, Source, Taken, Worker};
use sudosat::io::{display, host};

/// Time without a sign of life after which a worker of another machine has died.
pub(crate) const SILENCE: Duration = Duration::from_secs(60);

/// Time between two signs of life of a worker.
const BEAT: Duration = Duration::from_secs(10);

/// The file of a shard that this process makes.
pub(crate) struct Claim {
    pub(super) file: File,
    pub(super) path: PathBuf,
    pub(super) begun: Begun,
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

    /// Leaves the shard to others, with nothing made.
    pub(crate) fn give_back(self) {
        let _ = fs::remove_file(&self.path);
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
    pub(in crate::cli::corpus) fn next(
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

/// Returns `true` if a path leads to this open file.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |data: fs::Metadata| (data.dev(), data.ino());
    let (open, found) = (file.metadata().map(id), fs::metadata(path).map(id));
    matches!((open, found), (Ok(open), Ok(found)) if open == found)
}

#[cfg(not(unix))]
pub(super) fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Gives signs of life, as the time at which the file was last written to, until the sender is
/// dropped.
pub(super) fn beats(file: File) -> Sender<()> {
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
