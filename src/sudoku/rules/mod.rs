//! The rules of a puzzle: one noun for every variant.
//!
//! The setter states a [`Spec`]. [`Rules`] are the constraints that follow from it, in
//! the three kinds that reductions, engines and drawings work on:
//!
//! | kind | what it says | rules |
//! |---|---|---|
//! | house | no digit is twice in these cells; each is there once if there are as many cells as digits | rows, columns, boxes, regions, diagonals, windows, disjoint groups, extra houses, cages without repeats |
//! | [`Pair`] | two cells stand in a relation | rules of the table of rules |
//! | [`Table`] | the digits of some cells fit together as a whole | sums of cages, arrows, rules of the table of rules |
//!
//! The table of rules (the module `rows`) has the rules that are data: a name, the shape of
//! the marks, a [`Condition`], a sentence and a drawing ([`Rule`]). A setter's [`Mark`]
//! states such a rule for some cells, and a user states rules of their own. Conditions of
//! two cells become pairs, others become tables with a [`Machine`].
//!
//! A fourth kind, the digits that a cell may have, is the puzzle's
//! ([`super::Puzzle::excluded`]): clues, pencil marks, even and odd cells.
//!
//! Plain Sudoku of n²×n² is the special case of n×n boxes and nothing else:
//! [`Rules::plain`].

mod coded;
pub(crate) mod condition;
mod derive;
mod error;
mod machine;
mod pair;
mod relation;
mod rows;
mod rule;
mod spec;
mod table;
mod work;

pub use error::RulesError;
pub use machine::{Machine, Selection, TooLarge};
pub use pair::Pair;
pub use relation::{Relation, TooManyRelations};
pub(crate) use rule::SIGNS;
pub use rule::{
    Compiled, Condition, Drawing, Ends, Mark, Numbers, Rule, RuleId, Shape, TooManyRules,
};
pub use spec::{Arrow, Cage, Parity, Regions, Spec};
pub use table::{Marked, Table, TableKind};
pub use work::Work;

use super::{Cell, House, HouseKind, Size};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The constraints that a filled grid must obey beside the clues.
///
/// ```
/// use sudosat::sudoku::{Cell, HouseKind, Puzzle, Rules};
/// use sudosat::sudoku::rules::Spec;
///
/// let mut spec = Spec::boxes(3, 3).unwrap();
/// spec.diagonals = [true; 2];
/// let rules = std::sync::Arc::new(Rules::new(spec)?);
/// assert_eq!(rules.houses().len(), 29);
/// assert_eq!(rules.houses_of_kind(HouseKind::Diagonal).len(), 2);
/// let puzzle = Puzzle::new(rules);
/// # Ok::<(), sudosat::sudoku::rules::RulesError>(())
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Rules {
    spec: Spec,
    /// Sorted by kind, in the order of [`HouseKind::ALL`], then by grid, and then by number.
    houses: Vec<House>,
    /// For each kind the index of its first house; one entry more than kinds.
    kind_starts: [u32; HouseKind::ALL.len() + 1],
    /// The cells of each house, in reading order.
    cells: Lists<Cell>,
    /// The houses of each cell, by index, ascending.
    of_cell: Lists<u32>,
    pairs: Vec<Pair>,
    /// For each mark of the setter, the number of pairs of it and of those before it.
    pair_ends: Vec<usize>,
    tables: Vec<Table>,
}

impl Rules {
    /// Returns the rules of plain Sudoku of order n, made once and shared; `None` if
    /// there is no such order.
    pub fn plain(n: usize) -> Option<Arc<Rules>> {
        static PLAIN: [OnceLock<Arc<Rules>>; Size::MAX_ORDER] =
            [const { OnceLock::new() }; Size::MAX_ORDER];
        let place = PLAIN.get(n.checked_sub(1)?)?;
        let spec = Spec::boxes(n, n)?;
        let rules = || Arc::new(Rules::new(spec).expect("boxes make sense"));
        Some(Arc::clone(place.get_or_init(rules)))
    }

    /// Returns the rules that a grid of this size has where no others are stated
    /// ([`Spec::usual`]), those of a Latin square for a prime size.
    pub fn usual(size: Size) -> Arc<Rules> {
        let plain = size.order().and_then(Rules::plain);
        plain.unwrap_or_else(|| {
            let spec = Spec::usual(size).unwrap_or_else(|| Spec::latin(size));
            Arc::new(Rules::new(spec).expect("boxes make sense"))
        })
    }

    /// Returns the setter's statements.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Returns the size of the grid.
    #[inline]
    pub fn size(&self) -> Size {
        self.spec.size
    }

