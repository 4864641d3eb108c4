//! The commands, each a file and, where it has several parts, a folder. All printing happens below this folder:
//! results to standard output, everything else to standard error.

mod alarm;
mod batch;
mod beside;
mod check;
mod choices;
mod color;
mod completions;
mod content;
mod context;
mod corpus;
mod cover;
mod cube;
mod decode;
mod distinct;
mod encode;
mod encoding;
mod engines;
mod exit;
mod explain;
mod format;
mod fuzz;
mod generate;
mod grade;
mod groups;
mod headings;
mod hint;
mod inputs;
mod interrupt;
mod jobs;
mod json;
mod last_resort;
mod limits;
mod man;
mod minimize;
mod one_by_one;
mod out;
mod overrun;
mod pipe;
mod puzzles;
mod quiet;
mod rate;
mod relaxed;
mod report;
mod rule_list;
mod sat;
mod settings;
mod sheet;
mod show;
mod signals;
mod solve;
mod suggest;
mod verify;
mod why;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use color::Color;
use context::Context;
use exit::Exit;
use last_resort::Phase;
use std::io::{self, Write};
use std::process::ExitCode;
use sudosat::engine::memory;
use sudosat::io::{display, limit_inputs, unwritable};

/// Sudoku of any order, reduced to SAT and to exact cover, solved, and every
/// answer checked.
#[derive(Parser)]
#[command(name = "sudosat", version, max_term_width = 100, after_help = exit::HELP)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    everywhere: Everywhere,
}

/// The options of every command.
#[derive(clap::Args)]
struct Everywhere {
    /// Print more on standard error
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    verbose: u8,

    /// When to use colours
    #[arg(
        long,
        value_name = "WHEN",
        global = true,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        help = "When to use colours: auto, always, never; \
          `auto` obeys NO_COLOR and CLICOLOR_FORCE"
    )]
    color: Color,

    /// Limit on the memory of this run, such as 300M or 2G; also set by `ulimit -v` and control
    /// groups
    #[arg(long, value_name = "SIZE", global = true, value_parser = limits::memory)]
    memory_limit: Option<u64>,

    /// Limit on the length of each input after unpacking, such as 20M or 8G; replaces the limits
    /// on exact covers, traces and compressed files
    #[arg(long, value_name = "SIZE", global = true, value_parser = limits::size)]
    max_input: Option<u64>,
}

