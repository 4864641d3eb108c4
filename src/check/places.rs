//! Checks a search for all solutions of a plain 9×9 puzzle while it runs, step by step.
//!
//! The search reports where a digit must be, on which candidate it branches, and where a branch
//! ends. Each report must follow from the clues and the reports before it by simple rules: a
//! cell has one digit left, a digit has one cell left in a house, or the cells left for a digit in
//! a row or column are in one box, or those in a box in one row or column (locked candidates).
//! The rules are applied here only where a report needs them. The check shares no code with the
//! search, and takes about half of its time. If it ends without a fault, there are no more
//! solutions than were reported.

use crate::sudoku::{Candidate, Digit, Puzzle, Size};
use std::fmt;

/// A set of cells. Each band of three rows has 32 bits, of which bit `9 * row + column` is a cell: the first
/// two bands in one word, the third in the other.
type Cells = [u64; 2];

/// Number of digits, of bands, and of the cells of a band.
const DIGITS: usize = 9;
const BANDS: usize = 3;
const CELLS: usize = 27;

/// Number of bits of a band.
const WIDTH: usize = 32;

/// All cells of a band, its first row, its first column, and its first box.
const BAND: u64 = 0o777_777_777;
const ROW: u64 = 0o777;
const COLUMN: u64 = 0o001_001_001;
const BOX: u64 = 0o007_007_007;

/// All cells.
const ALL: Cells = [BAND | BAND << WIDTH, BAND];

/// A cell, and its houses.
struct Place {
    cell: Cells,
    row: Cells,
    column: Cells,
    square: Cells,
    /// The other cells of the houses.
    peers: Cells,
}

