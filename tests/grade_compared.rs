//! `grade -e`: formulas compared with one encoding, clause by clause; and `grade` on answers:
//! right ones are called right, and each rule that is broken is named.

use crate::program::{child, texts};
use std::path::PathBuf;
use std::process::{Command, Stdio};

const LECTURE: &str = "puzzles/lecture-4x4.txt";

fn command(arguments: &[&str]) -> Command {
    let mut command = child();
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .stdin(Stdio::null());
    command
}

/// Exit code, standard output, standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    texts(&command(arguments).output().unwrap())
}

/// A folder with a student's files.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    fn put(&self, text: &str) -> PathBuf {
        let file = self.0.path().join("student.txt");
        std::fs::write(&file, text).unwrap();
        file
    }

    /// Grades a formula for a puzzle, and compares it with an encoding.
    fn compared(&self, text: &str, puzzle: &str, encoding: &str) -> (i32, String, String) {
        let file = self.put(text);
        run(&["grade", "-e", encoding, puzzle, file.to_str().unwrap()])
    }

    /// Grades a formula for a puzzle, and compares it with the lecture's.
    fn formula(&self, text: &str, puzzle: &str) -> (i32, String, String) {
        self.compared(text, puzzle, "lecture")
    }

    fn answer(&self, text: &str, puzzle: &str) -> (i32, String, String) {
        let file = self.put(text);
        run(&["grade", puzzle, file.to_str().unwrap()])
    }
}

/// What `encode` writes, without comments.
fn encoded(arguments: &[&str]) -> String {
    let (code, text, errors) = run(&[&["encode", "-o", "-"], arguments].concat());
    assert_eq!(code, 0, "{errors}");
    text.lines()
        .filter(|line| !line.starts_with('c'))
        .map(|line| format!("{line}\n"))
        .collect()
}

/// A formula's clauses with a right header.
fn dimacs(vars: usize, clauses: &[String]) -> String {
    format!("p cnf {vars} {}\n{}\n", clauses.len(), clauses.join("\n"))
}

fn clauses(text: &str) -> Vec<String> {
    text.lines().skip(1).map(String::from).collect()
}

/// The last line: whether the clauses or the solutions are the same.
fn verdict(text: &str) -> &str {
    text.lines().last().unwrap_or("")
}

const SAME_CLAUSES: &str = "The clauses are the same.";
const SAME_SOLUTIONS: &str = "For this puzzle it has the same solutions.";
const OTHER_SOLUTIONS: &str = "For this puzzle it has other solutions.";

#[test]
fn the_reduction_itself_is_right_in_any_order_and_numbering() {
    let desk = Desk::new();
    for puzzle in [
        LECTURE,
        "puzzles/lecture-9x9.txt",
        "puzzles/empty-9x9.txt",
        "1",
    ] {
        for numbering in ["consecutive", "rcv"] {
            let text = encoded(&["--numbering", numbering, puzzle]);
            let (code, told, errors) = desk.formula(&text, puzzle);
            assert_eq!((code, errors.as_str()), (0, ""), "{puzzle} {told}");
            assert!(told.starts_with("Right: "), "{told}");
            assert_eq!(verdict(&told), SAME_CLAUSES, "{told}");
        }
    }
    // Shuffled: clauses backwards, literals backwards, one said twice.
    let text = encoded(&[LECTURE]);
    let mut lines = clauses(&text);
    lines.push(lines[0].clone());
    lines.push("3 -3 0".into());
    let backwards = lines.iter().rev().map(|line| {
        let mut lits: Vec<&str> = line.split(' ').collect();
        lits.pop();
        lits.reverse();
        format!("{} 0", lits.join(" "))
    });
    let backwards: Vec<String> = backwards.collect();
    let (code, told, _) = desk.formula(&dimacs(64, &backwards), LECTURE);
    assert_eq!((code, verdict(&told)), (0, SAME_CLAUSES), "{told}");
    assert!(
        told.contains("1 clause is repeated, which is harmless.\n1 clause is always true"),
        "{told}"
    );
}

#[test]
fn families_are_counted_and_other_encodings_have_the_same_solutions() {
    let desk = Desk::new();
    for encoding in ["extended", "minimal"] {
        for puzzle in [LECTURE, "puzzles/empty-4x4.txt", "puzzles/lecture-9x9.txt"] {
            let text = encoded(&["-e", encoding, puzzle]);
            let (code, told, _) = desk.formula(&text, puzzle);
            assert_eq!(code, 0, "{told}");
            assert_eq!(verdict(&told), SAME_SOLUTIONS, "{encoding} {puzzle}");
            assert!(told.contains("no number is twice in a row (not in lecture, but true)"));
            assert_eq!(told.contains("<- not all"), encoding == "minimal", "{told}");
        }
    }
    let text = encoded(&["-e", "minimal", LECTURE]);
    let (code, told, _) = desk.compared(&text, LECTURE, "minimal");
    assert_eq!((code, verdict(&told)), (0, SAME_CLAUSES), "{told}");
}

