//! `sudosat verify`: a model or a proof against a formula.

use super::Context;
use super::exit::Exit;

/// Check a model or a proof against a formula
#[derive(clap::Args)]
pub struct Arguments {}

pub fn run(_arguments: Arguments, _context: Context) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
