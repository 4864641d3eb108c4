//! Single-digit patterns of two strong links: skyscraper, two-string kite, turbot fish.
//!
//! A digit has two cells in one house, and two cells in another one. A cell of the one
//! sees a cell of the other, so not both of them hold the digit. So one of the two
//! remaining cells, the ends, holds it, and cells that see both ends lose it.
//!
//! - *Skyscraper*: the houses are two rows whose cells that see each other lie in one
//!   column, or the other way round.
//! - *Two-string kite*: the houses are a row and a column whose cells that see each other
//!   lie in one box.
//! - *Turbot fish*: all others, such as a row and a box.
//!
//! These are the X-chains of two strong links. Names: HoDoKu ("Single Digit Patterns").

use super::locked::{links, seen_by_all};
use super::{Deduction, Marks, Why};
use crate::check::Premise;
use crate::sudoku::{Digit, House, HouseKind};

/// The patterns of two houses with two cells each for a digit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pattern {
    Skyscraper,
    Kite,
    Turbot,
}

/// Finds a skyscraper.
pub(super) fn skyscraper(marks: &Marks) -> Option<Deduction> {
    find(marks, Pattern::Skyscraper)
}

/// Finds a two-string kite.
pub(super) fn two_string_kite(marks: &Marks) -> Option<Deduction> {
    find(marks, Pattern::Kite)
}

/// Finds a turbot fish.
pub(super) fn turbot_fish(marks: &Marks) -> Option<Deduction> {
    find(marks, Pattern::Turbot)
}

/// Returns the pattern of two houses whose cells that see each other lie in the house
/// `by`, if they share one.
fn pattern(houses: [House; 2], by: Option<House>) -> Pattern {
    use HouseKind::{Col, Row};
    match (houses.map(House::kind), by.map(House::kind)) {
        ([Row, Row], Some(Col)) | ([Col, Col], Some(Row)) => Pattern::Skyscraper,
        ([Row, Col] | [Col, Row], Some(_)) => Pattern::Kite,
        _ => Pattern::Turbot,
    }
}

fn find(marks: &Marks, wanted: Pattern) -> Option<Deduction> {
    let board = marks.board();
    for digit in 0..board.side() {
        let strong: Vec<(usize, Vec<usize>)> = board
            .full_houses()
            .filter(|&house| marks.places(house, digit).count_ones() == 2)
            .map(|house| (house, marks.cells_for(house, digit)))
            .collect();
        for (place, (first, cells)) in strong.iter().enumerate() {
            for (second, others) in &strong[place + 1..] {
                let houses = [*first, *second].map(|house| board.house(house));
                for (near, end) in [(0, 1), (1, 0)] {
                    for (far, other_end) in [(0, 1), (1, 0)] {
                        let joined = [cells[near], others[far]];
                        let ends = [cells[end], others[other_end]];
                        let is_apart = !cells.contains(&others[0]) && !cells.contains(&others[1]);
                        if !is_apart || !board.sees(joined[0], joined[1]) {
                            continue;
                        }
                        let by = board.common_houses(&joined).next();
                        let by = by.map(|house| board.house(house));
                        if pattern(houses, by) != wanted {
                            continue;
                        }
                        let removed = seen_by_all(marks, &ends, digit);
                        if removed.is_empty() {
                            continue;
                        }
                        let mut premises: Vec<Premise> = houses.map(Premise::House).to_vec();
                        premises.extend(board.link((joined[0], digit), (joined[1], digit)));
                        premises.extend(links(marks, &ends, &removed, digit));
                        let why = Why::TwoLinks {
                            digit: Digit::from_index(digit),
                            houses,
                            joined: joined.map(|cell| board.cell(cell)),
                            by,
                            ends: ends.map(|cell| board.cell(cell)),
                        };
                        let pattern = [ends[0], joined[0], joined[1], ends[1]];
                        let removed = removed.into_iter().map(|cell| (cell, digit));
                        return Some(Deduction::remove(board, removed, premises, &pattern, why));
                    }
                }
            }
        }
    }
    None
}
