//! The name of a puzzle above its grid, as a comment, if a person reads the grids
//! of several puzzles on a terminal.

use super::color::{self, Painter};
use super::format::Format;
use std::io::{self, IsTerminal};
use sudosat::io::display;

/// The headings of one run.
pub(super) struct Headings {
    /// Set if the grids go to a terminal in a form that has comments.
    is_possible: bool,
    /// Set if the current puzzle is one of several.
    is_one_of_several: bool,
    is_first: bool,
    painter: Painter,
}

impl Headings {
    /// Returns the headings of grids printed in this form.
    pub(super) fn new(format: Format) -> Headings {
        Headings {
            is_possible: format != Format::Json && io::stdout().is_terminal(),
            ..Headings::none()
        }
    }

    /// Returns the headings of output that has none.
    pub(super) fn none() -> Headings {
        Headings {
            is_possible: false,
            is_one_of_several: false,
            is_first: true,
            painter: Painter::stdout(),
        }
    }

    /// Returns `true` if [`Headings::advance`] needs `is_followed`, for which the caller must
    /// read ahead.
    pub(super) fn look_ahead(&self) -> bool {
        self.is_possible
    }

    /// Goes on to the next input. `is_followed` is set if another one follows it.
    pub(super) fn advance(&mut self, is_followed: bool) {
        self.is_one_of_several = !self.is_first || is_followed;
        self.is_first = false;
    }

    /// Returns the line above the grid of the puzzle with this name, if it has one.
    pub(super) fn line(&self, name: &str) -> Option<String> {
        let is_wanted = self.is_possible && self.is_one_of_several;
        is_wanted.then(|| {
            let line = format!("# {}", display(name));
            self.painter.paint(&line, color::ASIDE)
        })
    }
}
