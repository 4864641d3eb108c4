//! Puzzles as the JSON of f-puzzles, and as links with it: the feature `json`.

use super::{Cells, description};
use crate::sudoku::rules::{Cage, Mark, Parity, RuleId, Shape, Spec};
use crate::sudoku::text::{
    FPUZZLES_MARKS, FPUZZLES_NEGATIVES, FPUZZLES_OF_GRID, FPUZZLES_TOGETHER, dutch_difference,
    negative_numbers, neighbours,
};
use crate::sudoku::{Candidate, Cell, Digit, Rules, Size, lz_string};
use itertools::Itertools as _;
use serde_json::{Map, Value, json};

/// f-puzzles has no field for some rules of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("f-puzzles has no field for {}", .rules.iter().map(|rule| format!("`{rule}`")).join(", "))]
pub struct NotInFPuzzles {
    /// The names of the rules, each once.
    pub rules: Vec<String>,
}

/// Returns a puzzle as the JSON object of f-puzzles, on one line, without an end of line.
/// Digits are numbers from 1, whatever the symbols of the puzzle are.
///
/// # Errors
/// If there is a rule that f-puzzles can't state.
pub fn fpuzzles(cells: &impl Cells) -> Result<String, NotInFPuzzles> {
    if !cells.size().is_one_grid() {
        let rules = vec!["grids".to_owned()];
        return Err(NotInFPuzzles { rules });
    }
    let mut writer = Writer {
        spec: cells.rules().spec(),
        fields: Map::new(),
        refused: Vec::new(),
    };
    writer.flags();
    writer.cages();
    writer.marked_cells();
    writer.arrows();
    writer.marks();
    let grid = writer.grid(cells);
    let (size, rules) = (cells.size().side(), writer.refused);
    if !rules.is_empty() {
        return Err(NotInFPuzzles {
            rules: rules.into_iter().unique().collect(),
        });
    }
    let mut object = writer.fields;
    object.insert("size".to_owned(), json!(size));
    object.insert("grid".to_owned(), grid);
    Ok(Value::Object(object).to_string())
}

/// Returns a link that opens a puzzle in f-puzzles.
///
/// # Errors
/// If there is a rule that f-puzzles can't state.
pub fn fpuzzles_link(cells: &impl Cells) -> Result<String, NotInFPuzzles> {
    let object = lz_string::compress(&fpuzzles(cells)?);
    Ok(format!("https://www.f-puzzles.com/?load={object}"))
}

struct Writer<'a> {
    spec: &'a Spec,
    fields: Map<String, Value>,
    /// The names of the rules that have no field.
    refused: Vec<String>,
}

