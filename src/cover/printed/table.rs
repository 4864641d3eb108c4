//! Tables of 0s and 1s with names of rows and columns.
//!
//! ```text
//!      1 2 3 4 5 6 7
//!   A  1 0 0 1 0 0 1
//!   B  1 0 0 1 0 0 0
//!   C  0 0 0 1 1 0 1
//! ```
//!
//! - A row is an option, a column a primary item. Both kinds of names are optional: columns
//!   without are named `1`, `2`, … from the left.
//! - Cells are separated by blanks, or, where the text has these, by `|`, tabs, `;`, `,`
//!   (CSV), or `&` with `\\` at the ends of rows (LaTeX). With such separators an empty cell is
//!   0. With blanks alone, and 1s alone as cells, a row with fewer cells than columns is read by
//!   position: each of its cells is below a name. `.` and `·` are 0 too.
//! - Brackets, as Python and numpy print them, enclose rows or the whole table: `[[0, 1], [1, 0]]`,
//!   `A = [0 1]`. In brackets no cell is empty. A row may also be one word, `0110`.
//! - Rules of Markdown (`|---|---|`), of LaTeX (`\hline`), and frames of box-drawing characters
//!   are skipped. So are a first line `NAME =` and, if no row has a bar, lines that start with
//!   `|`: comments.
//! - Numbers name columns or rows only if they are in order: from 0 or 1 on, but columns above
//!   named rows may be left out. A text that may be a title as
//!   well as names, or names as well as cells, is refused.

use super::{AROUND_NAMES, Page, text_of};
use crate::cover::{Builder, ExactCover, Item};
use crate::io::InputError;
use std::collections::HashSet;
use std::io::Read;

/// Reads a table. `name` is the input's name in errors. `warn` receives findings that are
/// suspicious but no errors.
///
/// # Errors
/// If reading fails or the text is not in this form, with line and column.
pub fn read(
    input: impl Read,
    name: &str,
    warn: impl FnMut(InputError),
) -> Result<ExactCover, InputError> {
    parse(&text_of(input, name)?, name, warn)
}

/// Reads a table from a text.
pub(crate) fn parse(
    text: &str,
    name: &str,
    warn: impl FnMut(InputError),
) -> Result<ExactCover, InputError> {
    let page = Page::new(name, text);
    let separator = Separator::of(text);
    let mut rows = Rows::default();
    match separator {
        Separator::Latex => latex(&page, &mut rows)?,
        Separator::Brackets => brackets(&page, &mut rows)?,
        Separator::Char(_) | Separator::Blanks => lines(&page, separator, &mut rows)?,
    }
    let mut rows = rows.rows;
    if rows.is_empty() {
        return Err(page.unexpected(text.trim_end().len(), "a table of 0s and 1s"));
    }
    split_words(&mut rows);
    Table::of(&page, rows, separator)?.problem(&page, warn)
}

/// The text between cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    Blanks,
    Char(char),
    /// `&`, and `\\` at the end of a row.
    Latex,
    /// Commas, blanks and the brackets themselves.
    Brackets,
}

impl Separator {
    fn of(text: &str) -> Separator {
        let has = |c: char| text.contains(c);
        match () {
            () if text.contains("\\begin{") || has('&') && text.contains("\\\\") => {
                Separator::Latex
            }
            () if text.lines().any(has_bars) => Separator::Char('|'),
            () if has('[') => Separator::Brackets,
            () if text.lines().any(|line| line.trim().contains('\t')) => Separator::Char('\t'),
            () if has(';') => Separator::Char(';'),
            () if has(',') => Separator::Char(','),
            () => Separator::Blanks,
        }
    }
}

/// Returns `true` if the line has a bar between cells: one that does not begin a comment.
fn has_bars(line: &str) -> bool {
    let line = line.trim();
    line.strip_prefix('|').unwrap_or(line).contains(['|', '│'])
}

/// A cell as it is printed, without markup.
#[derive(Clone, Debug)]
struct Cell {
    offset: usize,
    /// First column of its text in the line, in characters, and the one after the last, if
    /// blanks alone separate cells.
    columns: (usize, usize),
    text: String,
}

