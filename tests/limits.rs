//! Limits that hold: a run that has not enough memory or time answers so, whatever it does; and
//! what a killed run had started ends with it.

#![cfg(target_os = "linux")]

use crate::program::{
    PROGRAM, bash, catches, child, is_waiting, output, pigeons, program, send, signalled_child,
    stderr, stdout, wait_until, with_usual_signals,
};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use sudosat::io::{Overwrite, Target};
use tempfile::TempDir;

/// Limits from what is far too little to what is enough.
const SIZES: [&str; 4] = ["16M", "24M", "40M", "90M"];

/// A random formula of clauses with three literals.
fn random_formula(vars: i32, clauses: usize) -> String {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut text = format!("p cnf {vars} {clauses}\n");
    for _ in 0..clauses {
        for _ in 0..3 {
            let sign = if rng.bool() { "" } else { "-" };
            write!(text, "{sign}{} ", rng.i32(1..=vars)).unwrap();
        }
        text.push_str("0\n");
    }
    text
}

/// A blank grid of this many rows.
fn blank(side: usize) -> String {
    let row = vec!["."; side].join(" ");
    vec![row; side].join("\n")
}

/// Options of six random items of three hundred.
fn random_cover(options: usize) -> String {
    let mut rng = fastrand::Rng::with_seed(2);
    let names: Vec<String> = (0..300).map(|item| format!("i{item}")).collect();
    let mut text = names.join(" ");
    for _ in 0..options {
        let mut items: Vec<usize> = (0..6).map(|_| rng.usize(0..300)).collect();
        items.sort_unstable();
        items.dedup();
        let items: Vec<&str> = items.iter().map(|&item| names[item].as_str()).collect();
        write!(text, "\n{}", items.join(" ")).unwrap();
    }
    text
}

/// The folder with the inputs of these tests.
fn inputs() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    let formula = random_formula(40_000, 120_000);
    // Each clause with a literal more: a long proof that needs little search.
    let clauses = formula.lines().skip(1);
    let longer: Vec<String> = clauses.map(|clause| format!("1 {clause}\n")).collect();
    write("proof.drat", longer.concat());
    write("formula.cnf", formula);
    write("blank25.txt", blank(25));
    write("blank36.txt", blank(36));
    write("blank64.txt", blank(64));
    write("cover.txt", random_cover(60_000));
    let line =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    write("many.txt", line.repeat(500));
    folder
}

/// Checks that a run ended with an exit code that it may have, not by a signal or a panic.
fn expect(result: &Output, codes: &[i32], what: &str) {
    let code = result.status.code();
    assert!(
        code.is_some_and(|code| codes.contains(&code)),
        "{what}: {result:?}"
    );
    let error = stderr(result);
    assert!(!error.contains("panicked"), "{what}: {error}");
    if code == Some(2) {
        assert!(error.contains("memory"), "{what}: {error}");
    }
}

#[test]
fn a_formula_that_does_not_fit_is_unknown_or_an_error() {
    let folder = inputs();
    let mut unknown = 0;
    for size in SIZES {
        for jobs in ["1", "2"] {
            let mut run = program();
            run.current_dir(folder.path());
            run.args(["sat", "formula.cnf", "--conflicts", "20", "--jobs", jobs]);
            let result = output(run.args(["--stats", "--memory-limit", size]));
            expect(&result, &[0, 2, 10, 20], size);
            if result.status.code() == Some(0) {
                let text = stdout(&result);
                assert!(text.ends_with("s UNKNOWN\n"), "{size}: {text}");
                assert!(text.contains("c gave up: out of "), "{size}: {text}");
                assert!(text.contains("c seconds "), "{size}: {text}");
                unknown += usize::from(text.contains("out of memory"));
            }
        }
    }
    assert!(unknown > 0, "no limit is between too little and enough");
    let mut run = program();
    run.current_dir(folder.path());
    run.args(["sat", "formula.cnf", "--json", "--memory-limit", "24M"]);
    let result = output(&mut run);
    if result.status.code() == Some(0) {
        let json: serde_json::Value = serde_json::from_slice(&result.stdout).unwrap();
        assert_eq!(json["status"], "UNKNOWN");
        assert_eq!(json["reason"], "out of memory");
        assert_eq!(json["clauses"], 120_000);
    }
}

