//! `sudosat pipe`, with scripts that behave in every way, and real solvers'
//! output in every form back through `pipe` and `decode`.
//!
//! Solvers are looked for on the PATH and in the tools' folder of `.ci/run`
//! (`SUDOSAT_TOOLS`); a test says which it skipped.

use crate::program::{PROGRAM, output, stderr, stdout};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const PUZZLE: &str = "12..3...........";
const GRID: &str = "1234341221434321";

fn tools() -> PathBuf {
    let home = std::env::var_os("HOME").unwrap_or_default();
    std::env::var_os("SUDOSAT_TOOLS").map_or_else(
        || PathBuf::from(home).join(".cache/sudosat-tools"),
        PathBuf::from,
    )
}

/// The folders in which solvers are looked for.
fn path() -> std::ffi::OsString {
    let mut folders = vec![tools().join("bin"), tools().join("python/bin")];
    folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    std::env::join_paths(folders).unwrap()
}

fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    let mut python = vec![tools().join("python")];
    python.extend(std::env::split_paths(
        &std::env::var_os("PYTHONPATH").unwrap_or_default(),
    ));
    command
        .env("PATH", path())
        .env("PYTHONPATH", std::env::join_paths(python).unwrap())
        .stdin(Stdio::null());
    command
}

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = assert_cmd::Command::from_std(command(PROGRAM));
    output(command.args(arguments).current_dir(folder.path()))
}

/// Runs `pipe` on [`PUZZLE`] with a script as the solver.
fn pipe(script: &str, options: &[&str], words: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solver.sh");
    fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    let start = ["pipe", "--format", "line"];
    let rest = [&[PUZZLE, "--", "./solver.sh"], words].concat();
    run(&folder, &[&start, options, &rest].concat())
}

fn model() -> String {
    let mut lits = String::new();
    for (cell, digit) in GRID.bytes().enumerate() {
        for value in 1..=4 {
            let sign = if usize::from(digit - b'0') == value {
                ""
            } else {
                "-"
            };
            lits += &format!("{sign}{} ", 4 * cell + value);
        }
    }
    lits
}

#[test]
fn the_formula_goes_to_a_file_or_to_standard_input() {
    let model = model();
    let head = "test \"$(head -n 1 $1)\" = 'p cnf 64 163'";
    let answer = format!("echo 's SATISFIABLE'; echo 'v {model}0'; exit 10");
    let output = pipe(
        &format!("{head} || exit 1; cat > /dev/null; {answer}"),
        &[],
        &[],
    );
    assert_eq!(stdout(&output), format!("{GRID}\n"), "{}", stderr(&output));
    let told = "the grid is one of several solutions\n";
    assert_eq!(stderr(&output), format!("argument 1:1: solver.sh: {told}"));
    let output = pipe(&format!("{head} || exit 1; {answer}"), &[], &["{cnf}"]);
    assert_eq!(stdout(&output), format!("{GRID}\n"), "{}", stderr(&output));
    // The answer in a file, without a status, as glucose writes it.
    let file = format!("echo 's SATISFIABLE'; echo SAT; echo '{model}0' > \"$2\"; exit 10");
    let output = pipe(&file, &[], &["{cnf}", "{out}"]);
    assert_eq!(stdout(&output), format!("{GRID}\n"), "{}", stderr(&output));
    let file = format!("grep -q 'p cnf 64 163' || exit 1; echo '{model}0' > \"$1\"");
    let output = pipe(&file, &[], &["{out}"]);
    assert_eq!(stdout(&output), format!("{GRID}\n"), "{}", stderr(&output));
    let output = pipe(
        "test \"$(head -n 1)\" = 'p cnf 64 451' && echo unknown",
        &["-e", "extended"],
        &[],
    );
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
}

