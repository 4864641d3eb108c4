//! `sudosat minimize`, symmetric patterns of `generate`, and the page of `sheet`.

use crate::program::{output, program, stderr, stdout};
use std::process::Output;
use sudosat::budget::Budget;
use sudosat::engine::{self, Limit, Request};
use sudosat::generate::Symmetry;
use sudosat::sudoku::{Cell, Grid, Puzzle, text};

const FULL: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn run(arguments: &[&str]) -> Output {
    output(program().args(arguments))
}

fn puzzles(text: &str) -> Vec<Puzzle> {
    let entries = text::read(text.as_bytes(), "text", &text::Options::default());
    entries.map(|entry| entry.unwrap().puzzle).collect()
}

/// Decides by dancing links, which `minimize` does not ask first.
fn is_unique(puzzle: &Puzzle, grid: &Grid) -> bool {
    let dlx = engine::by_name("dlx").unwrap();
    let request = Request::new(Limit::UNIQUE);
    let (outcome, grids) = engine::solve(&*dlx, puzzle, &request, &Budget::unlimited()).unwrap();
    outcome.is_complete() && grids == [grid.clone()]
}

/// Each clue of a puzzle, and the puzzle without it.
fn without_each(puzzle: &Puzzle) -> impl Iterator<Item = (Cell, Puzzle)> + '_ {
    let clues = puzzle
        .size()
        .cells()
        .filter(|&cell| puzzle.clue(cell).is_some());
    clues.map(|cell| {
        let mut without = puzzle.clone();
        without.set_clue(cell, None);
        (cell, without)
    })
}

fn full_grid() -> Grid {
    let puzzle = &puzzles(FULL)[0];
    let size = puzzle.size();
    Grid::new(
        size,
        size.cells()
            .map(|cell| puzzle.clue(cell).unwrap())
            .collect(),
    )
}

