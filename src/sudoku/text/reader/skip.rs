//! Lines that are passed over: what is left of a damaged puzzle, and sections without one.

use super::state::Reader;
use crate::io::InputError;
use crate::sudoku::text::line::{self, Kind};
use crate::sudoku::text::one_line;

impl Reader<'_> {
    /// Passes over the rows behind a line that is no text; more such lines are a
    /// fault of the same puzzle.
    pub(super) fn skip_damaged(&mut self) {
        while self.skip_rows().is_err() && self.lines.took_control() {}
    }

    /// Passes over what is left of a damaged block.
    pub(super) fn skip_rows(&mut self) -> Result<(), InputError> {
        while let Some(line) = self.lines.peek(0)? {
            match line::kind(&line.text) {
                Kind::Cells(body)
                    if !matches!(one_line::find(&body, &self.options), Ok(Some(_))) => {}
                Kind::Rule { .. } => {}
                _ => break,
            }
            self.lines.next()?;
        }
        Ok(())
    }

    /// Passes over the lines of a section that is none of puzzles. Cells behind a
    /// blank line are a puzzle again.
    pub(super) fn skip_section(&mut self) -> Result<(), InputError> {
        let mut is_started = false;
        let mut after_blank = false;
        while let Some(line) = self.lines.peek(0)? {
            match line::kind(&line.text) {
                Kind::Section(_) | Kind::Title { .. } => break,
                Kind::Blank => after_blank = is_started,
                _ if after_blank => break,
                _ => is_started = true,
            }
            if let Some(line) = self.lines.next()? {
                self.annotate(&line);
            }
        }
        Ok(())
    }
}
