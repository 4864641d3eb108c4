//! Puzzles as JSON are refused: this build of the library does not read them.

use super::lists::begins_object;
use super::state::Reader;
use crate::io::InputError;
use crate::sudoku::text::lines::Line;
use crate::sudoku::text::link;

impl Reader<'_> {
    /// Refuses a JSON object or a list of objects. Returns `false` if the text is neither.
    pub(super) fn objects(&mut self, text: &str, first: &Line) -> Result<bool, InputError> {
        let list = text.trim_start().strip_prefix('[');
        if begins_object(text) || list.is_some_and(begins_object) {
            return Err(self.fault(first, (1, refused("a JSON object"))));
        }
        Ok(false)
    }

    /// Refuses a link with a compressed puzzle.
    pub(super) fn compressed(&mut self, line: &Line) -> Result<(), InputError> {
        let message = match link::data(line.text.trim()) {
            Ok(_) => refused("a link that holds a puzzle as JSON"),
            Err(message) => message,
        };
        Err(self.fault(line, (1, message)))
    }
}

/// Returns the message for a form that is not read.
fn refused(found: &str) -> String {
    format!(
        "found {found}, expected another form: this build of the library does not read JSON (feature `json`)"
    )
}
