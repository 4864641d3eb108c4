//! `verify` on a collection of right, wrong and damaged proofs, listed in a
//! manifest with what each must get.
//!
//! Rows marked `firm` leave no choice. In the others checkers differ; ours
//! does what the manifest names but for the rows of [`OUR_CHOICES`].

use crate::program::{data, program};
use std::fs;

/// Rows in which we differ from the manifest, by the file's number.
const OUR_CHOICES: [(&str, &str); 1] = [
    // An id of 10¹² is one like any other: ids are looked up in a table.
    ("057", "accept"),
];

#[test]
fn every_proof_gets_what_the_manifest_names() {
    let folder = data().join("bad");
    let Ok(manifest) = fs::read_to_string(folder.join("manifest-proofs.tsv")) else {
        eprintln!("skipped: there is no collection of proofs in {folder:?}");
        return;
    };
    let mut failures = Vec::new();
    let mut accepted = 0;
    let rows: Vec<Vec<&str>> = manifest
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect())
        .collect();
    for row in &rows {
        let [_, file, format, cnf, what, expected, firm, why] = row[..] else {
            panic!("a row has 8 columns: {row:?}");
        };
        let choice = OUR_CHOICES
            .iter()
            .find(|(number, _)| file.starts_with(&format!("proofs/{number}-")));
        let expected = match (firm, choice) {
            ("policy", Some((_, choice))) => choice,
            _ => expected,
        };
        // The format from the name, and told.
        for told in [None, Some(format)] {
            let mut command = program();
            command.arg("verify");
            command.args([folder.join(cnf), folder.join(file)]);
            command.args(told.map(|format| format!("--format={format}")));
            let output = command.output().unwrap();
            let verdict = String::from_utf8_lossy(&output.stdout);
            let reason = String::from_utf8_lossy(&output.stderr);
            let right = match (expected, output.status.code()) {
                ("accept", Some(0)) => verdict == "s VERIFIED UNSAT\n" && reason.is_empty(),
                ("reject", Some(1)) => verdict == "s NOT VERIFIED\n" && !reason.is_empty(),
                ("reject", Some(2)) => verdict.is_empty() && reason.starts_with("error: "),
                _ => false,
            };
            if !right {
                failures.push(format!(
                    "{file} ({what}; {why}): expected {expected}, got {}: {verdict}{reason}",
                    output.status
                ));
            }
            accepted += usize::from(output.status.success());
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(accepted > 20 && accepted < 2 * rows.len() - 20);
}
