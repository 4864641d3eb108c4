//! `sudosat batch submit`: the shards of a run, given to a scheduler.

use super::{RunArguments, parse_count};
use crate::cli::context::Context;
use crate::cli::corpus::plan::Plan;
use crate::cli::corpus::shards;
use crate::cli::exit::Exit;
use crate::cli::{limits, out, report};
use anyhow::{Context as _, bail};
use clap::ValueEnum;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use sudosat::io::display;

/// Give the work to a scheduler
///
/// Each worker makes shards, one after the other, until none is left. With `slurm`, the
/// workers are an array of jobs, which are put into the queue again if their machine is lost.
/// With `hq` (HyperQueue) they are the tasks of one job, which start again when their machine
/// is lost; its server must run. With `parallel` (GNU parallel) they run at once on this
/// machine, one on each core, or with `--with=-S --with=HOSTS` on others, and the command ends
/// when they have ended. A worker that is killed by a signal is started again, up to three times.
/// The machines must see this program, the puzzles and the folder under the same paths.
#[derive(clap::Args)]
pub(super) struct Submit {
    /// The scheduler
    #[arg(value_name = "SCHEDULER")]
    scheduler: Scheduler,

    /// Number of shards; each should take between a second and some minutes
    #[arg(long = "of", value_name = "K", value_parser = parse_count)]
    count: usize,

    /// Number of workers [default: the number of shards, at most 1000]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    workers: Option<usize>,

    /// Answer the puzzles of complete shards again on which an engine gave up, with this time
    /// limit, as `work` does
    #[arg(long, value_name = "TIME", value_parser = limits::seconds)]
    again: Option<Duration>,

    /// Folder for the files of the shards
    #[arg(long, alias = "output", short_alias = 'o', value_name = "DIR")]
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

/// Largest number of workers by default: that of the jobs of an array in Slurm, if its
/// administrators have set no other.
const MOST_WORKERS: usize = 1000;

/// Number of times that a worker is started which signals kill. Chosen by hand: memory that is
/// always too small must not start it for ever.
const TRIES: u32 = 3;

#[derive(Clone, Copy, ValueEnum)]
enum Scheduler {
    /// Slurm: `sbatch`
    Slurm,
    /// HyperQueue: `hq submit`
    Hq,
    /// GNU parallel: `parallel`
    Parallel,
}

impl Submit {
    pub(super) fn run(self, mut context: Context, program: &clap::Command) -> anyhow::Result<Exit> {
        // A mistake in the options is told here, not by each of the workers.
        let run = self.run.parse(&mut context, program)?;
        run.refuse_in_part(&self.out, &[("--again", self.again.is_some())])?;
        let here = std::env::current_dir().context("the folder of work is not known")?;
        let here = plain(&here)?;
        let folder = plain(&std::path::absolute(&self.out)?)?;
        let program = std::env::current_exe().context("the program's own path is not known")?;
        let program = plain(&program)?;
        for word in &self.run.command {
            plain(Path::new(word))?;
        }
        let (command, script) = match self.scheduler {
            Scheduler::Slurm => (vec!["sbatch".to_owned()], self.sbatch(&program, &folder)?),
            Scheduler::Hq => (self.hq(&here, &program, &folder)?, String::new()),
            Scheduler::Parallel => (self.parallel(), self.lines(&here, &program, &folder)),
        };
        if self.print {
            let mut out = out::stdout();
            match self.scheduler {
                Scheduler::Slurm => {}
                Scheduler::Hq => writeln!(out, "{}", quoted(&command))?,
                Scheduler::Parallel => writeln!(out, "# {}", quoted(&command))?,
            }
            write!(out, "{script}")?;
            out.flush()?;
            return Ok(Exit::Done);
        }
        let made = shards::make_folder(&self.out)?;
        // One pass over the inputs is enough for all workers.
        let had_plan = Plan::is_there(&self.out, self.count);
        let plan = run.plan(&self.out, self.count);
        if let Err(error) = plan.and_then(|_| give(&command, &script)) {
            if !had_plan {
                Plan::remove(&self.out, self.count);
            }
            for folder in made {
                // A folder in which the scheduler left something stays.
                let _ = fs::remove_dir(folder);
            }
            return Err(error);
        }
        let count = self.count.to_string();
        let merge = [
            "sudosat", "batch", "merge", "--of", &count, "--out", &folder,
        ];
        let merge = merge.map(String::from).to_vec();
        let merge = quoted(&[merge, self.run.command].concat());
        report::note(&format!("when all workers have ended: {merge}"));
        Ok(Exit::Done)
    }

