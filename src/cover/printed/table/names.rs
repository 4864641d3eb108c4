//! The names of columns and rows: found, and refused if they may be something else.

use super::cell::{Cell, Row};
use super::{Separator, Table};
use crate::cover::printed::is_among;
use crate::cover::printed::page::Page;
use crate::io::InputError;

/// The message for a text that is two tables.
const TWO_READINGS: &str = "this may be names or 0s and 1s: expected an empty corner before the \
                            names of columns and names of rows, or 0s and 1s alone";

/// Returns `true` if the first row has the names of the columns.
fn has_header(rows: &[Row]) -> bool {
    let (first, rest) = rows.split_first().expect("there is a row");
    let ruled =
        first.ruled && rest.len() > 1 && !rest[..rest.len() - 1].iter().any(|row| row.ruled);
    let longer = rest
        .first()
        .is_some_and(|row| row.cells.len() == first.cells.len() + 1);
    let no_corner = first.cells[0].is_empty();
    let is_single = first.cells.len() == 1;
    // A name and then only 0s and 1s are a row with its name.
    let names_itself = first.cells[0].is_name() && !first.cells[1..].iter().any(Cell::is_name);
    let same = |row: &Row| row.cells[0].value().is_some() && row.cells.len() == first.cells.len();
    let is_header = ruled
        || first.cells[1..].iter().any(Cell::is_name)
        || longer && (is_single || !names_itself)
        || !rest.is_empty() && is_single && names_itself && rest.iter().all(same)
        || no_corner && rest.iter().any(|row| row.cells[0].is_name());
    is_header && !first.in_brackets
}

/// Returns `true` if cells are the numbers from 0 or 1 on.
fn in_order<'c>(cells: impl Iterator<Item = &'c Cell>) -> bool {
    let mut numbers = cells.map(|cell| cell.name().parse::<usize>().ok());
    let first = numbers.next().flatten();
    first.is_some_and(|first| {
        first < 2
            && numbers
                .zip(first + 1..)
                .all(|(number, next)| number == Some(next))
    })
}

/// Returns `true` if the cell may be above the numbers of rows.
fn is_index(cell: &Cell) -> bool {
    const NAMES: &str = " id i index row rows set sets name option nr";
    is_among(&cell.name().to_lowercase(), NAMES)
}

/// Returns `true` if the cell has signs but no name, or a part of a name in quotes.
fn is_sign(cell: &Cell) -> bool {
    let is_sign = |c: char| c.is_ascii_punctuation() || c == '·';
    !cell.is_empty() && cell.text.chars().all(is_sign) || cell.text.contains('"')
}

impl Table {
    /// Finds the names of columns and rows.
    pub(super) fn of(
        page: &Page<'_>,
        mut rows: Vec<Row>,
        separator: Separator,
    ) -> Result<Table, InputError> {
        let blanks = separator == Separator::Blanks;
        let header = has_header(&rows).then(|| rows.remove(0).cells);
        let Some(first) = rows.first() else {
            return Err(page.unexpected(page.text.trim_end().len(), "a row of 0s and 1s"));
        };
        let names = header.as_deref().unwrap_or_default();
        let longer = header.is_some() && first.cells.len() == names.len() + 1;
        let left = |row: &Row| row.cells[0].columns.1 <= names[0].columns.0;
        let no_corner = names.first().is_some_and(Cell::is_empty);
        let labelled = rows.iter().any(|row| row.cells[0].is_name())
            || longer
            || no_corner
            || header.is_some() && blanks && rows.iter().all(left);
        let cells = rows
            .iter()
            .flat_map(|row| &row.cells[usize::from(labelled)..]);
        let has_zeros = cells.clone().any(|cell| cell.value() == Some(false));
        let firsts = rows.iter().map(|row| &row.cells[0]);
        let (corner, others) = (&first.cells[0], &first.cells[1..]);
        let is_header = match corner.is_empty() {
            true => in_order(firsts.skip(1)),
            false => is_index(corner) && in_order(others.iter()),
        };
        if header.is_none() && is_header {
            return Err(page.error(first.offset, TWO_READINGS));
        }
        let ends_empty = |row: &Row| row.cells.last().is_some_and(Cell::is_empty);
        if header.is_none() && rows.iter().all(ends_empty) {
            return Err(page.unexpected(first.end, "0 or 1: all rows end with an empty cell"));
        }
        let mut table = Table {
            header,
            corner: None,
            labelled,
            by_position: blanks && !has_zeros,
            separator,
            rows,
        };
        if labelled && !longer {
            table.take_corner(page, blanks)?;
        }
        if let Some(names) = &table.header {
            table.check_header(page, names)?;
        }
        table.check_labels(page)?;
        table.check_sums(page)?;
        Ok(table)
    }

