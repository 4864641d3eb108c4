//! Knuth's dancing links: Algorithm X on links that unlink and relink
//! themselves.
//!
//! The search chooses an uncovered item, covers it, and tries each of its
//! options in turn: the option's other items are covered too, and what remains
//! is a smaller exact-cover problem of the same kind. When the options of the
//! item are used up, everything is put back and the search returns to the
//! level above.
//!
//! Steps are done and counted as in Knuth's program `dlx1` (The Art of Computer
//! Programming, volume 4B, section 7.2.2.1), so that solutions come in the same
//! order and nodes and updates are equal to his:
//!
//! - a *node* of the search tree is the root, every option tried, dead ends and
//!   solutions included;
//! - an *update* is one element leaving a doubly linked list while an item is
//!   covered: the item itself, and each node that is hidden. Putting back is
//!   not counted.
//!
//! The search is a loop with its own stack, so it can stop at any solution or
//! when its [`Budget`] ends, and go on later; it allocates nothing after
//! [`Dlx::new`].

mod links;
#[cfg(test)]
mod tests;

use super::choice::is_sharp;
use super::search::share_done;
use super::{ExactCover, Item, OptionId, Search, Watcher};
use crate::budget::{Budget, Stop};
use fastrand::Rng;
use links::{Links, NodeColor, STEP};

pub use super::{Choice, Stats};

/// How much work (items looked at and updates) may pass before the budget's
/// clock is read again: a fraction of a millisecond.
const WORK_PER_CHECK: u64 = 1 << 16;

/// So many primary items are many: more than a cover hides nodes.
const MANY_ITEMS: usize = 100;

/// Where the search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Enter a node: all options chosen so far are selected.
    Enter,
    /// Try the option at the top of the stack, or leave its item if it is the
    /// item's head again.
    Try,
    /// Leave a node: unselect the option at the top of the stack.
    Leave,
    /// The tree is exhausted and everything put back.
    Done,
}

/// A choice that the search is at.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The node at which the chosen item's list is walked.
    node: u32,
    /// How many items lost their last option when the chosen one was covered.
    emptied: u32,
}

/// A search for the solutions of one problem.
pub struct Dlx {
    links: Links,
    rule: Choice,
    /// Which items are sharp, by their number; none if the rule does not ask.
    sharp: Vec<bool>,
    rng: Rng,
    /// Whether there are [`MANY_ITEMS`].
    many: bool,
    /// Knuth's `choice`.
    choices: Vec<Level>,
    /// How many items have no option left that are not covered, secondary ones
    /// among them, and at the root perhaps none; kept where there are many.
    emptied: u32,
    next: Next,
    stats: Stats,
    /// Work since the clock was last read.
    work: u64,
    /// The solution last handed out.
    solution: Vec<OptionId>,
    watcher: Option<Box<dyn Watcher>>,
}

impl Dlx {
    /// A search that has not begun.
    ///
    /// # Panics
    /// If the problem has bounds, which this algorithm can't deal with: see
    /// [`ExactCover::has_bounds`].
    pub fn new(problem: &ExactCover, rule: Choice) -> Dlx {
        assert!(!problem.has_bounds(), "dancing links cover items once");
        Dlx {
            links: Links::new(problem),
            sharp: sharp(problem, rule),
            rule,
            rng: rule.rng(),
            many: problem.num_primary() >= MANY_ITEMS,
            // Each level covers at least one primary item.
            choices: Vec::with_capacity(problem.num_primary()),
            emptied: 1,
            next: Next::Enter,
            stats: Stats::default(),
            work: WORK_PER_CHECK,
            solution: Vec::with_capacity(problem.num_primary()),
            watcher: None,
        }
    }

    /// The same search, with a watcher that is told each step.
    pub fn with_watcher(mut self, watcher: Box<dyn Watcher>) -> Dlx {
        self.watcher = Some(watcher);
        self
    }

    /// Takes the watcher back.
    pub fn take_watcher(&mut self) -> Option<Box<dyn Watcher>> {
        self.watcher.take()
    }

    /// Goes on to the next solution: its options in the order in which they
    /// were chosen. `None` when there is no further one, as often as asked.
    ///
    /// The budget's steps are nodes, counted from the start of the search.
    /// After a `Stop` the search goes on where it was.
    pub fn next_solution(&mut self, budget: &Budget) -> Result<Option<&[OptionId]>, Stop> {
        Ok(match self.advance(budget)? {
            true => Some(self.solution()),
            false => None,
        })
    }

