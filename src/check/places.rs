//! Checks a search for all solutions of a plain 9×9 puzzle while it runs, step by step.
//!
//! The search reports where a digit must be, on which candidate it branches, and where a branch
//! ends. Each report must follow from the clues and the reports before it by simple rules: a
//! cell has one digit left, a digit has one cell left in a house, or the cells left for a digit in
//! a row or column are in one box, or those in a box in one row or column (locked candidates).
//! The rules are applied here only where a report needs them. The check shares no code with the
//! search, and takes about as long. If it ends without a fault, there are no more solutions than were reported.

use crate::sudoku::{Candidate, Digit, Grid, Puzzle, Size};
use std::fmt;

/// A set of cells: for each band of three rows, bit `9 * row + column`.
type Cells = [u32; 3];

/// Number of digits.
const DIGITS: usize = 9;

/// All cells of a band, its first row, its first column, and its first box.
const BAND: u32 = (1 << 27) - 1;
const ROW: u32 = 0b1_1111_1111;
const COLUMN: u32 = 1 | 1 << 9 | 1 << 18;
const BOX: u32 = 0b111 * COLUMN;

/// The first of three cells next to each other, for each row and box of a band.
const THIRDS: u32 = 0b001_001_001 * COLUMN;

/// For each square of 3×3 bits, those that are in a choice of one bit in each row and column.
const CHOSEN: [u16; 512] = {
    let mut chosen = [0; 512];
    let mut square = 0;
    while square < 512 {
        let mut columns = 0;
        // The columns of the three rows, as digits in base 3.
        while columns < 27 {
            let [first, second, third] = [columns % 3, columns / 3 % 3, columns / 9];
            let choice = 1 << first | 8 << second | 64 << third;
            let is_choice = first != second && second != third && first != third;
            if is_choice && choice & !square == 0 {
                chosen[square] |= choice as u16;
            }
            columns += 1;
        }
        square += 1;
    }
    chosen
};

/// A report that does not follow from those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlacesFault {
    /// A digit is placed in a cell that may hold another one.
    #[error("{0} does not follow from the steps before it")]
    Placed(Candidate),
    /// A branch is left in which there may be a solution.
    #[error("a branch was left in which there may be a solution")]
    Left,
    /// The grid of a branch is not the only one in it.
    #[error("a branch was left for a grid that is not its only one")]
    Grid,
    /// The search ended before its last branch, or goes on after it.
    #[error("the branches of the search do not cover every possibility")]
    Branches,
}

/// The candidates that are left in a branch.
#[derive(Clone, Copy)]
struct Branch {
    /// The cells left for each digit.
    left: [Cells; DIGITS],
}

/// The check of a search for all solutions of a plain 9×9 puzzle.
pub struct Places {
    current: Branch,
    /// The branches that the search has not come to, the next one last.
    others: Vec<Branch>,
    solutions: u64,
    /// Set after the last branch.
    has_ended: bool,
    fault: Option<PlacesFault>,
}

impl fmt::Debug for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Places").finish_non_exhaustive()
    }
}

impl Places {
    /// Begins the check of a search in a puzzle, which must be plain and 9×9.
    pub fn new(puzzle: &Puzzle) -> Places {
        assert_eq!(puzzle.rules().order(), Some(3), "a plain 9×9 puzzle");
        let mut current = Branch {
            left: [[BAND; 3]; DIGITS],
        };
        for &candidate in puzzle.excluded() {
            let (band, bit) = place_of(candidate);
            current.left[candidate.digit.index()][band] &= !bit;
        }
        for clue in puzzle.clues() {
            let (band, bit) = place_of(clue);
            current.place(clue.digit.index(), band, bit);
        }
        Places {
            current,
            others: Vec::new(),
            solutions: 0,
            has_ended: false,
            fault: None,
        }
    }

    /// Records that the search places a digit, given by its index, in each of these cells.
    pub fn place(&mut self, digit: usize, cells: &[u32; 3]) {
        for (band, &cells) in cells.iter().enumerate() {
            let mut rest = cells;
            while rest != 0 {
                let bit = rest & rest.wrapping_neg();
                rest ^= bit;
                if !self.current.follows(digit, band, bit) && self.fault.is_none() {
                    self.fault = Some(PlacesFault::Placed(candidate(digit, band, bit)));
                }
                self.current.place(digit, band, bit);
            }
        }
    }

    /// Records that the search branches: first the digit is in this cell, given by its band and
    /// bit, and later it is not.
    pub fn branch(&mut self, digit: usize, band: usize, bit: u32) {
        let mut other = self.current;
        other.left[digit][band] &= !bit;
        self.others.push(other);
        self.current.place(digit, band, bit);
    }

