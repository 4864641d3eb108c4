//! Checks a search for all solutions of a plain 9×9 puzzle while it runs, step by step.
//!
//! The search reports where a digit must be, on which candidate it branches, and where a branch
//! ends. Each report must follow from the clues and the reports before it by simple rules: a
//! cell has one digit left, a digit has one cell left in a house, or the cells left for a digit in
//! a row or column are in one box, or those in a box in one row or column (locked candidates).
//! The rules are applied here only where a report needs them. The check shares no code with the
//! search, and takes about three quarters of its time. If it ends without a fault, there are no more
//! solutions than were reported.

use crate::sudoku::{Candidate, Digit, Puzzle, Size};
use std::fmt;

/// A set of cells: for each band of three rows, bit `9 * row + column`.
type Cells = [u32; 3];

/// Number of digits.
const DIGITS: usize = 9;

/// All cells of a band, its first row, its first column, and its first box.
const BAND: u32 = 0o777_777_777;
const ROW: u32 = 0o777;
const COLUMN: u32 = 0o001_001_001;
const BOX: u32 = 0o007_007_007;

/// For each cell of a band, the cells of its row, its column and its box within the band.
const HOUSES: [[u32; 3]; 27] = {
    let mut houses = [[0; 3]; 27];
    let mut place = 0;
    while place < houses.len() {
        let (row, col) = (place / 9, place % 9);
        houses[place] = [ROW << (9 * row), COLUMN << col, BOX << (col / 3 * 3)];
        place += 1;
    }
    houses
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
    /// For each band the cells left for each digit.
    left: [[u32; DIGITS]; 3],
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
        let size = puzzle.size();
        let clues = puzzle.clues();
        let mut places =
            Places::of_clues(clues.map(|clue| (clue.cell.index(size), clue.digit.index())));
        for &candidate in puzzle.excluded() {
            let (band, bit) = place_of(candidate.cell.index(size));
            places.current.left[band][candidate.digit.index()] &= !bit;
        }
        places
    }

    /// Begins the check of a search in a plain 9×9 puzzle with these clues: the number of the cell,
    /// and the digit from 0.
    pub fn of_clues(clues: impl Iterator<Item = (usize, usize)>) -> Places {
        let mut current = Branch {
            left: [[BAND; DIGITS]; 3],
        };
        for (cell, digit) in clues {
            let (band, bit) = place_of(cell);
            current.place(digit, band, bit);
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
        other.left[band][digit] &= !bit;
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

    /// Records that the search leaves a branch of which this grid is the only solution: the digit of
    /// each cell, from 0.
    pub fn solve(&mut self, grid: &[u8; 81]) {
        if self.current.grid() != Some(*grid) {
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

/// Returns the band of a cell of this number, and its bit in the band.
fn place_of(cell: usize) -> (usize, u32) {
    (cell / 27, 1 << (cell % 27))
}

/// Returns the candidate of a digit in the cell with this bit of a band.
fn candidate(digit: usize, band: usize, bit: u32) -> Candidate {
    let place = 27 * band + bit.trailing_zeros() as usize;
    let size = Size::of_order(3).expect("there is an order 3");
    Candidate::new(size.cell(place), Digit::from_index(digit))
}

/// Returns the row, the column and the box, each within its band, of the cell with this bit.
#[inline(always)]
fn houses(bit: u32) -> [u32; 3] {
    HOUSES[bit.trailing_zeros() as usize]
}

impl Branch {
    /// Returns the cells left for a digit.
    #[inline(always)]
    fn of(&self, digit: usize) -> Cells {
        std::array::from_fn(|band| self.left[band][digit])
    }

    /// Sets the cells left for a digit.
    #[inline(always)]
    fn set(&mut self, digit: usize, cells: Cells) {
        for (left, cells) in self.left.iter_mut().zip(cells) {
            left[digit] = cells;
        }
    }

    /// Places a digit: the other digits of the cell, and the other cells of its houses, are
    /// not left. If the cell was no candidate of the digit, the digit has no cell left in the row.
    #[inline(always)]
    fn place(&mut self, digit: usize, band: usize, bit: u32) {
        let [row, column, square] = houses(bit);
        let left = self.left[band][digit] & !((row | column | square) ^ bit);
        for left in &mut self.left {
            left[digit] &= !column;
        }
        for left in &mut self.left[band] {
            *left &= !bit;
        }
        self.left[band][digit] = left;
    }

    /// Returns `true` if a digit must be in a cell. What locked candidates exclude is removed
    /// where that is needed.
    #[inline(always)]
    fn follows(&mut self, digit: usize, band: usize, bit: u32) -> bool {
        self.is_only_place(digit, band, bit) || self.follows_by_more(digit, band, bit)
    }

    /// Answers as [`Branch::follows`] where the cell is not the only one left for the digit in a house.
    #[inline(never)]
    fn follows_by_more(&mut self, digit: usize, band: usize, bit: u32) -> bool {
        if self.is_single(digit, band, bit) {
            return true;
        }
        // Most follow after the first round.
        while self.lock_once(digit) == Some(true) {
            if self.is_single(digit, band, bit) {
                return true;
            }
        }
        for other in 0..DIGITS {
            if self.of(other)[band] & bit != 0 {
                self.lock(other);
            }
        }
        // From a contradiction everything follows.
        self.is_single(digit, band, bit) || self.is_contradictory(None)
    }

    /// Returns `true` if a cell is the only one for a digit in a house, or the digit the only
    /// one of the cell.
    fn is_single(&self, digit: usize, band: usize, bit: u32) -> bool {
        let mut others = self.left[band].iter().enumerate();
        self.is_only_place(digit, band, bit)
            || others.all(|(other, left)| (left & bit != 0) == (other == digit))
    }

    /// Returns `true` if a cell is the only one left for a digit in a house.
    #[inline(always)]
    fn is_only_place(&self, digit: usize, band: usize, bit: u32) -> bool {
        let [row, column, square] = houses(bit);
        let left = self.left[band][digit];
        let elsewhere = self.left[(band + 1) % 3][digit] | self.left[(band + 2) % 3][digit];
        // Each is 0 if the cell is the only one of that house.
        let in_row = left & row ^ bit;
        let in_box = left & square ^ bit;
        let in_column = left & column ^ bit | elsewhere & column;
        in_row.min(in_box).min(in_column) == 0
    }

    /// Returns `true` if a cell has no digit left, or a digit, perhaps this one, no cell in a
    /// house.
    fn is_contradictory(&mut self, digit: Option<usize>) -> bool {
        if digit.is_some_and(|digit| self.lock(digit).is_none()) {
            return true;
        }
        loop {
            let mut any = [0; 3];
            for digit in 0..DIGITS {
                for (any, left) in any.iter_mut().zip(self.of(digit)) {
                    *any |= left;
                }
            }
            if any != [BAND; 3] {
                return true;
            }
            let mut is_same = true;
            for digit in 0..DIGITS {
                match self.lock(digit) {
                    None => return true,
                    Some(is_less) => is_same &= !is_less,
                }
            }
            if is_same {
                return false;
            }
        }
    }

    /// Returns the grid that is left, if each cell has one digit left.
    fn grid(&self) -> Option<[u8; 81]> {
        let (mut grid, mut count) = ([0; 81], 0);
        let mut is_full = true;
        for (cells, left) in grid.as_chunks_mut::<27>().0.iter_mut().zip(&self.left) {
            for (digit, &left) in left.iter().enumerate() {
                let mut rest = left;
                while rest != 0 {
                    (cells[rest.trailing_zeros() as usize], count) = (digit as u8, count + 1);
                    rest &= rest - 1;
                }
            }
            is_full &= left.iter().fold(0, |any, left| any | left) == BAND;
        }
        // A cell without a digit would let others have two.
        (is_full && count == grid.len()).then_some(grid)
    }

    /// Removes the cells of a digit that locked candidates exclude, as [`lock`] does.
    fn lock(&mut self, digit: usize) -> Option<bool> {
        let mut left = self.of(digit);
        let is_less = lock(&mut left);
        self.set(digit, left);
        is_less
    }

    /// Removes cells of a digit that locked candidates exclude, as [`lock_once`] does.
    fn lock_once(&mut self, digit: usize) -> Option<bool> {
        let mut left = self.of(digit);
        let is_less = lock_once(&mut left);
        self.set(digit, left);
        is_less
    }
}

/// Removes the cells of a digit that locked candidates exclude. Returns `true` if there are
/// any, and `None` if the digit has no cell left in a house.
fn lock(left: &mut Cells) -> Option<bool> {
    let before = *left;
    while lock_once(left)? {}
    Some(*left != before)
}

/// Removes the cells of a digit that locked candidates exclude by row and box, and then by column and box.
/// Returns `true` if there are any. If there are none, returns `None` where the digit has no cell left in a house, and
/// otherwise `false`.
#[inline(always)]
fn lock_once(left: &mut Cells) -> Option<bool> {
    let before = *left;
    // By row and box: the first of the three cells of each is set if there is any.
    for band in left.iter_mut() {
        let any = (*band | *band >> 1 | *band >> 2) & 0o111_111_111;
        *band &= 0o7 * chosen::<3>(any);
    }
    // By column and box, bit `9 * band + column`.
    let [first, second, third] = left.map(|band| (band | band >> 9 | band >> 18) & ROW);
    let kept = chosen::<1>(first | second << 9 | third << 18);
    for (band, number) in left.iter_mut().zip(0..) {
        *band &= (kept >> (9 * number) & ROW) * COLUMN;
    }
    if *left != before {
        return Some(true);
    }
    // Without a cell in one house, by now a whole band or column of boxes has none.
    let in_each = |bits: u32| [0, 9, 18].iter().all(|row| bits >> row & ROW != 0);
    let is_possible = left.iter().all(|&band| in_each(band)) && in_each(kept);
    is_possible.then_some(false)
}

/// Returns the bits of squares that are in a choice of one bit in each row and column of their
/// square. A square has a row each of the first, second and third nine bits, and its columns are `STEP`
/// bits apart, so that three are next to each other.
fn chosen<const STEP: u32>(squares: u32) -> u32 {
    // The bits of the first column of squares, of the first two, the second two, and the third.
    let [first, firsts, lasts, last] = match STEP {
        1 => [0o111_111_111, 0o333_333_333, 0o666_666_666, 0o444_444_444],
        _ => [0o001_001_001, 0o011_011_011, 0o110_110_110, 0o100_100_100],
    };
    // One row further, and two, which is one back.
    let next = squares >> 9 | squares << 18 & BAND;
    let before = squares >> 18 | squares << 9 & BAND;
    // One column further, and one back.
    let right = |bits: u32| bits >> STEP & firsts | bits << (2 * STEP) & last;
    let left = |bits: u32| bits << STEP & lasts | bits >> (2 * STEP) & first;
    // The other two rows and columns have a choice: one diagonal of their four bits.
    squares & (right(next) & left(before) | left(next) & right(before))
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

    fn grid(line: &str) -> [u8; 81] {
        let digits = line.bytes().map(|digit| digit - b'1');
        digits.collect::<Vec<u8>>().try_into().unwrap()
    }

    /// Reports the digits of a grid in cells of this row.
    fn place_row(places: &mut Places, grid: &[u8; 81], row: usize, cols: &[usize]) {
        for &col in cols {
            let mut cells = [0; 3];
            cells[row / 3] = 1 << (row % 3 * 9 + col);
            places.place(grid[9 * row + col].into(), &cells);
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
