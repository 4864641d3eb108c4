//! XY-wing, XYZ-wing, W-wing.
//!
//! - *XY-wing*: a cell (the pivot) with the digits x and y sees a cell with x and z and
//!   a cell with y and z (the pincers). One of the pincers holds z, so a cell that sees
//!   both loses z.
//! - *XYZ-wing*: the pivot has x, y and z. It or one of the pincers holds z, so a cell
//!   that sees all three loses z.
//! - *W-wing*: two cells with the same digits w and z do not see each other, and a house
//!   has only two cells for w, of which each is seen by one of them. So one of the two
//!   does not hold w but z, and a cell that sees both loses z.
//!
//! Names: HoDoKu ("Wings").

use super::locked::{links, seen_by_all};
use super::marks::bits;
use super::{Deduction, Marks, Why};
use crate::check::Premise;
use crate::sudoku::Digit;

/// Finds an XY-wing.
pub(super) fn xy(marks: &Marks) -> Option<Deduction> {
    wing(marks, 2)
}

/// Finds an XYZ-wing.
pub(super) fn xyz(marks: &Marks) -> Option<Deduction> {
    wing(marks, 3)
}

/// Finds a wing whose pivot has this many digits.
fn wing(marks: &Marks, of_pivot: u32) -> Option<Deduction> {
    let board = marks.board();
    for pivot in marks
        .open_cells()
        .filter(|&cell| marks.count(cell) == of_pivot)
    {
        let own = marks.digits(pivot);
        let peers = board.peers(pivot).iter().copied();
        let pincers: Vec<usize> = peers
            .filter(|&cell| {
                let shared = (marks.digits(cell) & own).count_ones();
                marks.count(cell) == 2 && shared == of_pivot - 1
            })
            .collect();
        for (place, &first) in pincers.iter().enumerate() {
            for &second in &pincers[place + 1..] {
                let [a, b] = [first, second].map(|cell| marks.digits(cell));
                let (common, all) = (a & b, a | b | own);
                // Together they have x, y and z, and z is in both pincers.
                if common.count_ones() != 1 || all.count_ones() != 3 {
                    continue;
                }
                if of_pivot == 2 && common & own != 0 {
                    continue;
                }
                let digit = common.trailing_zeros() as usize;
                let seeing: &[usize] = match of_pivot {
                    2 => &[first, second],
                    _ => &[first, second, pivot],
                };
                let removed = seen_by_all(marks, seeing, digit);
                if removed.is_empty() {
                    continue;
                }
                let cells = [pivot, first, second];
                let mut premises: Vec<Premise> = cells
                    .iter()
                    .map(|&cell| Premise::Cell(board.cell(cell)))
                    .collect();
                for x in bits(own & !common) {
                    let pincer = if a >> x & 1 == 1 { first } else { second };
                    premises.extend(board.link((pivot, x), (pincer, x)));
                }
                premises.extend(links(marks, seeing, &removed, digit));
                let with_digits = |&cell: &usize| {
                    let cell = board.cell(cell);
                    (cell, marks.in_cell(cell).collect())
                };
                let why = Why::Wing {
                    cells: cells.iter().map(with_digits).collect(),
                    digit: Digit::from_index(digit),
                    holders: board.named(seeing),
                };
                let removed = removed.into_iter().map(|cell| (cell, digit));
                return Some(Deduction::remove(board, removed, premises, &cells, why));
            }
        }
    }
    None
}

/// Finds a W-wing.
pub(super) fn w(marks: &Marks) -> Option<Deduction> {
    let board = marks.board();
    let pairs: Vec<usize> = marks
        .open_cells()
        .filter(|&c| marks.count(c) == 2)
        .collect();
    for (place, &first) in pairs.iter().enumerate() {
        for &second in &pairs[place + 1..] {
            if marks.digits(first) != marks.digits(second) || board.sees(first, second) {
                continue;
            }
            for link in bits(marks.digits(first)) {
                let digit = (marks.digits(first) & !(1 << link)).trailing_zeros() as usize;
                let removed = seen_by_all(marks, &[first, second], digit);
                if removed.is_empty() {
                    continue;
                }
                for house in board.full_houses() {
                    if marks.places(house, link).count_ones() != 2 {
                        continue;
                    }
                    let cells = marks.cells_for(house, link);
                    let sees = |a: usize, b: usize| board.sees(first, a) && board.sees(second, b);
                    let (near, far) = match (cells[0], cells[1]) {
                        (a, b) if sees(a, b) => (a, b),
                        (a, b) if sees(b, a) => (b, a),
                        _ => continue,
                    };
                    let mut premises = vec![
                        Premise::Cell(board.cell(first)),
                        Premise::Cell(board.cell(second)),
                        Premise::House(board.house(house)),
                    ];
                    premises.extend(board.link((first, link), (near, link)));
                    premises.extend(board.link((second, link), (far, link)));
                    premises.extend(links(marks, &[first, second], &removed, digit));
                    let why = Why::WWing {
                        ends: [board.cell(first), board.cell(second)],
                        house: board.house(house),
                        link: Digit::from_index(link),
                        digit: Digit::from_index(digit),
                    };
                    let pattern = [first, near, far, second];
                    let removed = removed.into_iter().map(|cell| (cell, digit));
                    return Some(Deduction::remove(board, removed, premises, &pattern, why));
                }
            }
        }
    }
    None
}
