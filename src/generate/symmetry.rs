//! Symmetric patterns of clues.

use crate::sudoku::{Cell, Size};

/// A symmetry of the pattern of clues: with a cell, its images have clues too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Any pattern.
    #[default]
    None,
    /// The pattern looks the same after half a turn, as in most newspapers.
    HalfTurn,
    /// It looks the same after a quarter turn.
    QuarterTurn,
    /// The left half mirrors the right half.
    LeftRight,
    /// The upper half mirrors the lower half.
    UpDown,
    /// Mirrored in the diagonal from the upper left corner.
    Diagonal,
    /// Mirrored in the diagonal from the upper right corner.
    Antidiagonal,
    /// All of these.
    Full,
}

impl Symmetry {
    /// Returns the cells in groups, each of which has clues in all cells or in none:
    /// a cell with its images. Each cell is in one group.
    pub fn groups(self, size: Size) -> Vec<Vec<Cell>> {
        let mut is_grouped = vec![false; size.num_cells()];
        let mut groups = Vec::new();
        for cell in size.cells() {
            let mut group = vec![cell];
            if std::mem::replace(&mut is_grouped[cell.index(size)], true) {
                continue;
            }
            for image in self.images(size, &[cell]).into_iter().flatten() {
                if !std::mem::replace(&mut is_grouped[image.index(size)], true) {
                    group.push(image);
                }
            }
            groups.push(group);
        }
        groups
    }

    /// Returns some cells and their different images, each in the same order. The symmetry is one
    /// of the grids ([`Symmetry::fits`]).
    pub fn images(self, size: Size, cells: &[Cell]) -> Vec<Vec<Cell>> {
        let (last, right) = (size.rows() - 1, size.cols() - 1);
        let half_turn = |cell: Cell| Cell::new(last - cell.row(), right - cell.col());
        let quarter_turn = |cell: Cell| Cell::new(cell.col(), last - cell.row());
        let left_right = |cell: Cell| Cell::new(cell.row(), right - cell.col());
        let up_down = |cell: Cell| Cell::new(last - cell.row(), cell.col());
        let diagonal = |cell: Cell| Cell::new(cell.col(), cell.row());
        let antidiagonal = |cell: Cell| Cell::new(right - cell.col(), last - cell.row());
        let images: &[&dyn Fn(Cell) -> Cell] = match self {
            Symmetry::None => &[],
            Symmetry::HalfTurn => &[&half_turn],
            Symmetry::QuarterTurn => &[&quarter_turn],
            Symmetry::LeftRight => &[&left_right],
            Symmetry::UpDown => &[&up_down],
            Symmetry::Diagonal => &[&diagonal],
            Symmetry::Antidiagonal => &[&antidiagonal],
            Symmetry::Full => &[&quarter_turn, &left_right],
        };
        let mut all = vec![cells.to_vec()];
        let mut done = 0;
        while done < all.len() {
            for image in images {
                let next: Vec<Cell> = all[done].iter().map(|&cell| image(cell)).collect();
                if !all.contains(&next) {
                    all.push(next);
                }
            }
            done += 1;
        }
        all
    }

    /// Returns `true` if the grids look the same after it, as one grid does after each.
    pub fn fits(self, size: Size) -> bool {
        use Symmetry::{Antidiagonal, Diagonal, Full, QuarterTurn};
        let turns = matches!(self, QuarterTurn | Diagonal | Antidiagonal | Full);
        let has = |cell: Cell| {
            let images = self.images(size, &[cell]);
            images.into_iter().flatten().all(|image| size.has(image))
        };
        (size.rows() == size.cols() || !turns) && size.cells().all(has)
    }

    /// Returns `true` if a pattern of this symmetry can have this number of clues.
    pub fn allows(self, size: Size, clues: usize) -> bool {
        // Number of groups of each length.
        let mut groups = [0; 9];
        for group in self.groups(size) {
            groups[group.len()] += 1;
        }
        let mut is_possible = vec![false; clues + 1];
        is_possible[0] = true;
        for (length, &most) in groups.iter().enumerate().skip(1) {
            // Groups of this length in the pattern with so many clues.
            let mut used = vec![0; clues + 1];
            for count in length..=clues {
                let before = count - length;
                if !is_possible[count] && is_possible[before] && used[before] < most {
                    is_possible[count] = true;
                    used[count] = used[before] + 1;
                }
            }
        }
        is_possible[clues]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_the_known_sizes() {
        let size = Size::of_order(3).unwrap();
        let sizes = |symmetry: Symmetry| {
            let groups = symmetry.groups(size);
            let mut counts = [0; 9];
            groups.iter().for_each(|group| counts[group.len()] += 1);
            let all: usize = groups.iter().map(Vec::len).sum();
            assert_eq!(all, 81);
            (counts[1], counts[2], counts[4], counts[8])
        };
        assert_eq!(sizes(Symmetry::None), (81, 0, 0, 0));
        assert_eq!(sizes(Symmetry::HalfTurn), (1, 40, 0, 0));
        assert_eq!(sizes(Symmetry::QuarterTurn), (1, 0, 20, 0));
        assert_eq!(sizes(Symmetry::LeftRight), (9, 36, 0, 0));
        assert_eq!(sizes(Symmetry::Antidiagonal), (9, 36, 0, 0));
        assert_eq!(sizes(Symmetry::Full), (1, 0, 8, 6));
        assert!(Symmetry::QuarterTurn.allows(size, 25));
        assert!(!Symmetry::QuarterTurn.allows(size, 26));
        assert!(Symmetry::None.allows(size, 81));
        assert!(!Symmetry::None.allows(size, 82));
        assert!(Symmetry::Full.allows(size, 81));
    }
}
