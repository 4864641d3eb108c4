//! Commands that answer one puzzle after the other: a damaged puzzle is reported between
//! the answers before and after it, and a puzzle with a line `---` behind it is answered
//! before the next is read.

use crate::program::{child, run, texts};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::time::Duration;

/// The commands, each with a line of its answer for [`FIRST`].
const COMMANDS: [(&[&str], &str); 8] = [
    (&["solve", "--backbone"], "│ 1 3 │ 2 4 │"),
    (&["solve", "--backbone", "--json"], "\"answer\":\"solved\""),
    (&["minimize", "--format", "line"], "1.....3..4.....2"),
    (&["why"], "standard input:1: exactly one solution"),
    (&["hint"], "so r1c2 = 3"),
    (&["show"], "form:       a grid on a line"),
    (&["show", "--to", "line"], "1.....3..4.....2"),
    (&["check", "--distinct", "--json"], "\"same_as\":null"),
];

const FIRST: &str = "1.....3..4.....2\n";
/// A row is too short.
const DAMAGED: &str = "1...\n..3.\n.4.\n...2\n";
/// The first puzzle with one clue more.
const LAST: &str = "1.....3..4..3..2\n";

#[test]
fn a_damaged_puzzle_does_not_keep_the_others_from_an_answer() {
    for (arguments, _) in COMMANDS {
        let answers = |input: &str| texts(&run(arguments, input));
        let (code, whole, _) = answers(&format!("{FIRST}\n{LAST}"));
        assert_ne!(code, 2, "{arguments:?}");
        let (code, with_error, error) = answers(&format!("{FIRST}\n{DAMAGED}\n{LAST}"));
        assert_eq!(code, 2, "{arguments:?}: {error}");
        assert!(error.contains("expected 4 as in row 1"), "{error}");
        // The second answer names its line, `check` counts errors, and times differ.
        let shape = |text: &str| {
            let line = |line: &str| line.replace(|c: char| c.is_ascii_digit(), "");
            let lines: Vec<String> = text.lines().map(line).collect();
            lines.join("\n")
        };
        assert_eq!(shape(&whole), shape(&with_error), "{arguments:?}");
    }
}

#[test]
fn each_puzzle_is_answered_before_the_next_one_is_read() {
    for (arguments, line_of_answer) in COMMANDS {
        let mut program = child()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = program.stdin.take().unwrap();
        let output = BufReader::new(program.stdout.take().unwrap());
        let (send, lines) = mpsc::channel();
        let reader = std::thread::spawn(move || {
            output.lines().for_each(|line| {
                let _ = send.send(line.unwrap());
            });
        });
        // The line behind a puzzle ends what stands beside it: the answer comes while nobody
        // knows if another puzzle will.
        writeln!(input, "{FIRST}---").unwrap();
        input.flush().unwrap();
        let mut first = Vec::new();
        while let Ok(line) = lines.recv_timeout(Duration::from_secs(60)) {
            first.push(line);
            if first.last().unwrap().contains(line_of_answer) {
                break;
            }
        }
        let is_answered = first.iter().any(|line| line.contains(line_of_answer));
        write!(input, "{DAMAGED}\n{LAST}").unwrap();
        drop(input);
        program.wait().unwrap();
        reader.join().unwrap();
        assert!(is_answered, "{arguments:?}: {first:?}");
    }
}

#[test]
fn standard_input_named_twice_is_an_error_that_says_so() {
    for arguments in [["show", "-", "-"], ["solve", "-", "-"]] {
        let (code, _, error) = texts(&run(&arguments, FIRST));
        assert_eq!(code, 2, "{error}");
        let message = "it is named twice, and can be read only once";
        assert!(error.contains(message), "{error}");
    }
}

/// Returns `true` if a process has a handler for SIGINT, as Linux tells.
#[cfg(target_os = "linux")]
fn catches_interrupt(pid: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let mut caught = status
        .lines()
        .filter_map(|line| line.strip_prefix("SigCgt:"));
    let caught = u64::from_str_radix(caught.next().unwrap().trim(), 16).unwrap();
    caught >> 1 & 1 == 1
}

/// A run that waits for its next puzzle ends at an interrupt, and says so also with `-q`.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_is_told() {
    use rustix::process::{Pid, Signal, kill_process};
    let commands = COMMANDS.iter().map(|(arguments, _)| *arguments);
    // Its totals say so.
    let commands = commands.filter(|arguments| arguments[0] != "check");
    let others: [&[&str]; 5] = [
        &["rate"],
        &["rate", "-q"],
        &["solve", "-q"],
        &["show", "-q"],
        &["sheet"],
    ];
    for arguments in commands.chain(others) {
        let mut program = child()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = program.stdin.take().unwrap();
        writeln!(&input, "{FIRST}").unwrap();
        while !catches_interrupt(program.id()) {
            std::thread::yield_now();
        }
        kill_process(Pid::from_child(&program), Signal::INT).unwrap();
        let (code, _, error) = texts(&program.wait_with_output().unwrap());
        drop(input);
        assert_eq!(code, 3, "{arguments:?}: {error}");
        assert!(error.contains("interrupted: "), "{arguments:?}: {error}");
    }
}
