//! Puzzles of other programs: f-puzzles, SudokuPad and Penpa+, both ways where both are possible.

use crate::program::{output, program, stdout};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Output;
use sudosat::sudoku::Puzzle;
use sudosat::sudoku::print;
use sudosat::sudoku::text::{Entry, Form, Options, read};

fn sudosat(arguments: &[&str]) -> Output {
    let mut program = program();
    program.current_dir(env!("CARGO_MANIFEST_DIR"));
    output(program.args(arguments).env("NO_COLOR", "1"))
}

fn entries(text: &str) -> Vec<Entry> {
    let read = read(text.as_bytes(), "input", &Options::default());
    read.map(|entry| entry.unwrap_or_else(|error| panic!("{error}\n{text}")))
        .collect()
}

/// Returns the message of the only error that there is.
fn fault(text: &str) -> String {
    let mut read = read(text.as_bytes(), "input", &Options::default());
    let Some(Err(error)) = read.next() else {
        panic!("read: {}", &text[..text.len().min(200)]);
    };
    error.message
}

/// Returns the rules of a puzzle as sorted statements; its other parts stay as they are.
fn statements(puzzle: &Puzzle) -> Vec<String> {
    let mut statements = print::statements(puzzle.rules().spec());
    statements.sort_unstable();
    statements
}

/// Rules of the folder of variants that f-puzzles has no field for, by the name of the file.
const REFUSED: [(&str, &str); 17] = [
    ("anti-camel", "anti-camel"),
    ("ascending", "ascending"),
    ("counting-circles", "counting-circles"),
    ("diagonal-non-consecutive", "diagonal-non-consecutive"),
    ("equal-sums", "equal-sums"),
    ("futoshiki", "less"),
    ("global-entropy", "global-entropy"),
    ("knightmare", "knightmare"),
    ("look-and-say", "look-and-say"),
    ("no-sum", "no-sum"),
    ("parity-line", "parity-line"),
    ("self-taxicab", "self-taxicab"),
    ("sums", "sums"),
    ("taxicab", "taxicab"),
    ("ten-line", "ten-line"),
    ("two-grids", "grids"),
    ("xv", "sum 8"),
];

#[test]
fn every_variant_comes_back_from_f_puzzles_or_is_refused_by_name() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/variants");
    let mut kept = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        for entry in entries(&fs::read_to_string(&path).unwrap()) {
            let written = print::fpuzzles_link(&entry.puzzle);
            if let Some((_, rule)) = REFUSED.iter().find(|(file, _)| *file == name) {
                assert_eq!(written.unwrap_err().rules, [rule.to_string()], "{name}");
                continue;
            }
            let link = written.unwrap_or_else(|error| panic!("{name}: {error}"));
            let [back] = &entries(&link)[..] else {
                panic!("{name}");
            };
            let mut expected = statements(&entry.puzzle);
            if ["minimum", "maximum"].contains(&name) {
                // The entries of the field are one mark.
                let start = format!("{name} ");
                let cells = |list: &[String]| {
                    let of_marks = list.iter().filter_map(|line| line.strip_prefix(&start));
                    let cells = of_marks.flat_map(|cells| cells.split(' '));
                    cells.map(str::to_owned).collect::<BTreeSet<String>>()
                };
                assert_eq!(cells(&statements(&back.puzzle)), cells(&expected), "{name}");
                kept += 1;
                continue;
            }
            if name == "dutch-whispers" {
                // In a 6×6 grid the field means a difference of 2.
                for statement in &mut expected {
                    *statement = statement.replace("dutch-whispers 3", "whispers 3");
                }
                expected.sort_unstable();
            }
            assert_eq!(statements(&back.puzzle), expected, "{name}");
            assert_eq!(
                back.puzzle.clues_of_cells(),
                entry.puzzle.clues_of_cells(),
                "{name}"
            );
            assert_eq!(back.puzzle.excluded(), entry.puzzle.excluded(), "{name}");
            kept += 1;
        }
    }
    assert!(kept >= 38, "{kept}");
}

