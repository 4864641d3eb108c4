//! `explain --cnf`: a formula that comes from anywhere.

use super::*;
use std::path::PathBuf;
use sudosat::teach::replay;
use sudosat::teach::trace::Event;

/// Writes a formula to a file.
fn file(folder: &tempfile::TempDir, text: &str) -> PathBuf {
    let file = folder.path().join("f.cnf");
    std::fs::write(&file, text).unwrap();
    file
}

#[test]
fn a_formula_is_told_step_by_step() {
    let folder = tempfile::tempdir().unwrap();
    let file = file(&folder, "p cnf 3 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 3 0\n");
    let file = file.to_str().unwrap();
    let text = explain(&["--cnf", file]);
    in_order(
        &text,
        &[
            "THE FORMULA",
            "3 variables, 4 clauses, 9 literals; x3 is variable 3.",
            "3  of 2 literals",
            "1  of 3 literals",
            "THE RUN: cdcl",
            "1    ? x1       decided",
            "1    → x2       #2 ¬x1 or x2",
            "1    → x3       #4 ¬x1 or ¬x2 or x3",
            "1    ✓ every clause is satisfied",
            "4 steps.",
            "The model:",
            "x1 x2 x3",
        ],
    );
    let listed = explain(&["--cnf", file, "--formula"]);
    in_order(
        &listed,
        &["#1 x1 or x2                                      1 2 0"],
    );
    assert!(listed.contains("#4 ¬x1 or ¬x2 or x3") && listed.contains("-1 -2 3 0"));
    let empty = folder.path().join("empty.cnf");
    std::fs::write(&empty, "p cnf 0 0\n").unwrap();
    let text = explain(&["--cnf", empty.to_str().unwrap()]);
    assert!(
        text.contains("0 variables, 0 clauses, 0 literals.\n"),
        "{text}"
    );
    assert!(text.ends_with("\nThe model has no variables.\n"), "{text}");
    let window = explain(&["--cnf", file, "--steps", "2..2"]);
    assert!(!window.contains("THE FORMULA") && !window.contains("decided\n"));
    assert!(window.contains("→ x2") && !window.contains("→ x3"));
}

/// No model, in every way in which there can be none; and nothing at all.
#[test]
fn odd_formulas_are_told_and_their_traces_hold() {
    let folder = tempfile::tempdir().unwrap();
    for (text, told) in [
        (
            "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n",
            "There is no solution.",
        ),
        ("p cnf 1 2\n1 0\n-1 0\n", "There is no solution."),
        ("p cnf 1 1\n0\n", "There is no solution."),
        (
            "p cnf 3 4\n2 3 0\n1 0\n-1 0\n3 0\n",
            "There is no solution.",
        ),
        ("p cnf 2 2\n1 0\n0\n", "There is no solution."),
        ("p cnf 3 3\n1 0\n-1 -1 0\n3 0\n", "There is no solution."),
        ("p cnf 2 2\n-2 -2 0\n1 2 2 0\n", "x1 ¬x2"),
        ("p cnf 0 0\n", "The model has no variables."),
        ("p cnf 3 0\n", "x1 x2 x3"),
        ("p cnf 2 2\n1 -1 0\n2 2 0\n", "The model:"),
        ("p cnf 3 3\n3 0\n3 0\n-3 -2 0\n", "x1 ¬x2 x3"),
    ] {
        let file = file(&folder, text);
        let file = file.to_str().unwrap();
        let said = explain(&["--cnf", file]);
        assert!(said.contains(told), "{text}\n{said}");
        let trace = trace(&["--cnf", file]);
        assert_eq!(replay::trace(&trace), Ok(()), "{text}");
        let end = trace.runs[0].events.last().unwrap();
        let satisfiable = matches!(end, Event::Solution { .. });
        assert_eq!(satisfiable, !told.contains("no solution"), "{text}");
    }
}

