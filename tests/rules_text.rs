//! Rules as text: what is written is read back as the same puzzle, and what
//! makes no sense is refused where it stands.

use crate::rules_common::random_case;
use fastrand::Rng;
use std::io::Cursor;
use sudosat::io::InputError;
use sudosat::sudoku::print;
use sudosat::sudoku::text::description::Statements;
use sudosat::sudoku::text::{self, Entry, Form, Options};
use sudosat::sudoku::{Candidate, Cell, Digit, Puzzle, Size, Symbols};

fn read(input: &str) -> Vec<Entry> {
    let entries = text::read(Cursor::new(input), "input", &Options::default());
    let entries: Result<Vec<Entry>, _> = entries.collect();
    entries.unwrap_or_else(|error| panic!("{error}\n{input}"))
}

/// Puzzles with rules of all kinds, some with clues, exclusions, and symbols of
/// their own.
fn puzzles() -> Vec<Puzzle> {
    let with_symbols = |seed: u64| {
        let puzzle = random_case(seed, 500).puzzle;
        let side = puzzle.size().side();
        match seed % 4 {
            0 => puzzle.with_symbols(Symbols::Chars("QWERTY".chars().take(side).collect())),
            1 => puzzle.with_symbols(Symbols::Numbers { first: 0 }),
            _ => puzzle,
        }
    };
    let mut puzzles: Vec<Puzzle> = (0..150).map(with_symbols).collect();
    // Numbers of several figures.
    for side in [1, 7, 12, 26, 81] {
        let mut puzzle = Puzzle::empty(Size::new(side).unwrap());
        let mut rng = Rng::with_seed(side as u64);
        for _ in 0..side {
            let cell = Cell::new(rng.usize(..side), rng.usize(..side));
            let digit = Digit::from_index(rng.usize(..side));
            match rng.bool() {
                true => puzzle.set_clue(cell, Some(digit)),
                false => puzzle.exclude(Candidate::new(cell, digit)),
            }
        }
        puzzles.push(puzzle);
    }
    puzzles
}

#[test]
fn a_description_is_read_back() {
    for puzzle in puzzles() {
        let text = print::description(&puzzle).to_string();
        let entries = read(&text);
        assert_eq!(entries.len(), 1, "{text}");
        assert_eq!(entries[0].puzzle, puzzle, "{text}");
        assert_eq!(entries[0].form, Form::Description);
    }
}

#[test]
fn several_descriptions_are_parted_by_a_line() {
    let puzzles: Vec<Puzzle> = puzzles().into_iter().take(20).collect();
    let texts: Vec<String> = puzzles
        .iter()
        .map(|puzzle| print::description(puzzle).to_string())
        .collect();
    let found: Vec<Puzzle> = read(&texts.join("---\n"))
        .into_iter()
        .map(|entry| entry.puzzle)
        .collect();
    assert_eq!(found, puzzles);
}

const PLAIN: &str = "2..1\n....\n....\n.43.\n";
const DIAGONAL: &str =
    "size 6x6\ndiagonal\nclues\n....42\n......\n......\n......\n......\n......\n";

/// The puzzles and errors of an input, in order.
fn all(input: &str) -> Vec<Result<Entry, InputError>> {
    text::read(Cursor::new(input), "input", &Options::default()).collect()
}

#[test]
fn a_description_behind_a_plain_grid_and_a_line_keeps_its_rules() {
    for between in [
        "---\n",
        "\n---\n",
        "---\n\n",
        "---\n# title: the second\n",
        "\n---\n\n# a comment\n\n",
        "--- \n",
    ] {
        for first in [PLAIN, "2..1|\n....|\n---\n....|\n.43.|\n"] {
            let input = format!("{first}{between}{DIAGONAL}---\n{PLAIN}");
            let found = read(&input);
            assert_eq!(found.len(), 3, "{input}");
            assert_eq!(found[1].form, Form::Description, "{input}");
            let diagonals = found[1].puzzle.rules().spec().diagonals;
            assert_eq!(diagonals, [true; 2], "{input}");
            assert_eq!(found[0].puzzle, found[2].puzzle, "{input}");
        }
    }
}

#[test]
fn a_damaged_grid_before_the_line_costs_no_rules() {
    let found = all(&format!("2..1\n...\n....\n.43.\n---\n{DIAGONAL}"));
    let [Err(error), Ok(entry)] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!((error.line, error.column), (Some(2), Some(4)));
    assert_eq!(entry.puzzle.rules().spec().diagonals, [true; 2]);
}

/// No part of a description whose beginning is damaged is read as a puzzle of its own.
#[test]
fn statements_that_may_be_those_of_either_puzzle_are_refused() {
    let falling = DIAGONAL.replace("size 6x6\ndiagonal", "diagonal falling");
    for (first, line) in [
        (format!("{PLAIN}{DIAGONAL}"), 5),
        (format!("{PLAIN}{falling}"), 5),
        (format!("{PLAIN}size 6x6; diagonal\n{DIAGONAL}"), 5),
        (DIAGONAL.replace("size", "sise"), 1),
        (format!("2..1\n....\n....\n{DIAGONAL}"), 4),
    ] {
        for input in [first.clone(), format!("{first}---\n{PLAIN}")] {
            let found = all(&input);
            let [Err(error), rest @ ..] = &found[..] else {
                panic!("{input}\n{found:?}");
            };
            assert_eq!(error.line, Some(line), "{input}\n{error}");
            assert_eq!(
                rest.len(),
                usize::from(input.len() > first.len()),
                "{input}"
            );
            let is_plain =
                |item: &Result<Entry, _>| item.as_ref().is_ok_and(|e| e.form == Form::Rows);
            assert!(rest.iter().all(is_plain), "{input}\n{found:?}");
        }
    }
}

