//! CSV with a column for each cell: a heading with the names of cells, perhaps behind the
//! name of the puzzle, and a puzzle on each line.

use super::grid::Found;
use super::state::Reader;
use crate::io::InputError;
use crate::sudoku::Size;
use crate::sudoku::text::lines::Line;
use crate::sudoku::text::split::{Token, is_one_of, parts, trimmed, unquoted};
use crate::sudoku::text::{Form, Options, alphabet, annotations, cell_names, messages, one_line};

/// The columns of a file.
pub(super) struct Columns {
    mark: char,
    /// Number of columns before the cells.
    before: usize,
    size: Size,
}

/// Returns the columns that a line names.
pub(super) fn heading(line: &str) -> Option<Columns> {
    let mark = [',', ';', '\t']
        .into_iter()
        .find(|&mark| line.contains(mark))?;
    let names: Vec<&str> = fields(line, mark)
        .into_iter()
        .map(|(_, name)| name)
        .collect();
    let is_id = |name: &str| {
        let ids = "id no index name number puzzle puzzle_id";
        name.is_empty() || is_one_of(&name.to_ascii_lowercase(), ids)
    };
    let columns = |before: usize| {
        let cells = &names[before..];
        let size = one_line::line_size(cells.len(), &Options::default())?;
        are_cells(cells, size).then_some(Columns { mark, before, size })
    };
    match is_id(names[0]) {
        true => columns(1),
        false => columns(0),
    }
}

/// Returns `true` for the names of all cells in reading order: `r1c1` and so on, or the
/// same letters with numbers from 0 or 1.
fn are_cells(names: &[&str], size: Size) -> bool {
    let is_cell = |(name, cell): (&&str, _)| {
        cell_names::name(name).and_then(|name| name.cell(1, size)) == Some(cell)
    };
    if names.iter().zip(size.cells()).all(is_cell) {
        return true;
    }
    let number = |name: &str| -> Option<(String, usize)> {
        let start = name.trim_end_matches(|c: char| c.is_ascii_digit());
        Some((start.to_owned(), name[start.len()..].parse().ok()?))
    };
    let Some((start, first)) = names.first().and_then(|name| number(name)) else {
        return false;
    };
    let counts = (first..)
        .zip(names)
        .all(|(index, name)| number(name) == Some((start.clone(), index)));
    // A row of numbers alone may be a grid: it does not count to N².
    first <= 1 && counts
}

fn fields(line: &str, mark: char) -> Vec<Token<'_>> {
    let parts = parts(line, 1, |c| c == mark).into_iter();
    parts
        .map(|(column, part)| unquoted(trimmed(column, part)))
        .collect()
}

impl Reader<'_> {
    /// Reads the puzzles below a heading, one a line.
    pub(super) fn columns(&mut self, columns: &Columns) -> Result<(), InputError> {
        while let Some(line) = self
            .lines
            .peek(0)?
            .filter(|line| line.text.contains(columns.mark))
        {
            let line = line.clone();
            self.lines.next()?;
            if let Err(error) = self.row_of_columns(columns, &line) {
                self.pending.push_back(Err(error));
            }
        }
        Ok(())
    }

    fn row_of_columns(&mut self, columns: &Columns, line: &Line) -> Result<(), InputError> {
        let cells = fields(&line.text, columns.mark);
        let expected = columns.before + columns.size.num_cells();
        if cells.len() != expected {
            let message = format!(
                "found {} fields, expected {expected} as in the heading",
                cells.len()
            );
            return Err(self.fault(line, (1, message)));
        }
        if let Some((column, name)) = cells[..columns.before].first()
            && annotations::states_rule(name)
        {
            let message = format!(
                "found the rule {} beside a puzzle, expected rules given with --rules",
                messages::word(name)
            );
            return Err(self.fault(line, (*column, message)));
        }
        let mut cells = vec![cells[columns.before..].to_vec()];
        alphabet::plain(&mut cells);
        let cells = cells[0]
            .iter()
            .map(|&(column, cell)| (cell, (line.number, column)));
        let found = Found::of_cells(Form::Fields, columns.size.side(), cells);
        self.grid(found, &[(line.number, &line.text)])
    }
}
