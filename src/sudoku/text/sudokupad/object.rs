//! The JSON object of SudokuPad: its grid, regions and cages, what describes it, and its drawings.

use super::Sentences;
use crate::sudoku::rules::{Cage, Regions, Spec};
use crate::sudoku::text::foreign::{self, Drawings, Parsed, text_of};
use crate::sudoku::text::json::path::{self, Step, Wrong};
use crate::sudoku::text::json::schema::{self, Schema, says_something};
use crate::sudoku::text::json::{self, Fault};
use crate::sudoku::text::split::is_one_of;
use crate::sudoku::text::{annotations, messages};
use crate::sudoku::{Cell, Digit, Grid, Puzzle, Size};
use serde_json::Value;

/// Fields that say how a puzzle looks, or are for the program that shows it.
const DECORATION: &str = "id cellSize settings videos duration foglight foglink triggereffect bgimage bgimageopacity \
    version";

/// Fields of cells that are read, that colour it, or that hold what a player notes.
const CELL_FIELDS: &str = "value given pencilMarks centremarks centermarks cornermarks candidates color colour c \
    highlight highlighting";

/// Fields of a cage that say how it is drawn.
const CAGE_LOOKS: &str = "hidden outlineC fontC borderColor backgroundColor textColor color c feature thickness fontSize";

/// Fields that describe the puzzle.
const DESCRIPTION: &str = "title author source sourcelink url date difficulty videos msgcorrect msgincorrect msgvalid \
    msginvalid msgunknown bgimage bgimageopacity customstyle customcss notes comment setter series description \
    credits foglight fogimage";

/// Fields whose entries are drawings.
const DRAWINGS: [&str; 4] = ["lines", "arrows", "overlays", "underlays"];

/// Returns `true` if a JSON object is one of SudokuPad: its cells are rows of objects, and beside
/// them are regions, cages or drawings.
pub(in crate::sudoku::text) fn is_object(value: &Value) -> bool {
    let rows = value["cells"].as_array();
    let is_row = |row: &Value| {
        row.as_array()
            .is_some_and(|row| row.iter().all(Value::is_object))
    };
    let is_list = |name: &&str| value[*name].is_array();
    let are_pairs = value["regions"][0][0][0].is_u64();
    rows.is_some_and(|rows| !rows.is_empty() && rows.iter().all(is_row))
        && (are_pairs
            || value["cellSize"].is_number()
            || value["cages"].is_array()
            || DRAWINGS.iter().any(is_list))
}

/// Reads an object. With `ignore_unknown`, drawings and rules that are not known are dropped.
pub(in crate::sudoku::text) fn parse(text: &str, ignore_unknown: bool) -> Result<Parsed, Fault> {
    let expected = r#"{"cells":[[{"value":5},…],…],"regions":[[[0,0],…],…],…} as of SudokuPad"#;
    let value: Value =
        serde_json::from_str(text).map_err(|error| json::fault(&error, text, expected))?;
    json::once(text)?;
    let read = Reader::read(&value).and_then(|reader| reader.finish(ignore_unknown));
    read.map_err(|(path, message)| {
        let at = path::locate(text, &path).map_or(0, |(start, _)| start);
        let (line, column) = messages::line_and_column(text, at);
        (line, column, message)
    })
}

/// What was read so far.
struct Reader {
    spec: Spec,
    clues: Vec<(Cell, Digit)>,
    drawings: Drawings,
    /// Set if there are cages that say which cells are a disjoint group.
    has_groups: bool,
    /// Names of rules and fields that are not known.
    unknown: Vec<String>,
    /// The place of the first drawing, rule or field that is not known.
    first_unknown: Option<Vec<Step>>,
    /// The texts of the rules.
    rules: Vec<String>,
    title: String,
    solution: Option<(Vec<Step>, Value)>,
}

/// The cells; those of other fields are looked into one by one.
const SCHEMA: Schema = Schema::Object(&[
    (
        "cells",
        Schema::List(&Schema::List(&Schema::Object(&[(
            "value",
            Schema::TextOrNumber,
        )]))),
    ),
    ("regions", Schema::OrNull(&Schema::List(&CELLS))),
    (
        "cages",
        Schema::OrNull(&Schema::List(&Schema::Object(&[
            ("cells", Schema::OrNull(&CELLS)),
            ("value", Schema::TextOrNumber),
            ("sum", Schema::TextOrNumber),
            ("unique", Schema::OrNull(&Schema::Flag)),
        ]))),
    ),
    ("global", Schema::OrNull(&Schema::List(&Schema::Text))),
    ("metadata", Schema::OrNull(&Schema::Object(&[]))),
    ("metaData", Schema::OrNull(&Schema::Object(&[]))),
    ("lines", SHAPES),
    ("arrows", SHAPES),
    ("overlays", SHAPES),
    ("underlays", SHAPES),
]);

