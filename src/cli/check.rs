//! `sudosat check`: the cross-check.

use super::Context;
use super::exit::Exit;

/// Cross-check engines against each other, every answer checked
#[derive(clap::Args)]
pub struct Arguments {}

pub fn run(_arguments: Arguments, _context: Context) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
