//! `sudosat batch`: a run of `solve`, `check` or `sat` in shards, on one machine or many.

mod status;
mod submit;
mod work;

use super::context::Context;
use super::corpus::plan::Plan;
use super::corpus::shards::{Complete, MOST_SHARDS, Part, Shard, State, states};
use super::exit::Exit;
use super::report;
use super::{check, color::Color, groups, interrupt, sat, solve};
use anyhow::bail;
use clap::parser::ValueSource;
use clap::{FromArgMatches, Subcommand};
use status::Status;
use std::path::{Path, PathBuf};
use submit::Submit;
pub(super) use submit::quoted;
use sudosat::batch::journal::Header;
use sudosat::io::display;
use work::Work;

/// Solve or check many puzzles, or search cubes, in shards, on several machines
///
/// A shard is a part of the input: of the puzzles, or of the cubes of a formula. `work` answers
/// those of one shard, or of any that no other worker has, and writes their files to a folder; `merge` reads the
/// puzzles again, takes the answers from the files, and writes to standard output and
/// files what one run of the command would; remarks on single puzzles are on standard
/// error of `work`. `submit` gives the work to a scheduler, and `status` says how far it is.
/// `work`, `merge` and `submit` take the command, `solve`, `check` or `sat`, with its options and
/// inputs, and its options of output count for `merge` alone. A worker uses one core
/// unless -j says more.
///
/// A shard's file appears when it is complete. Where something was lost or damaged, the same
/// commands again do the rest: shards that are complete are not made again, and one that a
/// worker has left is continued.
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
    Status(Status),
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

    /// Print the totals, but no answers of single puzzles; files are written all the same
    #[arg(long)]
    totals: bool,

    #[command(flatten)]
    run: RunArguments,
}

/// The command that is run in shards.
#[derive(clap::Args)]
struct RunArguments {
    /// `solve` or `check` with its options and puzzles, or `sat` with a formula with cubes
    #[arg(value_name = "COMMAND", required = true, trailing_var_arg = true,
          allow_hyphen_values = true, num_args = 1..)]
    command: Vec<String>,
}

/// A command that can be run in shards.
enum Run {
    Solve(solve::Arguments),
    Check(check::Arguments),
    Sat(Box<sat::Arguments>),
}

/// Reads a number of shards or workers.
fn parse_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if (1..=MOST_SHARDS).contains(&count) => Ok(count),
        _ => Err(format!("expected a number from 1 to {MOST_SHARDS}")),
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
        Command::Work(work) => work.run(context, &program),
        Command::Merge(merge) => merge.run(context, &program),
        Command::Submit(submit) => submit.run(context, &program),
        Command::Status(status) => status.run(),
    }
}

impl RunArguments {
    /// Reads the command's own arguments. Mistakes in them end the program, as they do
    /// without `batch`. The command's own `-v` and `--color` count beside those of `batch`.
    fn parse(&self, context: &mut Context, program: &clap::Command) -> anyhow::Result<Run> {
        let words = std::iter::once("sudosat").chain(self.command.iter().map(String::as_str));
        let matches = program.clone().get_matches_from(words);
        context.verbose = context.verbose.max(matches.get_count("verbose"));
        if matches.value_source("color") == Some(ValueSource::CommandLine)
            && let Some(color) = matches.get_one::<Color>("color")
        {
            color.apply();
        }
        match matches.subcommand() {
            Some(("solve", matches)) => Ok(Run::Solve(FromArgMatches::from_arg_matches(matches)?)),
            Some(("check", matches)) => Ok(Run::Check(FromArgMatches::from_arg_matches(matches)?)),
            Some(("sat", matches)) => {
                let arguments = sat::Arguments::from_arg_matches(matches)?;
                Ok(Run::Sat(Box::new(arguments)))
            }
            _ => bail!(
                "expected `solve`, `check` or `sat` with its arguments, found {}",
                display(&self.command[0])
            ),
        }
    }
}

impl Run {
    /// Returns the header of the files of the shards.
    ///
    /// # Errors
    /// If a formula can't be read.
    fn header(&self) -> anyhow::Result<Header> {
        match self {
            Run::Solve(arguments) => Ok(arguments.header()),
            Run::Check(arguments) => Ok(arguments.header()),
            Run::Sat(arguments) => arguments.header(),
        }
    }

