//! What the files of a release state about it.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// Returns what follows `key` in the first line that begins with it.
fn value(name: &str, key: &str) -> String {
    let text = read(name);
    let mut values = text.lines().filter_map(|line| line.strip_prefix(key));
    let value = values.next().expect("the key");
    value.trim_matches('"').to_owned()
}

#[test]
fn the_version_is_the_same_everywhere() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        value("bindings/python/Cargo.toml", "version = "),
        version,
        "Python"
    );
    assert_eq!(value("CITATION.cff", "version: "), version, "citation");
    // The npm package gets the version when it is built: bindings/wasm/pack.
    assert!(!read("bindings/wasm/npm/package.json").contains("\"version\""));
    let changelog = value("CHANGELOG.md", "## ");
    assert_eq!(changelog.split(' ').next(), Some(version), "changelog");
}

/// crates.io makes the README's relative links from the one address of the repository.
#[test]
fn the_address_stands_in_one_place() {
    let address = env!("CARGO_PKG_REPOSITORY");
    assert_eq!(read("Cargo.toml").matches(address).count(), 1);
    let names = [
        "README.md",
        "CHANGELOG.md",
        "CITATION.cff",
        "bindings/python/Cargo.toml",
        "bindings/python/pyproject.toml",
        "bindings/python/README.md",
        "bindings/wasm/npm/package.json",
        "bindings/wasm/npm/README.md",
        "packaging/README.md",
    ];
    for name in names.iter().chain(&FILLED) {
        assert!(!read(name).contains(address), "{name}");
    }
}

/// The files that `packaging/fill` completes from `Cargo.toml`.
const FILLED: [&str; 4] = [
    "packaging/conda/recipe.yaml",
    "packaging/debian/control",
    "packaging/debian/copyright",
    "packaging/homebrew/sudosat.rb",
];

/// Only the checksum of the crate may stay open, until `cargo package` has made the crate.
#[cfg(unix)]
#[test]
fn the_files_of_packagers_are_filled_in() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in FILLED {
        let output = Command::new(root.join("packaging/fill"))
            .stdin(File::open(root.join(name)).unwrap())
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(env!("CARGO_PKG_REPOSITORY")), "{text}");
        for open in ["@version@", "@address@", "@authors@"] {
            assert!(read("packaging/fill").contains(open), "{open}");
            assert!(!text.contains(open), "{name}: {open}");
        }
        let numbered = ["conda", "homebrew"].iter().any(|kind| name.contains(kind));
        let version = concat!("sudosat-", env!("CARGO_PKG_VERSION"));
        assert_eq!(text.contains(version), numbered, "{name}");
    }
}
