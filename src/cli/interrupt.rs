//! Ctrl-C, SIGTERM and SIGHUP: the first stops the search, which then prints what it found. If the
//! program goes on for more than a short time, `overrun.rs` ends it. A second signal that comes at
//! least [`SAME_REQUEST`] later ends it at once.

use super::exit::Exit;
use super::{overrun, report};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::{OnceLock, mpsc};
use std::time::{Duration, Instant};
use std::{fs, thread};
use sudosat::budget::Interrupt;

/// Reports that a run ended at an interrupt. Whether there were further puzzles is not known.
pub(super) fn report_interrupt() {
    report::note("interrupted: puzzles after this point, if any, were not done");
}

/// Returns the end of a run over one input: an error after an interrupt, such as that of a read
/// that it ended, is no fault of the input.
pub(super) fn or_interrupted(
    done: anyhow::Result<Exit>,
    interrupt: &Interrupt,
) -> anyhow::Result<Exit> {
    match done {
        Err(_) if interrupt.is_raised() => {
            report::note("interrupted");
            Ok(Exit::GaveUp)
        }
        done => done,
    }
}

/// The exit code that a shell gives to a program killed by SIGINT.
const KILLED: i32 = 130;

/// Time after the first signal in which another one is taken for the same request. `timeout`, for
/// one, sends its signal to the program and then to the group in which the program is. Chosen by
/// hand: shorter than the time in which a person decides to press Ctrl-C again.
const SAME_REQUEST: Duration = Duration::from_millis(300);

/// The requests to end so far.
#[derive(Default)]
struct Requests {
    first: Option<Instant>,
}

impl Requests {
    /// Takes a signal. Returns `true` if it is a second request.
    fn take(&mut self, now: Instant) -> bool {
        let first = *self.first.get_or_insert(now);
        now.duration_since(first) >= SAME_REQUEST
    }
}

/// Returns the flag that Ctrl-C (and a request to terminate) raises. The first call
/// takes over the signal; without one it kills the program as always.
pub(super) fn on_ctrl_c() -> Interrupt {
    static INTERRUPT: OnceLock<Interrupt> = OnceLock::new();
    let install = || {
        let interrupt = Interrupt::new();
        let raised = interrupt.clone();
        let mut requests = Requests::default();
        overrun::prepare();
        call_at_each_signal(move || {
            if requests.take(Instant::now()) {
                sudosat::programs::end_all();
                sudosat::io::remove_own_files();
                std::process::exit(KILLED);
            }
            raised.raise();
            overrun::interrupted();
        });
        interrupt
    };
    INTERRUPT.get_or_init(install).clone()
}

/// Calls `handle` at each request to end, on a thread of its own. The thread runs when this
/// returns: later there may be no memory for its start, which would be a panic. Without the
/// thread, Ctrl-C just kills the program. A signal that is ignored stays so: `nohup` ignores
/// SIGHUP for a run that is to outlive its terminal.
fn call_at_each_signal(mut handle: impl FnMut() + Send + 'static) {
    let no_signals: [i32; 0] = [];
    let Ok(mut signals) = Signals::new(no_signals) else {
        return;
    };
    let registry = signals.handle();
    let (started, starts) = mpsc::channel();
    let wait = move || {
        let _ = started.send(());
        (&mut signals).into_iter().for_each(|_| handle());
    };
    if thread::Builder::new().spawn(wait).is_err() || starts.recv().is_err() {
        return;
    }
    let ignored = ignored_signals();
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        if ignored >> (signal - 1) & 1 == 0 {
            let _ = registry.add_signal(signal);
        }
    }
}

/// Returns the signals that the process ignores: bit 0 is signal 1. Only Linux tells.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_sent_twice_is_one_request() {
        let (mut requests, now) = (Requests::default(), Instant::now());
        assert!(!requests.take(now));
        assert!(!requests.take(now));
        assert!(!requests.take(now + SAME_REQUEST / 2));
        assert!(requests.take(now + SAME_REQUEST));
    }
}