impl Writer<'_> {
    /// Adds an entry to the list of a rule.
    fn push(&mut self, field: &str, entry: Value) {
        let list = self.fields.entry(field).or_insert_with(|| json!([]));
        if let Value::Array(list) = list {
            list.push(entry);
        }
    }

    fn refuse(&mut self, rule: impl Into<String>) {
        self.refused.push(rule.into());
    }

    fn flags(&mut self) {
        let spec = self.spec;
        for (stated, field) in [
            (spec.diagonals[0], "diagonal-"),
            (spec.diagonals[1], "diagonal+"),
            (spec.windows, "windoku"),
            (spec.disjoint_groups, "disjointgroups"),
        ] {
            if stated {
                self.fields.insert(field.to_owned(), Value::Bool(true));
            }
        }
    }

    fn cages(&mut self) {
        for cells in &self.spec.extra {
            self.push("extraregion", json!({ "cells": names(cells) }));
        }
        for cage in &self.spec.cages {
            let cells = names(&cage.cells);
            match (cage.repeats, cage.sum) {
                (false, None) => self.push("killercage", json!({ "cells": cells })),
                (false, Some(sum)) => {
                    let entry = json!({ "cells": cells, "value": sum.to_string() });
                    self.push("killercage", entry);
                }
                (true, sum) => match (sum, diagonal(cage, self.spec.size)) {
                    (Some(sum), Some((cell, direction))) => {
                        let entry = json!({
                            "cell": cell,
                            "cells": cells,
                            "direction": direction,
                            "value": sum.to_string(),
                        });
                        self.push("littlekillersum", entry);
                    }
                    _ => self.refuse("cage repeats"),
                },
            }
        }
    }

    /// Writes even and odd cells.
    fn marked_cells(&mut self) {
        for &(cell, parity) in &self.spec.parities {
            let field = match parity {
                Parity::Even => "even",
                Parity::Odd => "odd",
            };
            self.push(field, json!({ "cell": name(cell) }));
        }
    }

    fn arrows(&mut self) {
        for arrow in &self.spec.arrows {
            if !arrow.bulb.is_sorted() {
                // A long bulb is a number in reading order.
                self.refuse("arrow whose bulb is not read from the left and the top");
                continue;
            }
            // The line starts in the bulb.
            let is_near = |cell: &&Cell| {
                let first = arrow.shaft[0];
                let far = cell
                    .row()
                    .abs_diff(first.row())
                    .max(cell.col().abs_diff(first.col()));
                far <= 1
            };
            let bulb = &arrow.bulb;
            let start = bulb.iter().find(is_near).or(bulb.last());
            let line: Vec<Cell> = start.into_iter().chain(&arrow.shaft).copied().collect();
            let entry = json!({ "cells": names(bulb), "lines": [names(&line)] });
            self.push("arrow", entry);
        }
    }

    fn marks(&mut self) {
        let has_dots = self
            .spec
            .marks_of(&["difference", "ratio"])
            .next()
            .is_some();
        for mark in &self.spec.marks {
            match (&mark.rule.name[..], &mark.numbers[..]) {
                _ if mark.rule.is_own => self.refuse(&mark.rule.name),
                // There it holds only where no dot is.
                ("non-consecutive", _) if has_dots => self.refuse("non-consecutive beside dots"),
                ("no-difference", [1]) => {
                    self.fields
                        .insert("nonconsecutive".to_owned(), Value::Bool(true));
                }
                (rule, _)
                    if FPUZZLES_NEGATIVES
                        .iter()
                        .any(|(_, known, _)| *known == rule) => {}
                _ => self.mark(mark),
            }
        }
        for (kind, rule, signs) in FPUZZLES_NEGATIVES {
            let rules = [rule];
            let stated = self.spec.marks_of(&rules).map(|mark| &mark.numbers);
            let mut stated: Vec<&Vec<u32>> = stated.collect();
            // Written as another field.
            stated.retain(|numbers| rule != "no-difference" || **numbers != [1]);
            stated.sort_unstable();
            let Some(first) = stated.first() else {
                continue;
            };
            // The field means the numbers that the signs have.
            match stated
                .iter()
                .copied()
                .eq(&negative_numbers(self.spec, signs))
            {
                true => self.push("negative", json!(kind)),
                false => self.refuse(format!("{rule} {}", first.iter().format(" "))),
            }
        }
    }

    /// Writes a mark of a rule with a field of its own.
    fn mark(&mut self, mark: &Mark) {
        let side = self.spec.size.side();
        // Its field has no number; the other rule is the same with one.
        let rule = match (&mark.rule.name[..], &mark.numbers[..]) {
            ("dutch-whispers", &[by]) if by != dutch_difference(side) => "whispers",
            (name, _) => name,
        };
        if let Some((field, _)) = FPUZZLES_OF_GRID.iter().find(|(_, name)| *name == rule) {
            self.fields.insert((*field).to_owned(), Value::Bool(true));
            return;
        }
        if let ("palindrome", &[one, other]) = (rule, &mark.cells[..]) {
            let entry = json!({ "cells": [name(one)], "cloneCells": [name(other)] });
            return self.push("clone", entry);
        }
        let known = FPUZZLES_MARKS.iter().find(|(.., name)| *name == rule);
        let Some(&(field, shape, _)) = known else {
            return self.refuse(&mark.rule.name);
        };
        let cells = names(&mark.cells);
        let number = mark.numbers.first().map(u32::to_string);
        match shape {
            Shape::Pair => {
                let mut entry = json!({ "cells": cells });
                match (rule, &mark.numbers[..]) {
                    ("difference", [1]) | ("ratio", [2]) => {}
                    ("sum", [5]) => entry["value"] = json!("V"),
                    ("sum", [10]) => entry["value"] = json!("X"),
                    ("sum", _) => {
                        return self.refuse(format!("sum {}", number.unwrap_or_default()));
                    }
                    _ => entry["value"] = json!(number),
                }
                self.push(field, entry);
            }
            // Of two cells they say nothing, and are not read.
            Shape::Line if cells.len() < 3 && ["between", "double-arrow"].contains(&rule) => {
                self.refuse(format!("{rule} of two cells"));
            }
            Shape::Line => {
                let usual = RuleId::by_name(rule).and_then(|rule| rule.usual_number(side));
                let stated = rule != "dutch-whispers" && mark.numbers.first() != usual.as_ref();
                let mut entry = json!({ "lines": [cells] });
                if let (Some(number), true) = (number, stated) {
                    entry["value"] = json!(number);
                }
                self.push(field, entry);
            }
            Shape::Outside => {
                let [first, second, ..] = mark.cells[..] else {
                    return self.refuse(format!("{rule} of a single cell"));
                };
                let cell = step(first, second);
                self.push(field, json!({ "cell": cell, "value": number }));
            }
            _ if FPUZZLES_TOGETHER.contains(rule) => {
                let rules = [rule];
                let others = self.spec.marks_of(&rules).filter(|other| *other != mark);
                let others: Vec<Cell> = others.flat_map(|mark| mark.cells.clone()).collect();
                let size = self.spec.size;
                let is_near =
                    |&cell: &Cell| neighbours(cell, size).any(|other| others.contains(&other));
                if mark.cells.iter().any(is_near) {
                    // There they would be one mark.
                    return self.refuse(format!("{rule} beside another"));
                }
                for &cell in &mark.cells {
                    self.push(field, json!({ "cell": name(cell) }));
                }
            }
            _ if mark.numbers.is_empty() => self.push(field, json!({ "cells": cells })),
            _ => self.push(field, json!({ "cells": cells, "values": mark.numbers })),
        }
    }

    /// Returns the cells: their clues, regions and candidates.
    fn grid(&mut self, cells: &impl Cells) -> Value {
        let (size, rules) = (cells.size(), cells.rules());
        let usual = Rules::usual(size);
        let are_usual = size
            .cells()
            .all(|cell| rules.region(cell) == usual.region(cell));
        let excluded = description::excluded(cells);
        let is_excluded = |cell, digit| {
            let candidate = Candidate { cell, digit };
            cells.excluded().binary_search(&candidate).is_ok()
        };
        let mut grid = Vec::new();
        for row in 0..size.side() {
            let cells_of_row = (0..size.side()).map(|col| {
                let cell = Cell::new(row, col);
                let mut entry = Map::new();
                if let Some(clue) = cells.digit(cell) {
                    entry.insert("value".to_owned(), json!(clue.value()));
                    entry.insert("given".to_owned(), Value::Bool(true));
                }
                if !are_usual {
                    entry.insert("region".to_owned(), json!(rules.region(cell)));
                }
                if excluded.iter().any(|candidate| candidate.cell == cell) {
                    let left = size.digits().filter(|&digit| !is_excluded(cell, digit));
                    let left: Vec<usize> = left.map(Digit::value).collect();
                    entry.insert("givenPencilMarks".to_owned(), json!(left));
                }
                Value::Object(entry)
            });
            grid.push(Value::Array(cells_of_row.collect()));
        }
        let none = |entry: &Value| {
            entry["givenPencilMarks"]
                .as_array()
                .is_some_and(Vec::is_empty)
        };
        if grid
            .iter()
            .any(|row| row.as_array().is_some_and(|row| row.iter().any(none)))
        {
            // An empty list says nothing.
            self.refuse("candidates none");
        }
        Value::Array(grid)
    }
}

