//! Counting item by item, with only the states of one item in memory.
//!
//! The primary items are covered in a fixed order. What is left after the first
//! `k` of them depends on few items: those that an option chosen so far may
//! contain and a later option may contain too, the *frontier*. A state is the
//! set of its covered items, with their colours. For each state the number of
//! ways to reach it is known; item `k + 1` leads from each state to others. At
//! the end one state is left, and its number is the number of solutions. This
//! is the transfer matrix of statistical physics, or Simpath of Knuth (TAOCP
//! 7.1.4) without its diagram.
//!
//! The time is the number of states, not of solutions: a board of 4×200 cells
//! has at most 16 states at a time, however many tilings. The order decides:
//! along the short side the frontier is short.

mod order;
mod plan;
mod table;

use super::search::{Search, SearchStats};
use super::zdd::ZddLimits;
use super::{ExactCover, Natural, OptionId, Unfit};
use crate::budget::{Budget, Stop};
use plan::Plan;
use table::Table;

/// Number of states between two checks of the budget's clock. Chosen by hand.
const STATES_PER_CHECK: u64 = 1 << 10;

/// Largest logarithm of the number of states as a multiple of the entropy that an estimate
/// uses. Chosen by hand: so powers of it are finite.
const DENSEST: f64 = 2.0;

/// Size in bytes from which on a table is taken to lie outside of the caches, and what one more
/// count in it then costs, in nanoseconds. Measured on partitions of 60 items.
const CACHE: usize = 8 << 20;
const FAR: u64 = 30;

/// The reason why the search can't list solutions, in words.
const NO_LIST: &str = "frontier counts all solutions and can't list them; add --all --count-only";

/// Creates a search, which has not begun, within memory limits. It only
/// counts: it can't list solutions.
///
/// # Errors
/// If the problem has bounds, or a frontier that has too many items.
pub fn start(problem: &ExactCover, limits: ZddLimits) -> Result<Box<dyn Search>, Unfit> {
    if problem.has_bounds() {
        return Err(Unfit::Bounds("frontier".to_owned()));
    }
    let bytes = limits.bytes;
    let plan = order::best(problem).ok_or(Unfit::Frontier)?;
    Ok(match plan.words {
        1 => Box::new(Frontier::<1>::new(&plan, bytes)),
        2 => Box::new(Frontier::<2>::new(&plan, bytes)),
        _ => Box::new(Frontier::<{ plan::MAX_WORDS }>::new(&plan, bytes)),
    })
}

/// Returns the primary items in the order of the shortest frontier found, or `None` if each has
/// too many items.
pub(super) fn order(problem: &ExactCover) -> Option<Vec<usize>> {
    Some(order::best(problem)?.order)
}

/// A way to cover an item.
#[derive(Debug)]
struct Move<const W: usize> {
    /// Bits that must be 0 in the state before.
    blocked: [u64; W],
    /// Bits that are 1 in the state after.
    set: [u64; W],
    /// Bits that must be 0 or have this value: word, mask and value.
    colors: Vec<(usize, u64, u64)>,
}

/// An item to cover.
#[derive(Debug)]
struct Step<const W: usize> {
    /// The bit of the item, or none if no earlier option can have covered it.
    covered: [u64; W],
    /// The bits of the items that stay in the frontier.
    keep: [u64; W],
    moves: Vec<Move<W>>,
    /// Number of bits in use before the step, and of those that it releases.
    bits: u32,
    released: u32,
}

/// Returns for each step the expected entropy of the bits of a state before it.
fn entropies<const W: usize>(steps: &[Step<W>]) -> Vec<f64> {
    let ones = |words: &[u64; W]| words.iter().map(|word| word.count_ones()).sum::<u32>() as f64;
    // Expected number of bits that are 1.
    let mut expected = 0.0;
    let mut entropies = Vec::with_capacity(steps.len());
    for step in steps {
        let bits = f64::from(step.bits).max(1.0);
        let share = f64::min(expected / bits, 1.0);
        let entropy = [share, 1.0 - share].map(|p| if p > 0.0 { -p * p.log2() } else { 0.0 });
        entropies.push(bits * (entropy[0] + entropy[1]));
        let is_covered = if ones(&step.covered) > 0.0 {
            share
        } else {
            0.0
        };
        let set: f64 = step.moves.iter().map(|choice| ones(&choice.set)).sum();
        let set = set / (step.moves.len() as f64).max(1.0);
        let kept = bits - f64::from(step.released);
        expected = share * kept + (1.0 - is_covered) * set;
    }
    entropies
}

