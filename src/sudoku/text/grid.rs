//! Grids of several lines: their rows, and where they must end.

use super::cells::{self, Raw, Row, Separator};
use super::detect::{self, Kind};
use super::lines::Line;
use super::reader::Reader;
use super::{Entry, Form, say, symbols};
use crate::io::InputError;
use crate::sudoku::{Puzzle, Size};
use std::io::BufRead;

/// The cells of a grid with the lines they came from.
pub(super) struct Lined {
    /// By row: the line's number and text, and the columns of its cells.
    pub rows: Vec<(u64, String, Vec<u32>)>,
    /// In reading order.
    pub cells: Vec<Raw>,
    pub parted: bool,
}

impl<R: BufRead> Reader<R> {
    /// The grid of several lines whose first row this is.
    pub(super) fn grid(&mut self, first: &Line, row: Row) -> Result<Entry, InputError> {
        let side = row.cells.len();
        let size = order_of_row(&row).map_err(|message| {
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
            let (line, row) = self.next_row(&grid, size, separator)?;
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
        let puzzle = self.puzzle(size, &grid)?;
        Ok(self.entry_of(puzzle, form, first.number, None))
    }

    /// The next row of a grid that isn't complete.
    fn next_row(
        &mut self,
        grid: &Lined,
        size: Size,
        separator: Separator,
    ) -> Result<(Line, Row), InputError> {
        let (rows, side) = (grid.rows.len(), size.side());
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
                Kind::Blank if rows.is_multiple_of(size.side().isqrt()) => continue,
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
                // A grid of 1×1 on a line, and the next one.
                Kind::Cells(body)
                    if side == 1 && cells::row(&body).is_ok_and(|row| row.cells.len() == 1) =>
                {
                    return Ok(());
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
    pub(super) fn puzzle(&self, size: Size, grid: &Lined) -> Result<Puzzle, InputError> {
        let known = grid.cells.iter().copied();
        let alphabet = symbols::alphabet(size, known, grid.parted, &self.options)
            .map_err(|message| self.grid_fault(grid, 0, message))?;
        let mut puzzle = Puzzle::empty(size);
        for (place, (&raw, cell)) in grid.cells.iter().zip(size.cells()).enumerate() {
            let digit = symbols::digit(alphabet, size, raw).map_err(|expected| {
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
}

/// The order of a grid with this row, or what was expected.
fn order_of_row(row: &Row) -> Result<Size, String> {
    let side = row.cells.len();
    let size = Size::new(side).filter(|size| size.order().is_some());
    let found = format!(
        "found {side} {}",
        if row.parted { "cells" } else { "symbols" }
    );
    if row.parted {
        size.ok_or_else(|| {
            let largest = Size::MAX.side();
            format!("{found}, expected n² in a row (1, 4, 9, 16, … {largest}) or n⁴ for a grid on a line")
        })
    } else {
        size.filter(|size| size.side() <= 25).ok_or_else(|| {
            let numbers = if size.is_some() { "; larger grids need numbers parted by blanks" } else { "" };
            format!("{found}, expected n² in a row (1, 4, 9, 16, 25) or n⁴ for a grid on a line (16, 81, 256, 625){numbers}")
        })
    }
}
