//! The searches that are kept from one puzzle to the next (bit masks for `cdcl`, links and
//! planes of the blank grid for `dlx` and `planes`) against backtracking, which starts anew for each puzzle.

use crate::fuzzing::pace::rounds;
use fastrand::Rng;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use sudosat::budget::{Budget, Interrupt, Stop};
use sudosat::cover::dlx::{Choice, Dlx};
use sudosat::cover::planes::MAX_ITEMS;
use sudosat::cover::{ExactCover, OptionId, Search};
use sudosat::encode;
use sudosat::engine::compare::{Judgement, Terms, compare};
use sudosat::engine::{self, End, Engine, Evidence, Limit, Outcome, Proof, Request, by_name};
use sudosat::generate::random_grid;
use sudosat::sudoku::rules::{Parity, Regions, Spec};
use sudosat::sudoku::{Digit, Grid, Puzzle, Rules, Size};

/// Rules that are houses alone, with one size each, and one beside them with exclusions.
fn rules() -> Vec<Arc<Rules>> {
    let jigsaw = vec![0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 1, 3, 2, 3, 3, 3];
    let plain = |rows, cols| Spec::boxes(rows, cols).unwrap();
    let even = plain(3, 3).size.cell(40);
    let specs = [
        plain(1, 1),
        plain(2, 2),
        plain(2, 3),
        plain(3, 3),
        plain(4, 4),
        Spec::latin(Size::new(5).unwrap()),
        Spec {
            regions: Regions::Map(jigsaw),
            ..Spec::latin(Size::new(4).unwrap())
        },
        Spec {
            diagonals: [true; 2],
            ..plain(3, 3)
        },
        Spec {
            windows: true,
            ..plain(3, 3)
        },
        // 36 houses: more than one block of masks.
        Spec {
            disjoint_groups: true,
            ..plain(3, 3)
        },
        Spec {
            parities: vec![(even, Parity::Even)],
            ..plain(3, 3)
        },
    ];
    let rules = |spec| Arc::new(Rules::new(spec).unwrap());
    specs.map(rules).into_iter().collect()
}

/// A grid by these rules without some of its digits, and perhaps with one of them changed.
fn puzzle(rules: &Arc<Rules>, rng: &mut Rng) -> Puzzle {
    let size = rules.size();
    let grid = random_grid(rules, rng, &Budget::unlimited()).unwrap();
    let mut cells: Vec<_> = size.cells().collect();
    rng.shuffle(&mut cells);
    let most = match size.side() {
        ..=6 => size.num_cells(),
        7..=9 => 56,
        _ => 80,
    };
    let holes = rng.usize(..=most);
    let mut puzzle = Puzzle::new(Arc::clone(rules));
    for &cell in &cells[holes.min(cells.len())..] {
        puzzle.set_clue(cell, Some(grid.digit(cell)));
    }
    if rng.u8(..4) == 0 {
        let digit = Digit::from_index(rng.usize(..size.side()));
        puzzle.set_clue(cells[holes.min(cells.len() - 1)], Some(digit));
    }
    if rng.u8(..4) == 0 {
        let candidate = size.candidate(rng.usize(..size.num_candidates()));
        puzzle.exclude(candidate);
    }
    puzzle
}

fn ask(engine: &dyn Engine, puzzle: &Puzzle, limit: Limit) -> (Outcome, BTreeSet<Grid>) {
    let request = Request::new(limit);
    let (outcome, grids) = engine::solve(engine, puzzle, &request, &Budget::unlimited()).unwrap();
    let number = grids.len();
    let different: BTreeSet<Grid> = grids.into_iter().collect();
    assert_eq!(different.len(), number, "a solution came twice");
    (outcome, different)
}

