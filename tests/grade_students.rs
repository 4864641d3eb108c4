//! A class of 70 formulas, 4×4 and 9×9, each with a known mistake: the verdict is right in all, and the
//! cause is named in nine of ten.

use crate::grade::{Board, EXTENDED, LECTURE, MINIMAL, dimacs, numbered};
use sudosat::budget::Budget;
use sudosat::teach::student::grade::grade;
use sudosat::teach::student::grade::reading::Text;

type Clauses = Vec<Vec<i64>>;

/// A mistake: what the student did, and the cause that is to be named.
struct Mistake {
    what: &'static str,
    cause: &'static str,
    make: fn(&Board) -> String,
}

/// The families with one of them spoiled.
fn spoiled(
    board: &Board,
    names: &[&str],
    family: &str,
    spoil: impl Fn(Clauses) -> Clauses,
) -> String {
    let families = names.iter().map(|&name| {
        let clauses = board.numbers(&board.family(name));
        if name == family {
            spoil(clauses)
        } else {
            clauses
        }
    });
    dimacs(&families.collect::<Vec<_>>().concat())
}

/// The formula with other numbers in the clues, whose indices count from 0.
fn with_clues(board: &Board, names: &[&str], number: impl Fn(i64, [i64; 3]) -> i64) -> String {
    let side = board.side as i64;
    let units = numbered(&board.family("clues"), |index| {
        number(side, index.map(|one| one as i64))
    });
    spoiled(board, names, "clues", |_| units.clone())
}

/// The formula with a numbering in which variables collide.
fn numbered_by(board: &Board, names: &[&str], number: impl Fn(i64, [i64; 3]) -> i64) -> String {
    let side = board.side as i64;
    dimacs(&numbered(&board.families(names), |index| {
        number(side, index.map(|one| one as i64))
    }))
}

fn each(clauses: Clauses, change: impl Fn(Vec<i64>) -> Vec<i64>) -> Clauses {
    clauses.into_iter().map(change).collect()
}

fn negated(clause: Vec<i64>) -> Vec<i64> {
    clause.into_iter().map(|lit| -lit).collect()
}

fn with_header(text: &str, header: impl Fn(i64, i64) -> String) -> String {
    let (first, rest) = text.split_once('\n').unwrap();
    let counts: Vec<i64> = first
        .split(' ')
        .filter_map(|word| word.parse().ok())
        .collect();
    header(counts[0], counts[1]) + rest
}

/// Boxes that begin one cell apart.
fn apart(board: &Board) -> Clauses {
    let n = board.side as i64;
    let (height, width) = (board.height as i64, board.width as i64);
    let mut clauses = Vec::new();
    for house in 0..n {
        let (top, left) = (house / (n / width), house % (n / width));
        let cells = (0..n).map(|place| (top + place / width) * n + left + place % width);
        let cells: Vec<i64> = cells.collect();
        debug_assert!(cells.len() as i64 == height * width);
        clauses.extend((1..=n).map(|value| cells.iter().map(|cell| cell * n + value).collect()));
    }
    clauses
}

