//! `sudosat man`: the manual page.

use super::Context;
use super::exit::Exit;
use clap::CommandFactory;
use std::io::Write;

/// Print the manual page in roff, of the program or of one command
#[derive(clap::Args)]
pub struct Arguments {
    /// The command; the program as a whole without it
    command: Option<String>,
}

pub fn run(arguments: Arguments, _context: Context) -> anyhow::Result<Exit> {
    let mut program = super::Arguments::command();
    program.build();
    let command = match &arguments.command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command.clone(),
            None => anyhow::bail!("there is no command {name:?}; `sudosat help` lists them"),
        },
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    std::io::stdout().write_all(&page)?;
    Ok(Exit::Done)
}
