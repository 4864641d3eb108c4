//! Lists in brackets, as Python, JSON, C and numpy print grids.

use super::say;

/// A list or a cell of one, with its line from 0 and its column from 1.
#[derive(Clone, Debug)]
pub(super) enum Node {
    List(Vec<Node>, (usize, usize)),
    Leaf(String, (usize, usize)),
}

/// A line from 0, a column from 1, and what is wrong there.
pub(super) type ListFault = (usize, usize, String);

/// The depth of brackets at the end of a text that starts outside of all.
#[derive(Default)]
pub(super) struct Depth {
    open: usize,
    quote: Option<char>,
    escaped: bool,
    /// Set behind the first opening bracket.
    started: bool,
}

impl Depth {
    /// Goes over a line; returns `true` if all brackets are closed.
    pub(super) fn over(&mut self, line: &str) -> bool {
        for (at, c) in line.char_indices() {
            let is_after = self.started && self.open == 0;
            let rest = &line[at..];
            if self.quote.is_none() && (is_after && is_comment(rest) || rest.starts_with("//")) {
                break;
            }
            match (self.quote, c) {
                (Some(_), _) if self.escaped => self.escaped = false,
                (Some(_), '\\') => self.escaped = true,
                (Some(quote), _) if c == quote => self.quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') => self.quote = Some(c),
                (None, '[' | '{' | '(') => {
                    self.open += 1;
                    self.started = true;
                }
                (None, ']' | '}' | ')') => self.open = self.open.saturating_sub(1),
                (None, _) => {}
            }
        }
        self.open == 0 && self.quote.is_none()
    }
}

/// Returns `true` if a comment of Python, JavaScript or C starts here.
fn is_comment(text: &str) -> bool {
    ["#", "//", "/*"].iter().any(|mark| text.starts_with(mark))
}

/// The most brackets in each other.
const DEEPEST: usize = 64;

/// Reads the lists in a text. Outside of brackets nothing but names of calls,
/// commas, and comments behind a list may stand.
pub(super) fn parse(text: &str) -> Result<Vec<Node>, ListFault> {
    let mut open: Vec<(Vec<Node>, (usize, usize))> = Vec::new();
    let mut done = Vec::new();
    // Set after a comma: a further comma then has an empty cell before it.
    let mut after_comma = false;
    for (number, line) in text.lines().enumerate() {
        let mut chars = line.chars().enumerate().peekable();
        while let Some((place, c)) = chars.next() {
            let at = (number, place + 1);
            // Behind a row `//` alone begins a comment: `#` may be a cell.
            if c == '/' && chars.peek().is_some_and(|&(_, next)| next == '/') {
                break;
            }
            if matches!(c, '#' | '/') && open.is_empty() && !done.is_empty() {
                let rest = line
                    .char_indices()
                    .nth(place)
                    .map_or("", |(at, _)| &line[at..]);
                if is_comment(rest) {
                    break;
                }
            }
            match c {
                '[' | '{' | '(' => {
                    if open.len() == DEEPEST {
                        let message = format!(
                            "found more than {DEEPEST} brackets in each other, expected a list of rows"
                        );
                        return Err((at.0, at.1, message));
                    }
                    open.push((Vec::new(), at));
                    after_comma = true;
                }
                ']' | '}' | ')' => {
                    let Some((items, start)) = open.pop() else {
                        let found = say::character(c);
                        let message = format!(
                            "found {found} outside of a list, expected the end of the line"
                        );
                        return Err((at.0, at.1, message));
                    };
                    let list = Node::List(items, start);
                    match open.last_mut() {
                        Some((items, _)) => items.push(list),
                        None => done.push(list),
                    }
                    after_comma = false;
                }
                ',' | ';' => {
                    if let Some((items, _)) = open.last_mut()
                        && after_comma
                    {
                        items.push(Node::Leaf(String::new(), at));
                    }
                    after_comma = true;
                }
                _ if c.is_whitespace() => {}
                _ => {
                    let mut word = String::new();
                    if c == '"' || c == '\'' {
                        let mut closed = false;
                        while let Some((_, next)) = chars.next() {
                            match next {
                                _ if next == c => closed = true,
                                '\\' if chars.peek().is_some_and(|&(_, next)| next == 'u') => {
                                    let code: String =
                                        chars.by_ref().skip(1).take(4).map(|(_, c)| c).collect();
                                    let c = u32::from_str_radix(&code, 16)
                                        .ok()
                                        .and_then(char::from_u32);
                                    match c {
                                        Some(c) => word.push(c),
                                        None => word.extend(["\\u", &code]),
                                    }
                                }
                                _ => word.push(next),
                            }
                            if closed {
                                break;
                            }
                        }
                        if !closed {
                            let message = format!("found no end of the text that starts with {c}");
                            return Err((at.0, at.1, message));
                        }
                    } else {
                        word.push(c);
                        let is_end = |c: char| c.is_whitespace() || "[]{}(),;\"'".contains(c);
                        while let Some((_, next)) = chars.next_if(|&(_, next)| !is_end(next)) {
                            word.push(next);
                        }
                    }
                    let is_call = chars
                        .peek()
                        .is_some_and(|&(_, next)| next == '(' || next == '[' || next == '{');
                    match open.last_mut() {
                        _ if is_call => {}
                        Some((items, _)) => items.push(Node::Leaf(cell(word), at)),
                        None => {
                            let message = format!(
                                "found {} outside of a list, expected the end of the line, a comma or a comment",
                                say::word(&word)
                            );
                            return Err((at.0, at.1, message));
                        }
                    }
                    after_comma = false;
                }
            }
        }
    }
    match open.last() {
        None => Ok(done),
        Some(&(_, (line, column))) => Err((
            line,
            column,
            "found a list without its end, expected a closing bracket".to_owned(),
        )),
    }
}

