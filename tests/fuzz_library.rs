//! `sudosat fuzz --library`: wrong solvers behind IPASIR are found out, told apart, and shown by a
//! trace of a few calls, which can be played again; a right one has no fault.

use crate::program::{output, program, texts};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Compiles `fuzz_library/solver.c` with one of its faults, or 0 for none. `None` where there is no
/// C compiler.
fn library(fault: u32) -> Option<TempDir> {
    library_with(&format!("-DFAULT={fault}"))
}

/// Compiles it with an option of the compiler.
fn library_with(option: &str) -> Option<TempDir> {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz_library/solver.c");
    let compiler = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(folder.path().join("lib.so"))
        .arg(option)
        .arg(source)
        .status();
    let Ok(status) = compiler else {
        println!("skipped: cc is not installed");
        return None;
    };
    assert!(status.success(), "the library is compiled");
    Some(folder)
}

/// Runs `fuzz --library ./lib.so` in the folder.
fn fuzz(folder: &TempDir, arguments: &[&str]) -> (i32, String, String) {
    let mut program = program();
    program
        .current_dir(folder.path())
        .args(["fuzz", "--library", "./lib.so"]);
    texts(&output(program.args(arguments)))
}

#[test]
fn a_right_library_has_no_fault() {
    let Some(folder) = library(0) else { return };
    let arguments = ["-n", "60", "--hang-after", "5m", "--json"];
    let (code, out, err) = fuzz(&folder, &arguments);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let totals: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(totals["solver"], "./lib.so (all assignments)");
    assert_eq!(totals["traces"], 60);
    // Several answers to a trace, of both kinds.
    let answers = |name: &str| totals[name].as_u64().unwrap();
    assert!(
        answers("satisfiable") + answers("unsatisfiable") > 40,
        "{out}"
    );
    assert!(answers("satisfiable") > 10 && answers("unsatisfiable") > 10);
    assert!(answers("unknown") > 3 && answers("learned") > 10, "{out}");
    assert!(!folder.path().join("sudosat-findings").exists());
}

#[test]
fn every_wrong_library_is_found_out_and_its_trace_is_short() {
    // The fault in the library's source, its kind, the largest number of calls, and words of its reason.
    let faults: &[(u32, &str, usize, &str)] = &[
        (1, "wrong-model", 2, ""),
        (2, "not-assumed", 4, "was not assumed"),
        (3, "wrong-core", 3, "with the failed assumptions, none"),
        (4, "wrong-unsat", 4, "expected 10, came 20"),
        (
            5,
            "crash",
            1,
            "signal 11 (invalid memory access) in ipasir_add, call 1 (add ",
        ),
        (7, "wrong-unsat", 1, "call 1: expected 10, came 20"),
        (8, "wrong-sat", 3, "expected 20, came 10"),
        (
            9,
            "illegal-value",
            1,
            "call 1: ipasir_solve returned 1, expected 0, 10 or 20",
        ),
        (
            10,
            "illegal-value",
            0,
            "ipasir_init returned a null pointer",
        ),
        (
            11,
            "crash",
            1,
            "exit code 7 in ipasir_add, call 1 (add 1 2 0)",
        ),
        (12, "partial-model", 2, ""),
        (13, "illegal-value", 4, "returned -1, expected 0 or 1"),
        (14, "crash", 0, "signal 6 (aborted) in ipasir_release"),
        (
            15,
            "wrong-lemma",
            4,
            "; it follows from them with the assumptions",
        ),
        (
            25,
            "illegal-callback",
            2,
            "terminate was called with a pointer that was never passed, in ipasir_solve, call 2 (solve)",
        ),
        (29, "wrong-unsat", 2, "call 2: expected 10, came 20"),
    ];
    for &(fault, kind, most, words) in faults {
        let Some(folder) = library(fault) else { return };
        let count = match kind {
            "wrong-lemma" => "40",
            "crash" | "wrong-sat" => "5",
            _ => "3",
        };
        let arguments = ["-n", count, "--hang-after", "5m", "--json"];
        let (code, out, err) = fuzz(&folder, &arguments);
        assert_eq!((code, err.as_str()), (1, ""), "fault {fault}: {out}");
        let objects: Result<Vec<Value>, _> = out.lines().map(serde_json::from_str).collect();
        let objects = objects.unwrap();
        let found = objects.iter().find(|object| object["fault"] == kind);
        let found = found.unwrap_or_else(|| panic!("fault {fault}: {out}"));
        assert_eq!(found["minimal"], true);
        let reason = found["reason"].as_str().unwrap();
        assert!(reason.contains(words), "fault {fault}: {reason}");
        let calls = found["calls"].as_u64().unwrap() as usize;
        assert!(calls <= most, "fault {fault}: {out}");
        let file = found["file"].as_str().unwrap();
        let text = fs::read_to_string(folder.path().join(file)).unwrap();
        let is_call = |line: &&str| !line.starts_with('#');
        assert_eq!(text.lines().filter(is_call).count(), calls, "{text}");
        assert!(text.contains(&format!("#   {kind}: {reason}")), "{text}");
        let again = "# To see the fault: sudosat fuzz --hang-after 300s --library './lib.so' --trace FILE\n";
        assert!(text.contains(again), "{text}");
        let (code, out, _) = fuzz(&folder, &["--hang-after", "5m", "--trace", file]);
        let line = format!("./lib.so (all assignments): {kind}: {reason}\n");
        assert_eq!((code, out), (1, line));
    }
}

