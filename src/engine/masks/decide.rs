//! The choice of decisions: cells that took part in recent conflicts, and have few digits
//! left, come first.
//!
//! This is the idea of VSIDS (Moskewicz et al., *Chaff*, DAC 2001), for the cells instead
//! of the variables, together with the rule of the smallest domain.

use super::board::Board;
use super::lanes::counts;
use super::shape::{CELLS, SIDE, Shape};

/// Growth of the increment after each conflict. With 9/8, 17/16 and 33/32 the hardest known
/// 9×9 puzzles take the same number of conflicts within 2 %, measured with clauses minimized. There are at most
/// [`CLAUSES`](super::CLAUSES) conflicts, so that no activity exceeds 2¹⁰⁰.
const GROWTH: f64 = 17.0 / 16.0;

/// For each number of digits left in a cell, the factor of its activity: the inverse of
/// the cube. Chosen by the number of conflicts on the hardest known 9×9 puzzles, where
/// the inverse, that of the square and that of the cube are 3 % apart, and by time, where the
/// cube is ahead: it decides cells with two digits first.
const FACTORS: [f64; SIDE + 1] = {
    let mut factors = [0.0; SIDE + 1];
    let mut left = 2;
    while left <= SIDE {
        factors[left] = 1.0 / (left * left * left) as f64;
        left += 1;
    }
    factors
};

/// The activities of the cells.
pub(super) struct Activity {
    /// For each cell, the sum of the increments at the conflicts that it took part in.
    of_cell: [f64; CELLS],
    increment: f64,
}

impl Activity {
    pub(super) fn new() -> Activity {
        Activity {
            of_cell: [1.0; CELLS],
            increment: 1.0,
        }
    }

    /// Forgets all conflicts.
    pub(super) fn clear(&mut self) {
        *self = Activity::new();
    }

    /// Adds the increment to the activity of a cell.
    pub(super) fn bump(&mut self, cell: u8) {
        self.of_cell[usize::from(cell)] += self.increment;
    }

    /// Lets the next conflicts count for more than those before.
    pub(super) fn grow(&mut self) {
        self.increment *= GROWTH;
    }

    /// Returns the candidate to decide, or `None` if every cell has one digit left: the
    /// lowest digit left in the first cell with the greatest product of activity and factor.
    pub(super) fn choose(&self, shape: &Shape, board: &Board) -> Option<(u8, u8)> {
        if board.trail.len() == shape.num_cells {
            return None;
        }
        let counts = counts(&board.masks[..shape.side]);
        let (mut best, mut best_score) = (None, 0.0);
        let rows = self.of_cell[..shape.num_cells].chunks_exact(shape.side);
        for (row, activities) in rows.enumerate() {
            for (place, activity) in activities.iter().enumerate() {
                let score = activity * FACTORS[usize::from(counts[place][row])];
                if score > best_score {
                    (best, best_score) = (Some((place, row)), score);
                }
            }
        }
        best.map(|(place, row)| {
            let digit = board.masks[place][row].trailing_zeros();
            (shape.cell(row, place), digit as u8)
        })
    }
}