impl Cell {
    fn new(offset: usize, text: &str) -> Cell {
        Cell {
            offset: offset + (text.len() - text.trim_start().len()),
            columns: (0, 0),
            text: without_markup(text).to_owned(),
        }
    }

    /// Returns the value of a 0 or 1.
    fn value(&self) -> Option<bool> {
        match self.text.as_str() {
            "1" | "1." | "1.0" | "True" => Some(true),
            "0" | "0." | "0.0" | "False" | "." | "·" => Some(false),
            _ => None,
        }
    }

    fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns `true` if it can only be a name.
    fn is_name(&self) -> bool {
        !self.is_empty() && self.value().is_none()
    }

    /// Returns the text of a name, without the colon after it.
    fn name(&self) -> &str {
        self.text.trim_end_matches(':').trim_end()
    }

    /// Returns `true` if its name is a number.
    fn is_number(&self) -> bool {
        !self.name().is_empty() && self.name().bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Returns `true` if both cells have a column in common.
    fn is_below(&self, other: &Cell) -> bool {
        self.columns.0 < other.columns.1 && other.columns.0 < self.columns.1
    }

    /// Returns `true` if it is a word of several digits 0 and 1.
    fn is_joined(&self) -> bool {
        self.text.len() > 1 && self.text.bytes().all(|byte| byte == b'0' || byte == b'1')
    }
}

/// Returns a text without the markup of Markdown, LaTeX and Python around it.
fn without_markup(text: &str) -> &str {
    let mut inner = text.trim();
    loop {
        let pairs = ["**", "*", "`", "$", "\"", "'"].map(|mark| (mark.to_owned(), mark));
        let macros = AROUND_NAMES.map(|name| (format!("\\{name}{{"), "}"));
        let marks = pairs.into_iter().chain(macros);
        let stripped = marks.into_iter().find_map(|(open, close)| {
            let inside = inner.strip_prefix(&*open)?.strip_suffix(close)?;
            (!inside.is_empty()).then_some(inside)
        });
        match stripped {
            Some(inside) => inner = inside.trim(),
            None => return inner,
        }
    }
}

/// A row as it is printed.
#[derive(Debug)]
struct Row {
    offset: usize,
    /// Offset of its end.
    end: usize,
    cells: Vec<Cell>,
    /// Set if a rule follows.
    ruled: bool,
    /// Set if its cells are in brackets.
    in_brackets: bool,
}

/// The rows so far, and the cells of the next one.
#[derive(Default)]
struct Rows {
    rows: Vec<Row>,
    cells: Vec<Cell>,
}

impl Rows {
    /// Ends the row, if it has cells.
    fn end(&mut self, end: usize) {
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
    fn close(&mut self, end: usize) {
        let number = self.rows.len();
        self.end(end);
        for row in &mut self.rows[number..] {
            row.in_brackets = true;
        }
    }

    fn rule(&mut self) {
        if let Some(row) = self.rows.last_mut() {
            row.ruled = true;
        }
    }
}

/// Splits a text. Each piece comes with its offset.
fn pieces(text: &str, is_between: impl Fn(char) -> bool) -> Vec<(usize, &str)> {
    let mut start = 0;
    let mut pieces = Vec::new();
    for (at, c) in text.char_indices().filter(|&(_, c)| is_between(c)) {
        pieces.push((start, &text[start..at]));
        start = at + c.len_utf8();
    }
    pieces.push((start, &text[start..]));
    pieces
}

/// Splits lines into cells.
fn lines(page: &Page<'_>, separator: Separator, rows: &mut Rows) -> Result<(), InputError> {
    let bars = separator == Separator::Char('|');
    let is_rule = |c: char| "|+-:= \t".contains(c) || ('─'..='╿').contains(&c);
    let start = page.start();
    for (number, &line_start) in page.lines.iter().enumerate() {
        let line_start = line_start.max(start);
        let line_end = page.lines.get(number + 1).copied();
        let line = &page.text[line_start..line_end.unwrap_or(page.text.len())];
        let line = line.trim_end_matches(['\n', '\r']);
        let is_comment = !bars && line.trim_start().starts_with('|');
        if line.trim().is_empty() || is_comment || rows.rows.is_empty() && is_title(line) {
            continue;
        }
        if line.chars().all(is_rule) && line.contains(['-', '=', '─', '═', '━']) {
            rows.rule();
            continue;
        }
        if bars && !line.contains(['|', '│']) {
            let offset = line_start + (line.len() - line.trim_start().len());
            let expected = "a row with bars, as in other lines; with --form knuth, matrix or sets, \
                            lines that begin with | are comments";
            return Err(page.unexpected(offset, expected));
        }
        match separator {
            Separator::Char(between) => delimited(line_start, line, between, &mut rows.cells),
            _ => blank_separated(line_start, line, &mut rows.cells),
        }
        rows.end(line_start + line.trim_end().len());
    }
    Ok(())
}

/// Returns `true` if the line is the name of the whole table, as `M =`.
fn is_title(line: &str) -> bool {
    let name = line.trim().strip_suffix('=').map(without_markup);
    name.is_some_and(is_word)
}

/// Returns `true` if the text is a name of letters, digits, `_` and `.`.
fn is_word(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || "_.".contains(c))
}

/// Splits a line at a separator; `│` is `|`, and the ones at both ends of a line are no
/// separators.
fn delimited(start: usize, line: &str, between: char, cells: &mut Vec<Cell>) {
    let (mut at, mut inner) = (start, line);
    if between == '|' {
        inner = inner.trim_start();
        inner = inner.strip_prefix(['|', '│']).unwrap_or(inner);
        at += line.len() - inner.len();
        inner = inner.trim_end();
        inner = inner.strip_suffix(['|', '│']).unwrap_or(inner);
    }
    let is_between = |c| c == between || between == '|' && c == '│';
    let pieces = pieces(inner, is_between).into_iter();
    cells.extend(pieces.map(|(offset, piece)| Cell::new(at + offset, piece)));
}

/// Splits a line at blanks; brackets drawn of several characters are blanks too.
fn blank_separated(start: usize, line: &str, cells: &mut Vec<Cell>) {
    let is_blank = |c: char| c.is_whitespace() || ('⎛'..='⎭').contains(&c);
    let mut column = 0;
    for (offset, word) in pieces(line, is_blank) {
        let length = word.chars().count();
        if !matches!(word, "" | "(" | ")") {
            let mut cell = Cell::new(start + offset, word);
            cell.columns = (column, column + length);
            cells.push(cell);
        }
        column += length + 1;
    }
}

/// Splits the rows of a LaTeX matrix, array or tabular.
fn latex(page: &Page<'_>, rows: &mut Rows) -> Result<(), InputError> {
    const RULES: [&str; 5] = ["hline", "toprule", "midrule", "bottomrule", "cline"];
    const MATRIX: &str = "\\begin{bmatrix}, or array or tabular";
    let text = page.text;
    let mut at = page.start();
    let mut inside = !text.contains("\\begin{");
    let mut ended = false;
    let mut cell = at;
    while at < text.len() {
        let rest = &text[at..];
        let length = if let Some(after) = rest.strip_prefix("\\begin{").filter(|_| !inside) {
            let (environment, _) = after
                .split_once('}')
                .ok_or_else(|| page.unexpected(at, MATRIX))?;
            let mut length = "\\begin{}".len() + environment.len();
            let takes_columns = matches!(environment, "array" | "tabular");
            inside = !ended && (takes_columns || environment.ends_with("matrix"));
            if takes_columns && rest[length..].starts_with('{') {
                length += rest[length..].find('}').map_or(0, |end| end + 1);
            }
            cell = at + length;
            length
        } else if rest.starts_with("\\end{") {
            let length = rest.find('}').map_or(rest.len(), |end| end + 1);
            if std::mem::take(&mut inside) {
                ended = true;
                finish(page, rows, cell, at);
            }
            length
        } else if inside {
            let rule = RULES
                .iter()
                .find(|&&rule| rest.strip_prefix('\\').is_some_and(|r| r.starts_with(rule)));
            if rest.starts_with("\\\\") {
                finish(page, rows, cell, at);
                let space = rest.strip_prefix("\\\\[").and_then(|space| space.find(']'));
                let length = space.map_or(2, |end| end + 4);
                cell = at + length;
                length
            } else if let Some(rule) = rule {
                rows.rule();
                let mut length = 1 + rule.len();
                if *rule == "cline" {
                    length += rest[length..].find('}').map_or(0, |end| end + 1);
                }
                cell = at + length;
                length
            } else {
                if rest.starts_with('&') {
                    rows.cells.push(Cell::new(cell, &text[cell..at]));
                    cell = at + 1;
                }
                rest.chars().next().map_or(1, char::len_utf8)
            }
        } else {
            around(rest, ended).ok_or_else(|| {
                let expected = if ended { "the end of the text" } else { MATRIX };
                page.unexpected(at, expected)
            })?
        };
        at += length;
    }
    if inside {
        finish(page, rows, cell, at);
    }
    Ok(())
}

/// Ends a row of LaTeX with the cell between two offsets. A row with a single empty cell is
/// none.
fn finish(page: &Page<'_>, rows: &mut Rows, cell: usize, end: usize) {
    let last = Cell::new(cell, &page.text[cell..end]);
    if !rows.cells.is_empty() || !last.is_empty() {
        rows.cells.push(last);
        rows.end(end);
    }
}

/// Returns the length of what may stand around a matrix in LaTeX: blanks, dollars, brackets,
/// and before it a name with `=`.
fn around(rest: &str, ended: bool) -> Option<usize> {
    let fixed = [
        "\\left[", "\\left(", "\\right]", "\\right)", "\\[", "\\]", "\\(", "\\)", "$",
    ];
    let blank = rest.chars().next().filter(|c| c.is_whitespace());
    let fixed = fixed.iter().find(|&&part| rest.starts_with(part));
    let length = blank.map(char::len_utf8).or(fixed.map(|part| part.len()));
    length.or_else(|| match ended {
        true => rest.starts_with(['.', ',']).then_some(1),
        false => {
            let (name, _) = rest.split_once('=')?;
            let is_name = without_markup(name).chars().all(char::is_alphanumeric);
            is_name.then_some(name.len() + 1)
        }
    })
}

/// Splits rows in brackets.
fn brackets(page: &Page<'_>, rows: &mut Rows) -> Result<(), InputError> {
    const END: &str = "the end of the text: one matrix is read";
    let text = page.text;
    let mut at = page.start();
    // The offsets of the brackets that are open.
    let mut open = Vec::new();
    // Set between the bracket before a row's first cell and the one after its last cell.
    let mut in_row = false;
    // Set if brackets enclose the whole table, and the table has begun.
    let mut is_whole = false;
    // The character before, blanks apart.
    let mut last = ' ';
    while let Some(c) = text[at..].chars().next() {
        let mut length = c.len_utf8();
        let is_after = is_whole && open.is_empty();
        match c {
            '\n' if open.len() == 1
                && rows.cells.last().is_some_and(|cell| cell.offset > open[0]) =>
            {
                return Err(page.unexpected(at, "\"]\" or \";\""));
            }
            c if c.is_whitespace() && (c != '\n' || !open.is_empty()) => {}
            ')' | ',' | ';' | '.' | '\n' if is_after => {}
            _ if is_after => return Err(page.unexpected(at, END)),
            '[' => {
                if open.len() == 2 || in_row && !rows.cells.is_empty() {
                    return Err(page.unexpected(at, "0 or 1"));
                }
                if open.is_empty() && text[at + 1..].trim_start().starts_with('[') {
                    name_before(page, at)?;
                    rows.cells.clear();
                    is_whole = true;
                }
                open.push(at);
                in_row = true;
            }
            ']' => {
                if open.pop().is_none() {
                    return Err(page.unexpected(at, "a row of 0s and 1s"));
                }
                rows.close(at);
                in_row = false;
            }
            ';' if open.len() == 1 => {
                // What is before the bracket is the name of the whole table.
                if !is_whole {
                    name_before(page, open[0])?;
                    rows.cells.retain(|cell| cell.offset > open[0]);
                    is_whole = true;
                }
                rows.close(at);
            }
            '\n' => outside(page, rows, at)?,
            ',' if in_row && matches!(last, ',' | '[') => {
                return Err(page.unexpected(at, "0 or 1"));
            }
            '(' | ')' | '=' | ',' => {}
            ';' if open.is_empty() => {}
            _ if open.len() == 1 && !in_row => return Err(page.unexpected(at, "\"[\" or \"]\"")),
            _ => length = word(page, at, rows)?,
        }
        if !c.is_whitespace() {
            last = c;
        }
        at += length;
    }
    match open.pop() {
        Some(bracket) => Err(page.error(bracket, "found a bracket that is not closed")),
        None => outside(page, rows, at),
    }
}

/// Adds the cell at an offset. Returns its length.
fn word(page: &Page<'_>, at: usize, rows: &mut Rows) -> Result<usize, InputError> {
    let stops = |c: char| c.is_whitespace() || "[](),;=".contains(c);
    let word = page.text[at..].split(stops).next().unwrap_or_default();
    if word.is_empty() {
        return Err(page.unexpected(at, "0 or 1"));
    }
    rows.cells.push(Cell::new(at, word));
    Ok(word.len())
}

/// Ends a row without brackets, which only names of columns are.
fn outside(page: &Page<'_>, rows: &mut Rows, end: usize) -> Result<(), InputError> {
    match rows.cells.first() {
        Some(cell) if !rows.rows.is_empty() => {
            Err(page.unexpected(cell.offset, "a row in brackets, as [1, 0]"))
        }
        _ => {
            rows.end(end);
            Ok(())
        }
    }
}

/// Checks that before a bracket there is nothing but a name of the whole table: `M =`,
/// `array(`, `M = np.array(` or `Matrix(`.
fn name_before(page: &Page<'_>, bracket: usize) -> Result<(), InputError> {
    let before = &page.text[page.start()..bracket];
    let (name, call) = before.split_once('=').unwrap_or(("M", before));
    let is_call = |call: &str| call.strip_suffix('(').is_some_and(is_word);
    match is_word(name) && (call.trim().is_empty() || is_call(call.trim())) {
        true => Ok(()),
        false => {
            let blank = before.len() - before.trim_start().len();
            Err(page.unexpected(page.start() + blank, "one matrix, at most after NAME ="))
        }
    }
}

/// Splits cells of several words of 0s and 1s at the blanks, and rows of one word, after a
/// name or without, into digits.
fn split_words(rows: &mut [Row]) {
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

/// The message for a text that is two tables.
const TWO_READINGS: &str = "this may be names or 0s and 1s: expected an empty corner before the \
                            names of columns and names of rows, or 0s and 1s alone";

/// Returns `true` if the first row has the names of the columns.
fn has_header(rows: &[Row]) -> bool {
    let (first, rest) = rows.split_first().expect("there is a row");
    let ruled =
        first.ruled && rest.len() > 1 && !rest[..rest.len() - 1].iter().any(|row| row.ruled);
    let longer = rest
        .first()
        .is_some_and(|row| row.cells.len() == first.cells.len() + 1);
    let no_corner = first.cells[0].is_empty();
    let is_single = first.cells.len() == 1;
    // A name and then only 0s and 1s are a row with its name.
    let names_itself = first.cells[0].is_name() && !first.cells[1..].iter().any(Cell::is_name);
    let same = |row: &Row| row.cells[0].value().is_some() && row.cells.len() == first.cells.len();
    let is_header = ruled
        || first.cells[1..].iter().any(Cell::is_name)
        || longer && (is_single || !names_itself)
        || !rest.is_empty() && is_single && names_itself && rest.iter().all(same)
        || no_corner && rest.iter().any(|row| row.cells[0].is_name());
    is_header && !first.in_brackets
}

/// Returns `true` if cells are the numbers from 0 or 1 on.
fn in_order<'c>(cells: impl Iterator<Item = &'c Cell>) -> bool {
    let mut numbers = cells.map(|cell| cell.name().parse::<usize>().ok());
    let first = numbers.next().flatten();
    first.is_some_and(|first| {
        first < 2
            && numbers
                .zip(first + 1..)
                .all(|(number, next)| number == Some(next))
    })
}

/// Returns `true` if the cell may be above the numbers of rows.
fn is_index(cell: &Cell) -> bool {
    const NAMES: [&str; 11] = [
        "", "id", "i", "index", "row", "rows", "set", "sets", "name", "option", "nr",
    ];
    NAMES.contains(&&*cell.name().to_lowercase())
}

/// Returns `true` if the cell has signs but no name, or a part of a name in quotes.
fn is_sign(cell: &Cell) -> bool {
    let is_sign = |c: char| c.is_ascii_punctuation() || c == '·';
    !cell.is_empty() && cell.text.chars().all(is_sign) || cell.text.contains('"')
}

/// A table whose names are known.
struct Table {
    /// The names of the columns.
    header: Option<Vec<Cell>>,
    /// The cell before them.
    corner: Option<Cell>,
    /// Set if the first cell of each row is its name.
    labelled: bool,
    rows: Vec<Row>,
    /// Set if a row with fewer cells than columns is read by position.
    by_position: bool,
    separator: Separator,
}

impl Table {
    /// Finds the names of columns and rows.
    fn of(page: &Page<'_>, mut rows: Vec<Row>, separator: Separator) -> Result<Table, InputError> {
        let blanks = separator == Separator::Blanks;
        let header = has_header(&rows).then(|| rows.remove(0).cells);
        let Some(first) = rows.first() else {
            return Err(page.unexpected(page.text.trim_end().len(), "a row of 0s and 1s"));
        };
        let names = header.as_deref().unwrap_or_default();
        let longer = header.is_some() && first.cells.len() == names.len() + 1;
        let left = |row: &Row| row.cells[0].columns.1 <= names[0].columns.0;
        let no_corner = names.first().is_some_and(Cell::is_empty);
        let labelled = rows.iter().any(|row| row.cells[0].is_name())
            || longer
            || no_corner
            || header.is_some() && blanks && rows.iter().all(left);
        let cells = rows
            .iter()
            .flat_map(|row| &row.cells[usize::from(labelled)..]);
        let has_zeros = cells.clone().any(|cell| cell.value() == Some(false));
        let firsts = rows.iter().map(|row| &row.cells[0]);
        let (corner, others) = (&first.cells[0], &first.cells[1..]);
        let is_header = match corner.is_empty() {
            true => in_order(firsts.skip(1)),
            false => is_index(corner) && in_order(others.iter()),
        };
        if header.is_none() && is_header {
            return Err(page.error(first.offset, TWO_READINGS));
        }
        let ends_empty = |row: &Row| row.cells.last().is_some_and(Cell::is_empty);
        if header.is_none() && rows.iter().all(ends_empty) {
            return Err(page.unexpected(first.end, "0 or 1: all rows end with an empty cell"));
        }
        let mut table = Table {
            header,
            corner: None,
            labelled,
            by_position: blanks && !has_zeros,
            separator,
            rows,
        };
        if labelled && !longer {
            table.take_corner(page, blanks)?;
        }
        if let Some(names) = &table.header {
            table.check_header(page, names)?;
        }
        table.check_labels(page)?;
        Ok(table)
    }

