//! Rows of a table in lines, their cells separated by blanks, bars or other characters.

use super::Separator;
use super::cell::{Cell, Rows, pieces, without_markup};
use crate::cover::printed::page::Page;
use crate::io::InputError;

/// Returns `true` if the line has a bar between cells: one that does not begin a comment.
pub(in crate::cover) fn has_bars(line: &str) -> bool {
    let line = line.trim();
    line.strip_prefix('|').unwrap_or(line).contains(['|', '│'])
}

/// Splits lines into cells.
pub(super) fn rows(
    page: &Page<'_>,
    separator: Separator,
    rows: &mut Rows,
) -> Result<(), InputError> {
    let bars = separator == Separator::Char('|');
    for (number, &line_start) in page.lines.iter().enumerate() {
        let line_end = page.lines.get(number + 1).copied();
        let line = &page.text[line_start..line_end.unwrap_or(page.text.len())];
        let line = line.trim_end_matches(['\n', '\r']);
        let is_comment = !bars && line.trim_start().starts_with('|');
        if line.trim().is_empty() || is_comment || rows.rows.is_empty() && is_title(line) {
            continue;
        }
        if is_rule(line) {
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

/// Returns `true` if the line is a rule of a table, of Markdown or of box-drawing characters.
pub(in crate::cover) fn is_rule(line: &str) -> bool {
    let is_part = |c: char| matches!(c, '|' | '+' | '-' | ':' | '=' | ' ' | '\t' | '─'..='╿');
    line.chars().all(is_part) && line.contains(['-', '=', '─', '═', '━'])
}

/// Returns `true` if the line is the name of the whole table, as `M =`.
fn is_title(line: &str) -> bool {
    let name = line.trim().strip_suffix('=').map(without_markup);
    name.is_some_and(is_word)
}

/// Returns `true` if the text is a name of letters, digits, `_` and `.`.
pub(super) fn is_word(text: &str) -> bool {
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
