//! `sudosat grade` on exercises beyond Sudoku: right, wrong and unknown work, and the mistake named.
//!
//! The formulas are made by loops of their own, which share no code with the library's.

use crate::grade::run as grade_command;
use sudosat::budget::Budget;
use sudosat::teach::student::exercise::Exercise;

/// A clause for each row: one of its variables.
fn some([rows, columns]: [i64; 2]) -> Vec<Vec<i64>> {
    let row = |row| (1..=columns).map(|column| row * columns + column).collect();
    (0..rows).map(row).collect()
}

/// For each column, the pairs of which not both hold.
fn once([rows, columns]: [i64; 2]) -> Vec<Vec<i64>> {
    let mut pairs = Vec::new();
    for column in 1..=columns {
        for first in 0..rows {
            for second in first + 1..rows {
                pairs.push(vec![
                    -(first * columns + column),
                    -(second * columns + column),
                ]);
            }
        }
    }
    pairs
}

/// The pairs of squares of a board on which queens attack each other.
fn attacks(side: i64, attack: fn(i64, i64) -> bool) -> Vec<Vec<i64>> {
    let squares: Vec<(i64, i64)> = (0..side * side)
        .map(|square| (square / side, square % side))
        .collect();
    let mut pairs = Vec::new();
    for (place, a) in squares.iter().enumerate() {
        for b in &squares[place + 1..] {
            if attack(b.0 - a.0, b.1 - a.1) {
                pairs.push(vec![-(a.0 * side + a.1 + 1), -(b.0 * side + b.1 + 1)]);
            }
        }
    }
    pairs
}

fn queens(side: i64) -> Vec<Vec<i64>> {
    let attack = |down, across: i64| down == 0 || across == 0 || down == across.abs();
    [some([side, side]), attacks(side, attack)].concat()
}

fn dimacs(clauses: &[Vec<i64>]) -> String {
    let vars = clauses
        .iter()
        .flatten()
        .map(|lit| lit.abs())
        .max()
        .unwrap_or(0);
    let line = |clause: &Vec<i64>| {
        clause
            .iter()
            .map(|lit| format!("{lit} "))
            .collect::<String>()
            + "0\n"
    };
    let lines: String = clauses.iter().map(line).collect();
    format!("p cnf {vars} {}\n{lines}", clauses.len())
}

fn holes(pigeons: i64, holes: i64) -> Vec<Vec<i64>> {
    [some([pigeons, holes]), once([pigeons, holes])].concat()
}

/// The edges of a wheel: a rim of five vertices and a hub, which needs four colours.
const WHEEL: &str = "c a wheel\np edge 6 10\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\ne 6 1\ne 6 2\ne 6 3\ne 6 4\ne 6 5\n";

/// The formula that colours the wheel.
fn wheel(colours: i64) -> Vec<Vec<i64>> {
    let mut clauses = some([6, colours]);
    for edge in WHEEL.lines().filter_map(|line| line.strip_prefix("e ")) {
        let ends: Vec<i64> = edge
            .split(' ')
            .map(|end| end.parse::<i64>().unwrap() - 1)
            .collect();
        clauses.extend(
            (1..=colours).map(|c| vec![-(ends[0] * colours + c), -(ends[1] * colours + c)]),
        );
    }
    clauses
}

/// At most one of the variables, with the auxiliary variables of a sequential counter from `next` on.
fn counter(vars: &[i64], next: i64) -> Vec<Vec<i64>> {
    let mut clauses = Vec::new();
    for (place, var) in (0..).zip(vars) {
        clauses.push(vec![-var, next + place]);
        if place > 0 {
            clauses.push(vec![-(next + place - 1), next + place]);
            clauses.push(vec![-var, -(next + place - 1)]);
        }
    }
    clauses
}

/// The clauses that `keep` holds of.
fn only(clauses: Vec<Vec<i64>>, keep: impl Fn(&Vec<i64>) -> bool) -> Vec<Vec<i64>> {
    clauses.into_iter().filter(|clause| keep(clause)).collect()
}

fn mapped(clauses: Vec<Vec<i64>>, change: impl Fn(Vec<i64>) -> Vec<i64>) -> Vec<Vec<i64>> {
    clauses.into_iter().map(change).collect()
}

