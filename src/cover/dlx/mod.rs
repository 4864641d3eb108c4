//! Knuth's dancing links: Algorithm X on doubly linked lists whose nodes are
//! unlinked and linked again.
//!
//! The search chooses an uncovered item, covers it, and tries each of its
//! options in turn: the option's other items are covered too, and the rest is a
//! smaller exact-cover problem. When all options of the item were tried,
//! everything is restored and the search returns to the level above.
//!
//! Steps are done and counted as in Knuth's program `dlx1` (The Art of Computer
//! Programming, volume 4B, section 7.2.2.1). So solutions come in the same
//! order, and the numbers of nodes and updates are equal:
//!
//! - a *node* of the search tree is the root or any option tried, including
//!   dead ends and solutions;
//! - an *update* is the removal of one element from a doubly linked list while
//!   an item is covered: the item itself, and each hidden node. Restoring is
//!   not counted.
//!
//! The search is a loop with its own stack, so it can stop after any solution
//! or when its [`Budget`] ends, and be continued later. It does not allocate
//! after [`Dlx::new`].

mod links;
mod multi;
mod prices;
#[cfg(test)]
mod tests;

use super::choice::is_sharp;
use super::search::{Next, share_done};
use super::{ExactCover, Item, OptionId, Search, Watcher};
use crate::budget::{Budget, Stop};
use fastrand::Rng;
use links::{ALL, Links, NodeColor, STEP};
use std::fmt;

pub use super::{Choice, SearchStats};
pub use multi::Multi;

/// Amount of work (items examined and updates) between two checks of the
/// budget's clock: a fraction of a millisecond.
const WORK_PER_CHECK: u64 = 1 << 16;

/// From this number of primary items on, `MANY` is used: scanning the items
/// then costs more than hiding nodes. Chosen by hand.
const MANY_ITEMS: usize = 100;

/// A choice on the current path of the search.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The current node in the chosen item's list.
    node: u32,
    /// Number of items that lost their last option when the chosen item was
    /// covered.
    emptied: u32,
}

/// A search for the solutions of a problem.
///
/// ```
/// use sudosat::prelude::*;
///
/// let problem: ExactCover = "a b c d\na b\nc d\nb c\na d".parse()?;
/// let mut search = Dlx::new(&problem, Choice::Smallest);
/// let budget = Budget::unlimited();
/// let found: Vec<_> = cover::solutions(&mut search, &budget).collect::<Result<_, _>>()?;
/// assert_eq!(found.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Dlx {
    links: Links,
    rule: Choice,
    /// For each item of the links, `true` if the rule prefers it. Empty if the
    /// rule prefers none.
    sharp: Vec<bool>,
    rng: Rng,
    /// Set if there are colours or at least [`MANY_ITEMS`] primary items.
    many: bool,
    /// The choices on the current path: Knuth's `choice`.
    choices: Vec<Level>,
    /// First nodes of the options that are part of every solution.
    given: Vec<u32>,
    /// For each item, set if a given option has it.
    given_items: Vec<bool>,
    /// For each option its first node. Empty before an option is given.
    first_nodes: Vec<u32>,
    /// Number of uncovered items without options, including secondary ones. At
    /// the root it is a guess of 1. Only kept up to date if `many` is set.
    emptied: u32,
    next: Next,
    stats: SearchStats,
    /// Amount of work since the clock was last read.
    work: u64,
    /// The last solution returned.
    solution: Vec<OptionId>,
    watcher: Option<Box<dyn Watcher>>,
}