#[test]
fn kept_searches_find_the_solutions_that_backtracking_finds() {
    let engines = ["cdcl", "dlx", "planes"].map(|name| by_name(name).unwrap());
    let backtrack = by_name("backtrack-fewest").unwrap();
    let mut rng = Rng::with_seed(11);
    let rules = rules();
    // None, one and more solutions, and clues that clash.
    let mut seen = [0; 4];
    let cases = rounds(100) as usize;
    for round in 0..cases {
        // The rules change from puzzle to puzzle, or stay.
        let rules = &rules[(round / 2) % rules.len()];
        let puzzle = puzzle(rules, &mut rng);
        let limit = match round % 3 {
            0 => Limit::FIRST,
            1 => Limit::UNIQUE,
            _ => Limit::count(30),
        };
        let (expected, grids) = ask(&*backtrack, &puzzle, limit);
        let kind = match (&expected.end, expected.count) {
            (End::Exhausted(Evidence::Clash(_)), _) => 3,
            (_, count) => count.min(2) as usize,
        };
        seen[kind] += 1;
        for engine in &engines {
            let (outcome, found) = ask(&**engine, &puzzle, limit);
            let name = engine.name();
            let items = rules.size().num_cells() + rules.houses().len() * rules.size().side();
            if name == "planes" && items > MAX_ITEMS && outcome.steps.main().is_none() {
                let is_clash = matches!(outcome.end, End::Exhausted(Evidence::Clash(_)));
                assert!(
                    is_clash || matches!(outcome.end, End::GaveUp(Stop::Unfit(_))),
                    "round {round}"
                );
                continue;
            }
            assert_eq!(outcome.count, expected.count, "{name}, round {round}");
            assert_eq!(
                outcome.is_complete(),
                expected.is_complete(),
                "{name}, round {round}"
            );
            if expected.is_complete() {
                assert_eq!(found, grids, "{name}, round {round}");
            }
        }
    }
    let least = cases / 60;
    assert!(seen.iter().all(|&count| count > least), "{seen:?}");
}

#[test]
fn all_solutions_of_a_blank_grid_are_found() {
    for name in ["cdcl", "dlx", "planes"] {
        let engine = by_name(name).unwrap();
        for (order, count) in [(1, 1), (2, 288)] {
            let blank = Puzzle::empty(Size::of_order(order).unwrap());
            let (outcome, _) = ask(&*engine, &blank, Limit::ALL);
            assert_eq!(
                (outcome.count, outcome.is_complete()),
                (count, true),
                "{name}"
            );
        }
        for order in [3, 4] {
            if name == "planes" && order == 4 {
                continue;
            }
            let blank = Puzzle::empty(Size::of_order(order).unwrap());
            let (outcome, _) = ask(&*engine, &blank, Limit::count(20));
            assert_eq!((outcome.count, outcome.end), (20, End::Enough), "{name}");
        }
    }
}

/// A search on masks ends after a thousand solutions, and the solver must go on without
/// finding one of them again.
#[test]
fn more_solutions_than_masks_are_for_are_found() {
    let size = Size::new(6).unwrap();
    let rules = Rules::usual(size);
    let mut rng = Rng::with_seed(5);
    let grid = random_grid(&rules, &mut rng, &Budget::unlimited()).unwrap();
    let mut puzzle = Puzzle::new(rules);
    for cell in size.cells().take(6) {
        puzzle.set_clue(cell, Some(grid.digit(cell)));
    }
    puzzle.set_clue(size.cell(20), Some(grid.digit(size.cell(20))));
    let of = |name| ask(&*by_name(name).unwrap(), &puzzle, Limit::ALL);
    let ((by_links, expected), (by_clauses, found)) = (of("dlx"), of("cdcl"));
    assert!(by_links.count > 2000, "{}", by_links.count);
    assert_eq!(by_clauses.count, by_links.count);
    assert!(by_clauses.is_complete() && found == expected);
}

/// A puzzle that takes several conflicts.
fn hard() -> Puzzle {
    let line = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let value = |c: char| c.to_digit(10).unwrap_or(0) as usize;
    let values: Vec<usize> = line.chars().map(value).collect();
    Puzzle::from_values(&values)
}

#[test]
fn searches_end_with_their_budget_and_can_be_used_again() {
    let interrupt = Interrupt::new();
    interrupt.raise();
    let unlimited = Budget::unlimited;
    for name in ["cdcl", "dlx", "planes"] {
        let engine = by_name(name).unwrap();
        let request = Request::new(Limit::UNIQUE);
        for (budget, stop) in [
            (unlimited().with_steps(1), Stop::Steps),
            (
                unlimited().with_interrupt(interrupt.clone()),
                Stop::Interrupted,
            ),
            (unlimited().with_time(Duration::ZERO), Stop::Time),
        ] {
            let outcome = engine::run(&*engine, &hard(), &request, &budget, &mut |_| {
                std::ops::ControlFlow::Continue(())
            });
            assert_eq!(outcome.unwrap().end, End::GaveUp(stop), "{name}");
            let (outcome, _) = ask(&*engine, &hard(), Limit::UNIQUE);
            assert_eq!((outcome.count, outcome.is_complete()), (1, true), "{name}");
        }
    }
}

