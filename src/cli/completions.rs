//! `sudosat completions`: tab completion for shells.

use super::Context;
use super::exit::Exit;
use super::out;
use clap::CommandFactory;
use std::io::Write;

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = WHERE)]
pub(super) struct Arguments {
    /// The shell to complete for
    shell: clap_complete::Shell,
}

const WHERE: &str = "\
Where shells look for it:
  bash  sudosat completions bash > ~/.local/share/bash-completion/completions/sudosat
  zsh   sudosat completions zsh > a folder of your fpath, as _sudosat
  fish  sudosat completions fish > ~/.config/fish/completions/sudosat.fish";

pub(super) fn run(arguments: Arguments, _context: Context) -> anyhow::Result<Exit> {
    // First whole in memory: the generator panics where writing fails.
    let mut script = Vec::new();
    let mut command = super::Arguments::command();
    clap_complete::generate(arguments.shell, &mut command, "sudosat", &mut script);
    let mut out = out::stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Exit::Done)
}
