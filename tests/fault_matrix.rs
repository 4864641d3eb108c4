//! Every system call that an output needs may fail. Afterwards each file is the new one,
//! the old one or not there, no temporary file is left, the exit code does not claim what
//! was not written, and standard error names the file.
//!
//! `strace` makes a call fail: command × call × number of the call × error. Where it is
//! not installed, or may not trace, the tests say so and do nothing.

#![cfg(target_os = "linux")]

use crate::fuzzing::pace::rounds;
use crate::program::{PROGRAM, bash};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use sudosat::encode::{self, Encoding};
use sudosat::formula::dimacs;
use sudosat::sudoku::Puzzle;

const PUZZLE: &str = "1...\n..3.\n.4..\n...2\n";
const TWO: &str = "1.....3..4.....2\n1.....3..4.....2\n";
const OLD: &[u8] = b"old\n";

/// A command that writes files.
struct Case {
    command: &'static str,
    /// The files that it writes.
    files: &'static [&'static str],
    /// Set if `--force` lets it replace them.
    has_force: bool,
    /// Set if every run writes the same bytes; otherwise times differ.
    is_steady: bool,
}

const fn steady(command: &'static str, files: &'static [&'static str]) -> Case {
    Case {
        command,
        files,
        has_force: true,
        is_steady: true,
    }
}

const fn timed(command: &'static str, files: &'static [&'static str]) -> Case {
    Case {
        is_steady: false,
        ..steady(command, files)
    }
}

const fn without_force(case: Case) -> Case {
    Case {
        has_force: false,
        ..case
    }
}

const CASES: [Case; 19] = [
    steady("encode 4.txt -o f.cnf", &["f.cnf"]),
    steady("encode 4.txt -o f.cnf.gz", &["f.cnf.gz"]),
    steady("encode 4.txt -o f.cnf.xz", &["f.cnf.xz"]),
    without_force(steady("encode 4.txt", &["cnf-out/4.cnf"])),
    steady(
        "encode --preprocess 4.txt -o f.cnf",
        &["f.cnf", "f.cnf.pbp"],
    ),
    steady("solve -u 4.txt --proof p", &["p", "p.cnf"]),
    timed(
        "solve two.txt --csv f.csv --report f.html",
        &["f.csv", "f.html"],
    ),
    without_force(timed("solve two.txt --resume journal", &["journal"])),
    // The table of `check` has other columns when long times make it too wide.
    timed(
        "check -j1 two.txt --engines dlx,cdcl --json --csv f.csv",
        &["f.csv"],
    ),
    steady("sat unsat.cnf --proof p", &["p"]),
    steady("sat unsat.cnf --proof p.lrat --binary", &["p.lrat"]),
    steady("cover c.dlx --write f.dlx", &["f.dlx"]),
    steady("cover c.dlx --zdd f.dot", &["f.dot"]),
    steady("cover c.dlx --all --certificate f.count", &["f.count"]),
    steady("explain 4.txt --html f.html", &["f.html"]),
    steady("sheet 4.txt -o f.html", &["f.html"]),
    steady("grade --dir work 4.txt --csv f.csv", &["f.csv"]),
    timed("rate two.txt --csv f.csv", &["f.csv"]),
    without_force(timed(
        "batch work --shard 0/2 --out shards solve two.txt",
        &["shards/shard-0-of-2.jsonl"],
    )),
];

/// Commands that write to standard output alone.
const PRINTING: [Case; 7] = [
    without_force(steady("encode 4.txt -o -", &[])),
    without_force(steady("solve 4.txt", &[])),
    without_force(steady("sat unsat.cnf", &[])),
    without_force(steady("verify unsat.cnf unsat.drat", &[])),
    without_force(steady("explain 4.txt --svg grid", &[])),
    without_force(steady("generate --order 2 --seed 1", &[])),
    without_force(steady("man", &[])),
];

/// The calls that are made to fail, each with the errors that it may have.
const CALLS: [(&str, &[&str]); 8] = [
    ("openat", &["EACCES", "EINTR"]),
    ("read", &["EIO", "EINTR"]),
    ("write", &["ENOSPC", "EINTR"]),
    ("fsync", &["EIO", "EINTR"]),
    // A new file gets its name by the first, one that replaces another by the second.
    ("renameat2", &["EACCES", "EINTR"]),
    ("renameat", &["EACCES", "EINTR"]),
    ("linkat", &["EPERM", "EINTR"]),
    ("ftruncate", &["EIO"]),
];

fn folder() -> tempfile::TempDir {
    let root = fs::canonicalize(std::env::temp_dir()).unwrap();
    let folder = tempfile::tempdir_in(root).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("4.txt", PUZZLE);
    write("two.txt", TWO);
    write("unsat.cnf", "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n");
    write("unsat.drat", "1 0\n0\n");
    write("c.dlx", "a b\na\nb\n");
    fs::create_dir(folder.path().join("work")).unwrap();
    let mut text = Vec::new();
    let clues = [1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2];
    let formula = encode::cnf(&Puzzle::from_values(&clues), &Encoding::LECTURE);
    dimacs::write(&formula, &mut text).unwrap();
    fs::write(folder.path().join("work/a.cnf"), text).unwrap();
    folder
}

/// What a run left.
struct Ran {
    code: Option<i32>,
    out: Vec<u8>,
    err: String,
    /// What `strace` wrote.
    log: String,
    files: BTreeMap<String, Vec<u8>>,
}

/// Runs the program with these options of `strace`.
fn run(folder: &Path, command: &str, strace: &[String]) -> Ran {
    let log = tempfile::NamedTempFile::new().unwrap();
    let output = Command::new("strace")
        .args(["-f", "--seccomp-bpf", "-y", "-o"])
        .arg(log.path())
        .args(strace)
        .arg(PROGRAM)
        .args(command.split(' '))
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Ran {
        code: output.status.code(),
        out: output.stdout,
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        log: String::from_utf8_lossy(&fs::read(log.path()).unwrap()).into_owned(),
        files: files(folder, ""),
    }
}

/// Returns the regular files of a folder. A link to `/dev/full` would be read for ever.
fn files(folder: &Path, prefix: &str) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{prefix}{}", path.file_name().unwrap().to_string_lossy());
        if path.is_dir() {
            all.extend(files(&path, &format!("{name}/")));
        } else if path.is_file() {
            all.insert(name, fs::read(&path).unwrap());
        }
    }
    all
}

