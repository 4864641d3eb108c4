//! Descriptions of rules among other puzzles: where one begins and ends, and what is no part of
//! it.

use super::state::{LOOK_AHEAD, Reader};
use crate::io::InputError;
use crate::sudoku::Size;
use crate::sudoku::text::annotations::{self, Annotation, Meaning};
use crate::sudoku::text::block::Block;
use crate::sudoku::text::description::{self, Statements};
use crate::sudoku::text::line::{self, Kind};
use crate::sudoku::text::lines::{LONGEST, Line};
use crate::sudoku::text::{Form, messages, one_line};

/// Number of lines among which `clues` is looked for.
const MOST_STATEMENTS: usize = 100_000;

/// Largest number of lines of statements beside a grid.
const MOST_ROWS: usize = 20_000;

/// Largest number of blank lines over which the statements beside a grid are read together. Those
/// behind it are read on their own: each further one would be tried for each statement of a list.
const MOST_PARTS: usize = 8;

impl Reader<'_> {
    /// Reads the puzzle whose description starts on this line; it ends at a line `---`
    /// or with the input. Statements without `clues` beside a grid are rules of that grid.
    pub(super) fn description(&mut self, first: Line) -> Result<(), InputError> {
        if !self.has_clues(&first)? && self.statements(&first)? {
            return Ok(());
        }
        let mut text = first.text.clone();
        while let Some(line) = self.lines.next()? {
            if line.text.trim_end() == description::SEPARATOR {
                self.ends = true;
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

    /// Returns `true` if a description that begins with this line has clues, as far as can be
    /// seen up to the next puzzle on a line.
    fn has_clues(&mut self, first: &Line) -> Result<bool, InputError> {
        if first.number < self.no_clues_before {
            return Ok(false);
        }
        let mut distance = 0;
        let mut before = first.text.clone();
        loop {
            self.no_clues_before = first.number + distance as u64;
            if description::has_clues(&before) {
                self.no_clues_before = first.number;
                return Ok(true);
            }
            let Some(next) = self.lines.peek(distance)? else {
                return Ok(false);
            };
            let is_map = description::wants_map(&before);
            let is_end = next.text.trim_end() == description::SEPARATOR
                || !is_map && one_line::grid_in(&next.text, 1, &self.options).is_some();
            if is_end || distance == MOST_STATEMENTS {
                return Ok(false);
            }
            if !next.text.trim().is_empty() {
                before.clone_from(&next.text);
            }
            distance += 1;
        }
    }

    /// Takes statements that begin with this line as rules of the grid beside them. Returns
    /// `false` if they are a puzzle without clues, or none can be read.
    fn statements(&mut self, first: &Line) -> Result<bool, InputError> {
        let mut lines = vec![first.text.clone()];
        let mut parts = Vec::new();
        while let Some(next) = self.lines.peek(lines.len() - 1)? {
            if next.text.trim_end() == description::SEPARATOR || lines.len() > MOST_ROWS {
                break;
            }
            if next.text.trim().is_empty() {
                parts.push(lines.len());
                if self.queue.holds() && parts.len() == MOST_PARTS {
                    break;
                }
            }
            let text = next.text.clone();
            lines.push(text);
        }
        let name = self.lines.name();
        // A puzzle without clues.
        if !self.queue.is_open()
            && (description::are_statements(&lines)
                || description::parse(&lines.join("\n"), name, first.number).is_ok())
        {
            return Ok(false);
        }
        let first_part = parts.first().copied().unwrap_or(lines.len());
        parts.push(lines.len());
        let ends = parts.into_iter().rev().chain((1..=first_part).rev());
        let read = |end: &usize| {
            Statements::read_at(&lines[..*end].join("\n"), name, first.number).is_ok()
        };
        let Some(end) = ends.into_iter().find(read) else {
            self.doubtful_statement(first);
            return Ok(true);
        };
        // A puzzle without clues whose rules make no sense.
        let is_own = !self.queue.holds() || lines[..end].iter().any(|line| line.contains("size"));
        if !self.queue.is_open() && is_own && end == lines.len() {
            return Ok(false);
        }
        let text = lines[..end].join("\n");
        let used = text.trim_end().lines().count().max(1);
        for _ in 1..end {
            self.lines.next()?;
        }
        let last = first.number + used as u64 - 1;
        let said = Annotation {
            text: text.trim_end().to_owned(),
            ..self.annotation(first, 1, "")
        };
        self.queue.state(last, said);
        Ok(true)
    }

    /// Takes a line that is nearly a statement: it is one in other words, or the puzzle beside
    /// it is refused.
    fn doubtful_statement(&mut self, first: &Line) {
        let is_words = match annotations::judge(&first.text) {
            Meaning::Statement(_) => true,
            // The bare name of a rule.
            Meaning::States(_) => !first.text.contains(|c: char| c.is_ascii_digit()),
            Meaning::Decoration => first.text.starts_with(char::is_uppercase),
        };
        match Statements::read_at(&first.text, self.lines.name(), first.number) {
            Err(error) if !is_words => self.refused = Some(error),
            _ => self.annotate(first),
        }
    }

    /// Returns `true` if a line is a `---` between two puzzles. Behind a puzzle it always is;
    /// within `block`, if that is a whole grid. Else a description or a puzzle on a line must
    /// follow: the lines behind it begin `distance` lines ahead.
    pub(super) fn is_separator(
        &mut self,
        line: &str,
        mut distance: usize,
        block: Option<&Block>,
    ) -> Result<bool, InputError> {
        if line.trim_end() != description::SEPARATOR {
            return Ok(false);
        }
        match block {
            None if self.queue.holds() => return Ok(true),
            Some(block) if block.is_grid(&self.options) => return Ok(true),
            _ => {}
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

    /// Returns `true` if a line is a `---` without a puzzle before it, and no row of a 3×3 grid.
    pub(super) fn is_stray_separator(&self, line: &str) -> bool {
        let rules = self.options.rules.as_ref();
        let is_row = Size::new(3)
            .zip(rules)
            .is_some_and(|(size, rules)| rules.are_for(size));
        line.trim_end() == description::SEPARATOR && !is_row
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
        self.lines.next()?;
        let has_clues = self.has_clues(&line)?;
        self.lines.give_back(vec![line.clone()]);
        if !has_clues {
            return Ok(());
        }
        let word = line
            .text
            .split([' ', '\t', ';'])
            .find(|word| !word.is_empty());
        let message = format!(
            "found {} right behind the rows of a grid, expected rules before 'clues' and the grid, or a line \
             '---' between two puzzles",
            messages::word(word.unwrap_or_default())
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
                self.ends = true;
                break;
            }
        }
        Ok(())
    }
}
