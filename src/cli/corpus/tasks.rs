//! The puzzles of an input, each with its line of the journal.

use super::journal::{Line, Past};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use sudosat::budget::Interrupt;
use sudosat::io::InputError;
use sudosat::sudoku::text::Entry;

/// A puzzle of the input, or the error in its place.
pub(crate) struct Task {
    /// The puzzle.
    pub entry: Result<Entry, InputError>,
    /// Its line of the journal, if it was finished before.
    pub past: Option<Line>,
    /// Set if the journal is not one of this input. The error says why.
    pub is_fatal: bool,
    /// Number of bytes of the inputs read so far.
    pub position: u64,
}

/// Returns the puzzles with their lines of the journal, if there is one.
/// `consumed` counts the bytes that are read of the inputs.
pub(crate) fn tasks(
    entries: impl Iterator<Item = Result<Entry, InputError>>,
    mut past: Option<Past>,
    consumed: Arc<AtomicU64>,
    interrupt: Interrupt,
) -> impl Iterator<Item = Task> {
    let mut entries = entries.fuse();
    let mut has_ended = false;
    std::iter::from_fn(move || {
        if has_ended {
            return None;
        }
        let entry = entries.next();
        let position = consumed.load(Ordering::Relaxed);
        let line = match (&entry, &mut past) {
            (Some(Ok(entry)), Some(past)) => past.line_of(entry),
            // An interrupt ends the input early.
            (None, Some(past)) if !interrupt.is_raised() => past.end().map(|()| None),
            _ => Ok(None),
        };
        let is_fatal = line.is_err();
        has_ended = is_fatal || entry.is_none();
        let (entry, past) = match line {
            Ok(line) => (entry?, line),
            Err(error) => (Err(error), None),
        };
        Some(Task {
            entry,
            past,
            is_fatal,
            position,
        })
    })
}