/// Returns `true` if calls can be made to fail here.
fn can_inject() -> bool {
    let strace = Command::new("strace")
        .args(["-f", "--seccomp-bpf", "-o", "/dev/null"])
        .args(["-e", "trace=fsync"])
        .args(["-e", "inject=fsync:error=EIO", "true"])
        .output();
    let can = strace.is_ok_and(|output| output.status.success());
    if !can {
        println!("skipped: strace is not installed, or may not trace here");
    }
    can
}

/// Returns `true` if a line of the log is a call on a file of the folder or on standard
/// output. Standard error has no one to report its failures to.
fn concerns(line: &str, folder: &str) -> bool {
    let loads = ["\"/etc/", "\"/lib", "\"/proc/", "\"/sys/"];
    let is_stdout = line.contains("write(1<");
    is_stdout || line.contains(folder) && !loads.iter().any(|path| line.contains(path))
}

/// The calls of an undisturbed run that concern the folder or standard output: of each
/// kind the first, the second and the last, by their numbers in their thread.
fn calls(log: &str, folder: &Path) -> Vec<(&'static str, usize)> {
    let folder = folder.to_str().unwrap();
    // A closed folder makes `std` panic if that fails, so `close` is not among the calls.
    let mut counts = BTreeMap::new();
    let mut found: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for line in log.lines() {
        let Some((thread, rest)) = line.split_once(' ') else {
            continue;
        };
        let rest = rest.trim_start();
        for (call, _) in CALLS {
            if rest
                .strip_prefix(call)
                .is_some_and(|rest| rest.starts_with('('))
            {
                let count = counts.entry((thread.to_owned(), call)).or_insert(0);
                *count += 1;
                if concerns(rest, folder) {
                    found.entry(call).or_default().insert(*count);
                }
            }
        }
    }
    let chosen = found.into_iter().flat_map(|(call, numbers)| {
        let all: Vec<usize> = numbers.into_iter().collect();
        let last = all[all.len() - 1];
        let chosen: BTreeSet<usize> = all.into_iter().take(2).chain([last]).collect();
        chosen.into_iter().map(move |number| (call, number))
    });
    chosen.collect()
}

/// Returns a text without what times change: digits, units, pictures, seals of a journal.
fn skeleton(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut parts = text.split("<svg");
    let mut rest = parts.next().unwrap().to_owned();
    for part in parts {
        rest += part.split_once("</svg>").map_or(part, |(_, after)| after);
    }
    let mut parts = rest.split("\"seal\":\"");
    let mut unsealed = parts.next().unwrap().to_owned();
    for part in parts {
        unsealed += part.split_once('"').map_or(part, |(_, after)| after);
    }
    let mut rest = unsealed;
    rest.retain(|c| !c.is_ascii_digit() && !" .,-eµmsn\t".contains(c));
    rest
}

