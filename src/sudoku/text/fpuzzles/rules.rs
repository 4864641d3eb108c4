//! The rules of f-puzzles, field by field.

use crate::sudoku::rules::{Arrow, Cage, Mark, Numbers, Parity, RuleId, Shape, Spec};
use crate::sudoku::text::foreign::Drawings;
use crate::sudoku::text::json::path::{self, Step, Wrong};
use crate::sudoku::text::json::schema::{Schema, says_something};
use crate::sudoku::text::split::is_one_of;
use crate::sudoku::text::{description, messages};
use crate::sudoku::{Cell, Size};
use itertools::Itertools as _;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};

/// Fields that decorate a puzzle, describe it, or are for programs that solve it.
const DECORATION: &str = "title author ruleset solution successMessage metadata highlightConflicts disabledlogic truecandidatesoptions disabledLogic trueCandidatesOptions foglight \
    fogofwar customCSS msgcorrect id";

/// Fields with drawings, and the names of one and of several.
const DRAWN: [(&str, [&str; 2]); 5] = [
    ("text", ["drawn text", "drawn texts"]),
    ("line", ["drawn line", "drawn lines"]),
    ("circle", ["drawn circle", "drawn circles"]),
    ("rectangle", ["drawn rectangle", "drawn rectangles"]),
    ("cage", ["drawn cage", "drawn cages"]),
];

/// Fields with the entries of a rule, and the fields that each entry has.
const KNOWN: [(&str, &str); 7] = [
    ("killercage", "cells value"),
    ("littlekillersum", "cell cells direction value"),
    ("extraregion", "cells"),
    ("arrow", "cells lines"),
    ("even", "cell cells"),
    ("odd", "cell cells"),
    ("clone", "cells cloneCells"),
];

/// Fields of an entry that say how it is drawn.
const LOOKS: &str =
    "outlineC baseC fontC lineC color c width height size angle isNewConstraint fromConstraint";

/// Fields of rules of the table of rules: where the cells of a mark are, and the rule's name.
pub(in crate::sudoku) const MARKS: [(&str, Shape, &str); 27] = [
    ("betweenline", Shape::Line, "between"),
    ("boxindexer", Shape::Cells, "box-indexer"),
    ("columnindexer", Shape::Cells, "column-indexer"),
    ("difference", Shape::Pair, "difference"),
    ("doublearrow", Shape::Line, "double-arrow"),
    ("dutchwhispers", Shape::Line, "dutch-whispers"),
    ("entropicline", Shape::Line, "entropic"),
    ("lockout", Shape::Line, "lockout"),
    ("maximum", Shape::Cells, "maximum"),
    ("minimum", Shape::Cells, "minimum"),
    ("modularline", Shape::Line, "modular"),
    ("nabner", Shape::Line, "nabner"),
    ("numberedroom", Shape::Outside, "numbered-room"),
    ("palindrome", Shape::Line, "palindrome"),
    ("quadruple", Shape::Cells, "quadruple"),
    ("ratio", Shape::Pair, "ratio"),
    ("regionsumline", Shape::Line, "region-sum"),
    ("renban", Shape::Line, "renban"),
    ("rowindexer", Shape::Cells, "row-indexer"),
    ("sandwichsum", Shape::Outside, "sandwich"),
    ("skyscraper", Shape::Outside, "skyscraper"),
    ("slowthermometer", Shape::Line, "slow-thermo"),
    ("thermometer", Shape::Line, "thermo"),
    ("whispers", Shape::Line, "whispers"),
    ("xsum", Shape::Outside, "xsum"),
    ("xv", Shape::Pair, "sum"),
    ("zipperline", Shape::Line, "zipper"),
];

/// Fields without entries, and the rules of the table of rules that they state.
pub(in crate::sudoku) const OF_GRID: [(&str, &str); 3] = [
    ("antiknight", "anti-knight"),
    ("antiking", "anti-king"),
    ("nonconsecutive", NON_CONSECUTIVE),
];

const NON_CONSECUTIVE: &str = "non-consecutive";

