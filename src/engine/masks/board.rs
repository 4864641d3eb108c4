//! The candidates of all cells, and the trail of digits placed.

use super::lanes::remove_from;
use super::shape::{CELLS, Lanes, SIDE, Shape};

/// The place on the trail of what is not on it.
pub(super) const OPEN: u16 = u16::MAX;

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
    /// The masks of the cells, as [`Shape`] lays them out. A cell with a digit placed has
    /// the bit of this digit alone.
    pub masks: Vec<Lanes>,
    /// For each house the digits placed in it.
    pub done: Vec<Lanes>,
    /// For each cell the place of its digit on the trail, or [`OPEN`].
    pub of_cell: [u16; CELLS],
    /// For each house and digit the place on the trail, or [`OPEN`].
    of_house: Vec<[u16; SIDE]>,
    pub trail: Vec<Placed>,
    pub levels: Vec<Level>,
    /// For each level, the masks before its decision.
    saved: Vec<Vec<Lanes>>,
    /// The candidates that learned clauses removed, in this order.
    removed: Vec<u16>,
    /// For each candidate the clause that removed it, or [`NO_CLAUSE`].
    removed_by: Vec<u32>,
}

impl Board {
    pub(super) fn new(shape: &Shape) -> Board {
        Board {
            masks: shape.blank.clone(),
            done: shape.done.clone(),
            of_cell: [OPEN; CELLS],
            of_house: vec![[OPEN; SIDE]; shape.num_houses],
            trail: Vec::with_capacity(shape.num_cells),
            levels: Vec::new(),
            saved: Vec::new(),
            removed: Vec::new(),
            removed_by: vec![NO_CLAUSE; CELLS * SIDE],
        }
    }

    /// Makes the grid blank.
    pub(super) fn clear(&mut self, shape: &Shape) {
        self.masks.copy_from_slice(&shape.blank);
        self.done.copy_from_slice(&shape.done);
        self.of_cell = [OPEN; CELLS];
        self.of_house.fill([OPEN; SIDE]);
        self.trail.clear();
        self.levels.clear();
        self.restore(0);
    }

    /// Returns the candidates of a cell.
    #[inline(always)]
    pub(super) fn mask(&self, shape: &Shape, cell: u8) -> u16 {
        self.masks.as_flattened()[usize::from(shape.spots(cell)[0].slot)]
    }

    /// Removes a candidate of a cell in which no digit is placed.
    pub(super) fn remove(&mut self, shape: &Shape, cell: u8, digit: u8) {
        for spot in shape.spots(cell) {
            self.masks.as_flattened_mut()[usize::from(spot.slot)] &= !(1 << digit);
        }
    }

    /// Places a digit that is a candidate of its cell, and removes it from the cells that
    /// share a house with it.
    pub(super) fn place(&mut self, shape: &Shape, cell: u8, digit: u8, reason: Reason) {
        debug_assert!(self.mask(shape, cell) & 1 << digit != 0);
        debug_assert!(self.of_cell[usize::from(cell)] == OPEN);
        let (bit, index) = (1 << digit, self.trail.len() as u16);
        self.of_cell[usize::from(cell)] = index;
        self.trail.push(Placed {
            cell,
            digit,
            reason,
        });
        remove_from(&mut self.masks, shape.peers(cell), bit);
        for spot in shape.spots(cell) {
            let house = usize::from(spot.house);
            self.masks.as_flattened_mut()[usize::from(spot.slot)] = bit;
            self.done.as_flattened_mut()[house] |= bit;
            self.of_house[house][usize::from(digit)] = index;
        }
    }

    /// Begins a decision level with this digit.
    pub(super) fn decide(&mut self, shape: &Shape, cell: u8, digit: u8) {
        let level = self.levels.len();
        match self.saved.get_mut(level) {
            Some(saved) => saved.copy_from_slice(&self.masks),
            None => self.saved.push(self.masks.clone()),
        }
        self.levels.push(Level {
            start: self.trail.len() as u16,
            removed: self.removed.len() as u32,
        });
        self.place(shape, cell, digit, Reason::Decision);
    }

    /// Undoes all levels from this one on, which counts from 0.
    pub(super) fn backtrack(&mut self, shape: &Shape, level: usize) {
        let Some(&Level { start, removed }) = self.levels.get(level) else {
            return;
        };
        self.levels.truncate(level);
        self.masks.copy_from_slice(&self.saved[level]);
        for placed in self.trail.drain(usize::from(start)..) {
            self.of_cell[usize::from(placed.cell)] = OPEN;
            for spot in shape.spots(placed.cell) {
                let house = usize::from(spot.house);
                self.done.as_flattened_mut()[house] &= !(1 << placed.digit);
                self.of_house[house][usize::from(placed.digit)] = OPEN;
            }
        }
        self.restore(removed as usize);
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

    /// Returns the first place on the trail that rules a candidate out: that of another
    /// digit in its cell, or of the same digit in one of its houses. Returns [`OPEN`] if
    /// there is none.
    pub(super) fn first_against(&self, shape: &Shape, cell: u8, digit: u8) -> u16 {
        let spots = shape.spots(cell).iter();
        let of_houses =
            spots.map(|spot| self.of_house[usize::from(spot.house)][usize::from(digit)]);
        let of_cell = self.of_cell[usize::from(cell)];
        of_houses.fold(of_cell, u16::min)
    }
}
