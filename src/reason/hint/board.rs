//! The rules of a puzzle, laid out for fast access by index.
//!
//! Cells are numbered in reading order, digits from 0, houses as in
//! [`Rules::houses`].

use super::arrangements::Searched;
use super::units::{Known, Unit};
use crate::check::Premise;
use crate::sudoku::rules::Pair;
use crate::sudoku::{Candidate, Cell, Digit, House, HouseKind, Rules};
use fixedbitset::FixedBitSet;
use std::sync::{Arc, Mutex, PoisonError};

/// The rules of a puzzle, laid out for fast access by index.
#[derive(Debug)]
pub struct Board {
    rules: Arc<Rules>,
    side: usize,
    /// For each house, its cells.
    houses: Vec<Vec<usize>>,
    /// For each cell, its houses and its position in each of them.
    of_cell: Vec<Vec<(usize, usize)>>,
    /// For each cell, the cells that can't hold its digit, ascending.
    peers: Vec<Vec<usize>>,
    /// The same as sets.
    sees: Vec<FixedBitSet>,
    /// For each cell, its rules for two cells that say more than "different".
    relations: Vec<Vec<Relation>>,
    /// The cages, arrows and marks with the rules among their cells.
    units: Vec<Unit>,
    known: Known,
    /// The pairs of units of which cells are the same or see each other, by their indices.
    linked: Vec<[usize; 2]>,
    searched: Searched,
}

/// A rule for two cells, seen from one of them.
#[derive(Debug)]
pub struct Relation {
    /// Index of the rule in [`Rules::pairs`].
    pub pair: usize,
    /// The other cell.
    pub other: usize,
    /// For each digit of this cell, the set of digits that it rules out in the other.
    pub excluded: Vec<u64>,
}