#[test]
fn steps_are_those_of_the_search_that_ran() {
    let (outcome, _) = ask(&*by_name("cdcl").unwrap(), &hard(), Limit::UNIQUE);
    let step = |name| outcome.steps.get(name).unwrap();
    assert!(step("conflicts") > 0 && step("decisions") > 0);
    assert!(step("learned") >= step("conflicts") - 1);
    // A puzzle without a decision: each of its open cells is propagated.
    let grid = ask(&*by_name("dlx").unwrap(), &hard(), Limit::FIRST).1;
    let mut easy = hard();
    for candidate in grid.first().unwrap().candidates().skip(3) {
        easy.set_clue(candidate.cell, Some(candidate.digit));
    }
    let open = 81 - easy.num_clues() as u64;
    let (outcome, _) = ask(&*by_name("cdcl").unwrap(), &easy, Limit::UNIQUE);
    assert_eq!(outcome.steps.get("propagations"), Some(open));
    assert_eq!(outcome.steps.get("conflicts"), Some(0));
}

/// A confirmed answer and a proved one, after the same kept searches.
#[test]
fn uniqueness_is_confirmed_and_proved() {
    let engine = by_name("cdcl").unwrap();
    for (proof, evidence) in [
        (Proof::No, Evidence::Word),
        (Proof::Confirmed, Evidence::Agreed("planes")),
        (Proof::Checked, Evidence::Proof),
    ] {
        let request = Request {
            proof,
            ..Request::new(Limit::UNIQUE)
        };
        let (outcome, grids) =
            engine::solve(&*engine, &hard(), &request, &Budget::unlimited()).unwrap();
        assert_eq!((outcome.end, grids.len()), (End::Exhausted(evidence), 1));
    }
}

#[test]
fn comparisons_of_many_puzzles_agree() {
    let engines: Vec<_> = ["cdcl", "dlx"].map(|name| by_name(name).unwrap()).into();
    let terms = Terms {
        request: Request::new(Limit::UNIQUE),
        time_limit: None,
        interrupt: Interrupt::new(),
    };
    let mut rng = Rng::with_seed(7);
    for rules in rules() {
        for _ in 0..5 {
            let puzzle = puzzle(&rules, &mut rng);
            let comparison = compare(&engines, &puzzle, None, &terms);
            assert_eq!(
                comparison.judgement,
                Judgement::Agreed,
                "{:?}",
                comparison.notes
            );
        }
    }
}

/// The solutions of a search, each with its options in order.
fn solutions(search: &mut Dlx) -> BTreeSet<Vec<OptionId>> {
    let mut found = BTreeSet::new();
    while let Some(options) = search.next_solution(&Budget::unlimited()).unwrap() {
        let mut options = options.to_vec();
        options.sort_unstable();
        assert!(found.insert(options));
    }
    found
}

#[test]
fn options_given_to_dancing_links_are_in_every_solution() {
    let blank = encode::cover(&Puzzle::empty(Size::of_order(2).unwrap())).unwrap();
    let mut small = ExactCover::builder();
    for item in ["a", "b", "c", "d"] {
        small.primary(item).unwrap();
    }
    small.secondary("x").unwrap();
    for option in ["a", "a b", "b x", "c x", "c", "d", "c d", "d x"] {
        small.option_named(option.split(' ')).unwrap();
    }
    for problem in [blank, small.build()] {
        let mut search = Dlx::new(&problem, Choice::Smallest);
        let all = solutions(&mut search);
        assert!(!all.is_empty());
        for solution in all.iter().step_by(17) {
            for given in [
                &solution[..1],
                &solution[1..2],
                &solution[..solution.len() / 2],
            ] {
                search.reset();
                assert!(search.give(&problem, given.iter().copied()));
                let has_given = |solution: &&Vec<OptionId>| {
                    given.iter().all(|option| solution.contains(option))
                };
                let expected: BTreeSet<_> = all.iter().filter(has_given).cloned().collect();
                assert_eq!(solutions(&mut search), expected);
            }
        }
        search.reset();
        let clash = problem.options().take(2).chain(problem.options());
        assert!(
            !search.give(&problem, clash),
            "two options with the same items"
        );
        // What was given is taken back, also in the middle of a search.
        search.reset();
        assert!(search.advance(&Budget::unlimited()).unwrap());
        search.reset();
        assert_eq!(solutions(&mut search), all);
    }
}
