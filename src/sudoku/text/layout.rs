//! From the lines of a block to the cells of its rows.
//!
//! The same lines can be parted into cells in several ways: `12 34` are two
//! numbers or four symbols. Each way that lines may have been written in is
//! tried on all of them; one that gives N rows of N cells is the right one.

use super::Form;
use super::alphabet;
use super::gaps;
use super::line::{Body, is_bar, is_gap};

/// The text of a cell and its column.
pub(super) type Token<'a> = (usize, &'a str);

/// One way to part the lines of a block into cells.
#[derive(Clone, Debug)]
pub(super) struct Layout<'a> {
    pub form: Form,
    /// Set if there are separators around each cell: then it may be a number.
    pub parted: bool,
    pub rows: Vec<Vec<Token<'a>>>,
    /// For each row the places before which a line or gap between boxes stands.
    pub breaks: Vec<Vec<usize>>,
    /// Set if the breaks are drawn.
    pub drawn: bool,
    /// Set if a sign of a drawn row stands in no cell.
    loses: bool,
    /// Set if the first row was taken for the names of columns although rows have no
    /// names.
    pub headed: bool,
    /// Set if empty columns between boxes were taken away.
    pub is_closed: bool,
}

/// The way in which cells are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Symbols without gaps between them.
    Chars,
    /// Symbols in words: the gaps part boxes.
    Groups,
    /// Words.
    Words,
    /// Words within boxes.
    BarWords,
    /// One cell between two bars.
    BarFields,
    /// Symbols within boxes.
    BarChars,
    /// Boxes in which a space is a blank cell, with gaps around each cell.
    BarPadded,
    /// The same with gaps between cells only.
    BarSpaced,
    /// Boxes in which a space is a blank cell, without gaps.
    BarTight,
    /// The same without bars at the ends of rows: spaces there are cells too.
    BarOpen,
    /// Fields between marks.
    Fields(char),
}

impl Layout<'_> {
    /// Returns the number of cells of each row, if it is the same in all.
    pub(super) fn cols(&self) -> Option<usize> {
        let cols = self.rows.first()?.len();
        (cols > 0 && self.rows.iter().all(|row| row.len() == cols)).then_some(cols)
    }

    /// Returns `true` if every token can be a cell. In drawn boxes empty cells
    /// stand beside no other blank: a lost symbol would look like one.
    pub(super) fn is_valid(&self) -> bool {
        let cells = || self.rows.iter().flatten().map(|(_, token)| *token);
        let is_blank = |token: &str| !token.is_empty() && token.chars().all(super::say::is_blank);
        if self.loses {
            return false;
        }
        if self.drawn && cells().any(str::is_empty) && cells().any(is_blank) {
            return false;
        }
        !self.parted || self.rows.iter().flatten().all(|(_, token)| is_cell(token))
    }
}

fn is_cell(token: &str) -> bool {
    token.chars().nth(1).is_none() || is_marks(token) || alphabet::class(token).is_ok()
}

/// Returns `true` for the candidates of a cell: several ascending digits.
pub(super) fn is_marks(token: &str) -> bool {
    token.len() > 1
        && token.bytes().all(|byte| (b'1'..=b'9').contains(&byte))
        && token.as_bytes().windows(2).all(|pair| pair[0] < pair[1])
}

/// Returns the ways in which these lines may have been written, the likeliest first.
pub(super) fn layouts<'a>(bodies: &[Body<'a>]) -> Vec<Layout<'a>> {
    let any = |test: &dyn Fn(&Body) -> bool| bodies.iter().any(test);
    let mut styles = Vec::new();
    if any(&|body| body.text.contains(is_bar)) {
        let bars = [
            Style::BarWords,
            Style::BarFields,
            Style::BarChars,
            Style::BarPadded,
            Style::BarSpaced,
            Style::BarTight,
            Style::BarOpen,
        ];
        styles.extend(bars);
    } else {
        for mark in [',', ';', '&', '\t'] {
            if any(&|body| body.full.contains(mark)) {
                styles.push(Style::Fields(mark));
            }
        }
        let is_field = matches!(styles[..], [Style::Fields(',' | ';' | '&'), ..]);
        if !is_field {
            let has_gap = any(&|body| body.text.contains(is_gap));
            if has_gap {
                styles.push(Style::Words);
                styles.push(Style::Groups);
            } else {
                styles.push(Style::Chars);
            }
            if let Some(&Style::Fields(_)) = styles.first()
                && any(&|body| body.text.contains(' '))
            {
                styles.rotate_left(1);
            }
        }
    }
    let layouts = styles.into_iter().map(|style| layout(style, bodies));
    let mut layouts: Vec<Layout> = layouts.collect();
    let closed: Vec<Layout> = layouts.iter().filter_map(gaps::closed).collect();
    layouts.splice(..0, closed);
    layouts
}

