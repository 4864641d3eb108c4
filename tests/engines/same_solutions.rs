//! Every engine finds the same set of solutions.

use super::{FOURS, INSIDE, MANY, NINES, all, by_name, cases, installed};
use crate::fuzzing::pace::rounds;
use crate::program::thread_time;
use std::num::NonZeroUsize;
use sudosat::budget::Budget;
use sudosat::check;
use sudosat::encode::{AtMostOne, ENCODINGS, Encoding};
use sudosat::engine::{self, End, Engine, Evidence, Glance, Limit, Proof, ProofFormat, Request};
use sudosat::sudoku::{Puzzle, Size};

const EVERYTHING: Request = Request {
    limit: Limit::ALL,
    encoding: None,
    at_most_one: AtMostOne::Pairwise,
    proof: Proof::No,
    proof_format: ProofFormat::Pbp,
    seed: None,
    glance: Glance::No,
};

/// Compares every engine with dancing links on every case.
fn compare(engines: &[Box<dyn Engine>], lines: &str) {
    let dlx = by_name("dlx");
    for case in cases(lines) {
        let right = all(&*dlx, &case.puzzle, &EVERYTHING);
        assert_eq!(right.len() as u64, case.count);
        for engine in engines {
            let found = all(&**engine, &case.puzzle, &EVERYTHING);
            assert!(
                found == right,
                "{} differs on {:?}",
                engine.name(),
                case.puzzle
            );
        }
    }
}

#[test]
fn inside_engines_find_the_same_sets_of_4x4() {
    compare(&INSIDE.map(by_name), FOURS);
}

#[test]
fn inside_engines_find_the_same_sets_of_9x9() {
    compare(&INSIDE.map(by_name), NINES);
}

#[test]
fn engines_that_go_on_find_the_same_hundreds() {
    // splr starts anew for each solution: a minute and more.
    compare(&["cdcl", "matrix", "backtrack-fewest"].map(by_name), MANY);
}

#[test]
fn the_288_grids_of_order_2_and_the_one_of_order_1_are_counted() {
    for (n, count) in [(1, 1), (2, 288)] {
        let puzzle = Puzzle::empty(Size::of_order(n).unwrap());
        for name in INSIDE {
            assert_eq!(
                all(&*by_name(name), &puzzle, &EVERYTHING).len(),
                count,
                "{name}"
            );
        }
    }
}

#[test]
fn outside_engines_find_the_same_sets() {
    let engines = installed();
    let few = "4123231414323241:1\n.1.......43..2.1:1\n...3...4...2....:12\n12....4.........:0\n";
    compare(&engines, few);
    compare(&engines, NINES.lines().next().unwrap());
    // Each solution is a run of the program.
    compare(
        &engines,
        FOURS.lines().find(|line| line.ends_with(":72")).unwrap(),
    );
}

#[test]
fn every_encoding_has_the_same_solutions() {
    // Auxiliary variables must not make two models of one grid.
    let cdcl = by_name("cdcl");
    for encoding in ENCODINGS {
        for at_most_one in AtMostOne::ALL {
            let request = Request {
                encoding: Some(encoding.with_at_most_one(at_most_one)),
                ..EVERYTHING
            };
            for case in cases(FOURS) {
                let found = all(&*cdcl, &case.puzzle, &request).len() as u64;
                assert_eq!(found, case.count, "{encoding} {at_most_one}");
            }
        }
    }
}

