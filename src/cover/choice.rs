//! The rules by which a search chooses the item to branch on.

use super::{ExactCover, Item};
use fastrand::Rng;

/// The rule by which a search chooses the next primary item to cover.
///
/// All rules find the same solutions; the order of the solutions and the size
/// of the search tree differ. A seed makes a random rule repeatable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// An item with the fewest options left; of several, the leftmost.
    #[default]
    Smallest,
    /// As [`Smallest`](Choice::Smallest), but items whose names begin with `#`
    /// are preferred to items with two or more options left: Knuth's
    /// `dlx2-sharp`.
    Sharp,
    /// The leftmost item, whatever its number of options.
    First,
    /// A random item among those with the fewest options left.
    RandomSmallest {
        /// Seed of the random numbers.
        seed: u64,
    },
    /// A random item, whatever its number of options.
    Random {
        /// Seed of the random numbers.
        seed: u64,
    },
}

impl Choice {
    /// Returns the source of random numbers that the rule uses.
    pub(super) fn rng(self) -> Rng {
        match self {
            Choice::Smallest | Choice::Sharp | Choice::First => Rng::with_seed(0),
            Choice::RandomSmallest { seed } | Choice::Random { seed } => Rng::with_seed(seed),
        }
    }

    /// Chooses among items, given from left to right with their sizes.
    /// `is_sharp` returns `true` for the items that [`Choice::Sharp`] prefers.
    /// Returns `None` if there is no item.
    pub(super) fn pick(
        self,
        mut items: impl Iterator<Item = (u32, u32)>,
        is_sharp: impl Fn(u32) -> bool,
        rng: &mut Rng,
    ) -> Option<(u32, u32)> {
        match self {
            Choice::First => items.next(),
            Choice::Smallest => {
                let mut best = items.next()?;
                for (item, size) in items {
                    if best.1 == 0 {
                        break; // nothing is smaller
                    }
                    if size < best.1 {
                        best = (item, size);
                    }
                }
                Some(best)
            }
            Choice::Sharp => {
                let rank = |(item, size): (u32, u32)| (size > 1 && !is_sharp(item), size);
                let mut best = items.next()?;
                for other in items {
                    if rank(other) < rank(best) {
                        best = other;
                    }
                }
                Some(best)
            }
            Choice::RandomSmallest { .. } => {
                let mut best = items.next()?;
                let mut ties = 1;
                for (item, size) in items {
                    if size < best.1 {
                        best = (item, size);
                        ties = 1;
                    } else if size == best.1 {
                        // Reservoir sampling: each of the ties is chosen with
                        // the same probability.
                        ties += 1;
                        if rng.usize(..ties) == 0 {
                            best = (item, size);
                        }
                    }
                }
                Some(best)
            }
            Choice::Random { .. } => {
                let mut best = items.next()?;
                for (seen, other) in (2..).zip(items) {
                    if rng.usize(..seen) == 0 {
                        best = other;
                    }
                }
                Some(best)
            }
        }
    }
}

/// Returns `true` if [`Choice::Sharp`] prefers the item.
pub(super) fn is_sharp(problem: &ExactCover, item: Item) -> bool {
    problem.name(item).starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    const ITEMS: [(u32, u32); 6] = [(1, 5), (2, 2), (3, 4), (4, 2), (5, 2), (6, 7)];

    /// Returns how often each item is chosen over many seeds.
    fn spread(rule: impl Fn(u64) -> Choice) -> Vec<usize> {
        let mut counts = vec![0; 7];
        for seed in 0..6000 {
            let choice = rule(seed);
            let (item, _) = choice
                .pick(ITEMS.into_iter(), |_| false, &mut choice.rng())
                .expect("there are items");
            counts[item as usize] += 1;
        }
        counts
    }

    #[test]
    fn the_sure_rules_choose_the_leftmost() {
        let pick =
            |choice: Choice| choice.pick(ITEMS.into_iter(), |item| item > 2, &mut choice.rng());
        assert_eq!(pick(Choice::Sharp), Some((4, 2)));
        assert_eq!(pick(Choice::Smallest), Some((2, 2)));
        assert_eq!(pick(Choice::First), Some((1, 5)));
        assert_eq!(
            Choice::First.pick(std::iter::empty(), |_| false, &mut Rng::with_seed(0)),
            None
        );
    }

    #[test]
    fn the_random_rules_are_even() {
        let smallest = spread(|seed| Choice::RandomSmallest { seed });
        for item in [1, 3, 6] {
            assert_eq!(smallest[item], 0);
        }
        for item in [2, 4, 5] {
            assert!((1800..2200).contains(&smallest[item]), "{smallest:?}");
        }
        let any = spread(|seed| Choice::Random { seed });
        for count in &any[1..] {
            assert!((850..1150).contains(count), "{any:?}");
        }
    }
}
