//! Several methods by turns, for the number of all solutions.
//!
//! Which method counts a problem fastest is hardly seen before: a frontier or
//! a diagram counts a tiling in no time, where a search never ends, and has
//! more states than the search has nodes elsewhere. So all take turns, with a
//! limit on their work that doubles from round to round. A method is taken at
//! its word if its estimate says that it will soon be done: methods that
//! expect to need much longer then get a smaller share. The first to finish
//! answers.
//!
//! Each continues at its next turn where it stopped, so no work is lost. The
//! work is computed from counters, so the turns do not depend on the clock. In
//! the worst case the others have together done three times the work of the
//! one that answers; where the estimates are right, about a quarter.

use super::bits::Bits;
use super::frontier;
use super::search::{Search, SearchStats};
use super::zdd::{ByZdd, ZddLimits};
use super::{ExactCover, Method, Natural, OptionId};
use crate::budget::{Budget, Stop};

/// Work of the first round in nanoseconds, for the search alone. Chosen by
/// hand: less than the others need to begin.
const FIRST: u64 = 500_000;

/// The methods behind a leader get a round's work shifted right by this.
const BEHIND: u32 = 3;
/// A method leads if its estimate is at most this multiple of the round's work.
const SOON: f64 = 32.0;
/// A leader has broken its promise if it works longer than its estimate by this factor.
const LATE: f64 = 2.0;
/// A search that estimates more than this multiple of the round's work is given
/// less, if another method is left.
const NEVER: f64 = 1e6;

/// The frontier believes to have done more than it has: this power of its
/// estimate is closer. Measured on Sudoku, pentominoes and transversals.
const OPTIMISM: f64 = 1.2;

/// Number of nodes from which on the work of a node is known.
const FEW_NODES: u64 = 16;

/// Number of rounds before the frontier, and before the diagram takes part.
const FRONTIER_AT: u32 = 1;
const DIAGRAM_AT: u32 = 3;

/// Largest number of entries of options for which other methods take part: they
/// keep a copy of the problem.
const MAX_ENTRIES: usize = 1 << 22;

/// A method that takes part.
struct Racer {
    method: Method,
    search: Box<dyn Search>,
}

/// A search for solutions; their number is found by whichever method is the
/// first.
pub(super) struct Race {
    /// The search that lists solutions first, then those that only count.
    racers: Vec<Racer>,
    /// The problem, until the last method has begun.
    problem: Option<ExactCover>,
    limits: ZddLimits,
    round: u32,
    /// The method that led in the last round, the work by which it should be done, and the
    /// number of times that leaders were not.
    leader: Option<Method>,
    promise: f64,
    broken: u32,
    /// The method that answered, and the answer.
    answer: Option<(usize, Natural)>,
}

impl Race {
    /// Creates a search that lists solutions by `search`, which is `method`.
    pub(super) fn new(
        problem: &ExactCover,
        method: Method,
        search: Box<dyn Search>,
        limits: ZddLimits,
    ) -> Race {
        let is_small = problem.num_entries() <= MAX_ENTRIES;
        Race {
            racers: vec![Racer { method, search }],
            problem: is_small.then(|| problem.clone()),
            limits: ZddLimits {
                bytes: limits.bytes / 2,
            },
            round: 0,
            leader: None,
            promise: 0.0,
            broken: 0,
            answer: None,
        }
    }

    /// Lets bits search if they fit, unless the search has begun: they count faster.
    fn prefer_bits(&mut self) {
        let has_begun = self.round > 0 || self.racers[0].search.stats().nodes > 0;
        if self.racers[0].method != Method::Bits
            && !has_begun
            && let Some(problem) = &self.problem
            && let Some(bits) = Bits::new(problem)
        {
            self.racers[0] = Racer {
                method: Method::Bits,
                search: Box::new(bits),
            };
        }
    }

    /// Lets a method begin if it is time. One that does not fit the problem does not.
    fn admit(&mut self) {
        let Some(problem) = &self.problem else { return };
        let (method, search) = match self.round {
            FRONTIER_AT => (Method::Frontier, frontier::start(problem, self.limits).ok()),
            DIAGRAM_AT => {
                let diagram = ByZdd::new(problem, self.limits).ok();
                self.problem = None;
                (
                    Method::Count,
                    diagram.map(|d| Box::new(d) as Box<dyn Search>),
                )
            }
            _ => return,
        };
        self.racers
            .extend(search.map(|search| Racer { method, search }));
    }

    /// Returns for each method the work up to which it may go in this round.
    fn turns(&mut self) -> Vec<u64> {
        let whole = FIRST << self.round.min(40);
        let estimates: Vec<f64> = self.racers.iter().map(Racer::estimate).collect();
        let best = (0..estimates.len()).min_by(|&a, &b| estimates[a].total_cmp(&estimates[b]));
        let best = best.filter(|&best| estimates[best] <= SOON * whole as f64);
        if let Some(best) = best {
            let Racer { method, search } = &self.racers[best];
            let is_late = search.work() as f64 > self.promise;
            if self.leader != Some(*method) || is_late {
                self.broken += u32::from(self.leader == Some(*method));
                (self.leader, self.promise) = (Some(*method), LATE * estimates[best]);
            }
        }
        let behind = BEHIND.saturating_sub(self.broken);
        let limits = (0..estimates.len()).map(|place| {
            let is_hopeless = best.is_none()
                && self.racers.len() > 1
                && self.racers[place].counts_one_by_one()
                && estimates[place] > NEVER * whole as f64;
            let is_behind = best.is_some_and(|best| best != place);
            match (is_hopeless, is_behind) {
                (true, _) => whole >> BEHIND,
                (_, true) => whole >> behind,
                _ => whole,
            }
        });
        limits.collect()
    }

