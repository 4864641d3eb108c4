//! Locked candidates: pointing, claiming, and common peers.
//!
//! A house needs a digit, and all cells that are left for it lie in a second house:
//! then no other cell of the second house holds the digit. It is *pointing* if the
//! first house is a box (or another house that is no line), *claiming* if it is a row
//! or a column. Where cells see each other without sharing a house, as in anti-knight
//! Sudoku, a cell that sees all cells left for the digit loses it, too: *common peers*.
//!
//! Names: HoDoKu ("Locked Candidates Type 1 and 2"), Sudopedia ("Pointing",
//! "Claiming", "Common Peer Elimination").

use super::{Deduction, Marks, Why};
use crate::check::Premise;
use crate::sudoku::Digit;

/// Finds pointing candidates.
pub(super) fn pointing(marks: &Marks) -> Option<Deduction> {
    locked(marks, false)
}

/// Finds claiming candidates.
pub(super) fn claiming(marks: &Marks) -> Option<Deduction> {
    locked(marks, true)
}

fn locked(marks: &Marks, is_line: bool) -> Option<Deduction> {
    let board = marks.board();
    for house in board.full_houses().filter(|&h| board.is_line(h) == is_line) {
        for digit in 0..board.side() {
            if marks.places(house, digit).count_ones() < 2 {
                continue;
            }
            let cells = marks.cells_for(house, digit);
            for other in board.common_houses(&cells).filter(|&other| other != house) {
                let mut removed = marks.cells_for(other, digit);
                removed.retain(|cell| !cells.contains(cell));
                if removed.is_empty() {
                    continue;
                }
                let names = [house, other].map(|house| board.house(house));
                return Some(Deduction::remove(
                    board,
                    removed.into_iter().map(|cell| (cell, digit)),
                    names.map(Premise::House).to_vec(),
                    &cells,
                    Why::Locked {
                        digit: Digit::from_index(digit),
                        house: names[0],
                        other: Some(names[1]),
                    },
                ));
            }
        }
    }
    None
}

/// Finds a cell that sees all cells left for a digit in a house.
pub(super) fn common_peers(marks: &Marks) -> Option<Deduction> {
    let board = marks.board();
    for house in board.full_houses() {
        for digit in 0..board.side() {
            if marks.places(house, digit).count_ones() < 2 {
                continue;
            }
            let cells = marks.cells_for(house, digit);
            let removed = seen_by_all(marks, &cells, digit);
            if removed.is_empty() {
                continue;
            }
            let name = board.house(house);
            let mut premises = vec![Premise::House(name)];
            premises.extend(links(marks, &cells, &removed, digit));
            let why = Why::Locked {
                digit: Digit::from_index(digit),
                house: name,
                other: None,
            };
            let removed = removed.into_iter().map(|cell| (cell, digit));
            return Some(Deduction::remove(board, removed, premises, &cells, why));
        }
    }
    None
}

/// Returns the cells with the digit that see all of these cells.
pub(super) fn seen_by_all(marks: &Marks, cells: &[usize], digit: usize) -> Vec<usize> {
    let board = marks.board();
    let peers = board.peers(cells[0]).iter().copied();
    peers
        .filter(|&peer| marks.has(peer, digit))
        .filter(|&peer| cells[1..].iter().all(|&cell| board.sees(peer, cell)))
        .collect()
}

/// Returns the rules by which each of the cells excludes the digit from each of the
/// others.
pub(super) fn links(
    marks: &Marks,
    cells: &[usize],
    others: &[usize],
    digit: usize,
) -> Vec<Premise> {
    let pairs = cells
        .iter()
        .flat_map(|&cell| others.iter().map(move |&other| (cell, other)));
    let links = pairs.filter_map(|(a, b)| marks.board().link((a, digit), (b, digit)));
    let mut links: Vec<Premise> = links.collect();
    links.sort_unstable();
    links.dedup();
    links
}
