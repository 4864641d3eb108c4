//! Puzzles as JSON: objects that hold a grid, and the objects and links of other programs.

use super::grid::Found;
use super::lists::begins_object;
use super::one_text::Source;
use super::state::{Reader, own_tokens, read};
use crate::io::InputError;
use crate::sudoku::text::description::Statements;
use crate::sudoku::text::json::cells::{self, Cells};
use crate::sudoku::text::json::fields::{self, Fields};
use crate::sudoku::text::json::path::{self, Step, Wrong};
use crate::sudoku::text::json::{self, solution};
use crate::sudoku::text::lines::Line;
use crate::sudoku::text::{Entry, Expected, Form, Tokens, foreign, fpuzzles, messages, sudokupad};
use crate::sudoku::{Puzzle, Symbols};
use serde_json::Value;
use std::sync::Arc;

/// A JSON value, and where it stands.
#[derive(Clone, Copy)]
struct Part<'a> {
    value: &'a Value,
    /// The byte of the text where the value starts.
    start: usize,
    /// The whole JSON text, and its first line.
    text: &'a str,
    first: &'a Line,
}

impl Part<'_> {
    /// Returns the bytes of a part of this value in the text.
    fn bytes(&self, inner: &[Step]) -> (usize, usize) {
        let text = &self.text[self.start..];
        let (start, end) = path::locate(text, inner).unwrap_or((0, text.len()));
        (self.start + start, self.start + end)
    }

    /// Returns the text up to the end of a part of this value, with blanks for all before
    /// it.
    fn alone(&self, inner: &[Step]) -> String {
        let (start, end) = self.bytes(inner);
        let blank = |c: char| if c == '\n' { c } else { ' ' };
        let before: String = self.text[..start].chars().map(blank).collect();
        before + &self.text[start..end]
    }
}

