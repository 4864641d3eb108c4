//! The cells and rows of a table, without markup.

use crate::cover::printed::{AROUND_NAMES, is_among};

/// A cell as it is printed, without markup.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) offset: usize,
    /// First column of its text in the line, in characters, and the one after the last, if
    /// blanks alone separate cells.
    pub(super) columns: (usize, usize),
    pub(super) text: String,
}

impl Cell {
    pub(super) fn new(offset: usize, text: &str) -> Cell {
        Cell {
            offset: offset + (text.len() - text.trim_start().len()),
            columns: (0, 0),
            text: without_markup(text).to_owned(),
        }
    }

    /// Returns the value of a 0 or 1.
    pub(super) fn value(&self) -> Option<bool> {
        match self.text.as_str() {
            "1" | "1." | "1.0" | "True" => Some(true),
            "0" | "0." | "0.0" | "False" | "." | "·" => Some(false),
            _ => None,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns `true` if it can only be a name.
    pub(super) fn is_name(&self) -> bool {
        !self.is_empty() && self.value().is_none()
    }

    /// Returns the text of a name, without the colon after it.
    pub(super) fn name(&self) -> &str {
        self.text.trim_end_matches(':').trim_end()
    }

    /// Returns `true` if its name is a number.
    pub(super) fn is_number(&self) -> bool {
        !self.name().is_empty() && self.name().bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Returns `true` if both cells have a column in common.
    pub(super) fn is_below(&self, other: &Cell) -> bool {
        self.columns.0 < other.columns.1 && other.columns.0 < self.columns.1
    }

    /// Returns `true` if it is a word of several digits 0 and 1.
    pub(super) fn is_joined(&self) -> bool {
        self.text.len() > 1 && self.text.bytes().all(|byte| byte == b'0' || byte == b'1')
    }
}

/// Returns a text without the markup of Markdown, LaTeX and Python around it.
pub(super) fn without_markup(text: &str) -> &str {
    let mut inner = text.trim();
    loop {
        let mut marks = ["**", "*", "`", "$", "\"", "'"].iter();
        let in_marks = marks.find_map(|&mark| inner.strip_prefix(mark)?.strip_suffix(mark));
        let in_macro = || {
            let (name, inside) = inner
                .strip_prefix('\\')?
                .strip_suffix('}')?
                .split_once('{')?;
            is_among(name, AROUND_NAMES).then_some(inside)
        };
        match in_marks
            .or_else(in_macro)
            .filter(|inside| !inside.is_empty())
        {
            Some(inside) => inner = inside.trim(),
            None => return inner,
        }
    }
}

/// A row as it is printed.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) offset: usize,
    /// Offset of its end.
    pub(super) end: usize,
    pub(super) cells: Vec<Cell>,
    /// Set if a rule follows.
    pub(super) ruled: bool,
    /// Set if its cells are in brackets.
    pub(super) in_brackets: bool,
}

/// The rows so far, and the cells of the next one.
#[derive(Default)]
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    pub(super) cells: Vec<Cell>,
}

impl Rows {
    /// Ends the row, if it has cells.
    pub(super) fn end(&mut self, end: usize) {
        if let Some(first) = self.cells.first() {
            self.rows.push(Row {
                offset: first.offset,
                end,
                cells: std::mem::take(&mut self.cells),
                ruled: false,
                in_brackets: false,
            });
        }
    }

    /// Ends the row in brackets, if it has cells.
    pub(super) fn close(&mut self, end: usize) {
        let number = self.rows.len();
        self.end(end);
        for row in &mut self.rows[number..] {
            row.in_brackets = true;
        }
    }

    pub(super) fn rule(&mut self) {
        if let Some(row) = self.rows.last_mut() {
            row.ruled = true;
        }
    }
}

/// Splits a text. Each piece comes with its offset.
pub(super) fn pieces(text: &str, is_between: impl Fn(char) -> bool) -> Vec<(usize, &str)> {
    let mut start = 0;
    let mut pieces = Vec::new();
    for (at, c) in text.char_indices().filter(|&(_, c)| is_between(c)) {
        pieces.push((start, &text[start..at]));
        start = at + c.len_utf8();
    }
    pieces.push((start, &text[start..]));
    pieces
}

/// Splits cells of several words of 0s and 1s at the blanks, and rows of one word, after a
/// name or without, into digits.
pub(super) fn split_words(rows: &mut [Row]) {
    let is_list = |cell: &Cell| {
        let words = pieces(&cell.text, char::is_whitespace);
        let mut words = words.into_iter().filter(|(_, word)| !word.is_empty());
        words.clone().count() > 1 && words.all(|(_, word)| Cell::new(0, word).value().is_some())
    };
    if rows.iter().flat_map(|row| &row.cells).any(is_list) {
        for row in &mut *rows {
            let words = row.cells.iter().flat_map(|cell| {
                let words = pieces(&cell.text, char::is_whitespace).into_iter();
                let words = words.filter(|(_, word)| !word.is_empty());
                words.map(|(at, word)| Cell::new(cell.offset + at, word))
            });
            row.cells = words.collect();
        }
    }
    let is_joined =
        |row: &Row| row.cells.len() <= 2 && row.cells.last().is_some_and(Cell::is_joined);
    let others = &rows[usize::from(rows.len() > 1)..];
    if others.iter().all(is_joined) {
        for row in rows.iter_mut().filter(|row| is_joined(row)) {
            let Some(word) = row.cells.pop() else {
                continue;
            };
            let digits = word.text.char_indices();
            let digits =
                digits.map(|(at, c)| Cell::new(word.offset + at, c.encode_utf8(&mut [0; 4])));
            row.cells.extend(digits);
        }
    }
}
