//! The reader: lines become puzzles.

use super::cells::{self, Fault, Raw, Row, Separator};
use super::detect::{self, Body, Kind};
use super::lines::{LONGEST, Line, Lines};
use super::{Entry, Expected, Form, Options};
use super::{json, one_line, say, symbols};
use crate::io::InputError;
use crate::sudoku::{Order, Puzzle};
use std::io::BufRead;

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
    lines: Lines<R>,
    options: Options,
    before: Before,
    /// The last line of 16 symbols that was a 4×4 grid.
    grid_of_16: Option<u64>,
    found_any: bool,
    done: bool,
}

/// What was said ahead of a puzzle.
#[derive(Default)]
struct Before {
    /// `# count: N`
    count: Option<u64>,
    /// A `[Puzzle]` line was seen.
    section: bool,
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
            let is_row = on_line.order.n() == 2
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
        if let Some(order) = self.order_on_line(&row)? {
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
            let puzzle = self.puzzle(order, &grid)?;
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
                Some(line) => run.add(&line.text),
                None => false,
            };
            distance += 1;
        }
        Ok(run.is_grid())
    }

    /// The order of a grid of groups or numbers that this line is as a whole,
    /// if it is.
    fn order_on_line(&mut self, row: &Row) -> Result<Option<Order>, InputError> {
        let count = row.cells.len();
        if row.separator == Separator::Groups {
            return Ok(detect::line_order(count).filter(|order| order.n() > 2));
        }
        let order = Order::from_side(count.isqrt()).filter(|order| order.num_cells() == count);
        if order.is_none_or(|order| order.n() == 1)
            || !row.parted
            || row.separator == Separator::Bars
        {
            return Ok(None);
        }
        if count > Order::MAX.side() {
            return Ok(order);
        }
        let mut distance = 0;
        loop {
            match self
                .lines
                .peek(distance)?
                .map(|line| detect::kind(&line.text))
            {
                Some(Kind::Comment(_)) => distance += 1,
                Some(Kind::Cells(_) | Kind::Rule) => return Ok(None),
                _ => return Ok(order),
            }
        }
    }

    /// The grid of several lines whose first row this is.
    fn grid(&mut self, first: &Line, row: Row) -> Result<Entry, InputError> {
        let side = row.cells.len();
        let order = order_of_row(&row).map_err(|message| {
            let column = row.columns.first().map_or(1, |&column| column as usize);
            self.fault(first, (column, message))
        })?;
        let (separator, parted) = (row.separator, row.parted);
        let mut grid = Lined {
            rows: vec![(first.number, first.text.clone(), row.columns)],
            cells: row.cells,
            parted,
        };
        while grid.rows.len() < side {
            let (line, row) = self.next_row(&grid, order, separator)?;
            let number = grid.rows.len() + 1;
            if row.separator != separator || row.parted != parted {
                let message = format!(
                    "found {} in row {number}, expected {} as in row 1",
                    row.separator.name(),
                    separator.name()
                );
                return Err(self.fault(&line, (1, message)));
            }
            let found = row.cells.len();
            if found != side {
                let surplus = row.columns.get(side).map(|&column| column as usize);
                let column = surplus.unwrap_or(line.text.chars().count() + 1);
                let message =
                    format!("found {found} cells in row {number}, expected {side} as in row 1");
                return Err(self.fault(&line, (column, message)));
            }
            grid.cells.extend(row.cells);
            grid.rows.push((line.number, line.text, row.columns));
        }
        self.end_of_grid(side)?;
        let form = match separator {
            Separator::None if self.before.section => Form::Sdk,
            Separator::None => Form::Rows,
            Separator::Groups => Form::Groups,
            Separator::Blanks => Form::Numbers,
            Separator::Bars => Form::Boxes,
            Separator::Comma | Separator::Semicolon | Separator::Tab => Form::Fields,
        };
        let puzzle = self.puzzle(order, &grid)?;
        Ok(self.entry_of(puzzle, form, first.number, None))
    }

    /// The next row of a grid that isn't complete.
    fn next_row(
        &mut self,
        grid: &Lined,
        order: Order,
        separator: Separator,
    ) -> Result<(Line, Row), InputError> {
        let (rows, side) = (grid.rows.len(), order.side());
        let expected = format!("expected {side} rows of {side} cells");
        loop {
            let Some(line) = self.lines.next()? else {
                let message = format!("found the end of the input after row {rows}, {expected}");
                return Err(self.end_fault(self.lines.number(), message));
            };
            let found = match detect::kind(&line.text) {
                Kind::Comment(_) | Kind::Rule => continue,
                Kind::Blank
                    if separator == Separator::Tab && line.text == "\t".repeat(side - 1) =>
                {
                    let row = Row {
                        separator,
                        parted: true,
                        cells: vec![Raw::Blank; side],
                        columns: (1..=side as u32).collect(),
                    };
                    return Ok((line, row));
                }
                Kind::Blank if rows.is_multiple_of(order.n()) => continue,
                Kind::Blank => "a blank line",
                Kind::Title => "a title",
                Kind::Section(_) => "a section",
                Kind::Json => "a JSON object",
                Kind::Cells(body) => {
                    let row = cells::row(&body).map_err(|fault| self.fault(&line, fault))?;
                    return Ok((line, row));
                }
            };
            let message = format!("found {found} after row {rows}, {expected}");
            return Err(self.fault(&line, (1, message)));
        }
    }

    /// Makes sure that a grid ends after its last row.
    fn end_of_grid(&mut self, side: usize) -> Result<(), InputError> {
        let mut after_rule = false;
        loop {
            let Some(line) = self.lines.peek(0)? else {
                return Ok(());
            };
            match detect::kind(&line.text) {
                // The last line of one drawing and the first of the next.
                Kind::Rule if after_rule => return Ok(()),
                Kind::Rule => {
                    after_rule = true;
                    self.lines.next()?;
                }
                Kind::Cells(body) => {
                    let word = body.text.split(cells::is_gap).next().unwrap_or_default();
                    let message = format!(
                        "found {} after row {side}, expected the end of the grid or a blank line",
                        say::word(word)
                    );
                    let (number, column, text) = (line.number, body.column, line.text.clone());
                    return Err(say::at(self.lines.name(), number, column, &text, message));
                }
                _ => return Ok(()),
            }
        }
    }

    /// The puzzle whose cells these are.
    fn puzzle(&self, order: Order, grid: &Lined) -> Result<Puzzle, InputError> {
        let known = grid.cells.iter().copied();
        let alphabet = symbols::alphabet(order, known, grid.parted, &self.options)
            .map_err(|message| self.grid_fault(grid, 0, message))?;
        let mut puzzle = Puzzle::empty(order);
        for (place, (&raw, cell)) in grid.cells.iter().zip(order.cells()).enumerate() {
            let digit = symbols::digit(alphabet, order, raw).map_err(|expected| {
                let found = symbols::shown(raw);
                self.grid_fault(
                    grid,
                    place,
                    format!("found {found} in {cell}, expected {expected}"),
                )
            })?;
            puzzle.set_clue(cell, digit);
        }
        Ok(puzzle)
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
    fn entry_of(
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

    fn fault(&self, line: &Line, (column, message): Fault) -> InputError {
        say::at(self.lines.name(), line.number, column, &line.text, message)
    }

    /// An error in a cell of a grid.
    fn grid_fault(&self, grid: &Lined, cell: usize, message: String) -> InputError {
        let mut first = 0;
        for (number, text, columns) in &grid.rows {
            if cell < first + columns.len() {
                let column = columns[cell - first] as usize;
                return say::at(self.lines.name(), *number, column, text, message);
            }
            first += columns.len();
        }
        InputError::whole(self.lines.name(), message)
    }

    /// An error at a line as a whole.
    fn end_fault(&self, number: u64, message: impl Into<String>) -> InputError {
        let mut error = InputError::whole(self.lines.name(), message);
        error.line = Some(number.max(1));
        error
    }
}

/// The cells of a grid with the lines they came from.
struct Lined {
    /// By row: the line's number and text, and the columns of its cells.
    rows: Vec<(u64, String, Vec<u32>)>,
    /// In reading order.
    cells: Vec<Raw>,
    parted: bool,
}

/// The order of a grid with this row, or what was expected.
fn order_of_row(row: &Row) -> Result<Order, String> {
    let side = row.cells.len();
    let order = Order::from_side(side);
    let found = format!(
        "found {side} {}",
        if row.parted { "cells" } else { "symbols" }
    );
    if row.parted {
        order.ok_or_else(|| {
            let largest = Order::MAX.side();
            format!("{found}, expected n² in a row (1, 4, 9, 16, … {largest}) or n⁴ for a grid on a line")
        })
    } else {
        order.filter(|order| order.n() <= 5).ok_or_else(|| {
            let numbers = if order.is_some() { "; larger grids need numbers parted by blanks" } else { "" };
            format!("{found}, expected n² in a row (1, 4, 9, 16, 25) or n⁴ for a grid on a line (16, 81, 256, 625){numbers}")
        })
    }
}
