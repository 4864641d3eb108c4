//! Several grids that share cells, through the program: forms, commands, and what is refused.
//! That the solutions are right by definition is tested with random boards among the cases of
//! `rules_common`.

use crate::program::{run, texts};
use serde_json::Value;

/// A Samurai with one solution, as a description.
const SAMURAI: &str = "puzzles/samurai.txt";
/// Two grids of 6×6 with one solution.
const TWO: &str = "puzzles/variants/two-grids.txt";

/// Runs the program with this standard input; returns its standard output if it ends well.
fn done(arguments: &[&str], input: &str) -> String {
    let (code, out, error) = texts(&run(arguments, input));
    assert_eq!(code, 0, "{arguments:?}: {error}");
    out
}

/// Returns the message of a command that refuses its input.
fn refused(arguments: &[&str], input: &str) -> String {
    let (code, _, error) = texts(&run(arguments, input));
    assert_eq!(code, 2, "{arguments:?}: {error}");
    error
}

/// The rows of the Samurai's clues, with a sign where there is no grid.
fn rows(gap: &str) -> String {
    let text = std::fs::read_to_string(SAMURAI).unwrap();
    let (_, clues) = text.split_once("clues\n").unwrap();
    clues.replace('~', gap)
}

#[test]
fn a_samurai_is_known_by_its_gaps() {
    let solution = done(&["solve", "--unique", SAMURAI], "");
    let lines: Vec<&str> = solution.lines().collect();
    assert_eq!(lines.len(), 21);
    assert_eq!(
        (lines[0].len(), lines[6].len(), lines[9].trim().len()),
        (21, 21, 9)
    );
    for gap in [".", "0", "-"] {
        let pasted = format!("Samurai Sudoku\n{}", rows(gap).replace('.', gap));
        assert_eq!(
            done(&["solve", "--unique", "-"], &pasted),
            solution,
            "{gap}"
        );
    }
    // As it is printed, and as in `clues`, also below its name.
    let printed = done(&["show", "--to", "plain", SAMURAI], "");
    for text in [&printed, &rows("~"), &solution] {
        for heading in ["", "Samurai\n"] {
            let text = format!("{heading}{text}");
            assert_eq!(done(&["solve", "--unique", "-"], &text), solution, "{text}");
        }
    }
    let file = done(&["show", "--to", "sdk", SAMURAI], "");
    assert_eq!(done(&["solve", "--unique", "-"], &file), solution);
    let error = refused(&["solve", "-"], &rows(".").replace('\n', ""));
    assert!(
        error.contains("found a Samurai Sudoku on one line, expected its 21 rows"),
        "{error}"
    );
    let several = rows(".").replacen("\n", "\n.....................\n", 1);
    let error = refused(&["solve", "-"], &several);
    assert!(error.contains("after row 21"), "{error}");
}

/// Blanks that are words, as programs print them.
#[test]
fn a_samurai_of_a_program_is_known_too() {
    let solution = done(&["solve", "--unique", SAMURAI], "");
    let cell = |sign: char| {
        if sign == '.' {
            "null".to_owned()
        } else {
            sign.to_string()
        }
    };
    let row = |row: &str| format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(","));
    let list: Vec<String> = rows(".").lines().map(row).collect();
    let text = format!("[{}]", list.join(","));
    assert_eq!(done(&["solve", "--unique", "-"], &text), solution);
}

#[test]
fn every_form_that_keeps_the_grids_is_read_again() {
    for file in [SAMURAI, TWO] {
        let solution = done(&["solve", "--unique", file], "");
        for form in ["rules", "json"] {
            let written = done(&["show", "--to", form, file], "");
            assert_eq!(
                done(&["solve", "--unique", "-"], &written),
                solution,
                "{form}"
            );
            assert_eq!(done(&["show", "--to", form, "-"], &written), written);
        }
        for form in ["plain", "unicode", "line", "sdk"] {
            let (_, _, error) = texts(&run(&["show", "--to", form, file], ""));
            assert!(
                error.contains("leaves out its arrangement of grids"),
                "{form}: {error}"
            );
        }
        let picture = done(&["show", "--to", "svg", file], "");
        let frames = picture.matches("stroke-width=\"3\"").count();
        assert_eq!(frames, if file == TWO { 2 } else { 5 });
    }
}

/// A cage across two grids, drawn.
#[test]
fn cages_are_drawn_on_the_board() {
    let text =
        "size 4x4\ngrids r1c1 r3c3\ncages\n....~~\n...a~~\n...a..\n......\n~~....\n~~....\na 3\n";
    let written = done(&["show", "--to", "rules", "-"], text);
    assert!(written.contains("cage 3 r2c4 r3c4\n"), "{written}");
}

