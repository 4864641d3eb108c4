//! The families against published numbers, and what they refuse.

use super::*;
use crate::budget::Budget;
use crate::check;
use crate::cover::dlx::{Choice, Dlx};
use crate::cover::picture;
use crate::encode::AtMostOne;
use crate::engine::{Cdcl, CoverSearch};
use itertools::Itertools;
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

/// All solutions of a problem with colours, by our SAT solver; each drawn as
/// the letters of its squares.
fn drawn(instance: &Instance) -> BTreeSet<String> {
    let mut search = CoverSearch::by_sat(instance.problem(), &Cdcl, AtMostOne::Pairwise).unwrap();
    let mut drawn = BTreeSet::new();
    while let Some(options) = search.next_solution(&Budget::unlimited()).unwrap() {
        let picture = instance.picture(&options).unwrap();
        let squares = picture.panels[0].squares.iter().flatten();
        assert!(drawn.insert(squares.map(|square| square.text.as_str()).collect()));
    }
    drawn
}

/// All Latin squares of order 4 as their 16 numbers.
fn latin_squares() -> Vec<Vec<usize>> {
    let row = || (1..=4usize).permutations(4);
    let rows = itertools::iproduct!(row(), row(), row(), row());
    rows.map(|(a, b, c, d)| [a, b, c, d].concat())
        .filter(|grid| {
            let column = |col| [0, 4, 8, 12usize].map(|row| grid[row + col]);
            (0..4).all(|col| column(col).iter().all_unique())
        })
        .collect()
}

/// The Latin squares with different numbers in each of these sets of cells.
fn with_different(sets: &[&[usize]]) -> BTreeSet<String> {
    let different =
        |grid: &Vec<usize>, set: &&[usize]| set.iter().map(|&cell| grid[cell]).all_unique();
    let all = latin_squares().into_iter();
    let kept = all.filter(|grid| sets.iter().all(|set| different(grid, set)));
    kept.map(|grid| grid.iter().join("")).collect()
}

const BOXES: [&[usize]; 4] = [
    &[0, 1, 4, 5],
    &[2, 3, 6, 7],
    &[8, 9, 12, 13],
    &[10, 11, 14, 15],
];