/// Returns a cell without the point that numpy prints behind a whole number.
fn cell(word: String) -> String {
    let whole = word.strip_suffix(".0").or(word.strip_suffix('.'));
    match whole {
        Some(number) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => {
            number.to_owned()
        }
        _ => word.trim().to_owned(),
    }
}

/// The text of a cell, and its line and column.
pub(super) type Cell = (String, (usize, usize));

/// A grid found in lists.
pub(super) enum Grid {
    /// Rows of cells: for each cell its text and place.
    Cells(Vec<Vec<Cell>>),
    /// A puzzle on one line.
    Line(String, (usize, usize)),
}

/// Returns the grids in a list, in order.
pub(super) fn grids(node: &Node) -> Result<Vec<Grid>, ListFault> {
    match node {
        Node::Leaf(text, at) => Ok(vec![Grid::Line(text.clone(), *at)]),
        Node::List(items, at) => grids_of(items, *at),
    }
}

fn grids_of(items: &[Node], at: (usize, usize)) -> Result<Vec<Grid>, ListFault> {
    let leaves: Option<Vec<Cell>> = items.iter().map(leaf).collect();
    if let Some(leaves) = leaves {
        let side = leaves.len();
        let length = |text: &str| text.chars().count();
        // Rows as texts, one-line puzzles, or all cells in one list.
        if side > 1 && leaves.iter().all(|(text, _)| length(text) == side) {
            let row = |(text, (line, column)): &Cell| {
                let cells = text.chars().enumerate();
                cells
                    .map(|(place, c)| (c.to_string(), (*line, column + 1 + place)))
                    .collect()
            };
            return Ok(vec![Grid::Cells(leaves.iter().map(row).collect())]);
        }
        if side > 0 && leaves.iter().all(|(text, _)| length(text) >= 16) {
            return Ok(leaves
                .into_iter()
                .map(|(text, at)| Grid::Line(text, at))
                .collect());
        }
        let root = side.isqrt();
        if root * root == side && root >= 4 {
            return Ok(vec![Grid::Cells(
                leaves.chunks(root).map(<[_]>::to_vec).collect(),
            )]);
        }
        let message = format!("found a list of {side} cells, expected a list of rows");
        return Err((at.0, at.1, message));
    }
    let rows: Option<Vec<Vec<Cell>>> = items
        .iter()
        .map(|item| match item {
            Node::List(cells, _) => cells.iter().map(leaf).collect(),
            Node::Leaf(..) => None,
        })
        .collect();
    if let Some(rows) = rows {
        return Ok(vec![Grid::Cells(rows)]);
    }
    let mut grids = Vec::new();
    for item in items {
        match item {
            Node::List(inner, at) => grids.extend(grids_of(inner, *at)?),
            Node::Leaf(text, (line, column)) => {
                let message = format!("found {} between lists, expected a list", say::word(text));
                return Err((*line, *column, message));
            }
        }
    }
    Ok(grids)
}

fn leaf(node: &Node) -> Option<Cell> {
    match node {
        Node::Leaf(text, at) => Some((text.clone(), *at)),
        Node::List(items, _) => match &items[..] {
            // A row as a text in a list of its own.
            [Node::Leaf(text, at)] if text.chars().count() > 3 => Some((text.clone(), *at)),
            _ => None,
        },
    }
}
