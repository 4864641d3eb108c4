//! The candidates of all cells, and the trail of digits placed.

use super::lanes::Block;
use super::shape::{CELLS, LANES, SIDE, Shape};
use std::ops::Deref;

/// The place on the trail of what is not on it, or is at level 0.
pub(super) const OPEN: u16 = u16::MAX;

/// The digit of a cell without one.
pub(super) const NONE: u8 = u8::MAX;

/// The clause of a candidate that no learned clause removed.
const NO_CLAUSE: u32 = u32::MAX;

/// Returns the candidate's number: the variable that stands for a digit in a cell.
#[inline(always)]
pub(super) fn var(cell: u8, digit: u8) -> u16 {
    u16::from(cell) * SIDE as u16 + u16::from(digit)
}

/// Returns the cell of a candidate.
#[inline(always)]
pub(super) fn cell_of(var: u16) -> u8 {
    (var / SIDE as u16) as u8
}

/// Returns the digit of a candidate.
#[inline(always)]
pub(super) fn digit_of(var: u16) -> u8 {
    (var % SIDE as u16) as u8
}

/// The reason why a digit was placed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reason {
    /// It is a clue.
    Clue,
    /// It was decided.
    Decision,
    /// No other digit is left in its cell.
    Cell,
    /// No other cell of this house is left for it.
    House(u8),
}

/// A digit on the trail.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub cell: u8,
    pub digit: u8,
    pub reason: Reason,
}

/// The digits placed, in their order.
pub(super) struct Trail {
    placed: [Placed; CELLS + 1],
    len: usize,
}

impl Trail {
    fn new() -> Trail {
        let (cell, digit, reason) = (0, 0, Reason::Clue);
        let placed = Placed {
            cell,
            digit,
            reason,
        };
        Trail {
            placed: [placed; CELLS + 1],
            len: 0,
        }
    }

    /// Adds a digit, or if it is not new only writes it behind the last one, because that needs no
    /// branch.
    #[inline(always)]
    fn push_if(&mut self, placed: Placed, is_new: bool) {
        self.placed[self.len] = placed;
        self.len += usize::from(is_new);
    }
}

impl Deref for Trail {
    type Target = [Placed];

    #[inline(always)]
    fn deref(&self) -> &[Placed] {
        &self.placed[..self.len]
    }
}

/// A decision level.
#[derive(Clone, Copy)]
pub(super) struct Level {
    /// Place of its decision on the trail.
    pub start: u16,
    /// Number of candidates that learned clauses had removed before.
    removed: u32,
}

/// The candidates of all cells, and the trail.
pub(super) struct Board {
    /// For each block of houses, the places left.
    pub blocks: Vec<Block>,
    /// For each cell the digit placed, or [`NONE`].
    pub digits: [u8; CELLS],
    pub trail: Trail,
    /// Number of digits on the trail that are placed in the blocks, too.
    pub settled: usize,
    pub levels: Vec<Level>,
    /// For each level, the blocks before its decision.
    saved: Vec<Vec<Block>>,
    /// The candidates that learned clauses removed, in this order.
    removed: Vec<u16>,
    /// For each candidate the clause that removed it, or [`NO_CLAUSE`].
    removed_by: Vec<u32>,
    /// For each cell the place of its digit on the trail, or [`OPEN`]. This and the next are of
    /// the last conflict.
    of_cell: [u16; CELLS],
    /// For each house and digit the place on the trail, or [`OPEN`].
    of_house: Vec<[u16; SIDE]>,
}

impl Board {
    pub(super) fn new(shape: &Shape) -> Board {
        let blank = Block {
            left: [[0; LANES]; SIDE],
            open: [0; LANES],
            done: [0; LANES],
        };
        let mut board = Board {
            blocks: vec![blank; shape.blocks],
            digits: [NONE; CELLS],
            trail: Trail::new(),
            settled: 0,
            levels: Vec::new(),
            saved: Vec::new(),
            removed: Vec::new(),
            removed_by: vec![NO_CLAUSE; CELLS * SIDE],
            of_cell: [OPEN; CELLS],
            of_house: vec![[OPEN; SIDE]; shape.num_houses],
        };
        board.clear(shape);
        board
    }

