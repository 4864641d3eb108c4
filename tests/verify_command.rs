//! The `verify` command: what it prints, how it exits, how it tells what it is
//! given, on small files of its own.

use crate::program::{child, program, texts};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// (x₁ ∨ x₂)(x₁ ∨ ¬x₂)(¬x₁ ∨ x₂)(¬x₁ ∨ ¬x₂): no model.
const SQUARE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
/// Has the model ¬1 ¬2 3 and no other.
const ONE_MODEL: &str = "p cnf 3 3\n1 -2 0\n2 3 0\n-1 0\n";

struct Files {
    folder: tempfile::TempDir,
}

impl Files {
    fn new() -> Files {
        Files {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn put(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, content).unwrap();
        path
    }
}

/// Exit code, standard output, standard error without the folder's name.
fn verify(formula: &Path, evidence: &Path, options: &[&str]) -> (i32, String, String) {
    let output = program()
        .arg("verify")
        .args([formula, evidence])
        .args(options)
        .output()
        .unwrap();
    let folder = format!("{}/", formula.parent().unwrap().display());
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        output.status.code().expect("an exit code"),
        text(&output.stdout),
        text(&output.stderr).replace(&folder, ""),
    )
}

#[test]
fn models_in_every_dialect_are_verified_or_refused() {
    let files = Files::new();
    let cnf = files.put("f.cnf", ONE_MODEL);
    for right in [
        "s SATISFIABLE\nv -1 -2 3 0\n",
        "c hi\ns SATISFIABLE\nv -1 -2\nv 3\nv 0\n",
        "SAT\n-1 -2 3 0\n",
        "-1 -2 3 0\n",
        "-1\n-2\n3",
        "c by hand\n-1 -2 3\n",
    ] {
        let out = files.put("out", right);
        let expected = (0, "s VERIFIED SAT\n".to_owned(), String::new());
        assert_eq!(verify(&cnf, &out, &[]), expected, "{right:?}");
    }
    for (wrong, reason) in [
        (
            "s SATISFIABLE\nv -1 2 3 0\n",
            "clause 1 is not satisfied: 1 -2 0",
        ),
        (
            "s SATISFIABLE\nv -1 3 0\n",
            "clause 1 is not satisfied: 1 -2 0 (one of its literals has no value)",
        ),
        (
            "s UNSATISFIABLE\n",
            "it says UNSATISFIABLE, and there is no proof in it",
        ),
        (
            "s SATISFIABLE\n",
            "it says SATISFIABLE, and there is no model in it",
        ),
        ("INDET\n", "it says UNKNOWN: there is nothing to verify"),
        ("1 -2 3 0\n", "clause 3 is not satisfied: -1 0"),
    ] {
        let out = files.put("out", wrong);
        let expected = (1, "s NOT VERIFIED\n".to_owned(), format!("out: {reason}\n"));
        assert_eq!(verify(&cnf, &out, &[]), expected, "{wrong:?}");
    }
    for (bare, exit) in [("-1 3 -2 -1 0", 0), ("-1 3 -2", 0), ("3 -2 1 -1 0", 1)] {
        // Not the variables in order: only as a model if told so.
        let out = files.put("out", bare);
        assert_eq!(verify(&cnf, &out, &["--format", "model"]).0, exit, "{bare}");
        assert_ne!(verify(&cnf, &out, &[]).0, 0, "{bare}");
    }
    for damaged in [
        "s SATISFIABLE\nv -1 1 0\n",
        "s SATISFIABLE\nv -1 -2 3 4 0\n",
        "s SATISFIABLE\nv -1 -2",
        "SAT\n-1 -2 3",
        "hello\n",
    ] {
        let out = files.put("out", damaged);
        let (exit, stdout, stderr) = verify(&cnf, &out, &[]);
        assert_eq!((exit, stdout.as_str()), (2, ""), "{damaged:?}");
        assert!(stderr.starts_with("error: "), "{stderr}");
    }
}

