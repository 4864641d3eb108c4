//! What is told of the two reductions.

use super::*;
use crate::program::child;

#[test]
fn families_have_formula_count_words_and_dimacs() {
    let text = explain(&[LECTURE]);
    let told = section(&text, "THE REDUCTION TO SAT");
    for line in [
        "     16  (i)   each number is in each row     ⋀ᵢ ⋀ₖ ⋁ⱼ xᵢⱼₖ",
        "               #3 row 1 needs a 3",
        "                  r1c1=3 or r1c2=3 or r1c3=3 or r1c4=3",
        "                  3 7 11 15 0",
        "     96  (v)   no cell holds two numbers      ⋀ᵢ ⋀ⱼ ⋀ₖ<ₗ (¬xᵢⱼₖ ∨ ¬xᵢⱼₗ)",
        "               #77 r1c3 can't hold both 1 and 2",
        "                   -9 -10 0",
        "               #161 the clue r1c2=1",
        "In all 64 variables, 164 clauses, 452 literals;",
        "    n = 4: 15 numbers into 14 cells;  31744 clauses,  92160 unsaid",
    ] {
        assert!(told.lines().any(|other| other == line), "{line}\n{told}");
    }
    assert!(told.contains("(i−1)·n⁴ + (j−1)·n² + k; r1c2=3 is 7."));
    assert!(told.contains("3·(n⁸−n⁶)/2 = 288 more clauses"));
}

/// The printed counts are those of the formula that `encode` writes.
#[test]
fn counts_are_those_of_the_formula() {
    for (encoding, puzzle) in [
        ("lecture", "puzzles/classic-9x9.txt"),
        ("minimal", LECTURE),
        ("extended", "puzzles/lecture-9x9.txt"),
    ] {
        let text = explain(&["-e", encoding, puzzle]);
        let told = section(&text, "THE REDUCTION TO SAT");
        let count = |line: &str| -> Option<u64> {
            let (count, family) = line.trim_start().split_once("  ")?;
            (line.starts_with("   ") && family.contains('⋀')).then(|| count.parse().ok())?
        };
        let sum: u64 = told.lines().filter_map(count).sum();
        let written = child()
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["encode", "-e", encoding, "-o", "-", puzzle])
            .output()
            .unwrap();
        let written = String::from_utf8(written.stdout).unwrap();
        let header = written
            .lines()
            .find(|line| line.starts_with("p cnf"))
            .unwrap();
        assert!(
            header.ends_with(&format!(" {sum}")),
            "{encoding}: {header}, {sum}"
        );
        assert!(told.contains(&format!(" {sum} clauses, ")), "{encoding}");
    }
}

#[test]
fn only_the_lectures_encoding_is_said_to_leave_something_out() {
    assert!(explain(&[LECTURE]).contains("does not say"));
    assert!(!explain(&["-e", "extended", LECTURE]).contains("does not say"));
    assert!(
        !explain(&["1"]).contains("does not say"),
        "n = 1 has nothing to count"
    );
}

#[test]
fn the_whole_formula_is_listed_on_demand() {
    let text = explain(&["--formula", LECTURE]);
    let listed: Vec<&str> = section(&text, "The whole formula")
        .lines()
        .filter(|line| line.starts_with('#'))
        .collect();
    assert_eq!(listed.len(), 164);
    assert_eq!(
        listed[0],
        "#1   row 1 needs a 1                             1 5 9 13 0"
    );
    assert!(listed[163].starts_with("#164 the clue r4c2=2") && listed[163].ends_with(" 54 0"));
    for encoding in ["sequential", "product", "commander", "bitwise"] {
        let text = explain(&[
            "--formula",
            "-e",
            "extended",
            "--at-most-one",
            encoding,
            LECTURE,
        ]);
        assert!(
            text.contains("¬y") || text.contains(" y"),
            "{encoding}: auxiliary variables"
        );
    }
}

#[test]
fn order_one_and_two_are_shown_in_full() {
    let text = explain(&["--formula", "puzzles/empty-1x1.txt"]);
    assert!(text.contains("In all 1 variable, 4 clauses, 4 literals"));
    assert!(text.contains("r1c1=1 is 1."));
    let text = explain(&["--formula", "................"]);
    assert_eq!(
        text.matches("● r").count(),
        16,
        "a solution's rows are marked"
    );
}

/// The clauses of the trace are the lines that `encode --clause-order lecture` writes.
#[test]
fn clauses_have_the_numbers_that_encode_gives_them() {
    let written = child()
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["encode", "--clause-order", "lecture", "-o", "-", LECTURE])
        .output()
        .unwrap();
    let written = String::from_utf8(written.stdout).unwrap();
    let is_clause = |line: &&str| !line.starts_with(['c', 'p']);
    let told = trace(&[LECTURE]).cnf.unwrap().clauses;
    let told = told.iter().map(|clause| {
        let numbers: Vec<String> = clause.iter().map(i32::to_string).collect();
        numbers.join(" ") + " 0"
    });
    assert!(written.lines().filter(is_clause).eq(told));
}

/// Without clues, nothing is said of clues: the excluded candidates are what the puzzle gives.
#[test]
fn excluded_candidates_are_no_clues() {
    let marks = ".2.412341234.23412.412341234123412341.341.3.123412341.341.341234";
    let text = explain(&[marks]);
    assert!(text.contains("169 clauses, 457 literals;\n"), "{text}");
    assert!(
        text.contains(" are rules, the rest excluded candidates.\n"),
        "{text}"
    );
    assert!(
        text.contains("the\nexcluded candidates rule 9 of them out and leave 55."),
        "{text}"
    );
    let both = explain(&["1...12341234123412341234..3.12341234...412341234123412341234.2.."]);
    assert!(both.contains("the rest clues.\n"), "{both}");
    assert!(both.contains("the\nclues rule 40 of them out"), "{both}");
}
