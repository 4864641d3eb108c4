//! Several methods by turns, for the number of all solutions, or of those up to a limit.
//!
//! Which method counts a problem fastest is hardly seen before: a frontier or
//! a diagram counts a tiling in no time, where a search never ends, and has
//! more states than the search has nodes elsewhere. So all take turns, with a
//! limit on their work that doubles from round to round. A method leads if its
//! estimate says that it will be done first, and before long: the others then
//! get a small share. The first to finish answers.
//!
//! A search that will soon be done is left alone from the start: the others take time to begin.
//!
//! Each continues at its next turn where it stopped, so no work is lost. The
//! work is computed from counters, so the turns do not depend on the clock.
//! Where the estimates are right, the others together do less than a tenth of
//! the work of the one that answers.

use super::bits::{self, Bits};
use super::dlx::Dlx;
use super::frontier;
use super::planes::Planes;
use super::search::{Search, SearchStats};
use super::zdd::{ByZdd, ZddLimits};
use super::{Choice, ExactCover, Method, Natural, OptionId};
use crate::budget::{Budget, Stop};

/// Work of the first round in nanoseconds, for the search alone. Chosen by
/// hand: less than the others need to begin.
const FIRST: u64 = 500_000;

/// The methods behind a leader get a round's work shifted right by this, and by [`TRUST`] less
/// for each broken promise.
const BEHIND: u32 = 6;
const TRUST: u32 = 2;
/// A method that does not lead may do this part of the leader's remaining work, but at most
/// [`FIRST`], for an estimate.
const TRIAL: f64 = 1.0 / 16.0;
/// A method leads if its remaining work is at most this multiple of the round's work.
const SOON: f64 = 100.0;
/// Another method takes the lead if its remaining work is less than this part of the leader's.
/// Estimates vary by more than the rest.
const CHANGE: f64 = 0.7;
/// A leader has broken its promise if its work exceeds what it had done then, and its
/// remaining work multiplied by this.
const LATE: f64 = 2.0;
/// A search that estimates more than this multiple of the round's work is given
/// less, if another method is left.
const NEVER: f64 = 1e6;

/// The frontier and the diagram believe to have done more than they have: these powers of their
/// estimates are closer. Measured on Soma, Latin squares, transversals and Sudoku.
const OPTIMISM: f64 = 1.2;
const MORE_OPTIMISM: f64 = 2.0;

/// Work in nanoseconds from which on a method's estimate counts.
const KNOWN: u64 = FIRST / 16;

/// Number of nodes from which on the work of a node is known.
const FEW_NODES: u64 = 16;

/// No further method begins while one believes that its remaining work is less than this multiple
/// of the round's work.
const SHORT: f64 = 8.0;

/// The stages at which links, planes, the frontier and the diagram begin. Links do only if not all
/// solutions are wanted: then they may come to the first of them sooner.
const LINKS_AT: u32 = 1;
const PLANES_AT: u32 = 1;
const FRONTIER_AT: u32 = 1;
const DIAGRAM_AT: u32 = 3;

/// Largest number of entries of options for which other methods take part: they
/// keep a copy of the problem.
const MAX_ENTRIES: usize = 1 << 22;

/// Largest number of options for which bits search from the start, and a diagram is built. Chosen
/// by hand: their tables are made in some milliseconds. With more options bits begin when a round
/// is longer than that.
const FEW_OPTIONS: usize = 1 << 13;

