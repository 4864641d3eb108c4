//! `sudosat completions`: tab completion for shells.

use super::Context;
use super::exit::Exit;
use clap::CommandFactory;
use std::io::Write;

/// Print a completion script for a shell
#[derive(clap::Args)]
pub struct Arguments {
    /// Which shell
    shell: clap_complete::Shell,
}

pub fn run(arguments: Arguments, _context: Context) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    let mut command = super::Arguments::command();
    clap_complete::generate(arguments.shell, &mut command, "sudosat", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Exit::Done)
}
