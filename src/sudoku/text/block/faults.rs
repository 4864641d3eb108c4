//! Messages about blocks of text: the fault of a block that is not a grid, and the reason
//! to doubt a block that could be one.

use super::{Block, Role};
use crate::sudoku::Size;
use crate::sudoku::text::chars::{self, is_gap};
use crate::sudoku::text::layout::Layout;
use crate::sudoku::text::lines::Line;
use crate::sudoku::text::split::Body;
use crate::sudoku::text::styles::layouts;
use crate::sudoku::text::{Form, alphabet, line, messages};

impl Block {
    /// Returns the first row that has quote marks of a mail where the rows before have
    /// none, or the other way about: its line, and the column and message.
    pub(in crate::sudoku::text) fn other_quote(&self) -> Option<(Line, usize, String)> {
        let is_quoted = |line: &Line| line::unquoted(&line.text).len() < line.text.len();
        let mut rows = self.rows.iter().map(|&row| &self.lines[row].0);
        let first = is_quoted(rows.next()?);
        let line = rows.find(|line| is_quoted(line) != first)?;
        let message = match first {
            true => {
                "found a row without '>' after rows of a quoted mail, expected '>' before all rows or none"
            }
            false => {
                "found '>' before a row, expected a cell, or '>' of a quoted mail before all rows"
            }
        };
        let column = line.text.chars().take_while(|&c| is_gap(c)).count() + 1;
        Some((line.clone(), column, message.to_owned()))
    }

    /// Returns a reason to doubt that the rows of this layout are those of a grid, if
    /// there is one: a heading may be taken for a row, or the ends of the lines for a
    /// column.
    pub(in crate::sudoku::text) fn doubtful(
        &self,
        layout: &Layout,
        all_rows: bool,
    ) -> Option<String> {
        let side = layout.rows.len();
        let has_heading = layout.drawn && self.row_breaks(all_rows, side) == [1];
        let head = &layout.rows[0];
        let is_blank = head.iter().all(|(_, token)| token.is_empty());
        let is_counted = head
            .iter()
            .enumerate()
            .all(|(place, (_, token))| token.parse() == Ok(place + 1));
        if has_heading && side > 2 && (is_blank || is_counted) {
            let found = if is_blank { "an empty" } else { "a numbered" };
            return Some(format!(
                "found {found} heading of a table with {} rows below, which is a row of the grid, or a row is lost; \
                 write the grid without a heading, or add the row",
                side - 1
            ));
        }
        let rules = self.lines.iter().filter(|(_, role)| *role != Role::Row);
        let (or_rows, drawn): (Vec<_>, Vec<_>) =
            rules.partition(|(_, role)| *role == Role::Rule { or_row: true });
        let has_dashes = layout.rows.iter().flatten().any(|(_, token)| *token == "-");
        if let Some((line, _)) = or_rows
            .iter()
            .find(|(line, _)| line.text.contains(chars::is_bar))
            && !all_rows
            && !drawn.is_empty()
            && has_dashes
        {
            return Some(format!(
                "found a line of dashes and bars (line {}) that is a row of blank cells or is drawn; \
                 write . for blank cells",
                line.number
            ));
        }
        let is_usual = |side: usize| side == 12 || side == 6 || side.isqrt().pow(2) == side;
        let ends_empty =
            |row: &Vec<(usize, &str)>| row.last().is_some_and(|(_, cell)| cell.is_empty());
        let starts_empty =
            |row: &Vec<(usize, &str)>| row.first().is_some_and(|(_, cell)| cell.is_empty());
        let is_margin = layout.rows.iter().all(ends_empty) || layout.rows.iter().all(starts_empty);
        let is_odd = side > 4 && is_usual(side - 1) && !is_usual(side);
        (layout.form == Form::Fields && is_odd && is_margin).then(|| {
            format!(
                "found {side} rows of {side} fields of which one is empty in all rows: a column of blanks, or {} \
                 columns and a row too many; write . for blank cells",
                side - 1
            )
        })
    }

