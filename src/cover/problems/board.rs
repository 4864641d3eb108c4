//! Boards to be tiled: a rectangle, or any region of squares.

use super::shape::Cell;
use super::{MAX_SQUARES, ProblemError};
use crate::cover::picture::{Panel, Square};
use crate::io::InputError;

/// A region of squares in a rectangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rows: usize,
    cols: usize,
    /// For each place, row after row, whether there is a square.
    squares: Vec<bool>,
}

impl Board {
    /// Creates a full rectangle.
    ///
    /// # Panics
    /// If the number of its squares overflows.
    pub fn rectangle(rows: usize, cols: usize) -> Board {
        Board {
            rows,
            cols,
            squares: vec![true; rows * cols],
        }
    }

    /// Reads a region drawn in text, a line for each row: a blank or a dot is a
    /// hole, anything else a square. `/` ends a line too. Lines may differ in
    /// length. Blank lines before and after the region are ignored.
    ///
    /// # Errors
    /// If there is no square, or more than [`MAX_SQUARES`] places.
    pub fn from_text(text: &str, name: &str) -> Result<Board, ProblemError> {
        let is_hole = |c: char| c.is_whitespace() || c == '.';
        let rows: Vec<&str> = text.split(['\n', '/']).collect();
        let filled = |row: &&str| !row.chars().all(is_hole);
        let (Some(first), Some(last)) =
            (rows.iter().position(&filled), rows.iter().rposition(filled))
        else {
            let message = "found no square of the region, expected lines of text in which each sign is a square";
            return Err(InputError::whole(name, message).into());
        };
        let rows = &rows[first..=last];
        let cols = rows.iter().map(|row| row.trim_end().chars().count()).max();
        let cols = cols.unwrap_or(0);
        if rows.len().saturating_mul(cols) > MAX_SQUARES {
            return Err(ProblemError::TooLarge);
        }
        let line = |row: &&str| {
            let row = row.chars().map(|c| !is_hole(c));
            row.chain(std::iter::repeat(false))
                .take(cols)
                .collect::<Vec<_>>()
        };
        Ok(Board {
            rows: rows.len(),
            cols,
            squares: rows.iter().flat_map(line).collect(),
        })
    }

    /// Returns the number of rows of the surrounding rectangle.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns of the surrounding rectangle.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Returns the number of squares.
    pub fn num_squares(&self) -> usize {
        self.squares.iter().filter(|&&square| square).count()
    }

    /// Iterates over the places of the squares in the rectangle, counted row
    /// after row.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> + '_ {
        let places = self.squares.iter().enumerate();
        places.filter_map(|(place, &square)| square.then_some(place))
    }

    /// Iterates over the squares as cells with row and column.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.places()
            .map(|place| [0, (place / self.cols) as i32, (place % self.cols) as i32])
    }

    /// Iterates over the names of the squares: row and column from 0, separated
    /// by a dot. If both are at most 36, each has one digit of base 36, as in
    /// Knuth's files: `0.b` is column 11.
    pub(super) fn names(&self) -> impl Iterator<Item = String> + '_ {
        let short = self.rows.max(self.cols) <= 36;
        self.places().map(move |place| {
            let digit = |number: usize| match char::from_digit(number as u32, 36) {
                Some(digit) if short => digit.to_string(),
                _ => number.to_string(),
            };
            let (row, col) = (place / self.cols, place % self.cols);
            format!("{}.{}", digit(row), digit(col))
        })
    }

    /// Returns the panel that the squares are drawn in.
    pub(super) fn panel(&self) -> Panel {
        let squares = self.squares.iter();
        Panel {
            squares: squares
                .map(|&square| square.then(Square::default))
                .collect(),
            ..Panel::rectangle(0, self.cols)
        }
    }
}
