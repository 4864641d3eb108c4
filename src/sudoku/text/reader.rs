//! The reader: lines become puzzles.

use super::cells::{self, Fault, Row, Separator};
use super::detect::{self, Body, Kind};
use super::grid::Lined;
use super::lines::{LONGEST, Line, Lines};
use super::{Entry, Expected, Form, Options};
use super::{json, one_line, say};
use crate::io::InputError;
use crate::sudoku::{Puzzle, Size};
use std::io::BufRead;

/// How many lines are looked at before one is understood.
const LOOK_AHEAD: usize = 1000;

/// Reads the puzzles of an input one after the other; `name` is what errors
/// call it. Ends at the first error. No puzzle at all is an error.
pub fn read<R: BufRead>(input: R, name: &str, options: &Options) -> Reader<R> {
    Reader {
        lines: Lines::new(input, name),
        options: *options,
        before: Before::default(),
        grid_of_16: None,
        found_any: false,
        done: false,
    }
}

/// The puzzles of an input. See [`super`] for the forms.
///
/// Holds one puzzle and a look ahead of some lines.
pub struct Reader<R> {
    pub(super) lines: Lines<R>,
    pub(super) options: Options,
    pub(super) before: Before,
    /// The last line of 16 symbols that was a 4×4 grid.
    grid_of_16: Option<u64>,
    found_any: bool,
    done: bool,
}

/// What was said ahead of a puzzle.
#[derive(Default)]
pub(super) struct Before {
    /// `# count: N`
    count: Option<u64>,
    /// A `[Puzzle]` line was seen.
    pub section: bool,
    /// The line of a title or section, after which a puzzle must come.
    announced: Option<u64>,
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Entry, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let result = self.entry().transpose();
        match &result {
            Some(Ok(_)) => self.found_any = true,
            _ => self.done = true,
        }
        if result.is_none() && !self.found_any {
            let name = self.lines.name();
            return Some(Err(InputError::whole(
                name,
                "found no puzzle, expected at least one",
            )));
        }
        result
    }
}

impl<R: BufRead> Reader<R> {
    /// The next puzzle.
    fn entry(&mut self) -> Result<Option<Entry>, InputError> {
        while let Some(line) = self.lines.next()? {
            match detect::kind(&line.text) {
                Kind::Blank | Kind::Rule => {}
                Kind::Comment(text) => {
                    if let Some(count) = text.trim_start().strip_prefix("count:") {
                        self.before.count = count.trim().parse().ok().or(self.before.count);
                    }
                }
                Kind::Title => self.before.announced = Some(line.number),
                Kind::Section(name) if name.eq_ignore_ascii_case("puzzle") => {
                    self.before.announced = Some(line.number);
                    self.before.section = true;
                }
                Kind::Section(name) => {
                    let message =
                        format!("found the section {}, expected [Puzzle]", say::word(name));
                    return Err(self.fault(&line, (1, message)));
                }
                Kind::Json => return self.json(line).map(Some),
                Kind::Cells(body) => return self.cells(&line, &body).map(Some),
            }
        }
        match self.before.announced {
            None => Ok(None),
            Some(number) => Err(self.end_fault(
                number,
                "found the end of the input, expected a puzzle after this line",
            )),
        }
    }

    /// The puzzle that starts on this line of cells.
    fn cells(&mut self, line: &Line, body: &Body) -> Result<Entry, InputError> {
        if let Some(found) = detect::foreign(body.text) {
            return Err(self.fault(line, (body.column, format!("found {found}"))));
        }
        let on_line = one_line::find(body).map_err(|fault| self.fault(line, fault))?;
        if let Some(on_line) = on_line {
            let is_row = on_line.size.side() == 4
                && on_line.bare
                && on_line.form == Form::Line
                && self.is_row_of_16(line)?;
            if !is_row {
                let (puzzle, expected) = on_line
                    .read(&self.options)
                    .map_err(|fault| self.fault(line, fault))?;
                return Ok(self.entry_of(puzzle, on_line.form, line.number, expected));
            }
        }
        let row = cells::row(body).map_err(|fault| self.fault(line, fault))?;
        if let Some(size) = self.order_on_line(&row)? {
            let grid = Lined {
                rows: vec![(line.number, line.text.clone(), row.columns)],
                cells: row.cells,
                parted: row.parted,
            };
            let form = if row.parted {
                Form::NumberLine
            } else {
                Form::Line
            };
            let puzzle = self.puzzle(size, &grid)?;
            return Ok(self.entry_of(puzzle, form, line.number, None));
        }
        self.grid(line, row)
    }

