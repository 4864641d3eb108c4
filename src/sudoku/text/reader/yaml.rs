//! Lists of YAML: a dash before each row.

use super::state::Reader;
use crate::io::InputError;
use crate::sudoku::text::lines::Line;

/// Returns the rest of a line behind a dash.
fn after_dash(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("- ")
}

/// Returns `true` for a line that begins a list with a dash before each row.
pub(super) fn begins(line: &str) -> bool {
    let Some(rest) = after_dash(line) else {
        return false;
    };
    let is_scalar = |text: &str| !text.trim().is_empty() && !text.trim().contains(' ');
    let is_row = |text: &str| {
        let is_cell = |c: char| c.is_ascii_digit() || c == '.';
        text.trim().len() > 3 && text.trim().chars().all(is_cell)
    };
    rest.trim_start().starts_with(['[', '"', '\''])
        || after_dash(rest).is_some_and(is_scalar)
        || is_row(rest)
}

impl Reader<'_> {
    /// Reads the list whose first row stands on this line.
    pub(super) fn yaml(&mut self, first: Line) -> Result<(), InputError> {
        let mut source = first.text.clone();
        while let Some(line) = self
            .lines
            .peek(0)?
            .filter(|line| after_dash(&line.text).is_some())
        {
            source.push('\n');
            source.push_str(&line.text);
            self.lines.next()?;
        }
        let is_nested = after_dash(&first.text).is_some_and(|rest| after_dash(rest).is_some());
        // The brackets and commas of a list in place of the dashes.
        let mut text = String::with_capacity(source.len() + 2);
        for (index, line) in source.lines().enumerate() {
            let indent = line.len() - line.trim_start().len();
            let mut row = line.to_owned();
            let rest = &line[indent + 2..];
            let is_start = is_nested && after_dash(rest).is_some();
            match (index, is_start) {
                (0, true) => row.replace_range(indent..indent + 4, "[ [ "),
                (0, false) => row.replace_range(indent..indent + 2, "[ "),
                (_, true) if rest.starts_with("- ") => {
                    row.replace_range(indent..indent + 4, "],[ ");
                }
                (_, _) => row.replace_range(indent..indent + 2, ", "),
            }
            text.push_str(&row);
            text.push('\n');
        }
        text.push_str(if is_nested { "]]" } else { "]" });
        self.lists(&text, &source, &first, false)
    }
}
