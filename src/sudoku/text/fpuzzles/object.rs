//! The JSON object of f-puzzles: its grid, then its rules.

use super::rules::{Finished, RulesReader};
use crate::sudoku::rules::{self, Regions, Rules, Spec};
use crate::sudoku::text::foreign::{self, Parsed};
use crate::sudoku::text::json::path::{self, Step, Wrong};
use crate::sudoku::text::json::schema::Schema;
use crate::sudoku::text::json::{self, Fault};
use crate::sudoku::text::split::is_one_of;
use crate::sudoku::text::{annotations, messages};
use crate::sudoku::{Candidate, Cell, Digit, Grid, Puzzle, Size};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Fields of a cell that f-puzzles writes: those that are read, and those that decorate
/// a cell or note what a player thinks.
pub(super) const CELL_FIELDS: &str =
    "value given region givenPencilMarks parity centerPencilMarks cornerPencilMarks highlight c";

#[derive(Deserialize)]
struct Object {
    size: Option<usize>,
    grid: Vec<Vec<GridCell>>,
    /// Everything else.
    #[serde(flatten)]
    rules: Map<String, Value>,
}

/// A cell. What a player noted is passed over.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct GridCell {
    value: Option<u64>,
    given: bool,
    /// The region, from 0. The field is missing if the region is the usual one, and
    /// `null` if the cell has none.
    #[serde(deserialize_with = "told")]
    region: Option<Option<usize>>,
    /// The candidates that the setter left.
    given_pencil_marks: Option<Vec<u64>>,
    /// The remainder of the digit divided by two, as older files state it.
    parity: Option<Parity>,
    /// Everything else.
    #[serde(flatten)]
    others: Map<String, Value>,
}

/// The value of a field `parity`.
#[derive(Clone, Copy, Deserialize)]
enum Parity {
    Even,
    Odd,
}

/// Reads a field that is present, even if it is `null`.
fn told<'de, D: serde::Deserializer<'de>>(field: D) -> Result<Option<Option<usize>>, D::Error> {
    Option::deserialize(field).map(Some)
}

/// Reads an object. With `ignore_unknown`, rules that are not known and digits that are no
/// givens are dropped.
pub(super) fn read(text: &str, ignore_unknown: bool) -> Result<Parsed, Fault> {
    let expected = r#"{"size":9,"grid":[[{"value":5,"given":true},…],…],…} as of f-puzzles"#;
    let value: Value =
        serde_json::from_str(text).map_err(|error| json::fault(&error, text, expected))?;
    let wrong = |(path, message): Wrong| {
        let at = path::locate(text, &path).map_or(0, |(start, _)| start);
        let (line, column) = messages::line_and_column(text, at);
        (line, column, message)
    };
    let mut path = Vec::new();
    if let Err(message) = SCHEMA.check(&value, &mut path) {
        return Err(wrong((path, message)));
    }
    // From the text: a field that is there twice is refused.
    let object: Object =
        serde_json::from_str(text).map_err(|error| json::fault(&error, text, expected))?;
    let (puzzle, dropped) = build(&object, ignore_unknown).map_err(wrong)?;
    let solution =
        solution(&object, &puzzle).map_err(|message| wrong((path::field("solution"), message)))?;
    Ok((puzzle, solution, dropped))
}

/// Returns the solution that an object states, if it does.
fn solution(object: &Object, puzzle: &Puzzle) -> Result<Option<Grid>, String> {
    let Some(value) = object.rules.get("solution") else {
        return Ok(None);
    };
    let tokens = json::solution::tokens(value)?;
    if tokens.iter().all(String::is_empty) {
        return Ok(None);
    }
    let grids = json::solution::grids(&tokens, puzzle, puzzle.symbols())?;
    Ok(grids.into_iter().next())
}

/// The object, but for its rules.
const SCHEMA: Schema = Schema::Object(&[
    ("size", Schema::Number),
    ("grid", Schema::List(&Schema::List(&CELL))),
]);

const CELL: Schema = Schema::Object(&[
    ("value", Schema::Number),
    ("given", Schema::Flag),
    ("region", Schema::Number),
    ("parity", Schema::Text),
    (
        "givenPencilMarks",
        Schema::OrNull(&Schema::List(&Schema::Number)),
    ),
]);

fn build(object: &Object, ignore_unknown: bool) -> Result<(Puzzle, Vec<String>), Wrong> {
    let size = size_of(object)?;
    let usual = Spec::usual(size).unwrap_or_else(|| Spec::latin(size));
    let mut spec = usual.clone();
    let in_grid = |message: String| (path::field("grid"), message);
    if let Some(regions) = regions(size, &spec, object).map_err(in_grid)? {
        spec.regions = regions;
    }
    for (cell, entry) in size.cells().zip(object.grid.iter().flatten()) {
        let parity = entry.parity.map(|parity| match parity {
            Parity::Even => rules::Parity::Even,
            Parity::Odd => rules::Parity::Odd,
        });
        spec.parities.extend(parity.map(|parity| (cell, parity)));
    }
    let mut reader = RulesReader::new(spec, ignore_unknown);
    for (name, value) in &object.rules {
        reader.read(name, value)?;
    }
    let Finished {
        spec,
        mut unknown,
        dropped,
        places,
    } = reader.finish();
    if spec == usual && unknown.is_empty() {
        unknown.extend(in_words(object));
    }
    if !ignore_unknown && let Some(first) = unknown.first() {
        let name = first.split(':').next().unwrap_or_default();
        return Err((path::field(name), foreign::refused(&unknown)));
    }
    unknown.extend(dropped);
    let rules = foreign::rules(spec).map_err(|error| {
        let place = error
            .statement()
            .and_then(|name| places.get(&name).cloned());
        (place.unwrap_or_default(), error.to_string())
    })?;
    let mut puzzle = Puzzle::new(rules);
    for (cell, entry) in size.cells().zip(object.grid.iter().flatten()) {
        let dropped = set_cell(&mut puzzle, cell, entry, ignore_unknown);
        unknown.extend(dropped.map_err(|message| (path::cell("grid", cell), message))?);
    }
    Ok((puzzle, unknown))
}

