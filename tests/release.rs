//! What the files of a release state about it.

use std::fs;
use std::path::Path;

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
    ];
    for name in names {
        assert!(!read(name).contains(address), "{name}");
    }
}