#[test]
fn puzzles_that_f_puzzles_cannot_state_are_refused_and_others_printed() {
    let files =
        ["latin-5x5", "taxicab", "killer"].map(|name| format!("puzzles/variants/{name}.txt"));
    let shown = sudosat(&["show", "--to", "fpuzzles", &files[0], &files[1], &files[2]]);
    assert_eq!(shown.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&shown.stderr);
    let message = "f-puzzles has no field for `taxicab`; `--to rules` states every rule";
    assert!(errors.contains(message), "{errors}");
    let shown = String::from_utf8(shown.stdout).unwrap();
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!((lines.len(), lines[1]), (3, "bad input"), "{shown}");
    for (line, file) in [(lines[0], &files[0]), (lines[2], &files[2])] {
        let rules = output(
            program()
                .args(["show", "--to", "rules", "-"])
                .write_stdin(line),
        );
        let expected = sudosat(&["show", "--to", "rules", file]);
        assert_eq!(stdout(&rules), stdout(&expected));
    }
    let letters = sudosat(&["show", "--to", "fpuzzles", "puzzles/variants/letters.txt"]);
    let note = String::from_utf8_lossy(&letters.stderr);
    assert!(
        note.contains("the form `fpuzzles` leaves out its symbols"),
        "{note}"
    );
}

/// A killer with the rule of the knight in its text, as SudokuPad's own JSON; a grid of numbers
/// and cages that was made for this test.
fn sudokupad(extra: &str) -> String {
    let rows = r#"[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{"value":"1"}]"#;
    let regions = "[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]";
    format!(
        r#"{{"id":"made","cellSize":50,"cells":[{rows}],"regions":[{regions}],
        "cages":[{{"value":"title: A made puzzle"}},{{"unique":true,"value":"3","cells":[[0,0],[0,1]]}},{{"sum":6,"cells":[[1,0],[2,0]]}}],
        "metadata":{{"rules":["Normal sudoku rules apply.","Digits in cages sum to the small number in the top left corner."]{extra}}}}}"#
    )
}

#[test]
fn puzzles_of_sudokupad_are_solved() {
    let text = sudokupad(r#","solution":"1234341221434321""#);
    let [entry] = &entries(&text)[..] else {
        panic!("one puzzle");
    };
    assert_eq!(entry.form, Form::SudokuPad);
    assert!(
        entry
            .expected
            .as_ref()
            .is_some_and(|expected| expected.solution.is_some())
    );
    let cages = ["boxes 2x2", "cage 3 r1c1 r1c2", "cage 6 r2c1 r3c1"];
    assert_eq!(statements(&entry.puzzle), cages);
    let rules = |text: &str| statements(&entries(text)[0].puzzle);
    assert_eq!(rules(&sudokupad(r#","antiknight":true"#))[0], "anti-knight");
}

#[test]
fn drawings_are_named_or_dropped_with_a_warning() {
    let drawn = sudokupad("").replacen(
        r#""cells""#,
        r#""lines":[{"wayPoints":[[0.5,0.5],[2.5,0.5]]}],"cells""#,
        1,
    );
    let message = "found line at r1c1, expected nothing else that may state a rule; --ignore-unknown-rules drops it";
    assert_eq!(fault(&drawn), message);
    let shown = output(
        program()
            .args(["show", "--ignore-unknown-rules", "--to", "rules", "-"])
            .write_stdin(drawn),
    );
    assert!(shown.status.success());
    let errors = String::from_utf8_lossy(&shown.stderr);
    assert!(errors.contains("line at r1c1"), "{errors}");
}

/// What is damaged, forged or too large is refused, and no more memory is taken than a puzzle needs.
#[test]
fn damaged_and_forged_puzzles_are_refused() {
    let deep = "[".repeat(100_000);
    let wide = vec!["{}"; 3000].join(",");
    for text in [
        format!(r#"{{"cells":[[{{}}]],"regions":{deep}"#),
        format!(r#"{{"cells":[[{{}}]],"lines":[{deep}"#),
        format!(r#"{{"cellSize":50,"cells":[[{wide}]]}}"#),
        r#"{"cellSize":1,"cells":[[{"value":99999999999999999999}]],"regions":[[[0,0]]]}"#
            .to_owned(),
        r#"{"cellSize":1,"cells":[[{}]],"regions":[[[18446744073709551616,0]]]}"#.to_owned(),
        r#"{"cellSize":1,"cells":[[{}]],"regions":[[[0,0]]],"regions":[]}"#.to_owned(),
        r#"{"cellSize":1,"cells":[[{}]],"regions":[[[0,0]]],"cages":[{"sum":-1,"cells":[[0,0]]}]}"#
            .to_owned(),
        "https://sudokupad.app/scl".to_owned() + &"A".repeat(5000),
        "https://sudokupad.app/ctc".to_owned() + &"/".repeat(5000),
        "https://sudokupad.app/scf0000000".to_owned(),
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=".to_owned() + &"A".repeat(5000),
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=%".to_owned(),
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=".to_owned(),
    ] {
        assert!(!fault(&text).is_empty());
    }
}