    /// Records that the search leaves a branch without a solution, perhaps because this digit has
    /// no place.
    pub fn leave(&mut self, digit: Option<usize>) {
        if !self.current.is_contradictory(digit) {
            self.fault.get_or_insert(PlacesFault::Left);
        }
        self.next();
    }

    /// Records that the search leaves a branch of which this grid is the only solution.
    pub fn solve(&mut self, grid: &Grid) {
        let mut cells = [[0; 3]; DIGITS];
        for (place, digit) in grid.digits().iter().enumerate() {
            cells[digit.index()][place / 27] |= 1 << (place % 27);
        }
        if cells != self.current.left {
            self.fault.get_or_insert(PlacesFault::Grid);
        }
        self.solutions += 1;
        self.next();
    }

    /// Goes on to the next branch.
    fn next(&mut self) {
        if self.has_ended {
            self.fault.get_or_insert(PlacesFault::Branches);
        }
        match self.others.pop() {
            Some(other) => self.current = other,
            None => self.has_ended = true,
        }
    }

    /// Returns the number of solutions so far. All are different.
    ///
    /// # Errors
    /// The first report that does not follow from those before it.
    pub fn so_far(&self) -> Result<u64, PlacesFault> {
        self.fault.map_or(Ok(self.solutions), Err)
    }

    /// Ends the check. Returns the number of solutions.
    ///
    /// # Errors
    /// The first report that does not follow from those before it, or that a branch is left out.
    pub fn finish(&self) -> Result<u64, PlacesFault> {
        match self.so_far() {
            Ok(_) if !self.has_ended => Err(PlacesFault::Branches),
            result => result,
        }
    }
}

/// Returns the band of a candidate's cell, and its bit in the band.
fn place_of(candidate: Candidate) -> (usize, u32) {
    let (row, col) = (candidate.cell.row(), candidate.cell.col());
    (row / 3, 1 << (row % 3 * 9 + col))
}

/// Returns the candidate of a digit in the cell with this bit of a band.
fn candidate(digit: usize, band: usize, bit: u32) -> Candidate {
    let place = 27 * band + bit.trailing_zeros() as usize;
    let size = Size::of_order(3).expect("there is an order 3");
    Candidate::new(size.cell(place), Digit::from_index(digit))
}

/// Returns the row, the column and the box, each within its band, of the cell with this bit.
fn houses(bit: u32) -> [u32; 3] {
    let place = bit.trailing_zeros();
    let (row, col) = (place / 9, place % 9);
    [ROW << (9 * row), COLUMN << col, BOX << (col / 3 * 3)]
}

impl Branch {
    /// Places a digit: the other digits of the cell, and the other cells of its houses, are
    /// not left.
    fn place(&mut self, digit: usize, band: usize, bit: u32) {
        let [row, column, square] = houses(bit);
        let had = self.left[digit][band] & bit;
        for left in &mut self.left {
            left[band] &= !bit;
        }
        for left in &mut self.left[digit] {
            *left &= !column;
        }
        let left = &mut self.left[digit][band];
        *left = *left & !row & !square | had;
    }

    /// Returns `true` if a digit must be in a cell. What locked candidates exclude is removed
    /// where that is needed.
    fn follows(&mut self, digit: usize, band: usize, bit: u32) -> bool {
        if self.is_single(digit, band, bit) {
            return true;
        }
        lock(&mut self.left[digit]);
        if self.is_single(digit, band, bit) {
            return true;
        }
        for left in &mut self.left {
            if left[band] & bit != 0 {
                lock(left);
            }
        }
        // From a contradiction everything follows.
        self.is_single(digit, band, bit) || self.is_contradictory(None)
    }

    /// Returns `true` if a cell is the only one for a digit in a house, or the digit the only
    /// one of the cell.
    fn is_single(&self, digit: usize, band: usize, bit: u32) -> bool {
        let [row, column, square] = houses(bit);
        let left = &self.left[digit];
        let in_column = |band: usize| left[band] & column;
        left[band] & row == bit
            || left[band] & square == bit
            || in_column(band) == bit && in_column((band + 1) % 3) | in_column((band + 2) % 3) == 0
            || (0..DIGITS).all(|other| (self.left[other][band] & bit != 0) == (other == digit))
    }

    /// Returns `true` if a cell has no digit left, or a digit, perhaps this one, no cell in a
    /// house.
    fn is_contradictory(&mut self, digit: Option<usize>) -> bool {
        if digit.is_some_and(|digit| lock(&mut self.left[digit]).is_none()) {
            return true;
        }
        loop {
            let mut any = [0; 3];
            for left in &self.left {
                for (any, left) in any.iter_mut().zip(left) {
                    *any |= left;
                }
            }
            if any != [BAND; 3] {
                return true;
            }
            let mut is_same = true;
            for left in &mut self.left {
                match lock(left) {
                    None => return true,
                    Some(is_less) => is_same &= !is_less,
                }
            }
            if is_same {
                return false;
            }
        }
    }
}

