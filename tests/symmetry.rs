//! Symmetries broken by `sat`: answers and proofs, with each checker.

use crate::independent_checkers::is_there;
use assert_cmd::Command;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Returns the formula of a clique of `k` nodes in a graph of `n` nodes that has a colouring with
/// `c` colours.
fn clique_colouring(n: usize, k: usize, c: usize) -> String {
    let edge = |a: usize, b: usize| a.max(b) * (a.max(b) - 1) / 2 + a.min(b) + 1;
    let member = |place: usize, node: usize| n * (n - 1) / 2 + place * n + node + 1;
    let colour = |node: usize, colour: usize| member(k, 0) + node * c + colour;
    let mut clauses = String::new();
    let mut number = 0;
    let mut add = |lits: &[i64]| {
        number += 1;
        lits.iter()
            .for_each(|lit| write!(clauses, "{lit} ").unwrap());
        clauses.push_str("0\n");
    };
    let not = |var: usize| -(var as i64);
    for place in 0..k {
        add(&(0..n)
            .map(|node| member(place, node) as i64)
            .collect::<Vec<_>>());
        for a in 0..n {
            for b in 0..a {
                add(&[not(member(place, a)), not(member(place, b))]);
            }
            for other in 0..place {
                add(&[not(member(place, a)), not(member(other, a))]);
                for b in (0..n).filter(|&b| b != a) {
                    let pair = [not(member(place, a)), not(member(other, b))];
                    add(&[pair[0], pair[1], edge(a, b) as i64]);
                }
            }
        }
    }
    for node in 0..n {
        add(&(0..c).map(|c| colour(node, c) as i64).collect::<Vec<_>>());
        for other in 0..node {
            for shade in 0..c {
                let pair = [not(colour(node, shade)), not(colour(other, shade))];
                add(&[not(edge(node, other)), pair[0], pair[1]]);
            }
        }
    }
    format!("p cnf {} {number}\n{clauses}", colour(n - 1, c - 1))
}

fn sudosat(args: &[&str], folder: &Path) -> (Option<i32>, String, String) {
    let output = Command::cargo_bin("sudosat")
        .unwrap()
        .args(args)
        .current_dir(folder)
        .output();
    let output = output.unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn symmetries_are_broken_and_the_proof_is_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("f.cnf"), clique_colouring(9, 5, 4)).unwrap();
    // Both before the search and after other techniques have changed the clauses.
    for start in ["0", "300"] {
        let options = ["sat", "--stats", "-f", "--symmetry-start", start];
        let args = [&options[..], &["--proof", "f.pbp", "f.cnf"]].concat();
        let (code, out, _) = sudosat(&args, path);
        assert_eq!(code, Some(20), "{out}");
        assert!(!out.contains("c symmetries 0\n"), "{out}");
        let (code, out, error) = sudosat(&["verify", "f.cnf", "f.pbp"], path);
        assert!(
            code == Some(0) && out.contains("s VERIFIED UNSAT"),
            "{out}{error}"
        );
        let (code, out, error) = sudosat(&["verify", "--trusted", "f.cnf", "f.pbp"], path);
        let is_clear = error.contains("\"def_order\" is not checked here");
        assert!(code != Some(0) && is_clear, "{code:?} {out}{error}");
        if is_there("veripb") {
            let mut veripb = Command::new("veripb");
            let output = veripb
                .args(["f.cnf", "f.pbp"])
                .current_dir(path)
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(said.contains("s VERIFIED UNSATISFIABLE"), "{said}");
        }
    }
}

#[test]
fn clausal_proofs_and_parallel_searches_break_no_symmetries() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("f.cnf"), clique_colouring(7, 4, 3)).unwrap();
    for (more, reason) in [
        (&["--proof", "f.drat"][..], "a proof in DRAT or LRAT"),
        (&["--proof", "f.lrat"], "a proof in DRAT or LRAT"),
        (&["--jobs", "2"], "with --jobs"),
    ] {
        let options = ["sat", "--stats", "--symmetry-start", "0", "f.cnf"];
        let (code, out, error) = sudosat(&[&options[..], more].concat(), path);
        let is_told = error.starts_with(&format!("note: symmetries are not broken: {reason}"));
        assert!(
            code == Some(20) && out.contains("c symmetries 0\n") && is_told,
            "{out}{error}"
        );
        let _ = fs::remove_file(path.join(more[1]));
        let options = ["sat", "--symmetry-start", "never", "f.cnf"];
        let (code, _, error) = sudosat(&[&options[..], more].concat(), path);
        assert!(code == Some(20) && !error.contains("symmetries"), "{error}");
    }
    fs::write(
        path.join("cubes"),
        "p inccnf\n1 2 0\n-1 -2 0\na 1 0\na -1 0\n",
    )
    .unwrap();
    let (code, _, error) = sudosat(&["sat", "--symmetry-least", "1", "cubes"], path);
    assert!(
        code == Some(10) && error.contains("not broken: a formula with cubes"),
        "{error}"
    );
}
