//! Prices of items, for a search by cost.
//!
//! A price of an item is subtracted from the cost of each option that has the
//! item. If an option's *net cost*, which is left, is never negative, the
//! prices together (each as often as its item must be covered) are a lower bound on
//! the cost of a solution: they are a solution of the dual linear program. And the
//! net costs of the options chosen come on top of it. Knuth calls the prices *taxes*
//! (program `dlx5`), and raises them item by item; here three ways are tried, and the
//! prices with the greatest sum are taken. The best of them is usually subgradient
//! optimization (Held, Wolfe and Crowder, 1974), which comes close to the optimum of the
//! linear program.
//!
//! Costs are multiplied by a power of two, so that they can be shared out more
//! exactly.

use super::super::{ExactCover, Item, OptionId};
use super::links::{ALL, Links, STEP};

/// Number of steps of the subgradient optimization, fewer if they would visit more than
/// [`VISITS`] items of options. Chosen by hand.
const ROUNDS: usize = 300;
/// See [`ROUNDS`].
const VISITS: usize = 1 << 26;
/// Number of steps without a better bound after which steps become half as long. Chosen by
/// hand.
const PATIENCE: usize = 8;

/// Largest power of two by which costs are multiplied. Chosen by hand.
const SCALE: u32 = 16;

/// The options in the order of their net costs, cheapest first.
pub(super) struct Order {
    options: Vec<OptionId>,
    /// The net cost of each.
    net: Vec<u64>,
    /// The prices of all items, each as often as the item must be covered.
    total: u64,
    /// The power of two by which costs are multiplied.
    scale: u32,
}

impl Order {
    pub(super) fn options(&self) -> &[OptionId] {
        &self.options
    }
}

/// The net costs of the options.
pub(super) struct Prices {
    order: Order,
    /// The first node of each option, in the order of the options.
    first: Vec<u32>,
    /// For each node of the links, the place of its option in the order.
    places: Vec<u32>,
    /// Largest number of items in an option that must be covered.
    widest: usize,
    /// The first node of the options whose net cost is not 0.
    free_until: u32,
}

impl Prices {
    /// Chooses the prices, and returns the options in the order of their net costs.
    pub(super) fn order(problem: &ExactCover) -> Order {
        let mut options: Vec<OptionId> = problem.options().collect();
        options.retain(|&option| problem.may_be_chosen(option));
        let sum: u64 = options.iter().map(|&option| problem.cost(option)).sum();
        let scale = SCALE.min(sum.leading_zeros().saturating_sub(2));
        let start: Vec<u64> = options.iter().map(|&o| problem.cost(o) << scale).collect();
        let mut best: Option<(u64, Vec<u64>)> = None;
        for way in 0..3 {
            let mut dual = Dual::new(problem, &options, start.clone());
            if way > 0 {
                dual.share_out();
            }
            dual.raise();
            if way > 1 {
                dual.optimize(&start);
            }
            if best.as_ref().is_none_or(|&(total, _)| total < dual.total) {
                best = Some((dual.total, dual.net));
            }
        }
        let (total, net) = best.unwrap_or_default();
        let mut sorted: Vec<(u64, OptionId)> = net.into_iter().zip(options).collect();
        sorted.sort_unstable();
        let (net, options) = sorted.into_iter().unzip();
        Order {
            options,
            net,
            total,
            scale,
        }
    }

    /// Creates the net costs of the options among `links`, which were made in this order.
    pub(super) fn new(problem: &ExactCover, order: Order, links: &Links) -> Prices {
        let by_option = links.first_nodes(problem.num_options());
        let first: Vec<u32> = order.options.iter().map(|o| by_option[o.index()]).collect();
        let mut places = vec![0; links.num_nodes()];
        let mut widest = 1;
        for (place, (&option, &first)) in order.options.iter().zip(&first).enumerate() {
            let items = problem.option(option);
            let start = (first / STEP) as usize;
            places[start..start + items.len()].fill(place as u32);
            widest = widest.max(items.iter().filter(|&&item| must(problem, item)).count());
        }
        let mut prices = Prices {
            order,
            first,
            places,
            widest,
            free_until: ALL,
        };
        prices.free_until = prices.first_from(1);
        prices
    }

