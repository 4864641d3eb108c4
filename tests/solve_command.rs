//! `sudosat solve` as a user runs it.

use crate::engines::INSIDE;
use crate::program::{child, program, signalled_child};
use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::Value;
use std::fs;
use std::process::Output;

const FOUR: &str = ".1.......43..2.1";
const FOUR_SOLVED: &str = "4123231414323241";
/// Three solutions.
const THREE: &str = "......1....23..1";
/// No two clues clash, and there is no solution.
const NONE: &str = "12....4.........";
/// Row 1 has two 5s.
const CLASH: &str =
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const BLANK: &str =
    ".................................................................................";

/// The remark on a blank grid.
const OF_BLANK: &str = "argument 1:1: no clues; the grid is one of several solutions\n";

fn solve(arguments: &[&str]) -> Command {
    let mut command = program();
    command.arg("solve").args(arguments);
    command
}

/// Returns a text with 9 in place of each digit.
fn nines(text: &str) -> String {
    text.replace(|c: char| c.is_ascii_digit(), "9")
}

/// Returns a text with 9 in place of each number.
fn numbers(text: &str) -> String {
    let mut text = nines(text);
    while text.contains("99") {
        text = text.replace("99", "9");
    }
    text
}

fn json(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_puzzle_is_solved_and_nothing_else_is_said() {
    solve(&[FOUR])
        .assert()
        .success()
        .stdout("4123\n2314\n1432\n3241\n")
        .stderr(is_empty());
    solve(&[FOUR, "--format", "line"])
        .assert()
        .success()
        .stdout(format!("{FOUR_SOLVED}\n"));
}

#[test]
fn every_engine_solves_it() {
    for engine in INSIDE {
        solve(&[FOUR, "--engine", engine, "--format", "line"])
            .assert()
            .success()
            .stdout(format!("{FOUR_SOLVED}\n"));
    }
    for engine in ["minisat", "cadical", "picosat", "cryptominisat5"] {
        let mut command = solve(&[FOUR, "--engine", engine, "--format", "line"]);
        let output = command.output().unwrap();
        if output.status.code() == Some(2) {
            eprintln!("skipped: {}", String::from_utf8_lossy(&output.stderr));
            continue;
        }
        assert_eq!(
            output.stdout,
            format!("{FOUR_SOLVED}\n").as_bytes(),
            "{engine}"
        );
    }
}

#[test]
fn counting_says_whether_there_are_more() {
    let solutions = |text: &str| text.lines().count();
    solve(&[THREE, "--all", "--format", "line"])
        .assert()
        .success()
        .stdout(predicate::function(move |text: &str| solutions(text) == 3))
        .stderr(
            "argument 1:1: 3 solutions and no more: planes tried every possibility and agrees\n",
        );
    solve(&[THREE, "-n", "2", "--engine", "dlx", "--format", "line"])
        .assert()
        .success()
        .stdout(predicate::function(move |text: &str| solutions(text) == 2))
        .stderr("argument 1:1: 2 solutions; there may be more\n");
    solve(&[THREE, "-n", "4", "--engine", "matrix", "--format", "line"])
        .assert()
        .success()
        .stderr("argument 1:1: 3 solutions and no more: every possibility was tried\n");
    // Grids stay apart, so that they can be read back.
    solve(&[THREE, "-n", "2"])
        .assert()
        .stdout(predicate::function(|text: &str| {
            let grid = "9999\n".repeat(4);
            nines(text) == format!("{grid}\n{grid}")
        }));
}

#[test]
fn uniqueness_is_asked_for() {
    solve(&[FOUR, "--unique"]).assert().success().stderr(
        "argument 1:1: one solution and no more: planes tried every possibility and agrees\n",
    );
    solve(&[THREE, "--unique", "--format", "line"])
        .assert()
        .code(1)
        .stdout(predicate::function(|text: &str| {
            nines(text) == "9999999999999999\n"
        }))
        .stderr("argument 1:1: there is a second solution\n");
}

/// The input's own solution and number of solutions are compared with what was found, as `check` does.
#[test]
fn what_the_input_says_of_solutions_is_compared() {
    const PUZZLE: &str = "1.....3..4.....2";
    let wrong = "in:1: the input's own solution is wrong: ".to_owned();
    let swapped = format!(r#"{{"puzzle":"{PUZZLE}","solution":"1234423124133142"}}"#);
    let right = format!(r#"{{"puzzle":"{PUZZLE}","solution":"1324423124133142"}}"#);
    let one = "in:1: the input says that there are 3 solutions, ".to_owned();
    let folder = tempfile::tempdir().unwrap();
    for (input, said) in [
        (swapped, Some(wrong)),
        (right, None),
        (format!("{PUZZLE}:3"), Some(one)),
        (format!("{PUZZLE}:1"), None),
        (
            "1...............:1".to_owned(),
            Some("in:1: the input says that there is 1 solution, ".to_owned()),
        ),
    ] {
        fs::write(folder.path().join("in"), input).unwrap();
        for options in [&[][..], &["-u"], &["--all"], &["--engine", "dlx"], &["-q"]] {
            let mut command = solve(&["in"]);
            let output = command.args(options).current_dir(&folder).output().unwrap();
            let stderr = String::from_utf8(output.stderr).unwrap();
            match said.as_ref().filter(|_| options != ["-q"]) {
                Some(said) => assert!(stderr.contains(said), "{options:?}: {stderr}"),
                None => assert!(!stderr.contains("the input"), "{options:?}: {stderr}"),
            }
        }
    }
}

/// Standard error names the engine that answered where it is not that of the outputs with a field
/// for it.
#[test]
fn a_search_with_checked_steps_is_called_so() {
    let nine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let by_planes = "planes tried every possibility";
    for (options, because) in [
        (&["--unique"][..], ", and each step was checked"),
        (&["--unique", "-v"], ", and each step was checked"),
        (&["--unique", "--engine", "cdcl"], " and agrees"),
        (&["--unique", "--stats"], " and agrees"),
    ] {
        let end = format!(": {by_planes}{because}\n");
        let arguments = [&[nine], options].concat();
        solve(&arguments).assert().stderr(contains(end));
    }
    let none = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    for (options, because) in [
        (&[][..], ", and each step was checked"),
        (&["--seed", "3"], ", and each step was checked"),
        (&["--all"], " and agrees"),
        (&["--count", "1"], " and agrees"),
        (&["-e", "extended"], " and agrees"),
        (&["--stats"], " and agrees"),
    ] {
        let end = format!("no solution: {by_planes}{because}\n");
        let arguments = [&[none], options].concat();
        solve(&arguments).assert().stderr(contains(end));
    }
}

#[test]
fn no_solution_is_an_answer_with_a_reason() {
    solve(&[CLASH])
        .assert()
        .success()
        .stdout("no solution\n")
        .stderr(contains(
            "argument 1:1: no solution: row 1 has two 5s: r1c1 and r1c2",
        ));
    solve(&[NONE])
        .assert()
        .success()
        .stdout("no solution\n")
        .stderr("argument 1:1: no solution: planes tried every possibility and agrees\n");
    solve(&[NONE, "--engine", "splr"])
        .assert()
        .success()
        .stdout("no solution\n")
        .stderr("argument 1:1: no solution: planes tried every possibility and agrees\n");
}

#[test]
fn giving_up_is_no_answer() {
    let slow = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    solve(&[slow, "--engine", "backtrack", "--time-limit", "0.2"])
        .assert()
        .code(3)
        .stdout("unknown\n")
        .stderr("argument 1:1: gave up: out of time\n");
    // What was found before is printed.
    solve(&[
        BLANK,
        "--engine",
        "dlx",
        "--all",
        "--time-limit",
        "0.2",
        "--format",
        "line",
    ])
    .assert()
    .code(3)
    .stdout(predicate::function(|text: &str| {
        nines(text).starts_with(&format!("{:9<81}\n", ""))
    }))
    .stderr(predicate::function(|text: &str| {
        numbers(text) == "argument 9:9: no clues; 9 solutions, then gave up: out of time\n"
    }));
}

#[test]
fn the_encoding_is_told_where_it_is_not_the_lecture_s() {
    solve(&[BLANK, "--engine", "splr"])
        .assert()
        .success()
        .stderr(
            "note: splr gets the encoding extended above 4×4; use -e lecture for the \
             lecture's own\nargument 1:1: no clues; the grid is one of several solutions\n",
        );
    solve(&[BLANK, "--engine", "splr", "-q"])
        .assert()
        .success()
        .stderr(is_empty());
    solve(&[BLANK, "--engine", "splr", "-e", "extended"])
        .assert()
        .success()
        .stderr(OF_BLANK);
    // Our solver counts, so it gets the lecture's own.
    solve(&[BLANK]).assert().success().stderr(OF_BLANK);
    solve(&[BLANK, "--engine", "dlx"])
        .assert()
        .success()
        .stderr(OF_BLANK);
    solve(&[FOUR]).assert().success().stderr(is_empty());
}

#[test]
fn a_proof_is_written_and_can_be_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.drat");
    let proof = path.to_str().unwrap();
    solve(&[NONE, "--proof", proof])
        .assert()
        .success()
        .stderr(contains("to refute").and(contains("check it: sudosat verify")));
    let formula = format!("{proof}.cnf");
    program()
        .args(["verify", &formula, proof])
        .assert()
        .success()
        .stdout(contains("VERIFIED"));
    // Nothing is overwritten without asking.
    solve(&[NONE, "--proof", proof])
        .assert()
        .code(2)
        .stderr(contains("exists"));
    // The proof that there is no second solution.
    solve(&[FOUR, "--unique", "--proof", proof, "--force"])
        .assert()
        .success();
    let unit = "4123231414323241";
    let text = fs::read_to_string(&formula).unwrap();
    let last = text.lines().last().unwrap();
    assert_eq!(
        last.split(' ').count(),
        16 - 5 + 1,
        "{unit}: not this one again: {last}"
    );
    program()
        .args(["verify", &formula, proof])
        .assert()
        .success();
}

#[test]
fn a_proof_that_counts_refutes_the_lecture_s_formula() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.pbp");
    let proof = path.to_str().unwrap();
    let formula = format!("{proof}.cnf");
    // No two clues clash, but the open cells of row 1 are all in the box that
    // has its 1 in row 2. The lecture's clauses say so only by counting.
    let mut cells = vec!["."; 256];
    cells[16] = "1";
    let values: Vec<String> = (2..=13).map(|value| value.to_string()).collect();
    for (cell, value) in values.iter().enumerate() {
        cells[4 + cell] = value;
    }
    let puzzle = folder.path().join("p.txt");
    let rows: Vec<String> = cells.chunks(16).map(|row| row.join(" ")).collect();
    fs::write(&puzzle, rows.join("\n") + "\n").unwrap();
    let puzzle = puzzle.to_str().unwrap();
    solve(&[puzzle, "--proof", proof])
        .assert()
        .success()
        .stdout("no solution\n")
        .stderr(contains("the proof was checked").and(contains("to refute")));
    let header = fs::read_to_string(&formula).unwrap();
    let clauses = 31_744 + 13;
    assert!(
        header.contains(&format!("p cnf 4096 {clauses}\n")),
        "the lecture's formula"
    );
    program()
        .args(["verify", &formula, proof])
        .assert()
        .success()
        .stdout(contains("VERIFIED UNSAT"));
    // Another format than the name says is not written.
    solve(&[NONE, "--engine", "splr", "--proof", proof, "--force"])
        .assert()
        .code(1)
        .stderr(contains("no proof was written"));
}

#[test]
fn a_proof_goes_to_a_file_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path(), std::path::Path::new("/dev/null")] {
        let expected = "expected a file's name: the formula is written beside it";
        solve(&[NONE, "--proof", path.to_str().unwrap()])
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains(expected));
    }
}

