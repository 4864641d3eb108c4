//! Ctrl-C, SIGTERM and SIGHUP: the first stops the search, which then prints what it found. If the
//! program goes on for more than a short time, `overrun.rs` ends it. A second signal that comes at
//! least [`SAME_REQUEST`] later ends it at once.

use super::exit::Exit;
use super::signals::call_at_each_request;
use super::{overrun, report};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
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
        call_at_each_request(move || {
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