impl Case {
    fn is_same(&self, one: &[u8], other: &[u8]) -> bool {
        match self.is_steady {
            true => one == other,
            false => skeleton(one) == skeleton(other),
        }
    }

    /// The command, and with `old` files of other contents in the place of its own.
    fn prepare(&self, folder: &Path, old: bool) -> String {
        if !old {
            return self.command.to_owned();
        }
        for file in self.files {
            fs::write(folder.join(file), OLD).unwrap();
        }
        format!("{} --force", self.command)
    }

    /// Runs the command with one call that fails, and returns what is wrong afterwards.
    fn cell(&self, usual: &Ran, old: bool, (call, number): (&str, usize), error: &str) -> String {
        let folder = folder();
        let folder = folder.path();
        let command = self.prepare(folder, old);
        let strace = [
            "-e".to_owned(),
            format!("trace={call}"),
            "-e".to_owned(),
            format!("inject={call}:error={error}:when={number}"),
        ];
        let ran = run(folder, &command, &strace);
        let hits = ran.log.lines().filter(|line| line.contains("(INJECTED)"));
        let hits: Vec<&str> = hits.collect();
        // Threads count their calls each for itself, so another call may fail, too.
        let is_meant = |hit: &&str| concerns(hit, folder.to_str().unwrap());
        let Some(hit) = hits.first().filter(|_| hits.iter().all(is_meant)) else {
            return String::new();
        };
        let mut faults = Vec::new();
        let Some(code) = ran.code else {
            return format!("{command}: killed: {hit}");
        };
        if code == 101 || ran.err.contains("panicked") {
            faults.push("it panicked".to_owned());
        }
        if ran.files.keys().any(|name| name.ends_with(".tmp")) {
            faults.push("a temporary file is left".to_owned());
        }
        if ran.err.contains(".tmp") {
            faults.push("the name of a temporary file is told".to_owned());
        }
        let (mut complete, mut is_input_lost) = (0, false);
        for file in self.files {
            let content = ran.files.get(*file);
            if content.is_some_and(|content| self.is_same(content, &usual.files[*file])) {
                complete += 1;
                continue;
            }
            let is_fine = match content {
                None => true,
                Some(content) if old && content == OLD => true,
                // A table has a line for an input that can't be read, and a journal
                // grows line by line.
                Some(content) if *file == "journal" => usual_begins(usual, content),
                Some(content) => {
                    is_input_lost = ["openat", "read"].contains(&call) && code == 2;
                    is_input_lost && content.ends_with(b"\n")
                }
            };
            if !is_fine {
                faults.push(format!("{file} is torn"));
            }
        }
        let all = complete == self.files.len() && self.is_same(&ran.out, &usual.out);
        if Some(code) == usual.code && !all {
            let out = String::from_utf8_lossy(&ran.out);
            faults.push(format!(
                "exit code {code}, but something is lost; standard output: {out}"
            ));
        }
        if Some(code) != usual.code && error == "EINTR" {
            faults.push("an interrupted call is not repeated".to_owned());
        }
        let says_complete = ran.err.contains("the file is complete");
        if Some(code) != usual.code && all && hit.contains(" fsync(") && !says_complete {
            faults.push("the file is called lost".to_owned());
        }
        let inputs = [
            "4.txt",
            "two.txt",
            "unsat",
            "c.dlx",
            "work",
            "standard output",
        ];
        let mut names = self.files.iter().chain(&inputs);
        if Some(code) != usual.code
            && !names.any(|name| ran.err.contains(name))
            && !is_input_lost
            && call != "read"
        {
            faults.push("standard error names no file".to_owned());
        }
        let is_pair = self.files.contains(&"f.cnf.pbp") || self.files.contains(&"p.cnf");
        if is_pair && complete == 1 {
            faults.push("one file of a pair".to_owned());
        }
        // The next run repairs what is left.
        if faults.is_empty() && self.command.contains("--resume") {
            let again = run(
                folder,
                self.command,
                &["-e".to_owned(), "trace=none".to_owned()],
            );
            let whole = self.is_same(&again.files["journal"], &usual.files["journal"]);
            if again.code != usual.code || !whole || again.out != usual.out {
                faults.push(format!("the journal is of no use: {}", again.err));
            }
        }
        match faults.is_empty() {
            true => String::new(),
            false => format!("{command}: {}: {hit}: {}", faults.join(", "), ran.err),
        }
    }
}