/// A claim that there is no solution has the check and the label of `solve`.
#[test]
fn no_solution_is_confirmed_as_in_solve() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("liar.sh");
    fs::write(&file, "#!/bin/sh\necho 's UNSATISFIABLE'; exit 20\n").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    let engine = format!("cmd:{} {{cnf}}", file.display());
    let grid25 = ".".repeat(625);
    // Too hard for the second search, which gives up.
    let hard = "diagonal; anti-knight; cage 20 r1c1 r1c2 r2c1 r2c2";
    for (puzzle, rules, code, told) in [
        (PUZZLE, "", 1, "there is a solution"),
        (
            "12....3....4....",
            "",
            0,
            "planes tried every possibility and agrees",
        ),
        ("11..............", "", 0, "row 1 has two 1s"),
        (&grid25, "", 1, "there is a solution"),
        (&".".repeat(81), hard, 0, "not verified"),
    ] {
        let rules: &[&str] = if rules.is_empty() {
            &[]
        } else {
            &["--rules", rules]
        };
        let piped = run(
            &folder,
            &[&["pipe"], rules, &[puzzle, "--", "./liar.sh"]].concat(),
        );
        let solved = run(
            &folder,
            &[&["solve", "--engine", &engine], rules, &[puzzle]].concat(),
        );
        fs::write(folder.path().join("out"), "s UNSATISFIABLE\n").unwrap();
        let decoded = run(&folder, &[&["decode"], rules, &[puzzle, "out"]].concat());
        for output in [&piped, &decoded] {
            assert_eq!(
                output.status.code(),
                Some(code),
                "{puzzle}: {}",
                stderr(output)
            );
            assert!(
                stderr(output).contains(told),
                "{puzzle}: {}",
                stderr(output)
            );
            let answer = if code == 0 { "no solution\n" } else { "" };
            assert_eq!(stdout(output), answer, "{puzzle}");
        }
        assert!(
            stderr(&solved).contains(told),
            "{puzzle}: {}",
            stderr(&solved)
        );
    }
}

