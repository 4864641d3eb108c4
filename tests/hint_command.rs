//! The commands `hint` and `rate`.

use crate::program::{document, output, program, run, stdout};
use std::fs;
use std::path::Path;
use std::process::Output;

const CLASSIC: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A puzzle that the techniques do not solve: "AI Escargot", Arto Inkala 2006.
const ESCARGOT: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

/// A puzzle that takes chains and fish.
const CHAINS: &str =
    "...2.3..1....68.......7..98.16....3.7..4.....9...85.......52..789....2....4...9..";

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_hint_is_a_sentence_and_a_grid() {
    let text = stdout(&run(&["hint", CLASSIC], ""));
    let first = "Hidden single: in box 2, 8 has only r1c6 left, so r1c6 = 8.\n\n┌";
    assert!(text.starts_with(first), "{text}");
    assert!(
        text.contains("│  5   3   .  │  .   7  [8] │  .   .   .  │\n"),
        "{text}"
    );
    let pencil = stdout(&run(&["hint", "--pencil", CLASSIC], ""));
    assert!(
        pencil.contains("│  5        3        124     │  26       7       [8]      │"),
        "{pencil}"
    );
    let coloured = stdout(&run(&["hint", "--color=always", CLASSIC], ""));
    assert!(coloured.contains("\u{1b}[32m[8]\u{1b}[0m"), "{coloured}");
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn the_symbols_of_the_puzzle_are_used() {
    let letter = |c: char| match c.to_digit(10) {
        Some(digit) => char::from(b'@' + digit as u8),
        None => c,
    };
    let letters: String = CLASSIC.chars().map(letter).collect();
    let text = stdout(&run(&["hint", &letters], ""));
    assert!(
        text.contains("H has only r1c6 left, so r1c6 = H."),
        "{text}"
    );
}

#[test]
fn clues_that_clash_stay_clues() {
    let puzzle = "1.1.1...........";
    let output = run(&["hint", "--to", "line"], puzzle);
    assert_eq!(stdout(&output), format!("{puzzle}\n"), "{output:?}");
    let told = stdout(&run(&["hint"], puzzle));
    assert!(told.contains("\nColumn 1 has two 1s"), "{told}");
}

/// The form `pencilmarks` has the digits that are left after the step, and no others.
#[test]
fn pencilmarks_are_the_digits_that_are_left() {
    let after = stdout(&run(&["hint", "--to", "pencilmarks", CLASSIC], ""));
    let printed: Vec<String> = after.trim_end().as_bytes().chunks(9).map(digits).collect();
    let state = json(&run(&["hint", "--json", CLASSIC], ""));
    assert_eq!(
        state["steps"][0]["placement"],
        serde_json::json!({"cell": "r1c6", "digit": 8})
    );
    let placed = format!("{}8{}", &CLASSIC[..5], &CLASSIC[6..]);
    let cells: Vec<char> = placed.chars().collect();
    for cell in 0..81 {
        let expected: String = match cells[cell] {
            '.' => {
                let sees = |&other: &usize| {
                    let same = |by: fn(usize) -> usize| by(cell) == by(other);
                    same(|cell| cell / 9)
                        || same(|cell| cell % 9)
                        || same(|cell| cell / 27 * 3 + cell % 9 / 3)
                };
                let seen: Vec<char> = (0..81).filter(sees).map(|other| cells[other]).collect();
                ('1'..='9').filter(|digit| !seen.contains(digit)).collect()
            }
            clue => clue.to_string(),
        };
        assert_eq!(printed[cell], expected, "cell {cell}");
    }
}

/// Returns the digits of a cell of the pencilmark form.
fn digits(cell: &[u8]) -> String {
    let digits = cell.iter().filter(|digit| digit.is_ascii_digit());
    digits.map(|&digit| char::from(digit)).collect()
}

/// The output of `--to` is read again until nothing is left to do.
#[test]
fn hints_go_on_from_the_puzzle_that_they_print() {
    for form in ["rules", "json", "pencilmarks"] {
        let mut puzzle = String::from(
            ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
        );
        let mut last = String::new();
        for _ in 0..200 {
            let next = run(&["hint", "--to", form], &puzzle);
            assert_eq!(next.status.code(), Some(0), "{next:?}");
            puzzle = stdout(&next);
            last = json(&run(&["hint", "--json"], &puzzle))["state"]
                .as_str()
                .unwrap()
                .into();
            if last == "solved" {
                break;
            }
        }
        assert_eq!(last, "solved", "{form}: {puzzle}");
        let solved = stdout(&run(&["solve"], &puzzle));
        assert!(!solved.contains("no solution"), "{solved}");
    }
}

#[test]
fn all_steps_lead_to_the_solution() {
    let text = stdout(&run(&["hint", "--all", CLASSIC], ""));
    assert!(text.contains("\n 2. "), "{text}");
    assert!(
        text.contains("\nSolved after 51 steps: full house 21, hidden single 30.\n"),
        "{text}"
    );
    let object = json(&run(&["hint", "--all", "--json", CLASSIC], ""));
    assert_eq!(object["state"], "solved");
    assert_eq!(object["unique"], true);
    assert_eq!(object["steps"].as_array().unwrap().len(), 51);
    assert_eq!(
        object["steps"][0]["placement"],
        serde_json::json!({"cell": "r1c6", "digit": 8})
    );
    assert_eq!(object["steps"][0]["houses"], serde_json::json!(["box 2"]));
    assert_eq!(
        object["grid"]["rows"][0],
        serde_json::json!([5, 3, 4, 6, 7, 8, 9, 1, 2])
    );
}

#[test]
fn where_no_technique_applies_it_is_said() {
    let text = stdout(&run(&["hint", "--all", ESCARGOT], ""));
    assert!(text.contains("No technique applies after"), "{text}");
    assert!(text.contains(" has the fewest digits: "), "{text}");
    let none = stdout(&run(&["hint", "12....3....4...."], ""));
    assert!(
        none.starts_with("No solution: r1c4 has no digit left") || none.starts_with("No solution")
    );
    let full = stdout(&run(&["hint", "1234341221434321"], ""));
    assert!(full.starts_with("Every cell is filled."), "{full}");
}

/// Without 8 in r1c6 there is no solution, and the clues alone have one.
#[test]
fn wrong_pencil_marks_are_named() {
    let rules = format!(
        "size 9x9\nboxes 3x3\ncandidates r1c6 26\nclues\n{}",
        rows(CLASSIC)
    );
    let output = run(&["hint"], &rules);
    let text = stdout(&output);
    assert!(
        text.starts_with("The pencil marks lack 8 in r1c6: with them there is no solution.\n"),
        "{output:?}"
    );
}

fn rows(line: &str) -> String {
    let cells: Vec<char> = line.chars().collect();
    let rows = cells
        .chunks(9)
        .map(|row| row.iter().collect::<String>() + "\n");
    rows.collect()
}

/// The puzzle needs a unique rectangle or BUG+1 on the way, and is solved without them.
#[test]
fn uniqueness_is_assumed_only_where_it_holds_and_is_wanted() {
    let data = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/hint_common/cases.txt"
    ));
    let data = data.unwrap();
    let line = data.lines().find(|line| line.starts_with("BUG+1")).unwrap();
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let first = |options: &[&str]| {
        let arguments = [&["hint", "--json", "--all", fields[1]], options].concat();
        json(&run(&arguments, ""))["steps"]
            .as_array()
            .unwrap()
            .clone()
    };
    let assumes =
        |steps: &[serde_json::Value]| steps.iter().any(|step| step["assumes_unique"] == true);
    assert!(assumes(&first(&[])), "{line}");
    assert!(!assumes(&first(&["--no-uniqueness"])));
    // The blank grid has many solutions.
    assert!(!assumes(
        json(&run(&["hint", "--json", "--all", "................"], ""))["steps"]
            .as_array()
            .unwrap()
    ));
}

