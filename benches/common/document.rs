//! Tables in a document, each between two comments, and the line below them that says what
//! was measured.

use anyhow::{Context, bail};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use sudosat::io::{Overwrite, Target};

/// The comment that ends a table; `<!-- table NAME -->` begins it.
const END: &str = "<!-- end of table -->";

/// What the benchmarks and the program are built from.
const SOURCES: [&str; 5] = ["src", "benches", ".cargo", "Cargo.toml", "Cargo.lock"];

/// Checks that a Markdown file has a place for the table `name`: before measurements that
/// would be lost otherwise.
pub(crate) fn require(file: &Path, name: &str) -> anyhow::Result<()> {
    parts(&read(file)?, file, name).map(drop)
}

/// Replaces the table `name` in a Markdown file.
pub(crate) fn write(file: &Path, name: &str, table: &str) -> anyhow::Result<()> {
    let old = read(file)?;
    let (before, after) = parts(&old, file, name)?;
    let mut target = Target::create(file, Overwrite::Always)?;
    write!(target, "{before}\n{}\n\n{after}", table.trim_end())?;
    target.commit()?;
    eprintln!("{}: table {name}", file.display());
    Ok(())
}

fn read(file: &Path) -> anyhow::Result<String> {
    fs::read_to_string(file).with_context(|| format!("{} can't be read", file.display()))
}

/// Returns the text up to the comment that begins the table `name`, and the text from the
/// comment that ends it.
fn parts<'a>(text: &'a str, file: &Path, name: &str) -> anyhow::Result<(&'a str, &'a str)> {
    let begin = format!("<!-- table {name} -->\n");
    let Some(start) = text.find(&begin) else {
        bail!("{}: there is no line {}", file.display(), begin.trim_end());
    };
    let (before, rest) = text.split_at(start + begin.len());
    let Some(end) = rest.find(END) else {
        let line = before.lines().count();
        bail!(
            "{}:{line}: there is no {END} after this line",
            file.display()
        );
    };
    Ok((before, &rest[end..]))
}

/// Returns the commit of the sources that `cargo bench` built, as `Commit 67e37c8 of
/// 2026-11-22`, with a note if some of them are not committed.
///
/// It is the last commit that changed a file of [`SOURCES`]: a later one that changes only
/// documents or tests builds the same program. To be called before the first measurement,
/// because the folder may change during a long run.
pub(crate) fn commit() -> String {
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .args(["-C", env!("CARGO_MANIFEST_DIR")])
            .args(arguments)
            .arg("--")
            .args(SOURCES)
            .output()
            .ok()?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success().then_some(text)
    };
    let last = git(&["log", "-1", "--format=%h of %cs"]).filter(|last| !last.is_empty());
    match (last, git(&["status", "--porcelain"])) {
        (Some(last), Some(changes)) if changes.is_empty() => format!("Commit {last}"),
        (Some(last), _) => format!("Commit {last} with uncommitted changes"),
        (None, _) => "Commit unknown".to_owned(),
    }
}

/// Returns the programs among these that are installed and print a version, with it:
/// `kissat 4.0.4`.
pub(crate) fn versions<'a>(programs: impl Iterator<Item = &'a str>) -> Vec<String> {
    let version = |program: &str| {
        let output = Command::new(program).arg("--version").output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        // Some print it alone, others at the end of a sentence.
        let word = text.lines().next()?.split_whitespace().next_back()?;
        output.status.success().then(|| format!("{program} {word}"))
    };
    programs.filter_map(version).collect()
}

/// Returns the system's load at this moment, where Linux reports it.
pub(crate) fn load() -> Option<String> {
    let load = fs::read_to_string("/proc/loadavg").ok()?;
    let average = load.split(' ').next()?;
    Some(format!("load average {average} at the end"))
}
