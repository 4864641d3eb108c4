//! `sudosat grade` in doubtful cases: repeated literals, numberings that a formula leaves
//! open, families that stand there wrongly, and symbols other than 1 to N.

use crate::program::{program, texts};
use std::fmt::Write as _;
use std::path::Path;

/// The puzzle `puzzles/lecture-4x4.txt`.
const LECTURE: &str = ".12....4.....2..";
/// Its clues by row, column and value, from 0.
const CLUES: [[usize; 3]; 4] = [[0, 1, 0], [0, 2, 1], [1, 3, 3], [3, 1, 1]];

/// A numbering: row, column and value, from 0, to the variable.
type Number = fn(usize, usize, usize) -> i64;

const BY_COLUMN: Number = |i, j, k| number([16 * j, 4 * i, k, 1]);
const BY_VALUE: Number = |i, j, k| number([16 * k, 4 * i, j, 1]);
const BY_VALUE_IN_DIGITS: Number = |i, j, k| number([100 * k, 10 * i, j, 111]);
const BY_ROW_IN_DIGITS: Number = |i, j, k| number([100 * i, 10 * j, k, 111]);

fn number(parts: [usize; 4]) -> i64 {
    parts.iter().sum::<usize>() as i64
}

/// The lecture's formula in its families.
struct Formula {
    rows: Vec<Vec<i64>>,
    columns: Vec<Vec<i64>>,
    boxes: Vec<Vec<i64>>,
    cells: Vec<Vec<i64>>,
    once: Vec<Vec<i64>>,
    clues: Vec<Vec<i64>>,
}

impl Formula {
    fn new(x: Number) -> Formula {
        let two = |one: &dyn Fn(usize, usize) -> Vec<i64>| {
            let all = (0..4).flat_map(|a| (0..4).map(move |b| (a, b)));
            all.map(|(a, b)| one(a, b)).collect::<Vec<_>>()
        };
        let pairs = |i, j| {
            let pairs = (0..4).flat_map(move |k| (k + 1..4).map(move |l| [k, l]));
            pairs.map(move |[k, l]| vec![-x(i, j, k), -x(i, j, l)])
        };
        Formula {
            rows: two(&|i, k| (0..4).map(|j| x(i, j, k)).collect()),
            columns: two(&|j, k| (0..4).map(|i| x(i, j, k)).collect()),
            boxes: two(&|b, k| {
                let cells = (0..4).map(|c| (b / 2 * 2 + c / 2, b % 2 * 2 + c % 2));
                cells.map(|(i, j)| x(i, j, k)).collect()
            }),
            cells: two(&|i, j| (0..4).map(|k| x(i, j, k)).collect()),
            once: (0..16).flat_map(|cell| pairs(cell / 4, cell % 4)).collect(),
            clues: CLUES.iter().map(|&[i, j, k]| vec![x(i, j, k)]).collect(),
        }
    }

    /// The clauses, family after family.
    fn clauses(&self) -> Vec<Vec<i64>> {
        let families = [
            &self.rows,
            &self.columns,
            &self.boxes,
            &self.cells,
            &self.once,
            &self.clues,
        ];
        families.into_iter().flatten().cloned().collect()
    }
}

/// The exit code and what `grade` prints for these clauses.
fn grade_of(puzzle: &str, clauses: &[Vec<i64>], options: &[&str]) -> (i32, String) {
    let highest = clauses.iter().flatten().map(|lit| lit.abs()).max();
    let mut text = format!("p cnf {} {}\n", highest.unwrap_or(0), clauses.len());
    for clause in clauses {
        clause
            .iter()
            .for_each(|lit| write!(text, "{lit} ").unwrap());
        text += "0\n";
    }
    let mut program = program();
    let program = program.args(["grade", puzzle, "-"]).args(options);
    let (code, out, errors) = texts(&program.write_stdin(text).output().unwrap());
    assert_eq!(errors, "", "{out}");
    (code, out)
}

fn grade(formula: &Formula) -> (i32, String) {
    grade_of(LECTURE, &formula.clauses(), &[])
}

#[test]
fn a_repeated_literal_makes_nothing_wrong() {
    for numbering in [BY_COLUMN, BY_VALUE, BY_VALUE_IN_DIGITS] {
        let mut one = Formula::new(numbering);
        one.clues[0] = one.clues[0].repeat(2);
        let (code, out) = grade(&one);
        assert_eq!(code, 0, "{out}");
        let clauses = Formula::new(numbering).clauses().into_iter();
        let all: Vec<Vec<i64>> = clauses.map(|clause| clause.repeat(2)).collect();
        let (code, out) = grade_of(LECTURE, &all, &[]);
        assert_eq!(code, 0, "{out}");
    }
}

