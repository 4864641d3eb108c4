//! Puzzle → `encode` → a solver of the system → `decode` → grid.
//!
//! For minisat (by its result file), cadical, picosat, cryptominisat5 and
//! kissat, each where it is on PATH; what is missing is said and skipped.
#![cfg(unix)]

use crate::program::{PROGRAM, output, program, stdout};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// How a solver is run in a shell, from `$CNF` to an answer in `$OUT`.
const SOLVERS: [(&str, &str); 5] = [
    ("minisat", "minisat -verb=0 $CNF $OUT >/dev/null"),
    ("cadical", "cadical $CNF >$OUT"),
    ("picosat", "picosat $CNF >$OUT"),
    ("cryptominisat5", "cryptominisat5 $CNF >$OUT"),
    ("kissat", "kissat $CNF >$OUT"),
];

fn on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// The solvers there are.
fn solvers() -> Vec<(&'static str, &'static str)> {
    let (here, missing): (Vec<_>, Vec<_>) =
        SOLVERS.into_iter().partition(|(name, _)| on_path(name));
    for (name, _) in missing {
        eprintln!("skipped: {name} is not on PATH");
    }
    here
}

fn sudosat(arguments: &[&str]) -> Output {
    output(program().args(arguments))
}

/// Encodes, solves and decodes; gives what `decode` printed.
fn through(folder: &Path, puzzle: &str, encode: &[&str], decode: &[&str], solve: &str) -> Output {
    let (cnf, out) = (folder.join("f.cnf"), folder.join("f.out"));
    let (cnf, out) = (cnf.to_str().unwrap(), out.to_str().unwrap());
    let written = sudosat(&[&["encode", puzzle, "--force", "-o", cnf], encode].concat());
    assert!(written.status.success(), "{written:?}");
    let solved = Command::new("sh")
        .args(["-c", solve])
        .env("CNF", cnf)
        .env("OUT", out)
        .output()
        .unwrap();
    let code = solved.status.code();
    assert!(matches!(code, Some(10 | 20)), "{solve}: {solved:?}");
    sudosat(&[&["decode", puzzle, out, "--format", "line"], decode].concat())
}

fn puzzles() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles")
}

/// Returns `true` if `grid` is a right grid that keeps the clues of `puzzle`, both on one
/// line.
fn solves(grid: &str, puzzle: &str) -> bool {
    let grid: Vec<char> = grid.trim_end().chars().collect();
    let clues: Vec<char> = puzzle.chars().collect();
    let side = grid.len().isqrt();
    let n = side.isqrt();
    let houses = (0..side).flat_map(|i| {
        let row: Vec<usize> = (0..side).map(|j| i * side + j).collect();
        let col = (0..side).map(|j| j * side + i).collect();
        let (top, left) = (i / n * n, i % n * n);
        let square = (0..side).map(|j| (top + j / n) * side + left + j % n);
        [row, col, square.collect()]
    });
    let kept = clues.iter().zip(&grid).all(|(c, g)| *c == '.' || c == g);
    let mut full = houses.map(|house| {
        let digits: std::collections::BTreeSet<char> = house.iter().map(|&i| grid[i]).collect();
        digits.len() == side
    });
    clues.len() == grid.len() && kept && full.all(|full| full)
}

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn every_solver_finds_the_grid_of_every_encoding() {
    assert!(solves(SOLUTION, EASY));
    assert!(!solves(&SOLUTION.replace('5', "6"), EASY));
    let folder = tempfile::tempdir().unwrap();
    for (name, solve) in solvers() {
        for encoding in ["lecture", "minimal", "extended"] {
            for way in ["pairwise", "sequential", "product", "commander", "bitwise"] {
                let encode = ["-e", encoding, "--at-most-one", way];
                let output = through(folder.path(), EASY, &encode, &[], solve);
                let found = stdout(&output);
                assert_eq!(
                    found.trim_end(),
                    SOLUTION,
                    "{name} {encoding} {way}: {output:?}"
                );
            }
        }
    }
}

