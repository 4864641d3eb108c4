//! `sudosat batch work`: the puzzles of shards.

use super::{Run, RunArguments, parse_count};
use crate::cli::context::Context;
use crate::cli::corpus::plan::Plan;
use crate::cli::corpus::shards::{self, Claim, Job, Part, SILENCE, Shard, State, TakenOver};
use crate::cli::exit::Exit;
use crate::cli::interrupt::on_ctrl_c;
use crate::cli::{limits, report};
use clap::ArgGroup;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use sudosat::batch::journal::Header;
use sudosat::io::counted;

/// Answer the puzzles of shards, or refute their cubes
#[derive(clap::Args)]
#[command(group = ArgGroup::new("which").args(["shard", "count"]).required(true))]
pub(super) struct Work {
    /// The shard: number I of K, from 0
    #[arg(long, value_name = "I/K")]
    shard: Option<Shard>,

    /// Number of shards: each that is not complete and that no other worker makes, one after
    /// the other
    #[arg(long = "of", value_name = "K", value_parser = parse_count)]
    count: Option<usize>,

    /// Folder for the files of the shards
    #[arg(long, alias = "output", short_alias = 'o', value_name = "DIR")]
    out: PathBuf,

    /// Answer the puzzles of complete shards again on which an engine gave up, with this
    /// time limit, in seconds or as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = limits::seconds)]
    again: Option<Duration>,

    #[command(flatten)]
    run: RunArguments,
}

/// Time between two looks at the shards of other workers, when no other is left.
const WAIT: Duration = Duration::from_secs(2);

/// The end of the work on a shard.
enum Made {
    /// It was complete already.
    Already,
    /// Another worker makes it.
    ByOther,
    /// It was made now, with this exit code.
    Now(Exit),
    /// A limit or an interrupt ended it.
    Unfinished,
}

impl Work {
    pub(super) fn run(self, mut context: Context, program: &clap::Command) -> anyhow::Result<Exit> {
        let run = self.run.parse(&mut context, program)?;
        run.refuse_in_part(&self.out, &[("--again", self.again.is_some())])?;
        let header = run.header()?;
        let (first, count) = match (self.shard, self.count) {
            (Some(shard), _) => (Some(shard), shard.count),
            (None, count) => (None, count.unwrap_or(1)),
        };
        shards::make_folder(&self.out)?;
        let plan = run.plan(&self.out, count)?;
        run.has_model(&self.out)?;
        let make = |shard| {
            let run = self.run.parse(&mut context.clone(), program)?;
            let made = self.make(run, shard, &plan, &header, context);
            if let Err(error) = &made {
                shard.fail(&self.out, &format!("{error:#}"));
            }
            made
        };
        let Some(shard) = first else {
            return self.make_all(count, make);
        };
        Ok(match make(shard)? {
            Made::Already => {
                report::note(&format!("shard {shard} is complete already"));
                Exit::Done
            }
            Made::ByOther => {
                report::note(&format!("shard {shard} is made by another worker"));
                Exit::GaveUp
            }
            Made::Now(Exit::Satisfiable) => Exit::Done,
            Made::Now(exit) => exit,
            Made::Unfinished => Exit::GaveUp,
        })
    }