impl fmt::Debug for Dlx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dlx")
            .field("rule", &self.rule)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl Dlx {
    /// Creates a search, which has not begun.
    ///
    /// # Panics
    /// If the problem has bounds, which this algorithm does not support; see
    /// [`ExactCover::has_bounds`].
    pub fn new(problem: &ExactCover, rule: Choice) -> Dlx {
        assert!(!problem.has_bounds(), "dancing links cover items once");
        Dlx {
            links: Links::new(problem),
            sharp: sharp(problem, rule),
            rule,
            rng: rule.rng(),
            many: problem.has_colors() || problem.num_primary() >= MANY_ITEMS,
            // Each level covers at least one primary item.
            choices: Vec::with_capacity(problem.num_primary()),
            given: Vec::new(),
            given_items: Vec::new(),
            first_nodes: Vec::new(),
            emptied: 1,
            next: Next::Enter,
            stats: SearchStats::default(),
            work: WORK_PER_CHECK,
            solution: Vec::with_capacity(problem.num_primary()),
            watcher: None,
        }
    }

    /// Restricts a search that has not begun to the solutions with these options.
    /// [`Dlx::reset`] takes them back. Each counts as a node, and covering its items as
    /// updates, as if the search had chosen it. So one search can be used for many problems
    /// that differ in some options.
    ///
    /// Returns `false` if an option may not be chosen, or has an item in common with one
    /// before. Then there is no such solution, and the search must be reset.
    ///
    /// # Panics
    /// If the problem has colours, or is not the one from which the search was made, or
    /// the search has begun.
    pub fn give(
        &mut self,
        problem: &ExactCover,
        options: impl IntoIterator<Item = OptionId>,
    ) -> bool {
        assert!(!problem.has_colors() && self.next == Next::Enter && self.stats.nodes == 0);
        if self.first_nodes.is_empty() {
            self.first_nodes = self.links.first_nodes(problem.num_options());
        }
        self.given_items.clear();
        self.given_items.resize(problem.num_items(), false);
        for option in options {
            let first = self.first_nodes[option.index()];
            let mut items = problem.option(option).iter();
            let is_given =
                |item: &Item| std::mem::replace(&mut self.given_items[item.index()], true);
            if first == 0 || items.any(is_given) {
                return false;
            }
            let item = self.links.item(first);
            if self.many {
                self.cover::<false, false, true>(item);
                self.select::<false, false, true>(first);
            } else {
                self.cover::<false, false, false>(item);
                self.select::<false, false, false>(first);
            }
            self.given.push(first);
            self.stats.nodes += 1;
        }
        true
    }

    /// Returns the search with a watcher that receives each step.
    #[must_use]
    pub fn with_watcher(mut self, watcher: Box<dyn Watcher>) -> Dlx {
        self.watcher = Some(watcher);
        self
    }

    /// Removes the watcher and returns it.
    pub fn take_watcher(&mut self) -> Option<Box<dyn Watcher>> {
        self.watcher.take()
    }

    /// Runs [`Search::advance`], compiled for problems with `COLORS` or without,
    /// for searches that report each step to a watcher (`TELL`) or do not, and
    /// for `MANY` items: then it pays to keep the number of items without
    /// options and the set of those with one, because if there is none without,
    /// the first with one is the smallest.
    #[inline(never)]
    fn run<const COLORS: bool, const TELL: bool, const MANY: bool>(
        &mut self,
        budget: &Budget,
    ) -> Result<bool, Stop> {
        loop {
            match self.next {
                Next::Enter => {
                    self.check(budget)?;
                    if self.enter::<COLORS, TELL, MANY>() {
                        return Ok(true);
                    }
                }
                Next::Try => self.try_option::<COLORS, TELL, MANY>(),
                Next::Leave => self.leave::<COLORS, TELL, MANY>(),
                Next::Done => return Ok(false),
            }
        }
    }

    /// Resets the search to its beginning, with the same random numbers, all counters
    /// zero and no option given.
    pub fn reset(&mut self) {
        match (self.links.has_colors(), self.many) {
            (false, false) => self.put_back::<false, false>(),
            (false, true) => self.put_back::<false, true>(),
            (true, _) => self.put_back::<true, true>(),
        }
        self.rng = self.rule.rng();
        self.next = Next::Enter;
        self.emptied = 1;
        self.stats = SearchStats::default();
        self.work = WORK_PER_CHECK;
    }

    fn put_back<const COLORS: bool, const MANY: bool>(&mut self) {
        let mut selected = self.next != Next::Try;
        while let Some(&Level { node, .. }) = self.choices.last() {
            if selected {
                self.unselect::<COLORS, true, MANY>(node);
            }
            self.uncover::<COLORS, true, MANY>(self.links.item(node));
            self.choices.pop();
            selected = true;
        }
        while let Some(first) = self.given.pop() {
            self.unselect::<COLORS, false, MANY>(first);
            self.uncover::<COLORS, false, MANY>(self.links.item(first));
        }
    }

    /// Returns an error if the budget has ended.
    #[inline]
    fn check(&mut self, budget: &Budget) -> Result<(), Stop> {
        if budget
            .steps()
            .is_some_and(|limit| self.stats.nodes >= limit)
        {
            return Err(Stop::Steps);
        }
        if self.work >= WORK_PER_CHECK {
            if let Some(stop) = budget.exhausted(self.stats.nodes) {
                return Err(stop);
            }
            self.work = 0;
        }
        Ok(())
    }

    /// Enters a node. Returns `true` if it is a solution; otherwise chooses an
    /// item and covers it.
    #[inline(always)]
    fn enter<const COLORS: bool, const TELL: bool, const MANY: bool>(&mut self) -> bool {
        self.stats.nodes += 1;
        if self.links.all_covered() {
            self.stats.solutions += 1;
            self.next = Next::Leave;
            self.tell::<TELL>(|watcher| watcher.solution());
            return true;
        }
        let (item, size) = self.choose::<MANY>();
        self.tell::<TELL>(|watcher| watcher.choose(outside(item), size as usize));
        if size == 0 {
            // There is nothing to cover but the item itself.
            self.stats.updates += 1;
            self.tell::<TELL>(|watcher| {
                watcher.cover(outside(item));
                watcher.dead_end(outside(item));
                watcher.uncover(outside(item));
            });
            self.next = Next::Leave;
        } else {
            self.emptied = 0;
            self.cover::<COLORS, TELL, MANY>(item);
            self.choices.push(Level {
                node: self.links.down(item),
                emptied: self.emptied,
            });
            self.next = Next::Try;
        }
        false
    }

    /// Returns the uncovered item to branch on, and its size.
    #[inline]
    fn choose<const MANY: bool>(&mut self) -> (u32, u32) {
        let Dlx {
            links, sharp, rng, ..
        } = self;
        match self.rule {
            Choice::Smallest => {
                let mut least = 0;
                if MANY && self.emptied == 0 {
                    if let Some(item) = links.first_single() {
                        return (item, 1);
                    }
                    least = 2;
                }
                let (item, size, looked_at) = links.smallest(least);
                self.work += looked_at;
                (item, size)
            }
            rule => {
                let mut looked_at = 0;
                let items = links.items().inspect(|_| looked_at += 1);
                let choice = rule.pick(items, |item| sharp[(item / STEP) as usize], rng);
                self.work += looked_at;
                choice.unwrap_or_default() // there is an item
            }
        }
    }

    /// Selects the option at the top of the stack. At the end of the item's
    /// list, gives up the item.
    #[inline(always)]
    fn try_option<const COLORS: bool, const TELL: bool, const MANY: bool>(&mut self) {
        let Some(&Level { node, emptied }) = self.choices.last() else {
            self.next = Next::Done;
            return;
        };
        if self.links.is_head(node) {
            self.uncover::<COLORS, TELL, MANY>(node);
            self.choices.pop();
            self.next = Next::Leave;
        } else {
            if MANY {
                self.emptied = emptied;
            }
            self.select::<COLORS, TELL, MANY>(node);
            self.next = Next::Enter;
        }
    }

    /// Returns from a node to the option that led to it, and continues with the
    /// next one. At the root the search is done.
    #[inline(always)]
    fn leave<const COLORS: bool, const TELL: bool, const MANY: bool>(&mut self) {
        let Some(&Level { node, .. }) = self.choices.last() else {
            self.next = Next::Done;
            return;
        };
        self.unselect::<COLORS, TELL, MANY>(node);
        if let Some(top) = self.choices.last_mut() {
            top.node = self.links.down(node);
        }
        self.next = Next::Try;
    }

    /// Selects the option of `node`: covers all its items except the node's
    /// own, which is covered already.
    #[inline(always)]
    fn select<const COLORS: bool, const TELL: bool, const MANY: bool>(&mut self, node: u32) {
        if TELL && let Some(watcher) = &mut self.watcher {
            watcher.select(self.links.option(node));
        }
        let mut other = self.links.right(node);
        while other != node {
            match self.links.color::<COLORS>(other) {
                NodeColor::Plain => self.cover::<COLORS, TELL, MANY>(self.links.item(other)),
                NodeColor::Open => self.purify(other),
                NodeColor::Settled => {}
            }
            other = self.links.right(other);
        }
    }

    /// Undoes [`Dlx::select`], in reverse order.
    #[inline(always)]
    fn unselect<const COLORS: bool, const TELL: bool, const MANY: bool>(&mut self, node: u32) {
        let mut other = self.links.left(node);
        while other != node {
            match self.links.color::<COLORS>(other) {
                NodeColor::Plain => self.uncover::<COLORS, TELL, MANY>(self.links.item(other)),
                NodeColor::Open => self.links.unpurify::<true>(other, ALL),
                NodeColor::Settled => {}
            }
            other = self.links.left(other);
        }
        if TELL && let Some(watcher) = &mut self.watcher {
            watcher.unselect(self.links.option(node));
        }
    }

    #[inline(always)]
    fn cover<const COLORS: bool, const TELL: bool, const MANY: bool>(&mut self, item: u32) {
        let (updates, emptied) = self.links.cover::<COLORS, MANY>(item, ALL);
        if MANY {
            self.emptied = self.emptied.wrapping_add(emptied);
        }
        self.stats.updates += updates;
        self.work += updates;
        self.tell::<TELL>(|watcher| watcher.cover(outside(item)));
    }

    fn purify(&mut self, node: u32) {
        let (updates, emptied) = self.links.purify::<true>(node, ALL);
        self.emptied = self.emptied.wrapping_add(emptied);
        self.stats.updates += updates;
        self.work += updates;
    }

    #[inline(always)]
    fn uncover<const COLORS: bool, const TELL: bool, const MANY: bool>(&mut self, item: u32) {
        self.links.uncover::<COLORS, MANY>(item, ALL);
        self.tell::<TELL>(|watcher| watcher.uncover(outside(item)));
    }

    #[inline(always)]
    fn tell<const TELL: bool>(&mut self, event: impl FnOnce(&mut dyn Watcher)) {
        if TELL && let Some(watcher) = &mut self.watcher {
            event(&mut **watcher);
        }
    }
}

