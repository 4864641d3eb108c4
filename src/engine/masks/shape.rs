//! The tables of a grid that depend on the rules alone.
//!
//! The candidates of each cell are a mask of 16 bits. Masks are kept once for each house
//! of the cell, in lanes: row `k` of a block has the masks of the `k`-th cells of 32
//! houses. So one pass over the rows of a block finds, for 32 houses at once, the digits
//! with one place left. The compiler turns loops over lanes into vector instructions.

use crate::sudoku::{HouseKind, Rules};

/// Number of houses in a block.
pub(super) const LANES: usize = 32;

/// One mask for each house of a block.
pub(super) type Lanes = [u16; LANES];

/// Largest size whose digits are bits of a mask, and whose cells are numbers of 8 bits.
pub(super) const SIDE: usize = 16;

/// Number of cells of the largest size.
pub(super) const CELLS: usize = SIDE * SIDE;

/// A place where the mask of a cell is kept.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    /// Index among all masks.
    pub slot: u16,
    /// The house.
    pub house: u8,
}

/// The tables of a grid that depend on the rules alone.
pub(super) struct Shape {
    pub side: usize,
    pub num_cells: usize,
    pub num_houses: usize,
    /// Number of blocks of houses.
    pub blocks: usize,
    /// The mask with every digit.
    pub full: u16,
    /// For each mask the cell.
    pub cells: Vec<u8>,
    /// Number of spots stored for each cell.
    pub per_cell: usize,
    /// For each cell `per_cell` spots; where it has fewer, the last is repeated.
    spots: Vec<Spot>,
    /// For each cell, the masks of all cells that share a house with it: all bits set,
    /// and in other masks none.
    peers: Vec<Lanes>,
    /// The masks of a grid without clues. Lanes without a house are full.
    pub blank: Vec<Lanes>,
    /// For each lane, the digits that need no place: all of them without a house.
    pub done: Vec<Lanes>,
}

impl Shape {
    /// Returns the tables; `None` if the grid is too large, or there is a rule other than
    /// houses that hold every digit.
    pub(super) fn new(rules: &Rules) -> Option<Shape> {
        let (size, houses) = (rules.size(), rules.houses().len());
        let (side, num_cells) = (size.side(), size.num_cells());
        let is_plain = rules.pairs().is_empty() && rules.tables().is_empty();
        let rows_first = rules.houses_of_kind(HouseKind::Row) == (0..side);
        if side > SIDE
            || houses > usize::from(u8::MAX)
            || !is_plain
            || !rules.are_houses_full()
            || !rows_first
        {
            return None;
        }
        let blocks = houses.div_ceil(LANES);
        let height = blocks * side;
        let mut cells = vec![0; height * LANES];
        let mut spots_of: Vec<Vec<Spot>> = vec![Vec::new(); num_cells];
        for house in 0..houses {
            for (place, &cell) in rules.cells(house).iter().enumerate() {
                let slot = (house / LANES * side + place) * LANES + house % LANES;
                let cell = cell.index(size);
                cells[slot] = cell as u8;
                spots_of[cell].push(Spot {
                    slot: slot as u16,
                    house: house as u8,
                });
            }
        }
        let per_cell = spots_of.iter().map(Vec::len).max()?;
        let mut spots = Vec::new();
        let mut peers = vec![[0; LANES]; num_cells * height];
        for (index, cell) in size.cells().enumerate() {
            let of_cell = &spots_of[index];
            spots.extend((0..per_cell).map(|k| of_cell[k.min(of_cell.len() - 1)]));
            let masks = peers[index * height..][..height].as_flattened_mut();
            let houses = rules.houses_of(cell).iter();
            for &peer in houses.flat_map(|&house| rules.cells(house as usize)) {
                for spot in &spots_of[peer.index(size)] {
                    masks[usize::from(spot.slot)] = u16::MAX;
                }
            }
        }
        let full = u16::MAX >> (SIDE - side);
        let mut done = vec![[full; LANES]; blocks];
        done.as_flattened_mut()[..houses].fill(0);
        Some(Shape {
            side,
            num_cells,
            num_houses: houses,
            blocks,
            full,
            cells,
            per_cell,
            spots,
            peers,
            blank: vec![[full; LANES]; height],
            done,
        })
    }

    /// Returns the places of a cell's mask.
    #[inline(always)]
    pub(super) fn spots(&self, cell: u8) -> &[Spot] {
        &self.spots[usize::from(cell) * self.per_cell..][..self.per_cell]
    }

    /// Returns the masks of the cells that share a house with a cell, and its own.
    #[inline(always)]
    pub(super) fn peers(&self, cell: u8) -> &[Lanes] {
        let height = self.blank.len();
        &self.peers[usize::from(cell) * height..][..height]
    }

    /// Returns the cell at a place of a house.
    #[inline]
    pub(super) fn cell(&self, house: usize, place: usize) -> u8 {
        self.cells[(house / LANES * self.side + place) * LANES + house % LANES]
    }
}
