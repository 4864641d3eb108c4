//! Puzzles whose cells are one text: on a line, or in a list, an object or a tag.

use super::state::Reader;
use crate::io::InputError;
use crate::sudoku::text::annotations::Label;
use crate::sudoku::text::lines::Line;
use crate::sudoku::text::split::Body;
use crate::sudoku::text::{Form, messages, one_line};

/// The place of a text of cells.
pub(super) struct Source<'a> {
    /// The lines of the list, object or document that holds it.
    pub text: &'a str,
    /// The first of these lines.
    pub first: &'a Line,
    /// The byte of `text` where the cells start.
    pub start: usize,
}

impl Reader<'_> {
    /// Reads the puzzle on this line.
    pub(super) fn one_line(
        &mut self,
        found: one_line::OneLine,
        line: &Line,
    ) -> Result<(), InputError> {
        let form = found.form;
        self.last_of_list = Some((line.number, line.text.chars().count()));
        let name = self.lines.name().to_owned();
        let at = |(column, message): messages::Fault| {
            messages::error_at(&name, line.number, column, &line.text, message)
        };
        let label = self.label.take();
        let is_map = matches!(label, Some((Label::Map, _)));
        let mut found = found;
        for map in found.maps(is_map).map_err(at)? {
            self.maps.push(self.annotation(line, 1, &map));
        }
        if found.is_map {
            return Ok(());
        }
        self.label = label;
        let rules = self.rules_beside(found.size, None, |message| at((1, message)))?;
        let (puzzle, tokens, expected) = found.read(rules, &self.options).map_err(at)?;
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
        let (line, column) = messages::line_and_column(source.text, source.start);
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
