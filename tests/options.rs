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
        (
            &["decode", "puzzle"],
            "the solver's output is missing: sudosat decode puzzle OUTPUT",
        ),
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

#[test]
fn to_and_format_are_one_option_and_help_shows_the_first() {
    let formula = tempfile::tempdir().unwrap();
    let folder = formula.path();
    let encode = run_in(folder, &["encode", "-q", "-o", "f.cnf"], PUZZLE);
    assert!(encode.status.success(), "{encode:?}");
    let answer = run_in(folder, &["sat", "-q", "f.cnf"], "");
    let answer = stdout(&answer);
    for (command, input) in [
        (&["show"][..], PUZZLE),
        (&["hint"], PUZZLE),
        (&["solve"], PUZZLE),
        (&["minimize", "12..3.....4....1"], ""),
        (&["generate", "--seed", "1", "--order", "2"], ""),
        (&["decode", "f.cnf", "-"], &answer),
    ] {
        let [to, format] = ["--to", "--format"].map(|option| {
            let output = run_in(folder, &[command, &[option, "line"]].concat(), input);
            let text = stdout(&output);
            let line = text.lines().next().unwrap_or_default().to_owned();
            assert_eq!(
                (line.len(), text.lines().count()),
                (16, 1),
                "{command:?} {output:?}"
            );
            line
        });
        assert_eq!(to, format, "{command:?}");
        let help = stdout(&run(&[command[0], "--help"], ""));
        assert!(
            help.contains("--to <FORM>") && !help.contains("--format"),
            "{help}"
        );
    }
    let help = stdout(&run(&["pipe", "--help"], ""));
    assert!(
        help.contains("--to <FORM>") && !help.contains("--format"),
        "{help}"
    );
}

/// Names that had two meanings have one each; the older ones are still read.
#[test]
fn older_names_of_options_are_still_read() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("f.cnf"), FORMULA).unwrap();
    fs::write(folder.join("model"), ANSWER).unwrap();
    for (new, old, code) in [
        (
            "sat --conflict-limit 5 f.cnf",
            "sat --conflicts 5 f.cnf",
            10,
        ),
        (
            "verify --form model f.cnf model",
            "verify --format model f.cnf model",
            0,
        ),
        (
            "cover --problem queens:4 --picture -",
            "cover --problem queens:4 --svg -",
            0,
        ),
        (
            "explain --lesson 2 --to beamer",
            "explain --lesson 2 --as beamer",
            0,
        ),
        (
            "why --limit 1 11..............",
            "why -n 1 11..............",
            0,
        ),
    ] {
        let [new, old] = [new, old].map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let output = run_in(folder, &words, "");
            assert_eq!(output.status.code(), Some(code), "{line}: {output:?}");
            stdout(&output)
        });
        assert!(!new.is_empty() && new == old, "{new} {old}");
    }
}

#[test]
fn a_wrong_name_leads_to_the_right_one() {
    for (line, tip) in [
        ("convert p.txt", "`sudosat show --to FORM` does this"),
        ("import p.txt", "`sudosat show --to FORM` does this"),
        ("export p.txt", "`sudosat show --to FORM` does this"),
        ("print p.txt", "`sudosat show` does this"),
        ("count p.txt", "`sudosat solve --all` does this"),
        (
            "check-proof f.cnf p",
            "`sudosat verify CNF PROOF` does this",
        ),
        ("validate p.txt", "`sudosat check` does this"),
        ("dimacs p.txt", "`sudosat encode` does this"),
        ("solv p.txt", "a similar subcommand exists: 'solve'"),
        ("solve --timeout 3", "'--time-limit'"),
        ("solve --threads 3", "the option is called '--jobs'"),
        ("solve --solver dlx", "the option is called '--engine'"),
        ("solve --encodin lecture", "'--encoding'"),
        ("solve --engine kisat", "did you mean 'kissat'?"),
        ("solve --engine minisatt", "did you mean 'minisat'?"),
        ("check --engines cdcl,kisat", "did you mean 'kissat'?"),
        ("fuzz --engine cdc", "did you mean 'cdcl'?"),
        (
            "cover --problem queens:5 --engine restart",
            "did you mean 'restarts'?",
        ),
        ("cover --problem quens:8", "did you mean 'queens'?"),
        ("cover --problem pentomino", "did you mean 'pentominoes'?"),
        ("encode -e extendet", "a similar value exists: 'extended'"),
        ("solve --to boxd", "a similar value exists: 'boxed'"),
        (
            "solve --rules anti-night",
            "the nearest known one is 'anti-knight'",
        ),
        ("generate --technique x-wng", "did you mean 'X-wing'?"),
        ("man encod", "did you mean 'encode'?"),
        ("batch work --shard 0/1 --out d slove", "'solve'"),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let output = run(&words, PUZZLE);
        let told = stderr(&output);
        assert!(told.contains(tip), "{line}: {told}");
        assert_eq!(output.status.code(), Some(2), "{line}: {output:?}");
    }
    // An option that another command has is no tip for this one.
    let output = run(&["show", "--threads", "3"], PUZZLE);
    assert!(!stderr(&output).contains("--jobs"), "{output:?}");
}