#[test]
fn sudoku_of_order_2_by_all_rules() {
    let with = |more: &[&'static [usize]]| with_different(&[&BOXES, more].concat());
    let falling: &[usize] = &[0, 5, 10, 15];
    let rising: &[usize] = &[3, 6, 9, 12];
    let window: &[usize] = &[5, 6, 9, 10];
    let jigsaw: [&[usize]; 4] = [
        &[0, 1, 2, 4],
        &[3, 6, 7, 11],
        &[5, 8, 9, 12],
        &[10, 13, 14, 15],
    ];
    for (text, expected) in [
        ("sudoku:2", with(&[])),
        ("sudoku:2,diagonal", with(&[falling, rising])),
        ("sudoku:2,windoku", with(&[window])),
        (
            "sudoku:2,diagonal,windoku",
            with(&[falling, rising, window]),
        ),
        ("sudoku:jigsaw=AAAB/ACBB/CCDB/CDDD", with_different(&jigsaw)),
    ] {
        assert_eq!(drawn(&build(text).unwrap()), expected, "{text}");
    }
    // There are 288 grids of order 2.
    assert_eq!(count("sudoku:2"), 288);
    assert_eq!(count("sudoku:1"), 1);
    let clued = build("sudoku:clues=1.....4..2.....3").unwrap();
    let expected = with(&[]).into_iter().filter(|grid| {
        let digit = |cell: usize| grid.as_bytes()[cell] - b'0';
        [digit(0), digit(6), digit(9), digit(15)] == [1, 4, 2, 3]
    });
    assert_eq!(drawn(&clued), expected.collect());
    assert_eq!(count("sudoku:clues=1..1............"), 0, "they clash");
}

#[test]
fn cages_have_different_numbers_of_their_sum() {
    let mut random = fastrand::Rng::with_seed(3);
    let grids = with_different(&BOXES);
    let mut solvable = 0;
    for _ in 0..40 {
        // Random cells in random cages; now and then with impossible sums.
        let mut cells: Vec<usize> = (0..16).collect();
        random.shuffle(&mut cells);
        let mut cages = Vec::new();
        while cages.len() < 2 {
            let some = cells.split_off(cells.len() - random.usize(1..4));
            cages.push(Cage {
                sum: some.len() * 5 / 2 + random.usize(0..3),
                cells: some,
            });
        }
        let values = |grid: &str, cage: &Cage| -> Vec<usize> {
            let digit = |&cell: &usize| usize::from(grid.as_bytes()[cell] - b'0');
            cage.cells.iter().map(digit).collect()
        };
        let right = |grid: &&String| {
            cages.iter().all(|cage| {
                let values = values(grid, cage);
                values.iter().all_unique() && values.iter().sum::<usize>() == cage.sum
            })
        };
        let expected: BTreeSet<String> = grids.iter().filter(right).cloned().collect();
        solvable += usize::from(!expected.is_empty());
        let rules = Rules::boxes(2).unwrap().with_cages(cages).unwrap();
        assert_eq!(drawn(&sudoku(&rules, &[]).unwrap()), expected);
    }
    assert!((3..40).contains(&solvable), "{solvable} of 40 solvable");
}

#[test]
fn rules_that_cannot_be_are_told() {
    let cage = |cells: &[usize]| {
        vec![Cage {
            cells: cells.to_vec(),
            sum: 1,
        }]
    };
    let rules = || Rules::boxes(2).unwrap();
    let taken = "cage 1 needs cells of the grid that no other cage has";
    for (told, message) in [
        (Rules::boxes(0), "a grid has from 1 to 144 rows, not 0"),
        (Rules::boxes(13), "a grid has from 1 to 144 rows, not 169"),
        (
            Rules::jigsaw(2, &[0, 0, 0, 1]),
            "region 1 has 3 cells, and there are 2 numbers",
        ),
        (Rules::jigsaw(2, &[0]), "found 1 cells, expected 4"),
        (
            Rules::jigsaw(0, &[0; 0]),
            "a grid has from 1 to 144 rows, not 0",
        ),
        (rules().with_cages(cage(&[])), taken),
        (rules().with_cages(cage(&[3, 3])), taken),
        (rules().with_cages(cage(&[16])), taken),
        (
            Rules::boxes(1).unwrap().with_windows(),
            "windows need boxes of 2×2 at least",
        ),
    ] {
        let told = told.map_err(|error| error.to_string());
        assert_eq!(told, Err(message.to_owned()));
    }
    assert!(Rules::boxes(usize::MAX).is_err());
    let mut clues = [0; 16];
    clues[15] = 5;
    let clue = sudoku(&rules(), &clues).unwrap_err();
    assert_eq!(clue.to_string(), "clue 5 of r4c4 is not between 1 and 4");
}

#[test]
fn words_cross() {
    let sator = ["SATOR", "AREPO", "TENET", "OPERA", "ROTAS", "OTTER"];
    let both = BTreeSet::from([
        "SATORAREPOTENETOPERAROTAS".to_owned(),
        "ROTASOPERATENETAREPOSATOR".to_owned(),
    ]);
    assert_eq!(drawn(&word_squares(&sator, false).unwrap()), both);
    // Across and down would be the same words: none is used twice.
    assert!(drawn(&word_squares(&sator, true).unwrap()).is_empty());
    let double = word_squares(&["ab", "cd", "ac", "bd"], true).unwrap();
    assert_eq!(
        drawn(&double),
        BTreeSet::from(["abcd".to_owned(), "acbd".to_owned()])
    );
    for (words, message) in [
        (
            &["ab", "abc"][..],
            "\"abc\" has not 2 letters like the first word",
        ),
        (&["ab", "ab"], "item 'ab' is named twice"),
        (&["a:"], "':' can't stand in a name"),
    ] {
        let error = word_squares(words, false).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    assert_eq!(
        word_squares(&[], false).unwrap_err(),
        ProblemError::TooLarge
    );
}

#[test]
fn what_cannot_be_is_told() {
    for (text, message) in [
        (
            "nix:3",
            "there is no problem \"nix:3\"; the problems are queens, ",
        ),
        ("a-to-g:3", "there is no problem \"a-to-g:3\"; "),
        (
            "queens",
            "queens: found nothing, expected a number from 1 to 1024; it is queens:N",
        ),
        (
            "queens:0",
            "queens: found \"0\", expected a number from 1 to 1024; ",
        ),
        ("queens:+8", "queens: found \"+8\", expected a number"),
        (
            "queens:99999999999999999999",
            "queens: found \"99999999999999999999\", expected ",
        ),
        (
            "queens:8,",
            "queens: found \"\", which means nothing here; ",
        ),
        (
            "queens:8,8",
            "queens: found \"8\", which means nothing here; ",
        ),
        ("latin:4,reduce", "latin: found \"reduce\", which means"),
        (
            "dominoes:0x4",
            "dominoes: found \"0x4\", expected rows and columns like 6x10, ",
        ),
        ("dominoes:4x", "dominoes: found \"4x\", expected rows"),
        ("dominoes:99999x99999", "this would be too large: "),
        (
            "dominoes:9999999999x9999999999",
            "this would be too large: ",
        ),
        (
            "pentominoes:region=../",
            "region: found no square of the region, ",
        ),
        ("pentominoes:file=/no/such", "/no/such: no such file"),
        ("mates:square=01/01", "mates: 0 is twice in column 1; "),
        ("latin:256", "this would be too large: "),
        ("graeco-latin:64", "this would be too large: "),
        ("langford:500000", "this would be too large: "),
        ("sudoku", "sudoku: found no size, no regions and no clues; "),
        (
            "sudoku:13",
            "sudoku: found \"13\", expected a number from 1 to 12; ",
        ),
        ("sudoku:2,clues=1", "sudoku: found 1 cells, expected 16; "),
        (
            "sudoku:clues=123",
            "sudoku: found 3 cells, and a grid with boxes has 1, 16, ",
        ),
        (
            "sudoku:1,clues=2",
            "sudoku: clue 2 of r1c1 is not between 1 and 1; ",
        ),
        (
            "sudoku:jigsaw=AB/BC",
            "sudoku: region 1 has 1 cells, and there are 2 numbers; ",
        ),
        (
            "sudoku:1,windoku",
            "sudoku: windows need boxes of 2×2 at least; ",
        ),
        ("words:3", "words: found no list of words; "),
        ("words:3,file=/no/such,4", "/no/such,4: no such file"),
    ] {
        let error = build(text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
}
