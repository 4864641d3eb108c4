//! `sudosat batch submit`: the shards of a run, given to a scheduler.

use super::{RunArguments, parse_count};
use crate::cli::corpus::shards::{self, Part};
use crate::cli::exit::Exit;
use crate::cli::{out, report};
use anyhow::{Context as _, bail};
use clap::ValueEnum;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Stands for the number of a shard in GNU parallel's command, where `{}` could be in an
/// engine's command, too.
const PLACE: &str = "@PART@";

/// Give the shards to a scheduler
///
/// With `slurm`, the shards are an array of jobs, which are put into the queue again if
/// their machine is lost. With `parallel` (GNU parallel) they run at once on this
/// machine, or with `--with=-S --with=HOSTS` on others, and the command ends when they
/// have ended. The machines must see this program, the puzzles and the folder under the
/// same paths.
#[derive(clap::Args)]
pub(super) struct Submit {
    /// The scheduler
    #[arg(value_name = "SCHEDULER")]
    scheduler: Scheduler,

    /// Number of shards; one should take minutes with `slurm`, where starting it takes
    /// seconds
    #[arg(long = "of", value_name = "K", value_parser = parse_count)]
    count: usize,

    /// Folder for the files of the shards
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// An argument for the scheduler's own command, such as --with=--partition=long;
    /// several options give several arguments
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    with: Vec<String>,

    /// Print what the scheduler would be given, and submit nothing
    #[arg(long)]
    print: bool,

    #[command(flatten)]
    run: RunArguments,
}

#[derive(Clone, Copy, ValueEnum)]
enum Scheduler {
    /// Slurm: `sbatch`
    Slurm,
    /// GNU parallel: `parallel`
    Parallel,
}

impl Submit {
    pub(super) fn run(self) -> anyhow::Result<Exit> {
        // A mistake is told here, not by each of the shards.
        let part = Part::Merge(self.count, self.out.clone());
        self.run.parse()?.in_part(part)?;
        shards::make_folder(&self.out)?;
        let folder = fs::canonicalize(&self.out)?;
        let folder = folder.to_str().context("the folder's name is no UTF-8")?;
        let program = std::env::current_exe().context("the program's own path is not known")?;
        let program = program.to_str().context("the program's path is no UTF-8")?;
        let (command, script) = match self.scheduler {
            Scheduler::Slurm => (self.sbatch(), self.script(program, folder)),
            Scheduler::Parallel => (self.parallel(program, folder), String::new()),
        };
        if self.print {
            let mut out = out::stdout();
            match script.is_empty() {
                true => writeln!(out, "{}", quoted(&command))?,
                false => write!(out, "{script}")?,
            }
            out.flush()?;
            return Ok(Exit::Done);
        }
        give(&command, &script)?;
        let count = self.count.to_string();
        let merge = ["sudosat", "batch", "merge", "--of", &count, "--out", folder];
        let merge = merge.map(String::from).to_vec();
        let merge = quoted(&[merge, self.run.command].concat());
        report::note(&format!("when all shards have ended: {merge}"));
        Ok(Exit::Done)
    }

    /// Returns the command line of a shard. `shard` is not quoted.
    fn work(&self, program: &str, shard: &str, folder: &str) -> String {
        let before = quoted(&[program, "batch", "work", "--shard"]);
        let after = quoted(&[&["--out", folder].map(String::from), &*self.run.command].concat());
        format!("{before} {shard} {after}")
    }

    fn sbatch(&self) -> Vec<String> {
        [vec!["sbatch".to_owned()], self.with.clone()].concat()
    }

    /// Returns the script of Slurm's array of jobs.
    fn script(&self, program: &str, folder: &str) -> String {
        let (count, last) = (self.count, self.count - 1);
        let shard = format!("\"$SLURM_ARRAY_TASK_ID/{count}\"");
        let work = self.work(program, &shard, folder);
        let log = quoted(&[format!("{}/slurm-%a.log", folder.replace('%', "%%"))]);
        format!(
            "#!/bin/sh\n#SBATCH --job-name=sudosat\n#SBATCH --array=0-{last}\n\
             #SBATCH --ntasks=1\n#SBATCH --requeue\n#SBATCH --open-mode=append\n\
             #SBATCH --output={log}\nexec {work}\n"
        )
    }

    fn parallel(&self, program: &str, folder: &str) -> Vec<String> {
        let shard = format!("{PLACE}/{}", self.count);
        let work = self.work(program, &shard, folder);
        let before = ["parallel", "--retries", "3", "-I", PLACE].map(String::from);
        let after = [work, ":::".to_owned()];
        let shards: Vec<String> = (0..self.count).map(|part| part.to_string()).collect();
        [&before, &*self.with, &after, &shards].concat()
    }
}

/// Runs the scheduler's command with the script on its standard input.
fn give(command: &[String], script: &str) -> anyhow::Result<()> {
    let name = &command[0];
    let mut child = Command::new(name)
        .args(&command[1..])
        .stdin(Stdio::piped())
        .spawn()
        .with_context(|| format!("{name} can't be run; --print shows what it would be given"))?;
    let written = match child.stdin.take() {
        Some(mut input) => input.write_all(script.as_bytes()),
        None => Ok(()),
    };
    let status = child.wait()?;
    if !status.success() {
        bail!("{name} failed: {status}");
    }
    written.with_context(|| format!("{name} has not read the script"))
}

/// Returns the words as a command line of a POSIX shell.
fn quoted(words: &[impl AsRef<str>]) -> String {
    let mut line = String::new();
    for word in words.iter().map(AsRef::as_ref) {
        if !line.is_empty() {
            line.push(' ');
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./,=:@%+".contains(c);
        match !word.is_empty() && word.chars().all(is_plain) {
            true => line.push_str(word),
            false => {
                let _ = write!(line, "'{}'", word.replace('\'', "'\\''"));
            }
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_for_a_shell() {
        let words = ["a-b/c.txt", "it's", "", "$X {}"];
        assert_eq!(quoted(&words), "a-b/c.txt 'it'\\''s' '' '$X {}'");
    }
}
