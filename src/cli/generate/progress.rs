//! The line on a terminal's standard error while walks look for a puzzle.

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use sudosat::io::counted;

/// Time between two updates.
const STEP: Duration = Duration::from_millis(100);

/// Number of puzzles between two updates of the numbers. Chosen by hand: less than a tenth of
/// a second.
const PUZZLES: u64 = 200;

/// A line that shows the full grids and puzzles that were tried. Nothing is shown if standard
/// error is not a terminal.
#[derive(Clone)]
pub(super) struct Progress {
    bar: ProgressBar,
    counts: Arc<Counts>,
}

#[derive(Default)]
struct Counts {
    grids: AtomicU64,
    puzzles: AtomicU64,
}

impl Progress {
    /// Begins to show the line, unless it is `hidden`.
    pub(super) fn new(hidden: bool) -> Progress {
        let bar = match hidden {
            true => ProgressBar::hidden(),
            false => ProgressBar::new_spinner().with_finish(ProgressFinish::AndClear),
        };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed}") {
            bar.set_style(style);
        }
        if !bar.is_hidden() {
            bar.enable_steady_tick(STEP);
        }
        Progress {
            bar,
            counts: Arc::default(),
        }
    }

    /// Counts a full grid.
    pub(super) fn count_grid(&self) {
        self.counts.grids.fetch_add(1, Ordering::Relaxed);
        self.show();
    }

    /// Counts a puzzle of such a grid.
    pub(super) fn count_puzzle(&self) {
        let puzzles = self.counts.puzzles.fetch_add(1, Ordering::Relaxed);
        if puzzles.is_multiple_of(PUZZLES) {
            self.show();
        }
    }

    fn show(&self) {
        if !self.bar.is_hidden() {
            let grids = counted(self.counts.grids.load(Ordering::Relaxed), "full grid");
            let puzzles = counted(self.counts.puzzles.load(Ordering::Relaxed), "puzzle");
            self.bar.set_message(format!("{grids}, {puzzles} tried"));
        }
    }

    /// Prints while the line is hidden.
    pub(super) fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }

    /// Removes the line.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
