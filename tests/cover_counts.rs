//! Published numbers of solutions, and the nodes and updates of Knuth's dlx1.
//!
//! What can be made here is made here; the instances that can't are read from
//! a folder of published ones (`program::data`),
//! and left out with a message where there is none.

use crate::fuzzing::pace::rounds;
use crate::program::data;
use std::collections::BTreeSet;
use std::fs::File;
use sudosat::budget::Budget;
use sudosat::cover::dlx::{Choice, Dlx, SearchStats};
use sudosat::cover::matrix::Matrix;
use sudosat::cover::{ExactCover, Method, Natural, OptionId, Search, knuth, zdd};
use sudosat::encode::AtMostOne;
use sudosat::engine::{Cdcl, CoverSearch};

fn problem(text: &str) -> ExactCover {
    knuth::read(text.as_bytes(), "made here", |warning| panic!("{warning}")).expect("it is good")
}

/// Solutions, nodes and updates of the search for all solutions.
fn counts(problem: &ExactCover) -> (u64, u64, u64) {
    let mut dlx = Dlx::new(problem, Choice::Smallest);
    while dlx.advance(&Budget::unlimited()).expect("no limit") {}
    let SearchStats {
        solutions,
        nodes,
        updates,
        ..
    } = dlx.stats();
    (solutions, nodes, updates)
}

/// Queens that do not attack each other on a board of n×n: rows and columns are
/// primary, from the middle outwards, diagonals secondary.
fn queens(n: usize) -> ExactCover {
    let order = (0..2 * n).filter_map(|place| match place % 2 {
        0 => (n / 2).checked_sub(place / 2),
        _ => Some(n / 2 + place.div_ceil(2)).filter(|&line| line < n),
    });
    let mut text = String::new();
    for line in order {
        text += &format!("r{line} c{line} ");
    }
    text += "|";
    for diagonal in 0..2 * n - 1 {
        text += &format!(" a{diagonal} b{diagonal}");
    }
    text += "\n";
    for (row, col) in itertools::iproduct!(0..n, 0..n) {
        text += &format!("r{row} c{col} a{} b{}\n", row + col, n - 1 + row - col);
    }
    problem(&text)
}

/// Langford's pairs: between the two k's stand k numbers. The largest odd
/// number starts in the left half, so that of a sequence and its reverse one is
/// counted.
fn langford(n: usize) -> ExactCover {
    let mut text = String::new();
    for number in 1..=n {
        text += &format!("{number} ");
    }
    for slot in 1..=2 * n {
        text += &format!("s{slot} ");
    }
    text += "\n";
    for number in 1..=n {
        let slots = 2 * n - number - 1;
        let half = number == n - (n + 1) % 2;
        for slot in 1..=if half { slots / 2 } else { slots } {
            text += &format!("{number} s{slot} s{}\n", slot + number + 1);
        }
    }
    problem(&text)
}

/// A board of cells to be filled with copies of these shapes, not turned.
fn tiling(rows: usize, cols: usize, shapes: &[&[(usize, usize)]]) -> ExactCover {
    let mut text = String::new();
    for (row, col) in itertools::iproduct!(0..rows, 0..cols) {
        text += &format!("{row}.{col} ");
    }
    text += "\n";
    for (shape, row, col) in itertools::iproduct!(shapes, 0..rows, 0..cols) {
        let cells = shape.iter().map(|(down, right)| (row + down, col + right));
        if cells.clone().all(|(row, col)| row < rows && col < cols) {
            for (row, col) in cells {
                text += &format!("{row}.{col} ");
            }
            text += "\n";
        }
    }
    problem(&text)
}