#[test]
fn auxiliary_variables_are_allowed() {
    let desk = Desk::new();
    for way in ["sequential", "product", "commander", "bitwise"] {
        for puzzle in [LECTURE, "puzzles/empty-4x4.txt"] {
            let text = encoded(&["--at-most-one", way, puzzle]);
            let (code, told, _) = desk.formula(&text, puzzle);
            assert_eq!((code, verdict(&told)), (0, SAME_SOLUTIONS), "{way} {told}");
            assert!(told.contains("stand for no candidate"), "{told}");
        }
    }
    // An auxiliary variable that forbids the solution.
    let mut lines = clauses(&encoded(&[LECTURE]));
    lines.push("-4 65 0".into());
    lines.push("-4 -65 0".into());
    let (code, told, _) = desk.formula(&dimacs(65, &lines), LECTURE);
    assert_eq!((code, verdict(&told)), (1, OTHER_SOLUTIONS), "{told}");
}

#[test]
fn a_clause_left_out_is_named() {
    let desk = Desk::new();
    let text = encoded(&["--clause-order", "lecture", LECTURE]);
    let all = clauses(&text);
    for (left_out, words, numbers) in [
        (2, "row 1 needs a 3", "3 7 11 15 0"),
        (34, "box 1 needs a 3", "3 7 19 23 0"),
        (160, "the clue r1c2=1", "5 0"),
    ] {
        let mut lines = all.clone();
        lines.remove(left_out);
        let (_, told, _) = desk.formula(&dimacs(64, &lines), LECTURE);
        assert!(
            told.contains("The first missing of 1 clause, of "),
            "{told}"
        );
        assert!(told.contains(&format!(": {words} ({numbers}).")), "{told}");
        assert!(told.contains("<- not all"));
    }
    // Without its clues the puzzle has more solutions.
    let (code, told, _) = desk.formula(&dimacs(64, &all[..160]), LECTURE);
    assert_eq!(code, 1);
    assert_eq!(verdict(&told), OTHER_SOLUTIONS, "{told}");
    // By row, column and value, the missing clause is told in those numbers.
    let text = encoded(&["--clause-order", "lecture", "--numbering", "rcv", LECTURE]);
    let lines = &clauses(&text)[1..];
    let (_, told, _) = desk.formula(&dimacs(444, lines), LECTURE);
    assert!(
        told.contains(": row 1 needs a 1 (111 121 131 141 0)."),
        "{told}"
    );
}

/// Every single clause left out or negated in part: the verdict is that of an
/// independent count of the solutions.
#[test]
fn verdicts_are_right_whatever_clause_is_wrong() {
    let desk = Desk::new();
    let puzzle = "12..............";
    let text = encoded(&["--clause-order", "lecture", puzzle]);
    let all = clauses(&text);
    let mut seen = [0, 0];
    for index in (0..all.len()).step_by(13) {
        let mut lines = all.clone();
        lines.remove(index);
        let formula = dimacs(64, &lines);
        let (_, told, _) = desk.formula(&formula, puzzle);
        let same = models(&formula) == models(&text);
        let expected = if same {
            SAME_SOLUTIONS
        } else {
            OTHER_SOLUTIONS
        };
        assert_eq!(verdict(&told), expected, "clause {}\n{told}", index + 1);
        seen[usize::from(same)] += 1;
    }
    assert!(seen[0] > 0, "some clauses matter: {seen:?}");
}

/// Returns the number of models that batsat finds, not projected.
fn models(text: &str) -> usize {
    use batsat::{BasicSolver, SolverInterface, Var, lbool};
    let mut solver = BasicSolver::default();
    let vars: Vec<Var> = (0..64).map(|_| solver.new_var_default()).collect();
    for line in text.lines().skip(1) {
        let mut lits: Vec<batsat::Lit> = line
            .split(' ')
            .filter_map(|number| number.parse().ok())
            .filter(|&number: &i32| number != 0)
            .map(|number| batsat::Lit::new(vars[number.unsigned_abs() as usize - 1], number > 0))
            .collect();
        solver.add_clause_reuse(&mut lits);
    }
    let mut models = 0;
    while models < 1000 && solver.solve_limited(&[]) == lbool::TRUE {
        models += 1;
        let mut other: Vec<batsat::Lit> = vars
            .iter()
            .map(|&var| batsat::Lit::new(var, solver.value_var(var) != lbool::TRUE))
            .collect();
        solver.add_clause_reuse(&mut other);
    }
    models
}

