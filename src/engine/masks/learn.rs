//! Conflict analysis and learned clauses.
//!
//! Only placed digits are on the trail. A candidate that is ruled out has its reason in
//! what is there: a digit placed before in its cell or in one of its houses, or a learned
//! clause. So every literal of a learned clause says that some digit is *not* placed, and
//! resolving on a placed digit means going through the candidates of its cell, or its
//! house, that were ruled out before.

use super::Masks;
use super::board::{OPEN, Placed, Reason, cell_of, var};
use super::shape::{CELLS, SIDE};

/// A constraint that cannot be satisfied any more.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    /// A cell has no digit left.
    Cell(u8),
    /// A house has no place left for a digit.
    House(u8, u8),
    /// All digits of a learned clause are placed.
    Clause(u32),
}

/// The learned clauses. A clause is a list of candidates that are not all true.
pub(super) struct Clauses {
    lits: Vec<u16>,
    /// For each clause the place of its first literal; one more than clauses.
    starts: Vec<u32>,
    /// For each candidate the clauses that watch it: those with it among their first two.
    watching: Vec<Vec<u32>>,
    /// Number of digits on the trail whose clauses were looked at.
    pub visited: usize,
    /// For each place of the trail, set if it is part of the clause being learned.
    seen: [bool; CELLS],
}

impl Clauses {
    pub(super) fn new() -> Clauses {
        Clauses {
            lits: Vec::new(),
            starts: vec![0],
            watching: vec![Vec::new(); CELLS * SIDE],
            visited: 0,
            seen: [false; CELLS],
        }
    }

    /// Removes all clauses.
    pub(super) fn clear(&mut self) {
        for &lit in &self.lits {
            self.watching[usize::from(lit)].clear();
        }
        self.lits.clear();
        self.starts.truncate(1);
        self.visited = 0;
    }

    /// Returns the number of clauses.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the literals of a clause.
    pub(super) fn lits(&self, clause: u32) -> &[u16] {
        let [start, end] = [0, 1].map(|next| self.starts[clause as usize + next] as usize);
        &self.lits[start..end]
    }

    /// Returns the clauses that watch a candidate.
    pub(super) fn watching(&mut self, var: u16) -> &mut Vec<u32> {
        &mut self.watching[usize::from(var)]
    }

    /// Lets a clause watch `other` and its literal at `place` instead of its first two.
    pub(super) fn watch_instead(&mut self, clause: u32, other: u16, place: usize) {
        let start = self.starts[clause as usize] as usize;
        let lits = &mut self.lits[start..];
        if lits[0] != other {
            lits.swap(0, 1);
        }
        lits.swap(1, place);
        let watched = lits[1];
        self.watching[usize::from(watched)].push(clause);
    }

    /// Adds the literals since the last clause as a clause.
    fn finish(&mut self) -> u32 {
        let clause = self.len() as u32;
        self.starts.push(self.lits.len() as u32);
        if let [first, second, ..] = *self.lits(clause) {
            self.watching(first).push(clause);
            self.watching(second).push(clause);
        }
        clause
    }
}

/// The part of an analysis that is not finished.
struct Open {
    /// First place of the trail above level 0.
    base: usize,
    /// First place of the trail in the current level.
    current: usize,
    /// Number of places in the current level that are seen and not resolved upon.
    count: usize,
}

impl Masks {
    /// Learns a clause from a conflict, and backtracks to where it removes a candidate.
    /// Returns `false` if the conflict needs no decision: there are no more solutions.
    pub(super) fn learn_from(&mut self, conflict: Conflict) -> bool {
        let levels = &self.board.levels;
        let (Some(first), Some(last)) = (levels.first(), levels.last()) else {
            return false;
        };
        let mut open = Open {
            base: usize::from(first.start),
            current: usize::from(last.start),
            count: 0,
        };
        let end = self.board.trail.len();
        self.board.index(&self.shape, open.base);
        self.clauses.seen[..end].fill(false);
        match conflict {
            Conflict::Cell(cell) => self.mark_cell(cell, None, end, &mut open),
            Conflict::House(house, digit) => self.mark_house(house, digit, None, end, &mut open),
            Conflict::Clause(clause) => self.mark_clause(clause, None, &mut open),
        }
        let mut index = end;
        // The first unique implication point: the only place of the level that is left.
        let uip = loop {
            index -= 1;
            if !self.clauses.seen[index] {
                continue;
            }
            if open.count == 1 {
                break index;
            }
            open.count -= 1;
            self.clauses.seen[index] = false;
            let Placed {
                cell,
                digit,
                reason,
            } = self.board.trail[index];
            self.activity.bump(cell);
            match reason {
                Reason::Cell => self.mark_cell(cell, Some(digit), index, &mut open),
                Reason::House(house) => {
                    self.mark_house(house, digit, Some(cell), index, &mut open);
                }
                // A decision is the last place of its level that is left, and clues
                // belong to no level.
                Reason::Clue | Reason::Decision => {}
            }
        };
        let mut second = None;
        self.add_lit(uip);
        for index in (open.base..open.current).rev() {
            if self.clauses.seen[index] {
                second = second.or(Some(index));
                self.add_lit(index);
            }
        }
        self.activity.grow();
        self.add_learned(second);
        true
    }

