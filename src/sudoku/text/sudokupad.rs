//! SudokuPad's own puzzles: a JSON object, a link with it compressed (`scl…`, `ctc…`), or the
//! short form of plain ones (`scf…`).
//!
//! Most of such a puzzle is a drawing, whose meaning stands in the text of its rules. What SudokuPad
//! itself checks is read: givens, regions, cages, and the rules for the whole grid. The
//! drawings are refused by their kind and place, or dropped if that is asked for, and so is a text
//! of rules that says more than what is read.

mod object;
mod sentences;
mod short;
mod unzip;

pub(super) use object::{is_object, parse};
pub(super) use sentences::Sentences;
pub(super) use short::short;
pub(super) use unzip::unzipped;

#[cfg(test)]
mod tests;
