//! The choice of decisions: cells that took part in recent conflicts, and have few digits
//! left, come first.
//!
//! This is the idea of VSIDS (Moskewicz et al., *Chaff*, DAC 2001), for the cells instead
//! of the variables, together with the rule of the smallest domain.

use super::board::Board;
use super::lanes::Bits;
use super::shape::{CELLS, Lanes, Rows, SIDE, Shape};
use crate::engine::widened::widened;

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
    /// The greatest activity.
    greatest: f64,
}

impl Activity {
    pub(super) fn new() -> Activity {
        Activity {
            of_cell: [1.0; CELLS],
            increment: 1.0,
            greatest: 1.0,
        }
    }

    /// Forgets all conflicts.
    pub(super) fn clear(&mut self) {
        // Each conflict grows the increment.
        if self.increment > 1.0 {
            *self = Activity::new();
        }
    }

    /// Adds the increment to the activity of a cell.
    pub(super) fn bump(&mut self, cell: u8) {
        let activity = &mut self.of_cell[usize::from(cell)];
        *activity += self.increment;
        self.greatest = self.greatest.max(*activity);
    }

    /// Lets the next conflicts count for more than those before.
    pub(super) fn grow(&mut self) {
        self.increment *= GROWTH;
    }

    /// Returns the candidate to decide, or `None` if every cell has a digit: the
    /// lowest digit left in a cell with the greatest product of activity and factor. Of these it is
    /// the first of those with the fewest digits left.
    /// Nothing may be left to propagate.
    pub(super) fn choose(&self, shape: &Shape, board: &Board) -> Option<(u8, u8)> {
        if board.trail.len() == shape.num_cells {
            return None;
        }
        let counts = counts(&board.blocks[0].left, shape.side);
        let (mut best, mut best_score) = (None, 0.0);
        let factors = FACTORS.iter().enumerate();
        for (left, factor) in factors.take(shape.side + 1).skip(2) {
            // More digits are left in the other cells.
            if best_score >= self.greatest * factor {
                break;
            }
            let of_count = |row: usize| {
                let digits = counts.iter().enumerate();
                digits.fold(shape.rows[row], |cells, (bit, has_bit)| {
                    let has_other = if left >> bit & 1 == 1 { 0 } else { u16::MAX };
                    cells & (has_bit[row] ^ has_other)
                })
            };
            for (row, place) in Bits::<SIDE>::of(std::array::from_fn(of_count)) {
                let cell = row * shape.side + place;
                let score = self.of_cell[cell] * factor;
                if score > best_score {
                    (best, best_score) = (Some(cell as u8), score);
                }
            }
        }
        best.map(|cell| (cell, board.mask(shape, cell).trailing_zeros() as u8))
    }
}

widened! {
    /// Returns the number of digits left in each cell, as the sets of cells whose number has bit 0,
    /// 1 and so on.
    fn counts(left: &[Lanes; SIDE], side: usize) -> [Rows; 5] {
        let mut counts = [[0; SIDE]; 5];
        for left in &left[..side] {
            let mut carry = [0; SIDE];
            carry.copy_from_slice(&left[..SIDE]);
            for count in &mut counts {
                for row in 0..SIDE {
                    let both = count[row] & carry[row];
                    count[row] ^= carry[row];
                    carry[row] = both;
                }
            }
        }
        counts
    }
}
