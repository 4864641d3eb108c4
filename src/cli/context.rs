//! The options of the program as a whole, as every command gets them.

use super::content::Hints;

/// Options of the program as a whole, for every command.
#[derive(Clone, Copy, Default)]
pub(super) struct Context {
    /// Number of times `-v` was given.
    pub verbose: u8,
    /// The commands that errors of an input of another kind name.
    pub hints: Hints,
}
