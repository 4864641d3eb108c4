//! `sudosat explain`: the reduction and a run, step by step.

use super::Context;
use super::exit::Exit;

/// Show the reduction and a run, step by step
#[derive(clap::Args)]
pub struct Arguments {}

pub fn run(_arguments: Arguments, _context: Context) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
