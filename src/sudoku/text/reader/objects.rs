//! Puzzles as JSON: objects that hold a grid, and the objects and links of f-puzzles.

use super::brackets::begins_object;
use super::single::Source;
use super::{Reader, own_tokens, read};
use crate::io::InputError;
use crate::sudoku::Size;
use crate::sudoku::text::lines::Line;
use crate::sudoku::text::shape::{self, Step, Wrong};
use crate::sudoku::text::{Form, Tokens, fpuzzles, json, say};
use serde_json::Value;
use std::io::BufRead;

impl<R: BufRead> Reader<R> {
    /// Reads the puzzles of a JSON object or of a list of objects. Returns `false` if the
    /// text is neither.
    pub(super) fn objects(&mut self, text: &str, first: &Line) -> Result<bool, InputError> {
        let at = |reader: &Self, (line, column, message): json::Fault| {
            let shown = text.lines().nth(line - 1).unwrap_or_default();
            let number = first.number + line as u64 - 1;
            say::at(reader.lines.name(), number, column, shown, message)
        };
        if begins_object(text) {
            let value = json::value(text).map_err(|fault| at(self, fault))?;
            if fpuzzles::is_object(&value) {
                self.fpuzzles(text, first.number)?;
            } else {
                self.object(value, &[], text, first)?;
            }
            return Ok(true);
        }
        if !text.trim_start().starts_with('[') {
            return Ok(false);
        }
        let Ok(Value::Array(values)) = serde_json::from_str(text) else {
            return Ok(false);
        };
        if values.is_empty() || !values.iter().all(Value::is_object) {
            return Ok(false);
        }
        json::once(text).map_err(|fault| at(self, fault))?;
        for (place, value) in values.into_iter().enumerate() {
            self.object(value, &[Step::Item(place)], text, first)?;
        }
        Ok(true)
    }

    /// Reads the puzzle in a link, or in the compressed part of one.
    pub(super) fn link(&mut self, line: &Line) -> Result<(), InputError> {
        self.fpuzzles(&line.text, line.number)
    }

    /// Reads the puzzle of a JSON object at this path of a text.
    fn object(
        &mut self,
        value: Value,
        path: &[Step],
        text: &str,
        first: &Line,
    ) -> Result<(), InputError> {
        let fault = |reader: &Self, (inner, message): Wrong| {
            let path = [path, &inner].concat();
            let at = shape::locate(text, &path).map_or(0, |(start, _)| start);
            reader.fault_in(text, first, at, message)
        };
        let Value::Object(map) = value else {
            let message = "found no JSON object, expected one".to_owned();
            return Err(fault(self, (Vec::new(), message)));
        };
        match json::held(map).map_err(|wrong| fault(self, wrong))? {
            json::Held::Own(own) => {
                let rules = match own.rules().map_err(|wrong| fault(self, wrong))? {
                    Some(rules) => rules,
                    None => self
                        .rules(own.size, None)
                        .map_err(|none| none.error(|message| fault(self, (Vec::new(), message))))?,
                };
                let puzzle = own.puzzle(rules).map_err(|wrong| fault(self, wrong))?;
                let tokens = own.tokens();
                let tokens = Tokens::words(tokens.iter().map(String::as_str));
                self.hand_out(puzzle, tokens, Form::Json, first.number, None);
                Ok(())
            }
            json::Held::Many(values) => values.into_iter().try_for_each(|(inner, value)| {
                let path = [path, &inner].concat();
                self.object(value, &path, text, first)
            }),
            json::Held::Grid {
                name,
                grid,
                solution,
                stated,
            } => {
                let before = self.pending.len();
                let outer = path;
                let path = [path, &shape::field(&name)].concat();
                let (start, end) = shape::locate(text, &path).unwrap_or((0, text.len()));
                let (line, column) = say::place(text, start);
                let number = first.number + line as u64 - 1;
                match &grid {
                    Value::String(rows) if rows.contains('\n') => {
                        let shown = text.lines().nth(line - 1).unwrap_or_default();
                        for mut entry in read(rows.as_bytes(), self.lines.name(), &self.options) {
                            match &mut entry {
                                Ok(entry) => {
                                    entry.name = format!("{}:{}", self.lines.name(), first.number);
                                }
                                Err(error) => {
                                    let row =
                                        error.line.map(|row| format!("row {row} of '{name}': "));
                                    let message = row.unwrap_or_default() + &error.message;
                                    let name = self.lines.name();
                                    *error = say::at(name, number, column, shown, message);
                                }
                            }
                            self.pending.push_back(entry);
                        }
                    }
                    Value::String(cells) => {
                        let solution = solution.as_ref().and_then(Value::as_str);
                        let source = Source {
                            text,
                            first,
                            start: start + 1,
                        };
                        self.one_text(cells, Form::Json, &source, solution)?;
                    }
                    // The list as it stands, with blanks for all around it.
                    _ => {
                        let blank = |c: char| if c == '\n' { c } else { ' ' };
                        let around: String = text[..start].chars().map(blank).collect();
                        self.lists(&(around + &text[start..end]), text, first, false)?;
                    }
                }
                for entry in self.pending.iter_mut().skip(before).flatten() {
                    entry.form = Form::Json;
                    entry.line = first.number;
                }
                let is_other = |size: Size| {
                    stated.as_ref().is_some_and(|(_, told)| {
                        *told != size.side() as u64 && Some(*told) != size.order().map(|n| n as u64)
                    })
                };
                let other = self.pending.iter().skip(before).flatten();
                let other = other
                    .map(|entry| entry.puzzle.size())
                    .find(|&size| is_other(size));
                if let (Some(size), Some((field, told))) = (other, stated.clone()) {
                    self.pending.truncate(before);
                    let message = format!("found '{field}' {told} beside a grid of {size}");
                    let path = [outer, &shape::field(&field)].concat();
                    let at = shape::locate(text, &path).map_or(0, |(start, _)| start);
                    return Err(self.fault_in(text, first, at, message));
                }
                Ok(())
            }
        }
    }

    /// Reads the puzzle in an object or a link of f-puzzles that starts on this line.
    fn fpuzzles(&mut self, text: &str, number: u64) -> Result<(), InputError> {
        let found = fpuzzles::parse(text, self.options.ignore_unknown_rules);
        let (puzzle, dropped) = found.map_err(|(line, column, message)| {
            let shown = text.lines().nth(line - 1).unwrap_or_default();
            let number = number + line as u64 - 1;
            say::at(self.lines.name(), number, column, shown, message)
        })?;
        let tokens = own_tokens(&puzzle);
        self.hand_out(puzzle, tokens, Form::FPuzzles, number, None);
        if let Some(Ok(entry)) = self.pending.back_mut() {
            entry.dropped = dropped;
        }
        Ok(())
    }
}
