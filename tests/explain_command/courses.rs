//! The courses' worked examples.

use super::*;

/// The lecture's 4×4, by every engine.
#[test]
fn the_lectures_small_puzzle() {
    let grid = "+-----+-----+\n| 4 1 | 2 3 |\n| 2 3 | 1 4 |\n+-----+-----+\n| 1 4 | 3 2 |\n| 3 2 | 4 1 |\n+-----+-----+\n";
    for engine in ["cdcl", "dlx", "matrix", "backtrack"] {
        let text = explain(&["--engine", engine, LECTURE]);
        assert!(section(&text, "THE RUN").contains(grid), "{engine}\n{text}");
    }
}

/// CDCL on the lecture's encoding meets conflicts, and learns from each.
#[test]
fn cdcl_decides_implies_conflicts_resolves_learns_and_jumps_back() {
    let text = explain(&[LECTURE]);
    let told = section(&text, "THE RUN: cdcl, encoding lecture");
    in_order(
        told,
        &[
            "0  → r1c2=1   #161 the clue r1c2=1",
            "0  → r1c2≠2   #71 r1c2 can't hold both 1 and 2",
            "1    ? r1c1=1   decided",
            "1    → r1c1≠2   #65 r1c1 can't hold both 1 and 2",
            "1    → r1c4=3   #3 row 1 needs a 3",
            "1    ✗ conflict: #88 r1c4 can't hold both 3 and 4",
            "every literal of it is false: r1c4≠3, r1c4≠4",
            "1    ⊗ resolve on r1c4=4 with #4 row 1 needs a 4",
            "gives r1c1=4 or r1c2=4 or r1c3=4 or r1c4≠3",
            "without r1c2=4, r1c3=4, false at level 0: r1c1=4 or r1c4≠3",
            "1    + learned #165: r1c1≠1",
            "0  ↩ back from level 1 to level 0: 8 literals are open again",
            "0  → r1c1≠1   #165 learned: r1c1 can't hold 1",
        ],
    );
    let count = |mark: &str| told.matches(mark).count();
    assert!(count("✗ conflict") >= 5, "{told}");
    assert_eq!(count("✗ conflict"), count("+ learned"));
    assert_eq!(count("✗ conflict"), count("↩ back"));
}

/// The lecture's 9×9: cells in reading order, stuck in the second row.
#[test]
fn the_lectures_large_puzzle_gets_stuck_where_the_lecture_says() {
    let text = explain(&["--engine", "backtrack", "puzzles/lecture-9x9.txt"]);
    in_order(
        &text,
        &[
            "✗ r1c1=1 rejected: row 1 already has a 1, in r1c6",
            "✗ r1c1=2 rejected: column 1 already has a 2, in r4c1",
            "+ r1c1=4",
            "↩ r2c9: no number fits, back",
            "The first dead end: no number fits r2c9.",
            "| 4 2 6 | 3 5 1 | 7 9 8 |",
            "| 1 3 9 | 2 7 8 | 4 6 . |",
        ],
    );
    assert!(text.contains("The run goes on"));
    let text = explain(&["--engine", "dlx", "puzzles/lecture-9x9.txt"]);
    in_order(
        &text,
        &["| 6 9 2 | 5 4 1 | 7 3 8 |", "| 9 4 5 | 7 3 2 | 6 8 1 |"],
    );
}

/// {a…g}: {c, e, f}, {a, d}, {b, g}; as Knuth's matrix, rows 1, 4, 5.
#[test]
fn the_sets_over_a_to_g() {
    for engine in ["dlx", "matrix"] {
        let text = explain(&["--problem", "a-to-g", "--engine", engine]);
        let cover = &text[text.find("The cover:").unwrap()..];
        // The links lead round from the item for which a row was taken.
        let first = if engine == "dlx" {
            "● 1: e f c"
        } else {
            "● 1: c e f"
        };
        in_order(cover, &[first, "● 4: a d", "● 5: b g"]);
        let text = explain(&["--problem", "knuth-6x7", "--engine", engine]);
        let cover = &text[text.find("The cover:").unwrap()..];
        let first = if engine == "dlx" {
            "● 1: 5 6 3"
        } else {
            "● 1: 3 5 6"
        };
        in_order(cover, &[first, "● 4: 1 4", "● 5: 2 7"]);
    }
    let text = explain(&["--problem", "knuth-6x7", "--engine", "matrix"]);
    in_order(
        &text,
        &[
            "✗ dead end: column 5 has no 1 left",
            "↩ give up row 2",
            "+ take row 4: 1s in columns 1, 4",
        ],
    );
}

