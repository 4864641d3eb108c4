//! Backbones: the candidates of all solutions, against a list of all solutions.

use crate::program::program;
use assert_cmd::Command;
use predicates::prelude::*;
use std::collections::BTreeSet;
use std::time::Duration;
use sudosat::budget::{Budget, Interrupt, Stop};
use sudosat::engine::{self, End, Limit, Request};
use sudosat::reason::Backbone;
use sudosat::reason::why::NoAnswer;
use sudosat::sudoku::text::{self, Options};
use sudosat::sudoku::{Candidate, Digit, Puzzle};

fn puzzle(text: &str) -> Puzzle {
    let entry = text::read(text.as_bytes(), "test", &Options::default()).next();
    entry.unwrap().unwrap().puzzle
}

/// Returns the candidates of all solutions, by listing all solutions.
fn listed(puzzle: &Puzzle) -> BTreeSet<Candidate> {
    let engine = engine::by_name("backtrack-fewest").unwrap();
    let request = Request::new(Limit::ALL);
    let (outcome, grids) = engine::solve(&*engine, puzzle, &request, &Budget::unlimited()).unwrap();
    assert!(matches!(outcome.end, End::Exhausted(_)));
    grids
        .iter()
        .flat_map(|grid| grid.candidates().collect::<Vec<_>>())
        .collect()
}

/// Puzzles by several rules with many solutions, few, one, and none.
const PUZZLES: [&str; 12] = [
    "................",
    "1...............",
    ".12....4.....2..",
    ".12....4........",
    "1..1............",
    "12...........3..",
    "size 4x4; diagonal\nclues\n1 2 . .\n. . . .\n. . . .\n. . . .\n",
    "size 4x4\nregions\nA A A B\nA C B B\nC C B D\nC D D D\nclues\n1 . . .\n. . . .\n. . . .\n. . . .\n",
    "size 4x4\ncage 5 r1c1 r1c2\ncage 7 r2c3 r2c4\ncage 4 r3c1 r4c1\n",
    "size 4x4\nanti-knight\nclues\n1 . . .\n. . . .\n. . . .\n. . . .\n",
    "size 4x4\nthermo r1c1 r1c2 r1c3\nclues\n. . . .\n. . . 1\n. . . .\n. . . .\n",
    "53..7....6..19.....98....6.8...6...34..8.3...7...2...6.6....28....419..5....8..79",
];

#[test]
fn the_candidates_are_those_of_all_solutions() {
    for text in PUZZLES {
        let puzzle = puzzle(text);
        let listed = listed(&puzzle);
        let backbone = Backbone::find(&puzzle, &Budget::unlimited()).unwrap();
        assert_eq!(backbone.stop, None);
        assert_eq!(backbone.has_solution(), !listed.is_empty(), "{text}");
        for cell in puzzle.size().cells() {
            let expected: Vec<Digit> = listed
                .iter()
                .filter(|candidate| candidate.cell == cell)
                .map(|candidate| candidate.digit)
                .collect();
            let possible: Vec<Digit> = backbone.possible(cell).collect();
            assert_eq!(possible, expected, "{text}: {cell}");
            assert_eq!(backbone.undecided(cell).count(), 0);
            let digit = (expected.len() == 1).then(|| expected[0]);
            assert_eq!(backbone.digit(cell), digit);
        }
    }
}

#[test]
fn what_is_known_when_the_budget_ends_is_right() {
    let mut ends = BTreeSet::new();
    for text in PUZZLES {
        let puzzle = puzzle(text);
        let listed = listed(&puzzle);
        for conflicts in [0, 1, 2, 3, 5, 10, 20, 50] {
            let budget = Budget::unlimited().with_steps(conflicts);
            let backbone = match Backbone::find(&puzzle, &budget) {
                Ok(backbone) => backbone,
                Err(NoAnswer::Stopped(Stop::Steps)) => continue,
                Err(error) => panic!("{error}"),
            };
            ends.insert(backbone.stop.is_some());
            for cell in puzzle.size().cells() {
                let has = |digit| listed.contains(&Candidate::new(cell, digit));
                assert!(backbone.possible(cell).all(has), "{text}: {cell}");
                let known: BTreeSet<Digit> = backbone
                    .possible(cell)
                    .chain(backbone.undecided(cell))
                    .collect();
                let digits = puzzle.size().digits();
                assert!(
                    digits
                        .filter(|&digit| has(digit))
                        .all(|digit| known.contains(&digit))
                );
                if let Some(digit) = backbone.digit(cell) {
                    assert!(
                        puzzle
                            .size()
                            .digits()
                            .all(|other| has(other) == (other == digit))
                    );
                }
            }
        }
    }
    assert_eq!(ends.len(), 2, "some searches end early, and some do not");
}

#[test]
fn an_interrupt_before_the_first_solution_leaves_nothing() {
    let interrupt = Interrupt::new();
    interrupt.raise();
    let budget = Budget::unlimited().with_interrupt(interrupt);
    let none = Backbone::find(&puzzle(PUZZLES[0]), &budget);
    assert!(matches!(none, Err(NoAnswer::Stopped(Stop::Interrupted))));
}

fn solve(arguments: &[&str]) -> Command {
    let mut command = program();
    command
        .arg("solve")
        .args(arguments)
        .timeout(Duration::from_secs(60));
    command
}

#[test]
fn the_command_draws_the_candidates() {
    let output = solve(&["--backbone", ".12....4........"])
        .assert()
        .success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.starts_with('┌') && text.lines().count() == 7, "{text}");
    output.stderr(predicate::str::contains("in every solution"));
    let none = solve(&["--backbone", "1..1............"])
        .assert()
        .success();
    none.stdout("no solution\n");
}

#[test]
fn the_command_gives_json_and_ends_in_time() {
    let output = solve(&["--backbone", "--json", "1..............."])
        .assert()
        .success();
    let line = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let object: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(object["answer"], "solved");
    assert_eq!(object["complete"], true);
    assert_eq!(object["backbone"][0][0], 1);
    assert!(object["backbone"][3][3].is_null());
    assert_eq!(object["possible"][0][1], serde_json::json!([2, 3, 4]));
    let stopped = solve(&[
        "--backbone",
        "--json",
        "--time-limit",
        "0",
        "1...............",
    ]);
    let output = { stopped }.assert().code(3);
    let line = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(line.contains("\"answer\":\"unknown\"") && line.contains("\"complete\":false"));
    solve(&["--backbone", "--all", "1..............."])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("cannot be used"));
}