    /// Returns the plan for `count` shards in this folder.
    fn plan(&self, folder: &Path, count: usize) -> anyhow::Result<Plan> {
        let puzzles = match self {
            Run::Solve(arguments) => arguments.puzzles(),
            Run::Check(arguments) => arguments.puzzles(),
            Run::Sat(arguments) => {
                let (bytes, hash) = (arguments.num_bytes()?, arguments.hash()?);
                return Plan::of_cubes(folder, count, bytes, &hash);
            }
        };
        let inputs = puzzles.all_inputs()?;
        Plan::of(folder, count, &inputs, &interrupt::on_ctrl_c())
    }

    /// Refuses options and inputs that do not go with shards in this folder, and those of `batch`
    /// in `for_puzzles` that are set beside cubes.
    fn refuse_in_part(&self, folder: &Path, for_puzzles: &[(&str, bool)]) -> anyhow::Result<()> {
        match self {
            Run::Solve(arguments) => arguments.refuse_in_part(folder),
            Run::Check(arguments) => arguments.refuse_in_part(folder),
            Run::Sat(arguments) => match for_puzzles.iter().find(|(_, is_given)| *is_given) {
                Some((option, _)) => bail!("{option} is for puzzles, and does not go with `sat`"),
                None => arguments.refuse_in_part(),
            },
        }
    }

    /// Returns `true` if a model was found, after which no other cube needs to be searched.
    ///
    /// # Errors
    /// If the file of the model holds none of the formula.
    fn has_model(&self, folder: &Path) -> anyhow::Result<bool> {
        match self {
            Run::Sat(arguments) => arguments.has_model(folder),
            Run::Solve(_) | Run::Check(_) => Ok(false),
        }
    }

    /// Runs a part of the command.
    fn run(self, part: Part, context: Context) -> anyhow::Result<Exit> {
        match (self, part) {
            (Run::Solve(arguments), part) => solve::run(arguments.in_part(part), context),
            (Run::Check(arguments), part) => check::run(arguments.in_part(part), context),
            (Run::Sat(arguments), Part::Work(job)) => arguments.work(*job, context),
            (Run::Sat(arguments), Part::Merge(complete)) => {
                arguments.merge(complete.folder(), context)
            }
        }
    }
}

impl Merge {
    fn run(self, mut context: Context, program: &clap::Command) -> anyhow::Result<Exit> {
        let run = self.run.parse(&mut context, program)?;
        run.refuse_in_part(&self.out, &[("--totals", self.totals)])?;
        let header = run.header()?;
        let has_model = run.has_model(&self.out)?;
        let (mut lacking, mut bytes) = (Vec::new(), Vec::new());
        let mut exit = Exit::Done;
        for (index, state) in states(self.count, &self.out, Some(&header)).enumerate() {
            let count = self.count;
            let shard = Shard { index, count };
            let (why, end) = match state? {
                State::Missing => ("there is no file of it".to_owned(), Exit::GaveUp),
                State::Incomplete(why) => (why, Exit::GaveUp),
                State::Damaged(error) => (format!("its file is damaged: {error}"), Exit::BadInput),
                State::Complete(end) => {
                    bytes.push(end.bytes);
                    continue;
                }
            };
            if !has_model {
                report::note(&format!("shard {shard}: {why}"));
            }
            lacking.push(shard);
            exit = exit.worst(end);
        }
        if !lacking.is_empty() && !has_model {
            report::note(&self.remedy(&lacking));
            return Ok(exit);
        }
        let complete = Complete::new(self.out, &bytes, header, self.totals)?;
        run.run(Part::Merge(complete), context)
    }

    /// Returns the command that makes the shards without which there is nothing to merge.
    fn remedy(&self, lacking: &[Shard]) -> String {
        let folder = self.out.to_string_lossy();
        let which = match lacking {
            [shard] => ["--shard".to_owned(), shard.to_string()],
            _ => ["--of".to_owned(), self.count.to_string()],
        };
        let work = ["sudosat", "batch", "work"].map(String::from);
        let out = ["--out".to_owned(), folder.clone().into_owned()];
        format!(
            "{} of {} shards {} missing or unusable in {}: run `{}` and `batch merge` again",
            lacking.len(),
            self.count,
            if lacking.len() == 1 { "is" } else { "are" },
            display(&folder),
            display(&quoted(
                &[&work, &which[..], &out, &self.run.command].concat()
            )),
        )
    }
}