    /// Removes the cell above the names of the rows, if there is one, from the header.
    fn take_corner(&mut self, page: &Page<'_>, blanks: bool) -> Result<(), InputError> {
        let Some(names) = &mut self.header else {
            return Ok(());
        };
        let mut rows = self.rows.iter();
        let Some(below) = rows.find(|row| !blanks || row.cells[0].is_below(&names[0])) else {
            return Ok(());
        };
        let corner = names.remove(0);
        // Where cells have to be counted, a name of any kind may be the corner but a number.
        let is_alike = |name: &Cell| {
            name.is_number() == corner.is_number() && (corner.is_number() || self.by_position)
        };
        if names.iter().any(is_alike) {
            let message = format!(
                "row '{}' is below column '{}', which is named like the other columns: \
                 expected an empty corner above the names of the rows",
                below.cells[0].name(),
                corner.name()
            );
            return Err(page.error(below.offset, message));
        }
        self.corner = Some(corner);
        Ok(())
    }

    /// Refuses names of columns that may be something else.
    fn check_header(&self, page: &Page<'_>, names: &[Cell]) -> Result<(), InputError> {
        let corner = self.corner.as_ref().filter(|corner| !corner.is_empty());
        let firsts = self.rows.iter().map(|row| &row.cells[0]);
        if let Some(sign) = names.iter().find(|name| is_sign(name)) {
            return Err(page.unexpected(sign.offset, "the name of a column"));
        }
        let has_values = names.iter().any(|name| name.value().is_some());
        let numbers = names.iter().map(|name| name.name().parse::<u64>().ok());
        let ascends = names.iter().all(Cell::is_number) && numbers.is_sorted_by(|a, b| a < b);
        let is_ordered = match self.labelled && (corner.is_none() || !has_values) {
            true => ascends,
            false => in_order(names.iter()),
        };
        if (has_values || names.iter().all(Cell::is_number)) && !is_ordered {
            let expected = "names of columns: numbers are names if they are in order, as 1 2 3";
            return Err(page.unexpected(names[0].offset, expected));
        }
        let Some(first) = names.first() else {
            return Ok(());
        };
        let is_data = (!self.labelled || corner.is_some()) && !names.iter().any(Cell::is_name);
        let is_index = !self.labelled && is_index(first) && in_order(firsts);
        if is_data || is_index {
            return Err(page.error(first.offset, TWO_READINGS));
        }
        if self.separator != Separator::Blanks {
            return Ok(());
        }
        let is_long = |name: &Cell| name.text.chars().filter(|c| c.is_alphabetic()).count() > 1;
        let Some(long) = names.iter().find(|name| is_long(name)) else {
            return Ok(());
        };
        let mut pairs = itertools::iproduct!(&self.rows, names.iter().enumerate());
        let are_above = self.labelled
            && pairs.all(|(row, (column, name))| {
                let cell = row.cells.get(column + 1);
                let is_by_position = row.cells.len() <= names.len();
                let is_above = cell.is_some_and(|cell| cell.is_below(name));
                !row.cells[0].is_below(name) && (is_by_position || is_above)
            });
        match are_above {
            true => Ok(()),
            false => {
                let expected = "a row of 0s and 1s: this line may be a title. Names of columns are \
                                letters or numbers, stand above the cells of named rows, or have \
                                commas between";
                Err(page.unexpected(long.offset, expected))
            }
        }
    }

