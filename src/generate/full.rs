//! Random full grids.

use crate::sudoku::rules::Regions;
use crate::sudoku::{Cell, Digit, Grid, Rules, Size};
use fastrand::Rng;

/// Returns a random full grid for rules that consist of rows, columns and
/// boxes, or only of rows and columns. Returns `None` for all other rules. The
/// [distribution](super#how-random) depends on the size.
pub fn full_grid(rules: &Rules, rng: &mut Rng) -> Option<Grid> {
    let boxes = Boxes::of(rules)?;
    let size = rules.size();
    let digits = if size.side() <= 9 {
        filled(size, boxes, rng)
    } else {
        let mut places = Places::new(size, boxes, &pattern(size, boxes, rng));
        // About twenty exchanges for each digit.
        for _ in 0..10 * size.side() {
            places.exchange(rng);
        }
        places.digits()
    };
    let digits = digits
        .into_iter()
        .map(|digit| Digit::from_index(usize::from(digit)));
    Some(Grid::new(size, digits.collect()))
}

/// The size of boxes in cells. A Latin square has boxes of one row, which add
/// nothing to the rows.
#[derive(Clone, Copy)]
struct Boxes {
    rows: usize,
    cols: usize,
}

impl Boxes {
    /// Returns the boxes of these rules, or `None` if there are further rules.
    fn of(rules: &Rules) -> Option<Boxes> {
        let (size, spec) = (rules.size(), rules.spec());
        let side = size.side();
        let (boxes, kinds) = match spec.regions {
            Regions::None => (
                Boxes {
                    rows: 1,
                    cols: side,
                },
                2,
            ),
            Regions::Boxes { rows, cols } => (Boxes { rows, cols }, 3),
            Regions::Map(_) => return None,
        };
        let is_all = rules.houses().len() == kinds * side
            && rules.pairs().is_empty()
            && rules.tables().is_empty()
            && spec.parities.is_empty();
        is_all.then_some(boxes)
    }

    /// Returns the index of a cell's box, from 0.
    fn of_cell(self, cell: Cell) -> usize {
        cell.row() / self.rows * self.rows + cell.col() / self.cols
    }

    /// Returns `true` if exchanging rows and columns keeps the rules.
    fn can_be_transposed(self) -> bool {
        self.rows == self.cols || self.rows == 1
    }
}

/// Fills a grid by search: the next cell is one with the fewest candidates,
/// which are tried in random order. Fast enough for sizes up to 9×9.
fn filled(size: Size, boxes: Boxes, rng: &mut Rng) -> Vec<u16> {
    let mut search = Fill {
        size,
        boxes,
        digits: vec![None; size.num_cells()],
        used: vec![[0; 3]; size.side()],
    };
    let found = search.fill(rng);
    debug_assert!(found, "a blank grid can be filled");
    search.digits.into_iter().flatten().collect()
}

struct Fill {
    size: Size,
    boxes: Boxes,
    /// For each cell the digit, from 0.
    digits: Vec<Option<u16>>,
    /// For each house index, the digits in the row, the column and the box with
    /// this index, as bits.
    used: Vec<[u16; 3]>,
}

impl Fill {
    fn fill(&mut self, rng: &mut Rng) -> bool {
        let blank = (0..self.digits.len()).filter(|&cell| self.digits[cell].is_none());
        let Some(cell) = blank.min_by_key(|&cell| self.candidates(cell).count_ones()) else {
            return true;
        };
        let candidates = self.candidates(cell);
        let mut digits: Vec<u16> = (0..self.size.side() as u16)
            .filter(|digit| candidates >> digit & 1 == 1)
            .collect();
        rng.shuffle(&mut digits);
        for digit in digits {
            self.put(cell, Some(digit), 1 << digit);
            if self.fill(rng) {
                return true;
            }
            self.put(cell, None, 1 << digit);
        }
        false
    }

    /// Returns the digits that a cell's houses allow, as bits.
    fn candidates(&self, cell: usize) -> u16 {
        let [row, col, square] = self.houses(cell);
        let used = self.used[row][0] | self.used[col][1] | self.used[square][2];
        !used & ((1u32 << self.size.side()) - 1) as u16
    }

