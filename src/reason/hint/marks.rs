//! Pencil marks: the digits that are left in each cell, as sets of bits.

use super::Board;
use crate::sudoku::{Candidate, Cell, Digit, Grid, House, Puzzle};
use std::sync::Arc;

/// The largest size that marks are made for: a set of digits is one word.
pub const MAX_SIDE: usize = 64;

/// The digits that are left in each cell, and the digits that are placed.
///
/// A placed digit is removed from all cells that it excludes at once.
#[derive(Clone, Debug)]
pub struct Marks {
    board: Arc<Board>,
    /// For each cell the digits that are left.
    digits: Vec<u64>,
    /// For each house and digit, the positions in the house that are left.
    places: Vec<u64>,
    /// Set for cells whose digit is placed.
    is_placed: Vec<bool>,
    /// For each house, the number of cells whose digit is not placed.
    num_open: Vec<usize>,
    num_placed: usize,
}

/// A proof that the marks have no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// A cell has no digit left.
    Cell(Cell),
    /// A digit has no cell left in a house.
    House(House, Digit),
}

/// Returns the elements of a set of bits, ascending.
#[inline]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(next)
    })
}

impl Marks {
    /// Returns the marks that a puzzle's clues and excluded candidates leave, or
    /// `None` if the puzzle is larger than [`MAX_SIDE`].
    pub fn new(puzzle: &Puzzle) -> Option<Marks> {
        if puzzle.size().side() > MAX_SIDE {
            return None;
        }
        let board = Board::of(puzzle.rules());
        let (side, size) = (board.side(), puzzle.size());
        let all = |count: usize| u64::MAX >> (64 - count);
        let houses = 0..board.num_houses();
        let places = houses.clone().flat_map(|house| {
            let positions = all(board.cells(house).len());
            std::iter::repeat_n(positions, side)
        });
        let mut marks = Marks {
            digits: vec![all(side); board.num_cells()],
            places: places.collect(),
            is_placed: vec![false; board.num_cells()],
            num_open: houses.map(|house| board.cells(house).len()).collect(),
            num_placed: 0,
            board: Arc::clone(&board),
        };
        for &candidate in puzzle.excluded() {
            marks.remove(candidate);
        }
        for clue in puzzle.clues() {
            let (cell, digit) = (clue.cell.index(size), clue.digit.index());
            match marks.has(cell, digit) {
                true => marks.place_at(cell, digit),
                // It clashes with another clue.
                false => bits(marks.digits[cell]).for_each(|digit| marks.remove_at(cell, digit)),
            }
        }
        Some(marks)
    }

    /// Returns the board of the puzzle's rules.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the digits that are left in a cell.
    #[inline]
    pub fn digits(&self, cell: usize) -> u64 {
        self.digits[cell]
    }

    /// Returns the number of digits that are left in a cell.
    #[inline]
    pub fn count(&self, cell: usize) -> u32 {
        self.digits[cell].count_ones()
    }

    /// Returns `true` if the digit is left in the cell.
    #[inline]
    pub fn has(&self, cell: usize, digit: usize) -> bool {
        self.digits[cell] >> digit & 1 == 1
    }

    /// Returns the positions that are left for a digit in a house.
    #[inline]
    pub fn places(&self, house: usize, digit: usize) -> u64 {
        self.places[house * self.board.side() + digit]
    }

    /// Returns the cells that are left for a digit in a house.
    pub fn cells_for(&self, house: usize, digit: usize) -> Vec<usize> {
        let cells = self.board.cells(house);
        bits(self.places(house, digit)).map(|p| cells[p]).collect()
    }

    /// Returns `true` if the cell's digit is placed.
    #[inline]
    pub fn is_placed(&self, cell: usize) -> bool {
        self.is_placed[cell]
    }

