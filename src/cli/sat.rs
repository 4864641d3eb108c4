//! `sudosat sat`: our CDCL on any formula.

use super::Context;
use super::exit::Exit;

/// Solve any DIMACS formula with our own CDCL
#[derive(clap::Args)]
pub struct Arguments {}

pub fn run(_arguments: Arguments, _context: Context) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
