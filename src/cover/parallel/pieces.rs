//! Pieces of the search tree.
//!
//! A piece is a set of chosen options and the problem that they leave. The piece with the most
//! options left is cut at its smallest item, again and again, until there are enough.

use super::super::{Bounds, Color, ExactCover, Item, OptionId};
use crate::budget::Budget;
use std::collections::BinaryHeap;

/// A piece of the search tree: the chosen options, those excluded, and the number of
/// options left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Piece {
    left: usize,
    pub(super) taken: Vec<OptionId>,
    /// Options that are in no solution of this piece, besides those that have an item in
    /// common with a chosen one. Only with bounds are there any.
    pub(super) dropped: Vec<OptionId>,
    /// Number of branches at each cut that led to this piece. Its share of the
    /// tree is estimated as 1 divided by their product.
    branches: Vec<usize>,
}

impl Piece {
    /// Returns the estimated share of the tree.
    pub(super) fn share(&self) -> f64 {
        self.branches.iter().map(|&n| 1.0 / n as f64).product()
    }

    /// Returns the piece of one of `number` branches.
    fn part(&self, problem: &ExactCover, branch: &Branch, number: usize) -> Piece {
        let taken = [&self.taken[..], branch.take.as_slice()].concat();
        let dropped = [&self.dropped[..], &branch.drop].concat();
        Piece {
            left: Rest::new(problem, &taken, &dropped).options.len(),
            taken,
            dropped,
            branches: [&self.branches[..], &[number]].concat(),
        }
    }
}

/// The pieces of a whole tree.
pub(super) struct Cuts {
    /// The pieces, those with the most options left first.
    pub(super) pieces: Vec<Piece>,
    /// Number of nodes above the pieces, and the pieces themselves.
    pub(super) nodes: u64,
    /// The share of the tree that turned out to have no solution.
    pub(super) share: f64,
}

impl Cuts {
    /// Cuts the tree into about `wanted` pieces, fewer if the budget ends.
    pub(super) fn new(problem: &ExactCover, wanted: usize, budget: &Budget) -> Cuts {
        let whole = Piece {
            left: problem.num_options(),
            taken: Vec::new(),
            dropped: Vec::new(),
            branches: Vec::new(),
        };
        let mut uncut = BinaryHeap::from([whole]);
        let mut cuts = Cuts {
            pieces: Vec::new(),
            nodes: 1,
            share: 0.0,
        };
        while uncut.len() + cuts.pieces.len() < wanted {
            let Some(piece) = uncut.pop() else { break };
            let rest = Rest::new(problem, &piece.taken, &piece.dropped);
            let Some(branches) = rest.branches() else {
                cuts.pieces.push(piece); // a solution
                continue;
            };
            if branches.is_empty() {
                cuts.share += piece.share();
            }
            let parts = branches.iter().map(|branch| {
                let has_ended = budget.exhausted(0).is_some();
                (!has_ended).then(|| piece.part(problem, branch, branches.len()))
            });
            let Some(parts) = parts.collect::<Option<Vec<Piece>>>() else {
                uncut.push(piece); // the pieces are a whole tree still
                break;
            };
            cuts.nodes += parts.len() as u64;
            uncut.extend(parts);
        }
        cuts.pieces.extend(uncut);
        cuts.pieces.sort_by(|a, b| b.cmp(a));
        cuts
    }
}

/// A branch at a cut: an option to choose, or none, and options to exclude.
struct Branch {
    take: Option<OptionId>,
    drop: Vec<OptionId>,
}

/// The state of an item after some options were chosen.
#[derive(Clone, Copy)]
enum ItemState {
    /// No option has it, or fewer than its bounds allow.
    Open,
    /// An option has it, perhaps with a colour.
    Covered(Option<Color>),
}

/// The problem that some chosen options leave.
pub(super) struct Rest {
    pub(super) problem: ExactCover,
    /// For each remaining option, its number in the whole problem.
    pub(super) options: Vec<OptionId>,
}

impl Rest {
    pub(super) fn new(whole: &ExactCover, taken: &[OptionId], dropped: &[OptionId]) -> Rest {
        let mut states = vec![ItemState::Open; whole.num_items()];
        let mut counts = vec![0; whole.num_primary()];
        for &option in taken {
            for (item, color) in whole.colored(option) {
                if let Some(count) = counts.get_mut(item.index()) {
                    *count += 1;
                    if *count < whole.bounds(item).high {
                        continue;
                    }
                }
                states[item.index()] = ItemState::Covered(color);
            }
        }
        let is_open = |item: Item| matches!(states[item.index()], ItemState::Open);
        let open: Vec<Item> = whole.items().filter(|&item| is_open(item)).collect();
        let mut places = vec![Item::new(0); whole.num_items()];
        for (place, item) in open.iter().enumerate() {
            places[item.index()] = Item::new(place);
        }
        let mut problem = whole.with_items(&open);
        for (item, bounds) in open.iter().zip(&mut problem.bounds) {
            let Bounds { low, high } = *bounds;
            let count = counts[item.index()];
            *bounds = Bounds {
                low: low.saturating_sub(count),
                high: high - count,
            };
        }
        if problem.bounds.iter().all(|&bounds| bounds == Bounds::ONCE) {
            problem.bounds.clear();
        }
        // Where items may be covered several times, a chosen option may have open items only.
        let mut is_gone = vec![
            false;
            if whole.has_bounds() {
                whole.num_options()
            } else {
                0
            }
        ];
        if whole.has_bounds() {
            for option in taken.iter().chain(dropped) {
                is_gone[option.index()] = true;
            }
        }
        let mut options = Vec::new();
        for option in whole.options() {
            // A repeated colour adds no condition.
            let fits = |(item, color): (Item, Option<Color>)| match states[item.index()] {
                ItemState::Open => true,
                ItemState::Covered(settled) => settled.is_some() && settled == color,
            };
            if !whole.may_be_chosen(option)
                || is_gone.get(option.index()) == Some(&true)
                || !whole.colored(option).all(fits)
            {
                continue;
            }
            for (item, color) in whole.colored(option) {
                if is_open(item) {
                    problem.entries.push(places[item.index()]);
                    if whole.has_colors() {
                        problem.colors.push(color);
                    }
                }
            }
            problem.ends.push(problem.entries.len() as u32);
            options.push(option);
        }
        Rest { problem, options }
    }

    /// Returns the branches of the item that has the fewest; of several, the leftmost.
    /// Returns `None` if no item is left to branch on.
    fn branches(&self) -> Option<Vec<Branch>> {
        let problem = &self.problem;
        let mut sizes = vec![0u32; problem.num_primary()];
        for item in &problem.entries {
            if let Some(size) = sizes.get_mut(item.index()) {
                *size += 1;
            }
        }
        let degrees = problem.items().zip(sizes).filter_map(|(item, size)| {
            match problem.bounds(item).low {
                // The item may be left as it is, and must be if it has no options.
                0 => (size > 0).then_some((item, size + 1)),
                low => Some((item, (size + 1).saturating_sub(low))),
            }
        });
        let (item, degree) = degrees.min_by_key(|&(_, degree)| degree)?;
        let has = |option: &OptionId| problem.option(*option).contains(&item);
        let options = problem.options().filter(has);
        let options: Vec<OptionId> = options.map(|o| self.options[o.index()]).collect();
        let branch = |place: usize| Branch {
            take: options.get(place).copied(),
            // Of options that exclude each other, none need be dropped.
            drop: match problem.bounds(item) {
                Bounds::ONCE => Vec::new(),
                _ => options[..place].to_vec(),
            },
        };
        Some((0..degree as usize).map(branch).collect())
    }
}
