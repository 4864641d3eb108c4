//! Shards: a run over many puzzles in parts, which may be made on several machines.
//!
//! Shard i of k has every k-th input, beginning with number i. Its file is written whole
//! or not at all: the header of a journal, the line of each puzzle, and a last line with
//! the number of all inputs. Who merges the shards reads the inputs again and takes each
//! puzzle's line from its shard, so that what is printed comes from the same code as that
//! of a run without shards.

use super::journal::expect_header;
use anyhow::{Context as _, bail};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, OnceLock};
use sudosat::batch::journal::{
    Asked, Chain, Finished, Header, Line, Reader, Source, Taken, Writer,
};
use sudosat::io::{InputError, Overwrite, Target, counted, display};
use sudosat::sudoku::text::Entry;

/// Largest number of shards. Merging has all their files open, and Linux allows a process
/// 1024 by default.
pub(crate) const MOST: usize = 1000;

/// One of `count` parts of the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Number of the part, less than `count`.
    pub index: usize,
    /// Number of parts.
    pub count: usize,
}

impl Shard {
    /// Returns `true` if the input of this number, from 0, is in the shard.
    pub(crate) fn has(self, number: u64) -> bool {
        number % self.count as u64 == self.index as u64
    }

    /// Returns the number of inputs in the shard, if there are `inputs` in all.
    fn share(self, inputs: u64) -> u64 {
        let (index, count) = (self.index as u64, self.count as u64);
        inputs / count + u64::from(inputs % count > index)
    }

    /// Returns the path of the shard's file.
    fn path(self, folder: &Path) -> PathBuf {
        folder.join(format!("shard-{}-of-{}.jsonl", self.index, self.count))
    }
}

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
            Some((index, count)) if index < count && count <= MOST => Ok(Shard { index, count }),
            _ => Err(format!(
                "expected I/K with I from 0 to K-1 and K at most {MOST}, such as 0/12"
            )),
        }
    }
}

/// The part that a run has in the work on many puzzles.
pub(crate) enum Part {
    /// It answers the puzzles of a shard, and writes its file to the folder.
    Work(Shard, PathBuf),
    /// It takes the answers from complete shards.
    Merge(Complete),
}

/// Returns `true` if a file could not be read at all, rather than a puzzle in it. On
/// another machine, or at another time, it may be there.
fn is_of_whole_input(error: &InputError) -> bool {
    let line = error.name.rsplit_once(':').map(|(_, line)| line);
    error.line.is_none() && line.is_none_or(|line| line.parse::<u64>().is_err())
}

impl Part {
    /// Refuses standard input, which each shard would have to read, and inputs that the
    /// folder of the shards is in.
    pub(crate) fn refuse_inputs(&self, inputs: &[&str]) -> anyhow::Result<()> {
        if inputs.is_empty() || inputs.contains(&"-") {
            bail!(
                "each shard reads the puzzles, so standard input can't be their input; name files"
            );
        }
        let (Part::Work(_, folder) | Part::Merge(Complete { folder, .. })) = self;
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
}

/// A shard that is being written.
pub(super) struct ShardFile {
    lines: Writer<Target>,
    shard: Shard,
    /// Number of inputs that were answered or could not be read.
    inputs: u64,
    /// Set if a file could not be read at all.
    is_lacking: bool,
    /// Number of all inputs, set when they have come to their end.
    end: Arc<OnceLock<u64>>,
}

impl ShardFile {
    /// Begins a shard. A file in its place is replaced: the caller has seen that it is
    /// not complete.
    pub(super) fn begin(shard: Shard, folder: &Path, header: &Header) -> anyhow::Result<ShardFile> {
        let out = Target::create(shard.path(folder), Overwrite::Always)?;
        let mut file = ShardFile {
            lines: Writer::new(out, Chain::default()),
            shard,
            inputs: 0,
            is_lacking: false,
            end: Arc::default(),
        };
        file.lines.write(header)?;
        Ok(file)
    }