#[test]
fn what_is_left_has_one_solution_and_needs_each_clue() {
    let grid = full_grid();
    let mut fewest = 81;
    for tries in ["1", "20"] {
        let output = run(&["minimize", FULL, "--tries", tries, "--format", "line"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let minimal = &puzzles(&stdout(&output))[0];
        assert!(is_unique(minimal, &grid));
        for (cell, without) in without_each(minimal) {
            assert!(!is_unique(&without, &grid), "{cell} is not needed");
        }
        assert!(minimal.num_clues() <= fewest);
        fewest = minimal.num_clues();
        assert!(stderr(&output).contains(&format!("81 clues, {fewest} are left")));
        let check = run(&["minimize", "--check", stdout(&output).trim()]);
        assert_eq!(check.status.code(), Some(0), "{check:?}");
        assert!(stdout(&check).contains("minimal, "), "{check:?}");
    }
}

#[test]
fn needless_clues_are_named() {
    // A minimal puzzle with one clue more.
    let minimal = run(&["minimize", FULL, "-q", "--format", "line"]);
    let minimal = stdout(&minimal).trim().to_owned();
    let added = minimal.find('.').unwrap();
    let more = format!(
        "{}{}{}",
        &minimal[..added],
        &FULL[added..=added],
        &minimal[added + 1..]
    );
    let check = run(&["minimize", "--check", "--json", &more]);
    assert_eq!(check.status.code(), Some(1), "{check:?}");
    let told: serde_json::Value = serde_json::from_str(&stdout(&check)).unwrap();
    assert_eq!(told["minimal"], false);
    let cell = format!("r{}c{}", added / 9 + 1, added % 9 + 1);
    let needless = told["needless"].as_array().unwrap();
    assert!(needless.contains(&cell.into()), "{told}");
    // Each that is named can go, alone.
    let grid = full_grid();
    for (cell, without) in without_each(&puzzles(&more)[0]) {
        let is_named = needless.contains(&cell.to_string().into());
        assert_eq!(is_unique(&without, &grid), is_named, "{cell}");
    }
}

#[test]
fn puzzles_without_one_solution_are_left_alone() {
    for (puzzle, words) in [
        (".".repeat(81), "several solutions"),
        (format!("11{}", ".".repeat(79)), "no solution"),
    ] {
        let output = run(&["minimize", &puzzle]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(stderr(&output).contains(words), "{output:?}");
        assert_eq!(stdout(&output), "");
    }
}

#[test]
fn patterns_have_the_symmetry_that_was_asked_for() {
    for (name, symmetry) in [
        ("half-turn", Symmetry::HalfTurn),
        ("quarter-turn", Symmetry::QuarterTurn),
        ("left-right", Symmetry::LeftRight),
        ("up-down", Symmetry::UpDown),
        ("diagonal", Symmetry::Diagonal),
        ("antidiagonal", Symmetry::Antidiagonal),
        ("full", Symmetry::Full),
    ] {
        for more in [
            &["--minimal"][..],
            &["--clues", "41", "--unique"],
            &["--clues", "33"],
        ] {
            let arguments = ["generate", "--seed", "7", "-n", "3", "--symmetry", name];
            let output = run(&[&arguments, more].concat());
            assert_eq!(output.status.code(), Some(0), "{output:?}");
            let made = puzzles(&stdout(&output));
            assert_eq!(made.len(), 3);
            for puzzle in made {
                for group in symmetry.groups(puzzle.size()) {
                    let clues = group.iter().filter(|&&cell| puzzle.clue(cell).is_some());
                    let count = clues.count();
                    assert!(
                        count == 0 || count == group.len(),
                        "{name} {more:?}\n{output:?}"
                    );
                }
                if let ["--clues", clues, ..] = more {
                    assert_eq!(puzzle.num_clues().to_string(), *clues);
                }
            }
        }
    }
    let output = run(&["generate", "--symmetry", "quarter-turn", "--clues", "26"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(stderr(&output).contains("no pattern of this symmetry has 26 clues"));
}

#[test]
fn a_page_has_each_puzzle_and_its_solution() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sheet.html");
    let file = path.to_str().unwrap();
    let made = run(&["generate", "--unique", "--seed", "3", "--format", "line"]);
    let made = stdout(&made);
    let puzzle = made.trim();
    let several = "1...\n..3.\n....\n...2\n";
    let page = run(&["sheet", puzzle, several, "-o", file, "--title", "Week <1>"]);
    assert_eq!(page.status.code(), Some(0), "{page:?}");
    assert!(stderr(&page).contains("several solutions"), "{page:?}");
    let html = std::fs::read_to_string(&path).unwrap();
    assert_eq!(html.matches("<svg ").count(), 4);
    assert!(html.contains("Week &lt;1&gt;") && html.contains("One of several solutions"));
    // The puzzle itself says so, not only its solution.
    let (puzzles, _) = html.split_once("<section>").unwrap();
    assert_eq!(
        puzzles
            .matches("This puzzle has several solutions.")
            .count(),
        1
    );
    // Nothing is fetched.
    assert!(!html.contains("href=") && !html.contains("src="), "{html}");
    // The digits of the puzzle, and all of its solution.
    let digits = |svg: &str| svg.matches("<text ").count();
    let pictures: Vec<&str> = html.split("<svg ").skip(1).collect();
    let clues = puzzle.bytes().filter(u8::is_ascii_digit).count();
    assert_eq!([digits(pictures[0]), digits(pictures[2])], [clues, 81]);
    let again = run(&["sheet", puzzle, "-o", file]);
    assert_eq!(again.status.code(), Some(2), "{again:?}");
    let bare = run(&["sheet", puzzle, "--no-solutions"]);
    assert_eq!(stdout(&bare).matches("<svg ").count(), 1);
    let bare = run(&["sheet", several, "--no-solutions"]);
    assert!(stdout(&bare).contains("This puzzle has several solutions."));
}

#[test]
fn every_rule_is_drawn_or_stated() {
    let rules = "diagonal; windoku; anti-knight; cage 10 r1c1 r1c2 r2c1; odd r3c3; even r4c4; \
                 less r5c5 r5c6; thermo r9c1 r8c1 r7c1; arrow r9c9 = r8c8 r7c7; \
                 kropki white r6c1 r6c2; kropki black r6c4 r6c5; xv V r1c8 r1c9; \
                 palindrome r2c5 r2c6 r2c7";
    let page = run(&["sheet", &".".repeat(81), "--rules", rules, "--no-solutions"]);
    assert_eq!(page.status.code(), Some(0), "{page:?}");
    let html = stdout(&page);
    assert!(html.contains("knight's move apart"), "{html}");
    for sentence in [
        "The two digits beside a white dot differ by 1.",
        "Of the two digits beside a black dot, one is 2 times the other.",
        "The two digits beside a sign between cells add up to 5.",
    ] {
        assert!(html.contains(sentence), "{sentence} is missing");
    }
    assert!(!html.contains("X is 10"), "{html}");
    for part in [
        ">10</text>",
        ">V</text>",
        ">&lt;</text>",
        "stroke-dasharray",
        "fill=\"#000\"",
    ] {
        assert!(html.contains(part), "{part} is missing");
    }
    let picture = run(&[
        "show",
        &".".repeat(81),
        "--to",
        "svg",
        "--rules",
        "anti-knight",
    ]);
    assert!(stdout(&picture).starts_with("<svg "), "{picture:?}");
    assert!(
        stderr(&picture).contains("leaves out its rules"),
        "{picture:?}"
    );
}
