//! `sudosat cover` through the binary.

use crate::program::{PROGRAM, child, output, program, send, signalled_child, texts};
use assert_cmd::Command;
use serde_json::Value;
use std::fmt::Write;

/// The command with these arguments, and this on standard input.
fn cover(arguments: &[&str], input: &str) -> Command {
    let mut command = program();
    command.arg("cover").args(arguments).write_stdin(input);
    command
}

/// Exit code, standard output, standard error.
fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    texts(&output(&mut cover(arguments, input)))
}

/// Runs a search that does not end, with time limits that grow until its output shows that it has
/// got far enough: on a busy machine a short time may not suffice.
fn run_until(
    is_far_enough: impl Fn(&str, &str) -> bool,
    arguments: &[&str],
    input: &str,
) -> (i32, String, String) {
    let run_for = |limit| run(&[arguments, &["--time-limit", limit]].concat(), input);
    let mut runs = ["0.2", "2"].into_iter().map(run_for);
    let enough = runs.find(|(_, out, err)| is_far_enough(out, err));
    enough.unwrap_or_else(|| run_for("20"))
}

/// The solutions of a search in JSON, each with its options in order, and the
/// whole object.
fn run_json(arguments: &[&str], input: &str) -> (Vec<Vec<u64>>, Value) {
    let (code, out, _) = run(&[arguments, &["--json"]].concat(), input);
    assert_eq!(code, 0);
    let whole: Value = serde_json::from_str(&out).unwrap();
    let solutions = whole["solutions"].as_array().unwrap();
    let numbers = |solution: &Value| {
        let options = solution.as_array().unwrap();
        let mut numbers: Vec<u64> = options
            .iter()
            .map(|option| option["number"].as_u64().unwrap())
            .collect();
        numbers.sort_unstable();
        numbers
    };
    let mut solutions: Vec<Vec<u64>> = solutions.iter().map(numbers).collect();
    solutions.sort_unstable();
    assert_eq!(whole["count"], solutions.len());
    (solutions, whole)
}

const SMALL: &str = "| a comment\na b c | x\na x\nb c\nb x\nc\na\n";

#[test]
fn a_solution_is_listed_and_the_search_goes_no_further() {
    let (code, out, err) = run(&["-"], SMALL);
    assert_eq!(code, 0);
    assert_eq!(out, "solution 1\n1: a x\n2: b c\n");
    assert_eq!(err, "");
}

#[test]
fn all_solutions_are_listed_or_counted() {
    let (code, out, err) = run(&["-", "--all"], SMALL);
    assert_eq!(code, 0);
    assert_eq!(
        out,
        "solution 1\n1: a x\n2: b c\n\n\
         solution 2\n5: a\n2: b c\n\n\
         solution 3\n5: a\n3: b x\n4: c\n"
    );
    assert_eq!(
        err,
        "-: 3 solutions and no more: every possibility was tried\n"
    );
    for (arguments, count, told) in [
        (
            &["-a"][..],
            "3",
            "3 solutions and no more: every possibility was tried",
        ),
        (&["-n", "2"], "at least 2", "2 solutions; there may be more"),
        (
            &["--count", "4"],
            "3",
            "3 solutions and no more: every possibility was tried",
        ),
        (&[], "at least 1", "one solution; there may be more"),
    ] {
        let (code, out, err) = run(&[&["-", "--count-only"], arguments].concat(), SMALL);
        assert_eq!((code, out), (0, format!("{count}\n")));
        assert_eq!(err, format!("-: {told}\n"));
    }
    let (code, out, err) = run(&["-"], "a b\na\n");
    assert_eq!((code, out.as_str()), (0, "no solution\n"));
    assert_eq!(err, "-: no solution: every possibility was tried\n");
    assert_eq!(run(&["-", "--count-only"], "a b\na\n").1, "0\n");
}

#[test]
fn every_engine_and_rule_finds_the_same() {
    let expected = vec![vec![1, 2], vec![2, 5], vec![3, 4, 5]];
    for arguments in [
        "--engine dlx",
        "--choice first",
        "--choice random-smallest",
        "--seed 4",
        "--choice random --seed 5",
        "--engine matrix",
        "--engine matrix --choice random",
        "--engine splr",
        "--engine cdcl",
        "--engine cdcl --at-most-one sequential",
    ] {
        let mut all = vec!["-", "--all"];
        all.extend(arguments.split(' '));
        let (solutions, whole) = run_json(&all, SMALL);
        assert_eq!(solutions, expected, "{arguments}");
        assert_eq!(whole["complete"], true);
        let evidence = match () {
            () if arguments.contains("splr") => "not verified",
            () if arguments.contains("cdcl") => "proof checked",
            () => "search exhausted",
        };
        assert_eq!(whole["evidence"], evidence, "{arguments}");
        assert_eq!(whole["answer"], "solved");
        assert_eq!(whole["gave_up"], Value::Null);
        assert_eq!(whole["entries"], 8);
    }
}

