//! The formula of `encode` as the question: its comments say which puzzle.

use super::question::Question;
use crate::cli::report;
use anyhow::{anyhow, bail};
use sudosat::budget::Interrupt;
use sudosat::encode::Description;
use sudosat::formula::dimacs;
use sudosat::io::{Source, display};

/// Reads a formula and the puzzle in its comments. What the comments say is
/// checked against the clauses.
pub fn question(file: &str, interrupt: &Interrupt) -> anyhow::Result<Question> {
    let source = Source::open_with(file, interrupt)?;
    let prefix = Description::PREFIX;
    let warn = &mut |warning| report::warning(&warning);
    let (formula, comments) = dimacs::read_with_comments(source, file, prefix, warn)?;
    let name = display(file);
    const OTHERWISE: &str = "name the puzzle instead: sudosat decode PUZZLE OUTPUT";
    let Some(told) = Description::read(&comments)
        .map_err(|reason| anyhow!("{name}: the comments are damaged: {reason}; {OTHERWISE}"))?
    else {
        bail!(
            "{name}: found no comments \"c {prefix}…\" before the header, \
             which say what puzzle the formula states; {OTHERWISE}"
        );
    };
    told.check(&formula).map_err(|reason| {
        anyhow!("{name}: the comments do not fit the clauses: {reason}; {OTHERWISE}")
    })?;
    Ok(Question {
        puzzle: Some(told.puzzle),
        tokens: None,
        size: None,
        numbering: told.numbering,
        formula: Some(formula),
    })
}
