//! Commands that answer one puzzle after the other: a damaged puzzle is reported between
//! the answers before and after it, and a puzzle with two lines `---` behind it is
//! answered before the next is read.

use crate::program::{child, run, signalled_child, texts};
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
            let lines = text.lines().filter(|line| !is_refusal(line));
            let lines: Vec<String> = lines.map(line).collect();
            lines.join("\n")
        };
        assert_eq!(shape(&whole), shape(&with_error), "{arguments:?}");
    }
}

/// Returns `true` for the line in the place of an input that was refused.
fn is_refusal(line: &str) -> bool {
    line == "bad input" || line.contains("\"error\":{")
}

/// Commands of which each answer is a line, and the words in that of a puzzle with several
/// solutions, of one without, and of one for which there was no time.
const LINES: [(&[&str], [&str; 3]); 15] = [
    (&["solve", "--format", "line"], ["", "no solution", ""]),
    (
        &["solve", "--format", "pencilmarks"],
        ["", "no solution", ""],
    ),
    (
        &["solve", "--format", "json"],
        ["rows", "\"no solution\"", ""],
    ),
    (&["solve", "--json"], ["solved", "no solution", ""]),
    (
        &["solve", "--backbone", "--json"],
        ["solved", "no solution", "unknown"],
    ),
    (
        &["minimize", "--format", "line"],
        ["several solutions", "no solution", "unknown"],
    ),
    (&["minimize", "--json"], ["several", "none", "out of time"]),
    (
        &["minimize", "--check"],
        ["several solutions", "no solution", "unknown"],
    ),
    (&["why", "--json"], ["several", "no solution", "unknown"]),
    (&["hint", "--json"], ["several", "none", "out of time"]),
    (&["hint", "--to", "line"], ["", "", ""]),
    (&["show", "--to", "line"], ["", "", ""]),
    (&["show", "--json"], ["grid", "grid", ""]),
    (
        &["rate"],
        ["several solutions", "no solution", "out of time"],
    ),
    (
        &["rate", "--json"],
        ["several solutions", "no solution", "out of time"],
    ),
];

/// Several solutions; none; cut off; not a symbol; one solution.
const LIST: [&str; 5] = [
    "......1....23..1",
    "12....4.........",
    "1.....3..4.....",
    "1.....3..4...!.2",
    "1.....3..4.....2",
];

#[test]
fn outputs_and_inputs_can_be_joined_by_their_numbers() {
    let list = LIST.join("\n") + "\n";
    let more: [(&[&str], [&str; 3]); 3] = [
        (&["encode", "--stats", "--json"], ["", "", ""]),
        (
            &["check", "--json", "--engines", "cdcl,dlx"],
            ["agreed", "agreed", ""],
        ),
        (&["check", "--distinct", "--json"], ["", "", ""]),
    ];
    for (arguments, [several, none, _]) in LINES.into_iter().chain(more) {
        let (code, out, error) = texts(&run(arguments, &list));
        assert_eq!(code, 2.min(code).max(1), "{arguments:?}: {error}");
        let lines: Vec<&str> = out
            .lines()
            .filter(|line| !line.contains("\"summary\""))
            .collect();
        assert_eq!(lines.len(), 5, "{arguments:?}: {out}");
        assert!(lines[0].contains(several), "{arguments:?}: {out}");
        assert!(lines[1].contains(none), "{arguments:?}: {out}");
        for (index, line) in lines.iter().enumerate() {
            let is_refused = is_refusal(line.trim_matches('"')) || line.ends_with(": bad input");
            assert_eq!(is_refused, index == 2 || index == 3, "{arguments:?}: {out}");
        }
    }
    let (_, out, _) = texts(&run(&["solve", "--json"], &list));
    let object: serde_json::Value = serde_json::from_str(out.lines().nth(3).unwrap()).unwrap();
    assert_eq!(object["puzzle"], "-:4");
    assert_eq!(object["error"]["line"], 4);
    assert_eq!(object["error"]["column"], 14);
    assert!(object["error"]["message"].as_str().unwrap().contains("'!'"));
}