    /// Returns the order n, if these are the rules of plain Sudoku: n×n boxes and no
    /// other rule.
    pub fn order(&self) -> Option<usize> {
        let n = self.size().order()?;
        let is_boxes = self.spec.regions == Regions::Boxes { rows: n, cols: n };
        let is_plain = is_boxes
            && self.houses.len() == 3 * self.size().side()
            && self.pairs.is_empty()
            && self.tables.is_empty()
            && self.spec.marks.is_empty()
            && self.spec.parities.is_empty();
        is_plain.then_some(n)
    }

    /// Returns the houses: rows, columns, boxes or regions, and then the others by
    /// kind.
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// Returns the indices of the houses of a kind.
    pub fn houses_of_kind(&self, kind: HouseKind) -> Range<usize> {
        let [start, end] = [0, 1].map(|next| self.kind_starts[kind as usize + next] as usize);
        start..end
    }

    /// Returns the index of a house in [`Rules::houses`].
    ///
    /// The rules must have this house.
    #[inline]
    pub fn index(&self, house: House) -> usize {
        let of_kind = self.houses_of_kind(house.kind());
        match house.grid() {
            None => of_kind.start + house.number(),
            Some(_) => of_kind.start + self.houses[of_kind].partition_point(|other| *other < house),
        }
    }

    /// Returns the cells of the house with this index, in reading order.
    #[inline]
    pub fn cells(&self, house: usize) -> &[Cell] {
        self.cells.get(house)
    }

    /// Returns the cells of a house, in reading order.
    pub fn cells_of(&self, house: House) -> &[Cell] {
        self.cells(self.index(house))
    }

    /// Returns `true` if the house with this index has as many cells as there
    /// are digits: then it holds each digit exactly once.
    #[inline]
    pub fn is_full(&self, house: usize) -> bool {
        self.cells(house).len() == self.size().side()
    }

    /// Returns `true` if [`Rules::is_full`] holds for every house: each digit is in each house.
    pub(crate) fn are_houses_full(&self) -> bool {
        // No house has more.
        self.cells.items.len() == self.houses.len() * self.size().side()
    }

    /// Returns the indices of the houses of a cell, ascending: in one grid its row and its
    /// column are the first two.
    #[inline]
    pub fn houses_of(&self, cell: Cell) -> &[u32] {
        self.houses_of_place(cell.index(self.size()))
    }

    /// Returns the same for the cell at this place in reading order.
    #[inline]
    pub(crate) fn houses_of_place(&self, place: usize) -> &[u32] {
        self.of_cell.get(place)
    }

    /// Returns the pairs of cells that stand in a relation.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Returns the index in [`Spec::marks`] of the mark that the pair with this index comes from.
    pub fn mark_of_pair(&self, pair: usize) -> usize {
        self.pair_ends.partition_point(|&end| end <= pair)
    }

    /// Returns the cells whose digits fit together as a whole.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Returns a number for each cell in reading order, the same for cells in the same box or
    /// region of each grid: where it changes between neighbours, a drawing has a wall.
    pub fn regions(&self) -> Vec<usize> {
        let size = self.size();
        if size.is_one_grid() {
            let region = |cell| self.region(cell).unwrap_or(0);
            return size.cells().map(region).collect();
        }
        let mut numbers = HashMap::new();
        let in_grids = |cell: Cell| -> Vec<Option<Cell>> {
            let box_of = |start: &Cell| {
                let row = cell.row().checked_sub(start.row())?;
                let col = cell.col().checked_sub(start.col())?;
                let is_inside = row.max(col) < size.side();
                is_inside.then(|| match self.spec.regions {
                    Regions::Boxes { rows, cols } => Cell::new(row / rows, col / cols),
                    _ => Cell::new(0, 0),
                })
            };
            size.starts().iter().map(box_of).collect()
        };
        let regions = size.cells().map(|cell| {
            let next = numbers.len();
            *numbers.entry(in_grids(cell)).or_insert(next)
        });
        regions.collect()
    }

    /// Returns the box or region of a cell of one grid, from 0, if the grid has any.
    pub fn region(&self, cell: Cell) -> Option<usize> {
        match &self.spec.regions {
            Regions::None => None,
            Regions::Boxes { rows, cols } => {
                // A row of boxes has as many as a box has rows.
                Some(cell.row() / rows * rows + cell.col() / cols)
            }
            Regions::Map(map) => Some(usize::from(map[cell.index(self.size())])),
        }
    }
}

/// Lists of items, one behind the other in a single vector.
#[derive(Debug, PartialEq, Eq)]
struct Lists<T> {
    /// For each list, the index of its first item; one entry more than lists.
    starts: Vec<usize>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    fn new() -> Lists<T> {
        Lists {
            starts: vec![0],
            items: Vec::new(),
        }
    }

    fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.starts.push(self.items.len());
    }

    #[inline]
    fn get(&self, list: usize) -> &[T] {
        &self.items[self.starts[list]..self.starts[list + 1]]
    }
}
