//! The problems that come along: published numbers, and Knuth's texts.
//!
//! What is short is counted beside the code; here is what takes seconds, and
//! what the program does.

use assert_cmd::Command;
use std::path::PathBuf;
use sudosat::budget::Budget;
use sudosat::cover::dlx::{Choice, Dlx};
use sudosat::cover::{knuth, problems};

fn count(text: &str) -> u64 {
    let instance = problems::build(text).unwrap();
    let mut dlx = Dlx::new(instance.problem(), Choice::Smallest);
    while dlx.advance(&Budget::unlimited()).expect("no limit") {}
    dlx.stats().solutions
}

#[test]
fn published_numbers() {
    for (text, solutions) in [
        // OEIS A000170, A014552, A002860, A000315.
        ("queens:10", 724),
        ("queens:11", 2_680),
        ("queens:12", 14_200),
        ("langford:11,reduced", 17_792),
        ("latin:5", 161_280),
        ("latin:6,reduced", 9_408),
        // Conway and Guy by hand, 1961.
        ("soma", 11_520),
        ("soma:reduced", 240),
        // C. B. and J. Haselgrove by computer, 1960: 6×10, and 5×12 by others.
        ("pentominoes:6x10,reduced", 2_339),
        ("pentominoes:4x15,reduced", 368),
        // Dana Scott by computer, 1958: the chessboard without its middle.
        (HOLE, 520),
        (HOLE_REDUCED, 65),
    ] {
        assert_eq!(count(text), solutions, "{text}");
    }
}

const HOLE: &str =
    "pentominoes:region=########/########/########/###..###/###..###/########/########/########";
const HOLE_REDUCED: &str = "pentominoes:reduced,region=########/########/########/###..###/###..###/########/########/########";

/// The text of an instance, by the program.
fn written(problem: &str) -> String {
    let (code, out, err) = run(&["--problem", problem, "--write", "-"]);
    assert_eq!((code, err.as_str()), (0, ""), "{problem}");
    out
}

/// Exit code, standard output, standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("sudosat").unwrap();
    let output = command.arg("cover").args(arguments).output().unwrap();
    (
        output.status.code().expect("it exits"),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// Families in the words of the published instances, so that nodes and updates
/// can be compared with those of other programs.
#[test]
fn texts_are_those_of_the_published_instances() {
    let folder = std::env::var_os("SUDOSAT_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data")),
        PathBuf::from,
    );
    for (problem, file) in [
        ("queens:8", "queens8"),
        ("queens:12", "queens12"),
        ("langford:8,reduced", "langford8"),
        ("langford:11,reduced", "langford11"),
        ("latin:5,reduced", "latin5red"),
        ("triominoes:3x4", "trom3x4"),
        ("triominoes:6x9,corners", "ltrom6x9"),
        ("triominoes:6x12", "trom6x12"),
        ("dominoes:8x8", "domino8x8"),
        ("pentominoes:6x10", "pent6x10"),
        ("soma", "soma"),
    ] {
        let path = folder.join("cover").join(format!("{file}.dlx"));
        match std::fs::read_to_string(&path) {
            Ok(published) => assert!(written(problem) == published, "{problem}"),
            Err(_) => eprintln!("skipped: {} is not here", path.display()),
        }
    }
}

#[test]
fn what_is_written_is_read_back() {
    for problem in [
        "queens:5",
        "langford:4",
        "soma:reduced",
        "pentominoes:region=.##/####",
        "latin:11",
        "mates:11,reduced",
        "graeco-latin:3",
        "triominoes-3x4",
    ] {
        let text = written(problem);
        let read = knuth::read(text.as_bytes(), "text", |warning| panic!("{warning}"));
        let instance = problems::build(problem).unwrap();
        assert!(&read.unwrap() == instance.problem(), "{problem}");
    }
}