/// A count of the solutions of a problem, with `W` words in a state.
#[derive(Debug)]
struct Frontier<const W: usize> {
    steps: Vec<Step<W>>,
    /// For each step, the entropy of the bits of a state before it, if each of them is 1 with
    /// the same probability.
    entropies: Vec<f64>,
    /// Index of the current step, and of the next place of its table.
    at: usize,
    place: usize,
    /// The states before the current step, and after it as far as known.
    before: Table<W>,
    after: Table<W>,
    /// Number of bits that no count in `before` exceeds.
    count_bits: u32,
    bytes: usize,
    stats: SearchStats,
    /// Number of counts added in a table, and of those in a table outside of the caches.
    adds: u64,
    far_adds: u64,
}

impl<const W: usize> Frontier<W> {
    fn new(plan: &Plan, bytes: usize) -> Frontier<W> {
        let mut before = Table::new(1, 1);
        before.add(&[0; W], &[1]);
        let steps = plan.steps();
        Frontier {
            entropies: entropies(&steps),
            steps,
            at: 0,
            place: 0,
            before,
            after: Table::new(1, 1),
            count_bits: 1,
            bytes,
            stats: SearchStats::default(),
            adds: 0,
            far_adds: 0,
        }
    }

    /// Prepares the table of the states after the current step.
    fn prepare(&mut self) {
        let moves = self.steps[self.at].moves.len() as u64;
        let growth = 64 - moves.leading_zeros();
        if self.count_bits + growth > 64 * self.after.limbs() as u32 {
            // The sum of all counts, which no count after it exceeds much.
            self.count_bits = self.before.sum().bits();
        }
        self.count_bits += growth;
        let limbs = self.count_bits.div_ceil(64) as usize;
        self.after = Table::new(limbs.max(self.before.limbs()), self.before.len());
    }

    /// Does the current step for one state.
    #[inline(always)]
    fn advance_state(&mut self, place: usize) {
        let step = &self.steps[self.at];
        let Some((key, count)) = self.before.get(place) else {
            return;
        };
        self.stats.nodes += 1;
        let kept: [u64; W] = std::array::from_fn(|w| key[w] & step.keep[w]);
        if (0..W).any(|w| key[w] & step.covered[w] != 0) {
            self.adds += 1;
            self.after.add(&kept, count);
            return;
        }
        for option in &step.moves {
            self.stats.updates += 1;
            let fits = |&(word, mask, value): &(usize, u64, u64)| {
                key[word] & mask == 0 || key[word] & mask == value
            };
            if (0..W).all(|w| key[w] & option.blocked[w] == 0) && option.colors.iter().all(fits) {
                self.adds += 1;
                let next = std::array::from_fn(|w| kept[w] | option.set[w]);
                self.after.add(&next, count);
            }
        }
    }

    /// Does the steps that are left.
    ///
    /// # Errors
    /// If the budget or the memory ends; the next call continues.
    fn run(&mut self, budget: &Budget) -> Result<(), Stop> {
        let limit = budget.steps().unwrap_or(u64::MAX);
        let mut check_at = 0;
        while self.at < self.steps.len() {
            if self.place == 0 {
                self.prepare();
            }
            while self.place < self.before.places() {
                if self.stats.nodes >= check_at || self.stats.nodes >= limit {
                    if let Some(stop) = budget.exhausted(self.stats.nodes) {
                        return Err(stop);
                    }
                    check_at = self.stats.nodes + STATES_PER_CHECK;
                }
                // A full table doubles while old and new are in memory.
                if self.before.bytes() + 3 * self.after.bytes() > self.bytes {
                    return Err(Stop::Memory);
                }
                let end = self.before.places().min(self.place + 64);
                let adds = self.adds;
                for place in self.place..end {
                    self.advance_state(place);
                }
                if self.after.bytes() > CACHE {
                    self.far_adds += self.adds - adds;
                }
                self.place = end;
            }
            std::mem::swap(&mut self.before, &mut self.after);
            (self.at, self.place) = (self.at + 1, 0);
        }
        Ok(())
    }
}

