//! The tables of a grid that depend on the rules alone.
//!
//! For each digit and house, the places that are left are a mask of 16 bits. The masks of 32
//! houses, a block, are the lanes of one row. So one pass over the rows of a block finds, for
//! 32 houses at once, the digits with one place left. The compiler turns loops over lanes into
//! vector instructions.

use crate::sudoku::{HouseKind, Rules};

/// Number of houses in a block.
pub(super) const LANES: usize = 32;

/// One mask for each house of a block.
pub(super) type Lanes = [u16; LANES];

/// The masks of the first [`SIDE`] houses, of which the rows are the first. They are a set of cells.
pub(super) type Rows = [u16; SIDE];

/// Largest size whose digits and places are bits of a mask, and whose cells are numbers of 8 bits.
pub(super) const SIDE: usize = 16;

/// Number of cells of the largest size.
pub(super) const CELLS: usize = SIDE * SIDE;

/// The tables of a grid that depend on the rules alone.
pub(super) struct Shape {
    pub side: usize,
    pub num_cells: usize,
    pub num_houses: usize,
    /// Number of blocks of houses.
    pub blocks: usize,
    /// For each house, the cell at each of [`SIDE`] places.
    cells: Vec<[u8; SIDE]>,
    /// Number of houses stored for each cell.
    per_cell: usize,
    /// For each cell `per_cell` houses; where it has fewer, the last is repeated.
    houses: Vec<u8>,
    /// For each cell and block, the places of the cell.
    places: Vec<Places>,
    /// All places of rows, in their lanes.
    pub rows: Rows,
}

/// The places of a cell in the houses of a block.
#[derive(Clone)]
pub(super) struct Places {
    /// The places of the cell itself.
    pub own: Lanes,
    /// The places of the other cells that share a house with it.
    pub peers: Lanes,
}

impl Shape {
    /// Returns the tables; `None` if the grid is too large, or there is a rule other than
    /// houses that hold every digit.
    pub(super) fn new(rules: &Rules) -> Option<Shape> {
        let (size, num_houses) = (rules.size(), rules.houses().len());
        let (side, num_cells) = (size.side(), size.num_cells());
        let is_plain = rules.pairs().is_empty() && rules.tables().is_empty();
        let rows_first = rules.houses_of_kind(HouseKind::Row) == (0..side);
        if side > SIDE
            || num_houses > usize::from(u8::MAX)
            || !is_plain
            || !rules.are_houses_full()
            || !rows_first
        {
            return None;
        }
        let blocks = num_houses.div_ceil(LANES);
        let mut cells = vec![[0; SIDE]; num_houses];
        let mut own = vec![[0; LANES]; num_cells * blocks];
        for (house, cells) in cells.iter_mut().enumerate() {
            for (place, cell) in rules.cells(house).iter().enumerate() {
                let cell = cell.index(size);
                cells[place] = cell as u8;
                own[cell * blocks + house / LANES][house % LANES] |= 1 << place;
            }
        }
        let per_cell = size.cells().map(|cell| rules.houses_of(cell).len()).max()?;
        let mut houses = Vec::new();
        let mut places = Vec::new();
        for (index, cell) in size.cells().enumerate() {
            let of_cell = rules.houses_of(cell);
            houses.extend((0..per_cell).map(|k| of_cell[k.min(of_cell.len() - 1)] as u8));
            for block in 0..blocks {
                let mut peers = [0; LANES];
                for &peer in of_cell
                    .iter()
                    .flat_map(|&house| rules.cells(house as usize))
                {
                    let own = &own[peer.index(size) * blocks + block];
                    let own = own.iter().map(|own| if peer == cell { 0 } else { *own });
                    peers.iter_mut().zip(own).for_each(|(all, own)| *all |= own);
                }
                let own = own[index * blocks + block];
                places.push(Places { own, peers });
            }
        }
        let mut rows = [0; SIDE];
        rows[..side].fill(u16::MAX >> (SIDE - side));
        Some(Shape {
            side,
            num_cells,
            num_houses,
            blocks,
            cells,
            per_cell,
            houses,
            places,
            rows,
        })
    }

    /// Returns the houses of a cell. The first is its row.
    #[inline]
    pub(super) fn houses(&self, cell: u8) -> &[u8] {
        &self.houses[usize::from(cell) * self.per_cell..][..self.per_cell]
    }

    /// Returns the places of a cell in the houses of a block, of which there are `blocks`.
    #[inline(always)]
    pub(super) fn places(&self, cell: u8, blocks: usize, block: usize) -> &Places {
        &self.places[usize::from(cell) * blocks + block]
    }

    /// Returns the row of a cell, and its place there.
    #[inline(always)]
    pub(super) fn spot(&self, cell: u8) -> (usize, usize) {
        (usize::from(cell) / self.side, usize::from(cell) % self.side)
    }

    /// Returns the cell at a place of a house.
    #[inline(always)]
    pub(super) fn cell(&self, house: usize, place: usize) -> u8 {
        self.cells[house][place]
    }
}
