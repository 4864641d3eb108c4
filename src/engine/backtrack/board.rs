//! The grid that a backtracking search fills.

use super::Because;
use crate::sudoku::{Candidate, Cell, Digit, Grid, Order, Puzzle};

/// Digits in cells, and for each row, column and box the set of digits it has:
/// CanPlace is three look-ups.
pub(super) struct Board {
    order: Order,
    /// The digit in each cell, as an index, or [`EMPTY`].
    digits: Vec<u16>,
    /// The row, column and box of each cell, as numbers in `taken`.
    houses: Vec<[u16; 3]>,
    /// The digits of each house: rows, then columns, then boxes.
    taken: Sets,
    /// The digits excluded from each cell; no set at all if the puzzle
    /// excludes nothing.
    excluded: Option<Sets>,
}

const EMPTY: u16 = u16::MAX;

impl Board {
    /// The board with the puzzle's clues, which must not clash.
    pub(super) fn new(puzzle: &Puzzle) -> Board {
        let order = puzzle.order();
        let side = order.side();
        let houses = order
            .cells()
            .map(|cell| {
                [
                    cell.row(),
                    side + cell.col(),
                    2 * side + cell.box_index(order),
                ]
                .map(|house| house as u16)
            })
            .collect();
        let mut board = Board {
            order,
            digits: vec![EMPTY; order.num_cells()],
            houses,
            taken: Sets::new(3 * side, side),
            excluded: None,
        };
        for candidate in puzzle.excluded() {
            board
                .excluded
                .get_or_insert_with(|| Sets::new(order.num_cells(), side))
                .flip(candidate.cell.index(order), candidate.digit.index());
        }
        for clue in puzzle.clues() {
            board.place(clue.cell.index(order), clue.digit.index());
        }
        board
    }

    pub(super) fn side(&self) -> usize {
        self.order.side()
    }

    pub(super) fn cell(&self, index: usize) -> Cell {
        self.order.cell(index)
    }

    /// CanPlace: whether no house of the cell has the digit.
    #[inline]
    pub(super) fn can_place(&self, cell: usize, digit: usize) -> bool {
        let [row, col, block] = self.houses[cell];
        !self.taken.has(row.into(), digit)
            && !self.taken.has(col.into(), digit)
            && !self.taken.has(block.into(), digit)
            && !self
                .excluded
                .as_ref()
                .is_some_and(|excluded| excluded.has(cell, digit))
    }

    /// Puts a digit into an empty cell where it can be placed.
    #[inline]
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        self.digits[cell] = digit as u16;
        for house in self.houses[cell] {
            self.taken.flip(house.into(), digit);
        }
    }

    /// Empties a cell.
    #[inline]
    pub(super) fn clear(&mut self, cell: usize) {
        let digit = self.digits[cell].into();
        self.digits[cell] = EMPTY;
        for house in self.houses[cell] {
            self.taken.flip(house.into(), digit);
        }
    }

    /// Why a digit can't be placed. It must be so.
    pub(super) fn why_not(&self, candidate: Candidate) -> Because {
        let Candidate { cell, digit } = candidate;
        for house in cell.houses(self.order) {
            let holder = house
                .cells(self.order)
                .find(|peer| usize::from(self.digits[peer.index(self.order)]) == digit.index());
            if let Some(by) = holder {
                return Because::Taken { house, digit, by };
            }
        }
        Because::Excluded
    }

    /// The first empty cell from `start` on, in reading order.
    #[inline]
    pub(super) fn first_empty(&self, start: usize) -> Option<usize> {
        (start..self.digits.len()).find(|&cell| self.digits[cell] == EMPTY)
    }

    /// The first empty cell with the fewest digits left, unless all are filled.
    pub(super) fn fewest_left(&self) -> Option<usize> {
        let mut best = None;
        let mut fewest = usize::MAX;
        for cell in (0..self.digits.len()).filter(|&cell| self.digits[cell] == EMPTY) {
            let left = self.left(cell);
            if left < fewest {
                (best, fewest) = (Some(cell), left);
                if left == 0 {
                    break;
                }
            }
        }
        best
    }

    /// How many digits can be placed in a cell.
    fn left(&self, cell: usize) -> usize {
        let [row, col, block] = self.houses[cell];
        let gone: usize = (0..self.taken.words)
            .map(|word| {
                let mut gone = self.taken.word(row.into(), word)
                    | self.taken.word(col.into(), word)
                    | self.taken.word(block.into(), word);
                if let Some(excluded) = &self.excluded {
                    gone |= excluded.word(cell, word);
                }
                gone.count_ones() as usize
            })
            .sum();
        self.side() - gone
    }

    /// The grid. Every cell must be filled.
    pub(super) fn grid(&self) -> Grid {
        let digits = self
            .digits
            .iter()
            .map(|&digit| Digit::from_index(digit.into()))
            .collect();
        Grid::new(self.order, digits)
    }
}

/// Some sets of digits, side by side as bits.
struct Sets {
    /// Words for each set.
    words: usize,
    bits: Vec<u64>,
}

impl Sets {
    fn new(sets: usize, digits: usize) -> Sets {
        let words = digits.div_ceil(64);
        Sets {
            words,
            bits: vec![0; sets * words],
        }
    }

    #[inline]
    fn word(&self, set: usize, word: usize) -> u64 {
        self.bits[set * self.words + word]
    }

    #[inline]
    fn has(&self, set: usize, digit: usize) -> bool {
        self.word(set, digit / 64) >> (digit % 64) & 1 == 1
    }

    #[inline]
    fn flip(&mut self, set: usize, digit: usize) {
        self.bits[set * self.words + digit / 64] ^= 1 << (digit % 64);
    }
}
