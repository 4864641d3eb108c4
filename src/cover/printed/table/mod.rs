//! Tables of 0s and 1s with names of rows and columns.
//!
//! ```text
//!      1 2 3 4 5 6 7
//!   A  1 0 0 1 0 0 1
//!   B  1 0 0 1 0 0 0
//!   C  0 0 0 1 1 0 1
//! ```
//!
//! - A row is an option, a column a primary item. Both kinds of names are optional: columns
//!   without are named `1`, `2`, … from the left.
//! - Cells are separated by blanks, or, where the text has these, by `|`, tabs, `;`, `,`
//!   (CSV), or `&` with `\\` at the ends of rows (LaTeX). With such separators an empty cell is
//!   0. With blanks alone, and 1s alone as cells, a row with fewer cells than columns is read by
//!   position: each of its cells is below a name. `.` and `·` are 0 too.
//! - Brackets, as Python and numpy print them, enclose rows or the whole table: `[[0, 1], [1, 0]]`,
//!   `A = [0 1]`. In brackets no cell is empty. A row may also be one word, `0110`.
//! - Rules of Markdown (`|---|---|`), of LaTeX (`\hline`), and frames of box-drawing characters
//!   are skipped. So are a first line `NAME =` and, if no row has a bar, lines that start with
//!   `|`: comments.
//! - Numbers name columns or rows only if they are in order: from 0 or 1 on, but columns above
//!   named rows may be left out. A text that may be a title as
//!   well as names, or names as well as cells, is refused. So is a last row or column that is
//!   named `Sum`, `Σ` or `Total`, and any invisible character.

mod brackets;
mod cell;
mod latex;
pub(in crate::cover) mod lines;
mod names;

use super::draft::Draft;
use super::page::Page;
use crate::cover::{ExactCover, Item};
use crate::io::InputError;
use cell::{Cell, Row, Rows};
use std::io::Read;

/// Reads a table. `name` is the input's name in errors. `warn` receives findings that are
/// suspicious but no errors.
///
/// # Errors
/// If reading fails or the text is not in this form, with line and column.
pub fn read(
    input: impl Read,
    name: &str,
    warn: impl FnMut(InputError),
) -> Result<ExactCover, InputError> {
    let page = Page::read(input, name)?;
    let separator = Separator::of(&page.text);
    let mut rows = Rows::default();
    match separator {
        Separator::Latex => latex::rows(&page, &mut rows)?,
        Separator::Brackets => brackets::rows(&page, &mut rows)?,
        Separator::Char(_) | Separator::Blanks => lines::rows(&page, separator, &mut rows)?,
    }
    let mut rows = rows.rows;
    if rows.is_empty() {
        return Err(page.unexpected(page.text.trim_end().len(), "a table of 0s and 1s"));
    }
    cell::split_words(&mut rows);
    Table::of(&page, rows, separator)?.problem(&page, warn)
}

/// The text between cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    Blanks,
    Char(char),
    /// `&`, and `\\` at the end of a row.
    Latex,
    /// Commas, blanks and the brackets themselves.
    Brackets,
}

impl Separator {
    fn of(text: &str) -> Separator {
        let has = |c: char| text.contains(c);
        match () {
            () if text.contains("\\begin{") || has('&') && text.contains("\\\\") => {
                Separator::Latex
            }
            () if text.lines().any(lines::has_bars) => Separator::Char('|'),
            () if has('[') => Separator::Brackets,
            () if text.lines().any(|line| line.trim().contains('\t')) => Separator::Char('\t'),
            () if has(';') => Separator::Char(';'),
            () if has(',') => Separator::Char(','),
            () => Separator::Blanks,
        }
    }
}

/// A table whose names are known.
struct Table {
    /// The names of the columns.
    header: Option<Vec<Cell>>,
    /// The cell before them.
    corner: Option<Cell>,
    /// Set if the first cell of each row is its name.
    labelled: bool,
    rows: Vec<Row>,
    /// Set if a row with fewer cells than columns is read by position.
    by_position: bool,
    separator: Separator,
}

impl Table {
    /// Returns the problem.
    fn problem(
        &self,
        page: &Page<'_>,
        warn: impl FnMut(InputError),
    ) -> Result<ExactCover, InputError> {
        let mut draft = Draft::new(page, "row", warn);
        let first = &self.rows[0];
        let width = match &self.header {
            Some(names) => names.len(),
            None => first.cells.len() - usize::from(self.labelled),
        };
        if width == 0 {
            return Err(page.unexpected(first.end, "0 or 1"));
        }
        for column in 0..width {
            match &self.header {
                Some(names) => draft.item(names[column].offset, &names[column].text)?,
                None => draft.item(first.offset, &(column + 1).to_string())?,
            }
        }
        for row in &self.rows {
            let (label, cells) = row.cells.split_at(usize::from(self.labelled));
            let label = label.first().map(|label| (label.offset, label.name()));
            if label.is_some_and(|(_, name)| name.is_empty()) {
                return Err(page.unexpected(row.offset, "the name of a row"));
            }
            let ones = self.ones(page, row, cells, width)?;
            draft.option(row.offset, &ones, label)?;
        }
        Ok(draft.builder.build())
    }

    /// Returns the columns in which a row has a 1.
    fn ones(
        &self,
        page: &Page<'_>,
        row: &Row,
        cells: &[Cell],
        width: usize,
    ) -> Result<Vec<(usize, Item)>, InputError> {
        let mut ones = Vec::new();
        // First column that is right of all cells so far.
        let mut free = 0;
        let names = self
            .header
            .as_deref()
            .filter(|_| self.by_position && cells.len() < width);
        for (number, cell) in cells.iter().enumerate() {
            let column = match names {
                Some(names) => {
                    let next = names.partition_point(|name| name.columns.1 <= cell.columns.0);
                    let is_one = |name: &Cell| cell.is_below(name);
                    if next < free
                        || !names.get(next).is_some_and(is_one)
                        || names.get(next + 1).is_some_and(is_one)
                    {
                        let expected = format!(
                            "a row of {width} cells, or each cell below the name of one column"
                        );
                        return Err(page.unexpected(cell.offset, &expected));
                    }
                    free = next + 1;
                    next
                }
                None if number == width => {
                    let message = format!("found another cell, expected a row of {width}");
                    return Err(page.error(cell.offset, message));
                }
                None => number,
            };
            match cell.value() {
                Some(true) => ones.push((cell.offset, Item::new(column))),
                Some(false) => {}
                None if cell.is_empty() => {}
                None if self.separator == Separator::Brackets => {
                    let expected = "0 or 1; --form sets reads lists of elements";
                    return Err(page.unexpected(cell.offset, expected));
                }
                None => return Err(page.unexpected(cell.offset, "0 or 1")),
            }
        }
        if names.is_none() && cells.len() < width {
            let found = cells.len();
            let message = format!("found the end of the row after {found} cells, expected {width}");
            return Err(page.error(row.end, message));
        }
        Ok(ones)
    }
}
