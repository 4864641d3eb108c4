//! `--color`: when output is coloured, and the styles of tables.

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use std::ffi::OsString;
use std::io;

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Color {
    /// On a terminal; obeys NO_COLOR and CLICOLOR_FORCE
    #[default]
    Auto,
    /// Also into files and pipes
    Always,
    /// Nowhere
    Never,
}

impl Color {
    /// Makes all later output follow this choice.
    pub(super) fn apply(self) {
        let choice = match self {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        choice.write_global();
    }

    /// Returns the choice that unparsed arguments name, for the help and the
    /// errors of the parser itself.
    pub(super) fn of_unparsed(arguments: impl IntoIterator<Item = OsString>) -> Color {
        let mut arguments = arguments.into_iter().take_while(|word| word != "--");
        while let Some(argument) = arguments.next() {
            let argument = argument.to_string_lossy().into_owned();
            let word = match argument.strip_prefix("--color") {
                Some("") => arguments.next().unwrap_or_default(),
                Some(rest) => rest.trim_start_matches('=').into(),
                None => continue,
            };
            return match word.to_str() {
                Some("always") => Color::Always,
                Some("never") => Color::Never,
                _ => Color::Auto,
            };
        }
        Color::Auto
    }
}

/// Headers of tables.
pub(super) const HEADER: Style = Style::new().bold();
/// Good results.
pub(super) const GOOD: Style = AnsiColor::Green.on_default();
/// Results that were not verified.
pub(super) const UNSURE: Style = AnsiColor::Yellow.on_default();
/// Wrong results.
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
/// Secondary text, such as the name above a grid.
pub(super) const ASIDE: Style = Style::new().dimmed();

/// Puts styles around words for standard output, if it takes colours.
#[derive(Clone, Copy)]
pub(super) struct Painter {
    is_on: bool,
}

impl Painter {
    /// Returns the painter for standard output.
    pub(super) fn stdout() -> Painter {
        let choice = AutoStream::choice(&io::stdout());
        Painter {
            is_on: choice != ColorChoice::Never,
        }
    }

    /// Returns the text in this style.
    pub(super) fn paint(self, text: &str, style: Style) -> String {
        match self.is_on {
            true => format!("{style}{text}{style:#}"),
            false => text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_is_found_before_parsing() {
        let of = |words: &[&str]| Color::of_unparsed(words.iter().map(OsString::from));
        assert_eq!(of(&["solve", "--color", "never", "-x"]), Color::Never);
        assert_eq!(of(&["--color=always", "solve"]), Color::Always);
        assert_eq!(of(&["solve", "--", "--color=never"]), Color::Auto);
        assert_eq!(of(&["solve", "--color"]), Color::Auto);
    }
}
