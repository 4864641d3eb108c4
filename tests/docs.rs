//! The sessions in the documents, run as written.
//!
//! A block ```` ```console ```` holds commands after `$ ` and what they print, standard
//! output and error together. `[..]` in a line stands for any text, a line
//! `...` for any lines, and a time such as `903 µs` for any time. Commands run in bash in a folder of their own that
//! has `puzzles/`; a command that names a program that is not installed is
//! skipped, and the test says so.

use crate::program::PROGRAM;
use std::path::Path;
use std::process::Command;

/// Programs that a session may use and a machine may lack.
const OUTSIDE: [&str; 6] = [
    "minisat",
    "cadical",
    "kissat",
    "picosat",
    "cryptominisat5",
    "veripb",
];

struct Step {
    line: usize,
    command: String,
    expected: Vec<String>,
}

/// The sessions of a document: a list of steps for each block.
fn sessions(text: &str) -> Vec<Vec<Step>> {
    let mut sessions = Vec::new();
    let mut inside = false;
    for (index, line) in text.lines().enumerate() {
        if !inside && line == "```console" {
            inside = true;
            sessions.push(Vec::new());
        } else if inside && line == "```" {
            inside = false;
        } else if inside {
            let session: &mut Vec<Step> = sessions.last_mut().expect("a block began");
            if let Some(command) = line.strip_prefix("$ ") {
                session.push(Step {
                    line: index + 1,
                    command: command.to_string(),
                    expected: Vec::new(),
                });
            } else {
                let step = session.last_mut().expect("a block begins with a command");
                step.expected.push(line.to_string());
            }
        }
    }
    sessions
}

/// Returns `true` if the line has the pattern's form, where `[..]` stands for any text.
fn line_matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split("[..]").map(str::trim);
    if !pattern.contains("[..]") {
        return pattern.trim_end() == line.trim_end();
    }
    let Some(mut rest) = parts
        .next()
        .and_then(|first| line.trim().strip_prefix(first))
    else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    for (index, part) in parts.iter().enumerate() {
        if index + 1 == parts.len() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(place) => rest = &rest[place + part.len()..],
            None => return false,
        }
    }
    true
}

/// Returns a text with `TIME` for each time and one blank between two words: the widths of
/// columns depend on the times in them.
fn without_times(text: &str) -> String {
    let mut kept: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let (unit, mark) = match word.strip_suffix([':', ',', ';']) {
            Some(unit) => (unit, &word[unit.len()..]),
            None => (word, ""),
        };
        let number = kept.last().is_some_and(|last| last.parse::<f64>().is_ok());
        if number && ["ns", "µs", "ms", "s"].contains(&unit) {
            kept.pop();
            kept.push(format!("TIME{mark}"));
        } else {
            kept.push(word.to_owned());
        }
    }
    kept.join(" ")
}

/// Returns `true` if the output is the expected one.
fn is_expected(expected: &[String], printed: &[&str]) -> bool {
    if !expected
        .iter()
        .any(|line| without_times(line).contains("TIME"))
    {
        return matches(expected, printed);
    }
    let expected: Vec<String> = expected.iter().map(|line| without_times(line)).collect();
    let printed: Vec<String> = printed.iter().map(|line| without_times(line)).collect();
    matches(
        &expected,
        &printed.iter().map(String::as_str).collect::<Vec<_>>(),
    )
}

fn matches(expected: &[String], printed: &[&str]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]))
        }
        Some((first, rest)) => printed
            .split_first()
            .is_some_and(|(line, others)| line_matches(first, line) && matches(rest, others)),
    }
}

fn installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn run_document(name: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join(name)).unwrap();
    run_text(name, &text);
}

/// Runs the sessions of a text, which `name` names in messages.
fn run_text(name: &str, text: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let binary = Path::new(PROGRAM);
    let mut path = vec![binary.parent().unwrap().to_path_buf()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    let path = std::env::join_paths(path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root.join("puzzles"), folder.path().join("puzzles")).unwrap();
    let sessions = sessions(text);
    assert!(!sessions.is_empty(), "{name} has no session");
    for step in sessions.iter().flatten() {
        let words: Vec<&str> = step.command.split_whitespace().collect();
        if let Some(missing) = OUTSIDE
            .iter()
            .find(|one| words.contains(one) && !installed(one))
        {
            eprintln!("{name}:{}: skipped, {missing} is not installed", step.line);
            continue;
        }
        let output = Command::new("bash")
            .args(["-c", &format!("{{ {}; }} 2>&1", step.command)])
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("NO_COLOR", "1")
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<&str> = printed.lines().collect();
        assert!(
            is_expected(&step.expected, &lines),
            "{name}:{}: $ {}\nexpected:\n{}\nprinted:\n{printed}",
            step.line,
            step.command,
            step.expected.join("\n"),
        );
    }
}

#[test]
fn readme() {
    run_document("README.md");
}

#[test]
fn corpus() {
    run_document("docs/CORPUS.md");
}

#[test]
fn fuzzing() {
    run_document("docs/FUZZING.md");
}

#[test]
fn generate() {
    run_document("docs/GENERATE.md");
}

#[test]
fn cover() {
    run_document("docs/COVER.md");
}

#[test]
fn hints() {
    run_document("docs/HINTS.md");
}

#[test]
fn why() {
    run_document("docs/WHY.md");
}

#[test]
fn grading() {
    run_document("docs/GRADING.md");
}

#[test]
fn counting() {
    run_document("docs/COUNTING.md");
}

#[test]
fn parity() {
    run_document("docs/PARITY.md");
}

#[test]
fn symmetry() {
    run_document("docs/SYMMETRY.md");
}

#[test]
fn scaling() {
    run_document("docs/SCALING.md");
}

/// The lessons in `docs/teaching/`.
const LESSONS: [&str; 6] = [
    "1-backtracking",
    "2-sat",
    "3-pigeonholes",
    "4-exact-cover",
    "5-proofs",
    "6-counting",
];

#[test]
fn lessons() {
    for lesson in LESSONS {
        run_document(&format!("docs/teaching/{lesson}.md"));
    }
}

/// A student who opens no answer can run every command that is left: none uses a file that
/// an answer makes.
#[test]
fn lessons_without_their_answers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for lesson in LESSONS {
        let name = format!("docs/teaching/{lesson}.md");
        let text = std::fs::read_to_string(root.join(&name)).unwrap();
        let mut in_answer = false;
        let mut shown = String::new();
        for line in text.lines() {
            in_answer |= line == "<details>";
            // An empty line for each one left out, so that line numbers stay the same.
            shown.extend([if in_answer { "" } else { line }, "\n"]);
            in_answer &= line != "</details>";
        }
        assert!(!in_answer, "{name}: an answer does not end");
        run_text(&format!("{name} without its answers"), &shown);
    }
}

