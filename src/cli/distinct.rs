//! Puzzles that are the same up to symmetry, found among those of a run.

use rustc_hash::FxHashMap;
use sudosat::io::InputError;
use sudosat::sudoku::text::Entry;
use sudosat::sudoku::{Puzzle, canonical, print};

/// The puzzles so far: memory grows with the number of different ones.
#[derive(Default)]
pub(super) struct Distinct {
    /// By size, form of boxes and canonical form, the name of the first puzzle.
    first: FxHashMap<(Vec<String>, String), String>,
}

/// A puzzle beside those before it.
pub(super) struct Compared {
    /// The name of the first puzzle that is the same up to symmetry, if it is another.
    pub same_as: Option<String>,
    /// The canonical form, on a line.
    pub canonical: String,
}

impl Distinct {
    /// Compares a puzzle with those before it.
    ///
    /// # Errors
    /// If the puzzle has no canonical form.
    pub(super) fn add(&mut self, entry: &Entry) -> Result<Compared, InputError> {
        let form = canonical_form(entry)?;
        let canonical = print::line(&form).to_string();
        let key = (print::statements(form.rules().spec()), canonical.clone());
        let same_as = self.first.get(&key).cloned();
        if same_as.is_none() {
            self.first.insert(key, entry.name.clone());
        }
        Ok(Compared { same_as, canonical })
    }

    /// Returns the number of different puzzles.
    pub(super) fn len(&self) -> usize {
        self.first.len()
    }
}

/// Returns the canonical form of a puzzle.
pub(super) fn canonical_form(entry: &Entry) -> Result<Puzzle, InputError> {
    canonical(&entry.puzzle).map_err(|error| InputError::whole(&*entry.name, error.to_string()))
}
