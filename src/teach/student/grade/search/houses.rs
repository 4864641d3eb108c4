//! Families of houses that are about other sets of cells.

use super::Search;
use crate::encode::Family;
use crate::formula::Lit;
use crate::sudoku::rules::Regions;
use crate::sudoku::{Candidate, Cell, Digit, HouseKind};
use crate::teach::student::grade::cause::{Kind, Shape};
use crate::teach::student::grade::reference::sorted;
use crate::teach::student::grade::work::Repair;
use itertools::Itertools as _;
use rustc_hash::FxHashSet;

impl Search<'_> {
    /// Families of houses that are about other sets of cells.
    pub(super) fn houses(&mut self) {
        let size = self.reference().size();
        let strange = self.work.strange();
        let sets = strange.iter().filter(|(_, clause)| !clause.is_empty());
        let sets = sets.filter_map(|(place, clause)| {
            let all: Option<Vec<Candidate>> =
                clause.iter().map(|&lit| self.work.candidate(lit)).collect();
            let all = all?;
            let is_set = all.iter().map(|candidate| candidate.digit).all_equal()
                && match clause[0].is_positive() {
                    true => clause.iter().all(|lit| lit.is_positive()) && clause.len() > 2,
                    false => clause.iter().all(|lit| lit.is_negative()) && clause.len() == 2,
                };
            is_set.then(|| {
                let cells: Vec<Cell> = all.iter().map(|candidate| candidate.cell).collect();
                (*place, clause[0].is_positive(), cells)
            })
        });
        let sets: Vec<(usize, bool, Vec<Cell>)> = sets.collect();
        for is_at_least in [true, false] {
            let of_kind = sets
                .iter()
                .filter(|(_, positive, _)| *positive == is_at_least);
            let of_kind: Vec<_> = of_kind.collect();
            if of_kind.len() < size.side() {
                continue;
            }
            let cells: Vec<&Vec<Cell>> = of_kind.iter().map(|(_, _, cells)| cells).collect();
            let first = of_kind[0].0;
            if is_at_least && self.is_sliding(&cells) {
                let family = Family::AtLeastOne(HouseKind::Box);
                let repair = Repair {
                    remove: of_kind.iter().map(|(place, ..)| *place).collect(),
                    add: self.work.missing(family).into_iter().cloned().collect(),
                };
                let kind = Kind::Houses(HouseKind::Box, Shape::Sliding, first);
                self.add(kind, repair);
                continue;
            }
            // The houses of one kind must be those that are missing.
            let lacks = |family: &Family| {
                let missing = self.work.missing(*family).len();
                match *family {
                    Family::AtLeastOne(_) => is_at_least && missing > 1,
                    Family::AtMostOne(_) => {
                        let own = self.reference().own(*family).len();
                        !is_at_least && missing > 1 && missing <= own
                    }
                    _ => false,
                }
            };
            let mut families: Vec<Family> = self.all_families();
            families.retain(lacks);
            let is_box = |family: &&Family| {
                matches!(
                    family,
                    Family::AtLeastOne(HouseKind::Box | HouseKind::Region)
                        | Family::AtMostOne(HouseKind::Box | HouseKind::Region)
                )
            };
            let family = families.iter().find(is_box).or(families.first());
            let Some(&family) = family else {
                continue;
            };
            let (Family::AtLeastOne(kind) | Family::AtMostOne(kind)) = family else {
                continue;
            };
            let shape = self.shape(kind, is_at_least, &cells);
            let repair = Repair {
                remove: of_kind.iter().map(|(place, ..)| *place).collect(),
                add: self.work.missing(family).into_iter().cloned().collect(),
            };
            self.add(Kind::Houses(kind, shape, first), repair);
        }
    }

    /// Returns `true` if the sets are all rectangles of a box's height and width that are
    /// no boxes.
    fn is_sliding(&self, sets: &[&Vec<Cell>]) -> bool {
        let rules = self.reference().rules();
        let Regions::Boxes { rows, cols } = rules.spec().regions else {
            return false;
        };
        let corners = sets.iter().map(|set| {
            let row = set.iter().map(|cell| cell.row()).min()?;
            let col = set.iter().map(|cell| cell.col()).min()?;
            let is_inside = |cell: &Cell| cell.row() < row + rows && cell.col() < col + cols;
            let is_whole = set.iter().unique().count() == rows * cols;
            (is_whole && set.iter().all(is_inside)).then_some((row, col))
        });
        let Some(corners) = corners.collect::<Option<FxHashSet<(usize, usize)>>>() else {
            return false;
        };
        let side = rules.size().side();
        corners.len() == (side - rows + 1) * (side - cols + 1) - side
    }

    /// Recognizes the way in which boxes are wrong: the sets must be exactly those that such
    /// boxes have and the right ones do not.
    fn shape(&self, kind: HouseKind, is_at_least: bool, sets: &[&Vec<Cell>]) -> Shape {
        let rules = self.reference().rules();
        let Regions::Boxes { rows, cols } = rules.spec().regions else {
            return Shape::Other;
        };
        if kind != HouseKind::Box {
            return Shape::Other;
        }
        let side = rules.size().side();
        let found: FxHashSet<Vec<Cell>> = sets
            .iter()
            .map(|set| set.iter().copied().sorted().collect())
            .collect();
        let fits = |boxes: Vec<Vec<Cell>>| {
            let sets: FxHashSet<Vec<Cell>> = match is_at_least {
                true => boxes.into_iter().collect(),
                false => boxes.into_iter().flat_map(|one| pairs(&one)).collect(),
            };
            let strange = sets
                .into_iter()
                .filter(|set| !self.is_ruled(set, is_at_least));
            strange.collect::<FxHashSet<_>>() == found
        };
        if rows != cols && fits(boxes(side, [cols, rows], [cols, rows])) {
            return Shape::Turned;
        }
        if fits(boxes(side, [rows, cols], [1, 1])) {
            return Shape::Corner;
        }
        let sizes = (2..side).cartesian_product(2..side);
        let mut other = sizes.filter(|&(height, width)| (height, width) != (rows, cols));
        let size = other.find(|&(height, width)| {
            let is_one =
                |across| fits(boxes_across(side, [height, width], [height, width], across));
            [
                [side / height, side / width],
                [height, width],
                [side / rows, side / cols],
            ]
            .into_iter()
            .any(is_one)
        });
        size.map_or(Shape::Other, |(height, width)| Shape::Size(height, width))
    }

    /// Returns `true` if the rules say that each number is in these cells, or that none is in
    /// both of them.
    fn is_ruled(&self, set: &[Cell], is_at_least: bool) -> bool {
        let digit = Digit::from_index(0);
        let lits = set
            .iter()
            .map(|&cell| self.lit(Candidate::new(cell, digit)));
        let clause: Vec<Lit> = lits
            .map(|lit| if is_at_least { lit } else { !lit })
            .collect();
        self.reference().place(&sorted(&clause)).is_some()
    }
}

/// Returns the cells of boxes of this height and width in as many rows and columns as the
/// grid's boxes of that shape, whose corners are this far apart.
fn boxes(side: usize, size: [usize; 2], step: [usize; 2]) -> Vec<Vec<Cell>> {
    boxes_across(side, size, step, [side / size[0], side / size[1]])
}

/// Returns the cells of boxes in this many rows and columns of boxes.
fn boxes_across(
    side: usize,
    [height, width]: [usize; 2],
    [down, right]: [usize; 2],
    [rows, cols]: [usize; 2],
) -> Vec<Vec<Cell>> {
    let corners = (0..rows).cartesian_product(0..cols);
    let cells = corners.map(|(row, col)| {
        let (row, col) = (row * down, col * right);
        let places = (row..row + height).cartesian_product(col..col + width);
        let inside = places.filter(|&(row, col)| row < side && col < side);
        inside.map(|(row, col)| Cell::new(row, col)).collect()
    });
    cells.collect()
}

/// Returns each two of these cells.
fn pairs(cells: &[Cell]) -> Vec<Vec<Cell>> {
    let pairs = cells.iter().copied().array_combinations();
    pairs.map(|pair: [Cell; 2]| pair.to_vec()).collect()
}
