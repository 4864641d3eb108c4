//! The grid that a backtracking search fills.

use super::Because;
use super::sums::is_broken;
use crate::sudoku::{Candidate, Cell, Digit, Grid, Puzzle, Rules};
use std::sync::Arc;

/// The digits in cells, and for each house the set of its digits. So CanPlace is a
/// look-up for each house of the cell, and then for each of its other rules.
#[derive(Debug)]
pub(super) struct Board {
    rules: Arc<Rules>,
    /// The digit in each cell, as an index, or [`EMPTY`].
    digits: Vec<u16>,
    /// For each cell where its houses begin in `houses`; one entry more than
    /// cells.
    starts: Vec<usize>,
    /// The houses of each cell, by index.
    houses: Vec<u32>,
    /// The digits of each house, by index.
    taken: Sets,
    /// The digits excluded from each cell; no set at all if the puzzle
    /// excludes nothing.
    excluded: Option<Sets>,
    /// For each cell its pairs and tables; empty if the rules have none.
    others: Vec<Others>,
}

/// The rules of a cell beside its houses.
#[derive(Clone, Debug, Default)]
struct Others {
    /// The pairs, by index, with the place of the cell among the two.
    pairs: Vec<(usize, usize)>,
    /// The tables, by index, with the place of the cell among theirs.
    tables: Vec<(usize, usize)>,
}

/// Stands for an index of a digit in an empty cell.
const EMPTY: u16 = u16::MAX;

impl Board {
    /// Returns the board with the puzzle's clues, which must not clash.
    pub(super) fn new(puzzle: &Puzzle) -> Board {
        let size = puzzle.size();
        let side = size.side();
        let rules = puzzle.rules();
        let mut board = Board {
            rules: Arc::clone(rules),
            digits: vec![EMPTY; size.num_cells()],
            starts: vec![0],
            houses: Vec::new(),
            taken: Sets::new(rules.houses().len(), side),
            excluded: None,
            others: others(rules),
        };
        for cell in size.cells() {
            board.houses.extend_from_slice(rules.houses_of(cell));
            board.starts.push(board.houses.len());
        }
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

    /// Returns `true` if there are cages with sums or arrows.
    pub(super) fn has_tables(&self) -> bool {
        !self.rules.tables().is_empty()
    }

    /// Returns `true` if the clues alone break a table.
    ///
    /// The search checks the tables of a cell when it fills the cell, so those of
    /// clues must be checked before it starts.
    pub(super) fn has_broken_table(&self) -> bool {
        let mut tables = self.rules.tables().iter();
        tables.any(|table| is_broken(table, self.values(&table.cells), self.side()))
    }

    /// Returns `true` if no house of the cell has the digit, and no other rule forbids
    /// it beside the filled cells. This is the lecture's `CanPlace`.
    #[inline]
    pub(super) fn can_place(&self, cell: usize, digit: usize) -> bool {
        let mut houses = self.houses(cell).iter();
        houses.all(|&house| !self.taken.has(house as usize, digit))
            && !self
                .excluded
                .as_ref()
                .is_some_and(|excluded| excluded.has(cell, digit))
            && (self.others.is_empty() || self.fits(cell, digit))
    }

    /// Returns `true` if the digit breaks no pair and no table of the cell.
    fn fits(&self, cell: usize, digit: usize) -> bool {
        let others = &self.others[cell];
        let mut pairs = others.pairs.iter();
        let mut tables = others.tables.iter();
        pairs.all(|&pair| self.clash(pair, digit).is_none())
            && tables.all(|&table| !self.breaks(table, digit))
    }

    /// Returns the candidate in the pair's other cell if it forbids `digit` in this one;
    /// `place` is this cell's index in the pair.
    fn clash(&self, (pair, place): (usize, usize), digit: usize) -> Option<Candidate> {
        let pair = &self.rules.pairs()[pair];
        let cell = pair.cells[1 - place];
        let other = self.digit(cell)?;
        let [first, second] = match place {
            0 => [digit + 1, other.value()],
            _ => [other.value(), digit + 1],
        };
        (!pair.allows(first, second)).then_some(Candidate::new(cell, other))
    }

    /// Returns `true` if a table can't be met with this digit at this place.
    fn breaks(&self, (table, place): (usize, usize), digit: usize) -> bool {
        let table = &self.rules.tables()[table];
        let values = self.values(&table.cells).enumerate();
        let values = values.map(|(other, value)| if other == place { digit + 1 } else { value });
        is_broken(table, values, self.side())
    }

    /// Returns the digits of some cells, 0 for empty ones.
    fn values<'a>(&'a self, cells: &'a [Cell]) -> impl Iterator<Item = usize> + Clone + 'a {
        let digits = cells.iter().map(|&cell| self.digit(cell));
        digits.map(|digit| digit.map_or(0, Digit::value))
    }

    /// Returns the digit of a cell, if it is filled.
    fn digit(&self, cell: Cell) -> Option<Digit> {
        let digit = self.digits[cell.index(self.rules.size())];
        (digit != EMPTY).then(|| Digit::from_index(digit.into()))
    }

    /// Returns the houses of a cell, by index.
    #[inline]
    fn houses(&self, cell: usize) -> &[u32] {
        &self.houses[self.starts[cell]..self.starts[cell + 1]]
    }

    /// Puts a digit into an empty cell where it can be placed.
    #[inline]
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        self.digits[cell] = digit as u16;
        self.flip(cell, digit);
    }

