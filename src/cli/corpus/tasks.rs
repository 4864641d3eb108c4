//! The puzzles of an input, each with its answer of an earlier run.

use super::journal::Past;
use super::shards::{Shard, Shards};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use sudosat::batch::journal::{Asked, Taken};
use sudosat::budget::Interrupt;
use sudosat::io::InputError;
use sudosat::sudoku::text::Entry;

/// A puzzle of the input, or the error in its place.
pub(crate) struct Task {
    /// The puzzle.
    pub entry: Result<Entry, InputError>,
    /// Its answer in the journal or the shard, if it was finished before.
    pub past: Option<Taken>,
    /// Set if the journal or a shard is not one of this input. The error says why.
    pub is_fatal: bool,
    /// Number of bytes of the inputs read so far.
    pub position: u64,
    /// Set for the first input of the whole run.
    pub is_first: bool,
}

/// The inputs that a run works on, and the answers that it has already.
pub(crate) enum Reading {
    /// All inputs.
    All,
    /// All inputs; the first ones have their answers.
    Resumed(Past),
    /// The inputs of a shard. The number of all is set when they have come to their end.
    Shard(Shard, Arc<OnceLock<u64>>),
    /// All inputs, with their answers.
    Merged(Shards),
}

impl Reading {
    /// Returns the answer of a puzzle, the input of this number, if it has one.
    fn answer_of(
        &mut self,
        number: u64,
        entry: &Result<Entry, InputError>,
        asked: &Asked,
    ) -> Result<Option<Taken>, InputError> {
        match (self, entry) {
            (Reading::Resumed(past), Ok(entry)) => past.answer_of(entry, asked),
            (Reading::Merged(shards), entry) => shards.answer_of(number, entry, asked),
            _ => Ok(None),
        }
    }

    /// Ends the reading after this number of inputs.
    fn end(&mut self, inputs: u64) -> Result<(), InputError> {
        match self {
            Reading::All => Ok(()),
            Reading::Resumed(past) => past.end(),
            Reading::Shard(_, end) => {
                end.get_or_init(|| inputs);
                Ok(())
            }
            Reading::Merged(shards) => shards.end(inputs),
        }
    }

    /// Returns `true` if this run works on the input of this number.
    fn has(&self, number: u64) -> bool {
        match self {
            Reading::Shard(shard, _) => shard.has(number),
            _ => true,
        }
    }
}

/// Returns the puzzles with their answers of an earlier run, if there are any; `asked` says
/// which answers there can be. `consumed` counts the bytes that are read of the inputs.
pub(crate) fn tasks(
    entries: impl Iterator<Item = Result<Entry, InputError>>,
    mut reading: Reading,
    asked: Asked,
    consumed: Arc<AtomicU64>,
    interrupt: Interrupt,
) -> impl Iterator<Item = Task> {
    let mut entries = entries.fuse();
    let mut inputs = 0;
    let mut has_ended = false;
    std::iter::from_fn(move || {
        if has_ended {
            return None;
        }
        let (number, entry) = loop {
            let entry = entries.next();
            let number = inputs;
            inputs += u64::from(entry.is_some());
            if entry.is_none() || reading.has(number) {
                break (number, entry);
            }
        };
        let position = consumed.load(Ordering::Relaxed);
        let past = match &entry {
            Some(Err(_)) if interrupt.is_raised() => Ok(None),
            Some(entry) => reading.answer_of(number, entry, &asked),
            // An interrupt ends the input early.
            None if !interrupt.is_raised() => reading.end(inputs).map(|()| None),
            _ => Ok(None),
        };
        let is_fatal = past.is_err();
        has_ended = is_fatal || entry.is_none();
        let (entry, past) = match past {
            Ok(past) => (entry?, past),
            Err(error) => (Err(error), None),
        };
        Some(Task {
            entry,
            past,
            is_fatal,
            position,
            is_first: number == 0,
        })
    })
}
