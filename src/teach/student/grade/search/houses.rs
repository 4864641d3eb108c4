//! Families of houses that are about other sets of cells.

use super::Search;
use crate::encode::Family;
use crate::sudoku::rules::Regions;
use crate::sudoku::{Candidate, Cell, HouseKind};
use crate::teach::student::grade::cause::{Kind, Shape};
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
            let shape = self.shape(kind, &cells);
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

    /// Recognizes the way in which boxes are wrong. Each of the sets must lie in one of
    /// the wrong boxes.
    fn shape(&self, kind: HouseKind, sets: &[&Vec<Cell>]) -> Shape {
        let rules = self.reference().rules();
        let Regions::Boxes { rows, cols } = rules.spec().regions else {
            return Shape::Other;
        };
        if kind != HouseKind::Box {
            return Shape::Other;
        }
        let side = rules.size().side();
        let boxes = |rows: usize, cols: usize, row_step: usize, col_step: usize| {
            let across = side / cols;
            let corner =
                move |number: usize| (number / across * row_step, number % across * col_step);
            let of = move |number: usize| {
                let (row, col) = corner(number);
                let places = (row..row + rows).cartesian_product(col..col + cols);
                places.collect::<FxHashSet<(usize, usize)>>()
            };
            (0..side).map(of).collect::<Vec<_>>()
        };
        let fits = |boxes: Vec<FxHashSet<(usize, usize)>>| {
            let inside = |set: &&Vec<Cell>| {
                let has_all = |one: &FxHashSet<(usize, usize)>| {
                    set.iter()
                        .all(|cell| one.contains(&(cell.row(), cell.col())))
                };
                boxes.iter().any(has_all)
            };
            sets.iter().all(inside)
        };
        if rows != cols && fits(boxes(cols, rows, cols, rows)) {
            Shape::Turned
        } else if fits(boxes(rows, cols, 1, 1)) {
            Shape::Corner
        } else {
            Shape::Other
        }
    }
}
