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

mod claim;
mod complete;
mod file;
mod state;

pub(super) use claim::Begun;
pub(crate) use claim::{Claim, PartState, SILENCE, now};
pub(crate) use complete::Complete;
pub(crate) use file::{ShardFile, TakenOver};
pub(crate) use state::{State, states};

use crate::cli::puzzles::Place;
use anyhow::{Context as _, bail};
use siphasher::sip128::{Hasher128, SipHasher24};
use std::fmt;
use std::fs::{self, File};
use std::hash::Hasher as _;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, SystemTime};
use sudosat::batch::journal::Header;
use sudosat::io::{InputError, display};
use sudosat::sudoku::text::Entry;

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