#[test]
fn candidates_among_rules_are_refused_where_the_statement_begins() {
    let text = "size 4x4; thermo r1c1-r1c4; candidates r2c2 1";
    let statements = Statements::read(text, "rules").unwrap();
    let error = statements.alone(Size::new(4).unwrap()).unwrap_err();
    assert_eq!((error.line, error.column), (Some(1), Some(29)), "{error}");
}

#[test]
fn json_holds_all_of_a_puzzle() {
    let lines: Vec<String> = puzzles()
        .iter()
        .map(|puzzle| print::json(puzzle).to_string())
        .collect();
    assert!(lines.iter().all(|line| !line.contains('\n')));
    let found: Vec<Puzzle> = read(&lines.join("\n"))
        .into_iter()
        .map(|entry| entry.puzzle)
        .collect();
    assert_eq!(found, puzzles());
}

#[test]
fn plain_puzzles_stay_plain_json() {
    let mut puzzle = Puzzle::empty(Size::of_order(2).unwrap());
    puzzle.set_clue(Cell::new(0, 0), Some(Digit::from_index(0)));
    let blank = "[null,null,null,null]";
    assert_eq!(
        print::json(&puzzle).to_string(),
        format!(r#"{{"order":2,"rows":[[1,null,null,null],{blank},{blank},{blank}]}}"#)
    );
}

#[test]
fn json_of_other_rules_is_as_documented() {
    let text = "size 3; symbols abc; diagonal rising; even r1c1; candidates r2c2 ab\nclues\na..\n...\n...\n";
    let puzzle = &read(text)[0].puzzle;
    assert_eq!(
        print::json(puzzle).to_string(),
        r#"{"size":3,"rules":["no-boxes","diagonal rising","even r1c1"],"symbols":"abc","rows":[[1,null,null],[null,null,null],[null,null,null]],"excluded":[{"cell":"r2c2","digit":3}]}"#
    );
}

/// Excluded candidates are objects; lists of row, column and digit were printed before, and
/// formulas hold them in their comments.
#[test]
fn excluded_candidates_are_read_in_both_shapes() {
    let object = |excluded: &str| {
        format!(
            r#"{{"size":2,"rules":["no-boxes"],"rows":[[1,null],[null,null]],"excluded":[{excluded}]}}"#
        )
    };
    let texts = [object(r#"{"cell":"r2c1","digit":2}"#), object("[2,1,2]")];
    let [new, old] = texts.map(|text| read(&text)[0].puzzle.clone());
    assert_eq!(new, old);
    assert_eq!(new.excluded().len(), 1);
    for wrong in [
        r#"{"cell":"r3c1","digit":2}"#,
        r#"{"cell":"r1c1","digit":3}"#,
        r#"{"cell":[1,1],"digit":1}"#,
        r#"{"cell":"r1c1"}"#,
        "[0,1,1]",
        "[1,1]",
        "7",
    ] {
        let text = object(wrong);
        let error = sudosat::sudoku::text::read(text.as_bytes(), "f", &Default::default())
            .next()
            .unwrap()
            .unwrap_err();
        let place = text.find(wrong).unwrap() as u64 + 1;
        assert_eq!(
            (error.line, error.column),
            (Some(1), Some(place)),
            "{error}"
        );
        assert!(
            error.message.contains(r#"{"cell":"r1c2","digit":3}"#),
            "{error}"
        );
    }
}

/// Every block of `docs/RULES.md` marked `rules` is a puzzle, and its printed
/// form is read back.
#[test]
fn the_examples_of_the_document_are_read() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/RULES.md");
    let document = std::fs::read_to_string(path).unwrap();
    let mut blocks = document.split("```rules\n");
    blocks.next();
    let mut count = 0;
    for block in blocks {
        let example = block.split("```").next().unwrap();
        for entry in read(example) {
            assert_eq!(entry.form, Form::Description, "{example}");
            let text = print::description(&entry.puzzle).to_string();
            assert_eq!(read(&text)[0].puzzle, entry.puzzle, "{example}");
        }
        count += 1;
    }
    assert!(count >= 15, "{count} examples");
}

/// Every example puzzle is read, and is written and read back.
#[test]
fn the_example_puzzles_are_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/variants");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "md") {
            continue;
        }
        for entry in read(&std::fs::read_to_string(&path).unwrap()) {
            let text = print::description(&entry.puzzle).to_string();
            assert_eq!(read(&text)[0].puzzle, entry.puzzle, "{}", path.display());
            count += 1;
        }
    }
    assert!(count >= 10, "{count} puzzles");
}

/// A puzzle without clues is refused where its text is wrong.
#[test]
fn faults_of_puzzles_without_clues_are_told_where_they_are() {
    for (text, fault) in [
        (
            "size 9x9\ndiagonal\ncage 15 r1c1 r1c2 foo\ncage 10 r2c1 r2c2\n",
            "f:3:19: found 'foo'",
        ),
        ("size 9x9\nanti-nkight\n", "f:2:1: found 'anti-nkight'"),
        (
            "# by hand\nsize 9x9\n\ncage\n",
            "f:4:5: found the end of the statement",
        ),
        (
            "size 4x4\nrule f(pair): a <> b\nf r1c1 r1c2\n",
            "f:2:18: found '>'",
        ),
        (
            "size 4x4\nboxes 2x2\nanti-king\nboxes 4x1\n",
            "f:4:1: found other regions",
        ),
    ] {
        let mut entries = sudosat::sudoku::text::read(text.as_bytes(), "f", &Default::default());
        let error = entries.next().unwrap().unwrap_err().to_string();
        assert!(error.starts_with(fault), "{error}");
        assert!(entries.next().is_none(), "{text}");
    }
}
