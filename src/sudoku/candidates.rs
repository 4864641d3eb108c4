//! The candidates that a puzzle's clues and exclusions leave.

use super::{Candidate, Cell, Digit, Puzzle};
use crate::sudoku::Order;
use fixedbitset::FixedBitSet;

/// The candidates that [`Puzzle::allows`], as a set: n⁶ bits, made in time
/// linear in them, asked in constant time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    order: Order,
    /// By [`Candidate::index`].
    allowed: FixedBitSet,
}

impl Candidates {
    /// The candidates of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Candidates {
        let order = puzzle.order();
        let side = order.side();
        // How often each digit is a clue in each row, column and box.
        let mut clues = vec![[0u32; 3]; side * side];
        for clue in puzzle.clues() {
            for (kind, house) in house_indices(clue.cell, order).into_iter().enumerate() {
                clues[house * side + clue.digit.index()][kind] += 1;
            }
        }
        let mut allowed = FixedBitSet::with_capacity(order.num_candidates());
        for cell in order.cells() {
            let [row, col, square] = house_indices(cell, order).map(|house| house * side);
            let first = cell.index(order) * side;
            let counts = |digit: usize| {
                let [in_row, in_col, in_box] = [row, col, square].map(|house| house + digit);
                [clues[in_row][0], clues[in_col][1], clues[in_box][2]]
            };
            match puzzle.clue(cell) {
                None => {
                    for digit in 0..side {
                        if counts(digit) == [0; 3] {
                            allowed.insert(first + digit);
                        }
                    }
                }
                // The clue itself is the one in each of its houses.
                Some(clue) if counts(clue.index()) == [1; 3] => {
                    allowed.insert(first + clue.index());
                }
                Some(_) => {}
            }
        }
        for excluded in puzzle.excluded() {
            allowed.remove(excluded.index(order));
        }
        Candidates { order, allowed }
    }

    /// The order.
    pub fn order(&self) -> Order {
        self.order
    }

    /// Whether clues and exclusions leave this candidate, as [`Puzzle::allows`].
    #[inline]
    pub fn allows(&self, candidate: Candidate) -> bool {
        self.allowed.contains(candidate.index(self.order))
    }

    /// The digits left in a cell, ascending.
    pub fn in_cell(&self, cell: Cell) -> impl Iterator<Item = Digit> + '_ {
        let first = cell.index(self.order) * self.order.side();
        (0..self.order.side())
            .filter(move |digit| self.allowed.contains(first + digit))
            .map(Digit::from_index)
    }

    /// The candidates, by cell in reading order and then digit.
    pub fn iter(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.allowed.ones().map(|index| self.order.candidate(index))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.allowed.count_ones(..)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.allowed.is_clear()
    }
}

/// The indices of the cell's row, column and box.
fn house_indices(cell: Cell, order: Order) -> [usize; 3] {
    [cell.row(), cell.col(), cell.box_index(order)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_blank_puzzle_allows_all() {
        for n in 1..=4 {
            let order = Order::new(n).unwrap();
            let candidates = Candidates::new(&Puzzle::empty(order));
            assert_eq!(candidates.len(), order.num_candidates());
        }
    }

    proptest! {
        /// Clues at random, so that many clash, and some exclusions.
        #[test]
        fn the_set_is_what_the_puzzle_allows(
            n in 1usize..=3,
            clues in prop::collection::vec(any::<(u32, u32)>(), 0..40),
            excluded in prop::collection::vec(any::<u32>(), 0..20),
        ) {
            let order = Order::new(n).unwrap();
            let mut puzzle = Puzzle::empty(order);
            for (cell, digit) in clues {
                let cell = order.cell(cell as usize % order.num_cells());
                puzzle.set_clue(cell, Some(Digit::from_index(digit as usize % order.side())));
            }
            let excluded = excluded.iter().map(|&index| index as usize % order.num_candidates());
            puzzle.exclude_all(excluded.map(|index| order.candidate(index)));
            let candidates = Candidates::new(&puzzle);
            let all = (0..order.num_candidates()).map(|index| order.candidate(index));
            let expected: Vec<Candidate> = all.filter(|&candidate| puzzle.allows(candidate)).collect();
            prop_assert_eq!(candidates.iter().collect::<Vec<_>>(), expected.clone());
            prop_assert_eq!(candidates.len(), expected.len());
            prop_assert_eq!(candidates.is_empty(), expected.is_empty());
            let by_cell = order.cells().flat_map(|cell| {
                let digits: Vec<Digit> = candidates.in_cell(cell).collect();
                digits.into_iter().map(move |digit| Candidate::new(cell, digit))
            });
            prop_assert_eq!(by_cell.collect::<Vec<_>>(), expected);
        }
    }
}
