//! The reason why a grid in a text has no rules.

use crate::io::InputError;

/// The reason why a grid has no rules.
pub(super) enum NoRules {
    /// The rules stated beside the text do not fit the grid. The place is in them.
    Stated(InputError),
    /// The grid can't be of its size. The place is that of the grid.
    Grid(String),
}

impl NoRules {
    /// Returns the error, with the place that `at` gives to a message about the grid.
    pub(super) fn error(self, at: impl FnOnce(String) -> InputError) -> InputError {
        match self {
            NoRules::Stated(error) => error,
            NoRules::Grid(message) => at(message),
        }
    }
}
