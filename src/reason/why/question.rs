//! The cell, and the digit, that a question names: `r3c5`, `r3c5=7`, `r3c5!=7`.

use super::Question;
use crate::sudoku::{Cell, Digit, Puzzle, Symbols};
use std::str::FromStr;

/// A question as it is typed: a cell as `r3c5` or `3,5`, with a digit as `r3c5=7` or
/// `r3c5!=7`. The digit is a symbol of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Row and column, from 1, as typed: decimal digits.
    place: [String; 2],
    symbol: Option<String>,
}

/// The forms of a question, for error messages.
const EXPECTED: &str = "expected a cell as r3c5 or 3,5, or a cell and a digit as r3c5=7 or r3c5!=7";

/// The reason why a text is no question about a puzzle: what was found and expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoQuestion(String);

impl FromStr for Asked {
    type Err = NoQuestion;

    fn from_str(text: &str) -> Result<Asked, NoQuestion> {
        read(text)
    }
}

fn read(text: &str) -> Result<Asked, NoQuestion> {
    let error = || NoQuestion(format!("found '{text}', {EXPECTED}"));
    let (cell, symbol) = match text.split_once("!=").or_else(|| text.split_once('≠')) {
        Some((cell, symbol)) => (cell, Some(symbol)),
        None => match text.split_once('=') {
            Some((cell, symbol)) => (cell, Some(symbol)),
            None => (text, None),
        },
    };
    let symbol = symbol.map(|symbol| symbol.trim().to_owned());
    if symbol.as_ref().is_some_and(String::is_empty) {
        return Err(error());
    }
    let place = place(cell.trim()).ok_or_else(error)?;
    Ok(Asked { place, symbol })
}

/// Reads the row and column of a cell.
fn place(cell: &str) -> Option<[String; 2]> {
    let (row, col) = match cell.strip_prefix(['r', 'R']) {
        Some(rest) => rest.split_once(['c', 'C'])?,
        None => cell.split_once(',')?,
    };
    let number = |text: &str| -> Option<String> {
        let text = text.trim();
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.to_owned())
    };
    Some([number(row)?, number(col)?])
}

impl Asked {
    /// Returns the question about a puzzle.
    ///
    /// # Errors
    /// If the puzzle has no such cell, or no such symbol.
    pub fn about(&self, puzzle: &Puzzle) -> Result<Question, NoQuestion> {
        let size = puzzle.size();
        let side = size.side();
        let index = |text: &String| text.parse::<u16>().ok()?.checked_sub(1).map(usize::from);
        let [row, col] = &self.place;
        let cell = index(row)
            .zip(index(col))
            .map(|(row, col)| Cell::new(row, col));
        let Some(cell) = cell.filter(|&cell| size.has(cell)) else {
            let expected = match size.is_one_grid() {
                true => format!("rows and columns are 1 to {side}"),
                false => "it is in none of the grids".to_owned(),
            };
            return Err(NoQuestion(format!(
                "there is no cell r{row}c{col}: {expected}"
            )));
        };
        let digit = match &self.symbol {
            None => None,
            Some(symbol) => {
                let of = |digit: Digit| puzzle.symbols().of(digit).to_string();
                let same = size.digits().find(|&digit| of(digit) == *symbol);
                // Where both cases are symbols, they are different digits.
                let found = same.or_else(|| {
                    let folded = symbol.to_lowercase();
                    let mut digits = size.digits();
                    digits.find(|&digit| of(digit).to_lowercase() == folded)
                });
                Some(found.ok_or_else(|| {
                    let expected = expected(puzzle.symbols(), side);
                    NoQuestion(format!("found the digit '{symbol}', expected {expected}"))
                })?)
            }
        };
        Ok(Question { cell, digit })
    }
}

/// Returns the symbols of a puzzle in words.
fn expected(symbols: &Symbols, side: usize) -> String {
    match symbols {
        Symbols::Chars(chars) => format!("one of {}", chars.iter().collect::<String>()),
        numbers => {
            let [first, last] = [0, side - 1].map(Digit::from_index);
            format!("{} to {}", numbers.of(first), numbers.of(last))
        }
    }
}