#[test]
fn large_grids_are_refused_in_words() {
    let blank = ". ".repeat(81 * 81);
    for command in ["hint", "rate"] {
        let output = run(&[command], &blank);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            told.contains("found a 81×81 grid, expected at most 64×64"),
            "{told}"
        );
    }
}

#[test]
fn a_rating_is_a_line() {
    let text = stdout(&run(&["rate", CLASSIC], ""));
    assert_eq!(
        text,
        "argument 1:1: score 504, hidden single; singles, 5 rounds, 0 guesses, backdoor 0, \
         0 conflicts, 82 nodes; full house 21, hidden single 30\n"
    );
    let object = json(&run(&["rate", "--json", CLASSIC], ""));
    assert_eq!(object["score"], 21 * 4 + 30 * 14);
    assert_eq!(object["steps"]["hidden single"], 30);
    let hard = json(&run(&["rate", "--json", ESCARGOT], ""));
    assert_eq!(hard["class"], "search");
    assert_eq!(hard["solved"], false);
    assert!(hard["guesses"].as_u64().unwrap() > 0);
}

#[test]
fn ratings_come_in_order_with_a_table_and_totals() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table.csv");
    let table = table.to_str().unwrap();
    let list = format!("{CLASSIC}\n{ESCARGOT}\n{}\n{CLASSIC}\n", ".".repeat(81));
    let output = run(&["rate", "-j", "2", "--csv", table, "-"], &list);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let lines: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 4);
    for (number, line) in lines.iter().enumerate() {
        assert!(line.starts_with(&format!("-:{}: ", number + 1)), "{line}");
    }
    assert!(
        lines[2].ends_with("not rated: several solutions"),
        "{}",
        lines[2]
    );
    let totals = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        totals.contains("2 solved by singles, 1 need search, 1 not rated"),
        "{totals}"
    );
    let csv = fs::read_to_string(table).unwrap();
    let columns: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(columns.len(), 5);
    assert!(columns.iter().all(|&count| count == columns[0]), "{csv}");
    assert!(
        csv.lines().nth(2).unwrap().contains(",search,search,"),
        "{csv}"
    );
    // The file is not replaced unasked.
    let again = run(&["rate", "--csv", table, CLASSIC], "");
    assert_eq!(again.status.code(), Some(2), "{again:?}");
}

