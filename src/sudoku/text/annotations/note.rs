//! Annotations, and what they state about the rules of the puzzles that they belong to.

use super::meaning::States;
use crate::io::InputError;
use crate::sudoku::text::messages;

/// A text that is no part of a puzzle's cells, and where it stands.
#[derive(Clone, Debug)]
pub(in crate::sudoku::text) struct Annotation {
    /// From 1.
    pub line: u64,
    /// From 1, in characters.
    pub column: usize,
    /// The whole line, as errors show it.
    pub shown: String,
    pub text: String,
    /// Set if it is the value of what states the kind of a puzzle.
    pub is_kind: bool,
}

impl Annotation {
    /// Returns an error at the annotation.
    pub(super) fn error(&self, name: &str, message: &str) -> InputError {
        messages::error_at(name, self.line, self.column, &self.shown, message)
    }

    /// Returns the text as an error shows it.
    pub(super) fn quoted(&self) -> String {
        let text: String = self.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_shown = |c: char| c.escape_debug().len() == 1 || matches!(c, '\'' | '"' | '\\');
        let shown = messages::shortened(&text);
        let shown: String = shown
            .chars()
            .map(|c| if is_shown(c) { c } else { '?' })
            .collect();
        format!("'{shown}'")
    }
}

/// The meaning of a text beside a grid for the rules of the puzzles that it belongs to.
#[derive(Debug)]
pub(super) enum Note {
    /// Statements, and the text that says so.
    Statement(String, Annotation),
    /// A rule in other words.
    States(States, Annotation),
    /// Something that no puzzle can stand beside.
    Fault(InputError),
}