#[test]
fn quiet_runs_print_no_notes() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("queens.svg");
    let svg = svg.to_str().unwrap();
    for arguments in [
        &["--problem", "queens:6", "--picture", svg][..],
        &["--problem", "queens:6", "--zdd", "-"],
    ] {
        let (code, _, told) = run(arguments, "");
        assert_eq!(code, 0, "{told}");
        assert_ne!(told, "", "{arguments:?}");
        std::fs::remove_file(svg).ok();
        let (code, _, told) = run(&[arguments, &["-q"]].concat(), "");
        assert_eq!((code, &told[..]), (0, ""), "{arguments:?}");
    }
}

#[test]
fn the_courses_problems_come_along() {
    for (name, ending, expected) in [
        ("a-to-g", "dlx", vec![1, 4, 5]),
        ("knuth-6x7", "matrix", vec![1, 4, 5]),
        ("one-to-five", "sets", vec![2, 4, 5]),
        ("zero-to-six", "sets", vec![1, 2, 4]),
        ("matrix-6x6", "matrix", vec![2, 4, 6]),
    ] {
        for engine in ["dlx", "matrix", "cdcl", "splr"] {
            let arguments = ["--problem", name, "--all", "--engine", engine];
            assert_eq!(run_json(&arguments, "").0, vec![expected.clone()]);
        }
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/cover");
        let file = format!("{folder}/{name}.{ending}");
        assert_eq!(run_json(&[&file, "--all"], "").0, vec![expected]);
    }
    let (solutions, whole) = run_json(&["--problem", "triominoes-3x4", "--all"], "");
    assert_eq!((solutions.len(), &whole["items"]), (4, &Value::from(16)));
    let (_, out, _) = run(&["--problem", "one-to-five"], "");
    assert_eq!(out, "solution 1\nE: 2\nD: 3 5\nB: 1 4\n");
}

/// The tables and sets of the courses as they are printed there.
#[test]
fn what_courses_print_is_solved() {
    let one_to_five = "E: 2\nD: 3 5\nB: 1 4\n";
    let zero_to_six = "A: 0 1 3\nB: 4 5 2\nD: 6\n";
    let a_to_g = "4: a d\n1: e f c\n5: b g\n";
    let knuth = "4: 1 4\n1: 5 6 3\n5: 2 7\n";
    let detailed = "B: 1 4\nD: 5 6 3\nF: 2 7\n";
    for (text, rows) in [
        (
            "- $A = \\{1, 4, 5\\}$\n- $B = \\{1, 4\\}$\n- $C = \\{1, 5\\}$\n- $D = \\{3, 5\\}$\n- $E = \\{2\\}$\n",
            one_to_five,
        ),
        ("{1…5}, A = {1, 4, 5}", "the first set has no name"),
        (
            "X = {1…5}\nA = {1,4,5}, B = {1,4}, C = {1,5}, D = {3,5}, E = {2}\n",
            one_to_five,
        ),
        (
            "  1 2 3 4 5\nA 1 0 0 1 1\nB 1 0 0 1 0\nC 1 0 0 0 1\nD 0 0 1 0 1\nE 0 1 0 0 0\n",
            one_to_five,
        ),
        (
            "X = {0…6}, A = {0,1,3}, B = {2,4,5}, C = {2,6}, D = {6}",
            zero_to_six,
        ),
        (
            "| | 0 | 1 | 2 | 3 | 4 | 5 | 6 |\n|-|-|-|-|-|-|-|-|\n|A|1|1| |1| | | |\n|B| | |1| |1|1| |\n|C| | |1| | | |1|\n|D| | | | | | |1|\n",
            zero_to_six,
        ),
        (
            "       0 1 2 3 4 5 6\n    A  1 1 . 1 . . .\n    B  . . 1 . 1 1 .\n    C  . . 1 . . . 1\n    D  . . . . . . 1\n",
            zero_to_six,
        ),
        (
            "U = {a…g}, F = {c,e,f}, {a,d,g}, {b,c,f}, {a,d}, {b,g}, {d,e,g}\n",
            a_to_g,
        ),
        (
            "F = {{c,e,f}, {a,d,g}, {b,c,f}, {a,d}, {b,g}, {d,e,g}}\n",
            a_to_g,
        ),
        (
            "$$\\begin{pmatrix}\n0&0&1&0&1&1&0\\\\\n1&0&0&1&0&0&1\\\\\n0&1&1&0&0&1&0\\\\\n1&0&0&1&0&0&0\\\\\n0&1&0&0&0&0&1\\\\\n0&0&0&1&1&0&1\n\\end{pmatrix}$$\n",
            knuth,
        ),
        (
            "[[0, 0, 1, 0, 1, 1, 0], [1, 0, 0, 1, 0, 0, 1], [0, 1, 1, 0, 0, 1, 0],\n [1, 0, 0, 1, 0, 0, 0], [0, 1, 0, 0, 0, 0, 1], [0, 0, 0, 1, 1, 0, 1]]\n",
            knuth,
        ),
        (
            "001100\n110000\n010100\n001001\n100000\n000110\n",
            "6: 5 4\n2: 2 1\n4: 3 6\n",
        ),
        (
            "A = {1, 4, 7}\nB = {1, 4}\nC = {4, 5, 7}\nD = {3, 5, 6}\nE = {2, 3, 6, 7}\nF = {2, 7}\n",
            detailed,
        ),
        (
            "  1 2 3 4 5 6 7\nA 1     1     1\nB 1     1\nC       1 1   1\nD     1   1 1\nE   1 1     1 1\nF   1         1\n",
            detailed,
        ),
    ] {
        let (code, out, err) = run(&["-", "--as-taught"], text);
        match rows.contains(": ") {
            true => assert_eq!(
                (code, out),
                (0, format!("solution 1\n{rows}")),
                "{text}{err}"
            ),
            false => assert!(code == 2 && err.contains("has no name"), "{text}{err}"),
        }
    }
    let (code, out, _) = run(&["--puzzle", "..1.4......2.3..", "--as-taught"], "");
    let rows: Vec<&str> = out.lines().skip(1).collect();
    assert_eq!((code, rows.len()), (0, 16));
    let begin = ["4: R1#1 C3#1 B2#1 R1C3", "6: R1#4 C4#4 B2#4 R1C4"];
    assert_eq!(rows[..2], begin, "{out}");
    let (code, out, err) = run(&["-", "--as-taught", "--engine", "bits"], "a\na\n");
    assert_eq!((code, &*out), (2, ""), "{err}");
}