    /// Whether a line of 16 symbols is a row: see [`super`].
    fn is_row_of_16(&mut self, first: &Line) -> Result<bool, InputError> {
        if self.before.section {
            return Ok(true);
        }
        let after_grid = self.grid_of_16 == Some(first.number - 1);
        if !after_grid && self.starts_grid_of_16_rows(&first.text)? {
            return Ok(true);
        }
        self.grid_of_16 = Some(first.number);
        Ok(false)
    }

    /// Whether a line of 16 symbols and those that follow are more likely the
    /// rows of one grid than grids.
    fn starts_grid_of_16_rows(&mut self, first: &str) -> Result<bool, InputError> {
        let mut run = detect::RunOf16::default();
        let mut more = run.add(first);
        let mut distance = 0;
        while more {
            more = match self.lines.peek(distance)? {
                Some(line) if distance < LOOK_AHEAD => run.add(&line.text),
                _ => false,
            };
            distance += 1;
        }
        Ok(run.is_grid())
    }

    /// The order of a grid of groups or numbers that this line is as a whole,
    /// if it is.
    fn order_on_line(&mut self, row: &Row) -> Result<Option<Size>, InputError> {
        let count = row.cells.len();
        if row.separator == Separator::Groups {
            return Ok(detect::line_order(count).filter(|size| size.side() > 4));
        }
        let size = Size::new(count.isqrt())
            .filter(|size| size.order().is_some() && size.num_cells() == count);
        if size.is_none_or(|size| size.side() == 1)
            || !row.parted
            || row.separator == Separator::Bars
        {
            return Ok(None);
        }
        if count > Size::MAX.side() {
            return Ok(size);
        }
        let mut distance = 0;
        loop {
            match self
                .lines
                .peek(distance)?
                .map(|line| detect::kind(&line.text))
            {
                Some(Kind::Comment(_)) if distance < LOOK_AHEAD => distance += 1,
                Some(Kind::Cells(_) | Kind::Rule) => return Ok(None),
                _ => return Ok(size),
            }
        }
    }

    /// The puzzle in the JSON object that starts on this line.
    fn json(&mut self, first: Line) -> Result<Entry, InputError> {
        let mut depth = json::Depth::default();
        let mut text = first.text;
        let mut complete = depth.over(&text);
        while !complete {
            let Some(line) = self.lines.next()? else {
                let message = "found the end of the input within a JSON object, expected its '}'";
                return Err(self.end_fault(first.number, message));
            };
            complete = depth.over(&line.text);
            text.push('\n');
            text.push_str(&line.text);
            if text.len() > LONGEST {
                let message =
                    format!("found a JSON object of more than {LONGEST} bytes, expected a puzzle");
                return Err(self.end_fault(first.number, message));
            }
        }
        let puzzle = json::puzzle(&text).map_err(|(line, column, message)| {
            let shown = text.lines().nth(line - 1).unwrap_or_default();
            say::at(
                self.lines.name(),
                first.number + line as u64 - 1,
                column,
                shown,
                message,
            )
        })?;
        Ok(self.entry_of(puzzle, Form::Json, first.number, None))
    }

    /// The entry of a puzzle; what was said ahead of it is used up.
    pub(super) fn entry_of(
        &mut self,
        puzzle: Puzzle,
        form: Form,
        line: u64,
        expected: Option<Expected>,
    ) -> Entry {
        let before = std::mem::take(&mut self.before);
        let told = before.count.map(|count| Expected {
            count: Some(count),
            solution: None,
        });
        Entry {
            puzzle,
            form,
            line,
            name: format!("{}:{line}", self.lines.name()),
            expected: expected.or(told),
        }
    }

    pub(super) fn fault(&self, line: &Line, (column, message): Fault) -> InputError {
        say::at(self.lines.name(), line.number, column, &line.text, message)
    }

    /// An error at a line as a whole.
    pub(super) fn end_fault(&self, number: u64, message: impl Into<String>) -> InputError {
        let mut error = InputError::whole(self.lines.name(), message);
        error.line = Some(number.max(1));
        error
    }
}
