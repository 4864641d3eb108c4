//! Known counts, uniform draws, and limits.

use super::*;
use crate::budget::{Budget, Stop};
use crate::cover::ExactCover;
use std::collections::HashMap;

/// Creates the problem of filling a board with dominoes.
fn dominoes(rows: usize, cols: usize) -> ExactCover {
    let mut builder = ExactCover::builder();
    let cell = |row: usize, col: usize| format!("{row}.{col}");
    let cells = || (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    for (row, col) in cells() {
        builder.primary(&cell(row, col)).unwrap();
    }
    for (row, col) in cells() {
        for (down, right) in [(0, 1), (1, 0)] {
            if row + down < rows && col + right < cols {
                let names = [cell(row, col), cell(row + down, col + right)];
                builder
                    .option_named(names.iter().map(String::as_str))
                    .unwrap();
            }
        }
    }
    builder.build()
}

fn zdd(problem: &ExactCover) -> Zdd {
    Zdd::new(problem, ZddLimits::DEFAULT, &Budget::unlimited()).unwrap()
}

#[test]
fn dominoes_are_counted_as_is_known() {
    // OEIS A004003. A board with an odd number of cells has no tiling.
    let known = [
        (2, 2),
        (4, 36),
        (6, 6_728),
        (8, 12_988_816),
        (10, 258_584_046_368_u64),
    ];
    for (side, count) in known {
        assert_eq!(
            zdd(&dominoes(side, side)).count(),
            Natural::from(count),
            "{side}"
        );
    }
    assert!(zdd(&dominoes(3, 3)).count().is_zero());
    // OEIS A028420 has 8 × 31; the Fibonacci numbers have 2 × n.
    assert_eq!(
        zdd(&dominoes(2, 89)).count(),
        Natural::from(2_880_067_194_370_816_120_u64)
    );
    let mut fibonacci = (Natural::from(1_u64), Natural::from(1_u64));
    for cols in 1..400 {
        if cols % 93 == 0 || cols == 399 {
            assert_eq!(zdd(&dominoes(2, cols)).count(), fibonacci.1, "2×{cols}");
        }
        let mut next = fibonacci.0;
        next.add(&fibonacci.1);
        fibonacci = (fibonacci.1, next);
    }
}

#[test]
fn draws_are_even() {
    let zdd = zdd(&dominoes(4, 4));
    let mut rng = Rng::with_seed(3);
    let mut counts = HashMap::new();
    for _ in 0..36_000 {
        let mut options = zdd.sample(&mut rng).unwrap();
        options.sort_unstable();
        *counts.entry(options).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 36);
    assert!(counts.values().all(|count| (850..1150).contains(count)));
    assert_eq!(super::tests::zdd(&dominoes(3, 3)).sample(&mut rng), None);
}

/// Numbers of more than 128 bits are drawn by other means.
#[test]
fn draws_from_many_are_even() {
    let zdd = zdd(&dominoes(2, 201));
    assert!(zdd.count().to_u128().is_none());
    let mut rng = Rng::with_seed(1);
    let mut upright = 0;
    for _ in 0..400 {
        let options = zdd.sample(&mut rng).unwrap();
        // Option 400 covers the last column, if it is upright.
        upright += i32::from(options.contains(&OptionId::new(400)));
    }
    // One in the golden ratio of all: 247 of 400.
    assert!((210..285).contains(&upright), "{upright}");
}

#[test]
fn limits_hold() {
    let problem = dominoes(12, 12);
    let small = ZddLimits { bytes: 100_000 };
    let stop = |limits, budget| Zdd::new(&problem, limits, &budget).unwrap_err();
    let unlimited = Budget::unlimited();
    assert_eq!(stop(small, unlimited.clone()), NoZdd::Stopped(Stop::Memory));
    let steps = unlimited.clone().with_steps(10);
    assert_eq!(stop(ZddLimits::DEFAULT, steps), NoZdd::Stopped(Stop::Steps));
    let none = unlimited.with_time(std::time::Duration::ZERO);
    assert_eq!(stop(ZddLimits::DEFAULT, none), NoZdd::Stopped(Stop::Time));
}

#[test]
fn the_picture_has_every_node() {
    let problem = dominoes(2, 3);
    let zdd = zdd(&problem);
    assert_eq!(zdd.solutions().count(), 3);
    let mut dot = Vec::new();
    zdd.write_dot(&problem, &mut dot).unwrap();
    let dot = String::from_utf8(dot).unwrap();
    assert!(dot.starts_with("digraph zdd {\n") && dot.ends_with("}\n"));
    assert_eq!(dot.matches("[label=\"").count(), zdd.num_nodes() + 2);
    assert!(dot.contains("[label=\"0.0 1.0\"]") && dot.contains("start [label=\"3\""));
}
