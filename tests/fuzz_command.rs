//! `sudosat fuzz`: wrong solvers are found out, told apart, and shown by a formula of a few
//! clauses; right ones have no fault.

use crate::program::{PROGRAM, bash, program, texts};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use sudosat::formula::{Cnf, dimacs};

/// Makes a solver of this script, in which `$S` is the program and `$1` the formula.
fn solver(folder: &Path, body: &str) -> String {
    let path = folder.join("solver");
    fs::write(&path, format!("#!/bin/sh\nS='{PROGRAM}'\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Runs `fuzz --json` in the folder; returns its exit code and the objects that it prints.
fn fuzz(folder: &Path, arguments: &[&str]) -> (i32, Vec<Value>) {
    let mut program = program();
    let command = program.current_dir(folder).args(["fuzz", "--json"]);
    let output = crate::program::output(command.args(arguments));
    let (code, out, err) = texts(&output);
    assert_eq!(err, "", "{out}");
    let lines = out.lines().map(serde_json::from_str);
    (code, lines.collect::<Result<_, _>>().unwrap())
}

/// The faults that a script has on the formulas of the first `count` seeds, each with its smallest
/// formula. Those of seeds 1 to 4 have no model, those of 0 and 5 have one.
fn faults(body: &str, count: u64, more: &[&str]) -> Vec<(String, Cnf)> {
    faults_and_totals(body, count, more).0
}

/// As [`faults`], with the totals of the run.
fn faults_and_totals(body: &str, count: u64, more: &[&str]) -> (Vec<(String, Cnf)>, Value) {
    let folder = tempfile::tempdir().unwrap();
    let command = format!("{} {{cnf}} {{proof}}", solver(folder.path(), body));
    let command = match body.contains("$2") {
        true => command,
        false => command.replace(" {proof}", ""),
    };
    let arguments = ["--program", &command, "-n", &count.to_string(), "-j", "1"];
    let (code, mut objects) = fuzz(folder.path(), &[&arguments[..], more].concat());
    let totals = objects.pop().unwrap();
    assert_eq!(totals["formulas"], count);
    let counts = totals["faults"].as_object().unwrap();
    assert_eq!(code, i32::from(!counts.is_empty()));
    let mut found = Vec::new();
    for object in objects {
        let kind = object["fault"].as_str().unwrap().to_owned();
        assert!(counts[&kind].as_u64().unwrap() >= 1);
        assert_eq!(object["minimal"], true, "{object}");
        let Some(file) = object["file"].as_str() else {
            continue;
        };
        let text = fs::read_to_string(folder.path().join(file)).unwrap();
        assert!(text.contains(&format!("c Fault: {kind}: ")), "{text}");
        let again = format!("c sudosat fuzz - -seed {} -n 1 ", object["seed"]);
        assert!(text.contains(&again), "{text}");
        found.push((kind, dimacs::read(text.as_bytes(), file).unwrap()));
    }
    (found, totals)
}

/// The kinds of a script's faults, each once.
fn kinds(found: &[(String, Cnf)]) -> Vec<&str> {
    let mut kinds: Vec<&str> = found.iter().map(|(kind, _)| kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

#[test]
fn a_solver_that_is_always_satisfied_is_found_out() {
    let found = faults(
        "echo s SATISFIABLE\n\
         awk '/^p/ { printf \"v\"; for (i = 1; i <= $3; i++) printf \" %d\", i; print \" 0\" }' \"$1\"\n\
         exit 10",
        6,
        &[],
    );
    assert_eq!(kinds(&found), ["wrong-model", "wrong-sat"]);
    let clauses = |kind: &str| {
        let mut found = found.iter().filter(|(other, _)| other == kind);
        let (_, cnf) = found.next().unwrap();
        cnf.clauses().map(<[_]>::len).collect::<Vec<_>>()
    };
    // A unit clause of a negative literal, and the empty clause.
    assert_eq!(clauses("wrong-model"), [1]);
    assert_eq!(clauses("wrong-sat"), [0]);
}

#[test]
fn a_solver_that_drops_a_literal_of_its_model_is_found_out() {
    let found = faults("\"$S\" sat -q \"$1\" | sed 's/^v [-0-9]* /v /'", 6, &[]);
    assert_eq!(kinds(&found), ["partial-model"]);
    assert!(found.iter().all(|(_, cnf)| cnf.num_clauses() == 1));
}

#[test]
fn a_solver_that_crashes_on_long_clauses_is_found_out() {
    let found = faults(
        "awk '/^[-0-9]/ && NF > 3 { exit 1 }' \"$1\" || exit 139\nexec \"$S\" sat -q \"$1\"",
        2,
        &[],
    );
    assert_eq!(kinds(&found), ["crash"]);
    for (_, cnf) in found {
        assert_eq!((cnf.num_vars() <= 3, cnf.num_clauses()), (true, 1));
        assert_eq!(cnf.clause(0).len(), 3);
    }
}

#[test]
fn a_solver_that_hangs_is_found_out() {
    let found = faults("sleep 600", 3, &["--hang-after", "100ms"]);
    assert_eq!(kinds(&found), ["hang"]);
    // It needs no clause to hang, and the second formula is the first again.
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].1, Cnf::new(0));
}

#[test]
fn a_missing_answer_and_a_wrong_exit_code_are_told_apart() {
    assert_eq!(kinds(&faults("exit 0", 2, &[])), ["no-answer"]);
    let contrary = "\"$S\" sat -q \"$1\" | sed '/^v/d'\nexit 20";
    let found = faults(contrary, 1, &[]);
    assert_eq!(kinds(&found), ["exit-code"]);
    // A model that is cut off by a signal is no wrong answer.
    let killed = "echo s SATISFIABLE; echo v 0; kill -SEGV $$";
    assert_eq!(kinds(&faults(killed, 1, &[])), ["crash"]);
    let silent = "\"$S\" sat -q --no-model \"$1\"";
    assert_eq!(kinds(&faults(silent, 1, &[])), ["no-model"]);
    assert_eq!(
        kinds(&faults("echo s SATISFIABLE; echo v 1 -1 0", 1, &[])),
        ["bad-output"]
    );
}

#[test]
fn a_wrong_unsat_and_a_wrong_proof_are_told_apart() {
    let found = faults("echo s UNSATISFIABLE; exit 20", 6, &[]);
    assert_eq!(kinds(&found), ["wrong-unsat"]);
    assert_eq!(found[0].1, Cnf::new(0));
    let forged = "\"$S\" sat -q \"$1\"; code=$?; [ $code = 20 ] && echo 0 > \"$2\"; exit $code";
    let found = faults(forged, 3, &[]);
    assert_eq!(kinds(&found), ["wrong-proof"]);
    // Four binary clauses of two variables are the least without a model and without a unit
    // clause; delta debugging need not find the least.
    assert!(
        found
            .iter()
            .all(|(_, cnf)| (4..=12).contains(&cnf.num_clauses())),
        "{found:?}"
    );
    let missing = "exec \"$S\" sat -q \"$1\" # $2";
    assert_eq!(kinds(&faults(missing, 2, &[])), ["no-proof"]);
}

/// A wrong answer is told before a wrong exit code, and with it.
#[test]
fn a_wrong_exit_code_hides_no_wrong_answer() {
    for (end, failure) in [
        (
            "exit 10",
            "; exit-code: it says UNSATISFIABLE and ends with exit code 10",
        ),
        ("exit 1", "; crash: exit code 1"),
        ("kill -SEGV $$", "; crash: ended by signal 11"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let command = solver(folder.path(), &format!("echo s UNSATISFIABLE; {end}"));
        let (code, objects) = fuzz(folder.path(), &["--program", &command, "-n", "1"]);
        assert_eq!((code, &objects[0]["fault"]), (1, &"wrong-unsat".into()));
        let reason = objects[0]["reason"].as_str().unwrap();
        assert!(reason.starts_with("it says UNSATISFIABLE, and there is a model; "));
        assert!(reason.contains(failure), "{reason}");
    }
    // The answer to the formula of seed 1 is right.
    let folder = tempfile::tempdir().unwrap();
    let command = solver(folder.path(), "echo s UNSATISFIABLE; exit 10");
    let arguments = ["--program", &command, "-n", "1", "--seed", "1"];
    let (_, objects) = fuzz(folder.path(), &arguments);
    assert_eq!(objects[0]["fault"], "exit-code");
}

#[test]
fn a_right_solver_has_no_fault_with_proofs_of_all_formats() {
    for format in ["drat", "lrat", "pbp"] {
        let right = "exec \"$S\" sat -q --proof \"$2\" \"$1\"";
        let (found, totals) = faults_and_totals(right, 6, &["--proof-format", format]);
        assert!(found.is_empty(), "{format}: {found:?}");
        assert_eq!(totals["proved"], totals["unsatisfiable"], "{format}");
        assert!(totals["proved"].as_u64() > Some(0), "{format}");
    }
    for engine in ["cdcl", "splr", "dpll"] {
        let folder = tempfile::tempdir().unwrap();
        let (code, objects) = fuzz(
            folder.path(),
            &["--engine", engine, "-n", "20", "--hang-after", "5m"],
        );
        assert_eq!((code, objects.len()), (0, 1), "{objects:?}");
        assert_eq!(
            objects[0]["proved"] == objects[0]["unsatisfiable"],
            engine == "cdcl"
        );
        assert!(!folder.path().join("sudosat-findings").exists());
    }
}

#[test]
fn the_same_is_found_with_any_number_of_jobs_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let command = solver(folder.path(), "echo s SATISFIABLE; echo v 0");
    let run = |jobs: &str| {
        let arguments = ["--program", &command, "-n", "3", "--seed", "3", "-j", jobs];
        let (code, mut objects) = fuzz(folder.path(), &arguments);
        assert_eq!(code, 1);
        objects.last_mut().unwrap()["seconds"] = Value::Null;
        objects
    };
    let first = run("1");
    assert_eq!(run("3"), first);
    // The same files are not written again; another one makes way.
    let findings = folder.path().join("sudosat-findings");
    let count = || fs::read_dir(&findings).unwrap().count();
    let before = count();
    let name = first[0]["file"].as_str().unwrap();
    fs::write(folder.path().join(name), "mine").unwrap();
    let second = run("2");
    assert_eq!(count(), before + 1);
    assert_eq!(
        fs::read_to_string(folder.path().join(name)).unwrap(),
        "mine"
    );
    assert_eq!(
        second[0]["file"].as_str().unwrap(),
        name.replace(".cnf", "-2.cnf")
    );
}

#[test]
fn an_interrupt_ends_with_the_summary_so_far() {
    let folder = tempfile::tempdir().unwrap();
    // The solver is a child of the program.
    let command = solver(folder.path(), "kill -INT $PPID; sleep 600");
    let script = format!("\"$S\" fuzz -j 1 --hang-after 1h --program '{command}'");
    let ran = bash(folder.path(), &script);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.out.contains(": 0 formulas in "), "{}", ran.out);
    assert_eq!(ran.err, "interrupted: further formulas were not tried\n");
}

#[test]
fn what_can_not_be_run_is_bad_usage() {
    for arguments in [
        &["fuzz"][..],
        &["fuzz", "--engine", "dlx"],
        &["fuzz", "--program", "/no/such/solver"],
        &["fuzz", "--program", ""],
        &["fuzz", "--engine", "cdcl", "--program", "x"],
        &["fuzz", "--engine", "cdcl", "-n", "0"],
        &["fuzz", "--engine", "cdcl", "--hang-after", "0"],
    ] {
        let output = crate::program::run(arguments, "");
        let (code, out, err) = texts(&output);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(!err.is_empty());
    }
}
