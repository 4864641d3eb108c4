//! Lists in brackets, as programs write and print grids: nested lists of any language, with
//! the names of types and calls around them, and comments.

use super::literal::{self, Scanner};
use super::{annotations, messages, one_line};

/// A line from 0, and a column from 1.
pub(super) type Place = (usize, usize);

/// A list or a cell of one.
#[derive(Clone, Debug)]
pub(super) enum Node {
    List(List),
    Leaf(String, Place),
}

/// A list in brackets.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    /// The name before the bracket, in small letters.
    name: String,
    bracket: char,
    pub items: Vec<Node>,
    /// Numbers of items before the marks that end rows, `;` and `|`.
    marks: Vec<usize>,
    /// Numbers of items before the ends of lines.
    lines: Vec<usize>,
    /// Named arguments, as `byrow=TRUE`.
    options: Vec<(String, String, Place)>,
    at: Place,
}

/// A line from 0, a column from 1, and what is wrong there.
pub(super) type ListFault = (usize, usize, String);

/// The most brackets in each other.
const DEEPEST: usize = 64;

/// The state while a text is read.
struct Parser {
    scanner: Scanner,
    open: Vec<List>,
    done: Vec<Node>,
    /// Set after a comma: a further comma then has an empty cell before it.
    after_comma: bool,
    /// The name before the next bracket.
    name: String,
}

/// Reads the lists in a text. Outside of brackets nothing but names of calls, commas,
/// methods that keep a list as it is, and comments may stand.
pub(super) fn parse(text: &str) -> Result<Vec<Node>, ListFault> {
    let mut parser = Parser {
        scanner: Scanner::new(text),
        open: Vec::new(),
        done: Vec::new(),
        after_comma: false,
        name: String::new(),
    };
    while parser.step()? {}
    match parser.open.pop() {
        None => Ok(parser.done),
        Some(list) => Err(fault(
            list.at,
            "found a list without its end, expected a closing bracket".to_owned(),
        )),
    }
}

fn fault((line, column): Place, message: String) -> ListFault {
    (line, column, message)
}

impl Parser {
    /// Reads the next sign or word. Returns `false` at the end.
    fn step(&mut self) -> Result<bool, ListFault> {
        let at = self.scanner.place();
        let Some(c) = self.scanner.peek() else {
            return Ok(false);
        };
        let is_after = self.open.is_empty() && !self.done.is_empty();
        if let Some(comment) = self.scanner.comment(is_after) {
            let comment = comment.map_err(|message| fault(at, message.to_owned()))?;
            self.check_comment(at, &comment)?;
            return Ok(true);
        }
        if c == '\'' && self.scanner.nth(1) == Some('(') {
            // A quoted list of Lisp.
            self.scanner.skip(1);
            return Ok(true);
        }
        if let Some(length) = literal::constructor(self.scanner.rest()) {
            let name = self.scanner.take(length);
            self.name = name.trim_end_matches(['!', ' ']).to_lowercase();
            return Ok(true);
        }
        match c {
            '\n' => {
                if let Some(list) = self.open.last_mut() {
                    mark(&mut list.lines, list.items.len());
                }
                self.scanner.skip(1);
            }
            _ if c.is_whitespace() => self.scanner.skip(1),
            '[' | '{' | '(' => self.opened(c, at)?,
            ']' | '}' | ')' => self.closed(c, at)?,
            ',' | ';' | '|' => self.separator(c, at),
            '"' | '\'' => {
                let text = self.scanner.quoted(c).ok_or_else(|| {
                    fault(at, format!("found no end of the text that starts with {c}"))
                })?;
                self.leaf(cell(text), at)?;
            }
            _ => self.word(at)?,
        }
        Ok(true)
    }

    fn opened(&mut self, c: char, at: Place) -> Result<(), ListFault> {
        if self.open.len() == DEEPEST {
            let message = format!(
                "found more than {DEEPEST} brackets in each other, expected a list of rows"
            );
            return Err(fault(at, message));
        }
        self.open.push(List {
            name: std::mem::take(&mut self.name),
            bracket: c,
            at,
            ..List::default()
        });
        self.after_comma = true;
        self.scanner.skip(1);
        Ok(())
    }

