//! Naked and hidden pairs, triples and quads.
//!
//! - *Naked*: k cells of a house have k digits together, so these digits are in these
//!   cells, and the other cells of the house lose them.
//! - *Hidden*: k digits of a house that holds every digit have k cells together, so
//!   these cells hold these digits and nothing else.
//!
//! Names: Sudopedia ("Naked Subset", "Hidden Subset").

use super::marks::bits;
use super::{Deduction, Marks, Why};
use crate::check::Premise;
use crate::sudoku::Digit;

/// Finds `k` cells of a house with `k` digits.
pub(super) fn naked(marks: &Marks, k: u32) -> Option<Deduction> {
    let board = marks.board();
    for house in 0..board.num_houses() {
        if marks.num_open(house) <= k as usize {
            continue;
        }
        let cells: Vec<usize> = board.cells(house).to_vec();
        let digits = cells.iter().map(|&cell| match marks.is_placed(cell) {
            true => 0,
            false => marks.digits(cell),
        });
        let found = unions(&digits.collect::<Vec<_>>(), k, k, &mut |chosen, union| {
            let subset: Vec<usize> = chosen.iter().map(|&place| cells[place]).collect();
            let houses: Vec<usize> = board.common_houses(&subset).collect();
            let mut others: Vec<usize> = houses
                .iter()
                .flat_map(|&house| board.cells(house).iter().copied())
                .filter(|cell| !subset.contains(cell))
                .collect();
            others.sort_unstable();
            others.dedup();
            let removed: Vec<(usize, usize)> = others
                .into_iter()
                .flat_map(|cell| bits(marks.digits(cell) & union).map(move |d| (cell, d)))
                .collect();
            if removed.is_empty() {
                return None;
            }
            // Only houses that lose something are named.
            let loses = |house: &usize| {
                let mut removed = removed.iter();
                removed.any(|&(cell, _)| board.is_in(cell, *house))
            };
            let houses = houses.into_iter().filter(loses).map(|h| board.house(h));
            let houses: Vec<_> = houses.collect();
            let mut premises: Vec<Premise> = houses.iter().copied().map(Premise::House).collect();
            premises.extend(board.named(&subset).into_iter().map(Premise::Cell));
            let digits = bits(union).map(Digit::from_index).collect();
            let why = Why::NakedSubset { houses, digits };
            Some(Deduction::remove(board, removed, premises, &subset, why))
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Finds `k` digits of a house with `k` cells.
pub(super) fn hidden(marks: &Marks, k: u32) -> Option<Deduction> {
    let board = marks.board();
    for house in board.full_houses() {
        if marks.num_open(house) <= k as usize {
            continue;
        }
        let places: Vec<u64> = (0..board.side())
            .map(|digit| match marks.places(house, digit) {
                places if places.count_ones() < 2 => 0,
                places => places,
            })
            .collect();
        let found = unions(&places, k, k, &mut |digits, union| {
            let own = digits.iter().fold(0u64, |set, digit| set | 1 << digit);
            let cells: Vec<usize> = bits(union).map(|p| board.cells(house)[p]).collect();
            let removed: Vec<(usize, usize)> = cells
                .iter()
                .flat_map(|&cell| bits(marks.digits(cell) & !own).map(move |d| (cell, d)))
                .collect();
            if removed.is_empty() {
                return None;
            }
            let name = board.house(house);
            let digits = digits.iter().copied().map(Digit::from_index).collect();
            let why = Why::HiddenSubset {
                house: name,
                digits,
            };
            let premises = vec![Premise::House(name)];
            Some(Deduction::remove(board, removed, premises, &cells, why))
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Calls `found` for each choice of `k` non-empty sets whose union has at least `k`
/// and at most `most` elements, with the indices of the sets and the union, until
/// it returns something.
pub(super) fn unions<T>(
    sets: &[u64],
    k: u32,
    most: u32,
    found: &mut impl FnMut(&[usize], u64) -> Option<T>,
) -> Option<T> {
    fn choose<T>(
        sets: &[u64],
        (k, most): (usize, u32),
        chosen: &mut Vec<usize>,
        union: u64,
        found: &mut impl FnMut(&[usize], u64) -> Option<T>,
    ) -> Option<T> {
        if chosen.len() == k {
            return match union.count_ones() as usize >= k {
                true => found(chosen, union),
                false => None,
            };
        }
        let first = chosen.last().map_or(0, |last| last + 1);
        for index in first..sets.len() {
            let grown = union | sets[index];
            if sets[index] == 0 || grown.count_ones() > most {
                continue;
            }
            chosen.push(index);
            let result = choose(sets, (k, most), chosen, grown, found);
            chosen.pop();
            if result.is_some() {
                return result;
            }
        }
        None
    }
    choose(sets, (k as usize, most), &mut Vec::new(), 0, found)
}
