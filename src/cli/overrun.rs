//! The end of a run that goes on after its limit of time, or after an interrupt.
//!
//! Searches check their budget and stop by themselves, so that their results are printed. This file
//! is for the rest: reading a huge input, building tables, freeing memory. A thread measures the processor
//! time that the process takes after the limit, and ends the program when it is too much
//! ([`last_resort::end`]). Processor time, because on a busy machine a run may have to wait
//! before it can stop.
//!
//! An interrupt also ends a run that does nothing any more: it may be blocked in a write to a pipe that
//! nobody reads.

use super::last_resort;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use sudosat::budget::Stop;

/// Builds without optimisation are about this many times slower.
const SLOWER: u32 = if cfg!(debug_assertions) { 10 } else { 1 };
/// Processor time that a run may take after its limit ([`Use::used`]). Chosen by hand: searches stop
/// within milliseconds, and people take less than 0.3 s for "at once".
const GRACE: Duration = Duration::from_millis(120 * SLOWER as u64);
/// The same for one of several puzzles, whose overrun ends the run of all.
const GRACE_IN_LIST: Duration = Duration::from_secs(2 * SLOWER as u64);
/// The same after an interrupt, after which totals and tables are still written.
const GRACE_TO_CLOSE: Duration = Duration::from_secs(SLOWER as u64);
/// Time without processor time after which an interrupted run counts as blocked. Longer than solvers take
/// to end when they are asked to.
const IDLE: Duration = Duration::from_secs(2);
/// Time between two looks at the processor time.
const TICK: Duration = Duration::from_millis(20);

/// The limits that the thread watches.
struct Watched {
    /// The deadlines that have not been kept so far, with the number of each.
    deadlines: Vec<(u64, Instant)>,
    /// The number of the next deadline. 0 is the interrupt.
    next: u64,
    /// Set if the deadlines are those of several puzzles.
    are_several: bool,
    was_interrupted: bool,
    /// The moment at which the thread looks again; `None` if it waits for a change.
    wakes: Option<Instant>,
    /// Set if there is a thread, or none can be started.
    is_started: bool,
}

static WATCHED: Mutex<Watched> = Mutex::new(Watched {
    deadlines: Vec::new(),
    next: 1,
    are_several: false,
    was_interrupted: false,
    wakes: None,
    is_started: false,
});

/// Notified when there is an interrupt, or a deadline before the thread wakes.
static CHANGED: Condvar = Condvar::new();

fn watched() -> MutexGuard<'static, Watched> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A limit of time, watched until it is dropped.
pub(super) struct Watch(u64);

impl Watch {
    /// Watches a run, or the only puzzle of one, that must end after this time, if there is a limit.
    pub(super) fn of(limit: Option<Duration>) -> Option<Watch> {
        let deadline = Instant::now().checked_add(limit?)?;
        let mut watched = watched();
        let number = watched.next;
        watched.next += 1;
        watched.deadlines.push((number, deadline));
        start(&mut watched);
        if watched.wakes.is_none_or(|wakes| deadline < wakes) {
            CHANGED.notify_all();
        }
        Some(Watch(number))
    }

    /// Watches one of the puzzles of a run. From the second one on the run counts as a list.
    pub(super) fn of_puzzle(limit: Option<Duration>) -> Option<Watch> {
        let watch = Watch::of(limit)?;
        watched().are_several |= watch.0 > 1;
        Some(watch)
    }
}

/// Returns what is left of the limit of a puzzle. Of the first one it includes the processor time of
/// reading it: a huge grid takes some tenths of a second.
pub(super) fn after_reading(limit: Option<Duration>) -> Option<Duration> {
    static READ: AtomicBool = AtomicBool::new(false);
    match READ.swap(true, Ordering::Relaxed) {
        true => limit,
        false => limit.map(|limit| limit.saturating_sub(processor_time())),
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        watched().deadlines.retain(|(number, _)| *number != self.0);
    }
}

