//! `sudosat why` as a user runs it: what it suggests for input that can't be read, and
//! the sentences and the order of its answers.

use crate::program::document;
use std::io::Write;
use std::process::{Command, Output, Stdio};

const CLASSIC: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Runs the command with the text on standard input.
fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sudosat"))
        .arg("why")
        .args(arguments)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = run(arguments, "");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the errors for a text, which are the same from a file and from standard input
/// but for the name.
fn refused(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.txt");
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let errors = [run(&[file], ""), run(&["-"], text), run(&[], text)].map(|output| {
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        let errors = String::from_utf8(output.stderr).unwrap();
        errors.replace(file, "standard input")
    });
    assert_eq!(errors[0], errors[1]);
    assert_eq!(errors[0], errors[2]);
    errors[0].clone()
}

/// Returns the rows of a grid, with `gap` between cells and with other blanks.
fn rows(grid: &str, side: usize, gap: &str, blank: &str) -> Vec<String> {
    let cells: Vec<String> = grid.chars().map(|c| c.to_string()).collect();
    let rows = cells.chunks(side);
    rows.map(|row| row.join(gap).replace('.', blank)).collect()
}

/// Returns the lines of the answer that list sets of clues.
fn sets(arguments: &[&str]) -> Vec<String> {
    let text = printed(arguments);
    let lines = text
        .lines()
        .skip_while(|line| !line.starts_with("There is a solution if any one of"));
    let lines = lines.skip(1).take_while(|line| line.starts_with("  "));
    lines.map(|line| line.trim().to_owned()).collect()
}

const MORE: &str = "There are more such sets";

#[test]
fn a_blank_behind_the_last_cell_is_named_as_such() {
    let after = "Without the blank after r9c9 there is exactly one solution.";
    assert!(refused(&format!("{CLASSIC}.")).contains(after));
    let mut row = rows(CLASSIC, 9, "", ".");
    row[4] = "4..8.3..1.".to_owned();
    let error = refused(&row.join("\n"));
    let expected = "Without the blank at r5c5 or after r5c9 there is exactly one solution.";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn a_blank_is_found_in_the_usual_forms_of_a_grid() {
    let lines = |gap, blank, wrong: &str| {
        let mut rows = rows(CLASSIC, 9, gap, blank);
        rows[4] = wrong.to_owned();
        rows
    };
    let boxed = || {
        let rows = rows(CLASSIC, 9, " ", ".").into_iter();
        let rows = rows.map(|row| format!("| {} | {} | {} |", &row[..5], &row[6..11], &row[12..]));
        let mut rows: Vec<String> = rows.collect();
        rows[4] = "| 4 . . | 8 . 3 | . 1 |".to_owned();
        rows.insert(6, "+-------+-------+-------+".to_owned());
        rows.insert(3, "+-------+-------+-------+".to_owned());
        rows
    };
    let titled = || {
        let mut rows = lines("", ".", "4..8..3..1");
        rows.insert(0, "# title".to_owned());
        rows
    };
    let description = "size 6x6\nboxes 2x3\nclues\n....5.\n.25..\n4..3..\n..32..\n.6..4.\n......";
    for (text, place) in [
        (lines(" ", "0", "4 0 0 8 0 3 0 1").join("\n"), "in at r5c7 "),
        (
            lines("", "_", "4__8__3__1").join("\n"),
            "the blank at r5c5 ",
        ),
        (
            lines(",", "", "4,,,8,,,3,,,1").join("\n"),
            "the blank at r5c5 ",
        ),
        (boxed().join("\n"), "in at r5c7 "),
        (titled().join("\n"), "the blank at r5c5 "),
        (description.to_owned(), "in at r2c4 "),
        (
            "....5.25...4..3....32...6..4.......".to_owned(),
            "in at r1c1 or r1c6 ",
        ),
        (
            "....5..25...4..3....32...6..4........".to_owned(),
            "the blank at r5c6 ",
        ),
    ] {
        let error = refused(&text);
        assert!(error.contains("exactly one solution."), "{error}");
        assert!(error.contains(place), "{error}");
    }
}

#[test]
fn a_sum_out_of_reach_may_be_mistyped() {
    let cages = "size 6x6\nboxes 2x3\ncage 6 r1c1 r1c2\ncage 8 r1c3 r2c3\ncage 7 r1c4 r2c4\n\
        cage 10 r1c5 r1c6 r2c5\ncage 4 r2c1 r3c1\ncage 15 r2c2 r3c2 r4c2\n\
        cage 11 r2c6 r3c6 r4c6\ncage 7 r3c3 r4c3 r5c3\ncage 10 r3c4 r4c4 r5c4\n\
        cage 10 r3c5 r4c5\ncage 8 r4c1 r5c1\ncage 4 r5c2 r6c2\ncage 10 r5c5 r5c6 r6c5\n\
        cage 5 r6c1\ncage 10 r6c3 r6c4\ncage 1 r6c6\n";
    for wrong in ["51", "5"] {
        let text = cages.replacen("cage 15", &format!("cage {wrong}"), 1);
        let error = refused(&text);
        // The sum and the cells name the cage.
        let place = format!("(sum {wrong}, r2c2 r3c2 r4c2): {wrong} is out of reach");
        assert!(error.contains(&place), "{error}");
        let repair = format!("With 15 instead of {wrong} in line 8 there is exactly one solution.");
        assert!(error.contains(&repair), "{error}");
    }
}

#[test]
fn more_sets_are_announced_only_if_there_are_more_of_the_size() {
    let swapped = format!("35{}", &CLASSIC[2..]);
    for (limit, listed, is_more) in [("7", 7, true), ("8", 8, false), ("9", 8, false)] {
        assert_eq!(sets(&["--limit", limit, &swapped]).len(), listed);
        let text = printed(&["--limit", limit, &swapped]);
        assert_eq!(text.contains(MORE), is_more, "{text}");
    }
    let twice = format!("55{}", &CLASSIC[2..]);
    let text = printed(&["--limit", "1", &twice]);
    assert!(text.contains("There is a solution if one clue is removed: r1c2=5"));
    assert!(!text.contains(MORE), "{text}");
    let output = run(&["--limit", "0", &twice], "");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("expected a number from 1"), "{error}");
}