#[test]
fn a_clause_of_another_kind_is_named() {
    let desk = Desk::new();
    let mut lines = clauses(&encoded(&[LECTURE]));
    lines.insert(9, "-4 -20 0".into());
    lines.insert(19, "-4 7 -30 0".into());
    let (code, told, _) = desk.formula(&dimacs(64, &lines), LECTURE);
    // The first is true (r1c1 and r2c1 not both 4), and the second harmless.
    assert_eq!((code, verdict(&told)), (0, SAME_SOLUTIONS), "{told}");
    assert!(
        told.contains("no number is twice in a column (not in lecture"),
        "{told}"
    );
    assert!(
        told.contains("The first clause of another kind is clause 20 (line 21): \"-4 7 -30 0\"."),
        "{told}"
    );
    lines.push("1 2 3 0".into());
    let (code, told, _) = desk.formula(&dimacs(64, &lines), LECTURE);
    assert_eq!((code, verdict(&told)), (1, OTHER_SOLUTIONS), "{told}");
}

#[test]
fn an_unsolvable_puzzle_is_unsolvable_by_any_formula() {
    let desk = Desk::new();
    let clash = "11..............";
    let text = encoded(&["-e", "extended", clash]);
    let mut lines = clauses(&text);
    lines.remove(3);
    let (_, told, _) = desk.formula(&dimacs(64, &lines), clash);
    assert_eq!(verdict(&told), SAME_SOLUTIONS, "{told}");
    lines.retain(|clause| clause != "1 0");
    let (_, told, _) = desk.formula(&dimacs(64, &lines), clash);
    assert_eq!(verdict(&told), OTHER_SOLUTIONS, "{told}");
}

#[test]
fn answers_are_judged_rule_by_rule() {
    let desk = Desk::new();
    let right = "s SATISFIABLE\nv 4 5 10 15 18 23 25 32 33 40 43 46 51 54 60 61 0\n";
    let (code, told, errors) = desk.answer(right, LECTURE);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(told.starts_with("Right: "), "{told}");
    assert!(told.contains("16 candidates true, variables numbered without gaps.\n+-----+"));
    let rcv = "SAT\n114 121 132 143 212 223 231 244 311 324 333 342 413 422 434 441 0\n";
    let (code, told, _) = desk.answer(rcv, LECTURE);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("by row, column, value"));
    // r1c1 is 3 and 4, r1c2 nothing.
    let wrong = right.replace("4 5 10", "3 4 10");
    let (code, told, _) = desk.answer(&wrong, LECTURE);
    assert_eq!(code, 1);
    for line in [
        "    the clue r1c2=1 does not hold",
        "    r1c1 holds several numbers: 3, 4",
        "    r1c2 needs a number: none",
        "    row 1 needs a 1: none",
        "    row 1 has several 3s: r1c1, r1c4",
    ] {
        assert!(told.lines().any(|other| other == line), "{line}\n{told}");
    }
    let (code, told, _) = desk.answer("s UNSATISFIABLE\n", LECTURE);
    assert_eq!(code, 1);
    assert!(
        told.starts_with("Wrong: ") && told.contains(" has no solution.\n+-----+"),
        "{told}"
    );
    let (code, told, _) = desk.answer("UNSAT\n", "11..............");
    assert_eq!(
        (code, told.as_str()),
        (0, "Right: argument 1:1 has no solution.\n")
    );
    let (code, told, _) = desk.answer("s SATISFIABLE\nv 0\n", LECTURE);
    assert_eq!(code, 1);
    assert!(told.contains("and ") && told.contains(" more\n"), "{told}");
    let (code, told, _) = desk.answer("s UNKNOWN\n", LECTURE);
    assert!(
        code == 1 && told.contains("says that the solver gave up"),
        "{told}"
    );
    let (code, told, _) = desk.answer("s SATISFIABLE\n", LECTURE);
    assert!(code == 1 && told.contains("no model follows"), "{told}");
    // Of any size and any rules.
    let large = "puzzles/large/36x36.txt";
    let (code, told, _) = desk.answer("s SATISFIABLE\nv 0\n", large);
    assert_eq!(code, 1, "{told}");
}