#[derive(Subcommand)]
enum Command {
    Encode(encode::Arguments),
    Decode(decode::Arguments),
    Pipe(pipe::Arguments),
    Solve(solve::Arguments),
    Check(check::Arguments),
    Batch(batch::Arguments),
    Sat(sat::Arguments),
    Cube(cube::Arguments),
    Verify(verify::Arguments),
    Fuzz(fuzz::Arguments),
    Cover(cover::Arguments),
    Hint(hint::Arguments),
    Rate(rate::Arguments),
    Generate(generate::Arguments),
    Minimize(minimize::Arguments),
    Sheet(sheet::Arguments),
    Explain(explain::Arguments),
    Grade(grade::Arguments),
    Show(show::Arguments),
    Why(why::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

impl Command {
    /// Returns how the command begins: with reading, or with puzzles that it searches one by one.
    fn first_phase(&self) -> Phase {
        match self {
            Command::Pipe(_)
            | Command::Solve(_)
            | Command::Check(_)
            | Command::Hint(_)
            | Command::Rate(_)
            | Command::Generate(_)
            | Command::Minimize(_)
            | Command::Grade(_)
            | Command::Fuzz(_)
            | Command::Why(_) => Phase::Searching,
            // The first of these read much and search then: `last_resort::searching`.
            Command::Sat(_)
            | Command::Cube(_)
            | Command::Verify(_)
            | Command::Cover(_)
            | Command::Encode(_)
            | Command::Decode(_)
            | Command::Batch(_)
            | Command::Sheet(_)
            | Command::Explain(_)
            | Command::Show(_)
            | Command::Completions(_)
            | Command::Man(_) => Phase::Reading,
        }
    }
}

/// Parses the command line.
fn parse() -> Result<Arguments, clap::Error> {
    let line = || std::env::args_os();
    // The options of all commands together take longer than many a search.
    if let Some(program) = line().nth(1).and_then(|name| alone(name.to_str()?))
        && let Ok(matches) = program.try_get_matches_from(line())
    {
        return Arguments::from_arg_matches(&matches);
    }
    let mut program = groups::arranged(Arguments::command());
    let matches = program
        .try_get_matches_from_mut(line())
        .map_err(|error| suggest::with_tips(error, &program))?;
    Arguments::from_arg_matches(&matches)
}

/// Returns the program with one command, if there is one of this name. Its help is not complete.
fn alone(name: &str) -> Option<clap::Command> {
    let options = match name {
        "encode" => encode::Arguments::augment_args,
        "decode" => decode::Arguments::augment_args,
        "pipe" => pipe::Arguments::augment_args,
        "solve" => solve::Arguments::augment_args,
        "check" => check::Arguments::augment_args,
        "sat" => sat::Arguments::augment_args,
        "verify" => verify::Arguments::augment_args,
        "cover" => cover::Arguments::augment_args,
        "show" => show::Arguments::augment_args,
        _ => return None,
    };
    let command = options(clap::Command::new(name.to_owned()));
    let program = Everywhere::augment_args(clap::Command::new("sudosat"));
    Some(program.subcommand_required(true).subcommand(command))
}

/// Runs the command that the arguments name.
pub(crate) fn main() -> ExitCode {
    if let Some(code) = fuzz::play_if_asked() {
        return code;
    }
    report::name_internal_faults();
    out::remember_descriptors();
    signals::survive_file_size_limit();
    Color::of_unparsed(std::env::args_os()).apply();
    let exit = match parse() {
        Ok(arguments) => run(arguments),
        Err(message) => print_message(&message),
    };
    // Threads that are not waited for may still run programs.
    sudosat::programs::end_all();
    let exit = exit.unwrap_or_else(|error| report::failure(&error));
    if exit == Exit::Closed {
        signals::die_of_closed_pipe();
    }
    exit.into()
}

fn run(arguments: Arguments) -> anyhow::Result<Exit> {
    let Arguments {
        command,
        everywhere,
    } = arguments;
    everywhere.color.apply();
    if let Some(bytes) = everywhere.memory_limit {
        memory::limit(bytes);
    }
    if let Some(bytes) = everywhere.max_input {
        limit_inputs(bytes);
    }
    memory::enforce();
    last_resort::arm(command.first_phase());
    let context = Context {
        verbose: everywhere.verbose,
        hints: content::Hints::Usual,
    };
    match command {
        Command::Encode(arguments) => encode::run(arguments, context),
        Command::Decode(arguments) => decode::run(arguments, context),
        Command::Pipe(arguments) => pipe::run(arguments, context),
        Command::Solve(arguments) => solve::run(arguments, context),
        Command::Check(arguments) => check::run(arguments, context),
        Command::Batch(arguments) => batch::run(arguments, context, Arguments::command()),
        Command::Sat(arguments) => sat::run(arguments, context),
        Command::Cube(arguments) => cube::run(arguments, context),
        Command::Verify(arguments) => verify::run(arguments, context),
        Command::Fuzz(arguments) => fuzz::run(arguments, context),
        Command::Cover(arguments) => cover::run(arguments, context),
        Command::Hint(arguments) => hint::run(arguments, context),
        Command::Rate(arguments) => rate::run(arguments, context),
        Command::Generate(arguments) => generate::run(arguments, context),
        Command::Minimize(arguments) => minimize::run(arguments, context),
        Command::Sheet(arguments) => sheet::run(arguments, context),
        Command::Explain(arguments) => explain::run(arguments, context),
        Command::Grade(arguments) => grade::run(arguments, context),
        Command::Show(arguments) => show::run(arguments, context),
        Command::Why(arguments) => why::run(arguments, context),
        Command::Completions(arguments) => completions::run(arguments, Arguments::command()),
        Command::Man(arguments) => man::run(arguments, Arguments::command()),
    }
}

/// Prints the message of the parser: help that was asked for, or what is wrong.
fn print_message(message: &clap::Error) -> anyhow::Result<Exit> {
    if message.use_stderr() {
        // If standard error is closed there is nobody to tell.
        let text = message.render().to_string();
        let _ = match text.lines().all(|line| display(line) == line) {
            true => message.print(),
            // An argument may be the name of a file, and steer the terminal.
            false => text
                .lines()
                .try_for_each(|line| writeln!(io::stderr(), "{}", display(line))),
        };
        return Ok(Exit::BadInput);
    }
    out::refuse_closed_stdout()?;
    message
        .print()
        .and_then(|()| io::stdout().flush())
        .map_err(|error| unwritable("-", error))?;
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        super::groups::arranged(super::Arguments::command()).debug_assert();
    }

    /// A command is parsed alone as among all.
    #[test]
    fn a_command_alone_has_the_same_options() {
        use clap::CommandFactory;
        let mut all = super::Arguments::command();
        all.build();
        let mut known = 0;
        for command in all.get_subcommands() {
            let Some(mut alone) = super::alone(command.get_name()) else {
                continue;
            };
            alone.build();
            let alone = alone.find_subcommand(command.get_name()).unwrap();
            let options = |command: &clap::Command| {
                // Their order in the help depends on the other commands.
                let options = command.get_arguments().cloned();
                let options = options.map(|option| format!("{:?}", option.display_order(0)));
                let options = options.collect::<Vec<_>>();
                let groups = command.get_groups().map(|group| format!("{group:?}"));
                (options, groups.collect::<Vec<_>>())
            };
            assert_eq!(options(alone), options(command));
            known += 1;
        }
        assert_eq!(known, 9);
    }
}