#[test]
fn steps_are_told() {
    let (code, out, err) = run(
        &["-", "--all", "--count-only", "--stats", "--engine", "dlx"],
        &dominoes(4, 4),
    );
    assert_eq!((code, out.as_str()), (0, "36\n"));
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(
        lines[1],
        "-: 16 items, 16 of them primary; 24 options with 48 items in all"
    );
    let (_, whole) = run_json(&["-", "--all", "--engine", "dlx"], &dominoes(4, 4));
    let (nodes, updates) = (&whole["steps"]["nodes"], &whole["steps"]["updates"]);
    assert!(nodes.as_u64() > Some(36));
    let told = format!("-: dlx: {nodes} nodes, {updates} updates, ");
    assert!(lines[2].starts_with(&told), "{err}");
}

/// All ways to fill a board with dominoes.
fn dominoes(rows: usize, cols: usize) -> String {
    let mut text = String::new();
    for (row, col) in itertools::iproduct!(0..rows, 0..cols) {
        write!(text, "{row}.{col} ").unwrap();
    }
    for (row, col) in itertools::iproduct!(0..rows, 0..cols) {
        if col + 1 < cols {
            write!(text, "\n{row}.{col} {row}.{}", col + 1).unwrap();
        }
        if row + 1 < rows {
            write!(text, "\n{row}.{col} {}.{col}", row + 1).unwrap();
        }
    }
    text
}

#[test]
fn the_form_is_detected_and_can_be_told() {
    let (_, out, err) = run(&["-", "-v"], "01\n10\n");
    assert_eq!(out, "solution 1\n2: 1\n1: 2\n");
    assert_eq!(err, "-: a 0/1 matrix\n");
    let (_, _, err) = run(&["-", "-v"], "A = {1}");
    assert_eq!(err, "-: a family of sets\n");
    let (_, out, err) = run(&["-", "-v"], "  a\nA 1\n");
    assert_eq!(
        (&*out, &*err),
        ("solution 1\nA: a\n", "-: a table of 0s and 1s\n")
    );
    let (_, out, _) = run(&["-", "--form", "sets"], "{1, 2}\n{1, 2}\n");
    assert_eq!(out, "solution 1\n1: 1 2\n");
    let (_, out, err) = run(&["-", "-v"], "a\na\n");
    assert_eq!(out, "solution 1\n1: a\n");
    assert_eq!(err, "-: Knuth's text form\n");
    let (_, out, _) = run(&["-", "--form", "knuth"], "0 1\n0 1\n");
    assert_eq!(out, "solution 1\n1: 0 1\n");
}