/// The same steps as the puzzle's own explanation, with numbers for names.
#[test]
fn a_puzzles_formula_takes_the_same_steps() {
    let folder = tempfile::tempdir().unwrap();
    let own = trace(&[LECTURE]);
    let cnf = own.cnf.as_ref().unwrap();
    let mut text = format!("p cnf {} {}\n", cnf.vars, cnf.clauses.len());
    for clause in &cnf.clauses {
        let numbers: Vec<String> = clause.iter().map(i32::to_string).collect();
        text += &format!("{} 0\n", numbers.join(" "));
    }
    let file = file(&folder, &text);
    let file = file.to_str().unwrap();
    let plain = trace(&["--cnf", file]);
    let (own, plain) = (&own.runs[0].events, &plain.runs[0].events);
    assert_eq!(own.len(), plain.len());
    // The last one has a grid where the puzzle is known.
    assert_eq!(own[..own.len() - 1], plain[..plain.len() - 1]);
    assert!(explain(&["--cnf", file]).contains("#69 ¬x2 or ¬x4"));
    let (figure, puzzles) = (
        ["--dot", "conflict", "--cnf", file],
        ["--dot", "conflict", LECTURE],
    );
    assert!(explain(&figure).contains("\"x1 @1\""));
    let edges = |text: String| text.matches(" -> ").count();
    assert_eq!(edges(explain(&figure)), edges(explain(&puzzles)));
}

/// Forged: literals, names and steps that the formula does not have.
#[test]
fn a_forged_trace_of_a_formula_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = file(&folder, "p cnf 4 3\n1 2 0\n-1 2 3 0\n-3 -2 0\n");
    let honest = trace(&["--cnf", file.to_str().unwrap()]);
    assert_eq!(replay::trace(&honest), Ok(()));
    let forge = |change: &dyn Fn(&mut Trace)| {
        let mut forged = honest.clone();
        change(&mut forged);
        replay::trace(&forged)
    };
    let changes: [&dyn Fn(&mut Trace); 8] = [
        &|t| t.cnf.as_mut().unwrap().clauses[0][0] = 5,
        &|t| t.cnf.as_mut().unwrap().clauses[0][0] = 0,
        &|t| t.cnf.as_mut().unwrap().clauses[1] = vec![-1],
        &|t| t.cnf.as_mut().unwrap().names.swap(0, 1),
        &|t| t.cnf.as_mut().unwrap().groups[0].count = 2,
        &|t| t.cnf.as_mut().unwrap().vars = 3,
        &|t| drop(t.runs[0].events.remove(0)),
        // A decision about a variable that is not there.
        &|t| {
            let end = t.runs[0].events.len() - 1;
            let extra = Event::Decide { lit: 5, level: 9 };
            t.runs[0].events.insert(end, extra);
        },
    ];
    for (number, change) in changes.into_iter().enumerate() {
        assert!(forge(change).is_err(), "change {number}");
    }
    // The same with the level that it would have.
    let levels = honest.runs[0]
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Decide { level, .. } | Event::Imply { level, .. } => Some(*level),
            _ => None,
        });
    let level = levels.max().unwrap() + 1;
    let decided = forge(&|t| {
        let end = t.runs[0].events.len() - 1;
        t.runs[0]
            .events
            .insert(end, Event::Decide { lit: 5, level });
    });
    assert!(decided.is_err());
}

#[test]
fn what_is_no_formula_or_fits_none_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let good = file(&folder, "p cnf 1 1\n1 0\n");
    let good = good.to_str().unwrap();
    let bad = folder.path().join("bad.cnf");
    std::fs::write(&bad, "p cnf 2 1\n1 2\n").unwrap();
    for (arguments, why) in [
        (&["--cnf", bad.to_str().unwrap()][..], "bad.cnf:"),
        (&["--cnf", "no-such-file"], "no-such-file"),
        (&["--cnf", good, "--engine", "dlx"], "--engine cdcl"),
        (
            &["--cnf", good, "--svg", "matrix"],
            "the figures conflict, resolution and, with --engine dpll, tree",
        ),
        (&["--cnf", good, "--svg", "conflict"], "no conflict"),
        (&["--cnf", good, "-e", "extended"], "cannot be used"),
        (&["--cnf", good, LECTURE], "cannot be used"),
        (
            &["--cnf", good, "--json", "--steps", "2..3"],
            "begins with step 1",
        ),
    ] {
        let (code, text, errors) = run(arguments);
        assert_eq!((code, text.as_str()), (2, ""), "{arguments:?}");
        assert!(errors.contains(why), "{arguments:?}: {errors}");
    }
}
