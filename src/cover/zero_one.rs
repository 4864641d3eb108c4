//! The 0/1 matrix as text.
//!
//! ```text
//! | Knuth's example
//! 0 0 1 0 1 1 0
//! 1 0 0 1 0 0 1
//! 0110010
//! 1001000
//! ```
//!
//! A line is a row: an option. Each `0` or `1` is a cell, with or without
//! blanks between; all rows have as many cells as the first. Columns are
//! primary items, named `1`, `2`, … from the left. Empty lines, and lines
//! whose first character that is no blank is `|`, are passed over.

use super::problem::{ExactCover, Item};
use super::scan::{Scanner, is_blank};
use crate::io::InputError;
use std::io::{self, BufRead, Write};

/// Reads a matrix. `name` is the input's in errors; `warn` is told what is odd
/// but no error.
pub fn read(
    input: impl BufRead,
    name: &str,
    mut warn: impl FnMut(InputError),
) -> Result<ExactCover, InputError> {
    let mut scanner = Scanner::new(input, name)?;
    let mut builder = ExactCover::builder();
    let mut columns = None;
    while scanner.find_line()? {
        let start = scanner.place();
        let refused =
            |error: super::BuildError| InputError::at(name, start.0, start.1, error.to_string());
        let mut column = 0;
        let mut ones = false;
        builder.start_option().map_err(refused)?;
        while let Some(byte) = scanner.peek()?.filter(|&byte| byte != b'\n') {
            if !is_blank(byte) {
                if !matches!(byte, b'0' | b'1') {
                    let place = scanner.place();
                    let found = scanner.character()?;
                    return Err(scanner.error(place, format!("found {found}, expected 0 or 1")));
                }
                match columns {
                    None => drop(
                        builder
                            .primary(&(column + 1).to_string())
                            .map_err(refused)?,
                    ),
                    Some(width) if column == width => {
                        let message =
                            format!("found another cell, expected a row of {width} like the first");
                        return Err(scanner.error(scanner.place(), message));
                    }
                    Some(_) => {}
                }
                if byte == b'1' {
                    builder.extend_option(Item::new(column)).map_err(refused)?;
                    ones = true;
                }
                column += 1;
            }
            scanner.pass(byte);
        }
        let width = *columns.get_or_insert(column);
        if column < width {
            let message =
                format!("found the end of the row after {column} cells, expected {width}");
            return Err(scanner.error(scanner.place(), message));
        }
        builder.end_option();
        if !ones {
            let message = "this row has no 1, so no solution has it";
            warn(scanner.error(start, message));
        }
    }
    if columns.is_none() {
        let message = "found the end of the input, expected a row of 0s and 1s";
        return Err(scanner.error(scanner.place(), message));
    }
    Ok(builder.build())
}

/// Writes the matrix of a problem: a line for each option, a cell for each item.
///
/// The names of the items are lost. The form has no text for a problem with
/// secondary items or without items: those are refused as
/// [`io::ErrorKind::InvalidInput`].
pub fn write(problem: &ExactCover, mut output: impl Write) -> io::Result<()> {
    let refused = |message| Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    if problem.num_primary() < problem.num_items() {
        return refused("a 0/1 matrix can't say which items are secondary");
    }
    if problem.num_items() == 0 {
        return refused("a 0/1 matrix needs a column");
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
                "in:3:1: found the end of the input, expected a row of 0s and 1s",
            ),
            (b"0 1 2\n", "in:1:5: found '2', expected 0 or 1"),
            (
                b"0 \xe2\x99\x9b\n",
                "in:1:3: found '\u{265b}', expected 0 or 1",
            ),
            (
                b"0\xff1\n",
                "in:1:2: found bytes that are no UTF-8, expected 0 or 1",
            ),
            (
                b"0 1\n0 1 1\n",
                "in:2:5: found another cell, expected a row of 2 like the first",
            ),
            (
                b"011\n01\n",
                "in:2:3: found the end of the row after 2 cells, expected 3",
            ),
            (
                b"011\n01",
                "in:2:3: found the end of the row after 2 cells, expected 3",
            ),
        ] {
            assert_eq!(read_text(text).0.unwrap_err(), message);
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