    /// Removes the cell above the names of the rows, if there is one, from the header.
    fn take_corner(&mut self, page: &Page<'_>, blanks: bool) -> Result<(), InputError> {
        let Some(names) = &mut self.header else {
            return Ok(());
        };
        let mut rows = self.rows.iter();
        let Some(below) = rows.find(|row| !blanks || row.cells[0].is_below(&names[0])) else {
            return Ok(());
        };
        let corner = names.remove(0);
        // Where cells have to be counted, a name of any kind may be the corner but a number.
        let is_alike = |name: &Cell| {
            name.is_number() == corner.is_number() && (corner.is_number() || self.by_position)
        };
        if names.iter().any(is_alike) {
            let message = format!(
                "row '{}' is below column '{}', which is named like the other columns: \
                 expected an empty corner above the names of the rows",
                below.cells[0].name(),
                corner.name()
            );
            return Err(page.error(below.offset, message));
        }
        self.corner = Some(corner);
        Ok(())
    }

    /// Refuses names of columns that may be something else.
    fn check_header(&self, page: &Page<'_>, names: &[Cell]) -> Result<(), InputError> {
        let corner = self.corner.as_ref().filter(|corner| !corner.is_empty());
        let firsts = self.rows.iter().map(|row| &row.cells[0]);
        if let Some(sign) = names.iter().find(|name| is_sign(name)) {
            return Err(page.unexpected(sign.offset, "the name of a column"));
        }
        let has_values = names.iter().any(|name| name.value().is_some());
        let numbers = names.iter().map(|name| name.name().parse::<u64>().ok());
        let ascends = names.iter().all(Cell::is_number) && numbers.is_sorted_by(|a, b| a < b);
        let is_ordered = match self.labelled && (corner.is_none() || !has_values) {
            true => ascends,
            false => in_order(names.iter()),
        };
        if (has_values || names.iter().all(Cell::is_number)) && !is_ordered {
            let expected = "names of columns: numbers are names if they are in order, as 1 2 3";
            return Err(page.unexpected(names[0].offset, expected));
        }
        let Some(first) = names.first() else {
            return Ok(());
        };
        let is_data = (!self.labelled || corner.is_some()) && !names.iter().any(Cell::is_name);
        let is_index = !self.labelled && is_index(first) && in_order(firsts);
        if is_data || is_index {
            return Err(page.error(first.offset, TWO_READINGS));
        }
        if self.separator != Separator::Blanks {
            return Ok(());
        }
        let is_long = |name: &Cell| name.text.chars().filter(|c| c.is_alphabetic()).count() > 1;
        let Some(long) = names.iter().find(|name| is_long(name)) else {
            return Ok(());
        };
        let mut pairs = itertools::iproduct!(&self.rows, names.iter().enumerate());
        let are_above = self.labelled
            && pairs.all(|(row, (column, name))| {
                let cell = row.cells.get(column + 1);
                let is_by_position = row.cells.len() <= names.len();
                let is_above = cell.is_some_and(|cell| cell.is_below(name));
                !row.cells[0].is_below(name) && (is_by_position || is_above)
            });
        match are_above {
            true => Ok(()),
            false => {
                let expected = "a row of 0s and 1s: this line may be a title. Names of columns are \
                                letters or numbers, stand above the cells of named rows, or have \
                                commas between";
                Err(page.unexpected(long.offset, expected))
            }
        }
    }

    /// Refuses names of rows that may be something else.
    fn check_labels(&self, page: &Page<'_>) -> Result<(), InputError> {
        const NAME: &str = "the name of a row: numbers are names if all are, in order, as 1 2 3";
        if !self.labelled {
            return Ok(());
        }
        let mut labels = self.rows.iter().map(|row| &row.cells[0]);
        let is_other = |label: &&Cell| {
            is_sign(label) || label.is_number() != self.rows[0].cells[0].is_number()
        };
        if let Some(label) = labels.clone().find(is_other) {
            return Err(page.unexpected(label.offset, NAME));
        }
        let value = labels.clone().find(|label| label.value().is_some());
        let no_corner = self.corner.as_ref().is_some_and(Cell::is_empty);
        if let Some(value) = value
            && (!in_order(labels.clone()) || !no_corner && !labels.clone().any(Cell::is_name))
        {
            return Err(page.unexpected(value.offset, NAME));
        }
        let is_named = |corner: &&Cell| !corner.is_empty() && !is_index(corner);
        if let Some(corner) = self.corner.as_ref().filter(is_named)
            && labels.any(Cell::is_number)
        {
            return Err(page.error(corner.offset, TWO_READINGS));
        }
        Ok(())
    }

    /// Refuses a last row or column that may have the sums of the others.
    fn check_sums(&self, page: &Page<'_>) -> Result<(), InputError> {
        let row = self.rows.last().filter(|_| self.labelled);
        let column = self.header.as_ref().and_then(|names| names.last());
        let lasts = row.map(|row| &row.cells[0]).into_iter().chain(column);
        match lasts.into_iter().find(|cell| is_sum(cell)) {
            Some(cell) => {
                let expected =
                    "a name: this may be the sums of the others, which belong to no table";
                Err(page.unexpected(cell.offset, expected))
            }
            None => Ok(()),
        }
    }
}

fn is_sum(cell: &Cell) -> bool {
    const NAMES: &str = "sum sums total summe σ ∑ \\sum \\sigma";
    is_among(&cell.name().to_lowercase(), NAMES)
}