fn layout<'a>(style: Style, bodies: &[Body<'a>]) -> Layout<'a> {
    let mut rows = Vec::with_capacity(bodies.len());
    let mut breaks = Vec::with_capacity(bodies.len());
    for body in bodies {
        let (row, breaks_of_row) = row(style, body);
        rows.push(row);
        breaks.push(breaks_of_row);
    }
    if let Style::Fields(_) = style {
        // A separator at the end of each line.
        let ends_empty = |row: &Vec<Token>| {
            row.len() > 1 && row.last().is_some_and(|(_, token)| token.is_empty())
        };
        if rows.iter().all(ends_empty) && rows[0].len() == rows.len() + 1 {
            rows.iter_mut().for_each(|row| row.truncate(row.len() - 1));
        }
    }
    let is_bars = !matches!(
        style,
        Style::Chars | Style::Groups | Style::Words | Style::Fields(_)
    );
    let loses = is_bars && bodies.iter().zip(&rows).any(|(body, row)| loses(body, row));
    let mut layout = Layout {
        loses,
        headed: false,
        is_closed: false,
        form: match style {
            Style::Chars => Form::Rows,
            Style::Groups => Form::Groups,
            Style::Words => Form::Numbers,
            Style::Fields(_) => Form::Fields,
            _ => Form::Boxes,
        },
        parted: !matches!(
            style,
            Style::Chars
                | Style::Groups
                | Style::BarChars
                | Style::BarPadded
                | Style::BarSpaced
                | Style::BarTight
                | Style::BarOpen
        ),
        rows,
        breaks,
        drawn: matches!(
            style,
            Style::BarWords
                | Style::BarFields
                | Style::BarChars
                | Style::BarPadded
                | Style::BarSpaced
                | Style::BarTight
                | Style::BarOpen
        ),
    };
    if layout.parted {
        drop_labels(&mut layout);
        alphabet::plain(&mut layout.rows);
    }
    layout
}

/// Returns the cells of a row, and the places of the breaks between boxes.
fn row<'a>(style: Style, body: &Body<'a>) -> (Vec<Token<'a>>, Vec<usize>) {
    let mut cells = Vec::new();
    let mut breaks = Vec::new();
    match style {
        Style::Chars => cells = chars(body.text, body.column),
        Style::Groups => {
            for (column, word) in words(body.text, body.column) {
                breaks.push(cells.len());
                cells.extend(chars(word, column));
            }
        }
        Style::Words => {
            cells = words(body.text, body.column);
            // Wider gaps between boxes, where each cell is one character.
            if cells.iter().all(|(_, token)| token.len() == 1) {
                let gaps = || cells.windows(2).map(|pair| pair[1].0 - pair[0].0);
                let least = gaps().min().unwrap_or(0);
                breaks = gaps()
                    .enumerate()
                    .filter(|&(_, gap)| gap > least)
                    .map(|(place, _)| place + 1)
                    .collect();
            }
        }
        Style::Fields(mark) => {
            let (text, column) = match mark {
                // An empty field at an end of the line is a cell.
                '\t' => (body.full, body.full_column),
                _ => (body.text, body.column),
            };
            for (column, field) in split(text, column, |c| c == mark) {
                cells.push(without_command(plain(unquoted(trimmed(column, field)))));
            }
        }
        Style::BarOpen => {
            for (column, segment) in split(body.full, body.full_column, is_bar) {
                breaks.push(cells.len());
                cells.extend(fixed(chars(segment, column).into_iter()));
            }
        }
        Style::BarWords
        | Style::BarFields
        | Style::BarChars
        | Style::BarPadded
        | Style::BarSpaced
        | Style::BarTight => {
            for (column, segment) in segments(body) {
                breaks.push(cells.len());
                match style {
                    Style::BarWords => cells.extend(words(segment, column)),
                    Style::BarFields => cells.push(plain(trimmed(column, segment))),
                    Style::BarChars => {
                        let all = chars(segment, column).into_iter();
                        cells.extend(all.filter(|(_, token)| !token.starts_with(is_gap)));
                    }
                    Style::BarPadded => {
                        cells.extend(fixed(chars(segment, column).into_iter().skip(1).step_by(2)))
                    }
                    Style::BarSpaced => {
                        cells.extend(fixed(chars(segment, column).into_iter().step_by(2)))
                    }
                    _ => cells.extend(fixed(chars(segment, column).into_iter())),
                }
            }
        }
    }
    breaks.retain(|&place| place > 0 && place < cells.len());
    breaks.dedup();
    (cells, breaks)
}

