//! The crates that this one needs, its tests included, against `deny.toml`: their licences,
//! where they come from, and which of them are there in two versions. `.ci/toolchains` lets
//! cargo-deny check the same for all platforms; this test needs neither it nor a network.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The entries of the list `name` of `deny.toml`, where each entry has a line of its own.
fn entries(policy: &str, name: &str) -> Vec<String> {
    let start = format!("{name} = [");
    let lines = policy.lines().skip_while(|line| *line != start).skip(1);
    let entries = lines.take_while(|line| *line != "]").map(|line| {
        let entry = line.trim().strip_prefix('"');
        let entry = entry.and_then(|entry| entry.strip_suffix("\","));
        entry.unwrap_or_else(|| panic!("{name}: {line}")).to_owned()
    });
    let entries: Vec<String> = entries.collect();
    assert!(!entries.is_empty(), "deny.toml has no list {name}");
    entries
}

/// Returns `true` if a licence expression of SPDX can be met with these licences.
fn is_met(expression: &str, licences: &[String]) -> bool {
    // Older crates separate alternatives by a slash.
    let spaced = [("/", " OR "), ("(", " ( "), (")", " ) ")];
    let text = spaced
        .iter()
        .fold(expression.to_owned(), |text, (mark, word)| {
            text.replace(mark, word)
        });
    let mut words = text.split_whitespace().peekable();
    let met = alternatives(&mut words, licences);
    assert_eq!(words.next(), None, "{expression}");
    met
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

/// Alternatives, of which `AND` binds its sides more closely than `OR`.
fn alternatives(words: &mut Words, licences: &[String]) -> bool {
    let mut met = false;
    loop {
        let mut all = true;
        loop {
            all &= one(words, licences);
            if words.next_if_eq(&"AND").is_none() {
                break;
            }
        }
        met |= all;
        if words.next_if_eq(&"OR").is_none() {
            return met;
        }
    }
}

/// A licence, with its exception if it has one, or an expression in parentheses.
fn one(words: &mut Words, licences: &[String]) -> bool {
    let word = words.next().expect("a licence");
    if word == "(" {
        let met = alternatives(words, licences);
        assert_eq!(words.next(), Some(")"));
        return met;
    }
    let mut licence = word.to_owned();
    if words.next_if_eq(&"WITH").is_some() {
        licence += " WITH ";
        licence += words.next().expect("an exception");
    }
    licences.contains(&licence)
}

#[test]
fn expressions_of_licences_are_met_as_spdx_defines() {
    let licences = ["MIT", "Zlib"].map(str::to_owned);
    for (expression, met) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("Apache-2.0/MIT", true),
        ("MIT AND GPL-3.0", false),
        ("GPL-3.0 AND MIT OR Zlib", true),
        ("(GPL-3.0 OR MIT) AND Zlib", true),
        ("(GPL-3.0 OR MIT) AND Unicode-3.0", false),
        ("MIT WITH LLVM-exception", false),
    ] {
        assert_eq!(is_met(expression, &licences), met, "{expression}");
    }
}

#[test]
fn licences_sources_and_versions_are_those_that_were_looked_at() {
    let policy = Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml");
    let policy = fs::read_to_string(policy).unwrap();
    let [licences, registries, older] =
        ["allow", "allow-registry", "skip"].map(|name| entries(&policy, name));
    let Some(packages) = packages() else {
        println!("skipped: cargo knows the crates only after they were downloaded");
        return;
    };
    assert!(packages.len() > 100, "{} crates", packages.len());
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in &packages {
        let text = |field: &str| package[field].as_str().unwrap_or("none");
        let (name, version) = (text("name"), text("version"));
        let source = text("source").trim_start_matches("registry+");
        let is_ours = package["source"].is_null() && name == "sudosat";
        let is_known = registries.iter().any(|registry| registry == source);
        assert!(is_ours || is_known, "{name}: {source}");
        let licence = text("license");
        assert!(is_met(licence, &licences), "{name}: {licence}");
        let is_older = older.iter().any(|entry| {
            let (crate_name, start) = entry.split_once('@').expect("a version");
            crate_name == name && format!("{version}.").starts_with(&format!("{start}."))
        });
        if !is_older {
            versions.entry(name).or_default().push(version);
        }
    }
    versions.retain(|_, versions| versions.len() > 1);
    assert!(versions.is_empty(), "in two versions: {versions:?}");
}

/// The crates of `cargo metadata` for this platform, with all features. `None` if cargo
/// would have to download some.
fn packages() -> Option<Vec<Value>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let host = Command::new("rustc").arg("-vV").output().ok()?;
    let host = String::from_utf8(host.stdout).ok()?;
    let host = host.lines().find_map(|line| line.strip_prefix("host: "))?;
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .args(["--all-features", "--filter-platform", host])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .ok()?;
    let metadata: Value = serde_json::from_slice(&output.stdout).ok()?;
    Some(metadata["packages"].as_array()?.clone())
}
