//! The formula of `encode` as the question: the puzzle is in its comments.

use super::question::Question;
use crate::cli::encode::preprocess;
use crate::cli::quiet::Quiet;
use crate::cli::report;
use anyhow::{anyhow, bail};
use std::io::Read;
use sudosat::encode::Description;
use sudosat::formula::dimacs::{self, Reading};
use sudosat::io::display;

/// Reads a formula and the puzzle in its comments, which is checked against the
/// clauses.
pub(super) fn question(file: &str, input: impl Read, quiet: Quiet) -> anyhow::Result<Question> {
    let prefix = Description::PREFIX;
    let warn = &mut |warning| {
        if !quiet.is_set() {
            report::warning(&warning);
        }
    };
    let (formula, comments) =
        dimacs::read_with_comments(input, file, prefix, Reading::Strict, warn)?;
    let name = display(file);
    const OTHERWISE: &str = "name the puzzle instead: sudosat decode PUZZLE OUTPUT";
    if comments
        .iter()
        .any(|comment| comment == preprocess::COMMENT)
    {
        bail!(
            "{name}: it is a formula of `encode --preprocess`, whose clauses are not those \
             that state the puzzle; {OTHERWISE}"
        );
    }
    let Some(description) = Description::read(&comments)
        .map_err(|reason| anyhow!("{name}: the comments are damaged: {reason}; {OTHERWISE}"))?
    else {
        bail!(
            "{name}: found no comments \"c {prefix}…\" before the header, \
             which say what puzzle the formula states; {OTHERWISE}"
        );
    };
    description.check(&formula).map_err(|reason| {
        anyhow!("{name}: the comments do not fit the clauses: {reason}; {OTHERWISE}")
    })?;
    Ok(Question {
        puzzle: Some(description.puzzle),
        tokens: None,
        size: None,
        numbering: description.numbering,
        formula: Some(formula),
        quiet,
    })
}