/// Returns `true` if the journal of the usual run begins so.
fn usual_begins(usual: &Ran, content: &[u8]) -> bool {
    let whole = content.iter().rposition(|&byte| byte == b'\n');
    let whole = &content[..whole.map_or(0, |place| place + 1)];
    skeleton(&usual.files["journal"]).starts_with(&skeleton(whole))
}

/// Does `work` on all items, on one thread for each core, and fails with the texts that it
/// returns.
fn on_all_cores<T: Sync>(items: &[T], work: impl Fn(&T) -> String + Sync) {
    let next = AtomicUsize::new(0);
    let cores = thread::available_parallelism().map_or(2, usize::from);
    let faults: Vec<String> = thread::scope(|scope| {
        let work_off = || {
            let mut faults = Vec::new();
            while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                faults.extend(Some(work(item)).filter(|fault| !fault.is_empty()));
            }
            faults
        };
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work_off)).collect();
        let faults = threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap());
        faults.collect()
    });
    let count = faults.len();
    assert!(count == 0, "{count} faults:\n{}", faults.join("\n"));
}

#[test]
fn a_call_that_fails_leaves_whole_files_and_an_honest_exit_code() {
    if !can_inject() {
        return;
    }
    let cells = AtomicUsize::new(0);
    let cases = CASES.iter().chain(&PRINTING);
    let states = cases.flat_map(|case| [(case, false), (case, true)]);
    let states: Vec<_> = states
        .filter(|(case, old)| !old || case.has_force)
        .collect();
    on_all_cores(&states, |&(case, old)| {
        let folder = folder();
        let command = case.prepare(folder.path(), old);
        let names: Vec<&str> = CALLS.iter().map(|(call, _)| *call).collect();
        let trace = ["-e".to_owned(), format!("trace={}", names.join(","))];
        let usual = run(folder.path(), &command, &trace);
        let is_whole = case
            .files
            .iter()
            .all(|file| usual.files.contains_key(*file));
        assert!(is_whole, "{command}: {}", usual.err);
        let calls = calls(&usual.log, folder.path());
        let mut faults = Vec::new();
        for (call, number) in calls {
            let (_, errors) = CALLS.iter().find(|(name, _)| *name == call).unwrap();
            for error in *errors {
                // By default an interrupted call that does not replace anything is tried once.
                let is_replacing = ["renameat", "linkat"].contains(&call);
                if *error == "EINTR" && old && !is_replacing && rounds(1) == 1 {
                    continue;
                }
                cells.fetch_add(1, Ordering::Relaxed);
                let fault = case.cell(&usual, old, (call, number), error);
                faults.extend(Some(fault).filter(|fault| !fault.is_empty()));
            }
        }
        faults.join("\n")
    });
    let cells = cells.into_inner();
    println!("{cells} cells");
    assert!(cells > 300, "only {cells} cells");
}

#[test]
fn a_thread_that_can_not_be_started_is_an_error_and_no_panic() {
    if !can_inject() {
        return;
    }
    let commands = [
        "solve 4.txt",
        "solve -j2 two.txt",
        "check -j2 two.txt --engines dlx,cdcl",
        "rate two.txt",
        "sat --time-limit 10 unsat.cnf",
        "sat -j2 unsat.cnf",
        "cover -j2 --count-only --all --engine dlx --problem queens:6",
    ];
    on_all_cores(&commands, |command| {
        let usual = run(
            folder().path(),
            command,
            &["-e".to_owned(), "trace=none".to_owned()],
        );
        let mut faults = String::new();
        for number in 1..=4 {
            let folder = folder();
            let strace = ["clone3", "clone"].map(|call| {
                let inject = format!("inject={call}:error=EAGAIN:when={number}");
                ["-e".to_owned(), inject]
            });
            let ran = run(folder.path(), command, &strace.concat());
            // Fewer threads do, or the error is told.
            let is_told = match ran.code {
                Some(2) => ran.err.contains("error: "),
                Some(3) => ran.err.contains("a thread can't be started"),
                _ => false,
            };
            if !is_told && ran.code != usual.code || ran.err.contains("panicked") {
                faults += &format!("{command}: {number}: {:?}: {}\n", ran.code, ran.err);
            }
        }
        faults
    });
}