/// Removes the cells of a digit that locked candidates exclude. Returns `true` if there are
/// any, and `None` if the digit has no cell left in a house.
fn lock(left: &mut Cells) -> Option<bool> {
    let before = *left;
    loop {
        let start = *left;
        for band in left.iter_mut() {
            // By row and box: the first of the three cells of each is set if there is any.
            let any = (*band | *band >> 1 | *band >> 2) & THIRDS;
            let row = |row: u32| {
                let any = any >> (9 * row) & ROW;
                (any | any >> 2 | any >> 4) & 0b111
            };
            let kept = CHOSEN[(row(0) | row(1) << 3 | row(2) << 6) as usize];
            if kept == 0 {
                return None;
            }
            for row in 0..3 {
                let kept = u32::from(kept) >> (3 * row) & 0b111;
                let cells = (kept & 1 | (kept & 2) << 2 | (kept & 4) << 4) * 0b111;
                *band &= !(ROW << (9 * row)) | cells << (9 * row);
            }
        }
        let columns = left.map(|band| (band | band >> 9 | band >> 18) & ROW);
        for shift in [0, 3, 6] {
            // By box and column.
            let [first, second, third] = columns.map(|columns| columns >> shift & 0b111);
            let kept = CHOSEN[(first | second << 3 | third << 6) as usize];
            if kept == 0 {
                return None;
            }
            for (number, band) in left.iter_mut().enumerate() {
                let gone = !u32::from(kept) >> (3 * number) & 0b111;
                *band &= !((gone << shift) * COLUMN);
            }
        }
        if *left == start {
            return Some(*left != before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the puzzle of a line.
    fn puzzle(line: &str) -> Puzzle {
        let value = |symbol: char| symbol.to_digit(10).unwrap_or(0) as usize;
        let values: Vec<usize> = format!("{line:.<81}").chars().map(value).collect();
        Puzzle::from_values(&values)
    }

    /// A full grid.
    const FULL: &str =
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

    fn grid(line: &str) -> Grid {
        puzzle(line).as_grid().unwrap()
    }

    /// Reports the digits of a grid in cells of this row.
    fn place_row(places: &mut Places, grid: &Grid, row: usize, cols: &[usize]) {
        for &col in cols {
            let mut cells = [0; 3];
            cells[row / 3] = 1 << (row % 3 * 9 + col);
            places.place(grid.digits()[9 * row + col].index(), &cells);
        }
    }

    #[test]
    fn a_digit_must_follow() {
        // The last cell of a row, and then one of two.
        let full = grid(FULL);
        let mut places = Places::new(&puzzle(&FULL.replacen('9', ".", 1)));
        place_row(&mut places, &full, 0, &[8]);
        places.solve(&full);
        assert_eq!(places.finish(), Ok(1));
        let mut places = Places::new(&puzzle(&FULL[..7]));
        place_row(&mut places, &full, 0, &[8]);
        let fault = places.finish().unwrap_err().to_string();
        assert_eq!(fault, "r1c9=9 does not follow from the steps before it");
        // A digit that is not even a candidate.
        let mut places = Places::new(&puzzle(&FULL[..8]));
        places.place(0, &[1 << 8, 0, 0]);
        assert!(matches!(places.finish(), Err(PlacesFault::Placed(_))));
    }

    #[test]
    fn hidden_singles_and_locked_candidates_are_known() {
        // 1 in box 1 by rows 2 and 3 and column 2; all its other cells have clues.
        let line =
            "..2......".to_owned() + "....1...." + ".......1." + &".".repeat(27) + "1........";
        let mut places = Places::new(&puzzle(&line));
        places.place(0, &[1 << 1, 0, 0]);
        assert_eq!(places.fault, None);
        // 1 in box 1 is in row 1, in box 2 then not: row 3 or 2 of it, here one cell.
        let line = ".........".to_owned() + "234......" + "567.89...";
        let mut places = Places::new(&puzzle(&line));
        places.place(0, &[1 << (18 + 3), 0, 0]);
        assert!(places.fault.is_some(), "row 2 has cells for it, too");
        let line = ".........".to_owned() + "234567..." + "567.89...";
        let mut places = Places::new(&puzzle(&line));
        places.place(0, &[1 << (18 + 3), 0, 0]);
        assert_eq!(places.fault, None, "locked candidates");
    }

    #[test]
    fn a_branch_is_left_only_if_it_is_dead_or_has_one_grid() {
        let full = grid(FULL);
        let mut places = Places::new(&puzzle(&FULL[..72]));
        places.leave(None);
        assert_eq!(places.finish(), Err(PlacesFault::Left));
        let mut places = Places::new(&puzzle(&FULL[..71]));
        places.solve(&full);
        assert_eq!(places.finish(), Err(PlacesFault::Grid), "cells are open");
        let mut places = Places::new(&puzzle(FULL));
        assert_eq!(places.finish(), Err(PlacesFault::Branches), "not ended");
        places.solve(&full);
        assert_eq!(places.finish(), Ok(1));
        places.leave(None);
        assert!(places.finish().is_err(), "it goes on after its end");
    }

    #[test]
    fn both_sides_of_a_branch_are_to_be_searched() {
        let full = grid(FULL);
        let open = FULL.replace(['1', '2'], ".");
        let mut places = Places::new(&puzzle(&open));
        places.branch(0, 0, 1);
        // The first branch alone: more than one grid may be in it, and the other is left out.
        places.solve(&full);
        assert!(places.finish().is_err());
        let mut places = Places::new(&puzzle(&FULL.replacen('1', ".", 1)));
        places.branch(0, 0, 1);
        places.solve(&full);
        assert_eq!(places.finish(), Err(PlacesFault::Branches));
        places.leave(None);
        assert_eq!(places.finish(), Ok(1));
    }

    /// Removes cells by the definition of locked candidates, until nothing changes.
    fn by_definition(left: &Cells) -> Option<Cells> {
        let mut cells = [0; 81].map(|_: u8| false);
        for (place, cell) in cells.iter_mut().enumerate() {
            *cell = left[place / 27] >> (place % 27) & 1 == 1;
        }
        let lines = |line: usize, k: usize| {
            if line < 9 {
                9 * line + k
            } else {
                9 * k + line - 9
            }
        };
        let boxes = |number: usize, k: usize| {
            let corner = number / 3 * 27 + number % 3 * 3;
            corner + k / 3 * 9 + k % 3
        };
        let line_places = |line| (0..9).map(move |k| lines(line, k));
        let box_places = |number| (0..9).map(move |k| boxes(number, k));
        loop {
            let before = cells;
            for line in 0..18 {
                for number in 0..9 {
                    let is_in = |place: usize, mut of: Box<dyn Iterator<Item = usize>>| {
                        of.any(|other| other == place)
                    };
                    let in_box = |place| is_in(place, Box::new(box_places(number)));
                    let in_line = |place| is_in(place, Box::new(line_places(line)));
                    if !line_places(line).any(in_box) {
                        continue;
                    }
                    if line_places(line).all(|place| !cells[place] || in_box(place)) {
                        let gone = box_places(number).filter(|&place| !in_line(place));
                        gone.for_each(|place| cells[place] = false);
                    }
                    if box_places(number).all(|place| !cells[place] || in_line(place)) {
                        let gone = line_places(line).filter(|&place| !in_box(place));
                        gone.for_each(|place| cells[place] = false);
                    }
                }
            }
            if cells == before {
                break;
            }
        }
        let is_empty = |mut places: Box<dyn Iterator<Item = usize>>| !places.any(|at| cells[at]);
        if (0..18).any(|line| is_empty(Box::new(line_places(line))))
            || (0..9).any(|number| is_empty(Box::new(box_places(number))))
        {
            return None;
        }
        let mut left = [0; 3];
        for (place, _) in cells.iter().enumerate().filter(|(_, cell)| **cell) {
            left[place / 27] |= 1 << (place % 27);
        }
        Some(left)
    }

    #[test]
    fn locked_candidates_are_those_of_the_definition() {
        let mut rng = fastrand::Rng::with_seed(3);
        let (mut dead, mut less) = (0, 0);
        for round in 0..3000 {
            let sparse = |rng: &mut fastrand::Rng| match round % 3 {
                0 => rng.u32(..) & rng.u32(..),
                1 => rng.u32(..),
                _ => rng.u32(..) | rng.u32(..),
            };
            let left = [0; 3].map(|_: u32| sparse(&mut rng) & BAND);
            let mut locked = left;
            let result = lock(&mut locked);
            match by_definition(&left) {
                None => {
                    assert_eq!(result, None, "{left:?}");
                    dead += 1;
                }
                Some(expected) => {
                    assert_eq!((result, locked), (Some(expected != left), expected));
                    less += u32::from(expected != left);
                }
            }
        }
        assert!(dead > 100 && less > 100, "{dead} {less}");
    }
}
