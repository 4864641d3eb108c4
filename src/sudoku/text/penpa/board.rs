//! The board of a puzzle of Penpa+, and what is drawn on it.
//!
//! Points of the drawing have numbers. The board with its margins has `width` columns and
//! `height` rows of cells, which have the first `width * height` numbers, row by row. The next as
//! many are the lower right corners of the cells; those of the midpoints of their lower and right
//! sides follow, then those of four points in each cell, near its corners.

use crate::sudoku::rules::{Arrow, Cage, Regions, Spec};
use crate::sudoku::text::annotations;
use crate::sudoku::text::foreign::{self, Drawings, Parsed, text_of};
use crate::sudoku::text::json::schema::{Schema, says_something};
use crate::sudoku::text::json::{path, solution};
use crate::sudoku::text::messages;
use crate::sudoku::text::split::is_one_of;
use crate::sudoku::text::sudokupad::Sentences;
use crate::sudoku::{Cell, Digit, Grid, Puzzle, Size};
use itertools::Itertools as _;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Largest number of rows and columns of a board, with its margins.
const LARGEST: usize = 1000;

/// Styles of a line that is a thick border.
const THICK: [u64; 2] = [2, 21];

/// The style of the diagonals of the menu for Sudoku.
const DIAGONAL: u64 = 12;

/// Genres that state no rule beside those of a Sudoku with regions.
const GENRES: &str = "classic irregular noconflict puzzlehunt";

/// Fields that are read, or that hold what can be undone.
const READ: &str =
    "number numberS lineE killercages cage thermo arrows command_redo command_undo command_replay";

/// The JSON of the fields that are read: texts and styles by the number of their point, and lists
/// of points.
const DRAWN: Schema = Schema::Object(&[
    ("number", TEXTS),
    ("numberS", TEXTS),
    ("lineE", STYLES),
    ("cage", STYLES),
    ("killercages", LINES),
    ("thermo", LINES),
    ("arrows", LINES),
]);

/// The JSON of a solution: lists of drawings, of which the fifth has numbers as `point,digit`.
const SOLUTION: Schema = Schema::List(&Schema::List(&Schema::Any));

const TEXTS: Schema = Schema::OrNull(&Schema::Map(&Schema::List(&Schema::Any)));
const STYLES: Schema = Schema::OrNull(&Schema::Map(&Schema::Number));
const LINES: Schema = Schema::OrNull(&Schema::List(&Schema::List(&Schema::Any)));

/// Lists and maps of drawings that are not read, with their names as one and as many.
const DRAWINGS: [(&str, [&str; 2]); 10] = [
    ("surface", ["shaded cell", "shaded cells"]),
    ("symbol", ["symbol", "symbols"]),
    ("line", ["line", "lines"]),
    ("freeline", ["line", "lines"]),
    ("freelineE", ["line", "lines"]),
    ("wall", ["wall", "walls"]),
    (
        "deletelineE",
        ["removed line of the grid", "removed lines of the grid"],
    ),
    (
        "nobulbthermo",
        ["thermometer without a bulb", "thermometers without a bulb"],
    ),
    (
        "direction",
        ["arrow without a circle", "arrows without a circle"],
    ),
    ("squareframe", ["frame", "frames"]),
];

/// A square grid of cells in the drawing.
pub(super) struct Board {
    /// Number of columns of the drawing.
    width: usize,
    /// Number of cells of the drawing.
    count: usize,
    /// Column and row of the first cell of the grid.
    first: (usize, usize),
    size: Size,
}

/// What was read so far.
struct Drawn {
    spec: Spec,
    clues: Vec<(Cell, Digit)>,
    drawings: Drawings,
    /// Names of other things that are not known.
    unknown: Vec<String>,
}

