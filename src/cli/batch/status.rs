//! `sudosat batch status`: which shards are done, made at the moment, or lacking, and why.

use crate::cli::corpus::plan;
use crate::cli::corpus::shards::{PartState, Shard, State, states};
use crate::cli::exit::Exit;
use crate::cli::{out, sat};
use anyhow::bail;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use sudosat::batch::journal::Worker;
use sudosat::io::{counted, display};

/// Print how far the shards are: done, running, failed and why
///
/// Each file is read, and its seals are compared. The workers are named by the job of their
/// scheduler, their machine and process. One that has died, or has given no sign of life for
/// a minute, is named with the shard that it has left; another worker goes on with it. The
/// exit code is 0 if all shards are complete, and 3 otherwise.
#[derive(clap::Args)]
pub(super) struct Status {
    /// Folder with the files of the shards
    #[arg(long, alias = "output", short_alias = 'o', value_name = "DIR")]
    out: PathBuf,
}

/// The shards so far.
#[derive(Default)]
struct Shards {
    done: u64,
    /// Number of their puzzles, and of those given up.
    puzzles: u64,
    gave_up: u64,
    /// By worker, the shards that it has done and those that it makes.
    workers: BTreeMap<String, (u64, Vec<usize>)>,
    running: u64,
    not_begun: u64,
    /// Sentences on the others.
    failed: Vec<String>,
}

impl Status {
    pub(super) fn run(self) -> anyhow::Result<Exit> {
        let counts = plan::counts(&self.out)?;
        if counts.is_empty() {
            let folder = self.out.to_string_lossy();
            bail!(
                "{}: found no plan of shards in this folder",
                display(&folder)
            );
        }
        let mut out = out::stdout();
        let mut exit = Exit::Done;
        let model = sat::model_file(&self.out);
        if model.exists() {
            writeln!(
                out,
                "a worker wrote a model, which `batch merge` checks: {}",
                display(&model.to_string_lossy())
            )?;
        }
        for count in counts {
            let shards = self.shards(count)?;
            if shards.done < count as u64 {
                exit = Exit::GaveUp;
            }
            shards.print(count, &mut out)?;
        }
        out.flush()?;
        Ok(exit)
    }

    fn shards(&self, count: usize) -> anyhow::Result<Shards> {
        let mut shards = Shards::default();
        for (index, state) in states(count, &self.out, None).enumerate() {
            let shard = Shard { index, count };
            let why = match state? {
                State::Complete(end) => {
                    shards.done += 1;
                    shards.puzzles += end.inputs;
                    shards.gave_up += end.gave_up;
                    shards.worker(end.worker.as_ref()).0 += 1;
                    continue;
                }
                State::Missing => None,
                State::Incomplete(why) => Some(why),
                State::Damaged(error) => Some(format!("damaged: {error}")),
            };
            match PartState::of(shard, &self.out)? {
                PartState::Alive(worker) => {
                    shards.running += 1;
                    shards.worker(worker.as_ref()).1.push(index);
                }
                PartState::Dead {
                    worker, silence, ..
                } => {
                    let worker = name(worker.as_ref());
                    let since = seconds(silence);
                    let error = shard.failure(&self.out);
                    let error = error.map_or_else(String::new, |error| format!(": {error}"));
                    shards.failed.push(format!(
                        "shard {shard}: left by {worker}, silent for {since}{error}"
                    ));
                }
                PartState::Missing => match why.or_else(|| shard.failure(&self.out)) {
                    Some(why) => shards.failed.push(format!("shard {shard}: {why}")),
                    None => shards.not_begun += 1,
                },
            }
        }
        Ok(shards)
    }
}

impl Shards {
    fn worker(&mut self, worker: Option<&Worker>) -> &mut (u64, Vec<usize>) {
        self.workers.entry(name(worker)).or_default()
    }

    fn print(&self, count: usize, out: &mut impl Write) -> std::io::Result<()> {
        let (running, failed) = (self.running, self.failed.len());
        writeln!(
            out,
            "{}: {} done, {running} running, {failed} failed, {} not begun",
            counted(count as u64, "shard"),
            self.done,
            self.not_begun
        )?;
        let puzzles = counted(self.puzzles, "input");
        writeln!(out, "{puzzles} done, {} given up", self.gave_up)?;
        for (worker, (done, running)) in &self.workers {
            let now = match &running[..] {
                [] => String::new(),
                now => {
                    let now: Vec<String> = now.iter().map(ToString::to_string).collect();
                    format!(", running {}", now.join(" "))
                }
            };
            writeln!(out, "{worker}: {done} done{now}")?;
        }
        self.failed
            .iter()
            .try_for_each(|line| writeln!(out, "{line}"))
    }
}

/// Returns the name of a worker.
fn name(worker: Option<&Worker>) -> String {
    let Some(worker) = worker else {
        return "a worker".to_owned();
    };
    let (machine, process) = (display(&worker.machine), worker.process);
    match &worker.job {
        Some(job) => format!("job {}", display(job)),
        None => format!("process {process} on {machine}"),
    }
}

/// Returns a time in whole seconds, or minutes from two on.
fn seconds(time: Duration) -> String {
    match time.as_secs() {
        seconds @ ..120 => format!("{seconds} s"),
        seconds => format!("{} min", seconds / 60),
    }
}