/// A line over 35 cells whose ends contradict each other, in pieces of two cells: there is a solution
/// without any one of 34 rules. If not all of them are listed, the answer about other numbers says so.
#[test]
fn rules_that_are_not_listed_are_said_to_be_untried() {
    let cell = |at: usize| match (at / 7, at % 7) {
        (row, col) if row % 2 == 0 => format!("r{}c{}", row + 1, col + 1),
        (row, col) => format!("r{}c{}", row + 1, 7 - col),
    };
    let lines = (1..35).map(|at| format!("parity-line {} {}\n", cell(at - 1), cell(at)));
    let lines: String = lines.collect();
    let clues = ["1........", "......2.."].map(|row| format!("{row}\n{}", ".........\n".repeat(3)));
    let text = format!(
        "size 9x9\nlatin\n{lines}clues\n{}.........\n",
        clues.concat()
    );
    let answer = |limit: &str| {
        let output = run(&["--limit", limit, "-"], &text);
        String::from_utf8(output.stdout).unwrap()
    };
    let (cut, whole) = (answer("1"), answer("40"));
    assert!(cut.contains("\nNo change was found that leaves exactly one solution, but other numbers were not tried for all rules.\n"), "{cut}");
    let (_, listed) = whole.split_once("without any one of these rules:").unwrap();
    assert_eq!(listed.matches("\n  parity-line ").count(), 34, "{whole}");
    assert!(
        whole.contains(
            "\nNo single change, as typing mistakes make them, leaves exactly one solution.\n"
        ),
        "{whole}"
    );
}

