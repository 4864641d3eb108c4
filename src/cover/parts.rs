//! Problems that fall into parts, of which no option joins two.
//!
//! A solution is one of each part, so the number of all solutions is a product. A search of the
//! whole would find those of one part anew for each of another. The parts take turns with
//! limits that double: if one of them has no solution, this is found out before another takes
//! long.

use super::search::{self, Search, SearchStats};
use super::zdd::ZddLimits;
use super::{Choice, ExactCover, Item, Method, Natural, OptionId, Unfit};
use crate::budget::{Budget, Stop};

/// Number of nodes of each part in the first turn. Chosen by hand.
const TURN: u64 = 1_000;
/// Largest number of options in the solutions of a part that are kept. Those of a part with more
/// are found again. Chosen by hand: some megabytes; in tests few, so that both ways are taken.
const KEPT: usize = if cfg!(test) { 8 } else { 1 << 20 };
/// Number of solutions between two checks of the budget, if no search goes on. Chosen by hand.
const SOLUTIONS_PER_CHECK: u64 = 1 << 10;

/// A part: a problem of its own.
struct Part {
    problem: ExactCover,
    /// For each of its options, the number in the whole problem.
    options: Vec<OptionId>,
    search: Box<dyn Search>,
    /// The solutions so far, unless there are too many; the place of the current one; and whether
    /// these are all.
    kept: Option<Vec<Box<[OptionId]>>>,
    place: usize,
    is_complete: bool,
    /// The share of the search that was done before the current solution.
    before: f64,
    /// The number of solutions, or one that is at least the number wanted.
    count: Option<Natural>,
}

/// A search of each part.
pub(super) struct Parts {
    parts: Vec<Part>,
    start: Start,
    /// Node limit of each part in this turn, until each has a solution or is counted.
    turn: u64,
    /// Number of solutions to count; 0 as long as they are listed.
    wanted: u64,
    /// The part that goes on next: those before it have their current solution. None before
    /// each part has its first solution, and after the last one.
    at: Option<usize>,
    has_ended: bool,
    solutions: u64,
    /// The counters of searches that began anew.
    spent: SearchStats,
    solution: Vec<OptionId>,
}

/// The method, the choice of items and the limits with which each part is searched.
#[derive(Clone, Copy)]
struct Start {
    method: Method,
    choice: Choice,
    limits: ZddLimits,
}

impl Part {
    fn nodes(&self) -> u64 {
        self.search.stats().nodes
    }

    /// Goes to the next solution. Returns `false` after the last; the next call begins anew.
    fn advance(
        &mut self,
        start: Start,
        budget: &Budget,
        spent: &mut SearchStats,
    ) -> Result<bool, Stop> {
        if let (true, Some(kept)) = (self.is_complete, &self.kept) {
            self.place = (self.place + 1) % (kept.len() + 1);
            return Ok(self.place < kept.len());
        }
        self.before = self.search.progress();
        if self.search.advance(budget)? {
            if let Some(kept) = &mut self.kept {
                kept.push(self.search.solution().into());
                self.place = kept.len() - 1;
                // A solution may have no options.
                if (kept[0].len() + 1) * kept.len() > KEPT {
                    self.kept = None;
                }
            }
            return Ok(true);
        }
        match &self.kept {
            Some(kept) => (self.is_complete, self.place) = (true, kept.len()),
            None => {
                spent.nodes += self.nodes();
                spent.updates += self.search.stats().updates;
                let search = start
                    .method
                    .start_within(&self.problem, start.choice, start.limits);
                self.search = search.map_err(|_| Stop::Declined)?;
            }
        }
        Ok(false)
    }

    /// Returns the current solution, in numbers of the part.
    fn solution(&mut self) -> &[OptionId] {
        match &self.kept {
            Some(kept) => &kept[self.place],
            None => self.search.solution(),
        }
    }

