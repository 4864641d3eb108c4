//! Pipes, colours, several puzzles, bad input.

use super::*;
use std::io::{BufRead, BufReader};

#[test]
#[cfg(unix)]
fn a_reader_that_has_enough_ends_it_by_sigpipe() {
    use std::os::unix::process::ExitStatusExt;
    for arguments in [
        &["puzzles/classic-9x9.txt"][..],
        &["--formula", "puzzles/classic-9x9.txt"],
        &["--engine", "matrix", "puzzles/classic-9x9.txt"],
        &[
            "--engine",
            "backtrack",
            "--steps",
            "1..100000000",
            "puzzles/brute-force-killer.txt",
        ],
        &["--json", "puzzles/classic-9x9.txt"],
    ] {
        let mut child = command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::with_capacity(16, child.stdout.take().unwrap());
        output.read_until(b' ', &mut Vec::new()).unwrap();
        drop(output);
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.signal(), Some(13), "{arguments:?}");
    }
}

#[test]
fn colours_are_for_terminals_or_on_demand_and_say_nothing_of_their_own() {
    let plain = explain(&[LECTURE]);
    assert!(!plain.contains('\x1b'), "a pipe is no terminal");
    let coloured = explain(&["--color", "always", LECTURE]);
    assert!(coloured.contains("\x1b["));
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
    assert_eq!(explain(&["--color", "never", LECTURE]), plain);
    let with = |name: &str| {
        let output = command(&[LECTURE]).env(name, "1").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(with("NO_COLOR"), plain);
    assert_eq!(with("CLICOLOR_FORCE"), coloured);
}

#[test]
fn several_puzzles_are_told_one_after_the_other() {
    let text = explain(&["1", LECTURE, "--engine", "backtrack"]);
    assert_eq!(text.matches("THE PUZZLE").count(), 2);
    let text = explain(&["--json", "1", LECTURE]);
    assert_eq!(text.lines().count(), 2);
}

#[test]
fn clues_that_clash_are_told_and_every_engine_finds_no_solution() {
    let clash = "11..............";
    for engine in ["cdcl", "dlx", "matrix", "backtrack"] {
        let text = explain(&["--engine", engine, clash]);
        assert!(
            text.contains("No solution: row 1 has two 1s: r1c1 and r1c2"),
            "{engine}"
        );
        let run = section(&text, "THE RUN");
        let end = match engine {
            "backtrack" => "Two clues clash, so there is nothing to search.\n",
            _ => "There is no solution.\n",
        };
        assert!(run.contains(end), "{engine}\n{run}");
    }
}

#[test]
fn bad_input_is_reported() {
    let (code, text, errors) = run(&["5", "1"]);
    assert_eq!(code, 2);
    assert!(text.contains("THE PUZZLE"), "the good one is told");
    assert!(errors.starts_with("error: "), "{errors}");
    for arguments in [
        &[][..],
        &["--problem", "nope"],
        &["--engine", "kissat", LECTURE],
        &["--problem", "a-to-g", "--engine", "backtrack"],
        &["--problem", "a-to-g", "-e", "extended"],
        &["--problem", "a-to-g", LECTURE],
        &["--cover", "no-such-file.dlx"],
        &["--cover", LECTURE],
    ] {
        let (code, text, errors) = run(arguments);
        assert_eq!((code, text.as_str()), (2, ""), "{arguments:?}");
        assert!(errors.starts_with("error: "), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_problem_may_come_from_a_file() {
    let text = explain(&[
        "--cover",
        "puzzles/cover/one-to-five.sets",
        "--engine",
        "matrix",
    ]);
    assert!(
        text.contains("The cover:\n  ● B: 1 4\n  ● D: 3 5\n  ● E: 2\n"),
        "{text}"
    );
}

#[test]
fn a_figure_is_of_one_puzzle_and_a_second_is_named() {
    let (code, out, err) = run(&["--svg", "grid", "1", LECTURE]);
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    let told = "found another at puzzles/lecture-4x4.txt:3; FILE:LINE names one";
    assert!(err.contains(told), "{err}");
}

#[test]
fn what_is_no_trace_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trace");
    let file = file.to_str().unwrap();
    let whole = explain(&["--json", "1"]);
    for (text, place, what) in [
        ("x", "1:1", "expected value"),
        ("\n 7", "2:2", "invalid type: integer `7`, expected a trace"),
        (&whole[..40], "1:40", "EOF while parsing"),
    ] {
        std::fs::write(file, text).unwrap();
        let (code, out, err) = run(&["--replay", file]);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(&format!("{file}:{place}: {what}")), "{err}");
    }
}
