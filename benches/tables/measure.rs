//! One command of a shell, its time and its memory.

use crate::usage;
use anyhow::{Context, ensure};
use std::fs;
use std::path::{Path, PathBuf};
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

    /// Returns how many of `number` things were made in a second of user time.
    pub(crate) fn rate_text(&self, number: u32) -> String {
        match self.user {
            Some(seconds) if !self.is_missing && seconds > 0.0 => {
                let rate = f64::from(number) / seconds;
                // Two digits are enough for a comparison.
                let decimals = usize::from(rate < 10.0);
                format!("{rate:.decimals$}")
            }
            _ => String::new(),
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

/// Runs commands in a folder of their own, where `$S` is our program, `$E` the folder of this
/// crate's examples, and `$P` the folder `puzzles` of the repository.
pub(crate) struct Shell {
    is_dry: bool,
    /// A copy of the program: a build during a long run must not change what is measured.
    program: PathBuf,
    folder: TempDir,
}

impl Shell {
    pub(crate) fn new(is_dry: bool) -> anyhow::Result<Shell> {
        let folder = TempDir::new()?;
        let program = folder.path().join("sudosat");
        fs::copy(env!("CARGO_BIN_EXE_sudosat"), &program).context("cannot copy the program")?;
        Ok(Shell {
            is_dry,
            program,
            folder,
        })
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

    /// Runs a command for at most `limit` seconds of CPU time, and returns what it used.
    pub(crate) fn run(&self, command: &str, limit: u64) -> anyhow::Result<Run> {
        if self.is_dry {
            println!("    {command}");
            return Ok(Run {
                user: None,
                wall: 0.0,
                peak: 0,
                is_missing: true,
            });
        }
        let limited = format!("ulimit -t {limit}; {command}");
        let output = self
            .in_folder(&std::env::current_exe()?)
            .args(["--measure", &limited])
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
        let is_done = user + system < limit as f64 - 0.5;
        ensure!(code != 2 || !is_done, "{command} failed");
        Ok(Run {
            user: is_done.then_some(user),
            wall,
            peak: peak as u64 / 1000,
            is_missing: code == 127,
        })
    }

    /// Returns the number of conflicts in the output of `sat --stats`.
    pub(crate) fn conflicts(&self, command: &str, limit: u64) -> anyhow::Result<String> {
        let text = self.printed(command, limit)?.1;
        let conflicts = text
            .lines()
            .find_map(|line| line.strip_prefix("c conflicts "));
        Ok(conflicts.unwrap_or("").trim().to_owned())
    }

    /// Returns the output of a command that must succeed.
    pub(crate) fn output(&self, command: &str, limit: u64) -> anyhow::Result<String> {
        let (is_done, text) = self.printed(command, limit)?;
        ensure!(is_done, "{command} failed");
        Ok(text.trim_end().to_owned())
    }

    /// Runs a command for at most `limit` seconds of CPU time. Returns `true` if it succeeded,
    /// and its output.
    fn printed(&self, command: &str, limit: u64) -> anyhow::Result<(bool, String)> {
        if self.is_dry {
            println!("    {command}");
            return Ok((true, String::new()));
        }
        let limited = format!("ulimit -t {limit}; {command}");
        let output = self.command(&limited).output().context("cannot run sh")?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok((output.status.success(), text))
    }

    /// Returns the size of a file that a command has written, if it has.
    pub(crate) fn size(&self, file: &str) -> String {
        match fs::metadata(self.folder.path().join(file)) {
            Ok(found) if found.len() < 1_000_000 => format!("{:.0} kB", found.len() as f64 / 1e3),
            Ok(found) => format!("{:.1} MB", found.len() as f64 / 1e6),
            Err(_) => String::new(),
        }
    }

    /// Returns the command that runs a script.
    fn command(&self, script: &str) -> Command {
        let mut command = self.in_folder(Path::new("sh"));
        command.args(["-c", script]).stdin(Stdio::null());
        command
    }

    /// Returns a command with the variables that the scripts use.
    fn in_folder(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .env("S", &self.program)
            .env(
                "E",
                Path::new(env!("CARGO_BIN_EXE_sudosat")).with_file_name("examples"),
            )
            .env("P", concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles"))
            .current_dir(self.folder.path());
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
