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
    /// Whether there is a square at each place, row after row.
    squares: Vec<bool>,
}

impl Board {
    /// A full rectangle.
    ///
    /// # Panics
    /// If the number of its squares passes what can be counted.
    pub fn rectangle(rows: usize, cols: usize) -> Board {
        Board {
            rows,
            cols,
            squares: vec![true; rows * cols],
        }
    }

    /// A region drawn in text, a line for each row: a blank or a dot for a
    /// hole, anything else for a square. `/` ends a line too. Lines may differ
    /// in length; blank ones before and after the region don't count.
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
            let message = "found no square of the region, expected a line for each row";
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

    /// How many rows the rectangle has around it.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns the rectangle has around it.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// How many squares there are.
    pub fn num_squares(&self) -> usize {
        self.squares.iter().filter(|&&square| square).count()
    }

    /// Where the squares are in the rectangle, counted row after row.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> + '_ {
        let places = self.squares.iter().enumerate();
        places.filter_map(|(place, &square)| square.then_some(place))
    }

    /// The same as rows and columns.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.places()
            .map(|place| [0, (place / self.cols) as i32, (place % self.cols) as i32])
    }

    /// The names of the squares: row and column from 0, parted by a dot. Up to
    /// 36 they have one digit, as in Knuth's files: `0.b` is column 11.
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

    /// Where the squares are drawn.
    pub(super) fn panel(&self) -> Panel {
        let squares = self.squares.iter();
        Panel {
            title: String::new(),
            cols: self.cols,
            squares: squares
                .map(|&square| square.then(Square::default))
                .collect(),
        }
    }
}
