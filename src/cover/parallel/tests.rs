//! Tests of searches by several threads.

use super::*;
use crate::cover::problems;
use crate::cover::tests::rich_problems;
use std::collections::BTreeSet;

fn solutions(
    problem: &ExactCover,
    method: Method,
    jobs: usize,
) -> (BTreeSet<BTreeSet<OptionId>>, Ended) {
    let mut all = BTreeSet::new();
    let mut keep = |options: &[OptionId]| {
        assert_eq!(crate::check::cover(problem, options), Ok(()));
        assert!(all.insert(options.iter().copied().collect()));
        ControlFlow::Continue(())
    };
    let unlimited = Budget::unlimited();
    let ended = search(
        problem,
        method,
        Choice::Smallest,
        jobs,
        &unlimited,
        None,
        &mut keep,
    );
    (all, ended.unwrap())
}

#[test]
fn several_threads_find_what_one_finds() {
    for text in [
        "queens:6",
        "queens:3",
        "langford:7",
        "dominoes:4x5",
        "latin:4",
        "a-to-g",
    ] {
        let instance = problems::build(text).unwrap();
        let problem = instance.problem();
        let mut one = Method::Dlx.start(problem, Choice::Smallest).unwrap();
        let mut expected = BTreeSet::new();
        while let Some(options) = one.next_solution(&Budget::unlimited()).unwrap() {
            expected.insert(options.iter().copied().collect());
        }
        for (method, jobs) in [
            (Method::Dlx, 1),
            (Method::Auto, 2),
            (Method::Sparse, 3),
            (Method::Bits, 7),
            (Method::Planes, 2),
            (Method::Matrix, 2),
        ] {
            let (found, ended) = solutions(problem, method, jobs);
            assert_eq!(found, expected, "{text}, {method}, {jobs}");
            assert_eq!(ended.stats.solutions, found.len() as u64);
            assert_eq!((ended.stop, ended.share > 0.999), (None, true), "{ended:?}");
            let unlimited = Budget::unlimited();
            let counted = count(problem, method, Choice::Smallest, jobs, &unlimited, None).unwrap();
            assert_eq!(counted.stats, ended.stats, "{text}, {method}, {jobs}");
        }
    }
}

proptest::proptest! {
    /// With bounds and colours; so few options that the pieces are single solutions.
    #[test]
    fn pieces_with_bounds_have_all_solutions(problem in rich_problems(), jobs in 1..4usize) {
        let mut one = Method::Dlx.start(&problem, Choice::Smallest).unwrap();
        let mut expected = BTreeSet::new();
        while let Some(options) = one.next_solution(&Budget::unlimited()).unwrap() {
            expected.insert(options.iter().copied().collect());
        }
        for method in [Method::Auto, Method::Dlx] {
            let (found, ended) = solutions(&problem, method, jobs);
            proptest::prop_assert_eq!(&found, &expected);
            proptest::prop_assert!(ended.share > 0.999 && ended.stop.is_none());
        }
    }
}

#[test]
fn the_tree_of_links_is_the_same_in_pieces() {
    let instance = problems::build("langford:8,reduced").unwrap();
    let (_, ended) = solutions(instance.problem(), Method::Dlx, 2);
    assert_eq!((ended.stats.solutions, ended.stats.nodes), (150, 1_389));
}

