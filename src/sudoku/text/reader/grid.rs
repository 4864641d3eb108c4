//! Grids whose cells are known by their places: what the symbols mean, and what is refused.

use super::state::Reader;
use crate::io::InputError;
use crate::sudoku::text::alphabet::CellFault;
use crate::sudoku::text::annotations::{Annotation, Label};
use crate::sudoku::text::region_map::{self, Drawn};
use crate::sudoku::text::{Form, TokenKind, Tokens, alphabet, layout, messages};
use crate::sudoku::{Cell, Digit, Puzzle, Rules, Size};

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

impl<'a> Found<'a> {
    /// Returns a grid of cells that are parted from each other: for each cell, in reading order,
    /// its text, and its line and column.
    pub(super) fn of_cells(
        form: Form,
        side: usize,
        cells: impl IntoIterator<Item = (&'a str, (u64, usize))>,
    ) -> Found<'a> {
        let (tokens, places): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
        Found {
            form,
            headed: false,
            line: places.first().map_or(1, |(line, _)| *line),
            side,
            tokens,
            places,
            parted: true,
            boxes: None,
        }
    }

    /// Returns `true` if the cells hold candidates: digits in ascending order.
    fn has_candidates(&self) -> bool {
        let is_cell =
            |token: &str| layout::is_marks(token) || matches!(token.as_bytes(), [b'1'..=b'9']);
        self.parted
            && self.side <= 9
            && self.tokens.iter().all(|token| is_cell(token))
            && self.tokens.iter().any(|token| layout::is_marks(token))
    }

    /// Returns the candidates of each cell.
    fn candidates(&self, size: Size) -> Result<Vec<Vec<Digit>>, CellFault> {
        let mut several =
            (0..self.tokens.len()).filter(|&cell| layout::is_marks(self.tokens[cell]));
        if let (Some(place), None) = (several.next(), several.next()) {
            let word = messages::word(self.tokens[place]);
            let message = format!("found {word} in a grid of single digits, expected one digit");
            return Err((place, message));
        }
        let of_cell = |(cell, token): (Cell, &&str)| {
            let values = token.bytes().map(|byte| usize::from(byte - b'0'));
            match values.clone().find(|&value| value > size.side()) {
                None => Ok(values.map(|value| Digit::from_index(value - 1)).collect()),
                Some(wrong) => {
                    let message = format!(
                        "found '{wrong}' among the candidates of {cell}, expected 1 to {}",
                        size.side()
                    );
                    Err((cell.index(size), message))
                }
            }
        };
        size.cells().zip(&self.tokens).map(of_cell).collect()
    }

    /// Returns the reason to doubt that these are the rows of the puzzle, if there is one.
    fn doubt(&self, puzzle: &Puzzle) -> Option<String> {
        let counts_from = |first: usize| {
            let row = self.tokens.iter().take(self.side).enumerate();
            row.into_iter()
                .all(|(place, token)| token.parse() == Ok(place + first))
        };
        // Small grids have such rows by chance.
        let may_be_head = self.side > 5 && puzzle.as_grid().is_none();
        if may_be_head && (counts_from(1) || counts_from(0)) && !puzzle.clashes().is_empty() {
            let message = "found a first row that counts the columns and clashes with clues below: \
                           it is a heading and a row is lost, or a clue is wrong";
            return Some(message.to_owned());
        }
        if self.headed && !puzzle.clashes().is_empty() {
            let message = "found clues that clash below a row that counts the columns: it is a row of the \
                           grid and another row is doubled, or a clue is wrong";
            return Some(message.to_owned());
        }
        let inner = drawn_candidates(puzzle)?;
        Some(format!(
            "found rows that repeat symbols in a grid of {}, as the candidates of a {inner}×{inner} grid \
             do where each cell is drawn as a square; write the candidates of a cell as one word",
            puzzle.size()
        ))
    }
}

impl Reader<'_> {
    /// Reads the puzzle that has these cells. Errors show the lines with these numbers.
    pub(super) fn grid(&mut self, found: Found, texts: &[(u64, &str)]) -> Result<(), InputError> {
        let name = self.lines.name().to_owned();
        let (all, line) = (found.places.clone(), found.line);
        let error = |places: &[(u64, usize)], (place, message): CellFault| {
            let (number, column) = places.get(place).copied().unwrap_or((line, 1));
            let text = texts.iter().find(|(line, _)| *line == number);
            let text = text.map_or("", |(_, text)| text);
            messages::error_at(&name, number, column, text, message)
        };
        let at = |fault: CellFault| error(&all, fault);
        let size = Size::new(found.side).ok_or_else(|| {
            let (side, most) = (found.side, Size::MAX.side());
            at((0, format!("found {side} rows, expected 1 to {most}")))
        })?;
        if self.is_region_map(&found, at)? {
            return Ok(());
        }
        let stated = self.options.rules.as_ref();
        let is_one_grid = stated.is_some_and(|rules| rules.states_regions());
        let (size, found) = match overlap(size, &found.tokens).filter(|_| !is_one_grid) {
            None => (size, found),
            Some(Ok(board)) => {
                let on_board = |&place: &usize| board.has(size.cell(place));
                let places: Vec<usize> = (0..size.num_cells()).filter(on_board).collect();
                let found = Found {
                    tokens: places.iter().map(|&place| found.tokens[place]).collect(),
                    places: places.iter().map(|&place| found.places[place]).collect(),
                    boxes: None,
                    ..found
                };
                (board, found)
            }
            Some(Err(message)) => return Err(at((0, message))),
        };
        let cells = found.places.clone();
        let at = |fault: CellFault| error(&cells, fault);
        let rules = self.rules_beside(size, found.boxes, |message| at((0, message)))?;
        let symbols = self.options.symbols.as_ref();
        let tokens = Tokens::words(found.tokens.iter().copied()).stated(symbols.is_some());
        if found.has_candidates() {
            let mut puzzle = Puzzle::new(rules);
            puzzle.set_candidates(&found.candidates(size).map_err(at)?);
            let tokens = tokens.of_kind(TokenKind::Candidates);
            self.hand_out(puzzle, tokens, Form::Candidates, found.line, None);
            return Ok(());
        }
        let reading = alphabet::read(size, tokens.iter(), found.parted, symbols).map_err(at)?;
        let mut puzzle = Puzzle::new(rules).with_symbols(reading.symbols);
        puzzle.set_clues(reading.digits);
        if let Some(message) = found.doubt(&puzzle) {
            return Err(at((0, message)));
        }
        self.hand_out(puzzle, tokens, found.form, found.line, None);
        Ok(())
    }

    /// Returns `true` if these cells are a map of regions, which is taken as a statement.
    fn is_region_map(
        &mut self,
        found: &Found,
        at: impl Fn(CellFault) -> InputError,
    ) -> Result<bool, InputError> {
        let label = self.label.take();
        let is_labelled = matches!(label, Some((Label::Map, _)));
        match region_map::drawn(&found.tokens, found.side, is_labelled, self.queue.holds()) {
            Drawn::Grid => {
                self.label = label;
                Ok(false)
            }
            Drawn::Map(regions) => {
                self.maps.push(Annotation {
                    line: found.line,
                    column: 1,
                    shown: at((0, String::new())).excerpt.unwrap_or_default(),
                    text: region_map::statement(&regions),
                    is_kind: false,
                });
                Ok(true)
            }
            Drawn::Fault(place, message) => {
                let error = at((place, message));
                self.refused = Some(error.clone());
                Err(error)
            }
        }
    }
}