    /// Sets or clears a cell, and its digit's bit in its houses.
    fn put(&mut self, cell: usize, digit: Option<u16>, bit: u16) {
        self.digits[cell] = digit;
        for (kind, house) in self.houses(cell).into_iter().enumerate() {
            self.used[house][kind] ^= bit;
        }
    }

    fn houses(&self, cell: usize) -> [usize; 3] {
        let cell = self.size.cell(cell);
        [cell.row(), cell.col(), self.boxes.of_cell(cell)]
    }
}

/// Returns the grid whose rows are shifts of 1 2 3 …, transformed by random
/// symmetries of Sudoku grids.
fn pattern(size: Size, boxes: Boxes, rng: &mut Rng) -> Vec<u16> {
    let (
        Boxes {
            rows: high,
            cols: wide,
        },
        side,
    ) = (boxes, size.side());
    let mut names: Vec<u16> = (0..side as u16).collect();
    rng.shuffle(&mut names);
    let (rows, cols) = (
        shuffled_lines(side, high, rng),
        shuffled_lines(side, wide, rng),
    );
    let transposed = rng.bool() && boxes.can_be_transposed();
    let value = |row: usize, col: usize| names[(row % high * wide + row / high + col) % side];
    let mut digits = Vec::with_capacity(size.num_cells());
    for cell in size.cells() {
        let (row, col) = (rows[cell.row()], cols[cell.col()]);
        let (row, col) = if transposed { (col, row) } else { (row, col) };
        digits.push(value(row, col));
    }
    digits
}

/// Returns the numbers below `side`, in groups of `length`, with the groups
/// shuffled and the numbers within each group shuffled.
fn shuffled_lines(side: usize, length: usize, rng: &mut Rng) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..side / length).collect();
    rng.shuffle(&mut groups);
    let mut lines = Vec::with_capacity(side);
    for group in groups {
        let mut within: Vec<usize> = (0..length).map(|place| group * length + place).collect();
        rng.shuffle(&mut within);
        lines.extend(within);
    }
    lines
}

/// A grid as the positions of each digit.
struct Places {
    size: Size,
    boxes: Boxes,
    /// For each digit and row, the column.
    cols: Vec<u16>,
}

impl Places {
    fn new(size: Size, boxes: Boxes, digits: &[u16]) -> Places {
        let side = size.side();
        let mut cols = vec![0; size.num_cells()];
        for (cell, &digit) in size.cells().zip(digits) {
            cols[usize::from(digit) * side + cell.row()] = cell.col() as u16;
        }
        Places { size, boxes, cols }
    }

    /// Returns the digits by cell in reading order.
    fn digits(&self) -> Vec<u16> {
        let side = self.size.side();
        let mut digits = vec![0; self.size.num_cells()];
        for (place, &col) in self.cols.iter().enumerate() {
            digits[place % side * side + usize::from(col)] = (place / side) as u16;
        }
        digits
    }

    /// Returns the cell of a digit in a row.
    fn cell(&self, digit: usize, row: usize) -> Cell {
        Cell::new(row, usize::from(self.cols[digit * self.size.side() + row]))
    }