#[test]
fn bad_inputs_do_not_stop_the_others() {
    for command in ["hint", "rate"] {
        let output = run(&[command, "-q", "1...\n..x.\n.4..\n...2", CLASSIC], "");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(!output.stdout.is_empty());
    }
}

#[test]
fn it_is_said_if_a_puzzle_has_several_solutions() {
    let text = stdout(&run(&["hint", &".".repeat(16)], ""));
    assert!(
        text.contains("No technique applies. The puzzle has several solutions"),
        "{text}"
    );
    let object = json(&run(&["hint", "--json", &".".repeat(16)], ""));
    assert_eq!(object["solutions"], "several");
    let object = json(&run(&["hint", "--json", CLASSIC], ""));
    assert_eq!(object["solutions"], "one");
    let object = json(&run(&["hint", "--json", "1..1............"], ""));
    assert_eq!(object["solutions"], "none");
}

#[test]
fn a_contradiction_is_told_as_a_person_would() {
    // A puzzle of HardestDatabase110626 (champagne and others).
    let hard = "1....6.8....7......9..3.......56..3.3.............38.15....1.6.....2.4..8.2..5.1.";
    let text = stdout(&run(&["hint", "--all", hard], ""));
    let line = text.lines().find(|line| line.contains(". Contradiction: "));
    let line = line.unwrap_or_else(|| panic!("{text}"));
    assert!(line.contains("Contradiction: if r"), "{line}");
    assert!(
        line.contains(" were ") && line.contains(" would have no "),
        "{line}"
    );
}

#[test]
fn rules_are_listed_below_the_grid_and_large_pencil_marks_fit() {
    let text = stdout(&run(&["hint", "puzzles/variants/killer.txt"], ""));
    assert!(
        text.contains("└\u{2500}") && text.contains("\nRules: cage 6 r1c1 r1c2; "),
        "{text}"
    );
    let why = stdout(&run(&["why", "puzzles/variants/jigsaw.txt", "r1c1"], ""));
    assert!(!why.contains("Rules:") && why.contains('┐'), "{why}");
    let empty = ". ".repeat(16) + "\n";
    let text = stdout(&run(&["hint", "--pencil"], &empty.repeat(16)));
    let lines: Vec<usize> = text
        .lines()
        .filter(|line| line.starts_with(['│', '├', '┌', '└']))
        .map(|line| line.chars().count())
        .collect();
    // Each cell takes some lines, and all lines of the frame are equally long.
    assert!(lines.len() > 16 * 4, "{text}");
    assert!(
        lines
            .iter()
            .all(|&length| length == lines[0] && length < 200),
        "{text}"
    );
}

#[test]
fn pencil_marks_are_blamed_also_where_the_clues_have_several_solutions() {
    let marks = "size 4x4\ncandidates r1c1 1 2\ncandidates r1c2 1 2\ncandidates r2c1 1 2\n";
    let text = stdout(&run(&["hint"], marks));
    let first = "The pencil marks rule out every solution of the clues. `sudosat why`";
    assert!(text.starts_with(first), "{text}");
    assert!(!text.contains("the clues and rules clash"), "{text}");
    // The clash that the marks show is named with them.
    let marks = "size 4x4\ncandidates r4c4 1\ncandidates r4c2 3\nclues\n1...\n..3.\n.4..\n....\n";
    let text = stdout(&run(&["hint"], marks));
    let first = "The pencil marks rule out every solution of the clues: column 2 has no cell left";
    assert!(text.starts_with(first), "{text}");
    // Clues that clash without the marks are blamed.
    let both = "size 4x4\ncandidates r4c4 1\nclues\n123.\n...4\n....\n....\n";
    let text = stdout(&run(&["hint"], both));
    assert!(!text.contains("pencil marks"), "{text}");
}

