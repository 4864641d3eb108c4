//! Lines about single puzzles on standard error. What is expected of most puzzles
//! is printed of a single puzzle, not of each of several.

use crate::cli::report;

/// The remarks of one run.
pub(super) struct Remarks {
    /// Set if every remark is printed.
    all: bool,
    /// Number of inputs so far.
    inputs: u64,
    /// An expected remark on the first puzzle, until a second one comes.
    held: Option<String>,
}

impl Remarks {
    /// Returns the remarks of a run that begins. `all` is set to print every remark.
    pub(super) fn new(all: bool) -> Remarks {
        Remarks {
            all,
            inputs: 0,
            held: None,
        }
    }

    /// Goes on to the next input.
    pub(super) fn advance(&mut self) {
        self.inputs += 1;
        self.held = None;
    }

    /// Takes a remark on the current puzzle. Returns it if it is to be printed now: an expected
    /// one is printed at the end, and of the only puzzle alone.
    pub(super) fn add(&mut self, text: String, is_expected: bool) -> Option<String> {
        if self.all || !is_expected {
            return Some(text);
        }
        if self.inputs == 1 {
            self.held = Some(text);
        }
        None
    }

    /// Prints the remark on the only puzzle.
    pub(super) fn finish(&mut self) {
        if let Some(text) = self.held.take() {
            report::note(&text);
        }
    }
}
