//! `-q`: results and errors, and nothing else.

use super::report;

/// The option of every command that says more than its result.
#[derive(clap::Args, Clone, Copy, Default)]
pub(super) struct Quiet {
    /// Print results and errors only, no notes and warnings
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
}

impl Quiet {
    /// Returns `true` if notes are not wanted.
    pub(super) fn is_set(self) -> bool {
        self.quiet
    }

    /// Prints a note on standard error, if notes are wanted.
    pub(super) fn note(self, text: &str) {
        if !self.quiet {
            report::note(text);
        }
    }
}
