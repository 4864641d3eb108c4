//! Solutions in fields of a JSON object.

use super::cells::{self, token};
use super::fields;
use crate::sudoku::text::chars::{is_bar, is_gap};
use crate::sudoku::text::description::words;
use crate::sudoku::text::messages;
use crate::sudoku::{Digit, Grid, Puzzle, Symbols};
use serde_json::Value;

/// Returns the cells of all solutions in a value, one after the other.
pub(in crate::sudoku::text) fn tokens(value: &Value) -> Result<Vec<String>, String> {
    match value {
        Value::String(text) => {
            let is_cell = |c: &char| !is_gap(*c) && !is_bar(*c) && *c != '\n';
            Ok(text.chars().filter(is_cell).map(String::from).collect())
        }
        Value::Array(items) => {
            let mut all = Vec::new();
            for item in items {
                match item {
                    Value::String(text) if text.trim().chars().count() <= 3 => {
                        all.push(text.trim().to_owned());
                    }
                    Value::Array(_) | Value::String(_) => all.extend(tokens(item)?),
                    Value::Object(_) if fields::is_own(item) => all.extend(tokens(item)?),
                    other => all.push(token(other)?),
                }
            }
            Ok(all)
        }
        Value::Object(map) if fields::is_own(value) => tokens(&map["rows"]),
        other => cells::token(other).map(|token| vec![token]),
    }
}

/// Returns the solutions of a puzzle that these cells are, one after the other.
pub(in crate::sudoku::text) fn grids(
    tokens: &[String],
    puzzle: &Puzzle,
    symbols: &Symbols,
) -> Result<Vec<Grid>, String> {
    let size = puzzle.size();
    if tokens.is_empty() || !tokens.len().is_multiple_of(size.num_cells()) {
        return Err(format!(
            "found a solution of {} cells, expected {}",
            tokens.len(),
            size.num_cells()
        ));
    }
    let grid = |tokens: &[String]| {
        let digits = size.cells().zip(tokens).map(|(cell, token)| {
            let digit = digit(token, puzzle, symbols).ok_or_else(|| {
                let found = messages::word(token);
                format!("found {found} in {cell} of the solution, expected a digit")
            })?;
            match puzzle.clue(cell).filter(|&clue| clue != digit) {
                None => Ok(digit),
                Some(clue) => Err(format!(
                    "found {} in {cell} of the solution, where the puzzle has {}",
                    messages::word(token),
                    puzzle.symbols().of(clue)
                )),
            }
        });
        Ok(Grid::new(size, digits.collect::<Result<_, String>>()?))
    };
    tokens.chunks(size.num_cells()).map(grid).collect()
}

/// Returns the digit of a symbol, in capital or small letters.
fn digit(token: &str, puzzle: &Puzzle, symbols: &Symbols) -> Option<Digit> {
    [token.to_owned(), token.to_uppercase(), token.to_lowercase()]
        .iter()
        .find_map(|token| words::symbol(token, puzzle.size(), symbols))
}