#[test]
fn where_there_is_no_proof_it_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.drat");
    let proof = path.to_str().unwrap();
    for (arguments, why) in [
        (&[FOUR][..], "there is a solution"),
        (&[NONE, "--engine", "splr"], "splr gave none"),
        (&[NONE, "--engine", "dlx"], "dlx gave none"),
        (&[CLASH, "--engine", "dlx"], "the clues clash"),
    ] {
        solve(arguments)
            .args(["--proof", proof])
            .assert()
            .code(1)
            .stderr(contains("no proof was written").and(contains(why)));
        assert!(!path.exists());
    }
    solve(&[FOUR, NONE, "--proof", proof])
        .assert()
        .code(2)
        .stderr(contains("takes one puzzle, found another at"));
}

#[test]
fn json_is_one_object_a_puzzle() {
    let output = solve(&[FOUR, THREE, NONE, CLASH, "--all", "--json"])
        .output()
        .unwrap();
    assert!(output.status.success());
    let [four, three, none, clash] = &json(&output)[..] else {
        panic!("four lines");
    };
    assert_eq!(four["puzzle"], "argument 1:1");
    assert_eq!((&four["order"], &four["clues"]), (&2.into(), &5.into()));
    assert_eq!(four["solutions"][0][0], serde_json::json!([4, 1, 2, 3]));
    assert_eq!(four["answer"], "solved");
    assert_eq!(four["evidence"], "cross-checked by planes");
    assert!(four["steps"]["propagations"].as_u64() > Some(0));
    assert!(four["seconds"].as_f64() > Some(0.0));
    assert_eq!(three["count"], 3);
    assert_eq!(three["complete"], true);
    assert_eq!(three["solutions"].as_array().map(Vec::len), Some(3));
    assert_eq!(none["answer"], "no solution");
    assert_eq!(none["solutions"], serde_json::json!([]));
    assert_eq!(clash["evidence"], "clues clash");
    assert_eq!(clash["clashes"][0], "row 1 has two 5s: r1c1 and r1c2");
}

