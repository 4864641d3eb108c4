//! `sudosat encode`: puzzles to DIMACS.

use super::Context;
use super::exit::Exit;

/// Write a puzzle's reduction to SAT as DIMACS
#[derive(clap::Args)]
pub struct Arguments {}

pub fn run(_arguments: Arguments, _context: Context) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
