//! Layouts: cages, arrows and marks of the table of rules that a full grid obeys.
//!
//! Places are drawn at random: sets of cells that hang together, lines by random walks, cells
//! that share a side, rows and columns seen from outside. Numbers are read from the grid. A mark
//! stays if the grid obeys it by the definition of its rule, and with a symmetry only together with
//! its images. Cages, arrows, lines and sets of cells do not overlap.

use super::Symmetry;
use crate::sudoku::rules::{Arrow, Cage, Mark, Numbers, RuleId, Shape, Spec, Work};
use crate::sudoku::{Cell, Grid, Rules, Size};
use fastrand::Rng;
use fixedbitset::FixedBitSet;
use itertools::Itertools as _;

/// Number of places that are drawn for each mark that is wanted. Chosen by hand: it finds most
/// German whispers of three and four cells in 9×9.
const TRIES: usize = 400;

/// Largest number of cells of a cage, of an arrow and of a line.
const MOST_CELLS: [usize; 3] = [5, 4, 6];

/// Largest number that is tried for a rule with a number of its own.
const MOST_NUMBER: usize = 200;

/// A kind of marks of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Regions of any form instead of boxes. They come before the grid: [`super::regions`].
    Regions,
    /// Cages with sums, in which no digit is twice; they cover the grid.
    Cages,
    /// Arrows with one cell in the bulb.
    Arrows,
    /// Marks of this rule, which is not one for the whole grid.
    Marks(RuleId),
}

impl Kind {
    /// Returns the names of all kinds.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let marks = RuleId::all()
            .iter()
            .filter(|rule| rule.shape != Shape::Grid);
        let marks = marks.map(|rule| &rule.rule().name[..]);
        ["regions", "cages", "arrows"].into_iter().chain(marks)
    }

    /// Returns the kind with this name.
    pub fn by_name(name: &str) -> Option<Kind> {
        match name {
            "regions" => Some(Kind::Regions),
            "cages" => Some(Kind::Cages),
            "arrows" => Some(Kind::Arrows),
            name => RuleId::by_name(name)
                .filter(|rule| rule.shape != Shape::Grid)
                .map(Kind::Marks),
        }
    }
}

/// Returns the rules with marks of these kinds that a full grid of the rules obeys, at most as many
/// of each kind as the grid has rows, and cages everywhere. With a symmetry the marks are
/// symmetric: lines go the same way from their first cells as their images do, but the numbers of
/// images differ.
///
/// The same random numbers give the same marks.
pub fn layout(
    rules: &Rules,
    grid: &Grid,
    kinds: &[Kind],
    symmetry: Symmetry,
    rng: &mut Rng,
) -> Spec {
    let size = rules.size();
    let mut layout = Layout {
        grid,
        size,
        symmetry,
        taken: FixedBitSet::with_capacity(size.num_cells()),
        spec: rules.spec().clone(),
    };
    for &kind in kinds {
        match kind {
            Kind::Regions => {}
            Kind::Cages => layout.add_cages(rng),
            kind => layout.add_marks(kind, rng),
        }
    }
    layout.spec
}

struct Layout<'a> {
    grid: &'a Grid,
    size: Size,
    symmetry: Symmetry,
    /// The cells of cages, arrows, lines and sets.
    taken: FixedBitSet,
    spec: Spec,
}

