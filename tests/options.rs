//! Options and inputs that mean the same in every command: standard input by
//! default, files of another kind, several inputs of which some are bad, times,
//! colours, names above grids.

use crate::program::{PROGRAM, output, program, stderr, stdout};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const PUZZLE: &str = "1.....3..4.....2\n";
const FORMULA: &str = "c a comment\np cnf 2 2\n1 2 0\n-1 0\n";
const PROOF: &str = "1 -2 0\n-1 0\n0\n";
const ANSWER: &str = "s SATISFIABLE\nv -1 2 0\n";
const COVER: &str = "| the smallest\na b c\na b\nc\n";

/// Runs the program in a folder with the text on standard input.
fn run_in(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut program = program();
    output(
        program
            .args(arguments)
            .current_dir(folder)
            .write_stdin(input),
    )
}

fn run(arguments: &[&str], input: &str) -> Output {
    run_in(tempfile::tempdir().unwrap().path(), arguments, input)
}

/// Runs a command line of the program on a terminal, if `script` is installed.
fn on_terminal(folder: &Path, words: &str) -> Option<(String, Option<i32>)> {
    let command = format!("{} {words}", PROGRAM);
    let output = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(folder)
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output();
    match output {
        Ok(output) => Some((stdout(&output).replace('\r', ""), output.status.code())),
        Err(_) => {
            eprintln!("skipped: script is not installed");
            None
        }
    }
}

#[test]
fn without_a_puzzle_standard_input_is_read() {
    for arguments in [
        &["solve"][..],
        &["check", "--engines", "dlx,backtrack"],
        &["encode", "-o", "-"],
        &["explain", "--json"],
        &["solve", "--json", "--unique"],
    ] {
        let output = run(arguments, PUZZLE);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        assert!(!output.stdout.is_empty(), "{arguments:?}");
    }
    let output = run(&["cover"], COVER);
    assert!(stdout(&output).starts_with("solution 1\n"), "{output:?}");
    assert_eq!(run(&["sat"], FORMULA).status.code(), Some(10));
    let output = run(&["solve"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("found no puzzle"), "{output:?}");
}

#[test]
fn on_a_terminal_a_missing_input_is_bad_usage() {
    let folder = tempfile::tempdir().unwrap();
    for (words, expected) in [
        ("solve", "name a file"),
        ("check", "name a file"),
        ("encode", "name a file"),
        ("explain", "name a file"),
        ("sat", "sudosat sat x.cnf"),
        ("cover", "--problem help"),
    ] {
        let Some((text, code)) = on_terminal(folder.path(), words) else {
            return;
        };
        assert_eq!(code, Some(2), "{words}: {text}");
        assert!(text.contains("is a terminal"), "{words}: {text}");
        assert!(text.contains(expected), "{words}: {text}");
    }
}

#[test]
fn inputs_of_another_kind_are_recognised() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        // Names that give nothing away.
        ("puzzle", PUZZLE),
        ("formula", FORMULA),
        ("proof", PROOF),
        ("answer", ANSWER),
        ("cover", COVER),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    for (arguments, expected) in [
        (&["solve", "formula"][..], "`sudosat sat formula`"),
        (&["check", "formula"], "`sudosat sat formula`"),
        (&["encode", "formula"], "`sudosat sat formula`"),
        (&["explain", "formula"], "`sudosat explain --cnf formula`"),
        (&["solve", "cover"], "`sudosat cover cover`"),
        (&["solve", "proof"], "`sudosat verify FORMULA proof`"),
        (&["solve", "answer"], "`sudosat decode PUZZLE answer`"),
        (&["sat", "puzzle"], "`sudosat solve puzzle`"),
        (&["sat", "proof"], "`sudosat verify FORMULA proof`"),
        (&["sat", "cover"], "`sudosat cover cover`"),
        (&["sat", "answer"], "`sudosat decode PUZZLE answer`"),
        (&["cover", "formula"], "`sudosat sat formula`"),
        (&["explain", "--cnf", "puzzle"], "`sudosat explain puzzle`"),
        (
            &["explain", "--cover", "formula"],
            "`sudosat explain --cnf formula`",
        ),
        (
            &["verify", "proof", "formula"],
            "`sudosat verify formula proof`",
        ),
        (
            &["verify", "answer", "formula"],
            "`sudosat verify formula answer`",
        ),
        (&["verify", "formula", "formula"], "`sudosat sat formula`"),
        (&["verify", "puzzle", "proof"], "`sudosat solve puzzle`"),
        (&["pipe", "formula", "--", "cat"], "`sudosat sat formula`"),
        (&["pipe", "cover", "--", "cat"], "`sudosat cover cover`"),
        (&["decode", "cover", "answer"], "`sudosat cover cover`"),
        (&["decode", "puzzle", "cover"], "`sudosat cover cover`"),
        (&["decode", "puzzle"], "`sudosat solve puzzle`"),
        (&["decode", "puzzle", "puzzle"], "`sudosat solve puzzle`"),
    ] {
        let output = run_in(folder.path(), arguments, "");
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains(expected), "{arguments:?}: {told}");
        assert_eq!(told.matches("error:").count(), 1, "{arguments:?}: {told}");
    }
    let output = run(&["solve"], FORMULA);
    assert!(stderr(&output).contains("`sudosat sat -`"), "{output:?}");
    // What is right for the command keeps its own error.
    let output = run(&["sat"], "p cnf 1 1\n1 x 0\n");
    assert!(stderr(&output).contains("standard input:2:3") || stderr(&output).contains("-:2:3"));
}