/// Returns the nanoseconds it takes to build the [tables](super::bits) for this number of options,
/// or `None` if they need more than an eighth of `bytes`, the memory of the race. They have a bit
/// for each pair of options, and four pairs a nanosecond were measured on word squares.
fn work_of_tables(options: usize, bytes: usize) -> Option<u64> {
    let pairs = (options as u64).pow(2);
    let fits = options <= bits::MAX_OPTIONS && pairs / 8 <= bytes as u64 / 8;
    fits.then_some(pairs / 4)
}

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
    /// Work of the round after which bits begin, if they are still to begin.
    bits_after: Option<u64>,
    limits: ZddLimits,
    /// Work of the first round in nanoseconds: [`FIRST`], except in tests.
    first: u64,
    round: u32,
    /// Number of times that methods could begin.
    stage: u32,
    /// The method that led last, the work by which it should be done, and the
    /// number of times that leaders were not.
    leader: Option<Method>,
    promise: f64,
    broken: u32,
    /// Number of solutions that are enough.
    wanted: u64,
    /// The method that answered, and the answer.
    answer: Option<(usize, Natural)>,
    /// Number of nodes of the methods that dropped out.
    dropped: u64,
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
        let bits_after = work_of_tables(problem.num_options(), limits.bytes);
        Race {
            bits_after: bits_after.filter(|_| method != Method::Bits),
            racers: vec![Racer { method, search }],
            problem: is_small.then(|| problem.clone()),
            limits: ZddLimits {
                bytes: limits.bytes / 2,
            },
            first: FIRST,
            round: 0,
            stage: 0,
            leader: None,
            promise: 0.0,
            broken: 0,
            wanted: 0,
            answer: None,
            dropped: 0,
        }
    }

    /// Lets bits search if they fit, unless the search has begun: they count faster.
    fn prefer_bits(&mut self) {
        let has_begun = self.round > 0 || self.racers[0].search.stats().nodes > 0;
        if self.racers[0].method != Method::Bits
            && !has_begun
            && let Some(problem) = &self.problem
            && problem.num_options() <= FEW_OPTIONS
            && let Some(bits) = Bits::new(problem)
        {
            self.bits_after = None;
            self.racers[0] = Racer {
                method: Method::Bits,
                search: Box::new(bits),
            };
        }
    }

    /// Lets the methods begin whose time has come. One that does not fit the problem does not.
    fn admit(&mut self) {
        let soon = SHORT * self.whole() as f64;
        let is_short = |racer: &Racer| racer.left(self.wanted) < soon;
        if self.racers.iter().any(is_short) {
            return;
        }
        let whole = self.whole();
        let Some(problem) = &self.problem else { return };
        self.stage += 1;
        let mut enter = |method, search: Option<Box<dyn Search>>| {
            self.racers
                .extend(search.map(|search| Racer { method, search }));
        };
        if self.stage == LINKS_AT && self.wanted < u64::MAX {
            let links = Dlx::new(problem, Choice::Smallest);
            enter(Method::Dlx, Some(Box::new(links)));
        }
        if self.stage == PLANES_AT && !problem.has_colors() {
            let planes = Planes::new(problem).map(|planes| Box::new(planes) as _);
            enter(Method::Planes, planes);
        }
        if self.stage == FRONTIER_AT {
            let frontier = frontier::start(problem, self.limits).ok();
            enter(Method::Frontier, frontier);
        }
        if self.stage == DIAGRAM_AT && problem.num_options() <= FEW_OPTIONS {
            let diagram = ByZdd::new(problem, self.limits).ok();
            enter(Method::Count, diagram.map(|diagram| Box::new(diagram) as _));
        }
        if self.bits_after.is_some_and(|work| work <= whole) {
            let bits = Bits::new(problem).map(|bits| Box::new(bits) as _);
            enter(Method::Bits, bits);
            self.bits_after = None;
        }
        if self.stage >= DIAGRAM_AT && self.bits_after.is_none() {
            self.problem = None;
        }
    }

    /// Returns the place of the method that leads in this round, if one does. The present
    /// leader stays unless another is much faster.
    fn find_leader(&mut self, whole: u64, left: &[f64]) -> Option<usize> {
        let fastest = (0..left.len()).min_by(|&a, &b| left[a].total_cmp(&left[b]))?;
        let present = |racer: &Racer| Some(racer.method) == self.leader;
        let present = self.racers.iter().position(present);
        let best = match present {
            Some(present) if left[fastest] > CHANGE * left[present] => present,
            _ => fastest,
        };
        if left[best] > SOON * whole as f64 {
            return None;
        }
        let work = self.racers[best].search.work() as f64;
        if present != Some(best) || work > self.promise {
            self.broken += u32::from(present == Some(best));
            self.leader = Some(self.racers[best].method);
            self.promise = work + LATE * left[best];
        }
        Some(best)
    }

    /// Returns the work of a round for a method that leads.
    fn whole(&self) -> u64 {
        self.first.saturating_mul(1 << self.round.min(62))
    }

    /// Returns for each method the work up to which it may go in this round.
    fn turns(&mut self) -> Vec<u64> {
        let whole = self.whole();
        let left = self.racers.iter().map(|racer| racer.left(self.wanted));
        let left: Vec<f64> = left.collect();
        if let Some(leader) = self.find_leader(whole, &left) {
            let behind = whole >> BEHIND.saturating_sub(TRUST * self.broken);
            let trial = self.first.min((TRIAL * left[leader]) as u64);
            let turn = |place| match place == leader {
                true => whole,
                false => behind.max(trial),
            };
            return (0..left.len()).map(turn).collect();
        }
        let is_hopeless = |place: usize| {
            left.len() > 1
                && self.racers[place].counts_one_by_one()
                && left[place].is_finite()
                && left[place] > NEVER * whole as f64
        };
        let turn = |place| match is_hopeless(place) {
            true => whole >> BEHIND,
            false => whole,
        };
        (0..left.len()).map(turn).collect()
    }

    /// Runs all methods in turn until one has counted the solutions.
    fn run(&mut self, budget: &Budget) -> Result<(usize, Natural), Stop> {
        loop {
            // Those that began last come first: a frontier is soon done, or never.
            for (place, limit) in self.turns().into_iter().enumerate().rev() {
                let turn = self.turn(place, limit, budget);
                match turn {
                    Ok(Some(count)) => return Ok((place, count)),
                    Ok(None) => {}
                    // The others go on without it.
                    Err(Stop::Memory | Stop::Unfit(_)) if place > 0 => {
                        let racer = self.racers.remove(place);
                        self.dropped += racer.search.stats().nodes;
                    }
                    Err(stop) => return Err(stop),
                }
            }
            self.admit();
            self.round += 1;
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
                _ => ((limit - work) as f64 * nodes as f64 / work.max(1) as f64) as u64,
            };
            let steps = nodes.saturating_add(more.max(1));
            let wanted = budget.steps().unwrap_or(u64::MAX);
            let end = steps.min(wanted.saturating_sub(others));
            match racer.count(self.wanted, &budget.clone().with_steps(end)) {
                Err(Stop::Steps) if end == steps => {}
                Err(stop) => return Err(stop),
                Ok(count) => return Ok(Some(count)),
            }
        }
    }

    /// Returns the method that answered, or else the one that leads, or else the search.
    fn winner(&self) -> &Racer {
        let leads = |racer: &Racer| Some(racer.method) == self.leader;
        let leader = || self.racers.iter().position(leads).unwrap_or(0);
        let place = self
            .answer
            .as_ref()
            .map_or_else(leader, |&(place, _)| place);
        &self.racers[place]
    }
}

