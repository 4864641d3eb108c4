//! Puzzles in tags: OpenSudoku's XML, and tables of HTML.

use super::Reader;
use super::grid::Found;
use super::single::Source;
use crate::io::InputError;
use crate::sudoku::text::line::{self, Kind};
use crate::sudoku::text::lines::{LONGEST, Line};
use crate::sudoku::text::{Form, one_line, say, xml};

impl Reader<'_> {
    /// Reads the puzzles in OpenSudoku's XML.
    pub(super) fn xml(&mut self, first: Line) -> Result<(), InputError> {
        let mut text = first.text.clone();
        let is_document = xml::is_document(&text);
        let mut ended = xml::is_end(&text);
        let mut open = xml::Open::default();
        open.over(&text);
        while !ended && text.len() < LONGEST {
            // Outside of a document, tags end with their lines.
            if !is_document
                && !open.is_open()
                && !self
                    .lines
                    .peek(0)?
                    .is_some_and(|line| matches!(line::kind(&line.text), Kind::Xml))
            {
                break;
            }
            let Some(line) = self.lines.next()? else {
                break;
            };
            ended = xml::is_end(&line.text);
            open.over(&line.text);
            text.push('\n');
            text.push_str(&line.text);
        }
        if let Some((start, column)) = xml::after_end(&text) {
            let number = first.number + text.matches('\n').count() as u64;
            let blanks = " ".repeat(column - 1);
            let after = blanks + &text[start..];
            text.truncate(start);
            self.lines.give_back(vec![Line {
                number,
                text: after,
            }]);
        }
        self.say_texts(&text, &first);
        let text = match xml::without_comments(&text) {
            Ok(plain) => plain,
            Err((at, message)) => return Err(self.fault_in(&text, &first, at, message)),
        };
        let stray = |text: &str| one_line::grid_in(text, 1, &self.options).is_some();
        if let Some((at, message)) = xml::stray(&text, stray) {
            return Err(self.fault_in(&text, &first, at, message));
        }
        let games = xml::games(&text);
        let tables = match xml::tables(&text) {
            Ok(tables) => tables,
            Err((at, message)) => return Err(self.fault_in(&text, &first, at, message)),
        };
        for rows in &tables {
            if let Err(error) = self.table(rows, &text, &first) {
                self.pending.push_back(Err(error));
            }
        }
        if games.is_empty() && !tables.is_empty() {
            return Ok(());
        }
        if games.is_empty() {
            let message = "found XML or HTML without a puzzle, expected one (OpenSudoku's <game data=\"…\"> is read)";
            let error = self.fault(&first, (1, message.to_owned()));
            if is_document {
                return Err(error);
            }
            // Tags around the lines of a puzzle.
            self.no_puzzle.get_or_insert(error);
            return Ok(());
        }
        for (at, game) in games {
            let source = Source {
                text: &text,
                first: &first,
                start: at,
            };
            let read = match game {
                Some(game) => self.one_text(game, Form::Xml, &source, None),
                None => {
                    let message = "found <game> without data=\"…\", expected the cells of a grid";
                    Err(self.fault_in(&text, &first, at, message.to_owned()))
                }
            };
            if let Err(error) = read {
                self.pending.push_back(Err(error));
            }
        }
        Ok(())
    }

    /// Passes on the texts of a document.
    fn say_texts(&mut self, text: &str, first: &Line) {
        for (at, said) in xml::texts(text) {
            let start = at + said.len() - said.trim_start().len();
            let (line, column) = say::place(text, start);
            let line = Line {
                number: first.number + line as u64 - 1,
                text: text.lines().nth(line - 1).unwrap_or_default().to_owned(),
            };
            let said = said.trim();
            if one_line::grid_in(said, 1, &self.options).is_none() {
                self.said.push(self.said(&line, column, said));
            }
        }
        if self.said.is_empty() {
            self.said.push(self.said(first, 1, ""));
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
        let places: Vec<(u64, usize)> = rows
            .iter()
            .flatten()
            .map(|&(at, _)| {
                let (line, column) = say::place(text, at);
                (first.number + line as u64 - 1, column)
            })
            .collect();
        let found = Found {
            form: Form::Fields,
            headed: false,
            line: places[0].0,
            side,
            tokens: rows.iter().flatten().map(|&(_, cell)| cell).collect(),
            places,
            parted: true,
            boxes: None,
        };
        self.grid(found, &texts)
    }
}