impl Board {
    /// Returns the board of a save file.
    pub(super) fn new(text: &str) -> Result<Board, String> {
        let header = text.lines().next().unwrap_or_default();
        let mut fields = header.split(',');
        let kind = fields.next().unwrap_or_default();
        if kind.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(
                "found a link of the first version of Penpa, expected one of Penpa+".to_owned(),
            );
        }
        if !["square", "sudoku"].contains(&kind) {
            return Err(format!(
                "found a grid of the type {} of Penpa+, expected square or sudoku",
                messages::word(kind)
            ));
        }
        let mut side = || {
            let field = fields.next().unwrap_or_default();
            let side = field
                .parse()
                .ok()
                .filter(|side| (1..=LARGEST).contains(side));
            side.ok_or_else(|| {
                format!(
                    "found {}, expected a size of 1 to {LARGEST}",
                    messages::word(field)
                )
            })
        };
        let (width, height) = (side()? + 4, side()? + 4);
        let list = text.lines().nth(5).unwrap_or_default();
        let steps: Vec<i64> = serde_json::from_str(list)
            .map_err(|_| "found no list of the cells of the grid in the link".to_owned())?;
        let count = width * height;
        let mut cells = BTreeSet::new();
        let mut at = 0i64;
        for step in steps {
            at = at.saturating_add(step);
            let cell = usize::try_from(at).ok().filter(|&cell| cell < count);
            cells.insert(cell.ok_or("found a cell of the grid outside of the drawing")?);
        }
        let columns = cells.iter().map(|cell| cell % width).minmax();
        let rows = cells.iter().map(|cell| cell / width).minmax();
        let (Some((left, right)), Some((top, bottom))) =
            (columns.into_option(), rows.into_option())
        else {
            return Err("found a grid without cells".to_owned());
        };
        let (cols, rows) = (right - left + 1, bottom - top + 1);
        if cols != rows || cells.len() != cols * rows {
            return Err(format!(
                "found {} cells in {rows} rows and {cols} columns, expected a square grid",
                cells.len()
            ));
        }
        let size = Size::new(rows).ok_or_else(|| format!("found {rows} rows of cells"))?;
        Ok(Board {
            width,
            count,
            first: (left, top),
            size,
        })
    }

    /// Reads what is drawn.
    pub(super) fn read(
        &self,
        text: &str,
        solution: Option<&str>,
        ignore_unknown: bool,
    ) -> Result<Parsed, String> {
        let lines: Vec<&str> = text.lines().collect();
        let problem = lines.get(3).copied().unwrap_or_default();
        let problem: Value = serde_json::from_str(problem)
            .map_err(|error| format!("found damaged JSON in the link: {error}"))?;
        DRAWN.check(&problem, &mut Vec::new())?;
        let header: Vec<&str> = lines[0].split(',').collect();
        let mut drawn = Drawn {
            spec: Spec::latin(self.size),
            clues: Vec::new(),
            drawings: Drawings::default(),
            unknown: Vec::new(),
        };
        let genres = match lines.get(17).filter(|line| !line.trim().is_empty()) {
            Some(line) => serde_json::from_str::<Option<Vec<String>>>(line).map_err(|_| {
                let found = messages::word(line);
                format!("found {found} as the genres of the puzzle in the link, expected a list of texts")
            })?,
            None => None,
        }
        .unwrap_or_default();
        self.numbers(&problem["number"], &mut drawn);
        self.borders(&problem["lineE"], &header, &genres, &mut drawn)?;
        self.cages(&problem, &mut drawn);
        self.lines(&problem, &mut drawn);
        for (name, kind) in DRAWINGS {
            for point in points(&problem[name]) {
                drawn.drawings.add(kind, self.place(point));
            }
        }
        for (name, value) in problem.as_object().into_iter().flatten() {
            let is_known = is_one_of(name, READ) || DRAWINGS.iter().any(|(known, _)| known == name);
            if !is_known && says_something(value) {
                drawn.unknown.push(name.escape_debug().to_string());
            }
        }
        drawn.genres(&genres);
        drawn.text(&header);
        let puzzle = drawn.finish(ignore_unknown)?;
        let solution = match solution.filter(|_| header.get(20) != Some(&"true")) {
            Some(text) => self.solution(text, &puzzle.0)?,
            None => None,
        };
        Ok((puzzle.0, solution, puzzle.1))
    }

    /// Returns the cell of the grid at a point.
    fn cell(&self, point: usize) -> Option<Cell> {
        let row = (point / self.width).checked_sub(self.first.1)?;
        let col = (point % self.width).checked_sub(self.first.0)?;
        let side = self.size.side();
        (point < self.count && row < side && col < side).then(|| Cell::new(row, col))
    }

    /// Returns the point at the upper left corner of a cell; rows and columns of the grid are from
    /// 0 to its size.
    fn corner(&self, row: usize, col: usize) -> usize {
        self.count + (self.first.1 + row) * self.width + self.first.0 + col - self.width - 1
    }

    /// Returns the cell of a point, near which it is, as an error shows it.
    fn place(&self, point: usize) -> String {
        let near = match point / self.count {
            0..=3 => point % self.count,
            4..=11 => (point / 4 - self.count) % self.count,
            _ => usize::MAX,
        };
        match self.cell(near) {
            Some(cell) => cell.to_string(),
            None => "outside of the grid".to_owned(),
        }
    }

    /// Reads numbers: the givens, and those that are something else.
    fn numbers(&self, numbers: &Value, drawn: &mut Drawn) {
        for (key, number) in numbers.as_object().into_iter().flatten() {
            let point = key.parse().unwrap_or(usize::MAX);
            let cell = self.cell(point);
            let text = match &number[0] {
                // The digits of a cell, each 0 or 1.
                Value::Array(marks) => {
                    let set = marks.iter().positions(|mark| mark == 1).collect_vec();
                    match set[..] {
                        [] => continue,
                        [one] => (one + 1).to_string(),
                        _ => {
                            let kind = ["cell with several digits", "cells with several digits"];
                            drawn.drawings.add(kind, self.place(point));
                            continue;
                        }
                    }
                }
                text => text_of(text),
            };
            if text.is_empty() {
                continue;
            }
            // Black, and of the usual or a large size.
            let style = text_of(&number[2]);
            let is_given = number[1] == 1 && ["1", "10", "7"].contains(&&style[..]);
            let digit = text.parse().ok();
            let digit = digit.and_then(|value| Digit::from_value(value, self.size));
            match (cell.filter(|_| is_given), digit) {
                (Some(cell), Some(digit)) => drawn.clues.push((cell, digit)),
                (Some(cell), None) => {
                    let text = messages::shortened(&text);
                    drawn.unknown.push(format!("the text '{text}' in {cell}"));
                }
                (None, _) => {
                    let kind = ["number that is no given", "numbers that are no givens"];
                    drawn.drawings.add(kind, self.place(point));
                }
            }
        }
    }

    /// Reads the lines on the borders of cells: those of regions, and diagonals.
    fn borders(
        &self,
        lines: &Value,
        header: &[&str],
        genres: &[String],
        drawn: &mut Drawn,
    ) -> Result<(), String> {
        // The cell before each border, and set if the border is below it.
        let mut thick: BTreeSet<(usize, bool)> = BTreeSet::new();
        let mut diagonals: [BTreeSet<usize>; 2] = Default::default();
        for (key, style) in lines.as_object().into_iter().flatten() {
            let Some((one, other)) = ends(key) else {
                drawn.unknown.push("a line between no points".to_owned());
                continue;
            };
            let (style, place) = (style.as_u64().unwrap_or(0), one.wrapping_sub(self.count));
            if style == 0 {
                continue;
            }
            match other - one {
                step if step == self.width && THICK.contains(&style) && place < self.count => {
                    thick.insert((place + self.width, false));
                }
                1 if THICK.contains(&style) && place < self.count => {
                    thick.insert((place + 1, true));
                }
                step if step == self.width + 1 && style == DIAGONAL => {
                    diagonals[0].insert(one);
                }
                step if step == self.width - 1 && style == DIAGONAL => {
                    diagonals[1].insert(one);
                }
                _ => {
                    let kind = ["line on borders of cells", "lines on borders of cells"];
                    drawn.drawings.add(kind, self.place(place));
                }
            }
        }
        for (which, flag) in [(0, 11), (1, 14)] {
            let side = self.size.side();
            let whole = (0..side).map(|row| match which {
                0 => self.corner(row, row),
                _ => self.corner(row, side - row),
            });
            let is_chosen = header.get(flag) == Some(&"1");
            if is_chosen && whole.collect::<BTreeSet<usize>>() == diagonals[which] {
                drawn.spec.diagonals[which] = true;
            } else if let Some(&point) = diagonals[which].first() {
                drawn
                    .drawings
                    .add(["diagonal", "diagonals"], self.place(point));
            }
        }
        let is_latin = genres.iter().any(|genre| genre == "latin");
        if !(thick.is_empty() && is_latin) {
            drawn.spec.regions = self.regions(&thick)?;
        }
        Ok(())
    }

    /// Returns the regions that borders divide the grid into.
    fn regions(&self, thick: &BTreeSet<(usize, bool)>) -> Result<Regions, String> {
        let (size, side) = (self.size, self.size.side());
        let point =
            |cell: Cell| (self.first.1 + cell.row()) * self.width + self.first.0 + cell.col();
        let mut region: Vec<Option<usize>> = vec![None; size.num_cells()];
        let mut number = 0;
        for start in size.cells() {
            if region[start.index(size)].is_some() {
                continue;
            }
            region[start.index(size)] = Some(number);
            let (mut open, mut found) = (vec![start], 1);
            while let Some(cell) = open.pop() {
                for other in crate::sudoku::text::neighbours(cell, size) {
                    let before = point(cell.min(other));
                    let is_below = cell.col() == other.col();
                    let place = &mut region[other.index(size)];
                    if place.is_none() && !thick.contains(&(before, is_below)) {
                        *place = Some(number);
                        found += 1;
                        open.push(other);
                    }
                }
            }
            if found != side {
                return Err(format!(
                    "found a region of {found} cells at {start} between thick borders, \
                     expected regions of {side} cells"
                ));
            }
            number += 1;
        }
        Ok(foreign::regions(size, Regions::named(region)))
    }

    /// Reads killer cages with their sums, and notes other small numbers and lines of cages.
    fn cages(&self, problem: &Value, drawn: &mut Drawn) {
        let mut cages: Vec<Cage> = Vec::new();
        for list in problem["killercages"].as_array().into_iter().flatten() {
            let points = points_of(list);
            if points.is_empty() {
                continue;
            }
            let cells: Option<Vec<Cell>> = points.iter().map(|&point| self.cell(point)).collect();
            match cells {
                Some(mut cells) => {
                    cells.sort_unstable();
                    cells.dedup();
                    cages.push(Cage {
                        cells,
                        sum: None,
                        repeats: false,
                    });
                }
                None => {
                    let kind = ["cage that leaves the grid", "cages that leave the grid"];
                    drawn.drawings.add(kind, self.place(points[0]));
                }
            }
        }
        // The points near the corners of cells.
        let near = |point: usize| {
            let point = point.checked_sub(4 * self.count)?;
            Some((self.cell(point / 4)?, point % 4))
        };
        let numbers: BTreeMap<usize, String> = problem["numberS"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, number)| (key.parse().unwrap_or(usize::MAX), text_of(&number[0])))
            .collect();
        for (point, text) in numbers {
            if text.is_empty() {
                continue;
            }
            let cage = near(point)
                .filter(|&(_, corner)| corner == 0)
                .and_then(|(cell, _)| {
                    let mut cages = cages.iter_mut();
                    cages.find(|cage| cage.cells.contains(&cell) && cage.sum.is_none())
                });
            let sum = text.parse().ok().filter(|&sum: &u32| sum < 1_000_000);
            match (cage, sum) {
                (Some(cage), Some(sum)) => cage.sum = Some(sum),
                _ => drawn
                    .drawings
                    .add(["small number", "small numbers"], self.place(point)),
            }
        }
        for (key, style) in problem["cage"].as_object().into_iter().flatten() {
            let is_of_cage = ends(key).is_some_and(|(one, other)| {
                let cells = near(one).zip(near(other));
                cells.is_some_and(|((one, _), (other, _))| {
                    let mut cages = cages.iter();
                    cages.any(|cage| cage.cells.contains(&one) && cage.cells.contains(&other))
                })
            });
            if !is_of_cage && style.as_u64() != Some(0) {
                let place = ends(key).map_or(usize::MAX, |(one, _)| one);
                let kind = [
                    "line of a cage that is no killer cage",
                    "lines of cages that are no killer cages",
                ];
                drawn.drawings.add(kind, self.place(place));
            }
        }
        drawn.spec.cages = cages;
    }

    /// Reads thermometers and arrows.
    fn lines(&self, problem: &Value, drawn: &mut Drawn) {
        for (name, kind) in [
            (
                "thermo",
                [
                    "thermometer that skips cells or leaves the grid",
                    "thermometers that skip cells or leave the grid",
                ],
            ),
            (
                "arrows",
                [
                    "arrow that skips cells or leaves the grid",
                    "arrows that skip cells or leave the grid",
                ],
            ),
        ] {
            for list in problem[name].as_array().into_iter().flatten() {
                let points = points_of(list);
                let [first, _, ..] = points[..] else {
                    continue;
                };
                let cells: Option<Vec<Cell>> =
                    points.iter().map(|&point| self.cell(point)).collect();
                let are_near = |(one, other): (&Cell, &Cell)| {
                    one.row().abs_diff(other.row()) <= 1 && one.col().abs_diff(other.col()) <= 1
                };
                let cells = cells.filter(|cells| cells.iter().tuple_windows().all(are_near));
                match cells {
                    None => drawn.drawings.add(kind, self.place(first)),
                    Some(cells) if name == "thermo" => drawn.spec.mark("thermo", &[], &cells),
                    Some(cells) => drawn.spec.arrows.push(Arrow {
                        bulb: vec![cells[0]],
                        shaft: cells[1..].to_vec(),
                    }),
                }
            }
        }
    }

    /// Returns the solution that a link states, if it states all of it.
    fn solution(&self, text: &str, puzzle: &Puzzle) -> Result<Option<Grid>, String> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| format!("found a damaged solution in the link: {error}"))?;
        SOLUTION.check(&value, &mut path::field("solution"))?;
        let mut tokens: Vec<String> = self
            .size
            .cells()
            .map(|cell| {
                puzzle
                    .clue(cell)
                    .map_or(String::new(), |clue| clue.to_string())
            })
            .collect();
        for entry in value[4].as_array().into_iter().flatten() {
            let entry = entry.as_str().and_then(|entry| entry.split_once(','));
            let place = entry.and_then(|(point, digit)| {
                let cell = self.cell(point.parse().ok()?)?;
                Some((cell.index(self.size), digit))
            });
            if let Some((place, digit)) = place {
                tokens[place] = digit.trim().to_owned();
            }
        }
        if tokens.iter().any(String::is_empty) {
            return Ok(None);
        }
        let grids = solution::grids(&tokens, puzzle, puzzle.symbols())?;
        Ok(grids.into_iter().next())
    }
}

