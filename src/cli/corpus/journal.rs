//! `--resume`: a journal of the finished puzzles, from which a run that was killed
//! goes on.
//!
//! The first line of the file says which options the answers depend on. Each other
//! line is a finished puzzle, in the order of the input, written in one piece when
//! the puzzle is finished. A run that finds a journal reads the input from its
//! beginning again, takes the answers of the first puzzles from the journal, after
//! comparing each with the puzzle that it answers, and appends the others.

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Take, Write};
use std::path::Path;
use sudosat::batch::Record;
use sudosat::check;
use sudosat::io::{InputError, display, names_closed_descriptor};
use sudosat::sudoku::text::Entry;
use sudosat::sudoku::{Digit, Grid, print};

/// The first line of a journal.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Header {
    /// Version of the program that wrote it.
    #[serde(rename = "sudosat-journal")]
    version: String,
    /// `solve` or `check`.
    command: String,
    /// The options that answers depend on, with their values.
    options: BTreeMap<String, String>,
}

impl Header {
    /// Returns the header of a run of `command`. Of its options those that answers
    /// depend on are given, with a value if they are in use.
    pub(crate) fn new<'a>(
        command: &str,
        options: impl IntoIterator<Item = (&'a str, Option<String>)>,
    ) -> Header {
        let options = options.into_iter();
        let options = options.filter_map(|(name, value)| Some((name.to_owned(), value?)));
        Header {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command: command.to_owned(),
            options: options.collect(),
        }
    }

    /// Returns what differs between a journal with this header and a run with the
    /// `other` one, in words.
    fn difference(&self, other: &Header) -> Option<String> {
        if self.version != other.version {
            let (old, new) = (&self.version, &other.version);
            return Some(format!("it was written by version {old}, this is {new}"));
        }
        if self.command != other.command {
            return Some(format!("it is of `sudosat {}`", self.command));
        }
        let names = self.options.keys().chain(other.options.keys());
        let value = |header: &Header, name: &str| match header.options.get(name) {
            Some(value) => format!("{name} {value}").trim_end().to_owned(),
            None => format!("no {name}"),
        };
        let (old, new) = names
            .map(|name| (value(self, name), value(other, name)))
            .find(|(old, new)| old != new)?;
        Some(format!("it was written with {old}, this run has {new}"))
    }
}

/// A line of a journal: a finished puzzle.
#[derive(Serialize, Deserialize)]
pub(crate) struct Line {
    /// Hash of the puzzle and of what the input says of its solutions.
    hash: String,
    /// The record of the puzzle.
    pub record: Record,
    /// The digits of the solution that was printed, by rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<usize>>,
}

impl Line {
    /// Returns the line of a puzzle.
    pub(crate) fn new(entry: &Entry, record: Record, solution: Option<&Grid>) -> Line {
        let digits = |grid: &Grid| grid.digits().iter().map(|digit| digit.value()).collect();
        Line {
            hash: hash(entry),
            record,
            solution: solution.map(digits),
        }
    }

    /// Returns the solution that was printed.
    ///
    /// # Errors
    /// If it is not one of the puzzle.
    pub(crate) fn grid(&self, entry: &Entry) -> Result<Option<Grid>, String> {
        let Some(digits) = &self.solution else {
            return Ok(None);
        };
        let size = entry.puzzle.size();
        let is_digit = |digit: &usize| (1..=size.side()).contains(digit);
        if digits.len() != size.num_cells() || !digits.iter().all(is_digit) {
            return Err("its solution is no grid of the puzzle's size".to_owned());
        }
        let digits = digits.iter().map(|digit| Digit::from_index(digit - 1));
        let grid = Grid::new(size, digits.collect());
        check::grid(&entry.puzzle, &grid)
            .map_err(|fault| format!("its solution is none of the puzzle: {fault}"))?;
        check::tokens(&entry.tokens, entry.puzzle.symbols(), &grid)
            .map_err(|fault| format!("its solution is none of the puzzle: {fault}"))?;
        Ok(Some(grid))
    }
}

