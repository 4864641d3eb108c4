//! OpenSudoku's XML: `<game data="53007…" />`, and tables of HTML.

use super::say;

/// The values of `data` of all `<game …>` tags, each with the byte where it starts;
/// `None` with the byte of the tag if it has no such value.
pub(super) fn games(text: &str) -> Vec<(usize, Option<&str>)> {
    let mut games = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find("<game") {
        let start = from + at;
        let end = text[start..]
            .find('>')
            .map_or(text.len(), |end| start + end);
        let tag = &text[start..end];
        let before = games.len();
        for quote in ['"', '\''] {
            let mark = format!("data={quote}");
            if let Some(at) = tag.find(&mark) {
                let value = start + at + mark.len();
                let length = text[value..end].find(quote).unwrap_or(end - value);
                games.push((value, Some(&text[value..value + length])));
            }
        }
        if games.len() == before && !tag["<game".len()..].starts_with(char::is_alphanumeric) {
            games.push((start, None));
        }
        from = end;
    }
    games
}

/// The names of elements that hold a document.
const DOCUMENTS: [&str; 5] = ["<?xml", "<!doctype", "<html", "<opensudoku", "<folder"];

/// Returns `true` if this text starts a document, and not a few tags.
pub(super) fn is_document(text: &str) -> bool {
    let text = text.trim_start().to_ascii_lowercase();
    DOCUMENTS.iter().any(|start| text.starts_with(start))
}

/// Returns `true` if a tag, a comment or a table is open at the end of this text.
pub(super) fn is_open(text: &str) -> bool {
    let last = |mark: &str| text.rfind(mark).map_or(0, |at| at + 1);
    let count = |mark: &str| text.to_ascii_lowercase().matches(mark).count();
    last("<") > last(">") || last("<!--") > last("-->") || count("<table") > count("</table")
}

/// The cells of a row of a table, each with the byte where it starts.
pub(super) type Row<'a> = Vec<(usize, &'a str)>;

/// The tables of HTML in a text, without the cells of their headings (`<th>`); or the
/// byte of what can't be in a cell, and why.
pub(super) fn tables(text: &str) -> Result<Vec<Vec<Row<'_>>>, (usize, String)> {
    let mut tables: Vec<Vec<Row>> = Vec::new();
    // The byte where the open cell starts, and the byte and text of what is in it.
    let mut open: Option<(usize, &str)> = None;
    let mut at = 0;
    while at < text.len() {
        let end = text[at..].find('<').map_or(text.len(), |end| at + end);
        let inner = text[at..end].trim_matches(|c: char| c.is_whitespace());
        if let Some((start, cell)) = &mut open
            && !inner.is_empty()
            && inner != "&nbsp;"
        {
            let place = at + text[at..end].find(inner).unwrap_or(0);
            if !cell.is_empty() {
                return Err((
                    place,
                    "found a second text in a cell of a table, expected one".to_owned(),
                ));
            }
            (*start, *cell) = (place, inner);
        }
        let Some(length) = text[end..].find('>') else {
            break;
        };
        let tag = text[end + 1..end + length].to_ascii_lowercase();
        let name = tag
            .split(|c: char| c.is_whitespace())
            .next()
            .unwrap_or_default();
        at = end + length + 1;
        if matches!(name, "td" | "/td" | "th" | "tr" | "/tr" | "/table")
            && let Some(cell) = open.take()
            && let Some(row) = tables.last_mut().and_then(|rows| rows.last_mut())
        {
            row.push(cell);
        }
        match name.trim_end_matches('/') {
            "table" if open.is_none() => tables.push(Vec::new()),
            "tr" => {
                if let Some(rows) = tables.last_mut() {
                    rows.push(Vec::new());
                }
            }
            "td" => open = Some((at, "")),
            "b" | "strong" | "i" | "em" | "span" | "font" | "p" | "div" | "center" | "br" => {}
            other if open.is_some() && !other.starts_with('/') => {
                let message = format!(
                    "found <{}> in a cell of a table, expected a symbol or nothing",
                    say::shortened(other).escape_debug()
                );
                return Err((end, message));
            }
            _ => {}
        }
    }
    for rows in &mut tables {
        rows.retain(|row| !row.is_empty());
    }
    tables.retain(|rows| !rows.is_empty());
    Ok(tables)
}

/// Returns `true` if the document that starts with this text ends in this line.
pub(super) fn is_end(line: &str) -> bool {
    ENDS.iter().any(|end| line.contains(end))
}

const ENDS: [&str; 2] = ["</opensudoku>", "</html>"];

/// The byte and the column of what stands behind the end of the document on its last
/// line, if there is something.
pub(super) fn after_end(text: &str) -> Option<(usize, usize)> {
    let start = ENDS
        .iter()
        .find_map(|end| Some(text.find(end)? + end.len()))?;
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let column = text[line..start].chars().count() + 1;
    (!text[start..].trim().is_empty()).then_some((start, column))
}

/// The text with a space for each character of its comments other than ends of lines.
pub(super) fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("<!--") {
        let length = rest[start..]
            .find("-->")
            .map_or(rest.len() - start, |end| end + 3);
        plain.push_str(&rest[..start]);
        let comment = rest[start..start + length].chars();
        plain.extend(comment.map(|c| if c == '\n' { c } else { ' ' }));
        rest = &rest[start + length..];
    }
    plain + rest
}
