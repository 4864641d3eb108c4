//! Singles: full house, hidden single, naked single.
//!
//! - *Full house*: all cells of a house but one are filled, so the last one holds the
//!   digit that is missing.
//! - *Hidden single*: a house needs a digit, and one cell is left for it.
//! - *Naked single*: one digit is left in a cell.
//!
//! A puzzle that singles solve is one that unit propagation solves in the encoding
//! with all at-least-one clauses (Lynce and Ouaknine, "Sudoku as a SAT Problem",
//! 2006). Names: Sudopedia.

use super::{Deduction, Marks, Why};
use crate::check::Premise;

/// Finds a full house.
pub(super) fn full_house(marks: &Marks) -> Option<Deduction> {
    let board = marks.board();
    let house = board
        .full_houses()
        .find(|&house| marks.num_open(house) == 1)?;
    let mut cells = board.cells(house).iter();
    let &cell = cells.find(|&&cell| !marks.is_placed(cell))?;
    let digit = single_digit(marks, cell)?;
    let name = board.house(house);
    let why = Why::FullHouse(name);
    Some(Deduction::place(
        board,
        cell,
        digit,
        Premise::House(name),
        why,
    ))
}

/// Finds a hidden single. Boxes and regions come before rows and columns, because
/// people see them more easily.
pub(super) fn hidden_single(marks: &Marks) -> Option<Deduction> {
    let board = marks.board();
    let others = board.full_houses().filter(|&house| !board.is_line(house));
    let lines = board.full_houses().filter(|&house| board.is_line(house));
    for house in others
        .chain(lines)
        .filter(|&house| marks.num_open(house) > 0)
    {
        for digit in 0..board.side() {
            let places = marks.places(house, digit);
            if places.is_power_of_two() {
                let cell = board.cells(house)[places.trailing_zeros() as usize];
                if !marks.is_placed(cell) {
                    let name = board.house(house);
                    let why = Why::HiddenSingle(name);
                    return Some(Deduction::place(
                        board,
                        cell,
                        digit,
                        Premise::House(name),
                        why,
                    ));
                }
            }
        }
    }
    None
}

/// Finds a naked single.
pub(super) fn naked_single(marks: &Marks) -> Option<Deduction> {
    let board = marks.board();
    let (cell, digit) = marks
        .open_cells()
        .find_map(|cell| Some((cell, single_digit(marks, cell)?)))?;
    let premise = Premise::Cell(board.cell(cell));
    Some(Deduction::place(
        board,
        cell,
        digit,
        premise,
        Why::NakedSingle,
    ))
}

fn single_digit(marks: &Marks, cell: usize) -> Option<usize> {
    let digits = marks.digits(cell);
    digits
        .is_power_of_two()
        .then(|| digits.trailing_zeros() as usize)
}