#[test]
fn a_formula_names_its_board() {
    let solution = done(&["solve", TWO], "");
    for numbering in ["consecutive", "rcv"] {
        let formula = done(&["encode", "--numbering", numbering, TWO, "-o", "-"], "");
        assert!(formula.contains("2 grids of 6x6"), "{formula}");
        let (_, model, _) = texts(&run(&["sat", "-"], &formula));
        let path = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(path.path(), &formula).unwrap();
        let file = path.path().to_str().unwrap();
        assert_eq!(
            done(&["decode", file, "-"], &model),
            solution,
            "{numbering}"
        );
        assert_eq!(
            done(&["decode", TWO, "-", "--numbering", numbering], &model),
            solution
        );
    }
}

#[test]
fn hints_lead_to_the_end_and_name_the_grid() {
    let hints = done(&["hint", "--all", TWO], "");
    assert!(hints.contains("of grid 2"), "{hints}");
    let rated: Value = serde_json::from_str(&done(&["rate", "--json", SAMURAI], "")).unwrap();
    assert!(rated["score"].as_u64().is_some(), "{rated}");
}

#[test]
fn a_clash_is_told_with_its_grid() {
    let text = "size 4x4\ngrids r1c1 r3c3\nclues\n....~~\n....~~\n......\n......\n~~2..2\n~~....\n";
    let (_, out, _) = texts(&run(&["why", "-"], text));
    assert!(
        out.contains("Two 2s in row 3 of grid 2: r5c3 and r5c6."),
        "{out}"
    );
    let told = done(&["explain", "-"], &text.replace("2..2", "2..1"));
    assert!(told.contains("2 grids of 4×4 with boxes of 2×2"), "{told}");
}

/// A trace has its grids, and is checked from itself alone; a figure leaves the gaps blank.
#[test]
fn a_run_on_several_grids_is_recorded_and_drawn() {
    let text = "size 4x4\ngrids r1c1 r3c3\nclues\n1...~~\n....~~\n......\n......\n~~2..1\n~~....\n";
    let folder = tempfile::tempdir().unwrap();
    for engine in ["cdcl", "dpll", "dlx", "matrix", "backtrack"] {
        let trace = done(&["explain", "--json", "--engine", engine, "-"], text);
        assert!(trace.contains("\"grids\":[[0,0],[2,2]]"), "{trace}");
        let file = folder.path().join(engine);
        std::fs::write(&file, &trace).unwrap();
        let checked = done(&["explain", "--replay", file.to_str().unwrap()], "");
        assert!(checked.contains("each is as it must be"), "{checked}");
        // Other grids, and nothing fits.
        std::fs::write(&file, trace.replace("[2,2]]", "[2,1]]")).unwrap();
        let mut program = crate::program::program();
        let output = crate::program::output(program.args(["explain", "--replay"]).arg(&file));
        assert_eq!(output.status.code(), Some(1), "{output:?}");
    }
    let drawn = done(
        &[
            "explain",
            "--engine",
            "backtrack",
            "--text",
            "grid",
            "--steps",
            "2",
            "-",
        ],
        text,
    );
    let rows: Vec<&str> = drawn.lines().skip(2).collect();
    assert_eq!(
        rows,
        [
            "1 2 . .",
            ". . . .",
            ". . . . . .",
            ". . . . . .",
            "    2 . . 1",
            "    . . . ."
        ],
        "{drawn}"
    );
    let svg = done(
        &[
            "explain",
            "--engine",
            "backtrack",
            "--svg",
            "grid",
            "--steps",
            "2",
            "-",
        ],
        text,
    );
    // Cells are 40 wide: the line above the second grid's right columns, and not above the gap.
    assert!(
        svg.contains("M0 40H160\"") && svg.contains("M80 200H240\""),
        "{svg}"
    );
}

#[test]
fn puzzles_are_made_with_the_symmetry_of_the_board() {
    let rules = "size 4x4; grids r1c1 r3c3";
    let command = ["generate", "--seed", "7", "--minimal", "--rules", rules];
    let made = done(&[&command[..], &["--symmetry", "diagonal"]].concat(), "");
    assert!(made.contains("grids r1c1 r3c3\n"), "{made}");
    assert_eq!(done(&["check", "-"], &made).matches("agreed").count(), 2);
    let error = refused(&[&command[..], &["--symmetry", "left-right"]].concat(), "");
    assert!(
        error.contains("the grids of these rules have no such symmetry"),
        "{error}"
    );
    let error = refused(&[&command[..], &["--layout", "cages"]].concat(), "");
    assert!(
        error.contains("--layout is for one grid, found 2 grids of 4×4"),
        "{error}"
    );
}

#[test]
fn maps_of_several_grids_stand_on_the_line_of_their_keyword() {
    let rows = ["..3.~~", ".2..~~", "1.....", "....2.", "~~.1..", "~~...3"];
    let shown = |gap: &str| {
        let text = format!("size 4x4\ngrids r1c1 r3c3\nclues{gap}{}\n", rows.join(gap));
        done(&["show", "--to", "rules", "-"], &text)
    };
    assert_eq!(shown(" "), shown("\n"));
}

