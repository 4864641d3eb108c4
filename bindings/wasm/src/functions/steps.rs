//! The functions `hint` (the next steps of a puzzle) and `rate` (how hard it is).

use super::puzzle::Reading;
use super::{Failure, object};
use serde::Deserialize;
use serde_json::Value;
use sudosat::budget::Budget;
use sudosat::engine::BySat;
use sudosat::reason::hint::{self, Known, NoHints};
use sudosat::reason::rate::{self, NoRating, Rater};
use sudosat::teach::solving;

/// Options of `hint`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Hint {
    /// Take all steps.
    all: bool,
    /// Use techniques that assume a single solution, where there is one.
    uniqueness: bool,
    /// Return what to draw for each step, too.
    drawing: bool,
    rules: Option<String>,
    symbols: Option<String>,
}

impl Default for Hint {
    fn default() -> Hint {
        Hint {
            all: false,
            uniqueness: true,
            drawing: false,
            rules: None,
            symbols: None,
        }
    }
}

/// Options of `rate`.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Rate {
    rules: Option<String>,
    symbols: Option<String>,
}

/// Returns the next step of a puzzle, or all steps: the fields of `sudosat hint --json`.
pub(super) fn hint(text: &str, options: Hint) -> Result<Value, Failure> {
    let Hint {
        all,
        uniqueness,
        drawing,
        rules,
        symbols,
    } = options;
    let puzzle = Reading { rules, symbols }.only(text)?.puzzle;
    let options = hint::Options {
        all,
        no_uniqueness: !uniqueness,
    };
    let hints = hint::hints(&BySat::cdcl(), &puzzle, options, &Budget::unlimited());
    match hints {
        Ok(hints) => {
            let mut answer = object(hints.to_json(&puzzle))?;
            if drawing {
                let solution = match &hints.known {
                    Known::One(grid) => Some(grid),
                    _ => None,
                };
                let run = solving::hints(&puzzle, &hints.steps, &hints.after, solution, "");
                answer["drawing"] = object(run.map_err(mistake)?)?;
            }
            Ok(answer)
        }
        Err(error @ NoHints::Wrong { .. }) => Err(mistake(error)),
        Err(error) => Err(Failure::new(error)),
    }
}

/// Returns how hard a puzzle is: the fields of `sudosat rate --json`.
pub(super) fn rate(text: &str, options: Rate) -> Result<Value, Failure> {
    let Rate { rules, symbols } = options;
    let puzzle = Reading { rules, symbols }.only(text)?.puzzle;
    match Rater::new().rate(&puzzle, &Budget::unlimited()) {
        Err(error @ (NoRating::TooLarge | NoRating::Engine(_))) => Err(Failure::new(error)),
        Err(error @ NoRating::Wrong { .. }) => Err(mistake(error)),
        rating => object(rate::to_json(&puzzle, &rating)),
    }
}

fn mistake(error: impl ToString) -> Failure {
    Failure::new(format!("a mistake in this program: {}", error.to_string()))
}
