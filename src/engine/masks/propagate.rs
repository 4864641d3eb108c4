//! Unit propagation: cells with one digit left, digits with one place left in a house, and
//! learned clauses.

use super::Masks;
use super::board::{Board, OPEN, Reason, cell_of, digit_of, var};
use super::lanes::{hidden_singles, singles};
use super::learn::Conflict;
use super::shape::{LANES, Lanes, Shape};

impl Masks {
    /// Propagates until nothing follows any more, or there is a conflict.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        loop {
            let before = self.board.trail.len();
            let conflict = match before == self.shape.num_cells {
                true => None,
                false => self.single_digits().or_else(|| self.single_places()),
            };
            let placed = self.board.trail.len() - before;
            self.stats.propagations += placed as u64;
            if conflict.is_some() {
                return conflict;
            }
            match self.clauses_of_trail() {
                Err(conflict) => return Some(conflict),
                Ok(false) if placed == 0 => return None,
                Ok(_) => {}
            }
        }
    }

    /// Places the digit in each cell that has only one candidate left.
    fn single_digits(&mut self) -> Option<Conflict> {
        let Masks { shape, board, .. } = self;
        let found = singles(&board.masks[..shape.side], &board.done[0]);
        for (row, &places) in found[..shape.side].iter().enumerate() {
            for place in bits(places) {
                let (mask, cell) = (board.masks[place][row], shape.cell(row, place));
                if mask == 0 {
                    return Some(Conflict::Cell(cell));
                }
                board.place(shape, cell, mask.trailing_zeros() as u8, Reason::Cell);
            }
        }
        None
    }

    /// Places the digits that have one place left in a house.
    fn single_places(&mut self) -> Option<Conflict> {
        let Masks { shape, board, .. } = self;
        for block in 0..shape.blocks {
            let rows = &board.masks[block * shape.side..][..shape.side];
            let (single, all) = hidden_singles(rows, &board.done[block]);
            if all != shape.full {
                return lacking(shape, board, block);
            }
            // Most lanes have no single: four at a time are skipped.
            for (four, singles) in single.chunks_exact(4).enumerate() {
                if singles[0] | singles[1] | singles[2] | singles[3] == 0 {
                    continue;
                }
                for (lane, &digits) in (4 * four..).zip(singles) {
                    for digit in bits(digits) {
                        if let Some(conflict) = place_in_house(shape, board, (block, lane), digit) {
                            return Some(conflict);
                        }
                    }
                }
            }
        }
        None
    }

    /// Propagates the learned clauses that watch digits placed since the last call.
    /// Returns `true` if one of them removed a candidate.
    fn clauses_of_trail(&mut self) -> Result<bool, Conflict> {
        if self.clauses.len() == 0 {
            return Ok(false);
        }
        let mut has_removed = false;
        while let Some(placed) = self.board.trail.get(self.clauses.visited) {
            let var = var(placed.cell, placed.digit);
            self.clauses.visited += 1;
            has_removed |= self.visit(var)?;
        }
        Ok(has_removed)
    }

    /// Looks at the clauses that watch a candidate whose digit was placed. Returns `true`
    /// if one of them removed a candidate.
    fn visit(&mut self, var: u16) -> Result<bool, Conflict> {
        let mut watching = std::mem::take(self.clauses.watching(var));
        let (mut has_removed, mut conflict) = (false, None);
        watching.retain(|&clause| {
            if conflict.is_some() {
                return true;
            }
            let [other, replaced] = match self.clauses.lits(clause) {
                [first, second, ..] if *first == var => [*second, *first],
                [first, second, ..] => [*first, *second],
                _ => return true,
            };
            debug_assert!(replaced == var);
            if self.is_false(other) {
                return true;
            }
            let rest = &self.clauses.lits(clause)[2..];
            if let Some(place) = rest.iter().position(|&lit| !self.is_true(lit)) {
                self.clauses.watch_instead(clause, other, 2 + place);
                return false;
            }
            if self.is_true(other) {
                conflict = Some(Conflict::Clause(clause));
            } else {
                self.board.remove_by(&self.shape, other, clause);
                has_removed = true;
            }
            true
        });
        *self.clauses.watching(var) = watching;
        conflict.map_or(Ok(has_removed), Err)
    }

    /// Returns `true` if the digit of this candidate is placed in its cell.
    fn is_true(&self, var: u16) -> bool {
        let cell = cell_of(var);
        self.board.of_cell[usize::from(cell)] != OPEN && !self.is_false(var)
    }

    /// Returns `true` if this candidate is ruled out.
    pub(super) fn is_false(&self, var: u16) -> bool {
        self.board.mask(&self.shape, cell_of(var)) & 1 << digit_of(var) == 0
    }
}

/// Places a digit in the cell that is left for it in the house of a lane, unless it is placed
/// there. Returns the conflict if no cell is left.
#[inline(always)]
fn place_in_house(
    shape: &Shape,
    board: &mut Board,
    (block, lane): (usize, usize),
    digit: usize,
) -> Option<Conflict> {
    if board.done[block][lane] & 1 << digit != 0 {
        return None;
    }
    let house = block * LANES + lane;
    // Without a branch, because the processor could not predict it.
    let rows = &board.masks[block * shape.side..][..shape.side];
    let is_left = |masks: &Lanes| u32::from(masks[lane] >> digit & 1);
    let rows = rows.iter().rev();
    let left = rows.fold(0, |left, row| left << 1 | is_left(row));
    if left == 0 {
        return Some(Conflict::House(house as u8, digit as u8));
    }
    let cell = shape.cell(house, left.trailing_zeros() as usize);
    board.place(shape, cell, digit as u8, Reason::House(house as u8));
    None
}

/// Returns the bits of a set, in ascending order.
#[inline(always)]
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        let is_some = set != 0;
        set &= set.wrapping_sub(1);
        is_some.then_some(bit)
    })
}

/// Returns the conflict of a house of this block that has no place for a digit.
#[cold]
fn lacking(shape: &Shape, board: &Board, block: usize) -> Option<Conflict> {
    let rows = &board.masks[block * shape.side..][..shape.side];
    let digits = |lane: usize| rows.iter().fold(0, |digits, masks| digits | masks[lane]);
    let lane = (0..LANES).find(|&lane| digits(lane) != shape.full)?;
    let digit = (shape.full & !digits(lane)).trailing_zeros() as u8;
    Some(Conflict::House((block * LANES + lane) as u8, digit))
}
