//! The bar on a terminal's standard error.

use super::summary;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};
use sudosat::io::counted;

/// Time between two updates.
const STEP: Duration = Duration::from_millis(100);

/// A bar that shows the puzzles finished and the puzzles in a second, and where the
/// length of the inputs is known their share and the time left. Nothing is shown if
/// standard error is not a terminal.
pub(crate) struct Bar {
    bar: ProgressBar,
    puzzles: u64,
    start: Instant,
    updated: Instant,
}

impl Bar {
    /// Begins to show a bar, unless it is `hidden`. `bytes` is the length of the
    /// inputs, if it is known.
    pub(crate) fn new(hidden: bool, bytes: Option<u64>) -> Bar {
        let (bar, template) = match bytes {
            _ if hidden => (ProgressBar::hidden(), ""),
            Some(bytes) => (
                ProgressBar::new(bytes),
                "{wide_bar} {percent} %, {msg}, {eta} left",
            ),
            None => (ProgressBar::new_spinner(), "{spinner} {msg}, {elapsed}"),
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        if !bar.is_hidden() {
            bar.enable_steady_tick(STEP);
        }
        let start = Instant::now();
        Bar {
            bar,
            puzzles: 0,
            start,
            updated: start,
        }
    }

    /// Counts one more puzzle. `position` is the number of bytes of the inputs up
    /// to its end.
    pub(crate) fn advance(&mut self, position: u64) {
        self.puzzles += 1;
        if !self.bar.is_hidden() && self.updated.elapsed() >= STEP {
            self.updated = Instant::now();
            let rate = summary::rate(self.puzzles, self.start.elapsed());
            let puzzles = counted(self.puzzles, "puzzle");
            self.bar.set_message(format!("{puzzles}, {rate} a second"));
            self.bar.set_position(position);
        }
    }

    /// Prints while the bar is hidden.
    pub(crate) fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