    /// Exchanges two random digits in a part of the grid, so that it stays a
    /// Sudoku.
    ///
    /// Call two cells joined if each holds one of the two digits and they share
    /// a house. A connected component of joined cells has both digits or
    /// neither in each house, so the digits can be exchanged in it while the
    /// rest does not change.
    fn exchange(&mut self, rng: &mut Rng) {
        let side = self.size.side();
        let first = rng.usize(..side);
        let pair = [first, (first + rng.usize(1..side)) % side];
        // For each column and each box, the rows in which the two digits are
        // there.
        let mut in_col = vec![[0; 2]; side];
        let mut in_box = vec![[0; 2]; side];
        for row in 0..side {
            for (which, digit) in pair.into_iter().enumerate() {
                let cell = self.cell(digit, row);
                in_col[cell.col()][which] = row;
                in_box[self.boxes.of_cell(cell)][which] = row;
            }
        }
        // The component of the two cells of a random row.
        let start = rng.usize(..side);
        let mut joined = vec![false; side];
        joined[start] = true;
        let mut open = vec![start];
        while let Some(row) = open.pop() {
            for (which, digit) in pair.into_iter().enumerate() {
                let cell = self.cell(digit, row);
                let other = 1 - which;
                for row in [
                    in_col[cell.col()][other],
                    in_box[self.boxes.of_cell(cell)][other],
                ] {
                    if !std::mem::replace(&mut joined[row], true) {
                        open.push(row);
                    }
                }
            }
        }
        for row in (0..side).filter(|&row| joined[row]) {
            self.cols.swap(pair[0] * side + row, pair[1] * side + row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;
    use crate::sudoku::Puzzle;
    use crate::sudoku::rules::{Parity, Spec};
    use std::sync::Arc;

    #[test]
    fn full_grids_of_every_order_obey_the_rules() {
        for n in (1..=8).chain([12]) {
            let rules = Rules::plain(n).unwrap();
            for seed in 0..5 {
                let grid = full_grid(&rules, &mut Rng::with_seed(seed)).unwrap();
                check::grid(&Puzzle::new(rules.clone()), &grid).unwrap();
            }
        }
    }

    #[test]
    fn grids_of_boxes_and_latin_squares_obey_the_rules() {
        let boxes = [
            (2, 3),
            (3, 2),
            (1, 5),
            (5, 1),
            (2, 4),
            (3, 4),
            (4, 3),
            (2, 6),
            (5, 2),
        ];
        let specs = boxes.map(|(rows, cols)| Spec::boxes(rows, cols).unwrap());
        let latin = [1, 2, 7, 11, 12].map(|side| Spec::latin(Size::new(side).unwrap()));
        for spec in specs.into_iter().chain(latin) {
            let rules = Arc::new(Rules::new(spec).unwrap());
            for seed in 0..5 {
                let grid = full_grid(&rules, &mut Rng::with_seed(seed)).unwrap();
                check::grid(&Puzzle::new(rules.clone()), &grid).unwrap();
            }
        }
    }

    #[test]
    fn further_rules_are_left_to_a_search() {
        let plain = Spec::boxes(2, 2).unwrap();
        let diagonal = Spec {
            diagonals: [true, false],
            ..plain.clone()
        };
        let mut anti_knight = plain.clone();
        anti_knight.mark("anti-knight", &[], &[]);
        let even = Spec {
            parities: vec![(Cell::new(0, 0), Parity::Even)],
            ..plain
        };
        for spec in [diagonal, anti_knight, even] {
            let rules = Rules::new(spec).unwrap();
            assert_eq!(full_grid(&rules, &mut Rng::with_seed(1)), None);
        }
    }

    #[test]
    fn all_grids_of_order_two_come_out_and_seeds_repeat() {
        let rules = Rules::plain(2).unwrap();
        let grid = |seed| full_grid(&rules, &mut Rng::with_seed(seed)).unwrap();
        let mut grids: Vec<Grid> = (0..10_000).map(grid).collect();
        assert_eq!(grids[7], grid(7));
        grids.sort();
        grids.dedup();
        assert_eq!(grids.len(), 288);
    }

    #[test]
    fn exchanges_leave_the_pattern() {
        // In the pattern each band repeats the triples of the first.
        let size = Size::of_order(4).unwrap();
        let mut rng = Rng::with_seed(1);
        let boxes = Boxes { rows: 4, cols: 4 };
        let mut places = Places::new(size, boxes, &pattern(size, boxes, &mut rng));
        let before = places.digits();
        assert_eq!(Places::new(size, boxes, &before).digits(), before);
        let mut changed = 0;
        for _ in 0..100 {
            let before = places.digits();
            places.exchange(&mut rng);
            let cells = places
                .digits()
                .iter()
                .zip(&before)
                .filter(|(a, b)| a != b)
                .count();
            // Fewer cells than both digits have: exchanging all would only
            // rename them.
            changed += usize::from(cells < 2 * size.side());
        }
        assert!(changed > 50, "{changed}");
    }
}
