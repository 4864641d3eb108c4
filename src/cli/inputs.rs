//! The count of puzzles that a command read and of those it could not read.

use super::report;
use sudosat::io::{InputError, counted};

/// Inputs so far.
#[derive(Default)]
pub(super) struct Inputs {
    read: u64,
    refused: u64,
}

impl Inputs {
    /// Counts a puzzle that was read.
    pub(super) fn add_puzzle(&mut self) {
        self.read += 1;
    }

    /// Reports and counts an input that could not be read.
    pub(super) fn add_error(&mut self, error: &InputError) {
        report::input(error);
        self.refused += 1;
    }

    /// Reports an error of the last puzzle that was counted, and counts it as an input
    /// that could not be read.
    pub(super) fn refuse_puzzle(&mut self, error: &InputError) {
        self.read -= 1;
        self.add_error(error);
    }

    /// Returns the number of puzzles that were read.
    pub(super) fn read(&self) -> u64 {
        self.read
    }

    /// Returns the number of inputs that could not be read.
    pub(super) fn refused(&self) -> u64 {
        self.refused
    }

    /// Returns `true` if an input could not be read.
    pub(super) fn has_errors(&self) -> bool {
        self.refused > 0
    }

    /// Reports at the end how many inputs could not be read, unless a single
    /// input was all there is.
    pub(super) fn finish(&self) {
        if self.refused > 0 && self.read + self.refused > 1 {
            let refused = counted(self.refused, "input");
            let read = counted(self.read, "puzzle");
            report::note(&format!("{refused} could not be read; read: {read}"));
        }
    }
}