#[test]
fn bad_input_and_bad_usage_end_with_2() {
    for (arguments, input, message) in [
        (
            &["-"][..],
            "a b\na c\n",
            "expected an item that line 1 names",
        ),
        (
            &["-"],
            "",
            "found the end of the file, expected a line of item names",
        ),
        (&["-"], "a a\n", "item 'a' is named twice"),
        (&["-"], "a | a\n", "item 'a' is both primary and secondary"),
        (&["-"], "a\na a\n", "item 'a' is twice in one option"),
        (&["-"], "a | x\na:1\n", "can't have a colour"),
        (&["-"], "01\n011\n", "expected a row of 2 like the first"),
        (&["-", "--form", "matrix"], "0 x\n", "expected 0 or 1"),
        (&["no-such-file"], "", "no such file"),
        (&["src"], "", "directory"),
        (&[], "", "expected a line of item names"),
        (&["--problem", "nix"], "", "the problems are"),
        (&["-", "--problem", "a-to-g"], "", "cannot be used with"),
        (&["-", "--count", "0"], SMALL, "0 is not in"),
        (
            &["-", "--seed", "1", "--choice", "first"],
            SMALL,
            "--seed needs",
        ),
        (
            &["-", "--engine", "splr", "--choice", "first"],
            SMALL,
            "--choice and --seed are for",
        ),
        (
            &["-", "--as-taught", "--all", "--certificate", "count"],
            SMALL,
            "cannot be used with",
        ),
        (
            &["-", "--at-most-one", "product"],
            SMALL,
            "--at-most-one is for",
        ),
        (&["-", "--time-limit", "soon"], SMALL, "500ms"),
        (&["-", "--time-limit", "-1"], SMALL, ""),
    ] {
        let (code, out, err) = run(arguments, input);
        assert_eq!(code, 2, "{arguments:?} {input:?}: {err}");
        assert_eq!(out, "", "{arguments:?} {input:?}");
        assert!(err.contains(message), "{arguments:?} {input:?}: {err}");
    }
}

#[test]
fn odd_lines_are_told_and_do_not_flood() {
    let text = format!("a | x\n{}a\n", "x\n".repeat(50));
    let (code, out, err) = run(&["-", "--all"], &text);
    assert_eq!(code, 0);
    assert_eq!(out, "solution 1\n51: a\n");
    assert_eq!(err.matches("has no primary item").count(), 5);
    assert!(err.contains("45 more lines like these"), "{err}");
}

#[test]
fn a_search_that_gives_up_says_how_far_it_got() {
    let many = dominoes(20, 20);
    for engine in ["dlx", "matrix"] {
        let has_counted = |out: &str, err: &str| {
            err.contains("; estimated") && (engine == "matrix" || out.starts_with("at least "))
        };
        let arguments = ["-", "--all", "--count-only", "--engine", engine];
        let (code, out, err) = run_until(has_counted, &arguments, &many);
        assert_eq!(code, 3);
        let least = out
            .trim_end()
            .strip_prefix("at least ")
            .map(str::parse::<u64>);
        assert!(
            least.is_some_and(|least| least.unwrap() > 0)
                || engine == "matrix" && out == "unknown\n",
            "{out}"
        );
        assert!(
            err.contains("; estimated as if all branches were of the same size, "),
            "{err}"
        );
        assert!(err.contains("gave up: out of time; "), "{err}");
        assert!(err.ends_with(" % of the tree is done\n"), "{err}");
    }
    let arguments = ["-", "--json", "--all", "--count-only"];
    let (code, out, _) = run(&[&arguments[..], &["--time-limit", "0.1"]].concat(), &many);
    let whole: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(code, 3);
    assert_eq!(whole["gave_up"], "out of time");
    assert_eq!(whole["complete"], false);
    let arguments = [&arguments[..], &["--engine", "bits"]].concat();
    let has_counted = |out: &str, _: &str| out.contains("\"at_least\":");
    let (_, out, _) = run_until(has_counted, &arguments, &many);
    let whole: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&whole["answer"], &whole["count"]),
        (&"unknown".into(), &Value::Null)
    );
    assert!(whole["at_least"].as_u64().unwrap() > 0, "{whole}");
    let share = whole["share_done"].as_f64().unwrap();
    assert!((0.0..0.1).contains(&share), "{share}");
    let (code, out, _) = run(&["-", "--time-limit", "0"], &many);
    assert_eq!((code, out.as_str()), (3, "unknown\n"));
}

