//! The command `generate`: what it makes, that it repeats, what it refuses.

use crate::program::{PROGRAM, program, signalled_child};
use assert_cmd::Command;
use predicates::prelude::*;
use std::sync::Arc;
use std::time::Duration;
use sudosat::budget::Budget;
use sudosat::cover::Search;
use sudosat::cover::dlx::{Choice, Dlx};
use sudosat::encode;
use sudosat::sudoku::rules::Spec;
use sudosat::sudoku::text::{self, Options};
use sudosat::sudoku::{Candidate, Digit, Puzzle, Rules};

fn generate(arguments: &str) -> Command {
    let mut command = program();
    command.arg("generate").args(arguments.split_whitespace());
    command.timeout(Duration::from_secs(60));
    command
}

/// The puzzles that are made.
fn made(arguments: &str) -> Vec<Puzzle> {
    let output = generate(arguments)
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    text::read(&output[..], "made", &Options::default())
        .map(|entry| entry.unwrap().puzzle)
        .collect()
}

/// Returns the number of solutions, at most two.
fn count(puzzle: &Puzzle) -> usize {
    let problem = encode::cover(puzzle).unwrap();
    let mut links = Dlx::new(&problem, Choice::Smallest);
    let budget = Budget::unlimited();
    (0..2).filter(|_| links.advance(&budget).unwrap()).count()
}

#[test]
fn every_form_of_every_order_can_be_read_back() {
    for format in ["plain", "boxed", "unicode", "line", "sdk", "json"] {
        for order in [1, 2, 3, 4, 5, 6, 9] {
            // A 1×1 grid is a row: two right after each other are none.
            let count = if order == 1 { 1 } else { 2 };
            let arguments = format!("--order {order} --seed 5 --count {count} --format {format}");
            let puzzles = made(&arguments);
            assert_eq!(puzzles.len(), count, "{arguments}");
            for puzzle in &puzzles {
                assert_eq!(puzzle.size().order(), Some(order));
                assert_eq!(puzzle.num_clues(), puzzle.size().num_cells().div_ceil(2));
                assert!(puzzle.clashes().is_empty());
            }
        }
    }
}

#[test]
fn clues_and_holes_are_as_many_as_asked_for() {
    assert_eq!(made("--clues 17 --seed 1")[0].num_clues(), 17);
    assert_eq!(made("--clues 0 --seed 1")[0].num_clues(), 0);
    assert_eq!(
        made("--holes 40% --order 4 --seed 1")[0].num_clues(),
        256 - 102
    );
    assert_eq!(made("--holes 100 --seed 1")[0].num_clues(), 0);
    assert_eq!(made("--holes 0 --seed 1")[0].num_clues(), 81);
}

#[test]
fn unique_puzzles_have_one_solution() {
    for arguments in [
        "--unique --seed 1 --count 20 --clues 25",
        "--unique --seed 1 --count 20 --order 2 --holes 60%",
        "--unique --seed 1 --order 4",
        "--unique --seed 1 --order 5 --holes 40",
        "--unique --seed 1 --order 6 --holes 30",
    ] {
        for puzzle in made(arguments) {
            assert_eq!(count(&puzzle), 1, "{arguments}");
        }
    }
    assert_eq!(made("--unique --seed 1 --clues 25")[0].num_clues(), 25);
}

#[test]
fn no_clue_of_a_minimal_puzzle_can_be_spared() {
    for puzzle in made("--minimal --seed 1 --count 10") {
        assert_eq!(count(&puzzle), 1);
        let clues: Vec<Candidate> = puzzle.clues().collect();
        for clue in clues {
            let mut fewer = puzzle.clone();
            fewer.set_clue(clue.cell, None);
            assert_eq!(count(&fewer), 2, "{clue}");
        }
    }
}