const DOMINOES: [&[(usize, usize)]; 2] = [&[(0, 0), (0, 1)], &[(0, 0), (1, 0)]];
const CORNERS: [&[(usize, usize)]; 4] = [
    &[(0, 0), (0, 1), (1, 0)],
    &[(0, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (1, 1)],
    &[(0, 1), (1, 0), (1, 1)],
];
const BARS: [&[(usize, usize)]; 2] = [&[(0, 0), (0, 1), (0, 2)], &[(0, 0), (1, 0), (2, 0)]];

#[test]
fn problems_made_here_take_the_steps_of_dlx1() {
    assert_eq!(counts(&queens(8)), (92, 1_020, 16_681));
    assert_eq!(counts(&langford(8)), (150, 1_389, 18_413));
    assert_eq!(counts(&langford(11)), (17_792, 223_510, 3_035_452));
    let trominoes = [&CORNERS[..], &BARS].concat();
    assert_eq!(counts(&tiling(3, 4, &trominoes)), (23, 69, 900));
    assert_eq!(counts(&tiling(6, 9, &CORNERS)), (4_312, 28_439, 437_877));
    let dominoes = counts(&tiling(8, 8, &DOMINOES));
    assert_eq!(dominoes, (12_988_816, 50_102_176, 184_609_612));
}

#[test]
fn well_known_numbers() {
    // OEIS A000170, A004003, A014552.
    for (n, solutions) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40)] {
        assert_eq!(counts(&queens(n)).0, solutions, "{n} queens");
    }
    for (n, solutions) in [(2, 2), (4, 36), (6, 6_728), (7, 0)] {
        assert_eq!(counts(&tiling(n, n, &DOMINOES)).0, solutions, "{n}×{n}");
    }
    for (n, solutions) in [(3, 1), (4, 1), (5, 0), (6, 0), (7, 26)] {
        assert_eq!(counts(&langford(n)).0, solutions, "Langford {n}");
    }
}

/// Instance, solutions, nodes, updates, as dlx1 reports them. (The dominoes are
/// made above; twice would be long.)
const PUBLISHED: [(&str, (u64, u64, u64)); 10] = [
    ("trom3x4", (23, 69, 900)),
    ("queens8", (92, 1_020, 16_681)),
    ("langford8", (150, 1_389, 18_413)),
    ("latin5red", (56, 521, 3_887)),
    ("ltrom6x9", (4_312, 28_439, 437_877)),
    ("soma", (11_520, 254_676, 29_605_268)),
    ("langford11", (17_792, 223_510, 3_035_452)),
    ("queens12", (14_200, 212_684, 3_657_832)),
    ("queens14", (365_596, 5_485_766, 92_652_355)),
    ("pent6x10", (9_356, 3_637_261, 1_242_377_480)),
];

/// A published instance, if it is here.
fn published(name: &str) -> Option<ExactCover> {
    let path = data().join("cover").join(format!("{name}.dlx"));
    let Ok(file) = File::open(&path) else {
        eprintln!("skipped: {} is not here", path.display());
        return None;
    };
    let problem = knuth::read(file, name, |warning| panic!("{warning}"));
    Some(problem.expect("it is good"))
}

#[test]
fn published_instances_take_the_steps_of_dlx1() {
    for (name, expected) in PUBLISHED {
        // A second and more: `.ci/full` has them too.
        if expected.2 > 50_000_000 && rounds(1) == 1 {
            continue;
        }
        if let Some(problem) = published(name) {
            assert_eq!(counts(&problem), expected, "{name}");
        }
    }
}

/// Nodes and updates of ssxcc, and solutions of every other search. (The
/// dominoes and pentominoes are left to the searches that are quick with them.)
#[test]
fn published_instances_take_the_steps_of_ssxcc() {
    for (name, solutions, nodes, updates) in [
        ("trom3x4", 23, 63, 873),
        ("queens8", 92, 836, 15_684),
        ("langford8", 150, 1_125, 17_169),
        ("latin5red", 56, 521, 3_887),
        ("ltrom6x9", 4_312, 23_066, 411_313),
        ("soma", 11_520, 119_320, 26_919_210),
        ("queens12", 14_200, 172_688, 3_415_226),
    ] {
        let Some(problem) = published(name) else {
            continue;
        };
        let all = |method: Method| {
            let mut search = method.start(&problem, Choice::Smallest).expect("it fits");
            while search.advance(&Budget::unlimited()).expect("no limit") {}
            search.stats()
        };
        let stats = all(Method::Sparse);
        assert_eq!(
            (stats.solutions, stats.nodes, stats.updates),
            (solutions, nodes, updates),
            "{name}"
        );
        assert_eq!(all(Method::Bits).solutions, solutions, "{name}");
        assert_eq!(all(Method::Count).solutions, solutions, "{name}");
        // The other problems have items with too many options.
        if matches!(name, "trom3x4" | "langford8" | "latin5red") {
            assert_eq!(all(Method::Planes).solutions, solutions, "{name}");
        }
    }
    if let Some(problem) = published("trom6x12") {
        let limits = zdd::ZddLimits::DEFAULT;
        let diagram =
            zdd::Zdd::new(&problem, limits, &Budget::unlimited()).expect("within the limits");
        assert_eq!(diagram.count(), Natural::from(27_438_555_522_u64));
    }
}