    /// Runs all methods in turn until one has counted the solutions.
    fn run(&mut self, budget: &Budget) -> Result<(usize, Natural), Stop> {
        loop {
            let mut place = 0;
            for limit in self.turns() {
                let turn = self.turn(place, limit, budget);
                match turn {
                    Ok(Some(count)) => return Ok((place, count)),
                    Ok(None) => place += 1,
                    // The others go on without it.
                    Err(Stop::Memory | Stop::Unfit(_)) if place > 0 => {
                        self.racers.remove(place);
                    }
                    Err(stop) => return Err(stop),
                }
            }
            self.round += 1;
            self.admit();
        }
    }

    /// Runs a method up to this work. Returns the number of solutions if it is
    /// done.
    fn turn(&mut self, place: usize, limit: u64, budget: &Budget) -> Result<Option<Natural>, Stop> {
        loop {
            let others = self.stats().nodes - self.racers[place].search.stats().nodes;
            let racer = &mut self.racers[place];
            let (work, nodes) = (racer.search.work(), racer.search.stats().nodes);
            if work >= limit {
                return Ok(None);
            }
            let more = match nodes {
                ..FEW_NODES => FEW_NODES,
                _ => ((limit - work) as f64 * nodes as f64 / work.max(1) as f64) as u64 + 1,
            };
            let steps = nodes.saturating_add(more);
            let wanted = budget.steps().unwrap_or(u64::MAX);
            let end = steps.min(wanted.saturating_sub(others));
            match racer.count(&budget.clone().with_steps(end)) {
                Err(Stop::Steps) if end == steps => {}
                Err(stop) => return Err(stop),
                Ok(count) => return Ok(Some(count)),
            }
        }
    }

    /// Returns the method that answered, or else the search.
    fn winner(&self) -> &Racer {
        let place = self.answer.as_ref().map_or(0, |&(place, _)| place);
        &self.racers[place]
    }
}

impl Racer {
    /// Returns the number of solutions.
    ///
    /// # Errors
    /// If the budget or the memory ends; the next call continues.
    fn count(&mut self, budget: &Budget) -> Result<Natural, Stop> {
        if let Some(total) = self.search.total(budget)? {
            return Ok(total);
        }
        while self.search.advance(budget)? {}
        Ok(self.search.stats().solutions.into())
    }

    fn counts_one_by_one(&self) -> bool {
        !matches!(self.method, Method::Frontier | Method::Count)
    }

    /// Returns the estimated work of the whole count.
    fn estimate(&self) -> f64 {
        let share = match self.method {
            Method::Frontier => self.search.progress().powf(OPTIMISM),
            _ => self.search.progress(),
        };
        match self.search.work() {
            0 => f64::INFINITY,
            work => work as f64 / share.max(f64::MIN_POSITIVE),
        }
    }
}

impl Search for Race {
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        self.racers[0].search.advance(budget)
    }

    fn total(&mut self, budget: &Budget) -> Result<Option<Natural>, Stop> {
        if self.answer.is_none() {
            self.prefer_bits();
            self.answer = Some(self.run(budget)?);
        }
        Ok(self.answer.as_ref().map(|(_, count)| count.clone()))
    }

    fn solution(&mut self) -> &[OptionId] {
        self.racers[0].search.solution()
    }

    /// Returns the counters. The nodes are those of all methods.
    fn stats(&self) -> SearchStats {
        let nodes = self.racers.iter().map(|racer| racer.search.stats().nodes);
        SearchStats {
            nodes: nodes.sum(),
            ..self.racers[0].search.stats()
        }
    }

    fn progress(&self) -> f64 {
        self.winner().search.progress()
    }

    fn steps(&self) -> Vec<(&'static str, u64)> {
        self.winner().search.steps()
    }

    fn method(&self) -> Option<Method> {
        Some(self.winner().method)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{Choice, problems};

    /// Returns the count, the method that answered, and the work of all methods together and of
    /// the one that answered.
    fn count(text: &str, limits: ZddLimits) -> (Natural, Method, u64, u64) {
        let instance = problems::build(text).unwrap();
        let problem = instance.problem();
        let search = Method::Bits.start(problem, Choice::Smallest).unwrap();
        let mut race = Race::new(problem, Method::Bits, search, limits);
        let count = race.total(&Budget::unlimited()).unwrap().unwrap();
        let work = race.racers.iter().map(|racer| racer.search.work()).sum();
        let winner = race.winner();
        (count, winner.method, work, winner.search.work())
    }

    #[test]
    fn the_method_that_fits_answers_and_the_others_cost_little() {
        for (text, solutions, method) in [
            ("queens:9", 352_u64, Method::Bits),
            ("langford:11,reduced", 17_792, Method::Bits),
            ("dominoes:10x10", 258_584_046_368, Method::Frontier),
            ("triominoes:6x9", 0, Method::Frontier),
        ] {
            let (total, winner, all, own) = count(text, ZddLimits::DEFAULT);
            if solutions > 0 {
                assert_eq!(total, Natural::from(solutions), "{text}");
            }
            assert_eq!(winner, method, "{text}");
            assert!(all <= 3 * own + 4 * FIRST, "{text}: {all} for {own}");
        }
    }

    #[test]
    fn a_method_that_needs_too_much_memory_drops_out() {
        let small = ZddLimits { bytes: 20_000 };
        let (count, method, ..) = count("langford:11,reduced", small);
        assert_eq!((count, method), (Natural::from(17_792_u64), Method::Bits));
    }
}
