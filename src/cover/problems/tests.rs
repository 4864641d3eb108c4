//! Compares the families with published numbers, and tests what they refuse.

use super::*;
use crate::budget::Budget;
use crate::check;
use crate::cover::{Choice, Method, picture};
use crate::encode::AtMostOne;
use crate::engine::{Cdcl, CoverSearch};
use std::collections::BTreeSet;

/// Returns the number of solutions of the instance. Each is checked and drawn.
fn count(text: &str) -> usize {
    let instance = build(text).unwrap();
    let problem = instance.problem();
    let mut search = CoverSearch::by_method(problem, Method::Dlx, Choice::Smallest).unwrap();
    let mut drawn = BTreeSet::new();
    let mut solutions = 0;
    while let Some(options) = search.next_solution(&Budget::unlimited()).unwrap() {
        check::cover(problem, &options).unwrap();
        solutions += 1;
        if solutions <= 1000 {
            let picture = instance.picture(&options).unwrap();
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

/// Published numbers, from the OEIS entry or the source named.
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
        // A002564.
        ("domination:1,1", 1),
        ("domination:2,1", 4),
        ("domination:3,1", 1),
        ("domination:4,1", 0),
        ("domination:4,2", 12),
        ("domination:5,3", 186),
        ("domination:6,3", 4),
        // There is none from 2 to 7.
        ("partridge:1", 1),
        ("partridge:2", 0),
        ("partridge:3", 0),
        // Slothouber and Graatsma: one, which has 6 of the 48 symmetries of a cube.
        ("polycubes:3x3x3,bricks=6*1x2x2+3*1x1x1", 8),
        // Knuth, answers 365 and 305 of 7.2.2.1.
        ("motley:3x3", 2),
        ("motley:4x4", 16),
        ("motley:4x5", 20),
        ("windmill:2x10", 288),
        ("windmill:2x2", 0),
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
    // The square of Klein's group has mates, the cyclic one has none.
    assert_eq!(count("mates:square=0123/1032/2301/3210,reduced"), 2);
    assert_eq!(count("graeco-latin:4,reduced"), 2);
}

/// Returns all solutions of a problem with colours, found by our SAT solver,
/// each drawn as the letters of its squares.
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

#[test]
fn words_cross() {
    let sator = ["SATOR", "AREPO", "TENET", "OPERA", "ROTAS", "OTTER"];
    let both = BTreeSet::from([
        "SATORAREPOTENETOPERAROTAS".to_owned(),
        "ROTASOPERATENETAREPOSATOR".to_owned(),
    ]);
    assert_eq!(drawn(&word_squares(&sator, false).unwrap()), both);
    // Across and down would be the same words, but no word may be used twice.
    assert!(drawn(&word_squares(&sator, true).unwrap()).is_empty());
    let double = word_squares(&["ab", "cd", "ac", "bd"], true).unwrap();
    assert_eq!(
        drawn(&double),
        BTreeSet::from(["abcd".to_owned(), "acbd".to_owned()])
    );
    let rectangle = word_rectangles(&["abc", "bcd", "cab"], &["ab", "bc", "cd", "ca"]).unwrap();
    let both = BTreeSet::from(["abcbcd".to_owned(), "cababc".to_owned()]);
    assert_eq!(drawn(&rectangle), both);
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
        (
            "a-to-g:3",
            "there is no problem \"a-to-g:3\" (did you mean 'a-to-g'?); ",
        ),
        (
            "queens",
            "queens: found nothing, expected a number from 1 to 1024; the problem is written queens:N",
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
        (
            "domination:8",
            "domination: found nothing, expected a number from 1 to 64",
        ),
        (
            "domination:172,9",
            "domination: found \"172\", expected a number from 1 to 171",
        ),
        (
            "domination:2,5",
            "domination: found \"5\", expected a number from 1 to 4",
        ),
        (
            "partridge:16",
            "partridge: found \"16\", expected a number from 1 to 15",
        ),
        (
            "polycubes:3x4",
            "polycubes: found \"3x4\", expected a box like 3x4x5",
        ),
        (
            "polycubes:99x99x99",
            "polycubes: found \"99x99x99\", expected a box",
        ),
        (
            "polycubes:2x2x2,bricks=0*1x1x1",
            "polycubes: expected bricks as",
        ),
        (
            "polycubes:2x2x2,bricks=1x1x1+1x1x1",
            "item '1x1x1' is named twice",
        ),
        (
            "polyiamonds:6,size=10",
            "polyiamonds: expected a size from 1 to 9",
        ),
        (
            "macmahon:0",
            "macmahon: found \"0\", expected rows and columns",
        ),
        ("motley:99x99", "this would be too large: "),
        ("windmill:9x9,x", "windmill: found \"x\", which means"),
        (
            "macmahon:triangles,4x6",
            "macmahon: found \"4x6\", which means",
        ),
        (
            "words:17x3,file=x",
            "words: expected a number of letters from 1 to 16, or two",
        ),
        ("words:3", "words: found no list of words; "),
        ("words:3,file=/no/such,4", "/no/such,4: no such file"),
    ] {
        let error = build(text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
}
