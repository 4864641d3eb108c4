//! Tests that the search restores everything, can be stopped anywhere, and
//! counts as documented.

use super::*;
use crate::cover::problems::{PROBLEMS, Problem};
use crate::cover::tests::{problems, rich_problems};
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
use std::sync::{Arc, Mutex};

const RULES: [Choice; 5] = [
    Choice::Smallest,
    Choice::Sharp,
    Choice::First,
    Choice::RandomSmallest { seed: 5 },
    Choice::Random { seed: 5 },
];

/// Number of options of a random problem. Under Miri, which is more than a hundred times slower,
/// there are fewer.
const NUM_OPTIONS: usize = if cfg!(miri) { 14 } else { 40 };
/// Number of random problems; fewer under Miri, too.
const NUM_PROBLEMS: u64 = if cfg!(miri) { 3 } else { 20 };

/// Creates nine items, three of them secondary, and random options.
fn random_problem(seed: u64) -> ExactCover {
    let mut random = Rng::with_seed(seed);
    let mut builder = ExactCover::builder();
    let mut items: Vec<Item> = ["a", "b", "c", "d", "e", "f"]
        .map(|name| builder.primary(name).unwrap())
        .into();
    items.extend(["x", "y", "z"].map(|name| builder.secondary(name).unwrap()));
    for _ in 0..NUM_OPTIONS {
        random.shuffle(&mut items);
        let count = random.usize(1..4);
        builder.option(items[..count].iter().copied()).unwrap();
    }
    builder.build()
}

fn all(dlx: &mut Dlx) -> Vec<Vec<OptionId>> {
    let mut found = Vec::new();
    while let Some(options) = dlx.next_solution(&Budget::unlimited()).unwrap() {
        found.push(options.to_vec());
    }
    found
}

#[test]
fn a_search_restores_every_link_and_size() {
    for seed in 0..NUM_PROBLEMS {
        let problem = random_problem(seed);
        let fresh = Links::new(&problem);
        fresh.sanity().unwrap();
        for rule in RULES {
            let mut dlx = Dlx::new(&problem, rule);
            while dlx.advance(&Budget::unlimited()).unwrap() {
                dlx.links.sanity().unwrap();
            }
            assert!(dlx.links == fresh, "seed {seed}, {rule:?}");
        }
    }
}

proptest! {
    /// With colours and secondary items, at the end and wherever it is stopped.
    #[test]
    fn any_search_restores_every_link_and_colour(problem in problems(), nodes in 0..30u64) {
        let fresh = Links::new(&problem);
        prop_assert_eq!(fresh.sanity(), Ok(()));
        for rule in RULES {
            let mut dlx = Dlx::new(&problem, rule);
            let budget = Budget::unlimited().with_steps(nodes);
            while let Ok(true) = dlx.advance(&budget) {}
            dlx.reset();
            prop_assert!(dlx.links == fresh, "after {} nodes, {:?}", nodes, rule);
            while dlx.advance(&Budget::unlimited()).unwrap() {}
            prop_assert!(dlx.links == fresh, "{:?}", rule);
        }
    }
}

proptest! {
    /// With bounds, and limited by cost.
    #[test]
    fn a_search_with_bounds_restores_every_link_and_quota(problem in rich_problems()) {
        for rule in RULES {
            let mut multi = Multi::new(&problem, rule);
            prop_assert!(multi.is_fresh(&problem));
            while multi.advance(&Budget::unlimited()).unwrap() {
                multi.sanity();
            }
            prop_assert!(multi.is_fresh(&problem), "{:?}", rule);
        }
        let mut multi = Multi::by_cost(&problem);
        let links = multi.links().clone();
        while multi.advance(&Budget::unlimited()).unwrap() {
            multi.sanity();
            let options = multi.solution().to_vec();
            multi.seek_below(options.iter().map(|&option| problem.cost(option)).sum());
        }
        prop_assert!(*multi.links() == links);
    }
}

