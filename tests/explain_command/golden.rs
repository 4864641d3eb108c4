//! The courses' worked examples step by step, as `explain` prints them.
//!
//! `tests/golden/explain/` holds the outputs. With `SUDOSAT_BLESS=1` they are
//! written anew; look at the difference before you keep it.

use super::*;
use std::path::Path;

/// The number of the example, its name, and how it is shown.
const EXAMPLES: [(&str, &[&str]); 16] = [
    ("1-lecture-4x4", &[LECTURE]),
    (
        "1-lecture-9x9-dead-end",
        &[
            "--engine",
            "backtrack",
            "--conflicts",
            "1..1",
            "puzzles/lecture-9x9.txt",
        ],
    ),
    (
        "2-backtracking",
        &["--engine", "backtrack", "--steps", "1..", LECTURE],
    ),
    (
        "3-a-to-g-matrix",
        &["--problem", "a-to-g", "--engine", "matrix"],
    ),
    ("3-a-to-g-dlx", &["--problem", "a-to-g", "--steps", "1.."]),
    (
        "3-knuth-6x7-matrix",
        &["--problem", "knuth-6x7", "--engine", "matrix"],
    ),
    (
        "3-knuth-6x7-dlx",
        &["--problem", "knuth-6x7", "--steps", "1.."],
    ),
    (
        "4-zero-to-six-dlx",
        &["--problem", "zero-to-six", "--steps", "1.."],
    ),
    (
        "5-one-to-five",
        &["--problem", "one-to-five", "--engine", "matrix"],
    ),
    (
        "6-matrix-6x6",
        &["--problem", "matrix-6x6", "--engine", "matrix"],
    ),
    (
        "7-triominoes",
        &["--problem", "triominoes-3x4", "--engine", "matrix"],
    ),
    (
        "8-exact-cover-4x4-matrix",
        &["--engine", "matrix", "puzzles/exact-cover-4x4.txt"],
    ),
    (
        "8-exact-cover-4x4-dlx",
        &[
            "--engine",
            "dlx",
            "--steps",
            "1..",
            "puzzles/exact-cover-4x4.txt",
        ],
    ),
    (
        "8-64-options-64-items",
        &[
            "--engine",
            "matrix",
            "--steps",
            "1..12",
            "puzzles/empty-4x4.txt",
        ],
    ),
    (
        "9-brute-force-killer",
        &[
            "--engine",
            "backtrack",
            "--steps",
            "99960..100000",
            "puzzles/brute-force-killer.txt",
        ],
    ),
    (
        "10-four-blocks",
        &[
            "--engine",
            "dlx",
            "--steps",
            "1..17",
            "puzzles/empty-9x9.txt",
        ],
    ),
];

#[test]
fn the_worked_examples_are_told_step_by_step() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/explain");
    let bless = std::env::var_os("SUDOSAT_BLESS").is_some();
    let mut wrong = Vec::new();
    for (name, arguments) in EXAMPLES {
        let file = folder.join(format!("{name}.txt"));
        let told = explain(arguments);
        if bless {
            std::fs::write(&file, &told).unwrap();
        }
        let expected = std::fs::read_to_string(&file).unwrap_or_default();
        let mut lines = told.lines().zip(expected.lines()).enumerate();
        if told != expected {
            let first = lines.find(|(_, (told, expected))| told != expected);
            wrong.push(format!("{name}: {first:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Each file is an example's.
#[test]
fn no_output_is_left_over() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/explain");
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap().file_name().into_string().unwrap();
        let name = file.strip_suffix(".txt").unwrap();
        assert!(EXAMPLES.iter().any(|(known, _)| *known == name), "{name}");
    }
}
