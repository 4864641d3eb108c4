//! The merge of shards: the inputs are read again, and each is given its answer.
//!
//! One thread reads the inputs and the groups of the shards, several check the seals and answers
//! and verify them.

use super::shards::Complete;
use crate::cli::puzzles::Progress;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use sudosat::batch::journal::{Answered, Asked, Group};
use sudosat::batch::ordered_within;
use sudosat::budget::Interrupt;
use sudosat::io::InputError;
use sudosat::sudoku::text::Entry;

/// Number of groups for each thread that may be read before their results are handed out. Chosen by
/// hand: a group has up to 64 puzzles.
const AHEAD: usize = 8;

/// Some inputs with their answers.
pub(crate) struct Merged {
    /// The puzzles and their answers, or the errors in their places; an error if the shards are not
    /// those of the inputs.
    pub items: anyhow::Result<Vec<Answered>>,
    /// Number of bytes of the inputs read so far.
    pub position: u64,
}

/// Returns the inputs with their answers from the shards, in the order of the inputs. `entries`
/// returns the inputs.
///
/// # Errors
/// If no thread can be started.
pub(crate) fn merged<I: Iterator<Item = Result<Entry, InputError>>>(
    complete: Complete,
    entries: impl FnOnce(&Progress) -> I + Send + 'static,
    asked: Asked,
    jobs: NonZeroUsize,
    interrupt: &Interrupt,
) -> io::Result<impl Iterator<Item = Merged>> {
    let tasks = move || {
        let progress = Progress::default();
        let groups = complete.groups(entries(&progress));
        groups.map(move |group| (group, progress.consumed.load(Ordering::Relaxed)))
    };
    let interrupted = interrupt.clone();
    let work = move |(group, position): (anyhow::Result<_>, u64)| Merged {
        items: group.and_then(|(group, entries): (Group, Vec<_>)| {
            let items = group.take(entries, &asked)?.into_iter();
            let verify = |item: Answered| match item {
                Ok((entry, taken)) => {
                    let taken = taken.verify(&entry, &interrupted)?;
                    Ok(Ok((entry, taken)))
                }
                Err(error) => Ok(Err(error)),
            };
            items.map(verify).collect()
        }),
        position,
    };
    ordered_within(AHEAD, tasks, jobs, interrupt, work)
}