#[test]
fn steps_are_told_when_asked_for() {
    solve(&[FOUR, "--engine", "backtrack", "--stats"])
        .assert()
        .success()
        .stderr(predicate::function(|text: &str| {
            numbers(text).contains("backtrack: 9 placements, 9 rejections, 9 undos, 9.9 s")
        }));
}

#[test]
fn a_seed_changes_the_path_and_not_the_set() {
    let solutions = |seed: &str| {
        let output = solve(&[
            THREE, "--all", "--engine", "dlx", "--format", "line", "--seed", seed,
        ])
        .output()
        .unwrap();
        let mut lines: Vec<String> = String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(String::from)
            .collect();
        lines.sort();
        lines
    };
    assert_eq!(solutions("1"), solutions("2"));
    let first = |seed: &str| {
        let arguments = [BLANK, "--engine", "dlx", "--format", "line", "--seed", seed];
        solve(&arguments).output().unwrap().stdout
    };
    assert_eq!(first("1"), first("1"));
    assert_ne!(first("1"), first("2"));
}

#[test]
fn bad_usage_is_told_apart() {
    solve(&[FOUR, "--engine", "dxl"])
        .assert()
        .code(2)
        .stderr(contains("no engine is called"));
    solve(&[FOUR, "--engine", "cmd:x"])
        .assert()
        .code(2)
        .stderr(contains("{cnf}"));
    solve(&[FOUR, "--engine", "cmd:/no/such {cnf}"])
        .assert()
        .code(2)
        .stderr(contains("not installed"));
    solve(&[FOUR, "--count", "0"]).assert().code(2);
    solve(&[FOUR, "--time-limit", "-1"]).assert().code(2);
    solve(&["/no/such/file"])
        .assert()
        .code(2)
        .stdout(is_empty());
    // One bad puzzle does not hide the others.
    solve(&["12", FOUR, "--format", "line"])
        .assert()
        .code(2)
        .stdout(format!("bad input\n{FOUR_SOLVED}\n"));
    // A wrong answer of an engine is no solution of the puzzle's.
    let lie = "cmd:sh -c 'echo s SATISFIABLE; echo v 1 2 0; exit 10' {cnf}";
    solve(&[FOUR, "--engine", lie])
        .assert()
        .code(1)
        .stdout("unknown\n")
        .stderr(contains("wrong answer"));
}

