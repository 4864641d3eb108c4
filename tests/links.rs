//! The links of the documents: each leads to a file of the repository and to a heading in
//! it, and each document is on a way of `docs/README.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the documents of these folders, without those below them.
fn documents(folders: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in folders {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|end| end == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns the lines outside blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        inside ^= is_fence;
        !inside && !is_fence
    })
}

/// Returns the targets of the links `[…](TARGET)` of a text.
fn links(text: &str) -> Vec<String> {
    let text: Vec<&str> = prose(text).collect();
    let text = text.join("\n");
    let targets = text.split("](").skip(1);
    targets
        .filter_map(|rest| Some(rest.split_once(')')?.0.to_owned()))
        .collect()
}

/// Returns the name by which an address refers to a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ => c.is_alphanumeric().then_some(c),
    });
    kept.collect()
}

/// Resolves `..` without a look at the disk.
fn resolved(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                resolved.pop();
            }
            part => resolved.push(part),
        }
    }
    resolved
}

const FOLDERS: [&str; 9] = [
    ".",
    "docs",
    "docs/teaching",
    "puzzles",
    "cnf-out",
    "bindings/python",
    "bindings/wasm",
    "bindings/wasm/npm",
    "packaging",
];

#[test]
fn each_link_leads_somewhere() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for document in documents(&FOLDERS) {
        let text = fs::read_to_string(&document).unwrap();
        for link in links(&text).iter().filter(|link| !link.contains("://")) {
            count += 1;
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => document.clone(),
                path => resolved(&document.parent().unwrap().join(path)),
            };
            let is_there = match heading {
                "" => target.exists(),
                heading => fs::read_to_string(&target).is_ok_and(|text| {
                    prose(&text).any(|line| line.starts_with('#') && anchor(line) == heading)
                }),
            };
            if !is_there {
                wrong.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(count > 100, "only {count} links were found");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn each_document_is_on_a_way() {
    let text = fs::read_to_string(root().join("docs/README.md")).unwrap();
    let docs = root().join("docs");
    let named: BTreeSet<PathBuf> = links(&text)
        .iter()
        .map(|l| resolved(&docs.join(l)))
        .collect();
    let missing: Vec<PathBuf> = documents(&FOLDERS)
        .into_iter()
        .map(|document| resolved(&document))
        .filter(|document| !named.contains(document) && *document != docs.join("README.md"))
        .collect();
    assert!(
        missing.is_empty(),
        "docs/README.md does not name {missing:#?}"
    );
}

#[test]
fn links_and_headings_are_found() {
    let text = "[a](b.md) and [c](d.md#e-f)\n```sh\n[g](h)\n```\n";
    assert_eq!(links(text), ["b.md", "d.md#e-f"]);
    assert_eq!(
        anchor("## The trace: `sudosat-trace/1`"),
        "the-trace-sudosat-trace1"
    );
}