    /// Returns the number of workers.
    fn workers(&self) -> usize {
        self.workers.unwrap_or(self.count.min(MOST_WORKERS))
    }

    /// Returns the command lines of a worker, which is started again if a signal killed it: a
    /// scheduler starts again what ran on a machine that is lost, and nothing else.
    fn work(&self, program: &str, folder: &str) -> String {
        let count = self.count.to_string();
        let work = [program, "batch", "work", "--of", &count, "--out", folder].map(String::from);
        let again = self
            .again
            .map(|limit| format!("--again={}", limit.as_secs_f64()));
        let again: Vec<String> = again.into_iter().collect();
        let work = quoted(&[&work, &again[..], &self.run.command].concat());
        format!(
            "tries=0; until {work}; do code=$?; tries=$((tries + 1)); \
             [ $code -gt 128 ] && [ $tries -lt {TRIES} ] || exit $code; \
             echo \"the worker was killed by signal $((code - 128)); it is started again\" >&2; done"
        )
    }

    /// Returns the script of Slurm's array of jobs.
    fn sbatch(&self, program: &str, folder: &str) -> anyhow::Result<String> {
        if folder.contains('\\') {
            bail!(
                "{}: Slurm takes no backslash in the name of --out; choose another",
                display(folder)
            );
        }
        let last = self.workers() - 1;
        let work = self.work(program, folder);
        let log = quoted(&[format!("{}/slurm-%a.log", folder.replace('%', "%%"))]);
        let mut script = format!(
            "#!/bin/sh\n#SBATCH --job-name=sudosat\n#SBATCH --array=0-{last}\n\
             #SBATCH --ntasks=1\n#SBATCH --requeue\n#SBATCH --open-mode=append\n\
             #SBATCH --output={log}\n"
        );
        for argument in &self.with {
            let argument = plain(Path::new(argument))?;
            script += &format!("#SBATCH {}\n", quoted(&[argument]));
        }
        script += &format!("{work}\n");
        Ok(script)
    }

    /// Returns HyperQueue's command, whose tasks are the workers. A task whose machine was lost is
    /// started again any number of times.
    fn hq(&self, here: &str, program: &str, folder: &str) -> anyhow::Result<Vec<String>> {
        // A colon would begin a mode of the log, and a placeholder can't be escaped.
        if folder.contains(':') || folder.contains("%{") || here.contains("%{") {
            let name = if here.contains("%{") { here } else { folder };
            bail!(
                "{}: HyperQueue takes no colon in the name of a log, and no %{{ in that of a folder",
                display(name)
            );
        }
        let last = self.workers() - 1;
        let work = self.work(program, folder);
        let own = [
            "hq".to_owned(),
            "submit".to_owned(),
            "--name=sudosat".to_owned(),
            format!("--array=0-{last}"),
            "--crash-limit=unlimited".to_owned(),
            format!("--cwd={here}"),
            "--stdout=none".to_owned(),
            format!("--stderr={folder}/hq-%{{TASK_ID}}.log"),
        ];
        let task = ["--", "sh", "-c", &work].map(String::from);
        Ok([&own, &*self.with, &task].concat())
    }

    fn parallel(&self) -> Vec<String> {
        let command = ["parallel", "--retries", "3"].map(String::from);
        [&command, &*self.with].concat()
    }

    /// Returns the command lines of all workers. Without a command of its own, GNU parallel
    /// runs each line as it is.
    fn lines(&self, here: &str, program: &str, folder: &str) -> String {
        let work = self.work(program, folder);
        let line = format!("cd {} && {{ {work}; }}\n", quoted(&[here]));
        line.repeat(self.workers())
    }
}

/// Returns a path or a word as text without control characters, which scripts can't hold
/// on one line.
fn plain(path: &Path) -> anyhow::Result<String> {
    match path.to_str() {
        Some(text) if !text.contains(char::is_control) => Ok(text.to_owned()),
        _ => bail!(
            "{}: expected a name without control characters, in UTF-8",
            display(&path.to_string_lossy())
        ),
    }
}

/// Runs the scheduler's command with the script, if it has one, on its standard input.
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
    match script {
        "" => Ok(()),
        _ => written.with_context(|| format!("{name} has not read the script")),
    }
}

/// Returns the words as a command line of a POSIX shell.
pub(in crate::cli) fn quoted(words: &[impl AsRef<str>]) -> String {
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