#[test]
fn every_solver_takes_every_layout() {
    let folder = tempfile::tempdir().unwrap();
    let rcv = ["--numbering", "rcv"];
    let layouts: [(&[&str], &[&str]); 3] = [
        (&["--clause-order", "lecture"], &[]),
        (&["--names"], &[]),
        (
            &[
                "--numbering",
                "rcv",
                "--names",
                "-e",
                "minimal",
                "--at-most-one",
                "product",
            ],
            &rcv,
        ),
    ];
    for (name, solve) in solvers() {
        for (encode, decode) in layouts {
            let output = through(folder.path(), EASY, encode, decode, solve);
            assert_eq!(stdout(&output).trim_end(), SOLUTION, "{name}: {output:?}");
        }
    }
}

#[test]
fn grids_of_other_sizes_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let blank = |side: usize| puzzles().join(format!("empty-{side}x{side}.txt"));
    for (name, solve) in solvers() {
        for side in [1, 4, 16] {
            let puzzle = blank(side);
            let encode = ["-e", "extended"];
            let output = through(folder.path(), puzzle.to_str().unwrap(), &encode, &[], solve);
            let clues = ".".repeat(side * side);
            assert!(solves(&stdout(&output), &clues), "{name}: {output:?}");
        }
    }
}

#[test]
fn clues_that_clash_come_back_as_no_solution() {
    let folder = tempfile::tempdir().unwrap();
    let clash = format!("55{}", &EASY[2..]);
    for (name, solve) in solvers() {
        for encoding in ["lecture", "extended"] {
            let output = through(folder.path(), &clash, &["-e", encoding], &[], solve);
            assert_eq!(stdout(&output), "no solution\n", "{name}: {output:?}");
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(
                stderr.contains("row 1 has two 5s: r1c1 and r1c2"),
                "{stderr}"
            );
            assert_eq!(output.status.code(), Some(0));
        }
    }
}

#[test]
fn everything_works_on_pipes() {
    let program = PROGRAM;
    let solvers = ["cadical", "picosat", "cryptominisat5", "kissat"];
    for name in solvers.into_iter().filter(|name| on_path(name)) {
        let line = format!(
            "'{program}' encode $PUZZLE -o - | {name} | '{program}' decode $PUZZLE - --format line"
        );
        let output = Command::new("sh")
            .args(["-c", &line])
            .env("PUZZLE", EASY)
            .output()
            .unwrap();
        assert_eq!(stdout(&output).trim_end(), SOLUTION, "{name}: {output:?}");
    }
}

#[test]
fn compressed_formulas_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let readers = [
        ("f.cnf.gz", "minisat", "minisat $CNF $OUT"),
        ("f.cnf.xz", "cadical", "cadical $CNF >$OUT"),
        ("f.cnf.bz2", "cadical", "cadical $CNF >$OUT"),
    ];
    for (file, name, solve) in readers {
        if !on_path(name)
            || (file.ends_with("xz") && !on_path("xz"))
            || (file.ends_with("bz2") && !on_path("bzip2"))
        {
            eprintln!("skipped: {name} is not on PATH");
            continue;
        }
        let (cnf, out) = (folder.path().join(file), folder.path().join("out"));
        let written = sudosat(&["encode", EASY, "-o", cnf.to_str().unwrap()]);
        assert!(written.status.success(), "{written:?}");
        let solved = Command::new("sh")
            .args(["-c", solve])
            .env("CNF", &cnf)
            .env("OUT", &out)
            .output()
            .unwrap();
        assert_eq!(solved.status.code(), Some(10), "{solved:?}");
        let output = sudosat(&["decode", EASY, out.to_str().unwrap(), "--format", "line"]);
        assert_eq!(stdout(&output).trim_end(), SOLUTION, "{output:?}");
    }
}
