//! Puzzles that are one word of symbols, and what else stands on their line.

use super::alphabet::{self, Class};
use super::chars::{self, is_bar, is_gap};
use super::messages::{self, Fault};
use super::region_map::{self, Drawn};
use super::run;
use super::split::{Body, Token, parts, trimmed, unquoted, words};
use super::{Expected, Form, Options, TokenKind, Tokens};
use crate::sudoku::{Candidate, Cell, Digit, Grid, Puzzle, Rules, Size, Symbols};
use std::borrow::Cow;
use std::sync::Arc;

/// A puzzle on a line, not yet read.
pub(super) struct OneLine<'a> {
    pub size: Size,
    pub form: Form,
    /// Set if the line has nothing but the symbols.
    pub bare: bool,
    column: usize,
    symbols: Cow<'a, str>,
    count: Option<u64>,
    solution: Option<Token<'a>>,
    /// The deleted candidates of a library line: words of digit, row, column.
    deleted: Vec<Token<'a>>,
    /// Set if the line is a map of regions and no grid.
    pub is_map: bool,
    /// A second grid of symbols, if it is no solution.
    second: Option<Token<'a>>,
}

/// Returns the puzzle on a line that is nothing but the 81 cells of a 9×9 grid, with a digit among
/// them, the line of most long lists. [`find`] and what is done before it with other lines would
/// find the same.
pub(super) fn bare(line: &str) -> Option<OneLine<'_>> {
    let size = Size::of_order(3).filter(|_| run::is_bare(line.as_bytes()))?;
    Some(OneLine {
        bare: true,
        ..OneLine::new(size, Form::Line, 1, line)
    })
}

/// Returns `true` if the zeros among the digits of a grid are certainly blanks, given their number and
/// whether there are dots beside them.
pub(super) fn are_zeros_blank(zeros: usize, dots: bool, side: usize) -> bool {
    zeros == 0 || !dots && zeros != side
}

/// Finds a puzzle on a line: a word with as many symbols as a grid has cells.
pub(super) fn find<'a>(body: &Body<'a>, options: &Options) -> Result<Option<OneLine<'a>>, Fault> {
    if body.text.len() < 16 {
        return Ok(None);
    }
    if body.text.starts_with(':') {
        return library(body, options).map(Some);
    }
    let ends = |c| is_gap(c) || is_bar(c) || matches!(c, ',' | ';' | ':');
    let length = body.text.find(ends).unwrap_or(body.text.len());
    let (word, rest) = body.text.split_at(length);
    if rest.starts_with(is_bar) {
        return Ok(None);
    }
    match puzzle_in(word, options) {
        Some((form, size)) => with_rest(body, word, rest, form, size, options).map(Some),
        None => match in_words(body) {
            None => in_fields(body, options),
            found => Ok(found),
        },
    }
}

/// Returns the column of a word with digits that is a whole grid, if a text has one.
pub(super) fn grid_in(text: &str, column: usize, options: &Options) -> Option<usize> {
    let is_end = |c: char| is_gap(c) || is_bar(c) || c == '\n' || ",;:=\"'`<>()".contains(c);
    parts(text, column, is_end)
        .into_iter()
        .filter(|(_, word)| word.len() >= 16 && word.contains(|c: char| c.is_ascii_digit()))
        .find(|(_, word)| puzzle_in(word, options).is_some())
        .map(|(column, _)| column)
}

/// Returns the form and size of a word that is a puzzle; `None` if it is none.
pub(super) fn puzzle_in(word: &str, options: &Options) -> Option<(Form, Size)> {
    let length = match word.is_ascii() {
        true => word.len(),
        false => word.chars().count(),
    };
    if let Some(size) = pencilmark_size(length, options)
        && looks_like_marks(word, size.side())
    {
        return Some((Form::Pencilmarks, size));
    }
    let size = line_size(length, options)?;
    looks_like_cells(word, size).then_some((Form::Line, size))
}

