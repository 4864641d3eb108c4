//! Paths to the parts of a JSON value, and their places in its text.

use crate::sudoku::Cell;
use std::fmt::Write as _;

/// A step from a JSON value to a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::sudoku::text) enum Step {
    Field(String),
    Item(usize),
}

/// An error in a JSON value: its place, and a message.
pub(in crate::sudoku::text) type Wrong = (Vec<Step>, String);

/// Returns the path of a field.
pub(in crate::sudoku::text) fn field(name: &str) -> Vec<Step> {
    vec![Step::Field(name.to_owned())]
}

/// Returns the path of a cell in a list of rows.
pub(in crate::sudoku::text) fn cell(name: &str, cell: Cell) -> Vec<Step> {
    [
        field(name),
        vec![Step::Item(cell.row()), Step::Item(cell.col())],
    ]
    .concat()
}

/// Returns a path as programs write it: `grid[0][3].value`.
pub(in crate::sudoku::text) fn shown(path: &[Step]) -> String {
    let mut shown = String::new();
    for step in path {
        let _ = match step {
            Step::Field(name) if shown.is_empty() => write!(shown, "{}", name.escape_debug()),
            Step::Field(name) => write!(shown, ".{}", name.escape_debug()),
            Step::Item(place) => write!(shown, "[{place}]"),
        };
    }
    shown
}

/// Returns the bytes of a part of a JSON text, `None` if there is no such part. The
/// text must be valid JSON.
pub(in crate::sudoku::text) fn locate(text: &str, path: &[Step]) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let at = after_gap(bytes, 0);
    let whole = (at, end_of(bytes, at)?);
    path.iter().try_fold(whole, |(at, _), step| {
        let mut parts = parts(text, at);
        let found = match step {
            Step::Item(place) => parts.nth(*place).filter(|part| part.key.is_none()),
            Step::Field(name) => parts.find(|part| part.key.as_ref() == Some(name)),
        };
        found.map(|part| part.bytes)
    })
}

/// A value in a list or an object of a JSON text.
pub(in crate::sudoku::text) struct Part {
    /// Its key in an object.
    pub key: Option<String>,
    /// The bytes where it starts and ends.
    pub bytes: (usize, usize),
}

/// Returns the values in the list or object that starts at this byte of a JSON text, in
/// order.
pub(in crate::sudoku::text) fn parts(text: &str, start: usize) -> impl Iterator<Item = Part> + '_ {
    let bytes = text.as_bytes();
    let is_object = bytes.get(start) == Some(&b'{');
    let is_list = bytes.get(start) == Some(&b'[');
    let mut at = after_gap(bytes, start + 1);
    std::iter::from_fn(move || {
        if !(is_object || is_list) || matches!(bytes.get(at)?, b'}' | b']') {
            return None;
        }
        let key = match is_object {
            false => None,
            true => {
                let end = end_of(bytes, at)?;
                let key = serde_json::from_str(text.get(at..end)?).ok()?;
                at = after_gap(bytes, end);
                at = after_gap(bytes, at + 1);
                Some(key)
            }
        };
        let part = (at, end_of(bytes, at)?);
        at = after_gap(bytes, part.1);
        if *bytes.get(at)? == b',' {
            at = after_gap(bytes, at + 1);
        }
        Some(Part { key, bytes: part })
    })
}

fn after_gap(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
        at += 1;
    }
    at
}

/// Returns the end of the value that starts here.
fn end_of(bytes: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0;
    let mut at = start;
    loop {
        match *bytes.get(at)? {
            b'"' => {
                at += 1;
                while *bytes.get(at)? != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
            }
            b'[' | b'{' => {
                depth += 1;
                at += 1;
            }
            b']' | b'}' => {
                depth -= 1;
                at += 1;
            }
            _ => {
                let is_end = |byte: &u8| {
                    matches!(byte, b',' | b':' | b']' | b'}' | b'"' | b'[' | b'{')
                        || byte.is_ascii_whitespace()
                };
                let length = bytes[at..]
                    .iter()
                    .position(is_end)
                    .unwrap_or(bytes.len() - at);
                at += if depth > 0 { length.max(1) } else { length };
            }
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::text::messages;

    fn field(name: &str) -> Step {
        Step::Field(name.to_owned())
    }

    #[test]
    fn parts_are_found_in_the_text() {
        let text = "{ \"a\": [1, {\"b\\\"]\": \"x}\"}],\n \"é\": true}";
        let part = |path: &[Step]| locate(text, path).map(|(start, end)| &text[start..end]);
        assert_eq!(part(&[field("a"), Step::Item(0)]), Some("1"));
        assert_eq!(
            part(&[field("a"), Step::Item(1), field("b\"]")]),
            Some("\"x}\"")
        );
        assert_eq!(part(&[field("é")]), Some("true"));
        assert_eq!(part(&[field("a"), Step::Item(2)]), None);
        assert_eq!(part(&[field("c")]), None);
        assert_eq!(part(&[]), Some(text));
        let (start, _) = locate(text, &[field("é")]).unwrap();
        assert_eq!(messages::line_and_column(text, start), (2, 7));
    }
}
