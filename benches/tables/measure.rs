//! One command of a shell, its time and its memory.

use crate::usage;
use anyhow::{Context, ensure};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;
use tempfile::TempDir;

/// What one run used.
pub(crate) struct Run {
    /// User seconds; `None` if it was not done within the limit.
    user: Option<f64>,
    wall: f64,
    /// Peak memory in MB.
    peak: u64,
    /// Set if the shell found no such program.
    is_missing: bool,
}

impl Run {
    pub(crate) fn user_text(&self) -> String {
        match self.user {
            _ if self.is_missing => String::new(),
            Some(seconds) => format!("{seconds:.2}"),
            None => "T".to_owned(),
        }
    }

    pub(crate) fn wall_text(&self) -> String {
        match self.user {
            Some(_) if !self.is_missing => format!("{:.2}", self.wall),
            _ => String::new(),
        }
    }

    pub(crate) fn peak_text(&self) -> String {
        match self.is_missing {
            false => format!("{} MB", self.peak),
            true => String::new(),
        }
    }
}

/// Runs commands in a folder of their own, with `$S` for our program.
pub(crate) struct Shell {
    limit: u64,
    is_dry: bool,
    folder: TempDir,
}

impl Shell {
    pub(crate) fn new(limit: u64, is_dry: bool) -> anyhow::Result<Shell> {
        let folder = TempDir::new()?;
        Ok(Shell {
            limit,
            is_dry,
            folder,
        })
    }

    /// Returns the limit of CPU time in seconds.
    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    /// Runs what the commands of a row need first.
    pub(crate) fn prepare(&self, setup: &str) -> anyhow::Result<()> {
        if self.is_dry {
            println!("  {setup}");
            return Ok(());
        }
        let output = self.command(setup).output().context("cannot run sh")?;
        ensure!(
            output.status.success(),
            "{setup}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(())
    }

    /// Runs a command and returns what it used.
    pub(crate) fn run(&self, command: &str) -> anyhow::Result<Run> {
        if self.is_dry {
            println!("    {command}");
            return Ok(Run {
                user: None,
                wall: 0.0,
                peak: 0,
                is_missing: true,
            });
        }
        let limited = format!("ulimit -t {}; {command}", self.limit);
        let output = Command::new(std::env::current_exe()?)
            .args(["--measure", &limited])
            .env("S", env!("CARGO_BIN_EXE_sudosat"))
            .current_dir(self.folder.path())
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut numbers = text.split_whitespace().map(str::parse::<f64>);
        let mut next = || -> anyhow::Result<f64> {
            let number = numbers
                .next()
                .with_context(|| format!("{command} failed"))?;
            Ok(number?)
        };
        let (user, system, wall, peak, code) = (next()?, next()?, next()?, next()?, next()?);
        // Exit codes of a shell: 127 for a program that is not there, 2 for bad usage.
        let code = code as i32;
        ensure!(code != 2, "{command} failed");
        Ok(Run {
            user: (user + system < self.limit as f64 - 0.5).then_some(user),
            wall,
            peak: peak as u64 / 1000,
            is_missing: code == 127,
        })
    }

    /// Returns the number of conflicts that `sat --stats` tells.
    pub(crate) fn conflicts(&self, command: &str) -> anyhow::Result<String> {
        if self.is_dry {
            println!("    {command}");
            return Ok(String::new());
        }
        let limited = format!("ulimit -t {}; {command}", self.limit);
        let output = self.command(&limited).output().context("cannot run sh")?;
        let text = String::from_utf8_lossy(&output.stdout);
        let conflicts = text
            .lines()
            .find_map(|line| line.strip_prefix("c conflicts "));
        Ok(conflicts.unwrap_or("").trim().to_owned())
    }

    /// Returns the command that runs a script.
    fn command(&self, script: &str) -> Command {
        let mut command = Command::new("sh");
        command
            .args(["-c", script])
            .env("S", env!("CARGO_BIN_EXE_sudosat"))
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        command
    }
}

/// Runs a command without its output, and prints user, system and wall seconds, peak memory
/// in KiB, and the exit code.
pub(crate) fn run_and_print(command: &str) -> anyhow::Result<()> {
    let start = Instant::now();
    let status = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    let (wall, used) = (start.elapsed().as_secs_f64(), usage::of_children()?);
    // A signal, as that of the limit of CPU time, has no code.
    let code = status.code().unwrap_or(-1);
    println!("{} {} {wall} {} {code}", used.user, used.system, used.peak);
    Ok(())
}

/// Returns a sentence that names the commit at hand, the solvers and the load. The program
/// must be built from this commit, as `cargo bench` does.
pub(crate) fn stamp(limit: u64) -> String {
    let first_line = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Some(text.lines().next()?.trim().to_owned())
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).display().to_string();
    let build = first_line("git", &["-C", &root, "log", "-1", "--format=%h of %cs"]);
    let mut parts = vec![format!(
        "Commit {}",
        build.unwrap_or_else(|| "unknown".to_owned())
    )];
    for peer in ["cadical", "kissat"] {
        parts.extend(first_line(peer, &["--version"]).map(|version| format!("{peer} {version}")));
    }
    if let Ok(load) = std::fs::read_to_string("/proc/loadavg") {
        let load = load.split(' ').next().unwrap_or_default().to_owned();
        parts.push(format!("load average {load} at the end"));
    }
    format!("{}; `T`: not done in {limit} s of CPU.", parts.join("; "))
}
