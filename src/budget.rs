//! Budgets: limits on the duration of a search.
//!
//! Every search in the crate takes a [`Budget`]: a deadline, a number of its
//! own steps, and a flag that another thread (or a signal handler) may raise. A
//! search checks it often enough to stop within some milliseconds, and then
//! returns [`Stop`], never a wrong answer.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits on one search. The default has no limits.
///
/// ```
/// use std::time::Duration;
/// use sudosat::budget::{Budget, Stop};
///
/// let budget = Budget::unlimited().with_time(Duration::from_secs(10)).with_steps(1000);
/// assert_eq!(budget.exhausted(999), None);
/// assert_eq!(budget.exhausted(1000), Some(Stop::Steps));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    steps: Option<u64>,
    interrupt: Interrupt,
}

impl Budget {
    /// Returns a budget without limits.
    #[must_use]
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// Sets a deadline of `limit` from now. A limit too large for the clock
    /// means no deadline.
    #[must_use]
    pub fn with_time(mut self, limit: Duration) -> Budget {
        self.deadline = Instant::now().checked_add(limit);
        self
    }

    /// Limits the number of steps, in the search's own unit: conflicts for
    /// CDCL, nodes for exact cover, placements for backtracking.
    #[must_use]
    pub fn with_steps(mut self, steps: u64) -> Budget {
        self.steps = Some(steps);
        self
    }

    /// Sets the flag that ends the search when it is raised.
    #[must_use]
    pub fn with_interrupt(mut self, interrupt: Interrupt) -> Budget {
        self.interrupt = interrupt;
        self
    }

    /// Returns the time left, if there is a deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Returns the limit on steps, if there is one.
    pub fn steps(&self) -> Option<u64> {
        self.steps
    }

    /// Returns the flag that ends the search when it is raised.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Returns the reason why a search that has done `steps` steps must stop
    /// now, if it must.
    ///
    /// Reads the clock, so it should be called every few hundred steps, not at
    /// each.
    pub fn exhausted(&self, steps: u64) -> Option<Stop> {
        if self.interrupt.is_raised() {
            Some(Stop::Interrupted)
        } else if self.steps.is_some_and(|limit| steps >= limit) {
            Some(Stop::Steps)
        } else if self.deadline.is_some_and(|end| Instant::now() >= end) {
            Some(Stop::Time)
        } else {
            None
        }
    }
}

impl Budget {
    /// Number of items of a list between two looks at the clock.
    const ITEMS: usize = 64;

    /// Returns an error if a pass over a list must stop before the item with this
    /// index. Looks at the clock every few items.
    pub(crate) fn check_at(&self, item: usize) -> Result<(), Stop> {
        let stop = match item.is_multiple_of(Budget::ITEMS) {
            true => self.exhausted(0),
            false => None,
        };
        stop.map_or(Ok(()), Err)
    }

    /// Returns the same budget with half of the time that is left.
    pub(crate) fn half(&self) -> Budget {
        match self.time_left() {
            Some(left) => self.clone().with_time(left / 2),
            None => self.clone(),
        }
    }
}

/// Measures elapsed time, for statistics only: nothing may depend on it.
/// Without a clock (in a page's WebAssembly) the elapsed time is always 0.
pub(crate) struct Stopwatch(Option<Instant>);

impl Stopwatch {
    /// Starts measuring.
    pub(crate) fn start() -> Stopwatch {
        Stopwatch((!cfg!(target_family = "wasm")).then(Instant::now))
    }

    /// Returns the time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }

    /// Returns the time since the start, and starts again.
    #[cfg(feature = "engines")]
    pub(crate) fn lap(&mut self) -> Duration {
        let now = Stopwatch::start();
        let before = std::mem::replace(self, now).0;
        let times = before.zip(self.0);
        times.map_or(Duration::ZERO, |(before, now)| now - before)
    }
}

/// A flag shared between a search and those who may end it.
///
/// ```
/// use sudosat::prelude::*;
///
/// let interrupt = Interrupt::new();
/// let budget = Budget::unlimited().with_interrupt(interrupt.clone());
/// std::thread::spawn(move || interrupt.raise()).join().unwrap();
/// assert_eq!(budget.exhausted(0), Some(Stop::Interrupted));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Creates a flag that is not raised.
    pub fn new() -> Interrupt {
        Interrupt::default()
    }

    /// Requests every search that shares the flag to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the flag is raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The reason why a search stopped without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stop {
    /// The deadline passed.
    Time,
    /// The limit on steps was reached.
    Steps,
    /// The interrupt was raised.
    Interrupted,
    /// The search needed more memory than it may use.
    Memory,
    /// An external solver needed a larger file than it may write.
    Files,
    /// The search gave up by itself, as external solvers may.
    Declined,
    /// The search needs threads, and the system starts none.
    NoThread,
    /// The engine does not support this problem, for the reason given.
    Unfit(&'static str),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Time => "out of time",
            Stop::Steps => "out of steps",
            Stop::Interrupted => "interrupted",
            Stop::Memory => "out of memory",
            Stop::Files => "a file it writes, such as its proof, grew over the limit",
            Stop::Declined => "declined to say",
            Stop::NoThread => "a thread can't be started",
            Stop::Unfit(reason) => reason,
        })
    }
}

impl std::error::Error for Stop {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_ends_by_steps_time_and_interrupt() {
        assert_eq!(Budget::unlimited().exhausted(u64::MAX), None);
        let budget = Budget::unlimited().with_steps(3);
        assert_eq!(budget.exhausted(2), None);
        assert_eq!(budget.exhausted(3), Some(Stop::Steps));
        let budget = Budget::unlimited().with_time(Duration::ZERO);
        assert_eq!(budget.exhausted(0), Some(Stop::Time));
        assert_eq!(budget.time_left(), Some(Duration::ZERO));
        let interrupt = Interrupt::new();
        let budget = Budget::unlimited().with_interrupt(interrupt.clone());
        assert_eq!(budget.exhausted(0), None);
        interrupt.raise();
        assert_eq!(budget.exhausted(0), Some(Stop::Interrupted));
        assert_eq!(
            Budget::unlimited().with_time(Duration::MAX).time_left(),
            None
        );
    }
}