/// The four grids of a Butterfly fill 12×12 cells, so that it looks like one grid.
#[test]
fn a_butterfly_is_no_grid_of_12x12() {
    let digit = |row: usize, col: usize| match (row * col) % 4 {
        1 => '.',
        // Rows of three bands that repeat, shifted by three columns in each row of a band.
        _ => char::from(b'1' + ((row / 3 + row % 3 * 3 + col) % 9) as u8),
    };
    let rows = (0..12).map(|row| (0..12).map(|col| digit(row, col)).collect::<String>() + "\n");
    let rows: String = rows.collect();
    let error = refused(&["show", "-"], &rows);
    assert!(error.contains("grids of a Butterfly Sudoku"), "{error}");
    let stated = format!("size 9x9\ngrids r1c1 r1c4 r4c1 r4c4\nclues\n{rows}");
    done(&["solve", "-"], &stated);
    // As one grid it has no clue above 9, and so no unique solution.
    let shown = done(&["show", "--rules", "boxes 3x4", "-"], &rows);
    assert!(shown.contains("12×12"), "{shown}");
    // With a clash in the first of the four grids it is none.
    let clash = rows.replacen('2', "1", 1);
    assert!(done(&["show", "-"], &clash).contains("12×12"));
}

#[test]
fn grids_that_make_no_sense_are_refused_in_their_place() {
    let board = "size 4x4\ngrids r1c1 r3c3\n";
    for (text, place, message) in [
        (
            "size 4x4\ngrids r1c1\nclues\n....",
            ":2:7",
            "found 1 cell, expected 2 or more",
        ),
        ("size 4x4\ngrids r1c1 r2c1 r1c1\nclues\n....", ":2:", "r1c1"),
        (
            "size 4x4\ngrids r2c1 r3c3\nclues\n....",
            ":2:1",
            "no grid begins in row 1, expected grids from the border on",
        ),
        (
            "size 4x4\ngrids r1c1 r900c960\nclues\n....",
            ":2:1",
            "the board would have 903 rows and 963 columns",
        ),
        (
            "grids r1c1 r3c3\nclues\n....",
            ":2:1",
            "expected their size before, as 'size 9x9'",
        ),
        (
            "clues\n....\n....\n....\n....\ngrids r1c1 r3c3",
            ":6:1",
            "found 'grids' after a map",
        ),
        (
            &format!("{board}grids r1c1 r3c3"),
            ":3:1",
            "found 'grids' again, expected it once",
        ),
        (
            &format!("{board}less r1c5 r1c4"),
            ":3:6",
            "found the cell r1c5, expected one of a grid",
        ),
        (
            &format!("{board}regions\nAABB~~\nAABB~~\nCCDDEE\nCCDDEE\n~~FFGG\n~~FFGG"),
            ":3:1",
            "several grids have boxes or no boxes, and no regions of any form",
        ),
        (
            &format!("{board}clues\n....1~\n....~~\n......\n......\n~~....\n~~...."),
            ":4:5",
            "found '1' outside of the grids, expected '~' or a blank",
        ),
        (
            &format!("{board}clues\n....~~\n....~~\n......\n......\n~~...."),
            ":4:1",
            "found 5 rows, expected 6 for 2 grids of 4×4",
        ),
        (
            &format!("{board}clues\n....~~\n....~\n......\n......\n~~....\n~~...."),
            ":5:1",
            "found 5 cells in row 2, expected 6",
        ),
        (
            &format!("{board}region-sum r1c1 r2c1 r3c1"),
            ":3:1",
            "found 2 grids of 4×4, expected one grid",
        ),
    ] {
        // Statements without a grid are taken for words beside one.
        let clues = if text.contains("clues") {
            ""
        } else {
            "clues\n....~~\n....~~\n......\n......\n~~....\n~~....\n"
        };
        let error = refused(&["show", "-"], &format!("{text}\n{clues}"));
        assert!(
            error.contains(message) && error.contains(place),
            "{text}\n{error}"
        );
    }
    let json = |rules: &str, row: &str| {
        format!(
            "{{\"size\":2,\"rules\":[{rules}],\"rows\":[{row},[1,null,null],[null,null,null]]}}"
        )
    };
    let error = refused(
        &["show", "-"],
        &json("\"grids r1c1 r2c2\",\"latin\"", "[null,null,1]"),
    );
    assert!(
        error.contains("found 1 outside of the grids, expected null"),
        "{error}"
    );
    done(
        &["show", "-"],
        &json("\"grids r1c1 r2c2\",\"latin\"", "[null,2,null]"),
    );
}
