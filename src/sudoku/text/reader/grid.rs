//! Grids whose cells are known by their places: what the symbols mean, and what is refused.

use super::Reader;
use crate::io::InputError;
use crate::sudoku::text::beside::map::{self, Drawn};
use crate::sudoku::text::beside::{Label, Said};
use crate::sudoku::text::tokens::{TokenKind, Tokens};
use crate::sudoku::text::{Form, alphabet, layout, one_line, say};
use crate::sudoku::{Cell, Digit, Puzzle, Size};

/// A grid whose cells are known and not yet read.
pub(super) struct Found<'a> {
    pub form: Form,
    /// Set if the first row was taken for the names of columns, without names of rows.
    pub headed: bool,
    /// The line of its first row.
    pub line: u64,
    pub side: usize,
    pub tokens: Vec<&'a str>,
    /// For each cell its line and column.
    pub places: Vec<(u64, usize)>,
    pub parted: bool,
    /// Rows and columns of its boxes, if they are drawn.
    pub boxes: Option<(usize, usize)>,
}

impl Reader<'_> {
    /// Reads the puzzle that has these cells.
    pub(super) fn grid(&mut self, found: Found, texts: &[(u64, &str)]) -> Result<(), InputError> {
        let name = self.lines.name().to_owned();
        let at = |place: usize, message: String| {
            let (number, column) = found.places.get(place).copied().unwrap_or((found.line, 1));
            let text = texts
                .iter()
                .find(|(line, _)| *line == number)
                .map_or("", |(_, text)| text);
            say::at(&name, number, column, text, message)
        };
        let Some(size) = Size::new(found.side) else {
            let message = format!(
                "found {} rows, expected 1 to {}",
                found.side,
                Size::MAX.side()
            );
            return Err(at(0, message));
        };
        let label = self.label.take();
        let is_labelled = matches!(label, Some((Label::Map, _)));
        match map::drawn(&found.tokens, found.side, is_labelled, self.beside.holds()) {
            Drawn::Grid => self.label = label,
            Drawn::Map(regions) => {
                let text = map::statement(&regions);
                let shown = at(0, String::new()).excerpt.unwrap_or_default();
                self.maps.push(Said {
                    line: found.line,
                    column: 1,
                    shown,
                    text,
                    is_kind: false,
                });
                return Ok(());
            }
            Drawn::Fault(place, message) => {
                let error = at(place, message);
                self.refused = Some(error.clone());
                return Err(error);
            }
        }
        if let Some(message) = overlap(size, &found.tokens) {
            return Err(at(0, message));
        }
        let rules = self.rules_beside(size, found.boxes, |message| at(0, message))?;
        let is_marks = found.parted
            && size.side() <= 9
            && found
                .tokens
                .iter()
                .all(|token| layout::is_marks(token) || matches!(token.as_bytes(), [b'1'..=b'9']))
            && found.tokens.iter().any(|token| layout::is_marks(token));
        let tokens =
            Tokens::words(found.tokens.iter().copied()).stated(self.options.symbols.is_some());
        let marked = |token: &&&str| layout::is_marks(token);
        if is_marks && found.tokens.iter().filter(marked).count() == 1 {
            let place = found
                .tokens
                .iter()
                .position(|token| layout::is_marks(token));
            let place = place.unwrap_or(0);
            let word = say::word(found.tokens[place]);
            let message = format!("found {word} in a grid of single digits, expected one digit");
            return Err(at(place, message));
        }
        if is_marks {
            let mut marks = Vec::with_capacity(found.tokens.len());
            for (cell, token) in size.cells().zip(&found.tokens) {
                if let Some(wrong) = token
                    .bytes()
                    .find(|byte| usize::from(byte - b'0') > size.side())
                {
                    let message = format!(
                        "found {} among the candidates of {cell}, expected 1 to {}",
                        say::character(char::from(wrong)),
                        size.side()
                    );
                    return Err(at(cell.index(size), message));
                }
                let digits = token
                    .bytes()
                    .map(|byte| Digit::from_index(usize::from(byte - b'1')));
                marks.push(digits.collect());
            }
            let mut puzzle = Puzzle::new(rules);
            one_line::set_marks(&mut puzzle, &marks);
            let tokens = tokens.of_kind(TokenKind::Candidates);
            self.hand_out(puzzle, tokens, Form::Candidates, found.line, None);
            return Ok(());
        }
        let reading = alphabet::read(
            size,
            tokens.iter(),
            found.parted,
            self.options.symbols.as_ref(),
        )
        .map_err(|(place, message)| at(place, message))?;
        let mut puzzle = Puzzle::new(rules).with_symbols(reading.symbols);
        one_line::set(&mut puzzle, &reading.digits);
        let counts_from = |first: usize| {
            let row = found.tokens.iter().take(found.side).enumerate();
            row.into_iter()
                .all(|(place, token)| token.parse() == Ok(place + first))
        };
        // Small grids have such rows by chance.
        let may_be_head = found.side > 5 && puzzle.as_grid().is_none();
        if may_be_head && (counts_from(1) || counts_from(0)) && !puzzle.clashes().is_empty() {
            let message = "found a first row that counts the columns and clashes with clues below: \
                           it is a heading and a row is lost, or a clue is wrong";
            return Err(at(0, message.to_owned()));
        }
        if found.headed && !puzzle.clashes().is_empty() {
            let message = "found clues that clash below a row that counts the columns: it is a row of the \
                           grid and another row is doubled, or a clue is wrong";
            return Err(at(0, message.to_owned()));
        }
        if let Some(inner) = drawn_candidates(&puzzle) {
            let message = format!(
                "found rows that repeat symbols in a grid of {size}, as the candidates of a {inner}×{inner} grid \
                 do where each cell is drawn as a square; write the candidates of a cell as one word"
            );
            return Err(at(0, message));
        }
        self.hand_out(puzzle, tokens, found.form, found.line, None);
        Ok(())
    }
}