#[test]
fn every_command_without_memory_gives_up_or_refuses_its_input() {
    let folder = inputs();
    let mut gave_up = 0;
    for words in [
        "solve blank25.txt",
        "solve blank36.txt",
        "solve blank64.txt",
        "solve blank64.txt --engine cdcl",
        "solve many.txt",
        "check blank25.txt --engines cdcl,splr,dlx",
        "check many.txt --engines dlx,planes",
        "cover cover.txt --engine dlx --time-limit 1",
        "cover cover.txt --engine sparse --time-limit 1",
        "cover cover.txt --engine cdcl --time-limit 1",
        "cover --problem queens:12 --count-only --all --engine count",
        "encode blank36.txt -o - --encoding extended",
        "explain blank25.txt",
        "explain --cnf formula.cnf",
        "verify formula.cnf proof.drat --time-limit 2",
    ] {
        for size in SIZES {
            let mut run = program();
            run.current_dir(folder.path());
            let words = words.split(' ');
            let result = output(run.args(words.clone()).args(["--memory-limit", size]));
            let what = format!("{} {size}", words.collect::<Vec<_>>().join(" "));
            // The proof of `verify` does not end.
            expect(&result, &[0, 1, 2, 3], &what);
            assert_eq!(
                result.status.code() == Some(1),
                stdout(&result) == "s NOT VERIFIED\n"
            );
            gave_up += usize::from(result.status.code() == Some(3));
        }
    }
    assert!(gave_up > 0);
}

/// The same under a limit of the system, which is on addresses.
#[test]
fn under_ulimit_nothing_aborts() {
    let folder = inputs();
    for kilobytes in [120_000, 160_000, 300_000] {
        for (words, codes) in [
            ("sat formula.cnf --conflicts 20", &[0, 2, 10, 20][..]),
            ("sat formula.cnf --conflicts 20 -j 2", &[0, 2, 10, 20]),
            ("solve blank64.txt", &[0, 3]),
            ("check blank36.txt --engines cdcl,dlx", &[0, 3]),
            ("cover cover.txt --engine dlx --time-limit 1", &[0, 2, 3]),
        ] {
            let ran = bash(
                folder.path(),
                &format!("ulimit -v {kilobytes}; exec \"$S\" {words}"),
            );
            let told = format!("{kilobytes} {words}: {} {} {}", ran.code, ran.out, ran.err);
            assert!(codes.contains(&ran.code), "{told}");
            assert!(!ran.err.contains("panicked"), "{told}");
            if words.starts_with("sat") && ran.code == 0 {
                assert!(ran.out.ends_with("s UNKNOWN\n"), "{told}");
            }
        }
    }
}

#[test]
fn a_run_without_memory_leaves_no_temporary_file() {
    let folder = inputs();
    let mut failed = 0;
    for size in SIZES {
        for proof in ["proof.lrat", "proof.drat"] {
            let mut run = program();
            run.current_dir(folder.path());
            run.args(["sat", "formula.cnf", "--conflicts", "20", "--force"]);
            let result = output(run.args(["--proof", proof, "--memory-limit", size]));
            expect(&result, &[0, 2, 10, 20], size);
            failed += usize::from(stderr(&result).contains("memory allocation"));
            for entry in fs::read_dir(folder.path()).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                assert!(!name.ends_with(".tmp"), "{size}: {name}");
            }
        }
    }
    if failed == 0 {
        eprintln!("skipped: no allocation failed, so nothing had to be removed at once");
    }
}

/// Every reader opens its input in one place, so a few commands stand for all.
#[test]
fn an_input_longer_than_its_limit_is_refused_by_every_reader() {
    let folder = tempfile::tempdir().unwrap();
    let formula = "p cnf 1 1\n1 0\n";
    let files = [
        ("f.cnf", formula.to_owned(), vec!["sat"]),
        ("m.cnf", formula.to_owned(), vec!["verify", "f.cnf"]),
        ("p.txt", blank(4) + "\n", vec!["solve"]),
        ("c.txt", "a b\na\nb\n".to_owned(), vec!["cover"]),
    ];
    for (name, text, command) in &files {
        let text = match *name {
            "m.cnf" => "s SATISFIABLE\nv 1 0\n",
            _ => text,
        };
        fs::write(folder.path().join(name), text).unwrap();
        let run = |limit: usize| {
            let mut run = program();
            run.current_dir(folder.path()).args(command).arg(name);
            output(run.arg(format!("--max-input={limit}")))
        };
        let longest = text.len().max(formula.len());
        expect(&run(longest), &[0, 10], name);
        let refused = run(text.len() - 1);
        assert_eq!(refused.status.code(), Some(2), "{name}: {refused:?}");
        let words = format!(
            "it is longer than the {} bytes of --max-input",
            text.len() - 1
        );
        assert!(stderr(&refused).contains(&words), "{name}: {refused:?}");
    }
}