/// A problem or formula that does not come in time is answered as a search that gives up.
#[test]
fn a_time_limit_ends_the_wait_for_a_problem() {
    use std::io::Write;
    use std::process::Stdio;
    let told = "-: gave up: out of time while reading\n";
    for (options, part, answer, notes) in [
        (&[][..], "a b\na\n", "unknown\n", told),
        (&["--form", "cnf"], "p cnf 2 4\n", "unknown\n", told),
        (&["--zdd", "-"], "a b\n", "", told),
        (&["-q"], "a b\n", "unknown\n", ""),
        (
            &["--json"],
            "a b\n",
            "{\"problem\":\"-\",\"items\":0,",
            told,
        ),
    ] {
        let mut child = child()
            .args(["cover", "-", "--time-limit", "0.3"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // The limit may have come before.
        let _ = stdin.write_all(part.as_bytes());
        let (code, out, err) = texts(&child.wait_with_output().unwrap());
        assert_eq!((code, &err[..]), (3, notes), "{options:?}");
        assert!(out.starts_with(answer), "{options:?} {out}");
        if options.contains(&"--json") {
            let whole: Value = serde_json::from_str(&out).unwrap();
            assert_eq!(whole["gave_up"], "out of time");
        } else {
            assert_eq!(out, answer, "{options:?}");
        }
        drop(stdin);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_was_known() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let mut child = signalled_child()
        .args(["cover", "-", "--all", "--count-only", "-v"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(dominoes(40, 40).as_bytes()).unwrap();
    drop(input);
    // It tells the form when all is read; then it searches for ever.
    let mut told = String::new();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    stderr.read_line(&mut told).unwrap();
    assert_eq!(told, "-: Knuth's text form\n");
    // `timeout` sends its signal twice, to the program and to its group.
    send("TERM", &child);
    send("TERM", &child);
    told.clear();
    stderr.read_line(&mut told).unwrap();
    assert!(told.contains("gave up: interrupted"), "{told}");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    // The search beside the other methods may have found some.
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out == "unknown\n" || out.starts_with("at least "), "{out}");
}

/// A long search tells its state at SIGUSR1, and goes on.
#[cfg(unix)]
#[test]
fn a_signal_shows_how_far_the_search_is() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    for arguments in [
        &["--engine", "dlx"][..],
        &["--jobs", "2", "--engine", "bits"],
    ] {
        let mut child = signalled_child()
            .args(["cover", "-", "--all", "--count-only", "-v"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(dominoes(20, 20).as_bytes()).unwrap();
        drop(input);
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut told = String::new();
        stderr.read_line(&mut told).unwrap();
        assert_eq!(told, "-: Knuth's text form\n");
        while !told.contains(" nodes (") {
            send("USR1", &child);
            told.clear();
            assert!(stderr.read_line(&mut told).unwrap() > 0, "it ended");
        }
        assert!(told.starts_with("-: about "), "{told}");
        assert!(
            told.contains(" % of the tree, ") && told.contains(" a second), "),
            "{told}"
        );
        send("TERM", &child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3));
        assert!(output.stdout.starts_with(b"at least "));
    }
}

/// A count that is killed goes on from its checkpoint, with any engine and number of threads.
#[cfg(unix)]
#[test]
fn a_killed_count_is_continued() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("count");
    let name = file.to_str().unwrap();
    let arguments = |engine, jobs| {
        let problem = [
            "cover",
            "--problem",
            "queens:11",
            "--all",
            "--count-only",
            "-j",
            jobs,
        ];
        [&problem[..], &["--engine", engine, "--checkpoint", name]].concat()
    };
    let mut kills = 0;
    let mut length = 0;
    for _ in 0..3 {
        let mut child = child()
            .args(arguments("dlx", "2"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while child.try_wait().unwrap().is_none() {
            let now = std::fs::metadata(&file).map_or(0, |data| data.len());
            if now > length + 2_000 {
                child.kill().unwrap();
                kills += 1;
                break;
            }
        }
        let _ = BufReader::new(child.stdout.take().unwrap()).lines().count();
        child.wait().unwrap();
        length = std::fs::metadata(&file).unwrap().len();
    }
    assert!(kills > 0, "it was never killed");
    let kept = std::fs::read(&file).unwrap();
    // A line that was not written to its end.
    std::fs::write(&file, [&kept[..], b"{\"piece\":"].concat()).unwrap();
    let run = |arguments: &[&str]| texts(&output(program().args(arguments)));
    let (code, out, err) = run(&arguments("bits", "1"));
    assert_eq!((code, out.as_str()), (0, "2680\n"), "{err}");
    let (code, out, _) = run(&arguments("auto", "2"));
    assert_eq!(
        (code, out.as_str()),
        (0, "2680\n"),
        "nothing is left to count"
    );
    let whole = std::fs::read(&file).unwrap();
    assert!(whole.starts_with(&kept));
    let refused = |text: &[u8], message: &str| {
        std::fs::write(&file, text).unwrap();
        let (code, out, err) = run(&arguments("dlx", "1"));
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(message), "{err}");
        assert_eq!(std::fs::read(&file).unwrap(), text, "it stays as it was");
    };
    let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    let without_second = [lines[0], &lines[2..].concat()].concat();
    refused(&without_second, "line 2 was changed or damaged");
    let twice = [&whole[..], lines[1]].concat();
    refused(&twice, "was changed or damaged");
    let mut changed = whole.clone();
    let digit = lines[0].len() + lines[1].iter().position(u8::is_ascii_digit).unwrap();
    changed[digit] ^= 1;
    refused(&changed, "line 2 was changed or damaged");
    let mut changed = whole.clone();
    changed[lines[0].len() - 10] ^= 1;
    refused(&changed, "another problem or another version");
    refused(b"a b\na\n", "expected a file that --checkpoint has written");
    std::fs::write(&file, &whole).unwrap();
    let other = [
        "cover",
        "--problem",
        "queens:10",
        "--all",
        "--count-only",
        "--checkpoint",
        name,
    ];
    let (code, _, err) = run(&other);
    assert_eq!(code, 2);
    assert!(err.contains("another problem or another version"), "{err}");
    let (code, _, err) = run(&["cover", "--problem", "queens:6", "--checkpoint", name]);
    assert_eq!(code, 2, "{err}");
}

/// A method that does not fit leaves no checkpoint behind.
#[test]
fn a_checkpoint_is_begun_by_methods_that_fit() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("count");
    let name = file.to_str().unwrap();
    let problem = ["cover", "--problem", "queens:6", "--all", "--count-only"];
    let rest = [
        "--engine",
        "bits",
        "--choice",
        "first",
        "--checkpoint",
        name,
    ];
    let (code, out, err) = texts(&output(program().args(problem).args(rest)));
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    assert!(err.contains("knows no other choice"), "{err}");
    assert!(!file.exists());
}

/// A million options of four items: 4 000 000 ones. The whole of the program
/// stays below 64 bytes for each, its code and stacks included.
#[cfg(target_os = "linux")]
#[test]
fn a_million_options_take_linear_memory() {
    use std::process::{Command, Stdio};
    let (blocks, copies) = (1_000, 1_000);
    let mut text = String::new();
    for item in 0..4 * blocks {
        write!(text, "i{item} ").unwrap();
    }
    for (_, block) in itertools::iproduct!(0..copies, 0..blocks) {
        let first = 4 * block;
        let [b, c, d] = [first + 1, first + 2, first + 3];
        write!(text, "\ni{first} i{b} i{c} i{d}").unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("million.dlx");
    std::fs::write(&file, &text).unwrap();
    let kilobytes = 64 * 4 * copies * blocks / 1024;
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -v {kilobytes}; exec \"$@\""))
        .arg("sh")
        .arg(PROGRAM)
        .arg("cover")
        .arg(&file)
        .args(["--count-only", "--stats"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{err}");
    assert_eq!(output.stdout, b"at least 1\n");
    assert!(err.contains("1000000 options with 4000000 items"), "{err}");
}

#[test]
fn colours_are_solved_by_every_engine_that_can() {
    // Knuth's example: one solution.
    let text = "A B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n";
    for engine in ["auto", "dlx", "sparse", "bits", "count", "restarts"] {
        let (solutions, _) = run_json(&["-", "--all", "--engine", engine], text);
        assert_eq!(solutions, [vec![2, 4]], "{engine}");
    }
    let (_, whole) = run_json(&["-"], text);
    assert_eq!(whole["solutions"][0][0]["items"][1], "C");
    assert_eq!(whole["solutions"][0][0]["items"][2], "X:1");
    for engine in ["matrix", "cdcl"] {
        let (code, _, err) = run(&["-", "--engine", engine], text);
        if code == 2 {
            assert!(err.contains("colours"), "{err}");
        } else {
            let (solutions, _) = run_json(&["-", "--all", "--engine", engine], text);
            assert_eq!(solutions, [vec![2, 4]], "{engine}");
        }
    }
}

#[test]
fn bounds_are_solved_by_every_engine_that_can() {
    // Knuth's example: one solution.
    let text = "A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n";
    for engine in ["auto", "dlx", "bits", "cdcl"] {
        let (solutions, _) = run_json(&["-", "--all", "--engine", engine], text);
        assert_eq!(solutions, [vec![2, 4, 5]], "{engine}");
        let (first, _) = run_json(&["-", "--engine", engine], text);
        assert_eq!(first, solutions, "{engine}");
    }
    let (solutions, _) = run_json(&["-", "--all", "--jobs", "2"], text);
    assert_eq!(solutions, [vec![2, 4, 5]]);
    for engine in ["sparse", "planes", "count", "restarts", "matrix"] {
        let (code, _, err) = run(&["-", "--engine", engine], text);
        assert_eq!(code, 2);
        let told = format!(
            "bounds (2:3|item), which {engine} can't deal with; auto, dlx, bits and cdcl can"
        );
        assert!(err.contains(&told), "{err}");
    }
}

/// Two of each of `a`, `b`, `c`, one of each pair.
const PRICED: &str = "2|a 2|b 2|c\na b |5\na c |3\nb c |4\na b c |8\na |1\nb\nc |1\n";

#[test]
fn the_cheapest_solutions_are_found() {
    let (all, whole) = run_json(&["-", "--all"], PRICED);
    let mut costs: Vec<u64> = serde_json::from_value(whole["costs"].clone()).unwrap();
    costs.sort_unstable();
    assert_eq!(whole.get("optimal"), None);
    for (wanted, complete) in [(1, false), (2, false), (all.len(), false), (99, true)] {
        let wanted = wanted.to_string();
        for engine in ["auto", "dlx"] {
            let arguments = ["-", "--minimize", "cost", "-n", &wanted, "--engine", engine];
            let (_, whole) = run_json(&arguments, PRICED);
            let found: Vec<u64> = serde_json::from_value(whole["costs"].clone()).unwrap();
            assert_eq!(found, costs[..found.len()], "{wanted}");
            assert_eq!(
                (&whole["optimal"], &whole["complete"]),
                (&true.into(), &complete.into())
            );
        }
    }
    let (code, out, err) = run(&["-", "--minimize", "options"], PRICED);
    assert_eq!(code, 0);
    assert!(out.starts_with("solution 1, cost 3\n"), "{out}");
    assert!(
        err.starts_with("-: the least cost is 3: every possibility"),
        "{err}"
    );
    let (code, out, err) = run(&["-", "--minimize", "options"], "a b\na\n");
    assert_eq!((code, out.as_str()), (0, "no solution\n"));
    assert_eq!(err, "-: no solution: every possibility was tried\n");
    for (arguments, text, message) in [
        (
            &["--minimize", "cost"][..],
            SMALL,
            "--minimize options finds",
        ),
        (
            &["--minimize", "cost", "--engine", "cdcl"],
            PRICED,
            "cdcl finds no least cost",
        ),
        (
            &["--minimize", "cost", "--engine", "bits"],
            PRICED,
            "--minimize is for auto and dlx",
        ),
        (
            &["--minimize", "cost", "--jobs", "2"],
            PRICED,
            "leave out --jobs",
        ),
        (
            &["--minimize", "cost", "--all"],
            PRICED,
            "cannot be used with",
        ),
    ] {
        let (code, _, err) = run(&[&["-"], arguments].concat(), text);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(message), "{err}");
    }
}

/// A search that must stop prints what it has, and does not call it the least.
#[test]
fn a_least_cost_that_is_not_known_is_not_claimed() {
    // An odd number of items in pairs, and one alone. That none is alone, which costs nothing, is
    // refuted by trying all 29 · 27 · 25 · … pairings, because halves of pairs would do.
    let side = 31;
    let mut text = (0..side).fold(String::new(), |text, i| text + &format!("v{i} "));
    for i in 0..side {
        write!(text, "\nv{i} |5").unwrap();
        for j in 0..i {
            write!(text, "\nv{j} v{i}").unwrap();
        }
    }
    let arguments = ["-", "--minimize", "cost"];
    let has_found = |out: &str, _: &str| out.starts_with("solution 1, cost ");
    let (code, out, err) = run_until(has_found, &arguments, &text);
    assert_eq!(code, 3, "{err}");
    assert!(out.starts_with("solution 1, cost "), "{out}");
    assert!(
        err.contains("gave up: out of time; the cheapest solution so far costs"),
        "{err}"
    );
    let has_found = |out: &str, _: &str| out.contains("\"optimal\":");
    let json = [&arguments[..], &["--json"]].concat();
    let (code, out, _) = run_until(has_found, &json, &text);
    let whole: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &whole["optimal"]), (3, &false.into()));
    assert_eq!(whole["gave_up"], "out of time");
}

#[test]
fn several_threads_find_the_same() {
    let board = dominoes(4, 5);
    let (expected, _) = run_json(&["-", "--all", "--engine", "dlx"], &board);
    assert_eq!(expected.len(), 95);
    for engine in ["auto", "dlx", "sparse", "bits", "matrix"] {
        let jobs = ["-", "--all", "--engine", engine, "--jobs", "3"];
        let (found, whole) = run_json(&jobs, &board);
        assert_eq!(found, expected, "{engine}");
        assert_eq!(whole["complete"], true);
        let (_, out, _) = run(&[&jobs[..], &["--count-only"]].concat(), &board);
        assert_eq!(out, "95\n", "{engine}");
        let (_, out, err) = run(
            &[
                "-",
                "-n",
                "7",
                "--count-only",
                "--engine",
                engine,
                "--jobs",
                "2",
            ],
            &board,
        );
        assert_eq!(out, "at least 7\n", "{engine}");
        assert!(err.contains("there may be more"), "{err}");
    }
    let has_begun = |_: &str, err: &str| err.contains("; estimated");
    let arguments = [
        "-",
        "--all",
        "--count-only",
        "--engine",
        "dlx",
        "--jobs",
        "2",
    ];
    let (code, out, err) = run_until(has_begun, &arguments, &dominoes(20, 20));
    assert_eq!(code, 3);
    assert!(out.starts_with("at least ") || out == "unknown\n", "{out}");
    assert!(err.contains("gave up: out of time; "), "{err}");
    assert!(err.ends_with(" % of the tree is done\n"), "{err}");
    assert_eq!(run(&["-", "--jobs", "2"], "a b\na\n").1, "no solution\n");
    for (jobs, engine, message) in [
        ("0", "dlx", "0 is not in"),
        ("2", "count", "--jobs and --checkpoint are for"),
        ("2", "cdcl", "--jobs and --checkpoint are for"),
    ] {
        let (code, _, err) = run(&["-", "--jobs", jobs, "--engine", engine], SMALL);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(message), "{err}");
    }
}

