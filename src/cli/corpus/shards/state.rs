//! Reads the file of a shard, and says whether all of it is there as it was written.

use super::{COMPLETE, Shard, hash_of_file, name_of, proof_of_cube};
use anyhow::{Context as _, bail};
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use sudosat::batch::journal::{Header, Line, Reader, Source, Worker};
use sudosat::io::InputError;

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