/// Without boxes and clues, rows and columns can be exchanged; only the lecture's family
/// (v) shows which index is the value.
#[test]
fn the_reading_with_the_lectures_families_goes_first_and_the_rest_is_open() {
    for signs in [1, -1] {
        let mut formula = Formula::new(BY_VALUE_IN_DIGITS);
        formula.boxes.clear();
        formula.clues.clear();
        formula
            .once
            .iter_mut()
            .for_each(|clause| clause[1] *= signs);
        let (code, out) = grade(&formula);
        assert_eq!(code, 1);
        let open = "The formula leaves the order of your indices open: 100·value + 10·row + \
                    column explains it as well as 100·value + 10·column + row.";
        assert!(out.contains(open), "{out}");
        assert!(out.contains("the first is \"112 0\" (r1c2=1)"), "{out}");
        assert!(!out.contains("twice in a column"), "{out}");
        let sign = "One of the two literals of each clause of \"no cell holds two numbers\" (v)";
        assert_eq!(out.contains(sign), signs < 0, "{out}");
    }
    let (code, out) = grade(&Formula::new(BY_VALUE_IN_DIGITS));
    assert_eq!(code, 0, "the advice leads to a right formula: {out}");
}

#[test]
fn the_usual_numbering_does_not_go_before_the_lectures_families() {
    let mut formula = Formula::new(BY_VALUE);
    formula.boxes.clear();
    formula.clues.clear();
    formula.once.iter_mut().for_each(|clause| clause[1] *= -1);
    let (_, out) = grade(&formula);
    assert!(out.contains("\"no cell holds two numbers\" (v)"), "{out}");
    assert!(
        out.contains("leaves the order of your indices open"),
        "{out}"
    );
}

#[test]
fn an_open_numbering_is_in_the_json_too() {
    let mut formula = Formula::new(BY_VALUE_IN_DIGITS);
    formula.boxes.clear();
    formula.clues.clear();
    let (_, out) = grade_of(LECTURE, &formula.clauses(), &["--json"]);
    let line: serde_json::Value = serde_json::from_str(&out).unwrap();
    let others = &line["formula"]["other_numberings"];
    assert_eq!(*others, serde_json::json!(["100·value + 10·column + row"]));
}

#[test]
fn three_equal_families_leave_all_orders_open() {
    let mut formula = Formula::new(BY_VALUE);
    formula.boxes.clear();
    formula.once.clear();
    formula.clues.clear();
    let (_, out) = grade(&formula);
    assert!(out.contains("and 4 other orders"), "{out}");
}

/// An order that needs fewer changes is the student's, though others have as many families.
#[test]
fn an_order_that_one_mistake_explains_goes_first() {
    let formula = Formula::new(|i, j, k| number([16 * i, 4 * j, k, 1]));
    let split = formula
        .clauses()
        .into_iter()
        .flat_map(|clause| match clause.len() {
            4 => clause.into_iter().map(|lit| vec![lit]).collect(),
            _ => vec![clause],
        });
    let (_, out) = grade_of(LECTURE, &split.collect::<Vec<_>>(), &[]);
    // Rows and columns can be exchanged, and nothing else.
    assert!(!out.contains("other order"), "{out}");
    assert!(
        out.contains("With this change the formula is right."),
        "{out}"
    );
}

/// Changes of single clues do not show which index is which.
#[test]
fn wrong_clues_do_not_choose_an_order() {
    let mut formula = Formula::new(BY_VALUE);
    let wrong = CLUES.map(|[i, j, k]| vec![BY_VALUE((i + 1) % 4, j, k)]);
    formula.clues = wrong.to_vec();
    let (_, out) = grade(&formula);
    assert!(!out.contains("You number"), "{out}");
    assert!(
        out.contains("leaves the order of your indices open"),
        "{out}"
    );
}

#[test]
fn a_formula_without_clauses_has_no_order() {
    let (_, out) = grade_of(LECTURE, &[], &[]);
    assert!(!out.contains("open"), "{out}");
}

