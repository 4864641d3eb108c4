//! Puzzles and grids to and from strings, by the standard traits.

use super::{Grid, Puzzle, print, text};
use crate::io::InputError;
use std::fmt::{self, Write as _};
use std::str::FromStr;

/// The clues in rows, as [`print::plain`] prints them. Only [`print::description`] and
/// `print::json` contain every rule and excluded candidate.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print::plain(self).fmt(f)
    }
}

/// Rows of digits up to 9×9, of numbers in columns beyond; each row ends its line.
/// [`Puzzle::answer`] prints a grid in the symbols of its puzzle.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        let width = size.side().to_string().len();
        let gap = if width > 1 { " " } else { "" };
        for row in 0..size.rows() {
            let mut line = String::new();
            for (col, cell) in size.row(row).enumerate() {
                line.push_str(if col > 0 { gap } else { "" });
                let digit = cell.map_or(String::new(), |cell| self.digit(cell).to_string());
                write!(line, "{digit:>width$}")?;
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Reads one puzzle in any of the forms of [`text`].
///
/// ```
/// use sudosat::sudoku::Puzzle;
///
/// let puzzle: Puzzle = "1.3. .... ..1. .2..".parse()?;
/// assert_eq!(puzzle.to_string(), "1.3.\n....\n..1.\n.2..\n");
/// assert!("12".parse::<Puzzle>().is_err());
/// # Ok::<(), sudosat::io::InputError>(())
/// ```
impl FromStr for Puzzle {
    type Err = InputError;

    /// # Errors
    /// If the string is not a puzzle, or holds more than one.
    fn from_str(string: &str) -> Result<Puzzle, InputError> {
        const NAME: &str = "string";
        let mut entries = text::read(string.as_bytes(), NAME, &text::Options::default());
        let none = || InputError::whole(NAME, "found no puzzle, expected one");
        let first = entries.next().ok_or_else(none)??;
        match entries.next() {
            None => Ok(first.puzzle),
            Some(Ok(second)) => {
                let message = "found a second puzzle, expected one";
                Err(InputError {
                    line: Some(second.line),
                    ..InputError::whole(NAME, message)
                })
            }
            Some(Err(error)) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::{Digit, Size};

    #[test]
    fn a_puzzle_is_read_back_as_it_was_printed() {
        for order in 2..=4 {
            let size = Size::of_order(order).unwrap();
            let mut puzzle = Puzzle::empty(size);
            for (index, cell) in size.cells().enumerate().step_by(5) {
                puzzle.set_clue(cell, Some(Digit::from_index(index % size.side())));
            }
            let read: Puzzle = puzzle.to_string().parse().unwrap();
            assert_eq!(read, puzzle, "order {order}");
        }
    }

    #[test]
    fn a_string_holds_exactly_one_puzzle() {
        let error = "".parse::<Puzzle>().unwrap_err();
        assert!(error.to_string().starts_with("string"), "{error}");
        let error = "1...........2...\n\n1...........3...\n"
            .parse::<Puzzle>()
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "string:3: found a second puzzle, expected one"
        );
    }

    #[test]
    fn grids_wider_than_9_are_printed_in_columns() {
        let grid = |side: usize| {
            let size = Size::new(side).unwrap();
            let digit = |index: usize| Digit::from_index((index / side + index % side) % side);
            Grid::new(size, (0..side * side).map(digit).collect())
        };
        assert_eq!(grid(2).to_string(), "12\n21\n");
        let wide = grid(10).to_string();
        assert!(
            wide.starts_with(" 1  2  3  4  5  6  7  8  9 10\n"),
            "{wide}"
        );
    }
}
