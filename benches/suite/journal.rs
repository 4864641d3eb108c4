//! The runs in a CSV file, which a later call continues.

use super::run::{Ending, Outcome};
use anyhow::Context;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;

const TITLES: &str = "formula,solver,build,seed,limit,status,seconds,conflicts,ticks";

/// What a run depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    /// File name of the formula.
    pub formula: String,
    pub solver: String,
    /// Checksum of the solver's program and its options.
    pub build: String,
    pub seed: u64,
    /// The limit with its unit.
    pub limit: String,
}

/// The runs that are done, in a file if there is one.
#[derive(Default)]
pub(crate) struct Journal {
    done: HashMap<Key, Outcome>,
    file: Option<File>,
}

impl Journal {
    /// Opens the file, and reads the runs that it has.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Journal> {
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let done = read(&text).with_context(|| format!("{} is not such a file", path.display()))?;
        // The last line may be cut off by an end of the machine or of its disk.
        if text.is_empty() {
            writeln!(file, "{TITLES}")?;
        } else if !text.ends_with('\n') {
            writeln!(file)?;
        }
        Ok(Journal {
            done,
            file: Some(file),
        })
    }

    /// Returns the outcome of a run that is done.
    pub(crate) fn get(&self, key: &Key) -> Option<Outcome> {
        self.done.get(key).copied()
    }

    /// Adds a run.
    pub(crate) fn add(&mut self, key: Key, outcome: Outcome) -> anyhow::Result<()> {
        if let Some(file) = &mut self.file {
            file.write_all(line(&key, &outcome).as_bytes())?;
        }
        self.done.insert(key, outcome);
        Ok(())
    }
}

/// Returns the line of a run.
pub(crate) fn line(key: &Key, outcome: &Outcome) -> String {
    let Key {
        formula,
        solver,
        build,
        seed,
        limit,
    } = key;
    let Outcome {
        status, seconds, ..
    } = outcome;
    let count = |count: Option<u64>| count.map_or(String::new(), |count| count.to_string());
    let (conflicts, ticks) = (count(outcome.conflicts), count(outcome.ticks));
    format!("{formula},{solver},{build},{seed},{limit},{status},{seconds:.3},{conflicts},{ticks}\n")
}

/// Reads the runs of a file. Lines that are not whole are passed over.
pub(crate) fn read(text: &str) -> anyhow::Result<HashMap<Key, Outcome>> {
    let lines = text.split_inclusive('\n');
    let mut lines = lines.filter_map(|line| line.strip_suffix('\n'));
    let titles = lines.next();
    anyhow::ensure!(
        titles.is_none_or(|line| line == TITLES),
        "its first line is not `{TITLES}`"
    );
    Ok(lines.filter_map(run).collect())
}

fn run(line: &str) -> Option<(Key, Outcome)> {
    let fields: Vec<&str> = line.split(',').collect();
    let [
        formula,
        solver,
        build,
        seed,
        limit,
        status,
        seconds,
        conflicts,
        ticks,
    ] = fields[..]
    else {
        return None;
    };
    let key = Key {
        formula: formula.to_owned(),
        solver: solver.to_owned(),
        build: build.to_owned(),
        seed: seed.parse().ok()?,
        limit: limit.to_owned(),
    };
    let outcome = Outcome {
        status: Ending::ALL
            .into_iter()
            .find(|ending| ending.to_string() == status)?,
        seconds: seconds.parse().ok()?,
        conflicts: conflicts.parse().ok(),
        ticks: ticks.parse().ok(),
    };
    Some((key, outcome))
}