#[rustfmt::skip]
const MISTAKES: &[Mistake] = &[
    Mistake { what: "minimal without boxes", cause: "missing-family", make: |b| spoiled(b, &MINIMAL, "b-", |_| vec![]) },
    Mistake { what: "lecture without rows", cause: "missing-family", make: |b| spoiled(b, &LECTURE, "r+", |_| vec![]) },
    Mistake { what: "minimal, columns written as rows", cause: "missing-family", make: |b| { let rows = b.numbers(&b.family("r-")); spoiled(b, &MINIMAL, "c-", |_| rows.clone()) } },
    Mistake { what: "lecture, boxes written as columns", cause: "missing-family", make: |b| { let columns = b.numbers(&b.family("c+")); spoiled(b, &LECTURE, "b+", |_| columns.clone()) } },
    Mistake { what: "extended, pairs of cells positive", cause: "signs", make: |b| spoiled(b, &EXTENDED, "x-", |c| each(c, negated)) },
    Mistake { what: "minimal, column pairs positive", cause: "signs", make: |b| spoiled(b, &MINIMAL, "c-", |c| each(c, negated)) },
    Mistake { what: "minimal, first sign of box pairs", cause: "signs", make: |b| spoiled(b, &MINIMAL, "b-", |c| each(c, |pair| vec![-pair[0], pair[1]])) },
    Mistake { what: "lecture, columns negative", cause: "signs", make: |b| spoiled(b, &LECTURE, "c+", |c| each(c, negated)) },
    Mistake { what: "lecture, boxes negative", cause: "signs", make: |b| spoiled(b, &LECTURE, "b+", |c| each(c, negated)) },
    Mistake { what: "cell pairs without the first value", cause: "loop-end", make: |b| { let n = b.side as i64; spoiled(b, &LECTURE, "x-", |c| c.into_iter().filter(|pair| -pair[0] % n != 1).collect()) } },
    Mistake { what: "minimal, cells without the first column", cause: "loop-end", make: |b| { let n = b.side as i64; spoiled(b, &MINIMAL, "x+", |c| c.into_iter().filter(|clause| (clause[0] - 1) / n % n != 0).collect()) } },
    Mistake { what: "row pairs without the last column", cause: "loop-end", make: |b| { let n = b.side as i64; spoiled(b, &MINIMAL, "r-", |c| c.into_iter().filter(|pair| (-pair[1] - 1) / n % n != n - 1).collect()) } },
    Mistake { what: "box clauses without their last cell", cause: "short-clauses", make: |b| spoiled(b, &LECTURE, "b+", |c| each(c, |mut clause| { clause.pop(); clause })) },
    Mistake { what: "box clauses without their first cell", cause: "short-clauses", make: |b| spoiled(b, &LECTURE, "b+", |c| each(c, |clause| clause[1..].to_vec())) },
    Mistake { what: "row clauses without the first column", cause: "short-clauses", make: |b| spoiled(b, &LECTURE, "r+", |c| each(c, |clause| clause[1..].to_vec())) },
    Mistake { what: "column pairs split", cause: "split-clauses", make: |b| spoiled(b, &MINIMAL, "c-", |c| c.concat().into_iter().map(|lit| vec![lit]).collect()) },
    Mistake { what: "rows split", cause: "split-clauses", make: |b| spoiled(b, &LECTURE, "r+", |c| c.concat().into_iter().map(|lit| vec![lit]).collect()) },
    Mistake { what: "column pairs with themselves", cause: "pair-with-itself", make: |b| spoiled(b, &MINIMAL, "c-", |c| { let all = c.concat(); [c, all.into_iter().map(|lit| vec![lit, lit]).collect()].concat() }) },
    Mistake { what: "boxes one cell apart", cause: "wrong-houses", make: |b| { let boxes = apart(b); spoiled(b, &LECTURE, "b+", |_| boxes.clone()) } },
    Mistake { what: "a literal of a cell is of another one", cause: "literal-wrong", make: |b| { let n = b.side as i64; spoiled(b, &MINIMAL, "x+", |mut c| { let at = if n == 4 { 2 } else { 1 }; c[3][at] += n * n; c }) } },
    Mistake { what: "a wrong sign in a cell", cause: "literal-sign", make: |b| spoiled(b, &MINIMAL, "x+", |mut c| { c[6][2] *= -1; c }) },
    Mistake { what: "the last pair of a cell is missing", cause: "missing-clause", make: |b| spoiled(b, &LECTURE, "x-", |mut c| { c.pop(); c }) },
    Mistake { what: "the clue's column is one too low", cause: "clues-shifted", make: |b| with_clues(b, &LECTURE, |n, [r, c, v]| n * n * r + n * (c - 1) + v + 1) },
    Mistake { what: "the clues count row and column from 1", cause: "clues-shifted", make: |b| with_clues(b, &MINIMAL, |n, [r, c, v]| n * n * (r + 1) + n * (c + 1) + v + 1) },
    Mistake { what: "the clues are digits", cause: "clues-numbering", make: |b| with_clues(b, &MINIMAL, |_, [r, c, v]| 111 + 100 * r + 10 * c + v) },
    Mistake { what: "the clues use the column for the row", cause: "clues-numbering", make: |b| with_clues(b, &LECTURE, |n, [_, c, v]| n * n * c + n * c + v + 1) },
    Mistake { what: "the clues forget a power of N", cause: "clues-numbering", make: |b| with_clues(b, &EXTENDED, |n, [r, c, v]| n * r + n * c + v + 1) },
    Mistake { what: "the clues are value, row, column", cause: "clues-index-order", make: |b| with_clues(b, &MINIMAL, |n, [r, c, v]| n * n * v + n * r + c + 1) },
    Mistake { what: "the last clue is missing", cause: "clue-missing", make: |b| spoiled(b, &MINIMAL, "clues", |mut c| { c.pop(); c }) },
    Mistake { what: "a clue has the wrong value", cause: "clue-wrong", make: |b| spoiled(b, &EXTENDED, "clues", |mut c| { c[1][0] += if c[1][0] % 4 == 0 { -1 } else { 1 }; c }) },
    Mistake { what: "no clues", cause: "no-clues", make: |b| spoiled(b, &EXTENDED, "clues", |_| vec![]) },
    Mistake { what: "the clues in one clause", cause: "clues-in-one-clause", make: |b| spoiled(b, &MINIMAL, "clues", |c| vec![c.concat()]) },
    Mistake { what: "variables from 0", cause: "variable-zero", make: |b| numbered_by(b, &MINIMAL, |n, [r, c, v]| n * n * r + n * c + v).lines().map(|line| line.replace("-0 ", "0 ") + "\n").collect() },
    Mistake { what: "the factor of the row is that of the column", cause: "collision", make: |b| numbered_by(b, &LECTURE, |n, [r, c, v]| n * r + n * c + v + 1) },
    Mistake { what: "no header", cause: "header", make: |b| with_header(&spoiled(b, &MINIMAL, "", |c| c), |_, _| String::new()) },
];

#[test]
fn a_class_with_known_mistakes() {
    let (mut files, mut named) = (0, 0);
    let (mut unnamed, mut misjudged): (Vec<String>, Vec<String>) = Default::default();
    for mistake in MISTAKES {
        for board in [Board::new(0), Board::new(2)] {
            let text = Text::read(&(mistake.make)(&board), "test").unwrap();
            let budget = Budget::unlimited();
            let grade = grade(&text, &board.puzzle, None, &budget).unwrap();
            let side = board.side;
            if grade.is_right() != Some(false) {
                misjudged.push(format!(
                    "{side}×{side}: {}: {:?}",
                    mistake.what,
                    grade.is_right()
                ));
            }
            let causes: Vec<&str> = grade.causes.iter().map(|cause| cause.kind.name()).collect();
            files += 1;
            match causes.contains(&mistake.cause) {
                true => named += 1,
                false => unnamed.push(format!("{side}×{side}: {}: {causes:?}", mistake.what)),
            }
        }
    }
    assert!(misjudged.is_empty(), "{}", misjudged.join("\n"));
    assert!(
        files >= 60 && named * 10 >= files * 9,
        "{named} of {files}\n{}",
        unnamed.join("\n")
    );
}
