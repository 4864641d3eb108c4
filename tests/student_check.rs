//! `check --student` and `check --student-answer`: right work is called right,
//! and each kind of mistake is named.

use crate::program::{child, texts};
use std::path::{Path, PathBuf};
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

    /// Checks a formula for a puzzle.
    fn formula(&self, text: &str, puzzle: &str) -> (i32, String, String) {
        let file = self.put(text);
        run(&["check", "--student", file.to_str().unwrap(), puzzle])
    }

    fn answer(&self, text: &str, puzzle: &str) -> (i32, String, String) {
        let file = self.put(text);
        run(&["check", "--student-answer", file.to_str().unwrap(), puzzle])
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

/// The last of the lines that begin with a capital.
fn verdict(text: &str) -> &str {
    let mut verdicts = text
        .lines()
        .filter(|line| line.starts_with(char::is_uppercase));
    verdicts.next().unwrap_or("")
}

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
            assert_eq!(verdict(&told), "The same clauses.", "{told}");
            let words = match numbering {
                "rcv" => "numbered by row, column, value",
                _ => "numbered without gaps",
            };
            assert!(told.contains(words), "{puzzle} {told}");
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
    assert_eq!((code, verdict(&told)), (0, "The same clauses."), "{told}");
    assert!(
        told.contains("       -       1        said before"),
        "{told}"
    );
    assert!(told.contains("true whatever the variables are"), "{told}");
}

#[test]
fn families_are_counted_and_other_encodings_have_the_same_solutions() {
    let desk = Desk::new();
    for encoding in ["extended", "minimal"] {
        for puzzle in [LECTURE, "puzzles/empty-4x4.txt", "puzzles/lecture-9x9.txt"] {
            let text = encoded(&["-e", encoding, puzzle]);
            let (code, told, _) = desk.formula(&text, puzzle);
            assert_eq!(code, 0, "{told}");
            assert_eq!(
                verdict(&told),
                "Other clauses, but the same solutions for this puzzle.",
                "{encoding} {puzzle}"
            );
            assert!(told.contains("no number is twice in a row (not asked for, but true)"));
            assert_eq!(told.contains("<- not all"), encoding == "minimal", "{told}");
        }
    }
    let text = encoded(&["-e", "minimal", LECTURE]);
    let file = desk.put(&text);
    let file = file.to_str().unwrap();
    let (code, told, _) = run(&["check", "--student", file, "-e", "minimal", LECTURE]);
    assert_eq!((code, verdict(&told)), (0, "The same clauses."), "{told}");
}

