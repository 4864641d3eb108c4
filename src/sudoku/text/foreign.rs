//! The puzzle files and links of other programs: which program one is of, and what their readers
//! share.

use super::json::Fault;
use super::link::{self, Kind};
use super::{Form, fpuzzles, messages, penpa, sudokupad};
use crate::io::first_few;
use crate::sudoku::rules::{Regions, RulesError, Spec};
use crate::sudoku::{Cell, Grid, Puzzle, Rules, Size, lz_string};
use serde_json::Value;
use std::sync::Arc;

/// A puzzle, its solution if that is stated, and the names of what was dropped.
pub(super) type Parsed = (Puzzle, Option<Grid>, Vec<String>);

/// Reads a JSON object of f-puzzles or of SudokuPad, or a link that holds one, or a link of Penpa+.
/// With `ignore_unknown`, rules that are not known and digits that are no givens are dropped.
pub(super) fn parse(
    text: &str,
    form: Option<Form>,
    ignore_unknown: bool,
) -> Result<(Form, Parsed), Fault> {
    let fault = |message: String| (1, 1, message);
    let read = match form {
        Some(Form::SudokuPad) => (Form::SudokuPad, sudokupad::parse(text, ignore_unknown)?),
        Some(_) => (Form::FPuzzles, fpuzzles::parse(text, ignore_unknown)?),
        None => {
            let unpacked = |data: &str| {
                lz_string::decompress(data).map_err(|message| fault(message.to_owned()))
            };
            // What is compressed has no line and column in the input.
            let placeless = |(_, _, message): Fault| fault(message);
            match link::data(text.trim()).map_err(fault)? {
                (Kind::FPuzzles, data) => {
                    let parsed = fpuzzles::parse(&unpacked(&data)?, ignore_unknown);
                    (Form::FPuzzles, parsed.map_err(placeless)?)
                }
                (Kind::SudokuPad, data) => {
                    let text = sudokupad::unzipped(&unpacked(&data)?);
                    let parsed = sudokupad::parse(&text, ignore_unknown);
                    (Form::SudokuPad, parsed.map_err(placeless)?)
                }
                (Kind::Short, data) => {
                    let parsed = sudokupad::short(&data, ignore_unknown);
                    (Form::SudokuPad, parsed.map_err(fault)?)
                }
                (Kind::Penpa, fields) => {
                    let parsed = penpa::parse(&fields, ignore_unknown);
                    (Form::Penpa, parsed.map_err(fault)?)
                }
            }
        }
    };
    Ok(read)
}

/// Returns the message for rules that are not known, of which there is at least one.
pub(super) fn refused(names: &[String]) -> String {
    let names: Vec<String> = names
        .iter()
        .map(|name| format!("'{}'", messages::shortened(name)))
        .collect();
    match &names[..] {
        [name] => {
            format!("found the rule {name}, which is not known; --ignore-unknown-rules drops it")
        }
        names => format!(
            "found the rules {}, which are not known; --ignore-unknown-rules drops them",
            first_few(names, 10, ", ")
        ),
    }
}

/// Returns the text of a text, a number or another value; an empty text for none.
pub(super) fn text_of(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.trim().to_owned(),
        other => other.to_string(),
    }
}

/// Returns the message for drawings and texts, at least one, that may state rules.
pub(super) fn unclear(names: &[String]) -> String {
    format!(
        "found {}, expected nothing else that may state a rule; --ignore-unknown-rules drops it",
        first_few(names, 10, "; ")
    )
}

/// Returns the rules that a setter states.
pub(super) fn rules(spec: Spec) -> Result<Arc<Rules>, RulesError> {
    let plain = spec.size.order().and_then(Rules::plain);
    match plain.filter(|plain| *plain.spec() == spec) {
        Some(plain) => Ok(plain),
        None => Ok(Arc::new(Rules::new(spec)?)),
    }
}

/// Returns the regions of a map, which are boxes if they look like boxes.
pub(super) fn regions(size: Size, map: Vec<u16>) -> Regions {
    let side = size.side();
    let is_boxes = |&rows: &usize| {
        let cols = side / rows;
        let number = |cell: Cell| cell.row() / rows * rows + cell.col() / cols;
        let mut cells = size.cells().zip(&map);
        side.is_multiple_of(rows)
            && cells.all(|(cell, &region)| usize::from(region) == number(cell))
    };
    match (1..=side).find(is_boxes) {
        Some(rows) => Regions::Boxes {
            rows,
            cols: side / rows,
        },
        None => Regions::Map(map),
    }
}

/// Drawings and other things that may state rules, counted by their kind.
#[derive(Default)]
pub(super) struct Drawings {
    /// The kind, as one and as many, the number, and the place of the first.
    kinds: Vec<([&'static str; 2], usize, String)>,
}

impl Drawings {
    /// Counts a drawing at a place, such as `r1c1`.
    pub(super) fn add(&mut self, kind: [&'static str; 2], place: String) {
        match self.kinds.iter_mut().find(|(known, ..)| *known == kind) {
            Some((_, count, _)) => *count += 1,
            None => self.kinds.push((kind, 1, place)),
        }
    }

    /// Returns `3 lines, the first at r1c1`, for each kind.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        self.kinds
            .iter()
            .map(|([one, many], count, place)| match count {
                1 => format!("{one} at {place}"),
                _ => format!("{count} {many}, the first at {place}"),
            })
    }
}