    /// Returns the share of the part that was done before the current solution, and with it.
    fn shares(&self) -> (f64, f64) {
        match &self.kept {
            Some(kept) if self.is_complete => {
                let share = |place: usize| place as f64 / kept.len().max(1) as f64;
                (share(self.place), share(self.place + 1))
            }
            _ => (self.before, self.search.progress()),
        }
    }

    /// Returns a number of solutions that the part has at least.
    fn least(&self) -> u64 {
        let count = self.count.as_ref().map(Natural::saturated);
        count.unwrap_or_else(|| self.search.stats().solutions)
    }
}

impl Parts {
    /// Creates a search of each part by this method, or none if the problem does not fall into
    /// several.
    ///
    /// # Errors
    /// If the method does not fit a part.
    pub(super) fn new(
        problem: &ExactCover,
        method: Method,
        choice: Choice,
        limits: ZddLimits,
    ) -> Result<Option<Parts>, Unfit> {
        let split = split(problem);
        let limits = ZddLimits {
            bytes: limits.bytes / split.len().max(1),
        };
        let start = Start {
            method,
            choice,
            limits,
        };
        let part = |(place, (problem, options)): (usize, (ExactCover, _))| {
            Ok(Part {
                search: method.start_within(&problem, choice, limits)?,
                problem,
                options,
                // The solutions of the first part are needed once.
                kept: (place > 0).then(Vec::new),
                place: 0,
                is_complete: false,
                before: 0.0,
                count: None,
            })
        };
        let parts = split.into_iter().enumerate().map(part);
        let parts = parts.collect::<Result<Vec<Part>, Unfit>>()?;
        Ok((!parts.is_empty()).then(|| Parts {
            parts,
            start,
            turn: TURN,
            wanted: 0,
            at: None,
            has_ended: false,
            solutions: 0,
            spent: SearchStats::default(),
            solution: Vec::new(),
        }))
    }

    /// Returns the number of nodes up to which the search of a part may go, by the budget.
    fn limit(&self, place: usize, budget: &Budget) -> u64 {
        let others = self.stats().nodes - self.parts[place].nodes();
        budget
            .steps()
            .map_or(u64::MAX, |steps| steps.saturating_sub(others))
    }

    /// Goes on with a part until `turn` nodes. Returns `None` if it needs more.
    fn take_turn<T>(
        &mut self,
        place: usize,
        budget: &Budget,
        act: impl FnOnce(&mut Part, Start, &Budget, &mut SearchStats) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        let turn = self.turn;
        let end = self.limit(place, budget).min(turn);
        let part = &mut self.parts[place];
        let budget = budget.clone().with_steps(end);
        match act(part, self.start, &budget, &mut self.spent) {
            Err(Stop::Steps) if end == turn => Ok(None),
            result => result.map(Some),
        }
    }

    /// Finds the first solution of each part. Returns `false` if one has none.
    fn begin(&mut self, budget: &Budget) -> Result<bool, Stop> {
        let has_none = |part: &Part| part.search.stats().solutions == 0;
        while self.parts.iter().any(has_none) {
            for place in 0..self.parts.len() {
                if has_none(&self.parts[place])
                    && self.take_turn(place, budget, Part::advance)? == Some(false)
                {
                    return Ok(false);
                }
            }
            self.turn = self.turn.saturating_mul(2);
        }
        Ok(true)
    }

    /// Returns the number of solutions, or one that is at least `wanted`.
    fn count(&mut self, wanted: u64, budget: &Budget) -> Result<Natural, Stop> {
        if self.wanted < wanted {
            self.wanted = wanted;
            self.parts.iter_mut().for_each(|part| part.count = None);
        }
        while self.parts.iter().any(|part| part.count.is_none()) {
            for place in 0..self.parts.len() {
                if self.parts[place].count.is_some() {
                    continue;
                }
                let count = |part: &mut Part, _, budget: &Budget, _: &mut _| {
                    search::count(&mut *part.search, wanted, budget)
                };
                let count = self.take_turn(place, budget, count)?;
                self.parts[place].count = count;
                if wanted < u64::MAX && self.least() >= wanted {
                    return Ok(wanted.into());
                }
                if self.parts[place]
                    .count
                    .as_ref()
                    .is_some_and(Natural::is_zero)
                {
                    return Ok(Natural::default());
                }
            }
            self.turn = self.turn.saturating_mul(2);
        }
        let counts = self.parts.iter().flat_map(|part| &part.count);
        Ok(counts.fold(Natural::from(1_u64), |all, count| all.product(count)))
    }

