//! Lists in brackets, and which texts in brackets are JSON objects.

use super::grid::Found;
use super::one_text::Source;
use super::state::Reader;
use crate::io::InputError;
use crate::sudoku::text::line::{self, Kind};
use crate::sudoku::text::lines::{LONGEST, Line};
use crate::sudoku::text::literal::{self, Depth};
use crate::sudoku::text::{Form, annotations, list, messages};

impl Reader<'_> {
    /// Reads the lists or the object that start on this line.
    pub(super) fn list(&mut self, first: Line) -> Result<(), InputError> {
        let start = line::without_quotes(&first.text);
        let prefix = literal::begins(&start).unwrap_or(0);
        // `x` may be the name of a variable.
        let letters = start[..prefix].chars().filter(|c| c.is_alphanumeric());
        if letters.count() > 1 && annotations::states_rule(&start[..prefix]) {
            let message = "found a name of a rule before a list, expected rules given with --rules";
            return Err(self.fault(&first, (1, message.to_owned())));
        }
        let rest = self.rest_of_list(&without_prefix(&start, prefix), &first)?;
        let text = without_prefix(&start, prefix) + &rest;
        if self.objects(&text, &first)? {
            return Ok(());
        }
        self.annotate_around(&start, &text, &first);
        let are_rows = is_row(&text) && text.lines().count() > 1;
        self.lists(&text, &(start + &rest), &first, are_rows)
    }

    /// Takes the lines that belong to a list or an object behind its first line, and to the
    /// rows that follow if the first line is a row. Returns them, each behind a line end.
    fn rest_of_list(&mut self, start: &str, first: &Line) -> Result<String, InputError> {
        let mut depth = Depth::default();
        let mut rest = String::new();
        let mut complete = depth.over(start);
        let mut are_rows = complete && is_row(start);
        loop {
            if complete {
                let is_next = |line: &Line| {
                    is_row(line::unquoted(&line.text))
                        && !matches!(line::kind(&line.text), Kind::Section(_))
                };
                are_rows = are_rows && self.lines.peek(0)?.is_some_and(is_next);
                if !are_rows {
                    return Ok(rest);
                }
            }
            let Some(line) = self.lines.next()? else {
                let message = "found the end of the input within a list or JSON object, expected its closing bracket";
                return Err(self.fault(first, (1, message.to_owned())));
            };
            if line.text.trim().is_empty() && !depth.is_unfinished() {
                let message =
                    "found a blank line within a list or JSON object, expected its closing bracket";
                return Err(self.fault(&line, (1, message.to_owned())));
            }
            let plain = line::without_quotes(&line.text);
            complete = depth.over(&plain);
            rest.push('\n');
            rest.push_str(&plain);
            if start.len() + rest.len() > LONGEST {
                let message =
                    format!("found a list of more than {LONGEST} bytes, expected a puzzle");
                return Err(self.fault(first, (1, message)));
            }
        }
    }

    /// Reads the puzzles in lists; `are_rows` is set if each list is a row. Errors show
    /// the lines of `source`, which is `text` or contains it.
    pub(super) fn lists(
        &mut self,
        text: &str,
        source: &str,
        first: &Line,
        are_rows: bool,
    ) -> Result<(), InputError> {
        let name = self.lines.name().to_owned();
        let shown = |(line, column, message): list::ListFault| {
            let excerpt = source.lines().nth(line).unwrap_or_default();
            messages::error_at(&name, first.number + line as u64, column, excerpt, message)
        };
        let mut nodes = list::parse(text).map_err(shown)?;
        if are_rows && nodes.len() > 1 {
            nodes = vec![list::list_of(nodes)];
        }
        for node in &nodes {
            for grid in list::grids(node).map_err(shown)? {
                match grid {
                    list::Grid::Line(cells, (line, column)) => {
                        let start: usize =
                            source.split_inclusive('\n').take(line).map(str::len).sum();
                        let mut places = source[start..].char_indices().skip(column - 1);
                        let (at, c) = places.next().unwrap_or((0, ' '));
                        let source = Source {
                            text: source,
                            first,
                            start: start + at + usize::from(matches!(c, '"' | '\'')),
                        };
                        self.one_text(&cells, Form::List, &source, None)?;
                    }
                    list::Grid::Cells(rows) => {
                        check_rows(&rows, source).map_err(shown)?;
                        let texts: Vec<(u64, &str)> =
                            (first.number..).zip(source.lines()).collect();
                        let cells = rows.iter().flatten().map(|(token, (line, column))| {
                            (token.as_str(), (first.number + *line as u64, *column))
                        });
                        self.grid(Found::of_cells(Form::List, rows.len(), cells), &texts)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns `true` for a list without lists in it.
fn is_row(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with(['[', '{', '('])
        && !text[1..].trim_start().starts_with(['[', '{', '('])
        && !begins_object(text)
}

/// Checks that there are as many cells in each row as rows, and as many as a declaration says.
fn check_rows(rows: &[Vec<list::Cell>], source: &str) -> Result<(), list::ListFault> {
    let side = rows.len();
    if let Some((row, cells)) = (1..).zip(rows).find(|(_, row)| row.len() != side) {
        let (line, column) = cells.first().map_or((0, 1), |(_, at)| *at);
        let found = cells.len();
        let message = format!("found {found} cells in row {row} of {side} rows, expected {side}");
        return Err((line, column, message));
    }
    match declared(source) {
        Some([height, width]) if height != side || !(side..=side + 1).contains(&width) => {
            let message = format!(
                "found {side} rows of {side} cells in an array of {height} rows of {width} cells"
            );
            Err((0, 1, message))
        }
        _ => Ok(()),
    }
}

/// Returns the rows and columns of the array of C that a text declares, as `int grid[9][9] = {`.
fn declared(text: &str) -> Option<[usize; 2]> {
    let (left, _) = text.lines().next()?.split_once('{')?;
    let (name, sizes) = left.split_once('[')?;
    let sizes = sizes.trim_end_matches([' ', '=', ']']).split("][");
    let sizes: Option<Vec<usize>> = sizes.map(|size| size.trim().parse().ok()).collect();
    let is_declaration = name.trim().contains(' ');
    let sizes = sizes.filter(|sizes| is_declaration && sizes.len() > 1)?;
    sizes.last_chunk().copied()
}

/// Returns `true` if a text begins as a JSON object does: after `{` comes a key in quotes,
/// the closing bracket, or nothing.
pub(super) fn begins_object(text: &str) -> bool {
    text.trim_start().strip_prefix('{').is_some_and(|rest| {
        let rest = rest.trim_start();
        // A comma behind a text in quotes parts the rows of an array.
        let key = rest.strip_prefix('"').map(|rest| rest.split_once('"'));
        let is_key = key.is_some_and(|key| {
            key.is_none_or(|(_, after)| !after.trim_start().starts_with([',', '}']))
        });
        rest.is_empty() || rest.starts_with('}') || is_key
    })
}

/// Returns a text with a space for each character up to a byte, but for brackets that are
/// still open there.
fn without_prefix(text: &str, prefix: usize) -> String {
    let mut open = Vec::new();
    for (place, c) in text[..prefix].chars().enumerate() {
        match c {
            '(' => open.push(place),
            ')' => {
                open.pop();
            }
            _ => {}
        }
    }
    let blanks = (0..text[..prefix].chars().count()).map(|place| match open.contains(&place) {
        true => '(',
        false => ' ',
    });
    blanks.chain(text[prefix..].chars()).collect()
}
