//! Rules for two cells in an exact cover.
//!
//! Pair 3 has a secondary item `P3=v` for each digit v. The option that puts v
//! into the first cell has it, and so has each option of the second cell that
//! cannot go with v. At most one of them is chosen; options of the second cell
//! exclude each other anyway.

use crate::sudoku::rules::Relation;
use crate::sudoku::{Candidate, Rules, Size};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The pairs of some rules, and their items by index: N for each pair.
pub(super) struct Pairs {
    size: Size,
    /// For each cell, by index, its pairs.
    of_cell: Vec<Vec<Membership>>,
    relations: Vec<Excluded>,
    /// For each pair its place in `relations`.
    relation_of: Vec<usize>,
}

/// A pair of a cell, and the cell's place in it.
struct Membership {
    /// The index of the pair.
    pair: usize,
    /// Set if the cell is the first of the two.
    is_first: bool,
}

/// For each digit of the second cell, by index, the digits of the first that
/// cannot go with it.
type Excluded = Vec<Vec<usize>>;

/// Returns the number of items of all pairs, and of their places in the options
/// of all candidates, in memory that does not depend on it.
pub(super) fn num_entries(rules: &Rules) -> usize {
    let side = rules.size().side();
    let pairs = rules.pairs().iter();
    let sizes = pairs.map(|pair| 2 * side + pair.relation.num_forbidden());
    sizes.fold(0, usize::saturating_add)
}

impl Pairs {
    /// Returns the items of these rules. [`num_entries`] says how many they are.
    pub(super) fn new(rules: &Rules) -> Pairs {
        let size = rules.size();
        let mut pairs = Pairs {
            size,
            of_cell: Vec::new(),
            relations: Vec::new(),
            relation_of: Vec::with_capacity(rules.pairs().len()),
        };
        if rules.pairs().is_empty() {
            return pairs;
        }
        pairs.of_cell.resize_with(size.num_cells(), Vec::new);
        let mut known: FxHashMap<Relation, usize> = FxHashMap::default();
        for (index, pair) in rules.pairs().iter().enumerate() {
            for (cell, is_first) in pair.cells.into_iter().zip([true, false]) {
                let pair = index;
                pairs.of_cell[cell.index(size)].push(Membership { pair, is_first });
            }
            let relation = match known.entry(pair.relation) {
                Entry::Occupied(entry) => *entry.get(),
                Entry::Vacant(entry) => {
                    let excluded = |second: usize| {
                        let firsts = 0..size.side();
                        let firsts = firsts.filter(|first| !pair.allows(first + 1, second + 1));
                        firsts.collect()
                    };
                    pairs
                        .relations
                        .push((0..size.side()).map(excluded).collect());
                    *entry.insert(pairs.relations.len() - 1)
                }
            };
            pairs.relation_of.push(relation);
        }
        pairs
    }

    /// Returns the names of all items.
    pub(super) fn names(&self) -> impl Iterator<Item = String> + use<> {
        let pairs = 1..=self.relation_of.len();
        let side = self.size.side();
        pairs.flat_map(move |pair| (1..=side).map(move |digit| format!("P{pair}={digit}")))
    }

    /// Calls `found` with the index of each item that the option of a candidate
    /// has.
    pub(super) fn for_each_of(&self, candidate: Candidate, mut found: impl FnMut(usize)) {
        if self.of_cell.is_empty() {
            return;
        }
        let digit = candidate.digit.index();
        for membership in &self.of_cell[candidate.cell.index(self.size)] {
            let first = membership.pair * self.size.side();
            if membership.is_first {
                found(first + digit);
            } else {
                let relation = &self.relations[self.relation_of[membership.pair]];
                relation[digit]
                    .iter()
                    .for_each(|other| found(first + other));
            }
        }
    }
}