    /// Returns the first node of the options whose net cost is at least `cost`.
    #[inline]
    pub(super) fn first_from(&self, cost: u64) -> u32 {
        let place = self.order.net.partition_point(|&net| net < cost);
        self.first.get(place).copied().unwrap_or(ALL)
    }

    /// Returns the first node of the options whose net cost is not 0.
    #[inline]
    pub(super) fn free_until(&self) -> u32 {
        self.free_until
    }

    /// Returns the net cost of a node's option.
    #[inline]
    pub(super) fn net(&self, node: u32) -> u64 {
        self.order.net[self.places[(node / STEP) as usize] as usize]
    }

    /// Returns the largest number of items in an option that must be covered, or 1.
    pub(super) fn widest(&self) -> usize {
        self.widest
    }

    /// Returns the net cost that a solution must stay below to cost less than `cost`.
    pub(super) fn room(&self, cost: u64) -> u64 {
        let Some(most) = cost.checked_sub(1) else {
            return 0;
        };
        let most = u128::from(most) << self.order.scale;
        match (most + 1).checked_sub(u128::from(self.order.total)) {
            None => 0,
            Some(room) => u64::try_from(room).unwrap_or(u64::MAX),
        }
    }
}

/// Returns `true` if every solution covers the item.
fn must(problem: &ExactCover, item: Item) -> bool {
    problem.is_primary(item) && problem.bounds(item).low > 0
}

/// Prices that are being chosen.
struct Dual<'a> {
    problem: &'a ExactCover,
    options: &'a [OptionId],
    /// The net cost of each option.
    net: Vec<u64>,
    /// The price of each item.
    price: Vec<u64>,
    /// The prices so far, each as often as its item must be covered.
    total: u64,
    /// For each item that must be covered, the places of its options.
    of_item: Vec<Vec<u32>>,
}