    /// Returns the cells whose digit is not placed.
    pub fn open_cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.digits.len()).filter(|&cell| !self.is_placed[cell])
    }

    /// Returns the number of cells of a house whose digit is not placed.
    #[inline]
    pub fn num_open(&self, house: usize) -> usize {
        self.num_open[house]
    }

    /// Returns `true` if every cell's digit is placed.
    pub fn is_complete(&self) -> bool {
        self.num_placed == self.digits.len()
    }

    /// Returns `true` if the candidate is left.
    pub fn is_left(&self, candidate: Candidate) -> bool {
        let cell = candidate.cell.index(self.board.rules().size());
        self.has(cell, candidate.digit.index())
    }

    /// Returns the digits that are left in a cell, ascending.
    pub fn in_cell(&self, cell: Cell) -> impl Iterator<Item = Digit> {
        let cell = cell.index(self.board.rules().size());
        bits(self.digits[cell]).map(Digit::from_index)
    }

    /// Returns the digit that is placed in a cell.
    pub fn placed(&self, cell: Cell) -> Option<Digit> {
        let cell = cell.index(self.board.rules().size());
        self.placed_at(cell).map(Digit::from_index)
    }

    /// Returns the digit that is placed in a cell.
    #[inline]
    pub fn placed_at(&self, cell: usize) -> Option<usize> {
        self.is_placed[cell].then(|| self.digits[cell].trailing_zeros() as usize)
    }

    /// Removes a candidate.
    pub fn remove(&mut self, candidate: Candidate) {
        let cell = candidate.cell.index(self.board.rules().size());
        self.remove_at(cell, candidate.digit.index());
    }

    /// Removes a digit from a cell.
    #[inline]
    pub fn remove_at(&mut self, cell: usize, digit: usize) {
        if !self.has(cell, digit) {
            return;
        }
        self.digits[cell] &= !(1 << digit);
        for &(house, position) in self.board.houses_of(cell) {
            self.places[house * self.board.side() + digit] &= !(1 << position);
        }
    }

    /// Places a digit that is left in its cell.
    pub fn place(&mut self, candidate: Candidate) {
        let cell = candidate.cell.index(self.board.rules().size());
        self.place_at(cell, candidate.digit.index());
    }

    /// Places a digit that is left in its cell.
    pub fn place_at(&mut self, cell: usize, digit: usize) {
        debug_assert!(self.has(cell, digit));
        for other in bits(self.digits[cell] & !(1 << digit)) {
            self.remove_at(cell, other);
        }
        let board = Arc::clone(&self.board);
        for &peer in board.peers(cell) {
            self.remove_at(peer, digit);
        }
        for relation in board.relations(cell) {
            for other in bits(relation.excluded[digit] & self.digits[relation.other]) {
                self.remove_at(relation.other, other);
            }
        }
        if !self.is_placed[cell] {
            self.is_placed[cell] = true;
            self.num_placed += 1;
            for &(house, _) in board.houses_of(cell) {
                self.num_open[house] -= 1;
            }
        }
    }

    /// Returns a cell without a digit, or a digit without a place in a house that
    /// holds every digit, if there is one.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let board = &self.board;
        if let Some(cell) = self.digits.iter().position(|&digits| digits == 0) {
            return Some(Contradiction::Cell(board.cell(cell)));
        }
        for (house, places) in self.places.chunks(board.side()).enumerate() {
            if board.is_full(house)
                && let Some(digit) = places.iter().position(|&places| places == 0)
            {
                let digit = Digit::from_index(digit);
                return Some(Contradiction::House(board.house(house), digit));
            }
        }
        None
    }

    /// Returns the grid, if every cell's digit is placed.
    pub fn grid(&self) -> Option<Grid> {
        let cells = 0..self.digits.len();
        let digits: Option<Vec<Digit>> = cells
            .map(|cell| self.placed_at(cell).map(Digit::from_index))
            .collect();
        Some(Grid::new(self.board.rules().size(), digits?))
    }

    /// Returns the puzzle with the placed digits as further clues, and the candidates
    /// excluded that are not left in the other cells and do not follow from
    /// clues alone. A clue that clashes with another one is not placed, and stays a clue.
    pub fn to_puzzle(&self, puzzle: &Puzzle) -> Puzzle {
        let mut changed = puzzle.clone();
        for cell in puzzle.size().cells() {
            changed.set_clue(cell, self.placed(cell).or(puzzle.clue(cell)));
        }
        let excluded: Vec<Candidate> = self
            .open_cells()
            .filter(|&cell| changed.clue(self.board.cell(cell)).is_none())
            .flat_map(|cell| (0..self.board.side()).map(move |digit| (cell, digit)))
            .filter(|&(cell, digit)| !self.has(cell, digit))
            .map(|(cell, digit)| self.board.candidate(cell, digit))
            .filter(|&candidate| changed.allows(candidate))
            .collect();
        changed.exclude_all(excluded);
        changed
    }

    /// Returns the same puzzle as [`Marks::to_puzzle`], with each candidate excluded that is not
    /// left, also where this follows from clues.
    pub fn to_marked_puzzle(&self, puzzle: &Puzzle) -> Puzzle {
        let mut changed = self.to_puzzle(puzzle);
        let open: Vec<Cell> = puzzle
            .size()
            .cells()
            .filter(|&cell| changed.clue(cell).is_none())
            .collect();
        let gone = open.into_iter().flat_map(|cell| {
            let digits = puzzle.size().digits();
            let gone = digits.filter(move |&digit| self.in_cell(cell).all(|left| left != digit));
            gone.map(move |digit| Candidate::new(cell, digit))
        });
        changed.exclude_all(gone.collect::<Vec<_>>());
        changed
    }
}