    /// Returns the cell in which the reader of the inputs sets their number.
    pub(super) fn end(&self) -> Arc<OnceLock<u64>> {
        Arc::clone(&self.end)
    }

    /// Writes the line of a finished puzzle.
    pub(super) fn add(&mut self, line: &Finished) -> anyhow::Result<()> {
        self.inputs += 1;
        Ok(self.lines.write(line)?)
    }

    /// Writes the line of an input that could not be read.
    pub(super) fn add_error(&mut self, error: &InputError) -> anyhow::Result<()> {
        self.inputs += 1;
        self.is_lacking |= is_of_whole_input(error);
        let refused = error.to_string();
        Ok(self.lines.write(&Line::Refused { refused })?)
    }

    /// Gives the file its name if all inputs of the shard are in it. Returns `false` if
    /// they are not.
    pub(super) fn finish(mut self) -> anyhow::Result<bool> {
        let Some(&inputs) = self.end.get() else {
            return Ok(false);
        };
        if self.is_lacking {
            bail!("a file could not be read, so the shard is not written");
        }
        if self.shard.share(inputs) != self.inputs {
            return Ok(false);
        }
        let shard = self.shard.to_string();
        self.lines.write(&Line::End { shard, inputs })?;
        self.lines.into_inner().commit()?;
        Ok(true)
    }
}

/// The state of a shard's file.
pub(crate) enum State {
    /// There is none.
    Missing,
    /// It was cut off, or is another shard; the reason.
    Incomplete(String),
    /// A line is not as it was written; its place and what is wrong.
    Damaged(InputError),
    /// All is there, of this number of inputs.
    Complete(u64),
}

impl State {
    /// Reads the file of a shard, and compares its seals and its header.
    ///
    /// # Errors
    /// If it is no regular file, can't be opened, or is of a run with another header.
    pub(crate) fn of(shard: Shard, folder: &Path, header: &Header) -> anyhow::Result<State> {
        let (path, name) = (shard.path(folder), name(shard, folder));
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
        let mut lines = Reader::new(BufReader::new(file), Source::Shard, name.clone());
        let found = match lines.header() {
            Ok(found) => found,
            Err(error) => return Ok(State::Damaged(error)),
        };
        if let Some(difference) = found.difference(header) {
            bail!("{name}: it is of another run: {difference}");
        }
        let mut last = None;
        loop {
            match lines.line() {
                Ok(Some(line)) => last = Some(line),
                Ok(None) => break,
                Err(error) => return Ok(State::Damaged(error)),
            }
        }
        Ok(match last {
            Some(Line::End { shard: found, .. }) if found != shard.to_string() => {
                State::Incomplete(format!("{incomplete}: it is that of shard {found}"))
            }
            Some(Line::End { inputs, .. }) => State::Complete(inputs),
            _ => State::Incomplete(incomplete.to_owned()),
        })
    }
}

/// Shards of which each was read and found complete.
pub(crate) struct Complete {
    folder: PathBuf,
    /// Number of shards.
    count: usize,
    /// Number of inputs that each of them has seen.
    inputs: u64,
}

impl Complete {
    /// Returns all shards of a folder, of which each has seen this number of inputs.
    ///
    /// # Errors
    /// If the numbers differ.
    pub(crate) fn new(folder: PathBuf, inputs: &[u64]) -> anyhow::Result<Complete> {
        let first = inputs.first().copied().unwrap_or(0);
        let count = inputs.len();
        if let Some(index) = inputs.iter().position(|&inputs| inputs != first) {
            bail!(
                "{}: it was made of {}, the shards before it of {first}",
                name(Shard { index, count }, &folder),
                counted(inputs[index], "input")
            );
        }
        Ok(Complete {
            folder,
            count,
            inputs: first,
        })
    }
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

/// Returns the name of a shard's file for messages.
fn name(shard: Shard, folder: &Path) -> String {
    display(&shard.path(folder).to_string_lossy()).into_owned()
}

/// The lines of all shards.
pub(crate) struct Shards {
    shards: Vec<Reader<BufReader<File>>>,
    /// Number of inputs that each of them has seen.
    inputs: u64,
    folder: String,
}

impl Shards {
    /// Opens the files of the shards.
    ///
    /// # Errors
    /// If one can't be opened, or is of a run with another header.
    pub(super) fn open(complete: &Complete, header: &Header) -> anyhow::Result<Shards> {
        let Complete {
            folder,
            count,
            inputs,
        } = complete;
        let mut shards = Vec::with_capacity(*count);
        for index in 0..*count {
            let shard = Shard {
                index,
                count: *count,
            };
            let name = name(shard, folder);
            let file = File::open(shard.path(folder)).with_context(|| name.clone())?;
            let mut lines = Reader::new(BufReader::new(file), Source::Shard, name.clone());
            expect_header(&mut lines, &name, header)?;
            shards.push(lines);
        }
        Ok(Shards {
            shards,
            inputs: *inputs,
            folder: display(&folder.to_string_lossy()).into_owned(),
        })
    }

