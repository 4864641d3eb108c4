//! The `explain` command: what it prints for the courses' worked examples, that
//! every step it tells is true, and how it behaves in a pipe.

mod algorithms;
mod courses;
mod figures;
mod formulas;
mod golden;
mod reduction;
mod steps;
mod surroundings;
mod variants;
mod windows;

use crate::program::{child, texts};
use std::process::{Command, Stdio};
use sudosat::teach::trace::Trace;

const LECTURE: &str = "puzzles/lecture-4x4.txt";

fn command(arguments: &[&str]) -> Command {
    let mut command = child();
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("explain")
        .args(arguments)
        .stdin(Stdio::null())
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE");
    command
}

/// Exit code, standard output, standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    texts(&command(arguments).output().unwrap())
}

/// What `explain` prints, which must go well.
fn explain(arguments: &[&str]) -> String {
    let (code, text, errors) = run(arguments);
    assert_eq!((code, errors.as_str()), (0, ""), "{arguments:?}");
    text
}

fn trace(arguments: &[&str]) -> Trace {
    let text = explain(&[&["--json"], arguments].concat());
    assert_eq!(text.matches('\n').count(), 1, "one line");
    serde_json::from_str(&text).unwrap()
}

/// Asserts that the lines (without indentation and step numbers) occur in this
/// order.
fn in_order(text: &str, lines: &[&str]) {
    let mut rest = text.lines().map(str::trim);
    for &line in lines {
        let found = rest.any(|other| {
            let without_step = other.trim_start_matches(|c: char| c.is_ascii_digit());
            other == line || without_step.trim() == line
        });
        assert!(found, "{line:?} is not where it should be in\n{text}");
    }
}

/// The section from a heading on, up to the next one.
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let start = text
        .find(heading)
        .unwrap_or_else(|| panic!("{heading} in\n{text}"));
    let rest = &text[start..];
    let end = rest[1..].find("\nTHE ").map_or(rest.len(), |end| end + 1);
    &rest[..end]
}
