//! The functions `hint` (the next steps of a puzzle), `rate` (how hard it is) and `minimize`
//! (the clues that it does not need).

use super::Failure;
use super::puzzle::Reading;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sudosat::budget::Budget;
use sudosat::engine::BySat;
use sudosat::generate;
use sudosat::reason::hint::{self, NoHints};
use sudosat::reason::rate::{self, NoRating, Rater};

/// Options of `hint`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Hint {
    /// Take all steps.
    all: bool,
    /// Use techniques that assume a single solution, where there is one.
    uniqueness: bool,
    rules: Option<String>,
    symbols: Option<String>,
}

impl Default for Hint {
    fn default() -> Hint {
        Hint {
            all: false,
            uniqueness: true,
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

/// Options of `minimize`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Minimize {
    /// Drop nothing, and find the clues that could be dropped.
    check: bool,
    /// Number of random orders.
    tries: u64,
    /// Seed of the first order.
    seed: u64,
    rules: Option<String>,
    symbols: Option<String>,
}

impl Default for Minimize {
    fn default() -> Minimize {
        Minimize {
            check: false,
            tries: 1,
            seed: 0,
            rules: None,
            symbols: None,
        }
    }
}

/// Returns the next step of a puzzle, or all steps: the fields of `sudosat hint --json`.
pub(super) fn hint(text: &str, options: Hint) -> Result<Value, Failure> {
    let Hint {
        all,
        uniqueness,
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
        Ok(hints) => value(hints.to_json(&puzzle)),
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
        rating => value(rate::to_json(&puzzle, &rating)),
    }
}

/// Drops clues that a puzzle does not need, or finds them: the fields of `sudosat minimize
/// --json`.
pub(super) fn minimize(text: &str, options: Minimize) -> Result<Value, Failure> {
    let Minimize {
        check,
        tries,
        seed,
        rules,
        symbols,
    } = options;
    if tries == 0 {
        return Err(Failure::new("options: found tries 0, expected at least 1"));
    }
    let puzzle = Reading { rules, symbols }.only(text)?.puzzle;
    let (engine, budget) = (BySat::cdcl(), Budget::unlimited());
    let answer = match check {
        true => generate::needless_clues(&engine, &puzzle, &budget),
        false => generate::minimize(&engine, &puzzle, tries, seed, &budget),
    };
    value(answer.map_err(Failure::new)?.to_json(&puzzle))
}

fn value(object: impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(object).map_err(Failure::new)
}

fn mistake(error: impl ToString) -> Failure {
    Failure::new(format!("a mistake in this program: {}", error.to_string()))
}
