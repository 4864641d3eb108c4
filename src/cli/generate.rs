//! `sudosat generate`: puzzles of any order.

use super::Context;
use super::exit::Exit;

/// Make puzzles
#[derive(clap::Args)]
pub struct Arguments {}

pub fn run(_arguments: Arguments, _context: Context) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