/// A puzzle as marks alone: the candidates that it excludes, those that its clues stand
/// for included. What the rules exclude is not among them.
fn marks(puzzle: &Puzzle) -> Vec<Candidate> {
    let (size, blank) = (puzzle.size(), Puzzle::new(puzzle.rules().clone()));
    let candidates = (0..size.num_candidates()).map(|index| size.candidate(index));
    let is_mark = |candidate: &Candidate| {
        let clue = puzzle.clue(candidate.cell);
        let is_excluded = puzzle.excluded().contains(candidate);
        (is_excluded || clue.is_some_and(|clue| clue != candidate.digit))
            && !blank.excluded().contains(candidate)
    };
    candidates.filter(is_mark).collect()
}

#[test]
fn no_mark_of_a_minimal_pencilmark_puzzle_can_be_put_back() {
    for arguments in [
        "--order 2 -n 20",
        "--size 6 -n 3",
        "--size 5",
        "--order 3",
        "--order 2 --rules diagonal -n 3",
        "--order 2 --rules anti-knight",
        "--size 6 --rules anti-king",
        "--size 6 --class singles",
    ] {
        for puzzle in made(&format!("--pencilmarks --minimal --seed 1 {arguments}")) {
            assert_eq!(count(&puzzle), 1, "{arguments}");
            let marks = marks(&puzzle);
            assert!(marks.len() < puzzle.size().num_candidates() / 2);
            for &mark in &marks {
                let mut fewer = Puzzle::new(puzzle.rules().clone());
                fewer.exclude_all(marks.iter().copied().filter(|&other| other != mark));
                assert_eq!(count(&fewer), 2, "{arguments}: {mark}");
            }
        }
    }
}

#[test]
fn three_quarters_of_the_wrong_candidates_of_a_pencilmark_puzzle_are_left_out() {
    for (arguments, number) in [
        ("", 486),
        ("--order 2", 36),
        ("--size 6 --rules diagonal", 135),
        ("--order 4", 2880),
    ] {
        let puzzles = made(&format!("--pencilmarks --seed 3 -n 2 {arguments}"));
        assert_eq!(puzzles.len(), 2);
        for puzzle in puzzles {
            assert_eq!(count(&puzzle), 1, "{arguments}");
            assert_eq!(marks(&puzzle).len(), number, "{arguments}");
        }
    }
}

#[test]
fn every_form_with_candidates_gives_the_same_pencilmark_puzzle_back() {
    for options in ["--order 2 -n 5", "--order 3", "--size 6 -n 2"] {
        for kind in ["", "--minimal"] {
            let arguments = format!("--pencilmarks --seed 2 {kind} {options}");
            let usual = made(&arguments);
            for form in ["pencilmarks", "rules", "json"] {
                assert_eq!(
                    usual,
                    made(&format!("{arguments} --format {form}")),
                    "{form}"
                );
            }
        }
    }
}

#[test]
fn other_commands_read_pencilmark_puzzles() {
    let text = generate("--pencilmarks --minimal --seed 4")
        .output()
        .unwrap()
        .stdout;
    for command in [
        &["solve", "--unique"][..],
        &["check", "--engines", "cdcl,dlx"],
        &["hint"],
        &["rate"],
    ] {
        let mut program = program();
        program
            .args(command)
            .write_stdin(text.clone())
            .assert()
            .success();
    }
}

#[test]
fn a_seed_repeats_and_counts_on() {
    let first = made("--seed 7 --count 3 --minimal");
    assert_eq!(first, made("--seed 7 --count 3 --minimal"));
    assert_eq!(first[1..], made("--seed 8 --count 2 --minimal"));
    assert_ne!(first[0], first[1]);
    // A seed of its own is told, so that it can be given again.
    let output = generate("--format line")
        .assert()
        .success()
        .get_output()
        .clone();
    let told = String::from_utf8(output.stderr).unwrap();
    let again = generate(&format!("--format line {told}"))
        .assert()
        .success();
    again.stdout(output.stdout);
}