    /// The options chosen, in the order in which they were.
    fn solution(&mut self) -> &[OptionId] {
        let Dlx {
            links,
            choices,
            solution,
            ..
        } = self;
        solution.clear();
        solution.extend(choices.iter().map(|level| links.option(level.node)));
        solution
    }

    /// Goes on to the next solution without listing it, which is enough to
    /// count: whether there was one.
    pub fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        match (self.links.has_colors(), self.watcher.is_some(), self.many) {
            (false, false, false) => self.run::<false, false, false>(budget),
            (false, false, true) => self.run::<false, false, true>(budget),
            (true, false, _) => self.run::<true, false, true>(budget),
            (false, true, _) => self.run::<false, true, true>(budget),
            (true, true, _) => self.run::<true, true, true>(budget),
        }
    }

    /// [`Dlx::advance`], made for problems with `COLORS` or without, for
    /// searches that `TELL` a watcher of each step or don't, and for `MANY`
    /// items: then it is worth while to know whether one is left without option,
    /// for if not, the first that has but one is the smallest.
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

    /// What the search has done so far.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Puts everything back and makes the search start anew, with the same
    /// random numbers and all counts zero.
    pub fn reset(&mut self) {
        match self.links.has_colors() {
            false => self.put_back::<false>(),
            true => self.put_back::<true>(),
        }
        self.rng = self.rule.rng();
        self.next = Next::Enter;
        self.emptied = 1;
        self.stats = Stats::default();
        self.work = WORK_PER_CHECK;
    }

    fn put_back<const COLORS: bool>(&mut self) {
        let mut selected = self.next != Next::Try;
        while let Some(&Level { node, .. }) = self.choices.last() {
            if selected {
                self.unselect::<COLORS, true, true>(node);
            }
            self.uncover::<COLORS, true, true>(self.links.item(node));
            self.choices.pop();
            selected = true;
        }
    }

    /// Ends the call if the budget has ended.
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

    /// Enters a node: either a solution, and then this is true, or an item is
    /// chosen and covered.
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

    /// The item to branch on, of those that are left, and its size.
    #[inline]
    fn choose<const MANY: bool>(&mut self) -> (u32, u32) {
        let Dlx {
            links, sharp, rng, ..
        } = self;
        match self.rule {
            Choice::Smallest => {
                let (item, size, looked_at) = links.smallest(u32::from(MANY && self.emptied == 0));
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

    /// Selects the option at the top of the stack; at the end of the item's
    /// list, gives the item up.
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

    /// Returns from a node to the option that led to it, and passes on to the
    /// next one; from the root, to nowhere.
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

    /// Takes the option of `node`: covers all its items but the node's own,
    /// which is covered already.
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
                NodeColor::Open => self.links.unpurify(other),
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
        let (updates, emptied) = self.links.cover::<COLORS, MANY>(item);
        if MANY {
            self.emptied = self.emptied.wrapping_add(emptied);
        }
        self.stats.updates += updates;
        self.work += updates;
        self.tell::<TELL>(|watcher| watcher.cover(outside(item)));
    }

    fn purify(&mut self, node: u32) {
        let (updates, emptied) = self.links.purify(node);
        self.emptied = self.emptied.wrapping_add(emptied);
        self.stats.updates += updates;
        self.work += updates;
    }

    #[inline(always)]
    fn uncover<const COLORS: bool, const TELL: bool, const MANY: bool>(&mut self, item: u32) {
        self.links.uncover::<COLORS>(item);
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
        self.advance(budget)
    }

    fn solution(&mut self) -> &[OptionId] {
        self.solution()
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn progress(&self) -> f64 {
        if self.next == Next::Done {
            return 1.0;
        }
        // An item that is covered keeps its list, so that the place of a node
        // in it can be counted.
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

/// Which items are sharp, by their number in the links.
fn sharp(problem: &ExactCover, rule: Choice) -> Vec<bool> {
    match rule {
        Choice::Sharp => std::iter::once(false)
            .chain(problem.items().map(|item| is_sharp(problem, item)))
            .collect(),
        _ => Vec::new(),
    }
}

/// The problem's name for an item of the links, which count from 1.
fn outside(item: u32) -> Item {
    Item::new((item / STEP) as usize - 1)
}
