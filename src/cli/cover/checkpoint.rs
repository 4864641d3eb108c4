//! `cover --checkpoint`: a count that goes on after it was killed.
//!
//! The search tree is cut into pieces, which depend on the problem alone. The file has a line for
//! the problem and one for each piece that was counted, written when it is finished. Each line is
//! sealed with a checksum over all lines up to it, so a damaged file is refused. A line that was
//! not written to its end is removed.

use super::Arguments;
use super::certificate::checksum;
use crate::cli::corpus::is_locked;
use anyhow::{Context as _, bail, ensure};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;
use sudosat::batch::journal::Chain;
use sudosat::budget::Budget;
use sudosat::cover::parallel::{Counted, Pieces};
use sudosat::cover::{ExactCover, Gauge, Method};
use sudosat::engine::{End, Evidence, Outcome, Steps};
use sudosat::io::display;

/// Largest length of a line in bytes: four numbers of 20 digits, their names and the seal.
const MAX_LINE: usize = 256;

/// The first line.
#[derive(Serialize)]
struct Header {
    /// Version of the program. Another one may cut the tree in another way.
    #[serde(rename = "sudosat-count")]
    version: &'static str,
    /// Checksum of the problem in Knuth's text form, and of the pieces.
    problem: String,
    pieces: usize,
}

/// The line of a piece.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    piece: usize,
    solutions: u64,
    nodes: u64,
    updates: u64,
}

/// The file, to which lines are appended.
struct Checkpoint {
    file: File,
    chain: Chain,
}

impl Arguments {
    /// Counts all solutions, except those of the pieces that the file has.
    pub(super) fn by_pieces(
        &self,
        name: &str,
        method: Method,
        problem: &ExactCover,
        budget: &Budget,
    ) -> anyhow::Result<Outcome> {
        let start = Instant::now();
        let gauge = Arc::new(Gauge::default());
        let (rule, jobs) = (self.rule(), self.jobs.into());
        let mut pieces = Pieces::new(problem, method, rule, jobs, budget, Some(&gauge))?;
        if let Some(stop) = budget.exhausted(0) {
            return Ok(super::gave_up(stop));
        }
        let shown = display(name);
        let mut checkpoint = Checkpoint::open(name, problem, &mut pieces)
            .with_context(|| format!("{shown}: the checkpoint can't be used"))?;
        let pulse = self.pulse(gauge.clone());
        let mut written = Ok(());
        let ended = pieces.count(&mut |counted| {
            written = checkpoint.append(counted);
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })?;
        drop(pulse);
        written.with_context(|| format!("{shown}: the checkpoint can't be written"))?;
        let end = match ended.stop {
            Some(stop) => End::GaveUp(stop),
            None => End::Exhausted(Evidence::Search),
        };
        let stats = ended.stats;
        let steps = Steps::new([("nodes", stats.nodes), ("updates", stats.updates)]);
        let mut outcome = Outcome::new(stats.solutions, end, steps);
        outcome.share = ended.stop.map(|_| ended.share);
        outcome.time = start.elapsed();
        Ok(outcome)
    }
}

impl Checkpoint {
    /// Opens or begins a file, and adds the pieces that it has to those that are known.
    fn open(
        name: &str,
        problem: &ExactCover,
        pieces: &mut Pieces<'_>,
    ) -> anyhow::Result<Checkpoint> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(name)?;
        ensure!(file.metadata()?.is_file(), "expected a regular file");
        ensure!(!is_locked(&file), "another count writes it");
        let header = header(problem, pieces)?;
        let mut chain = Chain::default();
        let first = chain.seal(header);
        let most = (first.len() + MAX_LINE * pieces.number()) as u64;
        let mut text = Vec::new();
        (&mut file).take(most + 1).read_to_end(&mut text)?;
        let mut length = first.len();
        if first.starts_with(&text) && text.len() < first.len() {
            // New, or killed at its very beginning.
            file.set_len(0)?;
            file.write_all(&first)?;
            return Ok(Checkpoint { file, chain });
        }
        if text.len() as u64 > most || !text.starts_with(b"{\"sudosat-count\":") {
            bail!("expected a file that --checkpoint has written, or a new one");
        }
        if !text.starts_with(&first) {
            bail!(
                "it is of another problem or another version of sudosat, or was changed: name \
                 another file"
            );
        }
        let lines = text[length..].split_inclusive(|&byte| byte == b'\n');
        for (number, line) in (2..).zip(lines) {
            if !line.ends_with(b"\n") {
                break; // not written to its end
            }
            let Some(opened) = chain.open(line) else {
                bail!("line {number} was changed or damaged: its seal does not fit");
            };
            let line_of_piece: Line = serde_json::from_slice(&opened)
                .with_context(|| format!("line {number} is no line of a piece"))?;
            let Line {
                piece,
                solutions,
                nodes,
                updates,
            } = line_of_piece;
            let counted = Counted {
                piece,
                solutions,
                nodes,
                updates,
            };
            ensure!(
                pieces.know(counted),
                "line {number} counts a piece again, or one that can't be"
            );
            length += line.len();
        }
        file.set_len(length as u64)?;
        Ok(Checkpoint { file, chain })
    }

    /// Appends the line of a piece.
    fn append(&mut self, counted: Counted) -> anyhow::Result<()> {
        let Counted {
            piece,
            solutions,
            nodes,
            updates,
        } = counted;
        let line = Line {
            piece,
            solutions,
            nodes,
            updates,
        };
        let line = self.chain.seal(serde_json::to_vec(&line)?);
        Ok(self.file.write_all(&line)?)
    }
}

/// Returns the text of the first line, without its seal.
fn header(problem: &ExactCover, pieces: &Pieces<'_>) -> anyhow::Result<Vec<u8>> {
    let cuts: Vec<u8> = pieces
        .cuts()
        .flat_map(|number| (number as u64).to_le_bytes())
        .collect();
    let header = Header {
        version: env!("CARGO_PKG_VERSION"),
        problem: checksum(problem, &cuts)?,
        pieces: pieces.number(),
    };
    Ok(serde_json::to_vec(&header)?)
}