/// Returns the size of the grid, of which all rows must be as long.
fn size_of(object: &Object) -> Result<Size, Wrong> {
    let in_grid = |message: String| (path::field("grid"), message);
    let side = object.grid.len();
    let size = Size::new(side).ok_or_else(|| in_grid(format!("found {side} rows in 'grid'")))?;
    if let Some(told) = object.size.filter(|&told| told != side) {
        return Err(in_grid(format!(
            "found {side} rows in 'grid', expected {told}"
        )));
    }
    if let Some(row) = object.grid.iter().position(|row| row.len() != side) {
        let (found, row) = (object.grid[row].len(), row + 1);
        let path = [path::field("grid"), vec![Step::Item(row - 1)]].concat();
        let message = format!("found {found} cells in row {row} of 'grid', expected {side}");
        return Err((path, message));
    }
    Ok(size)
}

/// Puts the clue and the candidates of a cell into a puzzle. Returns what is dropped of it.
fn set_cell(
    puzzle: &mut Puzzle,
    cell: Cell,
    entry: &GridCell,
    ignore_unknown: bool,
) -> Result<Vec<String>, String> {
    let size = puzzle.size();
    let mut dropped = Vec::new();
    let digit = |value: u64| {
        let digit = usize::try_from(value).ok();
        let digit = digit.and_then(|value| Digit::from_value(value, size));
        digit.ok_or_else(|| format!("found {value} in {cell}, expected 1 to {}", size.side()))
    };
    match entry.value.filter(|&value| value > 0) {
        Some(value) if entry.given => puzzle.set_clue(cell, Some(digit(value)?)),
        Some(value) if !ignore_unknown => {
            return Err(format!(
                "found {value} in {cell}, which is no given, expected givens alone; \
                 --ignore-unknown-rules drops digits that a player entered"
            ));
        }
        Some(value) => dropped.push(format!("{value} in {cell}, which is no given")),
        None => {}
    }
    for (name, value) in &entry.others {
        if is_one_of(name, CELL_FIELDS) || !json::schema::says_something(value) {
            continue;
        }
        let name = name.escape_debug();
        if !ignore_unknown {
            return Err(format!(
                "found the field '{name}' of {cell}, which is not known; --ignore-unknown-rules drops it"
            ));
        }
        dropped.push(format!("{name} of {cell}"));
    }
    let marks = entry.given_pencil_marks.as_deref().unwrap_or_default();
    if !marks.is_empty() {
        let left = marks.iter().map(|&value| digit(value));
        let left: Vec<Digit> = left.collect::<Result<_, _>>()?;
        let others = size.digits().filter(|digit| !left.contains(digit));
        puzzle.exclude_all(others.map(|digit| Candidate::new(cell, digit)));
    }
    Ok(dropped)
}

/// Returns a text that names a rule, after its name, in an object without fields for rules.
fn in_words(object: &Object) -> Option<String> {
    let states_rule = |name: &&str| {
        let text = object.rules.get(*name).and_then(Value::as_str);
        text.is_some_and(annotations::states_rule)
    };
    let name = ["title", "ruleset"].into_iter().find(states_rule)?;
    let text = object.rules.get(name).and_then(Value::as_str)?;
    Some(format!("{name}: {}", text.escape_debug()))
}

/// Returns the regions that the cells tell, `None` if they are the usual ones.
fn regions(size: Size, usual: &Spec, object: &Object) -> Result<Option<Regions>, String> {
    let usual = Rules::new(usual.clone()).map_err(|error| error.to_string())?;
    let mut regions: Vec<Option<usize>> = Vec::with_capacity(size.num_cells());
    let mut are_usual = true;
    for (cell, entry) in size.cells().zip(object.grid.iter().flatten()) {
        // Where a grid has no boxes, the rows stand for them.
        let expected = usual.region(cell).unwrap_or(cell.row());
        let region = entry.region.unwrap_or(Some(expected));
        are_usual &= region == Some(expected);
        regions.push(region);
    }
    if are_usual {
        return Ok(None);
    }
    if regions.iter().all(Option::is_none) {
        return Ok(Some(Regions::None));
    }
    if let Some(place) = regions.iter().position(Option::is_none) {
        let cell = size.cell(place);
        return Err(format!(
            "found no region in {cell}, expected one in every cell or in none"
        ));
    }
    Ok(Some(foreign::regions(size, Regions::named(regions))))
}
