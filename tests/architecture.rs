//! The arrows between the folders of `src/`: each uses only those that
//! `docs/ARCHITECTURE.md` allows, and there is no circle. Tests inside the sources,
//! and comments, may name anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Each part of `src/` with those that it may use, from the bottom to the top. A part
/// uses parts above its own line only, so there can be no circle.
const PARTS: &[(&str, &[&str])] = &[
    ("budget", &[]),
    ("io", &["budget"]),
    ("sudoku", &["io"]),
    ("formula", &["io"]),
    ("cover", &["budget", "io"]),
    ("proof", &["budget", "io", "formula"]),
    ("encode", &["io", "sudoku", "formula", "cover"]),
    ("cdcl", &["budget", "formula", "proof"]),
    ("ipasir", &["budget", "formula", "cdcl"]),
    ("rustsat", &["budget", "formula", "cdcl"]),
    (
        "check",
        &["budget", "io", "sudoku", "formula", "cover", "proof"],
    ),
    (
        "engine",
        &[
            "budget", "io", "sudoku", "formula", "cover", "proof", "encode", "cdcl", "check",
        ],
    ),
    (
        "reason",
        &[
            "budget", "io", "sudoku", "formula", "cover", "proof", "encode", "cdcl", "check",
            "engine",
        ],
    ),
    (
        "teach",
        &[
            "budget", "io", "sudoku", "formula", "cover", "proof", "encode", "cdcl", "check",
            "engine", "reason",
        ],
    ),
    (
        "batch",
        &[
            "budget", "io", "sudoku", "formula", "cover", "proof", "encode", "cdcl", "check",
            "engine", "reason", "teach",
        ],
    ),
    (
        "cli",
        &[
            "budget", "io", "sudoku", "formula", "cover", "proof", "encode", "cdcl", "check",
            "engine", "reason", "teach", "batch",
        ],
    ),
];

#[test]
fn parts_use_only_what_is_below_them() {
    let mut below = BTreeSet::new();
    for (part, uses) in PARTS {
        for used in *uses {
            assert!(below.contains(used), "{part} may use {used}: a circle");
        }
        below.insert(*part);
    }
    let allowed: BTreeMap<&str, &[&str]> = PARTS.iter().copied().collect();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    let mut arrows = 0;
    let mut folders = vec![source.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") && !is_test(&path) {
                let place = path.strip_prefix(&source).unwrap();
                let first = place.iter().next().unwrap().to_str().unwrap();
                let part = first.trim_end_matches(".rs");
                if ["lib", "main"].contains(&part) {
                    continue;
                }
                let Some(may) = allowed.get(part) else {
                    panic!("{part} is no part of the table: which may it use?");
                };
                for used in used_parts(&fs::read_to_string(&path).unwrap()) {
                    let is_part = allowed.contains_key(used.as_str());
                    if is_part && used != part {
                        arrows += 1;
                        if !may.contains(&used.as_str()) {
                            wrong.push(format!("{} uses {used}", place.display()));
                        }
                    }
                }
            }
        }
    }
    assert!(arrows > 300, "only {arrows} arrows were found");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns `true` for a file of tests inside the sources.
fn is_test(path: &Path) -> bool {
    path.iter()
        .any(|part| part == "tests" || part == "tests.rs")
}

/// The names that follow `crate::` or `sudosat::` in code, once each.
fn used_parts(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let code: Vec<&str> = code
        .lines()
        .map(|line| line.split("//").next().unwrap())
        .collect();
    let code = code.join("\n");
    let mut names = BTreeSet::new();
    for root in ["crate::", "sudosat::"] {
        for (start, _) in code.match_indices(root) {
            let rest = &code[start + root.len()..];
            match rest.strip_prefix('{') {
                None => names.extend(name(rest)),
                Some(group) => names.extend(group_names(group)),
            }
        }
    }
    names
}

/// The name that a text begins with.
fn name(text: &str) -> Option<String> {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    let name = &text[..end.unwrap_or(text.len())];
    (!name.is_empty()).then(|| name.to_owned())
}

/// The first names of the paths in braces, of which the first was read.
fn group_names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut depth = 1;
    let mut is_first = true;
    for (place, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => is_first = true,
            _ if is_first && depth == 1 && !c.is_whitespace() => {
                names.extend(name(&text[place..]));
                is_first = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names
}

#[test]
fn uses_are_found_in_every_form() {
    let text = "use crate::io::Source;\nuse crate::{budget::Budget, formula::{Cnf, Lit}, proof};\n\
                // crate::cli\nlet x = sudosat::check::grid(1);\n#[cfg(test)]\nmod tests {\ncrate::engine";
    let found: Vec<String> = used_parts(text).into_iter().collect();
    assert_eq!(found, ["budget", "check", "formula", "io", "proof"]);
}