/// Returns why these are overlapping grids of 9×9 in one drawing, as in a Samurai Sudoku, if
/// they are: no clue is above 9 although there are many, and boxes between the grids are
/// blank.
fn overlap(size: Size, tokens: &[&str]) -> Option<String> {
    let side = size.side();
    if side < 12 || !side.is_multiple_of(3) {
        return None;
    }
    let is_clue = |token: &str| token.parse().is_ok_and(|clue: usize| clue > 0);
    let clues = || tokens.iter().filter(|token| is_clue(token));
    let is_blank = |token: &str| !is_clue(token) && !token.contains(char::is_alphabetic);
    let is_of_digits = tokens
        .iter()
        .all(|token| is_blank(token) || token.parse().is_ok_and(|clue: usize| clue <= 9));
    let is_empty = |row: usize, col: usize| {
        (0..9).all(|at| is_blank(tokens[(row + at / 3) * side + col + at % 3]))
    };
    let boxes = (0..side / 3).flat_map(|row| (0..side / 3).map(move |col| (3 * row, 3 * col)));
    let gaps = boxes.filter(|&(row, col)| is_empty(row, col)).count();
    let is_samurai = side == 21
        && [
            (0, 9),
            (3, 9),
            (9, 0),
            (9, 3),
            (9, 15),
            (9, 18),
            (15, 9),
            (18, 9),
        ]
        .iter()
        .all(|&(row, col)| is_empty(row, col));
    let many = if is_samurai { 17 } else { 2 * side };
    let found = if is_samurai {
        "a Samurai Sudoku: five"
    } else {
        "several"
    };
    (is_of_digits && gaps >= 2 && clues().count() >= many).then(|| {
        format!(
            "found a grid of {size} with no clue above 9 and blank boxes, which is {found} overlapping grids of \
             9×9; such puzzles are not read, expected one grid"
        )
    })
}

/// Returns the side of the grid whose candidates this may be, each cell drawn as a
/// square of its candidates: then most digits stand at their places in such squares.
fn drawn_candidates(puzzle: &Puzzle) -> Option<usize> {
    let side = puzzle.size().side();
    let root = (2..)
        .take_while(|n| n * n * n <= side)
        .find(|n| n * n * n == side)?;
    let is_drawn =
        |cell: Cell, digit: Digit| digit.index() == cell.row() % root * root + cell.col() % root;
    let clues = puzzle.clues().count();
    let drawn = puzzle
        .clues()
        .filter(|clue| is_drawn(clue.cell, clue.digit))
        .count();
    (clues > side && 4 * drawn >= 3 * clues).then_some(root * root)
}
