//! `sudosat decode`: every kind of answer, right and wrong.
//!
//! - accepted: competition lines, minisat's file, true literals alone,
//!   auxiliary variables, other numbering
//! - refused: wrong, partial, contradictory models, and answers without one
//! - passed on: unsatisfiable, unknown

use crate::program::{PROGRAM, run};
use std::process::{Command, Output};

/// The only solution of `PUZZLE`.
const GRID: &str = "1234341221434321";
const PUZZLE: &str = "12..3.....4....1";

/// Runs `sudosat decode` with `answer` on standard input.
fn decode(arguments: &[&str], answer: &str) -> Output {
    run(&[&["decode"], arguments, &["-"]].concat(), answer)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The 64 literals of a 4×4 grid, by the definition of their numbers.
fn literals(grid: &str) -> Vec<i32> {
    let mut literals = Vec::new();
    for (cell, digit) in grid.bytes().enumerate() {
        for value in 1..=4 {
            let number = 4 * cell as i32 + value;
            let holds = i32::from(digit - b'0') == value;
            literals.push(if holds { number } else { -number });
        }
    }
    literals
}

fn joined(literals: &[i32]) -> String {
    literals.iter().map(|lit| format!("{lit} ")).collect()
}

fn competition(literals: &[i32]) -> String {
    format!("c hello\ns SATISFIABLE\nv {}0\n", joined(literals))
}

#[track_caller]
fn accepted(arguments: &[&str], answer: &str) {
    let arguments = [&["--format", "line"], arguments].concat();
    let output = decode(&arguments, answer);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(text(&output.stdout), format!("{GRID}\n"));
    assert_eq!(output.status.code(), Some(0));
}

#[track_caller]
fn refused(arguments: &[&str], answer: &str, code: i32, reason: &str) {
    let output = decode(arguments, answer);
    assert_eq!(text(&output.stdout), "", "nothing is printed");
    let stderr = text(&output.stderr);
    assert!(stderr.contains(reason), "{stderr:?} says {reason:?}");
    assert_eq!(output.status.code(), Some(code), "{stderr}");
}

// ---------------------------------------------------------------- accepted

#[test]
fn competition_lines_and_minisats_file_are_grids() {
    let literals = literals(GRID);
    accepted(&[PUZZLE], &competition(&literals));
    accepted(&[PUZZLE], &format!("SAT\n{}0\n", joined(&literals)));
    let (first, second) = literals.split_at(30);
    let split = format!(
        "v {}\nc between\nv {}0\ns SATISFIABLE\n",
        joined(second),
        joined(first)
    );
    accepted(&[PUZZLE], &split);
}

#[test]
fn the_puzzle_may_be_left_out() {
    let model = literals(GRID);
    accepted(&[], &competition(&model));
    accepted(&["--order", "2"], &competition(&model));
    let positive: Vec<i32> = model.into_iter().filter(|&lit| lit > 0).collect();
    accepted(&[], &competition(&positive));
    accepted(&[PUZZLE], &competition(&positive));
}

#[test]
fn rules_and_symbols_need_a_puzzle() {
    let answer = competition(&literals(GRID));
    for option in [["--rules", "diagonal"], ["--symbols", "A-D"]] {
        refused(&option, &answer, 2, "are for a PUZZLE: name one");
    }
}

#[test]
fn auxiliary_variables_are_passed_over() {
    let mut model = literals(GRID);
    model.extend((65..=256).map(|number| if number % 3 == 0 { number } else { -number }));
    accepted(&[PUZZLE], &competition(&model));
    accepted(&[], &competition(&model));
}

#[test]
fn digits_may_be_the_numbers_of_variables() {
    let mut model: Vec<i32> = (1..=444).map(|number| -number).collect();
    for (cell, digit) in GRID.bytes().enumerate() {
        let number = (cell / 4 + 1) * 100 + (cell % 4 + 1) * 10 + usize::from(digit - b'0');
        model[number - 1] = number as i32;
    }
    accepted(&["--numbering", "rcv", PUZZLE], &competition(&model));
    accepted(&["--numbering", "rcv"], &competition(&model));
    refused(&[PUZZLE], &competition(&model), 1, "row 1 has no 1");
}

#[test]
fn a_grid_is_printed_as_asked() {
    let output = decode(&["--format", "boxed"], &competition(&literals(GRID)));
    let boxed = "\
+-----+-----+
| 1 2 | 3 4 |
| 3 4 | 1 2 |
+-----+-----+
| 2 1 | 4 3 |
| 4 3 | 2 1 |
+-----+-----+
";
    assert_eq!(text(&output.stdout), boxed);
}

// ----------------------------------------------------------------- refused

#[test]
fn a_model_that_breaks_a_rule_is_told_which() {
    let with = |grid: &str| competition(&literals(grid));
    let cases = [
        ("1234341221434322", "row 4 has no 1"),
        ("1234341221444321", "row 3 has no 3"),
        ("2134341221434321", "column 1 has no 1"),
        ("1234214334124321", "box 1 has no 3"),
    ];
    for (grid, reason) in cases {
        refused(&[], &with(grid), 1, reason);
        refused(&["--order", "2"], &with(grid), 1, reason);
    }
    // A right grid, of another puzzle.
    let other = "2...............";
    refused(&[other], &with(GRID), 1, "the clue r1c1=2 is not kept");
}

#[test]
fn two_numbers_in_a_cell_are_told() {
    let mut model = literals(GRID);
    model[4] = 5; // r1c2=1 beside r1c2=2
    refused(
        &[PUZZLE],
        &competition(&model),
        1,
        "r1c2 has two numbers: 1 and 2",
    );
}

#[test]
fn a_partial_model_is_told() {
    let mut model = literals(GRID);
    // r1c1=1 is left out: row 1 has no 1 then.
    model.remove(0);
    refused(&[PUZZLE], &competition(&model), 1, "row 1 has no 1");
    refused(
        &[PUZZLE],
        &competition(&model),
        1,
        "it leaves 1 variable open",
    );
    refused(&[PUZZLE], &competition(&[]), 1, "it ends at variable 0");
    refused(&[PUZZLE], &competition(&[-1]), 1, "it ends at variable 1");
    refused(&[], &competition(&[]), 1, "as no grid's formula does");
}

#[test]
fn the_wrong_order_is_told() {
    refused(
        &["--order", "3"],
        &competition(&literals(GRID)),
        1,
        "a 9×9 grid has 729",
    );
    refused(
        &["--order", "3", PUZZLE],
        &competition(&literals(GRID)),
        2,
        "the puzzle is 4×4, and --order says 9×9",
    );
    refused(&["--order", "32"], "", 2, "expected a number from 1 to 31");
}

#[test]
fn a_contradictory_model_is_refused_where_it_stands() {
    let mut model = literals(GRID);
    model.push(-1);
    refused(&[PUZZLE], &competition(&model), 2, "found -1");
    let both = "s SATISFIABLE\ns UNSATISFIABLE\n";
    refused(&[PUZZLE], both, 2, "UNSATISFIABLE");
}

#[test]
fn an_answer_without_a_model_is_refused() {
    refused(&[PUZZLE], "s SATISFIABLE\n", 1, "no model follows");
    refused(&[PUZZLE], "SATISFIABLE\n", 1, "second file; `kissat -n`");
    refused(
        &[PUZZLE],
        "",
        2,
        "the solver's output is empty: was it stopped?",
    );
    refused(&[PUZZLE], "SAT\n1 -2 3", 2, "final 0");
}

#[test]
fn a_huge_variable_takes_no_memory() {
    let huge = "s SATISFIABLE\nv 1073741823 0\n";
    refused(&[], huge, 1, "row 1 has no 1");
    let highest = "s SATISFIABLE\nv 1 887503681 0\n";
    refused(&[], highest, 1, "row 1 has no 2");
}

#[test]
fn one_puzzle_is_decoded_and_not_two() {
    let two = format!("{PUZZLE}\n{PUZZLE}");
    refused(
        &[&two],
        &competition(&literals(GRID)),
        2,
        "more than one puzzle",
    );
    let output = run(&["decode", "-", "-"], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn puzzles_of_standard_input_are_told_to_come_from_a_file() {
    let two = format!("{PUZZLE}\n{PUZZLE}\n");
    let output = run(&["cover", "--puzzle", "-"], &two);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("name one by its line: FILE:1"), "{told}");
}

#[test]
fn a_puzzle_is_picked_by_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.sdm");
    std::fs::write(&file, format!("4...............\n{PUZZLE}\n")).unwrap();
    let file = file.to_str().unwrap();
    accepted(&[&format!("{file}:2")], &competition(&literals(GRID)));
    let answer = competition(&literals(GRID));
    refused(&[&format!("{file}:1")], &answer, 1, "r1c1=4");
    refused(
        &[&format!("{file}:3")],
        &answer,
        2,
        "no puzzle begins on this line",
    );
}

// --------------------------------------------------------------- passed on

#[test]
fn unsatisfiable_is_checked_against_the_puzzle() {
    let dialects = ["s UNSATISFIABLE\n", "UNSAT\n", "UNSATISFIABLE\n"];
    for answer in dialects {
        let output = decode(&[PUZZLE], answer);
        assert_eq!(text(&output.stdout), "");
        assert_eq!(output.status.code(), Some(1));
        let told = "refused: it says that there is no solution, but there is a solution";
        assert!(text(&output.stderr).contains(told), "{output:?}");
        // Without a puzzle there is nothing to check it against.
        let output = decode(&[], answer);
        assert_eq!(text(&output.stdout), "no solution\n");
        assert_eq!(output.status.code(), Some(0));
        assert!(
            text(&output.stderr).contains("not verified; name the puzzle"),
            "{output:?}"
        );
    }
    let output = decode(&["11.............."], dialects[0]);
    let clash = "row 1 has two 1s: r1c1 and r1c2";
    assert!(text(&output.stderr).contains(clash));
}

#[test]
fn unknown_is_passed_on() {
    for answer in ["s UNKNOWN\n", "c UNKNOWN\n", "INDET\n", "INDETERMINATE\n"] {
        let output = decode(&[PUZZLE], answer);
        assert_eq!(text(&output.stdout), "");
        assert_eq!(output.status.code(), Some(3), "{answer}");
    }
}

#[test]
#[cfg(unix)]
fn pipes_are_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let program = PROGRAM;
    let script = format!(
        "{program} encode -q .1.......43..2.1 -o f.cnf && {program} sat f.cnf > answer; \
         {program} decode --format line <(cat f.cnf) <(cat answer) && \
         {program} decode --format line <(echo .1.......43..2.1) <(cat answer) && \
         {program} decode --format line <(cat answer) <(cat f.cnf) && \
         {program} decode --format line <(cat answer)"
    );
    let output = Command::new("bash")
        .args(["-c", &script])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let told = text(&output.stderr);
    assert_eq!(
        text(&output.stdout),
        "4123231414323241\n".repeat(4),
        "{told}"
    );
    assert!(told.contains("taken the other way round"), "{told}");
}