    /// Returns a number of solutions that there are at least.
    fn least(&self) -> u64 {
        let parts = self.parts.iter().map(Part::least);
        parts.fold(1, |all, least| all.saturating_mul(least))
    }
}

impl Search for Parts {
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        if self.has_ended {
            return Ok(false);
        }
        let last = self.parts.len() - 1;
        let Some(mut at) = self.at else {
            let found = self.begin(budget)?;
            (self.has_ended, self.at) = (!found, Some(last));
            self.solutions = u64::from(found);
            return Ok(found);
        };
        if self.solutions.is_multiple_of(SOLUTIONS_PER_CHECK)
            && let Some(stop) = budget.exhausted(self.stats().nodes)
        {
            return Err(stop);
        }
        loop {
            self.at = Some(at);
            let budget = match budget.steps() {
                Some(_) => &budget.clone().with_steps(self.limit(at, budget)),
                None => budget,
            };
            match self.parts[at].advance(self.start, budget, &mut self.spent)? {
                true if at == last => break,
                true => at += 1,
                false if at == 0 => {
                    self.has_ended = true;
                    return Ok(false);
                }
                false => at -= 1,
            }
        }
        self.solutions += 1;
        Ok(true)
    }

    fn total(&mut self, budget: &Budget) -> Result<Option<Natural>, Stop> {
        self.count(u64::MAX, budget).map(Some)
    }

    fn count_to(&mut self, wanted: u64, budget: &Budget) -> Result<Option<Natural>, Stop> {
        self.count(wanted, budget).map(Some)
    }

    fn solution(&mut self) -> &[OptionId] {
        self.solution.clear();
        for part in &mut self.parts {
            let options = std::mem::take(&mut part.options);
            let chosen = part.solution().iter();
            self.solution
                .extend(chosen.map(|option| options[option.index()]));
            part.options = options;
        }
        &self.solution
    }

    fn stats(&self) -> SearchStats {
        let mut stats = SearchStats {
            solutions: match self.wanted {
                0 => self.solutions,
                _ => self.least(),
            },
            ..self.spent
        };
        for part in &self.parts {
            let own = part.search.stats();
            stats.nodes += own.nodes;
            stats.updates += own.updates;
        }
        stats
    }

    fn progress(&self) -> f64 {
        if self.wanted > 0 {
            let share = |part: &Part| match part.count {
                Some(_) => 1.0,
                None => part.search.progress(),
            };
            return self.parts.iter().map(share).sum::<f64>() / self.parts.len() as f64;
        }
        match (self.has_ended, self.at) {
            (true, _) => 1.0,
            (false, None) => 0.0,
            (false, Some(_)) => self.parts.iter().rev().fold(1.0, |share, part| {
                let (before, after) = part.shares();
                f64::min(before + share * (after - before), after)
            }),
        }
    }

    fn work(&self) -> u64 {
        self.parts.iter().map(|part| part.search.work()).sum()
    }

    /// Returns the method that answered for the part that took most nodes.
    fn method(&self) -> Option<Method> {
        let part = self.parts.iter().max_by_key(|part| part.nodes())?;
        part.search.method()
    }
}

