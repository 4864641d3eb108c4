//! Rows of a table in brackets, as Python and numpy print them.

use super::cell::{Cell, Rows};
use super::lines::is_word;
use crate::cover::printed::page::Page;
use crate::io::InputError;

/// Splits rows in brackets.
pub(super) fn rows(page: &Page<'_>, rows: &mut Rows) -> Result<(), InputError> {
    const END: &str = "the end of the text: one matrix is read";
    let text = &page.text;
    let mut at = 0;
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
    let before = &page.text[..bracket];
    let (name, call) = before.split_once('=').unwrap_or(("M", before));
    let is_call = |call: &str| call.strip_suffix('(').is_some_and(is_word);
    match is_word(name) && (call.trim().is_empty() || is_call(call.trim())) {
        true => Ok(()),
        false => {
            let blank = before.len() - before.trim_start().len();
            Err(page.unexpected(blank, "one matrix, at most after NAME ="))
        }
    }
}
