//! Groups of lines of a shard, which are sealed together.

use super::line::{Finished, Identity, Line, Names};
use super::{Asked, Chain, DAMAGED, REMOVE, Source, Taken};
use crate::batch::record::Record;
use crate::io::{InputError, display};
use crate::sudoku::Grid;
use crate::sudoku::text::Entry;
use std::io;

/// Largest number of cells of the puzzles of a group, and of its inputs times 81. Chosen by hand:
/// a seal for 64 puzzles of 9×9 costs little.
const MOST_CELLS: usize = 64 * 81;

/// The lines of a group that is being written.
#[derive(Debug, Default)]
pub(super) struct Lines {
    text: Vec<u8>,
    num_cells: usize,
    identity: Identity,
    names: Names,
}

impl Lines {
    /// Adds the line of a puzzle.
    pub(super) fn add(
        &mut self,
        entry: &Entry,
        record: &Record,
        solution: Option<&Grid>,
    ) -> io::Result<()> {
        let mut line = Finished::in_group(entry, record, solution);
        self.names.leave_out(&mut line);
        self.identity.add(entry);
        self.num_cells += entry.puzzle.size().num_cells().max(81);
        serde_json::to_writer(&mut self.text, &line)?;
        self.text.push(b'\n');
        Ok(())
    }

    /// Adds the line of an input that could not be read.
    pub(super) fn add_refused(&mut self, error: &InputError) -> io::Result<()> {
        let refused = error.to_string();
        self.num_cells += 81;
        serde_json::to_writer(&mut self.text, &Line::Refused { refused })?;
        self.text.push(b'\n');
        Ok(())
    }

    /// Returns `true` if the group has enough lines.
    pub(super) fn is_full(&self) -> bool {
        self.num_cells >= MOST_CELLS
    }

    /// Ends the group. Returns its text, which is to be sealed, or `None` if it has no lines.
    pub(super) fn end(&mut self) -> io::Result<Option<Vec<u8>>> {
        let Lines {
            mut text, identity, ..
        } = std::mem::take(self);
        if text.is_empty() {
            return Ok(None);
        }
        let puzzles = identity.hash();
        serde_json::to_writer(&mut text, &Line::Group { puzzles })?;
        Ok(Some(text))
    }
}

/// A puzzle with its answer, or the error of an input that could not be read.
pub type Answered = Result<(Entry, Taken), InputError>;

/// Lines of a shard that are sealed together, the last of which has the seal.
#[derive(Clone, Debug)]
pub struct Group {
    text: Vec<u8>,
    num_lines: usize,
    /// The seal before them.
    before: Chain,
    /// Name of the file, in errors.
    name: String,
    source: Source,
    /// Number of the first line.
    first: u64,
}

impl Group {
    /// Largest number of bytes up to a seal: more are no group that was written. The records of
    /// the largest grids are shorter.
    pub(super) const LONGEST: usize = 64 << 20;

    pub(super) fn new(
        text: Vec<u8>,
        num_lines: usize,
        before: Chain,
        (name, source): (String, Source),
        first: u64,
    ) -> Group {
        Group {
            text,
            num_lines,
            before,
            name,
            source,
            first,
        }
    }

    /// Returns the number of inputs of the group.
    pub fn num_inputs(&self) -> usize {
        self.num_lines - 1
    }

    /// Compares the seal, and returns the last line.
    ///
    /// # Errors
    /// If the seal differs, or the line is none.
    pub fn check(&self) -> Result<Line, InputError> {
        let text = self.open()?;
        self.last_of(&text)
    }

    /// Returns the lines, without the seal.
    fn open(&self) -> Result<Vec<u8>, InputError> {
        let damaged = || {
            let why = match self.num_lines {
                1 => DAMAGED.to_owned(),
                count => format!(
                    "one of the {count} lines up to here is damaged or not in its place: the seal \
                     does not fit"
                ),
            };
            self.error(self.num_lines - 1, why)
        };
        self.before.clone().open(&self.text).ok_or_else(damaged)
    }

