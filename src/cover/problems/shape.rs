//! Shapes of unit cells in the plane or in space: their orientations, their
//! placements, and the symmetries of a space.

use itertools::Itertools;
use std::collections::{BTreeSet, HashMap};

/// Layer, row and column of a cell. Flat shapes have layer 0.
pub(super) type Cell = [i32; 3];

/// Cells in order, with 0 as the least value of each coordinate.
pub(super) type Shape = Vec<Cell>;

/// A rotation or reflection: the image of each axis, and the axes that are
/// reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    axes: [usize; 3],
    signs: [i32; 3],
}

impl Turn {
    /// Returns the eight symmetries of a square, the identity first.
    pub(super) fn flat() -> Vec<Turn> {
        Turn::all()
            .filter(|turn| turn.axes[0] == 0 && turn.signs[0] == 1)
            .collect()
    }

    /// Returns the 24 rotations of a cube, the identity first.
    pub(super) fn rotations() -> Vec<Turn> {
        Turn::all().filter(|turn| turn.is_rotation()).collect()
    }

    /// Returns the 48 symmetries of a cube, including reflections, the identity
    /// first.
    pub(super) fn all() -> impl Iterator<Item = Turn> {
        let signs = [1, -1];
        (0..3).permutations(3).flat_map(move |axes| {
            itertools::iproduct!(signs, signs, signs).map(move |(a, b, c)| Turn {
                axes: [axes[0], axes[1], axes[2]],
                signs: [a, b, c],
            })
        })
    }

    /// Returns `true` if it is a rotation: its determinant is 1.
    fn is_rotation(self) -> bool {
        let [a, b, c] = self.axes;
        let inversions = usize::from(a > b) + usize::from(a > c) + usize::from(b > c);
        let reversed = self.signs.iter().filter(|&&sign| sign < 0).count();
        (inversions + reversed).is_multiple_of(2)
    }

    fn apply(self, cell: Cell) -> Cell {
        [0, 1, 2].map(|axis| self.signs[axis] * cell[self.axes[axis]])
    }
}

/// Returns the cells in order, moved so that the least value of each coordinate
/// is 0.
pub(super) fn normal(cells: impl IntoIterator<Item = Cell>) -> Shape {
    let mut cells: Shape = cells.into_iter().collect();
    for axis in 0..3 {
        let least = cells.iter().map(|cell| cell[axis]).min().unwrap_or(0);
        for cell in &mut cells {
            cell[axis] -= least;
        }
    }
    cells.sort_unstable();
    cells
}

/// Parses the drawing of a shape: rows separated by `/`, with `#` for a cell.
pub(super) fn shape(drawing: &str) -> Shape {
    let rows = drawing.split('/').enumerate();
    normal(rows.flat_map(|(row, line)| {
        let cells = line.char_indices().filter(|&(_, c)| c == '#');
        cells.map(move |(col, _)| [0, row as i32, col as i32])
    }))
}

/// Returns the different orientations of a shape, in order.
pub(super) fn orientations(shape: &[Cell], turns: &[Turn]) -> BTreeSet<Shape> {
    let turned = |turn: &Turn| normal(shape.iter().map(|&cell| turn.apply(cell)));
    turns.iter().map(turned).collect()
}

/// The cells of a space to be filled, numbered in order.
pub(super) struct Space {
    cells: Shape,
    numbers: HashMap<Cell, usize>,
}

impl Space {
    /// Creates a space of these cells, moved so that the least coordinates are
    /// 0.
    pub(super) fn new(cells: impl IntoIterator<Item = Cell>) -> Space {
        let cells = normal(cells);
        let numbers = cells.iter().copied().zip(0..).collect();
        Space { cells, numbers }
    }

    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns all placements of a shape without turning it. Each is the
    /// ascending list of its cells' numbers.
    pub(super) fn placements<'a>(
        &'a self,
        shape: &'a [Cell],
    ) -> impl Iterator<Item = Vec<usize>> + 'a {
        let size = |axis| self.cells.iter().map(|cell: &Cell| cell[axis]).max();
        let [depth, height, width] = [0, 1, 2].map(|axis| size(axis).unwrap_or(-1));
        let offsets = itertools::iproduct!(0..=depth, 0..=height, 0..=width);
        offsets.filter_map(move |(layer, row, col)| {
            let cells = shape.iter().map(|&[z, y, x]| [z + layer, y + row, x + col]);
            cells.map(|cell| self.numbers.get(&cell).copied()).collect()
        })
    }

    /// Returns those of the given symmetries that map the space to itself, each
    /// as the number of every cell's image.
    pub(super) fn symmetries(&self, turns: &[Turn]) -> Vec<Vec<usize>> {
        turns
            .iter()
            .filter_map(|&turn| self.symmetry(turn))
            .collect()
    }

    fn symmetry(&self, turn: Turn) -> Option<Vec<usize>> {
        let turned: Vec<Cell> = self.cells.iter().map(|&cell| turn.apply(cell)).collect();
        let least = [0, 1, 2].map(|axis| turned.iter().map(|cell: &Cell| cell[axis]).min());
        let moved = turned
            .iter()
            .map(|cell| [0, 1, 2].map(|axis| cell[axis] - least[axis].unwrap_or(0)));
        moved.map(|cell| self.numbers.get(&cell).copied()).collect()
    }
}

/// Returns a placement's image under a symmetry.
pub(super) fn image(placement: &[usize], symmetry: &[usize]) -> Vec<usize> {
    let mut cells: Vec<usize> = placement.iter().map(|&cell| symmetry[cell]).collect();
    cells.sort_unstable();
    cells
}

/// Returns `true` if a placement is the first among its images.
pub(super) fn is_first(placement: &[usize], symmetries: &[Vec<usize>]) -> bool {
    symmetries
        .iter()
        .all(|symmetry| placement <= image(placement, symmetry).as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_those_of_the_square_and_the_cube() {
        let identity = Turn {
            axes: [0, 1, 2],
            signs: [1, 1, 1],
        };
        for (turns, number) in [
            (Turn::flat(), 8),
            (Turn::rotations(), 24),
            (Turn::all().collect(), 48),
        ] {
            assert_eq!((turns.len(), turns[0]), (number, identity));
        }
    }

    #[test]
    fn shapes_turn() {
        let number = |drawing, turns: &[Turn]| orientations(&shape(drawing), turns).len();
        let flat = Turn::flat();
        assert_eq!(number("#/#", &flat), 2);
        assert_eq!(number("#./##", &flat), 4);
        assert_eq!(number(".##/##./.#.", &flat), 8);
        assert_eq!(number("##/##", &Turn::rotations()), 3);
        assert_eq!(number("#./#./##", &Turn::rotations()), 24);
    }

    #[test]
    fn shapes_fit_where_all_their_cells_are() {
        let space = Space::new(shape("###/#.#"));
        let bar = shape("##");
        let placements: Vec<_> = space.placements(&bar).collect();
        assert_eq!(placements, [[0, 1], [1, 2]]);
        assert_eq!(space.symmetries(&Turn::flat()).len(), 2);
        assert_eq!(Space::new([]).placements(&bar).count(), 0);
    }
}