/// A formula of four clauses over two variables, which has no model.
const SQUARE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
/// Implications in a ring with both ends of a variable.
const RING: &str = "p cnf 3 5\n1 2 0\n-1 2 0\n-2 3 0\n-2 -3 0\n1 3 0\n";
/// The lecture's family of sets: the cover is lines 1, 4 and 5.
const SETS: &str = "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n";

/// Items that are numbers; a secondary item.
const NUMBERS: &str = "1 2 3\n1 2\n2 3\n3\n1\n";
const SIDES: &str = "a b | x\na x\nb x\n";

/// The files that exercises name.
const FILES: [(&str, &str); 7] = [
    ("wheel", WHEEL),
    ("square", SQUARE),
    ("ring", RING),
    ("sets", SETS),
    ("numbers", NUMBERS),
    ("sides", SIDES),
    ("empty", "p cnf 1 2\n1 0\n0\n"),
];

/// Work on an exercise: what is handed in, the verdict, and a cause.
type Case = (&'static str, String, Option<bool>, &'static str);

#[rustfmt::skip]
fn cases() -> Vec<Case> {
    let (right, wrong, unknown) = (Some(true), Some(false), None);
    let formula = |clauses: Vec<Vec<i64>>| dimacs(&clauses);
    vec![
        // Pigeonholes.
        ("pigeonholes:4,3", formula(holes(4, 3)), right, ""),
        ("pigeonholes:3,3", formula([holes(3, 3), mapped(once([3, 3]), |pair| pair.into_iter().map(|lit| -((-lit - 1) % 3 * 3 + (-lit - 1) / 3 + 1)).collect())].concat()), right, ""),
        ("pigeonholes:4,3", formula([some([4, 3]), (0..3).flat_map(|hole| counter(&[hole + 1, hole + 4, hole + 7, hole + 10], 13 + 4 * hole)).collect()].concat()), right, ""),
        ("pigeonholes:4,3", formula(mapped(holes(4, 3), |clause| clause.into_iter().map(|lit| lit.signum() * ((lit.abs() - 1) % 3 * 4 + (lit.abs() - 1) / 3 + 1)).collect())), right, ""),
        ("pigeonholes:4,3", formula(only(holes(4, 3), |clause| clause != &vec![-2, -11])), wrong, "missing-clause"),
        ("pigeonholes:4,3", formula(only(holes(4, 3), |clause| clause.len() == 3 || clause.iter().all(|lit| lit % 3 != 0))), wrong, "loop-end"),
        ("pigeonholes:4,3", formula(some([4, 3])), wrong, "missing-family"),
        ("pigeonholes:4,3", formula([vec![vec![1, 2, 6]], holes(4, 3)[1..].to_vec()].concat()), wrong, "literal-wrong"),
        ("pigeonholes:4,3", formula(mapped(holes(4, 3), |clause| clause.into_iter().map(i64::abs).collect())), wrong, "signs"),
        ("pigeonholes:4,3", formula([holes(4, 3), vec![vec![1]]].concat()), wrong, "surplus-clause"),
        // Everything follows from what has no solution.
        ("pigeonholes:4,3", formula([holes(4, 3), vec![vec![-10]]].concat()), unknown, "doubtful-clause"),
        ("pigeonholes:4,3", formula([holes(4, 3), (1..=12).map(|lit| vec![-lit]).collect()].concat()), unknown, "doubtful-clause"),
        ("pigeonholes:4,3", formula(holes(5, 3)), unknown, "doubtful-clause"),
        ("pigeonholes:5,4", formula(mapped(holes(5, 4), |clause| if clause.len() == 4 { clause[..3].to_vec() } else { clause })), wrong, "short-clauses"),
        ("pigeonholes:4,3", formula(mapped(holes(4, 3), |clause| clause.into_iter().map(|lit| lit * 37 % 97).collect())), unknown, "unrecognized"),
        // The last literal of each pigeon is the next one's.
        ("pigeonholes:10,9", formula(mapped(holes(10, 9), |mut clause| { if clause.len() == 9 { clause[8] = clause[8] % 90 + 9 } clause })), wrong, "wrong-indices"),
        // Any factors of row and column, and the other way round in every second row.
        ("pigeonholes:4,3", formula(mapped(holes(4, 3), |clause| clause.into_iter().map(|lit| lit.signum() * ((lit.abs() - 1) / 3 * 7 + (lit.abs() - 1) % 3 * 2 + 5)).collect())), right, ""),
        ("queens:4", formula(mapped(queens(4), |clause| clause.into_iter().map(|lit| lit.signum() * ((lit.abs() - 1) / 4 * 10 + 10 + (lit.abs() - 1) % 4)).collect())), right, ""),
        ("pigeonholes:4,3", formula(mapped(holes(4, 3), |clause| clause.into_iter().map(|lit| if (lit.abs() - 1) / 3 % 2 == 1 { lit.signum() * ((lit.abs() - 1) / 3 * 6 + 4 - lit.abs()) } else { lit }).collect())), unknown, "unrecognized"),
        // Any part of an optional family may be there.
        ("pigeonholes:2,3", formula([holes(2, 3), vec![vec![-1, -2]]].concat()), right, ""),
        ("pigeonholes:4,3", formula([holes(4, 3), vec![vec![-1, -2]]].concat()), right, ""),
        ("pigeonholes:4,3", formula([holes(4, 3), vec![vec![]]].concat()), wrong, "surplus-clause"),
        ("queens:2", "p cnf 0 1\n0\n".to_owned(), wrong, "missing-family"),
        // Colouring.
        ("colouring:4,wheel", formula(wheel(4)), right, ""),
        ("colouring:3,wheel", formula(wheel(3)), right, ""),
        ("colouring:3,wheel", formula(only(wheel(3), |clause| clause.len() == 3 || !clause.contains(&-16))), wrong, "missing-clause"),
        ("colouring:4,wheel", formula(mapped(wheel(4), |clause| match clause[..] { [a, b] => vec![a, -b], _ => clause })), wrong, "signs"),
        ("colouring:4,wheel", formula(wheel(4).into_iter().flat_map(|clause| if clause.len() == 4 { clause.into_iter().map(|lit| vec![lit]).collect() } else { vec![clause] }).collect()), wrong, "split-clauses"),
        ("colouring:4,wheel", dimacs(&wheel(4)).replace("p cnf 24 46", "p cnf 20 46"), wrong, "header"),
        ("colouring:4,wheel", formula(mapped(wheel(4), |clause| clause.into_iter().map(|lit| lit * 31 % 101).collect())), unknown, "unrecognized"),
        ("colouring:4,wheel", formula(mapped(wheel(4), |clause| match clause[..] { [a, b] => vec![a, -((-b - 1) / 4 * 4 + -b % 4 + 1)], _ => clause })), unknown, "unrecognized"),
        // Queens.
        ("queens:5", formula(queens(5)), right, ""),
        ("queens:4", formula([queens(4), mapped(some([4, 4]), |row| (0..4).map(|place| (row[0] - 1) / 4 + 1 + 4 * place).collect())].concat()), right, ""),
        ("queens:3", formula(queens(3)), right, ""),
        // This follows from all families but those of diagonals, which have a solution.
        ("queens:2", formula([queens(2), vec![vec![1, 3], vec![2, 4]]].concat()), right, ""),
        ("queens:3", formula([queens(3), vec![vec![1, 4, 7], vec![3, 6, 9]]].concat()), right, ""),
        ("queens:3", formula([queens(3), vec![vec![2]]].concat()), wrong, "surplus-clause"),
        ("queens:5", dimacs(&queens(5)).replace(' ', "\t"), right, ""),
        ("queens:5", { let text = dimacs(&queens(5)); let (head, rest) = text.split_once('\n').unwrap(); format!("{rest}{head}\n") }, wrong, "header"),
        ("queens:5", formula([some([5, 5]), attacks(5, |down, across| down == 0 || across == 0)].concat()), wrong, "missing-family"),
        ("queens:5", formula([some([5, 5]), attacks(5, |down, across| down == 0 || across == 0 || down == across)].concat()), wrong, "missing-family"),
        ("queens:6", formula([some([6, 6]), attacks(6, |down, across: i64| down == 0 || across == 0 || (down == across.abs() && down == 1))].concat()), wrong, "missing-clause"),
        ("queens:5", formula([queens(5), (1..=25).map(|lit| vec![-lit, -lit]).collect()].concat()), wrong, "pair-with-itself"),
        ("queens:5", dimacs(&queens(5)).lines().map(|line| line.strip_suffix(" 0").unwrap_or(line).to_owned() + "\n").collect(), wrong, "unterminated"),
        ("queens:5", formula(mapped(queens(5), |clause| clause.into_iter().map(|lit| lit * 53 % 211).collect())), unknown, "unrecognized"),
        // Exact cover.
        ("cover:sets", "1 4 5\n".to_owned(), right, ""),
        ("cover:sets", "c e f\nb g\nd a\n".to_owned(), right, ""),
        ("cover:sets", "Rows: 1, 4, 5\n".to_owned(), right, ""),
        ("cover:sets", "Solution:\nc e f\nb g\nd a\n".to_owned(), right, ""),
        ("cover:sets", "Answers: 1, 4, 5\n".to_owned(), wrong, "unknown-option"),
        ("cover:sets", "1 4\n".to_owned(), wrong, "uncovered"),
        ("cover:sets", "1, 3, 4, 5\n".to_owned(), wrong, "covered-twice"),
        ("cover:sets", "1 4 9\n".to_owned(), wrong, "unknown-option"),
        ("cover:sets", "1 4 5 4\n".to_owned(), wrong, "chosen-twice"),
        ("cover:sets", "no solution\n".to_owned(), wrong, "denied"),
        ("cover:queens:3", "no solution\n".to_owned(), right, ""),
        ("cover:one-to-five", "2\n3 5\n1 4\n".to_owned(), right, ""),
        ("cover:one-to-five", "solution 1\nE: 2\nD: 3 5\nB: 1 4\n".to_owned(), right, ""),
        ("cover:one-to-five", "E, D, B\n".to_owned(), right, ""),
        ("cover:knuth-6x7", "4 5 1\n".to_owned(), right, ""),
        ("cover:knuth-6x7", "1 4\n2 7\n3 5 6\n".to_owned(), right, ""),
        ("cover:knuth-6x7", "4: 1 4\n5: 2 7\n1: 3 5 6\n".to_owned(), right, ""),
        ("cover:knuth-6x7", "4: 1 5\n5: 2 7\n1: 3 5 6\n".to_owned(), wrong, "unknown-option"),
        ("cover:knuth-6x7", "1 4\n2 7\n".to_owned(), wrong, "uncovered"),
        ("cover:knuth-6x7", "{1, 4}\n{2, 7}\n{3, 5, 6}\n".to_owned(), right, ""),
        ("cover:knuth-6x7", "[4; 5; 1]\n".to_owned(), right, ""),
        ("cover:queens:3", "UNSATISFIABLE.\n".to_owned(), right, ""),
        ("cover:queens:3", "There is no solution.\n".to_owned(), right, ""),
        ("cover:queens:4", "┌───┐\n│ ♛ │\n└───┘\n".to_owned(), unknown, "picture"),
        ("cover:sides", "1 2\n".to_owned(), wrong, "covered-twice"),
        // Resolution.
        ("resolution:square", "5 1 0 1 2 0\n6 -1 0 3 4 0\n7 0 5 6 0\n".to_owned(), right, ""),
        ("resolution:ring", "6 2 0 1 2 0\n7 -2 0 3 4 0\n8 0 6 7 0\n".to_owned(), right, ""),
        ("resolution:square", "5 0 1 4 0\n".to_owned(), wrong, "two-pivots"),
        ("resolution:ring", "6 2 3 0 1 5 0\n".to_owned(), wrong, "no-pivot"),
        ("resolution:square", "5 1 2 0 1 2 0\n6 -1 0 3 4 0\n7 2 0 5 6 0\n".to_owned(), wrong, "pivot-kept"),
        ("resolution:ring", "6 2 0 2 5 0\n".to_owned(), wrong, "literal-missing"),
        ("resolution:square", "5 1 0 1 2 0\n6 -1 0 3 4 0\n".to_owned(), wrong, "not-refuted"),
        ("resolution:square", "5 1 0 1 9 0\n".to_owned(), wrong, "unknown-parent"),
        ("resolution:square", "5 0 1 2 3 4 0\n".to_owned(), unknown, "several-at-once"),
        ("resolution:square", "5 1 0 1 2 0\nc a comment d\n5 d 1 2 0\n6 -1 0 3 4 0\n7 0 5 6 0\n".to_owned(), wrong, "deletion"),
        ("resolution:empty", "c nothing to do\n".to_owned(), right, ""),
        // LRAT.
        ("lrat:square", "5 1 0 1 0\n".to_owned(), wrong, "hints-end"),
        ("lrat:square", "5 1 0 1 -3 2 0\n".to_owned(), wrong, "rat"),
        ("lrat:empty", "c nothing to do\n".to_owned(), right, ""),
        ("lrat:square", "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n".to_owned(), right, ""),
        ("lrat:ring", "6 2 0 1 2 0\n7 0 6 3 4 0\n".to_owned(), right, ""),
        ("lrat:square", "5 0 1 2 3 4 0\n".to_owned(), wrong, "hint-not-unit"),
        ("lrat:square", "5 1 0 1 2 0\n6 0 5 3 0\n".to_owned(), wrong, "hints-end"),
        ("lrat:square", "5 1 0 1 2 0\n".to_owned(), wrong, "not-refuted"),
        ("lrat:ring", "6 2 0 1 8 0\n".to_owned(), wrong, "unknown-hint"),
        ("lrat:ring", "5 2 0 1 2 0\n".to_owned(), wrong, "id-order"),
        ("lrat:square", "5 1 0 0\n".to_owned(), wrong, "no-hints"),
    ]
}

