//! The puzzles of f-puzzles, which SudokuPad reads too: a JSON object, or a link
//! with that object compressed.
//!
//! The names and shapes of the fields are those that public importers read:
//! SudokuSolver by D. Clamage, and the tools of SudokuPad. What only decorates a
//! puzzle is passed over, also the text of its rules. A rule that is not known and a
//! digit that is no given are named and refused, or dropped if that is asked for.

mod object;
mod rules;

use super::foreign::Parsed;
use super::json::Fault;
use super::split::is_one_of;
use object::CELL_FIELDS;
pub(in crate::sudoku) use rules::{
    MARKS, NEGATIVES, OF_GRID, TOGETHER, dutch_difference, negative_numbers, neighbours,
};
use serde_json::Value;

/// Returns `true` if a JSON object is one of f-puzzles: it has a size, and all cells of
/// its grid are objects with the fields that f-puzzles writes.
pub(super) fn is_object(value: &Value) -> bool {
    let is_cell = |cell: &Value| {
        let names = cell.as_object().map(|cell| cell.keys());
        names.is_some_and(|mut names| names.all(|name| is_one_of(name, CELL_FIELDS)))
    };
    let is_row = |row: &Value| row.as_array().is_some_and(|row| row.iter().all(is_cell));
    let rows = value["grid"].as_array();
    value["size"].is_u64() && rows.is_some_and(|rows| !rows.is_empty() && rows.iter().all(is_row))
}

/// Reads an object. With `ignore_unknown`, rules that are not known and digits
/// that are no givens are dropped.
pub(super) fn parse(text: &str, ignore_unknown: bool) -> Result<Parsed, Fault> {
    object::read(text, ignore_unknown)
}

#[cfg(test)]
mod tests;
