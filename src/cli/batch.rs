//! `sudosat batch`: a run of `solve` or `check` in shards, on one machine or many.

mod submit;

use super::context::Context;
use super::corpus::shards::{self, Complete, MOST, Part, Shard, State};
use super::exit::Exit;
use super::report;
use super::{check, color::Color, groups, solve};
use anyhow::bail;
use clap::parser::ValueSource;
use clap::{FromArgMatches, Subcommand};
use std::path::PathBuf;
use submit::{Submit, quoted};
use sudosat::batch::journal::Header;
use sudosat::io::display;

/// Solve or check many puzzles in shards, on several machines
///
/// `work` answers the puzzles of a shard and writes its file to a folder; `merge` reads the
/// puzzles again, takes the answers from the files, and writes to standard output and
/// files what one run of the command would; remarks on single puzzles are on standard
/// error of `work`. `submit` gives the shards to a scheduler. All three take the
/// command, `solve` or `check`, with its options and puzzles, and its options of output
/// count for `merge` alone. A shard uses one core unless -j says more.
///
/// A shard's file appears when it is complete. Where something was lost or damaged, the same
/// commands again do the rest: shards that are complete are not made again.
#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Work(Work),
    Merge(Merge),
    Submit(Submit),
}

/// Answer the puzzles of a shard
#[derive(clap::Args)]
struct Work {
    /// The shard: number I of K, from 0, which has every K-th puzzle
    #[arg(long, value_name = "I/K")]
    shard: Shard,

    /// Folder for the files of the shards
    #[arg(long, alias = "output", short_alias = 'o', value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    run: RunArguments,
}

/// Print the answers of all shards, and write the tables, as a run without shards would
#[derive(clap::Args)]
struct Merge {
    /// Number of shards
    #[arg(long = "of", value_name = "K", value_parser = parse_count)]
    count: usize,

    /// Folder with the files of the shards
    #[arg(long, alias = "output", short_alias = 'o', value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    run: RunArguments,
}

/// The command that is run in shards.
#[derive(clap::Args)]
struct RunArguments {
    /// `solve` or `check`, with its options and puzzles
    #[arg(value_name = "COMMAND", required = true, trailing_var_arg = true,
          allow_hyphen_values = true, num_args = 1..)]
    command: Vec<String>,
}

/// A command that can be run in shards.
enum Run {
    Solve(solve::Arguments),
    Check(check::Arguments),
}

/// Reads a number of shards.
fn parse_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if (1..=MOST).contains(&count) => Ok(count),
        _ => Err(format!("expected a number from 1 to {MOST}")),
    }
}

/// Runs shards of a command of `program`.
pub(super) fn run(
    arguments: Arguments,
    context: Context,
    program: clap::Command,
) -> anyhow::Result<Exit> {
    let program = groups::arranged(program);
    match arguments.command {
        Command::Work(work) => work.run(context, program),
        Command::Merge(merge) => merge.run(context, program),
        Command::Submit(submit) => submit.run(context, program),
    }
}

impl RunArguments {
    /// Reads the command's own arguments. Mistakes in them end the program, as they do
    /// without `batch`. The command's own `-v` and `--color` count beside those of `batch`.
    fn parse(&self, context: &mut Context, program: clap::Command) -> anyhow::Result<Run> {
        let words = std::iter::once("sudosat").chain(self.command.iter().map(String::as_str));
        let matches = program.get_matches_from(words);
        context.verbose = context.verbose.max(matches.get_count("verbose"));
        if matches.value_source("color") == Some(ValueSource::CommandLine)
            && let Some(color) = matches.get_one::<Color>("color")
        {
            color.apply();
        }
        match matches.subcommand() {
            Some(("solve", matches)) => Ok(Run::Solve(FromArgMatches::from_arg_matches(matches)?)),
            Some(("check", matches)) => Ok(Run::Check(FromArgMatches::from_arg_matches(matches)?)),
            _ => bail!(
                "expected `solve` or `check` with its arguments, found {}",
                display(&self.command[0])
            ),
        }
    }
}

impl Run {
    /// Returns the header of the files of the shards.
    fn header(&self) -> Header {
        match self {
            Run::Solve(arguments) => arguments.header(),
            Run::Check(arguments) => arguments.header(),
        }
    }

    /// Gives a shard to the run. Refuses options that do not go with it.
    fn in_part(self, part: Part) -> anyhow::Result<Run> {
        Ok(match self {
            Run::Solve(arguments) => Run::Solve(arguments.in_part(part)?),
            Run::Check(arguments) => Run::Check(arguments.in_part(part)?),
        })
    }

    fn run(self, context: Context) -> anyhow::Result<Exit> {
        match self {
            Run::Solve(arguments) => solve::run(arguments, context),
            Run::Check(arguments) => check::run(arguments, context),
        }
    }
}

impl Work {
    fn run(self, mut context: Context, program: clap::Command) -> anyhow::Result<Exit> {
        let run = self.run.parse(&mut context, program)?;
        let shard = self.shard;
        match State::of(shard, &self.out, &run.header())? {
            State::Missing | State::Incomplete(_) => {}
            State::Damaged(error) => report::note(&format!(
                "shard {shard} is made again, because its file is damaged: {error}"
            )),
            State::Complete(_) => {
                report::note(&format!("shard {shard} is complete already"));
                return Ok(Exit::Done);
            }
        }
        let run = run.in_part(Part::Work(self.shard, self.out.clone()))?;
        shards::make_folder(&self.out)?;
        let exit = run.run(context)?;
        if exit == Exit::GaveUp {
            report::note(&format!(
                "shard {shard} is not complete; nothing was written"
            ));
        }
        Ok(exit)
    }
}

impl Merge {
    fn run(self, mut context: Context, program: clap::Command) -> anyhow::Result<Exit> {
        let run = self.run.parse(&mut context, program)?;
        let (mut lacking, mut inputs) = (Vec::new(), Vec::new());
        let mut exit = Exit::Done;
        for index in 0..self.count {
            let count = self.count;
            let shard = Shard { index, count };
            let (why, end) = match State::of(shard, &self.out, &run.header())? {
                State::Missing => ("there is no file of it".to_owned(), Exit::GaveUp),
                State::Incomplete(why) => (why, Exit::GaveUp),
                State::Damaged(error) => (format!("its file is damaged: {error}"), Exit::BadInput),
                State::Complete(count) => {
                    inputs.push(count);
                    continue;
                }
            };
            report::note(&format!("shard {shard}: {why}"));
            lacking.push(shard);
            exit = exit.worst(end);
        }
        if !lacking.is_empty() {
            report::note(&self.remedy(&lacking));
            return Ok(exit);
        }
        let complete = Complete::new(self.out, &inputs)?;
        run.in_part(Part::Merge(complete))?.run(context)
    }

    /// Returns the command that makes the shards without which there is nothing to merge.
    fn remedy(&self, lacking: &[Shard]) -> String {
        let folder = self.out.to_string_lossy();
        let (shard, each) = match lacking {
            [shard] => (shard.to_string(), ""),
            _ => (
                format!("I/{}", self.count),
                ", for I each of their numbers,",
            ),
        };
        let work = [
            "sudosat", "batch", "work", "--shard", &shard, "--out", &folder,
        ];
        let work = work.map(String::from).to_vec();
        format!(
            "{} of {} shards {} missing or unusable in {}: run `{}`{each} and `batch merge` again",
            lacking.len(),
            self.count,
            if lacking.len() == 1 { "is" } else { "are" },
            display(&folder),
            display(&quoted(&[work, self.run.command.clone()].concat())),
        )
    }
}