/// Returns the 64-bit FNV-1a hash of a puzzle, with its rules and symbols, and of
/// what the input says of its solutions.
fn hash(entry: &Entry) -> String {
    let text = format!("{}{:?}", print::json(&entry.puzzle), entry.expected);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// A journal to which lines are appended.
pub(super) struct Journal {
    file: File,
    name: String,
}

impl Journal {
    /// Opens or begins a journal. A last line without its line end is removed. Each puzzle
    /// has `num_engines` answers. Returns the journal with the lines that it has.
    ///
    /// # Errors
    /// If the file is no journal, or one of a run with another header, or in use.
    pub(super) fn open(
        path: &Path,
        header: &Header,
        num_engines: usize,
    ) -> anyhow::Result<(Journal, Past)> {
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
        let failed = || format!("{name}: the journal can't be written");
        file.set_len(length).with_context(failed)?;
        if length == 0 {
            let mut line = serde_json::to_string(header)?;
            line.push('\n');
            file.write_all(line.as_bytes()).with_context(failed)?;
        }
        let unreadable = || format!("{name}: the journal can't be read");
        let length = file.metadata().with_context(unreadable)?.len();
        let lines = File::open(path).with_context(unreadable)?;
        let mut past = Past::of(lines, length, name.clone(), num_engines);
        past.expect_header(header)?;
        Ok((Journal { file, name }, past))
    }

    /// Appends the line of a finished puzzle.
    pub(super) fn add(&mut self, line: &Line) -> anyhow::Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        let written = self.file.write_all(text.as_bytes());
        written.with_context(|| format!("{}: the journal can't be written", self.name))
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
        let is_part = serde_json::to_string(header)?
            .as_bytes()
            .starts_with(&prefix);
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

/// Returns `true` if another process has locked the file; locks it otherwise, until
/// the program ends.
#[cfg(unix)]
fn is_locked(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    flock(file, FlockOperation::NonBlockingLockExclusive) == Err(Errno::WOULDBLOCK)
}

#[cfg(not(unix))]
fn is_locked(_: &File) -> bool {
    false
}

/// The lines that a journal had when it was opened, or those of a shard.
pub(crate) struct Past {
    lines: BufReader<Take<File>>,
    name: String,
    /// Number of the last line read, from 1.
    number: u64,
    num_engines: usize,
}

impl Past {
    /// Returns the lines in the first `length` bytes of a file. Each puzzle has
    /// `num_engines` answers. Errors call the file `name`.
    pub(super) fn of(file: File, length: u64, name: String, num_engines: usize) -> Past {
        Past {
            lines: BufReader::new(file.take(length)),
            name,
            number: 0,
            num_engines,
        }
    }

    /// Reads the first line, and compares it with the header of this run.
    ///
    /// # Errors
    /// If they differ.
    pub(super) fn expect_header(&mut self, header: &Header) -> anyhow::Result<()> {
        match self.next::<Header>()?.map(|found| found.difference(header)) {
            Some(None) => Ok(()),
            Some(Some(difference)) => bail!("{}: it is of another run: {difference}", self.name),
            None => bail!("{}: expected a journal or a shard", self.name),
        }
    }

    /// Returns the line of the next puzzle of the input, or `None` if the journal has
    /// come to its end.
    ///
    /// # Errors
    /// If the line is of another puzzle.
    pub(crate) fn line_of(&mut self, entry: &Entry) -> Result<Option<Line>, InputError> {
        let Some(line) = self.next::<Line>()? else {
            return Ok(None);
        };
        self.check(&line, entry)?;
        Ok(Some(line))
    }

    /// Checks that a line just read is of this puzzle.
    pub(super) fn check(&self, line: &Line, entry: &Entry) -> Result<(), InputError> {
        let (found, name) = (display(&line.record.puzzle), display(&entry.name));
        if found != name {
            let why = format!("found the answer of {found}, the input has {name} in its place");
            return Err(self.error(why));
        }
        if line.hash != hash(entry) {
            return Err(self.error(format!("{name} is another puzzle now")));
        }
        if line.record.engines.len() != self.num_engines {
            return Err(self.error(format!("expected {} answers", self.num_engines)));
        }
        line.grid(entry).map_err(|why| self.error(why))?;
        Ok(())
    }

    /// Checks at the end of the input that no line is left.
    ///
    /// # Errors
    /// If there is one.
    pub(crate) fn end(&mut self) -> Result<(), InputError> {
        match self.next::<Line>()? {
            None => Ok(()),
            Some(line) => {
                let found = display(&line.record.puzzle);
                let why = format!("found the answer of {found}, the input has ended");
                Err(self.error(why))
            }
        }
    }

    fn next<T: for<'a> Deserialize<'a>>(&mut self) -> Result<Option<T>, InputError> {
        let text = self.next_text()?;
        text.map(|text| self.parse(&text)).transpose()
    }

    /// Returns the next line, or `None` at the end.
    pub(super) fn next_text(&mut self) -> Result<Option<Vec<u8>>, InputError> {
        let mut text = Vec::new();
        let unreadable = |error: io::Error| InputError::unreadable(&self.name, &error);
        self.lines
            .read_until(b'\n', &mut text)
            .map_err(unreadable)?;
        if text.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        Ok(Some(text))
    }

    /// Reads the line that came last.
    pub(super) fn parse<T: for<'a> Deserialize<'a>>(&self, text: &[u8]) -> Result<T, InputError> {
        serde_json::from_slice(text).map_err(|error| {
            self.error(format!("this is no line of a journal or a shard: {error}"))
        })
    }

    pub(super) fn error(&self, message: String) -> InputError {
        InputError {
            line: Some(self.number),
            ..InputError::whole(&*self.name, message)
        }
    }
}