    fn closed(&mut self, c: char, at: Place) -> Result<(), ListFault> {
        self.scanner.skip(1);
        let Some(list) = self.open.pop() else {
            let found = messages::character(c);
            let message = format!("found {found} outside of a list, expected the end of the line");
            return Err(fault(at, message));
        };
        let expected = match list.bracket {
            '[' => ']',
            '{' => '}',
            _ => ')',
        };
        if c != expected {
            let message = format!("found '{c}' at the end of a list, expected '{expected}'");
            return Err(fault(at, message));
        }
        match self.open.last_mut() {
            Some(outer) => outer.items.push(Node::List(list)),
            None => self.done.push(Node::List(list)),
        }
        self.after_comma = false;
        Ok(())
    }

    fn separator(&mut self, c: char, at: Place) {
        self.scanner.skip(1);
        let Some(list) = self.open.last_mut() else {
            return;
        };
        match c {
            ',' if self.after_comma => list.items.push(Node::Leaf(String::new(), at)),
            ',' => {}
            _ => mark(&mut list.marks, list.items.len()),
        }
        self.after_comma = c == ',';
    }

    fn word(&mut self, at: Place) -> Result<(), ListFault> {
        let word = self.scanner.word();
        let is_end_of_line = || matches!(self.scanner.nth_after_blanks(0), None | Some('\n'));
        if word == "..." && is_end_of_line() {
            return Ok(());
        }
        match self.open.last_mut() {
            Some(list) if self.scanner.nth_after_blanks(0) == Some('=') => {
                if self.scanner.nth_after_blanks(1) == Some('>') {
                    // The index of an item in PHP.
                    self.scanner.skip_blanks();
                    self.scanner.skip(2);
                    if word != list.items.len().to_string() {
                        let found = messages::word(&word);
                        let expected = list.items.len();
                        let message = format!("found the index {found}, expected {expected}");
                        return Err(fault(at, message));
                    }
                    return Ok(());
                }
                self.scanner.skip_blanks();
                self.scanner.skip(1);
                if !matches!(word.as_str(), "data" | "object" | ".Data") {
                    let value = self.scanner.argument();
                    list.options.push((word.to_lowercase(), value, at));
                }
                self.after_comma = false;
                Ok(())
            }
            Some(list) if list.bracket == '(' && list.items.is_empty() && is_list_word(&word) => {
                list.name = word;
                Ok(())
            }
            Some(_) => self.leaf(cell(word), at),
            None => match (self.done.last_mut(), word.as_str()) {
                (Some(Node::List(list)), ".reshape" | ".view") => {
                    let size = self.scanner.group().unwrap_or_default();
                    list.options.push(("reshape".to_owned(), size, at));
                    Ok(())
                }
                (_, ".") => Ok(()),
                _ => {
                    let message = format!(
                        "found {} outside of a list, expected the end of the line, a comma or a comment",
                        messages::word(&word)
                    );
                    Err(fault(at, message))
                }
            },
        }
    }

    fn leaf(&mut self, text: String, at: Place) -> Result<(), ListFault> {
        self.after_comma = false;
        match self.open.last_mut() {
            Some(list) => {
                list.items.push(Node::Leaf(text, at));
                Ok(())
            }
            None => {
                let message = format!(
                    "found {} outside of a list, expected the end of the line, a comma or a comment",
                    messages::word(&text)
                );
                Err(fault(at, message))
            }
        }
    }

    /// Refuses a comment that may state a rule or hold a grid.
    fn check_comment(&self, at: Place, comment: &str) -> Result<(), ListFault> {
        if annotations::states_rule(comment) {
            let message = "found a comment that names a rule, expected rules given with --rules";
            return Err(fault(at, message.to_owned()));
        }
        if one_line::grid_in(comment, 1, &super::Options::default()).is_some() {
            let message = "found a grid in a comment, expected words";
            return Err(fault(at, message.to_owned()));
        }
        Ok(())
    }
}

/// Adds the number of items before the end of a row.
fn mark(marks: &mut Vec<usize>, items: usize) {
    if items > marks.last().copied().unwrap_or(0) {
        marks.push(items);
    }
}

