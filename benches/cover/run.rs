//! One run: a process, its time, and whether its answer is right.

use crate::problems::Task;
use crate::usage;
use anyhow::{Context, bail};
use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use sudosat::cover::{self, xcc};
use tempfile::TempDir;

/// A program with which problems are solved.
pub(crate) enum Program {
    /// One of our searches, as `cover --engine` calls it.
    Own(&'static str),
    /// Another program: its name in the table, and how `sh` runs it.
    Peer(String, String),
}

impl Program {
    pub(crate) fn name(&self) -> &str {
        match self {
            Program::Own(name) => name,
            Program::Peer(name, _) => name,
        }
    }

    /// Returns the command for a task, or none if the program can't do it.
    fn command(&self, task: Task) -> Option<String> {
        match self {
            Program::Own(engine) => {
                let wanted = match task {
                    Task::Count => "--all --count-only".to_owned(),
                    Task::First(1) => "--count-only".to_owned(),
                    Task::First(number) => format!("--count-only -n {number}"),
                    // Only `auto` and `dlx` know costs, and both do the same.
                    Task::Cheapest => "--minimize cost".to_owned(),
                };
                let can = task != Task::Cheapest || *engine == "auto";
                let program = env!("CARGO_BIN_EXE_sudosat");
                can.then(|| format!("'{program}' cover {{knuth}} --engine {engine} {wanted}"))
            }
            Program::Peer(_, command) => match task {
                Task::Cheapest => {
                    let command = command.replace("{cheapest}", "");
                    self.is_optimizer().then_some(command)
                }
                _ if self.is_optimizer() => None,
                Task::Count => Some(command.replace("{first}", "")),
                Task::First(number) => {
                    let wanted = command.replace("{first}", &format!("t{number}"));
                    command.contains("{first}").then_some(wanted)
                }
            },
        }
    }

    /// Returns `true` if the program finds the cheapest solution.
    fn is_optimizer(&self) -> bool {
        matches!(self, Program::Peer(_, command) if command.contains("{cheapest}"))
    }
}

/// A problem in both forms.
pub(crate) struct Files {
    knuth: PathBuf,
    numbers: PathBuf,
}

impl Files {
    pub(crate) fn new(runner: &Runner, text: &str) -> anyhow::Result<Files> {
        let files = Files {
            knuth: runner.folder.path().join("problem.dlx"),
            numbers: runner.folder.path().join("problem.xcc"),
        };
        fs::write(&files.knuth, text)?;
        let reader = BufReader::new(text.as_bytes());
        let (problem, _) = cover::read(reader, "problem", None, |_| ())?;
        if xcc::write(&problem, BufWriter::new(File::create(&files.numbers)?)).is_err() {
            // This form has no bounds.
            fs::remove_file(&files.numbers)?;
        }
        Ok(files)
    }
}

/// The end of a run.
pub(crate) enum End {
    /// The answer that it printed, for `auto`, and the seconds that it took.
    Answer(String, f64),
    /// It refused the problem, can't do this, or is a peer that gave another answer.
    Refused,
    /// The time was over.
    Late,
}

/// Runs programs under a limit of CPU time.
pub(crate) struct Runner {
    folder: TempDir,
}

impl Runner {
    pub(crate) fn new() -> anyhow::Result<Runner> {
        let folder = TempDir::new()?;
        Ok(Runner { folder })
    }

    /// Runs a program for at most `limit` seconds. Its answer must be `expected`, if that is
    /// known.
    pub(crate) fn run(
        &self,
        program: &Program,
        task: Task,
        files: &Files,
        expected: Option<&str>,
        limit: u64,
    ) -> anyhow::Result<End> {
        let Some(command) = program.command(task) else {
            return Ok(End::Refused);
        };
        let script = command
            .replace("{knuth}", "\"$1\"")
            .replace("{numbers}", "\"$2\"");
        let (output, is_done, seconds) =
            self.shell(&script, limit, &[&files.knuth, &files.numbers])?;
        if seconds >= limit as f64 {
            return Ok(End::Late);
        }
        let answer = match (program, is_done) {
            (_, false) => return Ok(End::Refused),
            (Program::Own(_), true) => answer(task, &output).context("no answer")?,
            (Program::Peer(..), true) => {
                let mut words = output.split(|c: char| !c.is_ascii_digit());
                let expected = expected.unwrap_or_default();
                if !words.any(|word| word == expected) {
                    eprintln!("'{command}' did not find {expected}: {output}");
                    return Ok(End::Refused);
                }
                expected.to_owned()
            }
        };
        if let Some(expected) = expected
            && expected != answer
        {
            bail!("'{command}' found {answer} instead of {expected}");
        }
        Ok(End::Answer(answer, seconds))
    }

    /// Runs a script. Returns what it prints, on either channel, whether it succeeded, and the
    /// time that it took.
    fn shell(
        &self,
        script: &str,
        limit: u64,
        arguments: &[&Path],
    ) -> anyhow::Result<(String, bool, f64)> {
        let limited = format!("ulimit -t {limit}; exec {script}");
        let before = children_seconds()?;
        let output = Command::new("sh")
            .args(["-c", &limited, "sh"])
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .context("cannot run sh")?;
        let seconds = children_seconds()? - before;
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        Ok((text, output.status.success(), seconds))
    }
}

/// Returns the answer that our program printed: the number of solutions, or the least cost.
fn answer(task: Task, output: &str) -> Option<String> {
    let first = output.lines().next()?;
    let word = match task {
        Task::Cheapest => first.split("cost ").nth(1)?,
        _ => first.strip_prefix("at least ").unwrap_or(first),
    };
    Some(word.trim().to_owned())
}

/// The CPU seconds of all children that ended.
fn children_seconds() -> anyhow::Result<f64> {
    let used = usage::of_children()?;
    Ok(used.user + used.system)
}