/// Returns `true` if a row drawn with bars has signs that stand in none of its
/// cells, as beside a column of cells.
fn loses(body: &Body, row: &[Token]) -> bool {
    let is_sign = |c: &char| !is_bar(*c) && !is_gap(*c);
    let in_cells = row.iter().flat_map(|(_, token)| token.chars());
    let bold: usize = segments(body)
        .into_iter()
        .map(|(column, segment)| trimmed(column, segment))
        .filter(|&field| plain(field) != field && row.contains(&plain(field)))
        .count();
    let in_text = body.text.chars().filter(is_sign).count() - 4 * bold;
    // The point at the end of rows of the LaTeX package sudoku.
    let point = usize::from(body.text.starts_with('|') && body.text.ends_with("|."));
    let in_cells = in_cells.filter(is_sign).count();
    in_cells != in_text && in_cells + point != in_text
}

/// Returns the texts between the bars of a row, without the empty ones outside of the
/// outer bars.
fn segments<'a>(body: &Body<'a>) -> Vec<Token<'a>> {
    let mut segments = split(body.text, body.column, is_bar);
    if segments.len() > 1
        && segments
            .first()
            .is_some_and(|(_, text)| text.trim().is_empty())
    {
        segments.remove(0);
    }
    // The rows of the LaTeX package sudoku end in a bar and a point.
    let is_latex = body.text.starts_with('|') && body.text.ends_with("|.");
    if segments.len() > 1 && (body.text.ends_with(is_bar) || is_latex) {
        segments.pop();
    }
    segments
}

/// Returns the cells with an empty text for each cell that is a space.
fn fixed<'a>(cells: impl Iterator<Item = Token<'a>>) -> impl Iterator<Item = Token<'a>> {
    cells.map(|(column, token)| (column, if token.starts_with(is_gap) { "" } else { token }))
}

/// Returns the characters of a text, each with its column.
fn chars(text: &str, column: usize) -> Vec<Token<'_>> {
    let all = text.char_indices().enumerate();
    all.map(|(place, (at, c))| (column + place, &text[at..at + c.len_utf8()]))
        .collect()
}

/// Returns the words of a text, each with its column.
pub(super) fn words(text: &str, column: usize) -> Vec<Token<'_>> {
    let mut words = split(text, column, is_gap);
    words.retain(|(_, word)| !word.is_empty());
    words
}

/// Returns the parts of a text between separators, each with its column.
pub(super) fn split(
    text: &str,
    column: usize,
    is_separator: impl Fn(char) -> bool,
) -> Vec<Token<'_>> {
    let mut parts = Vec::new();
    let mut start = (column, 0);
    let ends = text.char_indices().map(|(at, c)| (at, Some(c)));
    for (place, (at, c)) in ends.chain([(text.len(), None)]).enumerate() {
        if c.is_some_and(|c| !is_separator(c)) {
            continue;
        }
        parts.push((start.0, &text[start.1..at]));
        start = (column + place + 1, at + c.map_or(0, char::len_utf8));
    }
    parts
}

/// Returns a part of a text without blanks around it.
pub(super) fn trimmed(column: usize, part: &str) -> Token<'_> {
    let left = part.trim_start_matches(is_gap);
    (
        column + part.len() - left.len(),
        left.trim_end_matches(is_gap),
    )
}

