//! Exact cover with sparse sets instead of links: "dancing cells".
//!
//! The search is that of Knuth's program `ssxcc`, with the same numbers of
//! nodes and updates:
//!
//! - an item left with one option is covered at once (*forced*), without
//!   examining the other items;
//! - an option that would leave an item without options is abandoned while its
//!   items are covered;
//! - the sizes of all active items are saved before a choice and set again on
//!   backtracking. Before a forced move they are not saved.
//!
//! The arrays are flat and short, so this is the faster search where items have
//! few options left, as in Sudoku. The order of the solutions differs from that
//! of [`dlx`](super::dlx).

mod cells;

use super::search::{Search, SearchStats, share_done};
use super::{ExactCover, OptionId};
use crate::budget::{Budget, Stop};
use cells::Cells;
use fastrand::Rng;

/// Number of updates and of items examined between two checks of the budget's
/// clock. Chosen by hand: larger numbers notice the end of the budget later,
/// smaller ones read the clock more often.
const WORK_PER_CHECK: u64 = 1 << 16;

/// The next action of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Enter a node.
    Enter,
    /// Try the next option of the item at the top of the stack.
    Again,
    /// Go back to the level above.
    Back,
    /// Every possibility was tried.
    Done,
}

/// A choice on the current path of the search.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The node of the chosen item in the chosen option.
    node: u32,
    /// End of the sizes saved for this level.
    saved: u32,
}

/// A search for the solutions of a problem.
#[derive(Debug)]
pub struct Sparse {
    cells: Cells,
    levels: Vec<Level>,
    /// Items with their saved sizes, level after level.
    saved: Vec<(u32, u32)>,
    /// Items with one option left, to be covered first.
    forced: Vec<u32>,
    next: Next,
    stats: SearchStats,
    /// Amount of work since the clock was last read.
    work: u64,
    /// Breaks ties between the smallest items. Without it, the leftmost is
    /// chosen.
    rng: Option<Rng>,
    /// Set if an item has no option at all.
    hopeless: bool,
    solution: Vec<OptionId>,
}

impl Sparse {
    /// Creates a search, which has not begun.
    ///
    /// # Panics
    /// If the problem has bounds; see [`ExactCover::has_bounds`].
    pub fn new(problem: &ExactCover) -> Sparse {
        assert!(!problem.has_bounds(), "dancing cells cover items once");
        let cells = Cells::new(problem);
        let primary = &cells.heads[..problem.num_primary()];
        Sparse {
            hopeless: primary.iter().any(|head| head.size == 0),
            cells,
            levels: Vec::new(),
            saved: Vec::new(),
            forced: Vec::new(),
            next: Next::Enter,
            stats: SearchStats::default(),
            work: WORK_PER_CHECK,
            rng: None,
            solution: Vec::new(),
        }
    }

    /// Returns the search with random choices among the smallest items.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Sparse {
        self.rng = Some(Rng::with_seed(seed));
        self
    }

    /// Restarts the search with the next random numbers. The counters continue.
    pub(super) fn restart(&mut self) {
        self.cells.restore();
        self.levels.clear();
        self.saved.clear();
        self.forced.clear();
        self.next = Next::Enter;
    }

    /// Enters a node. Returns `true` if it is a solution.
    fn enter(&mut self) -> bool {
        self.stats.nodes += 1;
        if self.hopeless {
            self.next = Next::Done;
            return false;
        }
        while let Some(item) = self.forced.pop() {
            if self.cells.head(item).place < self.cells.active {
                self.choose(item, false);
                return false;
            }
        }
        let (mut best, mut least, mut ties) = (0, u32::MAX, 0);
        let cells = &self.cells;
        for &item in &cells.items[..cells.active as usize] {
            if item < cells.primary {
                let size = cells.head(item).size;
                if size <= 1 {
                    self.forced.push(item);
                } else if size < least {
                    (best, least, ties) = (item, size, 1);
                } else if size == least {
                    ties += 1;
                    let other = match &mut self.rng {
                        None => item < best,
                        Some(rng) => rng.u32(..ties) == 0,
                    };
                    if other {
                        best = item;
                    }
                }
            }
        }
        self.work += u64::from(cells.active);
        if let Some(item) = self.forced.pop() {
            self.choose(item, false);
        } else if least == u32::MAX {
            self.stats.solutions += 1;
            self.next = Next::Back;
            return true;
        } else {
            self.choose(best, true);
        }
        false
    }

    /// Branches on an item and tries its first option.
    fn choose(&mut self, item: u32, save: bool) {
        let Sparse {
            cells,
            saved,
            forced,
            stats,
            ..
        } = self;
        cells.settle(item);
        stats.updates += 1;
        let before = stats.updates;
        cells.hide::<false>(item, 0, cells.active, forced, &mut stats.updates);
        self.work += stats.updates - before;
        if save {
            let active = &cells.items[..cells.active as usize];
            saved.extend(active.iter().map(|&item| (item, cells.head(item).size)));
        }
        let node = cells.set(cells.head(item).start);
        let saved = saved.len() as u32;
        self.levels.push(Level { node, saved });
        self.try_option(node);
    }

    /// Chooses the option of a node of the item at the top of the stack.
    fn try_option(&mut self, node: u32) {
        let Sparse {
            cells,
            forced,
            stats,
            ..
        } = self;
        let updates = stats.updates;
        let before = cells.active;
        for other in cells.others(node) {
            let item = cells.node(other).item;
            if cells.head(item).place < cells.active {
                cells.settle(item);
                stats.updates += 1;
            }
        }
        let mut possible = true;
        for other in cells.others(node) {
            let &cells::Node { item, color, .. } = cells.node(other);
            // A secondary item whose colour is settled already has nothing left
            // to hide.
            if cells.head(item).place < before
                && !cells.hide::<true>(item, color, before, forced, &mut stats.updates)
            {
                possible = false;
                forced.clear();
                break;
            }
        }
        self.work += stats.updates - updates;
        self.next = if possible { Next::Enter } else { Next::Again };
    }

    /// Continues with the next option of the item at the top of the stack.
    fn again(&mut self) {
        let Some(&Level { node, .. }) = self.levels.last() else {
            self.next = Next::Done;
            self.cells.restore();
            return;
        };
        let cells = &mut self.cells;
        let &cells::Node { item, place, .. } = cells.node(node);
        let head = cells.head(item);
        if place + 1 >= head.start + head.size {
            self.levels.pop();
            let end = self.levels.last().map_or(0, |level| level.saved);
            self.saved.truncate(end as usize);
            self.next = Next::Back;
            return;
        }
        let start = match self.levels.len() {
            0 | 1 => 0,
            depth => self.levels[depth - 2].saved as usize,
        };
        let sizes = &self.saved[start..];
        cells.active = sizes.len() as u32;
        self.work += u64::from(cells.active);
        for &(item, size) in sizes {
            cells.head_mut(item).size = size;
        }
        let node = cells.set(place + 1);
        if let Some(level) = self.levels.last_mut() {
            level.node = node;
        }
        self.try_option(node);
    }
}

