//! `sudosat grade --numbering`: a numbering that is required, its name, and the points.

use crate::grade::{Board, LECTURE, dimacs, numbered};
use sudosat::budget::Budget;
use sudosat::teach::student::grade::grade;
use sudosat::teach::student::grade::points::points;
use sudosat::teach::student::grade::reading::Text;
use sudosat::teach::student::grade::scheme::Scheme;
use sudosat::teach::student::grade::words::Voice;

/// A student's numbers of row, column and value, from 0, on a side.
type Number = fn(i64, [i64; 3]) -> i64;

fn usual(n: i64, [r, c, v]: [i64; 3]) -> i64 {
    n * n * r + n * c + v + 1
}

const TRANSPOSED: Number = |n, [r, c, v]| usual(n, [c, r, v]);
const MIRRORED: Number = |n, [r, c, v]| usual(n, [r, n - 1 - c, v]);
const REVERSED: Number = |n, [r, c, v]| usual(n, [r, c, n - 1 - v]);
const DIGITS: Number = |_, [r, c, v]| 111 + 100 * r + 10 * c + v;

/// The lecture's formula, the rules in one numbering and the clues in another.
fn formula(board: &Board, rules: Number, clues: Number) -> String {
    let side = board.side as i64;
    let by = |number: Number| move |index: [usize; 3]| number(side, index.map(|one| one as i64));
    let mut clauses = numbered(&board.families(&LECTURE[..5]), by(rules));
    clauses.extend(numbered(&board.family("clues"), by(clues)));
    dimacs(&clauses)
}

/// What is required, the numberings of rules and clues, and what is found: the verdict, the causes,
/// the numbering's name, and the parts without a point.
type Case = (&'static str, Number, Number, &'static str);

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("any", usual, usual, "right [] the lecture's []"),
    ("any", TRANSPOSED, TRANSPOSED, "right [] the lecture's with row and column exchanged []"),
    ("any", MIRRORED, MIRRORED, "right [] the lecture's with columns counted from the other end []"),
    ("any", REVERSED, REVERSED, "right [] the lecture's with values counted from the other end []"),
    ("lecture", usual, usual, "right [] the lecture's []"),
    ("lecture", TRANSPOSED, TRANSPOSED, "wrong [numbering] the lecture's with row and column exchanged [numbering]"),
    ("lecture", MIRRORED, MIRRORED, "wrong [numbering] the lecture's with columns counted from the other end [numbering]"),
    ("lecture", REVERSED, REVERSED, "wrong [numbering] the lecture's with values counted from the other end [numbering]"),
    ("lecture", DIGITS, DIGITS, "wrong [numbering] 100·row + 10·column + value [numbering]"),
    ("lecture", |n, i| usual(n, i) + 7, |n, i| usual(n, i) + 7, "wrong [numbering] the lecture's with each number 7 higher [numbering]"),
    ("100*r + 10*c + v", DIGITS, DIGITS, "right [] the required one []"),
    ("100*r + 10*c + v", usual, usual, "wrong [numbering] N²·(row−1) + N·(column−1) + value [numbering]"),
    ("N*N*(column-1) + N*(row-1) + value", TRANSPOSED, TRANSPOSED, "right [] the required one []"),
    ("N*N*(column-1) + N*(row-1) + value", usual, usual, "wrong [numbering] the required one with row and column exchanged [numbering]"),
    // Clues with wrong indices are one mistake.
    ("lecture", usual, DIGITS, "wrong [clues-numbering] the lecture's [clues]"),
    ("any", usual, DIGITS, "wrong [clues-numbering] the lecture's [clues]"),
    ("any", usual, |n, [r, c, v]| usual(n, [r + 1, c + 1, v]), "wrong [clues-shifted] the lecture's [clues]"),
    ("lecture", usual, |n, i| usual(n, i) + 2, "wrong [clues-shifted] the lecture's [clues]"),
    ("any", usual, |n, [r, _, v]| usual(n, [r, r, v]), "wrong [clues-numbering] the lecture's [clues]"),
    ("any", usual, |n, [r, c, v]| usual(n, [c, v, r]), "wrong [clues-index-order] the lecture's [clues]"),
    ("any", usual, |n, [r, c, v]| n * r + c + v + 1, "wrong [clues-numbering] the lecture's [clues]"),
];

#[test]
fn numberings_are_named_and_required() {
    for board in [Board::new(0), Board::new(2)] {
        let (size, side) = (board.puzzle.size(), board.side);
        for (place, &(required, rules, clues, expected)) in CASES.iter().enumerate() {
            let text = Text::read(&formula(&board, rules, clues), "test").unwrap();
            let scheme = (required != "any").then(|| Scheme::read(required, size).unwrap());
            let grade = grade(&text, &board.puzzle, scheme, &Budget::unlimited()).unwrap();
            let verdict = match grade.is_right() {
                Some(true) => "right",
                Some(false) => "wrong",
                None => "unknown",
            };
            let causes: Vec<&str> = grade.causes.iter().map(|cause| cause.kind.name()).collect();
            let named = Voice::new(&grade, &board.puzzle)
                .named()
                .unwrap_or_default();
            let parts = points(&grade, &board.puzzle).unwrap_or_default();
            // Wrong clues may also exclude a solution.
            let lost = parts
                .iter()
                .filter(|part| !part.is_right && part.name != "nothing-else");
            let lost: Vec<&str> = lost.map(|part| part.name).collect();
            let found = format!(
                "{verdict} [{}] {named} [{}]",
                causes.join(" "),
                lost.join(" ")
            );
            let found = found.replace(&format!("{}·(", side * side), "N²·(");
            let found = found.replace(&format!("{side}·("), "N·(");
            assert_eq!(found, expected, "case {place} on {side}×{side}");
        }
    }
}

/// Variables in an order that is no formula: right in any numbering, wrong where another one is
/// required, and unknown if the clauses do not show what they stand for.
#[test]
fn an_unrecognized_numbering_is_never_right_where_one_is_required() {
    let board = Board::new(0);
    let mut order: Vec<i64> = (1..=64).collect();
    fastrand::Rng::with_seed(3).shuffle(&mut order);
    let shuffled = |family: &[&str]| {
        let clauses = board.families(family);
        numbered(&clauses, |index| order[board.number(index) as usize - 1])
    };
    let verdict = |clauses: &[Vec<i64>], required: Option<Scheme>| {
        let text = Text::read(&dimacs(clauses), "test").unwrap();
        let grade = grade(&text, &board.puzzle, required, &Budget::unlimited()).unwrap();
        (grade.is_right(), points(&grade, &board.puzzle).is_some())
    };
    let lecture = Scheme::usual(board.puzzle.size());
    let whole = shuffled(&LECTURE);
    assert_eq!(verdict(&whole, None), (Some(true), true));
    assert_eq!(verdict(&whole, Some(lecture.clone())), (Some(false), true));
    // Long clauses split by auxiliary variables.
    let mut split = Vec::new();
    for (place, clause) in whole.into_iter().enumerate() {
        let auxiliary = 65 + place as i64;
        match clause[..] {
            [a, b, c, d] => split.extend([vec![a, b, auxiliary], vec![-auxiliary, c, d]]),
            _ => split.push(clause),
        }
    }
    assert_eq!(verdict(&split, Some(lecture)), (None, false));
}
