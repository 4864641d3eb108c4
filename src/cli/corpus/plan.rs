//! The plan of the shards of a run: where in the inputs each of them begins.
//!
//! A shard is a range of bytes that begins at a place where reading may begin, so a worker reads
//! its own range alone. The plan is made by one pass over the inputs, and kept in the folder of the
//! shards for the workers that come later. It saves time, and nothing is believed because of it:
//! who merges the shards reads the inputs from their beginning to their end, and takes from the
//! shards, one after the other, answers of the puzzles that are read.

use super::shards::MOST_SHARDS;
use crate::cli::puzzles::{Inputs, Place};
use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher24;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use sudosat::batch::journal::Chain;
use sudosat::budget::Interrupt;
use sudosat::io::{InputError, Overwrite, Target, display};

/// Number of places for each shard that are looked for, so that shards are about equally long.
const PLACES: usize = 8;

/// Where each shard of a run begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Plan {
    /// Number of bytes of all inputs, unpacked.
    pub bytes: u64,
    /// Hash of the names of the inputs, their sizes on the disk and times of change, to tell other
    /// inputs.
    inputs: String,
    /// Number of inputs.
    num_inputs: usize,
    /// The place of each shard.
    places: Vec<Place>,
}

/// Returns the path of the plan for `count` shards.
fn path(folder: &Path, count: usize) -> PathBuf {
    folder.join(format!("plan-of-{count}.json"))
}

/// Returns the numbers of shards of which a folder has plans that can be read.
pub(crate) fn counts(folder: &Path) -> anyhow::Result<Vec<usize>> {
    let mut counts = Vec::new();
    let name = display(&folder.to_string_lossy()).into_owned();
    for entry in fs::read_dir(folder).with_context(|| name.clone())? {
        let name = entry.with_context(|| name.clone())?.file_name();
        let name = name.to_string_lossy();
        let count = name
            .strip_prefix("plan-of-")
            .and_then(|name| name.strip_suffix(".json"));
        counts.extend(count.and_then(|count| count.parse::<usize>().ok()));
    }
    counts.sort_unstable();
    counts.dedup();
    counts.retain(|&count| {
        let is_plan = |plan: Plan| plan.places.len() == count;
        (1..=MOST_SHARDS).contains(&count) && Plan::read(&path(folder, count)).is_some_and(is_plan)
    });
    Ok(counts)
}

/// Returns the hash of the inputs' names, sizes and times of change.
fn hash(inputs: &Inputs) -> String {
    let text: Vec<String> = inputs
        .versions()
        .map(|input| format!("{input:?}"))
        .collect();
    format!("{:016x}", SipHasher24::new().hash(text.concat().as_bytes()))
}

impl Plan {
    /// Reads the plan for `count` shards of the inputs, or makes it and writes it to the folder,
    /// which must be there, if that is possible.
    ///
    /// # Errors
    /// If an input can't be read.
    pub(crate) fn of(
        folder: &Path,
        count: usize,
        inputs: &Inputs,
        interrupt: &Interrupt,
    ) -> anyhow::Result<Plan> {
        let path = path(folder, count);
        let hash = hash(inputs);
        if let Some(plan) = Plan::read(&path)
            && plan.inputs == hash
            && plan.places.len() == count
        {
            return Ok(plan);
        }
        let plan = Plan::new(count, inputs, hash, interrupt)?;
        // Without the file, each worker makes a plan of its own.
        let _ = plan.write(&path);
        Ok(plan)
    }

    /// Returns the plan for `count` shards of cubes of a formula, given by its hash, in a file of
    /// this many bytes. Each shard follows from its number, so the plan is there for `status`, and
    /// to tell other formulas.
    ///
    /// # Errors
    /// If the folder has a plan for another number of shards of another formula: the parts of their
    /// proofs would have the same names.
    pub(crate) fn of_cubes(
        folder: &Path,
        count: usize,
        bytes: u64,
        formula: &str,
    ) -> anyhow::Result<Plan> {
        let plan = Plan {
            bytes,
            inputs: format!("cubes of {formula}"),
            num_inputs: 0,
            places: vec![Place::default(); count],
        };
        let path = |count| path(folder, count);
        for other in counts(folder).unwrap_or_default() {
            let is_other = |other: Plan| other.inputs != plan.inputs;
            if other != count && Plan::read(&path(other)).is_some_and(is_other) {
                bail!(
                    "{}: it has shards of other inputs ({other} of them); name another folder",
                    display(&folder.to_string_lossy())
                );
            }
        }
        let path = path(count);
        if Plan::read(&path).as_ref() != Some(&plan) {
            let _ = plan.write(&path);
        }
        Ok(plan)
    }

    fn write(&self, path: &Path) -> anyhow::Result<()> {
        let text = Chain::default().seal(serde_json::to_vec(self)?);
        let mut out = Target::create(path, Overwrite::Always)?;
        out.write_all(&text)?;
        Ok(out.commit()?)
    }

    /// Returns `true` if there is a file of a plan for `count` shards.
    pub(crate) fn is_there(folder: &Path, count: usize) -> bool {
        path(folder, count).exists()
    }

    /// Removes the plan for `count` shards, if it is there.
    pub(crate) fn remove(folder: &Path, count: usize) {
        let _ = fs::remove_file(path(folder, count));
    }

    /// Reads a plan, if it is there and as it was written.
    fn read(path: &Path) -> Option<Plan> {
        let text = fs::read(path).ok()?;
        serde_json::from_slice(&Chain::default().open(&text)?).ok()
    }

    /// Cuts the inputs into `count` parts of about equally many bytes.
    fn new(
        count: usize,
        inputs: &Inputs,
        hash: String,
        interrupt: &Interrupt,
    ) -> Result<Plan, InputError> {
        let most = count.saturating_mul(PLACES);
        let mut bytes = 0;
        // Places by their byte in all inputs.
        let mut found: Vec<(u64, Place)> = Vec::new();
        let mut distance = 0;
        for input in 0..inputs.len() {
            let (places, length) = inputs.places(input, most, interrupt)?;
            for place in places {
                let at = bytes + place.byte;
                if found.last().is_none_or(|last| at >= last.0 + distance) {
                    found.push((at, place));
                }
            }
            bytes += length;
            while found.len() > 2 * most {
                // About every second is dropped.
                distance = (2 * distance).max(bytes / (2 * most as u64)).max(1);
                let mut last = None;
                found.retain(|place| {
                    let keeps = last.is_none_or(|last| place.0 >= last + distance);
                    last = if keeps { Some(place.0) } else { last };
                    keeps
                });
            }
        }
        let end = Place::of_input(inputs.len());
        let begin_of = |index: usize| {
            let target = u128::from(bytes) * index as u128 / count as u128;
            let place = found.partition_point(|place| u128::from(place.0) < target);
            match (index, found.get(place)) {
                (0, _) => Place::default(),
                (_, Some((_, place))) => place.clone(),
                (_, None) => end.clone(),
            }
        };
        Ok(Plan {
            bytes,
            inputs: hash,
            num_inputs: inputs.len(),
            places: (0..count).map(begin_of).collect(),
        })
    }

    /// Returns the places between which a shard is.
    pub(crate) fn part(&self, shard: usize) -> (Place, Place) {
        let end = || Place::of_input(self.num_inputs);
        let to = self.places.get(shard + 1).cloned().unwrap_or_else(end);
        (self.places[shard].clone(), to)
    }
}
