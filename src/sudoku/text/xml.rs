//! OpenSudoku's XML: `<game data="53007…" />`, and tables of HTML.

use super::{chars, messages};

/// Returns the values of `data` of all `<game …>` tags, each with the byte where it
/// starts; `None` with the byte of the tag if it has no such value.
pub(super) fn games(text: &str) -> Vec<(usize, Option<&str>)> {
    let mut games = Vec::new();
    let mut from = 0;
    let lower = text.to_ascii_lowercase();
    while let Some(at) = lower[from..].find("<game") {
        let start = from + at;
        let end = text[start..]
            .find('>')
            .map_or(text.len(), |end| start + end);
        let tag = &lower[start..end];
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

/// The elements that are open at the end of a text which is read line by line.
#[derive(Default)]
pub(super) struct Open {
    in_tag: bool,
    in_comment: bool,
    /// Number of tables that are open, less than 0 where more were closed.
    tables: isize,
}

impl Open {
    /// Goes over the next line.
    pub(super) fn over(&mut self, line: &str) {
        let line = line.to_ascii_lowercase();
        let count = |mark: &str| line.matches(mark).count().cast_signed();
        self.tables += count("<table") - count("</table");
        match (line.rfind("<!--"), line.rfind("-->")) {
            (None, None) => {}
            (start, end) => self.in_comment = start > end,
        }
        match (line.rfind('<'), line.rfind('>')) {
            (None, None) => {}
            (start, end) => self.in_tag = start > end,
        }
    }

    /// Returns `true` if a tag, a comment or a table is open.
    pub(super) fn is_open(&self) -> bool {
        self.in_tag || self.in_comment || self.tables > 0
    }
}

/// Returns the first byte of what would be lost beside the puzzles of a text, and what
/// is wrong there: text in a table outside of its cells, cells that reach over several,
/// and grids outside of tables and of the data of games. `has_grid` finds a grid in a
/// text.
pub(super) fn stray(text: &str, has_grid: impl Fn(&str) -> bool) -> Option<(usize, String)> {
    let (mut in_cell, mut in_heading, mut tables) = (false, false, 0_usize);
    // Number of lines next to each other that look like rows.
    let mut rows = 0;
    let mut at = 0;
    while at < text.len() {
        let end = text[at..].find('<').map_or(text.len(), |end| at + end);
        let (inner, place) = (text[at..end].trim(), at);
        let place = place + text[at..end].len() - text[at..end].trim_start().len();
        let is_text = !inner.is_empty() && inner != "&nbsp;";
        if is_text && !in_cell && !in_heading && tables > 0 {
            let found = messages::word(inner);
            let message = format!("found {found} in a table outside of its cells, expected <td>");
            return Some((place, message));
        }
        if !in_cell && is_text {
            for line in inner.lines() {
                rows = if is_row(line) { rows + 1 } else { 0 };
                if rows >= 4 || has_grid(line) {
                    let message = "found a grid as text beside XML or HTML, expected it in a table or outside of the document";
                    return Some((place, message.to_owned()));
                }
            }
        }
        let Some(length) = text[end..].find('>') else {
            let rest = &text[end..];
            let message = "found a grid in a tag without its end, expected '>'";
            return has_grid(rest).then(|| (end, message.to_owned()));
        };
        let tag = text[end + 1..end + length].to_ascii_lowercase();
        at = end + length + 1;
        let name = tag
            .split(|c: char| c.is_whitespace())
            .next()
            .unwrap_or_default()
            .trim_end_matches('/');
        rows = if name == "br" { rows } else { 0 };
        match name {
            "table" => tables += 1,
            "/table" => tables = tables.saturating_sub(1),
            _ => {}
        }
        match name {
            "td" => (in_cell, in_heading) = (true, false),
            "th" | "caption" => (in_cell, in_heading) = (false, true),
            "/td" | "tr" | "/tr" | "table" | "/table" | "/th" | "/caption" => {
                (in_cell, in_heading) = (false, false);
            }
            _ => {}
        }
        let reaches = |name: &str| {
            let (_, value) = tag.split_once(name)?;
            let value = value.trim_start().strip_prefix('=')?;
            let value = value.trim_start().trim_start_matches(['"', '\'']);
            Some(!value.starts_with('1') || value[1..].starts_with(|c: char| c.is_ascii_digit()))
        };
        if name == "td" && [reaches("colspan"), reaches("rowspan")].contains(&Some(true)) {
            let message = "found a cell that reaches over several, expected a <td> for each cell";
            return Some((end, message.to_owned()));
        }
        // The first data of a game is read.
        let rest = match (name, tag.split_once("data=")) {
            ("game", Some((_, value))) => {
                let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
                quote.and_then(|quote| Some(value[1..].split_once(quote)?.1))
            }
            _ => Some(tag.as_str()),
        };
        if rest.is_some_and(&has_grid) {
            let message = "found a grid in a tag, expected it in <game data=\"…\">";
            return Some((end, message.to_owned()));
        }
    }
    None
}

/// Attributes whose values say how something looks or where it is.
const LOOKS: [&str; 13] = [
    "style", "href", "src", "width", "height", "border", "xmlns", "charset", "lang", "rel",
    "align", "valign", "bgcolor",
];

/// Values of attributes that mean something only with their names.
const FLAGS: [&str; 7] = ["", "true", "yes", "on", "1", "x", "both"];

/// Returns the texts of a document that are no cells: text between tags, comments, and values
/// of attributes. Each comes with the byte where it starts.
pub(super) fn texts(text: &str) -> Vec<(usize, &str)> {
    let mut texts = Vec::new();
    let mut at = 0;
    let (mut is_hidden, mut is_script) = (false, false);
    while at < text.len() {
        let end = text[at..].find('<').map_or(text.len(), |end| at + end);
        if !is_hidden {
            texts.push((at, &text[at..end]));
        }
        if is_script {
            texts.extend(quoted(&text[at..end]).map(|(start, text)| (at + start, text)));
        }
        let rest = &text[end..];
        let (length, inner) = match rest.strip_prefix("<!--") {
            Some(comment) => (comment.find("-->").map_or(rest.len(), |end| end + 7), 4),
            None => (rest.find('>').map_or(rest.len(), |end| end + 1), 1),
        };
        let tag = &text[end + inner.min(rest.len())..end + length];
        let name = tag
            .split(|c: char| !c.is_ascii_alphanumeric())
            .next()
            .unwrap_or_default();
        let is_style = ["style", "script"]
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known));
        is_hidden = is_style || is_hidden && !tag.starts_with('/');
        is_script = is_hidden && (is_script || name.eq_ignore_ascii_case("script"));
        match inner {
            4 => texts.push((end + inner, tag.trim_end_matches("-->"))),
            _ => {
                texts.extend(values(tag).map(|(at, value)| (end + inner + at, value)));
                let flags = tag
                    .split([' ', '\t', '\n', '>', '/'])
                    .filter(|word| word.starts_with("data-") && !word.contains('='));
                let place =
                    |word: &str| end + inner + (word.as_ptr() as usize - tag.as_ptr() as usize);
                texts.extend(flags.map(|word| (place(word), word)));
            }
        }
        at = end + length;
    }
    texts.retain(|(_, text)| text.contains(char::is_alphabetic));
    texts
}