impl Drawn {
    /// Takes the genres of a puzzle for rules.
    fn genres(&mut self, genres: &[String]) {
        for genre in genres {
            let is_read = match &genre[..] {
                "nonconsecutive" => {
                    self.spec.mark("non-consecutive", &[], &[]);
                    true
                }
                "latin" => self.spec.regions == Regions::None,
                "killer" => !self.spec.cages.is_empty(),
                "thermo" => self.spec.marks_of(&["thermo"]).next().is_some(),
                "arrow" => !self.spec.arrows.is_empty(),
                genre => is_one_of(genre, GENRES),
            };
            if !is_read {
                let genre = genre.escape_debug().to_string();
                self.unknown.push(format!("the genre {genre}"));
            }
        }
    }

    /// Takes the text of the rules and the title.
    fn text(&mut self, header: &[&str]) {
        let text = |place: usize| {
            let text = header.get(place).copied().unwrap_or_default();
            let escapes = [("%2C", ","), ("%2D", "\n"), ("%2E", "&"), ("%2F", "=")];
            escapes.iter().fold(text.to_owned(), |text, (escaped, c)| {
                text.replace(escaped, c)
            })
        };
        let sentences = Sentences::read(&text(18), &self.spec);
        sentences.state(&mut self.spec);
        let named = |name: &str, text: String| {
            format!("{name} '{}'", messages::shortened(&text).escape_debug())
        };
        let sentence = sentences.unknown;
        self.unknown
            .extend(sentence.map(|text| named("the rule", text)));
        let title = text(15).trim_start_matches("Title:").trim().to_owned();
        let is_plain = Spec::usual(self.spec.size).is_some_and(|usual| usual == self.spec);
        if is_plain && annotations::states_rule(&title) {
            self.unknown.push(named("the title", title));
        }
    }