#[test]
fn all_end_when_one_must() {
    let instance = problems::build("queens:16").unwrap();
    let problem = instance.problem();
    let all =
        |budget: Budget| count(problem, Method::Auto, Choice::Smallest, 2, &budget, None).unwrap();
    let ended = all(Budget::unlimited().with_steps(200_000));
    assert_eq!(ended.stop, Some(Stop::Steps));
    assert!(ended.stats.nodes < 400_000 && ended.share > 0.0 && ended.share < 0.5);
    let ended = all(Budget::unlimited().with_time(std::time::Duration::ZERO));
    assert_eq!(ended.stop, Some(Stop::Time));
    let mut two = 0;
    let mut stop = |_: &[OptionId]| {
        two += 1;
        if two == 2 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let unlimited = Budget::unlimited();
    let ended = search(
        problem,
        Method::Dlx,
        Choice::Smallest,
        2,
        &unlimited,
        None,
        &mut stop,
    );
    assert_eq!((ended.unwrap().stop, two), (None, 2));
}

proptest::proptest! {
    /// Stopped after any piece and continued, with another number of threads.
    #[test]
    fn a_count_continued_is_the_same(
        problem in rich_problems(),
        stop in 0..9usize,
        jobs in 1..3usize,
    ) {
        let unlimited = Budget::unlimited();
        let rule = Choice::Smallest;
        let whole = count(&problem, Method::Dlx, rule, 1, &unlimited, None).unwrap();
        let pieces = |jobs| {
            Pieces::new(&problem, Method::Dlx, rule, jobs, &unlimited, None).unwrap()
        };
        let mut kept = Vec::new();
        let first = pieces(1).count(&mut |counted| {
            kept.push(counted);
            match kept.len() > stop {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        proptest::prop_assert!(first.unwrap().stats.solutions <= whole.stats.solutions);
        let mut again = pieces(jobs);
        for &counted in &kept {
            proptest::prop_assert!(again.know(counted));
            proptest::prop_assert!(!again.know(counted), "known already");
        }
        let number = again.number();
        let none = Counted {
            piece: number,
            solutions: 1,
            nodes: 1,
            updates: 1,
        };
        proptest::prop_assert!(!again.know(none));
        let too_many = Counted { piece: 0, solutions: u64::MAX, ..none };
        proptest::prop_assert!(!again.know(too_many));
        let mut rest = 0;
        let ended = again.count(&mut |counted| {
            assert!(!kept.iter().any(|known| known.piece == counted.piece));
            rest += 1;
            ControlFlow::Continue(())
        });
        let ended = ended.unwrap();
        proptest::prop_assert_eq!(rest + kept.len(), number);
        proptest::prop_assert_eq!(ended.stats.solutions, whole.stats.solutions);
        proptest::prop_assert!(ended.share > 0.999 && ended.stop.is_none());
    }
}

#[test]
fn figures_grow_to_those_of_the_end() {
    let instance = problems::build("queens:10").unwrap();
    let gauge = Gauge::default();
    let mut last = crate::cover::Figures::default();
    let mut look = |_: &[OptionId]| {
        gauge.ask();
        let now = gauge.figures();
        assert!(now.nodes >= last.nodes && now.solutions >= last.solutions);
        assert!((0.0..=1.0).contains(&now.share));
        last = now;
        ControlFlow::Continue(())
    };
    let (unlimited, rule) = (Budget::unlimited(), Choice::Smallest);
    let problem = instance.problem();
    let ended = search(
        problem,
        Method::Dlx,
        rule,
        2,
        &unlimited,
        Some(&gauge),
        &mut look,
    );
    let ended = ended.unwrap();
    assert_eq!(ended.stats.solutions, 724);
    assert!(
        last.nodes > 1000 && last.nodes <= ended.stats.nodes,
        "{last:?}"
    );
    assert!(last.solutions > 100 && last.share > 0.2, "{last:?}");
}

#[test]
fn what_does_not_fit_is_said() {
    let text = "2|a\na\na\n";
    let problem = crate::cover::knuth::read(text.as_bytes(), "text", |_| ()).unwrap();
    let unlimited = Budget::unlimited();
    let counted = count(
        &problem,
        Method::Sparse,
        Choice::Smallest,
        2,
        &unlimited,
        None,
    );
    assert_eq!(counted, Err(Unfit::Bounds("sparse".to_owned())));
    let queens = problems::build("queens:6").unwrap();
    let counted = count(
        queens.problem(),
        Method::Bits,
        Choice::First,
        2,
        &unlimited,
        None,
    );
    assert_eq!(counted, Err(Unfit::Choice(Method::Bits)));
}
