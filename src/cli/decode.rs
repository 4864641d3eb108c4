//! `sudosat decode`: a SAT solver's output back to a grid.

use super::Context;
use super::exit::Exit;

/// Read a SAT solver's answer back as a checked grid
#[derive(clap::Args)]
pub struct Arguments {}

pub fn run(_arguments: Arguments, _context: Context) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
