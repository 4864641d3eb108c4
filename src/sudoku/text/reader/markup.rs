//! Puzzles in tags: OpenSudoku's XML, and tables of HTML.

use super::grid::Found;
use super::one_text::Source;
use super::state::Reader;
use crate::io::InputError;
use crate::sudoku::text::line::{self, Kind};
use crate::sudoku::text::lines::{LONGEST, Line};
use crate::sudoku::text::{Form, messages, one_line, xml};

impl Reader<'_> {
    /// Reads the puzzles in OpenSudoku's XML, and in tables of HTML.
    pub(super) fn xml(&mut self, first: Line) -> Result<(), InputError> {
        if self.options.rules.is_none() && are_signs(&first.text) {
            let message = "found signs of inequalities, which may state rules of the grid beside them; state its rules \
                           with --rules or as docs/RULES.md says";
            self.refused = Some(self.fault(&first, (1, message.to_owned())));
            return Ok(());
        }
        let is_document = xml::is_document(&first.text);
        let text = self.document(&first, is_document)?;
        self.annotate_texts(&text, &first);
        let fault = |reader: &Self, text: &str, (at, message): (usize, String)| {
            reader.fault_in(text, &first, at, message)
        };
        let text = xml::without_comments(&text).map_err(|wrong| fault(self, &text, wrong))?;
        let has_grid = |text: &str| one_line::grid_in(text, 1, &self.options).is_some();
        if let Some(wrong) = xml::stray(&text, has_grid) {
            return Err(fault(self, &text, wrong));
        }
        let games = xml::games(&text);
        let tables = xml::tables(&text).map_err(|wrong| fault(self, &text, wrong))?;
        for rows in &tables {
            if let Err(error) = self.table(rows, &text, &first) {
                self.pending.push_back(Err(error));
            }
        }
        if games.is_empty() && tables.is_empty() {
            let message = "found XML or HTML without a puzzle, expected one (OpenSudoku's <game data=\"…\"> is read)";
            let error = self.fault(&first, (1, message.to_owned()));
            if is_document {
                return Err(error);
            }
            // Tags around the lines of a puzzle.
            self.no_puzzle.get_or_insert(error);
        }
        for (start, game) in games {
            let source = Source {
                text: &text,
                first: &first,
                start,
            };
            let read = match game {
                Some(game) => self.one_text(game, Form::Xml, &source, None),
                None => {
                    let message = "found <game> without data=\"…\", expected the cells of a grid";
                    Err(self.fault_in(&text, &first, start, message.to_owned()))
                }
            };
            if let Err(error) = read {
                self.pending.push_back(Err(error));
            }
        }
        Ok(())
    }

    /// Takes the lines of a document, or of tags and tables, that starts on this line.
    fn document(&mut self, first: &Line, is_document: bool) -> Result<String, InputError> {
        let mut text = first.text.clone();
        let mut ended = xml::is_end(&text);
        let mut open = xml::Open::default();
        open.over(&text);
        while !ended && text.len() < LONGEST {
            // Outside of a document, tags end with their lines.
            let is_tag = |line: &Line| matches!(line::kind(&line.text), Kind::Xml);
            let goes_on = is_document || open.is_open() || self.lines.peek(0)?.is_some_and(is_tag);
            let Some(line) = (if goes_on { self.lines.next()? } else { None }) else {
                break;
            };
            ended = xml::is_end(&line.text);
            open.over(&line.text);
            text.push('\n');
            text.push_str(&line.text);
        }
        if let Some((start, column)) = xml::after_end(&text) {
            let rest = Line {
                number: first.number + text.matches('\n').count() as u64,
                text: " ".repeat(column - 1) + &text[start..],
            };
            text.truncate(start);
            self.lines.give_back(vec![rest]);
        }
        Ok(text)
    }

    /// Passes on the texts of a document.
    fn annotate_texts(&mut self, text: &str, first: &Line) {
        for (at, said) in xml::texts(text) {
            let start = at + said.len() - said.trim_start().len();
            let (line, column) = messages::line_and_column(text, start);
            let line = Line {
                number: first.number + line as u64 - 1,
                text: text.lines().nth(line - 1).unwrap_or_default().to_owned(),
            };
            let said = said.trim();
            if one_line::grid_in(said, 1, &self.options).is_none() {
                self.annotations.push(self.annotation(&line, column, said));
            }
        }
        if self.annotations.is_empty() {
            self.annotations.push(self.annotation(first, 1, ""));
        }
    }

    /// Reads the puzzle in an HTML table.
    pub(super) fn table(
        &mut self,
        rows: &[xml::Row],
        text: &str,
        first: &Line,
    ) -> Result<(), InputError> {
        let side = rows.len();
        if let Some((row, cells)) = (1..).zip(rows).find(|(_, row)| row.len() != side) {
            let found = cells.len();
            let message =
                format!("found {found} cells in row {row} of {side} rows, expected {side}");
            return Err(self.fault_in(text, first, cells[0].0, message));
        }
        let texts: Vec<(u64, &str)> = (first.number..).zip(text.lines()).collect();
        let cells = rows.iter().flatten().map(|&(at, cell)| {
            let (line, column) = messages::line_and_column(text, at);
            (cell, (first.number + line as u64 - 1, column))
        });
        let found = Found::of_cells(Form::Fields, side, cells);
        self.grid(found, &texts)
    }
}

/// Returns `true` for a row of signs between cells, as `<><><><><`.
fn are_signs(line: &str) -> bool {
    let signs = line.split_whitespace().collect::<String>();
    signs.chars().count() > 3 && signs.chars().all(|sign| "<>^v".contains(sign))
}