/// The unpacked length counts, and a stated limit replaces the guess at a bomb.
#[test]
fn the_limit_on_inputs_is_for_unpacked_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    encoder.write_all(b"p cnf 1 1\n1 0\n").unwrap();
    let blank = vec![b'\n'; 1 << 20];
    for _ in 0..80 {
        encoder.write_all(&blank).unwrap();
    }
    let packed = encoder.finish().unwrap();
    assert!(packed.len() < 1 << 20);
    fs::write(folder.path().join("f.cnf.bz2"), packed).unwrap();
    let run = |limit: &[&str]| {
        let mut run = program();
        run.current_dir(folder.path()).args(["sat", "f.cnf.bz2"]);
        output(run.args(limit))
    };
    for (limit, words) in [
        (&[][..], "if it is meant, --max-input sets a limit"),
        (
            &["--max-input", "1M"],
            "longer than the 1048576 bytes of --max-input",
        ),
    ] {
        let refused = run(limit);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(stderr(&refused).contains(words), "{refused:?}");
    }
    expect(&run(&["--max-input", "100M"]), &[10], "100M");
}

#[test]
fn a_limit_on_memory_is_a_size() {
    for (size, expected) in [
        ("lots", "300M"),
        ("-1G", "300M"),
        ("2GB", "300M"),
        ("1M", "at least 16M"),
    ] {
        let mut run = program();
        run.args([
            "solve",
            &format!("--memory-limit={size}"),
            "1.....3..4.....2",
        ]);
        let result = output(&mut run);
        assert_eq!(result.status.code(), Some(2), "{size}");
        assert!(stderr(&result).contains(expected), "{size}: {result:?}");
    }
    for size in ["16M", "1.5g", "99999T", "100000 K"] {
        let mut run = program();
        let result = output(run.args(["solve", "1.....3..4.....2", "--memory-limit", size]));
        assert_eq!(result.status.code(), Some(0), "{size}: {result:?}");
    }
}

/// The address space in KiB that an outside program may take under this limit.
fn of_outside_program(folder: &Path, limit: &[&str]) -> u64 {
    let script = executable(folder, "ulimit -v >memory");
    let mut run = program();
    run.current_dir(folder).args(["pipe", "1.....3..4.....2"]);
    run.args(limit).arg("--").arg(script);
    output(&mut run);
    let text = fs::read_to_string(folder.join("memory")).unwrap();
    text.trim().parse().unwrap()
}

#[test]
fn an_outside_program_shares_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let small = of_outside_program(folder.path(), &["--memory-limit", "200M"]);
    let large = of_outside_program(folder.path(), &["--memory-limit", "400M"]);
    assert!((100_000..200 << 10).contains(&small), "{small}");
    assert!((300_000..400 << 10).contains(&large), "{large}");
}

/// A control group, removed at the end.
struct Group(PathBuf);