    /// Refuses names of rows that may be something else.
    fn check_labels(&self, page: &Page<'_>) -> Result<(), InputError> {
        const NAME: &str = "the name of a row: numbers are names if all are, in order, as 1 2 3";
        if !self.labelled {
            return Ok(());
        }
        let mut labels = self.rows.iter().map(|row| &row.cells[0]);
        let is_other = |label: &&Cell| {
            is_sign(label) || label.is_number() != self.rows[0].cells[0].is_number()
        };
        if let Some(label) = labels.clone().find(is_other) {
            return Err(page.unexpected(label.offset, NAME));
        }
        let value = labels.clone().find(|label| label.value().is_some());
        let no_corner = self.corner.as_ref().is_some_and(Cell::is_empty);
        if let Some(value) = value
            && (!in_order(labels.clone()) || !no_corner && !labels.clone().any(Cell::is_name))
        {
            return Err(page.unexpected(value.offset, NAME));
        }
        let is_named = |corner: &&Cell| !corner.is_empty() && !is_index(corner);
        if let Some(corner) = self.corner.as_ref().filter(is_named)
            && labels.any(Cell::is_number)
        {
            return Err(page.error(corner.offset, TWO_READINGS));
        }
        Ok(())
    }

    /// Returns the problem.
    fn problem(
        self,
        page: &Page<'_>,
        mut warn: impl FnMut(InputError),
    ) -> Result<ExactCover, InputError> {
        let mut builder = ExactCover::builder();
        let first = self.rows.first().map_or(0, |row| row.cells.len());
        let width = match &self.header {
            Some(names) => names.len(),
            None => first - usize::from(self.labelled),
        };
        if width == 0 {
            return Err(page.unexpected(self.rows[0].end, "0 or 1"));
        }
        for column in 0..width {
            let (offset, name) = match &self.header {
                Some(names) => (names[column].offset, names[column].text.clone()),
                None => (self.rows[0].offset, (column + 1).to_string()),
            };
            let added = builder.primary(&name);
            added.map_err(|error| page.refused(offset, &error))?;
        }
        let mut labels = HashSet::new();
        for row in &self.rows {
            let (label, cells) = match row.cells.split_first() {
                Some((label, cells)) if self.labelled => (Some(label), cells),
                _ => (None, &row.cells[..]),
            };
            let ones = self.ones(page, row, cells, width)?;
            if ones.is_empty() {
                let message = "this row has no 1, so no solution has it";
                warn(page.error(row.offset, message));
            }
            add(page, &mut builder, row.offset, &ones)?;
            if let Some(label) = label {
                let text = label.name();
                if text.is_empty() {
                    return Err(page.unexpected(row.offset, "the name of a row"));
                }
                if !labels.insert(text) {
                    return Err(page.error(label.offset, format!("row '{text}' is named twice")));
                }
                let added = builder.label(text);
                added.map_err(|error| page.refused(label.offset, &error))?;
            }
        }
        Ok(builder.build())
    }

