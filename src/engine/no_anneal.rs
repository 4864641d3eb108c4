//! Annealing for WebAssembly: there is none. Pages are for smaller grids, and load its code with the
//! rest of the engine.

use crate::budget::{Budget, Stop};
use crate::sudoku::{Grid, Puzzle};

/// Local search in one puzzle, of which there is none here.
pub(super) enum Annealing {}

impl Annealing {
    /// Returns no search.
    pub(super) fn new(_: &Puzzle, _: &Budget) -> Result<Option<Annealing>, Stop> {
        Ok(None)
    }

    /// Returns the number of moves made so far.
    pub(super) fn made(&self) -> u64 {
        match *self {}
    }

    /// Makes moves.
    pub(super) fn run(&mut self, _: &mut u64, _: &Budget) -> Result<Option<Grid>, Stop> {
        match *self {}
    }
}