    fn last_of(&self, text: &[u8]) -> Result<Line, InputError> {
        let last = text
            .rsplit(|&byte| byte == b'\n')
            .next()
            .unwrap_or_default();
        let line = serde_json::from_slice(last);
        line.map_err(|error| self.no_line(self.num_lines - 1, &error))
    }

    /// Reads the answers of these inputs, one from each line. Inputs that could not be read are
    /// returned as errors.
    ///
    /// # Errors
    /// If the lines are damaged, or not those of these inputs.
    pub fn take(
        &self,
        entries: Vec<Result<Entry, InputError>>,
        asked: &Asked,
    ) -> Result<Vec<Answered>, InputError> {
        let text = self.open()?;
        let mut identity = Identity::default();
        entries
            .iter()
            .flatten()
            .for_each(|entry| identity.add(entry));
        let found = self.last_of(&text)?;
        let lines = text.split(|&byte| byte == b'\n').enumerate();
        let mut names = Names::default();
        let mut taken = Vec::with_capacity(entries.len());
        for ((index, line), entry) in lines.zip(entries) {
            taken.push(self.take_line(index, line, entry, &mut names, asked)?);
        }
        let hash = identity.hash();
        match found {
            Line::Group { puzzles } if puzzles == hash => Ok(taken),
            Line::Group { .. } => {
                let of = |item: Option<&Answered>| match item {
                    Some(Ok((entry, _))) => display(&entry.name).into_owned(),
                    Some(Err(error)) => error.place(),
                    None => String::new(),
                };
                let (first, last) = (of(taken.first()), of(taken.last()));
                let message = format!("{first} to {last}: these are other puzzles now; {REMOVE}");
                Err(self.error(self.num_lines - 1, message))
            }
            _ => Err(self.error(self.num_lines - 1, "expected the end of a group".to_owned())),
        }
    }

    /// Takes the answer of an input from this line of the group.
    fn take_line(
        &self,
        index: usize,
        line: &[u8],
        entry: Result<Entry, InputError>,
        names: &mut Names,
        asked: &Asked,
    ) -> Result<Answered, InputError> {
        let wrong = |why: &str| self.error(index, format!("{why}; {REMOVE}"));
        if line.starts_with(b"{\"refused\":") {
            let line = serde_json::from_slice(line);
            let refused = match line.map_err(|error| self.no_line(index, &error))? {
                Line::Refused { refused } => refused,
                _ => return Err(wrong("expected an input that could not be read")),
            };
            return match entry {
                Err(error) if error.to_string() == refused => Ok(Err(error)),
                _ => Err(wrong(&format!(
                    "the shard could not read its input ({refused})"
                ))),
            };
        }
        let line = serde_json::from_slice(line);
        let mut line: Finished = line.map_err(|error| self.no_line(index, &error))?;
        names.add(&mut line).map_err(|why| wrong(&why))?;
        let entry = entry.map_err(|error| {
            self.error(
                index,
                format!("found the answer of an input that can't be read now ({error})"),
            )
        })?;
        let has_given_up = line.has_given_up();
        let (record, solution) = line.open(&entry, asked).map_err(|why| wrong(&why))?;
        let taken = Taken {
            record,
            solution,
            chain: self.before,
            is_verified: false,
            has_given_up,
            source: self.source,
            place: self.error(index, REMOVE.to_owned()),
        };
        Ok(Ok((entry, taken)))
    }

    fn no_line(&self, index: usize, error: &serde_json::Error) -> InputError {
        self.error(index, format!("this is no line of a shard: {error}"))
    }

    /// Returns an error at a line of the group.
    pub fn error(&self, index: usize, message: String) -> InputError {
        InputError {
            line: Some(self.first + index as u64),
            ..InputError::whole(&*self.name, message)
        }
    }
}