/// Returns the values of the attributes of a tag, each with the byte where it starts.
fn values(tag: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let equals = at + tag[at..].find('=')?;
            let name = tag[at..equals].trim().rsplit(char::is_whitespace).next();
            let rest = &tag[equals + 1..];
            let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
            let (start, length) = match quote {
                Some(quote) => (equals + 2, rest[1..].find(quote).unwrap_or(rest.len() - 1)),
                None => {
                    let is_end = |c: char| c.is_whitespace() || c == '>';
                    (equals + 1, rest.find(is_end).unwrap_or(rest.len()))
                }
            };
            at = (start + length + 1).min(tag.len());
            let is_look =
                name.is_some_and(|name| LOOKS.iter().any(|known| name.eq_ignore_ascii_case(known)));
            let value = &tag[start..start + length];
            let is_flag = FLAGS.contains(&value.to_ascii_lowercase().as_str());
            if is_flag && let Some(name) = name {
                let start = equals - name.len();
                return Some((start, tag[start..at].trim_end_matches('>')));
            }
            if !is_look {
                return Some((start, value));
            }
        }
    })
}

/// Returns the short texts in quotes of a script, each with the byte where it starts.
fn quoted(script: &str) -> impl Iterator<Item = (usize, &str)> {
    const LONGEST: usize = 60;
    let mut at = 0;
    let parts = script.split(['"', '\'', '`']).map(move |part| {
        at += part.len() + 1;
        (at - part.len() - 1, part)
    });
    parts
        .skip(1)
        .step_by(2)
        .filter(|(_, text)| text.len() < LONGEST)
}