#[test]
fn every_end_has_its_exit_code() {
    let model = model();
    let wrong = model.replacen("1 ", "-1 ", 1);
    let cases = [
        (
            "echo 's UNSATISFIABLE'; exit 20".to_owned(),
            1,
            "refused: it says that there is no solution, but there is a solution",
        ),
        ("echo 's UNKNOWN'".to_owned(), 3, "the solver gave up"),
        ("sleep infinity".to_owned(), 3, "stopped: out of time"),
        (
            format!("echo 's SATISFIABLE'; echo 'v {wrong}0'"),
            1,
            "refused: row 1 has no 1 (family i); clause 1",
        ),
        ("echo 's SATISFIABLE'".to_owned(), 1, "no model follows"),
        (
            "echo 's SATISFIABLE'; echo 'v 1 65 0'".to_owned(),
            1,
            "the formula's 64 variables",
        ),
        (
            "echo 's SATISFIABLE'; printf 'v 1 2'".to_owned(),
            1,
            "cut off",
        ),
        (
            format!("echo 's SATISFIABLE'; echo 'v {model}0'; exit 20"),
            1,
            "exit code 20",
        ),
        ("echo oops >&2; exit 1".to_owned(), 1, "it wrote: oops"),
        ("kill -SEGV $$".to_owned(), 1, "signal 11"),
        ("exit 0".to_owned(), 1, "gave no answer"),
    ];
    for (script, code, said) in cases {
        let limit = if code == 3 { "1" } else { "60" };
        let output = pipe(&script, &["--time-limit", limit], &[]);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{script}: {}",
            stderr(&output)
        );
        assert!(
            stderr(&output).contains(said),
            "{script}: {}",
            stderr(&output)
        );
        let expected = if code == 0 { "no solution\n" } else { "" };
        assert_eq!(stdout(&output), expected, "{script}");
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("own.sh"), "echo s UNSATISFIABLE").unwrap();
    let clash = "12....3....4....";
    let output = run(&folder, &["pipe", clash, "--", "sh", "own.sh"]);
    assert_eq!(stdout(&output), "no solution\n", "{}", stderr(&output));
    let output = run(&folder, &["pipe", PUZZLE, "--", "no-such-solver-anywhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("was found on the PATH"));
    for wrong in [
        &["pipe", PUZZLE][..],
        &["pipe", PUZZLE, "--"],
        &["pipe", "--", "true"],
    ] {
        assert_eq!(run(&folder, wrong).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn a_partial_model_is_completed_and_that_is_said() {
    let model = model();
    let positive: Vec<&str> = model
        .split(' ')
        .filter(|lit| !lit.starts_with('-'))
        .collect();
    let script = format!("echo sat; echo '{}0'", positive.join(" "));
    let output = pipe(&script, &[], &[]);
    assert_eq!(stdout(&output), format!("{GRID}\n"), "{}", stderr(&output));
    assert!(stderr(&output).contains("48 variables had no value; 48 follow"));
}

// ------------------------------------------------------------- real solvers

const PYSAT: &str = "
import sys
from pysat.formula import CNF
from pysat.solvers import Glucose4
with Glucose4(bootstrap_with=CNF(from_file=sys.argv[1])) as s:
    print('UNSAT' if not s.solve() else s.get_model())
";
const GLUCOSE_FILE: &str = "
import sys
from pysat.formula import CNF
from pysat.solvers import Glucose4
with Glucose4(bootstrap_with=CNF(from_file=sys.argv[1])) as s:
    print('UNSAT' if not s.solve() else ' '.join(map(str, s.get_model())) + ' 0')
";
const Z3: &str = "
import sys, z3
z3.set_option(max_args=10**9, max_lines=10**9, max_depth=10**9)
s = z3.Solver()
s.from_file(sys.argv[1])
print(s.check())
if s.check() == z3.sat: print(s.model())
";

/// A way to run a solver.
struct Way {
    /// What must be there: a program, or a module of Python.
    needs: &'static str,
    words: &'static [&'static str],
    /// Largest order that is tried: 6 for a model in many lines and for one in a single line.
    most: usize,
}

const WAYS: [Way; 13] = [
    Way {
        needs: "minisat",
        words: &["minisat"],
        most: 4,
    },
    Way {
        needs: "minisat",
        words: &["minisat", "{cnf}", "{out}"],
        most: 6,
    },
    Way {
        needs: "kissat",
        words: &["kissat", "-q"],
        most: 6,
    },
    Way {
        needs: "kissat",
        words: &["kissat", "{cnf}"],
        most: 5,
    },
    Way {
        needs: "cadical",
        words: &["cadical", "-q"],
        most: 4,
    },
    Way {
        needs: "cadical",
        words: &["sh", "-c", "cadical -"],
        most: 5,
    },
    Way {
        needs: "cryptominisat5",
        words: &["cryptominisat5"],
        most: 5,
    },
    Way {
        needs: "picosat",
        words: &["picosat"],
        most: 5,
    },
    Way {
        needs: "glucose",
        words: &["glucose"],
        most: 5,
    },
    Way {
        needs: "z3",
        words: &["z3", "-dimacs", "{cnf}"],
        most: 5,
    },
    Way {
        needs: "pysat",
        words: &["python3", "-c", PYSAT, "{cnf}"],
        most: 5,
    },
    Way {
        needs: "pysat",
        words: &["python3", "-c", GLUCOSE_FILE, "{cnf}"],
        most: 4,
    },
    Way {
        needs: "z3.z3",
        words: &["python3", "-c", Z3, "{cnf}"],
        most: 3,
    },
];

fn is_there(needs: &str) -> bool {
    let is_module = matches!(needs, "pysat" | "z3.z3");
    let there = match is_module {
        true => command("python3")
            .args(["-c", &format!("import {needs}")])
            .output()
            .is_ok_and(|output| output.status.success()),
        false => std::env::split_paths(&path()).any(|folder| folder.join(needs).is_file()),
    };
    if !there {
        eprintln!("skipped: {needs} is not installed");
    }
    there
}

/// A puzzle of order n with one hole in each row and column, and its grid.
fn puzzle(n: usize) -> (String, String) {
    let side = n * n;
    let digit = |row: usize, col: usize| (row % n * n + row / n + col) % side + 1;
    let text = |hole: bool| {
        let mut text = String::new();
        for row in 0..side {
            for col in 0..side {
                let blank = hole && (row * 7 + 3) % side == col;
                let token = if blank {
                    ".".to_owned()
                } else {
                    digit(row, col).to_string()
                };
                text += &format!("{token} ");
            }
            text += "\n";
        }
        text
    };
    (text(true), text(false))
}

/// The digits of a grid, printed as symbols or as numbers.
fn numbers(text: &str) -> Vec<usize> {
    let rows = text.lines().map(str::trim);
    rows.flat_map(|row| -> Vec<usize> {
        match row.contains(' ') {
            true => row
                .split_whitespace()
                .map(|word| word.parse().unwrap())
                .collect(),
            false => row.bytes().map(|byte| usize::from(byte - b'0')).collect(),
        }
    })
    .collect()
}

#[test]
fn real_solvers_are_understood_in_every_form() {
    let ways: Vec<&Way> = WAYS.iter().filter(|way| is_there(way.needs)).collect();
    for n in 3..=6 {
        let folder = tempfile::tempdir().unwrap();
        let (text, grid) = puzzle(n);
        fs::write(folder.path().join("p.txt"), text).unwrap();
        let encoding = if n == 4 { "extended" } else { "lecture" };
        let encoded = run(&folder, &["encode", "-e", encoding, "p.txt", "-o", "p.cnf"]);
        assert_eq!(encoded.status.code(), Some(0), "{}", stderr(&encoded));
        for way in ways.iter().filter(|way| n <= way.most) {
            let shown = way.words[..way.words.len().min(2)].join(" ");
            let piped = run(
                &folder,
                &[&["pipe", "-e", encoding, "p.txt", "--"], way.words].concat(),
            );
            assert_eq!(
                piped.status.code(),
                Some(0),
                "{shown}, {n}: {}",
                stderr(&piped)
            );
            assert_eq!(numbers(&stdout(&piped)), numbers(&grid), "{shown}, {n}");
            if n > 4 {
                continue;
            }
            // By hand: the output as a file, and read back with the formula alone.
            let mut words: Vec<&str> = way.words.to_vec();
            if !words.contains(&"{cnf}") && words[0] != "sh" {
                words.push("{cnf}");
                match words[0] {
                    "minisat" => words.push("{out}"),
                    "glucose" => words.push("-model"),
                    _ => {}
                }
            }
            let given: Vec<String> = words[1..]
                .iter()
                .map(|word| word.replace("{cnf}", "p.cnf").replace("{out}", "p.out"))
                .collect();
            let _ = fs::remove_file(folder.path().join("p.out"));
            let solved = command(words[0])
                .args(&given)
                .current_dir(folder.path())
                .stdin(fs::File::open(folder.path().join("p.cnf")).unwrap())
                .output()
                .unwrap();
            let file = folder.path().join("p.out");
            if !file.exists() {
                fs::write(&file, &solved.stdout).unwrap();
            }
            let answer = fs::read(&file).unwrap();
            let decoded = run(&folder, &["decode", "p.cnf", "p.out"]);
            assert_eq!(
                numbers(&stdout(&decoded)),
                numbers(&grid),
                "{shown}, {n}: {}",
                stderr(&decoded)
            );
            let decoded = run(&folder, &["decode", "p.txt", "p.out"]);
            assert_eq!(
                numbers(&stdout(&decoded)),
                numbers(&grid),
                "{shown}, {n}: {}",
                stderr(&decoded)
            );
            // Cut off in the middle of the model: never a grid.
            let text = String::from_utf8_lossy(&answer);
            let start = ["\nv ", "["].iter().find_map(|begin| text.find(begin));
            fs::write(&file, &answer[..start.unwrap_or(0) + 20]).unwrap();
            let cut = run(&folder, &["decode", "p.txt", "p.out"]);
            assert_eq!(stdout(&cut), "", "{shown}, {n}");
            assert_ne!(cut.status.code(), Some(0), "{shown}, {n}");
        }
    }
}

#[test]
fn real_solvers_say_unsatisfiable() {
    let folder = tempfile::tempdir().unwrap();
    for way in WAYS.iter().filter(|way| is_there(way.needs)) {
        let output = run(
            &folder,
            &[&["pipe", "11..............", "--"], way.words].concat(),
        );
        let shown = way.words[..way.words.len().min(2)].join(" ");
        if stdout(&output) != "no solution\n" {
            // The puzzle has a solution only if the test is wrong.
            panic!("{shown}: {}{}", stdout(&output), stderr(&output));
        }
        assert_eq!(output.status.code(), Some(0), "{shown}");
    }
}