/// Returns a field without the stars of Markdown's bold type around it.
fn plain((column, field): Token<'_>) -> Token<'_> {
    let inner = field
        .strip_prefix("**")
        .and_then(|rest| rest.strip_suffix("**"))
        .filter(|inner| !inner.is_empty() && inner.chars().all(char::is_alphanumeric));
    inner.map_or((column, field), |inner| (column + 2, inner))
}

/// Returns a field without the command of LaTeX for bold type around it.
fn without_command((column, field): Token<'_>) -> Token<'_> {
    const BOLD: &str = "\\textbf{";
    let inner = field
        .strip_prefix(BOLD)
        .and_then(|rest| rest.strip_suffix('}'))
        .filter(|inner| inner.chars().all(char::is_alphanumeric));
    inner.map_or((column, field), |inner| (column + BOLD.len(), inner))
}

/// Returns a field without quotes around it.
pub(super) fn unquoted((column, field): Token<'_>) -> Token<'_> {
    for quote in ['"', '\''] {
        let inner = field
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner {
            return trimmed(column + 1, inner);
        }
    }
    (column, field)
}

/// Takes the names of rows and columns away, and the empty heading of a table.
fn drop_labels(layout: &mut Layout) {
    let rows = layout.rows.len();
    if rows < 3 {
        return;
    }
    let head = &layout.rows[0];
    let others = layout.rows[1].len();
    let is_empty = head.iter().all(|(_, token)| token.is_empty());
    let names = head.iter().map(|(_, token)| *token);
    let is_corner = |token: Option<&str>| {
        token.is_some_and(|token| {
            token
                .trim_matches(['\\', '/', '+', '#', '*', '.', ' ', '-', '_', '?', '·'])
                .is_empty()
        })
    };
    let is_head = head.len() + 1 >= others
        && (head.len() == rows - 1 && (is_empty || is_sequence(names.clone()))
            || head.len() == rows && is_corner(names.clone().next()) && is_sequence(names.skip(1)));
    if is_head && others + 1 >= rows && others <= rows {
        layout.headed = !is_empty && head.len() == others;
        layout.rows.remove(0);
        layout.breaks.remove(0);
    }
    let rows = layout.rows.len();
    let first = layout
        .rows
        .iter()
        .map(|row| row.first().map_or("", |(_, token)| token));
    if layout.rows.iter().all(|row| row.len() == rows + 1) && is_sequence(first) {
        layout.headed = false;
        for (row, breaks) in layout.rows.iter_mut().zip(&mut layout.breaks) {
            row.remove(0);
            breaks.iter_mut().for_each(|place| *place -= 1);
            breaks.retain(|&place| place > 0);
        }
    }
}

/// Returns `true` for `1 2 3 …`, `0 1 2 …`, `A B C …`, `r1 r2 …`, `A: B: …`.
fn is_sequence<'a>(names: impl Iterator<Item = &'a str>) -> bool {
    let mut count = 0;
    let mut kind = None;
    let mut first = 1;
    for (place, name) in names.enumerate() {
        let name = name.trim_end_matches([':', '.', ')']);
        let (letter, number) = match name.bytes().next() {
            Some(first @ (b'r' | b'R' | b'c' | b'C')) if name.len() > 1 => (first, &name[1..]),
            _ => (b' ', name),
        };
        let value = match number.as_bytes() {
            [letter @ (b'A'..=b'Z' | b'a'..=b'z')] => {
                (b'A', usize::from(letter.to_ascii_uppercase() - b'A'))
            }
            _ => match number.parse::<usize>() {
                Ok(value) => {
                    if place == 0 {
                        first = value.min(1);
                    }
                    match value.checked_sub(first) {
                        Some(value) => (letter, value),
                        None => return false,
                    }
                }
                Err(_) => return false,
            },
        };
        if value.1 != place || *kind.get_or_insert(value.0) != value.0 {
            return false;
        }
        count += 1;
    }
    count > 0
}

/// Returns the rows and columns of the boxes that lines and gaps draw in a grid, if
/// they draw any, or why they make no sense.
pub(super) fn boxes(
    side: usize,
    layout: &Layout,
    row_breaks: &[usize],
) -> Result<Option<(usize, usize)>, (usize, String)> {
    let first = &layout.breaks[0];
    if let Some(row) = layout.breaks.iter().position(|breaks| breaks != first) {
        if !layout.drawn {
            return Ok(None);
        }
        let message = format!(
            "found the lines between boxes of row {} at other places than in row 1, expected boxes \
             of one shape; other regions need --rules",
            row + 1
        );
        return Err((row, message));
    }
    let cols = match step(side, first) {
        Ok(cols) => cols,
        Err(()) if !layout.drawn => return Ok(None),
        Err(()) => {
            let message = "found boxes of different widths, expected boxes of one shape; other regions need --rules";
            return Err((0, message.to_owned()));
        }
    };
    let rows = match step(side, row_breaks) {
        Ok(rows) => rows,
        // The heading of a table.
        Err(()) if first.first() == Some(&1) => None,
        Err(()) => {
            let row = row_breaks.first().copied().unwrap_or(0).min(side - 1);
            let message = "found boxes of different heights, expected boxes of one shape; other regions need --rules";
            return Err((row, message.to_owned()));
        }
    };
    match (rows, cols) {
        (None, None) => Ok(None),
        (Some(rows), None) => Ok(Some((rows, side / rows))),
        (None, Some(cols)) => Ok(Some((side / cols, cols))),
        (Some(rows), Some(cols)) if rows * cols == side => Ok(Some((rows, cols))),
        (Some(rows), Some(cols)) => Err((
            0,
            format!(
                "found boxes of {rows}×{cols} cells drawn in a grid of {side}×{side}, expected boxes \
                 of {side} cells as {}×{cols} or {rows}×{}; --rules says other regions",
                side / cols,
                side / rows
            ),
        )),
    }
}

/// Returns the distance of breaks, if it is more than one cell; an error if it varies.
fn step(side: usize, breaks: &[usize]) -> Result<Option<usize>, ()> {
    let Some(&step) = breaks.first() else {
        return Ok(None);
    };
    let expected = (1..)
        .map(|index| index * step)
        .take_while(|&place| place < side);
    match side.is_multiple_of(step) && expected.eq(breaks.iter().copied()) {
        true => Ok((step > 1).then_some(step)),
        false => Err(()),
    }
}
