//! Colours of text.
//!
//! Colour only repeats what a mark or a word shows already, so nothing is lost
//! without it. The text always contains its colours; the stream it is written
//! to removes them where they are not wanted.

use anstyle::{AnsiColor, Style};
use std::fmt::{self, Display};

/// Style of headings.
pub(super) const HEADING: Style = Style::new().bold();
/// Style of literals that are true and options that are chosen.
pub(super) const TRUE: Style = AnsiColor::Green.on_default();
/// Style of decisions and free choices.
pub(super) const CHOICE: Style = AnsiColor::Cyan.on_default().bold();
/// Style of conflicts and dead ends.
pub(super) const WRONG: Style = AnsiColor::Red.on_default().bold();
/// Style of learned clauses.
pub(super) const LEARNED: Style = AnsiColor::Magenta.on_default();
/// Style of less important text.
pub(super) const FAINT: Style = Style::new().dimmed();

/// A value in a style.
pub(super) struct Painted<T>(Style, T);

/// Returns the value in this style.
pub(super) fn paint<T: Display>(style: Style, thing: T) -> Painted<T> {
    Painted(style, thing)
}

impl<T: Display> Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Painted(style, thing) = self;
        write!(f, "{style}{thing}{style:#}")
    }
}