fn name(cell: Cell) -> String {
    format!("R{}C{}", cell.row() + 1, cell.col() + 1)
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().copied().map(name).collect()
}

/// Returns the place beside the grid from which a line is seen, by its first two cells.
fn step(first: Cell, second: Cell) -> String {
    let row = first.row() * 2 + 1 - second.row();
    let col = first.col() * 2 + 1 - second.col();
    format!("R{row}C{col}")
}

/// Returns the place beside the grid, and the direction, from which all cells of a cage are seen
/// on a diagonal.
fn diagonal(cage: &Cage, size: Size) -> Option<(String, &'static str)> {
    let side = size.side();
    let mut cells = cage.cells.clone();
    cells.sort_unstable();
    let (first, last) = (*cells.first()?, *cells.last()?);
    let falls =
        |(one, other): (&Cell, &Cell)| other.row() == one.row() + 1 && other.col() == one.col() + 1;
    let rises =
        |(one, other): (&Cell, &Cell)| other.row() == one.row() + 1 && other.col() + 1 == one.col();
    let (is_top, is_bottom) = (first.row() == 0, last.row() + 1 == side);
    let mut steps = cells.iter().tuple_windows();
    if steps.clone().all(falls)
        && (is_top || first.col() == 0)
        && (is_bottom || last.col() + 1 == side)
    {
        return Some((format!("R{}C{}", first.row(), first.col()), "DR"));
    }
    let is_whole = (is_top || first.col() + 1 == side) && (is_bottom || last.col() == 0);
    (steps.all(rises) && is_whole).then(|| (format!("R{}C{}", first.row(), first.col() + 2), "DL"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Puzzle;
    use crate::sudoku::text::{Entry, Form, Options, read};
    use fastrand::Rng;

    fn entry(text: &str) -> Entry {
        let mut entries = read(text.as_bytes(), "t", &Options::default());
        let entry = entries.next().unwrap();
        entry.unwrap_or_else(|error| panic!("{text}\n{error}"))
    }

    /// Returns the rules, candidates and clues in words, in an order that does not depend on how
    /// they were read.
    fn words(puzzle: &Puzzle) -> Vec<String> {
        let text = super::super::description(puzzle).to_string();
        let lines = text.lines().flat_map(|line| match line.split_once(' ') {
            Some((word @ ("even" | "odd"), cells)) => cells
                .split(' ')
                .map(|cell| format!("{word} {cell}"))
                .collect(),
            _ => vec![line.to_owned()],
        });
        lines.sorted().dedup().collect()
    }

    /// Returns a random statement of a rule that f-puzzles has, for a grid of this size.
    fn statement(rng: &mut Rng, side: usize) -> String {
        let cell = |rng: &mut Rng| format!("r{}c{}", rng.usize(1..=side), rng.usize(1..=side));
        let many = |rng: &mut Rng, count: usize| {
            let mut cells: Vec<String> = Vec::new();
            while cells.len() < count {
                let next = cell(rng);
                if !cells.contains(&next) {
                    cells.push(next);
                }
            }
            cells.join(" ")
        };
        let line = |rng: &mut Rng| {
            let count = rng.usize(3..5);
            many(rng, count)
        };
        match rng.usize(..26) {
            0 => "anti-knight".to_owned(),
            1 => "anti-king".to_owned(),
            2 => ["diagonal", "diagonal falling", "diagonal rising"][rng.usize(..3)].to_owned(),
            3 => "disjoint-groups".to_owned(),
            4 => format!("cage {} {}", 5 + rng.usize(..3), many(rng, 2)),
            5 => format!("cage {}", line(rng)),
            6 => format!("house {}", line(rng)),
            7 => {
                let count = rng.usize(1..side);
                let cells = (1..=count).map(|at| format!("r{}c{}", count + 1 - at, at));
                format!("cage {} repeats {}", count + 1, cells.format(" "))
            }
            8 => format!("even {}", cell(rng)),
            9 => format!("odd {}", cell(rng)),
            10 => format!("thermo {}", line(rng)),
            11 => format!("palindrome {}", line(rng)),
            12 => {
                let cells = many(rng, 4);
                let (bulb, shaft) = cells.split_once(' ').unwrap();
                format!("arrow {bulb} = {shaft}")
            }
            13 => format!("kropki white {}", many(rng, 2)),
            14 => format!("ratio {} {}", rng.usize(2..4), many(rng, 2)),
            15 => format!("xv V {}", many(rng, 2)),
            16 => format!("difference {} {}", rng.usize(1..4), many(rng, 2)),
            17 => "no-xv".to_owned(),
            18 => format!("palindrome {}", many(rng, 2)),
            19 => format!("whispers {} {}", rng.usize(1..4), line(rng)),
            20 => {
                let side = rng.usize(1..=side);
                format!("sandwich {} r{side}c1-r{side}c4", rng.usize(..6))
            }
            21 => format!("candidates {} 1{}", cell(rng), rng.usize(2..=side)),
            _ => {
                let (field, shape, rule) = FPUZZLES_MARKS[rng.usize(..FPUZZLES_MARKS.len())];
                match (shape, field) {
                    (Shape::Line, _) => format!("{rule} {}", line(rng)),
                    (Shape::Outside, _) => format!("{rule} 2 r4c2-r1c2"),
                    (Shape::Pair, "xv") => format!("sum 5 {}", many(rng, 2)),
                    (Shape::Pair, _) => format!("{rule} 2 {}", many(rng, 2)),
                    (_, "quadruple") => format!("{rule} 1 2 {}", line(rng)),
                    _ => format!("{rule} {}", line(rng)),
                }
            }
        }
    }

    #[test]
    fn random_puzzles_come_back() {
        let mut rng = Rng::with_seed(33);
        let (mut written, mut refused) = (0, 0);
        for round in 0..400 {
            let regions = [
                "boxes 2x2",
                "no-boxes",
                "boxes 1x4",
                "regions\nAAAB\nABBB\nCCDD\nCCDD",
            ];
            let statements = (0..rng.usize(..6)).map(|_| statement(&mut rng, 4));
            let statements = statements.collect::<Vec<String>>().join("\n");
            let clues = "clues\n1...\n....\n..2.\n....";
            let text = format!("size 4x4\n{}\n{statements}\n{clues}\n", regions[round % 4]);
            // Some cages are out of reach, and some rules need boxes.
            let Some(Ok(entry)) = read(text.as_bytes(), "t", &Options::default()).next() else {
                refused += 1;
                continue;
            };
            let object = fpuzzles(&entry.puzzle).unwrap_or_else(|error| panic!("{text}\n{error}"));
            let link = fpuzzles_link(&entry.puzzle).unwrap();
            for back in [&object, &link] {
                let back = self::entry(back);
                assert_eq!(back.form, Form::FPuzzles);
                assert_eq!(
                    words(&back.puzzle),
                    words(&entry.puzzle),
                    "{text}\n{object}"
                );
            }
            written += 1;
        }
        assert!(
            written > 2 * refused && written > 200,
            "{written} {refused}"
        );
    }

    #[test]
    fn rules_without_a_field_are_refused_by_name() {
        let refused = |rules: &str| {
            let text = format!("size 4x4\nboxes 2x2\n{rules}\nclues\n1...\n....\n....\n....\n");
            fpuzzles(&entry(&text).puzzle).map_err(|error| error.to_string())
        };
        for (rules, names) in [
            ("less r1c1 r1c2", "`less`"),
            ("sum 4 r1c1 r1c2", "`sum 4`"),
            (
                "taxicab 3\ncage 5 repeats r1c1 r1c2",
                "`cage repeats`, `taxicab`",
            ),
            ("cage 5 repeats r1c1 r2c2", "`cage repeats`"),
            ("candidates r1c2 none", "`candidates none`"),
            (
                "non-consecutive\nkropki white r1c1 r1c2",
                "`non-consecutive beside dots`",
            ),
            ("no-ratio 3", "`no-ratio 3`"),
            ("no-difference 2", "`no-difference 2`"),
            ("minimum r1c1\nminimum r1c2", "`minimum beside another`"),
            ("between r1c1 r1c2", "`between of two cells`"),
            ("rule mine(line): sum = 5\nmine r1c1 r1c2", "`mine`"),
            (
                "arrow r1c2 r1c1 = r2c1 r2c2",
                "`arrow whose bulb is not read from the left and the top`",
            ),
        ] {
            let message = format!("f-puzzles has no field for {names}");
            assert_eq!(refused(rules), Err(message), "{rules}");
        }
    }

    /// Statements that come back in other words of the same meaning.
    #[test]
    fn other_words_for_the_same_come_back() {
        for (rules, expected) in [
            ("no-difference", "non-consecutive"),
            ("dutch-whispers 3 r1c1 r2c2", "whispers 3 r1c1 r2c2"),
            ("dutch-whispers 1 r1c1 r2c2", "dutch-whispers 1 r1c1 r2c2"),
            ("no-difference\nkropki white r1c1 r1c2", "no-difference 1"),
            ("no-ratio 3\nratio 3 r1c1 r1c2", "no-ratio 3"),
            ("minimum r1c1 r1c2", "minimum r1c1 r1c2"),
            ("maximum r1c1\nmaximum r3c3", "maximum r1c1 r3c3"),
            ("no-difference 2\ndifference 2 r1c1 r1c2", "no-difference 2"),
        ] {
            let text = format!("size 4x4\nboxes 2x2\n{rules}\nclues\n1...\n....\n....\n....\n");
            let back = entry(&fpuzzles(&entry(&text).puzzle).unwrap());
            let words = words(&back.puzzle);
            assert!(
                words.iter().any(|word| word == expected),
                "{rules}: {words:?}"
            );
        }
    }
}
