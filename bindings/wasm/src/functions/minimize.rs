//! The clues that a puzzle does not need: `minimize`.

use super::puzzle::Reading;
use super::{Failure, object};
use serde::Deserialize;
use serde_json::Value;
use sudosat::budget::Budget;
use sudosat::engine::BySat;
use sudosat::generate;

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
    object(answer.map_err(Failure::new)?.to_json(&puzzle))
}
