//! One run: a process, its time, and whether its count is right.

use crate::usage;
use anyhow::{Context, bail, ensure};
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use sudosat::budget::Budget;
use sudosat::cover::{self, Choice, ExactCover, Method, Natural, knuth, xcc};
use sudosat::engine::{CoverSearch, Limit};
use tempfile::TempDir;

/// The number of solutions by one of our searches.
pub(crate) fn search(engine: &str, file: &Path) -> anyhow::Result<Natural> {
    let method = Method::by_name(engine).context("no such search")?;
    let name = file.display().to_string();
    let (problem, _) = cover::read(File::open(file)?, &name, None, |_| ())?;
    let search = CoverSearch::by_method(&problem, method, Choice::Smallest)?;
    let outcome = search.count(Limit::ALL, &Budget::unlimited())?;
    Ok(outcome.number())
}

/// A problem in both forms.
pub(crate) struct Files {
    knuth: PathBuf,
    numbers: PathBuf,
}

impl Files {
    pub(crate) fn new(runner: &Runner, problem: &ExactCover) -> anyhow::Result<Files> {
        let files = Files {
            knuth: runner.folder.path().join("problem.dlx"),
            numbers: runner.folder.path().join("problem.xcc"),
        };
        knuth::write(problem, BufWriter::new(File::create(&files.knuth)?))?;
        xcc::write(problem, BufWriter::new(File::create(&files.numbers)?))?;
        Ok(files)
    }
}

/// What a run of ours said.
pub(crate) struct Run {
    pub count: String,
    /// None if it was not done in time.
    pub seconds: Option<f64>,
}

/// Runs programs under a limit of CPU time.
pub(crate) struct Runner {
    limit: u64,
    folder: TempDir,
}

impl Runner {
    pub(crate) fn new(limit: u64) -> anyhow::Result<Runner> {
        Ok(Runner {
            limit,
            folder: TempDir::new()?,
        })
    }

    /// One of our searches, by this very program.
    pub(crate) fn ours(&self, engine: &str, files: &Files) -> anyhow::Result<Run> {
        let this = std::env::current_exe()?;
        let (output, seconds) = self.shell(
            "exec \"$@\"",
            &[
                this.as_path(),
                Path::new("--search"),
                Path::new(engine),
                &files.knuth,
            ],
        )?;
        let count = output.trim().to_owned();
        ensure!(seconds.is_none() || !count.is_empty(), "{engine} failed");
        Ok(Run { count, seconds })
    }

    /// Another program: its seconds, if it was done in time.
    pub(crate) fn peer(
        &self,
        command: &str,
        files: &Files,
        count: &str,
    ) -> anyhow::Result<Option<f64>> {
        let script = command
            .replace("{knuth}", "\"$1\"")
            .replace("{numbers}", "\"$2\"");
        let (output, seconds) = self.shell(&script, &[&files.knuth, &files.numbers])?;
        let mut words = output.split(|c: char| !c.is_ascii_digit());
        if seconds.is_some() && !words.any(|word| word == count) {
            bail!(
                "'{command}' did not find {count} solutions: {}",
                output.trim()
            );
        }
        Ok(seconds)
    }

    /// What a script prints, on either channel, and the time it takes.
    fn shell(&self, script: &str, arguments: &[&Path]) -> anyhow::Result<(String, Option<f64>)> {
        let limited = format!("ulimit -t {}; {script}", self.limit);
        let before = children_seconds()?;
        let output = Command::new("sh")
            .args(["-c", &limited, "sh"])
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .context("cannot run sh")?;
        let seconds = children_seconds()? - before;
        let text = [output.stdout, output.stderr].concat();
        let in_time = seconds < self.limit as f64;
        Ok((
            String::from_utf8_lossy(&text).into_owned(),
            in_time.then_some(seconds),
        ))
    }
}

/// The CPU seconds of all children that ended.
fn children_seconds() -> anyhow::Result<f64> {
    let used = usage::of_children()?;
    Ok(used.user + used.system)
}
