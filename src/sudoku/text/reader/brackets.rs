//! Lists in brackets, and which texts in brackets are JSON objects.

use super::Reader;
use super::grid::Found;
use super::single::Source;
use crate::io::InputError;
use crate::sudoku::text::line::{self, Kind};
use crate::sudoku::text::lines::{LONGEST, Line};
use crate::sudoku::text::list;
use crate::sudoku::text::literal::{self, Depth};
use crate::sudoku::text::{Form, say, states_rule};

impl Reader<'_> {
    /// Reads the lists or the object that start on this line.
    pub(super) fn list(&mut self, first: Line) -> Result<(), InputError> {
        let mut depth = Depth::default();
        let start = line::without_quotes(&first.text);
        let prefix = literal::begins(&start).unwrap_or(0);
        // `x` may be the name of a variable.
        let is_long = start[..prefix]
            .chars()
            .filter(|c| c.is_alphanumeric())
            .count()
            > 1;
        if is_long && states_rule(&start[..prefix]) {
            let message = "found a name of a rule before a list, expected rules given with --rules";
            return Err(self.fault(&first, (1, message.to_owned())));
        }
        let mut text = without_prefix(&start, prefix);
        let mut source = start.clone();
        let mut complete = depth.over(&text);
        let is_row = |text: &str| {
            let text = text.trim_start();
            text.starts_with(['[', '{', '('])
                && !text[1..].trim_start().starts_with(['[', '{', '('])
                && !begins_object(text)
        };
        let mut is_rows = complete && is_row(&text);
        loop {
            if complete {
                let next = self.lines.peek(0)?;
                is_rows = is_rows
                    && next.is_some_and(|line| {
                        is_row(line::unquoted(&line.text))
                            && !matches!(line::kind(&line.text), Kind::Section(_))
                    });
                if !is_rows {
                    break;
                }
            }
            let Some(line) = self.lines.next()? else {
                let message = "found the end of the input within a list or JSON object, expected its closing bracket";
                return Err(self.fault(&first, (1, message.to_owned())));
            };
            if line.text.trim().is_empty() && !depth.is_unfinished() {
                let message =
                    "found a blank line within a list or JSON object, expected its closing bracket";
                return Err(self.fault(&line, (1, message.to_owned())));
            }
            let plain = line::without_quotes(&line.text);
            complete = depth.over(&plain);
            for whole in [&mut text, &mut source] {
                whole.push('\n');
                whole.push_str(&plain);
            }
            if text.len() > LONGEST {
                let message =
                    format!("found a list of more than {LONGEST} bytes, expected a puzzle");
                return Err(self.fault(&first, (1, message)));
            }
        }
        if self.objects(&text, &first)? {
            return Ok(());
        }
        self.say_around(&start, &text, &first);
        self.lists(
            &text,
            &source,
            &first,
            is_row(&text) && text.lines().count() > 1,
        )
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
            say::at(&name, first.number + line as u64, column, excerpt, message)
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
                        let start = start + at + usize::from(matches!(c, '"' | '\''));
                        let source = Source {
                            text: source,
                            first,
                            start,
                        };
                        self.one_text(&cells, Form::List, &source, None)?;
                    }
                    list::Grid::Cells(rows) => {
                        let side = rows.len();
                        if let Some((row, cells)) =
                            rows.iter().enumerate().find(|(_, row)| row.len() != side)
                        {
                            let (line, column) = cells.first().map_or((0, 1), |(_, at)| *at);
                            let message = format!(
                                "found {} cells in row {} of {side} rows, expected {side}",
                                cells.len(),
                                row + 1
                            );
                            return Err(shown((line, column, message)));
                        }
                        if let Some([height, width]) = declared(source)
                            && (height != side || !(side..=side + 1).contains(&width))
                        {
                            let message = format!(
                                "found {side} rows of {side} cells in an array of {height} rows of {width} cells"
                            );
                            return Err(shown((0, 1, message)));
                        }
                        let texts: Vec<(u64, &str)> = source
                            .lines()
                            .enumerate()
                            .map(|(line, text)| (first.number + line as u64, text))
                            .collect();
                        let cells = || rows.iter().flatten();
                        let start = cells().next().map_or(0, |(_, (line, _))| *line);
                        self.grid(
                            Found {
                                form: Form::List,
                                headed: false,
                                line: first.number + start as u64,
                                side,
                                tokens: cells().map(|(token, _)| token.as_str()).collect(),
                                places: cells()
                                    .map(|(_, (line, column))| {
                                        (first.number + *line as u64, *column)
                                    })
                                    .collect(),
                                parted: true,
                                boxes: None,
                            },
                            &texts,
                        )?;
                    }
                }
            }
        }
        Ok(())
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