impl Racer {
    /// Returns the number of solutions, or one that is at least `wanted`.
    ///
    /// # Errors
    /// If the budget or the memory ends; the next call continues.
    fn count(&mut self, wanted: u64, budget: &Budget) -> Result<Natural, Stop> {
        if let Some(total) = self.search.total(budget)? {
            return Ok(total);
        }
        while self.search.stats().solutions < wanted && self.search.advance(budget)? {}
        Ok(self.search.stats().solutions.into())
    }

    fn counts_one_by_one(&self) -> bool {
        !matches!(self.method, Method::Frontier | Method::Count)
    }

    /// Returns the estimated work that is left for `wanted` solutions, infinite if it is not
    /// known yet.
    fn left(&self, wanted: u64) -> f64 {
        let found = self.search.stats().solutions as f64 / wanted as f64;
        let share = match self.method {
            Method::Frontier => self.search.progress().powf(OPTIMISM),
            Method::Count => self.search.progress().powf(MORE_OPTIMISM),
            _ => f64::max(self.search.progress(), found),
        };
        match self.search.work() {
            ..KNOWN => f64::INFINITY,
            work => work as f64 / share.max(f64::MIN_POSITIVE) - work as f64,
        }
    }
}

impl Search for Race {
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        self.racers[0].search.advance(budget)
    }

    fn total(&mut self, budget: &Budget) -> Result<Option<Natural>, Stop> {
        self.count_to(u64::MAX, budget)
    }

    fn count_to(&mut self, wanted: u64, budget: &Budget) -> Result<Option<Natural>, Stop> {
        if self.wanted < wanted {
            (self.wanted, self.answer) = (wanted, None);
        }
        if self.answer.is_none() {
            self.prefer_bits();
            self.answer = Some(self.run(budget)?);
        }
        Ok(self.answer.as_ref().map(|(_, count)| count.clone()))
    }

    fn solution(&mut self) -> &[OptionId] {
        self.racers[0].search.solution()
    }

    /// Returns the counters. The nodes are those of all methods, and the solutions those of the
    /// method that has found the most.
    fn stats(&self) -> SearchStats {
        let all = self.racers.iter().map(|racer| racer.search.stats());
        SearchStats {
            nodes: all.clone().map(|stats| stats.nodes).sum::<u64>() + self.dropped,
            solutions: all.map(|stats| stats.solutions).max().unwrap_or(0),
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
    use crate::cover::tests::problems as random_problems;
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
            ("graeco-latin:4", 6_912, Method::Planes),
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

    proptest::proptest! {
        /// With turns so short that all methods take part in small problems, in any slices.
        #[test]
        fn short_turns_count_the_same(
            problem in random_problems(),
            first in 1..300u64,
            slice in 1..40u64,
        ) {
            let rule = Choice::Smallest;
            let mut links = Method::Dlx.start(&problem, rule).unwrap();
            while links.advance(&Budget::unlimited()).unwrap() {}
            let expected = Natural::from(links.stats().solutions);
            let search = Method::Sparse.start(&problem, rule).unwrap();
            let mut race = Race::new(&problem, Method::Sparse, search, ZddLimits::DEFAULT);
            race.first = first;
            let mut steps = 0;
            let count = loop {
                steps += slice;
                match race.total(&Budget::unlimited().with_steps(steps)) {
                    Err(Stop::Steps) => {}
                    count => break count.unwrap(),
                }
            };
            proptest::prop_assert_eq!(count, Some(expected));
        }

        /// Up to a limit too, after which all can be counted.
        #[test]
        fn enough_are_counted_or_all(
            problem in random_problems(),
            first in 1..300u64,
            wanted in 1..12u64,
        ) {
            let rule = Choice::Smallest;
            let budget = Budget::unlimited();
            let mut links = Method::Dlx.start(&problem, rule).unwrap();
            while links.advance(&budget).unwrap() {}
            let expected = links.stats().solutions;
            let search = Method::Sparse.start(&problem, rule).unwrap();
            let mut race = Race::new(&problem, Method::Sparse, search, ZddLimits::DEFAULT);
            race.first = first;
            let count = race.count_to(wanted, &budget).unwrap().unwrap().saturated();
            match expected >= wanted {
                true => proptest::prop_assert!((wanted..=expected).contains(&count)),
                false => proptest::prop_assert_eq!(count, expected),
            }
            proptest::prop_assert_eq!(race.total(&budget), Ok(Some(Natural::from(expected))));
        }
    }

    /// Returns the squares of eleven hundred random words of four out of 40 letters: a problem of
    /// 8 800 options.
    fn word_squares() -> ExactCover {
        let mut rng = fastrand::Rng::with_seed(1);
        let letters: Vec<char> = ('a'..='z').chain('A'..='N').collect();
        let mut words = std::collections::BTreeSet::new();
        while words.len() < 1_100 {
            let letter = |_| letters[rng.usize(..letters.len())];
            words.insert((0..4).map(letter).collect::<String>());
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let squares = problems::word_squares(&words, true).unwrap();
        squares.problem().clone()
    }

    #[test]
    fn bits_join_a_long_search_of_many_options() {
        let problem = word_squares();
        assert!(problem.num_options() > FEW_OPTIONS);
        let budget = Budget::unlimited();
        let search = Method::Sparse.start(&problem, Choice::Smallest).unwrap();
        let mut race = Race::new(&problem, Method::Sparse, search, ZddLimits::DEFAULT);
        let count = race.total(&budget).unwrap().unwrap();
        assert_eq!(race.winner().method, Method::Bits);
        let mut bits = Bits::new(&problem).unwrap();
        while bits.advance(&budget).unwrap() {}
        assert_eq!(count, Natural::from(bits.stats().solutions));
        // Where the tables have no room, the first search goes on alone.
        assert_eq!(work_of_tables(problem.num_options(), 70 << 20), None);
    }

    #[test]
    fn a_method_that_needs_too_much_memory_drops_out() {
        let small = ZddLimits { bytes: 20_000 };
        let (count, method, ..) = count("langford:11,reduced", small);
        assert_eq!((count, method), (Natural::from(17_792_u64), Method::Bits));
    }
}