#[test]
fn proofs_are_told_by_name_then_by_content() {
    let files = Files::new();
    let cnf = files.put("f.cnf", SQUARE);
    let drat = "1 0\n0\n";
    let binary = b"a\x02\0a\0";
    let lrat = "5 1 0 1 2 0\n6 0 5 3 4 0\n";
    let binary_lrat = b"a\x0a\x02\0\x02\x04\0a\x0c\0\x0a\x06\x08\0";
    let accepted = (0, "s VERIFIED UNSAT\n".to_owned(), String::new());
    for (name, content) in [
        ("proof", drat.as_bytes()),
        ("proof.drat", drat.as_bytes()),
        ("proof", binary),
        ("proof.lrat", lrat.as_bytes()),
        ("proof", lrat.as_bytes()),
        ("proof.lrat", binary_lrat),
    ] {
        let proof = files.put(name, content);
        assert_eq!(verify(&cnf, &proof, &[]), accepted, "{name} {content:?}");
    }
    let proof = files.put("proof", binary_lrat);
    assert_eq!(verify(&cnf, &proof, &["--format", "lrat"]), accepted);
    assert_eq!(verify(&cnf, &proof, &[]).0, 2, "binary is DRAT");
    for (name, content) in [("proof.drat", lrat), ("proof.lrat", drat)] {
        let proof = files.put(name, content);
        assert_eq!(verify(&cnf, &proof, &[]).0, 2, "{name} {content:?}");
    }
}

#[test]
fn no_proof_refutes_what_has_a_model() {
    let files = Files::new();
    let cnf = files.put("f.cnf", ONE_MODEL);
    for (name, proof) in [
        ("p.drat", "0\n"),
        ("p.drat", "2 0\n0\n"),
        ("p.drat", "d -1 0\n1 0\n0\n"),
        ("p.drat", "4 0\n-4 0\n0\n"),
        ("p.lrat", "4 0 4 0\n"),
        ("p.lrat", "4 2 0 2 0\n5 0 4 1 3 0\n"),
        ("p.lrat", "4 3 0 3 1 2 0\n5 0 4 0\n"),
    ] {
        let proof_file = files.put(name, proof);
        let (exit, stdout, stderr) = verify(&cnf, &proof_file, &[]);
        assert_eq!((exit, stdout.as_str()), (1, "s NOT VERIFIED\n"), "{proof}");
        assert!(stderr.starts_with(&format!("{name}: ")), "{stderr}");
    }
}

#[test]
fn a_damaged_proof_does_not_pass_though_its_beginning_suffices() {
    let files = Files::new();
    let cnf = files.put("f.cnf", SQUARE);
    // With the lemma 1, unit propagation refutes the formula.
    let cut = files.put("p.drat", "1 0\n-1 2");
    assert_eq!(verify(&cnf, &cut, &[]).0, 2);
    // Steps behind the empty clause are read, but not checked.
    for (name, proof, rest, place) in [
        ("p.drat", &b"1 0\n0\n"[..], &b"3 0\nd 1 0\nc ends\n"[..], ""),
        ("p.drat", b"1 0\n0\n", b"whatever comes after", "p.drat:3:1"),
        ("p.drat", b"a\x02\0a\0", b"a\x06\0", ""),
        ("p.drat", b"a\x02\0a\0", b"\n", "byte 6"),
        (
            "p.lrat",
            b"5 1 0 1 2 0\n6 0 5 3 4 0\n",
            b"7 3 0 9 0\n7 d 1 0\n",
            "",
        ),
        (
            "p.lrat",
            b"5 1 0 1 2 0\n6 0 5 3 4 0\n",
            b"7 x 0\n",
            "p.lrat:3:3",
        ),
        (
            "p.lrat",
            b"5 1 0 1 2 0\n6 0 5 3 4 0\n",
            b"7 3 0",
            "p.lrat:3:",
        ),
    ] {
        let file = files.put(name, [proof, rest].concat());
        let options = [&[][..], &["--trusted"]];
        for options in &options[..1 + usize::from(name == "p.lrat")] {
            let (exit, _, stderr) = verify(&cnf, &file, options);
            let is_right = exit == if place.is_empty() { 0 } else { 2 };
            assert!(
                is_right && stderr.contains(place),
                "{rest:?}: {exit} {stderr}"
            );
        }
    }
    let none = files.put("p.drat", "1 0\n");
    assert_eq!(verify(&cnf, &none, &[]).0, 0);
    let clash = files.put("clash.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    let garbage = files.put("p.drat", "garbage");
    assert_eq!(verify(&clash, &garbage, &[]).0, 2);
}

#[test]
fn errors_point_into_the_file() {
    let files = Files::new();
    let cnf = files.put("f.cnf", SQUARE);
    let proof = files.put("p.drat", "1 0\n-1 two 0\n");
    let (exit, stdout, stderr) = verify(&cnf, &proof, &[]);
    assert_eq!((exit, stdout.as_str()), (2, ""));
    assert_eq!(
        stderr,
        "error: found \"two\", expected a literal, or 0 at the end of the clause\n \
         --> p.drat:2:4\n  \
         |\n\
         2 | -1 two 0\n  \
         |    ^^^\n"
    );
    let missing = files.folder.path().join("none.drat");
    assert_eq!(
        verify(&cnf, &missing, &[]),
        (
            2,
            String::new(),
            "error: none.drat: no such file\n".to_owned()
        )
    );
    assert_eq!(verify(&missing, &proof, &[]).0, 2);
}

#[test]
fn compressed_files_and_standard_input_are_read() {
    let files = Files::new();
    let cnf = files.put("f.cnf", SQUARE);
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gz, b"5 1 0 1 2 0\n6 0 5 3 4 0\n").unwrap();
    let proof = files.put("p.lrat.gz", gz.finish().unwrap());
    assert_eq!(verify(&cnf, &proof, &[]).0, 0);

    let command = || program();
    command()
        .arg("verify")
        .arg(&cnf)
        .arg("-")
        .write_stdin("1 0\n0\n")
        .assert()
        .success()
        .stdout("s VERIFIED UNSAT\n");
    command()
        .arg("verify")
        .arg(&cnf)
        .arg("-")
        .write_stdin("0\n")
        .assert()
        .code(1)
        .stderr("standard input: step 1: the empty clause does not follow by unit propagation\n");
    let drat = files.put("p.drat", "1 0\n0\n");
    command()
        .args(["verify", "-"])
        .arg(&drat)
        .write_stdin(SQUARE)
        .assert()
        .success();
    command()
        .args(["verify", "-", "-"])
        .write_stdin(SQUARE)
        .assert()
        .code(2)
        .stderr("error: CNF and FILE can't both be standard input\n");
}