impl Search for Sparse {
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        let limit = budget.steps().unwrap_or(u64::MAX);
        while self.next != Next::Done {
            // An option abandoned at once is no node, and there may be many.
            let enter = self.next == Next::Enter;
            if self.work >= WORK_PER_CHECK || enter && self.stats.nodes >= limit {
                if let Some(stop) = budget.exhausted(self.stats.nodes) {
                    return Err(stop);
                }
                self.work = 0;
            }
            if !enter {
                self.again(); // the option that led here is done with
            } else if self.enter() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn solution(&mut self) -> &[OptionId] {
        self.solution.clear();
        let options = self.levels.iter();
        self.solution
            .extend(options.map(|level| self.cells.option(level.node)));
        &self.solution
    }

    fn stats(&self) -> SearchStats {
        self.stats
    }

    fn progress(&self) -> f64 {
        if self.next == Next::Done {
            return 1.0;
        }
        share_done(self.levels.iter().map(|level| {
            let node = self.cells.node(level.node);
            let head = self.cells.head(node.item);
            (u64::from(node.place - head.start), u64::from(head.size))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::problems::PROBLEMS;
    use crate::cover::tests::problems;
    use proptest::prelude::{any, prop_assert_eq, proptest};

    /// Returns the sorted sets of all items, after checking every position.
    fn sets(cells: &Cells) -> Vec<Vec<u32>> {
        for (place, &item) in cells.items.iter().enumerate() {
            assert_eq!(cells.head(item).place as usize, place);
        }
        for (place, &node) in cells.sets.iter().enumerate() {
            assert_eq!(cells.node(node).place as usize, place);
        }
        let set = |head: &cells::Head| {
            let places = head.start as usize..(head.start + head.size) as usize;
            let mut set = cells.sets[places].to_vec();
            set.sort_unstable();
            set
        };
        cells.heads.iter().map(set).collect()
    }

    /// Every option of `a` leaves `z` without options, so all are abandoned at
    /// the root.
    #[test]
    #[cfg_attr(miri, ignore = "ninety thousand updates take Miri too long")]
    fn options_given_up_take_of_the_budget() {
        let mut builder = ExactCover::builder();
        builder.primary("a").unwrap();
        builder.primary("z").unwrap();
        builder.secondary("x").unwrap();
        for _ in 0..300 {
            builder.option_named(["a", "x"]).unwrap();
        }
        for _ in 0..301 {
            builder.option_named(["z", "x"]).unwrap();
        }
        let mut search = Sparse::new(&builder.build());
        let one = Budget::unlimited().with_steps(1);
        assert_eq!(search.advance(&one), Err(Stop::Steps));
        assert!(search.stats().updates < 300 * 301);
        assert_eq!(search.advance(&Budget::unlimited()), Ok(false));
        assert_eq!(search.stats().nodes, 1);
        assert_eq!(search.advance(&one), Ok(false), "the end stays the end");
    }

    proptest! {
        #[test]
        fn any_search_restores_every_set(problem in problems(), seed in any::<u64>()) {
            let fresh = Cells::new(&problem);
            for random in [false, true] {
                let mut search = Sparse::new(&problem);
                if random {
                    search = search.with_seed(seed);
                }
                while search.advance(&Budget::unlimited()).unwrap() {
                    sets(&search.cells);
                }
                prop_assert_eq!(sets(&search.cells), sets(&fresh));
                prop_assert_eq!(search.cells.active, fresh.active);
            }
        }
    }

    #[test]
    fn a_search_restores_every_set() {
        // Under Miri, which is slow, only the first problem.
        for problem in PROBLEMS
            .iter()
            .take(if cfg!(miri) { 1 } else { PROBLEMS.len() })
        {
            let problem = problem.read();
            let fresh = Cells::new(&problem);
            let mut search = Sparse::new(&problem);
            while search.advance(&Budget::unlimited()).unwrap() {
                sets(&search.cells);
            }
            assert_eq!(sets(&search.cells), sets(&fresh));
            assert_eq!(search.cells.active, fresh.active);
            assert!(search.saved.is_empty() && search.forced.is_empty());
        }
    }
}
