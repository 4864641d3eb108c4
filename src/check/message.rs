//! Clauses in messages about faults.

use crate::formula::Lit;

/// Largest number of literals of a clause in a message, which then fits on a line.
const SHOWN: usize = 12;

/// Returns the first literals of a clause as text, and the final 0 if it has no more.
pub(super) fn clause_text(clause: &[Lit]) -> String {
    let first = clause.iter().take(SHOWN).map(|lit| format!("{lit} "));
    let end = match clause.len().saturating_sub(SHOWN) {
        0 => "0".to_owned(),
        more => format!("… and {more} more"),
    };
    first.chain([end]).collect()
}