    /// Adds the digit at this place of the trail to the clause being learned.
    fn add_lit(&mut self, index: usize) {
        let Placed { cell, digit, .. } = self.board.trail[index];
        self.clauses.lits.push(var(cell, digit));
        self.activity.bump(cell);
    }

    /// Excludes the solution on the trail, by the clause that not all of its decisions are
    /// right, and backtracks. Returns `false` if there was no decision: there are no more
    /// solutions.
    pub(super) fn exclude(&mut self) -> bool {
        let levels = &self.board.levels;
        if levels.is_empty() {
            return false;
        }
        for level in levels.iter().rev() {
            let placed = self.board.trail[usize::from(level.start)];
            self.clauses.lits.push(var(placed.cell, placed.digit));
        }
        let second = levels.iter().nth_back(1);
        self.add_learned(second.map(|level| usize::from(level.start)));
        true
    }

    /// Adds the clause whose literals were pushed, the first of them the only one of the
    /// current level, and removes the candidate of that one. `second` is the last place of
    /// the others on the trail.
    fn add_learned(&mut self, second: Option<usize>) {
        self.stats.learned += 1;
        let clause = self.clauses.finish();
        let levels = &self.board.levels;
        let level = second.map_or(0, |index| {
            levels.partition_point(|level| usize::from(level.start) <= index)
        });
        self.board.backtrack(&self.shape, level);
        let end = self.board.trail.len();
        self.clauses.visited = match clause {
            0 => end,
            _ => self.clauses.visited.min(end),
        };
        let lit = self.clauses.lits(clause)[0];
        self.board.remove_by(&self.shape, lit, clause);
    }

    /// Marks a place of the trail above level 0 as part of the clause being learned.
    fn mark(&mut self, index: usize, open: &mut Open) {
        if !self.clauses.seen[index] {
            self.clauses.seen[index] = true;
            open.count += usize::from(index >= open.current);
        }
    }

    /// Marks why no other digit than `but` is left in a cell at this place of the trail.
    fn mark_cell(&mut self, cell: u8, but: Option<u8>, before: usize, open: &mut Open) {
        let digits = self.board.digits_before(&self.shape, cell);
        for digit in bits(digits).filter(|&digit| Some(digit) != but) {
            self.mark_against(cell, digit, before, open);
        }
    }

    /// Marks why no other cell than `but` is left for a digit in a house at this place of
    /// the trail.
    fn mark_house(
        &mut self,
        house: u8,
        digit: u8,
        but: Option<u8>,
        before: usize,
        open: &mut Open,
    ) {
        for place in bits(self.board.places_before(house, digit)) {
            let cell = self.shape.cell(usize::from(house), place.into());
            if Some(cell) != but {
                self.mark_against(cell, digit, before, open);
            }
        }
    }

    /// Marks why a candidate that was left at level 0 was ruled out at this place of the trail.
    fn mark_against(&mut self, cell: u8, digit: u8, before: usize, open: &mut Open) {
        let first = self.board.first_against(&self.shape, cell, digit);
        if first != OPEN && usize::from(first) < before {
            return self.mark(usize::from(first), open);
        }
        let lit = var(cell, digit);
        let clause = self.board.remover(lit);
        debug_assert!(
            clause.is_some(),
            "a candidate is ruled out without a reason"
        );
        if let Some(clause) = clause {
            self.mark_clause(clause, Some(lit), open);
        }
    }

    /// Marks the literals of a learned clause, except for `but`.
    fn mark_clause(&mut self, clause: u32, but: Option<u16>, open: &mut Open) {
        for place in 0..self.clauses.lits(clause).len() {
            let lit = self.clauses.lits(clause)[place];
            if Some(lit) != but {
                let index = self.board.place_of(cell_of(lit));
                if index != OPEN {
                    self.mark(usize::from(index), open);
                }
            }
        }
    }
}

/// Returns the numbers of the bits of a set, in ascending order.
#[inline(always)]
fn bits(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as u8;
        let is_some = set != 0;
        set &= set.wrapping_sub(1);
        is_some.then_some(bit)
    })
}