#[test]
fn the_limit_does_not_change_the_order_of_the_sets() {
    let shifted = format!("5.3..7...{}", &CLASSIC[9..]);
    let swapped = format!("35{}", &CLASSIC[2..]);
    for (puzzle, all) in [(&shifted, 23), (&swapped, 8)] {
        let listed = sets(&["--limit", "50", puzzle]);
        assert_eq!(listed.len(), all);
        for limit in [2, 5, 7] {
            assert_eq!(
                sets(&["--limit", &limit.to_string(), puzzle]),
                listed[..limit]
            );
        }
    }
    let first = printed(&["--limit", "1", &swapped]);
    assert!(first.contains("There is a solution if one clue is removed: r1c2=5 (leaves"));
    // The digits that pencil marks lack are ordered in the same way.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.txt");
    let marks = "size 4x4\ncandidates r1c1 1 2\ncandidates r1c2 1 2\ncandidates r2c1 1 2\n";
    std::fs::write(&file, marks).unwrap();
    let file = file.to_str().unwrap();
    let sets = |limit: &str| {
        let text = printed(&["--limit", limit, file]);
        let lines = text.lines().filter(|line| line.contains(" lacks "));
        lines.map(|line| line.trim().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(sets("10").len(), 3);
    assert_eq!(sets("2"), sets("10")[..2]);
}

#[test]
fn a_puzzle_has_one_answer() {
    let rules = "cage 3 r1c1 r1c2; cage 3 r1c3 r1c4";
    let text = printed(&["--rules", rules, "1...........1..1"]);
    assert_eq!(text.matches("no solution\n").count(), 1, "{text}");
    assert!(text.contains("the rules clash"), "{text}");
    assert!(!text.contains("Two 1s in row 4"), "{text}");
}

#[test]
fn a_clash_names_what_it_rests_on() {
    let blank = ".".repeat(16);
    let text = printed(&["--rules", "less r1c1 r2c2; less r2c2 r1c1", &blank]);
    let end = "r1c1 has to be 3, but r1c1 < r2c2, and r2c2 is not 4 (r2c2 < r1c1).";
    assert!(text.contains(end), "{text}");
    let clue = format!("3{}", &blank[1..]);
    let text = printed(&["--rules", "thermo r1c1 r1c2 r1c3", &clue]);
    assert!(
        text.contains("not 4 because r1c2 < r1c3 (thermometer)."),
        "{text}"
    );
    // A supposition is named as one, and what was found before is not left out.
    let text = printed(&["puzzles/variants/little-killer.txt", "r3c3"]);
    assert!(text.contains("the supposition excludes 2"), "{text}");
    assert!(text.contains("not 4, 5 or 6 (see above)"), "{text}");
    assert!(!text.contains("supposed not to be"), "{text}");
}

#[test]
fn a_cell_with_empty_pencil_marks_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.txt");
    let marks = "size 4x4\ncandidates r1c2 none\nclues\n1...\n..3.\n.4..\n...2\n";
    std::fs::write(&file, marks).unwrap();
    let text = printed(&[file.to_str().unwrap()]);
    assert!(
        text.contains("r1c2 has no digit left: its pencil marks are empty.\n"),
        "{text}"
    );
    assert!(!text.contains("nothing"), "{text}");
}

#[test]
fn the_digits_of_a_cell_are_gone_through_where_no_steps_lead_to_a_clash() {
    let text = printed(&["--rules", "palindrome r1c1 r1c2", &".".repeat(16)]);
    assert!(
        text.contains("r1c1 has a digit, but each one leads to a clash:\n"),
        "{text}"
    );
    let second = "2. If r1c1 is 2, there is a clash: r1c1 = r1c2 (palindrome), and r1c2 is not 2 \
        (row 1 has 2).\n";
    assert!(text.contains(second), "{text}");
    let text = printed(&[
        "--rules",
        "cage 3 r1c1 r1c2; cage 4 r1c3 r1c4",
        &".".repeat(81),
    ]);
    let first = "1. r1c1 is not 3, 4, 5, 6, 7, 8 or 9: r1c1 + r1c2 = 3 (cage).\n";
    assert!(text.contains(first), "{text}");
    assert!(
        text.contains("2. If r1c1 is 1: ") && text.contains("3. If r1c1 is 2: "),
        "{text}"
    );
}

#[test]
fn rules_of_a_set_are_named_so_that_they_are_found() {
    let text = printed(&["puzzles/variants/killer.txt", "r3c3"]);
    assert!(!text.contains("None of these clues"), "{text}");
    // The number before the cells of a cage is its sum.
    assert!(!text.contains("cage 6:"), "{text}");
    assert!(text.contains("r2c2 + r3c2 + r4c2 = 15 (cage)"), "{text}");
    let text = printed(&["puzzles/variants/kropki.txt", "r3c3"]);
    assert!(!text.contains("pairs of cells"), "{text}");
    assert!(
        text.contains("ratio 3 of r2c2-r3c2 and r3c2-r3c3"),
        "{text}"
    );
    // No article fits both 8 and 9.
    let text = printed(&[&format!("5.3..7...{}", &CLASSIC[9..])]);
    assert!(text.contains("box 2 contains 8"), "{text}");
    let output = run(&["--json", "1.....3..4.....2", "r2c1"], "");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains(" has a "), "{text}");
}

