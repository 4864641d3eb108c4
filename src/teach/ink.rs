//! Colours and marks.
//!
//! Colour only repeats what a mark or a word says already, so nothing is lost
//! without it. The text always carries its colours; the stream it is written
//! to takes them out where they aren't wanted.

use anstyle::{AnsiColor, Style};
use std::fmt::{self, Display};

/// Headings.
pub const HEADING: Style = Style::new().bold();
/// What is true or taken.
pub const TRUE: Style = AnsiColor::Green.on_default();
/// What was decided or chosen freely.
pub const CHOICE: Style = AnsiColor::Cyan.on_default().bold();
/// What went wrong.
pub const WRONG: Style = AnsiColor::Red.on_default().bold();
/// What was learned.
pub const LEARNED: Style = AnsiColor::Magenta.on_default();
/// What matters less.
pub const FAINT: Style = Style::new().dimmed();

/// A thing in a colour.
pub struct Painted<T>(Style, T);

/// Paints a thing.
pub fn paint<T: Display>(style: Style, thing: T) -> Painted<T> {
    Painted(style, thing)
}

impl<T: Display> Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Painted(style, thing) = self;
        write!(f, "{style}{thing}{style:#}")
    }
}