impl Reader<'_> {
    /// Reads the puzzles of a JSON object or of a list of objects. Returns `false` if the
    /// text is neither.
    pub(super) fn objects(&mut self, text: &str, first: &Line) -> Result<bool, InputError> {
        let at = |reader: &Self, (line, column, message): json::Fault| {
            let shown = text.lines().nth(line - 1).unwrap_or_default();
            let number = first.number + line as u64 - 1;
            messages::error_at(reader.lines.name(), number, column, shown, message)
        };
        if begins_object(text) {
            let value = json::value(text).map_err(|fault| at(self, fault))?;
            let part = Part {
                value: &value,
                start: 0,
                text,
                first,
            };
            self.object(part)?;
            return Ok(true);
        }
        if !text.trim_start().starts_with('[') {
            return Ok(false);
        }
        let Ok(value) = serde_json::from_str::<Value>(text) else {
            return Ok(false);
        };
        if !cells::is_grid(&value) {
            return Ok(false);
        }
        json::once(text).map_err(|fault| at(self, fault))?;
        let part = Part {
            value: &value,
            start: text.len() - text.trim_start().len(),
            text,
            first,
        };
        let Value::Array(items) = &value else {
            return Ok(false);
        };
        if items.iter().any(Value::is_array) || items.iter().all(cells::is_cell) {
            self.cells(part, &[])?;
            return Ok(true);
        }
        for (value, item) in items.iter().zip(path::parts(text, part.start)) {
            let start = item.bytes.0;
            self.object(Part {
                value,
                start,
                ..part
            })?;
        }
        Ok(true)
    }

    /// Reads the puzzle in the compressed part of a link.
    pub(super) fn compressed(&mut self, line: &Line) -> Result<(), InputError> {
        self.foreign(&line.text, None, line.number)
    }

    /// Returns an error at a part of a JSON value.
    fn wrong(&self, part: Part, (inner, message): Wrong) -> InputError {
        self.fault_in(part.text, part.first, part.bytes(&inner).0, message)
    }

    /// Reads the puzzles of a JSON object. If one is refused, no other is handed out.
    fn object(&mut self, part: Part) -> Result<(), InputError> {
        let before = self.pending.len();
        let read = self.parts_of(part);
        if read.is_err() {
            self.pending.truncate(before);
        }
        read
    }

    fn parts_of(&mut self, part: Part) -> Result<(), InputError> {
        let Value::Object(map) = part.value else {
            let message = "found no JSON object, expected one".to_owned();
            return Err(self.wrong(part, (Vec::new(), message)));
        };
        if fpuzzles::is_object(part.value) {
            return self.foreign_in(part, Form::FPuzzles);
        }
        if sudokupad::is_object(part.value) {
            return self.foreign_in(part, Form::SudokuPad);
        }
        if fields::is_own(part.value) {
            return self.own(part);
        }
        if cells::are_names(map) {
            return self.cells(part, &[]);
        }
        let fields = fields::sort(map, self.options.rules.is_some())
            .map_err(|wrong| self.wrong(part, wrong))?;
        let before = self.pending.len();
        if fields.grids.is_empty() {
            // The items of a list are found one after the other.
            let mut items = Vec::new();
            for (inner, value) in &fields.inner {
                if let [_, Step::Item(0)] = &inner[..] {
                    let list = part.bytes(&inner[..1]).0;
                    items = path::parts(part.text, list).collect();
                }
                let start = match inner[..] {
                    [_, Step::Item(place)] => items[place].bytes.0,
                    _ => part.bytes(inner).0,
                };
                self.parts_of(Part {
                    value,
                    start,
                    ..part
                })?;
            }
            if self.pending.len() == before {
                let wrong = json::without_grid(map);
                return Err(self.wrong(part, wrong));
            }
        } else {
            self.grids_of(part, &fields)?;
        }
        self.check_entries(part, &fields, before)
    }

    /// Reads the grids of an object by the rules in its other fields; all must be the
    /// same.
    fn grids_of(&mut self, part: Part, fields: &Fields) -> Result<(), InputError> {
        let before = self.pending.len();
        let stated = self.statements_in(part, fields)?;
        let outer = self.options.rules.clone();
        if let Some(stated) = &stated
            && !fields.grids.iter().any(|(_, value)| fields::is_own(value))
        {
            self.options.rules = Some(Arc::clone(stated));
        }
        let mut first: Option<Vec<Result<Entry, InputError>>> = None;
        let mut read = Ok(());
        for (name, value) in &fields.grids {
            read = self.grid_of(part, fields, name, value);
            if read.is_err() {
                break;
            }
            let found: Vec<_> = self.pending.drain(before..).collect();
            let clues = |entries: &[Result<Entry, InputError>]| -> Vec<Option<Puzzle>> {
                let puzzle = |entry: &Result<Entry, InputError>| {
                    let puzzle = entry.as_ref().ok()?.puzzle.clone();
                    Some(puzzle.with_symbols(Symbols::NUMBERS))
                };
                entries.iter().map(puzzle).collect()
            };
            match &first {
                None => first = Some(found),
                Some(first) if clues(first) == clues(&found) => {}
                Some(_) => {
                    let message = format!(
                        "found another grid in '{name}' than in '{}', expected one",
                        fields.grids[0].0
                    );
                    read = Err(self.wrong(part, (path::field(name), message)));
                    break;
                }
            }
        }
        self.options.rules = outer.clone();
        read.map_err(|error| match (&stated, fields.statements.first()) {
            (Some(_), Some((name, _))) if error.name == RULES => {
                self.wrong(part, (path::field(name), error.message))
            }
            _ => error,
        })?;
        for mut entry in first.into_iter().flatten() {
            if let (Ok(entry), Some(_), Some(outer)) = (&mut entry, &stated, &outer) {
                entry.puzzle = outer.apply(&entry.puzzle)?;
            }
            self.pending.push_back(entry);
        }
        match &stated {
            Some(stated) => self.check_rules(part, fields, stated, before),
            None => Ok(()),
        }
    }

    /// Returns the rules that fields of an object state.
    fn statements_in(
        &self,
        part: Part,
        fields: &Fields,
    ) -> Result<Option<Arc<Statements>>, InputError> {
        let Some((name, _)) = fields.statements.last() else {
            return Ok(None);
        };
        let lines: Vec<&str> = fields
            .statements
            .iter()
            .map(|(_, text)| text.as_str())
            .collect();
        match Statements::read(&lines.join("\n"), RULES) {
            Ok(statements) => Ok(Some(Arc::new(statements))),
            Err(error) => Err(self.wrong(part, (path::field(name), error.message))),
        }
    }

    /// Checks that the grids have the rules that are stated beside them.
    fn check_rules(
        &self,
        part: Part,
        fields: &Fields,
        stated: &Statements,
        before: usize,
    ) -> Result<(), InputError> {
        if self.options.rules.is_some() {
            return Ok(());
        }
        for entry in self.pending.iter().skip(before).flatten() {
            let rules = stated.rules_of(entry.puzzle.size(), None);
            if rules.is_ok_and(|rules| rules.spec() == entry.puzzle.rules().spec()) {
                continue;
            }
            let name = fields.statements[0].0;
            let message =
                format!("found other rules in '{name}' than the grid has, expected the same");
            return Err(self.wrong(part, (path::field(name), message)));
        }
        Ok(())
    }

    /// Reads the grid in a field of an object.
    fn grid_of(
        &mut self,
        part: Part,
        fields: &Fields,
        name: &str,
        value: &Value,
    ) -> Result<(), InputError> {
        let inner = path::field(name);
        let start = part.bytes(&inner).0;
        let inner_part = Part {
            value,
            start,
            ..part
        };
        match value {
            Value::String(rows) if rows.contains('\n') => {
                self.rows_of_text(inner_part, name, rows);
                Ok(())
            }
            Value::String(cells) => {
                let word = |value: &'_ &Value| {
                    let text = value.as_str()?.trim();
                    (!text.contains(char::is_whitespace)).then(|| text.to_owned())
                };
                let solution = match &fields.solutions[..] {
                    [(_, solution)] => word(solution),
                    _ => None,
                };
                let source = Source {
                    text: part.text,
                    first: part.first,
                    start: start + 1,
                };
                self.one_text(cells, Form::Json, &source, solution.as_deref())
            }
            value if fields::is_own(value) => self.own(inner_part),
            value if cells::is_grid(value) => {
                let sides: Vec<usize> = fields.sizes.iter().map(|(_, sides)| sides[0]).collect();
                self.cells(inner_part, &sides)
            }
            _ => {
                let alone = part.alone(&inner);
                self.lists(&alone, part.text, part.first, false)
            }
        }
    }

    /// Reads the grids in a text of several lines.
    fn rows_of_text(&mut self, part: Part, field: &str, rows: &str) {
        let (line, column) = messages::line_and_column(part.text, part.bytes(&[]).0);
        let number = part.first.number + line as u64 - 1;
        let shown = part.text.lines().nth(line - 1).unwrap_or_default();
        let name = self.lines.name().to_owned();
        for mut entry in read(rows.as_bytes(), &name, &self.options) {
            match &mut entry {
                Ok(entry) => entry.name = format!("{name}:{}", part.first.number),
                Err(error) => {
                    let row = error.line.map(|row| format!("row {row} of '{field}': "));
                    let message = row.unwrap_or_default() + &error.message;
                    *error = messages::error_at(&name, number, column, shown, message);
                }
            }
            self.pending.push_back(entry);
        }
    }

    /// Reads the object that `print::json` writes.
    fn own(&mut self, part: Part) -> Result<(), InputError> {
        let Value::Object(map) = part.value else {
            return Ok(());
        };
        let own = json::own(map).map_err(|wrong| self.wrong(part, wrong))?;
        let stated = own.rules().map_err(|wrong| self.wrong(part, wrong))?;
        let has_rules = stated.is_some();
        let rules = match stated {
            Some(rules) => rules,
            None => self
                .rules(own.size, None)
                .map_err(|none| none.error(|message| self.wrong(part, (Vec::new(), message))))?,
        };
        let mut puzzle = own.puzzle(rules).map_err(|wrong| self.wrong(part, wrong))?;
        if has_rules && let Some(rules) = &self.options.rules {
            puzzle = rules.apply(&puzzle)?;
        }
        let tokens = own.tokens();
        let tokens = Tokens::words(tokens.iter().map(String::as_str));
        self.hand_out(puzzle, tokens, Form::Json, part.first.number, None);
        Ok(())
    }

    /// Reads a grid whose cells are objects or named.
    fn cells(&mut self, part: Part, sides: &[usize]) -> Result<(), InputError> {
        let start = part.bytes(&[]).0;
        let cells = cells::read(part.value, part.text, start, sides);
        let cells = cells.map_err(|wrong| self.wrong(part, wrong))?;
        let before = self.pending.len();
        let (line, _) = messages::line_and_column(part.text, start);
        let places = places(&cells, part);
        let tokens = cells.tokens.iter().map(String::as_str);
        let found = Found {
            line: part.first.number + line as u64 - 1,
            ..Found::of_cells(Form::Json, cells.side, tokens.zip(places))
        };
        let texts: Vec<(u64, &str)> = (part.first.number..).zip(part.text.lines()).collect();
        let outer = self.options.rules.clone();
        if let Some(regions) = &cells.regions {
            let rows: Vec<String> = regions
                .chunks(cells.side)
                .map(|row| row.join(" "))
                .collect();
            let text = format!("regions\n{}", rows.join("\n"));
            let stated = Statements::read(&text, RULES)
                .map_err(|error| self.wrong(part, (Vec::new(), error.message)))?;
            if outer.is_some() {
                let message =
                    "found the regions of cells beside rules that are given, expected one of them";
                return Err(self.wrong(part, (Vec::new(), message.to_owned())));
            }
            self.options.rules = Some(Arc::new(stated));
        }
        let read = self.grid(found, &texts);
        self.options.rules = outer;
        read.map_err(|error| match error.name == RULES {
            true => self.wrong(part, (Vec::new(), error.message)),
            false => error,
        })?;
        if let Some(solution) = &cells.solution {
            self.expect(before, solution, false)
                .map_err(|message| self.wrong(part, (Vec::new(), message)))?;
        }
        Ok(())
    }

    /// Checks the puzzles of an object against the other fields, and takes its solutions
    /// for them.
    fn check_entries(
        &mut self,
        part: Part,
        fields: &Fields,
        before: usize,
    ) -> Result<(), InputError> {
        for entry in self.pending.iter_mut().skip(before).flatten() {
            if !matches!(entry.form, Form::FPuzzles | Form::SudokuPad) {
                entry.form = Form::Json;
            }
            entry.line = part.first.number;
            if let Some(count) = fields.count {
                entry.expected.get_or_insert_default().count = Some(count);
            }
        }
        for entry in self.pending.iter().skip(before).flatten() {
            let side = entry.puzzle.size().side();
            if let Some((name, sides)) = fields.sizes.iter().find(|(_, s)| !s.contains(&side)) {
                let size = entry.puzzle.size();
                let message = format!("found '{name}' {} beside a grid of {size}", sides[0]);
                return Err(self.wrong(part, (path::field(name), message)));
            }
            if let Some((name, clues)) = fields.clues
                && clues != entry.puzzle.num_clues() as u64
            {
                let found = entry.puzzle.num_clues();
                let message = format!("found '{name}' {clues} beside a grid with {found} clues");
                return Err(self.wrong(part, (path::field(name), message)));
            }
        }
        let is_own = fields.grids.iter().any(|(_, value)| fields::is_own(value));
        for (name, value) in &fields.solutions {
            solution::tokens(value)
                .and_then(|tokens| self.expect(before, &tokens, is_own))
                .map_err(|message| self.wrong(part, (path::field(name), message)))?;
        }
        Ok(())
    }

    /// Takes these cells for the solutions of the puzzles from this place on: one for each
    /// puzzle, or any number for a single one. Set `from_one` if digits are numbers from 1
    /// whatever the symbols are.
    fn expect(&mut self, before: usize, tokens: &[String], from_one: bool) -> Result<(), String> {
        let count = self
            .pending
            .iter()
            .skip(before)
            .filter(|item| item.is_ok())
            .count();
        let length = tokens.len() / count.max(1);
        if count > 1 && length * count != tokens.len() {
            return Err(format!(
                "found solutions of {} cells for {count} puzzles",
                tokens.len()
            ));
        }
        let parts = tokens
            .chunks(length.max(1))
            .chain(std::iter::repeat(&[][..]));
        let entries = self.pending.iter_mut().skip(before).flatten();
        for (entry, tokens) in entries.zip(parts) {
            let symbols = match from_one {
                true => Symbols::NUMBERS,
                false => entry.puzzle.symbols().clone(),
            };
            let grids = solution::grids(tokens, &entry.puzzle, &symbols)?;
            let known = entry
                .expected
                .as_ref()
                .and_then(|expected| expected.solution.clone());
            let grid = grids.into_iter().next();
            if known.is_some() && known != grid {
                return Err("found another solution than before, expected one".to_owned());
            }
            entry
                .expected
                .get_or_insert_with(Expected::default)
                .solution = grid;
        }
        Ok(())
    }

    /// Reads an object of f-puzzles or SudokuPad.
    fn foreign_in(&mut self, part: Part, form: Form) -> Result<(), InputError> {
        let alone = part.alone(&[]);
        self.foreign(&alone, Some(form), part.first.number)
    }

    /// Reads the puzzle in an object of this form, or in a link, that starts on this line.
    fn foreign(&mut self, text: &str, form: Option<Form>, number: u64) -> Result<(), InputError> {
        let found = foreign::parse(text, form, self.options.ignore_unknown_rules);
        let (form, (puzzle, solution, dropped)) = found.map_err(|(line, column, message)| {
            let shown = text.lines().nth(line - 1).unwrap_or_default();
            let number = number + line as u64 - 1;
            messages::error_at(self.lines.name(), number, column, shown, message)
        })?;
        let tokens = own_tokens(&puzzle);
        let expected = solution.map(|solution| Expected {
            count: None,
            solution: Some(solution),
        });
        self.hand_out(puzzle, tokens, form, number, expected);
        if let Some(Ok(entry)) = self.pending.back_mut() {
            entry.dropped = dropped;
        }
        Ok(())
    }
}

/// The name of the rules that fields of an object state, for errors.
const RULES: &str = "\u{0}rules of an object";

/// Returns the line and column of each cell.
fn places(cells: &Cells, part: Part) -> Vec<(u64, usize)> {
    let mut order: Vec<usize> = (0..cells.places.len()).collect();
    order.sort_by_key(|&place| cells.places[place]);
    let mut places = vec![(0, 0); order.len()];
    let (mut at, mut line, mut column) = (0, part.first.number, 1);
    for place in order {
        let next = cells.places[place];
        for c in part.text[at..next].chars() {
            (line, column) = match c {
                '\n' => (line + 1, 1),
                _ => (line, column + 1),
            };
        }
        at = next;
        places[place] = (line, column);
    }
    places
}
