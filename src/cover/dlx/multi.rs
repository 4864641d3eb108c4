//! Dancing links for items that are covered several times, and for solutions of
//! least cost.
//!
//! This is Knuth's Algorithm M (The Art of Computer Programming, volume 4B,
//! section 7.2.2.1; his program `dlx3`), together with the costs of his
//! Algorithm C$ (`dlx5`).
//!
//! *Bounds.* Each item has a *bound*, the number of times that it may still be
//! covered, and a constant *slack*, the difference of its bounds. It is covered
//! for good when its bound reaches 0. To branch on an item whose bound stays
//! above 0, or that has slack, is to take out its options one by one (*tweak*):
//! the branch of an option has the options before it excluded, so no set of
//! options is found twice. If the item may be left as it is, there is one more
//! branch, without any of its options. The number of branches is
//! `size + min(bound, slack) − bound + 1`, and the search branches where it is
//! smallest. Nodes and updates are those of `dlx3`.
//!
//! *Costs.* Only solutions cheaper than a limit are wanted, which the caller
//! lowers with each solution. [`Prices`] gives each item a price, so that
//! options have low *net costs*. The links are made in the order of the net
//! costs, so options that are too expensive are those from a certain node on:
//! they are neither tried nor hidden.

use super::links::{ALL, Links, NodeColor, STEP};
use super::prices::Prices;
use super::{Choice, Next, SearchStats, WORK_PER_CHECK, share_done, sharp};
use super::{ExactCover, OptionId, Search};
use crate::budget::{Budget, Stop};
use fastrand::Rng;
use std::fmt;

/// Number of options of an item that are examined to compare its net costs with
/// the limit. With more, the length of the list stands for their number. As in
/// `dlx5`.
const LOOK_AT: u32 = 10;

/// Upper bounds above this are lowered to it or to the item's number of options. Below it, items
/// are compared by their bounds as in `dlx3`.
const HIGH: u32 = 1 << 30;

/// How often an item may still be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Quota {
    /// Greatest number of times.
    bound: u32,
    /// Difference of the bounds that the problem gives. The item needs at least
    /// `bound − slack` more options, if that is positive.
    slack: u32,
}

/// A choice on the current path of the search.
#[derive(Clone, Copy, Debug)]
struct Level {
    item: u32,
    /// The current node of the item's list, or the item itself in the branch
    /// without a further option of it.
    node: u32,
    /// The first node of the item's list when the item was chosen, if its options
    /// are taken out one by one; 0 if the item was to be covered exactly once more.
    first: u32,
    /// Number of branches. With costs it is an upper bound.
    degree: u32,
    /// The nodes that were not hidden when the item was covered.
    item_limit: u32,
    /// The nodes that were not hidden when the other items of the option were covered.
    limit: u32,
    /// Net cost of the options chosen before.
    spent: u64,
}

/// The item to branch on.
enum Pick {
    /// Every item is covered.
    Solution,
    /// An item can't be covered any more, or the costs are too high.
    DeadEnd,
    /// This item, with this number of branches.
    Branch(u32, u32),
}

/// A search for the solutions of a problem that may have bounds, or for those that
/// cost less than a limit.
pub struct Multi {
    links: Links,
    /// For each item of the links.
    quotas: Vec<Quota>,
    /// The net costs, if the search is limited by cost.
    prices: Option<Box<Prices>>,
    /// Net cost that a solution must stay below.
    room: u64,
    /// Net cost of the options chosen.
    spent: u64,
    rule: Choice,
    sharp: Vec<bool>,
    rng: Rng,
    choices: Vec<Level>,
    /// Least net costs of the items at a node, to be sorted.
    least: Vec<u64>,
    next: Next,
    stats: SearchStats,
    /// Amount of work since the clock was last read.
    work: u64,
    solution: Vec<OptionId>,
}