/// A clue that is named is needed, also where all rules hold: those too that the set does not name.
#[test]
fn no_named_clue_can_be_left_out() {
    let puzzle =
        "...75.6383.7.6..2.....2..5.....9.56....1....26325...7.2...........8....45..2.9.86";
    let output = run(&["--json", puzzle], "");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let explanation = &answer["explanation"];
    assert_eq!(explanation["minimal"], true);
    let clues = explanation["clues"].as_array().unwrap();
    assert!(!clues.is_empty());
    for left_out in clues {
        let mut cells = vec!['.'; 81];
        for clue in clues.iter().filter(|clue| *clue != left_out) {
            let at: Vec<usize> = clue["cell"].as_str().unwrap()[1..]
                .split('c')
                .map(|number| number.parse().unwrap())
                .collect();
            let digit = clue["digit"].as_u64().unwrap() as u32;
            cells[9 * (at[0] - 1) + at[1] - 1] = char::from_digit(digit, 10).unwrap();
        }
        let others: String = cells.into_iter().collect();
        let solved = Command::new(env!("CARGO_BIN_EXE_sudosat"))
            .args(["solve", "--engine", "dlx", &others])
            .output()
            .unwrap();
        assert_ne!(solved.stdout, b"no solution\n", "{left_out} is not needed");
    }
}

/// A wrong rule and a wrong clue can look the same: the rules that may be wrong come first, and no
/// clue is called a typing mistake.
#[test]
fn a_mistyped_rule_is_named_before_the_clues() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.txt");
    for (puzzle, right, wrong) in [
        ("arrows", "arrow r2c4 = r1c5 r1c6", "arrow r2c4 = r1c4 r1c6"),
        ("arrows", "arrow r5c5 = r6c4 r5c3", "arrow r5c5 = r6c5 r5c3"),
        (
            "thermometers",
            "thermo r3c2 r3c3 r4c3",
            "thermo r3c2 r4c3 r3c3",
        ),
    ] {
        let text = std::fs::read_to_string(format!("puzzles/variants/{puzzle}.txt")).unwrap();
        assert!(text.contains(right), "{text}");
        std::fs::write(&file, text.replacen(right, wrong, 1)).unwrap();
        let text = printed(&[file.to_str().unwrap()]);
        assert!(text.contains(": no solution\n"), "{text}");
        let repair = text.split_once("There is a solution without ").unwrap().1;
        let rules = repair
            .split_once("leaves exactly one solution;")
            .map_or(repair, |(rules, _)| rules);
        assert!(rules.contains(wrong), "{text}");
        assert!(!text.contains("A typing mistake?"), "{text}");
    }
    let clue = "4..............2";
    let rules = ["--rules", "thermo r1c1 r1c2 r1c3 r1c4", "--json", clue];
    let output = run(&rules, "");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        answer["relaxed"][0]["rules"][0],
        "thermo r1c1 r1c2 r1c3 r1c4"
    );
    assert_eq!(answer["relaxed"][0]["unique"], false);
}

