//! Links that hold a puzzle as symbols.

use super::one_text::Source;
use super::state::Reader;
use crate::io::InputError;
use crate::sudoku::text::lines::Line;
use crate::sudoku::text::{Form, annotations, link};

impl Reader<'_> {
    /// Reads the puzzle in a link, or in the compressed part of one.
    pub(super) fn link(&mut self, line: &Line) -> Result<(), InputError> {
        let grids = link::grids(&line.text);
        let (start, grid, rest) = match &grids[..] {
            // Base64 may look like symbols between two slashes.
            [(start, grid), rest @ ..] if !link::is_packed(&line.text) => (start, grid, rest),
            _ => return self.compressed(line),
        };
        let fault = |reader: &Self, at: usize, message: &str| {
            let column = line.text[..at].chars().count() + 1;
            Err(reader.fault(line, (column, message.to_owned())))
        };
        if let [(at, _), ..] = rest {
            return fault(self, *at, "found a second grid in a link, expected one");
        }
        if annotations::states_rule(&line.text[..*start])
            || annotations::states_rule(&line.text[start + grid.len()..])
        {
            return fault(
                self,
                0,
                "found the name of a rule in a link, expected rules given with --rules",
            );
        }
        let source = Source {
            text: &line.text,
            first: line,
            start: *start,
        };
        self.one_text(grid, Form::Line, &source, None)
    }
}