/// Counts have any number of digits; in JSON, from 2¹²⁸ on, they are strings.
#[test]
fn counts_have_no_end() {
    let board = dominoes(2, 400);
    // OEIS A000045 has the number.
    let fibonacci =
        "284812298108489611757988937681460995615380088782304890986477195645969271404032323901";
    for engine in ["auto", "count", "frontier"] {
        let arguments = ["-", "--all", "--count-only", "--engine", engine];
        let (code, out, err) = run(&arguments, &board);
        assert_eq!((code, out), (0, format!("{fibonacci}\n")), "{engine}");
        assert!(err.contains(&format!("{fibonacci} solutions")), "{err}");
        let (code, out, _) = run(&[&arguments[..], &["--json"]].concat(), &board);
        let whole: Value = serde_json::from_str(&out).unwrap();
        assert_eq!((code, &whole["count"]), (0, &fibonacci.into()));
        assert_eq!(whole["complete"], true);
        if engine == "auto" {
            assert_eq!(whole["method"], "frontier");
            let (_, _, err) = run(&[&arguments[..], &["--stats"]].concat(), &board);
            assert!(err.contains("-: auto: frontier: "), "{err}");
        }
    }
    let (code, out, err) = run(&["-", "--engine", "frontier"], &board);
    assert_eq!((code, out.as_str()), (3, "unknown\n"));
    assert!(err.contains("add --all --count-only"), "{err}");
}

