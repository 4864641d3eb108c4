//! Matrices as R prints them: headings `[,1] [,2]` and rows that begin with `[1,]`.

use super::state::Reader;
use crate::io::InputError;
use crate::sudoku::text::lines::Line;

/// Returns the number and the rest of a row that begins with `[1,]`.
fn row(line: &str) -> Option<(usize, &str)> {
    let (number, rest) = line.trim_start().strip_prefix('[')?.split_once(",]")?;
    Some((number.parse().ok()?, rest))
}

/// Returns the number of columns of a heading.
fn heading(line: &str) -> Option<usize> {
    let is_column = |(number, word): (usize, &str)| {
        word.strip_prefix("[,")
            .and_then(|word| word.strip_suffix(']'))
            .and_then(|word| word.parse().ok())
            == Some(number)
    };
    let words = || line.split_whitespace();
    ((1..).zip(words()).all(is_column)).then(|| words().count())
}

/// Returns `true` for the heading or a row of such a matrix.
pub(super) fn begins(line: &str) -> bool {
    row(line).is_some() || line.trim_start().starts_with("[,") && heading(line).is_some()
}

impl Reader<'_> {
    /// Takes the rows of the matrix that begins with this line, and gives them back without
    /// their numbers.
    pub(super) fn r_matrix(&mut self, first: Line) -> Result<(), InputError> {
        let columns = heading(&first.text);
        let mut rows: Vec<Line> = Vec::new();
        let mut next = match columns {
            Some(_) => self.lines.next()?,
            None => Some(first.clone()),
        };
        while let Some(mut line) = next.take() {
            let Some((number, cells)) = row(&line.text) else {
                rows.push(line);
                break;
            };
            if number != rows.len() + 1 {
                let expected = rows.len() + 1;
                let message = format!("found the row [{number},], expected [{expected},]");
                while self
                    .lines
                    .peek(0)?
                    .is_some_and(|line| row(&line.text).is_some())
                {
                    self.lines.next()?;
                }
                return Err(self.fault(&line, (1, message)));
            }
            let label = line.text[..line.text.len() - cells.len()].chars().count();
            line.text = " ".repeat(label) + cells;
            rows.push(line);
            let is_row = self
                .lines
                .peek(0)?
                .is_some_and(|line| row(&line.text).is_some());
            next = if is_row { self.lines.next()? } else { None };
        }
        if let Some(columns) = columns.filter(|&columns| columns != rows.len()) {
            let message = format!(
                "found a heading of {columns} columns above {} rows, expected as many",
                rows.len()
            );
            return Err(self.fault(&first, (1, message)));
        }
        self.lines.give_back(rows);
        Ok(())
    }
}
