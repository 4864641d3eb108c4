//! `sudosat show`, and the options that all commands with puzzles share.

use crate::program::{output, program, run, stderr, stdout};
use std::process::Output;

fn sudosat(arguments: &[&str]) -> Output {
    let mut program = program();
    program.current_dir(env!("CARGO_MANIFEST_DIR"));
    output(program.args(arguments).env("NO_COLOR", "1"))
}

fn printed(arguments: &[&str]) -> String {
    let output = sudosat(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// What is said on standard error by a command that refuses its input.
fn refused(arguments: &[&str]) -> String {
    let output = sudosat(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

const JIGSAW: &str = "\
regions
AAAB
BABB
CCCD
CDDD
clues
1..4
....
....
..2.
";

#[test]
fn it_says_what_was_understood() {
    let shown = printed(&["show", JIGSAW, "--rules", "anti-king; less r1c1 r1c2"]);
    let expected = "\
argument 1:1
form:       a description of rules
size:       4×4
rules:      regions (jigsaw), anti-king, less
symbols:    1 to 4, blank cells as .
clues:      3
candidates: 31 left
┌───────────┬───┐
│ 1   .   . │ 4 │
├───┐   ┌───┘   │
│ . │ . │ .   . │
├───┴───┴───┬───┤
│ .   .   . │ . │
│   ┌───────┘   │
│ . │ .   2   . │
└───┴───────────┘
anti-king
less r1c1 r1c2
";
    let candidates = |line: &&str| !line.starts_with("candidates");
    let without = |text: &str| Vec::from_iter(text.lines().filter(candidates).map(str::to_owned));
    assert_eq!(without(&shown), without(expected), "{shown}");
}

#[test]
fn boxes_are_drawn_with_walls_between_them_alone() {
    let drawn = printed(&[
        "show",
        "size 6; clues 123456 ...... ...... ...... ...... ......",
        "--to",
        "boxed",
    ]);
    let expected = "\
+-------+-------+
| 1 2 3 | 4 5 6 |
| . . . | . . . |
+-------+-------+
| . . . | . . . |
| . . . | . . . |
+-------+-------+
| . . . | . . . |
| . . . | . . . |
+-------+-------+
";
    assert_eq!(drawn, expected);
    let jigsaw = printed(&["show", JIGSAW, "--to", "boxed"]);
    let expected = "\
+-----------+---+
| 1   .   . | 4 |
+---+   +---+   |
| . | . | .   . |
+---+---+---+---+
| .   .   . | . |
|   +-------+   |
| . | .   2   . |
+---+-----------+
";
    assert_eq!(jigsaw, expected);
}

#[test]
fn every_form_is_read_back_by_show() {
    let file = "puzzles/variants/diagonal.txt";
    let rules = printed(&["show", file, "--to", "rules"]);
    for form in ["rules", "json"] {
        let text = printed(&["show", file, "--to", form]);
        assert_eq!(printed(&["show", &text, "--to", "rules"]), rules, "{form}");
    }
    for form in ["plain", "line", "sdk", "boxed", "unicode"] {
        let text = printed(&["show", file, "--to", form]);
        let again = printed(&["show", &text, "--to", "rules", "--rules", "diagonal"]);
        assert_eq!(again, rules, "{form}");
    }
    let marks = printed(&["show", file, "--to", "pencilmarks"]);
    assert_eq!(marks.trim_end().len(), 729);
    let large = refused(&["show", "size 12", "--to", "pencilmarks"]);
    assert!(
        large.contains("a 12×12 grid has no form of pencilmarks"),
        "{large}"
    );
}

#[test]
fn json_says_the_same() {
    let line = printed(&[
        "show",
        "--json",
        "size 4; diagonal; even r1c1; clues 2... .... .... ....",
    ]);
    assert_eq!(
        line.trim_end(),
        "{\"puzzle\":\"argument 1:1\",\"form\":\"a description of rules\",\"size\":4,\
         \"rules\":[\"boxes 2x2\",\"diagonal\",\"even r1c1\"],\"symbols\":\"1 to 4\",\"clues\":1,\
         \"excluded\":2,\"candidates\":52,\"grid\":{\"size\":4,\
         \"rules\":[\"boxes 2x2\",\"diagonal\",\"even r1c1\"],\
         \"rows\":[[2,null,null,null],[null,null,null,null],[null,null,null,null],\
         [null,null,null,null]]}}"
    );
}

#[test]
fn rules_come_from_a_file_or_a_text() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "diagonal # both\nanti-king\n").unwrap();
    let path = file.path().to_str().unwrap();
    let grid = "1..............2";
    let of_file = printed(&["show", grid, "--rules", path, "--to", "rules"]);
    let of_text = printed(&[
        "show",
        grid,
        "--rules",
        "anti-king; diagonal",
        "--to",
        "rules",
    ]);
    assert_eq!(of_file, of_text);
    assert!(of_text.starts_with("size 4x4\nboxes 2x2\ndiagonal\nanti-king\nclues\n1...\n"));
    let solved = printed(&["solve", "1..............1", "--rules", "latin"]);
    assert_eq!(solved.lines().count(), 4, "{solved}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (rules, message) in [
        ("digonal", "the nearest known one is 'diagonal'"),
        ("boxes 3x3", "found 9×9, expected 4×4"),
        ("less r1c1 r5c5", "found the cell r5c5"),
        ("clues 1... .... .... ....", "clues belong to a puzzle"),
    ] {
        let error = refused(&["solve", "1..............2", "--rules", rules]);
        assert!(error.contains(message), "{rules}: {error}");
    }
    let error = refused(&["show", JIGSAW, "--rules", "boxes 2x2"]);
    assert!(
        error.contains("the puzzle's own text says others"),
        "{error}"
    );
}

#[test]
fn unknown_rules_of_f_puzzles_are_named() {
    let object = r#"{"size":1,"grid":[[{}]],"tenline":[{"lines":[["R1C1"]]}]}"#;
    let error = refused(&["show", object]);
    assert!(
        error.contains("'tenline'") && error.contains("--ignore-unknown-rules"),
        "{error}"
    );
    let output = sudosat(&["show", object, "--ignore-unknown-rules"]);
    assert_eq!(output.status.code(), Some(0));
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(
        warning.contains("what may state a rule was dropped: tenline"),
        "{warning}"
    );
}

#[test]
fn rules_that_are_no_file_say_so() {
    let told = refused(&["show", "--rules", "dir/rules.txt", "1..............."]);
    assert_eq!(told, "error: dir/rules.txt: no such file\n");
    for name in ["nosuchfile", "diagnal"] {
        let told = refused(&["show", "--rules", name, "1...............", "--to", "line"]);
        assert!(
            told.contains(&format!("{name}: no such file, and as rules: ")),
            "{told}"
        );
    }
    let told = refused(&[
        "show",
        "--rules",
        "diagnal; anti-knight",
        "1...............",
        "--to",
        "line",
    ]);
    assert!(
        !told.contains("no such file") && told.contains("'diagonal'"),
        "{told}"
    );
}

#[test]
fn an_error_in_rules_has_its_place_in_them() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("r.txt");
    for (text, place) in [
        ("diagonal\nboxes 2x3\n", "r.txt:2:1"),
        ("\nhouse r1c1 r9c9\n", "r.txt:2:12"),
    ] {
        std::fs::write(&rules, text).unwrap();
        let told = refused(&[
            "show",
            "--rules",
            rules.to_str().unwrap(),
            "1...............",
        ]);
        assert!(told.contains(place), "{told}");
    }
}

#[test]
fn a_form_that_leaves_rules_out_is_noted() {
    let killer = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/variants/killer.txt");
    for (form, is_noted) in [
        ("plain", true),
        ("line", true),
        ("sdk", true),
        ("json", false),
    ] {
        let output = run(&["show", "--to", form, killer], "");
        let told = String::from_utf8(output.stderr).unwrap();
        let note = format!("the form `{form}` leaves out its rules; `--to rules` keeps all");
        assert_eq!(told.contains(&note), is_noted, "{told}");
    }
}

/// Objects with the puzzle in `grid` are the puzzle again, with its rules.
#[test]
fn what_commands_print_with_json_is_read_again() {
    for puzzle in ["puzzles/lecture-4x4.txt", JIGSAW] {
        let own = printed(&["show", puzzle, "--to", "json"]);
        for command in [
            &["show", puzzle, "--json"][..],
            &["solve", puzzle, "--json"],
            &["solve", puzzle, "--json", "--unique"],
            &["check", puzzle, "--engines", "cdcl,dlx", "--json"],
        ] {
            let object = printed(command);
            let again = run(&["show", "-", "--to", "json"], &object);
            if command[0] == "check" {
                let error = stderr(&again);
                assert!(error.contains("found the name of a puzzle"), "{error}");
                continue;
            }
            assert_eq!(stdout(&again), own, "{command:?}: {again:?}");
            let checked = run(&["check", "-", "--engines", "cdcl,dlx", "--json"], &object);
            assert_eq!(checked.status.code(), Some(0), "{command:?}: {checked:?}");
        }
        let solved = printed(&["solve", puzzle, "--json"]);
        // The jigsaw has no solution.
        let Some(digit) = solved.find("[[[").map(|at| at + 3) else {
            continue;
        };
        let other = if &solved[digit..=digit] == "1" {
            "2"
        } else {
            "1"
        };
        let mut altered = solved.clone();
        altered.replace_range(digit..=digit, other);
        let checked = run(&["check", "-", "--engines", "cdcl,dlx"], &altered);
        assert_ne!(checked.status.code(), Some(0), "{altered}: {checked:?}");
    }
}
