//! Grids whose cells are JSON objects, or fields that name cells.

use super::path::{self, Step, Wrong};
use super::plain;
use super::schema::{self, says_something};
use crate::sudoku::Size;
use crate::sudoku::text::alphabet::{self, Class};
use crate::sudoku::text::cell_names::{self, CellName};
use crate::sudoku::text::messages;
use crate::sudoku::text::split::is_one_of;
use serde_json::{Map, Value};

/// Names of the fields of a cell, without the signs between words, in small letters.
const VALUES: &str = "value val v digit d number num symbol";
const SOLUTIONS: &str = "solution answer correct correctvalue solutionvalue solvedvalue";
const GIVEN: &str = "given isgiven fixed isfixed initial isinitial locked islocked readonly isreadonly \
    clue isclue prefilled isprefilled original isoriginal static isstatic preset \
    ispreset constant isconstant";
const ENTERED: &str = "editable iseditable mutable entered";
const ROWS: &str = "row r y rowindex";
const COLS: &str = "col c column x colindex columnindex";
const PLACES: &str = "cell pos position coord";
const REGIONS: &str = "box block region square area";
const INDICES: &str = "index id key idx";
/// What a player noted, and what a page shows.
const DECORATION: &str = "notes pencilmarks marks centermarks cornermarks centerpencilmarks cornerpencilmarks \
    selected isselected highlight highlighted ishighlighted highlightcolors color colour \
    valid isvalid error conflict classname";

/// A cell of a grid.
#[derive(Default)]
struct Cell {
    value: String,
    solution: Option<String>,
    /// `false` for what a player entered.
    given: Option<bool>,
    place: Option<CellName>,
    region: Option<String>,
}

/// The cells of a grid in reading order.
pub(in crate::sudoku::text) struct Cells {
    pub side: usize,
    pub tokens: Vec<String>,
    /// For each token the byte where it starts.
    pub places: Vec<usize>,
    /// The signs of regions, if cells have them.
    pub regions: Option<Vec<String>>,
    pub solution: Option<Vec<String>>,
}

/// Returns `true` for an object that may be a cell: it has a value, or says nothing.
pub(in crate::sudoku::text) fn is_cell(value: &Value) -> bool {
    let Value::Object(map) = value else {
        return false;
    };
    let is_scalar = |value: &Value| {
        value.is_number()
            || value.is_null()
            || value.as_str().is_some_and(|text| text.chars().count() <= 3)
    };
    let has_value =
        |(name, value): (&String, &Value)| is_one_of(&plain(name), VALUES) && is_scalar(value);
    map.is_empty() || map.iter().any(has_value) || map.keys().all(|name| is_known(&plain(name)))
}

/// Returns `true` for the name of a field that only cells have.
fn is_known(name: &str) -> bool {
    [GIVEN, ENTERED, ROWS, COLS]
        .iter()
        .any(|names| is_one_of(name, names))
}

/// Returns `true` for an object whose fields are named after cells.
pub(in crate::sudoku::text) fn are_names(map: &Map<String, Value>) -> bool {
    !map.is_empty() && map.keys().all(|name| cell_names::name(name).is_some())
}

/// Returns `true` for a list or an object whose cells are objects or named.
pub(in crate::sudoku::text) fn is_grid(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Array(items) => items.iter().any(|item| match item {
            Value::Array(cells) => cells.iter().any(Value::is_object),
            other => other.is_object(),
        }),
        _ => false,
    }
}

/// A cell, the byte of the text where it starts, and its path.
type Placed = (Cell, usize, Vec<Step>);

/// Reads the grid at this byte of a JSON text. `sides` are the numbers of rows that it
/// may have, as far as they are stated.
pub(in crate::sudoku::text) fn read(
    value: &Value,
    text: &str,
    start: usize,
    sides: &[usize],
) -> Result<Cells, Wrong> {
    let (mut cells, rows) = cells_of(value, text, start)?;
    for (cell, ..) in &mut cells {
        // A 0 that is no given is no symbol.
        if cell.given == Some(false) && alphabet::class(&cell.value) == Ok(Class::Zero) {
            cell.value.clear();
        }
    }
    are_givens(&cells)?;
    let has_places = cells.iter().any(|(cell, ..)| cell.place.is_some());
    let side = match rows {
        Some(side) => side,
        None => side_of(&cells, sides).map_err(|message| (Vec::new(), message))?,
    };
    let size = Size::new(side).ok_or_else(|| {
        let message = format!("found {side} rows, expected 1 to {}", Size::MAX.side());
        (Vec::new(), message)
    })?;
    if has_places {
        cells = in_order(cells, size, start, rows.is_none())?;
    }
    if cells.len() != size.num_cells() {
        let message = format!(
            "found {} cells, expected {} of a grid of {size}",
            cells.len(),
            size.num_cells()
        );
        return Err((Vec::new(), message));
    }
    Ok(Cells {
        side,
        regions: all(&cells, "region", |cell| cell.region.clone())?,
        solution: all(&cells, "solution", |cell| cell.solution.clone())?,
        places: cells.iter().map(|(_, at, _)| *at).collect(),
        tokens: cells.into_iter().map(|(cell, ..)| cell.value).collect(),
    })
}

