//! Puzzles as JSON objects: in the shape that [`crate::sudoku::print::json`]
//! writes, and with the grid in a field of a common name (`fields`, `cells`).

pub(super) mod cells;
pub(super) mod fields;
pub(super) mod path;
pub(super) mod schema;
pub(super) mod solution;

use super::description::{Statements, words};
use super::{chars, messages};
use crate::sudoku::{Candidate, Cell, Digit, Puzzle, Rules, Size, Symbols};
use path::{Step, Wrong};
use schema::Schema;
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Object {
    order: Option<usize>,
    size: Option<usize>,
    rules: Option<Vec<String>>,
    symbols: Option<SymbolsField>,
    rows: Vec<Vec<Option<u64>>>,
    #[serde(default)]
    excluded: Vec<Value>,
}

/// Symbols: one character a digit, or the lowest of decimal numbers.
#[derive(Deserialize)]
#[serde(untagged)]
enum SymbolsField {
    First(serde_json::Number),
    Chars(String),
}

/// The reason why an object is refused: line and column in its text, from 1, and a
/// message.
pub(super) type Fault = (usize, usize, String);

/// The cells of the object that `print::json` writes.
pub(super) struct Own {
    pub size: Size,
    object: Object,
}

/// Reads the text of an object.
pub(super) fn value(text: &str) -> Result<Value, Fault> {
    let value = serde_json::from_str(text).map_err(|error| fault(&error, text, FORMS))?;
    once(text)?;
    Ok(value)
}

/// Refuses a JSON text in which an object has a key twice.
pub(super) fn once(text: &str) -> Result<(), Fault> {
    let read: Result<Once, _> = serde_json::from_str(text);
    match read {
        Ok(Once) => Ok(()),
        Err(error) => Err(fault(&error, text, "each key of an object once")),
    }
}

/// Any JSON value whose objects have each key once.
struct Once;

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Once, D::Error> {
        deserializer.deserialize_any(OnceVisitor)
    }
}

struct OnceVisitor;

