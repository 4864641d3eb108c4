//! The grid that a backtracking search fills.

use super::Because;
use crate::sudoku::{Candidate, Cell, Digit, Grid, Puzzle, Rules};
use std::sync::Arc;

/// Digits in cells, and for each house the set of digits it has: CanPlace is a
/// look-up for each house of the cell.
pub(super) struct Board {
    rules: Arc<Rules>,
    /// The digit in each cell, as an index, or [`EMPTY`].
    digits: Vec<u16>,
    /// The digits of each house, by index.
    taken: Sets,
    /// The digits excluded from each cell; no set at all if the puzzle
    /// excludes nothing.
    excluded: Option<Sets>,
}

const EMPTY: u16 = u16::MAX;

impl Board {
    /// The board with the puzzle's clues, which must not clash.
    pub(super) fn new(puzzle: &Puzzle) -> Board {
        let size = puzzle.size();
        let side = size.side();
        let rules = puzzle.rules();
        let mut board = Board {
            rules: Arc::clone(rules),
            digits: vec![EMPTY; size.num_cells()],
            taken: Sets::new(rules.houses().len(), side),
            excluded: None,
        };
        for candidate in puzzle.excluded() {
            board
                .excluded
                .get_or_insert_with(|| Sets::new(size.num_cells(), side))
                .flip(candidate.cell.index(size), candidate.digit.index());
        }
        for clue in puzzle.clues() {
            board.place(clue.cell.index(size), clue.digit.index());
        }
        board
    }

    pub(super) fn side(&self) -> usize {
        self.rules.size().side()
    }

    pub(super) fn cell(&self, index: usize) -> Cell {
        self.rules.size().cell(index)
    }

    /// CanPlace: whether no house of the cell has the digit.
    #[inline]
    pub(super) fn can_place(&self, cell: usize, digit: usize) -> bool {
        let mut houses = self.houses(cell).iter();
        houses.all(|&house| !self.taken.has(house as usize, digit))
            && !self
                .excluded
                .as_ref()
                .is_some_and(|excluded| excluded.has(cell, digit))
    }

    /// The houses of a cell, by index.
    #[inline]
    fn houses(&self, cell: usize) -> &[u32] {
        self.rules.houses_of(self.cell(cell))
    }

    /// Puts a digit into an empty cell where it can be placed.
    #[inline]
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        self.digits[cell] = digit as u16;
        for &house in self.rules.houses_of(self.rules.size().cell(cell)) {
            self.taken.flip(house as usize, digit);
        }
    }

    /// Empties a cell.
    #[inline]
    pub(super) fn clear(&mut self, cell: usize) {
        let digit = self.digits[cell].into();
        self.digits[cell] = EMPTY;
        for &house in self.rules.houses_of(self.rules.size().cell(cell)) {
            self.taken.flip(house as usize, digit);
        }
    }

    /// Why a digit can't be placed. It must be so.
    pub(super) fn why_not(&self, candidate: Candidate) -> Because {
        let Candidate { cell, digit } = candidate;
        let size = self.rules.size();
        for &index in self.rules.houses_of(cell) {
            let house = self.rules.houses()[index as usize];
            let mut cells = self.rules.cells(index as usize).iter();
            let holds = |peer: &Cell| usize::from(self.digits[peer.index(size)]) == digit.index();
            if let Some(by) = cells.find(|peer| holds(peer)).copied() {
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
        let houses = self.houses(cell);
        let gone: usize = (0..self.taken.words)
            .map(|word| {
                let taken = houses
                    .iter()
                    .map(|&house| self.taken.word(house as usize, word));
                let mut gone = taken.fold(0, |gone, taken| gone | taken);
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
        Grid::new(self.rules.size(), digits)
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
