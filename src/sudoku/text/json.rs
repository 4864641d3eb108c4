//! Puzzles as JSON objects, in the shape that [`crate::sudoku::print::json`] writes.

use crate::sudoku::{Candidate, Cell, Digit, Puzzle, Size};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Object {
    order: Option<usize>,
    rows: Vec<Vec<Option<u64>>>,
    #[serde(default)]
    excluded: Vec<[usize; 3]>,
}

/// Where and why an object is refused: line and column in its text, from 1.
pub(super) type Fault = (usize, usize, String);

/// Reads one object.
pub(super) fn puzzle(text: &str) -> Result<Puzzle, Fault> {
    let object: Object = serde_json::from_str(text).map_err(|error| {
        let (line, byte) = (error.line().max(1), error.column());
        let before = text.lines().nth(line - 1).and_then(|text| text.get(..byte));
        let column = before.map_or(byte, |before| before.chars().count());
        let message = error.to_string();
        let what = message.split(" at line ").next().unwrap_or_default();
        (
            line,
            column.max(1),
            format!("{}, expected {SHAPE}", what.escape_debug()),
        )
    })?;
    from_object(&object).map_err(|message| (1, 1, message))
}

const SHAPE: &str = r#"{"order":N,"rows":[[5,3,null,…],…]}"#;

fn from_object(object: &Object) -> Result<Puzzle, String> {
    let side = object.rows.len();
    let size = Size::new(side)
        .filter(|size| size.order().is_some())
        .ok_or_else(|| {
            format!(
                "found {side} rows, expected n² for an order n up to {}",
                Size::MAX_ORDER
            )
        })?;
    if let Some(told) = object.order.filter(|&told| Some(told) != size.order()) {
        return Err(format!(
            "found {side} rows in a puzzle of order {told}, expected {told}²"
        ));
    }
    let mut puzzle = Puzzle::empty(size);
    for (row, values) in object.rows.iter().enumerate() {
        let (found, number) = (values.len(), row + 1);
        if found != side {
            return Err(format!(
                "found {found} cells in row {number}, expected {side}"
            ));
        }
        for (col, &value) in values.iter().enumerate() {
            let cell = Cell::new(row, col);
            let clue = match value {
                None | Some(0) => None,
                Some(value) => Some(digit(value, size).ok_or_else(|| {
                    format!("found {value} in {cell}, expected 1 to {side} or null")
                })?),
            };
            puzzle.set_clue(cell, clue);
        }
    }
    let mut excluded = Vec::with_capacity(object.excluded.len());
    for &[row, col, value] in &object.excluded {
        let inside = |place: usize| (1..=side).contains(&place);
        match Digit::from_value(value, size) {
            Some(digit) if inside(row) && inside(col) => {
                excluded.push(Candidate::new(Cell::new(row - 1, col - 1), digit));
            }
            _ => {
                return Err(format!(
                    "found the excluded candidate [{row},{col},{value}], expected [row,column,digit] from 1 to {side}"
                ));
            }
        }
    }
    puzzle.exclude_all(excluded);
    Ok(puzzle)
}

fn digit(value: u64, size: Size) -> Option<Digit> {
    Digit::from_value(usize::try_from(value).ok()?, size)
}

/// How deep in braces a text ends that starts outside of all: 0 when the
/// object is complete. Looks at one line after another.
#[derive(Default)]
pub(super) struct Depth {
    braces: usize,
    in_string: bool,
    escaped: bool,
}

impl Depth {
    /// Goes over a line; says whether the object is complete.
    pub fn over(&mut self, line: &str) -> bool {
        for byte in line.bytes() {
            if self.in_string {
                match byte {
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b'"' => self.in_string = false,
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' => self.braces += 1,
                b'}' => self.braces = self.braces.saturating_sub(1),
                _ => {}
            }
        }
        self.braces == 0 && !self.in_string
    }
}