impl fmt::Debug for Multi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Multi")
            .field("rule", &self.rule)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl Multi {
    /// Creates a search for all solutions, which has not begun.
    pub fn new(problem: &ExactCover, rule: Choice) -> Multi {
        Multi::over(problem, Links::new(problem), rule)
    }

    /// Creates a search for solutions of low cost, which has not begun. It finds all
    /// solutions until [`Multi::seek_below`] sets a limit.
    pub(in super::super) fn by_cost(problem: &ExactCover) -> Multi {
        let order = Prices::order(problem);
        let options = order.options().iter().copied();
        let links = Links::in_order(problem, options);
        let prices = Prices::new(problem, order, &links);
        Multi {
            prices: Some(Box::new(prices)),
            ..Multi::over(problem, links, Choice::Smallest)
        }
    }

    fn over(problem: &ExactCover, links: Links, rule: Choice) -> Multi {
        let root = Quota { bound: 0, slack: 0 };
        let quotas = problem.items().map(|item| {
            let bounds = problem.bounds(item);
            let size = links.size((item.index() as u32 + 1) * STEP);
            // Bounds above the number of options may be lower, so that sums do not overflow.
            let low = bounds.low.min(size + 1);
            let high = bounds.high.min(low.max(size).max(HIGH));
            Quota {
                bound: high,
                slack: high - low,
            }
        });
        Multi {
            quotas: std::iter::once(root).chain(quotas).collect(),
            links,
            prices: None,
            room: u64::MAX,
            spent: 0,
            sharp: sharp(problem, rule),
            rule,
            rng: rule.rng(),
            choices: Vec::new(),
            least: Vec::new(),
            next: Next::Enter,
            stats: SearchStats::default(),
            work: WORK_PER_CHECK,
            solution: Vec::new(),
        }
    }

    /// From now on finds only solutions that cost less than `cost`.
    ///
    /// # Panics
    /// If the search was not made by [`Multi::by_cost`].
    pub(in super::super) fn seek_below(&mut self, cost: u64) {
        let prices = self.prices.as_ref().expect("a search by cost");
        self.room = prices.room(cost);
    }

    /// Runs [`Search::advance`], compiled for problems with `COLORS` or without, and
    /// for searches limited by `COSTS` or not.
    #[inline(never)]
    fn run<const COLORS: bool, const COSTS: bool>(
        &mut self,
        budget: &Budget,
    ) -> Result<bool, Stop> {
        loop {
            match self.next {
                Next::Enter => {
                    self.check(budget)?;
                    if self.enter::<COLORS, COSTS>() {
                        return Ok(true);
                    }
                }
                Next::Try => self.try_option::<COLORS, COSTS>(),
                Next::Leave => self.leave::<COLORS>(),
                Next::Done => return Ok(false),
            }
        }
    }

    /// Returns an error if the budget has ended.
    #[inline]
    fn check(&mut self, budget: &Budget) -> Result<(), Stop> {
        let nodes = self.stats.nodes;
        if self.work >= WORK_PER_CHECK || budget.steps().is_some_and(|limit| nodes >= limit) {
            if let Some(stop) = budget.exhausted(nodes) {
                return Err(stop);
            }
            self.work = 0;
        }
        Ok(())
    }

    /// Enters a node. Returns `true` if it is a solution; otherwise chooses an
    /// item and covers it, if that is its last time.
    #[inline(always)]
    fn enter<const COLORS: bool, const COSTS: bool>(&mut self) -> bool {
        self.stats.nodes += 1;
        let limit = self.limit::<COSTS>(self.spent);
        let pick = match COSTS {
            true => self.choose_by_cost(limit),
            false => self.choose(),
        };
        let (item, degree) = match pick {
            Pick::Branch(item, degree) => (item, degree),
            Pick::Solution => {
                self.stats.solutions += 1;
                self.next = Next::Leave;
                return true;
            }
            Pick::DeadEnd => {
                self.next = Next::Leave;
                return false;
            }
        };
        let node = self.links.down(item);
        let quota = &mut self.quotas[(item / STEP) as usize];
        quota.bound -= 1;
        let (last, exact) = (quota.bound == 0, *quota == Quota { bound: 0, slack: 0 });
        let item_limit = match exact {
            // One of the options will be chosen, and none is cheaper than the first.
            true => self.limit::<COSTS>(self.spent + self.net::<COSTS>(node)),
            false => limit,
        };
        if last {
            self.cover::<COLORS>(item, item_limit);
        }
        self.choices.push(Level {
            item,
            node,
            first: if exact { 0 } else { node },
            degree,
            item_limit,
            limit: ALL,
            spent: self.spent,
        });
        self.next = Next::Try;
        false
    }

    /// Returns the first node of an option that can't be chosen, because it costs too
    /// much after `spent`.
    #[inline(always)]
    fn limit<const COSTS: bool>(&self, spent: u64) -> u32 {
        match &self.prices {
            Some(prices) if COSTS => prices.first_from(self.room.saturating_sub(spent)),
            _ => ALL,
        }
    }

    /// Returns the net cost of a node's option.
    #[inline(always)]
    fn net<const COSTS: bool>(&self, node: u32) -> u64 {
        match &self.prices {
            Some(prices) if COSTS => prices.net(node),
            _ => 0,
        }
    }

    /// Returns the uncovered primary items with their number of branches, 0 if the item
    /// can't be covered.
    fn degrees(&self) -> impl Iterator<Item = (u32, u32)> {
        self.links.items().map(|(item, size)| {
            let Quota { bound, slack } = self.quotas[(item / STEP) as usize];
            (item, (size + slack.min(bound) + 1).saturating_sub(bound))
        })
    }

    /// Chooses the item to branch on.
    ///
    /// With [`Choice::Smallest`], of several with the fewest branches, prefers less
    /// slack, and then the longer list, which makes the tree smaller, as in `dlx3`.
    #[inline]
    fn choose(&mut self) -> Pick {
        let mut looked_at = 0;
        let best = match self.rule {
            Choice::Smallest => {
                let mut best: Option<(u32, u32, u32, u32)> = None;
                let mut item = self.links.next(0);
                while item != 0 {
                    looked_at += 1;
                    let Quota { bound, slack } = self.quotas[(item / STEP) as usize];
                    let (size, slack) = (self.links.size(item), slack.min(bound));
                    let degree = (size + slack + 1).saturating_sub(bound);
                    let key = (degree, slack, !size);
                    if best.is_none_or(|(d, s, z, _)| key < (d, s, z)) {
                        best = Some((degree, slack, !size, item));
                        if degree == 0 {
                            break;
                        }
                    }
                    item = self.links.next(item);
                }
                best.map(|(degree, .., item)| (item, degree))
            }
            rule => {
                let (mut rng, sharp) = (self.rng.clone(), &self.sharp);
                let items = self.degrees().inspect(|_| looked_at += 1);
                let best = rule.pick(items, |item| sharp[(item / STEP) as usize], &mut rng);
                self.rng = rng;
                best
            }
        };
        self.work += looked_at;
        match best {
            None => Pick::Solution,
            Some((_, 0)) => Pick::DeadEnd,
            Some((item, degree)) => Pick::Branch(item, degree),
        }
    }

    /// Chooses the item with the fewest options that are cheap enough, which come before
    /// the node `limit`; of several the one whose cheapest option costs most, because
    /// that must be paid.
    ///
    /// Options cover at most `widest` items. So if the least costs of the items that need
    /// an option are sorted, largest first, every `widest`-th of them must be paid.
    fn choose_by_cost(&mut self, limit: u32) -> Pick {
        let Some(prices) = &self.prices else {
            return Pick::DeadEnd;
        };
        let left = self.room.saturating_sub(self.spent);
        if left == 0 {
            return Pick::DeadEnd;
        }
        self.least.clear();
        let (mut sum, free_until) = (0u64, prices.free_until());
        let mut best: Option<((u32, u64, u32, u32), u32)> = None;
        let mut item = self.links.next(0);
        while item != 0 {
            let Quota { bound, slack } = self.quotas[(item / STEP) as usize];
            let most = best.map_or(u32::MAX, |((degree, ..), _)| degree);
            let (mut node, mut size) = (self.links.down(item), 0);
            let first = node;
            while node != item && node < limit {
                size += 1;
                let too_many = size + slack.min(bound) + 1 > most.saturating_add(bound);
                if too_many || size > LOOK_AT {
                    size = self.links.size(item);
                    break;
                }
                node = self.links.down(node);
            }
            self.work += 1 + u64::from(size.min(LOOK_AT));
            let degree = (size + slack.min(bound) + 1).saturating_sub(bound);
            if degree == 0 {
                return Pick::DeadEnd;
            }
            let cost = match bound > slack && first >= free_until {
                true => prices.net(first),
                false => 0,
            };
            if cost > 0 {
                self.least.push(cost);
                sum = sum.saturating_add(cost);
            }
            let key = (degree, u64::MAX - cost, slack.min(bound), !size);
            if best.is_none_or(|(best, _)| key < best) {
                best = Some((key, item));
            }
            item = self.links.next(item);
        }
        let Some(((degree, ..), item)) = best else {
            return Pick::Solution;
        };
        if sum >= left {
            self.least.sort_unstable_by(|a, b| b.cmp(a));
            let must = self.least.iter().step_by(prices.widest());
            if must.fold(0, |must: u64, &cost| must.saturating_add(cost)) >= left {
                return Pick::DeadEnd;
            }
        }
        Pick::Branch(item, degree)
    }

    /// Takes the next branch of the item at the top of the stack. After the last,
    /// gives up the item.
    #[inline(always)]
    fn try_option<const COLORS: bool, const COSTS: bool>(&mut self) {
        let Some(&level) = self.choices.last() else {
            self.next = Next::Done;
            return;
        };
        let Level {
            item, node, first, ..
        } = level;
        let Quota { bound, slack } = self.quotas[(item / STEP) as usize];
        let more = node != item && node < self.limit::<COSTS>(level.spent);
        let enough = match (first == 0, more) {
            (true, _) => more,
            (false, true) => self.links.size(item) + slack > bound,
            (false, false) => slack > bound,
        };
        if !enough {
            self.give_up::<COLORS>(&level);
            return;
        }
        self.next = Next::Enter;
        let mut limit = ALL;
        if more {
            if first != 0 {
                let updates = self.links.tweak::<COLORS>(node, bound != 0);
                self.stats.updates += updates;
                self.work += updates;
            }
            self.spent = level.spent + self.net::<COSTS>(node);
            limit = self.limit::<COSTS>(self.spent);
            self.select::<COLORS>(node, limit);
        } else if bound != 0 {
            self.links.unlink(item);
        }
        if let Some(top) = self.choices.last_mut() {
            top.node = if more { node } else { item };
            top.limit = limit;
        }
    }

    /// Restores the item at the top of the stack, and returns to the level above.
    #[inline(always)]
    fn give_up<const COLORS: bool>(&mut self, level: &Level) {
        let &Level {
            item,
            first,
            item_limit,
            ..
        } = level;
        let quota = &mut self.quotas[(item / STEP) as usize];
        let last = quota.bound == 0;
        quota.bound += 1;
        if first != 0 {
            self.links.untweak::<COLORS>(item, first, !last);
        }
        if last {
            self.links.uncover::<COLORS, false>(item, item_limit);
        }
        self.choices.pop();
        self.next = Next::Leave;
    }

    /// Returns from a node to the branch that led to it, and continues with the
    /// next one. At the root the search is done.
    #[inline(always)]
    fn leave<const COLORS: bool>(&mut self) {
        let Some(&level) = self.choices.last() else {
            self.next = Next::Done;
            return;
        };
        self.spent = level.spent;
        if level.node == level.item {
            // The branch without an option, which is the last one.
            if self.quotas[(level.item / STEP) as usize].bound != 0 {
                self.links.relink(level.item);
            }
            self.give_up::<COLORS>(&level);
            return;
        }
        self.unselect::<COLORS>(level.node, level.limit);
        if let Some(top) = self.choices.last_mut() {
            top.node = self.links.down(level.node);
        }
        self.next = Next::Try;
    }

    /// Selects the option of `node`: counts its other items as covered once more, and
    /// covers those that have been covered often enough.
    #[inline(always)]
    fn select<const COLORS: bool>(&mut self, node: u32, limit: u32) {
        let mut other = self.links.right(node);
        while other != node {
            match self.links.color::<COLORS>(other) {
                NodeColor::Plain => {
                    let item = self.links.item(other);
                    let bound = &mut self.quotas[(item / STEP) as usize].bound;
                    *bound -= 1;
                    if *bound == 0 {
                        self.cover::<COLORS>(item, limit);
                    }
                }
                NodeColor::Open => {
                    let (updates, _) = self.links.purify::<false>(other, limit);
                    self.stats.updates += updates;
                    self.work += updates;
                }
                NodeColor::Settled => {}
            }
            other = self.links.right(other);
        }
    }

    /// Undoes [`Multi::select`], in reverse order.
    #[inline(always)]
    fn unselect<const COLORS: bool>(&mut self, node: u32, limit: u32) {
        let mut other = self.links.left(node);
        while other != node {
            match self.links.color::<COLORS>(other) {
                NodeColor::Plain => {
                    let item = self.links.item(other);
                    let bound = &mut self.quotas[(item / STEP) as usize].bound;
                    *bound += 1;
                    if *bound == 1 {
                        self.links.uncover::<COLORS, false>(item, limit);
                    }
                }
                NodeColor::Open => self.links.unpurify::<false>(other, limit),
                NodeColor::Settled => {}
            }
            other = self.links.left(other);
        }
    }

    #[inline(always)]
    fn cover<const COLORS: bool>(&mut self, item: u32, limit: u32) {
        let (updates, _) = self.links.cover::<COLORS, false>(item, limit);
        self.stats.updates += updates;
        self.work += updates;
    }
}