#[test]
fn a_bad_input_is_reported_and_the_others_are_worked_on() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("good"), PUZZLE).unwrap();
    fs::write(folder.path().join("bad"), "1...\n..x.\n.4..\n...2\n").unwrap();
    for command in [
        &["solve"][..],
        &["check", "--engines", "dlx,backtrack"],
        &["encode", "-f"],
        &["explain"],
    ] {
        let files = ["bad", "good"];
        let output = run_in(folder.path(), &[command, &files].concat(), "");
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {told}");
        assert!(told.contains("bad:2"), "{command:?}: {told}");
        let summary = "1 input could not be read; read: 1 puzzle\n";
        match command[0] {
            "check" => assert!(
                stdout(&output).contains("1 input was refused"),
                "{output:?}"
            ),
            _ => assert!(told.ends_with(summary), "{command:?}: {told}"),
        }
        let strict = [command, &["--strict"], &files[..]].concat();
        let output = run_in(folder.path(), &strict, "");
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let text = stdout(&output);
        match command[0] {
            "check" => assert!(text.contains("0 puzzles"), "{text}"),
            _ => assert_eq!(text, "", "{command:?}"),
        }
    }
    // A "no" goes before a bad input.
    let several = ["solve", "--unique", "bad", "................"];
    assert_eq!(run_in(folder.path(), &several, "").status.code(), Some(1));
}

#[test]
fn times_have_units() {
    for time in ["10", "0.5", "500ms", "10s", "2m", "1h"] {
        let output = run(&["solve", "--time-limit", time], PUZZLE);
        assert_eq!(output.status.code(), Some(0), "{time}: {output:?}");
    }
    for command in ["solve", "check", "sat", "verify", "cover"] {
        let output = run(&[command, "--time-limit", "ten", "x", "y"], "");
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(stderr(&output).contains("500ms"), "{command}: {output:?}");
    }
}

#[test]
fn the_order_of_clauses_has_a_name_of_its_own() {
    let output = run(&["encode", "--order", "lecture"], PUZZLE);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("--clause-order lecture"),
        "{output:?}"
    );
    let output = run(&["encode", "--clause-order", "lecture", "-o", "-"], PUZZLE);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_same_option_is_in_every_command_where_it_makes_sense() {
    let having = [
        (
            "--json",
            &[
                "solve", "check", "encode", "sat", "verify", "cover", "explain",
            ][..],
        ),
        (
            "-q, --quiet",
            &[
                "solve", "check", "encode", "decode", "pipe", "sat", "verify", "cover", "generate",
            ],
        ),
        (
            "--color",
            &[
                "solve", "check", "encode", "decode", "sat", "verify", "cover", "generate",
                "explain",
            ],
        ),
        (
            "-f, --force",
            &["solve", "encode", "sat", "cover", "explain"],
        ),
        ("-j, --jobs", &["solve", "check", "sat", "cover"]),
        ("-n, --count", &["solve", "cover", "generate"]),
        (
            "--time-limit <TIME>",
            &[
                "solve", "check", "encode", "pipe", "sat", "verify", "cover", "generate",
            ],
        ),
        ("--strict", &["solve", "check", "encode", "explain"]),
    ];
    for (option, commands) in having {
        for command in commands {
            let help = stdout(&run(&[command, "--help"], ""));
            assert!(help.contains(option), "{command} {option}");
        }
    }
    // One name may be written for the other.
    let output = run(&["solve", "--engines", "dlx"], PUZZLE);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let output = run(&["check", "--engine", "dlx,backtrack"], PUZZLE);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let output = run(&["cover", "--engines", "dlx"], COVER);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn quiet_leaves_results_and_errors() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &["solve", "-q", "--all"][..],
        &["encode", "-q"],
        &["generate", "-q", "--order", "2"],
        &["cover", "-q", "--problem", "queens:5", "--all"],
    ] {
        let output = run_in(folder.path(), arguments, PUZZLE);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(stderr(&output), "", "{arguments:?}");
    }
    let output = run(&["solve", "-q"], "1...\n");
    assert!(stderr(&output).contains("error"), "{output:?}");
}

