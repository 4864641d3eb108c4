//! The ways in which the lines of a block may have been written.
//!
//! The same lines can be parted into cells in several ways: `12 34` are two
//! numbers or four symbols. Each way is tried on all lines; one that gives N rows of N
//! cells is the right one.

use super::chars::{is_bar, is_gap};
use super::layout::Layout;
use super::split::{Body, Token, parts, trimmed, unquoted, words};
use super::{Form, alphabet, gaps};

/// The way in which cells are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Symbols without gaps between them.
    Chars,
    /// Symbols in words: the gaps part boxes.
    Groups,
    /// Words.
    Words,
    /// Fields between marks.
    Fields(char),
    /// Boxes drawn with bars.
    Bars(InBars),
}

/// What stands between two bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InBars {
    /// Words.
    Words,
    /// One cell.
    Field,
    /// Symbols.
    Chars,
    /// Cells of which a space is a blank one, with gaps around each.
    Padded,
    /// The same with gaps between cells only.
    Spaced,
    /// The same without gaps.
    Tight,
    /// The same without bars at the ends of rows: spaces there are cells too.
    Open,
}

/// Returns the ways in which these lines may have been written, the likeliest first.
pub(super) fn layouts<'a>(bodies: &[Body<'a>]) -> Vec<Layout<'a>> {
    use InBars::{Chars, Field, Open, Padded, Spaced, Tight, Words};
    let any = |test: &dyn Fn(&Body) -> bool| bodies.iter().any(test);
    let mut styles = Vec::new();
    if any(&|body| body.text.contains(is_bar)) {
        let bars = [Words, Field, Chars, Padded, Spaced, Tight, Open];
        styles.extend(bars.map(Style::Bars));
    } else {
        for mark in [',', ';', '&', '\t'] {
            if any(&|body| body.full.contains(mark)) {
                styles.push(Style::Fields(mark));
            }
        }
        let is_field = matches!(styles[..], [Style::Fields(',' | ';' | '&'), ..]);
        if !is_field {
            match any(&|body| body.text.contains(is_gap)) {
                true => styles.extend([Style::Words, Style::Groups]),
                false => styles.push(Style::Chars),
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
    let (mut rows, mut breaks) = (Vec::new(), Vec::new());
    for body in bodies {
        let (row, mut breaks_of_row) = row(style, body);
        breaks_of_row.retain(|&place| place > 0 && place < row.len());
        breaks_of_row.dedup();
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
    let drawn = matches!(style, Style::Bars(_));
    let mut layout = Layout {
        loses: drawn && bodies.iter().zip(&rows).any(|(body, row)| loses(body, row)),
        headed: false,
        is_closed: false,
        form: match style {
            Style::Chars => Form::Rows,
            Style::Groups => Form::Groups,
            Style::Words => Form::Numbers,
            Style::Fields(_) => Form::Fields,
            Style::Bars(_) => Form::Boxes,
        },
        parted: matches!(
            style,
            Style::Words | Style::Fields(_) | Style::Bars(InBars::Words | InBars::Field)
        ),
        rows,
        breaks,
        drawn,
    };
    if layout.parted {
        drop_labels(&mut layout);
        alphabet::plain(&mut layout.rows);
    }
    layout
}

/// The cells of a row, and the places of the breaks between boxes.
type Row<'a> = (Vec<Token<'a>>, Vec<usize>);

/// Parts a row.
fn row<'a>(style: Style, body: &Body<'a>) -> Row<'a> {
    match style {
        Style::Chars => (chars(body.text, body.column), Vec::new()),
        Style::Groups => in_segments(words(body.text, body.column), |(column, word)| {
            chars(word, column)
        }),
        Style::Words => row_of_words(body),
        Style::Fields(mark) => {
            let (text, column) = match mark {
                // An empty field at an end of the line is a cell.
                '\t' => (body.full, body.full_column),
                _ => (body.text, body.column),
            };
            let fields = parts(text, column, |c| c == mark).into_iter();
            let cell = |(column, field)| without_command(plain(unquoted(trimmed(column, field))));
            (fields.map(cell).collect(), Vec::new())
        }
        Style::Bars(InBars::Open) => {
            let segments = parts(body.full, body.full_column, is_bar);
            in_segments(segments, |segment| cells_in_bars(InBars::Open, segment))
        }
        Style::Bars(cells) => in_segments(segments(body), |segment| cells_in_bars(cells, segment)),
    }
}

/// Returns a row of segments, between which boxes end.
fn in_segments<'a>(
    segments: Vec<Token<'a>>,
    cells_of: impl Fn(Token<'a>) -> Vec<Token<'a>>,
) -> Row<'a> {
    let (mut cells, mut breaks) = (Vec::new(), Vec::new());
    for segment in segments {
        breaks.push(cells.len());
        cells.extend(cells_of(segment));
    }
    (cells, breaks)
}

/// Returns a row of words; wider gaps stand between boxes, where each cell is one character.
fn row_of_words<'a>(body: &Body<'a>) -> Row<'a> {
    let cells = words(body.text, body.column);
    let gaps = || cells.windows(2).map(|pair| pair[1].0 - pair[0].0);
    let least = gaps().min().unwrap_or(0);
    let breaks = match cells.iter().all(|(_, token)| token.len() == 1) {
        true => (1..)
            .zip(gaps())
            .filter(|&(_, gap)| gap > least)
            .map(|(place, _)| place)
            .collect(),
        false => Vec::new(),
    };
    (cells, breaks)
}

fn cells_in_bars(cells: InBars, (column, text): Token<'_>) -> Vec<Token<'_>> {
    let all = chars(text, column).into_iter();
    match cells {
        InBars::Words => words(text, column),
        InBars::Field => vec![plain(trimmed(column, text))],
        InBars::Chars => all
            .filter(|(_, token)| !token.starts_with(is_gap))
            .collect(),
        InBars::Padded => fixed(all.skip(1).step_by(2)).collect(),
        InBars::Spaced => fixed(all.step_by(2)).collect(),
        InBars::Tight | InBars::Open => fixed(all).collect(),
    }
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
    let mut segments = parts(body.text, body.column, is_bar);
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