#[test]
fn nothing_that_makes_no_sense_is_taken() {
    for (arguments, part) in [
        ("--order 0", "from 1 to 31"),
        ("--order 32", "from 1 to 31"),
        ("--order x", "from 1 to 31"),
        ("--clues 82", "has 81 cells"),
        ("--clues -1", ""),
        ("--count 0", "1.."),
        ("--holes 101%", "from 0 to 100"),
        ("--holes NaN", "from 0 to 100"),
        ("--size 0", "from 1 to 961"),
        ("--size 962", "from 1 to 961"),
        ("--boxes 2", "as 2x3"),
        ("--boxes 2x", "as 2x3"),
        ("--boxes 0x3", "as 2x3"),
        ("--boxes 100x100", "as 2x3"),
        ("--size 6 --boxes 2x3", "cannot be used"),
        ("--order 2 --size 4", "cannot be used"),
        ("--holes 50 --clues 30", "cannot be used"),
        ("--minimal --holes 30", "cannot be used"),
        ("--pencilmarks --clues 3", "cannot be used"),
        ("--pencilmarks --planted", "cannot be used"),
        ("--pencilmarks --symmetry full", "takes no --symmetry"),
        (
            "--pencilmarks --format plain",
            "expected pencilmarks, rules, json or svg",
        ),
    ] {
        let refused = generate(arguments).assert().code(2).stdout("");
        refused.stderr(predicate::str::contains(part));
    }
}

/// The rows of numbers that the plain form prints.
fn rows(arguments: &str) -> Vec<Vec<usize>> {
    let output = generate(&format!("{arguments} --format plain"))
        .assert()
        .success()
        .get_output()
        .clone();
    let text = String::from_utf8(output.stdout).unwrap();
    let digits = |line: &str| match line.contains(' ') {
        true => line
            .split_whitespace()
            .map(|n| n.parse().unwrap_or(0))
            .collect(),
        false => line
            .chars()
            .map(|c| c.to_digit(10).unwrap_or(0) as usize)
            .collect(),
    };
    text.lines().map(digits).collect()
}

/// Full grids: each row, column and box has each number.
#[test]
fn grids_with_boxes_of_any_form_obey_their_rules() {
    for (arguments, side, [high, wide]) in [
        ("--size 6", 6, [2, 3]),
        ("--size 12", 12, [3, 4]),
        ("--size 7", 7, [1, 7]),
        ("--size 13", 13, [1, 13]),
        ("--size 9", 9, [3, 3]),
        ("--boxes 3x2", 6, [3, 2]),
        ("--boxes 2×4", 8, [2, 4]),
        ("--boxes 5x3", 15, [5, 3]),
    ] {
        let rows = rows(&format!("{arguments} --holes 0 --seed 3"));
        assert_eq!(rows.len(), side, "{arguments}");
        let mut houses: Vec<Vec<usize>> = rows.clone();
        houses.extend((0..side).map(|col| rows.iter().map(|row| row[col]).collect()));
        houses.extend((0..side).map(|number| {
            let (top, left) = (number / high * high, number % high * wide);
            let place = |place: usize| rows[top + place / wide][left + place % wide];
            (0..side).map(place).collect()
        }));
        for mut house in houses {
            house.sort_unstable();
            assert!(house.into_iter().eq(1..=side), "{arguments}");
        }
    }
}

#[test]
fn the_size_of_an_order_gives_the_same_puzzles() {
    for options in ["--seed 4", "--seed 4 --minimal", "--seed 4 --unique"] {
        let told = |size: &str| {
            generate(&format!("{size} {options}"))
                .output()
                .unwrap()
                .stdout
        };
        assert_eq!(told("--size 9"), told("--order 3"));
        assert_eq!(told("--boxes 3x3"), told(""));
    }
}

#[test]
fn unique_puzzles_of_other_boxes_have_one_solution() {
    for (arguments, [rows_of, cols]) in [("--size 6", [2, 3]), ("--boxes 4x2", [4, 2])] {
        let rows = rows(&format!("{arguments} --minimal --seed 9"));
        let rules = Arc::new(Rules::new(Spec::boxes(rows_of, cols).unwrap()).unwrap());
        let mut puzzle = Puzzle::new(rules);
        let size = puzzle.size();
        for (cell, &value) in size.cells().zip(rows.iter().flatten()) {
            puzzle.set_clue(cell, Digit::from_value(value, size));
        }
        assert!(puzzle.num_clues() < size.num_cells() / 2);
        assert_eq!(count(&puzzle), 1);
        for clue in puzzle.clone().clues() {
            let mut fewer = puzzle.clone();
            fewer.set_clue(clue.cell, None);
            assert_eq!(count(&fewer), 2, "{clue}");
        }
    }
}