#[test]
fn all_engines_agree_on_the_lecture_formula_itself() {
    use sudosat::batch::ordered;
    use sudosat::budget::Interrupt;
    use sudosat::engine::compare::{Judgement, Terms, compare};
    const DOZEN: &str = "\
692541738134278569578369124213456897456897213789123456321684975867915342945732681:1
69254173813427856957.369124213456897456.97213789123456321684975867915342945732.81:1
.9254173.13.27.5695783691242134568974.68972.378.1234563216849758679153429.573268.:1
6925..7381342.8569578369.2421345689745689721.78..234563.168497586791534294573.68.:1
69..4173813.2785.957.36912421345..9745689.213789.23456321684.75867.153.29457.2681:1
..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..:0
69.5...3.1...7.5.9..8.6...4.1...68..45.8...1.7.912....32....9...6....3...4.....81:2
6....17..13.2....9.....9.2...34568...5......3..9..3.56..1.8.9.....9.5..2.......81:5
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:1
..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..:1
2...8.3...6..7..84.3.5..2.9...1.54.8.........4.27.6...3.1..7.4.72..4..6...4.1...3:1
";
    // Left to more rounds: splr takes two thirds of the time for it.
    const HARD: &str = "\
..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9:1
";
    let hard = if rounds(1) > 1 { HARD } else { "" };
    let lines = format!("{FOURS}{DOZEN}{hard}");
    let expected = lines.lines().count();
    let engines = ["cdcl", "splr", "dlx", "matrix", "backtrack-fewest"].map(by_name);
    let jobs = NonZeroUsize::new(2).unwrap();
    let results = ordered(
        move || cases(&lines).into_iter(),
        jobs,
        &Interrupt::new(),
        move |case| {
            let terms = Terms {
                request: Request {
                    encoding: Some(Encoding::LECTURE),
                    ..Request::new(Limit::count(case.count + 1))
                },
                time_limit: None,
                interrupt: Interrupt::new(),
            };
            (compare(&engines, &case.puzzle, None, &terms), case.count)
        },
    )
    .unwrap();
    let mut compared = 0;
    for (comparison, count) in results {
        assert_eq!(
            comparison.judgement,
            Judgement::Agreed,
            "{:?}",
            comparison.notes
        );
        assert_eq!(comparison.known().solutions, count);
        for answer in &comparison.answers {
            let (outcome, _) = answer.result.as_ref().unwrap();
            assert!(outcome.is_complete(), "{}", answer.engine);
        }
        compared += 1;
    }
    assert_eq!(compared, expected);
}

#[test]
fn a_limit_is_kept_and_a_proof_is_checked() {
    let puzzle = Puzzle::empty(Size::of_order(2).unwrap());
    for name in INSIDE {
        let engine = by_name(name);
        let solve = |limit, proof| {
            let request = Request {
                proof,
                ..Request::new(limit)
            };
            engine::solve(&*engine, &puzzle, &request, &Budget::unlimited()).unwrap()
        };
        let (outcome, grids) = solve(Limit::count(7), Proof::No);
        assert_eq!((outcome.count, grids.len()), (7, 7), "{name}");
        assert_eq!(outcome.end, End::Enough, "{name}");
        assert!(grids.iter().all(|grid| check::grid(&puzzle, grid).is_ok()));

        let (outcome, grids) = solve(Limit::ALL, Proof::Checked);
        assert_eq!(grids.len(), 288);
        let evidence = match name {
            "cdcl" => Evidence::Proof,
            // They write no proof, so a second search confirms them.
            "splr" | "dpll" => Evidence::Agreed("planes"),
            _ => Evidence::Search,
        };
        assert_eq!(outcome.end, End::Exhausted(evidence), "{name}");
        assert_eq!(outcome.refutation.is_some(), name == "cdcl");
    }
}

#[test]
fn every_engine_counts_its_steps() {
    let case = &cases(NINES)[0];
    for name in INSIDE {
        let engine = by_name(name);
        let request = Request::new(Limit::UNIQUE);
        let (outcome, _) =
            engine::solve(&*engine, &case.puzzle, &request, &Budget::unlimited()).unwrap();
        let sum: u64 = outcome.steps.iter().map(|(_, count)| count).sum();
        assert!(sum > 0, "{name}");
    }
}

#[test]
fn a_budget_ends_every_engine_that_is_asked_for_too_much() {
    use std::time::Duration;
    use sudosat::budget::Stop;
    let puzzle = Puzzle::empty(Size::of_order(3).unwrap());
    for name in INSIDE {
        let engine = by_name(name);
        let budget = Budget::unlimited().with_time(Duration::from_millis(300));
        let (begin, start) = (std::time::Instant::now(), thread_time());
        let mut found = 0;
        let outcome = engine::run(&*engine, &puzzle, &EVERYTHING, &budget, &mut |_| {
            found += 1;
            std::ops::ControlFlow::Continue(())
        });
        let outcome = outcome.unwrap();
        assert_eq!(outcome.end, End::GaveUp(Stop::Time), "{name}");
        assert_eq!(outcome.count, found);
        let time = thread_time() - start;
        assert!(time < Duration::from_secs(2), "{name}: {time:?}");
        // splr has a thread of its own, whose time is not counted here.
        assert!(begin.elapsed() < Duration::from_secs(60), "{name}");
    }
}
