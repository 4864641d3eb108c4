//! Patterns that assume that the puzzle has only one solution: unique rectangle of
//! type 1, and BUG+1.
//!
//! - *Unique rectangle, type 1*: four open cells in two rows and two columns, and each
//!   house that has any of them has two that are not opposite, or all four. If they held two
//!   digits x and y only, x and y could be swapped, and there would be a second solution.
//!   Three of the cells have x and y alone, so the fourth holds neither.
//! - *BUG+1*: every open cell has two digits, but one has three, and without one digit of
//!   that cell every digit would be left in two cells of each house or in none. Then each
//!   solution would have a second one beside it ("bivalue universal grave"), so the cell
//!   holds that digit.
//!
//! Rules for two cells or for sums can tell the two solutions apart. So these patterns
//! are looked for only where all rules are houses, and BUG+1 only where each house holds
//! every digit.
//!
//! Names: HoDoKu ("Uniqueness").

use super::marks::bits;
use super::{Deduction, Marks, Why};
use crate::sudoku::Digit;

/// Finds a unique rectangle of type 1, in one grid.
pub(super) fn rectangle(marks: &Marks) -> Option<Deduction> {
    let board = marks.board();
    if !board.has_houses_only() || !board.rules().size().is_one_grid() {
        return None;
    }
    let side = board.side();
    // The row without the roof has two corners with the same two digits.
    for row in 0..side {
        for (left, right) in pairs(side) {
            let (a, b) = (row * side + left, row * side + right);
            let digits = marks.digits(a);
            if digits != marks.digits(b) || digits.count_ones() != 2 {
                continue;
            }
            for other in (0..side).filter(|&other| other != row) {
                let (c, d) = (other * side + left, other * side + right);
                for (third, roof) in [(c, d), (d, c)] {
                    let cells = [a, b, third, roof];
                    let is_pattern = marks.digits(third) == digits
                        && marks.digits(roof) & digits == digits
                        && marks.count(roof) > 2;
                    if is_pattern && can_be_swapped(marks, [a, b, c, d]) {
                        let why = Why::Rectangle {
                            digits: two(digits),
                            roof: board.cell(roof),
                            of_roof: marks.in_cell(board.cell(roof)).collect(),
                        };
                        let removed = bits(digits).map(|digit| (roof, digit));
                        return Some(Deduction::remove(board, removed, Vec::new(), &cells, why));
                    }
                }
            }
        }
    }
    None
}

/// Returns the pairs of different numbers below `side`.
fn pairs(side: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..side).flat_map(move |first| (first + 1..side).map(move |second| (first, second)))
}

fn two(digits: u64) -> [Digit; 2] {
    let low = digits.trailing_zeros() as usize;
    let high = 63 - digits.leading_zeros() as usize;
    [low, high].map(Digit::from_index)
}

/// Returns `true` if each house with any of the corners, given row by row, has two that
/// are not opposite, or all four.
fn can_be_swapped(marks: &Marks, [a, b, c, d]: [usize; 4]) -> bool {
    let board = marks.board();
    let corners = [a, b, c, d];
    let houses = corners.iter().flat_map(|&cell| board.houses_of(cell));
    houses.into_iter().all(|&(house, _)| {
        let inside = corners.map(|cell| board.is_in(cell, house));
        let is_opposite =
            inside == [true, false, false, true] || inside == [false, true, true, false];
        let count = inside.iter().filter(|&&is_in| is_in).count();
        count == 4 || count == 2 && !is_opposite
    })
}

/// Finds a bivalue universal grave with one more digit.
pub(super) fn bug(marks: &Marks) -> Option<Deduction> {
    let board = marks.board();
    if !board.has_houses_only() || board.full_houses().count() < board.num_houses() {
        return None;
    }
    let mut larger = marks.open_cells().filter(|&cell| marks.count(cell) != 2);
    let cell = larger.next()?;
    if marks.count(cell) != 3 || larger.next().is_some() {
        return None;
    }
    let is_grave_without = |digit: usize| {
        (0..board.num_houses()).all(|house| {
            let is_mine = board.is_in(cell, house);
            (0..board.side()).all(|other| {
                let count = marks.places(house, other).count_ones();
                let is_placed = || {
                    let cells = marks.cells_for(house, other);
                    cells.iter().all(|&cell| marks.is_placed(cell))
                };
                match count - u32::from(is_mine && other == digit) {
                    2 => true,
                    1 => is_placed(),
                    _ => false,
                }
            })
        })
    };
    let digit = bits(marks.digits(cell)).find(|&digit| is_grave_without(digit))?;
    let mut deduction = Deduction::remove(board, [], Vec::new(), &[], Why::Bug(board.cell(cell)));
    deduction.placement = Some(board.candidate(cell, digit));
    Some(deduction)
}
