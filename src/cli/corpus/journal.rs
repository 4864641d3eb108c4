//! `--resume`: the file of a journal of the finished puzzles, from which a run that was killed
//! goes on.
//!
//! Each line is written in one piece when its puzzle is finished, in the order of the input. A
//! run that finds a journal reads the input from its beginning again, takes the answers of the first
//! puzzles from the journal, after what `sudosat::batch::journal` checks, and appends the others.

use anyhow::{Context as _, bail};
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Take};
use std::path::Path;
use sudosat::batch::journal::{Chain, Header, Reader, Source, Writer};
use sudosat::io::{display, names_closed_descriptor};

/// The lines that a journal had when it was opened.
pub(crate) type Past = Reader<BufReader<Take<File>>>;

/// A journal to which lines are appended.
pub(super) struct Journal {
    lines: Writer<File>,
    name: String,
}

impl Journal {
    /// Opens or begins a journal. A last line without its line end is removed. Returns the journal
    /// with the lines that it has.
    ///
    /// # Errors
    /// If the file is no journal, or one of a run with another header, or in use.
    pub(super) fn open(path: &Path, header: &Header) -> anyhow::Result<(Journal, Past)> {
        let name = display(&path.to_string_lossy()).into_owned();
        if names_closed_descriptor(path) || path.exists() && !path.is_file() {
            bail!("{name}: expected a regular file for the journal");
        }
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = options
            .open(path)
            .with_context(|| format!("{name}: the journal can't be opened"))?;
        if is_locked(&file) {
            bail!("{name}: another run writes this journal");
        }
        let length = whole_lines(&mut file, header).with_context(|| name.clone())?;
        let Some(length) = length else {
            bail!("{name}: expected a journal that --resume has written, or a new file");
        };
        let lines = File::open(path).with_context(|| format!("{name}: it can't be read"))?;
        let lines = BufReader::new(lines.take(length));
        let mut past = Reader::new(lines, Source::Journal, name.clone());
        if length > 0 {
            expect_header(&mut past, &name, header)?;
        }
        file.set_len(length).with_context(|| failed(&name))?;
        let lines = Writer::new(file, past.chain());
        let mut journal = Journal { lines, name };
        if length == 0 {
            journal.write(header)?;
        }
        Ok((journal, past))
    }

    /// Appends a line.
    pub(super) fn write(&mut self, line: &impl Serialize) -> anyhow::Result<()> {
        let written = self.lines.write(line);
        written.with_context(|| failed(&self.name))
    }

    /// Goes on after a line that the journal had, with this seal.
    pub(super) fn go_on(&mut self, chain: Chain) {
        self.lines.go_on(chain);
    }
}

/// Returns the message if a journal can't be written.
fn failed(name: &str) -> String {
    format!("{name}: the journal can't be written")
}

/// Reads the first line of a file, and compares it with the header of this run.
///
/// # Errors
/// If they differ.
pub(super) fn expect_header(
    lines: &mut Reader<impl std::io::BufRead>,
    name: &str,
    header: &Header,
) -> anyhow::Result<()> {
    match lines.header()?.difference(header) {
        None => Ok(()),
        Some(difference) => bail!("{name}: it is of another run: {difference}"),
    }
}

/// Returns the length of a file up to its last line end; 0 if it holds only the beginning
/// of this header, and `None` if it is no journal.
fn whole_lines(file: &mut File, header: &Header) -> anyhow::Result<Option<u64>> {
    const BLOCK: u64 = 64 << 10;
    const BEGIN: &[u8] = b"{\"sudosat-journal\":";
    let mut prefix = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    (&mut *file).take(BLOCK).read_to_end(&mut prefix)?;
    if !prefix.contains(&b'\n') {
        let whole = Chain::default().seal(serde_json::to_vec(header)?);
        let is_part = whole.starts_with(&prefix);
        return Ok(is_part.then_some(0));
    }
    if !prefix.starts_with(BEGIN) {
        return Ok(None);
    }
    let mut end = file.seek(SeekFrom::End(0))?;
    loop {
        let start = end.saturating_sub(BLOCK);
        let mut block = Vec::new();
        file.seek(SeekFrom::Start(start))?;
        (&mut *file).take(end - start).read_to_end(&mut block)?;
        if let Some(place) = block.iter().rposition(|&byte| byte == b'\n') {
            return Ok(Some(start + place as u64 + 1));
        }
        end = start;
    }
}

/// The state of the lock of a file before [`lock`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lock {
    /// Another process has locked the file.
    Locked,
    /// No other process had.
    #[cfg_attr(not(unix), allow(dead_code))]
    Free,
    /// The system can't tell.
    Unknown,
}

/// Locks a file until it is closed, if no other process has. A file on NFS must be open for writing.
#[cfg(unix)]
pub(super) fn lock(file: &File) -> Lock {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Lock::Free,
        Err(Errno::WOULDBLOCK) => Lock::Locked,
        Err(_) => Lock::Unknown,
    }
}

#[cfg(not(unix))]
pub(super) fn lock(_: &File) -> Lock {
    Lock::Unknown
}

/// Returns `true` if another process has locked the file; locks it otherwise, until it is closed.
pub(crate) fn is_locked(file: &File) -> bool {
    lock(file) == Lock::Locked
}
