//! Journals and shards: the lines of finished puzzles, from which a later run takes the
//! answers, and what is checked before it does.
//!
//! The first line is the [`Header`]: the options that answers depend on. Each other line is
//! an input in its order ([`Line`]). In a journal every line is sealed, in a shard every
//! [`Group`] of lines, so damage is found ([`Chain`]). A line has only what can't be looked up
//! elsewhere: size, clues and clashes are those of the puzzle, the engines' names are those of
//! the run, and the verdict follows from the answers. The stored answer must be possible
//! ([`Asked`]), a stored solution must be one of the puzzle, and [`Taken::verify`] searches again,
//! where a short search is enough.

mod asked;
mod group;
mod line;
mod seal;

pub use asked::Asked;
pub use group::{Answered, Group};
pub use line::{Finished, Line, Worker};
pub use seal::Chain;

use super::record::Record;
use crate::budget::Interrupt;
use crate::engine::Claim;
use crate::io::InputError;
use crate::sudoku::Grid;
use crate::sudoku::text::Entry;
use group::Lines;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

/// Number of the format. Lines of format 1 had no seals, and those of format 2 repeated the names
/// of steps.
const FORMAT: u32 = 3;

/// Number of the format of a header without one.
fn first_format() -> u32 {
    1
}

/// The message about a seal that differs.
const DAMAGED: &str = "the line is damaged or not in its place: its seal does not fit";

/// The remedy that errors name for a shard of other puzzles or with damaged lines.
const REMOVE: &str = "remove the file and make the shard again";

/// The first line of a journal or a shard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Version of the program that wrote it.
    #[serde(rename = "sudosat-journal")]
    version: String,
    #[serde(default = "first_format")]
    format: u32,
    /// `solve` or `check`.
    command: String,
    /// The options that answers depend on, with their values.
    options: BTreeMap<String, String>,
}

impl Header {
    /// Returns the header of a run of `command`. Of its options those that answers
    /// depend on are given, with a value if they are in use.
    pub fn new<'a>(
        command: &str,
        options: impl IntoIterator<Item = (&'a str, Option<String>)>,
    ) -> Header {
        let options = options.into_iter();
        let options = options.filter_map(|(name, value)| Some((name.to_owned(), value?)));
        Header {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            format: FORMAT,
            command: command.to_owned(),
            options: options.collect(),
        }
    }

    /// Returns what differs between a journal with this header and a run with the
    /// `other` one, in words.
    pub fn difference(&self, other: &Header) -> Option<String> {
        if self.format != other.format {
            let (old, new) = (self.format, other.format);
            return Some(format!(
                "it has format {old} of journals, this version has format {new}; remove the file to \
                 begin anew"
            ));
        }
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

/// The kinds of files that hold finished puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A journal, from which its run goes on.
    Journal,
    /// A shard, which is merged with others.
    Shard,
    /// The beginning of a shard, from which its work goes on. Its answers are verified when the
    /// shard is merged.
    Part,
}

/// The lines of a journal or a shard, written one after the other: each in one piece, or groups of
/// them.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    chain: Chain,
    group: Lines,
}

impl<W: Write> Writer<W> {
    /// Returns a writer whose first line continues this chain.
    pub fn new(out: W, chain: Chain) -> Writer<W> {
        Writer {
            out,
            chain,
            group: Lines::default(),
        }
    }

