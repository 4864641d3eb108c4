//! The largest puzzles whose runs are shown: as traces, figures and pages.

use crate::sudoku::Rules;

/// Largest number of rows and columns of several grids, so that hostile traces take little memory.
/// Chosen by hand: a Samurai has 21.
pub(super) const MAX_BOARD: usize = 100;

/// Checks that a puzzle by these rules is at most as large as a plain one of order `max_order`:
/// in its side, and of several grids in the number of candidates, with at most 100 rows
/// and columns. `what` begins the message: `a page shows puzzles`.
///
/// # Errors
/// If it is larger.
pub fn check(rules: &Rules, max_order: usize, what: &str) -> Result<(), String> {
    let (size, most) = (rules.size(), max_order * max_order);
    let (side, candidates) = (size.side(), size.num_candidates());
    let board = size.rows().max(size.cols());
    match rules.order() {
        Some(n) if n > max_order => Err(format!("{what} up to n = {max_order}, found n = {n}")),
        None if side > most => Err(format!("{what} up to {most}×{most}, found {side}×{side}")),
        None if candidates > most.pow(3) => Err(format!(
            "{what} up to {} candidates, found {candidates} in {size}",
            most.pow(3)
        )),
        None if !size.is_one_grid() && board > MAX_BOARD => Err(format!(
            "{what} up to {MAX_BOARD} rows and columns, found {board}"
        )),
        _ => Ok(()),
    }
}
