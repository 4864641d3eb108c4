//! `sudosat solve`: puzzles, by any engine.

use super::Context;
use super::exit::Exit;

/// Solve puzzles with any engine
#[derive(clap::Args)]
pub struct Arguments {}

pub fn run(_arguments: Arguments, _context: Context) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