impl Board {
    /// Returns the board of these rules. The last one is kept, so that many puzzles
    /// with the same rules share it.
    pub fn of(rules: &Arc<Rules>) -> Arc<Board> {
        static LAST: Mutex<Option<Arc<Board>>> = Mutex::new(None);
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some(board) if Arc::ptr_eq(&board.rules, rules) => Arc::clone(board),
            _ => {
                let board = Arc::new(Board::new(rules));
                *last = Some(Arc::clone(&board));
                board
            }
        }
    }

    fn new(rules: &Arc<Rules>) -> Board {
        let size = rules.size();
        let (side, num_cells) = (size.side(), size.num_cells());
        let houses: Vec<Vec<usize>> = (0..rules.houses().len())
            .map(|house| rules.cells(house).iter().map(|c| c.index(size)).collect())
            .collect();
        let mut of_cell = vec![Vec::new(); num_cells];
        let mut sees = vec![FixedBitSet::with_capacity(num_cells); num_cells];
        for (house, cells) in houses.iter().enumerate() {
            for (position, &cell) in cells.iter().enumerate() {
                of_cell[cell].push((house, position));
                sees[cell].extend(cells.iter().copied());
            }
        }
        let mut relations: Vec<Vec<Relation>> = (0..num_cells).map(|_| Vec::new()).collect();
        for (index, pair) in rules.pairs().iter().enumerate() {
            let [first, second] = pair.cells.map(|cell| cell.index(size));
            let is_apart = pair.relation.is_apart();
            if is_apart {
                sees[first].insert(second);
                sees[second].insert(first);
            }
            if is_apart && pair.relation.most_excluded() == 1 {
                // They differ, and that is all.
                continue;
            }
            let excluded = |own: usize, is_first: bool| {
                let allows = |other: usize| match is_first {
                    true => pair.allows(own, other),
                    false => pair.allows(other, own),
                };
                let wrong = (1..=side).filter(|&other| !allows(other));
                wrong.fold(0, |set, other| set | 1 << (other - 1))
            };
            for (cell, other, is_first) in [(first, second, true), (second, first, false)] {
                relations[cell].push(Relation {
                    pair: index,
                    other,
                    excluded: (1..=side).map(|own| excluded(own, is_first)).collect(),
                });
            }
        }
        for (cell, seen) in sees.iter_mut().enumerate() {
            seen.remove(cell);
        }
        let units = Unit::all(rules);
        Board {
            linked: Unit::linked(&units, &sees),
            rules: Arc::clone(rules),
            side,
            peers: sees.iter().map(|seen| seen.ones().collect()).collect(),
            houses,
            of_cell,
            sees,
            relations,
            units,
            known: Known::default(),
            searched: Searched::default(),
        }
    }

    /// Returns the cages, arrows and marks with the rules among their cells.
    pub(super) fn units(&self) -> &[Unit] {
        &self.units
    }

    /// Returns what is known of the units, by their indices.
    pub(super) fn known(&self) -> &Known {
        &self.known
    }

    /// Returns the pairs of units of which cells are the same or see each other, by their indices.
    pub(super) fn linked(&self) -> &[[usize; 2]] {
        &self.linked
    }

    /// Returns what searches over several units have found.
    pub(super) fn searched(&self) -> &Searched {
        &self.searched
    }

    /// Returns the rules that the board lays out.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Returns the number of rows, columns and digits.
    #[inline]
    pub fn side(&self) -> usize {
        self.side
    }

    /// Returns the number of cells.
    #[inline]
    pub fn num_cells(&self) -> usize {
        self.of_cell.len()
    }

    /// Returns the number of houses.
    #[inline]
    pub fn num_houses(&self) -> usize {
        self.houses.len()
    }

    /// Returns the cells of a house.
    #[inline]
    pub fn cells(&self, house: usize) -> &[usize] {
        &self.houses[house]
    }

    /// Returns `true` if the house holds each digit once.
    #[inline]
    pub fn is_full(&self, house: usize) -> bool {
        self.houses[house].len() == self.side
    }

    /// Returns the indices of the houses that hold each digit once.
    pub fn full_houses(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.num_houses()).filter(|&house| self.is_full(house))
    }

    /// Returns the houses of a cell, each with the cell's position in it.
    #[inline]
    pub fn houses_of(&self, cell: usize) -> &[(usize, usize)] {
        &self.of_cell[cell]
    }

    /// Returns the houses that have all of these cells.
    pub fn common_houses(&self, cells: &[usize]) -> impl Iterator<Item = usize> {
        let others = cells[1..].to_vec();
        self.of_cell[cells[0]]
            .iter()
            .map(|&(house, _)| house)
            .filter(move |&house| others.iter().all(|&cell| self.is_in(cell, house)))
    }

    /// Returns `true` if the house has the cell.
    pub fn is_in(&self, cell: usize, house: usize) -> bool {
        self.of_cell[cell].iter().any(|&(own, _)| own == house)
    }

    /// Returns the cells that can't hold the same digit as this one.
    #[inline]
    pub fn peers(&self, cell: usize) -> &[usize] {
        &self.peers[cell]
    }

    /// Returns `true` if the two cells can't hold the same digit.
    #[inline]
    pub fn sees(&self, cell: usize, other: usize) -> bool {
        self.sees[cell].contains(other)
    }

    /// Returns the rules for two cells of a cell that say more than "different".
    #[inline]
    pub fn relations(&self, cell: usize) -> &[Relation] {
        &self.relations[cell]
    }

    /// Returns `true` if there are no rules beside houses.
    pub fn has_houses_only(&self) -> bool {
        self.rules.pairs().is_empty() && self.rules.tables().is_empty()
    }

    /// Returns the rule by which two candidates of different cells exclude each
    /// other: a house for the same digit, otherwise a rule for two cells.
    pub fn link(&self, (a, x): (usize, usize), (b, y): (usize, usize)) -> Option<Premise> {
        if x == y
            && let Some(house) = self.common_houses(&[a, b]).next()
        {
            return Some(Premise::House(self.house(house)));
        }
        let cells = [self.cell(a), self.cell(b)];
        let forbids = |pair: &Pair| match pair.cells {
            [first, second] if first == cells[0] && second == cells[1] => {
                !pair.allows(x + 1, y + 1)
            }
            [first, second] if first == cells[1] && second == cells[0] => {
                !pair.allows(y + 1, x + 1)
            }
            _ => false,
        };
        self.rules
            .pairs()
            .iter()
            .position(forbids)
            .map(Premise::Pair)
    }

    /// Returns the name of a house.
    pub fn house(&self, house: usize) -> House {
        self.rules.houses()[house]
    }

    /// Returns `true` for a row or a column.
    pub fn is_line(&self, house: usize) -> bool {
        matches!(self.house(house).kind(), HouseKind::Row | HouseKind::Col)
    }

    /// Returns the cell with this index.
    pub fn cell(&self, cell: usize) -> Cell {
        self.rules.size().cell(cell)
    }

    /// Returns the cells with these indices.
    pub fn named(&self, cells: &[usize]) -> Vec<Cell> {
        cells.iter().map(|&cell| self.cell(cell)).collect()
    }

    /// Returns the candidate of this cell and digit.
    pub fn candidate(&self, cell: usize, digit: usize) -> Candidate {
        Candidate::new(self.cell(cell), Digit::from_index(digit))
    }
}