#[test]
fn symbols_may_be_of_either_case() {
    for (puzzle, symbols, question, is) in [
        ("A.....C..B.....D", "ABCD", "r1c2=a", "r1c2 is not A"),
        ("a.....c..d.....b", "abcd", "r1c2=C", "r1c2 is c"),
    ] {
        let text = printed(&[puzzle, question, "--symbols", symbols]);
        assert!(text.contains(is), "{text}");
    }
    let text = printed(&["puzzles/variants/letters.txt", "r1c2=d"]);
    assert!(text.contains("r1c2 is D, "), "{text}");
}

#[test]
fn standard_input_has_one_name() {
    let output = run(&["-"], "11..............\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.starts_with("standard input:1: no solution\n"),
        "{text}"
    );
}

/// The data of a page that `why --html` writes.
fn page_of(arguments: &[&str]) -> serde_json::Value {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("why.html");
    let file = file.to_str().unwrap();
    assert_eq!(printed(&[arguments, &["--html", file]].concat()), "");
    let text = std::fs::read_to_string(file).unwrap();
    document(&text)
}

#[test]
fn each_step_of_a_page_is_checked_by_itself() {
    for arguments in [
        &["puzzles/unsolvable.txt:4"][..],
        // The steps end with two digits for a cell.
        &["....34....24...3"],
        &[CLASSIC, "r1c3"],
        &[CLASSIC, "r1c1"],
        &[CLASSIC, "r1c3!=5"],
        &["puzzles/variants/killer.txt", "r3c4"],
        &["puzzles/variants/arrows.txt", "r1c1"],
        &["puzzles/variants/little-killer.txt", "r1c1"],
    ] {
        let data = page_of(arguments);
        let run = &data["persons"][0];
        assert_eq!(run["engine"], "why");
        let (end, steps) = run["events"].as_array().unwrap().split_last().unwrap();
        assert!(end["text"].as_str().unwrap().contains("Needed: "), "{end}");
        assert!(!steps.is_empty());
        for step in steps {
            let checked = step["checked"].as_str().unwrap();
            let is_supposed = step["text"].as_str().unwrap().starts_with("Suppose ");
            let has_lines = step["lines"]
                .as_array()
                .is_some_and(|lines| !lines.is_empty());
            let is_checked = checked.starts_with("Checked against") && has_lines;
            assert!(is_checked || is_supposed, "{arguments:?}: {step}");
        }
    }
}

/// The sentence at the start names what the steps start from, pencil marks of the puzzle included.
#[test]
fn a_page_begins_with_what_matters() {
    let start = |arguments: &[&str]| {
        let start = page_of(arguments)["persons"][0]["start"].clone();
        start.as_str().unwrap().to_owned()
    };
    let ends = "A small digit stays until a step excludes it, even if a clue excludes it already.";
    let classic = start(&[CLASSIC, "r1c3"]);
    assert!(
        classic.contains(" clues matter; the other clues are faint. "),
        "{classic}"
    );
    assert!(classic.ends_with(ends), "{classic}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("marks.txt");
    let row = "1234 1234 1234 1234\n";
    std::fs::write(&file, format!("34 1234 3 1234\n{}", row.repeat(3))).unwrap();
    let file = file.to_str().unwrap();
    let marks = start(&[file, "r1c1"]);
    assert!(
        marks.starts_with("1 clue and the candidates given in 1 cell matter; "),
        "{marks}"
    );
    assert!(marks.ends_with(ends), "{marks}");
}

#[test]
fn a_page_needs_an_answer_with_steps() {
    for (arguments, part) in [
        (&[CLASSIC][..], "exactly one solution: name a cell"),
        (&["puzzles/several-solutions.txt:8"], "several solutions"),
        (
            &["puzzles/several-solutions.txt:8", "r7c3"],
            "r7c3 is not decided",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("why.html");
        let output = run(
            &[arguments, &["--html", file.to_str().unwrap()]].concat(),
            "",
        );
        assert_eq!(output.status.code(), Some(2));
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains(part), "{errors}");
        assert!(!file.exists());
    }
}
