//! `sudosat check` as a user runs it.

use crate::program::{program, signalled_child};
use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const FOUR: &str = ".1.......43..2.1";
const NONE: &str = "12....4.........";
/// Solver scripts that say no, whatever they are asked, and that say nonsense.
const DENIER: &str = "cmd:sh -c 'echo s UNSATISFIABLE; exit 20' {cnf}";
const CRASHER: &str = "cmd:sh -c 'echo oh no >&2; exit 1' {cnf}";

fn check(arguments: &[&str]) -> Command {
    let mut command = program();
    command.arg("check").args(arguments);
    command
}

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_puzzles_of_the_repository_agree() {
    check(&["puzzles", "--json"])
        .current_dir(package())
        .assert()
        .success()
        .stdout(predicate::function(|text: &str| {
            let lines: Vec<Value> = lines(text);
            let (summary, puzzles) = lines.split_last().unwrap();
            let count = puzzles.len() as u64;
            assert!(count >= 20, "{count} puzzles");
            assert!(puzzles.iter().all(|line| line["judgement"] == "agreed"));
            summary["summary"]["agreed"] == count && summary["summary"]["puzzles"] == count
        }));
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_few_puzzles_are_a_table() {
    let output = check(&[FOUR, NONE, "--engines", "cdcl,splr,dlx,backtrack"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    let rows: Vec<Vec<&str>> = text
        .lines()
        .map(|row| row.split_whitespace().collect())
        .collect();
    assert_eq!(
        rows[0],
        [
            "puzzle",
            "size",
            "clues",
            "solutions",
            "cdcl",
            "splr",
            "dlx",
            "backtrack",
            "result"
        ]
    );
    assert_eq!(rows[1][..5], ["argument", "1:1", "4×4", "5", "1"]);
    assert_eq!(rows[2][..5], ["argument", "2:1", "4×4", "3", "0"]);
    assert!(rows[1..3].iter().all(|row| row.last() == Some(&"agreed")));
    assert!(
        text.contains("2 puzzles in ") && text.contains(": 2 agreed\n"),
        "{text}"
    );
    assert!(text.contains("1 with one solution, 1 without\n"), "{text}");
    assert!(text.contains("backtrack: 2 answered in "), "{text}");
}

#[test]
fn many_puzzles_are_sums_and_what_went_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let mut puzzles = format!("{FOUR}\n").repeat(150);
    puzzles += &format!("{FOUR}:2\n");
    puzzles += &format!("{FOUR}\n").repeat(49);
    check(&["-", "--engines", "dlx,matrix", "--stats"])
        .current_dir(folder.path())
        .write_stdin(puzzles)
        .assert()
        .code(1)
        .stdout(predicate::function(|text: &str| {
            let wrong = text
                .lines()
                .filter(|line| line.contains("DISAGREED"))
                .count();
            let told = text.contains("-:151") || text.contains("standard input:151");
            assert!(told, "{text}");
            assert!(
                text.contains("the input says that there are 2 solutions, dlx says 1"),
                "{text}"
            );
            assert!(text.contains("199 agreed, 1 DISAGREED"), "{text}");
            let hidden = "… 199 puzzles not listed, all agreed (--all-rows lists them)\n";
            assert!(text.contains(hidden), "{text}");
            assert!(
                text.lines().all(|line| line.chars().count() <= 80),
                "{text}"
            );
            assert!(
                text.contains(" nodes\n") && text.contains(" updates\n"),
                "{text}"
            );
            wrong == 2 && text.lines().count() < 20
        }));
}

#[test]
fn puzzles_on_lines_are_compared_as_each_alone() {
    const GRID: &str =
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let several = GRID.replace(['1', '2'], ".");
    let one = GRID.replace('1', ".");
    let none = GRID.replacen("12", "3.", 1).replacen("45", "..", 1);
    let clash = GRID.replacen("12", "11", 1);
    let kinds = [&one, &one, &several, &none, &clash, &one];
    let lines: Vec<&str> = kinds
        .iter()
        .map(|line| line.as_str())
        .cycle()
        .take(150)
        .collect();
    let of = |options: &[&str]| {
        let output = check(options)
            .arg("-")
            .write_stdin(lines.join("\n"))
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        // Without the times, the last of which are those of the engines.
        let text = text.lines().filter(|line| !line.starts_with("per puzzle"));
        let untimed = text.map(|line| line.split(" in ").next().unwrap().to_owned());
        (untimed.collect::<Vec<_>>(), output.status.code())
    };
    let together = of(&["-q"]);
    assert_eq!(
        together.0[0],
        "… 150 puzzles not listed, all agreed (--all-rows lists them)"
    );
    assert_eq!(
        together.0[2],
        "75 with one solution, 25 with several, 50 without"
    );
    // With a short limit, each goes from thread to thread alone.
    assert_eq!(together, of(&["-q", "--time-limit", "900ms"]));
    assert_eq!(together, of(&["-q", "-j1"]));
    let (named, _) = of(&["-q", "--engines", "planes,cdcl"]);
    assert_eq!(named[3..], ["planes: 150 answered", "cdcl: 150 answered"]);
}

#[test]
fn a_disagreement_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let keep = folder.path().join("kept");
    check(&[FOUR, "--engines", "cdcl,dlx", "--engines", DENIER])
        .args(["--keep", keep.to_str().unwrap()])
        .assert()
        .code(1)
        .stdout(contains("DISAGREED").and(contains("says that there are 0 solutions and no more")))
        .stderr(contains("kept in"));
    let folders: Vec<PathBuf> = fs::read_dir(&keep)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert_eq!(folders.len(), 1);
    let read = |name: &str| {
        fs::read_to_string(folders[0].join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    assert_eq!(read("puzzle.txt"), ".1..\n....\n.43.\n.2.1\n");
    assert!(read("formula.cnf").starts_with("p cnf 64 165\n"));
    assert!(read("answers.txt").contains("cdcl: solved, 1 solution"));
    assert_eq!(read("cdcl-solution-1.txt"), "4123\n2314\n1432\n3241\n");
    // The proof that there is no second one, and what it refutes.
    assert!(read("cdcl.cnf").starts_with("p cnf 64 166\n"));
    program()
        .arg("verify")
        .args([folders[0].join("cdcl.cnf"), folders[0].join("cdcl.pbp")])
        .assert()
        .success();
    // Another one goes beside it.
    check(&[FOUR, "--engines", "dlx", "--engines", DENIER])
        .args(["--keep", keep.to_str().unwrap()])
        .assert()
        .code(1);
    assert_eq!(fs::read_dir(&keep).unwrap().count(), 2);
}

#[test]
fn an_engine_that_fails_is_no_agreement() {
    let folder = tempfile::tempdir().unwrap();
    check(&[FOUR, "--engines", "cdcl,dlx", "--engines", CRASHER])
        .current_dir(folder.path())
        .assert()
        .code(1)
        .stdout(contains("an engine failed").and(contains("exit code 1; it wrote: oh no")))
        .stdout(contains("1 with an engine that failed"));
    assert!(folder.path().join("sudosat-disagreements").is_dir());
}

#[test]
fn what_was_not_cross_checked_is_said() {
    check(&[FOUR, "--engines", "dlx"])
        .assert()
        .code(3)
        .stdout(contains("not cross-checked").and(contains("only one engine answered")));
    // Backtracking takes ages here. The other engine does not, but on a busy machine it may need
    // more than the first limit.
    let large = package().join("puzzles/large/16x16-b.txt");
    let large = large.to_str().unwrap();
    for (engines, code, text) in [
        (
            "cdcl,backtrack",
            0,
            "not cross-checked by backtrack: it gave up after",
        ),
        ("dlx,backtrack", 3, "only one engine answered"),
    ] {
        let is_said = ["0.3", "3", "30"].into_iter().any(|limit| {
            let arguments = [large, "--engines", engines, "--time-limit", limit];
            let output = check(&arguments).output().unwrap();
            let out = String::from_utf8(output.stdout).unwrap();
            output.status.code() == Some(code) && out.contains(text)
        });
        assert!(is_said, "{engines}");
    }
}

#[test]
fn an_unknown_number_of_solutions_is_called_so() {
    let slow = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("t.csv");
    let give_up = ["--engines", "backtrack", "--time-limit", "0.01"];
    let output = check(&[&[slow, "--csv", csv.to_str().unwrap()], &give_up[..]].concat())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().nth(1).unwrap().contains(" unknown "), "{text}");
    // The time is that of the puzzle given up, too.
    assert!(
        text.contains("backtrack: 0 answered, 1 given up in "),
        "{text}"
    );
    let table = fs::read_to_string(&csv).unwrap();
    let row = table.lines().nth(1).unwrap();
    assert!(row.contains(",unknown,unknown,false,"), "{row}");
    let output = check(&[&[slow, "--json"], &give_up[..]].concat())
        .output()
        .unwrap();
    let puzzle = &lines(&String::from_utf8(output.stdout).unwrap())[0];
    assert_eq!(puzzle["engines"][0]["answer"], "unknown");
    assert_eq!(puzzle["engines"][0]["count"], Value::Null);
}

#[test]
fn json_has_a_line_a_puzzle_and_the_sums() {
    let output = check(&[FOUR, NONE, "--engines", "cdcl,dlx", "--json"])
        .output()
        .unwrap();
    let lines = lines(&String::from_utf8(output.stdout).unwrap());
    let [four, none, sums] = &lines[..] else {
        panic!("three lines: {lines:?}");
    };
    assert_eq!(four["judgement"], "agreed");
    assert_eq!(
        (&four["solutions"], &four["complete"]),
        (&1.into(), &true.into())
    );
    assert_eq!(four["engines"][0]["engine"], "cdcl");
    assert!(four["engines"][0]["steps"]["conflicts"].is_u64());
    assert_eq!(four["engines"][1]["evidence"], "search exhausted");
    assert!(four["engines"][1]["steps"]["updates"].as_u64() > Some(0));
    assert_eq!(none["engines"][1]["answer"], "no solution");
    let sums = &sums["summary"];
    assert_eq!((&sums["puzzles"], &sums["agreed"]), (&2.into(), &2.into()));
    assert_eq!(
        (&sums["unique"], &sums["unsolvable"]),
        (&1.into(), &1.into())
    );
    assert_eq!(sums["engines"][1]["answered"], 2);
}

#[test]
fn results_come_in_the_order_of_the_puzzles_with_any_number_of_jobs() {
    let count = 300;
    let blank = ".".repeat(16);
    let puzzles: String = (0..count)
        .map(|index| format!("{}\n", if index % 7 == 0 { &blank } else { FOUR }))
        .collect();
    for jobs in ["1", "3"] {
        let output = check(&["-", "--engines", "cdcl,dlx", "--json", "--jobs", jobs])
            .write_stdin(puzzles.clone())
            .output()
            .unwrap();
        let lines = lines(&String::from_utf8(output.stdout).unwrap());
        for (index, line) in lines[..count].iter().enumerate() {
            let name = line["puzzle"].as_str().unwrap();
            assert!(
                name.ends_with(&format!(":{}", index + 1)),
                "{name} is number {index}"
            );
        }
    }
}

#[test]
fn the_encoding_is_said_and_can_be_chosen() {
    let nine = "puzzles/classic-9x9.txt";
    check(&[nine, "--engines", "cdcl,splr"])
        .assert()
        .success()
        .stderr(contains("note: splr gets the encoding extended above 4×4;"));
    // A 4×4 grid gets the lecture's own anyway.
    check(&[FOUR]).assert().success().stderr(is_empty());
    for one in [
        &[nine, "--engines", "cdcl,dlx"][..],
        &[nine, "-e", "lecture", "--engines", "cdcl,splr,dlx"],
    ] {
        check(one).assert().success().stderr(is_empty());
    }
    check(&[FOUR, "--engines", "dlx,matrix"])
        .assert()
        .success()
        .stderr(is_empty());
}

#[test]
fn bad_usage_and_bad_inputs_are_told() {
    check(&[FOUR, "--engines", "cdcl,dxl"])
        .assert()
        .code(2)
        .stderr(contains("no engine is called"));
    check(&[FOUR, "--engines", ","])
        .assert()
        .code(2)
        .stderr(contains("names no engine"));
    for jobs in ["0", "1025", "18446744073709551615"] {
        check(&[FOUR, "--jobs", jobs]).assert().code(2);
    }
    check(&[FOUR, "--engines", "dlx,cdcl,dlx"])
        .assert()
        .code(2)
        .stderr(contains("the engine dlx is named twice"));
    // Two orders of one search don't confirm each other.
    check(&[FOUR, "--engines", "backtrack,backtrack-fewest"])
        .assert()
        .code(3)
        .stdout(contains("not cross-checked"));
    check(&["12", FOUR, "--engines", "cdcl,dlx"])
        .assert()
        .code(2)
        .stdout(contains("1 puzzle in ").and(contains("1 input was refused")));
}

#[test]
fn ctrl_c_sums_up_what_was_done() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let mut child = signalled_child()
        .args(["check", "-", "--engines", "cdcl,dlx", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let pid = rustix::process::Pid::from_child(&child);
    // A test that fails must not hang.
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    std::thread::spawn(move || {
        use std::sync::mpsc::RecvTimeoutError;
        let minute = std::time::Duration::from_secs(60);
        if is_done.recv_timeout(minute) == Err(RecvTimeoutError::Timeout) {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
    });
    // Standard input stays open: it waits for more puzzles when it is interrupted.
    let mut stdin = child.stdin.take().unwrap();
    let nine = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    writeln!(stdin, "{nine}\n{nine}\n{nine}").unwrap();
    stdin.flush().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!(first["judgement"], "agreed");
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let last: Value = serde_json::from_str(&lines.last().unwrap().unwrap()).unwrap();
    assert_eq!(last["summary"]["interrupted"], true);
    assert!(last["summary"]["agreed"].as_u64() >= Some(1));
    assert_eq!(child.wait().unwrap().code(), Some(3));
    drop((stdin, done));
}