#[test]
fn solutions_are_counted_beyond_listing_and_drawn_at_random() {
    let board = dominoes(12, 12);
    let (code, out, _) = run(&["-", "--all", "--count-only"], &board);
    assert_eq!((code, out.as_str()), (0, "53060477521960000\n"));
    // More than 64 bits have room for: OEIS A000045 has the number.
    let (_, out, _) = run(&["-", "--all", "--count-only", "--json"], &dominoes(2, 100));
    assert!(out.contains("\"count\":573147844013817084101,"), "{out}");
    let draw = |seed| run(&["-", "--sample", "3", "--seed", seed], &board);
    let (code, out, err) = draw("1");
    assert_eq!((code, out.matches("solution ").count()), (0, 3));
    assert!(err.contains("53060477521960000 solutions"), "{err}");
    assert_eq!(draw("1").1, out);
    assert_ne!(draw("2").1, out);
    let (code, out, _) = run(&["-", "--zdd", "-"], &dominoes(2, 3));
    assert_eq!(code, 0);
    assert!(out.starts_with("digraph zdd {\n"), "{out}");
    let (code, _, err) = run(&["-", "--sample", "1", "--engine", "dlx"], &board);
    assert_eq!(code, 2);
    assert!(err.contains("need the engine count"), "{err}");
}

