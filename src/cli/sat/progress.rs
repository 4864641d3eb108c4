//! Lines of progress, with their legend, as comments.
//!
//! They go where comments go: to standard output, but not into JSON; then to
//! standard error.

use crate::cli::context::Context;
use crate::cli::out::CheckedStdout;
use std::io::{self, Write};
use std::time::Instant;
use sudosat::budget::Interrupt;
use sudosat::cdcl::{Event, Progress};

/// Lines between two repetitions of the columns' names.
const PAGE: usize = 20;

/// The names of the columns, as wide as their numbers.
const COLUMNS: &str = "c    seconds     MB  mode   conflicts   restarts  reduced    learned  glue      given       open";

/// The output for comments.
#[derive(Clone, Copy)]
pub(super) enum Comments {
    Stdout,
    Stderr,
    Nowhere,
}

impl Comments {
    /// Returns where comments go: nowhere without `-v`, and beside JSON to standard error.
    pub(super) fn of(context: Context, json: bool) -> Comments {
        match (context.verbose, json) {
            (0, _) => Comments::Nowhere,
            (_, false) => Comments::Stdout,
            (_, true) => Comments::Stderr,
        }
    }

    /// Writes lines that begin with `c`.
    ///
    /// # Errors
    /// If standard output, where the answer goes, can't be written.
    pub(super) fn write(self, lines: &str) -> io::Result<()> {
        match self {
            Comments::Stdout => {
                let mut out = CheckedStdout(io::stdout().lock());
                out.write_all(lines.as_bytes())?;
                out.flush()
            }
            Comments::Stderr => {
                // If standard error is closed there is nobody to tell.
                let _ = io::stderr().lock().write_all(lines.as_bytes());
                Ok(())
            }
            Comments::Nowhere => Ok(()),
        }
    }
}

/// A function that prints a line for each report of a solver.
pub(super) type Lines = Box<dyn FnMut(&Progress) + Send>;

/// Prints the legend, and returns a function that prints a line for each report;
/// frequent events only if `all`. If a line can't be written, nor can the answer:
/// the search is interrupted.
///
/// # Errors
/// If the legend can't be written.
pub(super) fn lines(
    comments: Comments,
    all: bool,
    start: Instant,
    interrupt: Interrupt,
) -> io::Result<Lines> {
    let mut legend =
        String::from("c\nc Each line tells where the search is, and why it is there:\n");
    for event in Event::all().filter(|event| all || !event.is_frequent) {
        legend.push_str(&format!("c   {}  {}\n", event.letter, event.meaning));
    }
    comments.write(&legend)?;
    let mut printed = 0;
    Ok(Box::new(move |progress: &Progress| {
        if progress.event.is_frequent && !all {
            return;
        }
        let mut lines = String::new();
        if printed % PAGE == 0 {
            lines = format!("c\n{COLUMNS}\nc\n");
        }
        printed += 1;
        lines.push_str(&line(progress, start.elapsed().as_secs_f64()));
        if comments.write(&lines).is_err() {
            interrupt.raise();
        }
    }))
}

fn line(progress: &Progress, seconds: f64) -> String {
    let stats = progress.stats;
    format!(
        "c {} {seconds:8.2} {:6} {} {:10} {:10} {:8} {:10} {:5.1} {:10} {:10}\n",
        progress.event.letter,
        progress.bytes >> 20,
        if progress.is_stable {
            "stable"
        } else {
            "focus "
        },
        stats.conflicts,
        stats.restarts,
        stats.reductions,
        progress.learned,
        progress.glue,
        progress.irredundant,
        progress.open,
    )
}
