//! Puzzles whose cells are one text: on a line, or in a list, an object or a tag.

use super::Reader;
use crate::io::InputError;
use crate::sudoku::text::line::Body;
use crate::sudoku::text::lines::Line;
use crate::sudoku::text::{Form, one_line, say};
use std::io::BufRead;

/// The place of a text of cells.
pub(super) struct Source<'a> {
    /// The lines of the list, object or document that holds it.
    pub text: &'a str,
    /// The first of these lines.
    pub first: &'a Line,
    /// The byte of `text` where the cells start.
    pub start: usize,
}

impl<R: BufRead> Reader<R> {
    /// Reads the puzzle on this line.
    pub(super) fn one_line(
        &mut self,
        found: one_line::OneLine,
        line: &Line,
    ) -> Result<(), InputError> {
        let form = found.form;
        self.last_of_list = Some((line.number, line.text.chars().count()));
        let rules = self
            .rules(found.size, None)
            .map_err(|none| none.error(|message| self.fault(line, (1, message))))?;
        let read = found.read(rules, &self.options);
        let (puzzle, tokens, expected) = read.map_err(|fault| self.fault(line, fault))?;
        self.hand_out(puzzle, tokens, form, line.number, expected);
        Ok(())
    }

    /// Reads a puzzle in one line that was found inside another form: a list, a JSON object
    /// or an XML tag.
    pub(super) fn one_text(
        &mut self,
        cells: &str,
        form: Form,
        source: &Source,
        solution: Option<&str>,
    ) -> Result<(), InputError> {
        let (line, column) = say::place(source.text, source.start);
        let shown = source.text.lines().nth(line - 1).unwrap_or_default();
        let line = Line {
            number: source.first.number + line as u64 - 1,
            text: shown.to_owned(),
        };
        let cells = match solution {
            Some(solution) => format!("{cells} {solution}"),
            None => cells.to_owned(),
        };
        let body = Body {
            text: cells.trim(),
            column,
            full: &cells,
            full_column: column,
        };
        match one_line::find(&body, &self.options).map_err(|fault| self.fault(&line, fault))? {
            Some(mut found) => {
                if found.form == Form::Line {
                    found.form = form;
                }
                self.one_line(found, &line)
            }
            None => {
                let found = cells.chars().count();
                let message =
                    format!("found a text of {found} symbols, expected the N² cells of a grid");
                Err(self.fault(&line, (column, message)))
            }
        }
    }
}