/// Nodes and updates of Knuth's `dlx3`.
#[test]
fn bounds_take_the_steps_of_dlx3() {
    let text = "A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n";
    let problem = crate::cover::knuth::read(text.as_bytes(), "text", |_| ()).unwrap();
    let mut multi = Multi::new(&problem, Choice::Smallest);
    assert!(multi.advance(&Budget::unlimited()).unwrap());
    let options = multi.solution().iter().map(|&option| problem.text(option));
    assert_eq!(
        options.collect::<Vec<String>>(),
        ["A C X:1 Y:1", "B X:1", "C Y:1"]
    );
    assert!(!multi.advance(&Budget::unlimited()).unwrap());
    // Under Miri, which is slow, only the first.
    for (queens, size, solutions, nodes, updates) in
        DOMINATION.into_iter().take(if cfg!(miri) { 1 } else { 3 })
    {
        let problem = domination(size, queens);
        let mut multi = Multi::new(&problem, Choice::Smallest);
        while multi.advance(&Budget::unlimited()).unwrap() {}
        let SearchStats {
            solutions: found,
            nodes: n,
            updates: u,
            ..
        } = multi.stats();
        assert_eq!(
            (found, n, u),
            (solutions, nodes, updates),
            "{queens} queens"
        );
    }
}

/// Queens that attack or occupy all squares of a board, with the figures of `dlx3`.
const DOMINATION: [(u32, usize, u64, u64, u64); 3] = [
    (3, 5, 186, 5_185, 149_345),
    (3, 6, 4, 3_209, 660_442),
    (4, 6, 2_744, 123_665, 5_152_403),
];

/// Creates the problem of Knuth's `queendom-dlx`: every square is attacked or occupied
/// by 1 to `queens` of exactly so many queens.
fn domination(size: usize, queens: u32) -> ExactCover {
    let mut builder = ExactCover::builder();
    let squares: Vec<(usize, usize)> = itertools::iproduct!(0..size, 0..size).collect();
    let several = crate::cover::Bounds {
        low: 1,
        high: queens,
    };
    let items: Vec<Item> = squares
        .iter()
        .map(|(i, j)| builder.bounded(&format!("{i}.{j}"), several).unwrap())
        .collect();
    let all = crate::cover::Bounds {
        low: queens,
        high: queens,
    };
    let queen = builder.bounded("Q", all).unwrap();
    for &(i, j) in &squares {
        let attacked = squares
            .iter()
            .zip(&items)
            .filter(|&(&(k, l), _)| i == k || j == l || i + j == k + l || i + l == k + j);
        let attacked = attacked.map(|(_, &item)| item);
        builder
            .option(std::iter::once(queen).chain(attacked))
            .unwrap();
    }
    builder.build()
}

#[test]
fn a_search_dropped_anywhere_is_put_back() {
    let problem = random_problem(3);
    let fresh = Links::new(&problem);
    for rule in RULES {
        let mut dlx = Dlx::new(&problem, rule);
        let expected = all(&mut dlx);
        let stats = dlx.stats();
        assert!(stats.nodes > if cfg!(miri) { 5 } else { 50 });
        for nodes in 0..stats.nodes {
            dlx.reset();
            let budget = Budget::unlimited().with_steps(nodes);
            while let Ok(true) = dlx.advance(&budget) {}
            assert_eq!(dlx.stats().nodes, nodes);
            dlx.links.sanity().unwrap();
            dlx.reset();
            assert!(dlx.links == fresh, "after {nodes} nodes, {rule:?}");
            assert_eq!(dlx.stats(), SearchStats::default());
        }
        for solutions in 0..expected.len() {
            dlx.reset();
            for _ in 0..solutions {
                assert!(dlx.advance(&Budget::unlimited()).unwrap());
            }
            dlx.reset();
            assert!(dlx.links == fresh, "after {solutions} solutions, {rule:?}");
        }
        assert_eq!(all(&mut dlx), expected, "the same again, {rule:?}");
        assert_eq!(dlx.stats(), stats);
    }
}

#[test]
fn a_stop_only_interrupts() {
    let problem = random_problem(4);
    let mut whole = Dlx::new(&problem, Choice::Smallest);
    let expected = all(&mut whole);
    let mut dlx = Dlx::new(&problem, Choice::Smallest);
    let mut found = Vec::new();
    let mut limit = 0;
    loop {
        match dlx.next_solution(&Budget::unlimited().with_steps(limit)) {
            Ok(Some(options)) => found.push(options.to_vec()),
            Ok(None) => break,
            Err(stop) => {
                assert_eq!(stop, Stop::Steps);
                limit += 1;
            }
        }
    }
    assert_eq!(found, expected);
    assert_eq!(dlx.stats(), whole.stats());
    assert_eq!(limit, whole.stats().nodes);
    for _ in 0..3 {
        assert_eq!(dlx.next_solution(&Budget::unlimited()), Ok(None));
    }
    assert_eq!(dlx.stats(), whole.stats());
}

