//! The crates that this one needs, its tests included: their licences, where they come
//! from, and which of them are there in two versions. A new licence or a new pair fails
//! here, and is added to the lists below by somebody who has looked at it.

use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

/// The licences of the crates, as the crates state them. Each allows that a program which
/// contains the crate is passed on together with its notice (`.ci/notices`). MPL-2.0 is
/// that of splr, whose sources must stay available: they are on crates.io, unchanged.
const LICENCES: &[&str] = &[
    "(MIT OR Apache-2.0) AND Unicode-3.0",
    "0BSD",
    "0BSD OR MIT OR Apache-2.0",
    "Apache-2.0",
    "Apache-2.0 OR MIT",
    "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
    "MIT",
    "MIT OR Apache-2.0",
    "MIT OR Zlib OR Apache-2.0",
    "MPL-2.0",
    "Unlicense OR MIT",
    "Zlib",
    "bzip2-1.0.6",
];

/// The crates that are there in two versions: splr, batsat, varisat, proptest or rustsat need
/// an older one than others do.
const DOUBLED: &[&str] = &[
    "bit-vec",
    "itertools",
    "itoa",
    "rustc-hash",
    "syn",
    "thiserror",
    "thiserror-impl",
];

#[test]
fn licences_sources_and_versions_are_those_that_were_looked_at() {
    let Some(packages) = packages() else {
        println!("skipped: cargo knows the crates only after they were downloaded");
        return;
    };
    assert!(packages.len() > 100, "{} crates", packages.len());
    let mut versions: BTreeMap<&str, u32> = BTreeMap::new();
    for package in &packages {
        let text = |field: &str| package[field].as_str().unwrap_or("none");
        let name = text("name");
        *versions.entry(name).or_default() += 1;
        let registry = "registry+https://github.com/rust-lang/crates.io-index";
        let is_ours = package["source"].is_null() && name == "sudosat";
        assert!(
            is_ours || text("source") == registry,
            "{name}: {}",
            text("source")
        );
        // Older crates separate alternatives by a slash.
        let alternatives: Vec<&str> = text("license").split('/').map(str::trim).collect();
        let licence = alternatives.join(" OR ");
        assert!(LICENCES.contains(&&licence[..]), "{name}: {licence}");
    }
    let doubled = versions.iter().filter(|(_, number)| **number > 1);
    let new = doubled.filter(|(name, _)| !DOUBLED.contains(name));
    assert_eq!(new.count(), 0, "{versions:?}");
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