impl<'a> Dual<'a> {
    fn new(problem: &'a ExactCover, options: &'a [OptionId], net: Vec<u64>) -> Dual<'a> {
        let mut of_item = vec![Vec::new(); problem.num_primary()];
        for (place, &option) in options.iter().enumerate() {
            for &item in problem.option(option) {
                if must(problem, item) {
                    of_item[item.index()].push(place as u32);
                }
            }
        }
        Dual {
            problem,
            options,
            net,
            price: vec![0; problem.num_primary()],
            total: 0,
            of_item,
        }
    }

    /// Gives each item the least share of an option's cost, if each option's cost is
    /// shared out evenly.
    fn share_out(&mut self) {
        let share = |place: usize| {
            let items = self.problem.option(self.options[place]).iter();
            let sharers = items.filter(|&&item| must(self.problem, item)).count();
            self.net[place] / sharers.max(1) as u64
        };
        let shares: Vec<u64> = (0..self.options.len()).map(share).collect();
        for item in 0..self.of_item.len() {
            let places = self.of_item[item].iter();
            let least = places.map(|&place| shares[place as usize]).min();
            self.charge(item, least.unwrap_or(0));
        }
    }

    /// Raises the price of each item as far as its options allow.
    fn raise(&mut self) {
        for item in 0..self.of_item.len() {
            let places = self.of_item[item].iter();
            let least = places.map(|&place| self.net[place as usize]).min();
            self.charge(item, least.unwrap_or(0));
        }
    }

    /// Returns how often the item must be covered.
    fn low(&self, item: usize) -> u32 {
        self.problem.bounds(Item::new(item)).low
    }

    /// Improves the prices by subgradient optimization: raises those of items that the
    /// options of negative net cost cover too rarely, and lowers those of items that they
    /// cover too often. The negative net costs are a part of the lower bound meanwhile.
    fn optimize(&mut self, costs: &[u64]) {
        let items = self.of_item.len();
        let low: Vec<f64> = (0..items).map(|item| f64::from(self.low(item))).collect();
        let mut price: Vec<f64> = self.price.iter().map(|&price| price as f64).collect();
        let visits: usize = self.of_item.iter().map(Vec::len).sum();
        let (mut best, mut best_price) = (self.total as f64, price.clone());
        let (mut length, mut since) = (0.1, 0);
        for _ in 0..ROUNDS.min(VISITS / visits.max(1)) {
            let mut net: Vec<f64> = costs.iter().map(|&cost| cost as f64).collect();
            for (places, price) in self.of_item.iter().zip(&price) {
                places
                    .iter()
                    .for_each(|&place| net[place as usize] -= price);
            }
            let paid: f64 = price.iter().zip(&low).map(|(price, low)| price * low).sum();
            let bound = paid + net.iter().map(|net| net.min(0.0)).sum::<f64>();
            since += 1;
            if bound > best {
                (best, since) = (bound, 0);
                best_price.clone_from(&price);
            } else if since == PATIENCE {
                (length, since) = (length / 2.0, 0);
                price.clone_from(&best_price);
                continue;
            }
            let is_chosen = |place: &&u32| net[**place as usize] < 0.0;
            let lacks = self.of_item.iter().zip(&low);
            let lacks =
                lacks.map(|(places, low)| low - places.iter().filter(is_chosen).count() as f64);
            let lacks: Vec<f64> = lacks.collect();
            let square: f64 = lacks.iter().map(|lack| lack * lack).sum();
            if square == 0.0 {
                break; // the options of negative net cost are an optimal solution
            }
            let step = length * best.max(1.0) / square;
            for (price, lack) in price.iter_mut().zip(&lacks) {
                *price = (*price + step * lack).max(0.0);
            }
        }
        self.set(costs, &best_price);
    }

    /// Sets the prices as near to these as possible without negative net costs.
    fn set(&mut self, costs: &[u64], prices: &[f64]) {
        // Far below 2^63, as the costs and so the bound are.
        self.price = prices.iter().map(|&price| price as u64).collect();
        for item in 0..self.of_item.len() {
            if self.of_item[item].is_empty() || !must(self.problem, Item::new(item)) {
                self.price[item] = 0;
            }
        }
        for (place, &option) in self.options.iter().enumerate() {
            let items = self.problem.option(option).iter().copied();
            let items = items.filter(|&item| must(self.problem, item));
            let sum: u128 = items
                .clone()
                .map(|item| u128::from(self.price[item.index()]))
                .sum();
            let mut over = sum.saturating_sub(u128::from(costs[place]));
            let mut sharers = items.clone().count() as u128;
            for item in items {
                let price = &mut self.price[item.index()];
                let less = over.div_ceil(sharers).min(u128::from(*price));
                *price -= less as u64;
                over -= less;
                sharers -= 1;
            }
            // Prices that were too low for a full share leave a rest to the others.
            for &item in self.problem.option(option) {
                if over > 0 && must(self.problem, item) {
                    let price = &mut self.price[item.index()];
                    let less = over.min(u128::from(*price));
                    *price -= less as u64;
                    over -= less;
                }
            }
        }
        self.net.copy_from_slice(costs);
        self.total = 0;
        for (item, price) in std::mem::take(&mut self.price).into_iter().enumerate() {
            self.price.push(0);
            self.charge(item, price);
        }
        self.raise();
    }

    /// Raises the price of an item by `price`.
    fn charge(&mut self, item: usize, price: u64) {
        self.price[item] += price;
        for &place in &self.of_item[item] {
            self.net[place as usize] -= price;
        }
        let low = self.problem.bounds(Item::new(item)).low;
        self.total = self
            .total
            .saturating_add(u64::from(low).saturating_mul(price));
    }
}
