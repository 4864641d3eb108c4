//! Unit propagation: cells with one digit left, digits with one place left in a house, and
//! learned clauses.

use super::Masks;
use super::board::{Board, OPEN, Reason, cell_of, digit_of, var};
use super::learn::Conflict;
use super::shape::{LANES, Lanes, SIDE, Shape};

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
        let (single, empty) = singles(&board.masks[..shape.side], &board.done[0]);
        for row in 0..shape.side {
            if single[row] == 0 && empty[row] == 0 {
                continue;
            }
            for place in 0..shape.side {
                let mask = board.masks[place][row];
                if mask & mask.wrapping_sub(1) != 0 {
                    continue;
                }
                let cell = shape.cell(row, place);
                if mask == 0 {
                    return Some(Conflict::Cell(cell));
                }
                if board.of_cell[usize::from(cell)] == OPEN {
                    board.place(shape, cell, mask.trailing_zeros() as u8, Reason::Cell);
                }
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
            let fours = single.chunks_exact(4).enumerate();
            let fours = fours.filter(|(_, four)| four[0] | four[1] | four[2] | four[3] != 0);
            for (lane, single) in fours.flat_map(|(k, four)| (4 * k..).zip(four)) {
                let mut rest = *single;
                while rest != 0 {
                    let digit = rest.trailing_zeros() as u8;
                    rest &= rest - 1;
                    if board.done[block][lane] & 1 << digit != 0 {
                        continue;
                    }
                    let house = block * LANES + lane;
                    // Without a branch, because the processor could not predict it.
                    let rows = &board.masks[block * shape.side..][..shape.side];
                    let is_left = |masks: &Lanes| u32::from(masks[lane] >> digit & 1);
                    let left = rows
                        .iter()
                        .rev()
                        .fold(0, |left, row| left << 1 | is_left(row));
                    if left == 0 {
                        return Some(Conflict::House(house as u8, digit));
                    }
                    let only = left.trailing_zeros() as usize;
                    let reason = Reason::House(house as u8);
                    board.place(shape, shape.cell(house, only), digit, reason);
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

/// Returns for each row the digits of its cells that have one left and none placed, and all
/// bits set if it has a cell without a digit. As a function of its own, like the next one,
/// because the compiler then uses vector instructions.
#[inline(never)]
fn singles(places: &[Lanes], done: &Lanes) -> ([u16; SIDE], [u16; SIDE]) {
    let (mut single, mut empty) = ([0; SIDE], [0; SIDE]);
    for masks in places {
        for row in 0..SIDE {
            let open = masks[row] & !done[row];
            let is_single = u16::from(open & open.wrapping_sub(1) == 0).wrapping_neg();
            single[row] |= open & is_single;
            empty[row] |= u16::from(masks[row] == 0).wrapping_neg();
        }
    }
    (single, empty)
}

/// Returns for each house of a block the digits that have one place left and are not
/// placed, and the digits that have a place in every house.
#[inline(never)]
fn hidden_singles(places: &[Lanes], done: &Lanes) -> (Lanes, u16) {
    let (mut once, mut twice) = ([0; LANES], [0; LANES]);
    for masks in places {
        for lane in 0..LANES {
            twice[lane] |= once[lane] & masks[lane];
            once[lane] |= masks[lane];
        }
    }
    let (mut single, mut all) = ([0; LANES], u16::MAX);
    for lane in 0..LANES {
        single[lane] = once[lane] & !twice[lane] & !done[lane];
        all &= once[lane];
    }
    (single, all)
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