#[test]
fn a_puzzle_for_which_there_is_no_time_has_its_line() {
    let list = [LIST[4], LIST[4]].join("\n");
    for (arguments, [_, _, late]) in LINES {
        if matches!(arguments[0], "show" | "encode") {
            continue;
        }
        let arguments = [arguments, &["--time-limit", "0"]].concat();
        let (code, out, _) = texts(&run(&arguments, &list));
        assert_eq!(out.lines().count(), 2, "{arguments:?}: {out}");
        // Those without a word may be done before they look at the clock.
        assert!(late.is_empty() || code == 3, "{arguments:?}: {out}");
        assert!(
            out.lines().all(|line| line.contains(late)),
            "{arguments:?}: {out}"
        );
    }
}

#[test]
fn damaged_lines_of_a_list_are_refused_one_by_one() {
    let whole = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let list = [
        &whole[2..],
        &whole[3..],
        whole,
        &whole[1..],
        &whole[2..],
        &whole[3..],
        whole,
    ];
    let (code, out, _) = texts(&run(&["solve", "--format", "line"], &list.join("\n")));
    let refused: Vec<bool> = out.lines().map(is_refusal).collect();
    assert_eq!(
        refused,
        [true, true, false, true, true, true, false],
        "{out}"
    );
    assert_eq!(code, 2);
    // The rows of a damaged grid are one input.
    let rows: Vec<&str> = (0..9).map(|row| &whole[9 * row..][..9 - row / 8]).collect();
    let (_, out, _) = texts(&run(
        &["solve", "--format", "line"],
        &(rows.join("\n") + "\n\n" + whole),
    ));
    assert_eq!(
        out.lines().map(is_refusal).collect::<Vec<_>>(),
        [true, false],
        "{out}"
    );
}

#[test]
fn nothing_is_printed_for_a_refused_grid_that_would_take_several_lines() {
    for arguments in [
        &["solve"][..],
        &["show"],
        &["show", "--to", "plain"],
        &["minimize"],
        &["why"],
    ] {
        let (code, out, _) = texts(&run(arguments, DAMAGED));
        assert_eq!((code, &*out), (2, ""), "{arguments:?}");
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
        // The two lines behind a puzzle end what stands beside it: the answer comes while nobody
        // knows if another puzzle will.
        writeln!(input, "{FIRST}---\n---").unwrap();
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
    let others: [&[&str]; 7] = [
        &["decode", "--order", "2", "-"],
        &["pipe", "-", "--", "cat"],
        &["rate"],
        &["rate", "-q"],
        &["solve", "-q"],
        &["show", "-q"],
        &["sheet"],
    ];
    for arguments in commands.chain(others) {
        let mut program = signalled_child()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = program.stdin.take().unwrap();
        let first = match arguments[0] {
            "decode" => "s SATISFIABLE",
            _ => FIRST,
        };
        writeln!(&input, "{first}").unwrap();
        while !catches_interrupt(program.id()) {
            std::thread::yield_now();
        }
        kill_process(Pid::from_child(&program), Signal::INT).unwrap();
        let (code, _, error) = texts(&program.wait_with_output().unwrap());
        drop(input);
        assert_eq!(code, 3, "{arguments:?}: {error}");
        assert!(error.contains("interrupted"), "{arguments:?}: {error}");
    }
}

/// What can't be read in a folder is refused, and the other files of it and of all folders below
/// it are answered. A link to a folder above ends.
#[cfg(target_os = "linux")]
#[test]
fn a_bad_name_in_a_folder_does_not_keep_the_others_from_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        "mkdir -p d/e/f; ln -s .. d/e/up; echo {line} > $'d/\\xff\\xfe.txt'
         for name in d/a d/e/b d/e/f/c d/z; do echo {line} > $name.txt; done
         $S solve -q d --json",
        line = FIRST.trim_end(),
    );
    let ran = crate::program::bash(folder.path(), &script);
    assert_eq!(ran.code, 2, "{}", ran.err);
    let name = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        object["puzzle"].as_str().unwrap().to_owned()
    };
    let names: Vec<String> = ran.out.lines().map(name).collect();
    let expected = [
        "d/a.txt:1",
        "d/e/b.txt:1",
        "d/e/f/c.txt:1",
        "d/e/up",
        "d/z.txt:1",
        "d/\\xff\\xfe.txt",
    ];
    assert_eq!(names, expected);
    for why in [
        "d/e/up: links lead to this folder again",
        "d/\\xff\\xfe.txt: found a name that is not UTF-8",
    ] {
        assert!(ran.err.contains(why), "{}", ran.err);
    }
}
