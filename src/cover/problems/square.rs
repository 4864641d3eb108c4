//! Given Latin squares, by their rows.

use std::fmt;
use thiserror::Error;

/// A Latin square: each of n symbols, from 0, once in each row and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    side: usize,
    symbols: Vec<usize>,
}

/// The reason why a square is not Latin. Rows and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SquareError {
    /// The square has no rows.
    #[error("a square has a row")]
    Empty,
    /// The length of a row is not the number of rows.
    #[error("row {row} has {found} symbols, and there are {expected} rows")]
    Length {
        /// The row.
        row: usize,
        /// Number of its symbols.
        found: usize,
        /// Number of rows.
        expected: usize,
    },
    /// A symbol is not between 0 and n − 1.
    #[error("row {row} has {symbol}, and the symbols of this square are 0 to {last}", last = side - 1)]
    Symbol {
        /// The row.
        row: usize,
        /// The symbol found.
        symbol: String,
        /// Number of symbols, n.
        side: usize,
    },
    /// A symbol occurs twice in a line.
    #[error("{symbol} is twice in {line}")]
    Twice {
        /// The symbol.
        symbol: usize,
        /// The row or column.
        line: Line,
    },
}

/// A row or column of a square, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// A row.
    Row(usize),
    /// A column.
    Column(usize),
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Row(row) => write!(f, "row {row}"),
            Line::Column(col) => write!(f, "column {col}"),
        }
    }
}

impl Square {
    /// Creates the square with these rows.
    ///
    /// # Errors
    /// If the square is not Latin.
    pub fn from_rows(rows: &[Vec<usize>]) -> Result<Square, SquareError> {
        let side = rows.len();
        if side == 0 {
            return Err(SquareError::Empty);
        }
        for (row, symbols) in (1..).zip(rows) {
            if symbols.len() != side {
                return Err(SquareError::Length {
                    row,
                    found: symbols.len(),
                    expected: side,
                });
            }
            if let Some(symbol) = symbols.iter().find(|&&symbol| symbol >= side) {
                let symbol = symbol.to_string();
                return Err(SquareError::Symbol { row, symbol, side });
            }
        }
        let square = Square {
            side,
            symbols: rows.concat(),
        };
        for line in 0..side {
            square.check(Line::Row(line + 1), |place| (line, place))?;
            square.check(Line::Column(line + 1), |place| (place, line))?;
        }
        Ok(square)
    }

    fn check(
        &self,
        line: Line,
        place: impl Fn(usize) -> (usize, usize),
    ) -> Result<(), SquareError> {
        let mut seen = vec![false; self.side];
        for (row, col) in (0..self.side).map(place) {
            let symbol = self.symbol(row, col);
            if std::mem::replace(&mut seen[symbol], true) {
                return Err(SquareError::Twice { symbol, line });
            }
        }
        Ok(())
    }

    /// Returns the cyclic square: the addition table modulo n.
    pub fn cyclic(side: usize) -> Square {
        let places = itertools::iproduct!(0..side, 0..side);
        Square {
            side,
            symbols: places.map(|(row, col)| (row + col) % side).collect(),
        }
    }

    /// Parses rows separated by `/`: a digit or letter for each symbol (0–9,
    /// then a–z), or numbers separated by `.` or blanks.
    ///
    /// # Errors
    /// If the square is not Latin.
    pub fn from_text(text: &str) -> Result<Square, SquareError> {
        let rows: Vec<&str> = text.split('/').collect();
        let side = rows.len();
        let read = |(row, line): (usize, &&str)| -> Result<Vec<usize>, SquareError> {
            let wrong = |symbol: &str| SquareError::Symbol {
                row: row + 1,
                symbol: super::arguments::quoted(symbol),
                side,
            };
            let parted = line.contains(['.', ' ']);
            match parted {
                true => {
                    let words = line.split(['.', ' ']).filter(|word| !word.is_empty());
                    words
                        .map(|word| word.parse().map_err(|_| wrong(word)))
                        .collect()
                }
                false => {
                    let value = |c: char| c.to_digit(36).ok_or_else(|| wrong(&c.to_string()));
                    line.chars().map(|c| Ok(value(c)? as usize)).collect()
                }
            }
        };
        let rows: Result<Vec<_>, _> = rows.iter().enumerate().map(read).collect();
        Square::from_rows(&rows?)
    }

    /// Returns the number of rows.
    pub fn side(&self) -> usize {
        self.side
    }

    /// Returns the symbol in a row and column, all counted from 0.
    ///
    /// # Panics
    /// If there is no such row or column.
    pub fn symbol(&self, row: usize, col: usize) -> usize {
        assert!(col < self.side, "column {col} of {}", self.side);
        self.symbols[row * self.side + col]
    }
}

/// Returns a name made of two numbers: `p01`, or with a dot if numbers may have
/// two digits: `p0.10`.
pub(super) fn name(letter: char, numbers: [usize; 2], side: usize) -> String {
    let [first, second] = numbers;
    match side {
        ..=10 => format!("{letter}{first}{second}"),
        _ => format!("{letter}{first}.{second}"),
    }
}

/// Returns names for all pairs of numbers below `side`, in order.
pub(super) fn names(letter: char, side: usize) -> impl Iterator<Item = String> {
    let pairs = itertools::iproduct!(0..side, 0..side);
    pairs.map(move |(first, second)| name(letter, [first, second], side))
}

/// Returns the symbol of a second square: a letter, or a dotted number from 26
/// on.
pub(super) fn letter(symbol: usize) -> String {
    let letter = u8::try_from(symbol).ok().filter(|&symbol| symbol < 26);
    letter.map_or(format!(".{symbol}"), |symbol| {
        char::from(b'a' + symbol).to_string()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_latin_square_is_told() {
        let text = |text| Square::from_text(text).map_err(|error| error.to_string());
        assert_eq!(text("012/120/201"), Ok(Square::cyclic(3)));
        assert_eq!(text("0.1.2/1 2 0/2.0.1"), Ok(Square::cyclic(3)));
        for (bad, message) in [
            ("", "row 1 has 0 symbols, and there are 1 rows"),
            ("01/1", "row 2 has 1 symbols, and there are 2 rows"),
            (
                "01/12",
                "row 2 has 2, and the symbols of this square are 0 to 1",
            ),
            (
                "01/1?",
                "row 2 has \"?\", and the symbols of this square are 0 to 1",
            ),
            ("00/11", "0 is twice in row 1"),
            ("01/01", "0 is twice in column 1"),
        ] {
            assert_eq!(text(bad), Err(message.to_owned()), "{bad}");
        }
        assert_eq!(Square::from_rows(&[]), Err(SquareError::Empty));
        assert_eq!((letter(0), letter(26)), ("a".to_owned(), ".26".to_owned()));
    }
}
