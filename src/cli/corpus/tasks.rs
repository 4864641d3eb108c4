//! The puzzles of an input, each with its answer of an earlier run.

use super::journal::Past;
use super::shards::{Begun, Complete, Input};
use crate::cli::context::Context;
use crate::cli::puzzles::{Place, Progress, PuzzleArguments};
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
    /// Its answer in the journal, or in the beginning of the shard, if it was finished before.
    pub past: Option<Taken>,
    /// Set if the journal is not one of this input. The error says why.
    pub is_fatal: bool,
    /// Number of bytes of the inputs read so far.
    pub position: u64,
    /// Set for the first input of the whole run.
    pub is_first: bool,
}

impl Task {
    /// Returns the task of an input without an answer of an earlier run.
    pub(crate) fn new(entry: Result<Entry, InputError>, position: u64, is_first: bool) -> Task {
        Task {
            entry,
            past: None,
            is_fatal: false,
            position,
            is_first,
        }
    }
}

/// The inputs that a run works on, and the answers that it has already.
pub(crate) enum Reading {
    /// All inputs.
    All,
    /// All inputs; the first ones have their answers.
    Resumed(Past),
    /// The inputs of a shard.
    Shard {
        /// Where it begins, and where the next one does.
        range: (Place, Place),
        /// The answers that it has.
        begun: Begun,
        /// The number of its inputs, set when they have come to their end.
        end: Arc<OnceLock<u64>>,
    },
    /// All inputs, whose answers are in shards ([`merged`](super::merged)).
    Merged(Complete),
}

type Entries = Box<dyn Iterator<Item = Result<Entry, InputError>>>;

impl Reading {
    /// Returns the inputs that the run works on. The progress of reading is that of
    /// [`PuzzleArguments::entries_with`].
    pub(crate) fn entries(
        &self,
        puzzles: &PuzzleArguments,
        context: Context,
        interrupt: &Interrupt,
        progress: &Progress,
    ) -> Entries {
        match self {
            Reading::Shard { range, .. } => match puzzles.all_inputs() {
                Ok(inputs) => Box::new(inputs.part(range.clone(), context, interrupt, progress)),
                Err(error) => Box::new(std::iter::once(Err(error))),
            },
            _ => Box::new(puzzles.entries_with(context, interrupt, progress)),
        }
    }

    /// Returns the input, and its answer, if it has one.
    fn answer_of(
        &mut self,
        entry: Input,
        asked: &Asked,
    ) -> Result<(Input, Option<Taken>), InputError> {
        match (self, entry) {
            (Reading::Resumed(past), Ok(entry)) => {
                let taken = past.answer_of(&entry, asked)?;
                Ok((Ok(entry), taken))
            }
            (_, entry) => Ok((entry, None)),
        }
    }

    /// Ends the reading after this number of inputs.
    fn end(&mut self, inputs: u64) -> Result<(), InputError> {
        match self {
            Reading::All | Reading::Merged(_) => Ok(()),
            Reading::Resumed(past) => past.end(),
            Reading::Shard { end, .. } => {
                end.get_or_init(|| inputs);
                Ok(())
            }
        }
    }

    /// Returns `true` if the reading begins with the first input of all.
    fn is_first(&self) -> bool {
        match self {
            Reading::Shard { range, .. } => range.0 == Place::default(),
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
        let next = match &mut reading {
            Reading::Shard { begun, .. } => begun.next(&mut entries, &asked).map(Ok),
            reading => entries.next().map(|entry| match &entry {
                Err(_) if interrupt.is_raised() => Ok((entry, None)),
                _ => reading.answer_of(entry, &asked),
            }),
        };
        let next = match next {
            // An interrupt ends the input early.
            None if !interrupt.is_raised() => reading.end(inputs).err().map(Err),
            next => next,
        };
        let position = consumed.load(Ordering::Relaxed);
        let is_first = inputs == 0 && reading.is_first();
        inputs += 1;
        let is_fatal = matches!(next, Some(Err(_)));
        has_ended = is_fatal || next.is_none();
        let (entry, past) = match next? {
            Ok(next) => next,
            Err(error) => (Err(error), None),
        };
        Some(Task {
            entry,
            past,
            is_fatal,
            position,
            is_first,
        })
    })
}
