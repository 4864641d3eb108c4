//! Puzzles that are one word of symbols, and what may follow them on the line.

use super::cells::{self, Fault, Raw, is_bar, is_gap};
use super::detect::{self, Body};
use super::say;
use super::symbols::{self, Alphabet};
use super::{Expected, Form, Options};
use crate::sudoku::{Candidate, Digit, Grid, Puzzle, Size};

/// A puzzle on a line, not yet read.
pub(super) struct OneLine<'a> {
    pub size: Size,
    pub form: Form,
    /// Whether the line has nothing but the symbols.
    pub bare: bool,
    column: usize,
    symbols: &'a str,
    count: Option<u64>,
    solution: Option<(usize, &'a str)>,
}

/// Finds a puzzle on a line: its first word has as many symbols as a form has.
pub(super) fn find<'a>(body: &Body<'a>) -> Result<Option<OneLine<'a>>, Fault> {
    let ends = |c| is_gap(c) || is_bar(c) || matches!(c, ',' | ';' | ':');
    let length = body.text.find(ends).unwrap_or(body.text.len());
    let (word, rest) = body.text.split_at(length);
    let (form, size) = match detect::line_order(length) {
        Some(size) => (Form::Line, size),
        None => match detect::pencilmark_order(length) {
            Some(size) => (Form::Pencilmarks, size),
            None => return Ok(None),
        },
    };
    let is_grid =
        |word: &str| word.len() == length && word.chars().all(|c| cells::symbol(c).is_some());
    if !is_grid(word) || rest.starts_with(is_bar) {
        return Ok(None);
    }
    let mut line = OneLine {
        size,
        form,
        bare: rest.is_empty(),
        column: body.column,
        symbols: word,
        count: None,
        solution: None,
    };
    let mut column = body.column + length;
    let mut rest = rest;
    if let Some(told) = rest.strip_prefix(':') {
        let length = told.find(ends).unwrap_or(told.len());
        let (count, after) = told.split_at(length);
        line.count = Some(count.parse().map_err(|_| {
            let expected = "expected the number of solutions after ':'";
            (
                column + 1,
                format!("found {}, {expected}", say::word(count)),
            )
        })?);
        column += 1 + count.chars().count();
        rest = after;
        if let Some(told) = rest.strip_prefix(':') {
            let length = told.find(ends).unwrap_or(told.len());
            let (solution, after) = told.split_at(length);
            if !solution.is_empty() {
                line.solution = Some((column + 1, solution));
            }
            column += 1 + solution.chars().count();
            rest = after;
        }
    }
    if rest.starts_with(':') || rest.starts_with(is_bar) {
        let expected = "expected the end of the line or a comment";
        let found = rest.chars().next().map(say::character).unwrap_or_default();
        return Err((
            column,
            format!("found {found} after the puzzle, {expected}"),
        ));
    }
    let comment = rest.trim_start_matches([' ', '\t', ',', ';']);
    let second = comment.split([' ', '\t', ',', ';', ':']).next();
    if second.is_some_and(is_grid) {
        let place = column + rest.len() - comment.len();
        let expected = "expected one puzzle a line, and a solution as PUZZLE:COUNT:SOLUTION";
        return Err((
            place,
            format!("found a second grid on the line, {expected}"),
        ));
    }
    Ok(Some(line))
}

impl OneLine<'_> {
    /// Reads the puzzle and what is expected of it.
    pub fn read(&self, options: &Options) -> Result<(Puzzle, Option<Expected>), Fault> {
        let size = self.size;
        let clues = raw(self.symbols);
        let solution = match self.solution {
            None => Vec::new(),
            Some((column, text)) => self.solution_cells(column, text)?,
        };
        let known = clues.iter().chain(&solution).copied();
        let alphabet = symbols::alphabet(size, known, false, options)
            .map_err(|message| (self.column, message))?;
        let puzzle = match self.form {
            Form::Pencilmarks => pencilmarks(size, self.column, &clues)?,
            _ => {
                let mut puzzle = Puzzle::empty(size);
                for (place, (&raw, cell)) in clues.iter().zip(size.cells()).enumerate() {
                    let digit = symbols::digit(alphabet, size, raw).map_err(|expected| {
                        let found = symbols::shown(raw);
                        let message = format!("found {found} in {cell}, expected {expected}");
                        (self.column + place, message)
                    })?;
                    puzzle.set_clue(cell, digit);
                }
                puzzle
            }
        };
        let solution = match self.solution {
            None => None,
            Some((column, _)) => Some(full_grid(size, alphabet, column, &solution)?),
        };
        let expected = Expected {
            count: self.count,
            solution,
        };
        Ok((
            puzzle,
            (expected != Expected::default()).then_some(expected),
        ))
    }

    /// The cells of the solution, of which there must be as many as the grid has.
    fn solution_cells(&self, column: usize, text: &str) -> Result<Vec<Raw>, Fault> {
        let expected = self.size.num_cells();
        if let Some(place) = text.chars().position(|c| cells::symbol(c).is_none()) {
            let found = text
                .chars()
                .nth(place)
                .map(say::character)
                .unwrap_or_default();
            return Err((
                column + place,
                format!("found {found}, expected a solution of {expected} digits"),
            ));
        }
        if text.len() != expected {
            let message = format!(
                "found a solution of {} symbols, expected {expected}",
                text.len()
            );
            return Err((column, message));
        }
        Ok(raw(text))
    }
}

/// What symbols say, of which each is known to be one.
fn raw(text: &str) -> Vec<Raw> {
    text.chars().filter_map(cells::symbol).collect()
}

fn full_grid(size: Size, alphabet: Alphabet, column: usize, cells: &[Raw]) -> Result<Grid, Fault> {
    let mut digits = Vec::with_capacity(cells.len());
    for (place, (&raw, cell)) in cells.iter().zip(size.cells()).enumerate() {
        match symbols::digit(alphabet, size, raw) {
            Ok(Some(digit)) => digits.push(digit),
            _ => {
                let found = symbols::shown(raw);
                let message = format!("found {found} in {cell} of the solution, expected a digit");
                return Err((column + place, message));
            }
        }
    }
    Ok(Grid::new(size, digits))
}

/// A puzzle by its candidates: symbol d of a cell is the digit d, or a blank
/// where d is excluded.
fn pencilmarks(size: Size, column: usize, marks: &[Raw]) -> Result<Puzzle, Fault> {
    let mut puzzle = Puzzle::empty(size);
    for (place, &mark) in marks.iter().enumerate() {
        let candidate: Candidate = size.candidate(place);
        match mark {
            Raw::Blank | Raw::Zero => puzzle.exclude(candidate),
            Raw::Digit(value)
                if Digit::from_value(usize::from(value), size) == Some(candidate.digit) => {}
            _ => {
                let found = symbols::shown(mark);
                let Candidate { cell, digit } = candidate;
                let message = format!(
                    "found {found} in the pencilmarks of {cell}, expected {digit} or {}",
                    say::BLANKS
                );
                return Err((column + place, message));
            }
        }
    }
    Ok(puzzle)
}