/// A folder with the files that exercises name.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in FILES {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// The exercise, its file in the folder.
fn exercise(text: &str, folder: &tempfile::TempDir) -> String {
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    FILES.into_iter().fold(text.to_owned(), |text, (name, _)| {
        match text.strip_suffix(name) {
            Some(before) => before.to_owned() + &file(name),
            None => text,
        }
    })
}

#[test]
fn each_exercise_is_judged_and_the_mistake_named() {
    let folder = folder();
    let mut faults: Vec<String> = Vec::new();
    for (place, (text, work, right, cause)) in cases().into_iter().enumerate() {
        let exercise = Exercise::read(&exercise(text, &folder)).unwrap().unwrap();
        let mark = exercise
            .grade(&work, "work", false, &Budget::unlimited())
            .unwrap();
        let found: Vec<&str> = mark.causes.iter().map(|cause| cause.name).collect();
        let is_named = match cause {
            "" => found.is_empty(),
            cause => found.contains(&cause),
        };
        let is_full = mark
            .points
            .is_none_or(|(points, most)| (points == most) == (right == Some(true)));
        if mark.right != right || !is_named || !is_full {
            faults.push(format!("{place} {text}: {mark:?}\n{work}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The resolvent of a clause that is always true has its other literal of the pivot.
#[test]
fn a_formula_with_a_model_is_not_refuted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("true.cnf");
    std::fs::write(&file, "p cnf 1 2\n1 -1 0\n-1 0\n").unwrap();
    let text = format!("resolution:{}", file.display());
    let exercise = Exercise::read(&text).unwrap().unwrap();
    let budget = Budget::unlimited();
    let grade = |work| exercise.grade(work, "work", false, &budget).unwrap();
    assert_eq!(grade("3 0 1 2 0\n").right, Some(false));
    assert!(
        grade("3 -1 0 1 2 0\n")
            .causes
            .iter()
            .all(|cause| cause.name == "not-refuted")
    );
    let file = folder.path().join("bounds.dlx");
    std::fs::write(&file, "2:2|a b\na b\na\n").unwrap();
    let refused = Exercise::read(&format!("cover:{}", file.display())).unwrap();
    assert!(refused.is_err_and(|error| error.to_string().contains("colours or bounds")));
}

/// Points are for what is right: for the empty clause only if its step is.
#[test]
fn a_wrong_empty_clause_has_no_point() {
    let folder = folder();
    let exercise = Exercise::read(&exercise("resolution:square", &folder));
    let exercise = exercise.unwrap().unwrap();
    let grade = |work| exercise.grade(work, "work", false, &Budget::unlimited());
    let mark = grade("5 1 0 1 2 0\n6 0 5 2 0\n").unwrap();
    assert_eq!((mark.right, mark.points), (Some(false), Some((1, 3))));
    let mark = grade("5 1 0 1 2 0\nc d\n5 d 1 2 0\n").unwrap();
    assert!(
        mark.causes[0].words.starts_with("Line 3 deletes"),
        "{mark:?}"
    );
}

/// Items and options may both be numbers: which of them was read is told if the verdicts differ.
#[test]
fn numbers_are_read_as_options_or_items() {
    let folder = folder();
    let exercise = Exercise::read(&exercise("cover:numbers", &folder));
    let exercise = exercise.unwrap().unwrap();
    for (work, right, remark) in [
        (
            "1 2\n3\n",
            true,
            "read as items of options; as numbers of options",
        ),
        ("1 3\n", true, ""),
        ("4 2\n", true, ""),
        ("1 2\n", false, ""),
    ] {
        let mark = exercise.grade(work, "work", false, &Budget::unlimited());
        let mark = mark.unwrap();
        let is_told = match remark {
            "" => mark.remarks.is_empty(),
            remark => mark.remarks[0].contains(remark),
        };
        assert!(mark.right == Some(right) && is_told, "{work}: {mark:?}");
    }
}

/// Graphs list edges once or twice, and their headers are held to it.
#[test]
fn edges_of_both_directions_are_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("graph");
    let text = format!("colouring:3,{}", file.display());
    let read = |graph: &str| {
        std::fs::write(&file, graph).unwrap();
        Exercise::read(&text).unwrap()
    };
    let formula = dimacs(&[vec![1, 2, 3], vec![4, 5, 6], vec![-1, -4], vec![-3, -6]]);
    for count in [1, 2] {
        let exercise = read(&format!("p edge 2 {count}\ne 1 2\ne 2 1\n")).unwrap();
        let mark = exercise.grade(&formula, "work", false, &Budget::unlimited());
        let words = &mark.unwrap().causes[0].words;
        assert!(words.starts_with("1 clause of"), "{words}");
    }
    let error = read("c\np edge 2 3\ne 1 2\ne 2 1\n")
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("graph:2:1: found 2 lines of edges (1 different), expected 3 edges"),
        "{error}"
    );
}

/// Without time nothing is called right.
#[test]
fn an_exercise_without_time_is_unknown() {
    let folder = folder();
    let budget = Budget::unlimited().with_time(std::time::Duration::ZERO);
    for text in [
        "resolution:square",
        "lrat:square",
        "cover:queens:3",
        "pigeonholes:9,8",
    ] {
        let work = match text {
            "cover:queens:3" => "no solution\n",
            // The families that are missing are not noticed where no part of what is asked is known.
            "pigeonholes:9,8" => "p cnf 72 1\n-1 -9 0\n",
            _ => "5 1 0 1 2 0\n6 -1 0 3 4 0\n7 0 5 6 0\n",
        };
        let exercise = Exercise::read(&exercise(text, &folder)).unwrap().unwrap();
        let mark = exercise.grade(work, "work", false, &budget).unwrap();
        assert_eq!((mark.right, mark.points), (None, None), "{text}: {mark:?}");
    }
}

#[test]
fn the_program_grades_exercises() {
    let folder = folder();
    let by_columns = mapped(holes(4, 3), |clause| {
        clause
            .into_iter()
            .map(|lit| lit.signum() * ((lit.abs() - 1) % 3 * 4 + (lit.abs() - 1) / 3 + 1))
            .collect()
    });
    let file = folder.path().join("by-columns.cnf");
    std::fs::write(&file, dimacs(&by_columns)).unwrap();
    let run = |arguments: &[&str]| {
        let file = file.to_str().unwrap();
        let (code, told, errors) = grade_command(&[arguments, &[file]].concat());
        (code, told + &errors)
    };
    let (code, told) = run(&["pigeonholes:4,3"]);
    assert!(code == 0 && told.contains("4 of 4 points"), "{told}");
    let (code, told) = run(&["pigeonholes:4,3", "--numbering", "lecture"]);
    assert!(
        code == 1 && told.contains("3·(pigeon−1) + (hole−1) + 1 is required"),
        "{told}"
    );
    assert!(told.contains("4 of 5 points"), "{told}");
    for (text, message) in [
        ("cover:soma", "--numbering is for formulas"),
        ("cover:queens:x", "queens: "),
        ("cover:sona", "there is no problem"),
    ] {
        let (code, told) = run(&[text, "--numbering", "lecture"]);
        assert!(code == 2 && told.contains(message), "{text}: {told}");
    }
    let (code, told) = run(&["pigeonholes:4,3", "--json"]);
    let line: serde_json::Value = serde_json::from_str(told.trim()).unwrap();
    assert_eq!(
        (code, &line["kind"], &line["points"]),
        (0, &"exercise".into(), &4.into())
    );
    for (text, message) in [
        ("queens:x", "queens needs N, as in `queens:6`; found \"x\""),
        ("queens:30", "900 variables are too many"),
        ("pigeonholes:4", "pigeonholes needs PIGEONS,HOLES"),
        ("colouring:3,/no/file", "/no/file"),
    ] {
        let (code, told) = run(&[text]);
        assert!(code == 2 && told.contains(message), "{text}: {told}");
    }
}