/// Commands that write `F`. The proof of `solve` is missing: it wants a regular file.
const WRITING: [&str; 11] = [
    "encode 4.txt -o F",
    "solve two.txt --csv F",
    "solve two.txt --report F",
    "sat unsat.cnf --proof F",
    "cover c.dlx --write F",
    "cover c.dlx --zdd F",
    "cover c.dlx --all --certificate F",
    "explain 4.txt --html F",
    "sheet 4.txt -o F",
    "grade --dir work 4.txt --csv F",
    "rate two.txt --csv F",
];

#[test]
fn an_output_may_be_anywhere_and_what_can_not_be_written_is_named() {
    let is_root = fs::read_dir("/root").is_ok();
    if is_root {
        println!("skipped: a folder without rights, because this user has all");
    }
    on_all_cores(&WRITING, |command| {
        let code = if command.starts_with("sat") { 20 } else { 0 };
        let mut faults = String::new();
        // The place, what makes it, and whether the file can be written there.
        for (place, before, is_written) in [
            ("plain", "true", true),
            ("link", "ln -s plain link; : >plain", true),
            ("fifo", "mkfifo fifo; { cat fifo >got & }", true),
            ("full", "ln -s /dev/full full", false),
            ("dangling", "ln -s nowhere dangling", false),
            ("no/such", "true", false),
            ("work", "true", false),
            ("/proc/x", "true", false),
            ("/dev/fd/7", "exec 7>&-", false),
            ("shut/f", "mkdir -m 500 shut", false),
        ] {
            if is_root && place == "shut/f" {
                continue;
            }
            let folder = folder();
            let force = if place == "link" { " --force" } else { "" };
            let command = command.replace('F', place);
            let script = format!("{before}; $S {command}{force}; code=$?; wait; exit $code");
            let ran = bash(folder.path(), &script);
            let expected = if is_written { code } else { 2 };
            let left = files(folder.path(), "");
            let is_litter = left.keys().any(|name| name.ends_with(".tmp"));
            let name = if place == "fifo" { "got" } else { "plain" };
            let is_there = left.get(name).is_some_and(|content| !content.is_empty());
            let is_named = ran
                .err
                .lines()
                .any(|line| line.starts_with("error: ") && line.contains(place));
            if ran.code != expected || is_litter || is_written != is_there || is_written == is_named
            {
                faults += &format!("{place}: {command}: {}, {}\n", ran.code, ran.err);
            }
        }
        faults
    });
}

#[test]
fn a_pair_of_files_appears_together_or_not_at_all() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    // The formula can't be written, so its proof must not appear.
    std::os::unix::fs::symlink("/dev/full", path("full")).unwrap();
    let ran = bash(folder.path(), "$S encode --preprocess 4.txt -o full");
    assert!(
        ran.code == 2 && ran.err.contains("full: can't be written"),
        "{}",
        ran.err
    );
    assert!(!path("full.pbp").exists());
    // The second file's name is taken by a folder.
    fs::create_dir(path("p.cnf")).unwrap();
    let ran = bash(folder.path(), "$S solve -u 4.txt --proof p");
    assert!(
        ran.code == 2 && ran.err.contains("p.cnf: it is a directory"),
        "{}",
        ran.err
    );
    assert!(!path("p").exists());
}

#[test]
fn of_two_outputs_on_two_file_systems_one_that_fails_does_not_spoil_the_other() {
    let Ok(memory) = tempfile::tempdir_in("/dev/shm") else {
        println!("skipped: no files can be made in /dev/shm");
        return;
    };
    let folder = folder();
    let memory = memory.path().to_str().unwrap();
    let both = format!("$S solve two.txt --csv {memory}/f.csv --report f.html");
    let ran = bash(folder.path(), &both);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for (csv, page) in [("/dev/full", "g.html"), ("g.csv", "/dev/full")] {
        let (csv, page) = match csv {
            "/dev/full" => (csv.to_owned(), page.to_owned()),
            _ => (format!("{memory}/{csv}"), page.to_owned()),
        };
        let script = format!("$S solve two.txt --csv {csv} --report {page}");
        let ran = bash(folder.path(), &script);
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(
            ran.err.contains("/dev/full: can't be written"),
            "{}",
            ran.err
        );
    }
    let page = fs::read_to_string(folder.path().join("g.html")).unwrap();
    assert!(page.trim_end().ends_with("</html>"));
    let table = fs::read_to_string(format!("{memory}/g.csv")).unwrap();
    assert_eq!(table.lines().count(), 3, "{table}");
}