/// Auxiliary variables: all solutions of the puzzle are tried.
#[test]
fn auxiliary_variables_are_allowed() {
    let desk = Desk::new();
    for way in ["sequential", "product", "commander", "bitwise"] {
        for numbering in ["consecutive", "rcv"] {
            let text = encoded(&["--at-most-one", way, "--numbering", numbering, LECTURE]);
            let (code, told, _) = desk.formula(&text, LECTURE);
            assert_eq!(told.contains("by row"), numbering == "rcv", "{told}");
            assert_eq!(code, 0, "{way} {told}");
            assert!(told.contains("auxiliary"), "{told}");
            assert!(told.contains("but the same solutions"), "{told}");
        }
    }
    // 288 solutions are too many to try.
    let text = encoded(&["--at-most-one", "bitwise", "puzzles/empty-4x4.txt"]);
    let (code, told, _) = desk.formula(&text, "puzzles/empty-4x4.txt");
    assert_eq!(code, 3, "{told}");
    assert!(told.contains("the first 100 solutions fit"), "{told}");
    // An auxiliary variable that forbids the solution.
    let mut lines = clauses(&encoded(&[LECTURE]));
    lines.push("-4 65 0".into());
    lines.push("-4 -65 0".into());
    let (code, told, _) = desk.formula(&dimacs(65, &lines), LECTURE);
    assert_eq!(code, 1, "{told}");
    assert!(
        told.contains("Too strong: this solution does not fit:"),
        "{told}"
    );
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
        let named = format!(":\n    {words}\n    {numbers}\n");
        assert!(told.contains("the first missing of 1 clause"), "{told}");
        assert!(told.contains(&named), "{told}");
        assert!(told.contains("<- not all"));
    }
    // Without its clues the puzzle has more solutions.
    let (code, told, _) = desk.formula(&dimacs(64, &all[..160]), LECTURE);
    assert_eq!(code, 1);
    assert!(told.contains("Not equivalent.\nToo weak, this does not follow: the clue r1c2=1."));
    // By row, column and value, the missing clause is told in those numbers.
    let text = encoded(&["--clause-order", "lecture", "--numbering", "rcv", LECTURE]);
    let lines = &clauses(&text)[1..];
    let (_, told, _) = desk.formula(&dimacs(444, lines), LECTURE);
    assert!(
        told.contains("\n    row 1 needs a 1\n    111 121 131 141 0\n"),
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
        let (code, told, _) = desk.formula(&formula, puzzle);
        let same = models(&formula) == models(&text);
        assert_eq!(code, i32::from(!same), "clause {}\n{told}", index + 1);
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
fn a_wrong_clause_is_named_with_the_solution_that_it_forbids() {
    let desk = Desk::new();
    let mut lines = clauses(&encoded(&[LECTURE]));
    lines.insert(9, "-4 -20 0".into());
    lines.insert(19, "-4 7 -30 0".into());
    let (code, told, _) = desk.formula(&dimacs(64, &lines), LECTURE);
    // The first is true (r1c1 and r2c1 not both 4), and the second harmless.
    assert_eq!(code, 0, "{told}");
    assert!(
        told.contains("no number is twice in a column (not asked for"),
        "{told}"
    );
    lines.push("1 2 3 0".into());
    let (code, told, _) = desk.formula(&dimacs(64, &lines), LECTURE);
    assert_eq!(code, 1);
    let number = lines.len();
    assert!(
        told.contains(&format!(
            "Too strong: clause {number}, \"r1c1=1 or r1c1=2 or r1c1=3\", forbids a solution:\n+-----+"
        )),
        "{told}"
    );
    assert!(told.contains("| 4 1 | 2 3 |"), "{told}");
}

#[test]
fn an_unsolvable_puzzle_is_unsolvable_by_any_formula() {
    let desk = Desk::new();
    let clash = "11..............";
    let (code, told, _) = desk.formula("p cnf 64 2\n1 0\n-1 0\n", clash);
    assert_eq!(code, 0, "{told}");
    let (code, told, _) = desk.formula("p cnf 64 0\n", clash);
    assert_eq!(code, 1, "{told}");
}

#[test]
fn answers_are_judged_rule_by_rule() {
    let desk = Desk::new();
    let right = "s SATISFIABLE\nv 4 5 10 15 18 23 25 32 33 40 43 46 51 54 60 61 0\n";
    let (code, told, errors) = desk.answer(right, LECTURE);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(told.starts_with("A solution; variables numbered without gaps.\n+-----+"));
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
        told.starts_with("Wrong: it says that there is no solution.\n"),
        "{told}"
    );
    let (code, told, _) = desk.answer("UNSAT\n", "11..............");
    assert_eq!((code, told.as_str()), (0, "Right: there is no solution.\n"));
    let (code, told, _) = desk.answer("s SATISFIABLE\nv 0\n", LECTURE);
    assert_eq!(code, 1);
    assert!(told.contains("and ") && told.contains(" more\n"), "{told}");
    assert_eq!(desk.answer("s UNKNOWN\n", LECTURE).0, 1);
    assert_eq!(desk.answer("s SATISFIABLE\n", LECTURE).0, 1);
}

#[test]
fn bad_input_is_an_error_with_its_place() {
    let desk = Desk::new();
    for (text, why) in [
        ("", "p cnf"),
        ("p cnf 64 2\n1 2 0\n", "clause"),
        ("p cnf 3 1\n4 0\n", "4"),
        ("p cnf 64 1\n1 x 0\n", "x"),
        ("\u{0}\u{1}", "header"),
    ] {
        let (code, told, errors) = desk.formula(text, LECTURE);
        assert_eq!((code, told.as_str()), (2, ""), "{text:?}");
        assert!(
            errors.starts_with("error: ") && errors.contains(why),
            "{errors}"
        );
    }
    for text in ["", "v 1 2\n", "s SATISFIABLE\nv 1 -1 0\n"] {
        let (code, told, errors) = desk.answer(text, LECTURE);
        assert_eq!((code, told.as_str()), (2, ""), "{text:?}");
        assert!(errors.starts_with("error: "), "{errors}");
    }
    let file = desk.put("p cnf 0 0\n");
    let file = file.to_str().unwrap();
    for arguments in [
        &["--student", "no-such-file", LECTURE][..],
        &["--student", file, LECTURE, LECTURE],
        &["--student", file, "--student-answer", file, LECTURE],
        &["--student", file, "--stats", LECTURE],
        &["--student", file, "--at-most-one", "product", LECTURE],
        &["--student", file, "puzzles/large/36x36.txt"],
        &["--student", file],
    ] {
        let (code, told, errors) = run(&[&["check"], arguments].concat());
        assert_eq!((code, told.as_str()), (2, ""), "{arguments:?}");
        assert!(errors.starts_with("error: "), "{arguments:?}: {errors}");
    }
    assert!(Path::new(file).exists());
}

