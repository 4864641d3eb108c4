//! Descriptions of rules among other puzzles: where one begins and ends, and what is no part of
//! it.

use super::{LOOK_AHEAD, Reader};
use crate::io::InputError;
use crate::sudoku::text::line::{self, Kind};
use crate::sudoku::text::lines::{LONGEST, Line};
use crate::sudoku::text::{Form, description, one_line, say};
use std::io::BufRead;

impl<R: BufRead> Reader<R> {
    /// Reads the puzzle whose description starts on this line; it ends at a line `---`
    /// or with the input.
    pub(super) fn description(&mut self, first: Line) -> Result<(), InputError> {
        let mut text = first.text.clone();
        while let Some(line) = self.lines.next()? {
            if line.text.trim_end() == description::SEPARATOR {
                break;
            }
            text.push('\n');
            text.push_str(&line.text);
            if text.len() > LONGEST {
                let message =
                    format!("found a description of more than {LONGEST} bytes, expected a puzzle");
                return Err(self.fault(&first, (1, message)));
            }
        }
        let (puzzle, tokens) = description::parse(&text, self.lines.name(), first.number)?;
        self.hand_out(puzzle, tokens, Form::Description, first.number, None);
        Ok(())
    }

    /// Returns `true` if a line is the `---` ahead of a description, or of a puzzle on one
    /// line. The lines behind it begin `distance` lines ahead.
    pub(super) fn separates(
        &mut self,
        line: &str,
        mut distance: usize,
    ) -> Result<bool, InputError> {
        if line.trim_end() != description::SEPARATOR {
            return Ok(false);
        }
        while let Some(next) = self.lines.peek(distance)? {
            if distance == LOOK_AHEAD
                || !matches!(line::kind(&next.text), Kind::Blank | Kind::Comment(_))
            {
                let is_grid = || one_line::grid_in(&next.text, 1, &self.options).is_some();
                return Ok(description::is_description(&next.text) || is_grid());
            }
            distance += 1;
        }
        Ok(false)
    }

    /// Returns `true` if a line is a `---` behind the last puzzle.
    pub(super) fn is_last_separator(&mut self, line: &str) -> Result<bool, InputError> {
        let is_separator = line.trim_end() == description::SEPARATOR;
        Ok(is_separator && self.found_any && self.lines.peek(0)?.is_none())
    }

    /// Refuses a statement of rules right behind the rows of a grid: it may belong to this
    /// grid or to the next puzzle.
    pub(super) fn refuse_statement(&mut self) -> Result<(), InputError> {
        let next = self.lines.peek(0)?;
        let Some(line) = next.filter(|line| description::is_description(&line.text)) else {
            return Ok(());
        };
        let line = line.clone();
        let word = line
            .text
            .split([' ', '\t', ';'])
            .find(|word| !word.is_empty());
        let message = format!(
            "found {} right behind the rows of a grid, expected rules before 'clues' and the grid, or a line \
             '---' between two puzzles",
            say::word(word.unwrap_or_default())
        );
        let column = line.text.chars().take_while(|c| c.is_whitespace()).count() + 1;
        self.skip_description()?;
        Err(self.fault(&line, (column, message)))
    }

    /// Passes over the rest of a description whose beginning was damaged, if it is next:
    /// without its beginning it may lack rules.
    pub(super) fn skip_description(&mut self) -> Result<(), InputError> {
        let next = self.lines.peek(0)?;
        if !next.is_some_and(|line| description::is_description(&line.text)) {
            return Ok(());
        }
        while let Some(line) = self.lines.next()? {
            if line.text.trim_end() == description::SEPARATOR {
                break;
            }
        }
        Ok(())
    }
}