/// Returns `true` for a line that looks like a row of a grid.
fn is_row(line: &str) -> bool {
    let is_sign = |c: &char| c.is_ascii_digit() || chars::is_blank(*c);
    line.chars().filter(is_sign).count() >= 4
        && line
            .chars()
            .all(|c| is_sign(&c) || c.is_whitespace() || matches!(c, '|' | ',' | ';' | '+'))
}

/// The cells of a row of a table, each with the byte where it starts.
pub(super) type Row<'a> = Vec<(usize, &'a str)>;

/// Returns the HTML tables in a text, without heading cells (`<th>`).
///
/// # Errors
/// The byte of a text that can't be in a cell, and the reason.
pub(super) fn tables(text: &str) -> Result<Vec<Vec<Row<'_>>>, (usize, String)> {
    let mut tables: Vec<Vec<Row>> = Vec::new();
    // The byte where the open cell starts, and the byte and text of what is in it.
    let mut open: Option<(usize, &str)> = None;
    // The first text or fixed field, and the first field that can be changed.
    let (mut given, mut entry) = (None, None);
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
            given.get_or_insert(place);
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
            "input" if open.is_some() => {
                let value = attribute(&text[end..at], "value")
                    .unwrap_or_default()
                    .trim();
                let entered = !tag.contains("readonly") && !tag.contains("disabled");
                if !value.is_empty() && open.is_some_and(|(_, cell)| !cell.is_empty()) {
                    let message = "found <input> behind a text in a cell of a table, expected one";
                    return Err((end, message.to_owned()));
                }
                if !value.is_empty() {
                    open = Some((end, value));
                    (if entered { &mut entry } else { &mut given }).get_or_insert(end);
                }
            }
            "b" | "strong" | "i" | "em" | "span" | "font" | "p" | "div" | "center" | "br" => {}
            other if open.is_some() && !other.starts_with('/') => {
                let message = format!(
                    "found <{}> in a cell of a table, expected a symbol or nothing",
                    messages::shortened(other).escape_debug()
                );
                return Err((end, message));
            }
            _ => {}
        }
    }
    if let (Some(_), Some(entry)) = (given, entry) {
        let message = "found a value in <input> that is no given but an entry of a player, expected \
                       givens alone";
        return Err((entry, message.to_owned()));
    }
    for rows in &mut tables {
        rows.retain(|row| !row.is_empty());
    }
    tables.retain(|rows| !rows.is_empty());
    Ok(tables)
}

/// Returns the value of an attribute of a tag, in quotes or not.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let start = tag.to_ascii_lowercase().find(&format!(" {name}="))? + name.len() + 2;
    let value = &tag[start..];
    match value.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        Some(quote) => Some(value[1..].split(quote).next().unwrap_or_default()),
        None => value.split([' ', '>', '/']).next(),
    }
}

/// Returns `true` if the document that starts with this text ends in this line.
pub(super) fn is_end(line: &str) -> bool {
    ENDS.iter().any(|end| line.contains(end))
}

const ENDS: [&str; 2] = ["</opensudoku>", "</html>"];

/// Returns the byte and the column of the text after the end of the document on its
/// last line, if there is any.
pub(super) fn after_end(text: &str) -> Option<(usize, usize)> {
    let start = ENDS
        .iter()
        .find_map(|end| Some(text.find(end)? + end.len()))?;
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let column = text[line..start].chars().count() + 1;
    (!text[start..].trim().is_empty()).then_some((start, column))
}

/// Returns the text with a space for each character of its comments other than ends of
/// lines, or the byte of a comment without its end, and what is wrong.
pub(super) fn without_comments(text: &str) -> Result<String, (usize, String)> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("<!--") {
        let Some(end) = rest[start..].find("-->") else {
            let message = "found a comment without its end, expected '-->'";
            return Err((text.len() - rest.len() + start, message.to_owned()));
        };
        plain.push_str(&rest[..start]);
        let comment = rest[start..start + end + 3].chars();
        plain.extend(comment.map(|c| if c == '\n' { c } else { ' ' }));
        rest = &rest[start + end + 3..];
    }
    Ok(plain + rest)
}