    /// Writes a [`Header`], a [`Line`] or what one of its variants holds, with its seal.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        let text = self.chain.seal(serde_json::to_vec(line)?);
        self.out.write_all(&text)
    }

    /// Adds the line of a puzzle to the group.
    ///
    /// # Errors
    /// Those of the output.
    pub fn add(
        &mut self,
        entry: &Entry,
        record: &Record,
        solution: Option<&Grid>,
    ) -> io::Result<()> {
        self.group.add(entry, record, solution)?;
        self.end_full_group()
    }

    /// Adds the line of an input that could not be read to the group.
    ///
    /// # Errors
    /// Those of the output.
    pub fn add_refused(&mut self, error: &InputError) -> io::Result<()> {
        self.group.add_refused(error)?;
        self.end_full_group()
    }

    fn end_full_group(&mut self) -> io::Result<()> {
        match self.group.is_full() {
            true => self.end_group(),
            false => Ok(()),
        }
    }

    /// Seals and writes the lines of the group, if it has any.
    ///
    /// # Errors
    /// Those of the output.
    pub fn end_group(&mut self) -> io::Result<()> {
        match self.group.end()? {
            None => Ok(()),
            Some(text) => self.out.write_all(&self.chain.seal(text)),
        }
    }

    /// Returns the output, to be flushed.
    pub fn output(&mut self) -> &mut W {
        &mut self.out
    }

    /// Goes on after a line with this seal, which is there already.
    pub fn go_on(&mut self, chain: Chain) {
        self.chain = chain;
    }

    /// Returns the output.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// The lines of a journal or a shard, read one after the other.
pub struct Reader<R> {
    lines: R,
    source: Source,
    /// Name of the file, in errors.
    name: String,
    /// Number of the last line read, from 1.
    number: u64,
    chain: Chain,
}

impl<R: BufRead> Reader<R> {
    /// Returns the reader of a file, which errors call `name`.
    pub fn new(lines: R, source: Source, name: String) -> Reader<R> {
        Reader {
            lines,
            source,
            name,
            number: 0,
            chain: Chain::default(),
        }
    }

    /// Reads the first line.
    ///
    /// # Errors
    /// If it is damaged or no header.
    pub fn header(&mut self) -> Result<Header, InputError> {
        let line = self.next_line()?;
        if let Some(text) = self.chain.open(&line) {
            return self.parse(&text);
        }
        match serde_json::from_slice::<Header>(&line) {
            // Its lines had no seals. That of a later format would have one.
            Ok(header) if header.format == first_format() => Ok(header),
            _ => Err(self.damaged()),
        }
    }

    /// Returns the next line, or `None` at the end.
    ///
    /// # Errors
    /// If it is damaged, or not the line that was written after the one before it.
    pub fn line(&mut self) -> Result<Option<Line>, InputError> {
        let line = self.next_line()?;
        if line.is_empty() {
            return Ok(None);
        }
        match self.chain.open(&line) {
            Some(text) => self.parse(&text).map(Some),
            None => Err(self.damaged()),
        }
    }

    /// Returns the next lines that are sealed together, or `None` at the end. Their seal is
    /// compared by [`Group::check`] or [`Group::take`].
    ///
    /// # Errors
    /// If they have no seal.
    pub fn group(&mut self) -> Result<Option<Group>, InputError> {
        let (first, before) = (self.number + 1, self.chain);
        let mut text = Vec::new();
        let mut num_lines = 0;
        loop {
            let start = text.len();
            let left = Group::LONGEST + 1 - start;
            let mut limited = io::Read::take(&mut self.lines, left as u64);
            let read = limited.read_until(b'\n', &mut text);
            let unreadable = |error: io::Error| InputError::unreadable(&self.name, &error);
            if read.map_err(unreadable)? == 0 {
                return match start {
                    0 => Ok(None),
                    _ => Err(self.damaged()),
                };
            }
            self.number += 1;
            num_lines += 1;
            if let Some(chain) = Chain::at_end_of(&text[start..]) {
                self.chain = chain;
                let (name, source) = (self.name.clone(), self.source);
                return Ok(Some(Group::new(
                    text,
                    num_lines,
                    before,
                    (name, source),
                    first,
                )));
            }
            if text.len() > Group::LONGEST {
                return Err(self.damaged());
            }
        }
    }

    /// Returns the answer of the next puzzle of the input, or `None` if the journal has
    /// come to its end.
    ///
    /// # Errors
    /// If the next line is not an answer of this puzzle.
    pub fn answer_of(&mut self, entry: &Entry, asked: &Asked) -> Result<Option<Taken>, InputError> {
        match self.line()? {
            None => Ok(None),
            Some(Line::Finished(line)) => self.take(*line, entry, asked).map(Some),
            Some(_) => Err(self.error("expected a finished puzzle".to_owned())),
        }
    }

