//! SudokuPad's short form of plain 9×9 puzzles (`scf…`), as its open tools define it (`decodeSCF`
//! of puzzletools.js in github.com/marktekfan/sudokupad-penpa-import).
//!
//! A sign is a digit, 0 for a blank cell, and up to five blank cells behind it: `0` to `9`, then
//! `A` to `Z` and `a` to `x`. Behind 81 cells follow, after a `*` or at once, `w` for windows, `x`
//! for both diagonals, and `t` and `a` with a title and an author, which end at a `*`.

use crate::sudoku::rules::Spec;
use crate::sudoku::text::foreign::{self, Parsed};
use crate::sudoku::text::{annotations, messages};
use crate::sudoku::{Digit, Puzzle};

/// Number of cells of a puzzle in the short form.
const CELLS: usize = 81;

/// Reads the data of a link behind `scf`.
pub(in crate::sudoku::text) fn short(data: &str, ignore_unknown: bool) -> Result<Parsed, String> {
    let mut spec = Spec::boxes(3, 3).ok_or("found no grid of 9×9")?;
    let (cells, rest) = cells(data)?;
    let mut unknown = Vec::new();
    let mut title = String::new();
    let mut signs = rest.strip_prefix('*').unwrap_or(rest).chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            'w' => spec.windows = true,
            'x' => spec.diagonals = [true; 2],
            't' | 'a' => {
                let mut text = String::new();
                while let Some(c) = signs.next() {
                    // Two of them are one of the text.
                    if c == '*' && signs.next_if_eq(&'*').is_none() {
                        break;
                    }
                    text.push(c);
                }
                if sign == 't' {
                    title = text;
                }
            }
            other => unknown.push(format!("'{}' behind the cells", other.escape_debug())),
        }
    }
    let size = spec.size;
    let mut puzzle = Puzzle::new(foreign::rules(spec).map_err(|error| error.to_string())?);
    if unknown.is_empty() && annotations::states_other_rule(&title, &puzzle) {
        let title = messages::shortened(&title).escape_debug().to_string();
        unknown.push(format!("the title '{title}'"));
    }
    if !unknown.is_empty() && !ignore_unknown {
        return Err(foreign::unclear(&unknown));
    }
    for (cell, value) in size.cells().zip(cells) {
        puzzle.set_clue(cell, Digit::from_value(value, size));
    }
    Ok((puzzle, None, unknown))
}

/// Returns the digits of the cells, 0 for a blank one, and the data behind them.
fn cells(data: &str) -> Result<(Vec<usize>, &str), String> {
    let mut cells = Vec::new();
    let mut signs = data.char_indices();
    while cells.len() < CELLS {
        let (at, sign) = signs.next().unwrap_or((data.len(), '*'));
        let code = match sign {
            '0'..='9' => u32::from(sign) - u32::from('0'),
            'A'..='Z' => u32::from(sign) - u32::from('A') + 10,
            'a'..='x' => u32::from(sign) - u32::from('a') + 36,
            '*' => {
                return Err(format!(
                    "found {} cells in SudokuPad's short form (scf…), expected {CELLS}",
                    cells.len()
                ));
            }
            other => {
                return Err(format!(
                    "found {} as sign {} behind scf, expected a digit or a letter up to x",
                    messages::word(&other.to_string()),
                    at + 1
                ));
            }
        };
        cells.push(code as usize % 10);
        cells.resize(cells.len() + code as usize / 10, 0);
    }
    match cells.len() {
        CELLS => Ok((cells, signs.as_str())),
        count => Err(format!(
            "found {count} cells in SudokuPad's short form (scf…), expected {CELLS}"
        )),
    }
}
