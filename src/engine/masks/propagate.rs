//! Unit propagation: cells with one digit left, digits with one place left in a house, and
//! learned clauses.

use super::Masks;
use super::board::{NONE, Placed, Reason, cell_of, digit_of, var};
use super::lanes::{Bits, Found};
use super::learn::Conflict;
use super::shape::{LANES, SIDE};
use crate::engine::widened::widened;

widened! {
    /// Propagates, in code of its own for 9×9 without further houses.
    fn propagate(masks: &mut Masks) -> Option<Conflict> {
        match (masks.shape.side, masks.shape.blocks) {
            (9, 1) => masks.propagate_in(9, 1),
            (side, blocks) => masks.propagate_in(side, blocks),
        }
    }
}

impl Masks {
    /// Propagates until nothing follows any more, or there is a conflict.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        propagate(self)
    }

    /// Propagates in a grid with this number of digits and of blocks.
    #[inline(always)]
    fn propagate_in(&mut self, side: usize, blocks: usize) -> Option<Conflict> {
        loop {
            if let Some(Placed {
                cell,
                digit,
                reason,
            }) = self.board.settle(&self.shape, (side, blocks))
            {
                return Some(match reason {
                    Reason::House(house) => Conflict::House(house, digit),
                    _ => Conflict::Cell(cell),
                });
            }
            if self.clauses.len() > 0
                && let Some(conflict) = self.clauses_of_trail()
            {
                return Some(conflict);
            }
            let before = self.board.trail.len();
            if before == side * side {
                return None;
            }
            for block in 0..blocks {
                let conflict = self.singles_of_block(side, block);
                if conflict.is_some() {
                    return conflict;
                }
            }
            let placed = self.board.trail.len() - before;
            self.stats.propagations += placed as u64;
            if placed == 0 {
                return None;
            }
        }
    }

    /// Places the digits that have one place left in a house of a block, and in the first block
    /// the digit in each cell that has only one candidate left.
    #[inline(always)]
    fn singles_of_block(&mut self, side: usize, number: usize) -> Option<Conflict> {
        let Masks { shape, board, .. } = self;
        let block = &mut board.blocks[number];
        let Found { few, once, twice } = block.sweep(side);
        let (mut single, mut dead) = ([0; SIDE], [0; SIDE]);
        if number == 0 {
            for row in 0..SIDE {
                single[row] = block.open[row] & !twice[row] & shape.rows[row];
                dead[row] = single[row] & !once[row];
            }
        }
        if dead.iter().fold(0, |all, row| all | row) != 0 {
            let (row, place) = Bits::of(dead).next()?;
            return Some(Conflict::Cell((row * side + place) as u8));
        }
        for (row, place) in Bits::of(single) {
            let cell = (row * side + place) as u8;
            let digit = board.blocks[0].mask(side, row, place).trailing_zeros() as u8;
            let reason = Reason::Cell;
            board.place(Placed {
                cell,
                digit,
                reason,
            });
        }
        for (lane, digit) in Bits::of(few) {
            let (house, places) = (
                number * LANES + lane,
                board.blocks[number].left[digit][lane],
            );
            let cell = shape.cell(house, places.trailing_zeros() as usize % SIDE);
            let (house, digit) = (house as u8, digit as u8);
            let reason = Reason::House(house);
            if places == 0
                || !board.place(Placed {
                    cell,
                    digit,
                    reason,
                })
            {
                return Some(Conflict::House(house, digit));
            }
        }
        None
    }

    /// Propagates the learned clauses that watch digits placed since the last call.
    fn clauses_of_trail(&mut self) -> Option<Conflict> {
        while let Some(placed) = self.board.trail.get(self.clauses.visited) {
            let var = var(placed.cell, placed.digit);
            self.clauses.visited += 1;
            if !self.clauses.watching(var).is_empty() {
                let conflict = self.visit(var);
                if conflict.is_some() {
                    return conflict;
                }
            }
        }
        None
    }

    /// Looks at the clauses that watch a candidate whose digit was placed.
    fn visit(&mut self, var: u16) -> Option<Conflict> {
        let mut watching = std::mem::take(self.clauses.watching(var));
        let mut conflict = None;
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
            }
            true
        });
        *self.clauses.watching(var) = watching;
        conflict
    }

    /// Returns `true` if the digit of this candidate is placed in its cell.
    fn is_true(&self, var: u16) -> bool {
        self.board.digits[usize::from(cell_of(var))] == digit_of(var)
    }

    /// Returns `true` if this candidate is ruled out.
    fn is_false(&self, var: u16) -> bool {
        let (cell, digit) = (cell_of(var), digit_of(var));
        match self.board.digits[usize::from(cell)] {
            NONE => !self.board.is_left(&self.shape, cell, digit),
            placed => placed != digit,
        }
    }
}
