//! `solve --proof FILE.pbp --from-rules`: proofs from the rules and clues to the answer, which
//! `veripb` checks where it is installed.

use crate::independent_checkers::is_there;
use crate::program::{program, texts};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs `solve --unique` on a puzzle. Returns the exit code, standard error, and the two files.
fn solve(folder: &Path, puzzle: &str, options: &[&str]) -> (i32, String, PathBuf, PathBuf) {
    let proof = folder.join("p.pbp");
    let rules = folder.join("p.pbp.opb");
    let mut command = program();
    command.args(["solve", "--unique", puzzle, "--force", "--from-rules"]);
    command.arg("--proof").arg(&proof).args(options);
    let (code, _, told) = texts(&command.output().unwrap());
    (code, told, rules, proof)
}

/// Returns `true` if `veripb` accepts the proof that the rules and clues have no (other) solution.
fn is_accepted(rules: &Path, proof: &Path) -> bool {
    let output = Command::new("veripb")
        .args([rules, proof])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    let accepted = told.contains("s VERIFIED UNSATISFIABLE");
    assert_eq!(accepted, output.status.success(), "{output:?}");
    accepted
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn proofs_from_the_rules_are_accepted_for_all_rules_without_sums() {
    if !is_there("veripb") {
        println!("skipped: veripb is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut accepted = 0;
    let mut refused = Vec::new();
    for entry in fs::read_dir(root().join("puzzles/variants")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let (code, told, rules, proof) = solve(folder.path(), path.to_str().unwrap(), &[]);
        if code == 2 {
            assert!(told.contains("the rules have sums"), "{name}: {told}");
            refused.push(name.to_owned());
            continue;
        }
        assert_eq!(code, 0, "{name}: {told}");
        assert!(is_accepted(&rules, &proof), "{name}");
        accepted += 1;
    }
    refused.sort();
    let with_tables = "arrows between counting-circles double-arrow equal-sums global-entropy killer \
        little-killer lockout look-and-say numbered-room quadruple region-sum renban sandwich skyscraper sums \
        ten-line xsum zipper";
    let with_tables: Vec<String> = with_tables
        .split(' ')
        .map(|name| format!("{name}.txt"))
        .collect();
    assert_eq!(refused, with_tables);
    assert!(accepted > 15, "{accepted}");
    for line in ["2", "4", "7", "9"] {
        let puzzle = format!("{}:{line}", root().join("puzzles/unsolvable.txt").display());
        for encoding in ["lecture", "minimal", "extended"] {
            let (code, told, rules, proof) = solve(folder.path(), &puzzle, &["-e", encoding]);
            assert_eq!(code, 0, "{puzzle} {encoding}: {told}");
            assert!(is_accepted(&rules, &proof), "{puzzle} {encoding}");
        }
    }
}

#[test]
fn the_rules_of_a_puzzle_are_sums_and_a_proof_needs_them() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = root().join("puzzles/classic-9x9.txt");
    let (code, told, rules, proof) = solve(folder.path(), puzzle.to_str().unwrap(), &[]);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("check it: veripb "), "{told}");
    let text = fs::read_to_string(&rules).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // A sum for each cell, and for each digit and house; the clues; the solution excluded.
    assert_eq!(lines[0], "* #variable= 729 #constraint= 355");
    let count = |end: &str| lines.iter().filter(|line| line.ends_with(end)).count();
    assert_eq!(
        (count("= 1 ;"), count(">= 1 ;"), lines.len()),
        (355, 31, 356)
    );
    assert_eq!(lines[1].matches(" x").count(), 9, "{}", lines[1]);
    assert_eq!(lines[325], "1 x5 >= 1 ;", "the clue of row 1, column 1");
    let last = lines[355];
    assert_eq!(last.matches('~').count(), 81 - 30, "{last}");
    if !is_there("veripb") {
        println!("skipped: veripb is not installed");
        return;
    }
    assert!(is_accepted(&rules, &proof));
    // Without the rule for rows, columns or boxes, the clues or the excluded solution it does not
    // follow. Constraints that say nothing take the places of those left out.
    for left_out in [82..163, 163..244, 244..325, 325..355, 355..356] {
        let mut lines = lines.clone();
        for line in &mut lines[left_out.clone()] {
            *line = match line.ends_with(">= 1 ;") {
                true => "1 x1 >= 0 ;",
                false => "1 x1 1 ~x1 = 1 ;",
            };
        }
        fs::write(&rules, lines.join("\n") + "\n").unwrap();
        assert!(!is_accepted(&rules, &proof), "without {left_out:?}");
    }
}

/// A proof from the rules starts from `FILE.opb`, another from `FILE.cnf`: the old one of the other kind
/// is refused, or removed with `--force`, and never left beside the new proof.
#[test]
fn a_proof_has_no_old_file_of_another_kind_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let name = |ending: &str| folder.path().join(format!("p.pbp{ending}"));
    let (proof, cnf, opb) = (name(""), name(".cnf"), name(".opb"));
    let prove = |options: &[&str], puzzle: &str| {
        let mut command = program();
        command.args(["solve", puzzle, "--unique", "--proof"]);
        command.arg(&proof).args(options);
        let (code, _, told) = texts(&command.output().unwrap());
        (code, told)
    };
    let puzzle = "1.....3..4.....2";
    let (usual, rules): (&[&str], &[&str]) = (&[], &["--from-rules"]);
    for (first, second, old, new) in [(usual, rules, &cnf, &opb), (rules, usual, &opb, &cnf)] {
        assert_eq!(prove(&[first, &["-f"]].concat(), puzzle).0, 0);
        assert!(old.exists() && !new.exists());
        // Without the proof, the file that it started from is left alone all the same.
        fs::remove_file(&proof).unwrap();
        let (code, told) = prove(second, puzzle);
        assert_eq!(code, 2, "{told}");
        assert!(told.contains("another proof"), "{told}");
        assert!(told.contains("`--force` removes it"), "{told}");
        assert!(old.exists() && !new.exists() && !proof.exists());

        let (code, told) = prove(&[second, &["-f"]].concat(), puzzle);
        assert_eq!(code, 0, "{told}");
        assert!(
            told.contains("removed: an earlier proof started from it"),
            "{told}"
        );
        assert!(!old.exists() && new.exists() && proof.exists());
        // A run without a proof leaves none of an earlier run.
        fs::write(old, "").unwrap();
        let (code, told) = prove(&[second, &["-f", "-q"]].concat(), "1...............");
        assert_eq!(code, 1);
        let reason = told.strip_prefix("no proof was written: ").unwrap();
        assert_eq!(reason.lines().count(), 1, "{told}");
        assert!(!old.exists() && !new.exists() && !proof.exists());
    }
    // With -q nothing is said of what was done.
    assert_eq!(prove(&["-q"], puzzle), (0, String::new()));
}

#[test]
fn what_has_no_proof_from_the_rules_is_refused_before_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = root().join("puzzles/classic-9x9.txt");
    let puzzle = puzzle.to_str().unwrap();
    let path = folder.path().join("p.drat");
    let mut command = program();
    command.args(["solve", "--unique", puzzle, "--from-rules", "--proof"]);
    let (code, _, told) = texts(&command.arg(&path).output().unwrap());
    assert_eq!(code, 2);
    assert!(told.contains("name the file of --proof FILE.pbp"), "{told}");
    assert!(!path.exists());
    // Neither is a formula with further variables derived from the rules.
    let sequential = ["--at-most-one", "sequential"];
    let (code, told, rules, proof) = solve(folder.path(), puzzle, &sequential);
    assert_eq!(code, 2, "{told}");
    assert!(
        told.contains("does not apply to --at-most-one sequential"),
        "{told}"
    );
    assert!(!rules.exists() && !proof.exists());
}