/// A formula of nothing, and one of the wrong size.
#[test]
fn what_is_no_sudoku_at_all_is_told_calmly() {
    let desk = Desk::new();
    let (code, told, _) = desk.formula("p cnf 0 0\n", LECTURE);
    assert_eq!(code, 1);
    assert!(told.contains("the first missing of 164 clauses"), "{told}");
    let large = encoded(&["puzzles/lecture-9x9.txt"]);
    let (code, told, _) = desk.formula(&large, LECTURE);
    assert_eq!(code, 1, "{told}");
    let (code, told, _) = desk.formula("p cnf 1 1\n0\n", LECTURE);
    assert_eq!(code, 1);
    assert!(
        told.contains("clause 1:\n    the empty clause, which nothing satisfies\n     0"),
        "{told}"
    );
}

/// What `--json` says of a student's work, and the exit code.
fn line(option: &str, text: &str, puzzle: &str) -> (i32, serde_json::Value) {
    let desk = Desk::new();
    let file = desk.put(text);
    let (code, told, errors) = run(&["check", "--json", option, file.to_str().unwrap(), puzzle]);
    assert_eq!(errors, "");
    assert_eq!(told.matches('\n').count(), 1, "one line: {told}");
    (code, serde_json::from_str(&told).unwrap())
}

#[test]
fn a_formula_is_judged_for_programs_too() {
    let right = encoded(&["--clause-order", "lecture", LECTURE]);
    let (code, told) = line("--student", &right, LECTURE);
    assert_eq!((code, &told["meaning"]), (0, &"same clauses".into()));
    assert_eq!(told["families"][4]["family"], "cell-at-most-one");
    assert_eq!(told["families"][4]["found"], 96);
    assert!(told.get("missing").is_none() && told.get("too_weak").is_none());

    let mut clauses = clauses(&right);
    clauses.remove(70);
    clauses.push("-4 0".into());
    let (code, told) = line("--student", &dimacs(64, &clauses), LECTURE);
    assert_eq!((code, &told["meaning"]), (1, &"different".into()));
    assert_eq!(told["clauses"], 164);
    assert_eq!(told["missing"]["count"], 1);
    assert_eq!(told["missing"]["clause"], serde_json::json!([-5, -6]));
    assert_eq!(told["missing"]["words"], "r1c2 can't hold both 1 and 2");
    assert_eq!(told["strange"]["number"], 164);
    assert_eq!(told["too_strong"]["clause"], serde_json::json!([-4]));
    assert_eq!(
        told["too_strong"]["solution"][0],
        serde_json::json!([4, 1, 2, 3])
    );

    let (code, told) = line("--student", "p cnf 1 1\n-1 0\n", "1");
    assert_eq!((code, &told["meaning"]), (1, &"different".into()));
}

#[test]
fn an_answer_is_judged_for_programs_too() {
    let solved = "s SATISFIABLE\nv 4 5 10 15 18 23 25 32 33 40 47 50 59 0\n";
    let (code, told) = line("--student-answer", solved, LECTURE);
    assert_eq!((code, &told["right"]), (1, &false.into()));
    assert_eq!(
        (&told["says"], &told["held"]),
        (&"satisfiable".into(), &13.into())
    );
    assert!(!told["faults"].as_array().unwrap().is_empty() && told.get("solution").is_none());

    let (code, told) = line("--student-answer", "s UNSATISFIABLE\n", LECTURE);
    assert_eq!((code, &told["right"]), (1, &false.into()));
    assert_eq!(told["solution"][3], serde_json::json!([3, 2, 4, 1]));
    let (code, told) = line("--student-answer", "s UNSATISFIABLE\n", "11..............");
    assert_eq!((code, &told["right"]), (0, &true.into()));
    let (code, told) = line("--student-answer", "s SATISFIABLE\nv 1 0\n", "1");
    assert_eq!((code, &told["right"]), (0, &true.into()));
    assert_eq!(told["solution"], serde_json::json!([[1]]));
}