/// A value of `negative`: its name, the rule for cells without a sign, and the rule and default
/// number of the signs.
pub(in crate::sudoku) type Negative = (&'static str, &'static str, Option<(&'static str, u32)>);

/// The values of the field `negative`.
pub(in crate::sudoku) const NEGATIVES: [Negative; 3] = [
    ("difference", "no-difference", Some(("difference", 1))),
    ("ratio", "no-ratio", Some(("ratio", 2))),
    ("xv", "no-xv", None),
];

/// Fields with one cell per entry whose cells form a single mark.
pub(in crate::sudoku) const TOGETHER: &str = "maximum minimum";

/// The only value that a modular line may have: the divisor of its remainders.
const MODULUS: u32 = 3;

/// Lines that a rule needs more than two cells for, with fewer of which it says nothing.
const LONGER: &str = "betweenline doublearrow";

/// An entry of the list of a rule; each rule has some of the fields.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Entry {
    cell: Option<String>,
    cells: Vec<String>,
    lines: Vec<Vec<String>>,
    clone_cells: Vec<String>,
    values: Vec<u32>,
    value: Value,
    direction: Option<String>,
}

/// The list of a rule.
const ENTRIES: Schema = Schema::List(&Schema::Object(&[
    ("cell", Schema::Text),
    ("cells", Schema::List(&Schema::Text)),
    ("lines", Schema::List(&Schema::List(&Schema::Text))),
    ("cloneCells", Schema::List(&Schema::Text)),
    ("values", Schema::List(&Schema::Number)),
    ("direction", Schema::Text),
]));

/// The rules of an object.
pub(super) struct Finished {
    pub spec: Spec,
    /// Names of rules that are not known.
    pub unknown: Vec<String>,
    /// Names of fields of entries and of drawings that were dropped.
    pub dropped: Vec<String>,
    /// The entry that each statement of the rules comes from, by its kind and number, such as
    /// `cage 2`.
    pub places: HashMap<String, Vec<Step>>,
}

/// The rules that were read so far.
pub(super) struct RulesReader {
    spec: Spec,
    /// Set if fields of entries that are not known are dropped, not refused.
    ignore_unknown: bool,
    /// Names of rules that are not known.
    unknown: Vec<String>,
    /// Names of fields of entries that were dropped.
    dropped: Vec<String>,
    /// Drawings of a kind, each with the names of its cells.
    drawn: Vec<([&'static str; 2], Vec<String>)>,
    places: HashMap<String, Vec<Step>>,
    /// Number of marks of the fields before.
    marks_before: usize,
    /// The kinds of signs of which all are given.
    negatives: Vec<Negative>,
}

impl RulesReader {
    /// Creates a reader that adds rules to these.
    pub(super) fn new(spec: Spec, ignore_unknown: bool) -> RulesReader {
        RulesReader {
            spec,
            ignore_unknown,
            unknown: Vec::new(),
            dropped: Vec::new(),
            drawn: Vec::new(),
            places: HashMap::new(),
            marks_before: 0,
            negatives: Vec::new(),
        }
    }

    /// Reads a field of the object.
    pub(super) fn read(&mut self, name: &str, value: &Value) -> Result<(), Wrong> {
        let is_empty = match value {
            Value::Null | Value::Bool(false) => true,
            Value::Array(list) => list.is_empty(),
            Value::String(text) => text.is_empty(),
            Value::Object(fields) => fields.is_empty(),
            Value::Bool(true) | Value::Number(_) => false,
        };
        if is_empty || is_one_of(name, DECORATION) {
            return Ok(());
        }
        if let Some(&(_, kind)) = DRAWN.iter().find(|(field, _)| *field == name) {
            return self.draw(name, kind, value);
        }
        let mut path = path::field(name);
        let of_grid = OF_GRID.iter().find(|(field, _)| *field == name);
        if let Some((_, rule)) = of_grid {
            self.spec.mark(rule, &[], &[]);
        } else if let Some(flag) = self.flag(name) {
            *flag = true;
        }
        if of_grid.is_some() || self.flag(name).is_some() {
            return match Schema::Flag.check(value, &mut path) {
                Ok(()) => Ok(()),
                Err(message) => Err((path, message)),
            };
        }
        if name == "negative" {
            // Marks of a kind that are not there are a rule as well.
            self.negative(value);
            return Ok(());
        }
        let mark = MARKS.iter().find(|(field, ..)| *field == name);
        let known = KNOWN.iter().find(|(field, _)| *field == name);
        let Some(fields) = known
            .map(|(_, fields)| *fields)
            .or(mark.map(fields_of_mark))
        else {
            self.unknown.push(name.escape_debug().to_string());
            return Ok(());
        };
        if let Err(message) = ENTRIES.check(value, &mut path) {
            return Err((path, message));
        }
        self.marks_before = self.spec.marks.len();
        for (place, entry) in value.as_array().into_iter().flatten().enumerate() {
            path.push(Step::Item(place));
            let entry = self.known_fields(name, place, fields, entry, &mut path)?;
            let entry: Entry = Deserialize::deserialize(entry).map_err(|error| {
                let message = format!("found '{name}' of another shape: {error}");
                (path.clone(), message)
            })?;
            let before = self.counts(mark.map(|(.., rule)| *rule));
            match mark {
                Some(&(_, shape, rule)) => self.mark(name, shape, rule, &entry),
                None => self.entry(name, &entry),
            }
            .map_err(|message| (path.clone(), format!("{name} {}: {message}", place + 1)))?;
            let after = self.counts(mark.map(|(.., rule)| *rule));
            for ((kind, before), (_, after)) in before.into_iter().zip(after) {
                let added = (before + 1..=after).map(|number| format!("{kind} {number}"));
                self.places.extend(added.map(|name| (name, path.clone())));
            }
            path.pop();
        }
        Ok(())
    }

    /// Returns the numbers of statements by their kind, as errors name it. Each kind of marks
    /// comes from one field.
    fn counts(&self, rule: Option<&'static str>) -> Vec<(&'static str, usize)> {
        let spec = &self.spec;
        match rule {
            Some(rule) => vec![(rule, spec.marks.len() - self.marks_before)],
            None => vec![
                ("cage", spec.cages.len()),
                ("house", spec.extra.len()),
                ("arrow", spec.arrows.len()),
            ],
        }
    }

    /// Returns the fields of an entry that are read. Others that say something are refused, or
    /// dropped if that is asked for.
    fn known_fields(
        &mut self,
        name: &str,
        place: usize,
        fields: &str,
        entry: &Value,
        path: &mut Vec<Step>,
    ) -> Result<Value, Wrong> {
        let number = place + 1;
        let mut known = Map::new();
        for (field, value) in entry.as_object().into_iter().flatten() {
            if is_one_of(field, fields) {
                known.insert(field.clone(), value.clone());
            } else if !is_one_of(field, LOOKS) && says_something(value) {
                let escaped = field.escape_debug().to_string();
                let shown = messages::shortened(&escaped);
                if !self.ignore_unknown {
                    path.push(Step::Field(field.clone()));
                    let message = format!(
                        "{name} {number}: found the field '{shown}', expected {}; \
                         --ignore-unknown-rules drops it",
                        fields.replace(' ', ", ")
                    );
                    return Err((path.clone(), message));
                }
                self.dropped.push(format!("{shown} of {name} {number}"));
            }
        }
        Ok(Value::Object(known))
    }

    /// Notes drawings that may state a rule: those that do not belong to another field, and are no
    /// description. A cage with the text `DR5` is read.
    fn draw(&mut self, name: &str, kind: [&'static str; 2], value: &Value) -> Result<(), Wrong> {
        for (place, entry) in value.as_array().into_iter().flatten().enumerate() {
            let is_of_field = says_something(&entry["isNewConstraint"])
                || says_something(&entry["fromConstraint"]);
            let text = text_of(&entry["value"]);
            let is_description = text.contains(": ") || ["FOW", "FOGLIGHT"].contains(&&text[..]);
            if is_of_field || is_description {
                continue;
            }
            let lists = [&entry["cells"], &entry["lines"][0]];
            let list = lists.into_iter().find_map(Value::as_array);
            let names = list.into_iter().flatten().chain([&entry["cell"]]);
            let names: Vec<String> = names.filter_map(Value::as_str).map(str::to_owned).collect();
            let root = text
                .trim()
                .strip_prefix("DR")
                .and_then(|root| root.parse().ok());
            match root {
                Some(root) if name == "cage" => {
                    let mut path = path::field(name);
                    path.push(Step::Item(place));
                    self.digital_root(root, &names)
                        .map_err(|message| (path, format!("{name} {}: {message}", place + 1)))?;
                }
                _ => self.drawn.push((kind, names)),
            }
        }
        Ok(())
    }

    /// Reads a cage of different digits whose sum has this digital root, as SudokuSolver does.
    fn digital_root(&mut self, root: usize, names: &[String]) -> Result<(), String> {
        let side = self.spec.size.side();
        let cells = cells(names, self.spec.size)?;
        let count = cells.len();
        if !(1..=side).contains(&count) {
            return Err(format!("found {count} cells, expected 1 to {side}"));
        }
        if !(1..=9).contains(&root) {
            return Err(format!("found the digital root {root}, expected 1 to 9"));
        }
        let least = count * (count + 1) / 2;
        let most = count * (2 * side + 1 - count) / 2;
        let sums = (root..=most).step_by(9).filter(|&sum| sum >= least);
        let sums: Vec<u32> = sums.map(|sum| sum as u32).collect();
        if sums.is_empty() {
            return Err(format!(
                "no {count} different digits have a sum with the digital root {root}"
            ));
        }
        self.spec.mark("sums", &sums, &cells);
        Ok(())
    }

    /// Returns the names of drawings that lie on other cells than all marks of a rule.
    fn drawings(&self) -> Drawings {
        let spec = &self.spec;
        let others = spec
            .extra
            .iter()
            .chain(spec.cages.iter().map(|cage| &cage.cells));
        let marks = spec.marks.iter().map(|mark| &mark.cells);
        let read: HashSet<Vec<Cell>> = others.chain(marks).map(|cells| sorted(cells)).collect();
        let mut drawings = Drawings::default();
        for (kind, names) in &self.drawn {
            let is_read = cells(names, spec.size).is_ok_and(|cells| read.contains(&sorted(&cells)));
            if !is_read {
                let place = names.first().map_or("no cell", String::as_str);
                drawings.add(*kind, messages::shortened(place).escape_debug().to_string());
            }
        }
        drawings
    }

    /// Reads which kinds of marks are all given.
    fn negative(&mut self, value: &Value) {
        let Some(kinds) = value.as_array() else {
            self.unknown.push("negative".to_owned());
            return;
        };
        for kind in kinds {
            let kind = kind.as_str().unwrap_or("?");
            match NEGATIVES.iter().find(|(known, ..)| *known == kind) {
                Some(&known) => self.negatives.push(known),
                None => self
                    .unknown
                    .push(format!("negative {}", kind.escape_debug())),
            }
        }
    }

    /// Reads the marks of an entry of a rule of the table of rules.
    fn mark(&mut self, name: &str, shape: Shape, rule: &str, entry: &Entry) -> Result<(), String> {
        let size = self.spec.size;
        let known = RuleId::by_name(rule);
        let numbers = known.map_or(Numbers::None, |rule| rule.numbers);
        let usual = known.and_then(|rule| rule.usual_number(size.side()));
        let value = match shape {
            Shape::Pair => number_of_sign(name, &entry.value)?,
            _ => number(&entry.value)?,
        };
        match shape {
            Shape::Pair => {
                let cells = self::cells(&entry.cells, size)?;
                if cells.len() != 2 {
                    return Err(format!("found {} cells, expected 2", cells.len()));
                }
                if let Some(value) = value {
                    self.spec.mark(rule, &[value], &cells);
                }
            }
            Shape::Line => {
                let least = if is_one_of(name, LONGER) { 3 } else { 2 };
                let stated = match numbers {
                    Numbers::None => Vec::new(),
                    _ if name == "dutchwhispers" => vec![dutch_difference(size.side())],
                    _ => value.or(usual).into_iter().collect(),
                };
                if let (Numbers::None, Some(found)) = (numbers, value)
                    && found != MODULUS
                {
                    return Err(format!(
                        "found the value {found}, expected {MODULUS} or none"
                    ));
                }
                if entry.lines.is_empty() && value.is_some() {
                    return Err("found no line, expected one".to_owned());
                }
                for line in entry.lines.iter().filter(|line| line.len() >= least) {
                    let cells = self::cells(line, size)?;
                    self.spec.mark(rule, &stated, &cells);
                }
            }
            Shape::Outside => {
                let cell = entry.cell.as_deref().ok_or("found no cell, expected one")?;
                let cells = seen_from(cell, size)?;
                // A clue without a value says nothing.
                if let Some(value) = value {
                    self.spec.mark(rule, &[value], &cells);
                }
            }
            _ => {
                let one: Vec<String> = entry.cell.iter().cloned().collect();
                let cells = [self::cells(&one, size)?, self::cells(&entry.cells, size)?].concat();
                if is_one_of(name, TOGETHER) {
                    return self.together(rule, cells);
                }
                if cells.is_empty() && !entry.values.is_empty() {
                    return Err("found no cells, expected at least one".to_owned());
                }
                let has_numbers = numbers == Numbers::Many;
                if !cells.is_empty() && (!has_numbers || !entry.values.is_empty()) {
                    self.spec.mark(rule, &entry.values, &cells);
                }
            }
        }
        Ok(())
    }

    /// Adds cells to the only mark of a rule.
    fn together(&mut self, rule: &str, cells: Vec<Cell>) -> Result<(), String> {
        if cells.is_empty() {
            return Err("found no cell, expected one".to_owned());
        }
        match self.spec.marks.last_mut() {
            Some(mark) if mark.rule.name == rule => mark.cells.extend(cells),
            _ => self.spec.mark(rule, &[], &cells),
        }
        Ok(())
    }

    /// Returns the rule that a field without entries states.
    fn flag(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "diagonal+" => &mut self.spec.diagonals[1],
            "diagonal-" => &mut self.spec.diagonals[0],
            "windoku" => &mut self.spec.windows,
            "disjointgroups" => &mut self.spec.disjoint_groups,
            _ => return None,
        })
    }

    /// Reads an entry of a rule's list.
    fn entry(&mut self, name: &str, entry: &Entry) -> Result<(), String> {
        let size = self.spec.size;
        let cells = self::cells(&entry.cells, size)?;
        match name {
            "killercage" => self.spec.cages.push(Cage {
                cells,
                sum: number(&entry.value)?,
                repeats: false,
            }),
            "littlekillersum" => {
                let cells = diagonal(entry, cells, size)?;
                let sum = number(&entry.value)?.filter(|&sum| sum > 0);
                // A diagonal without a sum says nothing.
                self.spec.cages.extend(sum.map(|sum| Cage {
                    cells,
                    sum: Some(sum),
                    repeats: true,
                }));
            }
            "extraregion" => self.spec.extra.push(cells),
            "arrow" => {
                // The cells of a long bulb are a number in reading order.
                let mut bulb = cells;
                bulb.sort_unstable();
                if entry.lines.is_empty() && !bulb.is_empty() {
                    return Err("found no line of the arrow, expected one".to_owned());
                }
                for line in &entry.lines {
                    // A line starts in the bulb.
                    let shaft = self::cells(line.get(1..).unwrap_or_default(), size)?;
                    let bulb = bulb.clone();
                    self.spec.arrows.push(Arrow { bulb, shaft });
                }
            }
            "even" | "odd" => {
                let one: Vec<String> = entry.cell.iter().cloned().collect();
                let mut marked = [self::cells(&one, size)?, cells].concat();
                marked.sort_unstable();
                marked.dedup();
                if marked.is_empty() {
                    return Err("found no cell, expected one".to_owned());
                }
                let with = |parity| marked.iter().map(move |&cell| (cell, parity));
                match name {
                    "even" => self.spec.parities.extend(with(Parity::Even)),
                    _ => self.spec.parities.extend(with(Parity::Odd)),
                }
            }
            _ => {
                let clones = self::cells(&entry.clone_cells, size)?;
                if cells.len() != clones.len() {
                    let (found, expected) = (clones.len(), cells.len());
                    return Err(format!(
                        "found {found} cells in the clone, expected {expected}"
                    ));
                }
                let pairs = cells.into_iter().zip(clones);
                let pairs = pairs.filter(|(one, other)| one != other);
                // A palindrome of two cells holds the same digit twice.
                for (one, other) in pairs {
                    self.spec.mark("palindrome", &[], &[one, other]);
                }
            }
        }
        Ok(())
    }

    /// Returns what was read.
    pub(super) fn finish(mut self) -> Finished {
        let has_dots = self
            .spec
            .marks_of(&["difference", "ratio"])
            .next()
            .is_some();
        let is_meant = |mark: &Mark| mark.rule.name == NON_CONSECUTIVE;
        if has_dots && self.spec.marks.iter().any(is_meant) {
            // There the rule means: where no dot is.
            self.spec.marks.retain(|mark| !is_meant(mark));
            self.spec.mark("no-difference", &[1], &[]);
        }
        for mark in &mut self.spec.marks {
            if is_one_of(&mark.rule.name, TOGETHER) {
                mark.cells = mark.cells.iter().copied().unique().collect();
            }
        }
        for &(_, rule, signs) in &self.negatives {
            for numbers in negative_numbers(&self.spec, signs) {
                self.spec.mark(rule, &numbers, &[]);
            }
        }
        let drawings = self.drawings();
        Finished {
            spec: self.spec,
            unknown: self.unknown,
            dropped: self.dropped.into_iter().chain(drawings.names()).collect(),
            places: self.places,
        }
    }
}

/// Returns the least difference of neighbours on a Dutch whispers line in a grid of this size: one
/// less than on a whispers line.
pub(in crate::sudoku) fn dutch_difference(side: usize) -> u32 {
    (side.div_ceil(2) as u32).saturating_sub(1)
}

/// Returns the numbers of each mark of the rule for cells without a sign: one for each number of the
/// signs.
pub(in crate::sudoku) fn negative_numbers(
    spec: &Spec,
    signs: Option<(&'static str, u32)>,
) -> Vec<Vec<u32>> {
    let Some((rule, usual)) = signs else {
        return vec![Vec::new()];
    };
    let rules = [rule];
    let marks = spec.marks_of(&rules);
    let mut numbers: Vec<Vec<u32>> = marks
        .map(|mark| mark.numbers.clone())
        .sorted_unstable()
        .dedup()
        .collect();
    if numbers.is_empty() {
        numbers.push(vec![usual]);
    }
    numbers
}

/// Returns the fields that an entry of a rule of the table of rules has.
fn fields_of_mark(&(name, shape, _): &(&str, Shape, &str)) -> &'static str {
    match (shape, name) {
        (Shape::Line, "lockout" | "whispers" | "modularline") => "lines value",
        (Shape::Line, _) => "lines",
        (Shape::Outside, _) => "cell value",
        (Shape::Pair, _) => "cells value",
        (_, "quadruple") => "cells values",
        (_, name) if is_one_of(name, TOGETHER) => "cell cells",
        _ => "cells",
    }
}

/// Returns the cells of a diagonal that is seen from a place beside the grid; those that are
/// stated must be the same.
fn diagonal(entry: &Entry, stated: Vec<Cell>, size: Size) -> Result<Vec<Cell>, String> {
    let (Some(name), Some(direction)) = (&entry.cell, &entry.direction) else {
        return match stated.is_empty() {
            true => Err("found no cells, expected some, or a cell and a direction".to_owned()),
            false => Ok(stated),
        };
    };
    let (down, right) = match direction.to_ascii_uppercase().as_str() {
        "UL" => (-1, -1),
        "UR" => (-1, 1),
        "DL" => (1, -1),
        "DR" => (1, 1),
        _ => {
            let found = messages::word(direction);
            return Err(format!(
                "found the direction {found}, expected UL, UR, DL or DR"
            ));
        }
    };
    let start = place(name).ok_or_else(|| beside_expected(name))?;
    let steps = (1..=size.side() as isize).map_while(|step| {
        let row = start.0.checked_add_signed(down * step)?.checked_sub(1)?;
        let col = start.1.checked_add_signed(right * step)?.checked_sub(1)?;
        Some(Cell::new(row, col)).filter(|&cell| size.has(cell))
    });
    let seen: Vec<Cell> = steps.collect();
    if seen.is_empty() {
        return Err(format!(
            "found no cell of the grid from {} in the direction {direction}",
            messages::word(name)
        ));
    }
    let are_same = stated.len() == seen.len() && stated.iter().all(|cell| seen.contains(cell));
    if !stated.is_empty() && !are_same {
        return Err(format!(
            "found the cells {}, expected {}, which are seen from {}",
            stated.iter().join(" "),
            seen.iter().join(" "),
            messages::word(name)
        ));
    }
    Ok(if stated.is_empty() { seen } else { stated })
}

/// Returns the number of a mark between two cells; `None` if it has none, which says nothing.
fn number_of_sign(name: &str, value: &Value) -> Result<Option<u32>, String> {
    Ok(match name {
        "difference" => Some(number(value)?.unwrap_or(1)),
        "ratio" => Some(number(value)?.unwrap_or(2)),
        _ => match text_of(value).as_str() {
            "X" | "x" => Some(10),
            "V" | "v" => Some(5),
            "" => None,
            other => {
                let found = messages::word(other);
                return Err(format!("found {found}, expected X or V"));
            }
        },
    })
}

/// Returns the cells that share a side with a cell.
pub(in crate::sudoku) fn neighbours(cell: Cell, size: Size) -> impl Iterator<Item = Cell> {
    let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)];
    steps.into_iter().filter_map(move |(down, right)| {
        let row = cell.row().checked_add_signed(down)?;
        let col = cell.col().checked_add_signed(right)?;
        Some(Cell::new(row, col)).filter(|&cell| size.has(cell))
    })
}