/// Returns `true` for a word that makes a list in Lisp.
fn is_list_word(word: &str) -> bool {
    matches!(word, "list" | "vector" | "quote")
}

/// Returns a cell without the point that numpy prints behind a whole number, and without
/// the name of a type behind it.
fn cell(word: String) -> String {
    let word = word.trim();
    let whole = word.strip_suffix(".0").or(word.strip_suffix('.'));
    let number = whole.unwrap_or(word);
    let number = ["_u8", "u8", "i8", "u16", "i32", "u32", "usize", "L", "f"]
        .iter()
        .find_map(|suffix| number.strip_suffix(suffix))
        .unwrap_or(number);
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    if is_number { number } else { word }.to_owned()
}

/// The text of a cell, and its line and column.
pub(super) type Cell = (String, Place);

/// A grid found in lists.
pub(super) enum Grid {
    /// Rows of cells: for each cell its text and place.
    Cells(Vec<Vec<Cell>>),
    /// A puzzle on one line.
    Line(String, Place),
}

/// Returns the list that has these lists as its items.
pub(super) fn list_of(items: Vec<Node>) -> Node {
    Node::List(List {
        items,
        at: (0, 1),
        ..List::default()
    })
}

/// Returns the grids in a list, in order.
pub(super) fn grids(node: &Node) -> Result<Vec<Grid>, ListFault> {
    match node {
        Node::Leaf(text, at) => Ok(vec![Grid::Line(text.clone(), *at)]),
        Node::List(list) => list.grids(),
    }
}