const SHAPES: Schema = Schema::OrNull(&Schema::List(&Schema::Object(&[])));

const CELLS: Schema = Schema::List(&Schema::List(&Schema::Number));

impl Reader {
    fn read(value: &Value) -> Result<Reader, Wrong> {
        let mut path = Vec::new();
        if let Err(message) = SCHEMA.check(value, &mut path) {
            return Err((path, message));
        }
        let size = size(value)?;
        let mut reader = Reader {
            spec: Spec::latin(size),
            clues: Vec::new(),
            drawings: Drawings::default(),
            has_groups: value["cages"]
                .as_array()
                .is_some_and(|cages| cages.iter().any(|cage| cage["type"] == "disjoint")),
            unknown: Vec::new(),
            first_unknown: None,
            rules: Vec::new(),
            title: String::new(),
            solution: None,
        };
        reader.cells(value)?;
        reader.regions(&value["regions"])?;
        for (name, value) in value.as_object().into_iter().flatten() {
            match &name[..] {
                "cells" | "regions" => {}
                "cages" => {
                    for (place, cage) in value.as_array().into_iter().flatten().enumerate() {
                        let path = [path::field(name), vec![Step::Item(place)]].concat();
                        reader.cage(cage, place + 1, &path)?;
                    }
                }
                "global" => {
                    for rule in value.as_array().into_iter().flatten() {
                        reader.global(rule.as_str().unwrap_or_default(), path::field(name));
                    }
                }
                "metadata" | "metaData" => {
                    for (field, value) in value.as_object().into_iter().flatten() {
                        let path = [path::field(name), path::field(field)].concat();
                        reader.describe(field, value, path);
                    }
                }
                _ if DRAWINGS.contains(&&name[..]) => reader.drawings(name, value),
                _ if is_one_of(name, DECORATION) || !says_something(value) => {}
                _ => reader.refuse(name, path::field(name)),
            }
        }
        Ok(reader)
    }

    /// Notes a rule or a field that is not known.
    fn refuse(&mut self, name: &str, path: Vec<Step>) {
        let name = messages::shortened(name).escape_debug().to_string();
        self.unknown.push(format!("'{name}'"));
        self.first_unknown.get_or_insert(path);
    }

    fn cells(&mut self, value: &Value) -> Result<(), Wrong> {
        let size = self.spec.size;
        let rows = value["cells"].as_array().into_iter().flatten();
        let entries = rows.flat_map(|row| row.as_array().into_iter().flatten());
        for (cell, entry) in size.cells().zip(entries) {
            let at = path::cell("cells", cell);
            for (name, value) in entry.as_object().into_iter().flatten() {
                if !is_one_of(name, CELL_FIELDS) && says_something(value) {
                    self.refuse(&format!("{name} of {cell}"), at.clone());
                }
            }
            let text = text_of(&entry["value"]);
            if text.is_empty() {
                continue;
            }
            let digit = text.parse().ok();
            let digit = digit.and_then(|value| Digit::from_value(value, size));
            let digit = digit.ok_or_else(|| {
                let found = messages::word(&text);
                (
                    at,
                    format!("found {found} in {cell}, expected 1 to {}", size.side()),
                )
            })?;
            self.clues.push((cell, digit));
        }
        Ok(())
    }

    /// Reads the regions: those of the grid if they divide it into as many cells as it has digits,
    /// and sets of cells without equal digits otherwise.
    fn regions(&mut self, value: &Value) -> Result<(), Wrong> {
        let size = self.spec.size;
        let mut regions = Vec::new();
        for (place, region) in value.as_array().into_iter().flatten().enumerate() {
            let path = [path::field("regions"), vec![Step::Item(place)]].concat();
            let region = cells(region, size).map_err(|message| (path, message))?;
            if !region.is_empty() {
                regions.push(region);
            }
        }
        if regions.is_empty() {
            let message =
                "found no regions, expected some: a grid without them need not be a Sudoku";
            return Err((path::field("regions"), message.to_owned()));
        }
        let mut map: Vec<Option<usize>> = vec![None; size.num_cells()];
        for (number, region) in regions.iter().enumerate() {
            for cell in region {
                map[cell.index(size)] = Some(number);
            }
        }
        let are_full = regions.iter().all(|region| region.len() == size.side());
        if are_full && regions.len() == size.side() && map.iter().all(Option::is_some) {
            self.spec.regions = foreign::regions(size, Regions::named(map));
        } else {
            self.spec.extra = regions;
        }
        Ok(())
    }