    /// Returns the error for a block from which no grid can be made. `next` is the number and
    /// kind of the line that follows.
    pub(in crate::sudoku::text) fn misfit(&self, next: Option<(u64, &'static str)>) -> Misfit {
        let all_rows = self.rows.is_empty();
        let bodies = self.bodies(all_rows);
        let numbers = self.numbers(all_rows);
        let layouts = layouts(&bodies);
        // The likeliest way, unless most of it makes no sense.
        let is_likely =
            |layout: &&Layout| 2 * faults(layout) <= layout.rows.iter().map(Vec::len).sum();
        let likely = layouts.iter().find(is_likely);
        let Some(layout) = likely.or_else(|| layouts.iter().min_by_key(|layout| faults(layout)))
        else {
            let number = numbers.first().copied().unwrap_or(1);
            return (
                number,
                Some(1),
                "found no cells, expected a grid".to_owned(),
            );
        };
        let rows = layout.rows.len();
        if let Some((row, column, message)) = bad_cell(layout) {
            return (numbers[row.min(numbers.len() - 1)], Some(column), message);
        }
        if rows == 1 {
            let column = layout.rows[0].first().map_or(1, |(column, _)| *column);
            return (numbers[0], Some(column), no_grid_on_a_line(layout));
        }
        if layout.rows.iter().all(|row| row.len() == 1) {
            let what = noun(layout);
            let message =
                format!("found {rows} lines of one cell each, expected N rows of N {what}");
            return (numbers[0], Some(layout.rows[0][0].0), message);
        }
        if let Some((row, column, message)) = ragged_row(layout, &bodies) {
            return (numbers[row], Some(column), message);
        }
        let side = usual_length(layout);
        let expected = format!("expected {side} rows of {side} cells");
        if rows < side {
            let message = |found: &str| format!("found {found} after row {rows}, {expected}");
            return match next {
                Some((number, what)) => (number, Some(1), message(what)),
                None => {
                    let number = numbers.last().map_or(1, |last| last + 1);
                    (number, None, message("the end of the input"))
                }
            };
        }
        let row = rows / side.max(1) * side;
        let (row, column, word) = match layout.rows.get(row).and_then(|row| row.first()) {
            Some((column, _)) => {
                let word = bodies[row].text.split(is_gap).next().unwrap_or_default();
                (row, *column, word)
            }
            None => (rows - 1, 1, ""),
        };
        let message = format!(
            "found {} after row {side}, expected the end of the grid or a blank line",
            messages::word(word)
        );
        (numbers[row.min(numbers.len() - 1)], Some(column), message)
    }
}

/// The line of an error in a block, its column if it has one, and a message.
pub(in crate::sudoku::text) type Misfit = (u64, Option<usize>, String);

/// Returns the word for the cells of a layout.
fn noun(layout: &Layout) -> &'static str {
    if layout.parted { "cells" } else { "symbols" }
}

/// Returns the number of rows of another length than most, and of texts that are no cells.
fn faults(layout: &Layout) -> usize {
    let side = usual_length(layout);
    let ragged = layout.rows.iter().filter(|row| row.len() != side).count();
    let cells = layout.rows.iter().flatten();
    let bad = cells.filter(|(_, token)| layout.parted && alphabet::class(token).is_err());
    ragged + bad.count()
}

/// Returns the row and column of the first text that is no cell, and what is wrong.
fn bad_cell(layout: &Layout) -> Option<(usize, usize, String)> {
    layout.rows.iter().enumerate().find_map(|(row, cells)| {
        let mut cells = cells.iter();
        cells.find_map(|(column, token)| {
            let message = alphabet::class(token).err()?;
            let is_bad = layout.parted || !token.starts_with(is_gap);
            is_bad.then_some((row, *column, message))
        })
    })
}

/// Returns why the cells of a single row are no grid.
fn no_grid_on_a_line(layout: &Layout) -> String {
    let (side, what) = (layout.rows[0].len(), noun(layout));
    let mut tokens = layout.rows[0].iter().map(|(_, token)| token);
    let first = tokens.next();
    if Size::new(side.isqrt()).is_some_and(|size| size.num_cells() == side)
        && tokens.all(|token| Some(token) == first)
    {
        return format!(
            "found {side} times the same sign: the blank cells of a grid on a line, or a drawn line; \
             write 0 for blank cells"
        );
    }
    let numbers_needed = if layout.parted || side <= 36 {
        ""
    } else {
        "; larger grids need numbers parted by blanks"
    };
    format!(
        "found {side} {what} on a line, expected N rows of N {what}, or the N² of a grid on a line \
         (16, 36, 64, 81, 100, 144, 256, …){numbers_needed}"
    )
}

/// Returns the row of another length than most, and the column and message.
fn ragged_row(layout: &Layout, bodies: &[Body]) -> Option<(usize, usize, String)> {
    let side = usual_length(layout);
    let usual = layout.rows.iter().position(|row| row.len() == side);
    let usual = usual.unwrap_or(0) + 1;
    let row = layout.rows.iter().position(|row| row.len() != side)?;
    let (cells, line) = (&layout.rows[row], &bodies[row]);
    let end = line.column + line.text.chars().count();
    let column = cells.get(side).map_or(end, |(column, _)| *column);
    let message = format!(
        "found {} cells in row {}, expected {side} as in row {usual}",
        cells.len(),
        row + 1
    );
    Some((row, column, message))
}

/// Returns the length that most rows have.
fn usual_length(layout: &Layout) -> usize {
    let count = |length: usize| layout.rows.iter().filter(|row| row.len() == length).count();
    let first = layout.rows.first().map_or(0, Vec::len);
    let lengths = layout.rows.iter().map(Vec::len);
    lengths.fold(first, |best, length| {
        if count(length) > count(best) {
            length
        } else {
            best
        }
    })
}
