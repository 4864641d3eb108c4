//! Orders of the primary items with a short frontier.

use super::super::{ExactCover, OptionId};
use super::plan::{MAX_WORDS, Plan};

/// Largest number of entries of options read by the choice of an order. Chosen by hand: some
/// tenths of a second.
const MAX_READ: usize = 1 << 25;

/// Returns the plan of the best order found: the given one, or one of several that always
/// continue with the item that lengthens the frontier least (King 1970). Returns `None` if
/// the states of each are too long.
pub(super) fn best(problem: &ExactCover) -> Option<Plan<'_>> {
    let count = problem.num_primary();
    let given = (0..count).collect();
    let sides = Sides::new(problem);
    let mut orders = vec![given, sides.apart_first()];
    let mut read = 0;
    let fewest = (0..count).min_by_key(|&item| sides.options[item].len());
    let first = (count > 0).then_some(0);
    for start in [first, count.checked_sub(1), fewest].into_iter().flatten() {
        orders.extend(sides.greedy(start, &mut read));
    }
    let plans = orders
        .into_iter()
        .filter_map(|order| Plan::new(problem, order));
    plans.min_by(|a, b| a.cost().total_cmp(&b.cost()))
}

/// The options of each primary item.
struct Sides<'a> {
    problem: &'a ExactCover,
    options: Vec<Vec<u32>>,
    /// For each primary item, the number of entries of its options.
    entries: Vec<usize>,
    /// For each item, the number of its options.
    sizes: Vec<u32>,
}

impl<'a> Sides<'a> {
    fn new(problem: &'a ExactCover) -> Sides<'a> {
        let mut options = vec![Vec::new(); problem.num_primary()];
        let mut entries = vec![0; problem.num_primary()];
        let mut sizes = vec![0; problem.num_items()];
        for option in problem.options().filter(|&o| problem.may_be_chosen(o)) {
            for item in problem.option(option) {
                sizes[item.index()] += 1;
                if let Some(options) = options.get_mut(item.index()) {
                    options.push(option.index() as u32);
                    entries[item.index()] += problem.option(option).len();
                }
            }
        }
        Sides {
            problem,
            options,
            entries,
            sizes,
        }
    }

    /// Returns an order that begins with items of which no two are in one option, such as the
    /// rows of a square: then no other item is touched before its turn that need not be.
    fn apart_first(&self) -> Vec<usize> {
        let primary = self.problem.num_primary();
        let mut owned = vec![false; self.problem.num_options()];
        let (mut apart, mut others) = (Vec::with_capacity(primary), Vec::new());
        for item in 0..primary {
            let options = &self.options[item];
            if options.iter().any(|&option| owned[option as usize]) {
                others.push(item);
                continue;
            }
            for &option in options {
                owned[option as usize] = true;
            }
            apart.push(item);
        }
        apart.append(&mut others);
        apart
    }

    /// Returns an order from this item on, or `None` if that takes too
    /// long or the frontier gets too long.
    fn greedy(&self, start: usize, read: &mut usize) -> Option<Vec<usize>> {
        let primary = self.problem.num_primary();
        let mut order = Vec::with_capacity(primary);
        let mut left = self.sizes.clone();
        let mut owned = vec![false; self.problem.num_options()];
        let (mut is_placed, mut is_met) = (vec![false; primary], vec![false; primary]);
        // Items that are touched and not placed, the oldest first.
        let mut frontier: Vec<usize> = Vec::new();
        let mut next = Some(start);
        let (mut counts, mut seen) = (vec![0; self.sizes.len()], Vec::new());
        // The items before this one are placed.
        let mut first = 0;
        while let Some(item) = next {
            (is_placed[item], is_met[item]) = (true, true);
            order.push(item);
            frontier.retain(|&other| other != item);
            for &option in &self.options[item] {
                if std::mem::replace(&mut owned[option as usize], true) {
                    continue;
                }
                for other in self.problem.option(OptionId::new(option as usize)) {
                    let other = other.index();
                    left[other] -= 1;
                    if other < primary && !std::mem::replace(&mut is_met[other], true) {
                        frontier.push(other);
                    }
                }
            }
            let growth = |&item: &usize| {
                *read += self.entries[item] + self.options[item].len() + 1;
                self.growth(item, &owned, &left, (&mut counts, &mut seen))
            };
            next = frontier.iter().copied().min_by_key(growth);
            if *read > MAX_READ || frontier.len() > 64 * MAX_WORDS {
                return None;
            }
            if next.is_none() {
                let placed = is_placed[first..].iter().take_while(|&&placed| placed);
                let placed = placed.count();
                first += placed;
                *read += placed;
                next = (first < primary).then_some(first);
            }
        }
        Some(order)
    }

    /// Returns the number of items that enter the frontier with this one, less those that leave it.
    /// `counts` has a 0 for each item, and `seen` is empty; both are left so.
    fn growth(
        &self,
        item: usize,
        owned: &[bool],
        left: &[u32],
        (counts, seen): (&mut [u32], &mut Vec<usize>),
    ) -> i64 {
        let options = self.options[item].iter();
        for &option in options.filter(|&&option| !owned[option as usize]) {
            for other in self.problem.option(OptionId::new(option as usize)) {
                let count = &mut counts[other.index()];
                if *count == 0 {
                    seen.push(other.index());
                }
                *count += 1;
            }
        }
        let mut growth = 0;
        for other in seen.drain(..) {
            let is_new = left[other] == self.sizes[other];
            let count = std::mem::take(&mut counts[other]);
            let ends = other == item || other >= self.problem.num_primary() && left[other] == count;
            growth += i64::from(is_new) - i64::from(ends);
        }
        growth
    }
}