#[test]
fn bad_usage_is_an_error() {
    let desk = Desk::new();
    let file = desk.put("p cnf 0 0\n");
    let file = file.to_str().unwrap();
    for (arguments, why) in [
        (
            &["grade", file, LECTURE][..],
            "this is no Sudoku, but puzzles/lecture-4x4.txt is one",
        ),
        (&["grade", "puzzles/large/36x36.txt", file], "up to 25×25"),
        (
            &[
                "grade",
                "-e",
                "lecture",
                "--rules",
                "anti-knight",
                LECTURE,
                file,
            ],
            "no family",
        ),
        (
            &["check", "--student", file, LECTURE],
            "`sudosat grade puzzles/lecture-4x4.txt ",
        ),
        (
            &["check", "--student-answer", file, LECTURE],
            "`sudosat grade puzzles/lecture-4x4.txt ",
        ),
    ] {
        let (code, told, errors) = run(arguments);
        assert_eq!((code, told.as_str()), (2, ""), "{arguments:?}");
        assert!(
            errors.starts_with("error: ") && errors.contains(why),
            "{arguments:?}: {errors}"
        );
    }
}

#[test]
fn damaged_work_is_an_error_and_what_is_no_sudoku_is_told_calmly() {
    let desk = Desk::new();
    for answer in ["v 1 2\n", "s SATISFIABLE\nv 1 -1 0\n"] {
        let (code, told, errors) = desk.answer(answer, LECTURE);
        assert_eq!((code, told.as_str()), (2, ""), "{answer:?}: {errors}");
        assert!(errors.starts_with("error: "), "{answer:?}: {errors}");
    }
    let nine = encoded(&["puzzles/classic-9x9.txt"]);
    for (formula, expected) in [("p cnf 0 0\n", 1), (&nine, 3)] {
        let (code, told, errors) = desk.formula(formula, LECTURE);
        assert_eq!(code, expected, "{told}{errors}");
    }
}

/// What `--json` says of a student's work, and the exit code.
fn line(text: &str, puzzle: &str) -> (i32, serde_json::Value) {
    let desk = Desk::new();
    let file = desk.put(text);
    let file = file.to_str().unwrap();
    let (code, told, errors) = run(&["grade", "--json", "-e", "lecture", puzzle, file]);
    assert_eq!(errors, "");
    assert_eq!(told.matches('\n').count(), 1, "one line: {told}");
    (code, serde_json::from_str(&told).unwrap())
}

#[test]
fn a_formula_is_compared_for_programs_too() {
    let right = encoded(&["--clause-order", "lecture", LECTURE]);
    let (code, told) = line(&right, LECTURE);
    let compared = &told["formula"]["comparison"];
    assert_eq!((code, &compared["same_clauses"]), (0, &true.into()));
    assert_eq!(compared["families"][4]["family"], "cell-at-most-one");
    assert_eq!(compared["families"][4]["found"], 96);
    assert!(compared.get("missing").is_none() && compared.get("strange").is_none());

    let mut clauses = clauses(&right);
    clauses.remove(70);
    clauses.push("-4 0".into());
    let (code, told) = line(&dimacs(64, &clauses), LECTURE);
    let compared = &told["formula"]["comparison"];
    assert_eq!((code, &compared["same_clauses"]), (1, &false.into()));
    assert_eq!(compared["same_solutions"], false);
    assert_eq!(compared["missing"]["count"], 1);
    assert_eq!(compared["missing"]["clause"], serde_json::json!([-5, -6]));
    assert_eq!(compared["missing"]["words"], "r1c2 can't hold both 1 and 2");
    assert_eq!(compared["strange"], 164);
}

#[test]
fn an_answer_is_judged_for_programs_too() {
    let solved = "s SATISFIABLE\nv 4 5 10 15 18 23 25 32 33 40 47 50 59 0\n";
    let (code, told) = line(solved, LECTURE);
    let answer = &told["answer"];
    assert_eq!((code, &told["verdict"]), (1, &"wrong".into()));
    assert_eq!(
        (&answer["says"], &answer["held"]),
        (&"satisfiable".into(), &13.into())
    );
    assert!(!answer["faults"].as_array().unwrap().is_empty() && answer.get("solution").is_none());

    let (code, told) = line("s UNSATISFIABLE\n", LECTURE);
    assert_eq!((code, &told["verdict"]), (1, &"wrong".into()));
    assert_eq!(
        told["answer"]["solution"][3],
        serde_json::json!([3, 2, 4, 1])
    );
    let (code, told) = line("s UNSATISFIABLE\n", "11..............");
    assert_eq!((code, &told["verdict"]), (0, &"right".into()));
    let (code, told) = line("s SATISFIABLE\nv 1 0\n", "1");
    assert_eq!((code, &told["verdict"]), (0, &"right".into()));
    assert_eq!(told["answer"]["solution"], serde_json::json!([[1]]));
}