/// Returns the size of the grids if these are overlapping ones of 9×9 in one drawing: no clue is
/// above 9 although there are many, and boxes between the grids are blank, or 12×12 cells have the
/// form of a Butterfly Sudoku. Those of a Samurai
/// Sudoku are known; of others it returns why they can't be read.
pub(super) fn overlap(size: Size, tokens: &[&str]) -> Option<Result<Size, String>> {
    let side = size.side();
    if side < 12 || !side.is_multiple_of(3) {
        return None;
    }
    let is_clue = |token: &str| token.parse().is_ok_and(|clue: usize| clue > 0);
    let clues = || tokens.iter().filter(|token| is_clue(token));
    let is_blank = |token: &str| {
        let is_word = token.contains(char::is_alphabetic);
        !is_clue(token)
            && (!is_word || alphabet::is_blank_word(token) || token.eq_ignore_ascii_case("x"))
    };
    let is_of_digits = tokens
        .iter()
        .all(|token| is_blank(token) || token.parse().is_ok_and(|clue: usize| clue <= 9));
    let is_empty = |row: usize, col: usize| {
        (0..9).all(|at| is_blank(tokens[(row + at / 3) * side + col + at % 3]))
    };
    let boxes = (0..side / 3).flat_map(|row| (0..side / 3).map(move |col| (3 * row, 3 * col)));
    let gaps = boxes.filter(|&(row, col)| is_empty(row, col)).count();
    // The blank boxes between the corner grids and beside the middle one.
    const GAPS: [(usize, usize); 8] = [
        (0, 9),
        (3, 9),
        (9, 0),
        (9, 3),
        (9, 15),
        (9, 18),
        (15, 9),
        (18, 9),
    ];
    let is_samurai = side == 21 && GAPS.iter().all(|&(row, col)| is_empty(row, col));
    let many = if is_samurai { 17 } else { 2 * side };
    if !is_of_digits || clues().count() < many {
        return None;
    }
    if is_butterfly(size, tokens) {
        return Some(Err(
            "found a grid of 12×12 with no clue above 9, which may be the four overlapping grids of a \
             Butterfly Sudoku; expected 'size 9x9', 'grids r1c1 r1c4 r4c1 r4c4' and 'clues' before such \
             rows, or --rules 'boxes 3x4' for one grid"
                .to_owned(),
        ));
    }
    if gaps < 2 {
        return None;
    }
    if is_samurai {
        let starts = SAMURAI.map(|(row, col)| Cell::new(row, col));
        let board = Size::new(9)?.overlapping(starts.to_vec());
        return Some(board.map_err(|error| error.to_string()));
    }
    Some(Err(format!(
        "found a grid of {size} with no clue above 9 and blank boxes, which is several overlapping grids of \
         9×9; expected 'size 9x9', 'grids' with the first cell of each, as 'grids r1c1 r7c7', and 'clues' \
         before such rows"
    )))
}

/// Returns `true` if a grid of digits obeys the rules of a Butterfly Sudoku: in no row, column or box
/// of the four grids in the corners is a digit twice.
fn is_butterfly(size: Size, tokens: &[&str]) -> bool {
    const CORNERS: [(usize, usize); 4] = [(0, 0), (0, 3), (3, 0), (3, 3)];
    let starts = CORNERS.map(|(row, col)| Cell::new(row, col)).to_vec();
    let board = Size::new(9).and_then(|nine| nine.overlapping(starts).ok());
    let Some(board) = board.filter(|_| size.side() == 12) else {
        return false;
    };
    let mut puzzle = Puzzle::new(Rules::usual(board));
    for (cell, token) in size.cells().zip(tokens) {
        let value = token.parse().unwrap_or(0_usize);
        puzzle.set_clue(cell, value.checked_sub(1).map(Digit::from_index));
    }
    puzzle.clashes().is_empty()
}

/// The first cells of the five grids of a Samurai Sudoku.
const SAMURAI: [(usize, usize); 5] = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];

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
