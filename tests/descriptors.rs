//! Descriptors of the caller: paths such as `/dev/fd/7` lead to what the caller opened, and a
//! descriptor that it closed is closed, whatever the program opens by itself.

#![cfg(target_os = "linux")]

use crate::program::{Ran, bash};
use std::collections::BTreeSet;
use std::fs;

/// The descriptors that are opened and closed.
const NUMBERS: std::ops::RangeInclusive<u32> = 3..=20;

const PUZZLE: &str = "1...\n..3.\n.4..\n...2\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("4.txt", PUZZLE);
    write("unsat.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    write("c.dlx", "a b\na\nb\n");
    folder
}

/// Runs a script with these descriptors open and the others of [`NUMBERS`] closed. What a program
/// waits for would never come, so it is killed some time later.
fn with_open(open: &BTreeSet<u32>, script: &str, folder: &std::path::Path) -> Ran {
    let mut before = String::new();
    for number in NUMBERS {
        before += &match open.contains(&number) {
            true => format!("exec {number}<>out{number}; "),
            false => format!("exec {number}>&-; "),
        };
    }
    let run = "run() { timeout -s KILL 100 \"$S\" \"$@\"; }; ";
    bash(folder, &format!("{before}{run}{script}"))
}

/// Sets of open descriptors: none, all, each second one, and the ends.
fn patterns() -> Vec<BTreeSet<u32>> {
    vec![
        BTreeSet::new(),
        NUMBERS.collect(),
        NUMBERS.filter(|number| number % 2 == 1).collect(),
        NUMBERS.filter(|number| number % 2 == 0).collect(),
        BTreeSet::from([3]),
        BTreeSet::from([20]),
    ]
}

#[test]
fn an_output_may_be_a_descriptor_that_was_open_and_no_other() {
    for open in patterns() {
        let folder = folder();
        let script = "for n in {3..20}; do run encode -q 4.txt -o /dev/fd/$n --force 2>>err; \
                      echo $n $?; done; cat err >&2";
        let ran = with_open(&open, script, folder.path());
        let mut expected = String::new();
        for number in NUMBERS {
            let code = if open.contains(&number) { 0 } else { 2 };
            expected += &format!("{number} {code}\n");
            let text = format!("/dev/fd/{number}: this descriptor was closed");
            assert_eq!(ran.err.contains(&text), code == 2, "{open:?}: {}", ran.err);
            let written = fs::read_to_string(folder.path().join(format!("out{number}")));
            let is_formula = |text: String| text.contains("p cnf 64 ");
            assert_eq!(
                written.is_ok_and(is_formula),
                code == 0,
                "{open:?} {number}"
            );
        }
        assert_eq!(ran.out, expected, "{}", ran.err);
    }
}

#[test]
fn an_input_may_be_a_descriptor_that_was_open_and_no_other() {
    for open in patterns() {
        let folder = folder();
        for number in &open {
            fs::write(folder.path().join(format!("out{number}")), PUZZLE).unwrap();
        }
        let script = "for n in {3..20}; do run solve -q /dev/fd/$n >got 2>>err; \
                      echo $n $? $(wc -l <got); done; cat err >&2";
        let ran = with_open(&open, script, folder.path());
        let lines = NUMBERS.map(|number| match open.contains(&number) {
            true => format!("{number} 0 4\n"),
            false => format!("{number} 2 0\n"),
        });
        assert_eq!(ran.out, lines.collect::<String>(), "{}", ran.err);
    }
}

/// Every option that takes a file, and other paths of the same descriptor.
#[test]
fn a_closed_descriptor_is_refused_by_every_option() {
    let folder = folder();
    let path = folder.path();
    std::os::unix::fs::symlink("/dev/fd/7", path.join("link")).unwrap();
    let commands = [
        "encode 4.txt -o F",
        "encode --preprocess 4.txt -o F",
        "solve 4.txt --csv F",
        "solve 4.txt --report F",
        "solve 4.txt --resume F",
        "solve -u 4.txt --proof F",
        "check 4.txt --csv F",
        "sat unsat.cnf --proof F",
        "cover c.dlx --write F",
        "cover c.dlx --zdd F",
        "explain 4.txt --html F",
        "hint 4.txt --html F",
        "sheet 4.txt -o F",
        "rate 4.txt --csv F",
        "solve F",
        "sat F",
        "verify unsat.cnf F",
        "cover F",
        "decode 4.txt F",
        "explain --cnf F",
        "explain --replay F",
        "grade 4.txt F",
        "pipe F -- cat",
    ];
    for place in [
        "/dev/fd/7",
        "/proc/self/fd/7",
        "/proc/thread-self/fd/7",
        "link",
    ] {
        for command in commands {
            let script = format!("run {}", command.replace('F', place));
            let ran = with_open(&BTreeSet::from([3]), &script, path);
            let told = format!("{command} {place}: {} {}", ran.code, ran.err);
            assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{told}");
            let line = ran.err.lines().find(|line| line.starts_with("error: "));
            assert!(line.is_some_and(|line| line.contains(place)), "{told}");
        }
    }
}

#[test]
fn a_standard_stream_that_was_closed_is_closed_under_each_name() {
    let folder = folder();
    let run = |script: &str| with_open(&BTreeSet::new(), script, folder.path());
    for (script, place) in [
        ("run solve - <&-", "standard input"),
        ("run solve /dev/stdin <&-", "/dev/stdin"),
        ("run sat /dev/fd/0 <&-", "/dev/fd/0"),
        ("run encode 4.txt -o /dev/stdout >&-", "standard output"),
        ("run encode 4.txt -o /proc/self/fd/1 >&-", "standard output"),
    ] {
        let ran = run(script);
        assert_eq!(ran.code, 2, "{script}: {}", ran.err);
        let told = format!("error: {place}: ");
        assert!(
            ran.err.contains(&told) && ran.err.contains("closed"),
            "{script}: {}",
            ran.err
        );
    }
    // Nobody can read why.
    assert_eq!(run("run encode 4.txt -o /dev/stderr 2>&-").code, 2);
}

/// The tests themselves use no number that the caller may have taken.
#[test]
fn a_run_does_not_depend_on_the_descriptors_of_its_caller() {
    let folder = folder();
    let commands = [
        "solve 4.txt",
        "solve --proof p -u 4.txt --force",
        "sat unsat.cnf --time-limit 100",
        "cover c.dlx --time-limit 100",
        "check 4.txt --engines cdcl,dlx",
        "pipe 4.txt -- cat",
        "verify unsat.cnf /dev/null",
    ];
    for command in commands {
        let script = format!("run {command}");
        let mut runs = patterns().into_iter().map(|open| {
            let ran = with_open(&open, &script, folder.path());
            // The widths of a table's columns depend on the times in them.
            let words = ran.out.lines().next().map(str::split_whitespace);
            (
                ran.code,
                words.map(|words| words.collect::<Vec<_>>().join(" ")),
            )
        });
        let first = runs.next().unwrap();
        assert!(runs.all(|run| run == first), "{command}: {first:?}");
    }
}