    /// Reads a cage, or the text that stands in the place of one.
    fn cage(&mut self, cage: &Value, number: usize, path: &[Step]) -> Result<(), Wrong> {
        let wrong = |message: String| (path.to_vec(), format!("cages {number}: {message}"));
        let value = text_of(&cage["value"]);
        if let Some((name, text)) = described(&value) {
            self.describe(name, &Value::from(text), path.to_vec());
            return Ok(());
        }
        let cells = cells(&cage["cells"], self.spec.size).map_err(wrong)?;
        let is_unique = cage["unique"].as_bool();
        let sum = text_of(&cage["sum"]);
        let sum = if sum.is_empty() { &value } else { &sum };
        if cells.is_empty() {
            if !sum.is_empty() {
                self.refuse(&format!("{sum} of a cage without cells"), path.to_vec());
            }
            return Ok(());
        }
        for (field, value) in cage.as_object().into_iter().flatten() {
            let is_known =
                is_one_of(field, CAGE_LOOKS) || is_one_of(field, "cells value unique sum");
            // Both are the same rule.
            let is_group = field == "type" && value == "disjoint";
            if !is_known && !is_group && says_something(value) {
                self.refuse(&format!("{field} of cage {number}"), path.to_vec());
            }
        }
        let stated =
            (!sum.is_empty()).then(|| sum.parse().ok().filter(|&sum: &u32| sum < 1_000_000));
        match (stated, is_unique) {
            (Some(None), _) => {
                let kind = ["cage with a text", "cages with a text"];
                self.drawings.add(kind, cells[0].to_string());
                self.first_unknown.get_or_insert(path.to_vec());
            }
            // A frame.
            (None, Some(false)) => {}
            (stated, is_unique) => self.spec.cages.push(Cage {
                cells,
                sum: stated.flatten(),
                repeats: is_unique == Some(false),
            }),
        }
        Ok(())
    }

    /// Reads a rule for the whole grid.
    fn global(&mut self, rule: &str, path: Vec<Step>) {
        match rule {
            "antiknight" => self.spec.mark("anti-knight", &[], &[]),
            "antiking" => self.spec.mark("anti-king", &[], &[]),
            "nonconsecutive" => self.spec.mark("non-consecutive", &[], &[]),
            // The cages of the groups are there too.
            "disjoint" if self.has_groups => {}
            "disjoint" => self.spec.disjoint_groups = true,
            _ => self.refuse(rule, path),
        }
    }

    /// Reads a field that describes the puzzle.
    fn describe(&mut self, name: &str, value: &Value, path: Vec<Step>) {
        if !says_something(value) {
            return;
        }
        let is_set = value
            .as_bool()
            .or(value.as_str().and_then(annotations::truth));
        match (&name.to_lowercase()[..], is_set) {
            ("antiknight" | "antiking" | "nonconsecutive", Some(true)) => {
                self.global(&name.to_lowercase(), path);
            }
            ("antiknight" | "antiking" | "nonconsecutive", Some(false)) => {}
            ("rules" | "ruleset", _) => match value {
                Value::Array(texts) => self.rules.extend(texts.iter().map(text_of)),
                text => self.rules.push(text_of(text)),
            },
            ("title", _) => self.title = text_of(value),
            ("solution", _) => self.solution = Some((path, value.clone())),
            (name, _) if is_one_of(name, DESCRIPTION) => {}
            _ => self.refuse(name, path),
        }
    }

    /// Counts the drawings of a list.
    fn drawings(&mut self, name: &str, list: &Value) {
        for (place, drawing) in list.as_array().into_iter().flatten().enumerate() {
            let text = text_of(&drawing["text"]);
            let is_round = drawing["rounded"] == true;
            let kind = match name {
                "lines" => ["line", "lines"],
                "arrows" => ["arrow", "arrows"],
                _ if !text.trim().is_empty() => ["text", "texts"],
                _ if is_round => ["circle", "circles"],
                _ => ["rectangle", "rectangles"],
            };
            let point = if drawing["center"].is_array() {
                &drawing["center"]
            } else {
                &drawing["wayPoints"][0]
            };
            self.drawings.add(kind, self::place(point));
            let path = [path::field(name), vec![Step::Item(place)]].concat();
            self.first_unknown.get_or_insert(path);
        }
    }