    /// Returns the puzzle, and the names of what was dropped.
    fn finish(self, ignore_unknown: bool) -> Result<(Puzzle, Vec<String>), String> {
        let unknown: Vec<String> = self.drawings.names().chain(self.unknown).collect();
        if !unknown.is_empty() && !ignore_unknown {
            return Err(foreign::unclear(&unknown));
        }
        let rules = foreign::rules(self.spec).map_err(|error| error.to_string())?;
        let mut puzzle = Puzzle::new(rules);
        for (cell, digit) in self.clues {
            puzzle.set_clue(cell, Some(digit));
        }
        Ok((puzzle, unknown))
    }
}

/// Returns the two points that a key such as `114,124` names, the lower first.
fn ends(key: &str) -> Option<(usize, usize)> {
    let (one, other) = key.split_once(',')?;
    let (one, other): (usize, usize) = (one.parse().ok()?, other.parse().ok()?);
    Some((one.min(other), one.max(other)))
}

/// Returns a point of each drawing of a list of lists of points, or of a map whose keys are points
/// or pairs of points.
fn points(drawings: &Value) -> Vec<usize> {
    let of_key = |key: &String| key.split(',').next()?.parse().ok();
    match drawings {
        Value::Array(lists) => {
            let lists = lists.iter().filter(|list| says_something(list));
            lists
                .map(|list| points_of(list).first().copied().unwrap_or(usize::MAX))
                .collect()
        }
        Value::Object(map) => map
            .iter()
            .filter(|(_, value)| **value != 0 && !value.is_null())
            .map(|(key, _)| of_key(key).unwrap_or(usize::MAX))
            .collect(),
        Value::Null => Vec::new(),
        _ => vec![usize::MAX],
    }
}

/// Returns the points of a list; what is no point is one outside of the drawing.
fn points_of(list: &Value) -> Vec<usize> {
    let point = |value: &Value| {
        let number = value
            .as_u64()
            .or(value.as_str().and_then(|text| text.parse().ok()));
        number
            .and_then(|point| usize::try_from(point).ok())
            .unwrap_or(usize::MAX)
    };
    list.as_array().into_iter().flatten().map(point).collect()
}