/// Returns the size of a grid with this number of cells, if there are grids of that
/// size on one line.
pub(super) fn line_size(cells: usize, options: &Options) -> Option<Size> {
    let size = Size::new(cells.isqrt()).filter(|size| size.num_cells() == cells)?;
    let side = size.side();
    let has_boxes = side >= 4 && (2..side).any(|width| side.is_multiple_of(width));
    let is_stated = options
        .rules
        .as_ref()
        .is_some_and(|rules| rules.are_for(size))
        && side > 2;
    ((has_boxes || is_stated) && side <= 36).then_some(size)
}

/// Returns `true` if a field is a whole map of regions.
fn is_map(field: &str) -> bool {
    field.chars().all(char::is_alphanumeric) && is_map_of(field)
}

/// Returns `true` if symbols are a map of regions, perhaps with a mistake.
fn is_map_of(symbols: &str) -> bool {
    let tokens: Vec<&str> = chars(symbols).collect();
    !matches!(
        region_map::drawn(&tokens, tokens.len().isqrt(), false, false),
        Drawn::Grid
    )
}

fn has_digits(field: &str) -> bool {
    field.contains(|c: char| c.is_ascii_digit())
}

fn pencilmark_size(marks: usize, options: &Options) -> Option<Size> {
    let is_stated = |size: Size| {
        options
            .rules
            .as_ref()
            .is_some_and(|rules| rules.are_for(size))
    };
    (2..=9)
        .filter_map(Size::new)
        .find(|size| size.num_candidates() == marks)
        .filter(|&size| matches!(size.side(), 4 | 6 | 8 | 9) || is_stated(size))
}

/// Returns `true` if most of the symbols stand where pencilmarks do.
fn looks_like_marks(word: &str, side: usize) -> bool {
    let (mut right, mut wrong) = (0, 0);
    for (place, c) in word.chars().enumerate() {
        match c.to_digit(10) {
            None | Some(0) => {}
            Some(digit) if digit as usize == place % side + 1 => right += 1,
            Some(_) => wrong += 1,
        }
    }
    // A few symbols may be those of an 8×8 grid.
    let is_grid = side == 4 && right < 4;
    right > 4 * wrong && !is_grid || (right + wrong == 0 && side == 9)
}

/// Returns `true` if a word has the symbols of a grid rather than of a text.
fn looks_like_cells(word: &str, size: Size) -> bool {
    // Those that are ASCII as bits.
    let (mut seen_ascii, mut seen) = (0_u128, Vec::new());
    let mut before = None;
    for c in word.chars() {
        // Most cells are the same blank.
        if before.replace(c) == Some(c) {
            continue;
        }
        if !c.is_alphanumeric() {
            if !chars::is_blank(c) && !chars::is_sign(c) {
                return false;
            }
            continue;
        }
        let c = c.to_ascii_uppercase();
        if c.is_ascii() {
            seen_ascii |= 1 << u32::from(c);
        } else if !seen.contains(&c) {
            seen.push(c);
        }
    }
    let num_seen = seen_ascii.count_ones() as usize + seen.len();
    // A line of blanks alone is a grid only where that is common.
    let is_common = matches!(size.side(), 4 | 6 | 9 | 16 | 25);
    num_seen <= size.side() + (size.side() / 3).max(1) && (num_seen > 0 || is_common)
}

