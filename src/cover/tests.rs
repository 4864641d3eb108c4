//! Compares every search, under every rule, with the definition of an exact
//! cover.

use super::*;
use crate::budget::{Budget, Stop};
use proptest::prelude::*;
use std::collections::BTreeSet;

type Solution = BTreeSet<OptionId>;

/// Creates a problem with this many items of each kind. An option is a set of
/// bits, with a colour for each secondary item, 0 for none.
fn problem(primary: usize, secondary: usize, options: &[(u32, [usize; 4])]) -> ExactCover {
    let mut builder = ExactCover::builder();
    let mut items = Vec::new();
    for index in 0..primary {
        items.push(builder.primary(&format!("p{index}")).unwrap());
    }
    for index in 0..secondary {
        items.push(builder.secondary(&format!("s{index}")).unwrap());
    }
    let colors = ["red", "blue"].map(|name| builder.color(name).unwrap());
    for (bits, given) in options {
        let set = items
            .iter()
            .filter(|item| bits >> item.index() & 1 == 1)
            .map(|&item| {
                let place = item.index().checked_sub(primary);
                let color = place.and_then(|place| given[place].checked_sub(1));
                (item, color.map(|color| colors[color]))
            });
        builder.colored(set).unwrap();
    }
    builder.build()
}

/// Generates small random problems with secondary items and colours.
pub(super) fn problems() -> impl Strategy<Value = ExactCover> {
    (0..6usize, 0..4usize, 1..4usize)
        .prop_flat_map(|(primary, secondary, colors)| {
            let sparse = (any::<u32>(), any::<u32>()).prop_map(|(a, b)| a & b);
            let colors = prop::array::uniform4(0..colors);
            let options = prop::collection::vec((sparse, colors), 0..12);
            (Just(primary), Just(secondary), options)
        })
        .prop_map(|(primary, secondary, options)| problem(primary, secondary, &options))
}

/// Generates small random problems with bounds and costs as well.
pub(super) fn rich_problems() -> impl Strategy<Value = ExactCover> {
    let bounds = (0..3u32, 0..3u32).prop_map(|(low, more)| Bounds {
        low,
        high: (low + more).max(1),
    });
    let near_end = prop_oneof![0..3u32, u32::MAX - 2..=u32::MAX];
    let wide = (near_end, u32::MAX - 2..=u32::MAX).prop_map(|(low, high)| Bounds {
        low: low.min(high),
        high,
    });
    let bounds = prop_oneof![4 => Just(Bounds::ONCE), 6 => bounds, 1 => wide];
    let costs = prop_oneof![Just(0), 1..4u64, 0..1000u64];
    let bounds = prop::collection::vec(bounds, 6);
    (problems(), bounds, prop::collection::vec(costs, 12)).prop_map(
        |(mut problem, bounds, costs)| {
            problem.bounds = bounds[..problem.primary].to_vec();
            if problem.bounds.iter().all(|&bounds| bounds == Bounds::ONCE) {
                problem.bounds.clear();
            }
            problem.costs = costs[..problem.num_options()].to_vec();
            if problem.costs.iter().all(|&cost| cost == 0) {
                problem.costs.clear();
            }
            problem
        },
    )
}

/// Returns the solutions, found by trying every set of options.
fn by_definition(problem: &ExactCover) -> BTreeSet<Solution> {
    let options: Vec<OptionId> = problem.options().collect();
    let mut solutions = BTreeSet::new();
    for bits in 0..1u32 << options.len() {
        let chosen = options.iter().filter(|o| bits >> o.index() & 1 == 1);
        let mut covered = vec![0u32; problem.num_items()];
        let mut shades = vec![BTreeSet::new(); problem.num_items()];
        let mut useful = true;
        for &option in chosen.clone() {
            let items = problem.option(option);
            useful &= items.iter().any(|&item| problem.is_primary(item));
            for (item, color) in problem.colored(option) {
                covered[item.index()] += 1;
                shades[item.index()].insert(color);
            }
        }
        let within = |(item, &n): (Item, &u32)| {
            let Bounds { low, high } = problem.bounds(item);
            (low..=high).contains(&n)
        };
        let (primary, secondary) = covered.split_at(problem.num_primary());
        let primary = problem.items().zip(primary);
        let shades = &shades[problem.num_primary()..];
        let one_color =
            |shades: &BTreeSet<Option<Color>>| shades.len() == 1 && !shades.contains(&None);
        let fits = |(&count, shades)| count <= 1 || one_color(shades);
        if useful && primary.into_iter().all(within) && secondary.iter().zip(shades).all(fits) {
            solutions.insert(chosen.copied().collect());
        }
    }
    solutions
}