/// The published instances of Sudoku are blank grids: one solution is enough.
#[test]
fn blank_grids_are_filled() {
    for (name, side) in [("blank_n3", 9), ("blank_n4", 16)] {
        let Some(problem) = published(name) else {
            continue;
        };
        let mut dlx = Dlx::new(&problem, Choice::Smallest);
        let budget = Budget::unlimited().with_steps(1_000_000);
        let solution = dlx.next_solution(&budget).expect("it is found soon");
        let options = solution.expect("there is one");
        assert_eq!(options.len(), side * side);
        let items: BTreeSet<_> = options.iter().flat_map(|&o| problem.option(o)).collect();
        assert_eq!(items.len(), problem.num_items());
    }
}

/// Sudoku of order 2, built by hand: 64 options over 64 items.
fn blank_order_2() -> ExactCover {
    let mut builder = ExactCover::builder();
    for kind in ["cell", "row", "col", "box"] {
        for (one, other) in itertools::iproduct!(0..4, 0..4) {
            builder.primary(&format!("{kind}{one}{other}")).unwrap();
        }
    }
    for (row, col, digit) in itertools::iproduct!(0..4, 0..4, 0..4) {
        let square = row / 2 * 2 + col / 2;
        let items = [
            format!("cell{row}{col}"),
            format!("row{row}{digit}"),
            format!("col{col}{digit}"),
            format!("box{square}{digit}"),
        ];
        builder
            .option_named(items.iter().map(String::as_str))
            .unwrap();
    }
    builder.build()
}

#[test]
fn both_engines_find_the_288_grids_of_order_2() {
    let problem = blank_order_2();
    let seed = 17;
    for rule in [
        Choice::Smallest,
        Choice::First,
        Choice::RandomSmallest { seed },
    ] {
        let mut dlx = Dlx::new(&problem, rule);
        let mut matrix = Matrix::new(&problem, rule);
        let mut links = BTreeSet::new();
        let mut cells = BTreeSet::new();
        let sorted =
            |options: &[OptionId]| -> BTreeSet<OptionId> { options.iter().copied().collect() };
        while let Some(options) = dlx.next_solution(&Budget::unlimited()).unwrap() {
            links.insert(sorted(options));
        }
        while let Some(options) = matrix.next_solution(&Budget::unlimited()).unwrap() {
            cells.insert(sorted(options));
        }
        assert_eq!(links.len(), 288, "{rule:?}");
        assert!(links == cells, "{rule:?}");
    }
}

/// The reduction to SAT has as many models as there are covers.
#[test]
fn our_sat_solver_counts_the_same() {
    let published = [(queens(8), 92), (langford(8), 150), (blank_order_2(), 288)];
    for (problem, solutions) in published {
        for at_most_one in [AtMostOne::Pairwise, AtMostOne::Sequential] {
            let mut search = CoverSearch::by_sat(&problem, &Cdcl, at_most_one).unwrap();
            let mut count = 0;
            while search.advance(&Budget::unlimited()).unwrap() {
                count += 1;
            }
            assert_eq!(count, solutions, "{at_most_one}");
        }
    }
}

/// Fully random choice: the count is the same, the tree another.
#[test]
fn random_trees_differ_in_size_alone() {
    let problem = queens(6);
    let mut sizes = BTreeSet::new();
    for seed in 0..20 {
        let mut dlx = Dlx::new(&problem, Choice::Random { seed });
        while dlx.advance(&Budget::unlimited()).unwrap() {}
        assert_eq!(dlx.stats().solutions, 4);
        sizes.insert(dlx.stats().nodes);
    }
    assert!(sizes.len() > 10, "{sizes:?}");
    assert!(sizes.first().unwrap() >= &counts(&problem).1);
}
