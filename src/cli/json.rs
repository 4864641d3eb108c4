//! JSON objects on lines of standard output. Characters that are not plainly visible, which
//! names of files and texts of inputs may hold, are escaped as JSON allows: a reader gets
//! the text as it was.

use serde::{Serialize, Serializer};
use std::io::{self, Write};
use sudosat::io::{InputError, escape_json};
use sudosat::sudoku::{Cell, Grid, Size};

/// The object in the place of an input that was refused.
#[derive(Serialize)]
struct Refused<'a> {
    puzzle: String,
    error: Why<'a>,
}

/// The reason, and its place in the input.
#[derive(Serialize)]
struct Why<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    message: &'a str,
}

/// The object of a puzzle.
#[derive(Serialize)]
struct Answer<'a, T> {
    puzzle: &'a str,
    #[serde(flatten)]
    answer: T,
}

/// A value for each cell of a grid, in rows; `None` where several grids leave a gap.
pub(super) type Rows<T> = Vec<Vec<Option<T>>>;

/// Returns a value for each cell of a grid.
pub(super) fn rows<T>(size: Size, value: impl Fn(Cell) -> T) -> Rows<T> {
    let rows = (0..size.rows()).map(|row| size.row(row));
    rows.map(|row| row.map(|cell| cell.map(&value)).collect())
        .collect()
}

/// Returns the numbers of a grid, in rows.
pub(super) fn digits(grid: &Grid) -> Rows<usize> {
    rows(grid.size(), |cell| grid.digit(cell).value())
}

/// Serializes the numbers of a grid, in rows, if there is one.
pub(super) fn grid<S: Serializer>(grid: &Option<Grid>, serializer: S) -> Result<S::Ok, S::Error> {
    grid.as_ref().map(digits).serialize(serializer)
}

/// Returns a value as JSON without a line end.
pub(super) fn text(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(value).map(escape_json)
}

/// Writes a value on a line.
pub(super) fn line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    writeln!(out, "{}", text(value)?)
}

/// Writes the object of a puzzle: the fields of the answer after its name.
pub(super) fn answer(out: &mut impl Write, name: &str, answer: impl Serialize) -> io::Result<()> {
    let puzzle = name;
    line(out, &Answer { puzzle, answer })
}

/// Writes the object of an input that was refused.
pub(super) fn refused(out: &mut impl Write, error: &InputError) -> io::Result<()> {
    let object = Refused {
        puzzle: error.place(),
        error: Why {
            line: error.line,
            column: error.column,
            message: &error.message,
        },
    };
    line(out, &object)
}
