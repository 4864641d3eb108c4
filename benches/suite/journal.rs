//! The runs in a CSV file, which a later call continues.

use super::run::{Ending, Outcome};
use anyhow::{Context, ensure};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;

const TITLES: &str = "formula,content,solver,build,seed,limits,status,exit,seconds,conflicts,ticks";

/// What a run depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    /// File name of the formula.
    pub formula: String,
    /// Checksum of that file.
    pub content: String,
    pub solver: String,
    /// Checksum of the solver's program and its options.
    pub build: String,
    pub seed: u64,
    /// The limits with their units, and whether a proof was written.
    pub limits: String,
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

    /// Checks that a run can be a line of the file.
    pub(crate) fn check(&self, key: &Key) -> anyhow::Result<()> {
        if self.file.is_none() {
            return Ok(());
        }
        for name in [&key.formula, &key.solver] {
            ensure!(
                !name.contains([',', '\n', '\r']),
                "{name:?} cannot be a field of the CSV file: a name must have no comma and no end \
                 of line"
            );
        }
        Ok(())
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
        content,
        solver,
        build,
        seed,
        limits,
    } = key;
    let Outcome {
        status,
        exit,
        seconds,
        ..
    } = outcome;
    let count = |count: Option<u64>| count.map_or(String::new(), |count| count.to_string());
    let (conflicts, ticks) = (count(outcome.conflicts), count(outcome.ticks));
    format!(
        "{formula},{content},{solver},{build},{seed},{limits},{status},{exit},{seconds:.3},\
         {conflicts},{ticks}\n"
    )
}

/// Reads the runs of a file. Lines that are not whole are passed over.
pub(crate) fn read(text: &str) -> anyhow::Result<HashMap<Key, Outcome>> {
    let lines = text.split_inclusive('\n');
    let mut lines = lines.filter_map(|line| line.strip_suffix('\n'));
    let titles = lines.next();
    ensure!(
        titles.is_none_or(|line| line == TITLES),
        "its first line is not `{TITLES}`"
    );
    Ok(lines.filter_map(run).collect())
}

fn run(line: &str) -> Option<(Key, Outcome)> {
    let fields: Vec<&str> = line.split(',').collect();
    let [
        formula,
        content,
        solver,
        build,
        seed,
        limits,
        status,
        exit,
        seconds,
        conflicts,
        ticks,
    ] = fields[..]
    else {
        return None;
    };
    let key = Key {
        formula: formula.to_owned(),
        content: content.to_owned(),
        solver: solver.to_owned(),
        build: build.to_owned(),
        seed: seed.parse().ok()?,
        limits: limits.to_owned(),
    };
    let outcome = Outcome {
        status: Ending::ALL
            .into_iter()
            .find(|ending| ending.to_string() == status)?,
        exit: exit.parse().ok()?,
        seconds: seconds.parse().ok()?,
        conflicts: conflicts.parse().ok(),
        ticks: ticks.parse().ok(),
    };
    Some((key, outcome))
}