/// The cells, each band at a multiple of `WIDTH`; the places between are empty.
static PLACES: [Place; BANDS * WIDTH] = {
    const NONE: Place = Place {
        cell: [0; 2],
        row: [0; 2],
        column: [0; 2],
        square: [0; 2],
        peers: [0; 2],
    };
    let mut places = [NONE; BANDS * WIDTH];
    let mut number = 0;
    while number < BANDS * CELLS {
        let (band, row, col) = (number / CELLS, number % CELLS / 9, number % 9);
        let (word, shift) = (band / 2, band % 2 * WIDTH);
        let mut place = NONE;
        place.cell[word] = 1 << (number % CELLS) << shift;
        place.row[word] = ROW << (9 * row) << shift;
        place.column = [(COLUMN | COLUMN << WIDTH) << col, COLUMN << col];
        place.square[word] = BOX << (col / 3 * 3) << shift;
        place.peers = place.column;
        place.peers[word] =
            (place.row[word] | place.column[word] | place.square[word]) ^ place.cell[word];
        places[number / CELLS * WIDTH + number % CELLS] = place;
        number += 1;
    }
    places
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
    /// A branch has not one solution, or it is not known yet.
    #[error("a branch was left for one solution while more or none may be in it")]
    Grid,
    /// The search ended before its last branch, or leaves one after it; or it branches on no cell.
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
        let size = puzzle.size();
        let clues = puzzle.clues();
        let mut places =
            Places::of_clues(clues.map(|clue| (clue.cell.index(size), clue.digit.index())));
        for &candidate in puzzle.excluded() {
            let place = place_of(candidate.cell.index(size));
            remove(
                &mut places.current.left[candidate.digit.index()],
                &place.cell,
            );
        }
        places
    }

    /// Begins the check of a search in a plain 9×9 puzzle with these clues: the number of the cell,
    /// and the digit from 0.
    ///
    /// # Panics
    /// If there is no such cell or digit.
    pub fn of_clues(clues: impl Iterator<Item = (usize, usize)>) -> Places {
        let mut current = Branch {
            left: [ALL; DIGITS],
        };
        let (mut all, mut of_digit) = ([0; 2], [[0; 2]; DIGITS]);
        for (cell, digit) in clues {
            let place = place_of(cell);
            remove(&mut current.left[digit], &place.peers);
            add(&mut of_digit[digit], &place.cell);
            add(&mut all, &place.cell);
        }
        for (left, own) in current.left.iter_mut().zip(&of_digit) {
            let others = [all[0] & !own[0], all[1] & !own[1]];
            remove(left, &others);
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
    ///
    /// # Panics
    /// If there is no such digit.
    #[inline(always)]
    pub fn place(&mut self, digit: usize, cells: &[u32; BANDS]) {
        // One loop over all bands, whose end the processor can predict: most often there is one cell.
        let mut rest = cells
            .iter()
            .rev()
            .fold(0_u128, |rest, &band| rest << WIDTH | u128::from(band));
        while rest != 0 {
            let number = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let place = &PLACES[number];
            if !self.current.follows(digit, place) && self.fault.is_none() {
                self.fault = Some(PlacesFault::Placed(candidate(digit, number)));
            }
            self.current.place(digit, place);
        }
    }

    /// Records that the search branches: first the digit is in this cell, given by its band and
    /// bit, and later it is not.
    ///
    /// # Panics
    /// If there is no such digit or band.
    pub fn branch(&mut self, digit: usize, band: usize, bit: u32) {
        let place = &PLACES[WIDTH * band + bit.trailing_zeros() as usize];
        if place.cell == [0; 2] {
            self.fault.get_or_insert(PlacesFault::Branches);
        }
        self.others.push(self.current);
        let other = self.others.last_mut().expect("it was added");
        remove(&mut other.left[digit], &place.cell);
        // The rest is reported as what follows.
        let others = [place.row[0] ^ place.cell[0], place.row[1] ^ place.cell[1]];
        remove(&mut self.current.left[digit], &others);
    }

    /// Records that the search leaves a branch without a solution, perhaps because this digit has
    /// no place.
    ///
    /// # Panics
    /// If there is no such digit.
    pub fn leave(&mut self, digit: Option<usize>) {
        if !self.current.is_contradictory(digit) {
            self.fault.get_or_insert(PlacesFault::Left);
        }
        self.next();
    }

    /// Records that the search leaves a branch with one solution. The check doesn't see which grid that is.
    pub fn solve(&mut self) {
        if !self.current.is_grid() {
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

/// Returns the cell of a number.
fn place_of(number: usize) -> &'static Place {
    &PLACES[number / CELLS * WIDTH + number % CELLS]
}

/// Returns the candidate of a digit in the cell of this number in [`PLACES`].
fn candidate(digit: usize, number: usize) -> Candidate {
    let size = Size::of_order(3).expect("there is an order 3");
    let cell = size.cell(number / WIDTH * CELLS + number % WIDTH);
    Candidate::new(cell, Digit::from_index(digit))
}

/// Removes cells from a set.
#[inline(always)]
fn remove(cells: &mut Cells, others: &Cells) {
    for (word, other) in cells.iter_mut().zip(others) {
        *word &= !other;
    }
}

/// Adds cells to a set.
#[inline(always)]
fn add(cells: &mut Cells, others: &Cells) {
    for (word, other) in cells.iter_mut().zip(others) {
        *word |= other;
    }
}

/// Returns the cells that two sets have in common.
#[inline(always)]
fn common(first: &Cells, second: &Cells) -> Cells {
    std::array::from_fn(|word| first[word] & second[word])
}

impl Branch {
    /// Places a digit: the other digits of the cell, and the other cells of its houses, are
    /// not left. If the cell was no candidate of the digit, the digit has no cell left in the row.
    #[inline(always)]
    fn place(&mut self, digit: usize, place: &Place) {
        let mut own = self.left[digit];
        remove(&mut own, &place.peers);
        for left in &mut self.left {
            remove(left, &place.cell);
        }
        self.left[digit] = own;
    }

    /// Returns `true` if a digit must be in a cell. What locked candidates exclude is removed
    /// where that is needed.
    #[inline(always)]
    fn follows(&mut self, digit: usize, place: &Place) -> bool {
        self.is_only_place(digit, place) || self.follows_by_more(digit, place)
    }

    /// Answers as [`Branch::follows`] where the cell is not the only one left for the digit in a house.
    #[inline(never)]
    fn follows_by_more(&mut self, digit: usize, place: &Place) -> bool {
        if self.is_only_digit(digit, place) {
            return true;
        }
        // Most follow after the first round.
        while lock_once(&mut self.left[digit]) == Some(true) {
            if self.is_only_place(digit, place) {
                return true;
            }
        }
        for left in &mut self.left {
            if common(left, &place.cell) == place.cell {
                lock(left);
            }
        }
        // From a contradiction everything follows.
        self.is_only_digit(digit, place) || self.is_contradictory(None)
    }

    /// Returns `true` if a digit is the only one left for a cell.
    fn is_only_digit(&self, digit: usize, place: &Place) -> bool {
        let word = usize::from(place.cell[0] == 0);
        let has = |digit: usize| self.left[digit][word] & place.cell[word] != 0;
        has(digit) && (0..DIGITS).filter(|&digit| has(digit)).count() == 1
    }

    /// Returns `true` if a cell is the only one left for a digit in a house.
    #[inline(always)]
    fn is_only_place(&self, digit: usize, place: &Place) -> bool {
        // 0 if the cell is the only one of the house. Without a branch between houses.
        let others = |house: &Cells| {
            let [first, second] = common(&self.left[digit], house);
            (first ^ place.cell[0]) | (second ^ place.cell[1])
        };
        others(&place.row)
            .min(others(&place.square))
            .min(others(&place.column))
            == 0
    }

    /// Returns `true` if a cell has no digit left, or a digit, perhaps this one, no cell in a
    /// house.
    fn is_contradictory(&mut self, digit: Option<usize>) -> bool {
        if digit.is_some_and(|digit| lock(&mut self.left[digit]).is_none()) {
            return true;
        }
        loop {
            let mut any = [0; 2];
            for left in &self.left {
                for (any, left) in any.iter_mut().zip(left) {
                    *any |= left;
                }
            }
            if any != ALL {
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

    /// Returns `true` if each cell has one digit left, and each house every digit.
    fn is_grid(&self) -> bool {
        let (mut once, mut twice) = ([0; 2], 0);
        for left in &self.left {
            for word in 0..left.len() {
                twice |= once[word] & left[word];
                once[word] |= left[word];
            }
        }
        twice == 0 && once == ALL && self.left.iter().all(is_everywhere)
    }
}

/// Returns `true` if there is a cell in each house.
fn is_everywhere(cells: &Cells) -> bool {
    const ROWS: u64 = 0o001_001_001;
    const BOXES: u64 = 0o111;
    let [upper, lower] = cells.map(|word| (word | word >> 1 | word >> 2) & FIRST_OF_THREE);
    let [first, second] =
        [upper, lower].map(|threes| (threes | threes >> 3 | threes >> 6) & (ROWS | ROWS << WIDTH));
    let [third, fourth] = [upper, lower]
        .map(|threes| (threes | threes >> 9 | threes >> 18) & (BOXES | BOXES << WIDTH));
    let columns = cells[0] | cells[0] >> WIDTH | cells[1];
    [first, second] == [ROWS | ROWS << WIDTH, ROWS]
        && [third, fourth] == [BOXES | BOXES << WIDTH, BOXES]
        && (columns | columns >> 9 | columns >> 18) & ROW == ROW
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
    for word in left.iter_mut() {
        let any = (*word | *word >> 1 | *word >> 2) & FIRST_OF_THREE;
        *word &= 0o7 * chosen::<3>(any);
    }
    // By column and box, bit `9 * band + column`.
    let [upper, lower] = left.map(|word| word | word >> 9 | word >> 18);
    let columns = upper & ROW | (upper >> WIDTH & ROW) << 9 | (lower & ROW) << 18;
    let kept = chosen::<1>(columns);
    let [first, second, third] = [kept & ROW, kept >> 9 & ROW, kept >> 18 & ROW];
    left[0] &= (first | second << WIDTH) * COLUMN;
    left[1] &= third * COLUMN;
    if *left != before {
        return Some(true);
    }
    // Without a cell in one house, by now none is left.
    (*left != [0; 2]).then_some(false)
}

/// The first of each three cells of a row, in two bands.
const FIRST_OF_THREE: u64 = 0o111_111_111 | 0o111_111_111 << WIDTH;

/// Returns the bits of squares that are in a choice of one bit in each row and column of their
/// square. A square has a row each of the first, second and third nine bits of half a word, and its columns are
/// `STEP` bits apart, so that three are next to each other. With 1 the upper half must be empty, with 3 all but each
/// third bit.
#[inline(always)]
fn chosen<const STEP: u32>(squares: u64) -> u64 {
    // The bits of the first two columns of squares, the second two, and of the outer ones.
    let [firsts, lasts]: [u64; 2] = match STEP {
        1 => [0o333_333_333, 0o666_666_666],
        _ => [0o011_011_011, 0o110_110_110],
    };
    let both = |bits: u64| bits | bits << WIDTH;
    let (firsts, lasts) = (both(firsts), both(lasts));
    let (first, last) = (firsts & !lasts, lasts & !firsts);
    // One row further, and two, which is one back.
    let next = squares >> 9 & both(0o777_777) | squares << 18 & both(BAND);
    let before = squares >> 18 & both(0o777) | squares << 9 & both(BAND);
    // One column further, and one back.
    let right = |bits: u64| bits >> STEP & firsts | bits << (2 * STEP) & last;
    let left = |bits: u64| bits << STEP & lasts | bits >> (2 * STEP) & first;
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
        places.solve();
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
        let mut places = Places::new(&puzzle(&FULL[..72]));
        places.leave(None);
        assert_eq!(places.finish(), Err(PlacesFault::Left));
        let mut places = Places::new(&puzzle(&FULL[..71]));
        places.solve();
        assert_eq!(places.finish(), Err(PlacesFault::Grid), "cells are open");
        let mut places = Places::new(&puzzle(FULL));
        assert_eq!(places.finish(), Err(PlacesFault::Branches), "not ended");
        places.solve();
        assert_eq!(places.finish(), Ok(1));
        places.leave(None);
        assert!(places.finish().is_err(), "it goes on after its end");
    }

    #[test]
    fn a_grid_with_a_digit_twice_in_a_column_is_none() {
        let mut puzzle = puzzle(
            ".2.456789456789123789123456.3.564897564897231897231564.1.645978645978312978312645",
        );
        // 1 is left twice in column 1.
        for (number, excluded) in [(0, 3), (2, 1), (27, 2), (29, 1), (54, 2), (56, 3)] {
            let cell = puzzle.size().cell(number);
            puzzle.exclude(Candidate::new(cell, Digit::from_index(excluded - 1)));
        }
        let mut places = Places::new(&puzzle);
        places.solve();
        assert_eq!(places.finish(), Err(PlacesFault::Grid));
        let mut places = Places::new(&puzzle);
        places.leave(None);
        assert_eq!(places.finish(), Ok(0));
    }

    #[test]
    fn a_branch_is_on_a_cell() {
        let mut places = Places::new(&puzzle(FULL));
        places.branch(0, 0, 1 << 27);
        places.solve();
        places.solve();
        assert_eq!(places.finish(), Err(PlacesFault::Branches));
    }

    #[test]
    fn both_sides_of_a_branch_are_to_be_searched() {
        let open = FULL.replace(['1', '2'], ".");
        let mut places = Places::new(&puzzle(&open));
        places.branch(0, 0, 1);
        // The first branch alone: more than one grid may be in it, and the other is left out.
        places.solve();
        assert!(places.finish().is_err());
        let mut places = Places::new(&puzzle(&FULL.replacen('1', ".", 1)));
        places.branch(0, 0, 1);
        places.solve();
        assert_eq!(places.finish(), Err(PlacesFault::Branches));
        places.leave(None);
        assert_eq!(places.finish(), Ok(1));
    }

    /// Removes cells by the definition of locked candidates, until nothing changes.
    fn by_definition(left: &Cells) -> Option<Cells> {
        let mut cells = [0; 81].map(|_: u8| false);
        for (place, cell) in cells.iter_mut().enumerate() {
            let bit = place_of(place).cell;
            *cell = common(left, &bit) == bit;
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
        let mut left = [0; 2];
        for (place, _) in cells.iter().enumerate().filter(|(_, cell)| **cell) {
            add(&mut left, &place_of(place).cell);
        }
        Some(left)
    }

    #[test]
    fn locked_candidates_are_those_of_the_definition() {
        let mut rng = fastrand::Rng::with_seed(3);
        let (mut dead, mut less) = (0, 0);
        for round in 0..3000 {
            let sparse = |rng: &mut fastrand::Rng| match round % 3 {
                0 => rng.u64(..) & rng.u64(..),
                1 => rng.u64(..),
                _ => rng.u64(..) | rng.u64(..),
            };
            let left = ALL.map(|all| sparse(&mut rng) & all);
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