#[test]
fn giving_up_is_said_and_has_its_exit_code() {
    let told = predicate::str::contains("no puzzle with 3 clues and one solution");
    generate("--order 2 --unique --clues 3 --seed 1")
        .assert()
        .code(3)
        .stdout("")
        .stderr(told);
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let command = format!("{} generate --seed 1 --count 100000 | head -n 1", PROGRAM);
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &command])
        .timeout(Duration::from_secs(60));
    shell.assert().success().stderr("");
}

#[test]
fn a_time_limit_ends_it() {
    for arguments in [
        "--order 6 --minimal",
        "--order 5 --rules anti-knight --minimal",
    ] {
        generate(&format!("{arguments} --seed 1 --time-limit 100ms"))
            .timeout(Duration::from_secs(30))
            .assert()
            .code(3)
            .stdout("")
            .stderr(predicate::str::contains("gave up: out of time"));
    }
    generate("--seed 1 --unique --time-limit 1m")
        .assert()
        .success();
}

#[test]
fn a_puzzle_with_rules_is_printed_with_them() {
    let puzzles = made("--rules anti-knight --unique --holes 40% --seed 1 -n 2");
    assert_eq!(puzzles.len(), 2);
    for puzzle in &puzzles {
        assert_eq!(puzzle.rules().spec().marks_of(&["anti-knight"]).count(), 1);
        assert_eq!(count(puzzle), 1);
    }
    let noted = generate("--rules anti-knight --seed 1 --format line")
        .assert()
        .success();
    noted.stderr(predicate::str::contains("`--to rules` keeps all"));
}

#[test]
fn every_puzzle_has_its_own_time_limit() {
    let gave_up = generate("--order 3 --unique --seed 5 -n 2 --time-limit 0")
        .assert()
        .code(3);
    gave_up.stdout("").stderr(
        predicate::str::contains("--seed 5: gave up")
            .and(predicate::str::contains("--seed 6: gave up")),
    );
}

#[test]
fn the_puzzles_do_not_depend_on_the_number_of_threads() {
    for arguments in [
        "--minimal -n 100",
        "--class failed-literals -n 5",
        "--minimal --clues 17 --tries 1 -n 5",
    ] {
        let told = |jobs: &str| {
            let output = generate(&format!("--seed 3 {arguments} -j {jobs}"))
                .output()
                .unwrap();
            (output.status.code(), output.stdout, output.stderr)
        };
        let alone = told("1");
        assert_eq!(alone, told("3"), "{arguments}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_it_and_is_told() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::io::Read;
    for jobs in ["1", "2"] {
        let mut command = signalled_child();
        command.args(["generate", "--seed", "1", "-n", "1000000000", "-j", jobs]);
        command
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        // The handler is there before the first puzzle.
        let mut output = child.stdout.take().unwrap();
        output.read_exact(&mut [0; 90]).unwrap();
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        std::io::copy(&mut output, &mut std::io::sink()).unwrap();
        let (code, _, error) = crate::program::texts(&child.wait_with_output().unwrap());
        assert_eq!(code, 3, "{error}");
        assert!(error.contains("interrupted"), "{error}");
    }
}

#[test]
fn small_grids_come_out_equally_often() {
    let mut counts = std::collections::BTreeMap::new();
    let text = generate("--order 2 --holes 0 --seed 1 -n 28800 --format line")
        .output()
        .unwrap();
    for grid in String::from_utf8(text.stdout).unwrap().lines() {
        *counts.entry(grid.to_owned()).or_insert(0_i32) += 1;
    }
    assert_eq!(counts.len(), 288);
    // 287 degrees of freedom: the mean is 287, the standard deviation 24.
    let sum: f64 = counts
        .values()
        .map(|count| f64::from(count - 100).powi(2) / 100.0)
        .sum();
    assert!((190.0..385.0).contains(&sum), "{sum}");
}
