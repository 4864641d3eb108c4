//! The names of the columns of puzzles on lines.

use crate::sudoku::text::annotations::{self, Meaning};
use crate::sudoku::text::split::{parts, trimmed, unquoted};

/// The names of the columns of puzzles on lines.
#[derive(Clone, Debug)]
pub(super) struct Header {
    /// The line that has them.
    pub(super) text: String,
    pub(super) mark: char,
    pub(super) columns: Vec<String>,
    /// Set for the columns whose names mean a rule that a value is true of.
    pub(super) rules: Vec<bool>,
}

/// Returns the names of columns that a line may have: short ones between the same marks.
pub(super) fn header(text: &str) -> Option<Header> {
    let marks = [',', ';', '\t', '|'].into_iter();
    let mark = marks.max_by_key(|&mark| text.matches(mark).count())?;
    let fields = parts(text, 1, |c| c == mark);
    let columns: Vec<String> = fields
        .iter()
        .map(|&(column, field)| unquoted(trimmed(column, field)).1.to_lowercase())
        .collect();
    let is_name = |name: &String| name.len() < 24 && name.split(' ').count() < 4;
    let is_header = columns.len() > 1
        && columns.iter().all(is_name)
        && columns.iter().any(|name| NAMES.contains(&name.as_str()));
    let is_rule = |name: &String| {
        let is_judged =
            annotations::label(name).is_some() || NAMES.contains(&name.as_str()) || name == "size";
        !is_judged && annotations::judge(&format!("{name} = yes")) != Meaning::Decoration
    };
    let rules = columns.iter().map(is_rule).collect();
    is_header.then_some(Header {
        text: text.to_owned(),
        mark,
        columns,
        rules,
    })
}

/// Names of the column that holds the puzzles.
pub(super) const NAMES: [&str; 16] = [
    "puzzle", "puzzles", "grid", "grids", "sudoku", "sudokus", "board", "boards", "quizzes",
    "quiz", "problem", "cells", "clues", "givens", "question", "start",
];

/// Returns the fields between marks that stand outside of quotes, each with its column.
pub(super) fn fields(text: &str, mark: char) -> Vec<(usize, &str)> {
    let mut in_quotes = false;
    let mut fields = Vec::new();
    let mut start = (1, 0);
    for (place, (at, c)) in text.char_indices().enumerate() {
        in_quotes ^= c == '"';
        if c == mark && !in_quotes {
            fields.push((start.0, &text[start.1..at]));
            start = (place + 2, at + c.len_utf8());
        }
    }
    fields.push((start.0, &text[start.1..]));
    fields
}
