//! Random maps of regions (jigsaw): connected, of as many cells as the grid has rows, symmetric.
//!
//! A map starts as one cell for each region and grows by neighbours. Then boundaries move: a cell
//! passes to the region of a neighbour, with all images of both. Steps that make the sizes more
//! unequal or the boundaries longer are taken with a small probability (the Metropolis rule), until
//! all regions have the right size.

use super::Symmetry;
use super::layout::beside;
use crate::sudoku::rules::Regions;
use crate::sudoku::{Cell, Size};
use fastrand::Rng;
use itertools::Itertools as _;

/// Number of starts after which no map is found. Chosen by hand: of ten seeds for each symmetry, all
/// give a map of 8×8, 9×9 and 12×12; of 16×16 all but one for the diagonal and three for the
/// antidiagonal.
const STARTS: usize = 200;

/// Number of steps for each cell, before the first equal sizes count, and in all. Chosen by hand.
const STEPS: [usize; 2] = [20, 100];

/// Cost of a pair of neighbours in different regions, where the square of the difference between a
/// region's size and the right one costs 1. Chosen by hand: smaller costs give long thin regions.
const BOUNDARY: f64 = 0.5;

/// The region of a cell that has none yet.
const NONE: u16 = u16::MAX;

/// Returns a random map: for each cell in reading order its region, numbered from 0 in the order of
/// their first cells. The image of each region under the symmetry is a region. `None` if no such
/// map was found, as for a quarter turn in 6×6, where there is none.
///
/// The same random numbers give the same map.
pub fn regions(size: Size, symmetry: Symmetry, rng: &mut Rng) -> Option<Vec<u16>> {
    (0..STARTS).find_map(|_| {
        let mut map = Map::grown(size, symmetry, rng)?;
        map.balance(rng).then(|| Regions::named(map.region))
    })
}

/// A map while it is made. Each region is connected, and its images are regions.
struct Map {
    size: Size,
    symmetry: Symmetry,
    /// The region of each cell.
    region: Vec<u16>,
}

impl Map {
    /// Returns a map of regions of any size, if they cover the grid.
    fn grown(size: Size, symmetry: Symmetry, rng: &mut Rng) -> Option<Map> {
        let mut map = Map {
            size,
            symmetry,
            region: vec![NONE; size.num_cells()],
        };
        let mut cells: Vec<Cell> = size.cells().collect();
        rng.shuffle(&mut cells);
        // Only regions that begin on an axis or at the centre, where cells have fewer images, can
        // cover these cells.
        let regions_at = |cell: Cell| map.first_cells(cell).len();
        let most = cells.iter().map(|&cell| regions_at(cell)).max()?;
        let special = cells.iter().filter(|&&cell| regions_at(cell) < most);
        let special = special
            .take(rng.usize(..=size.side()))
            .copied()
            .collect_vec();
        let mut count = 0;
        for &cell in special.iter().chain(&cells) {
            let first = map.first_cells(cell);
            if map.of(cell) == NONE && count + first.len() <= size.side() {
                for (region, cells) in (count as u16..).zip(&first) {
                    map.set(cells.iter().map(|&cell| (cell, region)));
                }
                count += first.len();
            }
        }
        let mut grows = count == size.side();
        while grows {
            rng.shuffle(&mut cells);
            grows = false;
            for &cell in cells
                .iter()
                .filter(|&&cell| map.of(cell) == NONE)
                .collect_vec()
            {
                let near = beside(size, cell).filter(|&other| map.of(other) != NONE);
                if let Some(other) = rng.choice(near.collect_vec())
                    && map.of(cell) == NONE
                    && let Some(changes) = map.changes(cell, other)
                {
                    map.set(changes.into_iter());
                    grows = true;
                }
            }
        }
        (!map.region.contains(&NONE)).then_some(map)
    }

    /// Returns the cells of new regions: a cell and its images, in one region if they touch.
    fn first_cells(&self, cell: Cell) -> Vec<Vec<Cell>> {
        let mut regions: Vec<Vec<Cell>> = Vec::new();
        for image in self.symmetry.images(self.size, &[cell]).concat() {
            let touches = |cells: &Vec<Cell>| cells.iter().any(|&other| is_beside(image, other));
            let (touching, mut others): (Vec<_>, Vec<_>) = regions.into_iter().partition(touches);
            others.push([touching.concat(), vec![image]].concat());
            regions = others;
        }
        regions
    }

    /// Moves boundaries until all regions have the right size. Returns `false` if that takes too
    /// many steps.
    fn balance(&mut self, rng: &mut Rng) -> bool {
        let cells = self.size.num_cells();
        let [least, most] = STEPS.map(|steps| steps * cells);
        for step in 0..most {
            if step >= least && self.imbalance() == 0 {
                return true;
            }
            let cell = self.size.cell(rng.usize(..cells));
            let Some(other) = rng.choice(beside(self.size, cell).collect_vec()) else {
                continue;
            };
            if self.of(cell) == self.of(other) {
                continue;
            }
            let Some(changes) = self.changes(cell, other) else {
                continue;
            };
            let before = self.cost(&changes);
            let changed = changes
                .iter()
                .flat_map(|&(cell, region)| [self.of(cell), region])
                .unique()
                .collect_vec();
            let old = changes
                .iter()
                .map(|&(cell, _)| (cell, self.of(cell)))
                .collect_vec();
            self.set(changes.iter().copied());
            // Every image costs the same.
            let more = (self.cost(&changes) - before) / changes.len() as f64;
            let is_connected = changed.into_iter().all(|region| self.is_connected(region));
            if !is_connected || rng.f64() >= (-more).exp() {
                self.set(old.into_iter());
            }
        }
        false
    }