/// 12 queens take a diagram longer than no time.
#[test]
fn drawing_that_gives_up_or_finds_nothing_says_so_on_standard_output() {
    let late = [
        "--problem",
        "queens:12",
        "--sample",
        "2",
        "--time-limit",
        "0",
    ];
    let (code, out, err) = run(&late, "");
    assert_eq!((code, out.as_str()), (3, "unknown\n"), "{err}");
    assert!(err.contains("gave up: out of time"), "{err}");
    let (code, out, _) = run(&[&late[..], &["--json"]].concat(), "");
    let whole: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &whole["gave_up"]), (3, &"out of time".into()));
    let (code, out, _) = run(&["-", "--sample", "2"], &dominoes(3, 3));
    assert_eq!((code, out.as_str()), (0, "no solution\n"));
}

#[test]
fn what_can_not_be_done_leaves_standard_output_empty() {
    let colours = "a | x\na x:1\n";
    for arguments in [
        &["-", "--json", "--engine", "matrix"][..],
        &["-", "--json", "--engine", "nobody"],
        &["-", "--sample", "0"],
        &["-", "--sample", "2", "--zdd", "-"],
        &["-", "--zdd", "-", "--json"],
        &["-", "--zdd", "-", "--count-only"],
        &["-", "--sample", "2", "--write", "-"],
    ] {
        let (code, out, err) = run(arguments, colours);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
    }
    let pictures = [
        "--problem",
        "queens:4",
        "--sample",
        "2",
        "--picture",
        "one.svg",
    ];
    let (code, out, err) = run(&pictures, "");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("--picture needs {} in the name"), "{err}");
    let (_, _, err) = run(&["-", "--engine", "nobody"], colours);
    assert!(err.contains("there are auto, dlx, sparse, bits,"), "{err}");
    assert!(!err.contains("backtrack"), "{err}");
}
