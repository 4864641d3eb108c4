//! Rows of a matrix, an array or a tabular of LaTeX.

use super::cell::{Cell, Rows, without_markup};
use crate::cover::printed::page::{Cursor, Page};
use crate::io::InputError;

/// The environments that a table in LaTeX may be in, as an error names them.
const MATRIX: &str = "\\begin{bmatrix}, or array or tabular";

/// Splits rows at `\\` and cells at `&`.
pub(super) fn rows(page: &Page<'_>, rows: &mut Rows) -> Result<(), InputError> {
    let (start, end) = content(page)?;
    let mut row = page.start();
    row.offset = start;
    for text in page.text[start..end].split("\\\\") {
        let end = row.offset + text.len();
        if row.offset > start {
            row.skip_length();
        }
        row.skip_blanks();
        while skip_rule(&mut row) {
            rows.rule();
            row.skip_blanks();
        }
        let cells: Vec<&str> = page.text[row.offset.min(end)..end].split('&').collect();
        // A row with a single empty cell is none.
        if cells.len() > 1 || !cells[0].trim().is_empty() {
            for cell in cells {
                rows.cells.push(Cell::new(row.offset, cell));
                row.offset += cell.len() + 1;
            }
        }
        rows.end(end);
        row.offset = end + 2;
    }
    Ok(())
}

/// Returns the offsets at which the content of the environment begins and ends: of the whole
/// text, if it has none.
fn content(page: &Page<'_>) -> Result<(usize, usize), InputError> {
    let mut at = page.start();
    if !page.text.contains("\\begin{") {
        return Ok((0, page.text.len()));
    }
    loop {
        match at.environment() {
            Some(name) if matches!(name, "array" | "tabular") || name.ends_with("matrix") => break,
            Some(_) => {}
            None if around(&mut at) || skip_name(&mut at) => {}
            None => return Err(at.unexpected(MATRIX)),
        }
    }
    let start = at.offset;
    at.offset += at.rest().find("\\end{").unwrap_or(at.rest().len());
    let end = at.offset;
    while !at.rest().is_empty() {
        if at.environment().is_none() && !around(&mut at) && !at.eat_any(&[".", ","]) {
            return Err(at.unexpected("the end of the text"));
        }
    }
    Ok((start, end))
}

/// Passes a blank, dollars or brackets, which may be around a matrix.
fn around(at: &mut Cursor<'_>) -> bool {
    const MARKS: [&str; 9] = [
        "\\left[", "\\left(", "\\right]", "\\right)", "\\[", "\\]", "\\(", "\\)", "$",
    ];
    let start = at.offset;
    at.skip_blanks();
    at.offset > start || at.eat_any(&MARKS)
}

/// Passes the name of a matrix, with `=`.
fn skip_name(at: &mut Cursor<'_>) -> bool {
    let Some((name, _)) = at.rest().split_once('=') else {
        return false;
    };
    let is_name = without_markup(name).chars().all(char::is_alphanumeric);
    at.offset += if is_name { name.len() + 1 } else { 0 };
    is_name
}

/// Passes a line between rows.
fn skip_rule(at: &mut Cursor<'_>) -> bool {
    const RULES: [&str; 4] = ["\\hline", "\\toprule", "\\midrule", "\\bottomrule"];
    if at.rest().starts_with("\\cline{") {
        at.skip_past("}");
        return true;
    }
    at.eat_any(&RULES)
}