    /// Checks that the line just read can be the answer of this puzzle.
    fn take(&self, line: Finished, entry: &Entry, asked: &Asked) -> Result<Taken, InputError> {
        line.check_puzzle(entry).map_err(|why| self.error(why))?;
        let opened = line.open(entry, asked);
        let (record, solution) = opened.map_err(|why| self.wrong(&why))?;
        Ok(Taken {
            record,
            solution,
            chain: self.chain,
            is_verified: false,
            has_given_up: false,
            source: self.source,
            place: self.error(self.remedy()),
        })
    }

    /// Checks at the end of the input that no line is left.
    ///
    /// # Errors
    /// If there is one.
    pub fn end(&mut self) -> Result<(), InputError> {
        let found = match self.line()? {
            None => return Ok(()),
            Some(Line::Finished(line)) => format!("the answer of {}", line.name()),
            Some(_) => "a further line".to_owned(),
        };
        Err(self.error(format!("found {found}, the input has ended")))
    }

    /// Returns the seal of the last line read.
    pub fn chain(&self) -> Chain {
        self.chain
    }

    /// Reads a line with its line end; it is empty at the end of the file.
    fn next_line(&mut self) -> Result<Vec<u8>, InputError> {
        let mut line = Vec::new();
        // More is no line that was written, and would not fit its seal.
        let mut limited = io::Read::take(&mut self.lines, Group::LONGEST as u64 + 1);
        let read = limited.read_until(b'\n', &mut line);
        let unreadable = |error: io::Error| InputError::unreadable(&self.name, &error);
        read.map_err(unreadable)?;
        self.number += u64::from(!line.is_empty());
        Ok(line)
    }

    /// Reads the line that came last, without its seal.
    fn parse<T: for<'a> Deserialize<'a>>(&self, text: &[u8]) -> Result<T, InputError> {
        serde_json::from_slice(text).map_err(|error| {
            self.error(format!("this is no line of a journal or a shard: {error}"))
        })
    }

    fn damaged(&self) -> InputError {
        match self.source {
            Source::Journal => self.wrong(DAMAGED),
            // The shard is made again where it stands.
            Source::Shard | Source::Part => self.error(DAMAGED.to_owned()),
        }
    }

    /// Returns the error of a line that can't be right, with what to do.
    pub fn wrong(&self, why: &str) -> InputError {
        self.error(format!("{why}; {}", self.remedy()))
    }

    /// Returns what to do with a line that can't be right.
    fn remedy(&self) -> String {
        match (self.source, self.number.saturating_sub(1)) {
            (Source::Journal, 0 | 1) => "remove the file to begin anew".to_owned(),
            (Source::Journal, before) => format!(
                "cut the file before it (`head -n {before}`), and the same command answers this \
                 puzzle and the later ones again"
            ),
            (Source::Shard | Source::Part, _) => REMOVE.to_owned(),
        }
    }

    /// Returns an error at the line that came last.
    pub fn error(&self, message: String) -> InputError {
        InputError {
            line: Some(self.number),
            ..InputError::whole(&*self.name, message)
        }
    }
}

/// An answer that was taken from a line.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The record of the puzzle.
    pub record: Record,
    /// The solution that was printed, checked again.
    pub solution: Option<Grid>,
    /// The seal of the line.
    pub chain: Chain,
    /// Set if the number of solutions was verified again.
    pub is_verified: bool,
    /// Set if an engine reached a limit before its answer.
    pub has_given_up: bool,
    source: Source,
    /// The place of the line, with what to do if it is wrong as the message.
    place: InputError,
}

