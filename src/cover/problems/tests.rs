//! The families against published numbers, and what they refuse.

use super::*;
use crate::budget::Budget;
use crate::check;
use crate::cover::dlx::{Choice, Dlx};
use crate::cover::picture;
use std::collections::BTreeSet;

/// How many solutions the instance has. Each is checked and drawn.
fn count(text: &str) -> usize {
    let instance = build(text).unwrap();
    let mut dlx = Dlx::new(instance.problem(), Choice::Smallest);
    let mut drawn = BTreeSet::new();
    let mut solutions = 0;
    while let Some(options) = dlx.next_solution(&Budget::unlimited()).unwrap() {
        check::cover(instance.problem(), options).unwrap();
        solutions += 1;
        if solutions <= 1000 {
            let picture = instance.picture(options).unwrap();
            drawn.insert(picture::text::text(&picture).to_string());
        }
    }
    assert_eq!(
        drawn.len(),
        solutions.min(1000),
        "{text}: all look different"
    );
    solutions
}

/// Published numbers: OEIS by their numbers, or the source named.
#[test]
fn small_instances_have_the_published_numbers() {
    for (text, solutions) in [
        // A000170.
        ("queens:1", 1),
        ("queens:2", 0),
        ("queens:4", 2),
        ("queens:6", 4),
        ("queens:8", 92),
        ("queens:9", 352),
        // A014552, and twice that.
        ("langford:1", 0),
        ("langford:2", 0),
        ("langford:3,reduced", 1),
        ("langford:4", 2),
        ("langford:7", 52),
        ("langford:7,reduced", 26),
        ("langford:8,reduced", 150),
        // A004003.
        ("dominoes:2x2", 2),
        ("dominoes:4", 36),
        ("dominoes:6x6", 6728),
        ("dominoes:3x3", 0),
        // A002860 and, reduced, A000315.
        ("latin:1", 1),
        ("latin:3", 12),
        ("latin:4", 576),
        ("latin:5,reduced", 56),
        // 3×20 by Golomb: 8 with symmetries.
        ("pentominoes:3x20", 8),
        ("pentominoes:3x20,reduced", 2),
        ("pentominoes:2x30", 0),
        ("pentominoes:1x1", 0),
        // Euler found none for 6, and the cyclic square of even order has no mate.
        ("mates:4", 0),
        ("mates:6", 0),
        ("graeco-latin:1", 1),
        ("graeco-latin:2", 0),
        // The course's.
        ("triominoes-3x4", 4),
    ] {
        assert_eq!(count(text), solutions, "{text}");
    }
}

#[test]
fn reductions_leave_one_of_those_alike() {
    for (whole, reduced, alike) in [
        ("latin:4", "latin:4,reduced", 24 * 6),
        ("mates:5", "mates:5,reduced", 120),
        ("graeco-latin:3", "graeco-latin:3,reduced", 6 * 6 * 2),
        ("graeco-latin:4", "graeco-latin:4,reduced", 24 * 24 * 6),
    ] {
        assert_eq!(count(whole), alike * count(reduced), "{whole}");
    }
    // The square of Klein's group has mates, the cyclic one none.
    assert_eq!(count("mates:square=0123/1032/2301/3210,reduced"), 2);
    assert_eq!(count("graeco-latin:4,reduced"), 2);
}