#[test]
fn a_check_out_of_time_is_unknown() {
    let files = Files::new();
    let cnf = files.put("f.cnf", SQUARE);
    let proof = files.put("p.drat", "1 0\n0\n");
    let (exit, stdout, stderr) = verify(&cnf, &proof, &["--time-limit", "0"]);
    assert_eq!((exit, &stdout[..]), (3, "s UNKNOWN\n"));
    // The clock may end the reading of either, or the check.
    let ends = [
        "f.cnf: out of time while reading\n",
        "p.drat: out of time while reading\n",
        "p.drat: out of time\n",
    ];
    assert!(ends.contains(&&stderr[..]), "{stderr}");
    assert_eq!(verify(&cnf, &proof, &["--time-limit", "60"]).0, 0);
    assert_eq!(verify(&cnf, &proof, &["--time-limit", "soon"]).0, 2);
}

/// Neither a formula nor a proof that does not come keeps the program waiting.
#[test]
fn a_time_limit_ends_the_wait_for_an_input() {
    let files = Files::new();
    let cnf = files.put("f.cnf", SQUARE);
    let cnf = cnf.to_str().unwrap();
    for (inputs, part) in [
        (["-", cnf], "p cnf 2 4\n1 2 0\n"),
        ([cnf, "-"], "1 0\n"),
        (["-", "no-such-file"], "p cnf 2 4\n"),
    ] {
        for options in [&["--format", "drat"][..], &["--trusted"]] {
            let mut child = child()
                .arg("verify")
                .args(inputs)
                .args(options)
                .args(["--time-limit", "0.3"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let mut stdin = child.stdin.take().unwrap();
            // The limit may have come before.
            let _ = stdin.write_all(part.as_bytes());
            let output = child.wait_with_output().unwrap();
            let (code, out, err) = texts(&output);
            assert_eq!((code, &out[..]), (3, "s UNKNOWN\n"), "{inputs:?} {err}");
            assert_eq!(err, "standard input: out of time while reading\n");
            drop(stdin);
        }
    }
}

/// With and without the trusted base the same inputs are formulas, and errors say the same.
#[test]
fn the_trusted_base_is_given_the_same_inputs() {
    let files = Files::new();
    let model = files.put("out", "s SATISFIABLE\nv -1 -2 3 0\n");
    let both = |cnf: &Path| {
        let usual = verify(cnf, &model, &["-q"]);
        (usual, verify(cnf, &model, &["-q", "--trusted"]))
    };
    for end in ["%\n0\n\n", "%\n", "c x\n % \r\n0"] {
        let cnf = files.put("f.cnf", format!("{ONE_MODEL}{end}"));
        let accepted = (0, "s VERIFIED SAT\n".to_owned(), String::new());
        assert_eq!(both(&cnf), (accepted.clone(), accepted), "{end:?}");
    }
    for text in [
        "<html>",
        "p cnf 3 3\n1 -2 0\n2 3 0\n",
        "p cnf 3 1\n1 -2",
        "p cnf 3 1\n+1 0\n",
        "1 -2 0\n2 3 0\n1 0\n",
        "p cnf 3 1\n1 -2\n0 p cnf\n",
        "p cnf 3 1\nx1 2 0\n",
        "p cnf 1 1\n1 0\n%\n0\n0\n",
        "c\nc\n",
        "abc d\n1\n",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        "p xcc 1 0\n1 0\n",
        "",
    ] {
        let cnf = files.put("f.cnf", text);
        let (usual, trusted) = both(&cnf);
        assert_eq!((usual.0, &usual.1[..]), (2, ""), "{text:?}");
        let instead = usual.2.replace(
            "`--relaxed` accepts it",
            "`--relaxed` without `--trusted` accepts it",
        );
        assert_eq!(trusted, (usual.0, usual.1, instead), "{text:?}");
    }
    for (problem, solution) in [
        ("a\na\n", "solution 1\n1: a\n"),
        ("a b\na b\n", "solution 1\n1: a b\n"),
    ] {
        let problem = files.put("p.txt", problem);
        let solution = files.put("s.txt", solution);
        let accepted = (0, "s VERIFIED COVER\n".to_owned(), String::new());
        assert_eq!(verify(&problem, &solution, &["--trusted"]), accepted);
    }
}

#[test]
fn json_and_verbose_say_the_same_in_full() {
    let files = Files::new();
    let cnf = files.put("f.cnf", SQUARE);
    let proof = files.put("p.drat", "d 1 2 0\nd 5 0\n1 0\n0\n");
    let (exit, stdout, stderr) = verify(&cnf, &proof, &["--json", "-v"]);
    assert_eq!(exit, 1);
    let json: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let reason = json["reason"].as_str().unwrap();
    assert!(reason.starts_with("step 3: the lemma (1 0)"), "{reason}");
    assert_eq!(json["verdict"], "refused");
    assert_eq!(json["claim"], "unsatisfiable");
    assert_eq!(json["format"], "drat");
    assert_eq!(json["steps"], 3);
    assert!(
        json["seconds"]
            .as_f64()
            .is_some_and(|seconds| seconds >= 0.0)
    );
    assert!(
        stderr.starts_with(
            "f.cnf: 2 variables, 4 clauses\n\
             p.drat: DRAT in text, 1 lemma (0 RAT), 1 deletion \
             (also ignored: 0 of unit clauses, 1 of clauses not there)"
        ),
        "{stderr}"
    );

    let lrat = files.put("p.lrat", "5 1 0 1 2 0\n6 0 5 3 4 0\n");
    let (exit, stdout, _) = verify(&cnf, &lrat, &["--json"]);
    let json: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((exit, &json["verdict"]), (0, &"verified".into()));
    assert_eq!(json["reason"], serde_json::Value::Null);

    let sat = files.put("one.cnf", ONE_MODEL);
    let model = files.put("out", "s SATISFIABLE\nv -1 -2 3 0\n");
    let (_, stdout, stderr) = verify(&sat, &model, &["--json", "-v"]);
    let json: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(json["claim"], "satisfiable");
    assert_eq!(json["steps"], serde_json::Value::Null);
    assert!(stderr.ends_with("out: a model of 3 literals\n"), "{stderr}");
}

#[test]
fn a_binary_proof_that_may_be_lrat_says_so() {
    let files = Files::new();
    let cnf = files.put("f.cnf", SQUARE);
    // As DRAT it begins with the clause 5 1; where its hints are, a step should be.
    let proof = files.put("proof", b"a\x0a\x02\0\x02\x04\0a\x0c\0\x0a\x06\x08\0");
    let (exit, _, stderr) = verify(&cnf, &proof, &[]);
    assert_eq!(exit, 2, "{stderr}");
    assert!(
        stderr.contains("if it is LRAT, say so: `--form lrat`"),
        "{stderr}"
    );
    let (_, _, stderr) = verify(&cnf, &proof, &["--format", "drat"]);
    assert!(!stderr.contains("LRAT"), "{stderr}");
}

#[test]
fn comments_of_any_length_may_come_before_the_answer() {
    let files = Files::new();
    let cnf = files.put("f.cnf", ONE_MODEL);
    let comments = "c ---- [ parsed input ] ----\nc\n".repeat(1000);
    let out = files.put("out", comments.clone() + "s SATISFIABLE\nv -1 -2 3 0\n");
    let expected = (0, "s VERIFIED SAT\n".to_owned(), String::new());
    assert_eq!(verify(&cnf, &out, &[]), expected);
    let out = files.put("out", comments + "s UNSATISFIABLE\n");
    let (code, _, told) = verify(&cnf, &out, &[]);
    assert_eq!(
        (code, told.contains("there is no proof in it")),
        (1, true),
        "{told}"
    );
}