#[test]
fn every_wrong_use_of_a_callback_is_found_out() {
    let clauses: String = (0..8)
        .map(|signs| {
            let lit = |var: i32| {
                if signs >> var & 1 == 1 {
                    var + 1
                } else {
                    -var - 1
                }
            };
            format!("add {} {} {} 0\n", lit(0), lit(1), lit(2))
        })
        .collect();
    let learn = |length: &str| format!("learn {length}\n{clauses}solve\n");
    let illegal = |what: &str, place: &str| format!("illegal-callback: {what}, in {place}");
    let solve = "ipasir_solve, call 10 (solve)";
    for (fault, trace, expected) in [
        (
            15,
            "add 1 2 0\nadd 1 -2 0\nlearn 3\nassume -1\nsolve\n".into(),
            "wrong-lemma: call 5: the learned clause without literals does not follow from the \
             clauses; it follows from them with the assumptions"
                .into(),
        ),
        (
            16,
            learn("1"),
            illegal(
                "learn was called with a clause that has no 0 after 1 literals: 1 2 …",
                solve,
            ),
        ),
        (
            17,
            learn("4"),
            illegal(
                "learn was called with a clause that has no 0 after 4 literals: 1 2 1 1 1 …",
                solve,
            ),
        ),
        (
            18,
            learn("3"),
            illegal("learn was called with a null pointer as the clause", solve),
        ),
        (
            19,
            learn("3"),
            illegal(
                "learn was called with a clause that has the literal -2147483648",
                solve,
            ),
        ),
        (
            20,
            learn("3"),
            illegal(
                "learn was called with a pointer that was never passed",
                solve,
            ),
        ),
        (
            21,
            format!("learn 3\n{}", learn("3")),
            illegal(
                "learn was called with the pointer of another call that sets a callback",
                "ipasir_solve, call 11 (solve)",
            ),
        ),
        (
            22,
            format!("learn 3\n{}", learn("off")),
            illegal(
                "learn was called, and is not set",
                "ipasir_solve, call 11 (solve)",
            ),
        ),
        (
            23,
            "learn 3\nadd 1 0\n".into(),
            illegal(
                "learn was called outside ipasir_solve",
                "ipasir_add, call 2 (add 1 0)",
            ),
        ),
        (
            24,
            format!("learn 3\n{}", learn("1")),
            illegal(
                "learn was called with a clause that has no 0 after 1 literals: 1 2 …",
                "ipasir_solve, call 11 (solve)",
            ),
        ),
        (
            25,
            "terminate after 1\nsolve\n".into(),
            illegal(
                "terminate was called with a pointer that was never passed",
                "ipasir_solve, call 2 (solve)",
            ),
        ),
        (
            26,
            "terminate after 1\nterminate off\nsolve\n".into(),
            illegal(
                "terminate was called, and is not set",
                "ipasir_solve, call 3 (solve)",
            ),
        ),
        (
            27,
            "terminate after 1\nadd 1 0\nsolve\n".into(),
            illegal(
                "terminate was called outside ipasir_solve",
                "ipasir_val, call 3 (val 1)",
            ),
        ),
        (
            28,
            "solve\nterminate after 0\nsolve\n".into(),
            "hang: no end within 2 s in ipasir_solve, call 3 (solve), after the callback of \
             ipasir_set_terminate returned 1"
                .into(),
        ),
        (
            29,
            "terminate after 0\nsolve\n".into(),
            "wrong-unsat: call 2: expected 10, came 20; there is a model".into(),
        ),
        (
            30,
            "add 1 0\nassume -1\nterminate after 0\nassume 2\nsolve\nterminate off\nsolve\n".into(),
            "wrong-unsat: call 7: expected 10, came 20; there is a model".into(),
        ),
        (
            31,
            "add 1 0\nterminate after 0\nsolve\n".into(),
            "illegal-value: call 3: ipasir_val(1) returned -1, and ipasir_val(-1) 1".into(),
        ),
        (
            32,
            "terminate off\nsolve\n".into(),
            "crash: ended by signal 6 (aborted) in ipasir_set_terminate, call 1 (terminate off)"
                .into(),
        ),
    ] {
        let Some(folder) = library(fault) else { return };
        fs::write(folder.path().join("t"), &trace).unwrap();
        let hang_after = if fault == 28 { "2s" } else { "5m" };
        let (code, out, err) = fuzz(&folder, &["--hang-after", hang_after, "--trace", "t"]);
        let line = format!("./lib.so (all assignments): {expected}\n");
        assert_eq!((code, out, err), (1, line, String::new()), "fault {fault}");
        // The library without the fault.
        fs::copy(
            library(0).unwrap().path().join("lib.so"),
            folder.path().join("lib.so"),
        )
        .unwrap();
        let (code, out, _) = fuzz(&folder, &["--hang-after", "5m", "--trace", "t"]);
        assert_eq!(code, 0, "fault {fault}: {out}");
    }
}