impl Taken {
    /// Searches again, with a limit on nodes, for the number of solutions that the record states.
    /// If the limit comes first, a note is added to the record.
    ///
    /// # Errors
    /// If the record is wrong.
    pub fn verify(mut self, entry: &Entry, interrupt: &Interrupt) -> Result<Taken, InputError> {
        if self.source == Source::Part {
            return Ok(self);
        }
        let record = &self.record;
        let claim = Claim {
            count: match record.is_only {
                Some(false) => 2,
                _ => record.solutions,
            },
            is_complete: record.complete || record.is_only == Some(true),
            solution: self.solution.as_ref(),
        };
        match claim.verify(&entry.puzzle, interrupt) {
            Ok(is_verified) => self.is_verified = is_verified,
            Err(why) => {
                let message = format!("{why}; {}", self.place.message);
                return Err(InputError {
                    message,
                    ..self.place
                });
            }
        }
        if !self.is_verified {
            let (name, line) = (&self.place.name, self.place.line.unwrap_or(0));
            let note = format!("taken from {name}:{line}, not verified again");
            self.record.notes.push(note);
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::line::{Answer, Steps};
    use super::*;
    use crate::engine::{BySat, Limit};
    use crate::sudoku::text::{Options, read};

    /// Returns the journal of a puzzle with one solution, and what reads it.
    fn journal(answer: Answer) -> (Entry, Asked, Vec<u8>) {
        let entry = read(&b".1.......43..2.1"[..], "p", &Options::default()).next();
        let mut entry = entry.unwrap().unwrap();
        entry.name = "a\n\"b\":1".to_owned();
        let asked = Asked::solve(&BySat::cdcl(), Limit::FIRST);
        let record = Record::of_answer(&entry, answer.record("cdcl", &entry.puzzle));
        let line = Finished::new(&entry, &record, None);
        let header = serde_json::to_vec(&Header::new("solve", [])).unwrap();
        let mut chain = Chain::default();
        let lines = [header, serde_json::to_vec(&line).unwrap()];
        let text = lines.map(|line| chain.seal(line)).concat();
        (entry, asked, text)
    }

    fn unknown() -> Answer {
        Answer {
            count: 0,
            evidence: None,
            gave_up: Some("out of time".to_owned()),
            share_done: None,
            error: None,
            steps: Steps::Named(vec![("updates".into(), 7), ("nodes".into(), u64::MAX)]),
            seconds: 0.1 + 0.2,
        }
    }

    #[test]
    fn a_record_is_read_back_as_it_was() {
        let (entry, asked, text) = journal(unknown());
        assert_eq!(text.iter().filter(|&&byte| byte == b'\n').count(), 2);
        let mut lines = Reader::new(&text[..], Source::Journal, "j".to_owned());
        assert_eq!(lines.header().unwrap(), Header::new("solve", []));
        let taken = lines.answer_of(&entry, &asked).unwrap().unwrap();
        let written = unknown().record("cdcl", &entry.puzzle);
        assert_eq!(taken.record, Record::of_answer(&entry, written));
        assert_eq!(taken.chain, lines.chain());
        assert!(lines.answer_of(&entry, &asked).unwrap().is_none());
        let taken = taken.verify(&entry, &Interrupt::new()).unwrap();
        assert!(!taken.is_verified);
        assert_eq!(taken.record.notes, ["taken from j:2, not verified again"]);
    }

    #[test]
    fn a_failure_has_nothing_else() {
        let failed = Answer {
            gave_up: None,
            error: Some("cdcl failed".to_owned()),
            steps: Steps::Named(Vec::new()),
            seconds: 0.0,
            ..unknown()
        };
        for (answer, is_right) in [
            (failed.clone(), true),
            (
                Answer {
                    count: 1,
                    ..failed.clone()
                },
                false,
            ),
            (
                Answer {
                    seconds: 1.0,
                    ..failed
                },
                false,
            ),
        ] {
            let (entry, asked, text) = journal(answer);
            let mut lines = Reader::new(&text[..], Source::Journal, "j".to_owned());
            lines.header().unwrap();
            assert_eq!(lines.answer_of(&entry, &asked).is_ok(), is_right);
        }
    }
}