    /// Makes the grid blank.
    pub(super) fn clear(&mut self, shape: &Shape) {
        self.backtrack(shape, 0);
        let full = u16::MAX >> (SIDE - shape.side);
        for (block, first) in self.blocks.iter_mut().zip((0..).step_by(LANES)) {
            let houses = LANES.min(shape.num_houses - first);
            block.open[..houses].fill(full);
            block.done = [u16::MAX; LANES];
            block.done[..houses].fill(!full);
            block.left[..shape.side].fill(block.open);
        }
        self.digits[..shape.num_cells].fill(NONE);
        (self.trail.len, self.settled) = (0, 0);
        self.restore(0);
    }

    /// Returns `true` if this is a candidate of a cell without a digit.
    #[inline(always)]
    pub(super) fn is_left(&self, shape: &Shape, cell: u8, digit: u8) -> bool {
        let (row, place) = shape.spot(cell);
        let left = self.blocks[0].left[usize::from(digit)][row];
        self.digits[usize::from(cell)] == NONE && left >> place & 1 == 1
    }

    /// Returns the candidates of a cell without a digit.
    pub(super) fn mask(&self, shape: &Shape, cell: u8) -> u16 {
        let (row, place) = shape.spot(cell);
        self.blocks[0].mask(shape.side, row, place)
    }

    /// Removes a candidate of a cell in which no digit is placed.
    pub(super) fn remove(&mut self, shape: &Shape, cell: u8, digit: u8) {
        for (number, block) in self.blocks.iter_mut().enumerate() {
            block.remove(digit.into(), shape.places(cell, shape.blocks, number));
        }
    }

    /// Adds a digit to the trail, unless its cell has it. Returns `false` if the cell has another.
    #[inline(always)]
    pub(super) fn place(&mut self, placed: Placed) -> bool {
        let of_cell = &mut self.digits[usize::from(placed.cell)];
        let before = *of_cell;
        // Without a branch, because the processor could not predict it. NONE has all bits.
        *of_cell &= placed.digit;
        self.trail.push_if(placed, before == NONE);
        if before.wrapping_add(1).min(before ^ placed.digit) != 0 {
            *of_cell = before;
            return false;
        }
        true
    }

    /// Removes what the digits on the trail exclude from the cells that share a house with theirs.
    /// Returns the first digit that is no candidate of its cell, and removes it and those after it
    /// from the trail. Then the blocks after the first still hold these digits, until the search
    /// backtracks. The shape has this number of rows and blocks.
    #[inline(always)]
    pub(super) fn settle(
        &mut self,
        shape: &Shape,
        (side, blocks): (usize, usize),
    ) -> Option<Placed> {
        let new = &self.trail.placed[self.settled..self.trail.len];
        let mut conflict = None;
        for (number, block) in self.blocks[..blocks].iter_mut().enumerate() {
            // The compiler keeps copies in registers.
            let (mut open, mut done) = (block.open, block.done);
            for (index, &placed) in new.iter().enumerate() {
                let (cell, digit) = (usize::from(placed.cell), usize::from(placed.digit));
                if number == 0 && block.left[digit][cell / side] >> (cell % side) & 1 == 0 {
                    conflict = Some((index, placed));
                    break;
                }
                let places = shape.places(placed.cell, blocks, number);
                block.place(digit, places, &mut open, &mut done);
            }
            (block.open, block.done) = (open, done);
        }
        if let Some((index, placed)) = conflict {
            self.shorten(self.settled + index);
            return Some(placed);
        }
        self.settled = self.trail.len;
        None
    }

    /// Removes digits from the trail, but for the first `len`.
    fn shorten(&mut self, len: usize) {
        for placed in &self.trail.placed[len..self.trail.len] {
            self.digits[usize::from(placed.cell)] = NONE;
        }
        (self.trail.len, self.settled) = (len, len);
    }

