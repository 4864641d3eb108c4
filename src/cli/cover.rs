//! `sudosat cover`: exact cover.

use super::Context;
use super::exit::Exit;

/// Solve, count and list exact covers
#[derive(clap::Args)]
pub struct Arguments {}

pub fn run(_arguments: Arguments, _context: Context) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