/// X = {0…6}: column 0 and row A, column 4 and row B, column 6 and row D,
/// with the reduced matrix before each step.
#[test]
fn the_sets_over_0_to_6() {
    let text = explain(&["--problem", "zero-to-six", "--engine", "matrix"]);
    let told = section(&text, "THE RUN: matrix");
    let start = told.find("The matrix: 4 rows").unwrap();
    assert_eq!(
        &told[start..],
        "\
The matrix: 4 rows × 7 columns.

       0 1 2 3 4 5 6
    A  1 1 . 1 . . .
    B  . . 1 . 1 1 .
    C  . . 1 . . . 1
    D  . . . . . . 1
    Σ  1 1 2 1 1 1 2

     1  ? choose column 0: 1 row has a 1 there
     2  + take row A: 1s in columns 0, 1, 3
     3    delete column 0, and with it row A
     4    delete column 1
     5    delete column 3

The matrix: 3 rows × 4 columns.

       2 4 5 6
    B  1 1 1 .
    C  1 . . 1
    D  . . . 1
    Σ  2 1 1 2

     6    ? choose column 4: 1 row has a 1 there
     7    + take row B: 1s in columns 2, 4, 5
     8      delete column 2, and with it rows B, C
     9      delete column 4
    10      delete column 5

The matrix: 1 row × 1 column.

       6
    D  1
    Σ  1

    11      ? choose column 6: 1 row has a 1 there
    12      + take row D: 1s in columns 6
    13        delete column 6, and with it row D
    14        ✓ every item is covered exactly once: rows A, B, D

14 steps.

The cover:
  ● A: 0 1 3
  ● B: 2 4 5
  ● D: 6
"
    );
}

/// The same by dancing links, and what the choice of items matters.
#[test]
fn dancing_links_cover_and_hide() {
    let text = explain(&["--problem", "zero-to-six"]);
    in_order(
        &text,
        &[
            "? choose item 0: 1 option left",
            "cover item 0, hide option A",
            "+ take option A: items 0, 1, 3",
            "? choose item 4: 1 option left",
            "+ take option B: items 4, 5, 2",
            "cover item 2, hide option C",
            "? choose item 6: 1 option left",
            "+ take option D: items 6",
            "✓ every item is covered exactly once: options A, B, D",
            "How much the choice matters",
            "the fewest options, the leftmost             4",
        ],
    );
}

/// {1…5}: {B, D, E}.
#[test]
fn the_sets_over_1_to_5() {
    for engine in ["dlx", "matrix"] {
        let text = explain(&["--problem", "one-to-five", "--engine", engine]);
        let cover = &text[text.find("The cover:").unwrap()..];
        assert!(
            cover.starts_with("The cover:\n  ● B: 1 4\n  ● D: 3 5\n  ● E: 2\n"),
            "{cover}"
        );
    }
}

/// The 6×6 matrix, smallest column first.
#[test]
fn the_matrix_of_six() {
    let text = explain(&["--problem", "matrix-6x6", "--engine", "matrix"]);
    in_order(
        &text,
        &[
            "1  . . 1 1 . .",
            "6  . . . 1 1 .",
            "? choose column 5: 1 row has a 1 there",
            "+ take row 6: 1s in columns 4, 5",
            "? choose column 2: 1 row has a 1 there",
            "+ take row 2: 1s in columns 1, 2",
            "? choose column 3: 1 row has a 1 there",
            "+ take row 4: 1s in columns 3, 6",
            "The cover:",
        ],
    );
}