/// Messages do not grow with the number of faults, nor with the length of a name.
#[test]
fn long_lists_are_cut_in_messages() {
    let ones = "1".repeat(625) + "\n";
    let solve = run(&["solve"], &ones);
    assert_eq!(stdout(&solve), "no solution\n");
    let told = stderr(&solve);
    assert!(told.contains("row 1 has two 1s: r1c1 and r1c2; "), "{told}");
    assert!(told.contains("; and ") && told.contains(" more"), "{told}");
    let hint = stdout(&run(&["hint"], &"1".repeat(81)));
    assert!(hint.contains(" more such clashes."), "{hint}");
    let long = "x".repeat(100_000);
    let puzzle = format!("\"rows\":[{}]", ["[1,2,null,null]"; 4].join(","));
    for object in [
        format!("{{{puzzle},\"{long}\":1}}"),
        format!("{{\"{long}\":1,\"{long}\":1,{puzzle}}}"),
        format!("{{{puzzle},\"excluded\":[\"{long}\"]}}"),
    ] {
        let output = run(&["solve"], &object);
        assert_eq!(output.status.code(), Some(2));
        let told = stderr(&output);
        assert!(
            told.len() < 1000 && told.contains("found"),
            "{}",
            told.len()
        );
    }
    assert!(told.len() < 1000, "{}", told.len());
    assert!(hint.lines().count() < 20, "{hint}");
}

#[test]
fn the_heading_of_a_table_is_refused_once() {
    let rows = "1...............,1\n..3.............,2\n...4............,3\n";
    for command in ["solve", "check", "rate"] {
        let output = run(&[command], &format!("killer sudoku,clues\n{rows}"));
        let told = stderr(&output);
        assert_eq!(told.matches("error:").count(), 1, "{told}");
        assert!(
            told.contains("the same text refuses puzzles after this one"),
            "{told}"
        );
        assert_eq!(output.status.code(), Some(2));
    }
    // The objects are one for each puzzle, as always.
    let output = run(
        &["solve", "--json"],
        &format!("killer sudoku,clues\n{rows}"),
    );
    assert_eq!(stdout(&output).lines().count(), 3, "{output:?}");
}

#[test]
fn a_rule_from_the_text_beside_a_grid_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let text = "1.....3..4.....2\n\nanti-knight\n";
    fs::write(folder.path().join("p.txt"), text).unwrap();
    let note = "note: p.txt:3: rule taken from the text beside the grid: anti-knight\n";
    for command in [
        &["solve", "p.txt"][..],
        &["check", "--engines", "dlx,backtrack", "p.txt"],
        &["encode", "p.txt"],
    ] {
        let output = run_in(folder.path(), command, "");
        assert_eq!(stderr(&output).matches(note).count(), 1, "{output:?}");
        let quiet = run_in(folder.path(), &[command, &["-q"]].concat(), "");
        assert_eq!(stderr(&quiet), "", "{command:?}");
    }
    // Each rule is told once, and not without end.
    let knights = text.repeat(3);
    let told = stderr(&run(&["solve"], &knights));
    assert_eq!(told.matches("taken from").count(), 1, "{told}");
    let pairs = (1..=9).map(|c| format!("{}\ndifference 1 r1c{c} r2c{c}\n---\n", ".".repeat(81)));
    let told = stderr(&run(&["solve"], &pairs.collect::<String>()));
    assert_eq!(told.matches(": rule taken from").count(), 5, "{told}");
    assert_eq!(
        told.matches("further rules were taken").count(),
        1,
        "{told}"
    );
    // A description states its own rules, and a size changes nothing.
    for own in [
        "size 4; anti-knight\nclues\n1...\n..3.\n.4..\n...2\n",
        "4x4\n1.....3..4.....2\n",
    ] {
        let told = stderr(&run(&["solve"], own));
        assert!(!told.contains("taken from"), "{told}");
    }
}