#[test]
fn a_puzzle_comes_from_standard_input_and_splr_leaves_no_files() {
    let folder = tempfile::tempdir().unwrap();
    solve(&["-", "--engine", "splr", "--all", "--format", "line"])
        .current_dir(folder.path())
        .write_stdin(format!("{FOUR}\n{THREE}\n{NONE}\n"))
        .assert()
        .success()
        .stdout(predicate::function(|text: &str| text.lines().count() == 5));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
#[cfg(unix)]
fn a_reader_that_has_enough_ends_it_by_sigpipe() {
    use std::io::Read;
    use std::os::unix::process::ExitStatusExt;
    use std::process::Stdio;
    let mut child = child()
        .args([
            "solve", BLANK, BLANK, "--engine", "dlx", "--all", "--format", "line", "-j", "2",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 82];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.signal(), Some(13));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn ctrl_c_ends_it_with_what_is_known() {
    use std::io::Read;
    use std::process::Stdio;
    for engine in ["dlx", "cdcl", "splr"] {
        let mut child = signalled_child()
            .args([
                "solve", BLANK, "--engine", engine, "--all", "--format", "line",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let mut first = [0; 82];
        stdout.read_exact(&mut first).unwrap();
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
        let drain = std::thread::spawn(move || stdout.read_to_end(&mut Vec::new()));
        let output = child.wait_with_output().unwrap();
        drain.join().unwrap().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{engine}: {told}");
        assert!(
            told.contains("then gave up: interrupted"),
            "{engine}: {told}"
        );
    }
}

#[test]
fn puzzles_in_parallel_are_answered_in_the_order_of_the_input() {
    let input: String = [FOUR, THREE, NONE, FOUR, BLANK, CLASH]
        .iter()
        .cycle()
        .take(400)
        .map(|puzzle| format!("{puzzle}\n"))
        .collect();
    for arguments in [&["-n", "3"][..], &["--json", "-n", "70"], &["--unique"]] {
        let run = |jobs| {
            let mut command = solve(&["-", "-q", "--engine", "dlx", "-j", jobs]);
            command.args(arguments).write_stdin(input.clone());
            let output = command.output().unwrap();
            let stdout = String::from_utf8(output.stdout).unwrap();
            // Times differ from run to run.
            let lines = stdout.lines().map(|line| match line.find("\"seconds\"") {
                Some(end) => line[..end].to_owned(),
                None => line.to_owned(),
            });
            (lines.collect::<Vec<_>>(), output.status.code())
        };
        let one = run("1");
        assert!(one.0.len() >= 350, "{arguments:?}: {one:?}");
        assert_eq!(run("3"), one, "{arguments:?}");
    }
}

/// Returns a 36×36 grid in which these cells of the first row are blank.
fn large(blanks: std::ops::Range<usize>) -> String {
    let digit = |row: usize, column: usize| (row % 6 * 6 + row / 6 + column) % 36 + 1;
    let rows = (0..36).map(|row| {
        let cells = (0..36).map(|column| match row == 0 && blanks.contains(&column) {
            true => ".".to_owned(),
            false => digit(row, column).to_string(),
        });
        cells.collect::<Vec<_>>().join(" ") + "\n"
    });
    rows.collect()
}

#[test]
fn large_puzzles_wait_for_those_before_and_are_answered_in_their_turn() {
    // It has 288 solutions: more than a search may be ahead of the printer.
    let blank = "................";
    let parts = [
        blank,
        &large(0..3),
        blank,
        blank,
        &large(5..36),
        &large(1..2),
    ];
    let input = parts.map(|part| format!("{part}\n\n")).concat();
    for arguments in [&["--all"][..], &["-u"], &["--all", "--engine", "dlx"]] {
        let run = |jobs: &[&str]| {
            let mut command = solve(&["-", "-q", "--format", "line"]);
            command
                .args(arguments)
                .args(jobs)
                .write_stdin(input.clone());
            let output = command.output().unwrap();
            (
                String::from_utf8(output.stdout).unwrap(),
                output.status.code(),
            )
        };
        let (grids, code) = run(&[]);
        assert_eq!(
            (&grids, code),
            (&run(&["-j", "1"]).0, code),
            "{arguments:?}"
        );
        assert_eq!(
            (&grids, code),
            (&run(&["-j", "7"]).0, code),
            "{arguments:?}"
        );
        let count = if arguments[0] == "-u" { 6 } else { 3 * 288 + 3 };
        assert_eq!(grids.lines().count(), count, "{arguments:?}");
    }
}

/// Returns the output of `solve` on the puzzles, with the times left out of what is said.
fn answered(puzzles: &str, options: &[&str]) -> (String, String, Option<i32>) {
    let mut command = solve(&["-"]);
    let output = command.args(options).write_stdin(puzzles).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let said = said.lines().filter(|line| !line.contains("per puzzle"));
    let untimed = |line: &str| match line.split_once(" in ") {
        Some((before, after)) => format!("{before} {}", after.split_once(':').unwrap().1),
        None => line.to_owned(),
    };
    let answers = String::from_utf8(output.stdout).unwrap();
    (answers, said.map(untimed).collect(), output.status.code())
}

#[test]
fn puzzles_on_lines_are_answered_as_each_alone() {
    const GRID: &str =
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let several = GRID.replace(['1', '2'], ".");
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let one = GRID.replace('1', ".");
    let none = GRID.replacen("12", "3.", 1).replacen("45", "..", 1);
    let of_clues = [&one, hard, GRID, &several, &none, CLASH, hard, &one];
    let lines: Vec<&str> = of_clues.iter().copied().cycle().take(70).collect();
    let puzzles = lines.join("\n");
    for options in [
        &["-u", "-j1"][..],
        &["-u", "-q"],
        &["-u", "--to", "line"],
        &["-u", "--engine", "planes"],
        &["-u", "-j3"],
        &["-j1"],
        &["-q"],
        &["--engine", "planes"],
        &["-q", "--engine", "planes"],
    ] {
        let together = answered(&puzzles, options);
        // With a limit on the time, each goes from thread to thread alone.
        let alone = answered(&puzzles, &[options, &["--time-limit", "100"]].concat());
        assert_eq!(together, alone, "{options:?}");
        assert_eq!(together.0.matches("no solution").count(), 18, "{options:?}");
        let code = i32::from(options.contains(&"-u"));
        assert_eq!(together.2, Some(code), "{options:?}");
    }
}

#[test]
fn damage_behind_the_last_line_of_a_list_is_told() {
    use std::io::Write as _;
    let line =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n";
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(line.repeat(9).as_bytes()).unwrap();
    let mut packed = packer.finish().unwrap();
    // The checksum stands before the length at the end.
    let place = packed.len() - 8;
    packed[place] ^= 1;
    let mut command = solve(&["-u", "-"]);
    let told = contains("the gzip data is damaged");
    command.write_stdin(packed).assert().code(2).stderr(told);
}

#[test]
fn the_number_of_jobs_is_checked() {
    for jobs in ["0", "2000", "x"] {
        solve(&[FOUR, "-j", jobs])
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains("expected a number from 1 to 1024"));
    }
}