impl Search for Dlx {
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        match (self.links.has_colors(), self.watcher.is_some(), self.many) {
            (false, false, false) => self.run::<false, false, false>(budget),
            (false, false, true) => self.run::<false, false, true>(budget),
            (true, false, _) => self.run::<true, false, true>(budget),
            (false, true, false) => self.run::<false, true, false>(budget),
            (false, true, true) => self.run::<false, true, true>(budget),
            (true, true, _) => self.run::<true, true, true>(budget),
        }
    }

    /// Returns the options that were given, and then those chosen in the order in which
    /// they were chosen.
    fn solution(&mut self) -> &[OptionId] {
        let Dlx {
            links,
            choices,
            given,
            solution,
            ..
        } = self;
        solution.clear();
        let chosen = choices.iter().map(|level| level.node);
        let nodes = given.iter().copied().chain(chosen);
        solution.extend(nodes.map(|node| links.option(node)));
        solution
    }

    fn stats(&self) -> SearchStats {
        self.stats
    }

    fn progress(&self) -> f64 {
        if self.next == Next::Done {
            return 1.0;
        }
        // A covered item keeps its list, so the position of a node in it can be
        // counted.
        share_done(self.choices.iter().map(|&Level { node, .. }| {
            let item = self.links.item(node);
            let above = std::iter::successors(Some(self.links.down(item)), |&other| {
                Some(self.links.down(other))
            });
            let place = above.take_while(|&other| other != node).count();
            (place as u64, u64::from(self.links.size(item)))
        }))
    }
}

/// Returns, for each item of the links, `true` if the rule prefers it.
fn sharp(problem: &ExactCover, rule: Choice) -> Vec<bool> {
    match rule {
        Choice::Sharp => std::iter::once(false)
            .chain(problem.items().map(|item| is_sharp(problem, item)))
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the problem's item for an item of the links, which count from 1.
fn outside(item: u32) -> Item {
    Item::new((item / STEP) as usize - 1)
}
