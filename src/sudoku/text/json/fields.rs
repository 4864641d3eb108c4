//! The fields of a JSON object: grids, solutions, sizes, rules, and what is certainly
//! decoration. An object with any other field that says something is refused.

use super::path::{self, Step, Wrong};
use super::schema::says_something;
use super::{plain, statement};
use crate::sudoku::text::annotations::{self, Meaning};
use crate::sudoku::text::description::{Statements, words};
use crate::sudoku::text::split::is_one_of;
use crate::sudoku::text::{Options, messages, one_line};
use serde_json::{Map, Value};

/// Names of the fields that hold a grid. Names are compared without the signs between
/// words, in small letters.
const GRIDS: &str = "puzzle puzzles board boards grid grids sudoku sudokus quiz quizzes mission cells \
    unsolved givens task value given initial start question problem data values clues \
    input matrix initialgrid initialboard startgrid startboard puzzlegrid puzzlestring \
    sudokugrid sudokupuzzle";

/// Names of the fields that hold a solution.
const SOLUTIONS: &str = "solution solutions solved answer answers solutiongrid solutionboard solvedgrid \
    solvedboard";

/// Names of the fields with the number of rows and columns.
const SIZES: &str = "size n side order boardsize gridsize puzzlesize dimension dimensions cols columns \
    width height";

/// Names of the fields with the rows and columns of a box, or with a map of the boxes.
const BOXES: &str = "boxes box boxsize boxshape boxdimensions blocks block blocksize subgrid subgridsize \
    regionsize";

/// Names of the fields with the number of rows of a box, and of columns.
const BOX_ROWS: &str = "boxrows boxheight blockrows blockheight";
const BOX_COLS: &str = "boxcols boxcolumns boxwidth blockcols blockcolumns blockwidth";

/// Names of the fields with a map of regions.
const REGIONS: &str = "regions region regionmap regionsmap jigsaw areas boxmap blockmap";

/// Names of the fields that say which rules a puzzle has.
const KINDS: &str = "mode gamemode layout map sudokutype gametype puzzletype boardtype gridtype category \
    type variant variants variation rules rule kind ruleset rulesets constraint \
    constraints style genre game format family";

/// Names of the fields that decorate a puzzle. Their texts must name no rules.
const DECORATION: &str = "difficulty difficultylevel difficultyscore level rating ratings id uuid key name \
    title author authors setter creator by source date day url link href created \
    createdat createdon updated updatedat modified modifiedat published publishedat time \
    timestamp timelimit hint hints score points number num no index version seed \
    language lang locale description comment comments notes tags status message results \
    success likes views votes plays src country total page copyright license publisher collection unique \
    valid metadata meta hash dayofweek displaydate printdate puzzleid checksum";

/// Those of them in which `X` alone may be a rule.
const TITLES: &str = "title name description comment comments notes tags hint hints collection";

/// Further fields of what this program prints about the puzzle in its field `grid`.
const PRINTED: &str = "form symbols excluded candidates clues engine count complete evidence clashes steps \
    seconds gaveup error sharedone state left minimal needless judgement engines";

/// Answers of this program in words, each with the number of solutions if it is known.
const ANSWERS: [(&str, Option<u64>); 9] = [
    ("solved", None),
    ("no solution", Some(0)),
    ("none", Some(0)),
    ("one", Some(1)),
    ("one solution", Some(1)),
    ("several", None),
    ("several solutions", None),
    ("unknown", None),
    ("failed", None),
];

