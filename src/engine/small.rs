//! A search for generating puzzles: sets of digits as bits, singles, and guesses. For
//! grids of houses alone up to 16×16, where a question takes some microseconds.
//!
//! It is not offered as an engine: it only decides which clues a generated puzzle has.

use crate::sudoku::{Candidate, Cell, Digit, Grid, Puzzle, Rules};

/// Largest side of a grid.
const MAX_SIDE: usize = 16;

/// The digits that are left in each cell of a puzzle.
#[derive(Clone, Debug)]
pub struct Small<'a> {
    rules: &'a Rules,
    /// By cell in reading order the digits that are left, as bits.
    left: Vec<u16>,
}

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A solution was found.
    Found,
    /// There is none.
    Exhausted,
    /// The limit on nodes came first.
    Stopped,
}

impl<'a> Small<'a> {
    /// Starts with the clues of a puzzle. Returns `None` if it is larger than 16×16 or
    /// has rules beyond houses.
    pub fn new(puzzle: &'a Puzzle) -> Option<Small<'a>> {
        let (rules, size) = (puzzle.rules(), puzzle.size());
        if size.side() > MAX_SIDE || !rules.pairs().is_empty() || !rules.tables().is_empty() {
            return None;
        }
        let all = u16::MAX >> (MAX_SIDE - size.side());
        let clue = |cell| puzzle.clue(cell).map_or(all, bit);
        let mut left: Vec<u16> = size.cells().map(clue).collect();
        for excluded in puzzle.excluded() {
            left[excluded.cell.index(size)] &= !bit(excluded.digit);
        }
        Some(Small { rules, left })
    }

    /// Fills in naked and hidden singles until there are none. Returns `false` if a cell
    /// or a house is left without a candidate.
    pub fn settle(&mut self) -> bool {
        loop {
            let mut has_changed = false;
            for house in 0..self.rules.houses().len() {
                match self.settle_house(house) {
                    None => return false,
                    Some(changed) => has_changed |= changed,
                }
            }
            if !has_changed {
                return true;
            }
        }
    }

    /// Returns the cells with one candidate, each with it.
    pub fn filled(&self) -> Vec<Candidate> {
        let cells = self.rules.size().cells().zip(&self.left);
        cells
            .filter(|(_, left)| left.is_power_of_two())
            .map(|(cell, left)| {
                let digit = Digit::from_index(left.trailing_zeros() as usize);
                Candidate::new(cell, digit)
            })
            .collect()
    }

    /// Removes the digits of single cells from the others of a house, and fills in the
    /// digits with one place. Returns `true` if something changed, `None` if a cell or a
    /// digit is left without a candidate.
    fn settle_house(&mut self, house: usize) -> Option<bool> {
        let (rules, size) = (self.rules, self.rules.size());
        let cells = rules.cells(house);
        let at = |cell: &Cell| cell.index(size);
        let mut placed = 0;
        for cell in cells {
            let left = self.left[at(cell)];
            if left.is_power_of_two() {
                if placed & left != 0 {
                    return None;
                }
                placed |= left;
            }
        }
        let mut has_changed = false;
        let (mut once, mut twice) = (placed, 0);
        for cell in cells {
            let left = &mut self.left[at(cell)];
            if left.is_power_of_two() {
                continue;
            }
            has_changed |= *left & placed != 0;
            *left &= !placed;
            if *left == 0 {
                return None;
            }
            twice |= once & *left;
            once |= *left;
        }
        if !rules.is_full(house) {
            return Some(has_changed);
        }
        if once.count_ones() as usize != size.side() {
            return None;
        }
        let hidden = once & !twice & !placed;
        if hidden != 0 {
            for cell in cells {
                let left = &mut self.left[at(cell)];
                match *left & hidden {
                    0 => {}
                    single if !single.is_power_of_two() => return None,
                    single => {
                        has_changed |= *left != single;
                        *left = single;
                    }
                }
            }
        }
        Some(has_changed)
    }

    /// Searches for a solution, other than `not` if that is given, with at most `nodes`
    /// guesses, which are counted down.
    pub fn search(mut self, not: Option<&Grid>, nodes: &mut u64) -> Ended {
        if !self.settle() {
            return Ended::Exhausted;
        }
        let size = self.rules.size();
        let open = size
            .cells()
            .filter(|cell| !self.left[cell.index(size)].is_power_of_two());
        let Some(cell) = open.min_by_key(|cell| self.left[cell.index(size)].count_ones()) else {
            let is_other = |grid: &Grid| {
                let cells = size.cells();
                cells
                    .zip(&self.left)
                    .any(|(cell, &left)| left != bit(grid.digit(cell)))
            };
            return match not.is_none_or(is_other) {
                true => Ended::Found,
                false => Ended::Exhausted,
            };
        };
        // The digit of the known solution comes last: another is looked for.
        let known = not.map_or(0, |grid| bit(grid.digit(cell)));
        let place = cell.index(size);
        let left = self.left[place];
        for choices in [left & !known, left & known] {
            for index in (0..size.side()).filter(|index| choices >> index & 1 == 1) {
                let Some(rest) = nodes.checked_sub(1) else {
                    return Ended::Stopped;
                };
                *nodes = rest;
                let mut guess = self.clone();
                guess.left[place] = 1 << index;
                match guess.search(not, nodes) {
                    Ended::Exhausted => {}
                    ended => return ended,
                }
            }
        }
        Ended::Exhausted
    }
}

/// Returns a digit as a bit.
fn bit(digit: Digit) -> u16 {
    1 << digit.index()
}