#[test]
fn the_clock_and_the_interrupt_end_a_search() {
    let problem = random_problem(4);
    let mut dlx = Dlx::new(&problem, Choice::Smallest);
    let late = Budget::unlimited().with_time(std::time::Duration::ZERO);
    assert_eq!(dlx.advance(&late), Err(Stop::Time));
    let raised = Budget::unlimited();
    raised.interrupt().raise();
    assert_eq!(dlx.advance(&raised), Err(Stop::Interrupted));
    assert_eq!(dlx.stats(), SearchStats::default());
}

#[test]
fn nothing_is_allocated_while_searching() {
    let problem = random_problem(1);
    let mut dlx = Dlx::new(&problem, Choice::Smallest);
    let room = (dlx.choices.capacity(), dlx.solution.capacity());
    assert!(!all(&mut dlx).is_empty());
    assert_eq!((dlx.choices.capacity(), dlx.solution.capacity()), room);
}

#[test]
fn degenerate_problems() {
    let mut builder = ExactCover::builder();
    let mut dlx = Dlx::new(&builder.clone().build(), Choice::Smallest);
    assert_eq!(all(&mut dlx), [vec![]], "nothing to cover: one solution");
    builder.primary("a").unwrap();
    let mut dlx = Dlx::new(&builder.clone().build(), Choice::Smallest);
    assert_eq!(all(&mut dlx), [[]; 0], "an item without option");
    builder.secondary("x").unwrap();
    for option in ["", "x", "a", "x a"] {
        builder.option_named(option.split_whitespace()).unwrap();
    }
    let mut dlx = Dlx::new(&builder.build(), Choice::Smallest);
    let expected = [[OptionId::new(2)], [OptionId::new(3)]];
    assert_eq!(all(&mut dlx), expected, "options without a primary item");
}

/// Writes each event in a short form.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn say(&self, text: String) {
        self.0.lock().unwrap().push(text);
    }
}

impl Watcher for Log {
    fn choose(&mut self, item: Item, size: usize) {
        self.say(format!("{}/{size}", item.index()));
    }
    fn cover(&mut self, item: Item) {
        self.say(format!("-{}", item.index()));
    }
    fn uncover(&mut self, item: Item) {
        self.say(format!("+{}", item.index()));
    }
    fn select(&mut self, option: OptionId) {
        self.say(format!("[{}", option.index()));
    }
    fn unselect(&mut self, option: OptionId) {
        self.say(format!("{}]", option.index()));
    }
    fn dead_end(&mut self, item: Item) {
        self.say(format!("!{}", item.index()));
    }
    fn solution(&mut self) {
        self.say("*".into());
    }
}

/// Returns the events that a watcher receives during a whole search.
fn told(name: &str) -> String {
    let problem = Problem::by_name(name).unwrap().read();
    let log = Log::default();
    let mut dlx = Dlx::new(&problem, Choice::Smallest).with_watcher(Box::new(log.clone()));
    assert_eq!(all(&mut dlx).len(), 1);
    assert!(dlx.take_watcher().is_some());
    let events = log.0.lock().unwrap();
    events.join(" ")
}

#[test]
fn the_watcher_is_told_each_step() {
    // The course's walk: column 0 (row A), column 4 (row B), column 6 (row D).
    assert_eq!(
        told("zero-to-six"),
        "0/1 -0 [0 -1 -3 4/1 -4 [1 -5 -2 6/1 -6 [3 * 3] +6 +2 +5 1] +4 +3 +1 0] +0"
    );
    // Knuth's: {a,d,g} leaves e without options; {a,d} leads to the solution.
    assert_eq!(
        told("a-to-g"),
        "0/2 -0 [1 -3 -6 1/1 -1 [2 -2 -5 4/0 -4 !4 +4 +5 +2 2] +1 +6 +3 1] \
         [3 -3 4/1 -4 [0 -5 -2 1/1 -1 [4 -6 * +6 4] +1 +2 +5 0] +4 +3 3] +0"
    );
}

#[test]
fn a_watched_search_is_the_same_search() {
    for problem in &PROBLEMS {
        let problem = problem.read();
        let mut plain = Dlx::new(&problem, Choice::Smallest);
        let mut watched =
            Dlx::new(&problem, Choice::Smallest).with_watcher(Box::new(Log::default()));
        assert_eq!(all(&mut plain), all(&mut watched));
        assert_eq!(plain.stats(), watched.stats());
    }
}