    /// Empties a cell.
    #[inline]
    pub(super) fn clear(&mut self, cell: usize) {
        let digit = self.digits[cell].into();
        self.digits[cell] = EMPTY;
        self.flip(cell, digit);
    }

    /// Puts a digit into the sets of a cell's houses, or takes it out.
    #[inline]
    fn flip(&mut self, cell: usize, digit: usize) {
        let houses = self.starts[cell]..self.starts[cell + 1];
        for &house in &self.houses[houses] {
            self.taken.flip(house as usize, digit);
        }
    }

    /// Returns the reason why a candidate cannot be placed. [`Board::can_place`] must
    /// be `false` for it.
    pub(super) fn why_not(&self, candidate: Candidate) -> Because {
        let Candidate { cell, digit } = candidate;
        let size = self.rules.size();
        for &index in self.houses(cell.index(size)) {
            let house = self.rules.houses()[index as usize];
            let mut cells = self.rules.cells(index as usize).iter();
            if let Some(&by) = cells.find(|&&peer| self.digit(peer) == Some(digit)) {
                return Because::Taken { house, digit, by };
            }
        }
        let is_excluded = |sets: &Sets| sets.has(cell.index(size), digit.index());
        if self.excluded.as_ref().is_some_and(is_excluded) {
            return Because::Excluded;
        }
        let Others { pairs, tables } = &self.others[cell.index(size)];
        for &member in pairs {
            if let Some(by) = self.clash(member, digit.index()) {
                let pair = self.rules.pairs()[member.0];
                return Because::Pair { pair, by };
            }
        }
        let mut tables = tables.iter();
        let table = tables.find(|&&member| self.breaks(member, digit.index()));
        let &(table, _) = table.expect("something forbids the digit");
        Because::Table(self.rules.tables()[table].clone())
    }

    /// Returns the first empty cell from `start` on, in reading order.
    #[inline]
    pub(super) fn first_empty(&self, start: usize) -> Option<usize> {
        (start..self.digits.len()).find(|&cell| self.digits[cell] == EMPTY)
    }

    /// Returns the first empty cell with the fewest digits left, unless all are filled.
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

    /// Returns the number of digits that can be placed in a cell.
    fn left(&self, cell: usize) -> usize {
        if !self.others.is_empty() {
            let digits = 0..self.side();
            return digits.filter(|&digit| self.can_place(cell, digit)).count();
        }
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

    /// Returns the grid. Every cell must be filled.
    pub(super) fn grid(&self) -> Grid {
        let digits = self
            .digits
            .iter()
            .map(|&digit| Digit::from_index(digit.into()))
            .collect();
        Grid::new(self.rules.size(), digits)
    }
}

/// Returns the pairs and tables of each cell; empty if there are none.
fn others(rules: &Rules) -> Vec<Others> {
    if rules.pairs().is_empty() && rules.tables().is_empty() {
        return Vec::new();
    }
    let size = rules.size();
    let mut others = vec![Others::default(); size.num_cells()];
    for (index, pair) in rules.pairs().iter().enumerate() {
        for (place, cell) in pair.cells.iter().enumerate() {
            others[cell.index(size)].pairs.push((index, place));
        }
    }
    for (index, table) in rules.tables().iter().enumerate() {
        for (place, cell) in table.cells.iter().enumerate() {
            others[cell.index(size)].tables.push((index, place));
        }
    }
    others
}

/// Several sets of digits, stored as bits in one list of words.
#[derive(Debug)]
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