/// The fields of an object, by what they say.
#[derive(Default)]
pub(in crate::sudoku::text) struct Fields<'a> {
    pub grids: Vec<(&'a str, &'a Value)>,
    pub solutions: Vec<(&'a str, &'a Value)>,
    /// Sizes, each with the field and the numbers of rows that it can mean.
    pub sizes: Vec<(&'a str, Vec<usize>)>,
    /// Statements of rules, each with the field.
    pub statements: Vec<(&'a str, String)>,
    /// The number of clues, with the field.
    pub clues: Option<(&'a str, u64)>,
    /// The number of solutions.
    pub count: Option<u64>,
    /// Objects that may hold puzzles, each with where it stands.
    pub inner: Vec<(Vec<Step>, &'a Value)>,
    /// Rows and columns of a box, from two fields.
    box_rows: Option<(&'a str, u64)>,
    box_cols: Option<(&'a str, u64)>,
    /// Set if the user states the rules, which words are taken for then.
    has_rules: bool,
    /// A field that says something and is not known.
    unknown: Option<&'a str>,
}

/// Returns `true` for an object that [`crate::sudoku::print::json`] writes.
pub(in crate::sudoku::text) fn is_own(value: &Value) -> bool {
    value.get("rows").is_some_and(Value::is_array)
}

/// Returns the number of cells that are not blank.
fn num_clues(rows: &Value) -> u64 {
    match rows {
        Value::Array(items) => items.iter().map(num_clues).sum(),
        value => u64::from(!value.is_null()),
    }
}

/// Sorts the fields of an object. With `has_rules` the user states the rules, which words are
/// taken for.
pub(in crate::sudoku::text) fn sort(
    map: &Map<String, Value>,
    has_rules: bool,
) -> Result<Fields<'_>, Wrong> {
    let mut fields = Fields {
        has_rules,
        ..Fields::default()
    };
    // What this program prints.
    let is_printed = map.get("grid").is_some_and(is_own);
    let name = map.get("puzzle").and_then(Value::as_str);
    if name.is_some_and(is_place) && !is_printed {
        let message = "found the name of a puzzle, expected the puzzle itself: of what is printed with \
                       --json, objects with the puzzle in 'grid' can be read";
        return Err((path::field("puzzle"), message.to_owned()));
    }
    let given = map
        .get("grid")
        .and_then(|grid| grid.get("rows"))
        .map(num_clues);
    let is_after = says_something(map.get("steps").unwrap_or(&Value::Null))
        && map.get("clues").and_then(Value::as_u64) != given;
    if is_printed && is_after {
        let message = "found the grid after the steps of a hint, expected the puzzle itself";
        return Err((path::field("grid"), message.to_owned()));
    }
    for (name, value) in map {
        fields
            .take(name, value, is_printed)
            .map_err(|message| (path::field(name), message))?;
    }
    // The solutions that were found are all of them only then.
    if is_printed && map.get("complete") == Some(&Value::Bool(true)) {
        fields.count = map.get("count").and_then(Value::as_u64).or(fields.count);
    }
    fields.finish()
}

impl<'a> Fields<'a> {
    /// Takes the next field. `is_printed` is set in what this program prints.
    fn take(&mut self, name: &'a str, value: &'a Value, is_printed: bool) -> Result<(), String> {
        let key = plain(name);
        let is = |names: &str| is_one_of(&key, names);
        if !says_something(value) && !(is(GRIDS) && (value.is_array() || value.is_string())) {
            return Ok(());
        }
        if is_printed && is(PRINTED) {
            return Ok(());
        }
        if is_printed && name == "puzzle" && value.as_str().is_some_and(is_place) {
            return Ok(());
        }
        match value {
            Value::Number(number) if is("clues givens numclues") => {
                self.clues = Some((name, number.as_u64().ok_or("found no number of clues")?));
            }
            Value::Number(_) if is("puzzle board sudoku quiz problem question") => {}
            Value::Bool(_) | Value::Number(_) if is(GRIDS) => self.unknown = Some(name),
            _ if is(GRIDS) => self.grid(name, value),
            _ if is(SOLUTIONS) => self.solution(name, value),
            _ if is(SIZES) => self.size(name, &key, value)?,
            _ if is(BOX_ROWS) => self.box_rows = Some((name, count(value)?)),
            _ if is(BOX_COLS) => self.box_cols = Some((name, count(value)?)),
            _ if is(BOXES) => self.boxes(name, value)?,
            _ if is(REGIONS) => self.regions(name, value)?,
            _ if is(KINDS) => self.kind(name, value)?,
            // `X` is no rule where it names a person or a level.
            Value::String(text) if is(DECORATION) && !is(TITLES) && text.len() < 2 => {}
            _ if is(DECORATION) => no_rules(value, self.has_rules)?,
            Value::Bool(true) => self.flag(name),
            Value::Object(_) => self.inner.push((path::field(name), value)),
            Value::Array(items) if items.iter().all(Value::is_object) => {
                let items = items.iter().enumerate();
                let paths = items.map(|(place, item)| {
                    ([path::field(name), vec![Step::Item(place)]].concat(), item)
                });
                self.inner.extend(paths);
            }
            _ => self.unknown = self.unknown.or(Some(name)),
        }
        Ok(())
    }

    /// Takes a field whose name says that it holds a grid.
    fn grid(&mut self, name: &'a str, value: &'a Value) {
        let is_cells = |item: &Value| super::cells::is_cell(item);
        match value {
            Value::Object(map) if !is_own(value) && !super::cells::are_names(map) => {
                self.inner.push((path::field(name), value));
            }
            Value::Array(items)
                if !items.is_empty()
                    && items.iter().all(Value::is_object)
                    && !items.iter().all(is_cells) =>
            {
                let items = items.iter().enumerate();
                self.inner.extend(items.map(|(place, item)| {
                    ([path::field(name), vec![Step::Item(place)]].concat(), item)
                }));
            }
            _ => self.grids.push((name, value)),
        }
    }

    /// Takes a field with solutions, or with their number.
    fn solution(&mut self, name: &'a str, value: &'a Value) {
        match value {
            Value::Bool(_) => {}
            Value::Number(number) => self.count = number.as_u64(),
            Value::String(text) => match ANSWERS.iter().find(|(answer, _)| answer == text) {
                Some((_, count)) => self.count = count.or(self.count),
                None => self.solutions.push((name, value)),
            },
            _ => self.solutions.push((name, value)),
        }
    }

    /// Takes a field with the size.
    fn size(&mut self, name: &'a str, key: &str, value: &Value) -> Result<(), String> {
        let text = match value {
            Value::String(text) => text.trim().to_owned(),
            other => other.to_string(),
        };
        let side = match (words::dimensions(&text), text.parse()) {
            (Some([rows, cols]), _) if rows == cols => Some(rows),
            (_, Ok(side)) => Some(side),
            _ => None,
        };
        let side = side.filter(|side| (1..=961).contains(side));
        let side = side.ok_or_else(|| {
            let found = messages::word(&text);
            format!("found {found} in '{name}', expected the number of rows, as 9 or \"9x9\"")
        })?;
        let sides = match key {
            "order" => vec![side * side, side],
            _ => vec![side, side * side],
        };
        self.sizes.push((name, sides));
        Ok(())
    }

    /// Takes a field with the rows and columns of a box, or a map of boxes.
    fn boxes(&mut self, name: &'a str, value: &Value) -> Result<(), String> {
        let dimensions = match value {
            Value::String(text) => words::dimensions(text.trim()),
            Value::Number(number) => number.as_u64().map(|side| [side as usize; 2]),
            Value::Array(items) => match &items[..] {
                [rows, cols] => numbers(rows, cols),
                _ => None,
            },
            Value::Object(map) => {
                let find = |names: &str| {
                    let mut fields = map.iter();
                    Some(fields.find(|(key, _)| is_one_of(&plain(key), names))?.1)
                };
                let rows = find("rows height");
                let cols = find("cols columns width");
                rows.zip(cols)
                    .filter(|_| map.len() == 2)
                    .and_then(|(rows, cols)| numbers(rows, cols))
            }
            _ => None,
        };
        let is_keyword = matches!(plain(name).as_str(), "boxes" | "box") || value.is_object();
        match dimensions {
            Some([rows, cols]) if rows != cols && !is_keyword => Err(format!(
                "found {rows} and {cols} in '{name}', which may be rows and columns or columns \
                 and rows; expected \"boxes\":\"ROWSxCOLUMNS\""
            )),
            Some([rows, cols]) => self.state(name, format!("boxes {rows}x{cols}")),
            None => self.regions(name, value),
        }
    }

    /// Takes a field with a map of regions.
    fn regions(&mut self, name: &'a str, value: &Value) -> Result<(), String> {
        let Some(rows) = map_rows(value) else {
            self.unknown = self.unknown.or(Some(name));
            return Ok(());
        };
        self.state(name, format!("regions\n{rows}"))
    }

    /// Takes a field that names the kind of the puzzle, or states its rules.
    fn kind(&mut self, name: &'a str, value: &Value) -> Result<(), String> {
        match value {
            Value::Array(items)
                if items.iter().all(Value::is_string)
                    && !items
                        .iter()
                        .any(|item| item.as_str().is_some_and(is_map_row)) =>
            {
                items.iter().try_for_each(|item| self.kind(name, item))
            }
            Value::String(text) if !is_map_row(text) => {
                let text = text.trim();
                let words = text.split(|c: char| !c.is_alphanumeric());
                let sides: Vec<[usize; 2]> = words.filter_map(words::dimensions).collect();
                let is_square = sides.iter().all(|[rows, cols]| rows == cols);
                let words = text.split(' ');
                let words = words.filter(|word| words::dimensions(word).is_none());
                let kind = words.collect::<Vec<_>>().join(" ");
                match annotations::judge_kind(if is_square { &kind } else { text }) {
                    Meaning::Decoration if is_square => {
                        let sides = sides.into_iter();
                        self.sizes
                            .extend(sides.map(|[side, _]| (name, vec![side, side * side])));
                        Ok(())
                    }
                    Meaning::Statement(statements) => statements
                        .into_iter()
                        .try_for_each(|statement| self.state(name, statement)),
                    Meaning::States(_) if self.has_rules => Ok(()),
                    _ => self.state(name, statement(text)),
                }
            }
            Value::Number(number) => {
                let side = number.as_u64().and_then(|side| usize::try_from(side).ok());
                match side.filter(|side| (1..=961).contains(side)) {
                    Some(side) => self.sizes.push((name, vec![side, side * side])),
                    None => self.unknown = self.unknown.or(Some(name)),
                }
                Ok(())
            }
            Value::Array(_) | Value::String(_) => self.regions(name, value),
            Value::Object(map) => {
                for (key, value) in map.iter().filter(|(_, value)| says_something(value)) {
                    match value {
                        Value::Bool(true) => self.state(name, statement(key))?,
                        _ => self.unknown = self.unknown.or(Some(name)),
                    }
                }
                Ok(())
            }
            _ => {
                self.unknown = self.unknown.or(Some(name));
                Ok(())
            }
        }
    }

    /// Takes a field that is `true`: its name may state a rule.
    fn flag(&mut self, name: &'a str) {
        match annotations::judge(&format!("{name}: true")) {
            Meaning::Decoration => {}
            Meaning::Statement(rules) => self
                .statements
                .extend(rules.into_iter().map(|rule| (name, rule))),
            Meaning::States(_) if self.has_rules => {}
            Meaning::States(_) => self.unknown = self.unknown.or(Some(name)),
        }
    }

    /// Adds a statement of a field.
    fn state(&mut self, name: &'a str, statement: String) -> Result<(), String> {
        Statements::read(&statement, name).map_err(|error| error.message)?;
        self.statements.push((name, statement));
        Ok(())
    }

    /// Checks the object as a whole.
    fn finish(mut self) -> Result<Fields<'a>, Wrong> {
        match (self.box_rows, self.box_cols) {
            (None, None) => {}
            (Some((name, rows)), Some((_, cols))) => {
                self.state(name, format!("boxes {rows}x{cols}"))
                    .map_err(|message| (path::field(name), message))?;
            }
            (Some((name, _)), None) | (None, Some((name, _))) => {
                let message = format!(
                    "found '{name}' alone, expected both the rows and the columns of a box"
                );
                return Err((path::field(name), message));
            }
        }
        let beside = match &self.grids[..] {
            [] => "in an object with puzzles".to_owned(),
            [(grid, _), ..] => format!("beside '{}'", grid.escape_debug()),
        };
        let has_puzzles = !self.grids.is_empty() || !self.inner.is_empty();
        let is_stray = self.grids.is_empty() && !self.inner.is_empty();
        let mut unknown = self.unknown.map(path::field);
        if is_stray {
            let stated = self.statements.first().map(|(name, _)| *name);
            let solution = self.solutions.first().map(|(name, _)| *name);
            unknown = unknown.or(stated.or(solution).map(path::field));
        } else if has_puzzles {
            unknown = unknown.or(self.inner.first().map(|(path, _)| path[..1].to_vec()));
        }
        match unknown {
            Some(path) if has_puzzles => {
                let found = messages::shortened(&path::shown(&path));
                let message = format!(
                    "found the unknown field '{found}' {beside}, expected a grid, its solution, size, \
                     boxes, rules or words that state no rule; remove it if it has no meaning"
                );
                Err((path, message))
            }
            _ => Ok(self),
        }
    }
}

/// Returns `true` for the name of a puzzle that this program prints: `INPUT:LINE`.
fn is_place(text: &str) -> bool {
    let is_line = |line: &str| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
    let is_input = |input: &str| {
        // No row of cells has as many small letters, but for those of large grids.
        input.len() < 16
            || input
                .split(|c: char| !c.is_ascii_lowercase())
                .any(|word| word.len() > 2)
    };
    text.rsplit_once(':')
        .is_some_and(|(input, line)| is_line(line) && is_input(input))
        && one_line::grid_in(text, 1, &Options::default()).is_none()
}

/// Returns two numbers of a box.
fn numbers(rows: &Value, cols: &Value) -> Option<[usize; 2]> {
    let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
    Some([number(rows)?, number(cols)?])
}

fn count(value: &Value) -> Result<u64, String> {
    value
        .as_u64()
        .ok_or_else(|| "found no whole number, expected one".to_owned())
}

/// Returns `true` for a text that may be a row of a map or a whole one.
fn is_map_row(text: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_digit();
    let is_word = text.chars().all(char::is_alphabetic);
    let mut signs: Vec<char> = text.chars().collect();
    let length = signs.len();
    signs.sort_unstable();
    signs.dedup();
    text.contains('\n')
        || length > 2 && text.chars().all(is_sign)
        || is_word && length > 2 && text.chars().all(char::is_uppercase) && signs.len() < length
}

/// Returns a map as rows of words; `None` if a value is none.
fn map_rows(value: &Value) -> Option<String> {
    let sign = |value: &Value| -> Option<String> {
        let text = match value {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        let is_sign = |c: char| c.is_alphanumeric();
        (!text.is_empty() && text.chars().all(is_sign)).then_some(text)
    };
    let row = |value: &Value| -> Option<String> {
        match value {
            Value::Array(cells) => {
                let cells: Option<Vec<String>> = cells.iter().map(sign).collect();
                Some(cells?.join(" "))
            }
            Value::String(text) => {
                let is_sign = |c: char| c.is_alphanumeric() || matches!(c, ' ' | ',');
                text.chars().all(is_sign).then(|| text.clone())
            }
            _ => None,
        }
    };
    match value {
        Value::String(text) => {
            let rows: Option<Vec<String>> = text
                .lines()
                .map(|line| row(&Value::String(line.to_owned())))
                .collect();
            Some(rows?.join("\n"))
        }
        Value::Array(items) if items.iter().all(|item| sign(item).is_some()) => {
            let cells: Vec<String> = items.iter().filter_map(sign).collect();
            let side = cells.len().isqrt();
            match cells.iter().all(|cell| cell.chars().count() == cells.len()) {
                true if side > 1 => Some(cells.join("\n")),
                _ if side * side == cells.len() && side > 1 => {
                    let rows: Vec<String> = cells.chunks(side).map(|row| row.join(" ")).collect();
                    Some(rows.join("\n"))
                }
                _ => None,
            }
        }
        Value::Array(items) => {
            let rows: Option<Vec<String>> = items.iter().map(row).collect();
            Some(rows?.join("\n"))
        }
        _ => None,
    }
}

/// Checks that no text in a value names a rule, unless the user states the rules.
fn no_rules(value: &Value, has_rules: bool) -> Result<(), String> {
    let stated = |text: &str| {
        if one_line::grid_in(text, 1, &Options::default()).is_some() {
            return Err("found a grid in a field of words, expected it in 'puzzle'".to_owned());
        }
        match annotations::states_rule(text) {
            true if has_rules => Ok(()),
            false => Ok(()),
            true => Err(format!(
                "found the rule {}, expected words that state no rule; --rules states rules",
                messages::word(text)
            )),
        }
    };
    match value {
        Value::String(text) => stated(text),
        Value::Array(items) => items.iter().try_for_each(|item| no_rules(item, has_rules)),
        Value::Object(map) => map
            .iter()
            .try_for_each(|(key, value)| stated(key).and_then(|()| no_rules(value, has_rules))),
        _ => Ok(()),
    }
}
