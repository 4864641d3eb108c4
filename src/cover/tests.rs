//! Both engines, under every rule, against the definition of an exact cover.

use super::*;
use crate::budget::Budget;
use proptest::prelude::*;
use std::collections::BTreeSet;

type Solution = BTreeSet<OptionId>;

/// A problem with this many items of each kind; an option is a set of bits.
fn problem(primary: usize, secondary: usize, options: &[u32]) -> ExactCover {
    let mut builder = ExactCover::builder();
    let mut items = Vec::new();
    for index in 0..primary {
        items.push(builder.primary(&format!("p{index}")).unwrap());
    }
    for index in 0..secondary {
        items.push(builder.secondary(&format!("s{index}")).unwrap());
    }
    for bits in options {
        let set = items
            .iter()
            .filter(|item| bits >> item.index() & 1 == 1)
            .copied();
        builder.option(set).unwrap();
    }
    builder.build()
}

fn problems() -> impl Strategy<Value = ExactCover> {
    (0..6usize, 0..4usize)
        .prop_flat_map(|(primary, secondary)| {
            let sparse = (any::<u32>(), any::<u32>()).prop_map(|(a, b)| a & b);
            let options = prop::collection::vec(sparse, 0..12);
            (Just(primary), Just(secondary), options)
        })
        .prop_map(|(primary, secondary, options)| problem(primary, secondary, &options))
}

/// The solutions, by trying every set of options.
fn by_definition(problem: &ExactCover) -> BTreeSet<Solution> {
    let options: Vec<OptionId> = problem.options().collect();
    let mut solutions = BTreeSet::new();
    for bits in 0..1u32 << options.len() {
        let chosen = options.iter().filter(|o| bits >> o.index() & 1 == 1);
        let mut covered = vec![0; problem.num_items()];
        let mut useful = true;
        for &option in chosen.clone() {
            let items = problem.option(option);
            useful &= items.iter().any(|&item| problem.is_primary(item));
            for item in items {
                covered[item.index()] += 1;
            }
        }
        let (primary, secondary) = covered.split_at(problem.num_primary());
        if useful && primary.iter().all(|&n| n == 1) && secondary.iter().all(|&n| n <= 1) {
            solutions.insert(chosen.copied().collect());
        }
    }
    solutions
}

/// Collects what an engine finds; each solution must come once.
macro_rules! all {
    ($engine:expr) => {{
        let mut engine = $engine;
        let mut found = BTreeSet::new();
        while let Some(options) = engine.next_solution(&Budget::unlimited()).unwrap() {
            assert!(found.insert(options.iter().copied().collect::<Solution>()));
        }
        assert_eq!(engine.stats().solutions, found.len() as u64);
        (found, engine.stats().nodes)
    }};
}

proptest! {
    #[test]
    fn engines_find_what_the_definition_says(problem in problems(), seed in any::<u64>()) {
        let expected = by_definition(&problem);
        for rule in [
            Choice::Smallest,
            Choice::First,
            Choice::RandomSmallest { seed },
            Choice::Random { seed },
        ] {
            let (links, nodes) = all!(dlx::Dlx::new(&problem, rule));
            prop_assert_eq!(&links, &expected, "dlx, {:?}", rule);
            let (cells, same) = all!(matrix::Matrix::new(&problem, rule));
            prop_assert_eq!(&cells, &expected, "matrix, {:?}", rule);
            // They draw the same random numbers too: the trees are the same.
            prop_assert_eq!(nodes, same, "{:?}", rule);
        }
    }

    #[test]
    fn what_is_written_is_read(problem in problems()) {
        let mut text = Vec::new();
        if knuth::write(&problem, &mut text).is_ok() {
            let again = knuth::read(text.as_slice(), "written", |_| ()).unwrap();
            prop_assert_eq!(&again, &problem);
        } else {
            let empty = problem.options().any(|option| problem.option(option).is_empty());
            prop_assert!(problem.num_primary() == 0 || empty);
        }
        let mut text = Vec::new();
        if zero_one::write(&problem, &mut text).is_ok() && problem.num_options() > 0 {
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