/// Reads the rest of the line after a puzzle: a number of solutions, a solution, a
/// comment.
fn with_rest<'a>(
    body: &Body<'a>,
    word: &'a str,
    mut rest: &'a str,
    form: Form,
    size: Size,
    options: &Options,
) -> Result<OneLine<'a>, Fault> {
    let ends = |c| is_gap(c) || is_bar(c) || matches!(c, ',' | ';' | ':');
    let mut line = OneLine::new(size, form, body.column, word);
    line.bare = rest.is_empty();
    let mut column = body.column + word.chars().count();
    if let Some(told) = rest.strip_prefix(':') {
        let length = told.find(ends).unwrap_or(told.len());
        let (count, after) = told.split_at(length);
        line.count = Some(count.parse().map_err(|_| {
            let expected = "expected the number of solutions after ':'";
            (
                column + 1,
                format!("found {}, {expected}", messages::word(count)),
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
        let found = rest
            .chars()
            .next()
            .map(messages::character)
            .unwrap_or_default();
        return Err((
            column,
            format!("found {found} after the puzzle, {expected}"),
        ));
    }
    line.with_fields(fields(rest, column), options)?;
    Ok(line)
}

/// Returns the fields of a text, without quotes.
fn fields(text: &str, column: usize) -> Vec<Token<'_>> {
    let fields = parts(text, column, |c| is_gap(c) || matches!(c, ',' | ';' | ':'));
    let fields = fields
        .into_iter()
        .map(|(column, part)| unquoted(trimmed(column, part)));
    fields.filter(|(_, field)| !field.is_empty()).collect()
}

/// Returns a grid in N words of N symbols each, as its rows on one line.
fn in_words<'a>(body: &Body<'a>) -> Option<OneLine<'a>> {
    let is_end = |c: char| is_gap(c) || matches!(c, '/' | ',' | ';');
    let count = parts(body.text, 1, is_end)
        .iter()
        .filter(|(_, word)| !word.is_empty())
        .count();
    if !(6..=36).contains(&count) {
        return None;
    }
    let words: Vec<Token> = parts(body.text, body.column, is_end);
    let words: Vec<Token> = words
        .into_iter()
        .filter(|(_, word)| !word.is_empty())
        .collect();
    let size = line_size(count * count, &Options::default())?;
    let symbols: String = words.iter().map(|(_, word)| *word).collect();
    let is_even = words.iter().all(|(_, word)| word.chars().count() == count);
    let is_grid = is_even && looks_like_cells(&symbols, size);
    is_grid.then(|| OneLine::new(size, Form::Line, body.column, symbols))
}

/// Returns a puzzle in one of the fields or words of a line.
fn in_fields<'a>(body: &Body<'a>, options: &Options) -> Result<Option<OneLine<'a>>, Fault> {
    if body.text.contains(is_bar)
        && !body
            .text
            .trim_matches(is_bar)
            .contains(|c: char| !is_bar(c))
    {
        return Ok(None);
    }
    let all = parts(body.text, body.column, |c| {
        is_gap(c) || is_bar(c) || matches!(c, ',' | ';' | '=')
    });
    let fields: Vec<Token> = all
        .into_iter()
        .map(|(column, part)| unquoted(trimmed(column, part)))
        .filter(|(_, field)| !field.is_empty())
        .collect();
    let found = fields
        .iter()
        .enumerate()
        .find_map(|(index, &(column, field))| {
            let (form, size) = puzzle_in(field.trim_matches(['"', '\'', '`']), options)?;
            Some((index, column, field, form, size))
        });
    let Some((index, column, field, form, size)) = found else {
        return Ok(None);
    };
    // A damaged puzzle before what is its solution then.
    let is_cut = |field: &str| {
        let count = field.chars().count();
        let is_cell = |c: char| c.is_ascii_digit() || chars::is_blank(c);
        let cells = field.chars().filter(|&c| is_cell(c)).count();
        count >= 10.max(2 * size.side()) && 5 * cells >= 4 * count
    };
    if let Some(&(column, field)) = fields[..index].iter().find(|(_, field)| is_cut(field)) {
        let (found, expected) = (field.chars().count(), size.num_cells());
        let message = format!(
            "found {found} symbols, expected {expected} as in the grid behind them on the line"
        );
        return Err((column, message));
    }
    // 16 symbols may be a row of a table.
    if size.side() == 4 && fields.len() > 1 && body.text.contains(is_bar) {
        return Ok(None);
    }
    let inner = field.trim_matches(['"', '\'', '`']);
    let column = column + field.find(inner).unwrap_or(0);
    let mut line = OneLine::new(size, form, column, inner);
    line.with_fields(fields[index + 1..].to_vec(), options)?;
    Ok(Some(line))
}