/// The two commands that the README promises are those that CI runs; the first one with the
/// program of the tests for each change, and as it is written before a release.
#[test]
fn ci_runs_the_two_commands() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let readme = read("README.md");
    for command in ["cargo run --release -- check puzzles", "cargo test"] {
        let block = format!("```sh\n{command}\n```");
        assert!(readme.contains(&block), "{command}");
    }
    for (script, command) in [
        (".ci/run", "step cargo test"),
        (
            ".ci/run",
            "step \"${CARGO_TARGET_DIR:-target}/debug/sudosat\" check puzzles",
        ),
        (".ci/full", "step cargo run --release -- check puzzles"),
    ] {
        let has = read(script).lines().any(|line| line == command);
        assert!(has, "{script}: {command}");
    }
}

/// Every time, size and ratio in `docs/BENCHMARKS.md` is between the comments of a table, so
/// that a benchmark writes it.
#[test]
fn each_figure_of_the_benchmarks_is_in_a_table_that_is_written() {
    const UNITS: [&str; 8] = ["s", "ms", "kB", "MB", "GB", "seconds", "minutes", "times"];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("docs/BENCHMARKS.md")).unwrap();
    let mut written = false;
    let mut by_hand = Vec::new();
    let mut tables = 0;
    for line in text.lines() {
        tables += usize::from(line.starts_with("<!-- table "));
        written = (written || line.starts_with("<!-- table ")) && line != "<!-- end of table -->";
        let words: Vec<&str> = line
            .split_whitespace()
            .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
            .collect();
        let is_figure = |pair: &[&str]| pair[0].parse::<f64>().is_ok() && UNITS.contains(&pair[1]);
        if !written && (line.starts_with('|') || words.windows(2).any(is_figure)) {
            by_hand.push(line);
        }
    }
    assert!(tables > 10, "only {tables} tables");
    assert_eq!(by_hand, Vec::<&str>::new());
}

/// Every promise of `docs/RELIABILITY.md` names tests, and these exist.
#[test]
fn promises_name_tests_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| {
        let text = std::fs::read_to_string(root.join(name));
        text.unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let text = read("docs/RELIABILITY.md");
    let start = text.find("\n## Promises\n").unwrap();
    let end = text.find("\n## The fault matrix\n").unwrap();
    let promises: Vec<&str> = text[start..end].split("\n\n**").skip(1).collect();
    assert!(promises.len() >= 10);
    for promise in promises {
        let names = promise
            .lines()
            .filter_map(|line| line.strip_prefix("- `")?.strip_suffix('`'));
        let mut count = 0;
        for name in names {
            count += 1;
            let (file, test) = name.split_once("::").unwrap();
            let source = read(file);
            let place = source.find(&format!("fn {test}() {{"));
            let is_test =
                place.is_some_and(|place| source[..place].trim_end().ends_with("#[test]"));
            assert!(is_test, "{name} is no test");
        }
        assert!(count > 0, "no test holds: {promise}");
    }
}

#[test]
fn patterns_stand_for_what_they_say() {
    assert!(line_matches("a [..] c", "a b b c"));
    assert!(line_matches("in [..]: 1 agreed", "in 4.4 ms: 1 agreed"));
    assert!(!line_matches("in [..]: 1 agreed", "in 4.4 ms: 2 agreed"));
    assert!(!line_matches("a", "b"));
    let table = ["a     cdcl    dlx", "x   903 µs  1.1 ms", "1 in 4 s: 2"].map(String::from);
    assert!(is_expected(
        &table,
        &["a  cdcl  dlx", "x  12 ms  7 s", "1 in 10.5 ms: 2"]
    ));
    assert!(!is_expected(
        &table,
        &["a  cdcl  dlx", "y  12 ms  7 s", "1 in 10.5 ms: 2"]
    ));
    assert!(!is_expected(
        &table,
        &["a  cdcl  dlx", "x  12  7 s", "1 in 10.5 ms: 2"]
    ));
    let expected = ["x", "...", "y"].map(String::from);
    assert!(matches(&expected, &["x", "1", "2", "y"]));
    assert!(matches(&expected, &["x", "y"]));
    assert!(!matches(&expected, &["x", "y", "z"]));
}
