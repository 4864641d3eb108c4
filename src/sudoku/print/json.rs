//! Puzzles and answers as JSON objects: the feature `json`.

use super::{Answer, Cells, show, statements};
use crate::sudoku::{Candidate, Cell, Digit, Puzzle, Rules, Symbols};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt::{self, Display};

/// Returns the whole puzzle as a JSON object on one line, without an end of line.
///
/// Plain Sudoku is `{"order":2,"rows":[[1,null,null,null],…]}`, other puzzles are
/// `{"size":6,"rules":["boxes 2x3","diagonal"],"rows":…}` with the statements of
/// [`statements`]. Where several grids leave a gap, a row has `null`. Digits are numbers from 1; symbols other than decimal numbers
/// from 1 are stated as `"symbols":"ABCDEF"`, or `"symbols":0` for numbers from 0.
/// Excluded candidates that do not follow from the rules are
/// `"excluded":[{"cell":"r1c2","digit":3},…]`.
pub fn json(cells: &impl Cells) -> impl Display + '_ {
    show(move |f| f.write_str(&serde_json::to_string(&Json(cells)).map_err(|_| fmt::Error)?))
}

struct Json<'a, T>(&'a T);

impl<T: Cells> Serialize for Json<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (cells, size) = (self.0, self.0.size());
        let value = |cell: Option<Cell>| cells.digit(cell?).map(Digit::value);
        let rows: Vec<Vec<Option<usize>>> = (0..size.rows())
            .map(|index| size.row(index).map(value).collect())
            .collect();
        let excluded = super::description::excluded(cells);
        let rules = cells.rules();
        let mut object = serializer.serialize_map(None)?;
        // In a grid of 1×1 a rule for two cells forbids nothing, but it is stated.
        let is_plain = |&order: &usize| {
            let plain = Rules::plain(order);
            plain.is_some_and(|plain| plain.spec() == rules.spec())
        };
        match rules.order().filter(is_plain) {
            Some(order) => object.serialize_entry("order", &order)?,
            None => {
                object.serialize_entry("size", &size.side())?;
                object.serialize_entry("rules", &statements(rules.spec()))?;
            }
        }
        match cells.symbols() {
            Symbols::Numbers { first: 1 } => {}
            Symbols::Numbers { first } => object.serialize_entry("symbols", first)?,
            Symbols::Chars(chars) => {
                object.serialize_entry("symbols", &chars.iter().collect::<String>())?;
            }
        }
        object.serialize_entry("rows", &rows)?;
        if !excluded.is_empty() {
            object.serialize_entry("excluded", &excluded)?;
        }
        object.end()
    }
}

/// As the name of the cell: `"r1c2"`.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// As `{"cell":"r1c2","digit":3}`.
impl Serialize for Candidate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(2))?;
        object.serialize_entry("cell", &self.cell)?;
        object.serialize_entry("digit", &self.digit.value())?;
        object.end()
    }
}

/// In the shape that [`json()`] documents.
impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Json(self).serialize(serializer)
    }
}

/// In the shape that [`json()`] documents.
impl Serialize for Answer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Json(self).serialize(serializer)
    }
}