#[test]
fn colours_are_chosen_in_one_place() {
    let check = ["check", "--engines", "dlx,backtrack"];
    let coloured = |arguments: &[&str]| stdout(&run(arguments, PUZZLE)).contains('\u{1b}');
    assert!(!coloured(&check));
    assert!(coloured(&[&check[..], &["--color", "always"]].concat()));
    assert!(coloured(&["--color=always", "explain"]));
    assert!(coloured(&["--color=always", "encode", "--stats"]));
    assert!(!coloured(&["encode", "--stats"]));
    assert!(!coloured(&["--color=never", "explain"]));
    let refused = run(&["--color", "always", "solv"], "");
    assert!(stderr(&refused).contains('\u{1b}'), "{refused:?}");
    assert_eq!(
        run(&["--color", "blue", "solve"], "").status.code(),
        Some(2)
    );
}

#[test]
fn grids_of_several_puzzles_have_names_on_a_terminal_only() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("p.txt"), PUZZLE.repeat(2)).unwrap();
    fs::write(folder.path().join("q.txt"), PUZZLE).unwrap();
    let piped = run_in(folder.path(), &["solve", "p.txt"], "");
    assert!(!stdout(&piped).contains('#'), "{piped:?}");
    let Some((text, code)) = on_terminal(folder.path(), "solve --color never p.txt") else {
        return;
    };
    assert_eq!(code, Some(0));
    assert!(text.starts_with("# p.txt:1\n1"), "{text}");
    assert!(text.contains("\n\n# p.txt:2\n1"), "{text}");
    // It reads back as the same grids.
    assert_eq!(stdout(&run(&["solve"], &text)), stdout(&piped));
    let (one, _) = on_terminal(folder.path(), "solve --color never q.txt").unwrap();
    assert!(!one.contains('#'), "{one}");
    let (json, _) = on_terminal(folder.path(), "solve --format json p.txt").unwrap();
    assert!(!json.contains('#'), "{json}");
    let show = |words: &str| on_terminal(folder.path(), &format!("--color never show {words}"));
    let (text, code) = show("--to plain p.txt q.txt").unwrap();
    assert_eq!(code, Some(0));
    for name in ["# p.txt:1\n", "\n\n# p.txt:2\n", "\n\n# q.txt:1\n"] {
        assert!(text.contains(name), "{text}");
    }
    assert!(!show("--to plain q.txt").unwrap().0.contains('#'));
    assert!(!show("--to json p.txt").unwrap().0.contains('#'));
    let piped = run_in(folder.path(), &["show", "--to", "plain", "p.txt"], "");
    assert!(!stdout(&piped).contains('#'), "{piped:?}");
}

#[test]
fn tables_fit_eighty_columns() {
    let long = "a-folder-with-a-rather-long-name-and-a-puzzle-in-it-that-is-long-too.txt";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(long), PUZZLE).unwrap();
    for engines in [
        "dlx,backtrack",
        "cdcl,splr,dlx",
        "cdcl,splr,dlx,matrix,backtrack",
    ] {
        let output = run_in(folder.path(), &["check", "--engines", engines, long], "");
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(0), "{text}");
        let first = text.lines().next().unwrap();
        assert!(
            first.starts_with("puzzle ") && first.ends_with(" result"),
            "{text}"
        );
        assert!(
            text.lines().all(|line| line.chars().count() <= 80),
            "{text}"
        );
        assert!(text.contains("long-too.txt:1 "), "{text}");
    }
    let text = stdout(&run(
        &["check", "--all-rows", "--engines", "dlx,backtrack"],
        &PUZZLE.repeat(70),
    ));
    assert_eq!(
        text.lines().filter(|line| line.starts_with("-:")).count(),
        70,
        "{text}"
    );
}
