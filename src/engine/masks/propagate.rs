//! Unit propagation: cells with one digit left, digits with one place left in a house, and
//! learned clauses.

use super::Masks;
use super::board::{OPEN, Reason, cell_of, digit_of, var};
use super::learn::Conflict;
use super::shape::LANES;

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
        let (mut single, done) = ([0; LANES], board.done[0]);
        for masks in &board.masks[..shape.side] {
            for lane in 0..LANES {
                let mask = masks[lane];
                // A cell without a digit is found too: it is a conflict.
                let is_single = u16::from(mask & mask.wrapping_sub(1) == 0);
                let is_empty = u16::from(mask == 0);
                single[lane] |= (mask & !done[lane] | is_empty) & is_single.wrapping_neg();
            }
        }
        let rows = shape.rows;
        if (0..LANES).fold(0, |any, lane| any | single[lane] & rows[lane]) == 0 {
            return None;
        }
        for (row, _) in (0..shape.side).zip(single).filter(|&(_, found)| found != 0) {
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
            let (mut once, mut twice) = ([0; LANES], [0; LANES]);
            for masks in &board.masks[block * shape.side..][..shape.side] {
                for lane in 0..LANES {
                    twice[lane] |= once[lane] & masks[lane];
                    once[lane] |= masks[lane];
                }
            }
            let done = board.done[block];
            let (mut single, mut any, mut all) = ([0; LANES], 0, shape.full);
            for lane in 0..LANES {
                single[lane] = once[lane] & !twice[lane] & !done[lane];
                any |= single[lane];
                all &= once[lane];
            }
            if all != shape.full {
                let lacks = |&once: &u16| once != shape.full;
                let lane = once.iter().position(lacks)?;
                let digit = (shape.full & !once[lane]).trailing_zeros() as u8;
                return Some(Conflict::House((block * LANES + lane) as u8, digit));
            }
            if any == 0 {
                continue;
            }
            for lane in 0..LANES {
                let mut rest = single[lane];
                while rest != 0 {
                    let digit = rest.trailing_zeros() as u8;
                    rest &= rest - 1;
                    if board.done[block][lane] & 1 << digit != 0 {
                        continue;
                    }
                    let house = block * LANES + lane;
                    let rows = &board.masks[block * shape.side..][..shape.side];
                    let place = rows.iter().position(|masks| masks[lane] & 1 << digit != 0);
                    let Some(place) = place else {
                        return Some(Conflict::House(house as u8, digit));
                    };
                    let reason = Reason::House(house as u8);
                    board.place(shape, shape.cell(house, place), digit, reason);
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
                self.remove_by(other, clause);
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
