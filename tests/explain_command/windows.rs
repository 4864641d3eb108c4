//! Which steps are shown, and of which puzzles.

use super::*;

fn steps(text: &str) -> Vec<u64> {
    let number = |line: &str| line.split_whitespace().next()?.parse().ok();
    let told = section(text, "THE RUN");
    told.lines()
        .filter(|line| line.starts_with(' '))
        .filter_map(number)
        .collect()
}

#[test]
fn a_window_shows_its_steps_alone() {
    for engine in ["cdcl", "dlx", "matrix", "backtrack"] {
        let text = explain(&[
            "--engine",
            engine,
            "--steps",
            "11..20",
            "puzzles/classic-9x9.txt",
        ]);
        assert!(text.starts_with("THE RUN"), "{engine}");
        assert_eq!(
            steps(&text),
            (11..=20).collect::<Vec<u64>>(),
            "{engine}\n{text}"
        );
        assert!(
            text.contains("these were steps 11..20. `--steps 21..30` shows"),
            "{engine}"
        );
    }
}

/// A step is told the same whether the steps before it were shown or not.
#[test]
fn a_window_tells_what_the_whole_run_tells() {
    for engine in ["cdcl", "dlx", "backtrack"] {
        let whole = explain(&["--engine", engine, "--steps", "1..", LECTURE]);
        for window in ["30..40", "60..", "..9"] {
            let part = explain(&["--engine", engine, "--steps", window, LECTURE]);
            let numbers = steps(&part);
            for line in part
                .lines()
                .filter(|line| steps(&format!("THE RUN\n{line}")).len() == 1)
            {
                assert!(
                    whole.lines().any(|other| other == line),
                    "{engine} {window}: {line}"
                );
            }
            assert!(numbers.is_sorted() && numbers.len() <= steps(&whole).len());
        }
    }
}

#[test]
fn long_runs_are_cut_off_and_say_so() {
    for engine in ["cdcl", "backtrack"] {
        let text = explain(&["--engine", engine, "puzzles/brute-force-killer.txt"]);
        assert_eq!(steps(&text).last(), Some(&2000), "{engine}");
        assert!(
            text.ends_with("`--steps 2001..4000` shows what comes next.\n"),
            "{engine}"
        );
    }
    let trace = trace(&["--steps", "1..50", "puzzles/brute-force-killer.txt"]);
    assert_eq!(trace.runs[0].truncated, Some(50));
    assert_eq!(trace.runs[0].events.len(), 50);
}

#[test]
fn the_level_of_the_clues_is_collapsed_on_large_puzzles_only() {
    let text = explain(&["-e", "extended", "puzzles/classic-9x9.txt"]);
    assert!(text.contains("candidates are ruled out (not shown)"));
    assert!(
        !text.contains("decided\n"),
        "unit propagation alone solves it"
    );
    let text = explain(&[
        "-e",
        "extended",
        "--steps",
        "1..900",
        "puzzles/classic-9x9.txt",
    ]);
    assert!(!text.contains("not shown"));
    assert_eq!(steps(&text).len(), 730);
    assert!(!explain(&[LECTURE]).contains("not shown"));
}

#[test]
fn a_window_behind_the_end_shows_nothing() {
    let text = explain(&["--steps", "5000..6000", LECTURE]);
    assert!(text.contains("The run has fewer steps."));
    assert!(steps(&text).is_empty());
}

#[test]
fn no_window_where_none_can_be() {
    for bad in ["0", "5..3", "0..3", "x..y"] {
        let (code, text, errors) = run(&["--steps", bad, LECTURE]);
        assert_eq!((code, text.as_str()), (2, ""), "{bad}");
        assert!(errors.contains("--steps"), "{errors}");
    }
    let (code, _, errors) = run(&["--json", "--steps", "5..9", LECTURE]);
    assert_eq!(code, 2);
    assert!(errors.contains("begins with step 1"), "{errors}");
}

#[test]
fn large_grids_are_reduced_but_not_run() {
    let blank = ".".repeat(16 * 16);
    let text = explain(&[&blank]);
    assert!(text.contains("31744 clauses") && text.ends_with("shows what comes next.\n"));
    let numbers = format!("1 {}", ". ".repeat(36 * 36 - 1));
    let text = explain(&[&numbers]);
    assert!(text.contains("821665 clauses"), "{text}");
    assert!(text.ends_with("Runs are shown up to n = 5, not for a grid of 36×36.\n"));
    assert_eq!(run(&["--json", &numbers]).0, 2);
}

/// A search that is over before it is told to stop does not give the answer away.
#[test]
fn what_comes_behind_the_window_is_not_shown() {
    for engine in ["cdcl", "dlx", "matrix", "backtrack"] {
        let text = explain(&["--engine", engine, "--steps", "1..9", LECTURE]);
        assert!(!text.contains("4 1 | 2 3"), "{engine}\n{text}");
    }
}

/// A conflict comes with the steps that led to it and the way back.
#[test]
fn a_window_of_conflicts() {
    let whole = explain(&["--steps", "1..", LECTURE]);
    let conflicts = whole.matches("✗ conflict:").count();
    let mut told = 0;
    for number in 1..=conflicts {
        let window = format!("{number}..{number}");
        let part = explain(&["--conflicts", &window, LECTURE]);
        assert!(part.starts_with("THE RUN"));
        assert_eq!(part.matches("✗ conflict:").count(), 1, "{window}\n{part}");
        let numbers = steps(&part);
        assert_eq!(numbers.first(), Some(&(told + 1)), "one after the other");
        told += numbers.len() as u64;
        assert!(
            part.contains(&format!("`--conflicts {0}..{0}` shows", number + 1)),
            "{part}"
        );
    }
    let text = explain(&["--conflicts", "99..", LECTURE]);
    assert!(text.contains("The run has fewer conflicts."), "{text}");
    let text = explain(&[
        "--engine",
        "backtrack",
        "--conflicts",
        "..1",
        "puzzles/lecture-9x9.txt",
    ]);
    assert!(text.contains("The first dead end: no number fits r2c9."));
    assert_eq!(text.matches("back\n").count(), 1, "{text}");
    for bad in [
        &["--conflicts", "0..3", LECTURE][..],
        &["--conflicts", "1..2", "--steps", "1..2", LECTURE],
    ] {
        assert_eq!(run(bad).0, 2, "{bad:?}");
    }
    let trace = trace(&["--conflicts", "1..2", LECTURE]);
    let events = &trace.runs[0].events;
    assert_eq!(trace.runs[0].truncated, Some(events.len() as u64));
    assert_eq!(sudosat::teach::replay::trace(&trace), Ok(()));
}