/// Prepares for [`interrupted`], which can't start a thread.
pub(super) fn prepare() {
    start(&mut watched());
}

/// Records that the run was asked to end.
pub(super) fn interrupted() {
    watched().was_interrupted = true;
    CHANGED.notify_all();
}

/// Starts the thread. Without one, what looks at its budget still stops.
fn start(watched: &mut Watched) {
    if !std::mem::replace(&mut watched.is_started, true) {
        let _ = last_resort::start_small(watch);
    }
}

impl Watched {
    /// Returns the first limit that has passed: its number, and the processor time after it.
    fn passed(&self, now: Instant) -> Option<(u64, Duration)> {
        if self.was_interrupted {
            return Some((0, GRACE_TO_CLOSE));
        }
        let grace = match self.are_several {
            true => GRACE_IN_LIST,
            false => GRACE,
        };
        let mut deadlines = self.deadlines.iter();
        let (number, _) = deadlines.find(|(_, deadline)| *deadline <= now)?;
        Some((*number, grace))
    }
}

/// The use of processor time since a limit passed.
struct Use {
    number: u64,
    /// Processor time since then. Of threads that run at once it counts only one: many of them need
    /// no longer to stop than one does.
    used: Duration,
    /// Processor time of the process when it last grew, and that moment.
    last: (Duration, Instant),
}

impl Use {
    /// Adds what the process has taken until now.
    fn add(&mut self, time: Duration, now: Instant) {
        let (last, moment) = self.last;
        let taken = time.saturating_sub(last);
        // The watching thread itself takes less.
        if taken > TICK / 4 {
            self.used += taken.min(now.duration_since(moment));
            self.last = (time, now);
        }
    }
}

/// Watches until the program ends.
fn watch() {
    let mut since: Option<Use> = None;
    let mut watched = watched();
    loop {
        let now = Instant::now();
        let Some((number, grace)) = watched.passed(now) else {
            let next = watched
                .deadlines
                .iter()
                .map(|(_, deadline)| *deadline)
                .min();
            watched.wakes = next;
            watched = match next {
                None => CHANGED
                    .wait(watched)
                    .unwrap_or_else(PoisonError::into_inner),
                Some(next) => wait(watched, next - now),
            };
            continue;
        };
        let time = processor_time();
        let since = match &mut since {
            Some(since) if since.number == number => since,
            since => since.insert(Use {
                number,
                used: Duration::ZERO,
                last: (time, now),
            }),
        };
        since.add(time, now);
        let is_blocked = number == 0 && now.duration_since(since.last.1) >= IDLE;
        if since.used >= grace || is_blocked {
            drop(watched);
            sudosat::programs::end_all();
            last_resort::end(match number {
                0 => Stop::Interrupted,
                _ => Stop::Time,
            });
        }
        watched = wait(watched, TICK);
    }
}

fn wait(watched: MutexGuard<'static, Watched>, time: Duration) -> MutexGuard<'static, Watched> {
    let waited = CHANGED.wait_timeout(watched, time);
    waited.unwrap_or_else(PoisonError::into_inner).0
}

/// Returns the processor time that all threads of this process have taken, or where the system
/// does not measure it the time since the first call.
fn processor_time() -> Duration {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ProcessCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    {
        static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_that_run_at_once_count_as_one() {
        let start = Instant::now();
        let mut since = Use {
            number: 1,
            used: Duration::ZERO,
            last: (Duration::ZERO, start),
        };
        // 64 threads, then one that has half a core, then none.
        since.add(64 * TICK, start + TICK);
        assert_eq!(since.used, TICK);
        since.add(65 * TICK, start + 3 * TICK);
        assert_eq!(since.used, 2 * TICK);
        since.add(65 * TICK, start + 9 * TICK);
        assert_eq!((since.used, since.last.1), (2 * TICK, start + 3 * TICK));
    }
}