/// Returns the parts of a problem, the smallest first, each with the numbers of its options in the whole;
/// none if there is only one. Items and options that are in no solution anyway are left out.
fn split(problem: &ExactCover) -> Vec<(ExactCover, Vec<OptionId>)> {
    let mut roots: Vec<u32> = (0..problem.num_items() as u32).collect();
    let root = |roots: &mut [u32], item: u32| {
        let mut item = item as usize;
        while roots[item] as usize != item {
            roots[item] = roots[roots[item] as usize];
            item = roots[item] as usize;
        }
        item as u32
    };
    let useful = || {
        problem
            .options()
            .filter(|&option| problem.may_be_chosen(option))
    };
    let mut joined = problem.num_items();
    for option in useful() {
        let items = problem.option(option);
        let first = root(&mut roots, items[0].index() as u32);
        for item in &items[1..] {
            let other = root(&mut roots, item.index() as u32);
            joined -= usize::from(other != first);
            roots[other as usize] = first;
        }
    }
    if joined <= 1 {
        return Vec::new();
    }
    // The parts in the order of their first items. Each has a primary one, as each option has.
    let mut numbers: Vec<Option<usize>> = vec![None; problem.num_items()];
    let mut items: Vec<Vec<Item>> = Vec::new();
    let mut places = vec![Item::new(0); problem.num_items()];
    for item in problem.items() {
        let number = &mut numbers[root(&mut roots, item.index() as u32) as usize];
        if number.is_none() && !problem.is_primary(item) {
            continue; // no option has it
        }
        let part = *number.get_or_insert(items.len());
        if part == items.len() {
            items.push(Vec::new());
        }
        places[item.index()] = Item::new(items[part].len());
        items[part].push(item);
    }
    if items.len() <= 1 {
        return Vec::new();
    }
    let empty = |items: &Vec<Item>| (problem.with_items(items), Vec::new());
    let mut parts: Vec<(ExactCover, Vec<OptionId>)> = items.iter().map(empty).collect();
    for option in useful() {
        let first = problem.option(option)[0].index() as u32;
        let number = numbers[root(&mut roots, first) as usize].unwrap_or(0);
        let (part, options) = &mut parts[number];
        part.entries.extend(
            problem
                .option(option)
                .iter()
                .map(|item| places[item.index()]),
        );
        if problem.has_colors() {
            part.colors
                .extend(problem.colored(option).map(|(_, color)| color));
        }
        part.ends.push(part.entries.len() as u32);
        options.push(option);
    }
    for (part, _) in &mut parts {
        if part.colors.iter().all(Option::is_none) {
            part.colors.clear();
        }
    }
    parts.sort_by_key(|(_, options)| options.len());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;
    use crate::cover::problems;
    use crate::cover::tests::rich_problems;
    use std::collections::BTreeSet;

    /// Returns the problems side by side, their options in turn.
    fn union(problems: &[&ExactCover]) -> ExactCover {
        let mut builder = ExactCover::builder();
        let mut items: Vec<Vec<Item>> = vec![Vec::new(); problems.len()];
        for is_primary in [true, false] {
            for (place, problem) in problems.iter().enumerate() {
                for item in problem
                    .items()
                    .filter(|&i| problem.is_primary(i) == is_primary)
                {
                    let name = format!("{place}{}", problem.name(item));
                    items[place].push(match is_primary {
                        true => builder.bounded(&name, problem.bounds(item)).unwrap(),
                        false => builder.secondary(&name).unwrap(),
                    });
                }
            }
        }
        let most = problems.iter().map(|problem| problem.num_options()).max();
        for option in 0..most.unwrap_or(0) {
            for (place, problem) in problems.iter().enumerate() {
                if option >= problem.num_options() {
                    continue;
                }
                let colored = problem.colored(OptionId::new(option)).map(|(item, color)| {
                    let name = color.map(|color| problem.color_name(color));
                    let color = name.map(|name| builder.color(name).unwrap());
                    (items[place][item.index()], color)
                });
                let colored: Vec<_> = colored.collect();
                builder.colored(colored).unwrap();
            }
        }
        builder.build()
    }

    fn parts(problem: &ExactCover) -> Parts {
        let (method, choice) = (Method::Auto, Choice::Smallest);
        let parts = Parts::new(problem, method, choice, ZddLimits::DEFAULT).unwrap();
        parts.expect("there are several parts")
    }

    proptest::proptest! {
        /// In slices of any length, listed and counted, as dancing links find them in the whole.
        #[test]
        fn unions_have_the_solutions_of_links(
            a in rich_problems(),
            b in rich_problems(),
            slice in 1..30u64,
            wanted in 1..20u64,
        ) {
            let problem = union(&[&a, &b]);
            let mut links = Method::Dlx.start(&problem, Choice::Smallest).unwrap();
            let mut expected = BTreeSet::new();
            while let Some(options) = links.next_solution(&Budget::unlimited()).unwrap() {
                let mut options = options.to_vec();
                options.sort_unstable();
                expected.insert(options);
                if expected.len() > 2000 {
                    return Ok(());
                }
            }
            let mut search = Method::Auto.start(&problem, Choice::Smallest).unwrap();
            let (mut steps, mut found, mut done) = (0, BTreeSet::new(), 0.0);
            loop {
                match search.advance(&Budget::unlimited().with_steps(steps)) {
                    Err(stop) => {
                        proptest::prop_assert_eq!(stop, Stop::Steps);
                        steps += slice;
                        continue;
                    }
                    Ok(false) => break,
                    Ok(true) => {}
                }
                let mut options = search.solution().to_vec();
                proptest::prop_assert_eq!(check::cover(&problem, &options), Ok(()));
                options.sort_unstable();
                proptest::prop_assert!(found.insert(options));
                proptest::prop_assert!((done..=1.0).contains(&search.progress()));
                done = search.progress();
            }
            proptest::prop_assert_eq!(&found, &expected);
            proptest::prop_assert_eq!(search.progress(), 1.0);
            let all = expected.len() as u64;
            proptest::prop_assert_eq!(search.stats().solutions, all);

            let mut search = Method::Auto.start(&problem, Choice::Smallest).unwrap();
            let mut steps = 0;
            let mut run = |search: &mut dyn Search, wanted| loop {
                steps += slice;
                match search::count(search, wanted, &Budget::unlimited().with_steps(steps)) {
                    Err(stop) => assert_eq!(stop, Stop::Steps),
                    Ok(count) => break count.saturated(),
                }
            };
            let some = run(&mut *search, wanted);
            proptest::prop_assert!(some == all || (wanted..=all).contains(&some));
            proptest::prop_assert_eq!(run(&mut *search, u64::MAX), all);
        }
    }

    fn built(text: &str) -> ExactCover {
        problems::build(text).unwrap().problem().clone()
    }

    #[test]
    fn a_count_is_a_product() {
        let problem = union(&[&built("queens:8"), &built("soma"), &built("langford:7")]);
        let mut search = parts(&problem);
        assert_eq!(search.parts.len(), 3);
        let total = search.total(&Budget::unlimited()).unwrap().unwrap();
        assert_eq!(total.to_u64(), Some(92 * 11_520 * 52));
        assert_eq!(search.progress(), 1.0);
        let queens = built("queens:8");
        let many = union(&[&queens; 30]);
        let mut expected = Natural::from(1_u64);
        (0..30).for_each(|_| expected.multiply(92));
        let total = parts(&many).total(&Budget::unlimited());
        assert_eq!(total, Ok(Some(expected)));
    }

    /// Beside a part that no search would end.
    #[test]
    fn a_part_without_solutions_is_found_out() {
        let problem = union(&[&built("queens:40"), &built("langford:5")]);
        for counts in [true, false] {
            let mut search = parts(&problem);
            let few = Budget::unlimited().with_steps(100_000);
            match counts {
                true => assert_eq!(search.total(&few), Ok(Some(Natural::default()))),
                false => assert_eq!(search.advance(&few), Ok(false)),
            }
        }
    }

    #[test]
    fn what_does_not_fall_apart_is_left_whole() {
        for text in ["queens:8", "langford:7", "soma"] {
            let (method, choice) = (Method::Auto, Choice::Smallest);
            let parts = Parts::new(&built(text), method, choice, ZddLimits::DEFAULT);
            assert!(parts.unwrap().is_none(), "{text}");
        }
    }
}