    /// Returns the puzzle.
    fn finish(mut self, ignore_unknown: bool) -> Result<Parsed, Wrong> {
        let size = self.spec.size;
        let sentences = Sentences::read(&self.rules.join("\n"), &self.spec);
        sentences.state(&mut self.spec);
        let mut unknown: Vec<String> = self.drawings.names().chain(self.unknown).collect();
        let text = |name: &str, text: String| {
            format!("{name} '{}'", messages::shortened(&text).escape_debug())
        };
        unknown.extend(sentences.unknown.map(|sentence| text("the rule", sentence)));
        let plain = Spec::usual(size).is_some_and(|usual| usual == self.spec);
        if plain && unknown.is_empty() && annotations::states_rule(&self.title) {
            unknown.push(text("the title", self.title));
        }
        if !unknown.is_empty() && !ignore_unknown {
            return Err((
                self.first_unknown.unwrap_or_default(),
                foreign::unclear(&unknown),
            ));
        }
        let rules = foreign::rules(self.spec).map_err(|error| (Vec::new(), error.to_string()))?;
        let mut puzzle = Puzzle::new(rules);
        for (cell, digit) in self.clues {
            puzzle.set_clue(cell, Some(digit));
        }
        let solution = match self.solution {
            Some((path, value)) => solution(&value, &puzzle).map_err(|message| (path, message))?,
            None => None,
        };
        Ok((puzzle, solution, unknown))
    }
}

/// Returns the size of the grid, of which all rows must be as long.
fn size(value: &Value) -> Result<Size, Wrong> {
    let rows = value["cells"].as_array().map_or(&[][..], Vec::as_slice);
    let wrong = |message: String| (path::field("cells"), message);
    let side = rows.len();
    for (number, row) in (1..).zip(rows) {
        let found = row.as_array().map_or(0, Vec::len);
        if found != side {
            return Err(wrong(format!(
                "found {found} cells in row {number} of 'cells', expected {side}"
            )));
        }
    }
    Size::new(side).ok_or_else(|| wrong(format!("found {side} rows in 'cells'")))
}

/// Returns the cells of a list of pairs of row and column, both from 0.
fn cells(list: &Value, size: Size) -> Result<Vec<Cell>, String> {
    let place = |value: &Value| usize::try_from(value.as_u64()?).ok();
    let cell = |pair: &Value| match pair.as_array().map_or(&[][..], Vec::as_slice) {
        [row, col] => {
            let (row, col) = (place(row)?, place(col)?);
            let is_inside = row < size.side() && col < size.side();
            is_inside.then(|| Cell::new(row, col))
        }
        _ => None,
    };
    let pairs = list.as_array().into_iter().flatten();
    let expected = |pair: &Value| {
        format!(
            "found {}, expected row and column of a cell from 0, as [0,0]",
            pair_of(pair)
        )
    };
    pairs
        .map(|pair| cell(pair).ok_or_else(|| expected(pair)))
        .collect()
}

/// Returns a pair of row and column as an error shows it.
fn pair_of(pair: &Value) -> String {
    match pair {
        Value::Array(numbers) if numbers.len() < 5 => pair.to_string(),
        other => schema::found(other),
    }
}

/// Returns the name and the text of `title: TEXT`, which may stand in the place of a cage's value.
fn described(value: &str) -> Option<(&str, &str)> {
    let (name, text) = value.split_once(':')?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic());
    is_name.then(|| (name, text.trim()))
}

/// Returns the cell at a point of the drawing, rows and columns from 0 at the corner of the grid.
fn place(point: &Value) -> String {
    let at = |axis: usize| point[axis].as_f64().map(|at| at.floor() as i64 + 1);
    match (at(0), at(1)) {
        (Some(row), Some(col)) => format!("r{row}c{col}"),
        _ => "no place".to_owned(),
    }
}

/// Returns the solution that a puzzle states, if it states all of it.
fn solution(value: &Value, puzzle: &Puzzle) -> Result<Option<Grid>, String> {
    let tokens = json::solution::tokens(value)?;
    let is_blank = |token: &String| ["", ".", "?", "0", "_", "-"].contains(&&token[..]);
    if tokens.iter().any(is_blank) {
        return Ok(None);
    }
    let grids = json::solution::grids(&tokens, puzzle, puzzle.symbols())?;
    Ok(grids.into_iter().next())
}