#[test]
fn a_full_grid_is_rated_without_steps() {
    let text = stdout(&run(&["rate", "1234341221434321"], ""));
    assert!(text.ends_with(" nodes\n"), "{text}");
}

#[test]
fn a_time_limit_ends_it_with_the_steps_so_far() {
    let puzzle = "1.....3..4.....2";
    let hint = |arguments: &[&str]| {
        let arguments = [&["hint", puzzle][..], arguments].concat();
        crate::program::texts(&crate::program::run(&arguments, ""))
    };
    let (code, out, error) = hint(&["--all", "--time-limit", "0"]);
    assert_eq!((code, &*out), (3, ""));
    assert_eq!(error, "argument 1:1: gave up: out of time\n");
    let (code, out, _) = hint(&["--json", "--time-limit", "0"]);
    assert_eq!(code, 3);
    assert!(
        out.contains("\"state\":\"stopped\",\"gave_up\":\"out of time\""),
        "{out}"
    );
    assert_eq!(hint(&["--all", "--time-limit", "1h"]), hint(&["--all"]));
}

/// The data of a page that `hint --html` wrote.
fn page_of(folder: &Path, arguments: &[&str]) -> serde_json::Value {
    let file = folder.join("steps.html");
    let output = output(
        program()
            .args(arguments)
            .arg("--force")
            .arg("--html")
            .arg(&file),
    );
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty());
    let text = std::fs::read_to_string(file).unwrap();
    document(&text)
}

#[test]
fn a_page_has_the_steps_with_their_checks_and_they_lead_to_the_solution() {
    let folder = tempfile::tempdir().unwrap();
    for puzzle in [
        CHAINS,
        "puzzles/variants/killer.txt",
        "puzzles/lecture-4x4.txt",
    ] {
        let data = page_of(folder.path(), &["hint", puzzle]);
        let side = {
            let givens = data["traces"][0]["puzzle"]["givens"].as_array().unwrap();
            givens.len().isqrt() as i64
        };
        let run = &data["persons"][0];
        assert_eq!(run["engine"], "hint");
        let start = run["start"].as_str().unwrap();
        assert!(
            start.ends_with("what the clues leave in each cell."),
            "{start}"
        );
        let vars = |list: &serde_json::Value| -> Vec<i64> {
            let list = list.as_array().into_iter().flatten();
            list.map(|var| var.as_i64().unwrap()).collect()
        };
        let mut gone = vars(&run["gone"]);
        for event in run["events"].as_array().unwrap() {
            if event["t"] == "end" {
                assert!(event["text"].as_str().unwrap().starts_with("Solved after"));
                break;
            }
            let removes = vars(&event["removes"]);
            let places: Vec<i64> = event["places"].as_i64().into_iter().collect();
            assert!(!removes.is_empty() || !places.is_empty(), "{event}");
            for var in removes.iter().chain(&places) {
                assert!(!gone.contains(var), "{event}");
            }
            let is_assumed = event["text"].as_str().unwrap().contains("assuming");
            let lines = event["lines"].as_array().map_or(0, Vec::len);
            assert!(
                lines > removes.len() + places.len() || is_assumed,
                "{event}"
            );
            gone.extend(removes);
            gone.extend(vars(&event["gone"]));
        }
        // What is left is a digit for each cell.
        assert_eq!(gone.len() as i64, side * side * (side - 1), "{puzzle}");
        let mut distinct = gone.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), gone.len(), "nothing goes twice");
    }
}

#[test]
fn a_page_says_where_its_pencil_marks_come_from() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("marks.txt");
    let rows = "1 23 1234 1234\n1234 1234 3 1234\n1234 4 1234 1234\n1234 1234 1234 2\n";
    fs::write(&file, rows).unwrap();
    let data = page_of(folder.path(), &["hint", file.to_str().unwrap()]);
    let start = data["persons"][0]["start"].as_str().unwrap();
    let part = "what the clues and the candidates that the puzzle gives leave in each cell.";
    assert!(start.ends_with(part), "{start}");
}

#[test]
fn a_page_is_of_one_puzzle_and_replaces_no_file_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("steps.html");
    std::fs::write(&file, "mine").unwrap();
    let mut of_one = program();
    of_one
        .args(["hint", "puzzles/lecture-4x4.txt", "--html"])
        .arg(&file);
    let refused = output(&mut of_one);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    let mut of_two = program();
    of_two.args([
        "hint",
        "puzzles/lecture-4x4.txt",
        "puzzles/classic-9x9.txt",
        "-f",
        "--html",
    ]);
    let refused = output(of_two.arg(&file));
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("a page shows one puzzle"));
}