impl<const W: usize> Search for Frontier<W> {
    fn advance(&mut self, _budget: &Budget) -> Result<bool, Stop> {
        Err(Stop::Unfit(NO_LIST))
    }

    fn total(&mut self, budget: &Budget) -> Result<Option<Natural>, Stop> {
        self.run(budget)?;
        Ok(Some(self.before.sum()))
    }

    fn solution(&mut self) -> &[OptionId] {
        &[]
    }

    /// Returns the counters. The nodes are states, the updates are options tried.
    fn stats(&self) -> SearchStats {
        self.stats
    }

    fn work(&self) -> u64 {
        let words = (W + self.before.limbs()) as u64;
        let adds = 10 * self.adds + FAR * self.far_adds;
        5 * self.stats.updates + adds + (10 + 12 * words) * self.stats.nodes
    }

    /// Returns the estimated share of the states that are done. The estimate assumes that the
    /// logarithm of the number of states stays the same multiple of the entropy of their bits.
    fn progress(&self) -> f64 {
        let (mut rest, done) = (0.0, self.stats.updates as f64);
        if self.at == self.steps.len() || self.before.len() == 0 {
            return 1.0;
        }
        let density = (self.before.len() as f64).log2() / self.entropies[self.at].max(1.0);
        // A few states of bits that are almost certain say nothing of the steps after them.
        let density = density.min(DENSEST);
        for (step, entropy) in self.steps.iter().zip(&self.entropies).skip(self.at) {
            rest += f64::exp2(density * entropy) * step.moves.len() as f64;
        }
        match done + rest {
            0.0 => 0.0, // no step has a move
            all => done / all,
        }
    }

    fn steps(&self) -> Vec<(&'static str, u64)> {
        vec![("states", self.stats.nodes), ("moves", self.stats.updates)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::problems;

    fn count(text: &str) -> String {
        let instance = problems::build(text).unwrap();
        let mut search = start(instance.problem(), ZddLimits::DEFAULT).unwrap();
        let count = search.total(&Budget::unlimited()).unwrap().unwrap();
        assert_eq!(search.progress(), 1.0);
        count.to_string()
    }

    #[test]
    fn published_numbers() {
        // OEIS A004003, A005178 (and 4×40 by its recurrence), A000170, A014552.
        assert_eq!(count("dominoes:8x8"), "12988816");
        assert_eq!(count("dominoes:4x40"), "721463601671126161");
        assert_eq!(count("dominoes:40x4"), "721463601671126161");
        assert_eq!(count("dominoes:5x5"), "0");
        assert_eq!(count("queens:8"), "92");
        assert_eq!(count("langford:7"), "52");
    }

    /// Boards of 2×n have the Fibonacci numbers, far beyond 128 bits.
    #[test]
    fn long_boards_have_long_numbers() {
        let mut fibonacci = (Natural::from(1_u64), Natural::from(1_u64));
        for _ in 1..500 {
            let mut next = fibonacci.0;
            next.add(&fibonacci.1);
            fibonacci = (fibonacci.1, next);
        }
        assert_eq!(count("dominoes:2x500"), fibonacci.1.to_string());
        assert_eq!(count("dominoes:500x2"), fibonacci.1.to_string());
    }

    #[test]
    fn it_stops_at_its_limits_and_lists_nothing() {
        let instance = problems::build("langford:8").unwrap();
        let limits = ZddLimits { bytes: 10_000 };
        let mut search = start(instance.problem(), limits).unwrap();
        assert_eq!(search.total(&Budget::unlimited()), Err(Stop::Memory));
        assert_eq!(
            search.advance(&Budget::unlimited()),
            Err(Stop::Unfit(NO_LIST))
        );
        let mut search = start(instance.problem(), ZddLimits::DEFAULT).unwrap();
        let few = Budget::unlimited().with_steps(100);
        assert_eq!(search.total(&few), Err(Stop::Steps));
        assert!(search.stats().nodes < 200 && search.progress() < 1.0);
        assert_eq!(
            search.total(&Budget::unlimited()),
            Ok(Some(Natural::from(300_u64)))
        );
    }
}
