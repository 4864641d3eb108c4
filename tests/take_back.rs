//! `sudosat decode FORMULA OUTPUT`: the puzzle comes from the formula's comments,
//! and no altered comment leads to another grid.

use crate::program::{output, program, stderr, stdout};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use tempfile::TempDir;

const PUZZLE: &str = "12..3...........";
/// A solution of `PUZZLE`.
const GRID: &str = "1234341221434321";
/// The only note about an answer that is taken without a doubt.
const SEVERAL: &str = "the grid is one of several solutions";

struct World {
    folder: TempDir,
}

impl World {
    fn new() -> World {
        World {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        output(program().args(arguments).current_dir(self.folder.path()))
    }

    /// Writes a puzzle's formula.
    fn encode(&self, puzzle: &str, options: &[&str], file: &str) {
        let output = self.run(&[&["encode", "-f", puzzle, "-o", file], options].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }

    fn decode(&self, arguments: &[&str]) -> Output {
        self.run(&[&["decode", "--format", "line"], arguments].concat())
    }

    #[track_caller]
    fn accepted(&self, arguments: &[&str], said: &str) {
        let output = self.decode(arguments);
        assert_eq!(stdout(&output), format!("{GRID}\n"), "{}", stderr(&output));
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
        let is_alone = stderr(&output).lines().count() == 1;
        assert!(said != SEVERAL || is_alone, "{}", stderr(&output));
        assert_eq!(output.status.code(), Some(0));
    }

    #[track_caller]
    fn refused(&self, arguments: &[&str], code: i32, reason: &str) {
        let output = self.decode(arguments);
        assert_eq!(stdout(&output), "", "nothing is printed");
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
    }
}

/// The literals of a 4×4 grid in either numbering, by definition.
fn model(grid: &str, rcv: bool) -> Vec<i32> {
    let mut lits = Vec::new();
    for (cell, digit) in grid.bytes().enumerate() {
        for value in 1..=4 {
            let number = match rcv {
                false => 4 * cell as i32 + value,
                true => (cell as i32 / 4 + 1) * 100 + (cell as i32 % 4 + 1) * 10 + value,
            };
            let holds = i32::from(digit - b'0') == value;
            lits.push(if holds { number } else { -number });
        }
    }
    lits
}

fn answer(lits: &[i32]) -> String {
    let lits: Vec<String> = lits.iter().map(i32::to_string).collect();
    format!("s SATISFIABLE\nv {} 0\n", lits.join(" "))
}

#[test]
fn the_formula_says_which_puzzle_it_is() {
    let world = World::new();
    world.write("out", &answer(&model(GRID, false)));
    world.write("rcv.out", &answer(&model(GRID, true)));
    for encoding in ["lecture", "minimal", "extended", "strengthened"] {
        for file in ["p.cnf", "p.cnf.gz", "p.cnf.xz", "p.cnf.bz2"] {
            world.encode(PUZZLE, &["-e", encoding], file);
            world.accepted(&[file, "out"], SEVERAL);
        }
        for options in [
            &["--clause-order", "lecture"][..],
            &["--names"],
            &["--rules-only"],
        ] {
            world.encode(PUZZLE, &[&["-e", encoding], options].concat(), "p.cnf");
            world.accepted(&["p.cnf", "out"], SEVERAL);
        }
        world.encode(PUZZLE, &["-e", encoding, "--numbering", "rcv"], "p.cnf");
        world.accepted(&["p.cnf", "rcv.out"], SEVERAL);
        world.accepted(&["p.cnf", "rcv.out", "--numbering", "rcv"], SEVERAL);
        let wrong = ["p.cnf", "rcv.out", "--numbering", "consecutive"];
        world.refused(&wrong, 2, "numbered `rcv`");
        world.refused(&["p.cnf", "out"], 1, "refused");
        world.refused(
            &["p.cnf", "rcv.out", "--order", "3"],
            2,
            "and --order says 9×9",
        );
    }
}

#[test]
fn auxiliary_variables_and_every_at_most_one_are_known() {
    let world = World::new();
    for way in ["sequential", "product", "commander", "bitwise"] {
        world.encode(PUZZLE, &["-e", "extended", "--at-most-one", way], "p.cnf");
        let sat = world.run(&["sat", "p.cnf"]);
        fs::write(world.path("out"), sat.stdout).unwrap();
        let output = world.decode(&["p.cnf", "out"]);
        assert!(stdout(&output).starts_with("12"), "{}", stderr(&output));
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn an_answer_is_held_against_the_clauses() {
    let world = World::new();
    world.encode(PUZZLE, &[], "p.cnf");
    // A right grid of another puzzle.
    world.write("other", &answer(&model("2143341212344321", false)));
    world.refused(&["p.cnf", "other"], 1, "clause");
    // A literal that the formula doesn't have.
    let mut lits = model(GRID, false);
    lits.push(65);
    world.write("foreign", &answer(&lits));
    world.refused(&["p.cnf", "foreign"], 2, "the formula's 64 variables");
    lits.pop();
    lits.push(-1);
    world.write("both", &answer(&lits));
    world.refused(&["p.cnf", "both"], 2, "found -1");
    world.write("cut", "s SATISFIABLE\nv 1 -2");
    world.refused(&["p.cnf", "cut"], 2, "is the output cut off?");
    world.write("unsat", "s UNSATISFIABLE\n");
    // The formula's puzzle has a solution.
    world.refused(&["p.cnf", "unsat"], 1, "there is a solution");
    world.write("unknown", "c UNKNOWN\n");
    world.refused(&["p.cnf", "unknown"], 3, "gave up");
}

#[test]
fn a_partial_model_is_completed_where_the_clauses_force_it() {
    let world = World::new();
    world.encode(PUZZLE, &[], "p.cnf");
    let all = model(GRID, false);
    let positive: Vec<i32> = all.iter().copied().filter(|&lit| lit > 0).collect();
    world.write("positive", &answer(&positive));
    let said = "48 variables had no value; 48 follow from the clauses by unit propagation";
    world.accepted(&["p.cnf", "positive"], said);
    // What the puzzle's clues alone decide by propagation is not all.
    world.write("empty", "s SATISFIABLE\nv 0\n");
    world.refused(&["p.cnf", "empty"], 1, "64 variables had no value; ");
    // A literal that the clauses exclude.
    world.write("wrong", &answer(&[-1]));
    world.refused(&["p.cnf", "wrong"], 1, "clause");
}

#[test]
fn swapped_and_missing_inputs_are_recognised() {
    let world = World::new();
    world.encode(PUZZLE, &[], "p.cnf");
    world.write("out", &answer(&model(GRID, false)));
    world.write("puzzle.txt", PUZZLE);
    world.accepted(
        &["out", "p.cnf"],
        "out is a solver's output and p.cnf the formula",
    );
    world.accepted(
        &["out", "puzzle.txt"],
        "and puzzle.txt the puzzle: taken the other way",
    );
    world.accepted(&["out", PUZZLE], "taken the other way round");
    world.refused(
        &["p.cnf"],
        2,
        "p.cnf is a formula, and the solver's output is missing",
    );
    world.refused(&["p.cnf", "p.cnf"], 2, "both formulas");
    world.refused(&["out", "out"], 2, "both outputs of solvers");
    world.refused(
        &["puzzle.txt", "p.cnf"],
        2,
        "sudosat sat p.cnf | sudosat decode puzzle.txt -",
    );
    let bare = world.read("p.cnf");
    let bare: Vec<&str> = bare.lines().filter(|line| !line.starts_with('c')).collect();
    world.write("bare.cnf", &format!("{}\n", bare.join("\n")));
    world.refused(&["bare.cnf", "out"], 2, "sudosat decode PUZZLE OUTPUT");
}

#[test]
fn the_answer_may_come_on_standard_input() {
    let world = World::new();
    world.encode(PUZZLE, &[], "p.cnf");
    world.write("puzzle.txt", PUZZLE);
    let answer = answer(&model(GRID, false));
    // The sign `-` may be left out, whatever states the question.
    for inputs in [&["p.cnf", "-"][..], &["p.cnf"], &["puzzle.txt"], &[PUZZLE]] {
        let mut command = program();
        let command = command.args(["decode", "--to", "line"]).args(inputs);
        let command = command.current_dir(world.folder.path());
        let read = output(command.write_stdin(answer.as_str()));
        assert_eq!(stdout(&read), format!("{GRID}\n"), "{inputs:?} {read:?}");
    }
    world.refused(
        &["puzzle.txt"],
        2,
        "puzzle.txt is a puzzle, and the solver's output is missing",
    );
    world.refused(&["-"], 2, "the solver's output is empty");
}

#[test]
fn the_judgement_is_printed_as_json() {
    let world = World::new();
    world.encode(PUZZLE, &[], "p.cnf");
    let judged = |answer: &str, code: i32| -> serde_json::Value {
        world.write("out", answer);
        let mut command = program();
        let command = command.args(["decode", "--json", "p.cnf", "out"]);
        let read = output(command.current_dir(world.folder.path()));
        assert_eq!(read.status.code(), Some(code), "{read:?}");
        serde_json::from_str(&stdout(&read)).unwrap()
    };
    let solved = judged(&answer(&model(GRID, false)), 0);
    assert_eq!(solved["answer"], "solved");
    assert_eq!(solved["solution"][0], serde_json::json!([1, 2, 3, 4]));
    let refused = judged("s SATISFIABLE\nv -1 2 0\n", 1);
    assert_eq!(refused["answer"], "refused");
    assert!(refused["reason"].is_string() && refused.get("solution").is_none());
    assert_eq!(judged("s UNSATISFIABLE\n", 1)["answer"], "refused");
    assert_eq!(judged("s UNKNOWN\n", 3)["answer"], "unknown");
}

/// Each comment altered in many ways: refused, or the same grid.
#[test]
fn an_altered_comment_misleads_nobody() {
    let world = World::new();
    world.encode(PUZZLE, &[], "p.cnf");
    world.write("out", &answer(&model(GRID, false)));
    // A model that also gives values to what no clause mentions.
    let mut sly = model(GRID, true);
    sly.extend(
        model("2143341212344321", false)
            .iter()
            .filter(|lit| lit.abs() < 65),
    );
    world.write("sly", &answer(&sly));
    let text = world.read("p.cnf");
    let line = |prefix: &str| {
        let found = text.lines().find(|line| line.starts_with(prefix));
        found
            .unwrap_or_else(|| panic!("a comment {prefix}"))
            .to_owned()
    };
    let (formula, puzzle) = (line("c sudosat-formula"), line("c sudosat-puzzle"));
    let empty = puzzle
        .replace("1,2,", "null,null,")
        .replace("[3,", "[null,");
    let other_grid = puzzle.replace("[1,2,", "[2,1,");
    let same = |text: &str| (text.to_owned(), true);
    let refused = |text: &str| (text.to_owned(), false);
    let cases = [
        // Fewer clues are true of the formula.
        same(&text.replace(&puzzle, &empty)),
        // Clues that the formula does not state.
        refused(&text.replace(&puzzle, &other_grid)),
        refused(&text.replace(&puzzle, &puzzle.replace("[3,", "[4,"))),
        refused(&text.replace(&puzzle, &puzzle.replace("null", "1"))),
        refused(&text.replace("\"order\":2", "\"order\":3")),
        refused(&text.replace(&puzzle, "c sudosat-puzzle 1/1 {\"order\":1,\"rows\":[[1]]}")),
        refused(&text.replace(
            &puzzle,
            "c sudosat-puzzle 1/1 {\"order\":1,\"rows\":[[null]]}",
        )),
        refused(&text.replace(&puzzle, "c sudosat-puzzle 1/1 12..3...........")),
        refused(&text.replace(&puzzle, "c sudosat-puzzle 1/2 {")),
        refused(&text.replace(&puzzle, "c sudosat-puzzle")),
        refused(&text.replace(&puzzle, &puzzle.replace("}", ",\"excluded\":[[1,3,3]]}"))),
        refused(&text.replace(&puzzle, &puzzle.replace("}", ",\"more\":1}"))),
        refused(&text.replace(&puzzle, &format!("{puzzle}\n{other_grid}"))),
        refused(&text.replace(&puzzle, &format!("{puzzle}\n{puzzle}"))),
        refused(&text.replace(&format!("{puzzle}\n"), "")),
        refused(&text.replace(&format!("{formula}\n"), "")),
        refused(&text.replace(&formula, &format!("{formula}\n{formula}"))),
        refused(&text.replace("numbering=consecutive", "numbering=rcv")),
        refused(&text.replace("numbering=consecutive", "numbering=other")),
        refused(&text.replace("encoding=lecture", "encoding=extended")),
        refused(&text.replace("encoding=lecture", "encoding=minimal")),
        refused(&text.replace("at-most-one=pairwise", "at-most-one=sequential")),
        // Comments for people may say anything.
        same(&text.replace("row, column, value", "value, column, row")),
        same(&text.replace("order 2", "order 3")),
        // A second description after the header is no comment of the head.
        same(&format!(
            "{text}c sudosat-formula numbering=rcv\n{other_grid}\n"
        )),
        same(&text.replace('\n', "\r\n")),
    ];
    for (index, (altered, is_same)) in cases.iter().enumerate() {
        assert_ne!(*altered, text, "case {index} changes something");
        world.write("a.cnf", altered);
        let output = world.decode(&["a.cnf", "out"]);
        match is_same {
            true => assert_eq!(stdout(&output), format!("{GRID}\n"), "case {index}"),
            false => assert_eq!(stdout(&output), "", "case {index}: {altered}"),
        }
        let code = output.status.code();
        assert!(
            matches!(code, Some(0)) == *is_same && code != Some(101),
            "case {index}"
        );
    }

    // Numbers of the other numbering, where free variables could say anything.
    world.encode(PUZZLE, &["--numbering", "rcv"], "rcv.cnf");
    let text = world
        .read("rcv.cnf")
        .replace("numbering=rcv", "numbering=consecutive");
    world.write("a.cnf", &text);
    world.refused(&["a.cnf", "sly"], 2, "the comments do not fit the clauses");
    world.accepted(&["rcv.cnf", "sly"], SEVERAL);
}

/// Whatever single byte of the comments is changed.
#[test]
fn no_changed_byte_of_a_comment_leads_to_another_grid() {
    use sudosat::encode::{Description, Encoding, cnf};
    use sudosat::sudoku::Puzzle;
    let puzzle = Puzzle::from_values(&[1, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let formula = cnf(&puzzle, &Encoding::LECTURE);
    let told = Description {
        puzzle: puzzle.clone(),
        encoding: Encoding::LECTURE,
        numbering: Default::default(),
    };
    let comments = told.comments();
    for (index, comment) in comments.iter().enumerate() {
        for place in 0..comment.len() {
            for byte in b"0123456789nul,[]{}\"abc= x-" {
                let mut bytes = comment.clone().into_bytes();
                bytes[place] = *byte;
                let mut altered = comments.clone();
                altered[index] = String::from_utf8(bytes).unwrap();
                let Ok(Some(read)) = Description::read(&altered) else {
                    continue;
                };
                if read.check(&formula).is_ok() {
                    // True of the formula, and so of each of its models.
                    assert_eq!(read.numbering, told.numbering);
                    for clue in read.puzzle.clues() {
                        assert_eq!(puzzle.clue(clue.cell), Some(clue.digit), "{altered:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn large_puzzles_stand_in_several_comments() {
    let world = World::new();
    let rows = vec!["0 ".repeat(25); 25].join("\n");
    world.write("blank.txt", &rows);
    world.encode("blank.txt", &["-e", "minimal"], "p.cnf");
    let text = world.read("p.cnf");
    let pieces = text
        .lines()
        .filter(|line| line.starts_with("c sudosat-puzzle"))
        .count();
    assert!(pieces > 2, "{pieces} pieces");
    assert!(text.lines().take(20).all(|line| line.len() < 1000));
    let grid = |row: usize, col: usize| (row % 5 * 5 + row / 5 + col) % 25;
    let mut lits = Vec::new();
    for (row, col, value) in (0..15625).map(|index| (index / 625, index / 25 % 25, index % 25)) {
        let number = (625 * row + 25 * col + value + 1) as i32;
        lits.push(if grid(row, col) == value {
            number
        } else {
            -number
        });
    }
    world.write("list", &format!("{lits:?}\n"));
    let output = world.decode(&["p.cnf", "list"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(Path::new(&world.path("list")).is_file());
}