    /// Returns the columns in which a row has a 1.
    fn ones(
        &self,
        page: &Page<'_>,
        row: &Row,
        cells: &[Cell],
        width: usize,
    ) -> Result<Vec<usize>, InputError> {
        let mut ones = Vec::new();
        // First column that is right of all cells so far.
        let mut free = 0;
        let names = self
            .header
            .as_deref()
            .filter(|_| self.by_position && cells.len() < width);
        for (number, cell) in cells.iter().enumerate() {
            let column = match names {
                Some(names) => {
                    let next = names.partition_point(|name| name.columns.1 <= cell.columns.0);
                    let is_one = |name: &Cell| cell.is_below(name);
                    if next < free
                        || !names.get(next).is_some_and(is_one)
                        || names.get(next + 1).is_some_and(is_one)
                    {
                        let expected = format!(
                            "a row of {width} cells, or each cell below the name of one column"
                        );
                        return Err(page.unexpected(cell.offset, &expected));
                    }
                    free = next + 1;
                    next
                }
                None if number == width => {
                    let message = format!("found another cell, expected a row of {width}");
                    return Err(page.error(cell.offset, message));
                }
                None => number,
            };
            match cell.value() {
                Some(true) => ones.push(column),
                Some(false) => {}
                None if cell.is_empty() => {}
                None if self.separator == Separator::Brackets => {
                    let expected = "0 or 1; --form sets reads lists of elements";
                    return Err(page.unexpected(cell.offset, expected));
                }
                None => return Err(page.unexpected(cell.offset, "0 or 1")),
            }
        }
        if names.is_none() && cells.len() < width {
            let found = cells.len();
            let message = format!("found the end of the row after {found} cells, expected {width}");
            return Err(page.error(row.end, message));
        }
        Ok(ones)
    }
}

/// Adds an option of these columns.
fn add(
    page: &Page<'_>,
    builder: &mut Builder,
    offset: usize,
    ones: &[usize],
) -> Result<(), InputError> {
    let items = ones.iter().map(|&column| Item::new(column));
    let added = builder.option(items);
    added
        .map(|_| ())
        .map_err(|error| page.refused(offset, &error))
}