/// Collects the solutions of a search. Each must be correct and occur once.
fn all(problem: &ExactCover, mut search: Box<dyn Search>) -> (BTreeSet<Solution>, SearchStats) {
    let mut found = BTreeSet::new();
    let mut done = 0.0;
    while let Some(options) = search.next_solution(&Budget::unlimited()).unwrap() {
        assert_eq!(crate::check::cover(problem, options), Ok(()));
        assert!(found.insert(options.iter().copied().collect::<Solution>()));
        let share = search.progress();
        assert!((done..=1.0).contains(&share), "{share} after {done}");
        done = share;
    }
    assert_eq!(search.stats().solutions, found.len() as u64);
    assert!(!search.advance(&Budget::unlimited()).unwrap());
    assert_eq!(search.progress(), 1.0);
    (found, search.stats())
}

proptest! {
    #[test]
    fn searches_find_what_the_definition_says(problem in problems(), seed in any::<u64>()) {
        let expected = by_definition(&problem);
        for rule in [
            Choice::Smallest,
            Choice::Sharp,
            Choice::First,
            Choice::RandomSmallest { seed },
            Choice::Random { seed },
        ] {
            let (links, stats) = all(&problem, Method::Dlx.start(&problem, rule).unwrap());
            prop_assert_eq!(&links, &expected, "dlx, {:?}", rule);
            for method in Method::ALL {
                if method == Method::Frontier {
                    continue; // it lists nothing
                }
                let search = match method.start(&problem, rule) {
                    Ok(search) => search,
                    Err(Unfit::Colors(_)) => {
                        let takes_none = [Method::Matrix, Method::Planes].contains(&method);
                        prop_assert!(takes_none && problem.has_colors());
                        continue;
                    }
                    Err(unfit) => {
                        prop_assert_eq!(unfit, Unfit::Choice(method));
                        prop_assert!(rule != Choice::Smallest);
                        continue;
                    }
                };
                let (found, theirs) = all(&problem, search);
                prop_assert_eq!(&found, &expected, "{}, {:?}", method, rule);
                // They draw the same random numbers too, so the trees are the
                // same, except for searches that force moves.
                if [Method::Dlx, Method::Matrix].contains(&method) {
                    prop_assert_eq!(stats.nodes, theirs.nodes, "{}, {:?}", method, rule);
                }
            }
        }
    }

    /// With bounds, colours and costs. Searches that can't deal with bounds refuse them.
    #[test]
    fn bounds_mean_what_the_definition_says(problem in rich_problems(), seed in any::<u64>()) {
        let expected = by_definition(&problem);
        for rule in [
            Choice::Smallest,
            Choice::Sharp,
            Choice::First,
            Choice::RandomSmallest { seed },
            Choice::Random { seed },
        ] {
            for method in Method::ALL {
                match method.start(&problem, rule) {
                    Ok(_) if method == Method::Frontier => {} // it lists nothing
                    Ok(search) => {
                        let (found, _) = all(&problem, search);
                        prop_assert_eq!(&found, &expected, "{}, {:?}", method, rule);
                    }
                    Err(Unfit::Bounds(name)) => {
                        prop_assert!(!method.takes_bounds());
                        prop_assert_eq!(name, method.name());
                    }
                    Err(Unfit::Choice(Method::Bits)) => prop_assert!(rule != Choice::Smallest),
                    Err(_) => prop_assert!(!problem.has_bounds()),
                }
            }
        }
    }

    #[test]
    fn the_cheapest_are_those_of_the_definition(
        problem in rich_problems(),
        wanted in prop_oneof![Just(1), 1..6usize, Just(5000)],
        equal in prop::bool::weighted(0.2),
    ) {
        let problem = if equal { problem.with_unit_costs() } else { problem };
        let cost = |solution: &Solution| solution.iter().map(|&o| problem.cost(o)).sum::<u64>();
        let every = by_definition(&problem);
        let mut expected: Vec<u64> = every.iter().map(cost).collect();
        expected.sort_unstable();
        expected.truncate(wanted);
        let mut search = Cheapest::new(&problem, wanted);
        prop_assert_eq!(search.run(&Budget::unlimited()), Ok(()));
        prop_assert_eq!(search.progress(), 1.0);
        let found = search.into_solutions();
        let mut different = BTreeSet::new();
        for (told, options) in &found {
            let solution: Solution = options.iter().copied().collect();
            prop_assert_eq!(*told, cost(&solution));
            prop_assert!(every.contains(&solution) && different.insert(solution));
        }
        let costs: Vec<u64> = found.iter().map(|(cost, _)| *cost).collect();
        prop_assert_eq!(costs, expected);
    }

    /// Stopped after any number of nodes and continued, the search finds the same.
    #[test]
    fn a_search_by_cost_can_be_stopped(problem in rich_problems(), wanted in 1..4usize) {
        let mut whole = Cheapest::new(&problem, wanted);
        whole.run(&Budget::unlimited()).unwrap();
        let mut search = Cheapest::new(&problem, wanted);
        let mut nodes = 0;
        while let Err(stop) = search.run(&Budget::unlimited().with_steps(nodes)) {
            prop_assert_eq!((stop, search.stats().nodes), (Stop::Steps, nodes));
            nodes += 1;
        }
        prop_assert_eq!(search.stats(), whole.stats());
        prop_assert_eq!(search.into_solutions(), whole.into_solutions());
    }

    #[test]
    fn counts_are_what_the_definition_says(problem in problems(), slice in 1..40u64) {
        let expected = Natural::from(by_definition(&problem).len() as u64);
        for method in [Method::Auto, Method::Count, Method::Frontier, Method::Restarts] {
            let start = || method.start(&problem, Choice::Smallest).unwrap();
            let count = start().total(&Budget::unlimited()).unwrap();
            prop_assert_eq!(count.as_ref(), Some(&expected), "{}", method);
            // Interrupted again and again, it is the same.
            let (mut search, mut steps) = (start(), 0);
            let count = loop {
                steps += slice;
                match search.total(&Budget::unlimited().with_steps(steps)) {
                    Err(crate::budget::Stop::Steps) => {}
                    count => break count.unwrap(),
                }
            };
            prop_assert_eq!(count.as_ref(), Some(&expected), "{} in slices", method);
        }
    }

    #[test]
    fn what_is_written_is_read(problem in prop_oneof![problems(), rich_problems()]) {
        let mut text = Vec::new();
        if knuth::write(&problem, &mut text).is_ok() {
            let again = knuth::read(text.as_slice(), "written", |_| ()).unwrap();
            prop_assert_eq!(&again, &problem);
        } else {
            let empty = problem.options().any(|option| problem.option(option).is_empty());
            prop_assert!(problem.num_primary() == 0 || empty);
        }
        let mut text = Vec::new();
        if zero_one::write(&problem, &mut text).is_ok() && !problem.has_colors() && problem.num_options() > 0 {
            let again = zero_one::read(text.as_slice(), "written", |_| ()).unwrap();
            prop_assert_eq!(again.num_items(), problem.num_items());
            for option in problem.options() {
                prop_assert_eq!(again.option(option), problem.option(option));
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        for form in [None, Some(Form::Knuth), Some(Form::ZeroOne)] {
            let _ = read(bytes.as_slice(), "noise", form, |_| ());
        }
    }

    #[test]
    fn near_problems_are_read_or_refused(text in "[ab01|: \n]{0,40}") {
        for form in [None, Some(Form::Knuth), Some(Form::ZeroOne)] {
            if let Ok((problem, _)) = read(text.as_bytes(), "near", form, |_| ()) {
                prop_assert!(problem.num_items() > 0 || form != Some(Form::ZeroOne));
            }
        }
    }
}

/// Larger problems than the random ones above, with wide options: there the lower bound on the
/// costs of several items together excludes branches.
#[test]
#[cfg_attr(miri, ignore = "fifty searches take Miri too long")]
fn the_cheapest_are_those_of_a_search_for_all() {
    for seed in 0..25 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut builder = ExactCover::builder();
        let names: Vec<String> = (0..12).map(|item| format!("i{item}")).collect();
        let mut items: Vec<Item> = names
            .iter()
            .map(|name| builder.primary(name).unwrap())
            .collect();
        for _ in 0..70 {
            random.shuffle(&mut items);
            let width = random.usize(1..5);
            builder.option(items[..width].iter().copied()).unwrap();
            let cost = random.u64(0..100) * width as u64;
            builder.charge(cost).unwrap();
        }
        let problem = builder.build();
        let mut every = Method::Dlx.start(&problem, Choice::Smallest).unwrap();
        let mut costs = Vec::new();
        while let Some(options) = every.next_solution(&Budget::unlimited()).unwrap() {
            costs.push(
                options
                    .iter()
                    .map(|&option| problem.cost(option))
                    .sum::<u64>(),
            );
        }
        costs.sort_unstable();
        for wanted in [1, 4] {
            let mut search = Cheapest::new(&problem, wanted);
            search.run(&Budget::unlimited()).unwrap();
            let found = search.into_solutions().into_iter().map(|(cost, _)| cost);
            let expected = &costs[..wanted.min(costs.len())];
            assert_eq!(found.collect::<Vec<u64>>(), expected, "seed {seed}");
        }
    }
}

#[test]
fn restarts_obey_the_choice_in_huge_problems_too() {
    let mut builder = ExactCover::builder();
    let items: Vec<Item> = (0..10)
        .map(|item| builder.primary(&item.to_string()).unwrap())
        .collect();
    for place in 0..200_010 {
        builder.option([items[place % 10]]).unwrap();
    }
    builder.option(items).unwrap(); // or else each item would be a part of its own
    let problem = builder.build();
    let first = |choice| {
        let mut search = Method::Restarts.start(&problem, choice)?;
        let found = search.next_solution(&Budget::unlimited()).unwrap();
        Ok(found.unwrap().to_vec())
    };
    let mut solutions = BTreeSet::from([first(Choice::Smallest).unwrap()]);
    for seed in 0..3 {
        let choice = Choice::RandomSmallest { seed };
        let solution = first(choice).unwrap();
        assert_eq!(first(choice).unwrap(), solution);
        solutions.insert(solution);
    }
    assert_eq!(solutions.len(), 4, "each in another order");
    let refused = first(Choice::First);
    assert_eq!(refused, Err(Unfit::Choice(Method::Restarts)));
}

#[test]
fn bounds_may_be_as_large_as_numbers() {
    let text = "0:4294967295|a b\na\na b\nb\n";
    let problem = knuth::read(text.as_bytes(), "text", |_| ()).unwrap();
    let search = Method::Dlx.start(&problem, Choice::Smallest).unwrap();
    assert_eq!(all(&problem, search).0.len(), 4);
}

/// Bits count faster, but sparse sets find a first solution in fewer nodes.
#[test]
fn large_problems_are_listed_by_sparse_sets_and_counted_by_bits() {
    let instance = problems::build("queens:60").unwrap();
    let start = || {
        Method::Auto
            .start(instance.problem(), Choice::Smallest)
            .unwrap()
    };
    let mut search = start();
    assert!(
        search
            .next_solution(&Budget::unlimited())
            .unwrap()
            .is_some()
    );
    assert_eq!(search.method(), Some(Method::Sparse));
    assert!(search.stats().nodes < 1000, "{:?}", search.stats());
    let mut search = start();
    let few = Budget::unlimited().with_steps(100);
    assert_eq!(search.total(&few), Err(Stop::Steps));
    assert_eq!(search.method(), Some(Method::Bits));
}