impl<'de> Visitor<'de> for OnceVisitor {
    type Value = Once;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Once, E> {
        Ok(Once)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Once, E> {
        Ok(Once)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Once, E> {
        Ok(Once)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Once, E> {
        Ok(Once)
    }

    fn visit_str<E>(self, _: &str) -> Result<Once, E> {
        Ok(Once)
    }

    fn visit_unit<E>(self) -> Result<Once, E> {
        Ok(Once)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Once, A::Error> {
        while items.next_element::<Once>()?.is_some() {}
        Ok(Once)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Once, A::Error> {
        let mut keys = BTreeSet::new();
        while let Some(key) = fields.next_key::<String>()? {
            if keys.contains(&key) {
                return Err(A::Error::custom(format!(
                    "found the key {} twice",
                    messages::word(&key)
                )));
            }
            keys.insert(key);
            fields.next_value::<Once>()?;
        }
        Ok(Once)
    }
}

/// Returns the error for a text that is not JSON of the expected shape.
pub(super) fn fault(error: &serde_json::Error, text: &str, expected: &str) -> Fault {
    let (line, byte) = (error.line().max(1), error.column());
    let before = text.lines().nth(line - 1).and_then(|text| text.get(..byte));
    let column = before.map_or(byte, |before| before.chars().count());
    let message = error.to_string();
    let what = message.split(" at line ").next().unwrap_or_default();
    let message = format!("{}, expected {expected}", what.escape_debug());
    (line, column.max(1), message)
}

const FORMS: &str = r#"{"rows":[[5,3,null,…],…]} or {"puzzle":"53..7…"}"#;

/// The fields of the object that `print::json` writes.
const FIELDS: [(&str, Schema); 6] = [
    ("order", Schema::Number),
    ("size", Schema::Number),
    ("rules", Schema::OrNull(&Schema::List(&Schema::Text))),
    ("symbols", Schema::TextOrNumber),
    ("rows", Schema::List(&Schema::List(&Schema::Number))),
    ("excluded", Schema::List(&Schema::Any)),
];

/// Reads the object that `print::json` writes.
pub(super) fn own(map: &Map<String, Value>) -> Result<Own, Wrong> {
    let is_known = |key: &String| FIELDS.iter().any(|(name, _)| name == key);
    if let Some(key) = map.keys().find(|key| !is_known(key)) {
        let names: Vec<&str> = FIELDS.iter().map(|(name, _)| *name).collect();
        let found = messages::word(key);
        let expected = names.join(", ");
        let message = format!("found the unknown field {found} beside 'rows', expected {expected}");
        return Err((path::field(key), message));
    }
    let value = Value::Object(map.clone());
    let mut path = Vec::new();
    const SCHEMA: Schema = Schema::Object(&FIELDS);
    if let Err(message) = SCHEMA.check(&value, &mut path) {
        return Err((path, message));
    }
    let object: Object = serde_json::from_value(value).map_err(|error| {
        let found = error.to_string();
        (
            Vec::new(),
            format!("{}, expected {FORMS}", found.escape_debug()),
        )
    })?;
    Own::new(object)
}

/// Returns the error for an object without a grid.
pub(super) fn without_grid(map: &Map<String, Value>) -> Wrong {
    match map.keys().next() {
        Some(key) => {
            let found = messages::word(key);
            let message = format!(
                "found the unknown field {found} in an object without a grid, expected {FORMS}"
            );
            (path::field(key), message)
        }
        None => (
            Vec::new(),
            format!("found an empty object, expected {FORMS}"),
        ),
    }
}

/// Returns a name without the signs between words, in small letters.
fn plain(name: &str) -> String {
    let is_sign = |c: &char| !matches!(c, '_' | '-' | ' ' | '.');
    let name = name.chars().filter(is_sign).collect::<String>();
    name.to_lowercase()
}

/// Returns the statement of a text. A single word may be written as programs write names:
/// `antiKnight`, `anti_knight`.
fn statement(text: &str) -> String {
    if text.contains(' ') {
        return text.to_owned();
    }
    let mut statement = String::new();
    for c in text.chars() {
        match c {
            '_' => statement.push('-'),
            _ if c.is_ascii_uppercase() => {
                let is_inner = statement.ends_with(|c: char| c.is_ascii_lowercase());
                statement.extend(is_inner.then_some('-'));
                statement.push(c.to_ascii_lowercase());
            }
            _ => statement.push(c),
        }
    }
    statement
}

/// Returns the size of several grids if the rules of an object state them.
fn several(object: &Object) -> Result<Option<Size>, Wrong> {
    let rules = object.rules.iter().flatten();
    let is_stated = rules
        .clone()
        .any(|rule| rule.trim_start().starts_with("grids"));
    let Some(side) = object.size.filter(|_| is_stated).and_then(Size::new) else {
        return Ok(None);
    };
    let text = rules.map(String::as_str).collect::<Vec<_>>().join("\n");
    let Ok(statements) = Statements::read(&text, "rules") else {
        // The rules are read once more, and refused.
        return Ok(None);
    };
    let several = statements
        .grids()
        .map(|starts| side.overlapping(starts.to_vec()));
    several
        .transpose()
        .map_err(|error| (path::field("rules"), error.to_string()))
}

impl Own {
    fn new(object: Object) -> Result<Own, Wrong> {
        let side = object.rows.len();
        let wrong = |name: &str, message: String| (path::field(name), message);
        if let Some(size) = several(&object)? {
            return Own::on_board(size, object);
        }
        let size = Size::new(side).ok_or_else(|| {
            let most = Size::MAX.side();
            wrong("rows", format!("found {side} rows, expected 1 to {most}"))
        })?;
        if let Some(told) = object.order.filter(|&told| Some(told) != size.order()) {
            let message =
                format!("found {side} rows in a puzzle of order {told}, expected {told}²");
            return Err(wrong("rows", message));
        }
        if let Some(told) = object.size.filter(|&told| told != side) {
            let message = format!("found {side} rows in a puzzle of size {told}, expected {told}");
            return Err(wrong("rows", message));
        }
        if let Some(row) = object.rows.iter().position(|row| row.len() != side) {
            let path = [path::field("rows"), vec![Step::Item(row)]].concat();
            let found = object.rows[row].len();
            let message = format!("found {found} cells in row {}, expected {side}", row + 1);
            return Err((path, message));
        }
        Ok(Own { size, object })
    }

    /// Takes the rows of several grids, with `null` where there is none.
    fn on_board(size: Size, object: Object) -> Result<Own, Wrong> {
        let rows = |message| Err((path::field("rows"), message));
        if object.rows.len() != size.rows() {
            let (found, expected) = (object.rows.len(), size.rows());
            return rows(format!(
                "found {found} rows, expected {expected} for {size}"
            ));
        }
        for (number, row) in object.rows.iter().enumerate() {
            let path = [path::field("rows"), vec![Step::Item(number)]].concat();
            if row.len() != size.cols() {
                let (found, expected) = (row.len(), size.cols());
                let message = format!(
                    "found {found} cells in row {}, expected {expected}",
                    number + 1
                );
                return Err((path, message));
            }
            let mut gaps = size.row(number).zip(row).filter(|(cell, _)| cell.is_none());
            if let Some((_, Some(value))) =
                gaps.find(|(_, value)| value.is_some_and(|value| value > 0))
            {
                return Err((
                    path,
                    format!("found {value} outside of the grids, expected null"),
                ));
            }
        }
        Ok(Own { size, object })
    }

    /// Returns the cells with their values, in reading order.
    fn cells(&self) -> impl Iterator<Item = (Cell, Option<u64>)> {
        let rows = self.object.rows.iter().enumerate();
        let places = rows.flat_map(|(number, row)| self.size.row(number).zip(row));
        places.filter_map(|(cell, value)| Some((cell?, *value)))
    }

    /// Returns the cells in the symbols of the object.
    pub(super) fn tokens(&self) -> Vec<String> {
        let symbol = |value: u64| match &self.object.symbols {
            None => value.to_string(),
            Some(SymbolsField::First(first)) => {
                (value + first.as_u64().unwrap_or(1).min(1) - 1).to_string()
            }
            Some(SymbolsField::Chars(chars)) => chars
                .chars()
                .nth(value as usize - 1)
                .map_or(String::new(), String::from),
        };
        let text = |(_, value)| match value {
            None | Some(0) => "null".to_owned(),
            Some(value) => symbol(value),
        };
        self.cells().map(text).collect()
    }

    /// Returns the rules that the object states, if it does.
    pub(super) fn rules(&self) -> Result<Option<Arc<Rules>>, Wrong> {
        let Some(rules) = &self.object.rules else {
            return Ok(None);
        };
        let statements = Statements::read(&rules.join("\n"), "rules");
        // Candidates have a field of their own.
        let rules = statements.and_then(|statements| {
            statements.without_candidates()?;
            statements.rules_of(self.size, None)
        });
        rules.map(Some).map_err(|error| match error.line {
            Some(line) => {
                let item = Step::Item(usize::try_from(line).unwrap_or(usize::MAX) - 1);
                let path = [path::field("rules"), vec![item]].concat();
                (path, format!("rule {line}: {}", error.message))
            }
            None => (path::field("rules"), error.message),
        })
    }

    /// Returns the symbols that the object states, if it does.
    fn symbols(&self) -> Result<Option<Symbols>, String> {
        let side = self.size.side();
        Ok(match &self.object.symbols {
            None => None,
            Some(SymbolsField::First(first)) => match first.as_u64() {
                Some(first @ 0..=1) => Some(Symbols::Numbers {
                    first: first as u16,
                }),
                _ => return Err(format!("found {first}, expected 0 or 1")),
            },
            Some(SymbolsField::Chars(chars)) => {
                let chars: Vec<char> = chars.chars().collect();
                let again = (1..chars.len()).any(|at| chars[..at].contains(&chars[at]));
                if chars.len() != side || again {
                    return Err(format!(
                        "found {} symbols, expected {side} different ones",
                        chars.len()
                    ));
                }
                if let Some(&c) = chars.iter().find(|&&c| !chars::is_symbol(c)) {
                    return Err(format!(
                        "found {} among the symbols, expected signs that are no blank",
                        messages::character(c)
                    ));
                }
                Some(Symbols::Chars(chars.into()))
            }
        })
    }

    /// Returns the puzzle by these rules.
    pub(super) fn puzzle(&self, rules: Arc<Rules>) -> Result<Puzzle, Wrong> {
        let (object, size) = (&self.object, self.size);
        let side = size.side();
        let mut puzzle = Puzzle::new(rules);
        let symbols = self.symbols();
        if let Some(symbols) = symbols.map_err(|message| (path::field("symbols"), message))? {
            puzzle = puzzle.with_symbols(symbols);
        }
        for (cell, value) in self.cells() {
            let clue = match value {
                None | Some(0) => None,
                Some(value) => Some(digit(value, size).ok_or_else(|| {
                    let message = format!("found {value} in {cell}, expected 1 to {side} or null");
                    (path::cell("rows", cell), message)
                })?),
            };
            puzzle.set_clue(cell, clue);
        }
        let mut excluded = Vec::with_capacity(object.excluded.len());
        for (place, value) in object.excluded.iter().enumerate() {
            excluded.push(candidate(value, size).ok_or_else(|| {
                let path = [path::field("excluded"), vec![Step::Item(place)]].concat();
                let message = format!(
                    "found the excluded candidate {}, expected one such as \
                     {{\"cell\":\"r1c2\",\"digit\":3}}, with numbers from 1 to {side}",
                    messages::word(&value.to_string())
                );
                (path, message)
            })?);
        }
        puzzle.exclude_all(excluded);
        Ok(puzzle)
    }
}

/// Returns the candidate that an object with `cell` and `digit` names, or a list of row, column
/// and digit, as they were printed before.
fn candidate(value: &Value, size: Size) -> Option<Candidate> {
    let (cell, value) = match value {
        Value::Object(map) if map.len() == 2 => (
            words::cell(map.get("cell")?.as_str()?)?,
            map.get("digit")?.as_u64()?,
        ),
        Value::Array(items) => {
            let numbers: Option<Vec<u64>> = items.iter().map(Value::as_u64).collect();
            let &[row, col, value] = &numbers?[..] else {
                return None;
            };
            let place = |number: u64| usize::try_from(number).ok()?.checked_sub(1);
            (Cell::new(place(row)?, place(col)?), value)
        }
        _ => return None,
    };
    let digit = digit(value, size)?;
    size.has(cell).then(|| Candidate::new(cell, digit))
}

fn digit(value: u64, size: Size) -> Option<Digit> {
    Digit::from_value(usize::try_from(value).ok()?, size)
}