    /// Makes the shards that no other worker makes, until none is left, and waits a minute for others
    /// that may have died. Shards that were completed since the beginning are not looked at, and after
    /// an error the worker goes on with the next shard.
    fn make_all(
        &self,
        count: usize,
        mut make: impl FnMut(Shard) -> anyhow::Result<Made>,
    ) -> anyhow::Result<Exit> {
        let begin = shards::now(&self.out);
        // Workers begin at different shards, so that few want the same one.
        let first = (std::process::id() as usize).wrapping_mul(0x9e37_79b9) % count;
        let mut left: Vec<usize> = (first..count).chain(0..first).collect();
        let (mut exit, mut num_made, mut num_failed) = (Exit::Done, 0, 0);
        let mut num_unfinished = 0;
        let mut made_at = Instant::now();
        loop {
            let mut others = Vec::new();
            let mut has_made = false;
            for index in left {
                let shard = Shard { index, count };
                if shard.is_newer(&self.out, begin) {
                    continue;
                }
                match make(shard) {
                    Ok(Made::Already) => {}
                    Ok(Made::ByOther) => others.push(index),
                    Ok(Made::Now(Exit::Satisfiable)) => return Ok(Exit::Done),
                    Ok(Made::Now(made)) => {
                        (has_made, num_made) = (true, num_made + 1);
                        exit = exit.worst(made);
                    }
                    Ok(Made::Unfinished) => {
                        num_unfinished += 1;
                        exit = exit.worst(Exit::GaveUp);
                    }
                    Err(error) => {
                        num_failed += 1;
                        exit = exit.worst(report::failure(&error));
                    }
                }
                if on_ctrl_c().is_raised() {
                    return Ok(Exit::GaveUp);
                }
            }
            left = others;
            if has_made {
                made_at = Instant::now();
            }
            // Others may have died, which is seen after a time.
            if left.is_empty() || made_at.elapsed() > SILENCE + WAIT {
                break;
            }
            if !has_made {
                std::thread::sleep(WAIT);
            }
        }
        let made = counted(num_made as u64, "shard");
        let mut rest = match (left.len(), num_failed + num_unfinished) {
            (0, 0) => "; all are complete".to_owned(),
            (0, _) => String::new(),
            (others, _) => format!("; {others} are made by other workers"),
        };
        if num_unfinished > 0 {
            rest += &format!("; {num_unfinished} not complete");
        }
        if num_failed > 0 {
            rest += &format!("; {num_failed} failed");
        }
        report::note(&format!("{made} of {count} made{rest}"));
        Ok(exit)
    }

    fn make(
        &self,
        run: Run,
        shard: Shard,
        plan: &Plan,
        header: &Header,
        context: Context,
    ) -> anyhow::Result<Made> {
        if run.has_model(&self.out)? {
            report::note("a model was found, so no other cube is searched");
            return Ok(Made::Now(Exit::Satisfiable));
        }
        let mut again = None;
        match State::of(shard, &self.out, Some(header))? {
            State::Missing | State::Incomplete(_) => {}
            State::Damaged(error) => report::note(&format!(
                "shard {shard} is made again, because its file is damaged: {error}"
            )),
            State::Complete(end) if end.bytes != plan.bytes => report::note(&format!(
                "shard {shard} is made again: its inputs had {} bytes, and have {} now",
                end.bytes, plan.bytes
            )),
            State::Complete(end) => {
                let limit =
                    |limit: &Duration| end.again.is_none_or(|last| last < limit.as_secs_f64());
                again = self.again.filter(|again| end.gave_up > 0 && limit(again));
                if again.is_none() {
                    return Ok(Made::Already);
                }
                let puzzles = counted(end.gave_up, "puzzle");
                report::note(&format!(
                    "shard {shard}: {puzzles} that were given up are repeated"
                ));
            }
        }
        let Some(claim) = Claim::of(shard, &self.out, header, again)? else {
            return Ok(Made::ByOther);
        };
        // Another worker may have completed it, and given up its claim, since it was looked at.
        if again.is_none()
            && let State::Complete(end) = State::of(shard, &self.out, Some(header))?
            && end.bytes == plan.bytes
        {
            claim.give_back();
            return Ok(Made::Already);
        }
        let job = Job {
            shard,
            folder: self.out.clone(),
            header: header.clone(),
            range: plan.part(shard.index),
            bytes: plan.bytes,
            again,
            claim,
        };
        let exit = match run.run(Part::Work(Box::new(job)), context) {
            Err(error) if error.is::<TakenOver>() => return Ok(Made::ByOther),
            exit => exit?,
        };
        if exit == Exit::GaveUp
            && !matches!(
                State::of(shard, &self.out, Some(header))?,
                State::Complete(_)
            )
        {
            let then = match on_ctrl_c().is_raised() {
                true => "the same command continues it",
                false => "larger limits may complete it",
            };
            report::note(&format!("shard {shard} is not complete; {then}"));
            return Ok(Made::Unfinished);
        }
        Ok(Made::Now(exit))
    }
}