/// Returns a line of HoDoKu's library: `:0000:x:53..7…:deleted candidates::`.
fn library<'a>(body: &Body<'a>, options: &Options) -> Result<OneLine<'a>, Fault> {
    let fields = parts(body.text, body.column, |c| c == ':');
    let refused = || {
        let message = "found a line of colon fields, expected a puzzle in its fourth field as HoDoKu's library lines have";
        (body.column, message.to_owned())
    };
    let &(column, field) = fields.get(3).ok_or_else(refused)?;
    // `+` stands before digits that were placed.
    let symbols: String = field.trim().chars().filter(|&c| c != '+').collect();
    let (_, size) = puzzle_in(&symbols, options).ok_or_else(refused)?;
    let deleted = fields
        .get(4)
        .map_or(Vec::new(), |&(column, text)| words(text, column));
    let line = OneLine::new(size, Form::Library, column, symbols);
    Ok(OneLine { deleted, ..line })
}

impl<'a> OneLine<'a> {
    /// Returns a puzzle of these symbols, which begin at this column, with nothing else on its
    /// line.
    fn new(size: Size, form: Form, column: usize, symbols: impl Into<Cow<'a, str>>) -> OneLine<'a> {
        OneLine {
            size,
            form,
            bare: false,
            column,
            symbols: symbols.into(),
            count: None,
            solution: None,
            deleted: Vec::new(),
            is_map: false,
            second: None,
        }
    }

    /// Reads the fields after the puzzle: a full grid among them is its solution.
    fn with_fields(&mut self, fields: Vec<Token<'a>>, options: &Options) -> Result<(), Fault> {
        let cells = self.size.num_cells();
        for (column, field) in fields {
            let count = field.chars().count();
            // Shorter numbers are ratings and dates.
            const SHORTEST: usize = 12;
            let is_cell = |c: char| c.is_ascii_digit() || chars::is_blank(c);
            let is_near = cells >= 36 && count.abs_diff(cells) * 8 <= cells;
            let is_cut = count != cells
                && (count >= SHORTEST && field.chars().all(is_cell)
                    || is_near && looks_like_cells(field, self.size));
            if is_cut && self.form == Form::Line {
                let expected = format!("expected a solution of {cells} or another field");
                let what = match field.chars().all(|c| c.is_ascii_digit()) {
                    true => "digits",
                    false => "symbols",
                };
                return Err((column, format!("found {count} {what}, {expected}")));
            }
            let is_map = count == cells && is_map(field);
            if !is_map
                && (puzzle_in(field, options).is_none() || count != cells && !has_digits(field))
            {
                continue;
            }
            let is_full = count == cells && field.chars().all(char::is_alphanumeric);
            if self.form == Form::Line
                && self.second.is_none()
                && count == cells
                && (is_map || is_map_of(&self.symbols))
            {
                self.second = Some((column, field));
                continue;
            }
            if !is_full || self.solution.is_some() || self.form != Form::Line {
                let expected = "expected one puzzle a line, perhaps with its solution behind it";
                return Err((
                    column,
                    format!("found a second grid on the line, {expected}"),
                ));
            }
            self.solution = Some((column, field));
        }
        Ok(())
    }

    /// Takes the maps of regions from the line: returns their statements.
    pub(super) fn maps(&mut self, is_labelled: bool) -> Result<Vec<String>, Fault> {
        let side = self.size.side();
        let may_be =
            is_labelled || self.second.is_some() || region_map::may_be(&self.symbols, side);
        if self.form != Form::Line || !may_be {
            return Ok(Vec::new());
        }
        let look = |symbols: &str, is_labelled| {
            let tokens: Vec<&str> = chars(symbols).collect();
            region_map::drawn(&tokens, side, is_labelled, false)
        };
        let at = |column: usize| move |place: usize, message: String| (column + place, message);
        let mut maps = Vec::new();
        let second = self.second.take();
        if let Some((column, text)) = second {
            match look(text, false) {
                Drawn::Map(regions) => maps.push(region_map::statement(&regions)),
                Drawn::Fault(place, message) => return Err(at(column)(place, message)),
                Drawn::Grid => {}
            }
        }
        let first = match maps.is_empty() {
            true => look(&self.symbols, is_labelled),
            false => Drawn::Grid,
        };
        match (first, second) {
            (Drawn::Grid, _) => {}
            (Drawn::Fault(place, message), _) => return Err(at(self.column)(place, message)),
            (Drawn::Map(regions), second) => {
                maps.push(region_map::statement(&regions));
                match second {
                    Some((column, text)) => (self.column, self.symbols) = (column, text.into()),
                    None => self.is_map = true,
                }
            }
        }
        Ok(maps)
    }

    /// Reads the puzzle and what is expected of it.
    pub(super) fn read(
        self,
        rules: Arc<Rules>,
        options: &Options,
    ) -> Result<(Puzzle, Tokens, Option<Expected>), Fault> {
        if self.form == Form::Pencilmarks {
            return self.pencilmarks(rules);
        }
        let mut puzzle = Puzzle::new(rules);
        let mut solution = None;
        match self.fast(options) {
            Some(digits) => puzzle.set_clues(digits),
            None => (puzzle, solution) = self.with_solution(puzzle, options)?,
        }
        for &(column, word) in &self.deleted {
            puzzle.exclude(self.deleted_candidate(word).ok_or_else(|| {
                let message = format!(
                    "found {} among the deleted candidates, expected digit, row and column as 412",
                    messages::word(word)
                );
                (column, message)
            })?);
        }
        let expected = Expected {
            count: self.count,
            solution,
        };
        let expected = (expected != Expected::default()).then_some(expected);
        let tokens = Tokens::chars(self.symbols.into_owned()).stated(options.symbols.is_some());
        Ok((puzzle, tokens, expected))
    }

    /// Reads the symbols of the puzzle and of its solution.
    fn with_solution(
        &self,
        mut puzzle: Puzzle,
        options: &Options,
    ) -> Result<(Puzzle, Option<Grid>), Fault> {
        let cells = self.size.num_cells();
        if let Some((column, text)) = self.solution {
            self.check_solution(column, text)?;
        }
        let (start, known) = self.solution.unwrap_or((0, ""));
        let tokens = chars(&self.symbols).chain(chars(known));
        let reading = alphabet::read(self.size, tokens, false, options.symbols.as_ref()).map_err(
            |(place, message)| match place.checked_sub(cells) {
                None => (self.column + place, message),
                Some(place) => (start + place, message),
            },
        )?;
        let (clues, told) = reading.digits.split_at(cells);
        puzzle.set_clues(clues.iter().copied());
        puzzle = puzzle.with_symbols(reading.symbols);
        let Some((column, text)) = self.solution else {
            return Ok((puzzle, None));
        };
        let grid = full_grid(self.size, column, text, told)?;
        self.agree(column, text, clues, &grid)?;
        Ok((puzzle, Some(grid)))
    }

    /// Returns the candidate that a word of digit, row and column names.
    fn deleted_candidate(&self, word: &str) -> Option<Candidate> {
        let values = word.chars().filter_map(|c| c.to_digit(10));
        let values: Vec<usize> = values.map(|value| value as usize).collect();
        let is_inside = |value: &usize| (1..=self.size.side()).contains(value);
        match values[..] {
            [digit, row, col] if word.len() == 3 && values.iter().all(is_inside) => {
                let cell = Cell::new(row - 1, col - 1);
                Some(Candidate::new(cell, Digit::from_index(digit - 1)))
            }
            _ => None,
        }
    }

    /// Returns the digits of a grid of 1 to N and either `.` or `0`.
    fn fast(&self, options: &Options) -> Option<Vec<Option<Digit>>> {
        let side = self.size.side();
        if side > 9 || options.symbols.is_some() || self.solution.is_some() {
            return None;
        }
        let (mut dots, mut zeros) = (false, 0);
        let mut digits = Vec::with_capacity(self.size.num_cells());
        for byte in self.symbols.bytes() {
            let digit = match byte {
                b'.' => {
                    dots = true;
                    None
                }
                b'0' => {
                    zeros += 1;
                    None
                }
                b'1'..=b'9' if usize::from(byte - b'0') <= side => {
                    Some(Digit::from_index(usize::from(byte - b'1')))
                }
                _ => return None,
            };
            digits.push(digit);
        }
        are_zeros_blank(zeros, dots, side).then_some(digits)
    }

    /// Refuses a solution of another length or with other characters.
    fn check_solution(&self, column: usize, text: &str) -> Result<(), Fault> {
        let expected = self.size.num_cells();
        let is_cell = |token: &str| {
            matches!(
                alphabet::class(token),
                Ok(Class::Zero | Class::Number(_) | Class::Letter(_) | Class::Blank)
            )
        };
        if let Some(place) = chars(text).position(|token| !is_cell(token)) {
            let found = shown(text, place);
            return Err((
                column + place,
                format!("found {found}, expected a solution of {expected} digits"),
            ));
        }
        let found = text.chars().count();
        match found == expected {
            true => Ok(()),
            false => Err((
                column,
                format!("found a solution of {found} symbols, expected {expected}"),
            )),
        }
    }

    /// Refuses a solution in which a clue of the puzzle is another digit.
    fn agree(
        &self,
        column: usize,
        text: &str,
        clues: &[Option<Digit>],
        solution: &Grid,
    ) -> Result<(), Fault> {
        let differs =
            |(clue, digit): (&Option<Digit>, &Digit)| clue.is_some_and(|clue| clue != *digit);
        let place = clues.iter().zip(solution.digits()).position(differs);
        let Some(place) = place else {
            return Ok(());
        };
        let message = format!(
            "found {} in {} of the solution, expected {} as in the puzzle on the line",
            shown(text, place),
            self.size.cell(place),
            shown(&self.symbols, place)
        );
        Err((column + place, message))
    }

    /// Returns a puzzle by its candidates: symbol d of a cell is the digit d, or a
    /// blank where d is excluded.
    fn pencilmarks(self, rules: Arc<Rules>) -> Result<(Puzzle, Tokens, Option<Expected>), Fault> {
        let mut puzzle = Puzzle::new(rules).with_symbols(Symbols::NUMBERS);
        let mut marks = vec![Vec::new(); self.size.num_cells()];
        for (place, token) in chars(&self.symbols).enumerate() {
            let candidate: Candidate = self.size.candidate(place);
            match alphabet::class(token) {
                Ok(Class::Blank | Class::Zero | Class::Other(_)) => {}
                Ok(Class::Number(value)) if usize::from(value) == candidate.digit.value() => {
                    marks[candidate.cell.index(self.size)].push(candidate.digit);
                }
                _ => {
                    let Candidate { cell, digit } = candidate;
                    let message = format!(
                        "found {} in the pencilmarks of {cell}, expected {digit} or {}",
                        messages::word(token),
                        messages::BLANKS
                    );
                    return Err((self.column + place, message));
                }
            }
        }
        puzzle.set_candidates(&marks);
        let marks: Vec<char> = self.symbols.chars().collect();
        let cells: Vec<String> = marks
            .chunks(self.size.side())
            .map(|cell| cell.iter().collect())
            .collect();
        let tokens = Tokens::words(cells.iter().map(String::as_str)).of_kind(TokenKind::Candidates);
        let expected = self.count.map(|count| Expected {
            count: Some(count),
            solution: None,
        });
        Ok((puzzle, tokens, expected))
    }
}

/// Returns a character of a text as errors show it.
fn shown(text: &str, place: usize) -> String {
    let c = text.chars().nth(place);
    c.map(messages::character).unwrap_or_default()
}

/// Returns the characters of a text, each as a text.
fn chars(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.char_indices()
        .map(|(at, c)| &text[at..at + c.len_utf8()])
}

fn full_grid(size: Size, column: usize, text: &str, told: &[Option<Digit>]) -> Result<Grid, Fault> {
    if let Some(place) = told.iter().position(Option::is_none) {
        let (found, cell) = (shown(text, place), size.cell(place));
        return Err((
            column + place,
            format!("found {found} in {cell} of the solution, expected a digit"),
        ));
    }
    Ok(Grid::new(size, told.iter().copied().flatten().collect()))
}
