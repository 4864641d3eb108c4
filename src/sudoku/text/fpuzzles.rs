//! The puzzles of f-puzzles, which SudokuPad reads too: a JSON object, or a link
//! with that object compressed.
//!
//! The names and shapes of the fields are those that public importers read:
//! SudokuSolver by D. Clamage, and the tools of SudokuPad. What only decorates a
//! puzzle is passed over, also the text of its rules; a rule that is not known
//! is named and refused, or dropped if that is asked for.

mod base64;
mod object;
mod rules;

use super::json::Fault;
use super::link;
use crate::sudoku::Puzzle;
use serde_json::Value;

/// Returns `true` if a JSON object is one of f-puzzles: the cells of its grid are
/// objects.
pub(super) fn is_object(value: &Value) -> bool {
    value["grid"][0][0].is_object()
}

/// Reads an object or a link. With `ignore_unknown` the names of the rules that
/// were dropped come with the puzzle.
pub(super) fn parse(text: &str, ignore_unknown: bool) -> Result<(Puzzle, Vec<String>), Fault> {
    let text = text.trim();
    if text.starts_with('{') {
        return object::read(text, ignore_unknown);
    }
    let fault = |message: String| (1, 1, message);
    let data = link::compressed(text).map_err(fault)?;
    let json = base64::decompress(&data).map_err(|message| fault(message.to_owned()))?;
    // What is compressed has no line and column in the input.
    object::read(&json, ignore_unknown).map_err(|(_, _, message)| fault(message))
}

#[cfg(test)]
mod tests;