    /// Begins a decision level with this digit. Nothing may be left to propagate.
    pub(super) fn decide(&mut self, shape: &Shape, cell: u8, digit: u8) {
        let level = self.levels.len();
        match self.saved.get_mut(level) {
            Some(saved) => copy(saved, &self.blocks, shape),
            None => self.saved.push(self.blocks.clone()),
        }
        self.levels.push(Level {
            start: self.trail.len() as u16,
            removed: self.removed.len() as u32,
        });
        let reason = Reason::Decision;
        self.place(Placed {
            cell,
            digit,
            reason,
        });
    }

    /// Undoes all levels from this one on, which counts from 0.
    pub(super) fn backtrack(&mut self, shape: &Shape, level: usize) {
        let Some(&Level { start, removed }) = self.levels.get(level) else {
            return;
        };
        self.levels.truncate(level);
        copy(&mut self.blocks, &self.saved[level], shape);
        self.shorten(usize::from(start));
        self.restore(removed as usize);
    }

    /// Prepares [`Board::first_against`] for what is on the trail above level 0, which begins
    /// at `base`.
    pub(super) fn index(&mut self, shape: &Shape, base: usize) {
        self.of_cell[..shape.num_cells].fill(OPEN);
        self.of_house.fill([OPEN; SIDE]);
        for (index, placed) in self.trail.iter().enumerate().skip(base) {
            self.of_cell[usize::from(placed.cell)] = index as u16;
            for &house in shape.houses(placed.cell) {
                self.of_house[usize::from(house)][usize::from(placed.digit)] = index as u16;
            }
        }
    }

    /// Removes a candidate because of a learned clause.
    pub(super) fn remove_by(&mut self, shape: &Shape, lit: u16, clause: u32) {
        self.remove(shape, cell_of(lit), digit_of(lit));
        self.removed.push(lit);
        self.removed_by[usize::from(lit)] = clause;
    }

    /// Returns the learned clause that removed a candidate, if one did.
    pub(super) fn remover(&self, lit: u16) -> Option<u32> {
        let clause = self.removed_by[usize::from(lit)];
        (clause != NO_CLAUSE).then_some(clause)
    }

    /// Forgets which clauses removed candidates, but for the first `kept` of these.
    fn restore(&mut self, kept: usize) {
        for lit in self.removed.drain(kept..) {
            self.removed_by[usize::from(lit)] = NO_CLAUSE;
        }
    }

    /// Returns the place on the trail of the digit in a cell, or [`OPEN`] if there is none or it
    /// is at level 0.
    pub(super) fn place_of(&self, cell: u8) -> u16 {
        self.of_cell[usize::from(cell)]
    }

    /// Returns the digits that were left for a cell at level 0.
    pub(super) fn digits_before(&self, shape: &Shape, cell: u8) -> u16 {
        let (row, place) = shape.spot(cell);
        self.saved[0][0].mask(shape.side, row, place)
    }

    /// Returns the places that were left for a digit in a house at level 0.
    pub(super) fn places_before(&self, house: u8, digit: u8) -> u16 {
        let (block, lane) = (usize::from(house) / LANES, usize::from(house) % LANES);
        self.saved[0][block].left[usize::from(digit)][lane]
    }

    /// Returns the first place on the trail above level 0 that rules a candidate out: that of
    /// another digit in its cell, or of the same digit in one of its houses. Returns [`OPEN`] if
    /// there is none.
    pub(super) fn first_against(&self, shape: &Shape, cell: u8, digit: u8) -> u16 {
        let houses = shape.houses(cell).iter();
        let of_houses = houses.map(|&house| self.of_house[usize::from(house)][usize::from(digit)]);
        of_houses.fold(self.of_cell[usize::from(cell)], u16::min)
    }
}

/// Copies what the digits of this shape need.
fn copy(blocks: &mut [Block], from: &[Block], shape: &Shape) {
    for (block, from) in blocks.iter_mut().zip(from) {
        block.left[..shape.side].copy_from_slice(&from.left[..shape.side]);
        block.open = from.open;
        block.done = from.done;
    }
}
