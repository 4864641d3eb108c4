//! Contradictions, cells and several solutions explained: `why`.

use super::puzzle::Reading;
use super::{Failure, object};
use serde::Deserialize;
use serde_json::Value;
use sudosat::budget::Budget;
use sudosat::reason::Statements;
use sudosat::reason::why::{self, Asked, NoAnswer};
use sudosat::teach::solving;

/// Options of `why`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Why {
    /// A cell as `r3c5`, `r3c5=7` or `r3c5!=7`.
    cell: Option<String>,
    smallest: bool,
    /// Largest number of corrections and of changes.
    limit: usize,
    /// Return what to draw for each step of the explanation, too.
    drawing: bool,
    rules: Option<String>,
    symbols: Option<String>,
}

impl Default for Why {
    fn default() -> Why {
        Why {
            cell: None,
            smallest: false,
            limit: why::Options::default().limit,
            drawing: false,
            rules: None,
            symbols: None,
        }
    }
}

/// Returns why a puzzle has no solution, how its solutions differ, or why a cell has its
/// digit: the fields of `sudosat why --json`.
pub(super) fn why(text: &str, options: Why) -> Result<Value, Failure> {
    let Why {
        cell,
        smallest,
        limit,
        drawing,
        rules,
        symbols,
    } = options;
    if limit == 0 {
        return Err(Failure::new("options: found limit 0, expected at least 1"));
    }
    let asked = cell.as_deref().map(str::parse::<Asked>);
    let asked = asked.transpose().map_err(cell_failure)?;
    let puzzle = Reading { rules, symbols }.only(text)?.puzzle;
    let question = asked.map(|asked| asked.about(&puzzle));
    let question = question.transpose().map_err(cell_failure)?;
    let options = why::Options { smallest, limit };
    match why::why(&puzzle, question, options, &Budget::unlimited()) {
        Ok(answer) => {
            let statements = Statements::new(&puzzle);
            let mut told = answer.to_json(&statements);
            if let Some(explanation) = answer.explanation().filter(|_| drawing) {
                told["drawing"] = match solving::why(&statements, explanation) {
                    Ok(run) => object(run)?,
                    Err(fault) => {
                        return Err(Failure::new(format!("a mistake in this program: {fault}")));
                    }
                };
            }
            Ok(told)
        }
        // Without a limit of time, this is memory.
        Err(stopped @ NoAnswer::Stopped(_)) => Ok(stopped.to_json()),
        Err(error) => Err(Failure::new(error)),
    }
}

fn cell_failure(error: impl ToString) -> Failure {
    Failure::new(format!("cell: {}", error.to_string()))
}
