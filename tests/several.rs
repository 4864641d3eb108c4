//! What is told of a puzzle without clues, and of a grid that is one of several solutions.

use crate::program::{run, texts};
use serde_json::Value;

/// One solution.
const ONE: &str = ".1.......43..2.1";
/// Three solutions.
const THREE: &str = "......1....23..1";
const BLANK: &str = "................";
/// No two clues clash, and there is no solution.
const NONE: &str = "12....4.........";
const ENGINES: [&str; 6] = ["cdcl", "dlx", "planes", "splr", "dpll", "backtrack"];

const SEVERAL: &str = "the grid is one of several solutions";

/// Returns what `solve` writes to standard error for an argument.
fn told(arguments: &[&str]) -> String {
    texts(&run(&[&["solve"], arguments].concat(), "")).2
}

#[test]
fn a_grid_that_is_one_of_several_is_reported_with_every_engine() {
    for engine in ENGINES {
        let engine = ["--engine", engine];
        let of = |puzzle: &str| told(&[&engine[..], &[puzzle]].concat());
        assert!(of(THREE).contains(&format!("argument 1:1: {SEVERAL}\n")));
        assert!(!of(ONE).contains("several"), "{engine:?}");
        assert!(!of(NONE).contains("several"), "{engine:?}");
    }
    assert_eq!(told(&["-q", THREE]), "");
    assert_eq!(told(&[ONE]), "");
}

#[test]
fn a_puzzle_without_clues_is_told_of() {
    assert_eq!(
        told(&[BLANK]),
        format!("argument 1:1: no clues; {SEVERAL}\n")
    );
    assert_eq!(told(&["-q", BLANK]), "");
    assert!(told(&["-u", BLANK]).contains("no clues; there is a second solution"));
    assert!(told(&["--all", BLANK]).contains("no clues; 288 solutions and no more"));
    assert!(!told(&[THREE]).contains("no clues"));
    // The smallest grid has one solution.
    let (_, _, told) = texts(&run(&["solve"], "_\n"));
    assert_eq!(told, "");
}

#[test]
fn other_rules_are_looked_at_too_if_the_puzzle_is_alone() {
    let rules = ["--rules", "anti-knight"];
    let blank = ".".repeat(81);
    assert!(told(&[&rules[..], &[&blank]].concat()).contains(SEVERAL));
    // Larger grids take too long.
    let row = "0 ".repeat(36) + "\n";
    let arguments = ["solve", "--rules", "anti-knight"];
    let (_, _, alone) = texts(&run(&arguments, &row.repeat(36)));
    assert!(alone.ends_with("\n-:1: no clues\n"), "{alone}");
}

#[test]
fn options_that_say_it_do_not_say_it_twice() {
    for option in ["-u", "--all", "-n1", "-n2"] {
        let told = told(&[option, THREE]);
        assert_eq!(told.lines().count(), 1, "{option}: {told}");
        assert!(!told.contains(SEVERAL), "{option}: {told}");
    }
}

#[test]
fn the_totals_of_a_list_count_them() {
    let list = [ONE, THREE, BLANK, NONE, THREE].join("\n");
    let (_, _, told) = texts(&run(&["solve"], &list));
    let expected = "3 of them with more than one solution, 1 without clues\n";
    assert!(told.contains(expected), "{told}");
    assert!(!told.contains(SEVERAL), "{told}");
    let (_, _, told) = texts(&run(&["solve", "-v"], &list));
    assert_eq!(told.matches(SEVERAL).count(), 3, "{told}");
    // Of a list the first puzzle alone is looked at where masks do not go.
    let killers = format!("{}\n{}\n", ".".repeat(81), ".".repeat(81));
    let (_, _, told) = texts(&run(&["solve", "--rules", "anti-knight"], &killers));
    let expected = "1 of them with more than one solution, 1 not looked at for a second solution";
    assert!(told.contains(expected), "{told}");
    let (_, _, told) = texts(&run(&["solve"], &[ONE, ONE].join("\n")));
    assert_eq!(told.lines().count(), 2, "{told}");
}

/// Returns the field `unique` of each object.
fn unique(arguments: &[&str], list: &str) -> Vec<Value> {
    let arguments = [&["solve", "--json"], arguments].concat();
    let (_, out, _) = texts(&run(&arguments, list));
    let objects = out.lines().map(|line| serde_json::from_str(line).unwrap());
    objects
        .map(|object: Value| object["unique"].clone())
        .collect()
}

#[test]
fn json_says_if_there_is_exactly_one_solution() {
    let list = [ONE, THREE, NONE].join("\n");
    let expected: Vec<Value> = [true, false, false].map(Value::Bool).to_vec();
    for arguments in [&[][..], &["-u"], &["--all"], &["-q"], &["--engine", "dlx"]] {
        assert_eq!(unique(arguments, &list), expected, "{arguments:?}");
    }
    let expected = [Value::Null, Value::Null, Value::Bool(false)];
    assert_eq!(unique(&["-n1"], &list), expected);
}

#[test]
fn a_run_that_is_resumed_says_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("journal");
    let list = [ONE, THREE, NONE].join("\n");
    let arguments = ["--resume", journal.to_str().unwrap()];
    let first = unique(&arguments, &list);
    assert_eq!(unique(&arguments, &list), first);
    assert_eq!(first[1], Value::Bool(false));
    let (_, _, told) = texts(&run(&[&["solve"], &arguments[..]].concat(), &list));
    assert!(
        told.contains("1 of them with more than one solution"),
        "{told}"
    );
}

#[test]
fn shards_that_are_merged_say_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.txt");
    let blank = ".".repeat(36) + "\n";
    std::fs::write(&list, blank.repeat(3)).unwrap();
    let (out, list) = (folder.path().join("shards"), list.to_str().unwrap());
    let solve = ["solve", "--json", "--rules", "anti-knight", list];
    let of = |whole: &str| {
        let objects = whole
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        let unique = objects.map(|object: Value| object["unique"].clone());
        unique.collect::<Vec<_>>()
    };
    let (_, whole, _) = texts(&run(&solve, ""));
    for shard in ["0/2", "1/2"] {
        let work = [
            "batch",
            "work",
            "--out",
            out.to_str().unwrap(),
            "--shard",
            shard,
        ];
        assert!(run(&[&work, &solve[..]].concat(), "").status.success());
    }
    let merge = [
        "batch",
        "merge",
        "--of",
        "2",
        "--out",
        out.to_str().unwrap(),
    ];
    let (code, merged, error) = texts(&run(&[&merge, &solve[..]].concat(), ""));
    assert_eq!(code, 0, "{error}");
    assert_eq!(of(&merged), of(&whole));
    assert_eq!(of(&whole), [Value::Bool(false), Value::Null, Value::Null]);
}

#[test]
fn decode_tells_it_of_the_grid_of_a_model() {
    let folder = tempfile::tempdir().unwrap();
    for (puzzle, is_told) in [(ONE, false), (THREE, true)] {
        let formula = folder.path().join("x.cnf");
        let formula = formula.to_str().unwrap();
        run(&["encode", puzzle, "-f", "-o", formula], "");
        let (_, answer, _) = texts(&run(&["sat", "-q", formula], ""));
        let (code, _, told) = texts(&run(&["decode", formula, "-"], &answer));
        assert_eq!((code, told.contains(SEVERAL)), (0, is_told), "{told}");
        let (_, _, told) = texts(&run(&["decode", "-q", formula, "-"], &answer));
        assert_eq!(told, "");
    }
}