/// Most clues decide the order of the indices, though one is missing.
#[test]
fn a_missing_clue_leaves_nothing_open() {
    let mut formula = Formula::new(BY_VALUE);
    formula.clues.remove(0);
    let (_, out) = grade(&formula);
    assert!(!out.contains("open"), "{out}");
    assert!(
        out.contains("The clue r1c2=1 is missing: add \"2 0\"."),
        "{out}"
    );
}

#[test]
fn the_other_numbering_is_called_the_lectures() {
    let (_, out) = grade(&Formula::new(BY_COLUMN));
    let words = "variable 17 is r1c2=1 in yours, and r2c1=1 in the lecture's numbering.";
    assert!(out.contains(words), "{out}");
}

#[test]
fn clauses_that_may_be_meant_for_a_missing_family_are_named() {
    let mut formula = Formula::new(BY_ROW_IN_DIGITS);
    formula
        .columns
        .iter_mut()
        .flatten()
        .for_each(|lit| *lit -= 100);
    let (_, out) = grade(&formula);
    assert!(out.contains("of which 16 stand for no candidate"), "{out}");
    let words = "No clause says \"each number is in each column\" (ii). Perhaps 16 clauses that \
                 state no rule are meant to; the first is clause 17 (line 18) \"11 111 211 311 \
                 0\"; its variable 11 stands for no candidate.";
    assert!(out.contains(words), "{out}");

    let mut formula = Formula::new(BY_ROW_IN_DIGITS);
    formula.once = formula.cells.clone();
    formula.once.iter_mut().flatten().for_each(|lit| *lit *= -1);
    let (_, out) = grade(&formula);
    let words = "No clause says \"no cell holds two numbers\" (v). Perhaps 16 clauses that state \
                 no rule are meant to; the first is clause 65 (line 66) \"-111 -112 -113 -114 0\".";
    assert!(out.contains(words), "{out}");
}

/// Clauses of working auxiliary variables are not suspected.
#[test]
fn a_family_that_is_simply_missing_blames_no_clause() {
    let mut formula = Formula::new(BY_ROW_IN_DIGITS);
    formula.columns.clear();
    let halves = |(index, clause): (usize, Vec<i64>)| {
        let link = 500 + index as i64;
        let first = vec![clause[0], clause[1], link];
        [first, vec![-link, clause[2], clause[3]]]
    };
    let rows = std::mem::take(&mut formula.rows).into_iter().enumerate();
    formula.rows = rows.flat_map(halves).collect();
    let (_, out) = grade(&formula);
    assert!(out.contains("(ii): this family is missing."), "{out}");
}

#[test]
fn other_symbols_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("zero.txt");
    std::fs::write(&file, "0 1 . .\n. . 0 .\n. 3 . .\n. . . 2\n").unwrap();
    let file = Path::to_str(&file).unwrap();
    let mut formula = Formula::new(BY_ROW_IN_DIGITS);
    formula.clues.clear();
    let sentence = "The symbols 0 1 2 3 are called 1 to 4 here, in this order.\n";
    let (_, out) = grade_of(file, &formula.clauses(), &[]);
    assert!(out.contains(sentence), "{out}");
    let (_, out) = grade_of(LECTURE, &formula.clauses(), &[]);
    assert!(!out.contains("symbols"), "{out}");
}

#[test]
fn a_header_is_judged_by_the_formula_that_is_right() {
    let folder = tempfile::tempdir().unwrap();
    let encode = ["encode", "-o", "-", "puzzles/lecture-4x4.txt"];
    let (_, right, _) = texts(&crate::program::run(&encode, ""));
    let (without_last, _) = right.trim_end().rsplit_once('\n').unwrap();
    let file = folder.path().join("f.cnf");
    let grade = |text: &str| {
        std::fs::write(&file, text).unwrap();
        let path = file.to_str().unwrap();
        texts(&crate::program::run(
            &["grade", "puzzles/lecture-4x4.txt", path],
            "",
        ))
        .1
    };
    // The header declares 164 clauses, which is right when the clue is there again.
    let out = grade(without_last);
    assert!(
        out.contains("The clue r4c2=2 is missing: add \"54 0\"."),
        "{out}"
    );
    assert!(!out.contains("The header on line"), "{out}");
    let end = "With this change the formula is right. It then has 164 clauses, which the header must declare.";
    assert!(out.trim_end().ends_with(end), "{out}");
    // One that is wrong either way is named.
    let out = grade(&without_last.replace("p cnf 64 164", "p cnf 64 100"));
    assert!(out.contains("The header on line"), "{out}");
    assert!(out.contains("With these 2 changes"), "{out}");
}