/// Returns the cells in an object, a list or a list of rows, and the number of rows.
fn cells_of(
    value: &Value,
    text: &str,
    start: usize,
) -> Result<(Vec<Placed>, Option<usize>), Wrong> {
    let mut cells: Vec<Placed> = Vec::new();
    let mut add = |value: &Value, at: usize, path: Vec<Step>, name: Option<CellName>| match cell(
        value,
        cells.len(),
    ) {
        Ok(cell) => {
            let place = name.or(cell.place);
            cells.push((Cell { place, ..cell }, at, path));
            Ok(())
        }
        Err(message) => Err((path, message)),
    };
    let mut rows = None;
    match value {
        Value::Object(map) => {
            for part in path::parts(text, start) {
                let key = part.key.unwrap_or_default();
                let name = cell_names::name(&key);
                add(&map[&key], part.bytes.0, path::field(&key), name)?;
            }
        }
        Value::Array(items) => {
            let side = items.len();
            for ((row, item), part) in items.iter().enumerate().zip(path::parts(text, start)) {
                let path = vec![Step::Item(row)];
                let Value::Array(inner) = item else {
                    if rows.is_some() {
                        let message = "found a cell between rows, expected a list";
                        return Err((path, message.to_owned()));
                    }
                    add(item, part.bytes.0, path, None)?;
                    continue;
                };
                rows = Some(side);
                if inner.len() != side {
                    let (found, row) = (inner.len(), row + 1);
                    let message =
                        format!("found {found} cells in row {row} of {side} rows, expected {side}");
                    return Err((path, message));
                }
                let inner = inner.iter().enumerate();
                for ((col, item), part) in inner.zip(path::parts(text, part.bytes.0)) {
                    let path = vec![Step::Item(row), Step::Item(col)];
                    add(item, part.bytes.0, path, None)?;
                }
            }
        }
        _ => {}
    }
    Ok((cells, rows))
}

/// Returns what all cells have, `None` if no cell has it.
fn all(
    cells: &[Placed],
    what: &str,
    of: impl Fn(&Cell) -> Option<String>,
) -> Result<Option<Vec<String>>, Wrong> {
    let found: Vec<Option<String>> = cells.iter().map(|(cell, ..)| of(cell)).collect();
    if found.iter().all(Option::is_none) {
        return Ok(None);
    }
    match found.iter().position(Option::is_none) {
        None => Ok(Some(found.into_iter().flatten().collect())),
        Some(place) => {
            let message = format!("found a cell without '{what}', which other cells have");
            Err((cells[place].2.clone(), message))
        }
    }
}

/// Checks that all digits are givens, or that nothing is said about givens.
fn are_givens(cells: &[Placed]) -> Result<(), Wrong> {
    let has_flags = cells.iter().any(|(cell, ..)| cell.given.is_some());
    for (cell, _, path) in cells {
        let is_blank = matches!(alphabet::class(&cell.value), Ok(Class::Blank | Class::Zero));
        if is_blank || !has_flags || cell.given == Some(true) {
            continue;
        }
        let found = messages::word(&cell.value);
        let message = match cell.given {
            Some(_) => format!(
                "found {found}, which is no given but an entry of a player, expected givens alone: \
                 remove the entries, or mark them as givens"
            ),
            None => format!(
                "found {found} in a cell that does not say whether it is given, as other cells do; \
                 expected that of every digit"
            ),
        };
        return Err((path.clone(), message));
    }
    Ok(())
}

/// Returns the number of rows of a grid whose cells stand in one list or object.
fn side_of(cells: &[Placed], sides: &[usize]) -> Result<usize, String> {
    let named: Vec<CellName> = cells.iter().filter_map(|(cell, ..)| cell.place).collect();
    let count = cells.len();
    if named.is_empty() {
        let side = count.isqrt();
        return match side * side == count {
            true => Ok(side),
            false => Err(format!("found {count} cells, expected N² of them")),
        };
    }
    if named.len() < count {
        return Err("found cells with and without their places, expected one kind".to_owned());
    }
    cell_names::side(&named, sides)
}