    /// Returns the cells that change their region, with the new one, if a cell passes to the region
    /// of a neighbour, and the images do the same; `None` if that would put a cell into two regions.
    fn changes(&self, cell: Cell, other: Cell) -> Option<Vec<(Cell, u16)>> {
        let images = self.symmetry.images(self.size, &[cell, other]);
        let changes = images.iter().map(|image| (image[0], self.of(image[1])));
        let changes = changes.unique().collect_vec();
        changes
            .iter()
            .map(|&(cell, _)| cell)
            .all_unique()
            .then_some(changes)
    }

    fn set(&mut self, changes: impl Iterator<Item = (Cell, u16)>) {
        for (cell, region) in changes {
            self.region[cell.index(self.size)] = region;
        }
    }

    /// Returns the cost of the map, up to boundaries far from the cells that change.
    fn cost(&self, changes: &[(Cell, u16)]) -> f64 {
        let boundary = changes.iter().flat_map(|&(cell, _)| {
            beside(self.size, cell).filter(move |&other| self.of(other) != self.of(cell))
        });
        self.imbalance() as f64 + BOUNDARY * boundary.count() as f64
    }

    /// Returns the sum of the squares of the differences between the sizes and the right one.
    fn imbalance(&self) -> usize {
        let side = self.size.side();
        let mut sizes = vec![0; side];
        self.region
            .iter()
            .for_each(|&region| sizes[usize::from(region)] += 1);
        sizes
            .into_iter()
            .map(|size: usize| size.abs_diff(side).pow(2))
            .sum()
    }

    /// Returns `true` if a region has a cell, and all its cells hang together.
    fn is_connected(&self, region: u16) -> bool {
        let cells = self.size.cells().filter(|&cell| self.of(cell) == region);
        let mut rest = cells.collect_vec();
        let mut reached = rest.pop().into_iter().collect_vec();
        let is_empty = reached.is_empty();
        while let Some(cell) = reached.pop() {
            let (near, far) = rest.into_iter().partition(|&other| is_beside(cell, other));
            rest = far;
            reached.extend::<Vec<Cell>>(near);
        }
        !is_empty && rest.is_empty()
    }

    fn of(&self, cell: Cell) -> u16 {
        self.region[cell.index(self.size)]
    }
}

/// Returns `true` if two cells share a side.
fn is_beside(cell: Cell, other: Cell) -> bool {
    cell.row().abs_diff(other.row()) + cell.col().abs_diff(other.col()) == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYMMETRIES: [Symmetry; 8] = [
        Symmetry::None,
        Symmetry::HalfTurn,
        Symmetry::QuarterTurn,
        Symmetry::LeftRight,
        Symmetry::UpDown,
        Symmetry::Diagonal,
        Symmetry::Antidiagonal,
        Symmetry::Full,
    ];

    /// Returns the cells that are reached from a cell within its region, by definition.
    fn reached(map: &[u16], size: Size, start: Cell) -> usize {
        let mut is_reached = vec![false; map.len()];
        is_reached[start.index(size)] = true;
        for _ in 0..map.len() {
            for (cell, other) in size
                .cells()
                .flat_map(|cell| [cell; 4].into_iter().zip(beside(size, cell)))
            {
                let [at, to] = [cell, other].map(|cell| cell.index(size));
                is_reached[to] |= is_reached[at] && map[at] == map[to];
            }
        }
        is_reached.into_iter().filter(|&is| is).count()
    }

    #[test]
    fn maps_are_connected_equal_and_symmetric() {
        for (side, symmetry) in (4..=9).cartesian_product(SYMMETRIES) {
            let size = Size::new(side).unwrap();
            let draw = |seed| regions(size, symmetry, &mut Rng::with_seed(seed));
            let Some(map) = draw(1) else {
                // Axes of an odd or prime number of cells fit no regions of these sizes.
                let axes = !matches!(
                    symmetry,
                    Symmetry::HalfTurn | Symmetry::LeftRight | Symmetry::UpDown | Symmetry::None
                );
                assert!(axes && [5, 6, 7].contains(&side), "{side} {symmetry:?}");
                continue;
            };
            assert_eq!(draw(1).as_ref(), Some(&map), "the same seed");
            if symmetry == Symmetry::None {
                assert!(
                    (2..9).any(|seed| draw(seed).as_ref() != Some(&map)),
                    "another seed"
                );
            }
            let of = |cell: Cell| map[cell.index(size)];
            for cell in size.cells() {
                assert_eq!(reached(&map, size, cell), side, "{map:?}");
                for other in size.cells() {
                    for image in symmetry.images(size, &[cell, other]) {
                        let [own, others] =
                            [[cell, other], [image[0], image[1]]].map(|[a, b]| of(a) == of(b));
                        assert_eq!(own, others, "{map:?}");
                    }
                }
            }
        }
        let size = Size::new(6).unwrap();
        assert_eq!(
            regions(size, Symmetry::QuarterTurn, &mut Rng::with_seed(1)),
            None
        );
    }
}