impl Group {
    /// Makes a group of version 1 or 2 with a limit on memory, where that is allowed.
    fn new(bytes: u64) -> Option<Group> {
        let name = format!("sudosat-test-{}", std::process::id());
        for (root, file) in [
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
            ("/sys/fs/cgroup", "memory.max"),
        ] {
            let folder = Path::new(root).join(&name);
            if !Path::new(root).join("cgroup.procs").exists() || fs::create_dir(&folder).is_err() {
                continue;
            }
            let group = Group(folder);
            if fs::write(group.0.join(file), bytes.to_string()).is_ok() {
                return Some(group);
            }
        }
        None
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

#[test]
fn a_control_group_kills_no_run() {
    let Some(group) = Group::new(48 << 20) else {
        eprintln!("skipped: no control group with a limit on memory can be made here");
        return;
    };
    let folder = inputs();
    let script = "echo $$ >\"$G/cgroup.procs\" || exit 77; exec \"$S\" \"$@\"";
    for (words, codes) in [
        ("sat formula.cnf --conflicts 20", &[0, 2, 10, 20][..]),
        ("solve blank36.txt", &[0, 3]),
        ("solve blank64.txt", &[0, 3]),
        ("check blank36.txt --engines cdcl,splr,dlx", &[0, 3]),
        ("cover cover.txt --engine dlx --time-limit 1", &[0, 2, 3]),
        ("encode blank36.txt -o -", &[0, 2]),
    ] {
        let result = Command::new("sh")
            .args(["-c", script, "sh"])
            .args(words.split(' '))
            .current_dir(folder.path())
            .env("G", &group.0)
            .env("S", PROGRAM)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        if result.status.code() == Some(77) {
            eprintln!("skipped: no process may be put into a control group here");
            return;
        }
        expect(&result, codes, words);
    }
}

/// A script in this folder that can be run.
fn executable(folder: &Path, body: &str) -> PathBuf {
    let path = folder.join("solver.sh");
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// The processes whose environment has this line. Zombies have none.
fn with_variable(line: &str) -> usize {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let environments = processes.filter_map(|one| fs::read(one.path().join("environ")).ok());
    let has_line = |text: &Vec<u8>| {
        let mut lines = text.split(|byte| *byte == 0);
        lines.any(|other| other == line.as_bytes())
    };
    environments.filter(has_line).count()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// Whatever a run was doing when it was killed by SIGKILL: the solver and its children end, its
/// folder goes, now or with the next run, and no file is torn.
#[test]
fn what_a_killed_run_started_ends_with_it() {
    let world = tempfile::tempdir().unwrap();
    let (path, temporary) = (world.path(), world.path().join("tmp"));
    fs::create_dir(&temporary).unwrap();
    let script = executable(
        path,
        "sleep 600 & (trap '' TERM HUP; sleep 600) & sleep 600",
    );
    let script = script.to_str().unwrap();
    let engine = format!("cmd:{script} {{cnf}}");
    fs::write(path.join("p.txt"), "1.....3..4.....2\n").unwrap();
    let marked = |round: usize| format!("{}.{round}", path.display());
    let mut started = 0;
    for round in 0..24 {
        let mut run = child();
        run.current_dir(path)
            .env("TMPDIR", &temporary)
            .env("SUDOSAT_TEST_ROUND", marked(round))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        match round % 4 {
            0 => run.args(["pipe", "p.txt", "--", script]),
            1 => run.args(["check", "p.txt", "--engines", &format!("dlx,{engine}")]),
            2 => run.args(["solve", "p.txt", "--engine", &engine]),
            _ => run.args(["grade", "--program", script, "p.txt"]),
        };
        let mut run = run.spawn().unwrap();
        let line = format!("SUDOSAT_TEST_ROUND={}", marked(round));
        // At once, or when it, the solver and some or all children of that run.
        wait_until(&line, || with_variable(&line) >= (round / 4).min(5));
        run.kill().unwrap();
        run.wait().unwrap();
        started += usize::from(with_variable(&line) > 0);
        wait_until(&line, || with_variable(&line) == 0);
    }
    assert!(started > 0, "no solver was running when its run was killed");
    // What is left are folders of runs killed before the solver was started: the next run
    // removes them, but no folder of a process that runs, and no other one.
    let other = temporary.join("sudosat-other");
    let running = temporary.join(format!("sudosat-{}.x", mark()));
    let gone = temporary.join(format!(
        "sudosat-4194305-{}.x",
        mark().split_once('-').unwrap().1
    ));
    for folder in [&other, &running, &gone] {
        fs::create_dir(folder).unwrap();
        fs::write(folder.join("formula.cnf"), "p cnf 0 0\n").unwrap();
    }
    executable(path, "echo s UNKNOWN");
    let mut run = program();
    run.current_dir(path).env("TMPDIR", &temporary);
    output(run.args(["pipe", "p.txt", "--", script]));
    let mut left = entries(&temporary);
    left.retain(|entry| entry.is_dir());
    left.sort();
    let mut expected = [running, other];
    expected.sort();
    assert_eq!(left, expected);
    let torn = entries(path);
    let is_torn = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "tmp");
    assert!(!torn.iter().any(is_torn), "{torn:?}");
}

/// The part of the names of temporary files and folders that says that they are of this process.
fn mark() -> String {
    let folder = tempfile::tempdir().unwrap();
    let _target = Target::create(folder.path().join("f"), Overwrite::Never).unwrap();
    let path = entries(folder.path()).remove(0);
    let name = path.file_name().unwrap().to_str().unwrap();
    name.split('.')
        .skip(2)
        .take(2)
        .collect::<Vec<_>>()
        .join(".")
}

/// Commands whose answer takes far longer than [`LIMIT`], with their limit of time, `T`.
const LONG: [&str; 34] = [
    "solve blank256.txt --time-limit T",
    "solve blank100.txt --unique --prove --time-limit T",
    "solve blank100.txt --engine dlx --time-limit T",
    "solve blank64.txt --engine dpll --time-limit T",
    "solve blank64.txt --engine splr --time-limit T",
    "solve blank36.txt --all --time-limit T",
    "solve blank64.txt --backbone --time-limit T",
    "check blank64.txt --engines cdcl --time-limit T",
    "check blank64.txt --engines dlx --time-limit T",
    "sat formula.cnf --time-limit T",
    "sat pigeons.cnf --no-counting --time-limit T --proof /dev/null",
    "verify formula.cnf proof.drat --time-limit T",
    "verify --trusted wide.cnf wide.lrat --time-limit T",
    "verify --trusted single.txt single.sol --time-limit T",
    "cube formula.cnf --cubes 1000000 --time-limit T",
    "cover cover.txt --time-limit T",
    "cover cover.txt --engine cdcl --time-limit T",
    "cover single.txt --engine dlx --time-limit T",
    "cover --problem queens:60 --all --count-only --time-limit T",
    "cover --puzzle blank64.txt --time-limit T",
    "encode --preprocess blank49.txt -o out.cnf --force --time-limit T",
    "generate --order 7 --minimal --time-limit T",
    "generate --order 31 --time-limit T",
    "generate --class search --time-limit T",
    "minimize full49.txt --time-limit T",
    "hint blank25.txt --all --time-limit T",
    "rate full25.txt --time-limit T",
    "why blank25.txt --time-limit T",
    "sheet blank64.txt -o out.html --force --time-limit T",
    "pipe blank36.txt --time-limit T -- sleep 100",
    "grade blank9.txt pigeons.cnf --time-limit T",
    "fuzz --engine cdcl --time-limit T --jobs 1",
    "explain blank16.txt --json --engine dpll --steps 1..1000000 --time-limit T",
    "explain --cnf formula.cnf --time-limit T",
];

/// The limit of these tests in seconds, and the processor time that a run may take in addition. It
/// reads its input, which is not part of the limit for a puzzle, and builds without
/// optimisation are slow; docs/RELIABILITY.md has the figures of others.
const LIMIT: f64 = 0.25;
const BEYOND: f64 = if cfg!(debug_assertions) { 4.0 } else { 0.5 };

/// The folder with the inputs of [`LONG`].
fn long_inputs() -> TempDir {
    let folder = inputs();
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    for side in [9, 16, 49, 100, 256] {
        write(&format!("blank{side}.txt"), blank(side) + "\n");
    }
    for order in [5, 7] {
        let name = order * order;
        let full = format!("generate --order {order} --holes 0 --seed 1");
        let full = output(program().args(full.split(' ')));
        write(&format!("full{name}.txt"), stdout(&full));
    }
    write("pigeons.cnf", pigeons(60));
    // A clause that is no tautology is compared with each lemma that is RAT on its first literal.
    let most = 600_000;
    let lits: Vec<String> = (1..=most).map(|var| format!("-{var}")).collect();
    let clause = lits.join(" ");
    write("wide.cnf", format!("p cnf {most} 1\n{clause} 0\n"));
    write("wide.lrat", "2 1 0 0\n".to_owned());
    let items: Vec<String> = (1..=60_000).map(|item| format!("i{item}")).collect();
    let numbered = items.iter().zip(1..);
    let lines: Vec<String> = numbered
        .map(|(item, number)| format!("{number}: {item}"))
        .collect();
    write("single.sol", format!("solution 1\n{}\n", lines.join("\n")));
    write(
        "single.txt",
        format!("{}\n{}\n", items.join(" "), items.join("\n")),
    );
    folder
}

/// Processor time, because others may use the processor, too.
#[test]
fn a_time_limit_bounds_the_processor_time_of_every_command() {
    let folder = long_inputs();
    let mut table = String::new();
    let mut gave_up = 0;
    for words in LONG {
        let words = words.replace('T', &LIMIT.to_string());
        let script = format!(
            "TIMEFORMAT='%U %S'; {{ time timeout -s KILL 200 \"$S\" {words} >out 2>err; }} 2>times; \
             code=$?; cat times; exit $code"
        );
        let ran = bash(folder.path(), &script);
        let err = fs::read_to_string(folder.path().join("err")).unwrap();
        assert!(!err.contains("panicked"), "{words}: {err}");
        assert!(
            [0, 1, 3, 10, 20].contains(&ran.code),
            "{words}: {} {err}",
            ran.code
        );
        let times = ran
            .out
            .split_whitespace()
            .map(|time| time.parse::<f64>().unwrap());
        let taken: f64 = times.sum();
        gave_up += usize::from(ran.code == 3);
        writeln!(table, "{:6.2} {:3}  {words}", taken - LIMIT, ran.code).unwrap();
        assert!(
            taken <= LIMIT + BEYOND,
            "{words}: {taken:.2} s\n{table}{err}"
        );
    }
    println!("{table}");
    assert!(gave_up > LONG.len() / 2, "{table}");
}

#[test]
fn every_command_with_a_time_limit_is_among_the_long_ones() {
    let help = stdout(&output(program().arg("help")));
    let commands = help.lines().filter_map(|line| line.strip_prefix("  "));
    let names = commands.filter_map(|line| line.split_whitespace().next());
    let mut found = 0;
    for name in names.filter(|name| name.bytes().all(|byte| byte.is_ascii_lowercase())) {
        let text = stdout(&output(program().args(["help", name])));
        if text.contains("--time-limit") {
            found += 1;
            let begins = |words: &&str| words.split(' ').next() == Some(name);
            assert!(LONG.iter().any(begins), "{name}");
        }
    }
    assert!(found >= 15, "only {found} commands");
}

/// Nobody reads what they print, so each waits in a write.
#[test]
fn the_first_signal_ends_a_run_that_waits_for_a_reader() {
    /// Fills all pages of a pipe but one, so that the program soon waits.
    static FILLING: [u8; 15 << 12] = [b'x'; 15 << 12];
    let folder = long_inputs();
    let path = folder.path().join("fifo");
    for words in [
        "encode blank25.txt -e extended -o -",
        "encode blank25.txt -e extended -o fifo",
        "solve blank9.txt --all",
        "generate --count 1000000",
        "cover --problem queens:20 --all",
        "show blank100.txt --to json",
        "explain blank25.txt --formula",
    ] {
        let made = Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        // Opened for reading and writing, so that neither end waits for the other.
        let mut options = fs::OpenOptions::new();
        let mut fifo = options.read(true).write(true).open(&path).unwrap();
        fifo.write_all(&FILLING).unwrap();
        let mut run = signalled_child();
        run.current_dir(folder.path()).args(words.split(' '));
        let (reader, mut writer) = std::io::pipe().unwrap();
        writer.write_all(&FILLING).unwrap();
        let mut run = run.stdout(writer).stderr(Stdio::null()).spawn().unwrap();
        wait_until(words, || {
            let held = |pipe: BorrowedFd| rustix::io::ioctl_fionread(pipe).unwrap();
            let held = held(reader.as_fd()).max(held(fifo.as_fd()));
            assert!(run.try_wait().unwrap().is_none(), "{words}: it ended");
            held > FILLING.len() as u64 && is_waiting(&run)
        });
        send("TERM", &run);
        let mut ended = None;
        wait_until(words, || {
            ended = run.try_wait().unwrap();
            ended.is_some()
        });
        assert_ne!(ended.unwrap().code(), Some(0), "{words}");
        fs::remove_file(&path).unwrap();
    }
}

/// `nohup` ignores SIGHUP for the program that it starts.
#[test]
fn a_signal_that_is_ignored_stays_so() {
    let folder = inputs();
    for (ignored, caught, is_ended) in [("HUP", 2, false), ("INT TERM", 1, true)] {
        let script = format!("trap '' {ignored}; exec \"$S\" sat");
        let mut run = with_usual_signals(&["bash", "-c", &script]);
        run.env("S", PROGRAM);
        run.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut run = run.current_dir(folder.path()).spawn().unwrap();
        wait_until(ignored, || catches(&run, caught) && is_waiting(&run));
        send("HUP", &run);
        let mut input = run.stdin.take();
        if !is_ended {
            let mut input = input.take().unwrap();
            input.write_all(b"p cnf 1 1\n1 0\n").unwrap();
        }
        let output = run.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.contains("s UNKNOWN"), is_ended, "{ignored}: {text}");
    }
}