/// Returns the cells in reading order, with blanks for those that are not there.
fn in_order(
    cells: Vec<Placed>,
    size: Size,
    start: usize,
    are_sparse: bool,
) -> Result<Vec<Placed>, Wrong> {
    let named: Vec<CellName> = cells.iter().filter_map(|(cell, ..)| cell.place).collect();
    let base = cell_names::base(&named, size.side()).map_err(|message| (Vec::new(), message))?;
    let mut order: Vec<_> = (0..size.num_cells()).map(|_| None).collect();
    for (index, (cell, at, path)) in cells.into_iter().enumerate() {
        let found = cell.place.and_then(|place| place.cell(base, size));
        let Some(place) = found.map(|cell| cell.index(size)) else {
            let message = format!("found no cell of a grid of {size}, expected its row and column");
            return Err((path, message));
        };
        if !are_sparse && place != index || order[place].is_some() {
            let message = format!("found {} again or at another place", size.cell(place));
            return Err((path, message));
        }
        order[place] = Some((cell, at, path));
    }
    let blank = || (Cell::default(), start, Vec::new());
    Ok(order
        .into_iter()
        .map(|cell| cell.unwrap_or_else(blank))
        .collect())
}

/// Reads a cell, which is the one at this place of its list.
fn cell(value: &Value, index: usize) -> Result<Cell, String> {
    let Value::Object(map) = value else {
        return Ok(Cell {
            value: token(value)?,
            ..Cell::default()
        });
    };
    let mut cell = Cell::default();
    let (mut row, mut col) = (None, None);
    let mut values: Vec<(&str, String)> = Vec::new();
    let has_row = map.keys().any(|name| is_one_of(&plain(name), ROWS));
    for (name, value) in map {
        let key = plain(name);
        let expected = |what: &str| {
            format!(
                "found {} in '{}', expected {what}",
                schema::found(value),
                name.escape_debug()
            )
        };
        let number = || value.as_u64().ok_or_else(|| expected("a whole number"));
        if is_one_of(&key, VALUES) {
            values.push((name, token(value)?));
        } else if value.is_null() || is_one_of(&key, DECORATION) {
        } else if is_one_of(&key, ROWS) {
            row = Some(number()?);
        } else if is_one_of(&key, COLS) && has_row {
            col = Some(number()?);
        } else if is_one_of(&key, SOLUTIONS) && !value.is_boolean() {
            cell.solution = Some(token(value)?);
        } else if is_one_of(&key, GIVEN) || is_one_of(&key, ENTERED) {
            let flag = flag(value).ok_or_else(|| expected("true or false"))?;
            let given = flag != is_one_of(&key, ENTERED);
            if cell.given.is_some_and(|other| other != given) {
                return Err(expected("the same as in the other fields of the cell"));
            }
            cell.given = Some(given);
        } else if is_one_of(&key, PLACES) && value.is_string() {
            let name = value.as_str().and_then(cell_names::name);
            cell.place = Some(name.ok_or_else(|| expected("a cell as r1c1"))?);
        } else if is_one_of(&key, REGIONS) {
            cell.region = Some(token(value)?);
        } else if is_one_of(&key, INDICES)
            && (value.as_u64() == Some(index as u64) || value.as_u64() == Some(index as u64 + 1))
        {
        } else if says_something(value) {
            let found = messages::word(name);
            return Err(format!(
                "found the unknown field {found} of a cell, expected its value, its place, or \
                 whether it is given"
            ));
        }
    }
    cell.value = one_value(values)?;
    match (row, col) {
        (None, None) => Ok(cell),
        (Some(row), Some(col)) if cell.place.is_none() => Ok(Cell {
            place: Some(CellName::numbers(row, col)),
            ..cell
        }),
        _ => Err("found a row without a column or a place twice, expected both once".to_owned()),
    }
}

/// Returns whether a value says that something is so.
fn flag(value: &Value) -> Option<bool> {
    match (value, value.as_u64()) {
        (Value::Bool(flag), _) => Some(*flag),
        (_, Some(flag @ (0 | 1))) => Some(flag == 1),
        _ => None,
    }
}

/// Returns the value that several fields of a cell have; it is empty if there is none.
fn one_value(mut values: Vec<(&str, String)>) -> Result<String, String> {
    let is_blank = |text: &str| matches!(alphabet::class(text), Ok(Class::Blank | Class::Zero));
    values.sort_by_key(|(_, text)| is_blank(text));
    match &values[..] {
        [(one, text), (other, next), ..] if text != next => Err(format!(
            "found other values in '{one}' and '{other}', expected one"
        )),
        _ => Ok(values
            .into_iter()
            .next()
            .map_or(String::new(), |(_, text)| text)),
    }
}

/// Returns the text of a value in a cell; it is empty if there is none.
pub(in crate::sudoku::text) fn token(value: &Value) -> Result<String, String> {
    match value {
        Value::Null | Value::Bool(false) => Ok(String::new()),
        Value::String(text) => Ok(text.trim().to_owned()),
        Value::Number(number) => {
            let text = number.to_string();
            Ok(text.strip_suffix(".0").unwrap_or(&text).to_owned())
        }
        other => Err(format!(
            "found {} in a cell, expected a digit or a blank",
            schema::found(other)
        )),
    }
}