#[test]
fn callbacks_are_set_where_the_library_has_the_functions() {
    let Some(folder) = library(0) else { return };
    let trace = "add 1 2 0\nadd 1 -2 0\nadd -1 2 0\nlearn 2\nassume -1\nsolve\nassume -1\nsolve\n\
                 terminate after 1\nsolve\nterminate off\nsolve\n";
    fs::write(folder.path().join("t"), trace).unwrap();
    let play = |folder: &TempDir| {
        let (code, out, _) = fuzz(folder, &["--trace", "t", "--hang-after", "5m"]);
        (code, out.replace("./lib.so (all assignments): ", ""))
    };
    // The clause 1, learned twice; the third solve is stopped at its second question.
    let told = "1 satisfiable, 2 unsatisfiable, 1 unknown, 1 right learned clause; no fault\n";
    assert_eq!(play(&folder), (0, told.into()));
    let without = library_with("-DWITHOUT_CALLBACKS").unwrap();
    fs::write(without.path().join("t"), trace).unwrap();
    let told = "2 satisfiable, 2 unsatisfiable; no fault\n";
    assert_eq!(play(&without), (0, told.into()));
    let (code, out, _) = fuzz(&without, &["-n", "10", "--hang-after", "5m"]);
    assert_eq!(code, 0, "{out}");
}

#[test]
fn a_library_that_hangs_is_found_out() {
    let Some(folder) = library(6) else { return };
    fs::write(folder.path().join("t"), "add 1 0\nsolve\n").unwrap();
    let (code, out, _) = fuzz(&folder, &["--hang-after", "2s", "--trace", "t"]);
    assert_eq!(code, 1);
    assert!(
        out.contains(": hang: no end within 2 s in ipasir_"),
        "{out}"
    );
}

#[test]
fn a_trace_is_played_and_a_bad_one_is_refused() {
    let Some(folder) = library(0) else { return };
    let trace =
        "# Comments are passed over.\nadd 1 2 0\nassume -1\nsolve\nassume -2\nassume -1\nsolve\n";
    fs::write(folder.path().join("t"), trace).unwrap();
    let (code, out, err) = fuzz(&folder, &["--trace", "t", "--hang-after", "5m"]);
    let told = "./lib.so (all assignments): 1 satisfiable, 1 unsatisfiable; no fault\n";
    assert_eq!((code, out.as_str(), err.as_str()), (0, told, ""));
    fs::write(folder.path().join("t"), "solve\nadd 1 2\n").unwrap();
    let (code, out, err) = fuzz(&folder, &["--trace", "t"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("t:2:8: found the end of the line"), "{err}");
}

#[test]
fn what_is_no_library_is_bad_usage() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, err) = fuzz(&folder, &[]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.contains("./lib.so can't be started: exit code 2; it wrote: "),
        "{err}"
    );
    // A library without the functions.
    let source = folder.path().join("empty.c");
    fs::write(&source, "int nothing;\n").unwrap();
    let mut compiler = Command::new("cc");
    compiler
        .args(["-shared", "-fPIC", "-o"])
        .arg(folder.path().join("lib.so"));
    if compiler.arg(source).status().is_err() {
        println!("skipped: cc is not installed");
        return;
    }
    let (code, _, err) = fuzz(&folder, &[]);
    assert_eq!(code, 2);
    assert!(err.contains("ipasir_signature"), "{err}");
    for more in [["--engine", "cdcl"], ["--proof-format", "lrat"]] {
        assert_eq!(fuzz(&folder, &more).0, 2);
    }
}