/// Four triominoes on 3×4: 16 items, 4 placements of I, 6 of L.
#[test]
fn the_triominoes() {
    let text = explain(&["--problem", "triominoes-3x4", "--engine", "matrix"]);
    assert!(text.contains("22 rows, 16 columns"));
    let trace = trace(&["--problem", "triominoes-3x4"]);
    let placements = |piece: &str| {
        let item = trace
            .cover
            .items
            .iter()
            .position(|item| item.name == piece)
            .unwrap();
        let options = trace.cover.options.iter();
        options
            .filter(|option| option.items.contains(&item))
            .count()
    };
    assert_eq!(
        (trace.cover.items.len(), placements("I"), placements("L")),
        (16, 4, 6)
    );
}

/// 4×4 as 64 options and 64 items with the courses' names.
#[test]
fn a_small_puzzle_as_exact_cover() {
    let text = explain(&["--engine", "dlx", "puzzles/exact-cover-4x4.txt"]);
    let view = section(&text, "THE SAME PUZZLE AS EXACT COVER");
    in_order(
        view,
        &[
            "Items are what a grid must have, 4n⁴ = 64 in four blocks of n⁴ = 16:",
            "cells    R1C1 … R4C4      R1C1 says that r1c1 needs a number",
            "columns  C1#1 … C4#4      C1#1 says that column 1 needs a 1",
            "boxes    B1#1 … B4#4      B1#1 says that box 1 needs a 1",
        ],
    );
    assert!(view.contains("n⁶ = 64"));
    let is_open =
        |line: &&str| line.starts_with("    r") && line.contains('=') && !line.contains('{');
    let open = view.lines().filter(is_open).count();
    let rows = |mark: &str| view.lines().filter(|line| line.starts_with(mark)).count();
    assert_eq!(
        (rows("  ★ r"), rows("  ○ r"), rows("  ● r"), open),
        (4, 40, 12, 8)
    );
    assert!(view.lines().any(|line| line
        == "  ● r1c1=3  1...............  ..1.............  ..1.............  ..1............."));
    let run = section(&text, "THE RUN: dlx");
    in_order(
        run,
        &[
            "| 3 2 | 1 4 |",
            "| 4 1 | 2 3 |",
            "| 1 4 | 3 2 |",
            "| 2 3 | 4 1 |",
        ],
    );
    let names = trace(&["................"]).cover;
    assert_eq!((names.items.len(), names.options.len()), (64, 64));
}

/// Brute force goes on and on where dancing links are done at once.
#[test]
fn the_puzzle_against_brute_force() {
    let puzzle = "puzzles/brute-force-killer.txt";
    assert!(explain(&["--engine", "backtrack", puzzle]).contains("The run goes on"));
    let text = explain(&["--engine", "dlx", puzzle]);
    in_order(
        &text,
        &["| 9 8 7 | 6 5 4 | 3 2 1 |", "How much the choice matters"],
    );
}

/// 729 options and 324 items in four blocks of 81.
#[test]
fn the_matrix_of_nine_by_nine() {
    let text = explain(&["--engine", "dlx", "puzzles/empty-9x9.txt"]);
    let view = section(&text, "THE SAME PUZZLE AS EXACT COVER");
    in_order(
        view,
        &[
            "Items are what a grid must have, 4n⁴ = 324 in four blocks of n⁴ = 81:",
            "Options are the candidates, n⁶ = 729, each with one item of each block; the",
            "clues rule 0 of them out and leave 729. For example:",
        ],
    );
}

/// Smallest column with random ties, and any column at random, over seeds.
#[test]
fn the_spread_over_random_choices() {
    let text = explain(&["--engine", "dlx", "puzzles/exact-cover-4x4.txt"]);
    let nodes = |rule: &str| -> Vec<u64> {
        let line = text
            .lines()
            .find(|line| line.trim_start().starts_with(rule))
            .unwrap();
        let words = line.trim_start().trim_start_matches(rule);
        words
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|word| word.parse().ok())
            .collect()
    };
    let smallest = nodes("the fewest options, the leftmost");
    let random = nodes("a random one, 21 seeds");
    let [least, most, median] = random[..] else {
        panic!("{random:?}")
    };
    assert_eq!(smallest, [17], "16 cells and the root");
    assert!(17 <= least && least < median && median < most, "{random:?}");
}