    /// Returns the answer of a puzzle, the input of this number, from 0; `None` for an
    /// input that can't be read.
    ///
    /// # Errors
    /// If the shard has another line in this place.
    pub(super) fn answer_of(
        &mut self,
        number: u64,
        entry: &Result<Entry, InputError>,
        asked: &Asked,
    ) -> Result<Option<Taken>, InputError> {
        let count = self.shards.len() as u64;
        let shard = &mut self.shards[(number % count) as usize];
        match (entry, shard.line()?) {
            (Ok(entry), Some(Line::Finished(line))) => shard.take(*line, entry, asked).map(Some),
            (Err(error), Some(Line::Refused { refused })) if refused == error.to_string() => {
                Ok(None)
            }
            (_, Some(Line::Refused { refused })) => {
                Err(shard.wrong(&format!("the shard could not read its input ({refused})")))
            }
            (Err(error), Some(Line::Finished(line))) => {
                let found = line.name();
                let why = format!("found the answer of {found}, which can't be read now ({error})");
                Err(shard.error(why))
            }
            (entry, None | Some(Line::End { .. })) => {
                let name = match entry {
                    Ok(entry) => display(&entry.name).into_owned(),
                    Err(error) => error.to_string(),
                };
                Err(shard.wrong(&format!("the shard has no answer of {name}")))
            }
        }
    }

    /// Checks after the last input that the number of inputs is that of the run which made
    /// the shards, and that each shard has only its last line left.
    ///
    /// # Errors
    /// If the number differs, or another line is left.
    pub(super) fn end(&mut self, inputs: u64) -> Result<(), InputError> {
        if inputs != self.inputs {
            let seen = counted(self.inputs, "input");
            let message = format!("the shards were made of {seen}, found {inputs}");
            return Err(InputError::whole(&*self.folder, message));
        }
        self.shards.iter_mut().try_for_each(Reader::end)
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
    fn every_input_is_in_one_shard_and_each_knows_its_share() {
        for count in [1, 3, 7] {
            for inputs in [0_u64, 1, 6, 7, 8, 100] {
                let shards = (0..count).map(|index| Shard { index, count });
                let shares = shards.map(|shard| {
                    let has = (0..inputs).filter(|&number| shard.has(number)).count() as u64;
                    assert_eq!(shard.share(inputs), has);
                    has
                });
                assert_eq!(shares.sum::<u64>(), inputs);
            }
        }
    }

    #[test]
    fn a_shard_is_two_numbers() {
        assert_eq!(
            "2/12".parse(),
            Ok(Shard {
                index: 2,
                count: 12
            })
        );
        for text in ["12/12", "1", "/3", "-1/3", "0/0", "0/1001", "1/ 3", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