impl Search for Multi {
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        match (self.links.has_colors(), self.prices.is_some()) {
            (false, false) => self.run::<false, false>(budget),
            (true, false) => self.run::<true, false>(budget),
            (false, true) => self.run::<false, true>(budget),
            (true, true) => self.run::<true, true>(budget),
        }
    }

    fn solution(&mut self) -> &[OptionId] {
        let Multi {
            links,
            choices,
            solution,
            ..
        } = self;
        solution.clear();
        let chosen = choices.iter().filter(|level| level.node != level.item);
        solution.extend(chosen.map(|level| links.option(level.node)));
        solution
    }

    fn stats(&self) -> SearchStats {
        self.stats
    }

    fn progress(&self) -> f64 {
        if self.next == Next::Done {
            return 1.0;
        }
        share_done(self.choices.iter().map(|level| {
            // The nodes taken out still lead from one to the next.
            let first = match level.first {
                0 => self.links.down(level.item),
                first => first,
            };
            let above = std::iter::successors(Some(first), |&node| Some(self.links.down(node)));
            let place = above.take_while(|&node| node != level.node).count() as u64;
            let degree = u64::from(level.degree).max(1);
            (place.min(degree - 1), degree)
        }))
    }
}

/// Checks of the state, for tests.
#[cfg(test)]
impl Multi {
    pub(super) fn links(&self) -> &Links {
        &self.links
    }

    /// Returns `true` if the state is that before the search.
    pub(super) fn is_fresh(&self, problem: &ExactCover) -> bool {
        let fresh = Multi::new(problem, self.rule);
        self.links == fresh.links && self.quotas == fresh.quotas && self.spent == 0
    }

    /// Checks the links and the quotas.
    ///
    /// # Panics
    /// If something is wrong.
    pub(super) fn sanity(&self) {
        self.links.sanity().unwrap();
        for (item, _) in self.links.items() {
            assert!(self.quotas[(item / STEP) as usize].bound > 0);
        }
    }
}