impl Layout<'_> {
    fn value(&self, cell: Cell) -> usize {
        self.grid.digit(cell).value()
    }

    fn is_free(&self, cell: Cell) -> bool {
        !self.taken.contains(cell.index(self.size))
    }

    /// Covers the grid with cages, as far as the symmetry allows: a single cell may stay without.
    fn add_cages(&mut self, rng: &mut Rng) {
        let mut cells: Vec<Cell> = self.size.cells().collect();
        rng.shuffle(&mut cells);
        for &start in cells.iter() {
            for _ in 0..4 {
                let length = rng.usize(2..=MOST_CELLS[0].min(self.size.side()));
                let place = self.connected(start, length, rng);
                let images = self.images(&place, false);
                if place.len() > 1 && self.take(&images, Kind::Cages) {
                    self.spec.cages.extend(images.into_iter().map(|cells| {
                        Cage {
                            sum: Some(
                                cells
                                    .iter()
                                    .map(|&c| self.grid.digit(c).value() as u32)
                                    .sum(),
                            ),
                            cells,
                            repeats: false,
                        }
                    }));
                    break;
                }
            }
        }
    }

    /// Adds marks of a kind at places drawn at random.
    fn add_marks(&mut self, kind: Kind, rng: &mut Rng) {
        let is_ordered = !matches!(kind, Kind::Marks(rule) if !rule.is_ordered());
        let wanted = self.size.side();
        let mut count = 0;
        for _ in 0..TRIES * wanted {
            if count >= wanted {
                break;
            }
            let Some(place) = self.place(kind, rng) else {
                continue;
            };
            let images = self.images(&place, is_ordered);
            let is_fit = match kind {
                Kind::Marks(rule) => {
                    let marks = images.iter().map(|cells| self.mark(rule, cells, rng));
                    let marks: Option<Vec<Mark>> = marks.collect();
                    let marks = marks.filter(|marks| marks.iter().all(|mark| self.is_new(mark)));
                    match marks {
                        Some(marks) if self.take(&images, kind) => {
                            self.spec.marks.extend(marks);
                            true
                        }
                        _ => false,
                    }
                }
                _ => {
                    let is_arrow = |cells: &Vec<Cell>| {
                        let sum: usize = cells[1..].iter().map(|&cell| self.value(cell)).sum();
                        sum == self.value(cells[0])
                    };
                    let is_fit = images.iter().all(is_arrow) && self.take(&images, kind);
                    let images = images.iter().filter(|_| is_fit);
                    self.spec.arrows.extend(images.map(|cells| Arrow {
                        bulb: vec![cells[0]],
                        shaft: cells[1..].to_vec(),
                    }));
                    is_fit
                }
            };
            count += if is_fit { images.len() } else { 0 };
        }
    }

    /// Returns a place for a mark, drawn at random.
    fn place(&self, kind: Kind, rng: &mut Rng) -> Option<Vec<Cell>> {
        let side = self.size.side();
        let any = |rng: &mut Rng| self.size.cell(rng.usize(0..self.size.num_cells()));
        let Kind::Marks(rule) = kind else {
            let length = rng.usize(3..=MOST_CELLS[1]);
            return self.walk(any(rng), length, rng);
        };
        match rule.shape {
            Shape::Line => {
                let length = rng.usize(3..=MOST_CELLS[2]);
                self.walk(any(rng), length, rng)
            }
            Shape::Pair => {
                let cell = any(rng);
                let near: Vec<Cell> = beside(self.size, cell).collect();
                rng.choice(near).map(|other| vec![cell, other])
            }
            // Numbers of a mark with several are drawn at the corner of four cells.
            Shape::Cells if rule.numbers == Numbers::Many && side > 1 => {
                let (row, col) = (rng.usize(0..side - 1), rng.usize(0..side - 1));
                let square = [(0, 0), (0, 1), (1, 0), (1, 1)];
                let mut square = square.map(|(down, right)| Cell::new(row + down, col + right));
                if rule.is_ordered() {
                    rng.shuffle(&mut square);
                }
                Some(square.to_vec())
            }
            Shape::Cells => {
                let length = rng.usize(1..=4);
                Some(self.connected(any(rng), length, rng))
            }
            Shape::Outside => {
                let (line, is_row, is_back) = (rng.usize(0..side), rng.bool(), rng.bool());
                let cells = (0..side).map(|at| if is_back { side - 1 - at } else { at });
                let cells = cells.map(|at| match is_row {
                    true => Cell::new(line, at),
                    false => Cell::new(at, line),
                });
                Some(cells.collect())
            }
            Shape::Grid => None,
        }
        .filter(|cells| !cells.is_empty())
    }

    /// Returns the mark of a rule at a place, with a number read from the grid; `None` if the grid
    /// does not obey it.
    fn mark(&self, rule: RuleId, cells: &[Cell], rng: &mut Rng) -> Option<Mark> {
        let side = self.size.side();
        let [least, most] = rule.range(side);
        let holds = |numbers: Vec<u32>| {
            if numbers
                .iter()
                .any(|&n| n < least as u32 || n as usize > most)
            {
                return None;
            }
            let cells = cells.to_vec();
            let mark = Mark {
                rule,
                cells,
                numbers,
            };
            let value = |cell| self.value(cell);
            rule.condition
                .holds(&mark, &self.spec, &value)
                .then_some(mark)
        };
        match rule.numbers {
            Numbers::None => holds(Vec::new()),
            Numbers::One(_) => match rule.usual_number(side) {
                Some(number) => holds(vec![number]),
                None => {
                    let numbers = least as u32..=most.min(MOST_NUMBER) as u32;
                    let fitting: Vec<Mark> = numbers.filter_map(|n| holds(vec![n])).collect();
                    rng.choice(fitting)
                }
            },
            // Groups of cells, one after another.
            Numbers::Many if rule.is_ordered() => {
                let first = rng.usize(1..cells.len()) as u32;
                holds(vec![first, cells.len() as u32 - first])
            }
            Numbers::Many => {
                let mut digits: Vec<u32> = cells.iter().map(|&c| self.value(c) as u32).collect();
                let sum = digits.iter().sum();
                let counts = digits.iter().counts();
                // As look-and-say writes them: the number of a digit, and the digit.
                let counts = counts
                    .into_iter()
                    .map(|(digit, count)| 10 * count as u32 + digit);
                let counts = counts.sorted_unstable().collect();
                rng.shuffle(&mut digits);
                digits.truncate(rng.usize(1..=digits.len()));
                digits.sort_unstable();
                let kinds = [digits, counts, vec![sum]];
                kinds.into_iter().find_map(holds)
            }
        }
    }

    /// Returns `true` if a mark says something, and no other of the same rule is at its place; the
    /// same number from the other side of a line says hardly more.
    fn is_new(&self, mark: &Mark) -> bool {
        let compiled = mark
            .rule
            .condition
            .compile(mark, &self.spec, &mut Work::default());
        let says_something =
            compiled.is_ok_and(|own| !own.pairs.is_empty() || !own.machines.is_empty());
        let is_same = |other: &Mark| {
            let is_reversed = other.cells.iter().eq(mark.cells.iter().rev());
            other.rule == mark.rule
                && (other.cells == mark.cells || is_reversed && other.numbers == mark.numbers)
        };
        says_something && !self.spec.marks.iter().any(is_same)
    }

    /// Returns a line of free cells by a random walk to neighbours, also diagonal ones.
    fn walk(&self, start: Cell, length: usize, rng: &mut Rng) -> Option<Vec<Cell>> {
        let mut cells = vec![start];
        while cells.len() < length {
            let last = cells[cells.len() - 1];
            let near: Vec<Cell> = around(self.size, last)
                .filter(|cell| !cells.contains(cell))
                .collect();
            cells.push(rng.choice(near)?);
        }
        cells
            .iter()
            .all(|&cell| self.is_free(cell))
            .then_some(cells)
    }

    /// Returns at most `length` free cells with different digits that hang together.
    fn connected(&self, start: Cell, length: usize, rng: &mut Rng) -> Vec<Cell> {
        let mut cells: Vec<Cell> = [start]
            .into_iter()
            .filter(|&cell| self.is_free(cell))
            .collect();
        while !cells.is_empty() && cells.len() < length {
            let has = |value: usize| cells.iter().any(|&own| self.value(own) == value);
            let near = cells.iter().flat_map(|&cell| beside(self.size, cell));
            let near: Vec<Cell> = near
                .filter(|&cell| self.is_free(cell) && !has(self.value(cell)))
                .collect();
            match rng.choice(near) {
                Some(cell) => cells.push(cell),
                None => break,
            }
        }
        cells.sort_unstable();
        cells
    }

    /// Returns a place and its different images. Cells without an order are in reading order.
    fn images(&self, place: &[Cell], is_ordered: bool) -> Vec<Vec<Cell>> {
        let images = self.symmetry.images(self.size, place).into_iter();
        let images = images.map(|mut cells| {
            if !is_ordered {
                cells.sort_unstable();
            }
            cells
        });
        images.unique().collect()
    }

    /// Takes the cells of places, if they are free and no two places share one. Pairs and clues
    /// from outside take none, nor do numbers at a corner.
    fn take(&mut self, places: &[Vec<Cell>], kind: Kind) -> bool {
        if let Kind::Marks(rule) = kind {
            let is_at_corner = rule.numbers == Numbers::Many && !rule.is_ordered();
            if is_at_corner || !matches!(rule.shape, Shape::Line | Shape::Cells) {
                return true;
            }
        }
        let cells = || places.iter().flatten().copied();
        if !cells().all(|cell| self.is_free(cell)) || !cells().all_unique() {
            return false;
        }
        self.taken.extend(cells().map(|cell| cell.index(self.size)));
        true
    }
}

/// Returns the cells that touch a cell, also at a corner.
fn around(size: Size, cell: Cell) -> impl Iterator<Item = Cell> {
    let near = |at: usize| at.saturating_sub(1)..=at + 1;
    let cells = near(cell.row()).cartesian_product(near(cell.col()));
    let cells = cells.map(|(row, col)| Cell::new(row, col));
    cells.filter(move |&other| other != cell && size.has(other))
}

/// Returns the cells that share a side with a cell.
pub(super) fn beside(size: Size, cell: Cell) -> impl Iterator<Item = Cell> {
    let is_beside = move |other: &Cell| other.row() == cell.row() || other.col() == cell.col();
    around(size, cell).filter(is_beside)
}
