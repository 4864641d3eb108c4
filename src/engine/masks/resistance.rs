//! How far rounds of failed literals solve a puzzle.

use super::board::{OPEN, cell_of, digit_of, var};
use super::shape::CELLS;
use super::{Masks, Next};
use crate::sudoku::Puzzle;

/// The result of [`Masks::resistance`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::engine) enum Resistance {
    /// A cell or a digit in a house is left without a candidate: there is no solution.
    Contradiction,
    /// Singles fill the grid.
    Singles,
    /// Rounds of failed literals and singles fill the grid.
    Solved {
        /// The smallest share of the candidates left that failed in one round.
        least: f64,
        /// The sum of the candidates left after each round, without one for each cell.
        open: usize,
    },
    /// In the last round no candidate failed, and cells are open: the puzzle needs search.
    Stuck,
}

impl Masks {
    /// Fills in singles, removes all candidates that lead to a contradiction by singles
    /// (failed literals), and repeats both until nothing changes. The puzzle must have the
    /// rules that [`Masks::new`] was given.
    pub(in crate::engine) fn resistance(&mut self, puzzle: &Puzzle) -> Resistance {
        self.begin(puzzle);
        if self.next == Next::Done || self.propagate().is_some() {
            return Resistance::Contradiction;
        }
        let mut failed = Vec::new();
        let (mut least, mut open) = (None::<f64>, 0);
        while self.board.trail.len() < self.shape.num_cells {
            let candidates = self.failed_literals(&mut failed);
            if failed.is_empty() {
                return Resistance::Stuck;
            }
            let share = failed.len() as f64 / candidates as f64;
            least = Some(least.map_or(share, |least| least.min(share)));
            for &lit in &failed {
                self.board.remove(&self.shape, cell_of(lit), digit_of(lit));
            }
            if self.propagate().is_some() {
                return Resistance::Contradiction;
            }
            open += self.num_candidates() - self.shape.num_cells;
        }
        match least {
            None => Resistance::Singles,
            Some(least) => Resistance::Solved { least, open },
        }
    }

    /// Finds the candidates of open cells that lead to a contradiction by singles. Returns
    /// the number of candidates of open cells.
    fn failed_literals(&mut self, failed: &mut Vec<u16>) -> usize {
        failed.clear();
        let mut candidates = 0;
        // For each cell the digits that lead to no contradiction. What follows from such a
        // digit leads to none either, because less follows from it, so it is not tried.
        let mut holds = [0u16; CELLS];
        for cell in 0..self.shape.num_cells as u8 {
            if self.board.of_cell[usize::from(cell)] != OPEN {
                continue;
            }
            let mask = self.board.mask(&self.shape, cell);
            candidates += mask.count_ones() as usize;
            for digit in (0..self.shape.side as u8).filter(|digit| mask >> digit & 1 == 1) {
                if holds[usize::from(cell)] >> digit & 1 == 1 {
                    continue;
                }
                let start = self.board.trail.len();
                self.board.decide(&self.shape, cell, digit);
                match self.propagate() {
                    Some(_) => failed.push(var(cell, digit)),
                    None => {
                        for placed in &self.board.trail[start..] {
                            holds[usize::from(placed.cell)] |= 1 << placed.digit;
                        }
                    }
                }
                self.board.backtrack(&self.shape, 0);
            }
        }
        candidates
    }

    /// Returns the number of candidates left in all cells.
    fn num_candidates(&self) -> usize {
        let cells = 0..self.shape.num_cells as u8;
        let counts = cells.map(|cell| self.board.mask(&self.shape, cell).count_ones());
        counts.sum::<u32>() as usize
    }
}
