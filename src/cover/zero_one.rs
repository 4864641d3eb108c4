//! The text form of a 0/1 matrix.
//!
//! ```text
//! | Knuth's example
//! 0 0 1 0 1 1 0
//! 1 0 0 1 0 0 1
//! 0110010
//! 1001000
//! ```
//!
//! A line is a row: an option. Each `0` or `1` is a cell; blanks between cells
//! are optional. All rows have as many cells as the first. Columns are primary
//! items, named `1`, `2`, … from the left. Empty lines, and lines whose first
//! non-blank character is `|`, are ignored.

use super::builder::{BuildError, Builder};
use super::lines;
use super::problem::{ExactCover, Item};
use crate::io::{InputError, Place, Scanner};
use std::io::{self, Read, Write};

/// Reads a matrix. `name` is the input's name in errors. `warn` receives
/// findings that are suspicious but no errors.
///
/// # Errors
/// If reading fails or the text is not in this form, with line and column.
pub fn read(
    input: impl Read,
    name: &str,
    mut warn: impl FnMut(InputError),
) -> Result<ExactCover, InputError> {
    let mut reader = MatrixReader {
        scanner: lines::scanner(input, name)?,
        builder: ExactCover::builder(),
        width: None,
    };
    while lines::find_line(&mut reader.scanner)? {
        let start = reader.scanner.place();
        if !reader.row(start)? {
            let message = "this row has no 1, so no solution has it";
            warn(reader.scanner.error(start, message));
        }
    }
    if reader.width.is_none() {
        let place = reader.scanner.place();
        return Err(reader.scanner.unexpected(place, "a row of 0s and 1s"));
    }
    Ok(reader.builder.build())
}

struct MatrixReader<R> {
    scanner: Scanner<R>,
    builder: Builder,
    /// Number of cells of a row, known once the first row was read.
    width: Option<usize>,
}

impl<R: Read> MatrixReader<R> {
    /// Reads a row. Returns `true` if it has a 1.
    fn row(&mut self, start: Place) -> Result<bool, InputError> {
        let mut column = 0;
        let mut has_one = false;
        self.builder
            .start_option()
            .map_err(|error| self.refused(start, error))?;
        loop {
            let cell = self.scanner.skip_blanks()?;
            if self.scanner.at_line_end()? {
                break;
            }
            let Some(cell @ (b'0' | b'1')) = cell else {
                let place = self.scanner.place();
                return Err(self.scanner.unexpected(place, "0 or 1"));
            };
            match self.width {
                None => {
                    self.builder
                        .primary(&(column + 1).to_string())
                        .map_err(|error| self.refused(start, error))?;
                }
                Some(width) if column == width => {
                    let message =
                        format!("found another cell, expected a row of {width} like the first");
                    return Err(self.scanner.error(self.scanner.place(), message));
                }
                Some(_) => {}
            }
            if cell == b'1' {
                has_one = true;
                self.builder
                    .extend_option(Item::new(column), None)
                    .map_err(|error| self.refused(start, error))?;
            }
            column += 1;
            self.scanner.bump();
        }
        let width = *self.width.get_or_insert(column);
        if column < width {
            let message =
                format!("found the end of the row after {column} cells, expected {width}");
            return Err(self.scanner.error(self.scanner.place(), message));
        }
        self.builder.end_option();
        Ok(has_one)
    }

    fn refused(&self, place: Place, error: BuildError) -> InputError {
        self.scanner.error(place, error.to_string())
    }
}

/// Writes the matrix of a problem: a line for each option, a cell for each
/// item.
///
/// The names of the items are lost. The form can't express a problem with
/// secondary items, with bounds or costs, without items, or without options: these are refused as
/// [`io::ErrorKind::InvalidInput`].
///
/// # Errors
/// If the form can't express the problem, or those of `output`.
pub fn write(problem: &ExactCover, mut output: impl Write) -> io::Result<()> {
    let refused = |message| Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    if problem.num_primary() < problem.num_items() {
        return refused("a 0/1 matrix can't say which items are secondary");
    }
    if problem.has_bounds() {
        return refused("a 0/1 matrix can't say how often an item is to be covered");
    }
    if problem.has_costs() {
        return refused("a 0/1 matrix can't say what an option costs");
    }
    if problem.num_items() == 0 {
        return refused("a 0/1 matrix needs a column");
    }
    if problem.num_options() == 0 {
        return refused("a 0/1 matrix needs a row");
    }
    let mut row = vec![b'0'; problem.num_items()];
    for option in problem.options() {
        row.fill(b'0');
        for item in problem.option(option) {
            row[item.index()] = b'1';
        }
        output.write_all(&row)?;
        output.write_all(b"\n")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::OptionId;

    fn read_text(text: &[u8]) -> (Result<ExactCover, String>, Vec<String>) {
        let mut warnings = Vec::new();
        let problem = read(text, "in", |warning| warnings.push(warning.to_string()));
        (problem.map_err(|error| error.to_string()), warnings)
    }

    #[test]
    fn blanks_do_not_matter_and_rows_come_back() {
        let (problem, warnings) = read_text(b"| two\r\n\n0 1 1\r\n1\t00\n 000\n111");
        let problem = problem.unwrap();
        assert_eq!(
            warnings,
            ["in:5:2: this row has no 1, so no solution has it"]
        );
        let rows: Vec<String> = problem.options().map(|row| problem.text(row)).collect();
        assert_eq!(rows, ["2 3", "1", "", "1 2 3"]);
        let mut written = Vec::new();
        write(&problem, &mut written).unwrap();
        assert_eq!(written, b"011\n100\n000\n111\n");
        assert_eq!(read_text(&written).0.unwrap(), problem);
    }

    #[test]
    fn faults_have_a_place() {
        for (text, message) in [
            (
                &b"\n| no\n"[..],
                "3:1: found the end of the file, expected a row of 0s and 1s",
            ),
            (b"0 1 2\n", "1:5: found \"2\", expected 0 or 1"),
            (b"0 1\xff1\n", "1:4: found \"\\xff1\", expected 0 or 1"),
            (
                b"0 \r1\n",
                "1:3: found a carriage return without a line feed, expected 0 or 1",
            ),
            (
                b"0 1\n0 1 1\n",
                "2:5: found another cell, expected a row of 2 like the first",
            ),
            (
                b"011\n01\r\n",
                "2:4: found the end of the row after 2 cells, expected 3",
            ),
            (
                b"011\n01",
                "2:3: found the end of the row after 2 cells, expected 3",
            ),
        ] {
            assert_eq!(read_text(text).0.unwrap_err(), format!("in:{message}"));
        }
    }

    #[test]
    fn what_a_matrix_cannot_say_is_refused() {
        let mut builder = ExactCover::builder();
        assert!(write(&builder.clone().build(), io::sink()).is_err());
        builder.secondary("x").unwrap();
        builder.option_named(["x"]).unwrap();
        let problem = builder.build();
        assert_eq!(problem.text(OptionId::new(0)), "x");
        assert!(write(&problem, io::sink()).is_err());
    }
}