/// Returns the cells in reading order.
fn sorted(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

/// Returns the cells that `R1C1` and so on name.
fn cells(names: &[String], size: Size) -> Result<Vec<Cell>, String> {
    let cell = |name: &String| {
        let cell = description::words::cell(name).filter(|&cell| size.has(cell));
        cell.ok_or_else(|| {
            format!(
                "found {}, expected a cell of the grid",
                messages::word(name)
            )
        })
    };
    names.iter().map(cell).collect()
}

/// Returns the cells of the row or column that is seen from a place beside the grid, as `R0C3`
/// above column 3, the nearest first.
fn seen_from(name: &str, size: Size) -> Result<Vec<Cell>, String> {
    let (row, col) = place(name).ok_or_else(|| beside_expected(name))?;
    let side = size.side();
    let is_inside = |place: usize| (1..=side).contains(&place);
    let is_beside = |place: usize| [0, side + 1].contains(&place);
    let line = 0..side;
    let (cells, is_far): (Vec<Cell>, bool) = if is_inside(row) && is_beside(col) {
        (line.map(|col| Cell::new(row - 1, col)).collect(), col > 0)
    } else if is_inside(col) && is_beside(row) {
        (line.map(|row| Cell::new(row, col - 1)).collect(), row > 0)
    } else {
        return Err(beside_expected(name));
    };
    Ok(match is_far {
        true => cells.into_iter().rev().collect(),
        false => cells,
    })
}

/// Returns the row and the column of a place in or beside the grid, such as `R0C3`.
fn place(name: &str) -> Option<(usize, usize)> {
    let place = |text: &str| text.parse().ok().filter(|&place: &usize| place < 2000);
    let (row, col) = name.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    Some((place(row)?, place(col)?))
}

fn beside_expected(name: &str) -> String {
    let found = messages::word(name);
    format!("found {found}, expected a place beside the grid, as R0C3 above column 3")
}

/// Returns the text of a value, which is a text or a number; an empty text for none.
fn text_of(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.trim().to_owned(),
        other => other.to_string(),
    }
}

/// Returns the number that a value holds, as text or number; `None` if it is empty.
fn number(value: &Value) -> Result<Option<u32>, String> {
    let text = text_of(value);
    if text.is_empty() {
        return Ok(None);
    }
    let number = text.parse().ok().filter(|&number| number < 1_000_000);
    let number =
        number.ok_or_else(|| format!("found {}, expected a number", messages::word(&text)))?;
    Ok(Some(number))
}