impl List {
    fn grids(&self) -> Result<Vec<Grid>, ListFault> {
        let mut items = &self.items[..];
        if self.is_matrix() {
            let end = items.iter().position(|item| matches!(item, Node::Leaf(..)));
            items = &items[..end.unwrap_or(items.len())];
        }
        // A number of a puzzle, as in problem(1, Rows).
        if let ([Node::Leaf(number, _), Node::List(_)], '(') = (items, self.bracket)
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            items = &items[1..];
        }
        let mut grids = self.grids_of(items)?;
        let by_columns = self.check_options(&grids)?;
        if by_columns {
            for grid in &mut grids {
                if let Grid::Cells(rows) = grid {
                    *rows = transposed(rows, self.at)?;
                }
            }
        }
        Ok(grids)
    }

    fn is_matrix(&self) -> bool {
        let first = self.items.first();
        self.name == "matrix" && matches!(first, Some(Node::List(list)) if list.name == "c")
    }

    /// Checks the named arguments. Returns `true` if the cells stand column by column.
    fn check_options(&self, grids: &[Grid]) -> Result<bool, ListFault> {
        let side = grids.iter().find_map(|grid| match grid {
            Grid::Cells(rows) => Some(rows.len().to_string()),
            Grid::Line(..) => None,
        });
        let side = side.unwrap_or_default();
        // The arguments of R's matrix by their order.
        const ORDER: [&str; 3] = ["nrow", "ncol", "byrow"];
        let unnamed = self
            .items
            .iter()
            .skip(1)
            .zip(ORDER)
            .filter_map(|(item, name)| match item {
                Node::Leaf(text, at) if self.is_matrix() => {
                    Some((name.to_owned(), text.clone(), *at))
                }
                _ => None,
            });
        let options: Vec<_> = unnamed.chain(self.options.iter().cloned()).collect();
        let mut is_by_row = false;
        let mut has_dim = false;
        for (name, value, at) in &options {
            let numbers = || {
                value
                    .split(|c: char| !c.is_ascii_digit())
                    .filter(|word| !word.is_empty())
            };
            let is_right = match name.as_str() {
                "dtype" | "device" | "requires_grad" | "copy" => true,
                "nrow" | "ncol" => *value == side,
                "dim" | "reshape" | "shape" => {
                    has_dim |= name == "dim";
                    // -1 leaves the number to the other one.
                    let count = numbers().count();
                    count == 2
                        && numbers()
                            .all(|number| number == side || number == "1" && value.contains("-1"))
                        && !value.contains(char::is_alphabetic) | (name == "dim")
                }
                "order" => value.contains('C'),
                "byrow" => {
                    is_by_row = matches!(value.as_str(), "TRUE" | "T");
                    is_by_row || matches!(value.as_str(), "FALSE" | "F")
                }
                _ => false,
            };
            if !is_right {
                let message = format!(
                    "found the argument {name} = {}, expected one that fits a grid",
                    messages::word(value)
                );
                return Err(fault(*at, message));
            }
        }
        let has_size = options
            .iter()
            .any(|(name, ..)| name.starts_with('n') || name == "byrow");
        let is_matrix = self.name == "matrix" && (self.is_matrix() || has_size);
        Ok(is_matrix && !is_by_row || has_dim || self.name == "cbind")
    }

    fn grids_of(&self, items: &[Node]) -> Result<Vec<Grid>, ListFault> {
        let leaves: Option<Vec<Cell>> = items.iter().map(leaf).collect();
        if let Some(leaves) = leaves {
            return self.grids_of_cells(leaves);
        }
        let rows: Option<Vec<Vec<Cell>>> = items
            .iter()
            .map(|item| match item {
                Node::List(row) => row.items.iter().map(leaf).collect(),
                Node::Leaf(..) => None,
            })
            .collect();
        // A call around a list alone is no row.
        if let Some(rows) = rows
            && (rows.len() > 1 || rows[0].len() == 1)
        {
            for item in items {
                if let Node::List(row) = item {
                    row.check_options(&[])?;
                }
            }
            return Ok(vec![Grid::Cells(rows)]);
        }
        let mut grids = Vec::new();
        for item in items {
            match item {
                Node::List(inner) => grids.extend(inner.grids()?),
                Node::Leaf(text, at) => {
                    let message = format!(
                        "found {} between lists, expected a list",
                        messages::word(text)
                    );
                    return Err(fault(*at, message));
                }
            }
        }
        Ok(grids)
    }

    /// Returns the grids in a list of cells.
    fn grids_of_cells(&self, leaves: Vec<Cell>) -> Result<Vec<Grid>, ListFault> {
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
        let rows_of = |ends: &[usize]| {
            let starts = std::iter::once(0).chain(ends.iter().copied());
            let ends = ends.iter().copied().chain([side]);
            let rows = starts.zip(ends).filter(|(start, end)| start < end);
            rows.map(|(start, end)| leaves[start..end].to_vec())
                .collect::<Vec<_>>()
        };
        let marked = rows_of(&self.marks);
        if marked.len() > 1 && marked.iter().any(|row| row.len() > 1) {
            return Ok(vec![Grid::Cells(marked)]);
        }
        let lines = rows_of(&self.lines);
        if lines.len() > 1
            && (lines.len() == root || lines.iter().all(|row| row.len() == lines.len()))
        {
            return Ok(vec![Grid::Cells(lines)]);
        }
        if root * root == side && root >= 4 {
            return Ok(vec![Grid::Cells(
                leaves.chunks(root).map(<[_]>::to_vec).collect(),
            )]);
        }
        let message = format!("found a list of {side} cells, expected a list of rows");
        Err(fault(self.at, message))
    }
}

/// Returns rows of cells as their columns.
fn transposed(rows: &[Vec<Cell>], at: Place) -> Result<Vec<Vec<Cell>>, ListFault> {
    if let Some(row) = rows.iter().find(|row| row.len() != rows.len()) {
        let at = row.first().map_or(at, |(_, at)| *at);
        let message = format!("found {} cells in a column of {}", row.len(), rows.len());
        return Err(fault(at, message));
    }
    let column = |col: usize| rows.iter().map(|row| row[col].clone()).collect();
    Ok((0..rows.len()).map(column).collect())
}

fn leaf(node: &Node) -> Option<Cell> {
    match node {
        Node::Leaf(text, at) => Some((text.clone(), *at)),
        Node::List(list) => match &list.items[..] {
            // A row as a text in a list of its own, and a value that may be missing.
            [Node::Leaf(text, at)] if text.chars().count() > 3 || list.name == "some" => {
                Some((text.clone(), *at))
            }
            _ => None,
        },
    }
}
